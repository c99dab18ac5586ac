// What running touches for every record, laid out flat: numbers refer to numbers, nothing is counted
// by reference. Reading the same facts from the program's own arrays of structs took twice the time,
// most of it in retain and release.

/// The hot part of a program: pointers into memory that never changes and that its `PlanMemory` holds.
/// Every number in it was made by the checker and lies within its array.
struct Plan {
  let nodes: UnsafeBufferPointer<Node>
  let lists: UnsafeBufferPointer<Int32>
  let constants: UnsafeBufferPointer<Value>
  let fields: UnsafeBufferPointer<FieldPlan>
  let rules: UnsafeBufferPointer<RuleEntry>
  let levels: UnsafeBufferPointer<LevelPlan>
  /// For each level how an item that is no record becomes its value at once; for others nothing to use.
  let itemKeys: UnsafeBufferPointer<KeyEntry>
  let steps: UnsafeBufferPointer<PlanStep>
  let structures: UnsafeBufferPointer<Int32>
  /// The keys of each level, and behind them one that stands nowhere.
  let keys: UnsafeBufferPointer<KeyEntry>
  let choices: UnsafeBufferPointer<ChoicePlan>
  let choiceItems: UnsafeBufferPointer<Int32>
  /// The same constants as texts.
  let choiceTexts: UnsafeBufferPointer<KnownText>
  /// The places of the tables of keys and choices.
  let places: UnsafeBufferPointer<Int32>
  /// For each rule where its plain tests begin, and at the end their number.
  let firstFastTest: UnsafeBufferPointer<Int32>
  let fastTests: UnsafeBufferPointer<FastTest>
  let pictures: UnsafeBufferPointer<TextPicture>
  let selections: UnsafeBufferPointer<CharacterSelection>
  /// What most texts need of them: the bytes of each picture, none if it goes beyond ASCII; the ASCII
  /// characters of each selection.
  let pictureBytes: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>
  let asciiSelections: UnsafeBufferPointer<ASCIISet>
  /// Whether a `required if` waits until all fields are filled.
  let hasLateFields: Bool
  /// Whether some texts mean blank.
  let hasBlanks: Bool

  fileprivate init(_ program: Program, _ tests: FastTests, _ arrays: PlanArrays) {
    nodes = program.nodes.elements
    lists = program.lists.elements
    constants = program.constants.elements
    rules = program.rules.elements
    firstFastTest = tests.first.elements
    fastTests = tests.all.elements
    fields = arrays.fields.elements
    levels = arrays.levels.elements
    itemKeys = arrays.itemKeys.elements
    steps = arrays.steps.elements
    structures = arrays.structures.elements
    keys = arrays.keys.elements
    choices = arrays.choices.elements
    choiceItems = arrays.choiceItems.elements
    choiceTexts = arrays.choiceTexts.elements
    places = arrays.places.elements
    pictures = Plan.copy(program.pictures)
    selections = Plan.copy(program.selections)
    pictureBytes = Plan.copy(program.pictures.map { Plan.copy($0.bytes) })
    asciiSelections = Plan.copy(program.selections.map { $0.ascii })
    hasLateFields = fields.contains { $0.isLate }
    hasBlanks = !program.blanks.isEmpty
  }

  fileprivate func deallocate() {
    for bytes in pictureBytes { bytes.deallocate() }
    pictureBytes.deallocate()
    asciiSelections.deallocate()
    // These hold references.
    UnsafeMutableBufferPointer(mutating: pictures).deinitialize()
    UnsafeMutableBufferPointer(mutating: selections).deinitialize()
    pictures.deallocate()
    selections.deallocate()
  }

  private static func copy<T>(_ array: [T]) -> UnsafeBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: max(1, array.count))
    _ = memory.initialize(from: array)
    return UnsafeBufferPointer(rebasing: memory[0..<array.count])
  }
}

/// Owns the memory of a plan. Whoever runs a plan holds on to this and reads through the pointer:
/// a reference would be counted at every look at it, which took a third of a run.
final class PlanMemory: @unchecked Sendable {
  // Unchecked: the memory is never written after it is made.
  let plan: UnsafePointer<Plan>
  /// What of the program the plan reads where it lies.
  private let shared: (FlatArray<Node>, FlatArray<Int32>, FlatArray<Value>, FlatArray<RuleEntry>)
  private let tests: FastTests
  private let arrays: PlanArrays

  /// - Parameter isFast: whether readers may give fields their values.
  init(_ program: Program, isFast: Bool = true) {
    shared = (program.nodes, program.lists, program.constants, program.rules)
    tests = FastTests(program)
    arrays = PlanArrays(program, tests, isFast: isFast)
    let memory = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    memory.initialize(to: Plan(program, tests, arrays))
    plan = UnsafePointer(memory)
  }

  deinit {
    plan.pointee.deallocate()
    plan.deallocate()
  }
}

/// The hot part of a level; the ranges are of the plan's arrays.
struct LevelPlan: Sendable {
  var parent: Int
  var firstStep: Int
  var endStep: Int
  /// Where its inputs begin in `structures`.
  var firstStructure: Int
  var firstKey: Int
  var keyCount: Int
  var keyTable: TextTable
  var itemInput: Int
  var itemCell: Int
  var itemField: Int
  var isClosed: Bool
  var isList: Bool
  var itemIsRecord: Bool
  /// Whether there are rules about each item as a whole.
  var itemHasRules: Bool
  /// Whether the marks of a frame, all of whose members were read the short way, say all there is to
  /// know: every field has a short way, every branch depends on one of them, nothing else is required or
  /// checked.
  var dependsOnMarksAlone: Bool
}

/// Where the constants of a choice stand in `choiceItems`.
struct ChoicePlan: Sendable {
  /// Up to this many choices a walk is cheaper than a look-up.
  static let walkedCount = 24
  /// Up to this many choices are found by a reader.
  static let tableLimit = 250

  var first: Int
  var end: Int
  /// Whether none of them goes beyond ASCII.
  var isASCII: Bool
  /// Whether other texts are taken for some of them.
  var hasSpellings: Bool
  /// Where one of its texts is found at once, if none is too many and none needs a closer look.
  var table: TextTable?
}

/// A step, with what decides it at a glance.
struct PlanStep {
  var kind: Step.Kind
  /// The same as `kind` being a field.
  var isField: Bool
  var target: Int32
  var cell: Int32
  var end: Int32
  var next: Int32
  /// For a branch the cell of the same level that it depends on; -1 if it depends on something else.
  var truthCell: Int32 = -1
  /// The bit of that cell, if its truth among the marks of a frame is known.
  var truthBit: UInt64 = 0
  /// Whether the branch is in force where that is not true.
  var isTruthNegated = false
  /// For a field the end of the fields that follow each other from it on and have a bit.
  var runEnd: Int32 = -1
  /// For a field the bit of its cell, if it is among the first 64.
  var cellBit: UInt64 = 0
  /// The same if the field has a short way, and the bits of all of the run.
  var bit: UInt64 = 0
  var runBits: UInt64 = 0
  /// For a branch the bits of the fields in its body, and of those in the branches after it.
  var bodyBits: UInt64 = 0
  var laterBits: UInt64 = 0
}

/// A key that a level asks for.
struct KeyEntry: Sendable {
  /// The key in its quotes, as a member begins with it; none if JSON has to write it with escapes.
  var opening = KnownText.impossible
  var name = KnownText.impossible
  var input = -1
  /// How the input becomes the value of its field at once.
  var direct = DirectField()
}

/// What of a plan is its own: levels and choices laid end to end.
private struct PlanArrays {
  var fields = FlatArray<FieldPlan>()
  var levels = FlatArray<LevelPlan>()
  var itemKeys = FlatArray<KeyEntry>()
  var steps = FlatArray<PlanStep>()
  var structures = FlatArray<Int32>()
  var keys = FlatArray<KeyEntry>()
  var choices = FlatArray<ChoicePlan>()
  var choiceItems = FlatArray<Int32>()
  var choiceTexts = FlatArray<KnownText>()
  var places = FlatArray<Int32>()
  private let keyTexts = ConstantPool()

  init(_ program: Program, _ tests: FastTests, isFast: Bool) {
    fields.reserveCapacity(program.fields.count)
    program.fields.withUnsafeBufferPointer { all in
      for index in all.indices {
        fields.append(FieldPlan(all.baseAddress.unsafelyUnwrapped + index))
      }
    }
    for choice in program.choices { add(choice, program) }
    for (number, level) in program.levels.enumerated() {
      let direct = DirectField.all(
        in: number, of: program, firstTests: tests.first.elements, tests.all.elements,
        choices.elements, isFast: isFast)
      add(level, direct, program, tests)
    }
  }

  private mutating func add(_ choice: ChoiceList, _ program: Program) {
    let constants = choice.constants.map { program.constants[Int($0)].bytes }
    let texts = constants.map { KnownText($0) }
    let first = choiceItems.count
    choiceItems.append(contentsOf: choice.constants)
    choiceTexts.append(contentsOf: texts)
    // What is blank is no choice, and white space around one does not count.
    let isUsual = constants.allSatisfy { !$0.isEmpty && $0.trimmed.count == $0.count }
    choices.append(
      ChoicePlan(
        first: first, end: choiceItems.count, isASCII: choice.isASCII,
        hasSpellings: !choice.spellings.isEmpty,
        table: isUsual && texts.count <= ChoicePlan.tableLimit
          ? TextTable(texts, first: first, into: &places) : nil))
  }

  private mutating func add(
    _ level: Level, _ direct: [DirectField], _ program: Program, _ tests: FastTests
  ) {
    let firstStep = steps.count
    let firstKey = keys.count
    addSteps(level, direct, program)
    let names = level.keys.names.map { KnownText(keyTexts.add($0)) }
    addKeys(level.keys, names, direct)
    levels.append(
      LevelPlan(
        parent: Int(level.parent), firstStep: firstStep, endStep: steps.count,
        firstStructure: structures.count, firstKey: firstKey, keyCount: names.count,
        keyTable: TextTable(names, first: firstKey, into: &places), itemInput: Int(level.itemInput),
        itemCell: Int(level.itemCell), itemField: Int(level.itemField), isClosed: level.isClosed,
        isList: level.isList, itemIsRecord: level.itemIsRecord,
        itemHasRules: level.isList && !program.fields[Int(level.itemField)].rules.isEmpty,
        dependsOnMarksAlone: steps[firstStep...].allSatisfy {
          dependsOnMarksAlone($0, program, tests)
        }))
    let item = level.itemIsRecord ? -1 : Int(level.itemInput)
    itemKeys.append(KeyEntry(input: item, direct: item >= 0 ? direct[item] : DirectField()))
    structures.append(contentsOf: level.structures)
  }

  private mutating func addSteps(_ level: Level, _ direct: [DirectField], _ program: Program) {
    let base = steps.count
    func bit(_ step: Step) -> UInt64 {
      guard step.kind == .field else { return 0 }
      let input = program.fields[Int(step.target)].input
      return input < 0 ? 0 : direct[Int(input)].bit
    }
    for step in level.steps {
      var plan = PlanStep(
        kind: step.kind, isField: step.kind == .field, target: step.target, cell: step.cell,
        end: step.end, next: step.next)
      if plan.end >= 0 { plan.end += Int32(base) }
      if plan.next >= 0 { plan.next += Int32(base) }
      if step.kind == .branch, let condition = BranchCondition(step.target, program) {
        let field = program.fields[condition.field]
        let own = field.input >= 0 ? direct[Int(field.input)] : DirectField()
        if own.branchValues == condition.values { plan.truthBit = own.branchBit }
        if plan.truthBit != 0 || field.type == .bool { plan.truthCell = field.cell }
        plan.isTruthNegated = condition.isNegated
      }
      plan.bit = bit(step)
      if step.kind == .field {
        let cell = program.fields[Int(step.target)].cell
        plan.cellBit = cell < 64 ? 1 << UInt64(cell) : 0
      }
      steps.append(plan)
    }
    for index in (base..<steps.count).reversed() {
      switch steps[index].kind {
      case .field:
        let isLast = index + 1 == steps.count || steps[index + 1].bit == 0
        steps[index].runEnd = isLast ? Int32(index + 1) : steps[index + 1].runEnd
        steps[index].runBits = steps[index].bit | (isLast ? 0 : steps[index + 1].runBits)
      case .branch:
        let end = Int(steps[index].end)
        for inner in (index + 1)..<end { steps[index].bodyBits |= steps[inner].bit }
        // The branch after it knows what comes later.
        if end < Int(steps[index].next), steps[end].kind == .branch {
          steps[index].laterBits = steps[end].bodyBits | steps[end].laterBits
        }
      default: break
      }
    }
  }

  private func dependsOnMarksAlone(
    _ step: PlanStep, _ program: Program, _ tests: FastTests
  ) -> Bool {
    switch step.kind {
    case .field:
      let field = program.fields[Int(step.target)]
      if case .requiredIf = field.presence { return false }
      // What stands in for nothing is always the same, but a rule may hold it against another field.
      return step.bit != 0 && (field.fallback < 0 || tests.areAboutValue(field.rules))
    case .branch: return step.target < 0 || step.truthCell >= 0
    case .settle, .check, .elseBlank: return false
    }
  }

  private mutating func addKeys(
    _ table: KeyTable, _ names: [KnownText], _ direct: [DirectField]
  ) {
    for (index, name) in table.names.enumerated() {
      let needsEscapes = name.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
      // Where a member begins, no more bytes than these may be looked at.
      let isLong = name.utf8.count > Padding.count - 16
      let input = Int(table.inputs[index])
      keys.append(
        KeyEntry(
          opening: needsEscapes || isLong ? .impossible : KnownText(keyTexts.add("\"\(name)\"")),
          name: names[index], input: input, direct: direct[input]))
    }
    keys.append(KeyEntry())
  }
}

// MARK: - Keys

extension UnsafePointer where Pointee == Plan {
  /// The number of the key that a text is in a level, or -1.
  @inline(__always)
  func key(_ text: KnownText, in level: Int) -> Int {
    let keys = pointee.keys.baseAddress.unsafelyUnwrapped
    let level = pointee.levels.baseAddress.unsafelyUnwrapped + level
    return level.pointee.keyTable.number(of: text, in: pointee.places) { number in
      (keys + number).pointee.name.isSame(as: text)
    }
  }
}

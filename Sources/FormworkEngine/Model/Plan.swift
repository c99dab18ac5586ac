// The data that evaluation reads for every record, in flat arrays that refer to each other by number and are not
// reference-counted. Reading the same data from the program's own arrays of structs took twice the time, most of it
// for retain and release.

/// The frequently read part of a program: pointers into immutable memory, which its `PlanMemory` owns. Every number
/// in it was made by the checker and is a valid index.
struct Plan {
  let nodes: UnsafeBufferPointer<Node>
  let lists: UnsafeBufferPointer<Int32>
  let questions: UnsafeBufferPointer<RecordQuestion>
  let questionKeys: UnsafeBufferPointer<RecordQuestion.Key>
  let queries: UnsafeBufferPointer<ListQuery>
  let constants: UnsafeBufferPointer<Value>
  let fields: UnsafeBufferPointer<FieldPlan>
  let rules: UnsafeBufferPointer<RuleEntry>
  let levels: UnsafeBufferPointer<LevelPlan>
  /// For each level of items that aren't records, the direct conversion of an item to its value. Unused for other
  /// levels.
  let itemKeys: UnsafeBufferPointer<KeyEntry>
  let steps: UnsafeBufferPointer<PlanStep>
  let structures: UnsafeBufferPointer<Int32>
  /// The keys of each level, followed by a key that never occurs.
  let keys: UnsafeBufferPointer<KeyEntry>
  let choices: UnsafeBufferPointer<ChoicePlan>
  let choiceItems: UnsafeBufferPointer<Int32>
  /// The constants of choices, prepared for comparison.
  let choiceTexts: UnsafeBufferPointer<KnownText>
  /// The buckets of the tables of keys and choices.
  let places: UnsafeBufferPointer<Int32>
  /// For each rule, the index of its first fast test. The last element is the number of all fast tests.
  let firstFastTest: UnsafeBufferPointer<Int32>
  let fastTests: UnsafeBufferPointer<FastTest>
  let pictures: UnsafeBufferPointer<TextPicture>
  let selections: UnsafeBufferPointer<CharacterSelection>
  /// The parts of pictures and selections that most texts need: the bytes of each picture, empty if it isn't ASCII,
  /// and the ASCII characters of each selection.
  let pictureBytes: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>
  let asciiSelections: UnsafeBufferPointer<ASCIISet>
  /// Whether a `required if` or a calculation depends on later fields.
  let hasLateFields: Bool
  /// Whether the data has texts that mean blank.
  let hasBlanks: Bool
  /// Whether fields must be filled in. False for a program that reads a list of other data.
  let requiresValues: Bool
  /// Whether a condition reads the names of the data's columns.
  let asksColumns: Bool

  fileprivate init(_ program: Program, _ tests: FastTests, _ arrays: PlanArrays) {
    nodes = program.nodes.elements
    lists = program.lists.elements
    questions = program.questions.elements
    questionKeys = program.questionKeys.elements
    queries = program.queries.elements
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
    requiresValues = program.requiresValues
    asksColumns = program.asksColumns
  }

  fileprivate func deallocate() {
    for bytes in pictureBytes { bytes.deallocate() }
    pictureBytes.deallocate()
    asciiSelections.deallocate()
    // The elements of these arrays hold references, which must be released.
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

/// Owns the memory of a plan. Code that runs a plan keeps this object alive and reads through the pointer. With a
/// reference, each access would be counted, which took a third of the time.
final class PlanMemory: @unchecked Sendable {
  // `@unchecked`: the memory is never written after initialization.
  let plan: UnsafePointer<Plan>
  /// The arrays of the program that the plan refers to.
  private let shared: (FlatArray<Node>, FlatArray<Int32>, FlatArray<Value>, FlatArray<RuleEntry>)
  private let sharedQuestions:
    (FlatArray<RecordQuestion>, FlatArray<RecordQuestion.Key>, FlatArray<ListQuery>)
  private let tests: FastTests
  private let arrays: PlanArrays

  /// - Parameter isFast: whether readers may set the values of fields.
  init(_ program: Program, isFast: Bool = true) {
    shared = (program.nodes, program.lists, program.constants, program.rules)
    sharedQuestions = (program.questions, program.questionKeys, program.queries)
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

/// The frequently read part of a level. The ranges refer to the plan's arrays.
struct LevelPlan: Sendable {
  var parent: Int
  var firstStep: Int
  var endStep: Int
  /// The index of the level's first input in `structures`.
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
  /// The input of the keys of a list by name, or -1.
  var keyInput: Int
  /// Whether the level is read from an array.
  var isArray: Bool { isList && keyInput < 0 }
  /// Whether there are rules about each whole item.
  var itemHasRules: Bool
  /// Whether the marks of a frame decide whether the frame is valid. This applies only if the fast path has read all
  /// members of the frame. On such a level, every field has a `DirectField`, every branch depends on one of these
  /// fields, and nothing else is required or checked.
  var dependsOnMarksAlone: Bool
}

/// The range of a choice's constants in `choiceItems`.
struct ChoicePlan: Sendable {
  /// The maximum number of choices for which comparing with every choice is cheaper than a table.
  static let walkedCount = 24
  /// The maximum number of choices for which there is a lookup table.
  static let tableLimit = 250

  var first: Int
  var end: Int
  /// Whether all choices are ASCII.
  var isASCII: Bool
  /// Whether some choices have other accepted spellings.
  var hasSpellings: Bool
  /// The table for looking up a text. Nil if there are too many choices, or if some need more than a comparison of
  /// bytes.
  var table: TextTable?
}

/// A step, with precomputed data for deciding it quickly.
struct PlanStep {
  var kind: Step.Kind
  /// Whether `kind` is `field`.
  var isField: Bool
  var target: Int32
  var cell: Int32
  var end: Int32
  var next: Int32
  /// For a branch that is decided by one cell of its level, this cell. Otherwise -1.
  var truthCell: Int32 = -1
  /// The bit of `truthCell` in the marks of a frame, or 0 if the marks don't decide the branch.
  var truthBit: UInt64 = 0
  /// Whether the branch is in force if `truthCell` is false.
  var isTruthNegated = false
  /// For a field, the end of the run that starts here. A run consists of consecutive fields that have a `bit`.
  var runEnd: Int32 = -1
  /// For a field, the bit of its cell, if it is among the first 64.
  var cellBit: UInt64 = 0
  /// For a field with a `DirectField`, the bit of its cell. `runBits` has the bits of the run that starts at this
  /// field.
  var bit: UInt64 = 0
  var runBits: UInt64 = 0
  /// For a branch, the bits of the fields in its body. `laterBits` has the bits of the fields in the later branches of
  /// the `when`.
  var bodyBits: UInt64 = 0
  var laterBits: UInt64 = 0
}

/// A key of a level.
struct KeyEntry: Sendable {
  /// The key in quotes, as at the beginning of a member. A key that is long or must be escaped in JSON never matches.
  var opening = KnownText.impossible
  var name = KnownText.impossible
  var input = -1
  /// The direct conversion of the input to the value of its field.
  var direct = DirectField()
}

/// The arrays that the plan doesn't share with the program. The parts of all levels and choices are concatenated.
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
    // A blank text can't be a choice, and white space around a choice is ignored.
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
        keyInput: program.keyInput(ofLevel: levels.count).map { Int($0) } ?? -1,
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
        if plan.truthBit != 0 || field.type == .plain(.bool) { plan.truthCell = field.cell }
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
        // The next branch already has the bits of all later branches.
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
      // With a default, the rules must be about the value alone. Another rule could compare the default with a
      // different field.
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
      // A comparison with a longer opening could read past the padding of the record.
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
  /// Returns the index of the key that equals a text, or -1.
  @inline(__always)
  func key(_ text: KnownText, in level: Int) -> Int {
    let keys = pointee.keys.baseAddress.unsafelyUnwrapped
    let level = pointee.levels.baseAddress.unsafelyUnwrapped + level
    return level.pointee.keyTable.number(of: text, in: pointee.places) { number in
      (keys + number).pointee.name.isSame(as: text)
    }
  }
}

// The fast path accepts records that are certainly valid without evaluating them.
//
// 1. Every rule that depends only on its field's own value and on constants is compiled to `FastTest`s. Readers and
//    the evaluator use them. A fast test gives an answer only if it is certain.
// 2. A `DirectField` converts a reader's input for a key directly to the value of its field. It also contains the
//    field's first tests, as far as they are bounds or a class of characters. An input that can't be converted like
//    this is left to the evaluator.
// 3. The `FrameMarks` of a frame record which fields have values, and which of these values certainly obey their rules.
//    They also record which branches are in force. `FrameMarks.hasLeft` is set if a reader may have left an input to
//    the evaluator.
// 4. In a level where the marks alone decide (`LevelPlan.dependsOnMarksAlone`), a frame with the marks of a valid
//    frame is valid. `AcceptedFrameCache` contains these marks, with the values that no reader sets.
// 5. `Evaluator.passLines` reads lines one after another, and stops at the first line with a problem.
//
// In an evaluator that isn't fast, all fields are raw, and none of this happens. Tests compare it with a fast
// evaluator.

/// The direct conversion of an input to the value of its field. Among others, shared inputs, inputs of cleaned fields,
/// and inputs for cells after the first 64 of a level are `raw`.
struct DirectField {
  enum Kind: UInt8 {
    /// The input is left to the evaluator.
    case raw
    case text, choice, bool, integer, number
    /// A record or a list whose frames all have the marks of valid frames.
    case record, list

    var isNumber: Bool { self == .integer || self == .number }

    /// Whether this is the kind of a single value, without other values inside it.
    var isSingle: Bool {
      switch self {
      case .raw, .record, .list: false
      default: true
      }
    }
  }

  /// A class of ASCII characters, or `any` for all texts.
  enum Letters: UInt8 { case any, alphanumeric, letters, digits }

  var kind = Kind.raw
  /// The class that every character of a text must be in.
  var letters = Letters.any
  /// Whether there are tests besides those in this struct.
  var hasTests = false
  /// The maximum number of decimal places of a number.
  var mostPlaces = UInt8.max
  /// The slot of the field's value in the frame. Cells come after the inputs.
  var slot: Int32 = 0
  /// The range of the field's tests in the plan. `firstTest` is the first test that isn't represented in this struct.
  var startTest: Int32 = 0
  var firstTest: Int32 = 0
  var endTest: Int32 = 0
  /// The level whose frames a record or list is read into, or -1.
  var level: Int32 = -1
  /// The index of the field's choices in the plan.
  var choice: Int32 = 0
  /// The smallest allowed number, or the minimum number of characters of a text or items of a list.
  var least = Int64.min
  /// The largest allowed number, or the maximum number of characters of a text or items of a list.
  var most = Int64.max
  /// The bit of the field's cell in the marks of a frame, or 0 if the field has no fast path.
  var bit: UInt64 = 0
  /// Equal to `bit` if a branch depends on the field, or else 0. It is set in `FrameMarks.truths` if the value is true
  /// or one of `branchValues`.
  var branchBit: UInt64 = 0
  /// The values that the branch's condition tests for: a range of whole numbers, or one choice. Empty for a bool field,
  /// whose condition tests for true.
  var branchValues = BranchValues()
}

// MARK: - Creation

extension DirectField {
  /// Returns the direct conversion of each input of a level.
  static func all(
    in number: Int, of program: Program, firstTests: UnsafeBufferPointer<Int32>,
    _ tests: UnsafeBufferPointer<FastTest>, _ choices: UnsafeBufferPointer<ChoicePlan>,
    isFast: Bool
  ) -> [DirectField] {
    let level = program.levels[number]
    var direct = Array(repeating: DirectField(), count: Int(level.inputCount))
    var isTaken = Array(repeating: false, count: direct.count)
    func use(_ input: Int, by field: Int) {
      let isShared = isTaken[input] || !program.fields[field].otherInputs.isEmpty
      isTaken[input] = true
      direct[input] = DirectField()
      direct[input].level = level.structures[input]
      let cell = program.fields[field].cell
      if !isFast || isShared || program.fields[field].cleaning.isNeeded
        || program.fields[field].ignoresCase
        || cell >= 64
      {
        return
      }
      direct[input].setKind(program.fields[field].type, program, choices)
      direct[input].slot = level.inputCount + cell
      direct[input].startTest = firstTests[Int(program.fields[field].rules.lowerBound)]
      direct[input].firstTest = direct[input].startTest
      direct[input].endTest = firstTests[Int(program.fields[field].rules.upperBound)]
      direct[input].fold(tests)
      if direct[input].kind != .raw { direct[input].bit = 1 << UInt64(cell) }
    }
    for step in level.steps where step.kind == .field {
      let field = Int(step.target)
      for input in program.fields[field].inputs { use(Int(input), by: field) }
    }
    for step in level.steps where step.kind == .branch {
      guard let condition = BranchCondition(step.target, program) else { continue }
      let input = Int(program.fields[condition.field].input)
      // If two branches depend on a field in different ways, the marks contain only the truth of the first.
      guard input >= 0, direct[input].branchBit == 0 else { continue }
      direct[input].branchValues = condition.values
      direct[input].branchBit = direct[input].bit
    }
    // A list in a list is left to the evaluator, like everything unusual.
    if level.isList, !level.itemIsRecord, !direct[Int(level.itemInput)].kind.isSingle {
      direct[Int(level.itemInput)].kind = .raw
      direct[Int(level.itemInput)].bit = 0
    }
    return direct
  }

  private mutating func setKind(
    _ type: FieldType, _ program: Program, _ choices: UnsafeBufferPointer<ChoicePlan>
  ) {
    if program.mayBeBlank(type) { return }
    switch type {
    case .plain(.string): kind = .text
    case .plain(.int): kind = .integer
    case .plain(.number): kind = .number
    case .plain(.bool): kind = .bool
    case .record where level >= 0: kind = .record
    // The keys of a list by name are left to the evaluator.
    case .list(let inner) where level >= 0 && program.levels[Int(inner)].keyField < 0:
      kind = .list
    case .choice(let number):
      guard choices[Int(number)].table != nil else { return }
      kind = .choice
      choice = number
    default: return
    }
  }

  /// Moves the first tests into this struct, up to one that it can't represent.
  private mutating func fold(_ tests: UnsafeBufferPointer<FastTest>) {
    defer { hasTests = firstTest < endTest }
    while firstTest < endTest {
      let test = tests[Int(firstTest)]
      switch (kind, test.kind) {
      case (.integer, .range):
        least = max(least, test.low)
        most = min(most, test.high)
      case (.number, .range) where DirectField.isShort(test.low) && DirectField.isShort(test.high):
        least = max(least, test.low)
        most = min(most, test.high)
      case (.number, .decimals) where test.low <= 0:
        mostPlaces = min(mostPlaces, UInt8(clamping: test.high))
      case (.text, .count), (.list, .count):
        least = max(least, test.low)
        most = min(most, test.high)
      case (.text, .word):
        guard letters == .any, let known = DirectField.letters(of: test.predicate) else { return }
        letters = known
      default: return
      }
      firstTest += 1
    }
  }
}

extension DirectField {
  /// Whether a bound is missing, or so small that multiplying it by ten to the power of `mostPlacesCompared` can't
  /// overflow.
  private static func isShort(_ bound: Int64) -> Bool {
    bound == .min || bound == .max || bound.magnitude <= 1 << 31
  }

  /// The maximum number of decimal places for which bounds are scaled up to compare them with a number.
  private static let mostPlacesCompared: UInt8 = 8

  /// Whether the number `digits / 10^scale`, in lowest terms, is within the bounds. False if uncertain.
  @inline(__always)
  fileprivate func keeps(number digits: Int64, _ scale: UInt8) -> Bool {
    if scale == 0 { return least <= digits && digits <= most }
    if scale > min(mostPlaces, DirectField.mostPlacesCompared) { return false }
    let unit = PowerOfTen.small(scale)
    return (least == .min || least &* unit <= digits) && (most == .max || digits <= most &* unit)
  }

  private static func letters(of predicate: Predicate) -> Letters? {
    switch predicate {
    case .alphanumeric: .alphanumeric
    case .letters: .letters
    case .digits: .digits
    default: nil
    }
  }
}

extension DirectField.Letters {
  @inline(__always)
  private func mask(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    switch self {
    case .alphanumeric: TextBytes.letterMask(block) .| TextBytes.digitMask(block)
    case .letters: TextBytes.letterMask(block)
    default: TextBytes.digitMask(block)
    }
  }

  /// Returns the first position, starting at `place`, of a byte that isn't in the class. There must be such a byte,
  /// followed by sixteen readable bytes.
  @inline(__always)
  func end(from place: UnsafeRawPointer) -> UnsafeRawPointer {
    var at = place
    while true {
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      if let stop = ByteScan.firstUnmarked(mask(block)) { return at + stop }
      at += 16
    }
  }

  /// Whether every character of a text is in the class.
  ///
  /// - Parameter place: the start of the text. At least sixteen bytes must be readable from each byte of the text.
  @inline(__always)
  func holds(for place: UnsafeRawPointer, _ count: Int) -> Bool {
    if self == .any { return true }
    var at = 0
    while at < count {
      let block = place.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
      if let stop = ByteScan.firstUnmarked(mask(block)) { return at &+ stop >= count }
      at &+= 16
    }
    return true
  }
}

// MARK: - Storing values

extension UnsafePointer where Pointee == Plan {
  // These are methods of the pointer, because calling a method of the plan itself would copy the plan.

  /// Stores a text as the value of its field, if the field's type is a text or a choice.
  ///
  /// - Parameters:
  ///   - place: the start of the text. At least sixteen bytes must be readable from each byte of the text.
  ///   - raw: the text as a value.
  ///   - key: the entry of the field's key.
  ///   - slots: the slots of the frame.
  ///   - marks: receives the bit of the field's cell in `typed` and, if certain, in `settled` and `truths`.
  @inline(__always)
  func storeTextOrChoice(
    _ place: UnsafeRawPointer, _ count: Int, _ raw: Value, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ marks: inout FrameMarks
  ) {
    switch key.pointee.direct.kind {
    case .text:
      if count == 0 { return }
      let isOfClass = key.pointee.direct.letters.holds(for: place, count)
      storeText(raw, count, isOfClass: isOfClass, key, slots, &marks)
    case .choice: _ = storeChoice(place, count, key, slots, &marks)
    default: return
    }
  }

  /// Stores a nonempty text as the value of a text field.
  ///
  /// - Parameter isOfClass: whether every character is in the field's class.
  @inline(__always)
  func storeText(
    _ raw: Value, _ count: Int, isOfClass: Bool, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ marks: inout FrameMarks
  ) {
    slots[Int(key.pointee.direct.slot)] = raw
    // A text of n > 0 bytes has between one and n characters.
    let isShort = isOfClass && count <= key.pointee.direct.most
    if key.pointee.direct.least <= 1 { return mark(key, slots, isShort, &marks) }
    // In plain ASCII JSON, each byte is one character. The only ASCII character of two bytes is the line break CR LF,
    // which plain JSON can't contain.
    let isExact = raw.flags & (Value.isPlainJSON | Value.isBeyondASCII) == Value.isPlainJSON
    if isExact {
      mark(key, slots, isShort && count >= key.pointee.direct.least, &marks)
    } else {
      markTested(key, slots, &marks)
    }
  }

  /// Stores a text as the value of a choice field. Returns false if the text isn't exactly one of the choices.
  @inline(__always)
  func storeChoice(
    _ place: UnsafeRawPointer, _ count: Int, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ marks: inout FrameMarks
  ) -> Bool {
    let choice = pointee.choices.baseAddress.unsafelyUnwrapped + Int(key.pointee.direct.choice)
    guard let table = choice.pointee.table else { return false }
    let text = KnownText(padded: place, count)
    let texts = pointee.choiceTexts.baseAddress.unsafelyUnwrapped
    let number = table.number(of: text, in: pointee.places) {
      (texts + $0).pointee.isSame(as: text)
    }
    guard number >= 0 else { return false }
    slots[Int(key.pointee.direct.slot)] = pointee.constants[Int(pointee.choiceItems[number])]
    if number &- choice.pointee.first == Int(key.pointee.direct.branchValues.choice) {
      marks.truths |= key.pointee.direct.branchBit
    }
    mark(key, slots, true, &marks)
    return true
  }

  /// Rejects an ASCII text that isn't exactly one of a field's choices. Leaves it to the evaluator if white space
  /// around it or other spellings must be considered.
  @inline(never)
  func refuseChoice(
    _ place: UnsafeRawPointer, _ count: Int, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ marks: inout FrameMarks
  ) {
    let choice = pointee.choices.baseAddress.unsafelyUnwrapped + Int(key.pointee.direct.choice)
    guard !choice.pointee.hasSpellings, !pointee.hasBlanks, count > 0, place.byte(0) > 0x20,
      place.byte(count - 1) > 0x20
    else {
      marks.hasLeft = true
      return
    }
    slots[Int(key.pointee.direct.slot)] = .unusable(.choice)
    marks.typed |= key.pointee.direct.bit
  }

  /// Stores a cell of a table. The cell is a text, whatever the type of its field.
  ///
  /// - Parameter place: the start of the text. At least sixteen bytes must be readable from each byte of the text.
  @inline(__always)
  func storeCell(
    _ place: UnsafeRawPointer, _ count: Int, _ raw: Value, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ marks: inout FrameMarks
  ) {
    switch key.pointee.direct.kind {
    case .integer:
      guard let integer = ExactDecimal.shortInteger(raw.bytes) else { return }
      storeNumber(integer, 0, key, slots, &marks)
    case .number:
      guard let number = ExactDecimal.parse(text: raw.bytes).number else { return }
      slots[Int(key.pointee.direct.slot)] = Value(number)
      markTested(key, slots, &marks)
    case .bool:
      let word = place.word(0)
      if count == 4, word & 0xFFFF_FFFF == 0x6575_7274 { storeBool(true, key, slots, &marks) }
      if count == 5, word & 0xFF_FFFF_FFFF == 0x65_736C_6166 {
        storeBool(false, key, slots, &marks)
      }
    default: storeTextOrChoice(place, count, raw, key, slots, &marks)
    }
  }

  /// Stores a number in lowest terms, `digits / 10^scale`. Returns false if it isn't a value of the field.
  @inline(__always)
  @discardableResult
  func storeNumber(
    _ digits: Int64, _ scale: UInt8, _ key: UnsafePointer<KeyEntry>,
    _ slots: UnsafeMutablePointer<Value>, _ marks: inout FrameMarks,
    _ stores: UnsafeMutablePointer<LevelStore>? = nil
  ) -> Bool {
    switch key.pointee.direct.kind {
    case .integer:
      guard scale == 0 else { return false }
      slots[Int(key.pointee.direct.slot)] = Value(integer: digits)
      marks.truths |= key.pointee.direct.branchValues.bits(of: digits, key.pointee.direct.branchBit)
      let isRight = key.pointee.direct.least <= digits && digits <= key.pointee.direct.most
      mark(key, slots, isRight, &marks, stores)
      return true
    case .number:
      slots[Int(key.pointee.direct.slot)] = Value(coefficient: digits, scale: scale)
      mark(key, slots, key.pointee.direct.keeps(number: digits, scale), &marks, stores)
      return true
    default: return false
    }
  }

  @inline(__always)
  func storeBool(
    _ bool: Bool, _ key: UnsafePointer<KeyEntry>, _ slots: UnsafeMutablePointer<Value>,
    _ marks: inout FrameMarks
  ) {
    guard key.pointee.direct.kind == .bool else { return }
    storeTruth(bool ? 1 : 0, key, slots, &marks)
  }

  /// Stores 1 for true or 0 for false as the value of a bool field.
  @inline(__always)
  func storeTruth(
    _ truth: UInt64, _ key: UnsafePointer<KeyEntry>, _ slots: UnsafeMutablePointer<Value>,
    _ marks: inout FrameMarks
  ) {
    slots[Int(key.pointee.direct.slot)] = Value(.bool, flags: UInt8(truncatingIfNeeded: truth))
    marks.truths |= key.pointee.direct.branchBit & (0 &- truth)
    mark(key, slots, true, &marks)
  }

  /// Stores a record or a list whose frames are all valid as the value of its field.
  @inline(__always)
  func storeStructure(
    _ structure: Value, _ key: UnsafePointer<KeyEntry>, _ slots: UnsafeMutablePointer<Value>,
    _ marks: inout FrameMarks, _ stores: UnsafeMutablePointer<LevelStore>
  ) {
    slots[Int(key.pointee.direct.slot)] = structure
    marks.inside |= key.pointee.direct.bit
    let count = Int64(truncatingIfNeeded: structure.itemCount)
    let isRight = key.pointee.direct.least <= count && count <= key.pointee.direct.most
    mark(key, slots, isRight, &marks, stores)
  }

  /// Marks a field whose value has been stored.
  ///
  /// - Parameter isRight: whether the value obeys the rules that the key's `DirectField` represents.
  @inline(__always)
  private func mark(
    _ key: UnsafePointer<KeyEntry>, _ slots: UnsafeMutablePointer<Value>, _ isRight: Bool,
    _ marks: inout FrameMarks, _ stores: UnsafeMutablePointer<LevelStore>? = nil
  ) {
    let bit = key.pointee.direct.bit
    marks.typed |= bit
    guard isRight else { return }
    if !key.pointee.direct.hasTests
      || keepsTests(key, from: key.pointee.direct.firstTest, slots, marks.inside, stores)
    {
      marks.settled |= bit
    }
  }

  /// Marks a field whose value has been stored, if its `DirectField` itself can't decide whether the value obeys the
  /// rules.
  @inline(never)
  private func markTested(
    _ key: UnsafePointer<KeyEntry>, _ slots: UnsafeMutablePointer<Value>, _ marks: inout FrameMarks
  ) {
    marks.typed |= key.pointee.direct.bit
    if keepsTests(key, from: key.pointee.direct.startTest, slots, marks.inside, nil) {
      marks.settled |= key.pointee.direct.bit
    }
  }

  /// Whether the tests from `first` on certainly hold for the value in a field's slot.
  ///
  /// - Parameters:
  ///   - inside: the bits of the valid records and lists of the frame.
  ///   - stores: the levels with the frames of these records and lists.
  @inline(never)
  private func keepsTests(
    _ key: UnsafePointer<KeyEntry>, from first: Int32, _ slots: UnsafeMutablePointer<Value>,
    _ inside: UInt64, _ stores: UnsafeMutablePointer<LevelStore>?
  ) -> Bool {
    let value = slots + Int(key.pointee.direct.slot)
    let tests = pointee.fastTests.baseAddress.unsafelyUnwrapped
    var test = tests + Int(first)
    let end = tests + Int(key.pointee.direct.endTest)
    while test < end {
      switch test.pointee.kind {
      case .distinct:
        guard let stores, stores.areDistinct(value.pointee, test.pointee.member) else {
          return false
        }
      case .sum:
        let cells = value - key.pointee.direct.bit.trailingZeroBitCount
        guard let stores, inside & 1 &<< UInt64(test.pointee.payload) != 0,
          stores.isSum(value.pointee, of: cells[Int(test.pointee.payload)], test.pointee.member)
        else { return false }
      default:
        if !test.pointee.surelyHolds(forShort: value.pointee),
          test.pointee.verdict(for: value.pointee, self) != .yes
        {
          return false
        }
      }
      test += 1
    }
    return true
  }
}

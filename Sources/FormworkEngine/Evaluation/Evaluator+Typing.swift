// Conversion of a reader's input to a value of the field's type. It is lossless or fails.

extension Evaluator {
  /// Returns the value of a raw input: blank, typed, or unusable.
  func typed(_ raw: Value, _ type: FieldType, _ frame: Frame) -> Value {
    switch raw.kind {
    case .blank, .null: .blank
    case .text: raw.high == 0 ? .blank : typedText(raw, type, frame)
    case .jsonNumber: typedNumber(raw, type, frame)
    case .bool: typedBool(raw, type, frame)
    case .record, .list, .json: typedStructure(raw, type, frame)
    default: .unusable(.type)
    }
  }

  private func typedText(_ raw: Value, _ type: FieldType, _ frame: Frame) -> Value {
    switch type {
    case .plain(.string), .plain(.any): return raw
    case .list(let level): return splitList(raw, Int(level), frame)
    case .either(let number): return taken(raw, number, frame)
    default: break
    }
    let text = raw.bytes.trimmed
    if text.isEmpty { return .blank }
    if case .choice(let choice) = type {
      return chosen(text, Int(choice)) ?? .unusable(.choice)
    }
    if raw.flags & Value.isPlainValue != 0, case .formatted(let format) = type {
      let format = program.formats[Int(format)]
      // A number in a workbook may be a year.
      return format.kind.value(of: text)
        ?? (format.allowsPartialDates ? Evaluator.formatted(text, format) : nil)
        ?? .unusable(.type)
    }
    return Evaluator.scalar(text, type, program.formats) ?? .unusable(.type)
  }

  /// Returns the value of a text in a type of single values, or nil if the text isn't valid. There must be no white
  /// space around the text.
  static func scalar(
    _ text: TextBytes, _ type: FieldType, _ formats: [FieldFormat]
  ) -> Value? {
    switch type {
    case .plain(let kind): kind.value(of: text)
    case .formatted(let format): formatted(text, formats[Int(format)])
    case .choice, .record, .list, .either: nil
    }
  }

  /// Returns the value of a raw input in the first of several types that takes it.
  private func taken(_ raw: Value, _ alternatives: Int32, _ frame: Frame) -> Value {
    var isBlank = false
    for type in program.alternatives[Int(alternatives)] {
      let value = typed(raw, type, frame)
      if value.isUsable { return value }
      isBlank = isBlank || value.kind == .blank
    }
    return isBlank ? .blank : .unusable(.type)
  }

  /// Splits a text into the trimmed items of a list, and returns the list.
  private func splitList(_ raw: Value, _ level: Int, _ frame: Frame) -> Value {
    let separator = program.levels[level].splitSeparator
    guard !separator.isEmpty else {
      return raw.bytes.isWhiteSpace ? .blank : .unusable(.type)
    }
    if raw.bytes.isWhiteSpace { return .blank }
    let first = workspace.stores[level].frameCount
    let input = plan.levels[level].itemInput
    var hasRoom = true
    separator.withUnsafeBufferPointer { separator in
      raw.bytes.forEachPart(between: separator) { part in
        hasRoom = hasRoom && workspace.stores.hasRoom(level)
        guard hasRoom else { return }
        let item = workspace.addFrame(level: level, parent: frame.index)
        let cell = part.trimmed
        workspace.setInput(
          level, item, input,
          Value(
            text: cell, flags: (cell.isASCII ? 0 : 1) | raw.flags & Value.isPlainValue,
            extra: raw.extra))
      }
    }
    guard hasRoom else {
      state.pointee.exceed(workspace.stores.overflow(level))
      return .unusable(.type)
    }
    let count = workspace.stores[level].frameCount - first
    return .list(level: level, first: first, count: count, offset: raw.extra)
  }

  /// Returns the choice that a text denotes.
  func chosen(_ text: TextBytes, _ choice: Int, anyCase: Bool = false) -> Value? {
    let range = plan.choices[choice]
    if range.end - range.first > ChoicePlan.walkedCount {
      return indexedChoice(text, choice, anyCase: anyCase)
    }
    // ASCII texts are equal only if their bytes are.
    let isExact = !anyCase && range.isASCII && text.isASCII
    for index in range.first..<range.end {
      let value = plan.constants[Int(plan.choiceItems[index])]
      let isSame =
        isExact
        ? value.bytes.hasSameBytes(as: text) : value.bytes.equals(text, anyCase: anyCase)
      if isSame { return value }
    }
    return range.hasSpellings ? indexedChoice(text, choice, anyCase: anyCase) : nil
  }

  static func formatted(_ text: TextBytes, _ format: FieldFormat) -> Value? {
    switch format {
    case .number(let format):
      return ExactDecimal.parse(text: text, format: format).number.map { Value($0) }
    case .integer(let format):
      let number = ExactDecimal.parse(text: text, format: format).number
      return number?.asInt64.map { Value(integer: $0) }
    case .moment(_, let formats):
      for format in formats {
        if let value = format.parse(text) { return value }
      }
      return nil
    case .bool(let yes, let no):
      func isText(_ word: String) -> Bool {
        var word = word
        return word.withUTF8 { text.equals($0, anyCase: true) }
      }
      if isText(yes) { return Value(bool: true) }
      return isText(no) ? Value(bool: false) : nil
    }
  }

  private func typedNumber(_ raw: Value, _ type: FieldType, _ frame: Frame) -> Value {
    switch type {
    case .either(let number): taken(raw, number, frame)
    case .plain(.any): raw
    case .plain(let kind): kind.value(ofNumber: raw.bytes) ?? .unusable(.type)
    case .formatted(let format):
      program.formats[Int(format)].kind.value(ofNumber: raw.bytes) ?? .unusable(.type)
    case .choice: .unusable(.choice)
    case .record, .list: .unusable(.type)
    }
  }

  private func typedBool(_ raw: Value, _ type: FieldType, _ frame: Frame) -> Value {
    switch type {
    case .either(let number): return taken(raw, number, frame)
    case .plain(.bool), .plain(.any): return Value(bool: raw.bool)
    case .formatted(let format):
      if case .bool = program.formats[Int(format)] { return Value(bool: raw.bool) }
      return .unusable(.type)
    case .choice: return .unusable(.choice)
    default: return .unusable(.type)
    }
  }

  private func typedStructure(_ raw: Value, _ type: FieldType, _ frame: Frame) -> Value {
    switch type {
    case .plain(.any): return raw
    case .record(let level):
      if let value = structure(raw, Int(level), isList: false, frame) { return value }
    case .list(let level):
      guard let value = structure(raw, Int(level), isList: true, frame) else { break }
      return value.itemCount == 0 ? .blank : value
    case .choice: return .unusable(.choice)
    default: break
    }
    return .unusable(.type)
  }

  /// Returns a record or list as frames of a level. The frames were read already, or are parsed again from the bytes of
  /// `raw`.
  private func structure(_ raw: Value, _ level: Int, isList: Bool, _ frame: Frame) -> Value? {
    if raw.kind == (isList ? .list : .record) { return raw.level == level ? raw : nil }
    guard raw.kind == .json, raw.flags == (plan.levels[level].isArray ? 1 : 2) else { return nil }
    let value = try? JSONReader.readAgain(
      raw.bytes, offset: raw.extra, level: level, frame: frame.index, into: workspace)
    if plan.hasBlanks { clearBlanks() }
    return value
  }

  /// Fills the record or the items of the list in a field.
  ///
  /// - Returns: whether nothing in the value is left to judge.
  func fillInside(_ value: Value) -> Bool {
    if value.kind == .list { return fillItems(value) }
    return fill(Frame(level: value.level, index: value.firstFrame))
  }

  private func fillItems(_ list: Value) -> Bool {
    let isRecord = plan.levels[list.level].itemIsRecord
    var isSettled = true
    for offset in 0..<list.itemCount {
      let frame = Frame(level: list.level, index: list.firstFrame &+ offset)
      let isItemSettled = isRecord ? fillRecordItem(frame) : fill(frame)
      isSettled = isSettled && isItemSettled
    }
    return isSettled
  }

  /// Fills an item that should be a record. If the item isn't a record, marks its cell as unusable.
  private func fillRecordItem(_ frame: Frame) -> Bool {
    let level = plan.levels[frame.level]
    let raw = workspace.input(frame.level, frame.index, level.itemInput)
    switch raw.kind {
    case .record:
      let isSettled = fill(frame)
      workspace.setCell(frame.level, frame.index, level.itemCell, raw)
      return isSettled && keepsPlainRules(raw, of: level.itemField)
    case .blank, .null:
      workspace.setCell(frame.level, frame.index, level.itemCell, .unusable(.required))
    case .text where raw.bytes.isWhiteSpace:
      workspace.setCell(frame.level, frame.index, level.itemCell, .unusable(.required))
    default: workspace.setCell(frame.level, frame.index, level.itemCell, .unusable(.type))
    }
    return false
  }

  /// Returns a text after its field's cleaning.
  func clean(_ raw: Value, _ cleaning: Cleaning) -> Value {
    let text = TextDraft(raw.bytes, cleaning).text(in: &workspace.scratch.pointee)
    return Value(text: text, flags: text.isASCII ? 0 : 1, extra: raw.extra)
  }
}

/// A text that is being cleaned. There are at most two copies of a long text at a time.
struct TextDraft {
  /// A part of the record, or of `made`.
  private var text: TextBytes
  /// The rewritten text, or nil if only the ends were changed.
  private var made: [UInt8]?

  init(_ text: TextBytes, _ cleaning: Cleaning) {
    self.text = text
    if cleaning.halfwidth { rewrite { $0.appendUsualWidth(to: &$1) } }
    if let characters = cleaning.without { rewrite { $0.append(without: characters, to: &$1) } }
    if cleaning.trimmed { self.text = self.text.trimmed }
    switch cleaning.letterCase {
    case .lower: rewrite { $0.appendLowercased(to: &$1) }
    case .upper: rewrite { $0.appendUppercased(to: &$1) }
    case nil: break
    }
  }

  private mutating func rewrite(_ write: (TextBytes, inout [UInt8]) -> Void) {
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    write(text, &out)
    let isSame = out.withUnsafeBufferPointer { $0.hasSameBytes(as: text) }
    if isSame { return }
    // An array's bytes don't move while it is alive.
    text = withExtendedLifetime(made) { out.withUnsafeBufferPointer { $0 } }
    made = out
  }

  var string: String { withExtendedLifetime(made) { text.makeString() } }

  /// Returns the text, which is valid as long as the arena's contents are.
  func text(in arena: inout ScratchArena) -> TextBytes {
    guard let made else { return text }
    return withExtendedLifetime(made) { arena.add(text, of: made) }
  }
}

// Values in messages: in the notation of the data, the form or the type's format. Choices are shown by their labels.

internal import FormworkSyntax

extension Evaluator {
  /// Returns the value of an operand for messages. A field's value is shown as in other messages about the field, a
  /// literal as in the form, and any other value as in products.
  func shown(_ operand: Int32, _ frame: Frame) -> ShownValue {
    switch program.view(operand) {
    case .constant(let number):
      return .value(value(of: operand, frame), written: program.literalTexts[Int32(number)])
    case .cell(_, _, let field):
      let value = value(of: operand, frame)
      return placed(field, from: frame).map { shown(value, $0.field, $0.home) } ?? .value(value)
    case .member(let record, let inner):
      let record = value(of: record, frame)
      guard record.kind == .record else {
        // A blank bool is false in conditions, but shown as blank here.
        return .value(record.kind == .blank ? .blank : value(of: operand, frame))
      }
      return shown(inner, Frame(level: record.level, index: record.firstFrame))
    case .outside(let inner, let depth): return shown(inner, state.pointee.framesAround[depth])
    case .firstInForce(let fields):
      return fields.first { value(of: $0, frame).isUsable }.map { shown($0, frame) }
        ?? .value(value(of: operand, frame))
    case .question:
      return shownElsewhere(plan.nodes[Int(operand)], frame) ?? .value(value(of: operand, frame))
    default: return .value(value(of: operand, frame))
    }
  }

  /// Returns a value of a field for messages. A choice is shown by its label. A time of day is shown as in the data,
  /// and so is a value with a format if the data has it as text. Any other value with a format is shown in the first
  /// format.
  func shown(_ value: Value, _ field: Int32, _ home: Frame) -> ShownValue {
    guard value.isUsable else { return .value(value) }
    switch program.type(of: value, in: program.fields[Int(field)].type) {
    case .choice(let number):
      let choices = program.choices[Int(number)]
      let label = choices.number(of: value.text).map { choices.labels[$0] } ?? -1
      return .value(value, label: label)
    case .formatted(let number):
      let text =
        writtenInput(Int(field), home)?.shortText ?? program.formats[Int(number)].text(of: value)
      return .value(value, written: text)
    // Shown as in the data, which often leaves out seconds that are zero.
    case .plain(.time), .plain(.dateTime):
      return .value(value, written: writtenInput(Int(field), home)?.shortText)
    default: return .value(value)
    }
  }

  /// Returns the first items of a list of values for messages, until they take 1,000 bytes in total. Returns nil for
  /// other values, and for lists of records or of lists.
  ///
  /// - Parameter limit: the maximum number of items.
  package func listedItems(
    of list: Value, listing limit: Int
  ) -> (first: [ShownValue], count: Int)? {
    guard list.kind == .list, !plan.levels[list.level].itemIsRecord else { return nil }
    let level = plan.levels[list.level]
    if program.fields[level.itemField].type.isStructured { return nil }
    var first: [ShownValue] = []
    var room = Value.shownCharacters
    for offset in 0..<min(limit, list.itemCount) where room > 0 {
      let home = Frame(level: list.level, index: list.firstFrame + offset)
      let value = workspace.cell(home.level, home.index, level.itemCell)
      let raw = preferredInput(level.itemField, home)
      let item: ShownValue =
        value.isUsable
        ? shown(value, Int32(level.itemField), home)
        : .value(isBlank(raw, Int(level.itemField)) ? .blank : raw)
      first.append(item)
      room -= item.text.utf8.count
    }
    return (first, list.itemCount)
  }

  /// Returns the text that the value of a field was parsed from. Returns nil if the input isn't a text, or is blank.
  func writtenInput(_ field: Int, _ home: Frame) -> Value? {
    let raw = preferredInput(field, home)
    return raw.kind == .text && raw.flags & Value.isPlainValue == 0 && !isBlank(raw, field)
      ? raw : nil
  }
}

// How values stand in messages: as the data, the form or a type's format writes them.

internal import FormworkSyntax

extension Evaluator {
  /// How an operand is written: a field as its record or its type writes it, a literal as the form does; nil where
  /// that is as products write it.
  func written(_ operand: Int32, _ frame: Frame) -> String? {
    switch program.view(operand) {
    case .constant(let number): return program.literalTexts[Int32(number)]
    case .cell(_, _, let field):
      return placed(field, from: frame).flatMap {
        written(value(of: operand, frame), $0.field, $0.home)
      }
    case .member(let record, let inner):
      let record = value(of: record, frame)
      guard record.kind == .record else { return nil }
      return written(inner, Frame(level: record.level, index: record.firstFrame))
    case .outside(let inner, let depth): return written(inner, state.pointee.framesAround[depth])
    case .firstInForce(let fields):
      return fields.first { value(of: $0, frame).isUsable }.flatMap { written($0, frame) }
    default: return nil
    }
  }

  /// How a value of a field is written: as it came, if it came as a text in a format of its type or is a time of a
  /// day, else as the first format of the type writes it.
  func written(_ value: Value, _ field: Int32, _ home: Frame) -> String? {
    guard value.isUsable else { return nil }
    switch program.fields[Int(field)].type {
    case .formatted(let number):
      return writtenInput(Int(field), home)?.shortText
        ?? program.formats[Int(number)].text(of: value)
    // Data leave out seconds that are zero.
    case .time, .dateTime: return writtenInput(Int(field), home)?.shortText
    default: return nil
    }
  }

  /// The first items of a list of values, written in the same way: as many as have 1,000 bytes together, and one more;
  /// nil for other values, also for lists of records or of lists.
  ///
  /// - Parameter limit: how many of them are wanted.
  package func listedItems(of list: Value, listing limit: Int) -> FailedRule.Choices? {
    guard list.kind == .list, !plan.levels[list.level].itemIsRecord else { return nil }
    let level = plan.levels[list.level]
    if program.fields[level.itemField].type.isStructured { return nil }
    var texts: [String] = []
    var room = Value.shownCharacters
    for offset in 0..<min(limit, list.itemCount) where room > 0 {
      let home = Frame(level: list.level, index: list.firstFrame + offset)
      let value = workspace.cell(home.level, home.index, level.itemCell)
      let text =
        written(value, Int32(level.itemField), home)
        ?? (value.isUsable ? value : preferredInput(level.itemField, home)).shortText
      texts.append(text)
      room -= text.utf8.count
    }
    return FailedRule.Choices(values: [], texts: texts, count: list.itemCount, isSecret: false)
  }

  /// The text that the value of a field was read from; nil where it is another value, or stands in for a blank one.
  func writtenInput(_ field: Int, _ home: Frame) -> Value? {
    let raw = preferredInput(field, home)
    return raw.kind == .text && !isBlank(raw, field) ? raw : nil
  }
}

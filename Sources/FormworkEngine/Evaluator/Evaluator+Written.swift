// How values stand in messages: as the data, the form or a type's format writes them.

internal import FormworkSyntax

extension Evaluator {
  /// How an operand is written: a field as its record or its type writes it, a literal as the form does; nil where
  /// that is as products write it.
  func written(_ operand: Int32, _ frame: Frame) -> String? {
    switch program.view(operand) {
    case .constant(let number): return program.literalTexts[Int32(number)]
    case .cell(_, _, let field):
      var home = frame
      while home.level != program.fields[Int(field)].level, home.level > 0 {
        home = Frame(
          level: plan.levels[home.level].parent, index: workspace.parent(home.level, home.index))
      }
      return written(value(of: operand, frame), field, home)
    case .member(let record, let inner):
      let record = value(of: record, frame)
      guard record.kind == .record else { return nil }
      return written(inner, Frame(level: record.level, index: record.firstFrame))
    case .outside(let inner, let depth): return written(inner, state.pointee.framesAround[depth])
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

  /// The text that the value of a field was read from; nil where it is another value, or stands in for a blank one.
  func writtenInput(_ field: Int, _ home: Frame) -> Value? {
    let raw = preferredInput(field, home)
    return raw.kind == .text && !isBlank(raw, field) ? raw : nil
  }
}

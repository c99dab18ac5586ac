// Products as columns, whose types are those of the fields.

internal import FormworkEngine

/// Builds the column of the products of some records.
struct ProductColumns {
  /// A value of the products of a level.
  private struct Part {
    var cell: Int
    var column: ResultColumn
    /// What is inside of a block.
    var parts: [Part] = []
    var isBlock = false
    /// The level of a record's fields or a list's items.
    var level: Int?
    var name: String
  }

  private let writer: ProductWriter
  private let layouts: [ProductLayout]
  private let program: Program
  private let root: [Part]
  let column: ResultColumn

  /// A value that its column cannot hold.
  struct Misfit: Error {
    let field: String
    let value: String
  }

  init(_ program: Program) {
    self.program = program
    writer = ProductWriter(program)
    layouts = program.productLayouts
    root = ProductColumns.parts(layouts[0].values, program, layouts)
    column = ResultColumn("product", .record, root.map { $0.column })
  }

  private static func parts(
    _ values: [ProductValue], _ program: Program, _ layouts: [ProductLayout]
  ) -> [Part] {
    values.map { value in
      guard let field = value.field else {
        let inner = parts(value.values, program, layouts)
        let column = ResultColumn(value.name, .record, inner.map { $0.column })
        return Part(
          cell: value.cell, column: column, parts: inner, isBlock: true, name: value.name)
      }
      return part(value.name, value.cell, program.field(field), program, layouts)
    }
  }

  private static func part(
    _ name: String, _ cell: Int, _ field: FieldView, _ program: Program,
    _ layouts: [ProductLayout]
  ) -> Part {
    guard let level = field.level.map({ Int($0) }) else {
      let column = ResultColumn(name, kind(of: field, program))
      return Part(cell: cell, column: column, name: name)
    }
    if field.kind == .list {
      let item =
        if let own = layouts[level].itemCell, let number = field.item {
          part("item", own, program.field(number), program, layouts)
        } else {
          record("item", level, program, layouts)
        }
      let column = ResultColumn(name, .list, [item.column])
      return Part(cell: cell, column: column, parts: [item], level: level, name: name)
    }
    var record = record(name, level, program, layouts)
    record.cell = cell
    return record
  }

  private static func record(
    _ name: String, _ level: Int, _ program: Program, _ layouts: [ProductLayout]
  ) -> Part {
    let inner = parts(layouts[level].values, program, layouts)
    let column = ResultColumn(name, .record, inner.map { $0.column })
    return Part(cell: -1, column: column, parts: inner, level: level, name: name)
  }

  private static func kind(of field: FieldView, _ program: Program) -> ResultColumn.Kind {
    switch field.kind {
    case .string, .choice, .any, .list, .record: .text
    case .int: .integer
    case .bool: .bool
    case .number: .decimal(scale: scale(of: field, program))
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    case .instant: .instant
    }
  }

  /// How many digits stand after the point: as many as a rule lets there be, else eighteen.
  private static func scale(of field: FieldView, _ program: Program) -> Int {
    guard field.number >= 0 else { return 18 }
    func most(_ condition: Int32) -> Int? {
      switch program.view(condition) {
      case .and(let first, let second): return most(first) ?? most(second)
      case .defined(let inner, _): return most(inner)
      case .word(.decimals, _, _):
        let maximum = program.limits(of: condition).maximum
        guard maximum >= 0, case .constant(let number) = program.view(maximum),
          let most = program.constant(number).value.number.asInt64
        else { return nil }
        return Int(most)
      default: return nil
      }
    }
    let limits = program.details(ofField: field.number).rules.compactMap { most($0.condition) }
    return min(limits.min() ?? 18, 37)
  }
}

// MARK: - Values

extension ProductColumns {
  /// Adds the product of the record that an evaluator holds and accepted.
  func append(_ evaluator: Evaluator) throws(Misfit) {
    try append(root, level: 0, frame: 0, evaluator)
    column.endRecord()
  }

  func appendNull() { column.appendNull() }

  private func append(
    _ parts: [Part], level: Int, frame: Int, _ evaluator: Evaluator
  ) throws(Misfit) {
    for part in parts {
      let value = evaluator.cells(level, frame)[part.cell]
      guard value.isUsable else {
        part.column.appendNull()
        continue
      }
      if part.isBlock {
        try append(part.parts, level: level, frame: frame, evaluator)
        part.column.endRecord()
      } else {
        try append(value, part, evaluator)
      }
    }
  }

  private func append(
    _ value: Value, _ part: Part, _ evaluator: Evaluator
  ) throws(Misfit) {
    switch part.column.kind {
    case .bool: part.column.append(value.bool)
    case .text: append(text: value, to: part.column, evaluator)
    case .integer:
      guard let integer = value.smallInteger else { throw misfit(value, part) }
      part.column.append(integer)
    case .decimal(let scale):
      guard let digits = value.number.digits(places: scale) else { throw misfit(value, part) }
      part.column.append(digits)
    case .date: part.column.append(Int64(value.date.dayNumber))
    case .time: part.column.append(value.time.nanosecondOfDay)
    case .dateTime, .instant:
      guard let count = value.dateTime.microseconds else { throw misfit(value, part) }
      part.column.append(count)
    case .list:
      for frame in value.firstFrame..<(value.firstFrame + value.itemCount) {
        let item = part.parts[0]
        if item.level == nil || item.cell >= 0 {
          let own = evaluator.cells(value.level, frame)[item.cell]
          if own.isUsable { try append(own, item, evaluator) } else { item.column.appendNull() }
        } else {
          try append(item.parts, level: value.level, frame: frame, evaluator)
          item.column.endRecord()
        }
      }
      part.column.endList()
    case .record:
      try append(part.parts, level: value.level, frame: value.firstFrame, evaluator)
      part.column.endRecord()
    case .hash: part.column.appendNull()
    }
  }

  /// A text as it is, anything else as JSON.
  private func append(text value: Value, to column: ResultColumn, _ evaluator: Evaluator) {
    if value.kind == .text { return column.append(value.bytes) }
    var buffer = ByteBuffer()
    writer.writeOther(value, evaluator, to: &buffer)
    column.append(buffer.bytes)
  }

  private func misfit(_ value: Value, _ part: Part) -> Misfit {
    Misfit(field: part.name, value: value.text)
  }
}

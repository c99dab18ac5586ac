// Builds columns of products; the types of the columns are those of the fields.

internal import FormworkEngine
internal import FormworkSyntax

/// Builds the column that contains the products of some records.
final class ProductColumns {
  /// A value in the products of a level.
  private struct Part {
    var cell: Int
    /// The cells of other fields or blocks with this name, in branches that exclude each other.
    var others: [Int] = []
    var column: ResultColumn
    /// The parts inside a block.
    var parts: [Part] = []
    var isBlock = false
    /// The level of a record's fields or a list's items.
    var level: Int?
    var name: String
  }

  /// A part as used at run time. It has no class references, which would cost reference counting for each value.
  private struct Step {
    let cell: Int
    let others: UnsafeMutableBufferPointer<Int>
    let rows: UnsafeMutablePointer<ResultRows>
    let steps: UnsafeMutableBufferPointer<Step>
    let isBlock: Bool
    /// Whether this is an item with fields rather than an item with a cell of its own.
    let isRecordItem: Bool
    /// The index of the value's name in `names`.
    let name: Int
  }

  private let writer: ProductWriter
  private let root: UnsafeMutableBufferPointer<Step>
  private let names: [String]
  let column: ResultColumn

  /// A value that its column can't hold.
  struct Misfit: Error {
    let field: String
    let value: String
  }

  init(_ program: Program) {
    writer = ProductWriter(program)
    let layouts = program.productLayouts
    let parts = ProductColumns.parts(layouts[0].values, program, layouts)
    column = ResultColumn("product", .record, parts.map { $0.column })
    var names: [String] = []
    root = ProductColumns.steps(of: parts, &names)
    self.names = names
  }

  deinit { ProductColumns.deallocate(root) }

  private static func steps(
    of parts: [Part], _ names: inout [String]
  ) -> UnsafeMutableBufferPointer<Step> {
    let steps = UnsafeMutableBufferPointer<Step>.allocate(capacity: parts.count)
    for (number, part) in parts.enumerated() {
      names.append(part.name)
      let name = names.count - 1
      let others = UnsafeMutableBufferPointer<Int>.allocate(capacity: part.others.count)
      _ = others.initialize(from: part.others)
      steps.initializeElement(
        at: number,
        to: Step(
          cell: part.cell, others: others, rows: part.column.rows,
          steps: ProductColumns.steps(of: part.parts, &names), isBlock: part.isBlock,
          isRecordItem: part.level != nil && part.cell < 0, name: name))
    }
    return steps
  }

  private static func deallocate(_ steps: UnsafeMutableBufferPointer<Step>) {
    for step in steps {
      step.others.deallocate()
      deallocate(step.steps)
    }
    steps.deallocate()
  }

  /// Reserves space for records.
  func reserve(_ count: Int) {
    for step in root { step.rows.pointee.reserve(count) }
  }

  private static func parts(
    _ values: [ProductValue], _ program: Program, _ layouts: [ProductLayout]
  ) -> [Part] {
    let parts = values.map { value in
      guard let field = value.field else {
        let inner = self.parts(value.values, program, layouts)
        return block(value.name, value.cell, inner)
      }
      return part(value.name, value.cell, program.field(field), program, layouts)
    }
    return united(parts)
  }

  private static func block(_ name: String, _ cell: Int, _ parts: [Part]) -> Part {
    let column = ResultColumn(name, .record, parts.map { $0.column })
    return Part(cell: cell, column: column, parts: parts, isBlock: true, name: name)
  }

  /// Merges parts with the same name, which are in branches that exclude each other. A block isn't merged with a field.
  private static func united(_ parts: [Part]) -> [Part] {
    var places = [OrderedDictionary<String, Int>(), OrderedDictionary<String, Int>()]
    var united: [Part] = []
    for part in parts {
      let kind = part.isBlock ? 1 : 0
      if let place = places[kind][part.name] {
        united[place] = self.united(united[place], part)
      } else {
        places[kind][part.name] = united.count
        united.append(part)
      }
    }
    return united
  }

  private static func united(_ first: Part, _ second: Part) -> Part {
    var part = first
    if first.isBlock {
      part = block(first.name, first.cell, united(first.parts + second.parts))
    } else if let kind = first.column.kind.united(with: second.column.kind) {
      part.column = ResultColumn(first.name, kind)
    } else {
      // Values of different types are written as JSON, and so are records and lists.
      part = Part(cell: first.cell, column: ResultColumn(first.name, .json), name: first.name)
    }
    part.others = first.others + [second.cell] + second.others
    return part
  }

  private static func part(
    _ name: String, _ cell: Int, _ field: FieldView, _ program: Program,
    _ layouts: [ProductLayout]
  ) -> Part {
    guard let level = field.level.map({ Int($0) }) else {
      let column = ResultColumn(name, kind(of: field, program))
      return Part(cell: cell, column: column, name: name)
    }
    // The keys of a list by name differ from record to record.
    if field.key != nil {
      return Part(cell: cell, column: ResultColumn(name, .json), name: name)
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
    // Values of different types are written as JSON.
    if field.kind == .either { return .json }
    if field.allowsPartialDates { return .text }
    return switch field.kind.row.operand {
    case .any: .json
    case .int: .integer
    case .bool: .bool
    case .number: .decimal(scale: scale(of: field, program))
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    case .instant: .instant
    default: .text
    }
  }

  /// Returns the number of digits after the decimal point: the maximum that a rule allows, otherwise eighteen.
  private static func scale(of field: FieldView, _ program: Program) -> Int {
    guard field.number >= 0 else { return 18 }
    let limits = program.details(ofField: field.number).rules.compactMap { rule -> Int? in
      let decimals = program.formula(of: rule.condition).conjuncts.lazy.compactMap {
        constraint -> Int? in
        guard case .decimals = constraint.measure, !constraint.isNegated,
          case .interval(_, let most?) = program.values(of: constraint)
        else { return nil }
        return most.value.number.asInt64.map { Int($0) }
      }
      return decimals.first
    }
    return min(limits.min() ?? 18, 37)
  }
}

extension ResultColumn.Kind {
  /// Returns a kind that can hold the values of both kinds, or nil if no kind can.
  fileprivate func united(with other: ResultColumn.Kind) -> ResultColumn.Kind? {
    switch (self, other) {
    case (.decimal(let scale), .decimal(let otherScale)): .decimal(scale: max(scale, otherScale))
    case (.bool, .bool), (.text, .text), (.json, .json), (.integer, .integer), (.date, .date),
      (.time, .time), (.dateTime, .dateTime), (.instant, .instant):
      self
    default: nil
    }
  }
}

// MARK: - Values

extension ProductColumns {
  /// Adds the product of the evaluator's current record, which must be accepted.
  func append(_ evaluator: Evaluator) throws(Misfit) {
    try append(root, level: 0, frame: 0, evaluator)
    column.rows.pointee.endRecord()
  }

  func appendNull() { column.rows.pointee.appendNull() }

  private func append(
    _ steps: UnsafeMutableBufferPointer<Step>, level: Int, frame: Int, _ evaluator: Evaluator
  ) throws(Misfit) {
    let cells = evaluator.cells(level, frame)
    for step in steps {
      var value = cells[step.cell]
      for other in step.others where !value.isUsable { value = cells[other] }
      guard value.isUsable else {
        step.rows.pointee.appendNull()
        continue
      }
      if step.isBlock {
        try append(step.steps, level: level, frame: frame, evaluator)
        step.rows.pointee.endRecord()
      } else {
        try append(value, step, evaluator)
      }
    }
  }

  private func append(
    _ value: Value, _ step: Step, _ evaluator: Evaluator
  ) throws(Misfit) {
    let rows = step.rows
    switch rows.pointee.kind {
    case .bool: rows.pointee.append(value.bool)
    case .text where value.kind == .date: rows.pointee.append(Array(value.text.utf8))
    case .text: rows.pointee.append(value.bytes)
    case .json:
      var json = ByteBuffer()
      writer.writeOther(value, evaluator, to: &json)
      rows.pointee.append(json.bytes)
    case .integer:
      guard let integer = value.smallInteger else { throw misfit(value, step) }
      rows.pointee.append(integer)
    case .decimal(let scale):
      guard let digits = value.number.digits(places: scale) else { throw misfit(value, step) }
      rows.pointee.append(digits)
    case .date: rows.pointee.append(Int64(value.date.dayNumber))
    case .time: rows.pointee.append(value.time.nanosecondOfDay)
    case .dateTime, .instant:
      guard let count = value.dateTime.microseconds else { throw misfit(value, step) }
      rows.pointee.append(count)
    case .list:
      for frame in value.firstFrame..<(value.firstFrame + value.itemCount) {
        let item = step.steps[0]
        if item.isRecordItem {
          try append(item.steps, level: value.level, frame: frame, evaluator)
          item.rows.pointee.endRecord()
        } else {
          let own = evaluator.cells(value.level, frame)[item.cell]
          if own.isUsable {
            try append(own, item, evaluator)
          } else {
            item.rows.pointee.appendNull()
          }
        }
      }
      rows.pointee.endList()
    case .record:
      try append(step.steps, level: value.level, frame: value.firstFrame, evaluator)
      rows.pointee.endRecord()
    case .hash: rows.pointee.appendNull()
    }
  }

  private func misfit(_ value: Value, _ step: Step) -> Misfit {
    Misfit(field: names[step.name], value: value.text)
  }
}

// Compares the order of the columns with that of the fields.

internal import FormworkSyntax

extension TableReader {
  /// Returns a problem for the first column whose field comes, in the form, before the field of the previous column.
  /// Returns nil if the columns are in the order of the fields.
  func misplacedColumn(_ program: Program) -> TableProblem? {
    let order = FieldOrder(program)
    var last: (position: Int, place: [Int])?
    for position in columns.indices where position != problemsColumn {
      let place = place(of: targets[position], order)
      if let last, place.lexicographicallyPrecedes(last.place) {
        return .misplacedColumn(
          columns[position], position: position, later: columns[last.position])
      }
      last = (position, place)
    }
    return nil
  }

  /// Returns the place of a column's field in the form. It consists of the positions of the records and lists around
  /// the field, the outermost first, and of the field's own position. The position of a list is followed by the index
  /// of the item.
  private func place(of target: Target, _ order: FieldOrder) -> [Int] {
    let input = NumberedInput(level: target.level, input: target.input)
    guard let list = lists.first(where: { $0.levels.contains(target.level) }) else {
      return place(of: input, frame: target.frame, order)
    }
    var inside = [order[input]]
    var level = target.level
    while let record = list.records.first(where: { $0.level == level }) {
      inside.append(order[NumberedInput(level: record.outer, input: record.input)])
      level = record.outer
    }
    let outer = NumberedInput(level: list.outer, input: list.input)
    return place(of: outer, frame: 0, order) + [target.frame % list.count] + inside.reversed()
  }

  /// Returns the place of an input that isn't in the items of a list.
  private func place(of input: NumberedInput, frame: Int, _ order: FieldOrder) -> [Int] {
    var place = [order[input]]
    var chain = chains.first { $0.level == input.level && $0.frame == frame }
    while let record = chain, record.parent >= 0 {
      let outer = chains[record.parent]
      place.append(order[NumberedInput(level: outer.level, input: record.input)])
      chain = outer
    }
    return place.reversed()
  }
}

/// The positions of the fields in their records, keyed by the inputs that the fields read.
private struct FieldOrder {
  private var positions: OrderedDictionary<NumberedInput, Int> = [:]

  init(_ program: Program) {
    for level in program.levels.indices {
      for (position, field) in program.readFields(ofLevel: level).enumerated() {
        for input in field.inputs {
          let key = NumberedInput(level: level, input: Int(input))
          positions[key] = positions[key] ?? position
        }
      }
    }
  }

  subscript(input: NumberedInput) -> Int { positions[input] ?? 0 }
}

// Evaluation of an incomplete record: the fields whose blocks are in force, and the value of a field. The records are
// filled but not judged, because problems with missing values aren't wanted yet.

extension Evaluator {
  /// A field in force and its path, such as `items[0].price`, or a block in force. Equality ignores `calculated`.
  package struct PlacedField: Hashable {
    /// The index of the field, or -1 for a block.
    package let number: Int32
    /// The cell of a block, or -1 for a field.
    package let block: Int32
    /// The path of the field, or of the record that has the block.
    package let path: String
    /// The value of a calculated field that isn't secret, in its format. Nil for any other field.
    package let calculated: String?

    package init(number: Int32, path: String, calculated: String? = nil) {
      (self.number, self.path, self.calculated) = (number, path, calculated)
      block = -1
    }

    package init(block: Int32, path: String) {
      (self.block, self.path, number, calculated) = (block, path, -1, nil)
    }

    package static func == (first: PlacedField, second: PlacedField) -> Bool {
      first.number == second.number && first.block == second.block && first.path == second.path
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(number)
      hasher.combine(block)
      hasher.combine(path)
    }
  }

  /// Returns the fields in force in a record whose values `body` sets, including those in lists, in the order of the
  /// form. Before the fields of a level with texts for people come its blocks in force.
  ///
  /// - Throws: errors of `body`.
  package func fieldsInForce(
    _ body: (inout RecordFeed) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) -> [PlacedField] {
    begin(TextBytes(start: nil, count: 0))
    var feed = RecordFeed(workspace, level: 0, frame: 0)
    try body(&feed)
    return fieldsInForce()
  }

  /// Returns the fields and blocks in force in a JSON record, as `fieldsInForce(_:)` does.
  ///
  /// - Throws: if the record can't be read.
  package func fieldsInForce(json record: TextBytes) throws(MalformedRecord) -> [PlacedField] {
    try read(json: record, isPadded: false)
    return fieldsInForce()
  }

  private func fieldsInForce() -> [PlacedField] {
    let frame = Frame(level: 0, index: 0)
    _ = fill(frame)
    var fields: [PlacedField] = []
    addFieldsInForce(frame, "", &fields)
    return fields
  }

  /// - Parameter path: the path of the record.
  private func addFieldsInForce(_ frame: Frame, _ path: String, _ fields: inout [PlacedField]) {
    let level = program.levels[frame.level]
    if program.hasTexts(level: Int32(frame.level)) {
      addBlocksInForce(level.steps, 0..<level.steps.count, frame, path, &fields)
    }
    for step in level.steps where step.kind == .field {
      let field = program.fields[Int(step.target)]
      let isInForce = field.blockCells.allSatisfy {
        workspace.cell(frame.level, frame.index, Int($0)).kind == .bool
      }
      guard isInForce else { continue }
      // The field of a list's items has no name.
      let isPlain = path.isEmpty || field.name.isEmpty
      let own = isPlain ? path + field.name : "\(path).\(field.name)"
      let value = workspace.cell(frame.level, frame.index, Int(field.cell))
      fields.append(
        PlacedField(
          number: step.target, path: own, calculated: calculatedText(step.target, value)))
      switch field.type {
      case .record: forEachFrame(of: value) { addFieldsInForce($0, own, &fields) }
      case .list:
        var index = 0
        forEachFrame(of: value) {
          addFieldsInForce($0, "\(own)[\(index)]", &fields)
          index += 1
        }
      default: break
      }
    }
  }

  private func addBlocksInForce(
    _ steps: [Step], _ range: Range<Int>, _ frame: Frame, _ path: String,
    _ fields: inout [PlacedField]
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = steps[index]
      guard step.kind == .branch else {
        index += 1
        continue
      }
      let truth = workspace.cell(frame.level, frame.index, Int(step.cell)).kind
      if truth == .bool {
        fields.append(PlacedField(block: step.cell, path: path))
        addBlocksInForce(steps, (index + 1)..<Int(step.end), frame, path, &fields)
      }
      index = Int(truth == .blank ? step.end : step.next)
    }
  }

  /// Returns the value of a calculated field in its format. Returns nil if the field isn't calculated, is secret, or
  /// has no usable value.
  private func calculatedText(_ number: Int32, _ value: Value) -> String? {
    guard case .calculated = program.fields[Int(number)].presence, value.isUsable,
      !program.isSecret(field: number)
    else { return nil }
    return program.text(of: value, inField: number) ?? value.text
  }
}

extension Evaluator {
  /// Returns the cleaned and typed value of a field for the input that `body` sets. The value may be blank or unusable.
  /// Ignores the default and the rules.
  ///
  /// - Throws: errors of `body`.
  package func value(
    ofField number: Int32,
    _ body: (inout RecordFeed, RecordFeed.Key) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) -> Value {
    let frame = try frame(ofField: number, alone: body)
    let (raw, value) = readInput(Int(number), frame)
    let type = program.fields[Int(number)].type
    return plan.fields[Int(number)].ignoresCase ? withoutCase(value, raw, type, frame) : value
  }
}

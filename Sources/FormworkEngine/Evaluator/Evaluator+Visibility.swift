// Which fields a record that is still being filled in has: the fields whose blocks are in force. Records
// are filled for it and not judged, since nobody wants to hear of what is not typed yet.

extension Evaluator {
  /// The fields in force in a record whose values `body` gives, and in the records in it; not those in
  /// lists.
  ///
  /// - Throws: what `body` throws.
  package func fieldsInForce(
    _ body: (inout RecordFeed) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) -> Set<Int32> {
    begin(TextBytes(start: nil, count: 0))
    var feed = RecordFeed(workspace, level: 0, frame: 0)
    try body(&feed)
    return fieldsInForce()
  }

  /// The same of a record of JSON.
  ///
  /// - Throws: if the record cannot be read.
  package func fieldsInForce(json record: TextBytes) throws(MalformedRecord) -> Set<Int32> {
    try read(json: record, isPadded: false)
    return fieldsInForce()
  }

  private func fieldsInForce() -> Set<Int32> {
    let frame = Frame(level: 0, index: 0)
    _ = fill(frame)
    var fields: Set<Int32> = []
    noteFieldsInForce(frame, &fields)
    return fields
  }

  private func noteFieldsInForce(_ frame: Frame, _ fields: inout Set<Int32>) {
    for step in program.levels[frame.level].steps where step.kind == .field {
      let field = program.fields[Int(step.target)]
      let isInForce = field.blockCells.allSatisfy {
        workspace.cell(frame.level, frame.index, Int($0)).kind == .bool
      }
      guard isInForce else { continue }
      fields.insert(step.target)
      guard case .record = field.type else { continue }
      forEachFrame(of: workspace.cell(frame.level, frame.index, Int(field.cell))) {
        noteFieldsInForce($0, &fields)
      }
    }
  }
}

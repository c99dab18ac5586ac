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
    var fields: Set<Int32> = []
    forEachFieldInForce(nil) { number, _ in fields.insert(number) }
    return fields
  }

  /// A field in force and where it is in the record, such as `items[0].price`.
  package struct PlacedField: Equatable {
    package let number: Int32
    package let path: String
  }

  /// The fields in force in a record of JSON, also those in lists, in the order of the form.
  ///
  /// - Throws: if the record cannot be read.
  package func fieldsInForce(json record: TextBytes) throws(MalformedRecord) -> [PlacedField] {
    try read(json: record, isPadded: false)
    var fields: [PlacedField] = []
    forEachFieldInForce("") { fields.append(PlacedField(number: $0, path: $1)) }
    return fields
  }

  /// - Parameter path: of the record; nil if paths and what is in lists are not wanted.
  private func forEachFieldInForce(_ path: String?, _ body: (Int32, String) -> Void) {
    let frame = Frame(level: 0, index: 0)
    _ = fill(frame)
    forEachFieldInForce(frame, path, body)
  }

  private func forEachFieldInForce(
    _ frame: Frame, _ path: String?, _ body: (Int32, String) -> Void
  ) {
    for step in program.levels[frame.level].steps where step.kind == .field {
      let field = program.fields[Int(step.target)]
      let isInForce = field.blockCells.allSatisfy {
        workspace.cell(frame.level, frame.index, Int($0)).kind == .bool
      }
      guard isInForce else { continue }
      // What stands for the items of a list has no name.
      let own = path.map {
        $0.isEmpty || field.name.isEmpty ? $0 + field.name : "\($0).\(field.name)"
      }
      body(step.target, own ?? "")
      let value = workspace.cell(frame.level, frame.index, Int(field.cell))
      switch field.type {
      case .record: forEachFrame(of: value) { forEachFieldInForce($0, own, body) }
      case .list:
        guard let own else { continue }
        var index = 0
        forEachFrame(of: value) {
          forEachFieldInForce($0, "\(own)[\(index)]", body)
          index += 1
        }
      default: break
      }
    }
  }
}

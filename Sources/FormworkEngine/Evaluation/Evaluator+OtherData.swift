// Lists of other data in conditions: their records, those with some values, and the first of them.

internal import FormworkSyntax

extension Evaluator {
  /// Builds the indexes of all lists that are asked by key.
  func indexLists() {
    workspace.reset()
    for (number, query) in program.queries.enumerated() where !query.keys.isEmpty {
      guard let table = program.dataLists[query.list].table else { continue }
      var index = KeyIndex(count: table.count)
      let level = program.dataLists[query.list].level
      for record in 0..<table.count {
        let frame = Frame(level: level, index: record)
        let values = query.keys.map { value(of: $0.other, frame) }
        keyBytes.removeAll(keepingCapacity: true)
        let (key, lack) = hash(of: values, query.keys[...])
        if let key { index.add(key, record: record) }
        if lack?.kind == .unusable, index.unusable < 0 { index.unusable = Int32(record) }
      }
      table.indexes[number] = index
    }
    for node in program.nodes where node.operation == .inValues { indexValues(of: node) }
  }

  /// Collects the values of a path through a whole list, among which others are searched.
  private func indexValues(of node: Node) {
    let path = plan.nodes[Int(node.b)]
    guard path.operation == .each else { return }
    let list = plan.nodes[Int(path.a)]
    guard list.operation == .listRecords, program.queries[Int(list.a)].keys.isEmpty,
      let table = program.dataLists[program.queries[Int(list.a)].list].table
    else { return }
    var values = ListValues()
    state.pointee.way = .none
    let frame = Frame(level: 0, index: 0)
    values.walk = forEachValue(of: node.b, frame) { value in
      if let hash = member(value, ignoresCase: node.c == 1, in: .none) {
        _ = values.hashes.insert(1, for: hash)
      }
      return true
    }
    values.way = state.pointee.way
    table.values[list.a] = values
  }

  /// Whether a value is among those of a path through a whole list. Nil if they aren't collected.
  func isInList(_ subject: Value, _ node: Node) -> Truth? {
    let path = plan.nodes[Int(node.b)]
    guard path.operation == .each, plan.nodes[Int(path.a)].operation == .listRecords else {
      return nil
    }
    let query = plan.nodes[Int(path.a)].a
    guard let table = program.dataLists[program.queries[Int(query)].list].table,
      let values = table.values[query], values.walk != .unusable,
      node.c == 1 || !subject.isWithoutCase,
      let hash = member(subject, ignoresCase: node.c == 1, in: .none)
    else { return nil }
    if values.hashes.contains(hash) { return .yes }
    state.pointee.way.note(values.way)
    return values.walk == .elsewhere ? .elsewhere : .no
  }

  /// The records of a list that a query finds.
  private enum Found {
    case all(count: Int)
    case some(first: Int32, KeyIndex)
    case none
    case lack(Value)
  }

  private func find(_ number: Int, _ frame: Frame, isFirst: Bool) -> Found {
    let query = program.queries[number]
    // Nothing is known of data that hasn't been read.
    guard let table = program.dataLists[query.list].table else { return .lack(.unknown) }
    if query.keys.isEmpty { return .all(count: table.count) }
    guard let index = table.indexes[number] else { return .none }
    let values = query.keys.map { value(of: $0.own, frame) }
    keyBytes.removeAll(keepingCapacity: true)
    let (key, lack) = hash(of: values, query.keys[...])
    guard let key else { return .lack(lack ?? .unknown) }
    let first = index.first.number(of: key)
    // A record that is found isn't in doubt because another one may have the same key.
    if index.unusable >= 0, first == 0 || !isFirst {
      let level = program.dataLists[query.list].level
      let frame = Frame(level: level, index: Int(index.unusable))
      for key in query.keys { _ = value(of: key.other, frame) }
      return .lack(.unusable(.elsewhere))
    }
    return first == 0 ? .none : .some(first: Int32(first) - 1, index)
  }

  /// Visits the records of a list.
  func forEachRecord(of node: Node, _ frame: Frame, _ body: (Frame) -> Bool) -> Walk {
    let level = program.dataLists[program.queries[Int(node.a)].list].level
    func visit(_ record: Int) -> Bool {
      state.pointee.steps += 1
      return !hasTooManySteps && body(Frame(level: level, index: record))
    }
    switch find(Int(node.a), frame, isFirst: false) {
    case .none: return .finished
    case .lack(let value):
      switch Evaluator.lack(value) {
      case .skipped: return .unusable
      case .elsewhere: return .elsewhere
      case .uncalculable: return .uncalculable
      case .no, .yes, .unknown: return .blank
      }
    case .all(let count):
      return (0..<count).allSatisfy(visit) ? .finished : hasTooManySteps ? .unusable : .stopped
    case .some(var record, let index):
      while record >= 0 {
        if !visit(Int(record)) { return hasTooManySteps ? .unusable : .stopped }
        record = index.next[Int(record)]
      }
      return .finished
    }
  }

  /// Returns the first record of a list that a query finds. Blank if there is none.
  func firstRecord(of node: Node, _ frame: Frame) -> Value {
    let level = program.dataLists[program.queries[Int(node.a)].list].level
    return switch find(Int(node.a), frame, isFirst: true) {
    case .none: .blank
    case .lack(let value): value
    case .all(let count): count == 0 ? .blank : .record(level: level, frame: 0, offset: 0)
    case .some(let record, _): .record(level: level, frame: Int(record), offset: 0)
    }
  }

  /// Notes the record of other data that has an unusable value.
  func note(elsewhere value: Value) {
    if value.low == 0 { return }
    var way = RecordAddress.none
    way.file = UInt32(truncatingIfNeeded: value.low >> 32)
    way.record = UInt32(truncatingIfNeeded: value.low)
    way.line = UInt32(truncatingIfNeeded: value.high)
    state.pointee.way.note(way)
  }
}

// Lists of other data in conditions: their records, those with some values, and the first of them.

internal import FormworkSyntax

extension Evaluator {
  /// Builds the indexes of a list.
  func indexList(_ list: Int) {
    guard let table = program.dataLists[list].table else { return }
    workspace.reset()
    for (number, query) in program.queries.enumerated()
    where query.list == list && !query.keys.isEmpty {
      table.indexes[number] = keyIndex(of: list, table.count, query.keys)
    }
    for node in program.nodes {
      switch node.operation {
      case .inValues: indexValues(of: node, list)
      case .anyItem: indexEquals(of: node.a, plan.nodes[Int(node.b)], list)
      case .aggregate where node.c >= 0 && node.variant != Aggregate.share.rawValue:
        indexEquals(of: node.a, plan.nodes[Int(node.c)], list)
      default: break
      }
    }
  }

  private func keyIndex(of list: Int, _ count: Int, _ keys: [RecordQuestion.Key]) -> KeyIndex {
    var index = KeyIndex(count: count)
    let level = program.dataLists[list].level
    for record in 0..<count {
      let frame = Frame(level: level, index: record)
      let values = keys.map { value(of: $0.other, frame) }
      keyBytes.removeAll(keepingCapacity: true)
      let (key, lack) = hash(of: values, keys[...])
      if let key { index.add(key, record: record) }
      if lack?.kind == .unusable, index.unusable < 0 { index.unusable = Int32(record) }
    }
    return index
  }

  /// Returns the query of a list as a whole, or of a path through it. Nil for everything else.
  private func wholeList(_ operand: Int32) -> Int32? {
    let node = plan.nodes[Int(operand)]
    switch node.operation {
    case .each, .distinctValues: return wholeList(node.a)
    case .listRecords: return program.queries[Int(node.a)].keys.isEmpty ? node.a : nil
    default: return nil
    }
  }

  /// Collects the values of a path through a whole list, among which others are searched.
  private func indexValues(of node: Node, _ number: Int) {
    guard let query = wholeList(node.b), program.queries[Int(query)].list == number,
      plan.nodes[Int(node.b)].operation != .listRecords,
      let table = program.dataLists[number].table
    else { return }
    var values = ListValues()
    state.pointee.way = .none
    values.walk = forEachValue(of: node.b, Frame(level: 0, index: 0)) { value in
      if let hash = member(value, ignoresCase: node.c == 1, in: .none) {
        _ = values.hashes.insert(1, for: hash)
      }
      return true
    }
    values.way = state.pointee.way
    table.values[query] = values
  }

  /// Indexes the records of a whole list by a field that a condition about each of them compares with `==`. The others
  /// don't meet the condition.
  private func indexEquals(of list: Int32, _ item: Node, _ number: Int) {
    guard plan.nodes[Int(list)].operation == .listRecords, let query = wholeList(list),
      program.queries[Int(query)].list == number, let table = program.dataLists[number].table,
      let key = program.equalKey(in: item.a, depth: item.b)
    else { return }
    let index = keyIndex(of: number, table.count, [key])
    table.equals[query] = EqualRecords(own: key.own, ignoresCase: key.ignoresCase, index: index)
  }

  /// Answers what is asked of whole lists and of nothing else.
  func answerForAllRecords() {
    let frame = Frame(level: 0, index: 0)
    for (number, node) in program.nodes.enumerated() {
      let isCondition = node.operation == .anyItem || node.operation == .allItems
      guard isCondition || node.operation == .aggregate || node.operation == .count,
        let query = wholeList(node.a), program.isOfListsOnly(Int32(number)),
        let table = program.dataLists[program.queries[Int(query)].list].table
      else { continue }
      state.pointee.begin(TextBytes(start: nil, count: 0))
      state.pointee.way = .none
      var value: Value
      if isCondition {
        let truth = truth(of: Int32(number), frame)
        guard truth == .yes || truth == .no else { continue }
        value = Value(bool: truth == .yes)
      } else {
        value = self.value(of: Int32(number), frame)
      }
      if hasTooManySteps || value.kind == .text { continue }
      table.results[query] = ListResult(value: value, way: state.pointee.way)
    }
  }

  /// Returns what is known to be asked of a whole list for all records.
  func knownResult(_ list: Int32) -> Value? {
    guard !program.dataLists.isEmpty, let query = wholeList(list),
      let table = program.dataLists[program.queries[Int(query)].list].table,
      let result = table.results[query]
    else { return nil }
    state.pointee.way.note(result.way)
    return result.value
  }

  /// Whether a value is among those of a path through a whole list. Nil if they aren't collected.
  func isInList(_ subject: Value, _ node: Node) -> Truth? {
    guard !program.dataLists.isEmpty, let query = wholeList(node.b),
      let table = program.dataLists[program.queries[Int(query)].list].table,
      let values = table.values[query], values.walk != .unusable,
      values.walk == .finished || plan.nodes[Int(node.b)].operation != .distinctValues,
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
      if let index = equalRecords(node.a, frame) {
        var record = index.first
        while record >= 0 {
          if !visit(Int(record)) { return hasTooManySteps ? .unusable : .stopped }
          record = index.next[Int(record)]
        }
        return .finished
      }
      return (0..<count).allSatisfy(visit) ? .finished : hasTooManySteps ? .unusable : .stopped
    case .some(var record, let index):
      while record >= 0 {
        if !visit(Int(record)) { return hasTooManySteps ? .unusable : .stopped }
        record = index.next[Int(record)]
      }
      return .finished
    }
  }

  /// Returns the first of the records that can meet a condition about each record of a whole list, and the next one after
  /// each. Nil if all must be visited.
  private func equalRecords(_ query: Int32, _ frame: Frame) -> (first: Int32, next: [Int32])? {
    guard let table = program.dataLists[program.queries[Int(query)].list].table,
      let equals = table.equals[query], equals.index.unusable < 0
    else { return nil }
    let own = value(of: equals.own, frame)
    guard own.isUsable, equals.ignoresCase || !own.isWithoutCase else { return nil }
    keyBytes.removeAll(keepingCapacity: true)
    let key = RecordQuestion.Key(other: -1, own: equals.own, ignoresCase: equals.ignoresCase)
    guard let hash = hash(of: [own], [key]).hash else { return nil }
    return (Int32(equals.index.first.number(of: hash)) - 1, equals.index.next)
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
}

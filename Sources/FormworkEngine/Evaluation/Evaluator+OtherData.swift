// Lists of other data in conditions: all records of a list, all records with given keys, or the first record with given
// keys.

internal import FormworkSyntax

extension Evaluator {
  /// Returns the index for a query: the number of the list's records and, if the query has keys, the records with each
  /// key.
  ///
  /// - Parameter indexes: the indexes of the list so far, which other queries may use, too.
  func index(_ query: ListQuery, _ indexes: inout [KeyIndex]) -> QueryIndex {
    workspace.reset()
    let index = QueryIndex(count: program.dataLists[query.list].table?.count ?? 0)
    if query.hasKeys {
      let keys = Array(plan.questionKeys.of(query))
      index.keys = keyIndex(of: query.list, index.count, keys, &indexes)
    }
    return index
  }

  /// Adds the values or records that `node`, a condition or operand about a whole list, can look up instead of visiting
  /// all records.
  func index(_ node: Node, _ index: QueryIndex, _ indexes: inout [KeyIndex]) {
    switch node.operation {
    case .inValues: index.values = values(of: node, index.count, &indexes)
    case .anyItem:
      index.equals = equalRecords(of: node.a, plan.nodes[Int(node.b)], index.count, &indexes)
    case .aggregate where node.c >= 0 && node.variant != Aggregate.share.rawValue:
      index.equals = equalRecords(of: node.a, plan.nodes[Int(node.c)], index.count, &indexes)
    default: break
    }
  }

  private func keyIndex(
    of list: Int, _ count: Int, _ keys: [RecordQuestion.Key], _ indexes: inout [KeyIndex]
  ) -> KeyIndex {
    let known = indexes.first { index in
      index.operands.count == keys.count
        && zip(index.operands, keys).allSatisfy {
          program.areSame($0.other, $1.other) && $0.ignoresCase == $1.ignoresCase
        }
    }
    if let known { return known }
    let index = KeyIndex(keys, count: count)
    let level = program.dataLists[list].level
    for record in 0..<count {
      let frame = Frame(level: level, index: record)
      let start = state.pointee.keyBytes.count
      var lack: Value?
      for key in keys { append(value(of: key.other, frame), key, &lack) }
      if lack == nil {
        index.add(state.pointee.keyBytes.hash(from: start, salt: 0), record: record)
      } else {
        index.blank.append(Int32(record))
      }
      state.pointee.keyBytes.remove(from: start)
      if lack?.kind == .unusable, index.unusable < 0 { index.unusable = Int32(record) }
    }
    index.finish()
    indexes.append(index)
    return index
  }

  /// Returns the index of a node's query if the node refers to a whole list, or nil otherwise.
  func wholeList(of node: Node) -> Int? {
    switch node.operation {
    case .inValues: wholeList(node.b)
    case .anyItem, .allItems, .aggregate, .count: wholeList(node.a)
    default: nil
    }
  }

  /// Returns the index of the query if `operand` is a whole list or a path through one, or nil otherwise.
  private func wholeList(_ operand: Int32) -> Int? {
    let node = plan.nodes[Int(operand)]
    switch node.operation {
    case .each, .distinctValues: return wholeList(node.a)
    case .listRecords: return plan.queries[Int(node.a)].hasKeys ? nil : Int(node.a)
    default: return nil
    }
  }

  /// Collects the values of a path through a whole list, so that `in` can look values up. Returns nil for the list
  /// itself.
  private func values(of node: Node, _ count: Int, _ indexes: inout [KeyIndex]) -> ListValues? {
    let path = plan.nodes[Int(node.b)]
    if path.operation == .listRecords { return nil }
    if path.operation == .each, plan.nodes[Int(path.a)].operation == .listRecords,
      case .cell(outwards: 0, _, let field) = program.view(path.b),
      !program.fields[Int(field)].type.isStructured
    {
      let list = plan.queries[Int(plan.nodes[Int(path.a)].a)].list
      let key = RecordQuestion.Key(other: path.b, own: node.a, ignoresCase: node.c == 1)
      return .keys(keyIndex(of: list, count, [key], &indexes))
    }
    let hashes = HashTable()
    state.pointee.way = .none
    let walk = forEachValue(of: node.b, Frame(level: 0, index: 0)) { value in
      if let hash = member(value, ignoresCase: node.c == 1, in: .none) {
        _ = hashes.insert(1, for: hash)
      }
      return true
    }
    return .hashes(hashes, walk: walk, way: state.pointee.way)
  }

  /// Indexes the records of a whole list for a condition about each record. The key is a field that the condition
  /// compares with `==`. Only records with an equal or a blank key can meet the condition.
  private func equalRecords(
    of list: Int32, _ item: Node, _ count: Int, _ indexes: inout [KeyIndex]
  ) -> EqualRecords? {
    guard plan.nodes[Int(list)].operation == .listRecords,
      let key = program.equalKey(in: item.a, depth: item.b)
    else { return nil }
    let list = plan.queries[Int(plan.nodes[Int(list)].a)].list
    let index = keyIndex(of: list, count, [key], &indexes)
    return index.unusable < 0 ? EqualRecords(key: key, index: index) : nil
  }

  /// Evaluates the conditions and operands that depend on nothing but whole lists. Returns their results by the index
  /// of the query.
  func knownResults() -> [ListResult?] {
    let frame = Frame(level: 0, index: 0)
    var results = [ListResult?](repeating: nil, count: program.queries.count)
    for (number, node) in program.nodes.enumerated() {
      guard let query = wholeList(of: node), program.isOfListsOnly(Int32(number)) else { continue }
      state.pointee.begin(TextBytes(start: nil, count: 0))
      state.pointee.way = .none
      var value: Value
      switch node.operation {
      case .aggregate, .count: value = self.value(of: Int32(number), frame)
      case .anyItem, .allItems:
        let truth = truth(of: Int32(number), frame)
        guard truth == .yes || truth == .no else { continue }
        value = Value(bool: truth == .yes)
      default: continue
      }
      if hasTooManySteps || value.kind == .text { continue }
      results[query] = ListResult(value: value, way: state.pointee.way)
    }
    return results
  }

  /// Returns the result for a whole list that is the same for all records, or nil if there is no such result.
  func knownResult(_ list: Int32) -> Value? {
    guard !program.knownResults.isEmpty, let query = wholeList(list),
      let result = program.knownResults[query]
    else { return nil }
    state.pointee.way.note(result.way)
    return result.value
  }

  /// Whether a value is among the collected values of a path through a whole list. Nil if the collected values can't
  /// decide.
  func isInList(_ subject: Value, _ node: Node) -> Truth? {
    guard !program.queryIndexes.isEmpty, let query = wholeList(node.b),
      let index = program.queryIndexes[query], let values = index.values,
      node.c == 1 || !subject.isWithoutCase
    else { return nil }
    switch values {
    case .keys(let keys):
      let start = state.pointee.keyBytes.count
      defer { state.pointee.keyBytes.remove(from: start) }
      guard appendKey(of: subject.comparing(ignoringCase: node.c == 1)) else { return nil }
      if keys.first(state.pointee.keyBytes.hash(from: start, salt: 0)) >= 0 { return .yes }
      if keys.unusable < 0 { return .no }
      noteUnusable(keys, ofList: plan.queries[query].list)
      return .elsewhere
    case .hashes(let hashes, let walk, let way):
      guard walk != .unusable,
        walk == .finished || plan.nodes[Int(node.b)].operation != .distinctValues,
        let hash = member(subject, ignoresCase: node.c == 1, in: .none)
      else { return nil }
      if hashes.contains(hash) { return .yes }
      state.pointee.way.note(way)
      return walk == .elsewhere ? .elsewhere : .no
    }
  }

  /// Returns the result of a walk over the collected values of a path through a whole list, or nil if none were
  /// collected.
  func walkOfList(_ path: Int32) -> Walk? {
    guard !program.queryIndexes.isEmpty, let query = wholeList(path),
      let values = program.queryIndexes[query]?.values
    else { return nil }
    switch values {
    case .keys(let keys):
      if keys.unusable < 0 { return .finished }
      noteUnusable(keys, ofList: plan.queries[query].list)
      return .elsewhere
    case .hashes(_, let walk, let way):
      state.pointee.way.note(way)
      return walk
    }
  }

  /// Notes the first record of a list with an unusable key.
  private func noteUnusable(_ index: KeyIndex, ofList list: Int) {
    let frame = Frame(level: program.dataLists[list].level, index: Int(index.unusable))
    for key in index.operands { _ = value(of: key.other, frame) }
  }

  /// The records of a list that a query finds.
  private enum Found {
    case all(QueryIndex)
    case some(first: Int32, KeyIndex)
    case none
    case lack(Value)
  }

  private func find(_ number: Int, _ frame: Frame, isFirst: Bool) -> Found {
    // Nothing is known about data that hasn't been read.
    guard !program.queryIndexes.isEmpty, let known = program.queryIndexes[number] else {
      return .lack(.unknown)
    }
    guard let index = known.keys else { return .all(known) }
    let query = plan.queries[number]
    let keys = plan.questionKeys.of(query)
    let (key, lack) = hash(of: keys, frame)
    guard let key else { return .lack(lack ?? .unknown) }
    let first = index.first(key)
    // A record with an unusable key may have this key, too. That doesn't matter if only the first record is needed and
    // one has been found.
    if index.unusable >= 0, first < 0 || !isFirst {
      noteUnusable(index, ofList: query.list)
      return .lack(.unusable(.elsewhere))
    }
    return first < 0 ? .none : .some(first: first, index)
  }

  /// Visits the records of a list.
  func forEachRecord(of node: Node, _ frame: Frame, _ body: (Frame) -> Bool) -> Walk {
    let level = program.dataLists[plan.queries[Int(node.a)].list].level
    func visit(_ record: Int) -> Bool {
      state.pointee.steps += 1
      return !hasTooManySteps && body(Frame(level: level, index: record))
    }
    func forEachRecord(_ first: Int32, _ index: KeyIndex) -> Walk {
      var record = first
      while record >= 0 {
        if !visit(Int(record)) { return hasTooManySteps ? .unusable : .stopped }
        record = index.next(record)
      }
      return .finished
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
    case .all(let known):
      guard let equals = known.equals, let key = key(of: equals, frame) else {
        let isWhole = (0..<known.count).allSatisfy(visit)
        return isWhole ? .finished : hasTooManySteps ? .unusable : .stopped
      }
      let walk = forEachRecord(equals.index.first(key), equals.index)
      // A blank field may equal the value, so the rest of the condition decides.
      let isWhole = walk != .finished || equals.index.blank.allSatisfy { visit(Int($0)) }
      return isWhole ? walk : hasTooManySteps ? .unusable : .stopped
    case .some(let first, let index): return forEachRecord(first, index)
    }
  }

  /// Returns a key for a query that tests a condition on every record of a list. Only the records with this key can
  /// meet the condition. Returns nil if all records must be visited.
  private func key(of equals: EqualRecords, _ frame: Frame) -> WideHash? {
    let own = value(of: equals.key.own, frame)
    guard own.isUsable, equals.key.ignoresCase || !own.isWithoutCase else { return nil }
    let start = state.pointee.keyBytes.count
    defer { state.pointee.keyBytes.remove(from: start) }
    var lack: Value?
    append(own, equals.key, &lack)
    return lack == nil ? state.pointee.keyBytes.hash(from: start, salt: 0) : nil
  }

  /// Returns the first record of a list that a query finds. If no record has the keys of the query, returns unknown: a
  /// blank record would have blank bools, and a blank bool is false.
  func firstRecord(of node: Node, _ frame: Frame) -> Value {
    let level = program.dataLists[plan.queries[Int(node.a)].list].level
    return switch find(Int(node.a), frame, isFirst: true) {
    case .none: .unknown
    case .lack(let value): value
    case .all(let known): known.count == 0 ? .blank : .record(level: level, frame: 0, offset: 0)
    case .some(let record, _): .record(level: level, frame: Int(record), offset: 0)
    }
  }
}

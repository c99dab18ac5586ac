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
        switch otherKey(query, Frame(level: level, index: record)) {
        case .hash(let key): index.add(key, record: record)
        case .unusable: if index.unusable < 0 { index.unusable = Int32(record) }
        case .blank: break
        }
      }
      table.indexes[number] = index
    }
  }

  private enum OtherKey {
    case hash(WideHash)
    case blank, unusable
  }

  private func otherKey(_ query: ListQuery, _ frame: Frame) -> OtherKey {
    var bytes: [UInt8] = []
    var isBlank = false
    for key in query.keys {
      let value = value(of: key.other, frame)
      if value.kind == .unusable { return .unusable }
      guard value.isUsable, let part = self.key(of: value.comparing(ignoringCase: key.ignoresCase))
      else {
        isBlank = true
        continue
      }
      bytes += part
    }
    return isBlank ? .blank : .hash(WideHash(bytes, salt: 0))
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
    var bytes: [UInt8] = []
    var lack: Value?
    for key in query.keys {
      let value = value(of: key.own, frame)
      guard value.isUsable, let part = self.key(of: value.comparing(ignoringCase: key.ignoresCase))
      else {
        lack = Evaluator.lacking(lack ?? value, value)
        continue
      }
      bytes += part
    }
    if let lack { return .lack(lack) }
    let first = index.first.number(of: WideHash(bytes, salt: 0))
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

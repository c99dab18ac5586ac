// Caches the answers to questions about a list that are the same for each of its items. Otherwise, `value <=
// sum(lines.price)` would visit n × n lines in a list of n lines.

internal import FormworkSyntax

/// Cached results about long lists of the record being judged. The values of a record don't change while it is judged.
struct ListSummaries {
  /// The cache key of a question about the items of a list.
  struct Key: Hashable {
    enum Question: Hashable {
      case aggregate(Aggregate)
      case values
    }

    var question: Question
    /// The node of the list or path.
    var operand: Int32
    var level: Int
    var firstFrame: Int
    var itemCount: Int
  }

  /// The maximum number of items of a list for which nothing is cached.
  static let shortList = 32

  /// The number of walks over a list before its keys are collected. Collecting the keys takes as long as about ten
  /// walks.
  static let walks = 10

  var values: OrderedDictionary<Key, Value> = [:]
  /// The number of searches for a value in each list.
  var walked: OrderedDictionary<Key, Int> = [:]
  var sets: OrderedDictionary<Key, ValueKeys> = [:]

  var isEmpty: Bool { values.isEmpty && walked.isEmpty }

  mutating func removeAll() {
    values.removeAll()
    walked.removeAll()
    if !sets.isEmpty { sets.removeAll() }
  }
}

/// The keys of the values of a list or a path. Equal values have equal keys.
struct ValueKeys {
  var keys: OrderedSet<[UInt8]> = []
  /// The result of a complete walk over the values.
  var walk: Evaluator.Walk
  /// The common kind of all values. Nil if the kinds differ, if some values have no keys, or if there are no values.
  var kind: Value.Kind?
}

extension Evaluator {
  /// Returns an aggregate of a list, cached because every item may ask for it.
  func remembered(
    _ aggregate: Aggregate, _ operand: Int32, _ frame: Frame, _ answer: () -> Value
  ) -> Value {
    guard let key = key(.aggregate(aggregate), operand, frame) else { return answer() }
    if let known = state.pointee.summaries.values[key] { return known }
    let value = answer()
    state.pointee.summaries.values[key] = value
    return value
  }

  /// Returns the cache key for a question about a long list in a rule of an item, or nil if the answer isn't cached.
  private func key(
    _ question: ListSummaries.Key.Question, _ operand: Int32, _ frame: Frame
  ) -> ListSummaries.Key? {
    // Before everything is filled, values may still change.
    guard frame.level > 0, state.pointee.isJudging else { return nil }
    var root = operand
    while plan.nodes[Int(root)].operation == .each { root = plan.nodes[Int(root)].a }
    let list = value(of: root, frame)
    guard list.kind == .list, list.itemCount > ListSummaries.shortList else { return nil }
    return ListSummaries.Key(
      question: question, operand: operand, level: list.level, firstFrame: list.firstFrame,
      itemCount: list.itemCount)
  }

  /// Whether a value is in a long list, according to the list's keys. Nil if they can't decide.
  func isAmongKeys(_ subject: Value, _ operand: Int32, _ frame: Frame) -> Truth? {
    guard subject.hasKey, !subject.isWithoutCase, let key = key(.values, operand, frame) else {
      return nil
    }
    let known: ValueKeys
    if let keys = state.pointee.summaries.sets[key] {
      known = keys
    } else {
      state.pointee.summaries.walked[key, default: 0] += 1
      guard state.pointee.summaries.walked[key, default: 0] > ListSummaries.walks else {
        return nil
      }
      known = valueKeys(of: operand, frame)
      state.pointee.summaries.sets[key] = known
    }
    let isNone = known.keys.isEmpty && known.walk == .unusable
    guard known.kind == subject.kind || isNone, let own = self.key(of: subject) else { return nil }
    if known.keys.contains(own) { return .yes }
    return known.walk == .unusable ? .skipped : .no
  }

  private func valueKeys(of operand: Int32, _ frame: Frame) -> ValueKeys {
    var kind: Value.Kind?
    var isAlike = true
    var keys: OrderedSet<[UInt8]> = []
    let walk = forEachValue(of: operand, frame) { value in
      kind = kind ?? value.kind
      guard value.hasKey, !value.isWithoutCase, value.kind == kind, let key = key(of: value) else {
        isAlike = false
        return false
      }
      keys.insert(key)
      return true
    }
    return ValueKeys(keys: keys, walk: walk, kind: isAlike ? kind : nil)
  }
}

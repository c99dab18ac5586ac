// What each item asks of its whole list is found once: `value <= sum(lines.price)` in a list of n
// lines would otherwise look at n times n of them.

internal import FormworkSyntax

/// What is known of long lists of the record that is being judged. Their values are final.
struct ListSummaries {
  /// A question about some items.
  struct Key: Hashable {
    enum Question: Hashable { case sum, least, most, count, values }

    var question: Question
    /// The node of the list or path.
    var operand: Int32
    var level: Int
    var firstFrame: Int
    var itemCount: Int
  }

  /// Lists of up to so many items are looked through each time.
  static let shortList = 32

  /// A list is walked so many times before its keys are gathered, which takes as long as some ten walks.
  static let walks = 10

  var values: OrderedDictionary<Key, Value> = [:]
  /// How often lists were walked for one of their values.
  var walked: OrderedDictionary<Key, Int> = [:]
  var sets: OrderedDictionary<Key, ValueKeys> = [:]

  var isEmpty: Bool { values.isEmpty && walked.isEmpty }

  mutating func removeAll() {
    values.removeAll()
    walked.removeAll()
    if !sets.isEmpty { sets.removeAll() }
  }
}

/// The values of a list or a path, by keys that are equal where they are.
struct ValueKeys {
  var keys: OrderedSet<[UInt8]> = []
  /// How the walk over them ended, all of it.
  var walk: Evaluator.Walk
  /// What all of them are, if it is the same and has keys; nil also where there are none.
  var kind: Value.Kind?
}

extension Evaluator {
  /// What a question about a list comes to, which is asked once if items may ask it again and again.
  func remembered(
    _ question: ListSummaries.Key.Question, _ operand: Int32, _ frame: Frame, _ answer: () -> Value
  ) -> Value {
    guard let key = key(question, operand, frame) else { return answer() }
    if let known = state.pointee.summaries.values[key] { return known }
    let value = answer()
    state.pointee.summaries.values[key] = value
    return value
  }

  /// The key of a question in an item about a long list; nil if no answer is kept.
  private func key(
    _ question: ListSummaries.Key.Question, _ operand: Int32, _ frame: Frame
  ) -> ListSummaries.Key? {
    // Before all is filled in, values may yet change.
    guard frame.level > 0, state.pointee.isJudging else { return nil }
    var root = operand
    while plan.nodes[Int(root)].operation == .each { root = plan.nodes[Int(root)].a }
    let list = value(of: root, frame)
    guard list.kind == .list, list.itemCount > ListSummaries.shortList else { return nil }
    return ListSummaries.Key(
      question: question, operand: operand, level: list.level, firstFrame: list.firstFrame,
      itemCount: list.itemCount)
  }

  /// Whether the keys of a long list show that a value is in it; nil if they do not decide that.
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

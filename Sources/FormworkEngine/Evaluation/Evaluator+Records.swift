// Questions about all records: the contribution of each record to the answers, and the answers for the record at hand.

internal import FormworkSyntax

extension Evaluator {
  /// Updates `tally` with the record that has just been filled.
  package func tally(into tally: RecordTally, at address: RecordAddress) {
    state.pointee.isJudging = true
    for (number, question) in plan.questions.enumerated() where question.useCount > 0 {
      let tally = tally.questions[number]
      guard let (key, _) = tallyKey(question, tally, address) else { continue }
      add(question, to: tally, key, address)
    }
  }

  /// Updates `tally` with the record that `evaluate` evaluates. If the record can't be read, it is only counted.
  package func tally(
    into tally: RecordTally, at address: RecordAddress,
    _ evaluate: (Evaluator) throws(MalformedRecord) -> Void
  ) {
    tally.count()
    (state.pointee.isCollecting, state.pointee.isTallying) = (true, true)
    defer { (state.pointee.isCollecting, state.pointee.isTallying) = (false, false) }
    do throws(MalformedRecord) { try evaluate(self) } catch { return }
    self.tally(into: tally, at: address)
  }

  private func add(
    _ question: RecordQuestion, to tally: QuestionTally, _ key: WideHash, _ address: RecordAddress
  ) {
    let frame = Frame(level: 0, index: 0)
    let node = plan.nodes[Int(question.node)]
    switch question.kind {
    case .total, .previous: break
    case .any, .all:
      let truth = quantified(node, frame)
      let decisive: Truth = node.operation == .anyItem ? .yes : .no
      let isInWay = truth == .skipped || truth == .elsewhere
      tally.add(
        truth == decisive ? 1 : 0, isInWay ? address : .none, lacksResult: truth == .uncalculable,
        to: key)
    case .aggregate(let aggregate):
      var summary = summary(aggregate, node, frame)
      let lack = summary.lack?.kind
      if lack == .unusable || lack == .uncalculable { summary.lack = nil }
      tally.add(
        summary, lack == .unusable ? address : .none, lacksResult: lack == .uncalculable, to: key)
    case .count:
      var count: Int64 = 0
      let walk = forEachValue(of: node.a, frame) { _ in
        count += 1
        return true
      }
      tally.add(count, walk == .unusable ? address : .none, to: key)
    case .distinct:
      addMembers(of: plan.nodes[Int(node.a)].a, ignoresCase: nil, to: tally, key, address)
    case .membership(let ignoresCase):
      addMembers(of: node.b, ignoresCase: ignoresCase, to: tally, key, address)
    case .first: tally.add({ keep(question, address) }, of: address, to: key)
    }
  }

  private func addMembers(
    of list: Int32, ignoresCase: Bool?, to tally: QuestionTally, _ key: WideHash,
    _ address: RecordAddress
  ) {
    let walk = forEachValue(of: list, Frame(level: 0, index: 0)) { value in
      guard let member = member(value, ignoresCase: ignoresCase, in: key) else { return false }
      tally.add(member, to: key)
      return true
    }
    let lacksResult = walk == .uncalculable
    let isInWay = walk == .unusable || walk == .stopped
    tally.add(0, isInWay ? address : .none, lacksResult: lacksResult, to: key)
  }

  /// Returns the hash of a value in a group.
  ///
  /// - Parameter ignoresCase: whether case is ignored. If nil, the value's own flag decides.
  func member(_ value: Value, ignoresCase: Bool?, in key: WideHash) -> WideHash? {
    let start = state.pointee.keyBytes.count
    defer { state.pointee.keyBytes.remove(from: start) }
    guard appendKey(of: ignoresCase.map { value.comparing(ignoringCase: $0) } ?? value) else {
      return nil
    }
    state.pointee.keyBytes.append(word: key.low)
    state.pointee.keyBytes.append(word: key.high)
    return hashOfKey(from: start, salt: -1)
  }

  /// Returns this record's value for a question about a single record. The value is copied so that it outlives this
  /// record.
  func keep(_ question: RecordQuestion, _ address: RecordAddress) -> KeptValue {
    let frame = Frame(level: 0, index: 0)
    let shown = question.isShown ? shown(question.node, frame) : nil
    return kept(value(of: question.node, frame), address, shown: shown)
  }

  private func kept(
    _ value: Value, _ address: RecordAddress, shown: ShownValue? = nil
  ) -> KeptValue {
    var (text, frames): ([UInt8], [[KeptValue]]) = ([], [])
    switch value.kind {
    case _ where value.refersToBytes: text = Array(value.bytes)
    case .unusable:
      return KeptValue(
        value: .unusable(elsewhere: value.failure ?? .undecided, at: address),
        contents: shown.map { KeptValue.Contents(text: [], frames: [], shown: $0) })
    // A question about a whole record only tests whether the record exists, so the record's frames aren't kept.
    case .list where value.level > 0, .record where value.level > 0:
      let store = workspace.stores[value.level]
      frames = (value.firstFrame..<value.firstFrame + value.itemCount).map { frame in
        (0..<store.slotCount).map { slot in
          let inner = store.inputs(frame)[slot]
          // An item that is a record is also a value in its own frame.
          let isItself =
            inner.kind == .record && inner.level == value.level && inner.firstFrame == frame
          return isItself ? KeptValue(value: inner) : kept(inner, address)
        }
      }
    default: if shown == nil { return KeptValue(value: value) }
    }
    let contents = KeptValue.Contents(text: text, frames: frames, shown: shown)
    return KeptValue(value: value, contents: contents)
  }
}

// MARK: - Keys

extension Evaluator {
  /// Returns the hashes of the keys and of the group under which a question finds the filled record. Returns nil if the
  /// question can't find this record.
  func tallyKey(
    _ question: RecordQuestion, _ tally: QuestionTally?, _ address: RecordAddress
  ) -> (key: WideHash, group: WideHash)? {
    if question.keyCount == 0 { return (WideHash.none, WideHash.none) }
    let frame = Frame(level: 0, index: 0)
    let start = state.pointee.keyBytes.count
    defer { state.pointee.keyBytes.remove(from: start) }
    guard appendGroup(of: question, frame, isAsked: true) else { return nil }
    let group = hashOfKey(from: start)
    if !question.hasOwnKeys { return (group, group) }
    var isBlank = false
    for key in plan.questionKeys.ofRecords(question) {
      let value = value(of: key.other, frame)
      if value.kind == .unusable {
        tally?.addWay(address, group: group)
        return nil
      }
      if !value.isUsable || !appendKey(of: value.comparing(ignoringCase: key.ignoresCase)) {
        isBlank = true
      }
    }
    return isBlank ? nil : (hashOfKey(from: start), group)
  }

  /// Appends the values of a group's fields to `keyBytes`. Returns false if the record belongs to no group.
  ///
  /// - Parameter isAsked: whether `frame` is the frame of a record that the question is about, not the frame in which
  ///   the question is evaluated.
  private func appendGroup(of question: RecordQuestion, _ frame: Frame, isAsked: Bool) -> Bool {
    var isBlank = question.groupCount > 0
    for key in plan.questionKeys.ofGroup(question) {
      let value = value(of: isAsked ? key.other : key.own, frame).unknownAsBlank
      guard value.kind != .uncalculable, appendKey(of: value) else { return false }
      if value.isUsable { isBlank = false }
    }
    return !isBlank
  }

  /// Returns the hash of the key that begins at `start` of `keyBytes`. It is the same in every process with the same
  /// `sharedKey`. Without a `sharedKey`, it is the same only in this process.
  func hashOfKey(from start: Int, salt: Int32 = 0) -> WideHash {
    if let sharedKey {
      return sharedKey.hash(Array(state.pointee.keyBytes.bytes(from: start)), salt: salt)
    }
    return state.pointee.keyBytes.hash(from: start, salt: salt)
  }

  /// Appends the value for a key to `keyBytes`. If the value isn't known, notes the reason in `lack`.
  func append(_ value: Value, _ key: RecordQuestion.Key, _ lack: inout Value?) {
    if !value.isUsable || !appendKey(of: value.comparing(ignoringCase: key.ignoresCase)) {
      lack = Evaluator.lacking(lack ?? value, value)
    }
  }

  /// Returns the hash of the values that the records of a question must have, or the reason why a value isn't known.
  func hash(
    of keys: some Collection<RecordQuestion.Key>, _ frame: Frame
  ) -> (hash: WideHash?, lack: Value?) {
    let start = state.pointee.keyBytes.count
    defer { state.pointee.keyBytes.remove(from: start) }
    var lack: Value?
    for key in keys { append(value(of: key.own, frame), key, &lack) }
    return lack == nil ? (state.pointee.keyBytes.hash(from: start, salt: 0), nil) : (nil, lack)
  }

  /// Whether the record at hand is in a group of a rule with `per`.
  func isInGroup(_ rule: RuleEntry, _ frame: Frame) -> Bool {
    if rule.group < 0 { return true }
    let start = state.pointee.keyBytes.count
    defer { state.pointee.keyBytes.remove(from: start) }
    return appendGroup(of: plan.questions[Int(rule.group)], frame, isAsked: true)
  }

  /// The failed checks of the record's groups. Each of them fails for every record of its group. Nil if the record has
  /// other problems, or no problems at all.
  package var groupProblems: GroupProblems? {
    var shared = GroupProblems()
    for problem in problems {
      guard problem.isOfRule else { return nil }
      let rule = plan.rules[Int(problem.rule)]
      let frame = Frame(level: Int(problem.level), index: Int(problem.frame))
      guard rule.subject == .group,
        case .hash(let key, _) = ownKey(plan.questions[Int(rule.group)], frame)
      else { return nil }
      shared.failed.append(GroupProblems.Failed(rule: problem.rule, key: key))
    }
    return shared.failed.isEmpty ? nil : shared
  }

  private enum OwnKey {
    case hash(key: WideHash, group: WideHash)
    case lack(Value)
  }

  /// Returns the hash of the values that the records of a question must share with the record at hand. Returns the
  /// reason if a value isn't known.
  private func ownKey(_ question: RecordQuestion, _ frame: Frame) -> OwnKey {
    if question.keyCount == 0 {
      return .hash(key: .none, group: .none)
    }
    let start = state.pointee.keyBytes.count
    defer { state.pointee.keyBytes.remove(from: start) }
    let keys = plan.questionKeys.ofRecords(question)
    let values = keys.map { value(of: $0.own, frame) }
    guard appendGroup(of: question, frame, isAsked: false) else { return .lack(.unknown) }
    let group = hashOfKey(from: start)
    if keys.isEmpty { return .hash(key: group, group: group) }
    var lack: Value?
    for (value, key) in zip(values, keys) { append(value, key, &lack) }
    return lack.map { .lack($0) } ?? .hash(key: hashOfKey(from: start), group: group)
  }
}

extension Value {
  /// Returns the value with the flag `ignoresCase` of a text set or cleared.
  func comparing(ignoringCase: Bool) -> Value {
    guard kind == .text, ignoringCase != isWithoutCase else { return self }
    var value = self
    value.flags ^= Value.ignoresCase
    return value
  }
}

// MARK: - Answers

extension Evaluator {
  func truth(ofQuestion node: Node, _ frame: Frame) -> Truth {
    let value = answer(node, frame)
    return value.kind == .bool ? Truth(value.bool) : Evaluator.lack(value)
  }

  /// Returns the answer to a question for the record at hand. It is unusable if there are no answers, as for a record
  /// outside a data set.
  func answer(_ node: Node, _ frame: Frame) -> Value {
    let question = plan.questions[Int(node.b)]
    if state.pointee.isCollecting { return .unknown }
    if question.isPrevious { return previousValue(Int(node.b)) }
    guard let answers else { return .unusable(.elsewhere) }
    if case .total = question.kind { return Value(integer: Int64(answers.total)) }
    switch ownKey(question, frame) {
    case .lack(let value):
      guard case .membership = question.kind else { return value }
      let subject = self.value(of: plan.nodes[Int(node.a)].a, frame)
      return Evaluator.lacking(value, subject.isUsable ? value : subject)
    case .hash(let key, let group):
      return answer(question, answers.questions[Int(node.b)], key, group, frame)
    }
  }

  private func answer(
    _ question: RecordQuestion, _ tally: QuestionTally, _ key: WideHash, _ groupKey: WideHash,
    _ frame: Frame
  ) -> Value {
    let place = tally.group(key)
    let group = place.map { tally.groups[$0] } ?? QuestionTally.Group()
    let way = group.way
    if question.hasOwnKeys, !tally.keyWays.isEmpty, let other = tally.keyWays[groupKey] {
      // A record with an unusable key may have this key, too. That doesn't matter if only the first record is needed
      // and one has been found.
      if case .first = question.kind {
        if place == nil { return inTheWay(other) }
      } else {
        return inTheWay(other)
      }
    }
    func known(_ value: Value) -> Value {
      if !way.isNone { return inTheWay(way) }
      return group.lacksResult ? .uncalculable : value
    }
    switch question.kind {
    case .aggregate(.count): return known(Value(integer: group.count))
    case .any: return group.count > 0 ? Value(bool: true) : known(Value(bool: false))
    case .all: return group.count > 0 ? Value(bool: false) : known(Value(bool: true))
    case .count, .distinct: return known(Value(integer: group.count))
    case .aggregate(let aggregate):
      return known(place.map { tally.summaries[$0].result } ?? RunningAggregate(aggregate).result)
    case .membership(let ignoresCase):
      let node = plan.nodes[Int(question.node)]
      let subject = value(of: node.a, frame)
      let isNegated = node.variant == 1
      guard subject.isUsable else {
        if !way.isNone { return Evaluator.lacking(subject, inTheWay(way)) }
        return Evaluator.lacking(subject, subject)
      }
      let member = member(subject, ignoresCase: ignoresCase, in: key)
      // If one value of a path is unusable, the distinct values are unknown.
      let isKnown = way.isNone || plan.nodes[Int(node.b)].operation != .distinctValues
      if isKnown, let member, tally.contains(member) { return Value(bool: !isNegated) }
      return known(Value(bool: isNegated))
    case .first:
      return place.map { found(tally.firsts[$0].value) } ?? .blank
    case .total, .previous: return .unknown
    }
  }

  /// Returns an unusable value, and notes `way` as the record that makes it unusable.
  private func inTheWay(_ way: RecordAddress) -> Value {
    state.pointee.way.note(way)
    return .unusable(.elsewhere)
  }

  /// If `value` is unusable because of another record, notes that record.
  func note(_ value: Value) { state.pointee.way.note(value.addressElsewhere) }

  /// Returns a value that was kept from another record. Its frames are copied only once.
  private func found(_ kept: KeptValue) -> Value {
    note(kept.value)
    guard let contents = kept.contents, !contents.frames.isEmpty else { return copy(kept, in: 0) }
    let place = ObjectIdentifier(contents)
    if let copy = state.pointee.copies[place] { return copy }
    let copy = copy(kept, in: outerFrame(of: kept.value.level))
    state.pointee.copies[place] = copy
    return copy
  }

  /// Returns a frame of the parent level of `level`. If the parent is level 0, returns the frame of the record at hand.
  /// Otherwise adds an empty frame.
  private func outerFrame(of level: Int) -> Int {
    let outer = plan.levels[level].parent
    return outer <= 0 ? 0 : workspace.addFrame(level: outer, parent: outerFrame(of: outer))
  }

  /// Copies a value of another record. Adds the frames of the value after those of the record at hand.
  ///
  /// - Parameter outer: the parent of the added frames.
  private func copy(_ kept: KeptValue, in outer: Int) -> Value {
    let value = kept.value
    guard let contents = kept.contents else { return value }
    switch value.kind {
    case _ where value.refersToBytes:
      var text = Value(text: workspace.scratch.pointee.add(contents.text), kind: value.kind)
      text.flags = value.flags
      return text
    case .list where value.level > 0, .record where value.level > 0:
      let first = workspace.stores[value.level].frameCount
      for _ in contents.frames { _ = workspace.addFrame(level: value.level, parent: outer) }
      for (offset, slots) in contents.frames.enumerated() {
        for (slot, kept) in slots.enumerated() {
          let isItself = kept.contents == nil && kept.value.kind == .record && kept.value.level > 0
          let inner =
            isItself
            ? .record(level: value.level, frame: first + offset, offset: kept.value.extra)
            : copy(kept, in: first + offset)
          workspace.stores[value.level].inputs(first + offset)[slot] = inner
        }
      }
      if value.kind == .record {
        return .record(level: value.level, frame: first, offset: value.extra)
      }
      return .list(
        level: value.level, first: first, count: value.itemCount, offset: value.extra)
    default: return value
    }
  }

  /// Returns the value of the previous record. It is unusable if the record at hand isn't part of a data set.
  private func previousValue(_ number: Int) -> Value {
    guard let previous else { return .unusable(.elsewhere) }
    guard number < previous.count, let kept = previous[number] else { return .blank }
    return found(kept)
  }

  /// Returns the value of another record as it is written there, for messages. Nil if there is none.
  func shownElsewhere(_ node: Node, _ frame: Frame) -> ShownValue? {
    let question = plan.questions[Int(node.b)]
    guard !state.pointee.isCollecting else { return nil }
    if question.isPrevious {
      guard let previous, Int(node.b) < previous.count else { return nil }
      return previous[Int(node.b)].flatMap { shown($0, question) }
    }
    guard case .first = question.kind, let answers,
      case .hash(let key, _) = ownKey(question, frame)
    else { return nil }
    let tally = answers.questions[Int(node.b)]
    return tally.group(key).flatMap { shown(tally.firsts[$0].value, question) }
  }

  private func shown(_ kept: KeptValue, _ question: RecordQuestion) -> ShownValue? {
    let shown = kept.contents?.shown
    guard case .value(let own, let written, let label) = shown else { return shown }
    let value = found(kept)
    // A blank bool that counts as false is shown as false, in the format of its field.
    if own.kind == .blank, value.kind == .bool, let field = program.singleField(of: question.node) {
      let format = program.format(for: value, inField: field)
      return .value(value, written: format?.text(of: value))
    }
    return .value(value, written: written, label: label)
  }
}

// MARK: - Checks of the data as a whole

/// A calculation, or the condition of a rule, `when` or `required if`, that can't be decided because a value of another
/// record is unusable.
package struct UndecidedCondition: Sendable {
  /// The node of the condition or calculation.
  package var node: Int32
  /// The first record whose unusable value prevents the decision.
  package var way: RecordAddress

  package init(node: Int32, way: RecordAddress) { (self.node, self.way) = (node, way) }

  package mutating func code(_ coder: inout ByteCoder) {
    coder.code(&node)
    way.code(&coder)
  }
}

/// The checks of groups that fail for a record, each with its group.
package struct GroupProblems: Hashable, Sendable {
  fileprivate struct Failed: Hashable, Sendable {
    var rule: Int32
    var key: WideHash
  }

  fileprivate var failed: [Failed] = []
}

extension Evaluator {
  /// Judges the checks that are about the data as a whole, and returns their problems.
  ///
  /// - Parameter tables: the columns of the data's tables. A check of columns is judged for each.
  package func problemsOfData(_ tables: [ColumnNames] = []) -> [Problem] {
    workspace.reset()
    state.pointee.begin(TextBytes(start: nil, count: 0))
    for _ in tables.indices.dropFirst() { _ = workspace.addFrame(level: 0, parent: -1) }
    state.pointee.tables = tables
    for (number, rule) in program.rules.enumerated() {
      let count = rule.subject == .columns ? tables.count : rule.subject == .data ? 1 : 0
      for index in 0..<count { judgeRule(number, rule, Frame(level: 0, index: index)) }
    }
    return Array(problems)
  }
}

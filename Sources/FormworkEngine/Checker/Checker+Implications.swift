// Findings about two conditions at once: rules that cannot both hold, a rule that another makes
// needless, blocks that are never in force. When in doubt they are silent.

internal import FormworkSyntax

/// What a condition says of the value, or of the number of characters or items, of a field.
struct Fact {
  enum Measure { case value, count }

  var field: Int32
  var measure: Measure
  var set: ValueSet

  func isAbout(_ other: Fact) -> Bool { field == other.field && measure == other.measure }
}

extension Checker {
  func findImplications() {
    for number in program.fields.indices { compareRules(ofField: number) }
    for level in program.levels {
      findDeadBranches(level.steps, 0, level.steps.count, given: [])
    }
    findIdleConditions()
  }
}

// MARK: - Rules of a field

extension Checker {
  private struct KnownRule {
    var entry: RuleEntry
    var facts: [Fact]
    /// Whether the facts are all that the rule says.
    var isWhole: Bool
    /// Sets that hold no value that passes, and whether there is one, which is all that the rule says.
    var denied: [Fact]
    var isDenial: Bool

    /// Whether nothing that passes this rule passes the other.
    func excludes(_ other: KnownRule) -> Bool {
      facts.contains { fact in
        other.facts.contains { $0.isAbout(fact) && $0.set.isDisjoint(from: fact.set) }
          || other.denied.contains { $0.isAbout(fact) && fact.set.isSubset(of: $0.set) }
      }
    }
  }

  private func compareRules(ofField number: Int) {
    guard program.fields[number].rules.count > 1 else { return }
    var earlier: [KnownRule] = []
    for rule in program.fields[number].rules {
      let entry = program.rules[Int(rule)]
      var facts: [Fact] = []
      let isWhole = collect(entry.condition, into: &facts)
      facts.removeAll { $0.field != Int32(number) }
      let denied = deniedFacts(entry.condition).filter { $0.field == Int32(number) }
      let known = KnownRule(
        entry: entry, facts: facts, isWhole: isWhole && !facts.isEmpty, denied: denied,
        isDenial: denied.count == 1 && denies(entry.condition))
      for other in earlier where compare(known, other) { break }
      earlier.append(known)
      // Comparing each with each grows with the square; nobody writes so many by hand.
      if earlier.count > 100 { earlier.removeFirst() }
    }
  }

  /// Reports what two rules are to each other; true if something was said.
  private func compare(_ rule: KnownRule, _ other: KnownRule) -> Bool {
    let areErrors = rule.entry.severity == .error && other.entry.severity == .error
    let place = program.nodes[Int(rule.entry.condition)].span
    let otherPlace = program.nodes[Int(other.entry.condition)].span
    if areErrors, rule.excludes(other) || other.excludes(rule) {
      report(.contradictoryRules(first: otherPlace), at: place)
      return true
    }
    if follows(rule, from: other) {
      report(.impliedRule(by: otherPlace), at: place)
      return true
    }
    if follows(other, from: rule) {
      report(.impliedRule(by: place), at: otherPlace)
      return true
    }
    return false
  }

  /// Whether a rule holds wherever another does. One that only warns makes no other needless.
  private func follows(_ rule: KnownRule, from other: KnownRule) -> Bool {
    guard other.entry.severity == .error || rule.entry.severity == .warning else { return false }
    if rule.isDenial {
      return rule.denied.allSatisfy { denied in
        other.facts.contains { $0.isAbout(denied) && $0.set.isDisjoint(from: denied.set) }
          || other.denied.contains { $0.isAbout(denied) && denied.set.isSubset(of: $0.set) }
      }
    }
    guard rule.isWhole else { return false }
    return rule.facts.allSatisfy { fact in
      other.facts.contains { $0.isAbout(fact) && $0.set.isSubset(of: fact.set) }
    }
  }
}

// MARK: - Blocks

extension Checker {
  /// Looks for branches that cannot be in force, given what the branches around them say.
  private func findDeadBranches(_ steps: [Step], _ lower: Int, _ upper: Int, given: [Fact]) {
    var index = lower
    // What the branches before, in the same `when`, say; each as long as it says one thing only.
    var taken: [(fact: Fact, span: Span)] = []
    var end = -1
    while index < upper {
      let step = steps[index]
      guard step.kind == .branch else {
        index += 1
        continue
      }
      if index >= end {
        taken = []
        end = Int(step.next)
      }
      var facts: [Fact] = []
      let isWhole = step.target >= 0 && collect(step.target, into: &facts)
      if step.target >= 0 {
        judge(step, facts, given: given, taken: taken)
        let denied = deniedFacts(step.target)
        if denied.contains(where: { denied in
          given.contains { $0.isAbout(denied) && $0.set.isSubset(of: denied.set) }
        }) {
          report(.branchNeverHolds, at: program.nodes[Int(step.target)].span)
        }
      }
      findDeadBranches(steps, index + 1, Int(step.end), given: given + facts)
      if isWhole, facts.count == 1 {
        taken.append((facts[0], program.nodes[Int(step.target)].span))
        if taken.count > 100 { taken.removeFirst() }
      }
      index = Int(step.end)
    }
  }

  private func judge(
    _ step: Step, _ facts: [Fact], given: [Fact], taken: [(fact: Fact, span: Span)]
  ) {
    let place = program.nodes[Int(step.target)].span
    for fact in facts {
      if let before = taken.first(where: {
        $0.fact.isAbout(fact) && fact.set.isSubset(of: $0.fact.set)
      }) {
        return report(.branchTaken(before: before.span), at: place)
      }
      if given.contains(where: { $0.isAbout(fact) && $0.set.isDisjoint(from: fact.set) }) {
        return report(.branchNeverHolds, at: place)
      }
    }
  }
}

// MARK: - Facts

extension Checker {
  /// Collects what a condition says; false if it says more than that.
  func collect(_ number: Int32, into facts: inout [Fact]) -> Bool {
    factWork += 1
    guard factWork <= limits.parts else { return false }
    let node = program.nodes[Int(number)]
    switch node.operation {
    case .and:
      let left = collect(node.a, into: &facts)
      let right = collect(node.b, into: &facts)
      return left && right
    case .defined: return collect(node.a, into: &facts)
    default:
      guard let fact = fact(node) else { return false }
      facts.append(fact)
      return true
    }
  }

  func fact(_ node: Node) -> Fact? {
    switch node.operation {
    case .equal:
      return constantValue(node.b).flatMap { fact(node.a, .values([$0])) }
        ?? constantValue(node.a).flatMap { fact(node.b, .values([$0])) }
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return comparisonFact(node)
    case .inRange, .inList: return node.variant == 0 ? membershipFact(node) : nil
    case .truth: return fact(node.a, .values([Value(bool: true)]))
    case .not:
      let inner = program.nodes[Int(node.a)]
      guard inner.operation == .truth else { return nil }
      return fact(inner.a, .values([Value(bool: false)]))
    case .predicate: return predicateFact(node)
    default: return nil
    }
  }

  /// What `in` says, or what `not in` denies.
  func membershipFact(_ node: Node) -> Fact? {
    node.operation == .inRange
      ? interval(node.b).flatMap { fact(node.a, $0) }
      : constants(node).flatMap { fact(node.a, .values($0)) }
  }

  /// A fact about an operand that is a field, or the count of one.
  func fact(_ operand: Int32, _ set: ValueSet) -> Fact? {
    let node = program.nodes[Int(operand)]
    if node.operation == .count { return fact(node.a, set).map { counted($0) } }
    guard node.operation == .cell, node.c >= 0 else { return nil }
    // Texts that differ only in case may be the same here.
    if program.fields[Int(node.c)].ignoresCase { return nil }
    return fact(node.c, .value, set)
  }

  /// A fact about a field, between whole numbers where all its values, or counts, are such.
  func fact(_ field: Int32, _ measure: Fact.Measure, _ set: ValueSet) -> Fact {
    let isWhole = measure == .count || staticType(Int(field)) == .int
    return Fact(field: field, measure: measure, set: isWhole ? set.ofWholeNumbers : set)
  }

  private func counted(_ fact: Fact) -> Fact {
    self.fact(fact.field, .count, fact.set)
  }

  private func comparisonFact(_ node: Node) -> Fact? {
    let isOpen = node.operation == .less || node.operation == .greater
    let isUpper = node.operation == .less || node.operation == .lessOrEqual
    func interval(_ value: Value, isUpper: Bool) -> ValueSet {
      let bound = ValueSet.Bound(value: value, isOpen: isOpen)
      return isUpper ? .interval(nil, bound) : .interval(bound, nil)
    }
    if let value = constantValue(node.b) {
      return fact(node.a, interval(value, isUpper: isUpper))
    }
    return constantValue(node.a).flatMap { fact(node.b, interval($0, isUpper: !isUpper)) }
  }

  private func interval(_ number: Int32) -> ValueSet? {
    let range = program.nodes[Int(number)]
    let low = constantValue(range.a)
    let high = constantValue(range.b)
    guard range.a < 0 || low != nil, range.b < 0 || high != nil else { return nil }
    return .interval(
      low.map { .init(value: $0, isOpen: false) },
      high.map { .init(value: $0, isOpen: range.variant == 1) })
  }

  /// The items of a list node, if all are constants.
  private func constants(_ node: Node) -> [Value]? {
    var values: [Value] = []
    for index in Int(node.b)..<Int(node.b + node.c) {
      guard let value = constantValue(program.lists[index]) else { return nil }
      values.append(value)
    }
    return values
  }

  private func predicateFact(_ node: Node) -> Fact? {
    guard let predicate = Predicate(rawValue: node.variant), !predicate.isAcross else {
      return nil
    }
    let argument = node.c > 0 ? program.lists[Int(node.b)] : -1
    let zero = ValueSet.Bound(value: Value(integer: 0), isOpen: true)
    func only(_ alphabet: ValueSet.Alphabet) -> Fact? {
      node.c == 0 ? fact(node.a, .only(alphabet)) : nil
    }
    switch predicate {
    case .range: return interval(argument).flatMap { fact(node.a, $0) }
    case .count: return interval(argument).flatMap { fact(node.a, $0) }.map { counted($0) }
    case .oneOf: return constants(node).flatMap { fact(node.a, .values($0)) }
    case .positive: return fact(node.a, .interval(zero, nil))
    case .negative: return fact(node.a, .interval(nil, zero))
    case .before:
      return constantValue(argument).flatMap {
        fact(node.a, .interval(nil, .init(value: $0, isOpen: true)))
      }
    case .after:
      return constantValue(argument).flatMap {
        fact(node.a, .interval(.init(value: $0, isOpen: true), nil))
      }
    case .digits: return only(.digits)
    case .letters: return only(.letters)
    case .alphanumeric: return only(.alphanumeric)
    case .ascii: return only(.ascii)
    case .hiragana, .katakana, .kanji: return fact(node.a, .only(.japanese))
    case .contains: return containsFact(node)
    default: return nil
    }
  }

  private func containsFact(_ node: Node) -> Fact? {
    let content = program.nodes[Int(program.lists[Int(node.b)])]
    guard node.c == 1, content.operation == .selection,
      let textClass = program.selections[Int(content.a)].classes.first
    else { return nil }
    return fact(node.a, .containing(textClass))
  }
}

// Findings about two conditions: rules that can't both hold, a rule that another makes redundant, and blocks that are
// never in force. If in doubt, nothing is reported.

internal import FormworkSyntax

/// Compares the rules of each field with each other, and the conditions of `when` with those around them.
struct Implications {
  private let program: Program
  private let reader: FactReader
  private var findings: [Finding] = []

  static func findings(_ program: Program, _ reader: FactReader) -> [Finding] {
    var implications = Implications(program: program, reader: reader)
    for number in program.fields.indices { implications.compareRules(ofField: number) }
    for level in program.levels {
      implications.findDeadBranches(level.steps, 0, level.steps.count, given: [])
    }
    return implications.findings
  }

  private mutating func report(_ lint: Lint, at span: Span) {
    findings.append(Finding(kind: .lint(lint), span: span))
  }

  private struct KnownRule {
    var entry: RuleEntry
    var facts: [Fact]
    /// Whether the facts are equivalent to the rule.
    var isWhole: Bool
    /// Sets whose values all fail the rule. `isDenial` is whether there is only one set, and all other values pass.
    var denied: [Fact]
    var isDenial: Bool

    /// Whether no value passes both this rule and `other`.
    func excludes(_ other: KnownRule) -> Bool {
      facts.contains { fact in
        other.facts.contains { $0.isAbout(fact) && $0.set.isDisjoint(from: fact.set) }
          || other.denied.contains { $0.isAbout(fact) && fact.set.isSubset(of: $0.set) }
      }
    }
  }

  private mutating func compareRules(ofField number: Int) {
    guard program.fields[number].rules.count > 1 else { return }
    var earlier: [KnownRule] = []
    for rule in program.fields[number].rules {
      let entry = program.rules[Int(rule)]
      var facts: [Fact] = []
      let isWhole = reader.collect(entry.condition, into: &facts)
      facts.removeAll { $0.field != Int32(number) }
      let denied = reader.deniedFacts(entry.condition).filter { $0.field == Int32(number) }
      let known = KnownRule(
        entry: entry, facts: facts, isWhole: isWhole && !facts.isEmpty, denied: denied,
        isDenial: denied.count == 1 && reader.denied(entry.condition) != nil)
      for other in earlier where compare(known, other) { break }
      earlier.append(known)
      // Each rule is compared with all others, so only 100 are kept. Forms written by hand have fewer.
      if earlier.count > 100 { earlier.removeFirst() }
    }
  }

  /// Compares two rules and reports a finding. Returns whether there was one.
  private mutating func compare(_ rule: KnownRule, _ other: KnownRule) -> Bool {
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

  /// Whether a rule holds whenever another does. A rule that only warns doesn't make an error redundant.
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

extension Implications {
  /// Finds branches that can't be in force, given the conditions of the branches around them.
  private mutating func findDeadBranches(_ steps: [Step], _ lower: Int, _ upper: Int, given: [Fact])
  {
    var index = lower
    // The earlier branches of the same `when`, as facts. Leaves out a branch whose condition isn't equivalent to a
    // single fact.
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
      let isWhole = step.target >= 0 && reader.collect(step.target, into: &facts)
      if step.target >= 0 {
        judge(step, facts, given: given, taken: taken)
        let denied = reader.deniedFacts(step.target)
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

  private mutating func judge(
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

// What conditions say of single values: enough to tell that two of them cannot both hold, or that one
// follows from the other. When in doubt they say nothing.

/// What a condition says of the value, or of the number of characters or items, of a field.
struct Fact {
  enum Measure { case value, count }

  var field: Int32
  var measure: Measure
  var set: ValueSet

  func isAbout(_ other: Fact) -> Bool { field == other.field && measure == other.measure }
}

/// Reads facts off the conditions of a program.
final class FactReader {
  let program: Program
  /// How many parts of conditions may still be looked at, which is not done without end.
  private var allowance: Int

  init(_ program: Program, allowance: Int) {
    self.program = program
    self.allowance = allowance
  }

  /// Collects what a condition says; false if it says more than that.
  func collect(_ number: Int32, into facts: inout [Fact]) -> Bool {
    guard allowance > 0 else { return false }
    allowance -= 1
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
      return program.constantValue(node.b).flatMap { fact(node.a, .values([$0])) }
        ?? program.constantValue(node.a).flatMap { fact(node.b, .values([$0])) }
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
    let isWhole = measure == .count || program.staticType(field) == .int
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
    if let value = program.constantValue(node.b) {
      return fact(node.a, interval(value, isUpper: isUpper))
    }
    return program.constantValue(node.a).flatMap { fact(node.b, interval($0, isUpper: !isUpper)) }
  }

  private func interval(_ number: Int32) -> ValueSet? {
    let range = program.nodes[Int(number)]
    let low = program.constantValue(range.a)
    let high = program.constantValue(range.b)
    guard range.a < 0 || low != nil, range.b < 0 || high != nil else { return nil }
    return .interval(
      low.map { .init(value: $0, isOpen: false) },
      high.map { .init(value: $0, isOpen: range.variant == 1) })
  }

  /// The items of a list node, if all are constants.
  private func constants(_ node: Node) -> [Value]? {
    var values: [Value] = []
    for index in Int(node.b)..<Int(node.b + node.c) {
      guard let value = program.constantValue(program.lists[index]) else { return nil }
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
      return program.constantValue(argument).flatMap {
        fact(node.a, .interval(nil, .init(value: $0, isOpen: true)))
      }
    case .after:
      return program.constantValue(argument).flatMap {
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

// MARK: - Denials

extension FactReader {
  /// What a part denies, if it says just that.
  func denied(_ node: Node) -> Fact? {
    switch node.operation {
    case .defined: return denied(program.nodes[Int(node.a)])
    case .notEqual:
      return program.constantValue(node.b).flatMap { fact(node.a, .values([$0])) }
        ?? program.constantValue(node.a).flatMap { fact(node.b, .values([$0])) }
    case .inRange, .inList: return node.variant == 1 ? membershipFact(node) : nil
    case .not:
      var facts: [Fact] = []
      return collect(node.a, into: &facts) && facts.count == 1 ? facts[0] : nil
    default: return nil
    }
  }

  /// What a condition denies, among other things.
  func deniedFacts(_ number: Int32) -> [Fact] {
    let node = program.nodes[Int(number)]
    switch node.operation {
    case .and: return deniedFacts(node.a) + deniedFacts(node.b)
    case .defined: return deniedFacts(node.a)
    default: return denied(node).map { [$0] } ?? []
    }
  }

  /// Whether a condition denies something and says no more.
  func denies(_ number: Int32) -> Bool { denied(program.nodes[Int(number)]) != nil }
}

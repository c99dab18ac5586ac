// Determines whether a condition certainly accepts fewer or more values than another.

internal import FormworkEngine
internal import FormworkSyntax

/// The strictness of a new condition compared with the old one, judged by the values that each accepts.
enum Strictness {
  case same, tighter, looser
  /// Unknown, or some values were added and others removed.
  case other

  var opposite: Strictness {
    switch self {
    case .tighter: .looser
    case .looser: .tighter
    case .same, .other: self
    }
  }

  /// Returns the combined effect of two changes.
  func with(_ next: Strictness) -> Strictness {
    if self == .same || self == next { return next }
    return next == .same ? self : .other
  }

  /// Determines how the old members of a set relate to the new members.
  init(_ old: OrderedSet<Int>, _ new: OrderedSet<Int>) {
    self =
      old == new
      ? .same : old.isSubset(of: new) ? .looser : new.isSubset(of: old) ? .tighter : .other
  }
}

/// Compares conditions of two forms.
struct StrictnessTest {
  let old: MeaningReader
  let new: MeaningReader
  /// The addresses of fields and lists of other data that only one form has, or whose type, cleaning or source differs.
  let unsteady: OrderedSet<String>

  func compare(_ first: Int32, _ second: Int32) -> Strictness {
    guard isSteady(first, old), isSteady(second, new) else { return .other }
    return relation(first, second)
  }

  private func isSteady(_ node: Int32, _ side: MeaningReader) -> Bool {
    switch side.program.view(node) {
    case .cell(_, _, let field): return !unsteady.contains(side.address(ofField: field))
    case .ofList(let query, _)
    where unsteady.contains(MeaningReader.address(ofList: side.program.askedList(query).name)):
      return false
    default: break
    }
    return side.program.children(of: node).allSatisfy { isSteady($0, side) }
  }

  /// Returns whether every part of a condition certainly has a result. A part without a result outweighs all other
  /// parts.
  private func isPlain(_ node: Int32, _ side: MeaningReader) -> Bool {
    switch side.program.view(node) {
    case .question, .arithmetic, .conditional, .function, .lookUp, .inTable, .host, .aggregate,
      .negate:
      return false
    default: return side.program.children(of: node).allSatisfy { isPlain($0, side) }
    }
  }

  private func relation(_ first: Int32, _ second: Int32) -> Strictness {
    if old.meaning(first) == new.meaning(second) { return .same }
    switch (old.program.view(first), new.program.view(second)) {
    case (.defined(let inner, _), _): return relation(inner, second)
    case (_, .defined(let inner, _)): return relation(first, inner)
    case (.ofItem(let one, let depth, _), .ofItem(let other, let otherDepth, _)):
      return depth == otherDepth ? relation(one, other) : .other
    case (.not(let one), .not(let other)):
      return areApart(first, second) ? relation(one, other).opposite : .other
    case (
      .quantified(let one, let inner, let isAll),
      .quantified(let other, let otherInner, let otherIsAll)
    ):
      guard old.meaning(one) == new.meaning(other), isAll == otherIsAll, areApart(first, second)
      else { return .other }
      return relation(inner, otherInner)
    case (.and, _), (_, .and):
      return relation(conjuncts(first, old), conjuncts(second, new)) { $0 }
    case (.or, _), (_, .or):
      return relation(alternatives(first, old), alternatives(second, new)) { $0.opposite }
    default: return relation(ofAtoms: first, second)
    }
  }

  /// Returns whether both conditions are certainly determined by the results of their parts.
  private func areApart(_ first: Int32, _ second: Int32) -> Bool {
    isPlain(first, old) && isPlain(second, new)
  }

  /// Compares the strictness of two conditions, given their parts.
  ///
  /// - Parameter turned: converts the effect of added or removed parts. It receives the effect for parts joined by
  ///   `and`.
  private func relation(
    _ first: [Int32], _ second: [Int32], _ turned: (Strictness) -> Strictness
  ) -> Strictness {
    guard first.allSatisfy({ isPlain($0, old) }), second.allSatisfy({ isPlain($0, new) }) else {
      return .other
    }
    let kept = OrderedSet(first.map { old.meaning($0) }).intersection(
      OrderedSet(second.map { new.meaning($0) }))
    let gone = first.filter { !kept.contains(old.meaning($0)) }
    let added = second.filter { !kept.contains(new.meaning($0)) }
    if gone.isEmpty { return turned(.tighter) }
    if added.isEmpty { return turned(.looser) }
    guard gone.count == added.count else { return .other }
    return zip(gone, added).reduce(Strictness.same) { $0.with(relation($1.0, $1.1)) }
  }

  private func conjuncts(_ node: Int32, _ side: MeaningReader) -> [Int32] {
    switch side.program.view(node) {
    case .and(let first, let second): conjuncts(first, side) + conjuncts(second, side)
    case .defined(let inner, _): conjuncts(inner, side)
    default: [node]
    }
  }

  private func alternatives(_ node: Int32, _ side: MeaningReader) -> [Int32] {
    switch side.program.view(node) {
    case .or(let first, let second): alternatives(first, side) + alternatives(second, side)
    case .defined(let inner, _): alternatives(inner, side)
    default: [node]
    }
  }

  // MARK: - Conditions without parts

  private func relation(ofAtoms first: Int32, _ second: Int32) -> Strictness {
    guard let one = old.program.constraint(of: first),
      let other = new.program.constraint(of: second), one.isNegated == other.isNegated,
      subject(of: one, old) == subject(of: other, new),
      let strictness = relation(one, other)
    else { return .other }
    return one.isNegated ? strictness.opposite : strictness
  }

  /// Returns the meaning of the quantity that a constraint measures.
  private func subject(of constraint: Constraint, _ side: MeaningReader) -> Int {
    let measure: String
    switch constraint.measure {
    case .value: measure = "value"
    case .count: measure = "count"
    case .words: measure = "words"
    case .decimals: measure = "decimals"
    case .age: measure = "age"
    case .number(let type): measure = "number \(type.name)"
    case .occurrences(let content):
      return side.number("occurrences", [constraint.subject, content].map { side.meaning($0) })
    case .records: return side.number("records")
    }
    return side.number(measure, [side.meaning(constraint.subject)])
  }

  /// Compares the sets that two constraints on the same quantity allow. Returns nil if they can't be compared.
  private func relation(_ first: Constraint, _ second: Constraint) -> Strictness? {
    // Listed values needn't be constants, so their meanings are compared.
    if case .listed(let one) = first.allowed, case .listed(let other) = second.allowed {
      return Strictness(
        OrderedSet(one.map { old.meaning($0) }), OrderedSet(other.map { new.meaning($0) }))
    }
    guard case .interval = first.allowed, case .interval = second.allowed,
      let one = old.program.values(of: first), let other = new.program.values(of: second)
    else { return nil }
    return switch (one.isSubset(of: other), other.isSubset(of: one)) {
    case (true, true): .same
    case (true, false): .looser
    case (false, true): .tighter
    case (false, false): .other
    }
  }
}

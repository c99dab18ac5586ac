// Facts about single fields, derived from the normal form of conditions. They are enough to decide that two
// conditions can't both hold, or that one implies the other. If in doubt, there is no fact.

/// A fact that a condition states about the value of a field, or about its number of characters, words or items.
struct Fact {
  enum Measure { case value, count, words }

  var field: Int32
  var measure = Measure.value
  var set: ValueSet

  func isAbout(_ other: Fact) -> Bool { field == other.field && measure == other.measure }
}

/// Derives facts from the conditions of a program.
final class FactReader {
  let program: Program
  /// The number of parts of conditions that may still be read.
  private var allowance: Int

  init(_ program: Program, allowance: Int) {
    self.program = program
    self.allowance = allowance
  }

  /// Collects the facts that a condition states.
  ///
  /// - Returns: whether these facts together are equivalent to the condition.
  func collect(_ number: Int32, into facts: inout [Fact]) -> Bool {
    guard allowance > 0 else { return false }
    allowance -= 1
    switch program.view(number) {
    case .and(let first, let second):
      let left = collect(first, into: &facts)
      let right = collect(second, into: &facts)
      return left && right
    case .defined(let inner, _): return collect(inner, into: &facts)
    case .not(let inner):
      // A bool that isn't true is false.
      guard let constraint = program.constraint(of: inner), case .isTrue = constraint.allowed,
        let fact = fact(constraint)
      else { return false }
      facts.append(Fact(field: fact.field, set: .values([Value(bool: false)])))
      return true
    default:
      guard let constraint = program.constraint(of: number), !constraint.isNegated,
        let fact = fact(constraint)
      else { return false }
      facts.append(fact)
      return true
    }
  }

  /// Returns the fact of a constraint, regardless of whether the constraint is negated. Returns nil if the constraint's
  /// set isn't constant, or if the constraint isn't about a field.
  private func fact(_ constraint: Constraint) -> Fact? {
    guard case .cell(_, _, let field) = program.view(constraint.subject), field >= 0,
      // If the field ignores case, texts that differ only in case are equal.
      !program.fields[Int(field)].ignoresCase,
      // Conditions about different alternatives don't contradict each other.
      program.staticType(field).family != .either,
      // A partial date passes rules that no day passes.
      !program.allowsPartialDates(program.fields[Int(field)].type),
      let set = program.values(of: constraint)
    else { return nil }
    switch constraint.measure {
    case .value: return Fact(field: field, set: set)
    case .count: return Fact(field: field, measure: .count, set: set)
    case .words: return Fact(field: field, measure: .words, set: set)
    case .decimals, .age, .number, .occurrences, .records: return nil
    }
  }

  /// Returns the complement of a fact, or nil if the complement can't be expressed as a set of values.
  func complement(of fact: Fact) -> Fact? {
    let isWhole = fact.measure != .value || program.staticType(fact.field) == .int
    return fact.set.complement.map { set in
      Fact(field: fact.field, measure: fact.measure, set: isWhole ? set.ofWholeNumbers : set)
    }
  }
}

// MARK: - Denials

extension FactReader {
  /// Returns the fact whose denial is equivalent to a condition. Returns nil for any other condition.
  func denied(_ number: Int32) -> Fact? {
    switch program.view(number) {
    case .defined(let inner, _): return denied(inner)
    case .not(let inner):
      var facts: [Fact] = []
      return collect(inner, into: &facts) && facts.count == 1 ? facts[0] : nil
    default:
      guard let constraint = program.constraint(of: number), constraint.isNegated else {
        return nil
      }
      return fact(constraint)
    }
  }

  /// Returns all facts that a condition denies, even if it also states something else.
  func deniedFacts(_ number: Int32) -> [Fact] {
    switch program.view(number) {
    case .and(let first, let second): deniedFacts(first) + deniedFacts(second)
    case .defined(let inner, _): deniedFacts(inner)
    default: denied(number).map { [$0] } ?? []
    }
  }
}

// What is wrong with a record, typed, for callers that do more than show the message.

internal import FormworkEngine
internal import FormworkSyntax

/// What is wrong, with its limits and what was found.
///
/// More cases may come; a `switch` needs an `@unknown default`. A limit that the rule does not have is
/// nil, and so is a value that is secret.
@nonexhaustive
public enum Reason: Sendable, Hashable {
  /// There is no value.
  case required
  /// The value is not of the field's type.
  case type(expected: FieldKind)
  /// The value is not one of these.
  case choice(among: [String])
  /// There is a value where the form wants none (`else blank`).
  case blank
  /// No field asks for this key, and the form is `closed`; these are similar.
  case unknown(near: [String])
  /// The record cannot be read.
  case malformed
  /// The number of characters of a text, or of items of a list, both limits included.
  case count(min: Int?, max: Int?, actual: Int)
  /// A number, date or time beyond its limits; `max` itself is out where the rule says `..<`, `<` or
  /// `before`, and `min` where it says `>` or `after`.
  case range(min: FormValue?, max: FormValue?, actual: FormValue?)
  /// Full years up to today, both limits included.
  case age(min: Int?, max: Int?, actual: Int?)
  /// Digits after the decimal point, both limits included.
  case decimals(min: Int?, max: Int?, actual: Int?)
  /// The value is not in this list.
  case oneOf([String])
  /// The text does not begin with this.
  case startsWith(String)
  /// The text does not end with this.
  case endsWith(String)
  /// The number is not a multiple of this one.
  case multipleOf(FormValue)
  /// Another built-in rule word, such as `email`, `alphanumeric` or `unique`.
  case predicate(name: String)
  /// A rule of the host program.
  case host(name: String)
  /// A comparison with something other than a limit.
  case compare
  /// Any other condition: a negation, an `or` as a whole. The code is that of the problem.
  case other(code: String)
}

// MARK: - From an evaluator

extension Reason {
  init(
    _ problem: FormworkEngine.Problem, _ evaluator: Evaluator, code: String,
    _ products: ProductReader
  ) {
    let program = evaluator.program
    var field: FieldView? { problem.field < 0 ? nil : program.field(problem.field) }
    switch problem.kind {
    case .required: self = .required
    case .type: self = .type(expected: field.map { FieldKind($0.kind) } ?? .record)
    case .choice: self = .choice(among: field?.choices?.values ?? [])
    case .blank: self = .blank
    case .unknownKey:
      let key = evaluator.rawValue(of: problem).text
      let keys = program.keys(ofLevel: problem.level)
      self = .unknown(near: NearNames.nearest(to: key, among: keys))
    case .rule:
      let part = problem.part < 0 ? nil : evaluator.innermostPart(problem.part, of: problem)
      let failure = part.map { Failure(part: $0, problem, evaluator, products) }
      self = failure?.reason ?? .other(code: code)
    }
  }
}

/// The part of a rule that failed, with its values.
private struct Failure {
  private let part: PartView
  private let problem: FormworkEngine.Problem
  private let evaluator: Evaluator
  private let products: ProductReader
  private let limits: Program.Limits
  private let isHalfOpen: Bool

  init(
    part: Int32, _ problem: FormworkEngine.Problem, _ evaluator: Evaluator,
    _ products: ProductReader
  ) {
    let program = evaluator.program
    (self.problem, self.evaluator, self.products) = (problem, evaluator, products)
    self.part = program.part(part)
    limits = program.limits(of: part)
    isHalfOpen = program.isHalfOpen(part)
  }

  /// Nil for a condition that no case is about.
  var reason: Reason? {
    switch part {
    case .word(let word, let operands): reason(word, operands)
    case .range: range
    case .order: limits.minimum >= 0 || limits.maximum >= 0 ? range : .compare
    case .list(let items): .oneOf(texts(items))
    case .comparison: .compare
    case .host(let name): .host(name: name)
    case .recordCount: count
    case .other: nil
    }
  }

  private func reason(_ word: Predicate, _ operands: OperandList) -> Reason {
    let other = Reason.predicate(name: word.name)
    var operand: FormValue? { operands.first.flatMap { value($0) } }
    switch word {
    case .count: return count
    case .range, .before, .after: return range
    case .age: return .age(min: counts.min, max: counts.max, actual: actual?.int)
    case .decimals: return .decimals(min: counts.min, max: counts.max, actual: actual?.int)
    case .oneOf: return .oneOf(texts(operands))
    case .startsWith: return operand.map { .startsWith($0.description) } ?? other
    case .endsWith: return operand.map { .endsWith($0.description) } ?? other
    case .multipleOf: return operand.map { .multipleOf($0) } ?? other
    default: return other
    }
  }

  private var count: Reason { .count(min: counts.min, max: counts.max, actual: actual?.int ?? 0) }

  private var range: Reason {
    .range(min: value(limits.minimum), max: value(limits.maximum), actual: actual)
  }

  /// The limits of a count, both included.
  private var counts: (min: Int?, max: Int?) {
    let top = value(limits.maximum)?.int
    return (value(limits.minimum)?.int, isHalfOpen ? top.map { $0 &- 1 } : top)
  }

  private var actual: FormValue? {
    evaluator.actualIsSecret(problem) ? nil : usable(evaluator.actual(of: problem))
  }

  private func value(_ operand: Int32) -> FormValue? {
    guard operand >= 0, !evaluator.program.isSecret(operand) else { return nil }
    return usable(evaluator.value(of: operand, for: problem))
  }

  private func usable(_ value: Value) -> FormValue? {
    value.isUsable ? products.value(value, evaluator) : nil
  }

  private func texts(_ items: OperandList) -> [String] {
    evaluator.program.isSecret(items) ? [] : evaluator.texts(of: items.numbers, for: problem)
  }
}

// What is wrong with a record, typed, for callers that do more than show the message.

internal import FormworkEngine
internal import FormworkSyntax

/// What is wrong, with its limits and what was found.
///
/// More cases may come; a `switch` needs an `@unknown default`. A limit that the rule does not have is
/// nil, and so is what is secret, or what is counted of it.
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
  case count(min: Int?, max: Int?, actual: Int?)
  /// A number, date or time beyond its limits. It is `exclusive` where the limit itself is out, as with `..<`,
  /// `<` and `before`, or `>` and `after`; of two limits that is `max`.
  case range(min: FormValue?, max: FormValue?, exclusive: Bool, actual: FormValue?)
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
  /// A calculation that the condition needs has no result, such as a division by zero.
  case calculation
  /// The form accepts the record, and this type of the program does not take it; ``Rejection/decodingError`` says why.
  case undecodable(type: String)
  /// Any other condition: a negation, an `or` as a whole. The code is that of the problem.
  case other(code: String)
}

// MARK: - From the facts

extension Reason {
  /// - Parameter value: makes a value of the library of one of the engine.
  init(_ facts: ProblemFacts, code: String, _ value: (Value) -> FormValue) {
    switch facts {
    case .required: self = .required
    case .type(let type): self = .type(expected: FieldKind(type.kind))
    case .choice(let choices): self = .choice(among: choices.values)
    case .blank: self = .blank
    case .unknownKey(let near): self = .unknown(near: near)
    case .calculation: self = .calculation
    case .rule(let rule): self = Reason(rule, value) ?? .other(code: code)
    }
  }

  /// Nil for a condition that no case is about.
  private init?(_ rule: FailedRule, _ value: (Value) -> FormValue) {
    func known(_ shown: ShownValue?) -> FormValue? {
      shown?.open.flatMap { $0.isUsable ? value($0) : nil }
    }
    let (low, high, actual) = (
      known(rule.limits.minimum), known(rule.limits.maximum), known(rule.actual)
    )
    // Counts are whole, so that both limits can be included.
    let (least, most) = (
      low?.int.map { rule.limits.excludesMinimum ? $0 &+ 1 : $0 },
      high?.int.map { rule.limits.excludesMaximum ? $0 &- 1 : $0 }
    )
    let range = Reason.range(
      min: low, max: high, exclusive: rule.limits.isExclusive, actual: actual)
    switch rule.test {
    case .word(.count, _), .recordCount(isForbidden: false):
      self = .count(min: least, max: most, actual: actual?.int)
    case .word(.range, _), .word(.before, _), .word(.after, _), .inside: self = range
    case .word(.age, _): self = .age(min: least, max: most, actual: actual?.int)
    case .word(.decimals, _): self = .decimals(min: least, max: most, actual: actual?.int)
    case .word(.oneOf, _), .oneOf: self = .oneOf(rule.choices?.values ?? [])
    case .word(let word, .value(let argument)):
      self = known(argument).flatMap { Reason(word, $0) } ?? .predicate(name: word.name)
    case .word(let word, _): self = .predicate(name: word.name)
    case .host(let name): self = .host(name: name)
    case .equal, .notEqual, .sameAs, .differentFrom, .order, .comparison:
      self = rule.limits.areNone ? .compare : range
    case .outside, .noneOf, .recordCount(isForbidden: true): self = .compare
    case .notOneOf, .notNoneOf, .isTrue, .other: return nil
    }
  }

  /// A rule word with the value in its parentheses.
  private init?(_ word: Predicate, _ value: FormValue) {
    switch word {
    case .startsWith: self = .startsWith(value.description)
    case .endsWith: self = .endsWith(value.description)
    case .multipleOf: self = .multipleOf(value)
    default: return nil
    }
  }
}

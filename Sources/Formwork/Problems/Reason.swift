// The typed reason for a problem, for programs that do more than show its message.

internal import FormworkEngine
internal import FormworkSyntax

/// The reason for a problem, with its limits and the actual value.
///
/// A limit is nil if the rule doesn't have it. A value or count is nil if the field is secret.
///
/// A `switch` without a `default` maps reasons to errors of your own, and doesn't compile if it lacks a case. A version of
/// the library with another reason is then a compile error, too, so that no reason is forgotten.
public enum Reason: Sendable, Hashable {
  /// A text or a class of characters that a text must contain.
  public enum Content: Sendable, Hashable {
    /// A digit, as in `contains(digit)`.
    case digit
    /// An ASCII letter.
    case letter
    /// A lowercase letter of any script.
    case lowercase
    /// An uppercase letter of any script.
    case uppercase
    /// A punctuation mark or a symbol.
    case symbol
    /// White space.
    case space
    /// A text, as in `contains("@")`; nil if it is secret.
    case text(String?)
  }

  /// The value is missing.
  case required
  /// The value isn't of the field's type.
  case type(expected: FieldKind)
  /// The value isn't one of these choices.
  case choice(among: [String])
  /// The value must be blank (`else blank`).
  case blank
  /// No field uses this key, and the form is `closed`; `near` are similar keys.
  case unknown(near: [String])
  /// The record can't be read.
  case malformed
  /// The number of characters of a text, or of items of a list, is out of range. Both limits are inclusive.
  case count(min: Int?, max: Int?, actual: Int?)
  /// The number of words of a text is out of range. Both limits are inclusive.
  case words(min: Int?, max: Int?, actual: Int?)
  /// A number, date or time is out of range.
  ///
  /// With `exclusive`, a limit isn't part of the range, as with `..<`, `<`, `>`, `before` and `after`. If there are
  /// two limits, this applies only to `max`.
  case range(min: FormValue?, max: FormValue?, exclusive: Bool, actual: FormValue?)
  /// The number of full years up to today is out of range. Both limits are inclusive.
  case age(min: Int?, max: Int?, actual: Int?)
  /// The number of digits after the decimal point is out of range. Both limits are inclusive.
  case decimals(min: Int?, max: Int?, actual: Int?)
  /// The value isn't in this list.
  case oneOf([String])
  /// The text doesn't contain this, or contains it a number of times that is out of range. Both limits are inclusive.
  /// Both are nil if the rule doesn't limit the number, so that once is enough.
  case contains(Content, min: Int?, max: Int?, actual: Int?)
  /// The text doesn't begin with this prefix.
  case startsWith(String)
  /// The text doesn't end with this suffix.
  case endsWith(String)
  /// The number isn't a multiple of this number.
  case multipleOf(FormValue)
  /// Another built-in rule word failed, such as `email`, `alphanumeric` or `unique`.
  case predicate(name: String)
  /// A rule of the host program failed.
  case host(name: String)
  /// A comparison with something other than a fixed limit failed.
  case compare
  /// A calculation in the condition has no result, such as a division by zero.
  case calculation
  /// A rule of the host program needs an answer, and the record was validated without ``HostAnswers``.
  case unasked
  /// A rule about several records can't be decided, because this record has an unusable value that the rule needs. The
  /// record is in the data or, if `list` isn't nil, in that list of other data.
  case undecided(record: Int, line: Int, list: String?)
  /// The form accepts the record, but this type of the program can't decode it; see ``Rejection/decodingError``.
  case undecodable(type: String)
  /// Any other condition failed, such as a negation, or an `or` as a whole. `code` is the code of the problem.
  case other(code: String)
}

// MARK: - From the facts

extension Reason {
  /// Creates the reason from the facts of a problem; `value` converts the engine's values.
  init(_ facts: ProblemFacts, code: String, _ value: (Value) -> FormValue) {
    switch facts {
    case .required: self = .required
    case .type(let type): self = .type(expected: FieldKind(type.kind))
    case .choice(let choices): self = .choice(among: choices.values)
    case .blank: self = .blank
    case .unknownKey(let near): self = .unknown(near: near)
    case .calculation: self = .calculation
    case .unasked: self = .unasked
    case .rule(let rule): self = Reason(rule, value) ?? .other(code: code)
    }
  }

  /// Returns nil for a condition that matches none of the cases.
  private init?(_ rule: FailedRule, _ value: (Value) -> FormValue) {
    func known(_ shown: ShownValue?) -> FormValue? {
      shown?.open.flatMap { $0.isUsable ? value($0) : nil }
    }
    let (low, high, actual) = (
      known(rule.limits.low), known(rule.limits.high), known(rule.actual)
    )
    // Counts are whole numbers, so exclusive limits can be turned into inclusive ones.
    let (least, most) = (
      low?.int.map { rule.limits.excludesLow ? $0 &+ 1 : $0 },
      high?.int.map { rule.limits.excludesHigh ? $0 &- 1 : $0 }
    )
    let range = Reason.range(
      min: low, max: high, exclusive: rule.limits.isExclusive, actual: actual)
    switch rule.test {
    case .constraint(let constraint):
      switch (constraint.measure, constraint.allowed) {
      case (.records, _) where constraint.isNegated && rule.limits.isFull: self = .compare
      case (.records, _), (.count, _): self = .count(min: least, max: most, actual: actual?.int)
      case (.words, _): self = .words(min: least, max: most, actual: actual?.int)
      case (.age, _): self = .age(min: least, max: most, actual: actual?.int)
      case (.decimals, _): self = .decimals(min: least, max: most, actual: actual?.int)
      case (.number(let word), _): self = .predicate(name: word.name)
      case (.occurrences, _), (.value, .word(.contains)):
        self = .contains(
          Content(constraint.argument), min: least, max: most, actual: actual?.int)
      case (.value, .word(let word)): self = Reason(word, known(constraint.argument.value))
      case (.value, .isTrue): return nil
      case (.value, _) where constraint.isNegated: self = .compare
      case (.value, .listed): self = .oneOf(rule.choices?.values ?? [])
      case (.value, _): self = rule.limits.isEmpty ? .compare : range
      }
    case .dataSet(let word, _): self = .predicate(name: word.name)
    case .host(let name): self = .host(name: name)
    case .kind(let type):
      self = .type(expected: FieldKind(type.alternatives.first?.kind ?? type.kind))
    case .lookUp: self = .compare
    case .not, .other: return nil
    }
  }

  /// Creates the reason for a rule word, with its argument if it can be shown.
  private init(_ word: Predicate, _ argument: FormValue?) {
    switch (word, argument) {
    case (.startsWith, let text?): self = .startsWith(text.description)
    case (.endsWith, let text?): self = .endsWith(text.description)
    case (.multipleOf, let step?): self = .multipleOf(step)
    default: self = .predicate(name: word.name)
    }
  }
}

extension Reason.Content {
  fileprivate init(_ argument: ShownConstraint.Argument) {
    guard case .characters(let selection) = argument, let kind = selection.classes.first else {
      let text = argument.value?.open
      self = .text(text.flatMap { $0.isUsable ? FormValue($0).string : nil })
      return
    }
    self =
      switch kind {
      case .digit: .digit
      case .letter: .letter
      case .lowercase: .lowercase
      case .uppercase: .uppercase
      case .symbol: .symbol
      case .space: .space
      }
  }
}

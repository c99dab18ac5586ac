// The facts of a problem as typed values. Built-in messages, parameters and the library's `Reason` depend on
// nothing but these facts. Anything that would reveal a secret is masked where the facts are made, in
// `Evaluator+Facts.swift`.

/// A value as a problem may show it.
package enum ShownValue: Sendable {
  case secret
  /// A value. `written` is the text for messages, if products write the value differently. `label` is the index of the
  /// form's text that labels a choice, or -1.
  case value(Value, written: String? = nil, label: Int32 = -1)

  /// The text that is shown instead of a secret.
  package static let mask = "•••"

  /// The value as messages show it, truncated if it is very long. A choice is shown as in the data, without its label.
  package var text: String {
    switch self {
    case .secret: ShownValue.mask
    case .value(let value, let written, _): written ?? value.shortText
    }
  }

  /// The value as in `text`, but never truncated.
  var wholeText: String {
    switch self {
    case .secret: ShownValue.mask
    case .value(let value, let written, _): written ?? value.text
    }
  }

  /// The value, unless it is secret.
  package var open: Value? { if case .value(let value, _, _) = self { value } else { nil } }
}

extension Interval<ShownValue> {
  /// Whether the upper limit is itself excluded. If no upper limit is known, whether the lower limit is excluded.
  /// Secret limits aren't known.
  package var isExclusive: Bool {
    func isKnown(_ limit: ShownValue?) -> Bool { limit?.open?.isUsable ?? false }
    return isKnown(high) ? excludesHigh : isKnown(low) && excludesLow
  }
}

/// The reason for a problem.
package enum ProblemFacts: Sendable {
  /// There is no value. If the value should be an item of a list, `item` is the item's number, from 1.
  case required(item: Int?)
  case type(ExpectedType)
  case choice(ChoiceList)
  /// A field that must be blank has a value.
  case blank
  /// No field uses the key. `near` are similar keys.
  case unknownKey(near: [String])
  /// A condition or a calculated field has no result.
  case calculation(ResultLack)
  /// The rule needs the answer of a host rule that hasn't been called.
  case unasked
  case rule(FailedRule)
}

/// The part of a condition that has no result.
package enum ResultLack: Sendable {
  case field, condition
  /// No row of `table` matches `keys`, which are texts as messages show them.
  case row(table: String, keys: [String])
}

/// The type that a value should have.
package struct ExpectedType: Sendable {
  package var kind: FieldKind
  /// Examples of the type's notation: a number or a date, or the words for yes and no.
  package var examples: [String] = []
  /// The types of a field with several.
  package var alternatives: [AlternativeView] = []
  /// Whether the value is a number, but one that is too large or too long for the type.
  package var isTooLarge = false
  /// Whether the value would be valid if its characters were half-width.
  package var isRightInUsualWidth = false
  /// The nonexistent day in a date that is otherwise valid.
  package var missingDay: WrittenDay?
}

/// The part of a rule that failed, with its values.
package struct FailedRule: Sendable {
  package var test: Test
  /// The kind of the field's values, or nil for the record as a whole.
  package var kind: FieldKind?
  /// The smallest and the largest value that the part allows.
  package var limits = Interval<ShownValue>()
  /// The values that the part lists.
  package var choices: Choices?
  /// The value that the part found: a count, an age, a repeated item of a list, or the tested value.
  package var actual: ShownValue

  package enum Test: Sendable {
    case constraint(ShownConstraint)
    /// `not` before listed values.
    case not(ShownConstraint)
    /// A `unique` or `same` that failed, and the first record that made it fail.
    case dataSet(Predicate, first: DataSetHit?)
    /// `value is number`: the type that the field's value must have.
    case kind(ExpectedType)
    /// A predicate of the host program.
    case host(name: String)
    /// `in` with a table, or with the values of a path.
    case lookUp
    case other
  }

  /// Listed values. If one of them is secret, there are no `values` and `texts`.
  package struct Choices: Sendable {
    /// The first listed values, as products write them.
    package var values: [String]
    /// The first listed values, as messages show them.
    package var texts: [String]
    package var count: Int
    package var isSecret: Bool
  }
}

/// A constraint on the field of a problem, with its values as messages show them.
package struct ShownConstraint: Sendable {
  package var measure: Constraint.Measure
  package var allowed: Allowed
  package var isNegated: Bool
  /// Whether messages can word the constraint. It must be about the field's own value or the number of records, and not
  /// a comparison with a secret or an empty text.
  package var isWordable: Bool
  /// The argument of a rule word, other than limits and listed values.
  package var argument: Argument

  /// Whether a text must contain `argument`, perhaps a number of times.
  package var isContains: Bool {
    if case .occurrences = measure { return true }
    if case .word(.contains) = allowed { return true }
    return false
  }

  package enum Allowed: Sendable {
    case equal(ShownValue)
    /// The value of another field.
    case same(field: Int32)
    /// The allowed interval, or the forbidden one if the constraint is negated and the interval has two bounds.
    case interval(Interval<ShownValue>)
    /// The values in `FailedRule.choices`.
    case listed
    case isTrue
    case word(Predicate)
  }

  package enum Argument: Sendable {
    case none
    case value(ShownValue)
    case characters(CharacterSelection)
    case anyScript
    /// A text that matches a picture, or a date in a format.
    case example(String)

    package var value: ShownValue? { if case .value(let value) = self { value } else { nil } }
  }
}

// MARK: - After the record

extension ProblemFacts {
  /// The facts without references to the record, so that they can outlive it. Values are replaced by their texts, and
  /// the actual value is removed.
  package var standing: ProblemFacts {
    guard case .rule(var rule) = self else { return self }
    rule.test = rule.test.standing
    rule.limits = rule.limits.map { $0.standing }
    rule.actual = .secret
    return .rule(rule)
  }
}

extension ShownValue {
  fileprivate var standing: ShownValue {
    if case .secret = self { .secret } else { .value(.blank, written: text) }
  }
}

extension FailedRule.Test {
  fileprivate var standing: FailedRule.Test {
    guard case .constraint(var constraint) = self else { return self }
    switch constraint.allowed {
    case .equal(let value): constraint.allowed = .equal(value.standing)
    case .interval(let limits): constraint.allowed = .interval(limits.map { $0.standing })
    case .same, .listed, .isTrue, .word: break
    }
    if case .value(let value) = constraint.argument { constraint.argument = .value(value.standing) }
    return .constraint(constraint)
  }
}

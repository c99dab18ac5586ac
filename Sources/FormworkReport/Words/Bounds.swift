// Limits as texts, from which the sentences of every language are made.

internal import FormworkEngine

/// A minimum and a maximum.
package struct Bounds {
  package var minimum: String?
  package var maximum: String?
  /// Whether the minimum itself is excluded.
  package var excludesMinimum = false
  /// Whether the maximum itself is excluded.
  package var excludesMaximum = false
  /// Whether they are dates or times.
  package var isMoment = false

  package init() {}
}

extension Bounds {
  init(_ limits: ShownLimits, of rule: FailedRule) {
    minimum = limits.minimum?.text
    maximum = limits.maximum?.text
    excludesMinimum = limits.excludesMinimum
    excludesMaximum = limits.excludesMaximum
    isMoment =
      switch rule.kind {
      case .date, .time, .dateTime, .instant: true
      default: false
      }
  }

  /// The bounds for a count, without a redundant minimum of 0.
  var ofCounts: Bounds {
    var counts = self
    if minimum == "0", let maximum, maximum != "0" { counts.minimum = nil }
    return counts
  }
}

extension FailedRule.Choices {
  /// The values to name.
  var named: [String] { isSecret ? [ShownValue.mask] : texts }
}

extension FailedRule.Argument {
  /// The only text or value in the parentheses.
  var text: String {
    switch self {
    case .value(let value): value.text
    case .example(let example): example
    case .none, .characters, .anyScript, .holder: ""
    }
  }
}

// Limits as texts, in the form that the sentences of every language are made from.

internal import FormworkEngine

/// A smallest and a largest value.
package struct Bounds {
  package var minimum: String?
  package var maximum: String?
  /// Whether the smallest is not in.
  package var excludesMinimum = false
  /// Whether the largest is not in.
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

  /// Counts, in which a smallest of 0 says nothing beside a largest.
  var ofCounts: Bounds {
    var counts = self
    if minimum == "0", let maximum, maximum != "0" { counts.minimum = nil }
    return counts
  }
}

extension FailedRule.Choices {
  /// The values to be named.
  var named: [String] { isSecret ? [ShownValue.mask] : texts }
}

extension FailedRule.Argument {
  /// The one text or value in the parentheses.
  var text: String {
    switch self {
    case .value(let value): value.text
    case .example(let example): example
    case .none, .characters, .anyScript, .holder: ""
    }
  }
}

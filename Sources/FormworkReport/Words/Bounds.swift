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

  /// Returns the sentence that a value is within the bounds, or outside both of them; nil without bounds.
  package func phrase<Phrase: BoundsPhrase>(isOutside: Bool = false) -> Phrase? {
    switch (minimum, maximum) {
    case (nil, nil): return nil
    case (_?, nil):
      if isMoment { return excludesMinimum ? .after : .notBefore }
      return excludesMinimum ? .moreThan : .atLeast
    case (nil, _?):
      if isMoment { return excludesMaximum ? .before : .notAfter }
      return excludesMaximum ? .lessThan : .atMost
    case (let low?, let high?):
      if low == high, !isOutside { return .equal }
      if isMoment, isOutside { return excludesMaximum ? .outsideMomentsFrom : .outsideMoments }
      if isMoment { return excludesMaximum ? .fromToBefore : .betweenMoments }
      if isOutside { return excludesMaximum ? .outsideFrom : .outside }
      return excludesMaximum ? .fromToBelow : .between
    }
  }

  /// Counts, in which a smallest of 0 says nothing beside a largest.
  var ofCounts: Bounds {
    var counts = self
    if minimum == "0", let maximum, maximum != "0" { counts.minimum = nil }
    return counts
  }
}

/// The sentences about bounds, which messages and explanations both have.
package protocol BoundsPhrase {
  static var equal: Self { get }
  static var atLeast: Self { get }
  static var atMost: Self { get }
  static var moreThan: Self { get }
  static var lessThan: Self { get }
  static var between: Self { get }
  static var fromToBelow: Self { get }
  static var outside: Self { get }
  static var outsideFrom: Self { get }
  static var notBefore: Self { get }
  static var notAfter: Self { get }
  static var after: Self { get }
  static var before: Self { get }
  static var betweenMoments: Self { get }
  static var fromToBefore: Self { get }
  static var outsideMoments: Self { get }
  static var outsideMomentsFrom: Self { get }
}

extension MessagePhrase: BoundsPhrase {}

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

// Sentences about intervals whose bounds are texts.

package import FormworkEngine

extension Interval<String> {
  /// Returns the sentence that a value is within the bounds or, if `isOutside`, outside them. Returns nil if there are
  /// no bounds.
  ///
  /// - Parameter isMoment: Whether the bounds are dates or times.
  package func phrase<Phrase: IntervalPhrase>(isMoment: Bool, isOutside: Bool = false) -> Phrase? {
    switch (low, high) {
    case (nil, nil): return nil
    case (_?, nil):
      if isMoment { return excludesLow ? .after : .notBefore }
      return excludesLow ? .moreThan : .atLeast
    case (nil, _?):
      if isMoment { return excludesHigh ? .before : .notAfter }
      return excludesHigh ? .lessThan : .atMost
    case (let low?, let high?):
      if low == high { return isOutside ? .notEqual : .equal }
      if isMoment, isOutside { return excludesHigh ? .outsideMomentsFrom : .outsideMoments }
      if isMoment { return excludesHigh ? .fromToBefore : .betweenMoments }
      if isOutside { return excludesHigh ? .outsideFrom : .outside }
      return excludesHigh ? .fromToBelow : .between
    }
  }

  /// The bounds of a count. A minimum of 0 is omitted if there is a maximum, because every count satisfies it.
  var ofCounts: Interval {
    var counts = self
    if low == "0", let high, high != "0" { counts.low = nil }
    return counts
  }
}

/// The sentences about intervals that messages and explanations share.
package protocol IntervalPhrase {
  static var equal: Self { get }
  static var notEqual: Self { get }
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

extension MessagePhrase: IntervalPhrase {}

extension FailedRule.Choices {
  /// The values to name in a message, masked if they are secret.
  var named: [String] { isSecret ? [ShownValue.mask] : texts }
}

extension ShownConstraint.Argument {
  /// The argument as a single text. Empty if it isn't a single text or value.
  var text: String {
    switch self {
    case .value(let value): value.text
    case .example(let example): example
    case .none, .characters, .anyScript: ""
    }
  }
}

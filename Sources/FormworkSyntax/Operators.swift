// The words and marks between the parts of a condition: operators, and units of durations.

/// A unit of time in a duration.
package enum DurationUnit: String, BitwiseCopyable, CaseIterable, Sendable {
  case year, month, week, day, hour, minute, second

  /// Parses a unit in the singular or plural: `year` or `years`.
  package init?(word: String) {
    guard
      let unit = DurationUnit.allCases.first(where: {
        word == $0.rawValue || word == $0.rawValue + "s"
      })
    else { return nil }
    self = unit
  }
}

/// An operator between two operands.
package enum BinaryOperator: String, BitwiseCopyable, Sendable {
  case or, and
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"

  /// The comparison that holds if the sides are exchanged. Any other operator is returned unchanged.
  package var turned: BinaryOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }

  package var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}

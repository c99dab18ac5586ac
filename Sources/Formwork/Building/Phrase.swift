// Conditions and operands built in code, as form text. It is parsed in the same way as a file.

internal import FormworkSyntax

/// The precedence of a text, from the loosest operator to a primary expression.
enum Strength: Int, Comparable, Sendable {
  case or, and, not, comparison, range, sum, product, sign, member, primary

  /// The lowest precedence that an operator's right operand may have without parentheses. It is above the operator's
  /// own, because operators are left-associative.
  var next: Strength { Strength(rawValue: rawValue + 1) ?? .primary }

  static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
}

/// The text of a condition or an operand, and its precedence.
struct Phrase: Sendable {
  let text: String
  let strength: Strength
  /// A lower bound for the number of operators in the text that count toward `Parser.operatorLimit`.
  let operators: Int

  init(_ text: String, _ strength: Strength = .primary, operators: Int = 0) {
    (self.text, self.strength, self.operators) = (text, strength, operators)
  }

  /// Whether the text has so many operators that the parser rejects it, whatever follows. Such a text is never
  /// extended: doubling it repeatedly would fill the memory.
  var isTooLong: Bool { operators > Parser.operatorLimit }

  /// Returns the text, in parentheses if its precedence is lower than `least`.
  func text(atLeast least: Strength) -> String { strength < least ? "(" + text + ")" : text }

  /// Returns `(item, item)` or `name(argument, argument)`.
  static func list(_ items: [Phrase], after name: String = "") -> Phrase {
    Phrase(
      name + "(" + items.map { $0.text }.joined(separator: ", ") + ")",
      operators: items.reduce(0) { $0 + $1.operators })
  }

  /// Returns `name: text`.
  func labelled(_ name: String) -> Phrase { Phrase(name + ": " + text, operators: operators) }

  /// Returns `left == right`, `subject is word` or `subject in range`. The parser doesn't count these operators.
  static func compared(
    _ left: Phrase, _ mark: String, _ right: Phrase, atLeast least: Strength = .range
  ) -> Phrase {
    if left.isTooLong { return left }
    return Phrase(
      left.text(atLeast: .range) + " " + mark + " " + right.text(atLeast: least), .comparison,
      operators: left.operators + right.operators)
  }
}

// Conditions and operands as text: built ones are text like those of a file, and the parser reads both.

internal import FormworkSyntax

/// How strongly the parts of a text hold together, from the weakest operator to the strongest.
enum Strength: Int, Comparable, Sendable {
  case or, and, not, comparison, range, sum, product, sign, member, primary

  /// What the right side of an operator needs: operators of one strength are read from the left.
  var next: Strength { Strength(rawValue: rawValue + 1) ?? .primary }

  static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
}

/// The text of a condition or an operand, and how strongly it holds together.
struct Phrase: Sendable {
  let text: String
  let strength: Strength
  /// How many operators of `Parser.operatorLimit` are in it at least.
  let operators: Int

  init(_ text: String, _ strength: Strength = .primary, operators: Int = 0) {
    (self.text, self.strength, self.operators) = (text, strength, operators)
  }

  /// The parser refuses it whatever follows, so nothing is added: texts that are doubled again and again
  /// would fill the memory.
  var isTooLong: Bool { operators > Parser.operatorLimit }

  /// - Parameter least: what is weaker stands in parentheses.
  func text(atLeast least: Strength) -> String { strength < least ? "(" + text + ")" : text }

  /// `(item, item)` or `name(argument, argument)`
  static func list(_ items: [Phrase], after name: String = "") -> Phrase {
    Phrase(
      name + "(" + items.map { $0.text }.joined(separator: ", ") + ")",
      operators: items.reduce(0) { $0 + $1.operators })
  }

  /// `left == right`, `subject is word`, `subject in range`. The parser does not count these operators.
  static func compared(
    _ left: Phrase, _ mark: String, _ right: Phrase, atLeast least: Strength = .range
  ) -> Phrase {
    if left.isTooLong { return left }
    return Phrase(
      left.text(atLeast: .range) + " " + mark + " " + right.text(atLeast: least), .comparison,
      operators: left.operators + right.operators)
  }
}

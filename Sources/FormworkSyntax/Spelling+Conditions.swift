// How conditions and operands are written. Parentheses that a tree has are kept; where a tree was
// built and not read, they are added where an operator would bind otherwise.

extension Spelling {
  /// How strongly an expression holds together; the productions of Parser+Expressions.
  private enum Strength: Int, Comparable {
    case or, and, not, comparison, range, sum, product, sign, member, primary

    static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  static func condition(_ expression: Expression) -> String { spelled(expression, .or) }

  /// - Parameter least: what is weaker stands in parentheses.
  private static func spelled(_ expression: Expression, _ least: Strength) -> String {
    let text = spelled(expression)
    return strength(of: expression) < least ? "(" + text + ")" : text
  }

  private static func strength(of expression: Expression) -> Strength {
    switch expression.kind {
    case .binary(let operation, _, _): strength(of: operation)
    case .not: .not
    case .test, .membership: .comparison
    case .range: .range
    case .negated: .sign
    case .member: .member
    default: .primary
    }
  }

  private static func strength(of operation: BinaryOperator) -> Strength {
    switch operation {
    case .or: .or
    case .and: .and
    case .add, .subtract: .sum
    case .multiply, .divide: .product
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
    }
  }

  private static func spelled(_ expression: Expression) -> String {
    switch expression.kind {
    case .name(let name): return predicate(name)
    case .member(let base, let name): return spelled(base, .member) + "." + self.name(name)
    case .call(let name, let arguments):
      return predicate(name) + "(" + arguments.map { condition($0) }.joined(separator: ", ") + ")"
    case .value: return "value"
    case .today: return "today"
    case .now: return "now"
    case .bool(let bool): return bool ? "true" : "false"
    case .text(let text): return template(text)
    case .number(let text), .date(let text), .time(let text), .dateTime(let text),
      .instant(let text):
      return text.pointee
    case .duration(let digits, let unit):
      return digits.pointee + " " + unit.rawValue + (digits.pointee == "1" ? "" : "s")
    case .pattern(let literals):
      return literals.map { pattern($0) }.joined(separator: " ")
    case .range(let lower, let upper, let halfOpen):
      return (lower.map { spelled($0, .sum) } ?? "") + (halfOpen ? "..<" : "...")
        + (upper.map { spelled($0, .sum) } ?? "")
    case .list(let items): return "(" + items.map { condition($0) }.joined(separator: ", ") + ")"
    case .labelled(let label, let argument): return label.text + ": " + condition(argument)
    case .parenthesized(let inner): return "(" + condition(inner) + ")"
    case .not(let operand): return "not " + spelled(operand, .not)
    case .negated(let operand): return "-" + spelled(operand, .sign)
    case .binary(let operation, let left, let right): return binary(operation, left, right)
    case .test(let subject, let negated, let predicate):
      return spelled(subject, .range) + (negated ? " is not " : " is ")
        + spelled(predicate, .primary)
    case .membership(let subject, let negated, let container):
      return spelled(subject, .range) + (negated ? " not in " : " in ") + spelled(container, .range)
    case .invalid: return ""
    }
  }

  /// A field's name, or a rule word; `halfwidth` is both a word of the language and a rule word.
  private static func predicate(_ name: Name) -> String {
    name.text == "halfwidth" ? name.text : operand(name)
  }

  private static func binary(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression
  ) -> String {
    let own = strength(of: operation)
    // Operators of one strength are read from the left; comparisons do not follow each other, but
    // may follow a test.
    let leftLeast = own == .comparison && !isTest(left) ? Strength.range : own
    let rightLeast = Strength(rawValue: own.rawValue + 1) ?? .primary
    let mark = " " + operation.rawValue + " "
    return spelled(left, leftLeast) + mark + spelled(right, rightLeast)
  }

  private static func isTest(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .test, .membership: true
    default: false
    }
  }

  private static func pattern(_ literal: PatternLiteral) -> String {
    var text = ""
    var isEscaped = false
    for scalar in literal.text.unicodeScalars {
      // A pattern ends on its line: a line break in it is written as its escape.
      let isLineBreak = scalar == "\n" || scalar == "\r"
      if scalar == "/" || isLineBreak, !isEscaped { text += "\\" }
      text.unicodeScalars.append(isLineBreak ? (scalar == "\n" ? "n" : "r") : scalar)
      isEscaped = scalar == "\\" && !isEscaped
    }
    return "/" + text + (literal.ignoresCase ? "/i" : "/")
  }
}

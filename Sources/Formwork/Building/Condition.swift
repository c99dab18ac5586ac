// Conditions that are built in code.

internal import FormworkSyntax

/// A condition: what must hold of a value, of fields, or of all of them.
///
/// ```swift
/// .count(1...20) && .alphanumeric
/// .field("end") >= .field("start") || .field("end").is(.blank)
/// ```
public struct Condition: Sendable {
  let expression: Expression
  /// How many of the operators that `Parser.operatorLimit` is about it is made of, or fewer.
  let operators: Int

  init(_ kind: Expression.Kind, operators: Int = 0) {
    expression = Expression(kind: kind, span: .built)
    self.operators = operators
  }

  /// A field of type `bool` that is true.
  ///
  /// - Parameter path: a name, or a path such as `address.isAbroad`.
  public static func field(_ path: String) -> Condition {
    Condition(Operand.field(path).expression.kind)
  }

  /// The field's own value, of type `bool`, is true.
  public static var value: Condition { Condition(.value) }

  /// Both hold.
  public static func && (left: Condition, right: Condition) -> Condition {
    join(.and, left, right)
  }

  /// At least one holds.
  public static func || (left: Condition, right: Condition) -> Condition {
    join(.or, left, right)
  }

  private static func join(
    _ operation: BinaryOperator, _ left: Condition, _ right: Condition
  ) -> Condition {
    // What has too many operators is refused, and needs no more of them.
    if left.operators > Parser.operatorLimit { return left }
    if right.operators > Parser.operatorLimit { return right }
    return Condition(
      .binary(operation, left.expression, right.expression),
      operators: left.operators + right.operators + 1)
  }

  /// It does not hold.
  public static prefix func ! (condition: Condition) -> Condition {
    // What does not not hold, holds.
    if case .not(let inner) = condition.expression.kind {
      return Condition(inner.kind, operators: condition.operators)
    }
    return Condition(.not(condition.expression), operators: condition.operators)
  }

  /// A condition holds for at least one item of a list; it names the fields of the items.
  public static func any(_ list: String, _ condition: Condition) -> Condition {
    Condition(
      .call(Name("any"), [Operand.field(list).expression, condition.expression]),
      operators: condition.operators)
  }

  /// A condition holds for all items of a list; it names the fields of the items.
  public static func all(_ list: String, _ condition: Condition) -> Condition {
    Condition(
      .call(Name("all"), [Operand.field(list).expression, condition.expression]),
      operators: condition.operators)
  }

  /// The number of records of a data set is in a range. It stands alone in a ``Check``.
  public static func records(_ range: OperandRange) -> Condition {
    let records = Expression(kind: .name(Name("records")), span: .built)
    return Condition(
      .membership(subject: records, negated: false, container: range.expression))
  }
}

// MARK: - Comparisons

extension Operand {
  private static func compare(
    _ operation: BinaryOperator, _ left: Operand, _ right: Operand
  ) -> Condition {
    Condition(
      .binary(operation, left.expression, right.expression),
      operators: left.operators + right.operators)
  }

  /// The two are the same.
  public static func == (left: Operand, right: Operand) -> Condition {
    compare(.equal, left, right)
  }

  /// The two are not the same.
  public static func != (left: Operand, right: Operand) -> Condition {
    compare(.notEqual, left, right)
  }

  /// The first is below, or before, the second.
  public static func < (left: Operand, right: Operand) -> Condition { compare(.less, left, right) }

  /// The first is at most the second.
  public static func <= (left: Operand, right: Operand) -> Condition {
    compare(.lessOrEqual, left, right)
  }

  /// The first is above, or after, the second.
  public static func > (left: Operand, right: Operand) -> Condition {
    compare(.greater, left, right)
  }

  /// The first is at least the second.
  public static func >= (left: Operand, right: Operand) -> Condition {
    compare(.greaterOrEqual, left, right)
  }

  /// The value is in a range.
  public func `in`(_ range: OperandRange) -> Condition { membership(range.expression) }

  /// The value is one of some.
  public func `in`(_ values: [Operand]) -> Condition {
    // One value in parentheses would be that value.
    if values.count == 1 { return self == values[0] }
    return membership(Expression(kind: .list(values.map { $0.expression }), span: .built))
  }

  private func membership(_ container: Expression) -> Condition {
    Condition(
      .membership(subject: expression, negated: false, container: container), operators: operators)
  }

  /// Rule words hold for this value, and not for the field's own: `.field("code").is(.digits)`.
  ///
  /// - Parameter words: a rule word, such as `.blank` or `.startsWith("/")`, or several with `&&`, `||`
  ///   and `!`; anything else is a mistake that the checker finds.
  public func `is`(_ words: Condition) -> Condition {
    func isPart(_ part: FormworkSyntax.Expression) -> Condition {
      self.is(Condition(part.kind))
    }
    switch words.expression.kind {
    case .binary(.and, let left, let right): return isPart(left) && isPart(right)
    case .binary(.or, let left, let right): return isPart(left) || isPart(right)
    case .not(let operand): return !isPart(operand)
    default:
      return Condition(
        .test(subject: expression, negated: false, predicate: words.expression),
        operators: operators + words.operators)
    }
  }
}

// The same for `.field("code").is(.digits)` and `.value.in(1...5)` where a condition is wanted: Swift takes
// all of a chain that begins with a dot to be of one type.
extension Condition {
  private var subject: Operand { Operand(expression.kind, operators: operators) }

  /// The value of this field, or the field's own, is in a range.
  public func `in`(_ range: OperandRange) -> Condition { subject.in(range) }

  /// The value of this field, or the field's own, is one of some.
  public func `in`(_ values: [Operand]) -> Condition { subject.in(values) }

  /// Rule words hold for the value of this field, and not for the field's own.
  ///
  /// - Parameter words: a rule word, such as `.blank` or `.startsWith("/")`, or several with `&&`, `||`
  ///   and `!`; anything else is a mistake that the checker finds.
  public func `is`(_ words: Condition) -> Condition { subject.is(words) }
}

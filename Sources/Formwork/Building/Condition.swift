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

  init(_ kind: Expression.Kind) { expression = Expression(kind: kind, span: .built) }

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
    Condition(.binary(.and, left.expression, right.expression))
  }

  /// At least one holds.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(.binary(.or, left.expression, right.expression))
  }

  /// It does not hold.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.expression))
  }

  /// A condition holds for at least one item of a list; it names the fields of the items.
  public static func any(_ list: String, _ condition: Condition) -> Condition {
    Condition(.call(Name("any"), [Operand.field(list).expression, condition.expression]))
  }

  /// A condition holds for all items of a list; it names the fields of the items.
  public static func all(_ list: String, _ condition: Condition) -> Condition {
    Condition(.call(Name("all"), [Operand.field(list).expression, condition.expression]))
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
    Condition(.binary(operation, left.expression, right.expression))
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
    Condition(.membership(subject: expression, negated: false, container: container))
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
      return Condition(.test(subject: expression, negated: false, predicate: words.expression))
    }
  }
}

// The same for `.field("code").is(.digits)` and `.value.in(1...5)` where a condition is wanted: Swift takes
// all of a chain that begins with a dot to be of one type.
extension Condition {
  private var subject: Operand { Operand(expression.kind) }

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

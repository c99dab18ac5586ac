// Conditions that are built in code.

internal import FormworkSyntax

/// How an expression is made in the memory of the tree that it is to be part of. Until then there is none:
/// what is built may be in many forms, or in none.
struct BuiltExpression: Sendable {
  /// What an expression looks like, where that makes a difference to what is built with it.
  indirect enum Shape: Sendable {
    case and(BuiltExpression, BuiltExpression)
    case or(BuiltExpression, BuiltExpression)
    case not(BuiltExpression)
    case negated(BuiltExpression)
    case name(String)
    case other
  }

  let shape: Shape
  private let kind: @Sendable (TreeMemory) -> Expression.Kind

  init(
    _ shape: Shape = .other, _ kind: @escaping @Sendable (TreeMemory) -> Expression.Kind
  ) {
    self.shape = shape
    self.kind = kind
  }

  static func name(_ name: String) -> BuiltExpression {
    BuiltExpression(.name(name)) { .name($0.name(name)) }
  }

  static func call(_ name: String, _ arguments: [BuiltExpression]) -> BuiltExpression {
    BuiltExpression { memory in
      .call(memory.name(name), memory.list(arguments.map { $0.made(in: memory) }))
    }
  }

  func made(in memory: TreeMemory) -> Expression { memory.expression(kind(memory), at: .built) }
}

/// A condition: what must hold of a value, of fields, or of all of them.
///
/// ```swift
/// .count(1...20) && .alphanumeric
/// .field("end") >= .field("start") || .field("end").is(.blank)
/// ```
public struct Condition: Sendable {
  let expression: BuiltExpression
  /// How many of the operators that `Parser.operatorLimit` is about it is made of, or fewer.
  let operators: Int

  init(_ expression: BuiltExpression, operators: Int = 0) {
    self.expression = expression
    self.operators = operators
  }

  init(operators: Int = 0, _ kind: @escaping @Sendable (TreeMemory) -> Expression.Kind) {
    self.init(BuiltExpression(.other, kind), operators: operators)
  }

  /// A field of type `bool` that is true.
  ///
  /// - Parameter path: a name, or a path such as `address.isAbroad`.
  public static func field(_ path: String) -> Condition {
    Condition(Operand.field(path).expression)
  }

  /// The field's own value, of type `bool`, is true.
  public static var value: Condition { Condition { _ in .value } }

  /// Both hold.
  public static func && (left: Condition, right: Condition) -> Condition {
    join(.and, .and(left.expression, right.expression), left, right)
  }

  /// At least one holds.
  public static func || (left: Condition, right: Condition) -> Condition {
    join(.or, .or(left.expression, right.expression), left, right)
  }

  private static func join(
    _ operation: BinaryOperator, _ shape: BuiltExpression.Shape, _ left: Condition,
    _ right: Condition
  ) -> Condition {
    // What has too many operators is refused, and needs no more of them.
    if left.operators > Parser.operatorLimit { return left }
    if right.operators > Parser.operatorLimit { return right }
    let joined = BuiltExpression(shape) {
      .binary(operation, left.expression.made(in: $0), right.expression.made(in: $0))
    }
    return Condition(joined, operators: left.operators + right.operators + 1)
  }

  /// It does not hold.
  public static prefix func ! (condition: Condition) -> Condition {
    let operand = condition.expression
    // What does not not hold, holds.
    if case .not(let inner) = operand.shape {
      return Condition(inner, operators: condition.operators)
    }
    let opposite = BuiltExpression(.not(operand)) { .not(operand.made(in: $0)) }
    return Condition(opposite, operators: condition.operators)
  }

  /// A condition holds for at least one item of a list; it names the fields of the items.
  public static func any(_ list: String, _ condition: Condition) -> Condition {
    Condition(
      .call("any", [Operand.field(list).expression, condition.expression]),
      operators: condition.operators)
  }

  /// A condition holds for all items of a list; it names the fields of the items.
  public static func all(_ list: String, _ condition: Condition) -> Condition {
    Condition(
      .call("all", [Operand.field(list).expression, condition.expression]),
      operators: condition.operators)
  }

  /// The number of records of a data set is in a range. It stands alone in a ``Check``.
  public static func records(_ range: OperandRange) -> Condition {
    Operand(.name("records")).in(range)
  }
}

// MARK: - Comparisons

extension Operand {
  private static func compare(
    _ operation: BinaryOperator, _ left: Operand, _ right: Operand
  ) -> Condition {
    Condition(operators: left.operators + right.operators) {
      .binary(operation, left.expression.made(in: $0), right.expression.made(in: $0))
    }
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
    return membership(
      BuiltExpression { memory in .list(memory.list(values.map { $0.expression.made(in: memory) }))
      })
  }

  private func membership(_ container: BuiltExpression) -> Condition {
    Condition(operators: operators) {
      .membership(
        subject: expression.made(in: $0), negated: false, container: container.made(in: $0))
    }
  }

  /// Rule words hold for this value, and not for the field's own: `.field("code").is(.digits)`.
  ///
  /// - Parameter words: a rule word, such as `.blank` or `.startsWith("/")`, or several with `&&`, `||`
  ///   and `!`; anything else is a mistake that the checker finds.
  public func `is`(_ words: Condition) -> Condition {
    func isPart(_ part: BuiltExpression) -> Condition { self.is(Condition(part)) }
    switch words.expression.shape {
    case .and(let left, let right): return isPart(left) && isPart(right)
    case .or(let left, let right): return isPart(left) || isPart(right)
    case .not(let operand): return !isPart(operand)
    case .negated, .name, .other:
      return Condition(operators: operators + words.operators) {
        .test(
          subject: expression.made(in: $0), negated: false,
          predicate: words.expression.made(in: $0))
      }
    }
  }
}

// The same for `.field("code").is(.digits)` and `.value.in(1...5)` where a condition is wanted: Swift takes
// all of a chain that begins with a dot to be of one type.
extension Condition {
  private var subject: Operand { Operand(expression, operators: operators) }

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

// Conditions and operands: the part of the tree that has most to it. Each lies in the memory of its tree,
// so that reading a spec asks the system for no memory for any of them, and none is counted.

/// A condition or an operand.
///
/// It is a place in the memory of its tree, and good for as long as the tree is held.
package struct Expression: BitwiseCopyable {
  package enum Kind: BitwiseCopyable {
    /// A field, or a predicate without arguments.
    case name(Name)
    /// `items.price`
    case member(Expression, Name)
    /// `count(1...20)`
    case call(Name, Expressions)
    case value
    case today
    case now
    case bool(Bool)
    case text(TextTemplate)
    /// Digits as written, without `_`, in ASCII.
    case number(UnsafePointer<String>)
    /// `2026-11-20`, `09:30`, `2026-11-20T09:30Z`, in ASCII.
    case date(UnsafePointer<String>)
    case time(UnsafePointer<String>)
    case dateTime(UnsafePointer<String>)
    case instant(UnsafePointer<String>)
    /// `18 years`: the digits and the unit.
    case duration(UnsafePointer<String>, DurationUnit)
    case pattern(UnsafeBufferPointer<PatternLiteral>)
    /// `1...20`, `8...`, `...20`, `0..<10`.
    case range(Expression?, Expression?, halfOpen: Bool)
    /// `("a", 8, 10...14)`
    case list(Expressions)
    /// `by: sku`
    case labelled(Name, Expression)
    case parenthesized(Expression)
    case not(Expression)
    case negated(Expression)
    case binary(BinaryOperator, Expression, Expression)
    /// `postcode is digits`, `path endsWith("/")`; `predicate` is a name or a call.
    case test(subject: Expression, negated: Bool, predicate: Expression)
    /// `x in 1...5`, `x not in ("a", "b")`.
    case membership(subject: Expression, negated: Bool, container: Expression)
    /// Nothing that could be read; already reported.
    case invalid
  }

  package struct Node {
    package let kind: Kind
    package let span: Span
  }

  package let node: UnsafePointer<Node>
}

/// Expressions in their order, as between the parentheses of a call, in the memory of their tree.
package typealias Expressions = UnsafeBufferPointer<Expression>

/// A part of a pattern between slashes.
package struct PatternLiteral: Sendable {
  package var ignoresCase: Bool
  /// What is between the slashes.
  package var text: String
  /// Where that stands.
  package var body: Span

  package init(ignoresCase: Bool, text: String, body: Span) {
    self.ignoresCase = ignoresCase
    self.text = text
    self.body = body
  }
}

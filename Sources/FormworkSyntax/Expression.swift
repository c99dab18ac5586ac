// Conditions and operands, the richest part of the tree.

/// A condition or an operand.
package struct Expression: Sendable {
  package enum Kind: Sendable {
    /// A field, or a predicate without arguments.
    case name(Name)
    /// `items.price`
    indirect case member(Expression, Name)
    /// `count(1...20)`
    case call(Name, [Expression])
    case value
    case today
    case now
    case bool(Bool)
    case text(TextTemplate)
    /// Digits as written, without `_`, in ASCII.
    case number(String)
    /// `5 %`: the digits, as in a number.
    case percent(String)
    /// `2026-11-20`, `09:30`, `2026-11-20T09:30Z`, in ASCII.
    case date(String)
    case time(String)
    case dateTime(String)
    case instant(String)
    /// `18 years`: the digits and the unit.
    case duration(String, DurationUnit)
    case pattern([PatternLiteral])
    /// `1...20`, `8...`, `...20`, `0..<10`.
    indirect case range(Expression?, Expression?, halfOpen: Bool)
    /// `("a", 8, 10...14)`
    case list([Expression])
    /// `"dd.MM.yy" 1950...2049`, in the parentheses of a rule word.
    indirect case format(FormatText)
    /// `by: sku`
    indirect case labelled(Name, Expression)
    indirect case parenthesized(Expression)
    indirect case not(Expression)
    indirect case negated(Expression)
    indirect case binary(BinaryOperator, Expression, Expression)
    /// `price * 0.9 if member else price`
    indirect case conditional(Expression, condition: Expression, otherwise: Expression)
    /// `postcode is digits`, `path endsWith("/")`; `predicate` is a name or a call.
    indirect case test(subject: Expression, negated: Bool, predicate: Expression)
    /// `x in 1...5`, `x not in ("a", "b")`.
    indirect case membership(subject: Expression, negated: Bool, container: Expression)
    /// A part that can't be parsed. The problem is already reported.
    case invalid
  }

  package let kind: Kind
  package let span: Span

  package init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  /// Whether this is a single written value without placeholders. Durations don't count, because no field has one.
  package var isLiteral: Bool {
    switch kind {
    case .text(let template): template.plain != nil
    case .negated(let inner): inner.isLiteral
    case .bool, .number, .percent, .date, .time, .dateTime, .instant: true
    default: false
    }
  }
}

/// A part of a pattern between slashes.
package struct PatternLiteral: Sendable {
  package var ignoresCase: Bool
  /// The span between the slashes.
  package var body: Span
}

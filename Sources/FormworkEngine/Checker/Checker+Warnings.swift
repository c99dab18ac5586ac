// Warnings about single conditions: constant ones, doubtful `not`, parts without words of their own.

internal import FormworkSyntax

extension Checker {
  /// `not a and b` negates only `a`; parentheses or `!` show that this is meant.
  func warnIfNotAnd(_ left: Expression, _ right: Expression, at span: Span) {
    guard case .not(let inner) = left.kind else { return }
    let word = Array("not".utf8)
    let start = Int(left.span.lower)
    guard start + 3 <= source.bytes.count, Array(source.bytes[start..<start + 3]) == word else {
      return
    }
    switch inner.kind {
    // Nobody means more than a single name.
    case .parenthesized, .name: return
    default: break
    }
    if case .not = right.kind { return }
    report(.notAnd(first: left.span), at: span)
  }

  /// Warns about `or value is blank` in a rule of a field that must be filled in.
  func warnIfBlankAllowed(_ sides: [Expression], _ context: Context) {
    guard context.field >= 0, context.hasValue, context.subject == nil,
      case .required = program.fields[context.field].presence
    else { return }
    for side in sides {
      guard case .test(let subject, negated: false, let predicate) = side.kind,
        case .name(let word) = predicate.kind, word.text == "blank"
      else { continue }
      if case .value = subject.kind { report(.requiredAnyway, at: side.span) }
    }
  }

  func warnIfConstant(_ condition: Int32, at span: Span) {
    guard condition >= 0, let holds = ask({ $0.constantTruth(condition) }) else { return }
    // A part of it says as much.
    if let last = findings.all.last, case .lint(.constantCondition) = last.kind,
      span.holds(last.span)
    {
      return
    }
    report(.constantCondition(holds), at: span)
  }

  /// Warns about a part of a rule that the built-in messages cannot explain.
  func warnIfWordless(_ expression: Expression) {
    switch expression.kind {
    case .parenthesized(let inner): warnIfWordless(inner)
    case .binary(.and, let left, let right):
      let before = findings.reportCount
      warnIfWordless(left)
      if findings.reportCount == before { warnIfWordless(right) }
    case .binary(.or, _, _): report(.noMessage(.either), at: expression.span)
    case .binary(let operation, _, _) where operation.isComparison:
      report(.noMessage(.comparison), at: expression.span)
    case .not: report(.noMessage(.negation), at: expression.span)
    case .test(_, negated: true, _): report(.noMessage(.negation), at: expression.span)
    case .membership: report(.noMessage(.comparison), at: expression.span)
    case .call(let name, _) where name.text == "matches":
      report(.noMessage(.pattern), at: expression.span)
    case .test(_, _, let predicate): warnIfWordless(predicate)
    default: break
    }
  }
}

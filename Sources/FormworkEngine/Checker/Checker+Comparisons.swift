// Comparisons: whether their operands are comparable, and whether the result is constant.

internal import FormworkSyntax

extension Checker {
  /// Compiles a comparison such as `a < b`.
  func comparison(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, at span: Span,
    _ context: Context
  ) -> Int32 {
    let needsOrder = operation != .equal && operation != .notEqual
    let first = expecting(text: false) { operand(left, context) }
    let second = operand(right, comparedWith: first.1, context)
    let ((a, leftType), (b, rightType)) = compared(first, second, needsOrder: needsOrder)
    if let proposal = boolProposal(operation, (left, leftType), (right, rightType)) {
      report(.boolAsText(proposal: proposal), at: span)
    } else {
      var path: TypeMistake.PathAdvice?
      if leftType.isPath || rightType.isPath {
        let condition = Expression(.binary(operation, left, right), at: span)
        let one = (expression: left, node: a, type: leftType)
        let other = (expression: right, node: b, type: rightType)
        path =
          leftType.isPath
          ? pathAdvice(one, other, in: condition, context)
          : pathAdvice(other, one, in: condition, context)
      }
      checkComparable(leftType, rightType, left: left, right: right, path: path, at: span)
    }
    if needsOrder, !leftType.isInvalid, leftType.family == rightType.family,
      sharedFamilies([leftType, rightType]).isEmpty
    {
      report(.unordered(leftType), at: span)
    }
    if !reportIfEmptyText(operation, (left, a), (right, b), at: span) {
      warnIfUnlisted(leftType, right)
      warnIfUnlisted(rightType, left)
      if !needsOrder {
        let isEqual = operation == .equal
        if leftType == .text { warnIfWildcard(in: right, equal: isEqual, to: left, at: span) }
        if rightType == .text { warnIfWildcard(in: left, equal: isEqual, to: right, at: span) }
      }
    }
    if operation == .equal { warnIfPlusMinus(right, equalTo: left, at: span) }
    for (one, other) in [(left, right), (right, left)] where one.isShare { warnIfOverOne(other) }
    if !needsOrder { warnIfUntrimmed(a, b, at: span) }
    if sameText(left, right) {
      reportSameSides(operation, left, at: span, context)
    }
    return add(Node(operation: Checker.node(operation), a: a, b: b, span: span))
  }

  /// Compiles an operand that is compared with a value of a type.
  func operand(
    _ expression: Expression, comparedWith type: StaticType, _ context: Context
  ) -> (Int32, StaticType) {
    let takesText =
      type.isInvalid || type == .any || alternatives(of: type).contains { $0.family == .text }
    return expecting(text: takesText) { operand(expression, context) }
  }

  /// Calls `compile` for an operand. A text is allowed there only if `takesText` is true.
  func expecting<T>(text takesText: Bool, _ compile: () -> T) -> T {
    let outer = self.takesText
    self.takesText = takesText
    defer { self.takesText = outer }
    return compile()
  }

  /// Reports a comparison of two equal operands. In a question about records or items, the author means a field of two
  /// different ones, so this is an error there. Elsewhere it is a warning.
  private func reportSameSides(
    _ operation: BinaryOperator, _ side: Expression, at span: Span, _ context: Context
  ) {
    let isInQuestion =
      context.isAboutRecord || context.around != nil || context.elementDepth > 0
    if isInQuestion, side.isNameOrValue {
      let isInList = program.dataLists.contains { $0.level == context.scope.level }
      let item: TypeMistake.ComparedItem =
        context.isAboutRecord
        ? .record(isEqual: operation == .equal) : isInList ? .recordOfList : .item
      let renamed = item == .item ? nil : declaration(renaming: side, context)
      return report(
        .comparedWithItself(source.text(side.span), item, renamed: renamed), at: span)
    }
    let holds = operation == .equal || operation == .lessOrEqual || operation == .greaterOrEqual
    report(.constantCondition(holds), at: span)
  }

  /// Returns a declaration that reads the field `side` under another name, in a list of other data. Returns nil for a
  /// field with a notation of its own.
  private func declaration(renaming side: Expression, _ context: Context) -> String? {
    guard case .name(let name) = side.kind, let found = lookUp(name.text, context) else {
      return nil
    }
    let field = program.fields[Int(found.entries[0].field)]
    guard case .plain(let kind) = field.type, let column = field.keys.first else { return nil }
    return "field other: \(kind.rawValue) from \(Spelling.text(column))"
  }

  /// Warns about looking for a trimmed text in a field of other data that isn't trimmed. White space alone can make such
  /// texts differ.
  func warnIfUntrimmed(_ one: Int32, _ other: Int32, at span: Span) {
    guard let field = ask({ $0.onlyField(of: one) }),
      let second = ask({ $0.onlyField(of: other) }),
      program.isOfForm(field) != program.isOfForm(second)
    else { return }
    let (own, listed) = program.isOfForm(field) ? (field, second) : (second, field)
    guard program.fields[Int(own)].cleaning.trimmed, staticType(Int(listed)) == .text,
      !program.fields[Int(listed)].cleaning.trimmed,
      // Values of the run are typed or written by a program, not read from a file.
      program.list(ofField: listed)?.isOfValues != true
    else { return }
    report(
      .untrimmedOther(program.fields[Int(own)].name, other: program.fields[Int(listed)].name),
      at: span)
  }

  /// Warns about a share that is compared with a number over 1, such as 5 instead of 5 %.
  private func warnIfOverOne(_ limit: Expression) {
    guard case .number(let digits) = limit.kind, Int(digits.prefix { $0 != "." }) ?? .max > 1
    else { return }
    report(.shareOverOne, at: limit.span)
  }

  /// Reports a comparison of a field with the empty text. Such a comparison is never true, because a blank field isn't
  /// compared.
  private func reportIfEmptyText(
    _ operation: BinaryOperator, _ left: (Expression, Int32), _ right: (Expression, Int32),
    at span: Span
  ) -> Bool {
    let (field, text) = Checker.isEmptyText(left.0) ? (right, left) : (left, right)
    guard Checker.isEmptyText(text.0), ask({ $0.singleField(of: field.1) }) != nil else {
      return false
    }
    let name = source.text(field.0.span)
    switch operation {
    case .equal: report(.comparedWithEmpty(proposal: name + " is blank"), at: span)
    case .notEqual: report(.comparedWithEmpty(proposal: name + " is filled"), at: span)
    default: return false
    }
    return true
  }

  /// Returns the likely intention of comparing a bool with a text such as "yes" or "no", or nil for anything else.
  private func boolProposal(
    _ operation: BinaryOperator, _ left: (Expression, StaticType), _ right: (Expression, StaticType)
  ) -> String? {
    guard operation == .equal || operation == .notEqual else { return nil }
    let (bool, text) = left.1.family == .bool ? (left, right) : (right, left)
    guard bool.1.family == .bool, case .text(let template) = text.0.kind,
      let word = template.plain?.lowercased()
    else { return nil }
    let isYes = word == "yes" || word == "y"
    guard isYes || word == "no" || word == "n" else { return nil }
    switch bool.0.kind {
    case .name, .value, .member: break
    default: return nil
    }
    return (isYes == (operation == .equal) ? "" : "not ") + source.text(bool.0.span)
  }

  static func isEmptyText(_ expression: Expression) -> Bool {
    if case .text(let template) = expression.kind { template.plain == "" } else { false }
  }

  static func node(_ operation: BinaryOperator) -> Node.Operation {
    switch operation {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .and: .and
    case .or: .or
    }
  }

  private func sameText(_ left: Expression, _ right: Expression) -> Bool {
    if case .invalid = left.kind { return false }
    if case .invalid = right.kind { return false }
    return source.hasSameText(left.span, right.span)
  }

  /// Reports types that can't be compared. The operands, if given, are checked for quoted literals that were meant to
  /// be unquoted. `path` is the advice about a path with several values.
  func checkComparable(
    _ left: StaticType, _ right: StaticType, left leftOperand: Expression? = nil,
    right rightOperand: Expression? = nil, path: TypeMistake.PathAdvice? = nil, at span: Span
  ) {
    guard !left.isInvalid, !right.isInvalid else { return }
    if left.family == .duration, right.family == .duration {
      if case .duration(let one) = left, case .duration(let other) = right, one != other,
        one == .months || other == .months
      {
        report(.monthsAgainstDays, at: span)
      }
      return
    }
    if shareFamily(left, right) { return }
    if let leftOperand, let rightOperand {
      let (date, moment) = left == .date ? (left, rightOperand) : (right, leftOperand)
      let other = left == .date ? right : left
      if date == .date, other == .dateTime || other == .instant, moment.isNameOrValue {
        report(.dateAgainstMoment(left, right, moment: moment.span), at: span)
        return
      }
    }
    let quoted =
      Checker.isQuoted(rightOperand, left)
      ? rightOperand?.span
      : Checker.isQuoted(leftOperand, right) ? leftOperand?.span : nil
    report(.incomparable(left, right, quoted: quoted, path: path), at: span)
  }

  /// Whether an operand is a date, number or bool in quotes.
  private static func isQuoted(_ expression: Expression?, _ type: StaticType) -> Bool {
    guard case .text(let template)? = expression?.kind, var text = template.plain else {
      return false
    }
    return text.withUTF8 { bytes in
      switch type.family {
      case .number: ExactDecimal.parse(text: bytes, format: .plain).number != nil
      case .bool: bytes.makeString() == "true" || bytes.makeString() == "false"
      case .date: CalendarDate.parse(bytes) != nil
      case .time: CalendarTime.parse(bytes) != nil
      case .dateTime: CalendarDateTime.parse(bytes) != nil
      case .instant: CalendarInstant.parse(bytes) != nil
      default: false
      }
    }
  }

  /// Records the choices for completion if `text` is the word being typed.
  func noteChoices(_ text: Expression, of type: StaticType) {
    guard completion != nil, case .choice(let number) = type,
      case .text(let template) = text.kind, let plain = template.plain
    else { return }
    noteMore(plain, program.choices[Int(number)].values)
  }

  /// Warns if a choice is compared with a text that isn't one of its values.
  func warnIfUnlisted(_ type: StaticType, _ expression: Expression) {
    guard case .choice(let number) = type, case .text(let template) = expression.kind,
      let text = template.plain
    else { return }
    guard ask({ $0.choices[Int(number)].number(of: text) }) == nil else { return }
    let near = near(text, among: program.choices[Int(number)].values)
    report(.unlistedChoice(text, near: near), at: expression.span)
  }
}

extension Expression {
  /// Whether this is a name, a path or `value`.
  fileprivate var isNameOrValue: Bool {
    switch kind {
    case .name, .member, .value: true
    case .parenthesized(let inner): inner.isNameOrValue
    default: false
    }
  }

  /// Whether this is a call of `share`.
  fileprivate var isShare: Bool {
    if case .call(let name, _) = kind { name.text == Function.share.name } else { false }
  }
}

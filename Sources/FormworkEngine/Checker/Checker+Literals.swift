// Literals: numbers, dates, times, durations and texts as values of the program.

internal import FormworkSyntax

extension Checker {
  func addConstant(_ value: Value) -> Int32 {
    program.constants.append(value.kind == .text ? value.markedPlainJSON : value)
    return Int32(truncatingIfNeeded: program.constants.count &- 1)
  }

  func constant(text: String) -> Int32 {
    // Canonically equivalent texts are different constants.
    let known = constantTexts.add(text)
    if known < constantsOfTexts.count {
      let value = program.constants[Int(constantsOfTexts[known])]
      if value.bytes.elementsEqual(text.utf8) { return constantsOfTexts[known] }
    } else {
      constantsOfTexts.append(-1)
    }
    let bytes = program.pool.add(text)
    let number = addConstant(Value(text: bytes, flags: bytes.isASCII ? 0 : 1))
    constantsOfTexts[known] = number
    return number
  }

  func literalOperand(_ expression: Expression) -> (Int32, StaticType) {
    guard let (value, type) = literal(expression) else {
      return (invalid(expression.span), .invalid)
    }
    let constant = addConstant(value)
    noteWritten(expression, constant)
    if case .number(let digits) = expression.kind,
      NumberParts.areThousands(digits.split(separator: "."))
    {
      groupedLiterals[constant] = (expression.span, digits.filter { $0 != "." })
    }
    return (add(Node(operation: .constant, a: constant, span: expression.span)), type)
  }

  /// Stores the text of a constant in the form, if products write the constant differently.
  private func noteWritten(_ expression: Expression, _ constant: Int32) {
    let written: String
    switch expression.kind {
    case .percent(let digits): written = digits + " %"
    case .number(let text), .time(let text), .dateTime(let text), .instant(let text): written = text
    case .duration:
      let words = source.text(expression.span).split { $0.isWhitespace }
      // There are more words only if a comment is between the number and the unit. Such a text isn't stored.
      if words.count > 2 { return }
      written = words.joined(separator: " ")
    default: return
    }
    if written != program.constants[Int(constant)].text { program.literalTexts[constant] = written }
  }

  /// Returns a literal and its type. Reports invalid dates and numbers that don't fit.
  private func literal(_ expression: Expression) -> (Value, StaticType)? {
    let found: (Value, StaticType)? =
      switch expression.kind {
      case .bool(let value): (Value(bool: value), .bool)
      case .number(let digits): number(digits)
      case .percent(let digits): percent(digits)
      case .date(let text):
        Checker.read(text) { CalendarDate.parse($0) }.map { (Value($0), .date) }
      case .time(let text):
        Checker.read(text) { CalendarTime.parse($0) }.map { (Value($0), .time) }
      case .dateTime(let text):
        Checker.read(text) { CalendarDateTime.parse($0) }.map { (Value($0), .dateTime) }
      case .instant(let text):
        Checker.read(text) { CalendarInstant.parse($0) }.map { (Value($0), .instant) }
      case .duration(let digits, let unit): duration(digits, unit)
      default: nil
      }
    if found == nil {
      report(.badLiteral(source.text(expression.span), kind(of: expression)), at: expression.span)
    }
    return found
  }

  private func number(_ digits: String) -> (Value, StaticType)? {
    Checker.read(digits) { ExactDecimal.parse(text: $0, format: .plain).number }
      .map { (Value($0), $0.isWhole ? .int : .number) }
  }

  private func percent(_ digits: String) -> (Value, StaticType)? {
    Checker.hundredth(of: digits).map { (Value($0).asPercent, $0.isWhole ? .int : .number) }
  }

  /// Returns the number that digits before `%` mean, or nil if it doesn't fit.
  static func hundredth(of digits: String) -> ExactDecimal? {
    read(digits) { ExactDecimal.parse(text: $0, format: .plain).number }?
      .divided(by: ExactDecimal(100 as Int64))
  }

  static func read<Literal>(
    _ text: String, _ parse: (TextBytes) -> Literal?
  ) -> Literal? {
    var text = text
    return text.withUTF8(parse)
  }

  private func kind(of expression: Expression) -> StaticType {
    switch expression.kind {
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    case .instant: .instant
    case .duration: .duration(.exact)
    default: .number
    }
  }

  private func duration(_ digits: String, _ unit: DurationUnit) -> (Value, StaticType)? {
    var digits = digits
    guard let count = digits.withUTF8({ ExactDecimal.parseInt64(text: $0).integer }) else {
      return nil
    }
    let (unit, kind): (CalendarUnit, StaticType.DurationKind) =
      switch unit {
      case .year: (.year, .months)
      case .month: (.month, .months)
      case .week: (.week, .days)
      case .day: (.day, .days)
      case .hour: (.hour, .exact)
      case .minute: (.minute, .exact)
      case .second: (.second, .exact)
      }
    return CalendarDuration(count, unit).map { (Value($0), .duration(kind)) }
  }

  /// Returns the value of a literal in a field's type, or nil if the type doesn't have that value.
  func literalValue(_ expression: Expression, of type: StaticType) -> Value? {
    switch (expression.kind, type) {
    case (.text(let template), .text):
      return template.plain.map { program.constants[Int(constant(text: $0))] }
    case (.text(let template), .choice(let choice)):
      return template.plain.flatMap { self.choice($0, of: choice) }
    case (.negated(let inner), .int), (.negated(let inner), .number):
      return literalValue(inner, of: type).map { Value($0.number.negated()) }
    case (.text, _), (.negated, _): return nil
    default:
      guard let (literal, found) = literal(expression) else { return nil }
      let value = literal.withoutPercent
      if type == .int { return found == .int && value.smallInteger != nil ? value : nil }
      return found == type || (type == .number && found == .int) ? value : nil
    }
  }
}

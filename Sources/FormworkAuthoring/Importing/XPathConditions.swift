// Conditions and values of XPath as conditions and values of forms.

internal import FormworkSyntax

/// Translates expressions of XPath.
///
/// In XPath, a blank answer is an empty text, so a comparison with it is false. In a form, the comparison would be
/// unknown, so translated conditions also state which fields must be filled.
struct XPathWriter {
  /// The largest number of tests in a condition that an importer adds by itself.
  static let sizeLimit = 100
  enum Kind {
    case text, number, choice, choices, date, instant, truth, list
  }

  struct Question {
    /// The name or path of the field in a condition.
    var operand: String
    var kind: Kind
    var isOptional: Bool
    /// The list around the question, if the question has one value for each item.
    var list: String?
  }

  private struct Value {
    var text: String
    var kind: Kind
    /// The possibly blank fields that the value uses.
    var blanks: [String] = []
    var isLiteral = false
    /// For a count or a sum: its text, and the fields that it counts. If one of them is blank, the value is 0.
    var count: (text: String, counted: [String])?
  }

  /// Returns the question with the given name or path. For nil, returns the question that the expression belongs to.
  let question: (String?) -> Question?

  private func found(_ name: String?) throws(Gap) -> Question {
    guard let question = question(name) else {
      throw Gap(.condition, "${\(name ?? ".")} is not a question")
    }
    return question
  }

  // MARK: Conditions

  func condition(_ expression: XPath) throws(Gap) -> ImportedCondition {
    switch expression {
    case .binary("or", let left, let right):
      return .either([try condition(left), try condition(right)])
    case .binary("and", let left, let right):
      return .both([try condition(left), try condition(right)])
    case .binary(let sign, let left, let right)
    where ["=", "!=", "<", "<=", ">", ">="].contains(sign):
      return try comparison(sign == "=" ? "==" : sign, left, right)
    case .call("not", let arguments) where arguments.count == 1:
      return .negation(of: try condition(arguments[0]))
    case .call("true", _): return .always
    case .call("false", _): return .never
    case .call("boolean", let arguments) where arguments.count == 1:
      return try condition(arguments[0])
    case .call("selected", let arguments) where arguments.count == 2:
      return try selected(arguments[0], arguments[1])
    case .call(let name, let arguments)
    where ["regex", "contains", "starts-with", "ends-with"].contains(name):
      return try test(name, arguments)
    case .number(let digits): return digits.contains { $0 != "0" && $0 != "." } ? .always : .never
    case .text(let text): return text.isEmpty ? .never : .always
    case .question, .negative, .binary, .call: return truth(of: try value(expression))
    case .column: throw Gap(.condition)
    }
  }

  /// Returns the condition that a value is true: a number other than 0, or a text that isn't blank.
  private func truth(of value: Value) -> ImportedCondition {
    let (text, blanks) = value.count ?? (value.text, value.blanks)
    switch value.kind {
    case .number:
      return .both(blanks.map { .test("\($0) is filled") } + [.test("\(text) != 0")])
    case .truth: return .test(text)
    default: return .test("\(text) is filled")
    }
  }

  private func comparison(
    _ sign: String, _ left: XPath, _ right: XPath
  ) throws(Gap) -> ImportedCondition {
    for (side, other) in [(left, right), (right, left)] {
      if case .text("") = other, case .question(let name) = side, sign == "==" || sign == "!=" {
        let operand = try found(name).operand
        return .test("\(operand) is \(sign == "==" ? "blank" : "filled")")
      }
    }
    var (first, second) = (try value(left), try value(right))
    try fit(&first, to: second.kind)
    try fit(&second, to: first.kind)
    let areTexts = [.text, .choice].contains(first.kind) && [.text, .choice].contains(second.kind)
    guard areTexts || first.kind == second.kind, first.kind != .choices, first.kind != .list else {
      throw Gap(.condition, "It compares values of different types")
    }
    if areTexts, sign != "==", sign != "!=" { throw Gap(.condition) }
    if let (text, counted) = first.count, second.isLiteral {
      // In XPath, a count is 0 if a counted field is blank.
      let isZero = second.text.utf8.allSatisfy { $0 == 0x30 || $0 == 0x2E }
      let takesZero =
        sign == "<=" || (isZero ? sign == "==" || sign == ">=" : sign == "<" || sign == "!=")
      let test = ImportedCondition.test("\(text) \(sign) \(second.text)")
      return takesZero
        ? .either(counted.map { .test("\($0) is blank") } + [test])
        : .both(counted.map { .test("\($0) is filled") } + [test])
    }
    let test = ImportedCondition.test("\(first.text) \(sign) \(second.text)")
    let blanks = first.blanks + second.blanks
    if sign == "!=" { return .either(blanks.map { .test("\($0) is blank") } + [test]) }
    return .both(blanks.map { .test("\($0) is filled") } + [test])
  }

  /// Converts a literal to `kind` if its text allows this.
  private func fit(_ value: inout Value, to kind: Kind) throws(Gap) {
    guard value.isLiteral, value.kind != kind else { return }
    let inside = value.text.dropFirst().dropLast()
    switch (value.kind, kind) {
    case (.text, .number):
      let isNumber =
        !inside.isEmpty && inside.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2D }
      if !isNumber { return }
      value.text = String(inside)
    case (.text, .date): value.text = String(inside)
    case (.number, .text), (.number, .choice): value.text = "\"\(value.text)\""
    default: return
    }
    value.kind = kind
  }

  private func selected(_ list: XPath, _ item: XPath) throws(Gap) -> ImportedCondition {
    guard case .question(let name) = list else { throw Gap(.condition) }
    let question = try found(name)
    let item = try value(item)
    let isFilled: [ImportedCondition] =
      question.isOptional ? [.test("\(question.operand) is filled")] : []
    guard item.kind == .text || item.kind == .choice || item.kind == .number else {
      throw Gap(.condition)
    }
    let text = item.isLiteral && item.kind == .number ? "\"\(item.text)\"" : item.text
    if question.kind == .choices {
      return .both(isFilled + [.test("\(text) in \(question.operand)")])
    }
    return .both(isFilled + [.test("\(question.operand) == \(text)")])
  }

  private func test(_ name: String, _ arguments: [XPath]) throws(Gap) -> ImportedCondition {
    guard arguments.count == 2 else { throw Gap(.condition, name) }
    let subject = try value(arguments[0])
    let isFilled = subject.blanks.map { ImportedCondition.test("\($0) is filled") }
    if name == "regex" {
      guard case .text(let pattern) = arguments[1] else { throw Gap(.condition) }
      guard subject.kind == .text || subject.kind == .choice else {
        throw Gap(.condition)
      }
      let condition = try ECMAPattern.condition(pattern, isWhole: true) {
        .test("\(subject.text) is \(Spelling.matches($0))")
      }
      return .both(isFilled + [condition])
    }
    let words: OrderedDictionary<String, String> = [
      "contains": "contains", "starts-with": "startsWith", "ends-with": "endsWith",
    ]
    guard let word = words[name], subject.kind == .text || subject.kind == .choice else {
      throw Gap(.condition, name)
    }
    return .both(isFilled + [.test("\(subject.text) \(word)(\(try value(arguments[1]).text))")])
  }

  // MARK: Values

  /// Returns a value as a form writes it, with its type.
  ///
  /// - Returns: the value, and the condition under which it isn't blank. The value has an error if a divisor is 0, but
  ///   on a device it is Infinity or NaN.
  func calculation(
    _ expression: XPath
  ) throws(Gap) -> (condition: ImportedCondition, text: String, kind: Kind) {
    if case .call("if", let arguments) = expression, arguments.count == 3,
      case .text("") = arguments[2]
    {
      var (condition, inner) = (try condition(arguments[0]), try calculation(arguments[1]))
      // The value is blank anyway if one of its fields is.
      let blanks = (try? value(arguments[1]))?.blanks ?? []
      if condition == .both(blanks.map { .test("\($0) is filled") }) { condition = .always }
      inner.condition = .both([condition, inner.condition])
      return inner
    }
    let (text, kind) = try result(expression)
    return (try divisors(expression), text, kind)
  }

  /// Returns the condition that no divisor in an expression is 0.
  private func divisors(_ expression: XPath) throws(Gap) -> ImportedCondition {
    let condition = try unlimitedDivisors(expression)
    if condition.size > XPathWriter.sizeLimit { throw Gap(.condition) }
    return condition
  }

  private func unlimitedDivisors(_ expression: XPath) throws(Gap) -> ImportedCondition {
    switch expression {
    case .number, .text, .question, .column: return .always
    case .negative(let inner): return try divisors(inner)
    case .binary(let sign, let left, let right):
      let isDivision = (sign == "div" || sign == "mod") && !right.questions.isEmpty
      return .both([
        try divisors(left), try divisors(right), isDivision ? try condition(right) : .always,
      ])
    case .call("if", let arguments) where arguments.count == 3:
      let condition = try condition(arguments[0])
      let (yes, no) = (try divisors(arguments[1]), try divisors(arguments[2]))
      return .both([
        try divisors(arguments[0]),
        yes == condition ? .always : .either([.negation(of: condition), yes]),
        .either([condition, no]),
      ])
    case .call(_, let arguments):
      return .both(try arguments.map { argument throws(Gap) in try divisors(argument) })
    }
  }

  private func result(_ expression: XPath) throws(Gap) -> (text: String, kind: Kind) {
    switch expression {
    case .binary(let sign, _, _)
    where ["or", "and", "=", "!=", "<", "<=", ">", ">="].contains(sign):
      return (try condition(expression).text, .truth)
    case .call(let name, _)
    where [
      "not", "true", "false", "boolean", "selected", "regex", "contains", "starts-with",
      "ends-with",
    ].contains(name):
      return (try condition(expression).text, .truth)
    default:
      let value = try value(expression)
      return (value.text, value.kind)
    }
  }

  private func value(_ expression: XPath) throws(Gap) -> Value {
    switch expression {
    case .number(let digits): return Value(text: digits, kind: .number, isLiteral: true)
    case .text(let text):
      return Value(text: FormText.spelled(text, braces: true), kind: .text, isLiteral: true)
    case .question(let name):
      let question = try found(name)
      let blanks = question.list.map { [$0] } ?? (question.isOptional ? [question.operand] : [])
      return Value(text: question.operand, kind: question.kind, blanks: blanks)
    case .column: throw Gap(.condition)
    case .negative(let inner):
      let inner = try value(inner)
      guard inner.kind == .number else { throw Gap(.condition) }
      return Value(text: "-\(inner.text)", kind: .number, blanks: inner.blanks)
    case .binary(let sign, let left, let right): return try arithmetic(sign, left, right)
    case .call(let name, let arguments): return try call(name, arguments)
    }
  }

  private func arithmetic(
    _ sign: String, _ left: XPath, _ right: XPath
  ) throws(Gap) -> Value {
    let (first, second) = (try value(left), try value(right))
    let blanks = first.blanks + second.blanks
    if first.kind == .date, second.kind == .number, sign == "+" || sign == "-" {
      return Value(
        text: "(\(first.text) \(sign) \(second.text) * 1 day)", kind: .date, blanks: blanks)
    }
    if first.kind == .date, second.kind == .date, sign == "-" {
      return Value(
        text: "((\(first.text) - \(second.text)) / 1 day)", kind: .number, blanks: blanks)
    }
    guard first.kind == .number, second.kind == .number else { throw Gap(.condition) }
    switch sign {
    case "+", "-", "*":
      return Value(text: "(\(first.text) \(sign) \(second.text))", kind: .number, blanks: blanks)
    case "div":
      return Value(text: "(\(first.text) / \(second.text))", kind: .number, blanks: blanks)
    case "mod":
      return Value(text: "mod(\(first.text), \(second.text))", kind: .number, blanks: blanks)
    default: throw Gap(.condition)
    }
  }

  /// Returns a count or a sum. It is 0 if a counted field is blank.
  private func counted(_ text: String, _ inner: Value) -> Value {
    if inner.blanks.isEmpty { return Value(text: text, kind: .number) }
    let isFilled = ImportedCondition.both(inner.blanks.map { .test("\($0) is filled") })
    return Value(
      text: "(\(text) if \(isFilled.text) else 0)", kind: .number, count: (text, inner.blanks))
  }

  private func call(_ name: String, _ arguments: [XPath]) throws(Gap) -> Value {
    switch (name, arguments.count) {
    case ("today", 0): return Value(text: "today", kind: .date)
    case ("now", 0): return Value(text: "now", kind: .instant)
    case ("date", 1):
      if case .text(let text) = arguments[0] { return Value(text: text, kind: .date) }
      let inner = try value(arguments[0])
      if inner.kind == .date { return inner }
    case ("string-length", 1):
      let inner = try value(arguments[0])
      return counted("count(\(inner.text))", inner)
    case ("count-selected", 1), ("count", 1):
      let inner = try value(arguments[0])
      if inner.kind == .choices || inner.kind == .list {
        return counted("count(\(inner.text))", inner)
      }
    case ("sum", 1), ("min", 1), ("max", 1):
      let inner = try value(arguments[0])
      if inner.kind == .number, name == "sum" { return counted("sum(\(inner.text))", inner) }
      if inner.kind == .number {
        return Value(text: "\(name)(\(inner.text))", kind: .number, blanks: inner.blanks)
      }
    case ("number", 1), ("int", 1), ("round", 2), ("abs", 1):
      var inner = try value(arguments[0])
      if name == "number", inner.kind == .text {
        inner = Value(text: "number(\(inner.text))", kind: .number, blanks: inner.blanks)
      }
      guard inner.kind == .number else { break }
      if name == "int" { inner.text = "round(\(inner.text), 0, down)" }
      if name == "round" { inner.text = "round(\(inner.text), \(try value(arguments[1]).text))" }
      if name == "abs" { inner.text = "abs(\(inner.text))" }
      return inner
    case ("concat", _), ("string", 1):
      let parts = try arguments.map { argument throws(Gap) in try value(argument) }
      return Value(text: "joined(\(parts.map { $0.text }.joined(separator: ", ")))", kind: .text)
    case ("if", 3):
      let condition = try condition(arguments[0])
      if case .text("") = arguments[2] {
        let value = try value(arguments[1])
        let isFilled = ImportedCondition.both(value.blanks.map { .test("\($0) is filled") })
        if condition == isFilled { return value }
      }
      var (yes, no) = (try value(arguments[1]), try value(arguments[2]))
      try fit(&yes, to: no.kind)
      try fit(&no, to: yes.kind)
      if yes.kind == .choice { yes.kind = .text }
      if no.kind == .choice { no.kind = .text }
      guard yes.kind == no.kind else { break }
      return Value(text: "(\(yes.text) if \(condition.text) else \(no.text))", kind: yes.kind)
    case ("coalesce", 2):
      let (first, second) = (try value(arguments[0]), try value(arguments[1]))
      guard first.kind == second.kind || first.kind == .choice && second.kind == .text else {
        break
      }
      return Value(
        text: "(\(first.text) if \(first.text) is filled else \(second.text))", kind: first.kind)
    case ("once", 1): return try value(arguments[0])
    default: break
    }
    throw Gap(.condition, "\(name)()")
  }
}

// Parses expressions of XPath 1.0 as used in XLSForm, where ${name} refers to a question.

/// An expression of XPath.
indirect enum XPath {
  case number(String)
  case text(String)
  /// A question. Nil is `.`, the question that the expression belongs to.
  case question(String?)
  /// A column of the choices, in a filter.
  case column(String)
  case call(String, [XPath])
  case negative(XPath)
  case binary(String, XPath, XPath)

  /// The names of the questions in the expression, except for `.`.
  var questions: [String] {
    switch self {
    case .question(let name?): [name]
    case .number, .text, .question, .column: []
    case .negative(let inner): inner.questions
    case .binary(_, let left, let right): left.questions + right.questions
    case .call(_, let arguments): arguments.flatMap { $0.questions }
    }
  }
}

struct XPathParser {
  private enum Token: Equatable {
    case number(String)
    case text(String)
    case question(String)
    case name(String)
    case sign(String)
    case end
  }

  private var tokens: [Token] = []
  private var at = 0
  private var depth = 0

  private static let depthLimit = 1_000

  static func parse(_ text: String) throws(Gap) -> XPath {
    var parser = XPathParser()
    parser.tokens = try tokens(text)
    let expression = try parser.expression(0)
    guard parser.next == .end else {
      throw Gap(.condition, "Something follows its end.")
    }
    return expression
  }

  private var next: Token { tokens[min(at, tokens.count - 1)] }

  // MARK: Tokens

  private static func tokens(_ text: String) throws(Gap) -> [Token] {
    let scalars = Array(text.unicodeScalars)
    var tokens: [Token] = []
    var at = 0
    func word(_ from: Int, _ takes: (Unicode.Scalar) -> Bool) -> String {
      var word = ""
      for scalar in scalars[from...] {
        if !takes(scalar) { break }
        word.unicodeScalars.append(scalar)
      }
      return word
    }
    while at < scalars.count {
      let scalar = scalars[at]
      switch scalar {
      case _ where scalar.properties.isWhitespace: at += 1
      case "0"..."9":
        let digits = word(at) { "0"..."9" ~= $0 || $0 == "." }
        tokens.append(.number(digits))
        at += digits.unicodeScalars.count
      case "'", "\"", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}":
        let ends: [Unicode.Scalar] =
          scalar == "'" || scalar == "\""
          ? [scalar]
          : scalar.value < 0x201A ? ["\u{2018}", "\u{2019}"] : ["\u{201C}", "\u{201D}"]
        let inside = word(at + 1) { !ends.contains($0) }
        at += inside.unicodeScalars.count + 2
        if at > scalars.count { throw Gap(.condition, "A text is not closed.") }
        tokens.append(.text(inside))
      case "$":
        guard at + 1 < scalars.count, scalars[at + 1] == "{" else {
          throw Gap(.condition, "A question is written ${name}.")
        }
        let name = word(at + 2) { $0 != "}" }
        at += name.unicodeScalars.count + 3
        if at > scalars.count { throw Gap(.condition, "A brace is not closed.") }
        tokens.append(.question(WorkbookTable.trimmed(name)))
      case _ where isNameStart(scalar):
        let name = word(at) {
          isNameStart($0) || "0"..."9" ~= $0 || $0 == "-" || $0 == "." || $0 == ":"
        }
        tokens.append(.name(name))
        at += name.unicodeScalars.count
      default:
        let two = at + 1 < scalars.count ? String(scalar) + String(scalars[at + 1]) : ""
        let sign = ["<=", ">=", "!=", "..", "//", "::"].contains(two) ? two : String(scalar)
        tokens.append(.sign(sign))
        at += sign.unicodeScalars.count
      }
    }
    return tokens + [.end]
  }

  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_"
  }

  // MARK: Expressions

  fileprivate static let levels: [[String]] = [
    ["or"], ["and"], ["=", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "div", "mod"],
  ]

  private mutating func expression(_ level: Int) throws(Gap) -> XPath {
    depth += 1
    defer { depth -= 1 }
    if depth > XPathParser.depthLimit { throw Gap(.condition, "It is nested too deep.") }
    guard level < XPathParser.levels.count else { return try unary() }
    var left = try expression(level + 1)
    while let sign = sign(of: XPathParser.levels[level]) {
      at += 1
      left = .binary(sign, left, try expression(level + 1))
    }
    return left
  }

  private func sign(of signs: [String]) -> String? {
    switch next {
    case .sign(let sign), .name(let sign): signs.contains(sign) ? sign : nil
    default: nil
    }
  }

  private mutating func unary() throws(Gap) -> XPath {
    guard next == .sign("-") else { return try primary() }
    at += 1
    depth += 1
    defer { depth -= 1 }
    if depth > XPathParser.depthLimit { throw Gap(.condition, "It is nested too deep.") }
    return .negative(try unary())
  }

  private mutating func primary() throws(Gap) -> XPath {
    let token = next
    at += 1
    switch token {
    case .number(let digits): return .number(digits)
    case .text(let text): return .text(text)
    case .question(let name): return .question(name)
    case .sign("("):
      let inner = try expression(0)
      try close()
      return inner
    case .sign("."): return .question(nil)
    case .sign("/"), .sign(".."): return try path()
    case .name(let name):
      guard next == .sign("(") else { return .column(name) }
      at += 1
      var arguments: [XPath] = []
      if next == .sign(")") {
        at += 1
        return .call(name, [])
      }
      arguments.append(try expression(0))
      while next == .sign(",") {
        at += 1
        arguments.append(try expression(0))
      }
      try close()
      return .call(name, arguments)
    default: throw Gap(.condition, "A value is missing.")
    }
  }

  private mutating func close() throws(Gap) {
    guard next == .sign(")") else { throw Gap(.condition, "A parenthesis is not closed.") }
    at += 1
  }

  /// Reads a path such as `/data/group/name` or `../name`. Its last name is the question.
  private mutating func path() throws(Gap) -> XPath {
    at -= 1
    var path = ""
    while true {
      switch next {
      case .name(let name):
        path += name
        at += 1
        if next != .sign("/") { return .question(path) }
      case .sign(let sign) where ["/", "..", "."].contains(sign):
        path += sign
        at += 1
      default: throw Gap(.condition, "A path has no end.")
      }
    }
  }
}

// MARK: - Writing

extension XPath {
  /// The value of `true()` or `false()`, or nil for other expressions.
  var constant: Bool? {
    switch self {
    case .call("true", _): true
    case .call("false", _): false
    default: nil
    }
  }

  /// Joins expressions with `and` or, if `isAll` is false, with `or`.
  static func joined(_ parts: [XPath], isAll: Bool) -> XPath {
    if let decisive = parts.first(where: { $0.constant == !isAll }) { return decisive }
    let parts = parts.filter { $0.constant == nil }
    guard let first = parts.first else { return .call(isAll ? "true" : "false", []) }
    return parts.dropFirst().reduce(first) { .binary(isAll ? "and" : "or", $0, $1) }
  }

  /// Returns the negation of a condition.
  static func negation(of condition: XPath) -> XPath {
    condition.inverse ?? .call("not", [condition])
  }

  /// The negation, or nil if it needs a `not`. With a blank answer, both `<` and `>=` are false, so neither is the
  /// negation of the other.
  private var inverse: XPath? {
    switch self {
    case .binary("=", let left, let right): return .binary("!=", left, right)
    case .binary("!=", let left, let right): return .binary("=", left, right)
    case .call("true", _): return .call("false", [])
    case .call("false", _): return .call("true", [])
    case .call("not", let arguments): return arguments.first
    case .binary("and", let left, let right), .binary("or", let left, let right):
      guard let left = left.inverse, let right = right.inverse else { return nil }
      if case .binary("and", _, _) = self { return .binary("or", left, right) }
      return .binary("and", left, right)
    default: return nil
    }
  }

  /// The expression as an XLSForm has it.
  var text: String { text(0) }

  private static func level(of sign: String) -> Int {
    XPathParser.levels.firstIndex { $0.contains(sign) } ?? 0
  }

  private func text(_ level: Int) -> String {
    switch self {
    case .number(let digits): return digits
    case .text(let text): return text.contains("'") ? "\"\(text)\"" : "'\(text)'"
    case .question(let name?): return name.contains("/") ? name : "${\(name)}"
    case .question(nil): return "."
    case .column(let name): return name
    case .call(let name, let arguments):
      return name + "(" + arguments.map { $0.text }.joined(separator: ", ") + ")"
    case .negative(let inner): return "-" + inner.text(XPathParser.levels.count)
    case .binary(let sign, let left, let right):
      let own = XPath.level(of: sign)
      let text = left.text(own) + " \(sign) " + right.text(own + 1)
      return own < level ? "(\(text))" : text
    }
  }
}

// Parses CSV Schema of the National Archives, versions 1.0 to 1.2.

internal import FormworkSyntax

/// A CSV Schema.
struct CSVSchema {
  /// An argument of a rule.
  indirect enum Argument {
    case text(String)
    case column(String)
    case call(String, [Argument])
    /// A number, a date or `*`, as it is written.
    case word(String)
  }

  indirect enum Rule {
    /// A rule about a named column or, without a name, about the column that the rule belongs to.
    case test(Test)
    case all([Rule])
    case any([Rule])
    /// The rules of the first case whose condition holds, or `otherwise` if no condition holds.
    case choice([(condition: Rule, rules: [Rule])], otherwise: [Rule])
  }

  struct Test {
    var column: String?
    var name: String
    var arguments: [Argument]
    var offset: Int
  }

  struct Directive {
    var name: String
    var argument: String?
    var offset: Int
  }

  struct Column {
    var name: String
    var rules: [Rule]
    var directives: [Directive]
    var offset: Int

    func has(_ name: String) -> Bool { directives.contains { $0.name == name } }
  }

  var directives: [Directive] = []
  var columns: [Column] = []
}

/// A reader of CSV Schema.
struct CSVSchemaParser {
  private let source: Source
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  private static let depthLimit = 100

  /// Whether a file begins like a CSV Schema.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("version 1.".utf8))
      || bytes.dropFirst(3).starts(with: Array("version 1.".utf8))
  }

  static func parse(_ source: Source) throws(ImportProblem) -> CSVSchema {
    guard String(validating: source.bytes, as: UTF8.self) != nil else {
      throw ImportProblem("This isn't UTF-8 text.", in: source)
    }
    var parser = CSVSchemaParser(source: source)
    return try parser.schema()
  }

  private init(source: Source) {
    self.source = source
    bytes = source.bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  private func problem(_ message: String, at offset: Int? = nil) -> ImportProblem {
    ImportProblem(message, at: offset ?? at, in: source)
  }

  private mutating func schema() throws(ImportProblem) -> CSVSchema {
    var schema = CSVSchema()
    skip()
    guard eat("version"), let version = word(), version.hasPrefix("1.") else {
      throw problem("A CSV Schema begins with its version, such as \"version 1.1\".")
    }
    while let directive = try directive() { schema.directives.append(directive) }
    skip()
    while at < bytes.count {
      schema.columns.append(try column())
      skip()
    }
    return schema
  }

  private mutating func column() throws(ImportProblem) -> CSVSchema.Column {
    let offset = at
    guard let name = try text() ?? word(), eat(":") else {
      throw problem("A column definition is needed here, such as \"name: notEmpty\".")
    }
    var column = CSVSchema.Column(name: name, rules: [], directives: [], offset: offset)
    while !isAtDefinition(), let rule = try rule() { column.rules.append(rule) }
    while let directive = try directive() { column.directives.append(directive) }
    return column
  }

  /// Whether the next definition begins here.
  private func isAtDefinition() -> Bool {
    var parser = self
    parser.skip()
    guard let name = try? parser.text() ?? parser.word(), !name.isEmpty else { return false }
    return parser.eat(":")
  }

  private mutating func directive() throws(ImportProblem) -> CSVSchema.Directive? {
    skip()
    guard peek() == UInt8(ascii: "@") else { return nil }
    let offset = at
    at += 1
    guard let name = word() else { throw problem("The name of a directive is missing.") }
    var directive = CSVSchema.Directive(name: name, argument: nil, offset: offset)
    switch name {
    case "separator":
      if let argument = try text() ?? word() {
        directive.argument = argument == "TAB" || argument == "\\t" ? "\t" : argument
      } else {
        throw problem("The separator is missing.")
      }
    case "totalColumns": directive.argument = word()
    default: break
    }
    return directive
  }
}

// MARK: - Rules

extension CSVSchemaParser {
  private mutating func rule() throws(ImportProblem) -> CSVSchema.Rule? {
    guard let first = try single() else { return nil }
    // The second operand of "and" and "or" is the whole rest of the rule.
    for (operation, isAny) in [("and", false), ("or", true)] {
      var ahead = self
      guard ahead.word() == operation else { continue }
      self = ahead
      depth += 1
      defer { depth -= 1 }
      if depth > CSVSchemaParser.depthLimit { throw problem("The rules are nested too deep.") }
      guard let second = try rule() else { throw problem("A rule is missing.") }
      return isAny ? .any([first, second]) : .all([first, second])
    }
    return first
  }

  private mutating func single() throws(ImportProblem) -> CSVSchema.Rule? {
    skip()
    depth += 1
    defer { depth -= 1 }
    if depth > CSVSchemaParser.depthLimit { throw problem("The rules are nested too deep.") }
    if eat("(") {
      var rules: [CSVSchema.Rule] = []
      while let rule = try rule() { rules.append(rule) }
      guard eat(")"), !rules.isEmpty else { throw problem("A closing parenthesis is missing.") }
      return .all(rules)
    }
    var test = CSVSchema.Test(column: nil, name: "", arguments: [], offset: at)
    if let column = try columnReference() {
      guard eat("/") else { throw problem("A rule about another column needs a \"/\".") }
      test.column = column
    }
    guard let name = word() else {
      if test.column != nil { throw problem("A rule is missing.") }
      return nil
    }
    test.name = name
    if name == "if" || name == "switch" { return try choice(isSwitch: name == "switch") }
    if eat("(") { test.arguments = try arguments() }
    return .test(test)
  }

  private mutating func choice(isSwitch: Bool) throws(ImportProblem) -> CSVSchema.Rule {
    var cases: [(condition: CSVSchema.Rule, rules: [CSVSchema.Rule])] = []
    var otherwise: [CSVSchema.Rule] = []
    guard eat("(") else { throw problem("An opening parenthesis is missing.") }
    repeat {
      if isSwitch, !eat("(") {
        otherwise = try rules()
        break
      }
      guard let condition = try rule(), eat(",") else {
        throw problem("A condition and a comma are needed here.")
      }
      cases.append((condition, try rules()))
      if isSwitch, !eat(")") { throw problem("A closing parenthesis is missing.") }
      if !isSwitch, eat(",") { otherwise = try rules() }
    } while isSwitch && eat(",")
    guard eat(")") else { throw problem("A closing parenthesis is missing.") }
    return .choice(cases, otherwise: otherwise)
  }

  private mutating func rules() throws(ImportProblem) -> [CSVSchema.Rule] {
    var rules: [CSVSchema.Rule] = []
    while let rule = try rule() { rules.append(rule) }
    if rules.isEmpty { throw problem("A rule is missing.") }
    return rules
  }

  private mutating func arguments() throws(ImportProblem) -> [CSVSchema.Argument] {
    var arguments: [CSVSchema.Argument] = []
    if eat(")") { return [] }
    repeat {
      if let column = try columnReference() {
        arguments.append(.column(column))
      } else if let text = try text() {
        arguments.append(.text(text))
      } else if eat("*") {
        arguments.append(.word("*"))
      } else if let word = word() {
        depth += 1
        defer { depth -= 1 }
        if depth > CSVSchemaParser.depthLimit { throw problem("The rules are nested too deep.") }
        arguments.append(eat("(") ? .call(word, try self.arguments()) : .word(word))
      } else {
        throw problem("An argument is missing.")
      }
    } while eat(",")
    guard eat(")") else { throw problem("A closing parenthesis is missing.") }
    return arguments
  }

  private mutating func columnReference() throws(ImportProblem) -> String? {
    skip()
    guard peek() == UInt8(ascii: "$") else { return nil }
    at += 1
    guard let name = try text() ?? word() else { throw problem("The name of a column is missing.") }
    return name
  }
}

// MARK: - Tokens

extension CSVSchemaParser {
  private func peek(_ distance: Int = 0) -> UInt8? {
    at + distance < bytes.count ? bytes[at + distance] : nil
  }

  /// Skips white space and comments.
  private mutating func skip() {
    while let byte = peek() {
      if byte <= 0x20 {
        at += 1
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        while let byte = peek(), byte != 0x0A { at += 1 }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        at += 2
        while at < bytes.count, !(bytes[at] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
          at += 1
        }
        at = min(at + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private mutating func eat(_ mark: StaticString) -> Bool {
    skip()
    let count = mark.utf8CodeUnitCount
    guard at + count <= bytes.count else { return false }
    for index in 0..<count where bytes[at + index] != mark.utf8Start[index] { return false }
    at += count
    return true
  }

  /// Reads a text in single or double quotes.
  private mutating func text() throws(ImportProblem) -> String? {
    skip()
    guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    let start = at
    at += 1
    while let byte = peek(), byte != quote, byte != 0x0A { at += 1 }
    guard peek() == quote else { throw problem("A text is not closed.", at: start) }
    at += 1
    return String(decoding: bytes[(start + 1)..<(at - 1)], as: UTF8.self)
  }

  /// Reads a name, a number or a date.
  private mutating func word() -> String? {
    skip()
    let start = at
    while let byte = peek(), CSVSchemaParser.isPartOfWord(byte) {
      if byte == UInt8(ascii: ":"),
        !(at > start && 0x30...0x39 ~= bytes[at - 1] && peek(1).map { 0x30...0x39 ~= $0 } == true)
      {
        break
      }
      at += 1
    }
    return at == start ? nil : String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 11 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
  }
}

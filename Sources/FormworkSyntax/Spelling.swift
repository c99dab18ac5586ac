// How the smaller parts of a spec are written: names, texts, types, clauses, conditions.

/// Spells parts of trees.
package enum Spelling {
  /// A name where any word is one.
  static func name(_ name: Name) -> String { isPlain(name.text) ? name.text : quoted(name.text) }

  /// A name where words of the language mean something else.
  static func operand(_ name: Name) -> String { operand(name.text) }

  package static func operand(_ name: String) -> String {
    isPlain(name) && Keyword(name) == nil ? name : quoted(name)
  }

  /// The code of a language; what cannot be one is a name in backquotes, which the parser refuses.
  static func language(_ name: Name) -> String {
    let parts = name.text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isCode =
      parts.count <= 2 && 2...3 ~= parts[0].count
      && parts[0].allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
      && (parts[0].count == 2 || Keyword(String(Substring(parts[0]))) == nil)
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy {
            ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10
          }
      }
    return isCode ? name.text : quoted(name.text)
  }

  /// A name in backquotes. What cannot stand in them is replaced by U+FFFD, so that nothing ends the
  /// name early and the lexer finds it.
  private static func quoted(_ text: String) -> String {
    var out = "`"
    for scalar in text.unicodeScalars {
      out.unicodeScalars.append(isNameScalar(scalar) ? scalar : "\u{FFFD}")
    }
    return out + "`"
  }

  /// Whether a text can be a name in backquotes.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { isNameScalar($0) }
  }

  /// Whether a character may stand in a name in backquotes. U+FFFD stands for one that was lost.
  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "`" && scalar != "\u{FFFD}"
  }

  /// Whether a name needs no backquotes: the lexer reads it as one word.
  private static func isPlain(_ text: String) -> Bool {
    guard let token = Lexer.onlyToken(of: text) else { return false }
    let isWord = token.kind == .name || token.kind == .keyword
    return isWord && token.span.count == text.utf8.count
  }

  static func path(_ names: [Name]) -> String {
    names.map { name($0) }.joined(separator: ".")
  }

  static func target(_ path: [Name]) -> [String] {
    path.isEmpty ? [] : ["at " + Spelling.path(path)]
  }

  static func parameters(_ names: [Name]) -> String {
    names.isEmpty ? "" : "(" + names.map { name($0) }.joined(separator: ", ") + ")"
  }
}

// MARK: - Texts

extension Spelling {
  static func plain(_ text: PlainText) -> String { self.text(text.value) }

  /// A text in double quotes.
  package static func text(_ contents: String) -> String { "\"" + escaped(contents) + "\"" }

  static func optional(_ text: LocalizedText?) -> [String] { text.map { [localized($0)] } ?? [] }

  static func localized(_ text: LocalizedText) -> String {
    let translations = text.translations.map { " \(language($0.language)) \(template($0.text))" }
    return template(text.unmarked) + translations.joined()
  }

  static func template(_ template: TextTemplate) -> String {
    "\"" + parts(template.parts, isNested: false) + "\""
  }

  private static func parts(_ parts: [TextTemplate.Part], isNested: Bool) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): escaped(text, braces: true, bars: isNested)
      case .placeholder(let name): "{\(name.text)}"
      case .plural(let name, let one, let other):
        "{\(name.text)|\(self.parts(one, isNested: true))|\(self.parts(other, isNested: true))}"
      }
    }.joined()
  }

  /// - Parameters:
  ///   - braces: whether `{` would begin a placeholder.
  ///   - bars: whether `|` and `}` would end a form of the plural.
  static func escaped(_ text: String, braces: Bool = false, bars: Bool = false) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\" + String(scalar)
      case "{" where braces: out += "\\{"
      case "|" where bars, "}" where bars: out += codePoint(scalar)
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case _ where scalar.value < 0x20: out += codePoint(scalar)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }
}

// MARK: - Types

extension Spelling {
  /// A type up to the block that it ends with, if it is a record or a list of records.
  static func typeBeforeBlock(_ type: TypeExpression) -> (text: String, body: [Declaration]?) {
    switch type.kind {
    case .named(let name): return (typeName(name), nil)
    case .withTexts(let name, let texts):
      let texts = texts.map { plain($0) }.joined(separator: ", ")
      return ("\(typeName(name))(\(texts))", nil)
    case .numberFormat(let name, let decimal, let group):
      let marks =
        (decimal.map { ["decimal " + plain($0)] } ?? [])
        + (group.map { ["group " + plain($0)] } ?? [])
      return ("\(typeName(name))(\(marks.joined(separator: ", ")))", nil)
    case .choice(let items):
      return ("choice(" + items.map { item($0) }.joined(separator: ", ") + ")", nil)
    case .choiceOf(let name): return ("choice of " + self.name(name), nil)
    case .list(let separator, let item):
      let rest = typeBeforeBlock(item)
      let list = separator.map { "list(\(plain($0)))" } ?? "list"
      return (list + " of " + rest.text, rest.body)
    case .record(let body): return ("", body)
    case .invalid: return ("", nil)
    }
  }

  private static func typeName(_ name: Name) -> String {
    name.text == "list" || name.text == "choice" ? "`\(name.text)`" : operand(name)
  }

  static func item(_ item: ChoiceItem) -> String {
    ([plain(item.value)] + optional(item.label)).joined(separator: " ")
  }
}

// MARK: - Clauses

extension Spelling {
  /// Whether a clause may stand behind the type, on its line.
  static func isShort(_ clause: Clause) -> Bool {
    switch clause.kind {
    case .optional, .default, .from, .without, .modifier: true
    case .required(let condition, let message): condition == nil && message == nil
    case .hint, .title, .message, .rule, .eachRule: false
    }
  }

  static func clause(_ clause: Clause) -> String {
    switch clause.kind {
    case .optional: return "optional"
    case .required(let condition, let message):
      let words = condition.map { ["if", self.condition($0)] } ?? []
      return (["required"] + words + self.words("message", message)).joined(separator: " ")
    case .default(let value): return "default " + condition(value)
    case .from(let keys): return "from " + keys.map { plain($0) }.joined(separator: ", ")
    case .without(let texts):
      return "without(" + texts.map { plain($0) }.joined(separator: ", ") + ")"
    case .modifier(let modifier): return modifier.rawValue
    case .hint(let text): return "hint " + localized(text)
    case .title(let text): return "title " + localized(text)
    case .message(let text): return "message " + localized(text)
    case .rule(let rule), .eachRule(let rule):
      return (["rule", condition(rule.condition)] + words(of: rule)).joined(separator: " ")
    }
  }

  static func words(of rule: Rule) -> [String] {
    words("title", rule.title)
      + words(rule.severity == .warning ? "warning" : "message", rule.message)
  }

  static func words(_ word: String, _ text: LocalizedText?) -> [String] {
    text.map { [word + " " + localized($0)] } ?? []
  }

  static func member(_ member: ExampleDeclaration.Member) -> String {
    name(member.name) + ": " + value(member.value)
  }

  private static func value(_ value: ExampleDeclaration.Value) -> String {
    switch value {
    case .literal(let literal): condition(literal)
    case .record(let members): (["<"] + members.map { member($0) } + [">"]).joined(separator: " ")
    case .list(let values, _):
      "(" + values.map { self.value($0) }.joined(separator: ", ") + ")"
    }
  }
}

// How the smallest parts of a form are written: names, texts, patterns and codes of languages.

/// Writes parts of forms so that the parser reads them as what they stand for.
package enum Spelling {
  /// A name where any word can be one.
  package static func name(_ name: String) -> String { isPlain(name) ? name : quoted(name) }

  /// A name in a condition, where most words of the language mean something else. `halfwidth` is a rule
  /// word as well as a word of the language.
  package static func operand(_ name: String) -> String {
    isPlain(name) && (Keyword(name) == nil || name == "halfwidth") ? name : quoted(name)
  }

  /// The steps of a path such as `address.zip`.
  ///
  /// - Parameter first: writes the first step; all others may be any word.
  package static func path(_ path: String, first: (String) -> String) -> String {
    let steps = path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    return ([first(steps[0])] + steps.dropFirst().map { name($0) }).joined(separator: ".")
  }

  /// The code of a language. A text that is no code becomes a name in backquotes, which the parser refuses.
  package static func language(_ code: String) -> String { isLanguage(code) ? code : quoted(code) }

  private static func isLanguage(_ code: String) -> Bool {
    let parts = code.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count <= 2, 2...3 ~= parts[0].count, parts[0].allSatisfy({ isLetter($0) }),
      parts[0].count == 2 || Keyword(String(Substring(parts[0]))) == nil
    else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { isLetter($0) || $0 &- UInt8(ascii: "0") < 10 }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}

// MARK: - Names

extension Spelling {
  /// Whether a text can be a name in backquotes.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { isNameScalar($0) }
  }

  /// Whether a character may stand in a name in backquotes. U+FFFD stands for one that was lost.
  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "`" && scalar != "\u{FFFD}"
  }

  /// Whether a name needs no backquotes, because the lexer reads it as one word.
  private static func isPlain(_ text: String) -> Bool {
    guard let token = Lexer.onlyToken(of: text) else { return false }
    let isWord = token.kind == .name || token.kind == .keyword
    return isWord && token.span.count == text.utf8.count
  }

  /// A name in backquotes. U+FFFD replaces what cannot stand in them, so that nothing ends the name early
  /// and the lexer finds the mistake.
  private static func quoted(_ text: String) -> String {
    var out = "`"
    for scalar in text.unicodeScalars {
      out.unicodeScalars.append(isNameScalar(scalar) ? scalar : "\u{FFFD}")
    }
    return out + "`"
  }
}

// MARK: - Texts

extension Spelling {
  /// A text that stands for itself.
  ///
  /// - Parameter braces: whether a brace would begin a placeholder there, and so is escaped.
  package static func text(_ text: String, braces: Bool = false) -> String {
    "\"" + insideText(text, braces: braces) + "\""
  }

  /// What stands between the quotes of a text that stands for itself.
  package static func insideText(_ text: String, braces: Bool = false) -> String {
    text.unicodeScalars.map { braces && $0 == "{" ? "\\{" : escaped($0) }.joined()
  }

  /// A text with placeholders, in which `\{` is the only escape: any other backslash is one.
  package static func template(_ text: String) -> String { "\"" + insideTemplate(text) + "\"" }

  /// What stands between the quotes of a text with placeholders, or of a part of one.
  package static func insideTemplate(_ text: String) -> String {
    var out = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isBrace = scalar == "\\" && rest.first == "{"
      if isBrace { rest.removeFirst() }
      out += isBrace ? "\\{" : escaped(scalar)
    }
    return out
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": "\\" + String(scalar)
    case "\n": "\\n"
    case "\t": "\\t"
    case _ where scalar.value < 0x20:
      "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: String(scalar)
    }
  }

  /// A pattern between slashes. It ends on its line, so a line break in it becomes its escape.
  package static func pattern(_ pattern: String, ignoringCase: Bool) -> String {
    var text = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      let isLineBreak = scalar == "\n" || scalar == "\r"
      if scalar == "/" || isLineBreak, !isEscaped { text += "\\" }
      text.unicodeScalars.append(isLineBreak ? (scalar == "\n" ? "n" : "r") : scalar)
      isEscaped = scalar == "\\" && !isEscaped
    }
    return "/" + text + (ignoringCase ? "/i" : "/")
  }
}

// Spelling of the smallest parts of a form: names, texts, patterns and language codes.

/// Writes parts of forms so that the parser reads them back unchanged.
package enum Spelling {
  /// Returns the spelling of a name for positions where any word can be a name.
  package static func name(_ name: String) -> String { isPlain(name) ? name : quoted(name) }

  /// Returns the spelling of a name for conditions, in which most keywords can't be names. `halfwidth` can, because it
  /// is also a rule word.
  package static func operand(_ name: String) -> String {
    isPlain(name) && (Keyword(name) == nil || name == "halfwidth") ? name : quoted(name)
  }

  /// Returns a path such as `address.zip`.
  ///
  /// - Parameter first: Returns the spelling of the first step. Any word can be a later step.
  package static func path(_ path: String, first: (String) -> String) -> String {
    self.path(
      path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }, first: first)
  }

  package static func path(_ steps: [String], first: (String) -> String) -> String {
    ([first(steps[0])] + steps.dropFirst().map { name($0) }).joined(separator: ".")
  }

  /// Returns a language code. An invalid code becomes a name in backquotes, which the parser rejects.
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
  /// Whether `text` can be a name in backquotes.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { isNameScalar($0) }
  }

  /// Returns a name for a form that is made from a file: the file's name up to its first dot. Returns `data` if that
  /// isn't a valid name.
  package static func formName(ofFile path: String) -> String {
    let last = path.utf8.split(separator: UInt8(ascii: "/")).last
    let stem = last?.split(separator: UInt8(ascii: ".")).first.map { String(Substring($0)) } ?? ""
    return isName(stem) && stem != "-" ? stem : "data"
  }

  /// Whether `scalar` can occur in a name in backquotes. U+FFFD can't, because it replaces a lost character.
  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "`" && scalar != "\u{FFFD}"
  }

  /// Whether a name needs no backquotes, because the lexer reads it as one word.
  private static func isPlain(_ text: String) -> Bool {
    guard let token = Lexer.onlyToken(of: text) else { return false }
    let isWord = token.kind == .name || token.kind == .keyword
    return isWord && token.span.count == text.utf8.count
  }

  /// Returns a name in backquotes. Replaces invalid characters with U+FFFD. They then can't end the name early, and the
  /// lexer reports the error.
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
  /// Returns a literal that the parser reads as `text`.
  ///
  /// - Parameter braces: Whether a brace would begin a placeholder at that position, and so needs an escape.
  package static func text(_ text: String, braces: Bool = false) -> String {
    "\"" + insideText(text, braces: braces) + "\""
  }

  /// Returns the inside of the literal for `text`, without its quotes.
  package static func insideText(_ text: String, braces: Bool = false) -> String {
    replacingScalars(of: text) { scalar in
      braces && scalar == "{" ? "\\{" : escaped(scalar)
    }
  }

  /// Returns a text with placeholders. `\{` is the only escape in `text`; any other backslash is literal.
  package static func template(_ text: String) -> String { "\"" + insideTemplate(text) + "\"" }

  /// Returns the inside of the literal for a text with placeholders, or for a part of such a text.
  package static func insideTemplate(_ text: String) -> String {
    var out = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isBrace = scalar == "\\" && rest.first == "{"
      if isBrace { rest.removeFirst() }
      out += isBrace ? "\\{" : escaped(scalar) ?? String(scalar)
    }
    return out
  }

  /// Returns the escape for a character in a text, or nil if the character needs none.
  private static func escaped(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"", "\\": "\\" + String(scalar)
    case "\n": "\\n"
    case "\t": "\\t"
    case _ where scalar.value < 0x20:
      "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: nil
    }
  }

  /// Returns the text with its characters replaced. A character is kept if `replacement` returns nil for it.
  package static func replacingScalars(
    of text: String, _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var out = ""
    var kept = text.startIndex
    for index in text.unicodeScalars.indices {
      guard let new = replacement(text.unicodeScalars[index]) else { continue }
      out += text[kept..<index]
      out += new
      kept = text.unicodeScalars.index(after: index)
    }
    return kept == text.startIndex ? text : out + text[kept...]
  }

  /// Returns a pattern between slashes. Escapes line breaks, because a pattern ends on its line.
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

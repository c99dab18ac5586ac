// Words and notations inside phrases of other languages, and their equivalents in forms.

internal import FormworkEngine
internal import FormworkSyntax

enum PhraseWords {
  /// The names of the days of the week, in lower case. Each list of names begins with Monday.
  static let days = """
    monday tuesday wednesday thursday friday saturday sunday \
    mon tue wed thu fri sat sun \
    montag dienstag mittwoch donnerstag freitag samstag sonntag \
    mo di mi do fr sa so
    """.split(separator: " ").map { String($0) }

  static let months = """
    january february march april may june july august september october november december \
    jan feb mar apr may jun jul aug sep oct nov dec \
    januar februar märz april mai juni juli august september oktober november dezember
    """.split(separator: " ").map { String($0) }

  /// Replaces each name in a list by its number. Returns nil if the list contains any other word.
  static func numbers(_ text: String, of names: [String]) -> String? {
    let size = names.count % 12 == 0 ? 12 : 7
    var numbers: [String] = []
    for part in text.split(separator: ",") {
      let name = part.filter { $0 != "\"" && $0 != " " }.lowercased()
      guard let index = names.firstIndex(of: name) else { return nil }
      numbers.append(String(index % size + 1))
    }
    return numbers.joined(separator: ", ")
  }

  /// Converts a date such as `31.01.2014` to `2014-01-31`. Returns nil if `text` isn't such a date.
  static func date(_ text: String) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].count == 4, parts[..<2].allSatisfy({ 1...2 ~= $0.count }),
      let day = Int(parts[0]), let month = Int(parts[1]), 1...31 ~= day, 1...12 ~= month
    else { return nil }
    func padded(_ part: Substring) -> String { part.count == 1 ? "0" + part : String(part) }
    return "\(parts[2])-\(padded(parts[1]))-\(padded(parts[0]))"
  }

  /// Converts `12,50` to `12.50`, and `1.250,00` to `1250.00`.
  static func withPoint(_ number: String) -> String {
    String(number.filter { $0 != "." }.map { $0 == "," ? "." : $0 })
  }

  /// Returns the comparison for a criterion of a spreadsheet about values of a kind: `> 5` for `>5`, `== "a"` for `a`.
  /// Returns nil for a criterion with wildcards, and for one that such values can't be compared with.
  static func criterion(_ text: String, about kind: FieldKind) -> String? {
    let signs = [(">=", ">="), ("<=", "<="), ("<>", "!="), (">", ">"), ("<", "<"), ("=", "==")]
    let sign = signs.first { text.hasPrefix($0.0) }
    let comparison = sign?.1 ?? "=="
    let isOrder = comparison != "==" && comparison != "!="
    let value = String(text.dropFirst(sign?.0.utf8.count ?? 0))
    if value.isEmpty || value.contains(where: { $0 == "*" || $0 == "?" || $0 == "~" }) {
      return nil
    }
    func isLiteral(_ token: Token.Kind) -> Bool { FindingPlace.kind(of: value) == token }
    let written: String? =
      switch kind {
      case .string, .choice: isOrder ? nil : Spelling.text(value)
      case .bool: isOrder ? nil : ["true", "false"].first { $0 == value.lowercased() }
      case .int, .number: isLiteral(.number) ? value : nil
      case .date: isLiteral(.date) ? value : nil
      case .time: isLiteral(.time) ? value : nil
      case .dateTime: isLiteral(.dateTime) ? value : nil
      case .instant: isLiteral(.instant) ? value : nil
      case .list, .record, .any, .either: nil
      }
    return written.map { comparison + " " + $0 }
  }

  /// Returns the rule word for a pattern of SQL, in which `%` stands for any text and `_` for a character.
  static func ruleWord(like pattern: String) -> String? {
    guard pattern.contains(where: { $0 == "%" || $0 == "_" }) else {
      return "like(" + Spelling.text(pattern) + ")"
    }
    let inside = pattern.drop { $0 == "%" }
    var plain = inside
    while plain.last == "%" { plain.removeLast() }
    let (isOpenBefore, isOpenAfter) = (inside.count < pattern.count, plain.count < inside.count)
    if plain.isEmpty { return nil }
    if !plain.contains(where: { $0 == "%" || $0 == "_" }), isOpenBefore || isOpenAfter {
      let word = isOpenBefore ? isOpenAfter ? "contains" : "endsWith" : "startsWith"
      return word + "(" + Spelling.text(String(plain)) + ")"
    }
    let parts = pattern.map { $0 == "%" ? ".*" : $0 == "_" ? "." : escaped($0) }
    let regular = parts.joined()
    return "matches(" + Spelling.pattern(regular, ignoringCase: false) + ")"
  }

  /// Returns a pattern without the `^` and `$` at its ends. They mean something else if the pattern has alternatives.
  static func withoutAnchors(_ pattern: String) -> String {
    if pattern.contains("|") { return pattern }
    var inner = pattern[...]
    if inner.hasPrefix("^") { inner = inner.dropFirst() }
    if inner.hasSuffix("$"), !inner.hasSuffix("\\$") { inner = inner.dropLast() }
    return String(inner)
  }

  /// Returns the characters of a text, escaped for a character class of a pattern.
  static func inClass(_ text: String) -> String { text.map { escaped($0) }.joined() }

  /// Returns the characters of a text such as `A-Z0-9_` for a character class of a pattern, with its ranges.
  static func rangesInClass(_ text: String) -> String {
    let characters = Array(text)
    var (out, index) = ("", 0)
    while index < characters.count {
      let end = index + 3
      if end <= characters.count, characters[index + 1] == "-",
        [index, end - 1].allSatisfy({ characters[$0].isLetter || characters[$0].isNumber })
      {
        out += String(characters[index..<end])
        index = end
      } else {
        out += escaped(characters[index])
        index += 1
      }
    }
    return out
  }

  /// Returns a character as it is written in a pattern.
  private static func escaped(_ character: Character) -> String {
    let isPlain = character.isLetter || character.isNumber || character == " "
    return isPlain || !character.isASCII ? String(character) : "\\" + String(character)
  }
}

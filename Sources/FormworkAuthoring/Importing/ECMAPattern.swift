// Translates patterns of ECMA-262, which search a text, to patterns of forms, which match a whole text.

internal import FormworkSyntax

/// A pattern of ECMA-262 with the flag `u`, as used in JSON Schema.
///
/// An assertion at the start of an anchored pattern becomes a condition of its own: `^(?!A)B` becomes
/// `matches(/B/) and not matches(/A/)`.
struct ECMAPattern {
  private enum Term {
    case start, end
    case atom(String)
    /// A lookahead: one of the alternatives must follow or, if it is negative, none of them may follow.
    case ahead(isNegative: Bool, [[Term]])
    /// `(?:(?!A)B)*`: a repetition of B that never begins where A matches.
    case tempered(without: [[Term]], String)
  }

  /// Any characters, line breaks included.
  private static let anything = "[\\s\\S]*"

  private let scalars: [Unicode.Scalar]
  private var at = 0
  private var depth = 0

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Returns the condition that a text matches a pattern of ECMA-262.
  ///
  /// - Parameters:
  ///   - isWhole: whether the pattern must match the whole text; otherwise, it may match any part.
  ///   - test: Makes the condition that the whole text matches a pattern.
  static func condition(
    _ text: String, isWhole: Bool = false, _ test: (String) -> ImportedCondition
  ) throws(Gap) -> ImportedCondition {
    var parser = ECMAPattern(text)
    var alternatives = try parser.alternatives()
    if isWhole { alternatives = alternatives.map { [.start] + $0 + [.end] } }
    guard parser.at == parser.scalars.count else { throw Gap(.pattern) }
    var plain: [String] = []
    var others: [ImportedCondition] = []
    for terms in alternatives {
      let (pattern, conditions) = try search(terms, test)
      if conditions.isEmpty {
        guard let pattern else { return .always }
        plain.append(pattern)
      } else {
        others.append(.both((pattern.map { [test($0)] } ?? []) + conditions))
      }
    }
    if !plain.isEmpty { others.insert(test(plain.joined(separator: "|")), at: 0) }
    return .either(others)
  }

  /// Returns the pattern that a whole text must match for an alternative, or nil if every text matches. Also returns
  /// the conditions for the assertions at the start of the alternative.
  private static func search(
    _ terms: [Term], _ test: (String) -> ImportedCondition
  ) throws(Gap) -> (pattern: String?, beside: [ImportedCondition]) {
    var terms = terms[...]
    var isAnchored = false
    var conditions: [ImportedCondition] = []
    while case .start? = terms.first {
      isAnchored = true
      terms.removeFirst()
    }
    while case .ahead(let isNegative, let inner)? = terms.first {
      guard isAnchored else { throw Gap(.lookAround) }
      let patterns = try inner.map { terms throws(Gap) in
        try whole(terms[...], isAnchored: true) ?? anything
      }
      let condition = test(patterns.joined(separator: "|"))
      conditions.append(isNegative ? .negation(of: condition) : condition)
      terms.removeFirst()
    }
    if case .tempered(let inner, let repeated)? = terms.first {
      guard isAnchored, terms.count == 2, case .end? = terms.last else {
        throw Gap(.lookAround)
      }
      for terms in inner {
        if case .start? = terms.first { throw Gap(.lookAround) }
        guard let pattern = try whole(terms[...], isAnchored: false) else { continue }
        conditions.append(.negation(of: test(pattern)))
      }
      return (repeated, conditions)
    }
    return (try whole(terms, isAnchored: isAnchored), conditions)
  }

  /// Returns a pattern for whole texts that contain a match of the terms, or nil if every text matches.
  private static func whole(
    _ terms: ArraySlice<Term>, isAnchored: Bool
  ) throws(Gap) -> String? {
    var terms = terms
    var (isAnchored, isEnded) = (isAnchored, false)
    while case .start? = terms.first {
      isAnchored = true
      terms.removeFirst()
    }
    while case .end? = terms.last {
      isEnded = true
      terms.removeLast()
    }
    if !isAnchored, case .atom(".*")? = terms.first { terms.removeFirst() }
    if !isEnded, case .atom(".*")? = terms.last { terms.removeLast() }
    if terms.isEmpty, !isAnchored || !isEnded { return nil }
    let body = try text(Array(terms))
    return (isAnchored ? "" : anything) + body + (isEnded ? "" : anything)
  }

  private static func text(_ terms: [Term]) throws(Gap) -> String {
    var out = ""
    for term in terms {
      switch term {
      case .start: out += "^"
      case .end: out += "$"
      case .atom(let text): out += text
      case .ahead, .tempered: throw Gap(.lookAround)
      }
    }
    return out
  }
}

// MARK: - Parsing

extension ECMAPattern {
  private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

  private func follows(_ text: StaticString) -> Bool {
    var place = at
    for index in 0..<text.utf8CodeUnitCount {
      guard place < scalars.count, scalars[place].value == text.utf8Start[index] else {
        return false
      }
      place += 1
    }
    return true
  }

  private mutating func eat(_ text: StaticString) -> Bool {
    guard follows(text) else { return false }
    at += text.utf8CodeUnitCount
    return true
  }

  private mutating func alternatives() throws(Gap) -> [[Term]] {
    depth += 1
    defer { depth -= 1 }
    if depth > 100 { throw Gap(.nesting) }
    var all: [[Term]] = [[]]
    while let scalar = next, scalar != ")" {
      if eat("|") {
        all.append([])
      } else {
        all[all.count - 1].append(try term())
      }
    }
    return all
  }

  private mutating func term() throws(Gap) -> Term {
    if eat("^") { return .start }
    if eat("$") { return .end }
    if eat("\\b") { return .atom("\\b") }
    if eat("\\B") { return .atom("\\B") }
    if follows("(?<=") || follows("(?<!") { throw Gap(.lookAround) }
    for isNegative in [false, true] where isNegative ? eat("(?!") : eat("(?=") {
      let inner = try alternatives()
      guard eat(")"), quantifier() == nil else { throw Gap(.pattern) }
      return .ahead(isNegative: isNegative, inner)
    }
    if follows("(") { return try group() }
    return .atom(try atom() + (quantifier() ?? ""))
  }

  private mutating func group() throws(Gap) -> Term {
    if eat("(?<") {
      while let scalar = next, scalar != ">" { at += scalar == ")" ? scalars.count : 1 }
      guard eat(">") else { throw Gap(.pattern) }
    } else if !eat("(?:") {
      _ = eat("(")
      if follows("?") { throw Gap(.pattern) }
    }
    let inner = try alternatives()
    guard eat(")") else { throw Gap(.pattern) }
    let quantifier = quantifier() ?? ""
    if inner.count == 1, quantifier == "*" || quantifier == "+",
      case .ahead(true, let without)? = inner[0].first, inner[0].count == 2,
      case .atom(let atom) = inner[0][1]
    {
      return .tempered(without: without, "(?:\(atom))" + quantifier)
    }
    let parts = try inner.map { terms throws(Gap) in try ECMAPattern.text(terms) }
    return .atom("(?:" + parts.joined(separator: "|") + ")" + quantifier)
  }

  /// Reads a quantifier, and returns it without the `?` of a lazy one. Returns nil if no quantifier follows.
  private mutating func quantifier() -> String? {
    let start = at
    switch next {
    case "*", "+", "?": at += 1
    case "{":
      at += 1
      let digits = skipDigits()
      if eat(",") { _ = skipDigits() }
      guard digits > 0, eat("}") else {
        at = start
        return nil
      }
    default: return nil
    }
    var text = ""
    for scalar in scalars[start..<at] { text.unicodeScalars.append(scalar) }
    _ = eat("?")
    return text
  }

  private mutating func skipDigits() -> Int {
    let start = at
    while let scalar = next, "0"..."9" ~= scalar { at += 1 }
    return at - start
  }

  private mutating func atom() throws(Gap) -> String {
    guard let scalar = next else { throw Gap(.pattern) }
    at += 1
    switch scalar {
    case "[": return try characterClass()
    case "\\": return try escape(inClass: false).text
    case ".": return "."
    case "*", "+", "?": throw Gap(.pattern)
    case "{", "}", "]": return "\\" + String(scalar)
    default: return String(scalar)
    }
  }

  private mutating func characterClass() throws(Gap) -> String {
    let isNegative = eat("^")
    if eat("]") {
      if isNegative { return "[\\s\\S]" }
      throw Gap(.pattern)
    }
    var text = isNegative ? "[^" : "["
    while !eat("]") {
      let lower = try classAtom()
      guard follows("-"), at + 1 < scalars.count, scalars[at + 1] != "]" else {
        text += lower.text
        continue
      }
      at += 1
      let upper = try classAtom()
      text += lower.text + (lower.isSet || upper.isSet ? "\\-" : "-") + upper.text
    }
    return text + "]"
  }

  private mutating func classAtom() throws(Gap) -> (text: String, isSet: Bool) {
    guard let scalar = next else { throw Gap(.pattern) }
    at += 1
    switch scalar {
    case "\\": return try escape(inClass: true)
    case "[", "^", "&", "-", "~": return ("\\" + String(scalar), false)
    default: return (String(scalar), false)
    }
  }

  /// Reads the escape after a backslash.
  private mutating func escape(
    inClass: Bool
  ) throws(Gap) -> (text: String, isSet: Bool) {
    guard let scalar = next else { throw Gap(.pattern) }
    at += 1
    switch scalar {
    case "d", "D", "w", "W", "s", "S": return ("\\" + String(scalar), true)
    case "t", "n", "r", "f", "v": return ("\\" + String(scalar), false)
    case "b" where inClass: return ("\\x08", false)
    case "0": return ("\\x00", false)
    case "1"..."9", "k": throw Gap(.backReference)
    case "p", "P":
      var name = ""
      guard eat("{") else { throw Gap(.pattern) }
      while let scalar = next, scalar != "}" {
        name.unicodeScalars.append(scalar)
        at += 1
      }
      guard eat("}") else { throw Gap(.pattern) }
      return ("\\\(scalar){\(name)}", true)
    case "x": return (try code(2), false)
    case "u":
      if eat("{") {
        var digits = ""
        while let scalar = next, scalar != "}" {
          digits.unicodeScalars.append(scalar)
          at += 1
        }
        guard eat("}") else { throw Gap(.pattern) }
        return ("\\u{\(digits)}", false)
      }
      return (try code(4), false)
    case "c":
      guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
        throw Gap(.pattern)
      }
      at += 1
      return (ECMAPattern.written(letter.value % 32), false)
    default:
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        throw Gap(.pattern)
      }
      return ("\\" + String(scalar), false)
    }
  }

  /// Reads the digits of a code unit. If it begins a surrogate pair, also reads the escape of the second unit.
  private mutating func code(_ count: Int) throws(Gap) -> String {
    let unit = try hexadecimal(count)
    guard 0xD800..<0xE000 ~= unit else { return ECMAPattern.written(unit) }
    guard unit < 0xDC00, eat("\\u") else { throw Gap(.pattern) }
    let low = try hexadecimal(4)
    guard 0xDC00..<0xE000 ~= low else { throw Gap(.pattern) }
    return ECMAPattern.written(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func hexadecimal(_ count: Int) throws(Gap) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let scalar = next, let digit = Character(scalar).hexDigitValue else {
        throw Gap(.pattern)
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  private static func written(_ value: UInt32) -> String {
    "\\u{" + String(value, radix: 16, uppercase: true) + "}"
  }
}

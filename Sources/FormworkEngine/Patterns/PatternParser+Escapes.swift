/// Parsing of escapes.
extension PatternParser {
  enum Escape {
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
    case assertion(PatternAssertion)
    /// The escape is invalid, and the problem has been recorded.
    case rejected
  }

  /// escape ::= '\d' | '\D' | '\w' | '\W' | '\s' | '\S' | '\t' | '\n' | '\r' | '\f' | '\v'
  ///   | code | property | '\' SIGN
  mutating func parseEscape() -> Escape {
    let start = position
    position += 1
    guard let scalar = peek() else { return reject(.trailingBackslash, from: start) }
    position += 1
    switch scalar {
    case "d": return .set(ScalarSet.digits)
    case "D": return .set(ScalarSet.digits.complement)
    case "w": return .set(ScalarSet.wordCharacters)
    case "W": return .set(ScalarSet.wordCharacters.complement)
    case "s": return .set(ScalarSet.whiteSpace)
    case "S": return .set(ScalarSet.whiteSpace.complement)
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.notWordBoundary)
    case "t": return .scalar("\t")
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "f": return .scalar("\u{C}")
    case "v": return .scalar("\u{B}")
    case "x": return parseCode(digits: 2, from: start)
    case "u": return at("{") ? parseBracedCode(from: start) : parseCode(digits: 4, from: start)
    case "p", "P": return parseProperty(isNegated: scalar == "P", from: start)
    default: return parseOtherEscape(scalar, from: start)
    }
  }

  /// Parses an escape that `parseEscape` doesn't list. A letter or digit is rejected as unsupported or unknown. Any
  /// other character is literal.
  private mutating func parseOtherEscape(_ scalar: Unicode.Scalar, from start: Int) -> Escape {
    if let construct = PatternParser.construct(of: scalar) {
      eatArgument(of: construct)
      return reject(.unsupported(construct), from: start)
    }
    let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    return isWord ? reject(.unknownEscape(scalar), from: start) : .scalar(scalar)
  }

  private static func construct(of letter: Unicode.Scalar) -> PatternConstruct? {
    switch letter {
    case "1"..."9", "k", "g": .backReference
    case "K": .matchReset
    case "G": .lastMatch
    case "Q", "E": .quotation
    case "X": .graphemeCluster
    case "R": .lineBreak
    case "A", "z", "Z": .textAnchor
    case "h", "H": .horizontalSpace
    case "c": .controlCharacter
    case "N": .namedCharacter
    default: nil
    }
  }

  /// Skips the rest of an unsupported escape, so that it isn't parsed as something else.
  private mutating func eatArgument(of construct: PatternConstruct) {
    switch construct {
    case .backReference:
      while let scalar = peek(), ("0"..."9").contains(scalar) { position += 1 }
      eatEnclosed("<", ">")
      eatEnclosed("{", "}")
    case .namedCharacter: eatEnclosed("{", "}")
    case .controlCharacter: position = min(position + 1, scalars.count)
    default: break
    }
  }

  private mutating func eatEnclosed(_ open: Unicode.Scalar, _ close: Unicode.Scalar) {
    guard at(open), let end = scalars[position...].firstIndex(of: close) else { return }
    position = end + 1
  }

  /// code ::= '\x' HEX HEX | '\u' HEX HEX HEX HEX | '\u{' HEX+ '}'
  private mutating func parseCode(digits: Int, from start: Int) -> Escape {
    guard let value = eatHexadecimal(digits...digits) else {
      return reject(.malformedEscape, from: start)
    }
    return character(value, from: start)
  }

  /// Parses the rest of `\u{`: 1 to 6 digits and the brace.
  private mutating func parseBracedCode(from start: Int) -> Escape {
    position += 1
    guard let value = eatHexadecimal(1...6), eat("}") else {
      if let end = scalars[position...].firstIndex(of: "}"), end - position <= 8 {
        position = end + 1
      }
      return reject(.malformedEscape, from: start)
    }
    return character(value, from: start)
  }

  private mutating func character(_ value: UInt32, from start: Int) -> Escape {
    guard let scalar = Unicode.Scalar(value) else {
      return reject(.notACharacter(value), from: start)
    }
    return .scalar(scalar)
  }

  private mutating func eatHexadecimal(_ digits: ClosedRange<Int>) -> UInt32? {
    var value: UInt32 = 0
    var count = 0
    while count < digits.upperBound, let digit = peek()?.hexadecimalValue {
      value = value * 16 + digit
      count += 1
      position += 1
    }
    return count >= digits.lowerBound ? value : nil
  }

  /// property ::= ('\p' | '\P') ('{' PROPERTY '}' | LETTER)
  private mutating func parseProperty(isNegated: Bool, from start: Int) -> Escape {
    let name: String
    if eat("{") {
      name = eatPropertyName()
      guard eat("}"), !name.isEmpty else { return reject(.malformedProperty, from: start) }
    } else {
      guard let letter = peek(), letter.properties.isAlphabetic, letter.isASCII else {
        return reject(.malformedProperty, from: start)
      }
      position += 1
      name = String(letter)
    }
    let set = properties.set(named: name, isNegated: isNegated, ignoringCase: ignoringCase)
    guard let set else {
      let near = properties.names(near: name)
      return reject(.unknownProperty(name: name, suggestions: near), from: start)
    }
    return .set(set)
  }

  /// Reads a name up to the closing brace or, if the brace is missing, to the next special character.
  private mutating func eatPropertyName() -> String {
    var name = ""
    while let scalar = peek() {
      switch scalar {
      case "}", "{", "\\", "(", ")", "[", "]", "|": return name
      default: name.unicodeScalars.append(scalar)
      }
      position += 1
    }
    return name
  }

  private mutating func reject(_ kind: PatternProblem.Kind, from start: Int) -> Escape {
    record(kind, from: start)
    return .rejected
  }
}

extension Unicode.Scalar {
  fileprivate var hexadecimalValue: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "A"..."F": value - 0x41 + 10
    case "a"..."f": value - 0x61 + 10
    default: nil
    }
  }
}

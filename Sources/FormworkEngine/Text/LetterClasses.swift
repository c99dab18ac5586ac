// Predicates about every character of a text. `digits`, `letters` and `alphanumeric` exist for ASCII (16 bytes at a
// time) and for every script. The others are `lowercase` and `uppercase`. Each holds for "".

extension UnsafeBufferPointer where Element == UInt8 {
  /// `digits`: 0 to 9 only.
  package var isDigits: Bool {
    allBlocks { Self.isTrue(Self.digitMask($0)) }
  }

  /// `letters`: A to Z and a to z only.
  package var isLetters: Bool {
    allBlocks { Self.isTrue(Self.letterMask($0)) }
  }

  /// `alphanumeric`: A to Z, a to z and 0 to 9 only.
  package var isAlphanumeric: Bool {
    allBlocks { Self.isTrue(Self.letterMask($0) .| Self.digitMask($0)) }
  }

  /// `letters(any)`: letters of every script with their marks, and the kanji 〇.
  package var isLettersOfAnyScript: Bool {
    isLetters || everyCharacter { ScalarClass.isLetter($0) }
  }

  /// `alphanumeric(any)`: letters and decimal digits of every script, with their marks.
  package var isAlphanumericOfAnyScript: Bool {
    isAlphanumeric || everyCharacter { ScalarClass.isLetter($0) || ScalarClass.isDigit($0) }
  }

  /// `lowercase`: no letter has a different lower-case form, so "abc1", "漢字" and "Ⅷ" pass. A title-case letter such
  /// as ǅ has neither case.
  package var isLowercase: Bool {
    if isASCII {
      return allBlocks { Self.isTrue(.!Self.mask($0, from: UInt8(ascii: "A"), size: 26)) }
    }
    return hasNoLetter { $0.changesWhenLowercased }
  }

  /// `uppercase`: no letter has a different upper-case form. The result of `uppercased` passes.
  package var isUppercase: Bool {
    if isASCII {
      return allBlocks { Self.isTrue(.!Self.mask($0, from: UInt8(ascii: "a"), size: 26)) }
    }
    return hasNoLetter { $0.changesWhenUppercased }
  }

  /// Whether `changes` is false for every letter. Symbols aren't letters: Ⅷ, ⓐ, and a letter with an enclosing mark.
  private func hasNoLetter(that changes: (Unicode.Scalar.Properties) -> Bool) -> Bool {
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      changes(scalar.properties) && !ScalarClass.isSymbol(scalar.value)
    }
    if !scalars.contains(where: isLetter) { return true }
    return allCharacters { character in
      character.hasEnclosingMark || !character.scalars.contains(where: isLetter)
    }
  }

  /// Whether an enclosing mark is in the text.
  var hasEnclosingMark: Bool {
    scalars.contains { $0.properties.generalCategory == .enclosingMark }
  }

  /// Whether each character starts with a scalar for which `isBase` is true and continues with marks only.
  ///
  /// A text that isn't plain is tested in its canonical form, so that equivalent texts give the same result.
  func everyCharacter(isBase: (UInt32) -> Bool) -> Bool {
    if isPlain { return everyScalar(isBase: isBase) }
    var form: [UInt8] = []
    appendCanonical(to: &form)
    return form.withUnsafeBufferPointer { $0.everyScalar(isBase: isBase) }
  }

  private func everyScalar(isBase: (UInt32) -> Bool) -> Bool {
    var offset = 0
    while offset < count {
      let (value, length) = scalar(at: offset)
      if !isBase(value), offset == 0 || !ScalarClass.isMark(value) { return false }
      offset += length
    }
    return true
  }

  @inline(__always)
  static func digitMask(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    mask(block, from: UInt8(ascii: "0"), size: 10)
  }

  @inline(__always)
  static func letterMask(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    mask(block | SIMD16(repeating: 0x20), from: UInt8(ascii: "a"), size: 26)
  }
}

/// Classes of scalars by their general category.
enum ScalarClass {
  /// Whether the scalar is a letter (L), or 〇, which Unicode classifies as a letter number (Nl).
  static func isLetter(_ value: UInt32) -> Bool {
    if value < 0x80 { return ASCII.isLetter(UInt8(value)) }
    switch category(value) {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    default: return value == 0x3007
    }
  }

  /// Whether the scalar is a decimal digit (Nd).
  static func isDigit(_ value: UInt32) -> Bool {
    value < 0x80 ? ASCII.isDigit(UInt8(value)) : category(value) == .decimalNumber
  }

  /// Whether the scalar is a mark that belongs to the scalar before it (Mn, Mc) or a joiner (U+200C, U+200D). False for
  /// an enclosing mark (Me), which makes a symbol: 1 in a keycap isn't a digit.
  static func isMark(_ value: UInt32) -> Bool {
    if value < 0x300 { return false }
    switch category(value) {
    case .nonspacingMark, .spacingMark: return true
    default: return value == 0x200C || value == 0x200D
    }
  }

  /// Whether the scalar is printable, but not a letter, digit, mark or space: P, S, and numbers that aren't digits.
  static func isSymbol(_ value: UInt32) -> Bool {
    if value < 0x80 {
      return value > 0x20 && value < 0x7F && !ASCII.isAlphanumeric(UInt8(value))
    }
    switch category(value) {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol, .otherNumber:
      return true
    case .letterNumber: return value != 0x3007
    default: return false
    }
  }

  static func category(_ value: UInt32) -> Unicode.GeneralCategory {
    Unicode.Scalar(value)?.properties.generalCategory ?? .unassigned
  }
}

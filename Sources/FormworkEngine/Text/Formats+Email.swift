// The format of e-mail addresses.

extension Formats {
  /// `email`: the addr-spec of RFC 5322, section 3.4.1, without the parts that HTML excludes too (quoted local parts,
  /// comments, folding, address literals), with the scripts of RFC 6531.
  ///
  /// The local part is a dot-atom of at most 64 octets. The domain has a dot, labels of at most 63 octets and no
  /// numeric last label. The whole address has at most 254 octets (RFC 5321, section 4.5.3.1, with erratum 1690). The
  /// format is stricter than HTML. In the local part, dots can't be first, last or next to each other: no standard
  /// allows it. "ann@localhost" is rejected, because in data it is an unfinished address.
  package static func isEmail(_ text: TextBytes) -> Bool {
    if isUsualEmail(text) { return true }
    guard text.count <= 254, let at = text.first(UInt8(ascii: "@")) else { return false }
    guard at >= 1, at <= 64 else { return false }
    let local = text.part(0, at)
    guard local.allParts(between: UInt8(ascii: "."), isAtom) else { return false }
    let domain = text.part(at + 1, text.count)
    guard let name = DomainName(domain, allowing: .init(anyScript: true)) else { return false }
    return name.labels >= 2 && !name.lastIsNumeric
  }

  /// Whether a text is an address of the usual kind: ASCII letters and digits, separated by single dots, hyphens and,
  /// before the `@`, underscores and plus signs. Reads each byte once.
  private static func isUsualEmail(_ text: TextBytes) -> Bool {
    // At this length, neither the local part nor a label can be too long.
    guard text.count <= 64 else { return false }
    var hasAt = false
    var isAfterName = false
    var hasDot = false
    // Whether a letter has occurred since the last dot. The last label may not be numeric.
    var hasLetter = false
    for byte in text {
      if ASCII.isLetter(byte) {
        (isAfterName, hasLetter) = (true, true)
        continue
      }
      if ASCII.isDigit(byte) {
        isAfterName = true
        continue
      }
      guard isAfterName else { return false }
      isAfterName = false
      switch byte {
      case UInt8(ascii: "."): (hasDot, hasLetter) = (hasAt, false)
      case UInt8(ascii: "-"): break
      case UInt8(ascii: "@") where !hasAt: (hasAt, hasLetter) = (true, false)
      case UInt8(ascii: "_") where !hasAt, UInt8(ascii: "+") where !hasAt: break
      default: return false
      }
    }
    return hasDot && isAfterName && hasLetter
  }

  private static func isAtom(_ text: TextBytes) -> Bool {
    if text.isASCII { return text.count > 0 && text.allSatisfy(isAtomByte) }
    return text.scalars.allSatisfy { isAtomText($0.value) }
  }

  /// Whether the scalar is in the atext of RFC 5322, section 3.2.3, or a visible character in the UTF8-non-ascii of RFC
  /// 6531. Full-width forms aren't allowed: input methods produce them by mistake, and `halfwidth` corrects them.
  private static func isAtomText(_ value: UInt32) -> Bool {
    if value < 0x80 { return isAtomByte(UInt8(value)) }
    if value >= 0xFF00, value <= 0xFFEF { return false }
    return ScalarClass.isLetter(value) || ScalarClass.isDigit(value) || ScalarClass.isMark(value)
      || ScalarClass.isSymbol(value)
  }

  private static func isAtomByte(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}",
      "~":
      true
    default: false
    }
  }
}

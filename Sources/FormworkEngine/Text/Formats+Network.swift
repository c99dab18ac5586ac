// Formats of hosts: hostname, IPv4, IPv6.

extension Formats {
  /// `hostname`: RFC 1123, section 2.1: labels of 1 to 63 ASCII letters, digits and inner hyphens, at most 253 octets
  /// with the dots. A single label is enough ("localhost"), the last label may not be all digits, and there is no dot
  /// at the end. Names in other scripts are hostnames only if they are written with `xn--`.
  package static func isHostname(_ text: TextBytes) -> Bool {
    guard let name = DomainName(text) else { return false }
    return !name.lastIsNumeric
  }

  /// `ipv4`: four numbers from 0 to 255 between dots, without leading zeros, which some programs read as octal (RFC
  /// 3986, section 3.2.2; RFC 6943, section 3.1.1).
  package static func isIPv4(_ text: TextBytes) -> Bool {
    guard text.count >= 7, text.count <= 15 else { return false }
    var numbers = 0
    let isWellFormed = text.allParts(between: UInt8(ascii: ".")) { part in
      numbers += 1
      return isOctet(part)
    }
    return isWellFormed && numbers == 4
  }

  private static func isOctet(_ text: TextBytes) -> Bool {
    guard text.count >= 1, text.count <= 3, text.isDigits else { return false }
    if text.count > 1, text[0] == UInt8(ascii: "0") { return false }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
  }

  /// `ipv6`: RFC 4291, section 2.2: eight groups of 1 to 4 hexadecimal digits, with `::` at most once for one or more
  /// groups of zeros. The last two groups may be an IPv4 address. Spellings that RFC 5952 would shorten are accepted;
  /// brackets, prefixes (/64) and zones (%eth0) are not.
  package static func isIPv6(_ text: TextBytes) -> Bool {
    guard text.count >= 2, text.count <= 45 else { return false }
    guard let gap = gap(in: text) else { return groups(in: text) == 8 }
    // A second "::" needs no check: a third colon or a second pair makes an empty group.
    guard let before = gap == 0 ? 0 : groups(in: text.part(0, gap), isLast: false) else {
      return false
    }
    let rest = text.part(gap + 2, text.count)
    guard let after = rest.count == 0 ? 0 : groups(in: rest) else { return false }
    return before + after <= 7
  }

  /// Returns the offset of the first "::".
  private static func gap(in text: TextBytes) -> Int? {
    for offset in 0..<text.count - 1
    where text[offset] == UInt8(ascii: ":") && text[offset + 1] == UInt8(ascii: ":") {
      return offset
    }
    return nil
  }

  /// Counts the groups of a text. An IPv4 address at the end counts as two.
  private static func groups(in text: TextBytes, isLast: Bool = true) -> Int? {
    var (groups, hasAddress) = (0, false)
    let isWellFormed = text.allParts(between: UInt8(ascii: ":")) { part in
      if hasAddress { return false }
      if part.count >= 1, part.count <= 4, part.allSatisfy(ASCII.isHex) {
        groups += 1
        return true
      }
      hasAddress = isLast && isIPv4(part)
      groups += 2
      return hasAddress
    }
    return isWellFormed ? groups : nil
  }
}

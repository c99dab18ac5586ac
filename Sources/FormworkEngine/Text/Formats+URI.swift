// Formats of web addresses: `uri` (RFC 3986) and `url` (http and https as browsers show them, RFC 9110 and RFC 3987).

extension Formats {
  /// `uri`: exactly RFC 3986, section 3: a scheme and the parts that it requires, ASCII only, every % followed by two
  /// hexadecimal digits, an IPv6 address in brackets, a port of digits. References without a scheme are rejected.
  package static func isURI(_ text: TextBytes) -> Bool {
    guard let colon = text.first(UInt8(ascii: ":")), isScheme(text.part(0, colon)) else {
      return false
    }
    let parts = URIParts(text.part(colon + 1, text.count))
    if let authority = parts.authority, !isAuthority(authority) { return false }
    return parts.areWellFormed(.strict)
  }

  /// `url`: an http or https address as it is typed or copied. A host is required and a user name rejected (RFC 9110,
  /// section 4.2). The host may have letters of every script (RFC 5890). So may the rest (RFC 3987), in which `[ ] |`
  /// are allowed too, because browsers leave them unescaped.
  package static func isURL(_ text: TextBytes) -> Bool {
    guard let start = webStart(of: text) else { return false }
    let parts = URIParts(text.part(start, text.count))
    guard let authority = parts.authority, isWebAuthority(authority) else { return false }
    return parts.areWellFormed(.web)
  }

  /// Returns the offset after "http:" or "https:", in any case.
  private static func webStart(of text: TextBytes) -> Int? {
    guard let colon = text.first(UInt8(ascii: ":")) else { return nil }
    let http: StaticString = "https"
    guard colon == 4 || colon == 5 else { return nil }
    let isWeb = http.withUTF8Buffer { text.part(0, colon).equals($0.part(0, colon), anyCase: true) }
    return isWeb ? colon + 1 : nil
  }

  /// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
  private static func isScheme(_ text: TextBytes) -> Bool {
    guard text.count > 0, ASCII.isLetter(text[0]) else { return false }
    return text.allSatisfy { byte in
      ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
    }
  }

  /// authority = [ userinfo "@" ] host [ ":" port ]
  private static func isAuthority(_ text: TextBytes) -> Bool {
    var host = text
    if let at = text.first(UInt8(ascii: "@")) {
      guard text.part(0, at).isMade(of: .userInfo, .strict) else { return false }
      host = text.part(at + 1, text.count)
    }
    guard let split = hostAndPort(host), split.port.isDigits else { return false }
    if split.host.first == UInt8(ascii: "[") { return isLiteral(split.host) }
    return split.host.isMade(of: .name, .strict)
  }

  /// Whether the text is a web host, perhaps with a port up to 65535. The port after the colon may be empty (RFC 3986,
  /// section 3.2.3).
  private static func isWebAuthority(_ text: TextBytes) -> Bool {
    guard let split = hostAndPort(text), isPort(split.port) else { return false }
    let host = split.host
    if host.first == UInt8(ascii: "[") { return isIPv6(host.part(1, host.count - 1)) }
    let allowance = DomainName.Allowance(anyScript: true, underscore: true)
    guard let name = DomainName(host, allowing: allowance) else { return false }
    return !name.lastIsNumeric || isIPv4(host)
  }

  private static func isPort(_ text: TextBytes) -> Bool {
    guard text.isDigits else { return false }
    // Saturates above the limit, so that a long port can't overflow.
    return text.reduce(0) { Swift.min($0 * 10 + Int($1 - 0x30), 65536) } <= 65535
  }

  /// Splits at the first colon outside brackets. Returns nil if a bracket isn't closed.
  private static func hostAndPort(_ text: TextBytes) -> (host: TextBytes, port: TextBytes)? {
    var end = text.count
    if text.first == UInt8(ascii: "[") {
      guard let close = text.first(UInt8(ascii: "]")) else { return nil }
      end = close + 1
    } else if let colon = text.first(UInt8(ascii: ":")) {
      end = colon
    }
    if end == text.count { return (text, text.part(end, end)) }
    guard text[end] == UInt8(ascii: ":") else { return nil }
    return (text.part(0, end), text.part(end + 1, text.count))
  }

  /// IP-literal = "[" ( IPv6address / IPvFuture ) "]"
  private static func isLiteral(_ text: TextBytes) -> Bool {
    let inner = text.part(1, text.count - 1)
    return isIPv6(inner) || isFutureAddress(inner)
  }

  /// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
  private static func isFutureAddress(_ text: TextBytes) -> Bool {
    guard let dot = text.first(UInt8(ascii: ".")), dot >= 2, dot + 1 < text.count else {
      return false
    }
    guard ASCII.lowercased(text[0]) == UInt8(ascii: "v") else { return false }
    let address = text.part(dot + 1, text.count)
    return text.part(1, dot).allSatisfy(ASCII.isHex)
      && address.isMade(of: .userInfo, .strict) && address.first(UInt8(ascii: "%")) == nil
  }
}

/// The part of a URI after its scheme. It is split at the first `#`, at the first `?` before that, and at the end of
/// the authority (RFC 3986, appendix B).
private struct URIParts {
  let authority: TextBytes?
  let path: TextBytes
  let query: TextBytes
  let fragment: TextBytes

  init(_ text: TextBytes) {
    let hash = text.first(UInt8(ascii: "#")) ?? text.count
    fragment = text.part(Swift.min(hash + 1, text.count), text.count)
    let beforeHash = text.part(0, hash)
    let mark = beforeHash.first(UInt8(ascii: "?")) ?? hash
    query = text.part(Swift.min(mark + 1, hash), hash)
    let hierarchy = text.part(0, mark)
    guard mark >= 2, text[0] == UInt8(ascii: "/"), text[1] == UInt8(ascii: "/") else {
      (authority, path) = (nil, hierarchy)
      return
    }
    let slash = hierarchy.first(UInt8(ascii: "/"), from: 2) ?? mark
    (authority, path) = (hierarchy.part(2, slash), hierarchy.part(slash, mark))
  }

  func areWellFormed(_ strictness: URIStrictness) -> Bool {
    path.isMade(of: .path, strictness) && query.isMade(of: .query, strictness)
      && fragment.isMade(of: .query, strictness)
  }
}

private enum URIStrictness {
  /// Only the ASCII characters of RFC 3986.
  case strict
  /// The characters of `strict`, letters of every script (RFC 3987) and `[ ] |`.
  case web
}

/// Sets of characters, each of which includes the preceding set. All have the unreserved characters, the sub-delims and
/// %XX.
private enum URICharacters: UInt8 {
  /// For reg-name: only the characters that all sets have.
  case name
  /// For userinfo: the characters of `name` and the colon.
  case userInfo
  /// For paths: the characters of `userInfo`, `@` and the slash.
  case path
  /// For queries and fragments: the characters of `path` and the question mark.
  case query
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether the part of a URI has only allowed characters.
  fileprivate func isMade(of set: URICharacters, _ strictness: URIStrictness) -> Bool {
    var offset = 0
    while offset < count {
      let byte = self[offset]
      if byte == UInt8(ascii: "%") {
        guard offset + 2 < count, ASCII.isHex(self[offset + 1]), ASCII.isHex(self[offset + 2])
        else { return false }
        offset += 3
      } else if byte < 0x80 {
        guard Self.isAllowed(byte, in: set, strictness) else { return false }
        offset += 1
      } else {
        let (value, length) = scalar(at: offset)
        guard strictness == .web, Self.isAllowed(value) else { return false }
        offset += length
      }
    }
    return true
  }

  private static func isAllowed(
    _ byte: UInt8, in set: URICharacters, _ strictness: URIStrictness
  ) -> Bool {
    if ASCII.isAlphanumeric(byte) { return true }
    switch Unicode.Scalar(byte) {
    case "-", ".", "_", "~", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=": return true
    case ":": return set.rawValue >= URICharacters.userInfo.rawValue
    case "@", "/": return set.rawValue >= URICharacters.path.rawValue
    case "?": return set == .query
    case "[", "]", "|": return strictness == .web
    default: return false
    }
  }

  /// Whether the scalar is a visible character of ucschar in RFC 3987, and thus neither a space nor a control
  /// character.
  private static func isAllowed(_ value: UInt32) -> Bool {
    ScalarClass.isLetter(value) || ScalarClass.isDigit(value) || ScalarClass.isMark(value)
      || ScalarClass.isSymbol(value)
  }
}

// Checks and skips the values of keys without a field.

extension JSONReader {
  /// Checks a value. Returns the position after it.
  func skipValue(
    _ value: UnsafeRawPointer, depth: Int
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    switch value.byte(0) {
    case UInt8(ascii: "\""): return try skipText(value)
    case UInt8(ascii: "{"): return try skipObject(value, depth: depth)
    case UInt8(ascii: "["): return try skipArray(value, depth: depth)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return try skipWord(value)
    default: return try skipNumber(value)
    }
  }

  private func skipObject(
    _ place: UnsafeRawPointer, depth: Int
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    try enter(place, depth: depth)
    var keys = OtherKeys()
    var at = behindSpace(place + 1)
    if at.byte(0) == UInt8(ascii: "}") { return at + 1 }
    while true {
      guard at.byte(0) == UInt8(ascii: "\"") else { throw problem(.key, at) }
      let key = try readText(at)
      let value = try behindColon(key.next)
      let isBeyondASCII = key.value.flags & Value.isBeyondASCII != 0
      let form = isBeyondASCII ? canonicalForm(of: key.value) : key.value
      try note(form, hash: KnownText(of: form).hash, at, &keys)
      let mark = behindSpace(try skipValue(value, depth: depth &+ 1))
      guard mark.byte(0) == UInt8(ascii: ",") else {
        guard mark.byte(0) == UInt8(ascii: "}") else { throw problem(.commaOrEnd, mark) }
        workspace.otherKeys.pointee.end(keys)
        return mark + 1
      }
      at = behindSpace(mark + 1)
    }
  }

  private func skipArray(
    _ place: UnsafeRawPointer, depth: Int
  ) throws(MalformedRecord) -> UnsafeRawPointer {
    try enter(place, depth: depth)
    var at = behindSpace(place + 1)
    if at.byte(0) == UInt8(ascii: "]") { return at + 1 }
    while true {
      let mark = behindSpace(try skipValue(at, depth: depth &+ 1))
      guard mark.byte(0) == UInt8(ascii: ",") else {
        guard mark.byte(0) == UInt8(ascii: "]") else { throw problem(.commaOrEnd, mark) }
        return mark + 1
      }
      at = behindSpace(mark + 1)
    }
  }
}

// MARK: - Rejects

extension JSONReader {
  /// Whether a text of ASCII letters and underscores occurs directly after a quote. Also true if the bytes have escaped
  /// letters, so that the text may occur.
  static func hasText(_ text: String, in bytes: TextBytes) -> Bool {
    var text = text
    if hasEscapedLetter(bytes) { return true }
    return text.withUTF8 { text in
      var at = 0
      while true {
        at = ByteScan.find(UInt8(ascii: "\""), in: bytes, from: at) &+ 1
        guard at &+ text.count <= bytes.count else { return false }
        if bytes.part(at, at &+ text.count).hasSameBytes(as: text) { return true }
      }
    }
  }

  /// Whether an escape denotes an ASCII letter or an underscore, as `\u0041` does.
  private static func hasEscapedLetter(_ bytes: TextBytes) -> Bool {
    var at = 0
    while true {
      at = ByteScan.find(UInt8(ascii: "\\"), in: bytes, from: at) &+ 1
      guard at &+ 4 < bytes.count else { return false }
      if bytes[at] == UInt8(ascii: "u"), bytes[at &+ 1] == UInt8(ascii: "0"),
        bytes[at &+ 2] == UInt8(ascii: "0"), "4567".utf8.contains(bytes[at &+ 3])
      {
        return true
      }
    }
  }

  /// Returns the range of the member with a key, including the comma after or before it. Returns nil if the key doesn't
  /// occur before the first error, or if the error directly follows the member.
  ///
  /// - Parameter bytes: must be followed by `Padding`.
  static func member(
    _ key: String, in bytes: TextBytes, _ workspace: Workspace
  ) -> Range<Int>? {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return nil }
    let reader = JSONReader(start, upTo: start + bytes.count, isLine: false, into: workspace)
    var at = reader.behindSpace(start)
    guard at.byte(0) == UInt8(ascii: "{") else { return nil }
    var comma = at + 1
    while true {
      at = reader.behindSpace(at + 1)
      guard at.byte(0) == UInt8(ascii: "\""), let found = try? reader.readText(at),
        let value = try? reader.behindColon(found.next),
        let end = try? reader.skipValue(value, depth: 1)
      else { return nil }
      let mark = reader.behindSpace(end)
      let goesOn = mark.byte(0) == UInt8(ascii: ",")
      if found.value.text == key {
        let next = goesOn ? reader.behindSpace(mark + 1).byte(0) : mark.byte(0)
        guard next == UInt8(ascii: goesOn ? "\"" : "}") else { return nil }
        return goesOn ? at - start..<mark + 1 - start : comma - start..<end - start
      }
      guard goesOn else { return nil }
      (at, comma) = (mark, mark)
    }
  }
}

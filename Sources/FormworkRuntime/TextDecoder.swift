// Converts text from other encodings to UTF-8, with the platform's converter.

internal import FormworkEngine
internal import FormworkSyntax

/// Converts bytes in a different encoding to UTF-8 (iconv).
package final class TextDecoder {
  private let converter: iconv_t
  /// The number of bytes to skip where the text is invalid.
  private let unit: Int
  /// Whether the last bytes have been decoded, including any that the converter had held back.
  package private(set) var isDone = false
  /// The byte that replaces invalid bytes. It is invalid in UTF-8, so that the record is malformed.
  private static let noText: UInt8 = 0xFF

  /// Returns nil if the platform doesn't support the encoding.
  package init?(_ encoding: String) {
    guard let converter = TextDecoder.open(encoding) else { return nil }
    self.converter = converter
    unit = max(
      1, TextDecoder.size(of: "AA", in: encoding) - TextDecoder.size(of: "A", in: encoding))
  }

  deinit { iconv_close(converter) }

  private static func open(_ encoding: String) -> iconv_t? {
    // Other characters in a name could be options of the converter, such as `//IGNORE`.
    let isPlain = encoding.utf8.allSatisfy {
      48...57 ~= $0 || 97...122 ~= $0 | 0x20 || "-_.:+".utf8.contains($0)
    }
    guard isPlain, !encoding.isEmpty else { return nil }
    let converter = iconv_open("UTF-8", encoding)
    return Int(bitPattern: converter) == -1 ? nil : converter
  }

  /// Returns the number of bytes of a short text in an encoding, including any byte order mark.
  private static func size(of text: StaticString, in encoding: String) -> Int {
    let converter = iconv_open(encoding, "UTF-8")
    if Int(bitPattern: converter) == -1 { return 0 }
    defer { iconv_close(converter) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
      var from =
        UnsafeMutableRawPointer(mutating: text.utf8Start)
        .assumingMemoryBound(to: CChar.self) as UnsafeMutablePointer<CChar>?
      var to = room.baseAddress
      var (left, space) = (text.utf8CodeUnitCount, room.count)
      return iconv(converter, &from, &left, &to, &space) == -1 ? 0 : room.count - space
    }
  }

  /// Returns whether the platform supports an encoding.
  package static func knows(_ encoding: String) -> Bool {
    guard let converter = open(encoding) else { return false }
    iconv_close(converter)
    return true
  }

  /// Decodes as many bytes as fit into `room`.
  ///
  /// - Parameter isFinal: whether `bytes` are the last ones.
  /// - Returns: the number of bytes decoded and the number of bytes written.
  package func decode(
    _ bytes: UnsafeMutableRawBufferPointer, isFinal: Bool,
    into room: UnsafeMutableRawBufferPointer
  ) -> (taken: Int, made: Int) {
    var from = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    var to = room.baseAddress?.assumingMemoryBound(to: CChar.self)
    var (left, space) = (bytes.count, room.count)
    /// Writes a character that the converter holds back because a combining mark may follow. Returns false if there
    /// is no room.
    func letGo() -> Bool { iconv(converter, nil, nil, &to, &space) != -1 }
    while left > 0 {
      if iconv(converter, &from, &left, &to, &space) != -1 { break }
      let isCut = errno == EINVAL
      if errno == E2BIG || isCut && !isFinal { break }
      // In a multibyte encoding no character is held back, and flushing would make the converter forget the byte
      // order.
      guard unit > 1 || letGo(), space > 0 else { break }
      to?.pointee = CChar(bitPattern: TextDecoder.noText)
      let skipped = isCut ? left : min(unit, left)
      (to, from) = (to.map { $0 + 1 }, from.map { $0 + skipped })
      (space, left) = (space - 1, left - skipped)
    }
    if isFinal, left == 0 { isDone = letGo() }
    return (bytes.count - left, room.count - space)
  }
}

// Text in other encodings than UTF-8, by the platform's converter.

internal import FormworkEngine
internal import FormworkSyntax

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Turns bytes in another encoding into UTF-8 (iconv).
package final class TextDecoder {
  private let converter: iconv_t
  /// How many bytes are passed over where there is no text.
  private let unit: Int
  /// What stands in UTF-8 for bytes that are no text: a byte that UTF-8 does not have, so that the record is malformed.
  private static let noText: UInt8 = 0xFF

  /// - Returns: nil if the platform does not know the encoding.
  package init?(_ encoding: String) {
    guard let converter = TextDecoder.open(encoding) else { return nil }
    self.converter = converter
    let name = encoding.lowercased()
    unit = name.hasPrefix("utf-16") || name.hasPrefix("utf16") ? 2 : name.contains("32") ? 4 : 1
  }

  deinit { iconv_close(converter) }

  private static func open(_ encoding: String) -> iconv_t? {
    // Anything else in a name would be a word to the converter, such as //IGNORE.
    let isPlain = encoding.utf8.allSatisfy {
      48...57 ~= $0 || 97...122 ~= $0 | 0x20 || "-_.:+".utf8.contains($0)
    }
    guard isPlain, !encoding.isEmpty else { return nil }
    let converter = iconv_open("UTF-8", encoding)
    return Int(bitPattern: converter) == -1 ? nil : converter
  }

  /// Whether the platform can read an encoding.
  package static func knows(_ encoding: String) -> Bool {
    guard let converter = open(encoding) else { return false }
    iconv_close(converter)
    return true
  }

  /// Turns as many bytes as there is room for.
  ///
  /// - Parameter isFinal: whether nothing comes behind them.
  /// - Returns: how many bytes were taken and how many were made.
  package func decode(
    _ bytes: UnsafeMutableRawBufferPointer, isFinal: Bool,
    into room: UnsafeMutableRawBufferPointer
  ) -> (taken: Int, made: Int) {
    var from = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    var to = room.baseAddress?.assumingMemoryBound(to: CChar.self)
    var (left, space) = (bytes.count, room.count)
    while left > 0 {
      if iconv(converter, &from, &left, &to, &space) != -1 { break }
      let isCut = errno == EINVAL
      if errno == E2BIG || isCut && !isFinal || space == 0 { break }
      to?.pointee = CChar(bitPattern: TextDecoder.noText)
      let skipped = isCut ? left : min(unit, left)
      (to, from) = (to.map { $0 + 1 }, from.map { $0 + skipped })
      (space, left) = (space - 1, left - skipped)
    }
    return (bytes.count - left, room.count - space)
  }
}

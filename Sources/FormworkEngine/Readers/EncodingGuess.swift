// Guesses the encoding of bytes that aren't UTF-8.

package enum EncodingGuess {
  /// Returns the encoding of a byte order mark.
  package static func byMark(_ bytes: [UInt8]) -> String? {
    marks.first { bytes.starts(with: $0.mark) }?.name
  }

  private static let marks: [(mark: [UInt8], name: String)] = [
    (byteOrderMark, DataLayout.utf8), ([0xFF, 0xFE, 0, 0], "utf-32le"),
    ([0, 0, 0xFE, 0xFF], "utf-32be"),
    ([0xFF, 0xFE], "utf-16le"), ([0xFE, 0xFF], "utf-16be"), ([0x84, 0x31, 0x95, 0x33], "gb18030"),
  ]

  /// Whether the beginning of a file is UTF-8 with non-ASCII characters. Bytes in a different encoding are hardly ever
  /// valid UTF-8 by chance.
  package static func isUTF8(beginning bytes: TextBytes) -> Bool {
    var (index, found) = (0, 0)
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let width = ByteScan.utf8Width(in: bytes, at: index)
      // The last character may be truncated.
      if width == 0 { return index + 3 >= bytes.count && found > 0 }
      found += 1
      index += width
    }
    return found > 0
  }

  /// Returns the likely encoding of bytes that aren't UTF-8, or nil.
  package static func of(_ bytes: TextBytes) -> String? {
    if bytes.contains(0) { return utf16(bytes) }
    let high = bytes.count { $0 >= 0x80 }
    if high == 0 { return nil }
    let best = EastAsian.allCases.map { ($0, $0.score(bytes)) }.max { $0.1 < $1.1 }
    // In European texts, non-ASCII letters are scattered among ASCII ones.
    if let best, best.1 * 10 >= high * 8, longestRun(bytes) >= 4 { return best.0.rawValue }
    return "windows-1252"
  }

  private static func utf16(_ bytes: TextBytes) -> String? {
    let odd = bytes.indices.count { bytes[$0] == 0 && $0 % 2 == 1 }
    let even = bytes.count { $0 == 0 } - odd
    // One or two NUL bytes may occur by chance.
    guard max(odd, even) > 2, bytes.count.isMultiple(of: 2) else { return nil }
    return odd == even || 3 * (odd + even) < bytes.count
      ? nil : odd > even ? "utf-16le" : "utf-16be"
  }

  /// Returns the number of non-ASCII bytes in the longest run. A run may also contain ASCII bytes that can be the
  /// second byte of a character.
  private static func longestRun(_ bytes: TextBytes) -> Int {
    var (longest, run) = (0, 0)
    for byte in bytes {
      run = byte >= 0x80 ? run + 1 : run > 0 && byte >= 0x40 ? run : 0
      longest = max(longest, run)
    }
    return longest
  }

  private enum EastAsian: String, CaseIterable {
    case shiftJIS = "shift_jis"
    case eucJP = "euc-jp"
    case eucKR = "euc-kr"
    case gb18030

    /// Counts the non-ASCII bytes that belong to frequent characters of the encoding's language. Negative if the bytes
    /// are invalid in the encoding.
    func score(_ bytes: TextBytes) -> Int {
      var (index, score) = (0, 0)
      // Nearly all Japanese texts have kana, which distinguish them from other East Asian texts.
      if self == .eucJP, !bytes.contains(where: { 0xA4...0xA5 ~= $0 }) { return 0 }
      while index < bytes.count {
        let first = bytes[index]
        if first < 0x80 {
          index += 1
        } else if self == .shiftJIS, 0xA1...0xDF ~= first {
          (index, score) = (index + 1, score + 1)
        } else {
          guard index + 1 < bytes.count else { return score }
          guard isPair(first, bytes[index + 1]) else { return -1 }
          if isFrequent(first, bytes[index + 1]) { score += bytes[index + 1] >= 0x80 ? 2 : 1 }
          index += 2
        }
      }
      return score
    }

    private func isPair(_ first: UInt8, _ second: UInt8) -> Bool {
      switch self {
      case .shiftJIS:
        (0x81...0x9F ~= first || 0xE0...0xFC ~= first)
          && (0x40...0x7E ~= second || 0x80...0xFC ~= second)
      case .eucJP, .eucKR: 0xA1...0xFE ~= first && 0xA1...0xFE ~= second
      case .gb18030: 0x81...0xFE ~= first && (0x40...0x7E ~= second || 0x80...0xFE ~= second)
      }
    }

    private func isFrequent(_ first: UInt8, _ second: UInt8) -> Bool {
      switch self {
      // Kana, and the kanji of the first level.
      case .shiftJIS: 0x81...0x83 ~= first || 0x88...0x9F ~= first
      case .eucJP: 0xA1...0xA5 ~= first && second >= 0xA1 || 0xB0...0xCF ~= first
      // The syllables of Hangul.
      case .eucKR: 0xB0...0xC8 ~= first
      // The characters of the first level.
      case .gb18030: (0xB0...0xD7 ~= first || 0xA1...0xA3 ~= first) && second >= 0xA1
      }
    }
  }
}

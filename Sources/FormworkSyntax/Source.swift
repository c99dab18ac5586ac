// Source text and positions in it. A `Span` is two byte offsets. Lines, columns and UTF-16 offsets are computed from
// these offsets.

/// A half-open range of bytes in a source, from `lower` up to but not including `upper`.
public struct Span: Hashable, Sendable, BitwiseCopyable {
  /// Offset of the first byte, from 0.
  public var lower: UInt32
  /// Offset after the last byte.
  public var upper: UInt32

  /// Creates the span from `lower` up to `upper`.
  public init(_ lower: UInt32, _ upper: UInt32) {
    self.lower = lower
    self.upper = upper
  }

  package init(_ lower: Int, _ upper: Int) {
    self.init(UInt32(truncatingIfNeeded: lower), UInt32(truncatingIfNeeded: upper))
  }

  /// The number of bytes.
  public var count: Int { Int(upper) - Int(lower) }

  /// Whether `other` lies within this span.
  package func holds(_ other: Span) -> Bool { lower <= other.lower && other.upper <= upper }

  /// Returns the smallest span that contains both spans.
  package func joined(with other: Span) -> Span {
    Span(min(lower, other.lower), max(upper, other.upper))
  }

  /// The empty span at the end of this span.
  package var end: Span { Span(upper, upper) }
}

/// A position for people. Lines, and the characters of a line, are counted from 1.
public struct Position: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column in characters (extended grapheme clusters), from 1.
  public var column: Int

  /// Creates a position from a line and a column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The identity of a file in the file system, whatever its path.
package struct FileIdentity: Hashable, Sendable {
  private var device: UInt64
  private var number: UInt64

  package init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }
}

/// The content of a form's file.
package struct FileText: Sendable {
  package var bytes: [UInt8]
  /// The size of the whole file, or nil if it is unknown. `bytes` may be only its beginning.
  package var size: Int?
  /// The file's identity, or nil if the text isn't from a file.
  package var identity: FileIdentity?

  package init(bytes: [UInt8], size: Int?, identity: FileIdentity?) {
    self.bytes = bytes
    self.size = size
    self.identity = identity
  }

  package init(bytes: [UInt8]) { self.init(bytes: bytes, size: bytes.count, identity: nil) }
}

/// The text of a form, followed by the texts of the files that it uses. Spans are offsets in this whole text.
public struct Source: Sendable {
  /// The maximum size of a source in bytes.
  public static let byteLimit = 16 << 20

  /// The name for messages, usually the path of the file.
  public let name: String
  /// The text, UTF-8.
  public private(set) var bytes: [UInt8]
  private var lineStarts: [UInt32]
  /// Known columns at some offsets within long lines, in ascending order. They limit the time for finding a column,
  /// however long the line is.
  private var landmarks: [Landmark] = []
  /// The form itself, then the files it uses.
  public private(set) var files: [File]

  /// One of the files of a source.
  public struct File: Sendable {
    /// The name for messages.
    public var name: String
    /// The range of the file's bytes in the source.
    public var range: Range<Int>
    /// The size of the whole file, or nil if it is unknown. The source may have only its beginning.
    package var size: Int?
    package var identity: FileIdentity?
    /// The span where another file of the source first names this file. Nil for the form itself.
    package var namedAt: Span?

    fileprivate init(_ name: String, from start: Int, _ text: FileText) {
      self.name = name
      range = start..<(start + text.bytes.count)
      size = text.size
      identity = text.identity
    }
  }

  /// Creates a source from `bytes`. Lines are split at LF, CRLF and CR.
  public init(name: String, bytes: [UInt8]) {
    self.init(name: name, FileText(bytes: bytes))
  }

  package init(name: String, _ text: FileText) {
    self.name = name
    bytes = text.bytes
    lineStarts = Source.findLineStarts(bytes)
    files = [File(name, from: 0, text)]
    setLandmarks(fromLine: 1)
  }

  /// Appends a file.
  ///
  /// - Parameter place: The span of the file's name, in a file that is in the source already.
  /// - Returns: The index of the file in `files`.
  package mutating func append(name: String, _ text: FileText, namedAt place: Span) -> Int {
    bytes.append(0x0A)
    let start = bytes.count
    bytes += text.bytes
    let line = lineStarts.count + 1
    lineStarts.append(contentsOf: Source.findLineStarts(text.bytes).map { $0 + UInt32(start) })
    files.append(File(name, from: start, text))
    files[files.count - 1].namedAt = place
    setLandmarks(fromLine: line)
    return files.count - 1
  }

  /// Returns the index in `files` of the file that contains `offset`.
  public func file(at offset: UInt32) -> Int {
    files.lastIndex { $0.range.lowerBound <= Int(offset) } ?? 0
  }

  /// Returns `span` if it is in the form's own text. Otherwise returns the span in the form's own text that names the
  /// file with `span`, directly or through other files.
  package func way(to span: Span) -> Span {
    var span = span
    while let place = files[file(at: span.lower)].namedAt { span = place }
    return span
  }

  /// Returns the name of the file that contains `offset`.
  public func name(at offset: UInt32) -> String { files[file(at: offset)].name }

  /// Returns one file as a separate source, in which all offsets are smaller by `files[number].range.lowerBound`.
  public func alone(_ number: Int) -> Source {
    let file = files[number]
    return Source(
      name: file.name,
      FileText(bytes: Array(bytes[file.range]), size: file.size, identity: file.identity))
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private static func findLineStarts(_ bytes: [UInt8]) -> [UInt32] {
    var starts: [UInt32] = [0]
    bytes.withUnsafeBufferPointer { bytes in
      var next = 0
      while next < bytes.count {
        let byte = bytes[next]
        next += 1
        guard byte <= 0x0D, isLineBreak(byte) else { continue }
        // In CRLF, the line feed ends the line.
        if byte == 0x0D, next < bytes.count, bytes[next] == 0x0A { continue }
        starts.append(UInt32(truncatingIfNeeded: next))
      }
    }
    return starts
  }

  /// The number of lines, at least 1.
  public var lineCount: Int { lineStarts.count }

  /// Returns the byte range of a line, without its line break.
  ///
  /// - Parameter line: The line, from 1 to `lineCount`. Any other number gives an empty range.
  public func lineRange(_ line: Int) -> Range<Int> {
    guard line >= 1, line <= lineStarts.count else { return 0..<0 }
    let lower = Int(lineStarts[line - 1])
    var upper = line < lineStarts.count ? Int(lineStarts[line]) : bytes.count
    while upper > lower, Source.isLineBreak(bytes[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  /// Returns the line and column of a byte offset. An offset past the end gives the end.
  public func position(_ offset: UInt32) -> Position {
    let line = lineNumber(offset)
    let upper = min(Int(offset), bytes.count)
    let start = landmark(before: upper, inLine: line)
    let column = start.column + text(min(start.offset, upper), upper).count
    return Position(line: line - linesBefore(offset), column: column)
  }

  /// The column at an offset.
  private struct Landmark {
    var offset: Int
    var column: Int
  }

  /// The approximate number of bytes between two landmarks in a line.
  private static let landmarkDistance = 4_096

  private mutating func setLandmarks(fromLine first: Int) {
    var line = first - 1
    while line < lineStarts.count {
      line += 1
      let end = line < lineStarts.count ? Int(lineStarts[line]) : bytes.count
      guard end - Int(lineStarts[line - 1]) > 2 * Source.landmarkDistance else { continue }
      let range = lineRange(line)
      var place = Landmark(offset: textStart(ofLine: line), column: 1)
      var next = place.offset + Source.landmarkDistance
      for character in text(place.offset, range.upperBound) {
        if place.offset >= next {
          landmarks.append(place)
          next = place.offset + Source.landmarkDistance
        }
        place.offset += character.utf8.count
        place.column += 1
      }
    }
  }

  /// Returns the last position in the line, at or before `offset`, whose column is known.
  private func landmark(before offset: Int, inLine line: Int) -> Landmark {
    let start = Landmark(offset: textStart(ofLine: line), column: 1)
    var low = 0
    var high = landmarks.count
    while low < high {
      let middle = (low + high) / 2
      if landmarks[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 && landmarks[low - 1].offset > start.offset ? landmarks[low - 1] : start
  }

  /// Returns the line and the UTF-16 offset in the line, both from 0, as editors count.
  public func utf16Position(_ offset: UInt32) -> (line: Int, character: Int) {
    let line = lineNumber(offset)
    let upper = min(Int(offset), bytes.count)
    let character = text(min(textStart(ofLine: line), upper), upper).utf16.count
    return (line - 1 - linesBefore(offset), character)
  }

  /// Returns the offset of the line's text, after the byte order mark that a file may begin with.
  private func textStart(ofLine line: Int) -> Int {
    let start = Int(lineStarts[line - 1])
    let isMarked =
      bytes[start...].starts(with: [0xEF, 0xBB, 0xBF])
      && files.contains { $0.range.lowerBound == start }
    return isMarked ? start + 3 : start
  }

  /// Returns the number of lines in the files before the one that contains `offset`.
  private func linesBefore(_ offset: UInt32) -> Int {
    files.count == 1
      ? 0 : lineNumber(UInt32(files[file(at: offset)].range.lowerBound)) - 1
  }

  /// Returns the text of a span.
  public func text(_ span: Span) -> String { text(Int(span.lower), Int(span.upper)) }

  /// Whether the texts of two spans are canonically equivalent.
  package func hasSameText(_ first: Span, _ second: Span) -> Bool {
    let one = bytes[Int(first.lower)..<Int(first.upper)]
    let other = bytes[Int(second.lower)..<Int(second.upper)]
    if one.elementsEqual(other) { return true }
    // Different ASCII texts are never equivalent.
    if one.allSatisfy({ $0 < 0x80 }), other.allSatisfy({ $0 < 0x80 }) { return false }
    return text(first) == text(second)
  }

  private func text(_ lower: Int, _ upper: Int) -> String {
    String(decoding: bytes[min(lower, upper, bytes.count)..<min(upper, bytes.count)], as: UTF8.self)
  }

  /// Returns the number of the line that contains `offset`, counted in the text of all files.
  package func lineNumber(_ offset: UInt32) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }
}

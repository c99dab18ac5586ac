// Reads a stream in pieces. Each piece contains whole records, and enough padding after them for the fast path.

package import FormworkEngine
internal import FormworkSyntax

/// A piece of a stream with its records. Its memory is reused for later pieces: allocating memory for each piece took a
/// tenth of a run.
package struct Piece: Sendable {
  /// The bytes of the piece, followed by unused ones.
  package fileprivate(set) var bytes: [UInt8] = []
  package fileprivate(set) var count = 0
  /// Whether the records have been cut. Otherwise, each line that isn't blank is a record.
  package fileprivate(set) var isCut = false
  package fileprivate(set) var records: [RecordSpan] = []
  /// The offset of the first line, if the records haven't been cut.
  package fileprivate(set) var start = 0
  package fileprivate(set) var firstLine = 1
  package fileprivate(set) var firstRecord = 1
  /// The number of bytes of the stream that had been read when the piece was cut.
  package fileprivate(set) var bytesRead = 0

  package init() {}

  /// Calls `body` with the bytes, including padding after them if the records have been cut.
  func withBytes(_ body: (TextBytes) -> Void) {
    bytes.withUnsafeBufferPointer { all in
      body(TextBytes(rebasing: all[..<(isCut ? count + Padding.count : count)]))
    }
  }

  /// The number of bytes allocated, whether in use or not.
  var size: Int { bytes.count }

  /// Frees the memory if one long record made it large.
  mutating func letGo() { if bytes.count > Piece.keptSize { bytes = [] } }

  /// The maximum size in bytes that is kept for the next piece. Few pieces are longer.
  private static let keptSize = 1 << 20

  /// Makes room for `size` bytes and the padding, without keeping the content. Memory that one long record took is
  /// freed.
  fileprivate mutating func reserve(_ size: Int) {
    let size = size + Padding.count
    guard bytes.count < size || bytes.count > size * 4 else { return }
    // Free the old memory first, so that both are never allocated together.
    bytes = []
    bytes = Array(repeating: 0, count: size)
  }

  /// Truncates the bytes to `count` and fills the padding with zeros.
  fileprivate mutating func end(at count: Int) {
    self.count = count
    for index in count..<(count + Padding.count) { bytes[index] = 0 }
  }
}

/// Bytes that have been read and belong to later pieces.
private struct Rest {
  private var bytes: [UInt8] = []
  /// The offset of the first byte that isn't part of a piece yet.
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  func copy(_ count: Int, to room: UnsafeMutableRawBufferPointer) {
    bytes.withUnsafeBytes { room.copyMemory(from: .init(rebasing: $0[start..<(start + count)])) }
  }

  /// Replaces the bytes with those of `piece` from offset `used` on. `piece` begins with the current bytes. If it lacks
  /// some of them, only `start` changes, because copying the rest for each piece would take quadratic time.
  mutating func replace(with piece: TextBytes, from used: Int) {
    if piece.count < count {
      start += used
      return
    }
    bytes.removeAll(keepingCapacity: bytes.capacity <= Rest.keptSize)
    start = 0
    bytes.append(contentsOf: piece[used...])
  }

  private static let keptSize = 1 << 20
}

/// Cuts a stream into pieces of whole records.
package struct PieceReader {
  /// The maximum number of records in a piece. It bounds the memory for the results of a piece with tiny records.
  static let countLimit = 1 << 14

  private let file: InputFile
  private let pieceSize: Int
  private let recordLimit: Int
  /// Whether each line is a record, so that pieces needn't be cut into records.
  private let leavesLines: Bool
  private var splitter: RecordSplitter
  /// The number of bytes of a record to keep in memory before its length is measured. An oversized record never takes
  /// more memory than this, and any other record takes only its own length.
  private let heldLimit: Int
  /// The bytes that have been read and belong to later pieces.
  private var rest = Rest()
  private var isAtEnd = false
  /// Whether the last attempt to read ended without data.
  private var hasComeNothing = false
  /// Whether the last piece had the maximum number of records, so that `rest` may contain whole records.
  private var isCutShort = false
  private var hasFinished = false
  private var recordCount = 0
  /// The number of the next line, if lines aren't cut.
  private var line = 1
  private var bytesRead = 0
  /// The number of bytes in `rest` that are known to contain no whole record.
  private var fruitless = 0
  /// The number of bytes after `rest` that have been searched for the end of a record.
  private var ahead = 0
  /// The length of the record that `rest` belongs to, including its end, once measured. The missing bytes are then read
  /// at once.
  private var knownLength: Int?
  /// The number of bytes in the pieces so far.
  private var bytesDone = 0
  /// The line on which the header begins.
  package private(set) var headerLine = 1
  /// The line of an oversized record that follows the last piece.
  private var longLine: Int?

  /// - Parameters:
  ///   - needsRecords: whether to cut records even if each is a line.
  ///   - recordLimit: the maximum length of a record in bytes.
  ///   - heldLimit: the number of bytes of a record that are kept in memory before its length is measured.
  package init(
    _ file: InputFile, layout: DataLayout, pieceSize: Int, needsRecords: Bool,
    recordLimit: Int = RecordSplitter.recordLimit, heldLimit: Int = 4 << 20
  ) {
    self.file = file
    self.heldLimit = heldLimit
    self.pieceSize = file.pieceSize(atMost: pieceSize)
    self.recordLimit = recordLimit
    leavesLines = layout.kind == .ndjson && !needsRecords
    splitter = RecordSplitter(layout)
  }

  package var hasByteOrderMark: Bool { splitter.hasByteOrderMark }
  /// The layout of the records, including the properties found in the first line.
  var layout: DataLayout { splitter.layout }
  /// The lines before the header of a table.
  var preamble: [UInt8] { splitter.preamble }
  /// The number of empty rows so far.
  var emptyRows: Int { splitter.emptyRows }

  /// Whether all records of the stream have been delivered.
  var isDone: Bool { hasFinished && longLine == nil }

  /// Returns the first row of a table, without its line break. Nil if the table has no rows.
  package mutating func header() throws(CheckFailure) -> [UInt8]? {
    var piece = Piece()
    guard try read(into: &piece, limit: 1), let span = piece.records.first else { return nil }
    // The header isn't a record.
    recordCount = 0
    headerLine = span.line
    if let blank = splitter.blankHeader(firstRowOn: span.line) {
      throw .table([blank], line: splitter.headerLine)
    }
    return Array(piece.bytes[span.lower..<span.upper])
  }

  /// Skips the lines before the first row of a table without a header.
  mutating func passPreamble() throws(CheckFailure) {
    var piece = Piece()
    while !hasFinished, !splitter.hasPreamble {
      try fill(&piece) { true }
      _ = split(&piece, limit: 0)
      try checkPreamble()
      isCutShort = splitter.hasPreamble
      hasFinished = isLast(piece) && rest.isEmpty
    }
  }

  /// Reads the next piece with records. Returns false at the end.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of records in the piece.
  ///   - isWanted: called repeatedly while a stream delivers nothing. If it returns false, so does this method, and
  ///     the piece can be read later.
  package mutating func read(
    into piece: inout Piece, limit: Int = PieceReader.countLimit,
    while isWanted: () -> Bool = { true }
  ) throws(CheckFailure) -> Bool {
    piece.records.removeAll(keepingCapacity: true)
    piece.isCut = !leavesLines
    while !hasFinished || longLine != nil {
      if let longLine { throw .recordTooLong(line: longLine, limit: recordLimit) }
      if fruitless >= heldLimit, fruitless == rest.count, knownLength == nil, file.canLookAhead {
        guard try measure(while: isWanted) else { return false }
      }
      try fill(&piece, while: isWanted)
      let found = leavesLines ? takeLines(&piece, limit: limit) : split(&piece, limit: limit)
      if found > 0 {
        piece.firstRecord = recordCount + 1
        piece.bytesRead = bytesRead
        recordCount += found
        return true
      }
      if !hasFinished, hasComeNothing { return false }
      try checkPreamble()
      try checkLength(fruitless)
    }
    return false
  }

  /// Throws if the lines before the header exceed the limit.
  private func checkPreamble() throws(CheckFailure) {
    if splitter.preamble.count <= RecordSplitter.preambleLimit { return }
    throw .table([.longPreamble(limit: RecordSplitter.preambleLimit)])
  }

  /// Throws if a record is longer than the limit, given the number of its bytes known so far.
  private func checkLength(_ length: Int) throws(CheckFailure) {
    // Add 1, because the length includes a line break, which may have two bytes.
    if length <= recordLimit + 1 { return }
    throw .recordTooLong(line: leavesLines ? line : splitter.currentLine, limit: recordLimit)
  }

  /// Finds the end of the record that all of `rest` belongs to. Returns false if `isWanted` returned false while a
  /// stream delivered nothing.
  private mutating func measure(while isWanted: () -> Bool) throws(CheckFailure) -> Bool {
    let part = UnsafeMutableRawBufferPointer.allocate(byteCount: CheckRun.pieceSize, alignment: 16)
    defer { part.deallocate() }
    while knownLength == nil {
      let count: Int
      do throws(FileProblem) {
        guard let found = try file.lookAhead(at: ahead, into: part, while: isWanted) else {
          return false
        }
        count = found
      } catch { throw .file(error) }
      let bytes = UnsafeMutableRawBufferPointer(rebasing: part[..<count])
      let end = splitter.endOfRecord(in: TextBytes(bytes.bindMemory(to: UInt8.self)))
      ahead += end ?? count
      try checkLength(rest.count + ahead)
      if end != nil || count == 0 { knownLength = rest.count + ahead }
    }
    return true
  }

  /// Fills a piece with `rest` and more of the file.
  private mutating func fill(
    _ piece: inout Piece, while isWanted: () -> Bool
  ) throws(CheckFailure) {
    // For a record longer than a piece, double the size each time until its length is known.
    var wanted = knownLength.map { $0 + pieceSize } ?? max(pieceSize, fruitless * 2)
    // If more is read, leave room for a character of any encoding.
    if rest.count < wanted { wanted = max(wanted, rest.count + TextSource.longestCharacter) }
    let left = min(rest.count, wanted)
    piece.count = left
    piece.reserve(wanted)
    var failure: FileProblem?
    piece.bytes.withUnsafeMutableBytes { room in
      rest.copy(left, to: room)
      if isAtEnd || left >= wanted || isCutShort { return }
      do throws(FileProblem) {
        let part = UnsafeMutableRawBufferPointer(rebasing: room[left..<wanted])
        piece.count += try file.read(into: part, while: isWanted)
      } catch {
        failure = error
      }
    }
    if let failure { throw .file(failure) }
    (ahead, knownLength) = (0, nil)
    piece.end(at: piece.count)
    bytesRead = file.readCount
    isAtEnd = file.isAtEnd
    hasComeNothing = !isAtEnd && piece.count == left && left < wanted && !isCutShort
    isCutShort = false
  }

  /// Returns whether a piece contains everything that is left of the file.
  private func isLast(_ piece: borrowing Piece) -> Bool { isAtEnd && piece.count >= rest.count }

  /// Keeps the bytes of a piece from offset `used` on for later pieces.
  private mutating func keep(_ piece: borrowing Piece, from used: Int, found: Int) {
    piece.bytes.withUnsafeBufferPointer {
      rest.replace(with: TextBytes(rebasing: $0[..<piece.count]), from: used)
    }
    bytesDone += used
    fruitless = found == 0 ? piece.count - used : 0
  }
}

// MARK: - Cut records

extension PieceReader {
  /// Cuts the records of a piece and returns their number.
  private mutating func split(_ piece: inout Piece, limit: Int) -> Int {
    let (count, isFinal) = (piece.count, isLast(piece))
    let used = piece.bytes.withUnsafeBufferPointer { bytes in
      splitter.split(
        TextBytes(rebasing: bytes[..<count]), isFinal: isFinal, limit: limit, into: &piece.records)
    }
    keep(piece, from: used, found: piece.records.count)
    isCutShort = piece.records.count >= limit
    hasFinished = isFinal && !isCutShort
    leaveOutLong(&piece)
    return piece.records.count
  }

  /// Drops the first oversized record and everything after it.
  private mutating func leaveOutLong(_ piece: inout Piece) {
    if piece.count <= recordLimit { return }
    guard let first = piece.records.firstIndex(where: { $0.upper - $0.lower > recordLimit }) else {
      return
    }
    longLine = piece.records[first].line
    piece.records.removeSubrange(first...)
  }
}

// MARK: - Lines

extension PieceReader {
  /// Ends a piece after its last whole line and returns the number of records.
  private mutating func takeLines(_ piece: inout Piece, limit: Int) -> Int {
    let (count, isFinal, isAtStart) = (piece.count, isLast(piece), bytesDone == 0)
    let (start, end, found) = piece.bytes.withUnsafeBufferPointer { bytes in
      let bytes = TextBytes(rebasing: bytes[..<count])
      let start = isAtStart && bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
      var end = isFinal ? count : max(start, RecordSplitter.wholeLines(bytes, count))
      if end - start > recordLimit { end = endBeforeLong(bytes, start, end) }
      var lines = TextBytes(rebasing: bytes[start..<end])
      var found = RecordSplitter.count(linesOf: lines)
      while found.records > limit {
        // Forget an oversized line after this piece. It will be found again.
        longLine = nil
        isCutShort = true
        end = start + RecordSplitter.half(ofLines: lines)
        lines = TextBytes(rebasing: bytes[start..<end])
        found = RecordSplitter.count(linesOf: lines)
      }
      return (start, end, found)
    }
    keep(piece, from: end, found: found.records)
    hasFinished = isAtEnd && rest.isEmpty
    piece.start = start
    piece.firstLine = line
    line += found.lines
    piece.end(at: end)
    return found.records
  }

  /// Returns the offset of the first oversized line, or `end` if there is none.
  private mutating func endBeforeLong(_ bytes: TextBytes, _ start: Int, _ end: Int) -> Int {
    var at = start
    var line = line
    while at < end {
      let next = RecordSplitter.endOfLine(in: bytes, from: at)
      if next - at > recordLimit {
        longLine = line
        return at
      }
      at = next + 1
      line += 1
    }
    return end
  }
}

// Reads a stream in pieces of whole records, each with enough behind it to be read the short way.

package import FormworkEngine
internal import FormworkSyntax

/// A piece of a stream with the records in it. Its memory is used again for a later piece: new memory
/// for each took a tenth of a run.
package struct Piece: Sendable {
  /// The bytes of the piece, and behind them some that mean nothing.
  package fileprivate(set) var bytes: [UInt8] = []
  package fileprivate(set) var count = 0
  /// Whether the records have been cut; otherwise each line that is not blank is one.
  package fileprivate(set) var isCut = false
  package fileprivate(set) var records: [RecordSpan] = []
  /// Where the first line begins, if the records have not been cut.
  package fileprivate(set) var start = 0
  package fileprivate(set) var firstLine = 1
  package fileprivate(set) var firstRecord = 1
  /// How much of the stream had been read when the piece was cut.
  package fileprivate(set) var bytesRead = 0

  package init() {}

  /// Hands out its records, with some padding behind them, or its lines.
  func withBytes(_ body: (TextBytes) -> Void) {
    bytes.withUnsafeBufferPointer { all in
      body(TextBytes(rebasing: all[..<(isCut ? count + Padding.count : count)]))
    }
  }

  /// How many bytes it holds, also while it has no use for them.
  var size: Int { bytes.count }

  /// Gives the memory back that one long record took.
  mutating func letGo() { if bytes.count > Piece.keptSize { bytes = [] } }

  /// What is kept for the next piece, which is seldom longer.
  private static let keptSize = 1 << 20

  /// Makes room for so many bytes, whatever they are, and the padding; what one long record took is given
  /// back.
  fileprivate mutating func reserve(_ size: Int) {
    let size = size + Padding.count
    guard bytes.count < size || bytes.count > size * 4 else { return }
    // Let go first, so that there are never two of them.
    bytes = []
    bytes = Array(repeating: 0, count: size)
  }

  /// Takes only so many of the bytes, with zeros behind them.
  fileprivate mutating func end(at count: Int) {
    self.count = count
    for index in count..<(count + Padding.count) { bytes[index] = 0 }
  }
}

/// Bytes that were read and belong to later pieces.
private struct Rest {
  private var bytes: [UInt8] = []
  /// Where those begin that no piece has taken.
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  func copy(_ count: Int, to room: UnsafeMutableRawBufferPointer) {
    bytes.withUnsafeBytes { room.copyMemory(from: .init(rebasing: $0[start..<(start + count)])) }
  }

  /// Gives up the first bytes of a piece that began with those that were left. What the piece has no part of
  /// stays where it is: copying it for each piece would grow with its square.
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
  /// The most records of a piece, so that what is written about a file of tiny records needs no more
  /// memory than that about others.
  static let countLimit = 1 << 14

  private let file: InputFile
  private let pieceSize: Int
  private let recordLimit: Int
  /// Whether records that are lines need not be cut.
  private let leavesLines: Bool
  private var splitter: RecordSplitter
  /// A record that is longer is looked through to its end before it is held: so one that is too long takes no
  /// memory, and any other only as much as it is long.
  private let heldLimit: Int
  /// What was read and belongs to later pieces.
  private var rest = Rest()
  private var isAtEnd = false
  /// Whether the last attempt to read was given up.
  private var hasComeNothing = false
  /// Whether the piece before ended at its most records, so that what is left may have whole ones.
  private var isCutShort = false
  private var hasFinished = false
  private var recordCount = 0
  /// The number of the next line, where lines are not cut.
  private var line = 1
  private var bytesRead = 0
  /// How much of what is left has no whole record.
  private var fruitless = 0
  /// How much of the file behind what is left has been looked at for the end of a record.
  private var ahead = 0
  /// How long the record is with what ends it, once that has been looked for; the rest of it is read at once.
  private var knownLength: Int?
  /// How many bytes are done with.
  private var bytesDone = 0
  /// The line that the header begins on.
  package private(set) var headerLine = 1
  /// The line of a record that is too long, behind those of the piece before.
  private var longLine: Int?

  /// - Parameters:
  ///   - needsRecords: whether records that are lines are to be cut like all others.
  ///   - recordLimit: the longest record, in bytes.
  ///   - heldLimit: how much of a record is held before its length is known.
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
  /// How the records are written, with what the first line says.
  var layout: DataLayout { splitter.layout }
  /// The lines before the header of a table.
  var preamble: [UInt8] { splitter.preamble }
  /// How many rows so far had nothing in them.
  var emptyRows: Int { splitter.emptyRows }

  /// Whether all of the stream is in the pieces so far.
  var isDone: Bool { hasFinished && longLine == nil }

  /// The first row of a table without its line break; nil if there is none.
  package mutating func header() throws(CheckFailure) -> [UInt8]? {
    var piece = Piece()
    guard try read(into: &piece, limit: 1), let span = piece.records.first else { return nil }
    // The row counts as none of the records.
    recordCount = 0
    headerLine = span.line
    if let blank = splitter.blankHeader(firstRowOn: span.line) {
      throw .table([blank], line: splitter.headerLine)
    }
    return Array(piece.bytes[span.lower..<span.upper])
  }

  /// Passes over the lines before the first row of a table without a header.
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

  /// Reads the next piece that has records; false at the end.
  ///
  /// - Parameters:
  ///   - limit: the most records of the piece.
  ///   - isWanted: asked every now and then while nothing comes of a stream; where it says no, false is the
  ///     answer as well, and the piece can be read later.
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

  /// Refuses more lines before the header than are kept.
  private func checkPreamble() throws(CheckFailure) {
    if splitter.preamble.count <= RecordSplitter.preambleLimit { return }
    throw .table([.longPreamble(limit: RecordSplitter.preambleLimit)])
  }

  /// Refuses a record that is longer than the limit, given how much of it there is.
  private func checkLength(_ length: Int) throws(CheckFailure) {
    // With its line break, which may be of two bytes, a record that is just short enough is longer.
    if length <= recordLimit + 1 { return }
    throw .recordTooLong(line: leavesLines ? line : splitter.currentLine, limit: recordLimit)
  }

  /// Looks for the end of the record that all of what is left belongs to; false if nothing came of a stream
  /// while it was wanted.
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

  /// Fills a piece with what is left of the one before and with more of the file.
  private mutating func fill(
    _ piece: inout Piece, while isWanted: () -> Bool
  ) throws(CheckFailure) {
    // A record that is longer than a piece is read in twice as much each time, until its length is known.
    var wanted = knownLength.map { $0 + pieceSize } ?? max(pieceSize, fruitless * 2)
    // Where more is read, there is room for a character of any encoding.
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

  /// Whether a piece has everything that is left of the file.
  private func isLast(_ piece: borrowing Piece) -> Bool { isAtEnd && piece.count >= rest.count }

  /// Keeps what of a piece belongs to later ones.
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
  /// Cuts the records of a piece; returns how many there are.
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

  /// Takes out of a piece what comes from the first record on that is too long.
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
  /// Ends a piece behind its last whole line; returns how many records there are.
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
        // A line behind these that is too long is found again.
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

  /// Where the lines end before the first that is too long, if there is one.
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

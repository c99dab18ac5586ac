// Splits a stream of lines without scanning each of them: finds the end of the last whole line, and the number of
// lines.

extension RecordSplitter {
  /// Returns the end of the line that contains `start`: its line break, or the end of the bytes.
  package static func endOfLine(in bytes: TextBytes, from start: Int) -> Int {
    ByteScan.find(0x0A, in: bytes, from: start)
  }

  /// Returns how many of the first `count` bytes are whole lines, or 0 if there is no line break.
  package static func wholeLines(_ bytes: TextBytes, _ count: Int) -> Int {
    var end = count
    while end > 0, bytes[end - 1] != 0x0A { end -= 1 }
    return end
  }

  /// Returns the size in bytes of about half of the lines, of which there must be at least two.
  package static func half(ofLines bytes: TextBytes) -> Int {
    let half = wholeLines(bytes, bytes.count / 2)
    return half > 0 ? half : endOfLine(in: bytes, from: bytes.count / 2) + 1
  }

  /// Counts the lines and the records. The last line may lack its line break.
  package static func count(linesOf bytes: TextBytes) -> (lines: Int, records: Int) {
    let breaks = ByteScan.countLineBreaks(bytes)
    let isOpen = bytes.last.map { $0 != 0x0A } ?? false
    let lines = breaks.count + (isOpen ? 1 : 0)
    guard breaks.mayHaveBlank || isOpen else { return (lines, lines) }
    var records = 0
    var at = 0
    while at < bytes.count {
      let end = endOfLine(in: bytes, from: at)
      if !isBlank(bytes, at, end) { records += 1 }
      at = end + 1
    }
    return (lines, records)
  }
}

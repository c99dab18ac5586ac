// Cuts a stream of lines without looking at each of them: where the last one ends, and how many there are.

extension RecordSplitter {
  /// The end of the line that a place is in: its line break, or the end of the bytes.
  package static func endOfLine(in bytes: TextBytes, from start: Int) -> Int {
    ByteScan.find(0x0A, in: bytes, from: start)
  }

  /// How many bytes of the first `count` are whole lines; 0 if there is no line break.
  package static func wholeLines(_ bytes: TextBytes, _ count: Int) -> Int {
    var end = count
    while end > 0, bytes[end - 1] != 0x0A { end -= 1 }
    return end
  }

  /// How many bytes about half of the lines take, where there are at least two.
  package static func half(ofLines bytes: TextBytes) -> Int {
    let half = wholeLines(bytes, bytes.count / 2)
    return half > 0 ? half : endOfLine(in: bytes, from: bytes.count / 2) + 1
  }

  /// How many lines and records there are in bytes, the last of which may lack its line break.
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

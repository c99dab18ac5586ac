// The cells of rows as texts, for reading a table that has no form yet.

/// The cells of one row at a time. They are valid until the next row is read.
package final class RowCells {
  @exclusivity(unchecked) package private(set) var texts: [TextBytes] = []
  /// The texts of cells with doubled quotes, after undoubling them.
  private var room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 12)
  private var used = 0

  package init() {}

  deinit { room.deallocate() }

  /// Reads a row, which must have as many cells as the table has columns.
  package func read(_ row: TextBytes, of table: TableReader) throws(MalformedRecord) {
    if let defect = TableReader.firstDefect(row) { throw defect }
    begin(row.count)
    try table.forEachCell(row) { cell, _ in
      texts.append(cell.hasDoubledQuotes ? undoubled(cell.bytes) : cell.bytes)
    }
    guard texts.count == table.columns.count else {
      throw MalformedRecord(.wrongWidth(wanted: table.columns.count, found: texts.count), 0)
    }
  }

  private func begin(_ size: Int) {
    texts.removeAll(keepingCapacity: true)
    used = 0
    if room.count >= size { return }
    room.deallocate()
    room = .allocate(capacity: size)
  }

  private func undoubled(_ bytes: TextBytes) -> TextBytes {
    let start = used
    TableReader.appendUndoubled(bytes) { byte in
      room[used] = byte
      used += 1
    }
    return TextBytes(rebasing: room[start..<used])
  }
}

/// The positions of quoted cells in rows with a stray quote. A later row with a quoted cell at one of these positions
/// continues as the earlier row did. The later row thus has a stray quote, too, and needn't be scanned to its end
/// again. Otherwise, in a table whose quotes are never closed, each line would be scanned through all lines after it.
struct LostCells {
  /// A bit for each byte from `start` on, set if the text of a quoted cell begins there.
  private var marks: [UInt64] = []
  /// The index, in the current bytes, of the byte that the first bit represents.
  private var start = 0
  /// The maximum number of bytes that the marks cover.
  static let reach = 4 << 20

  /// Whether a row with a stray quote had a cell whose text begins at `index`.
  func contains(_ index: Int) -> Bool {
    let bit = index - start
    guard bit >= 0, bit >> 6 < marks.count else { return false }
    return marks[bit >> 6] >> UInt64(bit & 63) & 1 != 0
  }

  /// Adds the cells of a row.
  ///
  /// - Parameters:
  ///   - cells: the offsets of the cells' texts from the beginning of the row.
  ///   - row: the index of the beginning of the row.
  mutating func add(_ cells: [Int], ofRowAt row: Int) {
    // Cells before the row are never looked up again.
    if row - start >= marks.count << 6 { (marks, start) = ([], row) }
    for cell in cells {
      let bit = row + cell - start
      guard bit < LostCells.reach else {
        // Removes the earlier rows if they take more than half of the space, so that this row fits.
        if row - start > LostCells.reach / 2 {
          (marks, start) = ([], row)
          return add(cells, ofRowAt: row)
        }
        return
      }
      while marks.count <= bit >> 6 { marks.append(0) }
      marks[bit >> 6] |= 1 << UInt64(bit & 63)
    }
  }

  /// Adapts the marks to bytes that begin at offset `count` of the current bytes.
  mutating func move(by count: Int) {
    if count - start >= marks.count << 6 { (marks, start) = ([], 0) } else { start -= count }
  }
}

/// The quoted cells of rows that turned out to begin with a stray quote. A later row that comes to one of them goes on
/// as that row did, so it begins with a stray quote, too, and need not be followed to its end again. Without them the
/// lines of a table whose quotes never close would each be followed through all lines behind.
struct LostCells {
  /// A bit for each byte from `start` on, set where a cell begins behind its quote.
  private var marks: [UInt64] = []
  /// The byte that the first bit stands for, in the bytes at hand.
  private var start = 0
  /// Over how many bytes the marks reach at most.
  static let reach = 4 << 20

  /// Whether a row that came to nothing had a cell that begins here.
  func contains(_ index: Int) -> Bool {
    let bit = index - start
    guard bit >= 0, bit >> 6 < marks.count else { return false }
    return marks[bit >> 6] >> UInt64(bit & 63) & 1 != 0
  }

  /// Adds the cells of a row.
  ///
  /// - Parameters:
  ///   - cells: where they begin, from the beginning of the row.
  ///   - row: where the row begins.
  mutating func add(_ cells: [Int], ofRowAt row: Int) {
    // Nothing asks for what lies before the row.
    if row - start >= marks.count << 6 { (marks, start) = ([], row) }
    for cell in cells {
      let bit = row + cell - start
      guard bit < LostCells.reach else {
        // Some of this row's cells have no room behind those of earlier rows.
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

  /// Goes on with bytes that begin behind so many of those at hand.
  mutating func move(by count: Int) {
    if count - start >= marks.count << 6 { (marks, start) = ([], 0) } else { start -= count }
  }
}

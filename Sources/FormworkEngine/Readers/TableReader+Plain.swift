// Reads the usual row in one pass: no doubled quotes, and as many cells as there are columns. The general reader
// (`TableReader+Rows`) reads any other row, and finds what is wrong with it.
//
// Rows are read sixteen bytes at a time, so up to `lookAhead` bytes past the end of the row are loaded. These bytes are
// never used. Columns without a field are skipped by counting delimiters.

/// A column with a field, or the end of the row.
struct ColumnStep: Sendable {
  /// The number of columns without a field directly before this column.
  var passed: Int
  /// The destination of the column, or nil at the end.
  var target: TableReader.Target?
}

extension TableReader {
  /// The steps from each column with a field to the next such column.
  var columnSteps: [ColumnStep] {
    var steps: [ColumnStep] = []
    var passed = 0
    for target in targets {
      if target.level < 0 {
        passed += 1
      } else {
        steps.append(ColumnStep(passed: passed, target: target))
        passed = 0
      }
    }
    return steps + [ColumnStep(passed: passed)]
  }

  /// The number of bytes past the end of a row that `readPlainRow` may load.
  static let lookAhead = 32

  /// Reads `row` if it is a usual one. Only for `Workspace.attempt`, because it may give up after storing values.
  ///
  /// - Parameter row: UTF-8 without NUL. The `lookAhead` bytes past its end must be readable.
  /// - Returns: whether the whole row was read.
  func readPlainRow(_ row: TextBytes, into workspace: Workspace) -> Bool {
    guard let start = UnsafeRawPointer(row.baseAddress) else { return false }
    let scan = CellScan(end: start + row.count, delimiter)
    let plan = workspace.plan
    var place = LevelPlace(0, workspace)
    // The marks of a row don't cover records inside the row, so these count as left to the evaluator.
    var hasLeft = chains.count > 1
    var at = start
    for step in steps {
      if step.passed > 0 {
        guard let next = scan.pass(step.passed, from: at) else { return false }
        at = next
      }
      guard let target = step.target else { break }
      guard let cell = scan.cell(at) else { return false }
      if cell.count > 0 {
        if target.level != place.level {
          place.keepMarks(workspace)
          place = LevelPlace(target.level, workspace)
        }
        let value = Value(
          .text, flags: cell.isASCII ? 0 : Value.isBeyondASCII,
          extra: UInt32(truncatingIfNeeded: at - start),
          low: UInt64(UInt(bitPattern: cell.place)), high: UInt64(truncatingIfNeeded: cell.count))
        place.slots[target.input] = value
        let key = place.keys + target.key
        plan.storeCell(cell.place, cell.count, value, key, place.slots, &place.marks)
        hasLeft = hasLeft || place.marks.typed & key.pointee.direct.bit == 0
      }
      at = cell.next
    }
    place.keepMarks(workspace)
    workspace.stores[0].marks[0].hasLeft = hasLeft
    // Nothing may follow the last cell, not even a delimiter.
    return at == scan.end + 1
  }
}

/// The first frame of a level, where cells are stored.
private struct LevelPlace {
  let level: Int
  let slots: UnsafeMutablePointer<Value>
  let keys: UnsafePointer<KeyEntry>
  var marks: FrameMarks

  @inline(__always)
  init(_ level: Int, _ workspace: Workspace) {
    let plan = workspace.plan
    self.level = level
    slots = workspace.stores[level].inputs(0)
    keys = plan.pointee.keys.baseAddress.unsafelyUnwrapped + plan.pointee.levels[level].firstKey
    marks = workspace.stores[level].marks[0]
  }

  @inline(__always)
  func keepMarks(_ workspace: Workspace) { workspace.stores[level].marks[0] = marks }
}

/// Finds the cells of a row.
private struct CellScan {
  let end: UnsafeRawPointer
  private let delimiterByte: UInt8
  private let delimiter: SIMD16<UInt8>
  private let quote = SIMD16<UInt8>(repeating: UInt8(ascii: "\""))

  init(end: UnsafeRawPointer, _ delimiter: UInt8) {
    self.end = end
    delimiterByte = delimiter
    self.delimiter = SIMD16(repeating: delimiter)
  }

  /// A cell, without its quotes.
  struct Cell {
    var place: UnsafeRawPointer
    var count: Int
    /// The position after the cell's delimiter, or one past the end of the row.
    var next: UnsafeRawPointer

    /// Whether the cell is ASCII. Reads sixteen bytes even if the cell is shorter.
    @inline(__always)
    var isASCII: Bool {
      if count <= 16 {
        return ByteScan.isASCII(place.loadUnaligned(as: SIMD16<UInt8>.self), upTo: count)
      }
      return TextBytes(start: place.assumingMemoryBound(to: UInt8.self), count: count).isASCII
    }
  }

  /// Returns the cell at `place`, or nil if there is none or it isn't plain.
  @inline(__always)
  func cell(_ place: UnsafeRawPointer) -> Cell? {
    if place >= end { return place == end ? Cell(place: end, count: 0, next: end + 1) : nil }
    if place.byte(0) == UInt8(ascii: "\"") { return quotedCell(place + 1) }
    let stop = first(from: place) { ($0 .== delimiter) .| ($0 .== quote) }
    if stop < end, stop.byte(0) == UInt8(ascii: "\""), stop.byte(0) != delimiterByte { return nil }
    return Cell(place: place, count: stop - place, next: stop + 1)
  }

  /// Returns the cell whose text begins at `text`, after its quote.
  @inline(__always)
  private func quotedCell(_ text: UnsafeRawPointer) -> Cell? {
    let stop = first(from: text) { $0 .== quote }
    // The quote closes the cell if a delimiter or the end of the row follows.
    let next = stop + 1
    guard stop < end, next == end || next.byte(0) == delimiterByte else { return nil }
    return Cell(place: text, count: stop - text, next: next + 1)
  }

  /// Returns the first marked position from `place` on, or the end of the row.
  @inline(__always)
  private func first(
    from place: UnsafeRawPointer, _ mark: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> UnsafeRawPointer {
    var at = place
    while at < end {
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      if let stop = ByteScan.first(mark(block)) { return min(at + stop, end) }
      at += 16
    }
    return end
  }

  /// Returns the position after `count` cells, or nil if there are fewer or one isn't plain.
  func pass(_ count: Int, from place: UnsafeRawPointer) -> UnsafeRawPointer? {
    var left = count
    var at = place
    while at < end {
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      var delimiters = ByteScan.marks(block .== delimiter)
      let quotes = ByteScan.marks(block .== quote)
      // The last cell of the row has no delimiter after it, so the end of the row counts as one.
      if at + 16 > end { delimiters |= ByteScan.mark(end - at) }
      let found = ByteScan.markCount(delimiters)
      if found < left {
        if quotes != 0 { return passEach(count, from: place) }
        left &-= found
        at += 16
        continue
      }
      while left > 1 {
        delimiters &= delimiters &- 1
        left &-= 1
      }
      let first = delimiters & (0 &- delimiters)
      if quotes & (first &- 1) != 0 { return passEach(count, from: place) }
      let next = at + first.trailingZeroBitCount &>> 2 + 1
      return next <= end + 1 ? next : nil
    }
    return passEach(count, from: place)
  }

  @inline(never)
  private func passEach(_ count: Int, from place: UnsafeRawPointer) -> UnsafeRawPointer? {
    var at = place
    for _ in 0..<count {
      guard let cell = cell(at) else { return nil }
      at = cell.next
    }
    return at
  }
}

// The results of columns' tests before any row is read as a record. Each cell has a bit, which is set if the value
// certainly obeys its field's rules. A row is valid if all its cells obey their rules, and if an earlier valid row has
// the same marks.

/// Bits of the cells of one column. The first row is the lowest bit of the first word.
struct CellBits {
  /// The cells that have a value.
  let there: UnsafeMutablePointer<UInt64>
  /// The cells whose value certainly obeys its field's rules. Undefined for cells without a value.
  let settled: UnsafeMutablePointer<UInt64>
  /// The cells whose value is true, or one of the field's `branchValues`.
  let truths: UnsafeMutablePointer<UInt64>

  /// - Parameter memory: three times `wordCount` words.
  init(_ memory: UnsafeMutablePointer<UInt64>, wordCount: Int) {
    there = memory
    settled = memory + wordCount
    truths = memory + 2 * wordCount
  }

  /// Returns the number of words that the bits of `rows` rows take.
  @inline(__always)
  static func wordCount(_ rows: Int) -> Int { (rows &+ 63) &>> 6 }

  /// Returns a mask of the bits that a word uses, if there are `rows` rows in total.
  @inline(__always)
  static func all(_ word: Int, of rows: Int) -> UInt64 {
    let count = rows &- word &* 64
    return count >= 64 ? .max : 1 &<< UInt64(truncatingIfNeeded: count) &- 1
  }
}

/// The bits of some rows of a batch. They belong to one thread.
package final class ColumnMarks {
  /// The maximum number of rows that are marked at a time.
  package static let rowCount = 1_024
  private static let wordCount = CellBits.wordCount(rowCount)

  /// The number of marked rows.
  fileprivate let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  /// `settled` has the rows whose cells all certainly obey their rules. `right` has the certainly valid rows.
  fileprivate let settled = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
  fileprivate let right = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
  /// The bits of the cells, column after column.
  private var cells: [CellBits] = []
  private var memory: UnsafeMutablePointer<UInt64>?
  /// The bits of a single cell.
  fileprivate let one = CellBits(.allocate(capacity: 3), wordCount: 1)
  /// A frame for values that are stored only to be tested.
  let slots: UnsafeMutablePointer<Value>
  /// A buffer for copies of texts of up to `shortCount` bytes, if the bytes past their end aren't readable.
  private let room = UnsafeMutableRawPointer.allocate(
    byteCount: shortCount + ScratchArena.slack, alignment: 16)
  private static let shortCount = 256

  package init(_ evaluator: Evaluator) {
    let count = evaluator.workspace.stores[0].slotCount
    slots = .allocate(capacity: count)
    slots.initialize(repeating: .blank, count: count)
    let size = ColumnMarks.shortCount + ScratchArena.slack
    room.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  deinit {
    count.deallocate()
    settled.deallocate()
    right.deallocate()
    memory?.deallocate()
    one.there.deallocate()
    slots.deallocate()
    room.deallocate()
  }

  /// Returns the bits of the cells of `columnCount` columns.
  fileprivate func cells(_ columnCount: Int) -> [CellBits] {
    if cells.count < columnCount {
      memory?.deallocate()
      let size = 3 * ColumnMarks.wordCount
      let start = UnsafeMutablePointer<UInt64>.allocate(capacity: columnCount * size)
      start.initialize(repeating: 0, count: columnCount * size)
      memory = start
      cells = (0..<columnCount).map {
        CellBits(start + $0 * size, wordCount: ColumnMarks.wordCount)
      }
    }
    return cells
  }

  /// Returns the start of the text, or of a copy, so that the bytes past the end are readable. Returns nil if the text
  /// is too long to copy. Valid until the next call.
  @inline(__always)
  func padded(_ text: TextBytes, _ isPadded: Bool) -> UnsafeRawPointer? {
    guard let start = UnsafeRawPointer(text.baseAddress) else { return nil }
    if isPadded { return start }
    if text.count > ColumnMarks.shortCount { return nil }
    room.copyMemory(from: start, byteCount: text.count)
    return UnsafeRawPointer(room)
  }

  /// Returns the first row from `row` on that isn't known to be valid, or the number of rows. Rows are counted from the
  /// first marked row.
  package func firstLeft(from row: Int) -> Int {
    let count = count.pointee
    var word = row &>> 6
    var left = row < count ? ~right[word] & UInt64.max &<< UInt64(row & 63) : 0
    while left == 0 {
      word &+= 1
      if word &<< 6 >= count { return count }
      left = ~right[word]
    }
    return min(count, word &<< 6 &+ left.trailingZeroBitCount)
  }
}

extension Evaluator {
  /// Marks rows of a batch. Returns false if marks can't show that its rows are valid.
  ///
  /// - Parameter rows: at most `ColumnMarks.rowCount`.
  package func mark(_ rows: Range<Int>, of batch: ColumnBatch, in block: ColumnMarks) -> Bool {
    guard isKnowable, !state.pointee.isCollecting, batch.isTestable else { return false }
    block.count.pointee = rows.count
    let cells = block.cells(batch.bound.count)
    let wordCount = CellBits.wordCount(rows.count)
    for word in 0..<wordCount { block.settled[word] = CellBits.all(word, of: rows.count) }
    let rows = (batch.offset + rows.lowerBound)..<(batch.offset + rows.upperBound)
    for number in batch.bound.indices {
      let own = cells[number]
      let isKept = mark(rows, number, of: batch, block, own)
      for word in 0..<wordCount {
        block.settled[word] &= isKept ? ~own.there[word] | own.settled[word] : ~own.there[word]
      }
    }
    findRight(from: 0, of: batch, block, cells)
    return true
  }

  /// Tests a column. Returns false if its field has no fast path.
  private func mark(
    _ rows: Range<Int>, _ number: Int, of batch: ColumnBatch, _ block: ColumnMarks,
    _ cells: CellBits
  ) -> Bool {
    let bound = batch.bound[number]
    guard let entry = bound.entry else { return false }
    let column = bound.column.pointee
    column.findThere(rows, into: cells.there)
    guard let meant = column.meant else {
      if entry.pointee.direct.bit == 0 { return false }
      column.test(rows, planPointer, entry, block, cells)
      return true
    }
    // If a dictionary has no more values than the batch has rows, each value is tested once.
    if meant.count <= batch.count {
      let known = batch.dictionaries[number] ?? test(meant, entry, number, of: batch, block)
      column.takeOver(rows, cells) { row in
        (known.there.bit(row), known.settled.bit(row), known.truths.bit(row))
      }
    } else {
      let one = block.one
      column.takeOver(rows, cells) { row in
        meant.findThere(row..<(row + 1), into: one.there)
        if one.there[0] != 0, entry.pointee.direct.bit != 0 {
          meant.test(row..<(row + 1), planPointer, entry, block, one)
        }
        return (one.there.bit(0), one.settled.bit(0), one.truths.bit(0))
      }
    }
    return entry.pointee.direct.bit != 0
  }

  /// Tests all values of a dictionary.
  private func test(
    _ meant: Column, _ entry: UnsafePointer<KeyEntry>, _ number: Int, of batch: ColumnBatch,
    _ block: ColumnMarks
  ) -> CellBits {
    let wordCount = CellBits.wordCount(meant.count)
    let memory = batch.memory.reserveWords(3 * wordCount)
    let known = CellBits(memory, wordCount: wordCount)
    meant.findThere(0..<meant.count, into: known.there)
    if entry.pointee.direct.bit != 0 {
      meant.test(0..<meant.count, planPointer, entry, block, known)
    }
    batch.dictionaries[number] = known
    return known
  }

  /// Determines which of the settled rows have the marks of a valid row. Looks up rows of a word together if they have
  /// values in the same columns and the same branches in force.
  ///
  /// - Parameter first: the first word to process.
  private func findRight(
    from first: Int, of batch: ColumnBatch, _ block: ColumnMarks, _ cells: [CellBits]
  ) {
    for word in first..<CellBits.wordCount(block.count.pointee) {
      var left = block.settled[word]
      var right: UInt64 = 0
      while left != 0 {
        let (marks, same) = pattern(ofRow: left.trailingZeroBitCount, word, of: batch, cells)
        if workspace.stores[0].known.number(of: marks) >= 0 { right |= same & left }
        left &= ~same
      }
      block.right[word] = right
    }
  }

  /// Returns the marks of a settled row of a word. `same` has a bit for each row of the word that, if settled, has the
  /// same marks.
  private func pattern(
    ofRow row: Int, _ word: Int, of batch: ColumnBatch, _ cells: [CellBits]
  ) -> (marks: FrameMarks, same: UInt64) {
    var marks = FrameMarks.begun
    var same = UInt64.max
    for number in batch.bound.indices {
      guard let entry = batch.bound[number].entry else { continue }
      let there = cells[number].there[word]
      let isThere = there &>> UInt64(row) & 1
      same &= there ^ (isThere &- 1)
      marks.typed |= entry.pointee.direct.bit & (0 &- isThere)
      let branch = entry.pointee.direct.branchBit
      if branch == 0 { continue }
      let truths = cells[number].truths[word] & there
      let isTrue = truths &>> UInt64(row) & 1
      same &= truths ^ (isTrue &- 1)
      marks.truths |= branch & (0 &- isTrue)
    }
    marks.settled = marks.typed
    return (marks, same)
  }

  /// After a row was found valid, marks the later rows with the same marks as valid.
  ///
  /// - Parameter row: counted from the first marked row.
  package func learn(_ row: Int, of batch: ColumnBatch, in block: ColumnMarks) {
    if !block.settled.bit(row) { return }
    let cells = block.cells(batch.bound.count)
    let known = pattern(ofRow: row & 63, row &>> 6, of: batch, cells).marks
    guard workspace.stores[0].known.number(of: known) >= 0 else { return }
    findRight(from: row &>> 6, of: batch, block, cells)
  }
}

extension UnsafeMutablePointer where Pointee == UInt64 {
  /// Returns the bit with this number, counted across the words.
  @inline(__always)
  func bit(_ number: Int) -> Bool { self[number &>> 6] &>> UInt64(number & 63) & 1 == 1 }
}

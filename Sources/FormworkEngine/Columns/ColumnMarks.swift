// What columns say of rows before any of them is read as a record: which of their cells surely keep the rules of their
// fields, a bit for each row. A row all of whose cells do, and which has the marks of one that was right, is right.

/// Bits of the cells of one column, the first row lowest in the first word.
struct CellBits {
  /// The cells that have a value.
  let there: UnsafeMutablePointer<UInt64>
  /// Those whose value surely keeps its field's rules. What stands here of other cells means nothing.
  let settled: UnsafeMutablePointer<UInt64>
  /// Those for which the branch is in force that depends on the field.
  let truths: UnsafeMutablePointer<UInt64>

  /// - Parameter memory: three times as many words.
  init(_ memory: UnsafeMutablePointer<UInt64>, wordCount: Int) {
    there = memory
    settled = memory + wordCount
    truths = memory + 2 * wordCount
  }

  /// How many words have the bits of so many rows.
  @inline(__always)
  static func wordCount(_ rows: Int) -> Int { (rows &+ 63) &>> 6 }

  /// The bits of the rows that a word has.
  @inline(__always)
  static func all(_ word: Int, of rows: Int) -> UInt64 {
    let count = rows &- word &* 64
    return count >= 64 ? .max : 1 &<< UInt64(truncatingIfNeeded: count) &- 1
  }
}

/// The bits of some rows of a batch. Owned by one thread.
package final class ColumnMarks {
  /// How many rows are marked at a time.
  package static let rowCount = 1_024
  private static let wordCount = CellBits.wordCount(rowCount)

  /// How many rows are marked.
  fileprivate let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  /// The rows all of whose cells surely keep their rules, and those of them that are right.
  fileprivate let settled = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
  fileprivate let right = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
  /// Those of the cells, one column behind the other.
  private var cells: [CellBits] = []
  private var memory: UnsafeMutablePointer<UInt64>?
  /// Those of a single cell.
  fileprivate let one = CellBits(.allocate(capacity: 3), wordCount: 1)
  /// A frame for values that nobody looks at again.
  let slots: UnsafeMutablePointer<Value>
  /// Texts behind which nothing may be looked at, up to `shortCount` bytes, while they are tested.
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

  /// The bits of so many columns.
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

  /// A text with bytes behind it that may be looked at, until the next one is asked for; nil if it is long.
  @inline(__always)
  func padded(_ text: TextBytes, _ isPadded: Bool) -> UnsafeRawPointer? {
    guard let start = UnsafeRawPointer(text.baseAddress) else { return nil }
    if isPadded { return start }
    if text.count > ColumnMarks.shortCount { return nil }
    room.copyMemory(from: start, byteCount: text.count)
    return UnsafeRawPointer(room)
  }

  /// The first row from one on that is not known to be right, or the number of the rows; counted from the first one that
  /// was marked.
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
  /// Marks rows of a batch; false if marks decide nothing in this program.
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

  /// Tests a column; false if its field has no short way.
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
    // Each value of a dictionary is tested once if there are fewer of them than rows of the batch.
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

  /// Finds which of the settled rows have the marks of one that was right. Rows of one word that have values in the same
  /// columns, and the same branches in force, are looked up together.
  ///
  /// - Parameter first: the first word that is looked at.
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

  /// The marks of a settled row of a word, and the rows of the word that have the same if they are settled.
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

  /// Takes rows for right that are like one that was found right, behind that one.
  ///
  /// - Parameter row: counted from the first one that was marked.
  package func learn(_ row: Int, of batch: ColumnBatch, in block: ColumnMarks) {
    if !block.settled.bit(row) { return }
    let cells = block.cells(batch.bound.count)
    let known = pattern(ofRow: row & 63, row &>> 6, of: batch, cells).marks
    guard workspace.stores[0].known.number(of: known) >= 0 else { return }
    findRight(from: row &>> 6, of: batch, block, cells)
  }
}

extension UnsafeMutablePointer where Pointee == UInt64 {
  /// A bit of some words.
  @inline(__always)
  func bit(_ number: Int) -> Bool { self[number &>> 6] &>> UInt64(number & 63) & 1 == 1 }
}

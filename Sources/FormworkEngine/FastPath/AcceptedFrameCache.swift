// Marks of frames that were found right. In a level where everything depends on the marks alone, a frame with
// the same marks is right, too, and needs neither filling nor judging.

/// Marks of right frames of a level in which everything depends on them. Where two want the same
/// place, the later one gets it.
struct AcceptedFrameCache {
  static let count = 64

  /// A frame that was found right.
  struct Entry {
    /// All of these are settled, too.
    fileprivate var typed: UInt64
    fileprivate var truths: UInt64
    /// The values of cells that no reader gives theirs: branches in force, and what stands in for what is
    /// blank. They are constants.
    fileprivate var fills: UnsafeMutablePointer<Fill>?
    fileprivate var fillCount: Int
  }

  fileprivate struct Fill {
    var cell: Int
    var value: Value
  }

  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: AcceptedFrameCache.count)
  /// How many more are learned: where frames have ever other marks, learning them takes longer than it
  /// saves.
  private var learnable = 256

  init() {
    // What is true is always typed, so nothing is like this.
    let none = Entry(typed: 0, truths: .max, fills: nil, fillCount: 0)
    entries.initialize(repeating: none, count: AcceptedFrameCache.count)
  }

  func deallocate() {
    for number in 0..<AcceptedFrameCache.count { entries[number].fills?.deallocate() }
    entries.deallocate()
  }

  /// The number of known marks of a frame that was read whole; -1 of others.
  @inline(__always)
  func number(of marks: FrameMarks) -> Int {
    let number = place(of: marks)
    let entry = entries + number
    let isKnown =
      entry.pointee.typed == marks.typed && entry.pointee.truths == marks.truths
      && marks.settled == marks.typed && !marks.hasLeft
    return isKnown ? number : -1
  }

  /// Notes the marks of a frame that was read whole and found right.
  ///
  /// - Parameter cells: those of the frame, filled.
  mutating func add(_ marks: FrameMarks, _ cells: UnsafeBufferPointer<Value>) {
    if learnable == 0 { return }
    learnable -= 1
    let number = place(of: marks)
    entries[number].fills?.deallocate()
    // A value that a reader gave is taken back where its branch is not in force.
    let fills = cells.enumerated()
      .filter { ($1.kind == .blank) == ($0 < 64 && marks.typed & 1 << UInt64($0) != 0) }
      .map { Fill(cell: $0, value: $1) }
    let memory = UnsafeMutablePointer<Fill>.allocate(capacity: max(1, fills.count))
    for (index, fill) in fills.enumerated() { (memory + index).initialize(to: fill) }
    entries[number] = Entry(
      typed: marks.typed, truths: marks.truths, fills: memory, fillCount: fills.count)
  }

  /// Gives the cells of a frame with known marks the values that no reader gave them.
  @inline(__always)
  func fill(_ cells: UnsafeMutablePointer<Value>, _ number: Int) {
    let entry = entries + number
    guard let fills = entry.pointee.fills else { return }
    for index in 0..<entry.pointee.fillCount {
      cells[fills[index].cell] = fills[index].value
    }
  }

  @inline(__always)
  private func place(of marks: FrameMarks) -> Int {
    let mixed = (marks.typed &+ marks.truths &* 3) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 58)
  }
}

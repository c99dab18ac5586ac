// The marks of frames that were found valid. In a level where the marks alone decide, any frame with the same marks is
// valid, too, and needs neither filling nor judging.

/// A cache of the marks of valid frames, for a level in which the marks alone decide. New marks replace older ones in
/// the same slot.
struct AcceptedFrameCache {
  static let count = 64

  /// The marks of a valid frame.
  struct Entry {
    /// The bits of the typed cells, which are also the settled ones.
    fileprivate var typed: UInt64
    fileprivate var truths: UInt64
    /// The cells whose values don't come from a reader, such as the cells of branches in force and of blank fields with
    /// a default. The values are constants.
    fileprivate var fills: UnsafeMutablePointer<Fill>?
    fileprivate var fillCount: Int
  }

  fileprivate struct Fill {
    var cell: Int
    var value: Value
  }

  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: AcceptedFrameCache.count)
  /// The number of marks that may still be added. If the marks of most frames are new, adding marks costs more time
  /// than it saves.
  private var learnable = 256

  init() {
    // Impossible marks, because a cell in `truths` is always typed.
    let none = Entry(typed: 0, truths: .max, fills: nil, fillCount: 0)
    entries.initialize(repeating: none, count: AcceptedFrameCache.count)
  }

  func deallocate() {
    for number in 0..<AcceptedFrameCache.count { entries[number].fills?.deallocate() }
    entries.deallocate()
  }

  /// Returns the index of the entry with these marks. Returns -1 if no entry has them, or the frame wasn't read
  /// completely.
  @inline(__always)
  func number(of marks: FrameMarks) -> Int {
    let number = place(of: marks)
    let entry = entries + number
    let isKnown =
      entry.pointee.typed == marks.typed && entry.pointee.truths == marks.truths
      && marks.settled == marks.typed && !marks.hasLeft
    return isKnown ? number : -1
  }

  /// Adds the marks of a frame that was read completely and found valid.
  ///
  /// - Parameter cells: the cells of the frame, after filling.
  mutating func add(_ marks: FrameMarks, _ cells: UnsafeBufferPointer<Value>) {
    if learnable == 0 { return }
    learnable -= 1
    let number = place(of: marks)
    entries[number].fills?.deallocate()
    // Includes cells that are blank because their branch isn't in force, although a reader had set their value.
    let fills = cells.enumerated()
      .filter { ($1.kind == .blank) == ($0 < 64 && marks.typed & 1 << UInt64($0) != 0) }
      .map { Fill(cell: $0, value: $1) }
    let memory = UnsafeMutablePointer<Fill>.allocate(capacity: max(1, fills.count))
    for (index, fill) in fills.enumerated() { (memory + index).initialize(to: fill) }
    entries[number] = Entry(
      typed: marks.typed, truths: marks.truths, fills: memory, fillCount: fills.count)
  }

  /// Completes a frame with known marks by setting the cells that no reader sets.
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

// Evaluating lines of JSON one after another. Most lines of most files are plain and right: these are
// read, filled and found right in one loop that looks for no line's end beforehand and starts nothing
// anew for the next line. The first of which something is to be said ends the run, and is then read on
// from where it stands.

/// What a run over lines came to.
package struct LineRun {
  /// How many lines were passed of which nothing is to be said.
  package fileprivate(set) var passed = 0
  /// Where the next line begins; the count of the bytes, if there is none.
  package fileprivate(set) var next: Int
}

/// How far the line is at which a run ended.
enum LineProgress {
  /// Nothing of it has been read.
  case none
  /// Its members are read up to an offset, where a key, of that number, was expected.
  case read(JSONReader.PlainEnd, offset: Int, key: Int)
  /// It has been evaluated.
  case evaluated
}

extension Evaluator {
  /// Evaluates lines as long as nothing is to be said of them.
  ///
  /// - Parameters:
  ///   - bytes: whole lines; what lies behind them is as `Padding` wants it.
  ///   - start: where the first line begins.
  ///   - isTold: whether something is to be written about every line. Then the run also ends at a line of
  ///     which nothing is to be said, unless it is like an earlier one.
  ///   - tell: called for every line that is passed, if they are to be told, with the number of the marks
  ///     that it has; the cells of what was read have their values.
  package func passLines(
    _ bytes: TextBytes, from start: Int, isTold: Bool = false, tell: (Int) -> Void = { _ in }
  ) -> LineRun {
    state.pointee.progress = .none
    state.pointee.learned = nil
    guard let base = UnsafeRawPointer(bytes.baseAddress), start < bytes.count else {
      return LineRun(next: bytes.count)
    }
    let level = plan.levels.baseAddress.unsafelyUnwrapped
    let keys = plan.keys.baseAddress.unsafelyUnwrapped + level.pointee.firstKey
    let endKey = keys + level.pointee.keyCount
    let isKnowable = level.pointee.hangsOnMarksAlone && areMarksEnoughForAll
    var run = LineRun(next: start)
    var at = base + start
    var isFresh = false
    // A zero ends the bytes.
    while at.byte(0) == UInt8(ascii: "{") {
      if isFresh { workspace.stores[0].clearFirstFrame() } else { workspace.reset() }
      isFresh = true
      var cursor = PlainCursor(at: at + 1, key: keys)
      let end = planPointer.passPlainMembers(
        &cursor, upTo: endKey, workspace.stores[0].inputs(0), origin: 0 &- Int(bitPattern: at))
      guard end == .end, cursor.at.byte(0) == 0x0A else {
        workspace.stores[0].marks[0] = cursor.marks
        state.pointee.progress = .read(end, offset: cursor.at - at, key: cursor.key - keys)
        break
      }
      let known = isKnowable ? knownMarks.number(of: cursor.marks) : -1
      if known >= 0 {
        if isTold { tell(known) }
      } else {
        isFresh = false
        workspace.stores[0].marks[0] = cursor.marks
        state.pointee.begin(
          TextBytes(start: at.assumingMemoryBound(to: UInt8.self), count: cursor.at - at))
        self.run()
        if isKnowable, isSpotless, !cursor.marks.hasLeft,
          cursor.marks.typed == cursor.marks.settled
        {
          state.pointee.learned = knownMarks.add(cursor.marks)
        }
        if isTold || !isSpotless {
          state.pointee.progress = .evaluated
          break
        }
      }
      run.passed &+= 1
      at = cursor.at + 1
    }
    run.next = at - base
    return run
  }

  /// Evaluates the line that the last run ended at.
  ///
  /// - Throws: if the line cannot be read; nothing is evaluated then.
  package func evaluate(line bytes: TextBytes) throws(MalformedRecord) {
    switch state.pointee.progress {
    case .none: try evaluate(json: bytes, isPadded: true)
    case .evaluated: break
    case .read(let end, let offset, let key):
      state.pointee.begin(bytes)
      try JSONReader.readOn(bytes, from: offset, after: end, key: key, into: workspace)
      run()
    }
  }
}

extension Evaluator {
  /// The number of the marks of the line that the last run ended at, if lines like it will be passed.
  package var learnedMarks: Int? { state.pointee.learned }

  /// How many marks there can be; their numbers are below.
  package static var knownMarksLimit: Int { KnownMarks.count }
}

/// Marks of records that were found right, for a form in which everything hangs on them alone. Few forms
/// have more than a handful; where two want the same place, the later one gets it.
struct KnownMarks {
  fileprivate static let count = 8

  private let entries = UnsafeMutablePointer<FrameMarks>.allocate(capacity: KnownMarks.count)

  init() {
    // What is settled is always typed, so nothing is like this.
    entries.initialize(repeating: FrameMarks(typed: 0, settled: .max), count: KnownMarks.count)
  }

  func deallocate() { entries.deallocate() }

  /// The number of known marks; -1 of others.
  @inline(__always)
  fileprivate func number(of marks: FrameMarks) -> Int {
    let number = place(of: marks)
    let entry = entries + number
    let isKnown =
      entry.pointee.typed == marks.typed && entry.pointee.settled == marks.settled
      && entry.pointee.truths == marks.truths && !marks.hasLeft
    return isKnown ? number : -1
  }

  fileprivate func add(_ marks: FrameMarks) -> Int {
    let number = place(of: marks)
    entries[number] = marks
    return number
  }

  @inline(__always)
  private func place(of marks: FrameMarks) -> Int {
    let mixed = (marks.typed &+ marks.truths &* 3) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 61)
  }
}

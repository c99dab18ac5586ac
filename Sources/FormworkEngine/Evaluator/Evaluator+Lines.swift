// Evaluating lines of JSON one after another. Most lines of most files are plain and right: these are
// read, filled and found right in one loop that looks for no line's end beforehand and starts nothing
// anew for the next line. The first line with a problem ends the run, and is then read on from where it
// stands.

/// What a run over lines came to.
package struct LineRun {
  /// How many lines without problems were passed.
  package fileprivate(set) var passed = 0
  /// Where the next line begins; the count of the bytes, if there is none.
  package fileprivate(set) var next: Int
  /// Where that line ends, if the run came so far.
  package fileprivate(set) var end: Int?

  fileprivate init(next: Int) { self.next = next }
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
  /// Evaluates lines as long as they have no problems.
  ///
  /// - Parameters:
  ///   - bytes: whole lines; what lies behind them is as `Padding` wants it.
  ///   - start: where the first line begins.
  ///   - isTold: whether something is written about every line. Then the run also ends at a line without
  ///     problems, unless its marks are in the cache.
  ///   - tell: called for every line that is passed, if `isTold`, with the number of its marks; the cells of what
  ///     was read have their values.
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
    let isKnowable = isKnowable
    let slots = workspace.stores[0].inputs(0)
    var run = LineRun(next: start)
    var at = base + start
    forgetLine()
    // A zero ends the bytes.
    while at.byte(0) == UInt8(ascii: "{") {
      var cursor = PlainCursor(at: at + 1, key: keys)
      let end = planPointer.passPlainMembers(
        &cursor, upTo: endKey, slots, workspace.stores, 0, origin: 0 &- Int(bitPattern: at),
        areNew: true)
      let lineEnd = cursor.at.byte(0) == 0x0D ? cursor.at + 1 : cursor.at
      guard end == .end, lineEnd.byte(0) == 0x0A else {
        forgetOthers(cursor, endKey)
        cursor.marks.hasLeft = true
        workspace.stores[0].marks[0] = cursor.marks
        state.pointee.progress = .read(end, offset: cursor.at - at, key: cursor.key - keys)
        break
      }
      let known = isKnowable ? workspace.stores[0].known.number(of: cursor.marks) : -1
      if known >= 0 {
        // What this line leaves behind is written over, or made blank where it is looked at.
        if isTold { tell(known) }
        workspace.resetInnerLevels()
      } else {
        forgetOthers(cursor, endKey)
        evaluate(
          TextBytes(start: at.assumingMemoryBound(to: UInt8.self), count: lineEnd - at),
          cursor.marks)
        if isTold || !isSpotless || hasTooManySteps {
          run.end = lineEnd - base
          break
        }
        forgetLine()
      }
      run.passed &+= 1
      at = lineEnd + 1
    }
    run.next = at - base
    return run
  }

  /// Whether what is known of one line holds for all with the same marks.
  private var isKnowable: Bool { plan.levels[0].dependsOnMarksAlone && areMarksEnoughForAll }

  /// Makes everything ready for the next line.
  @inline(never)
  private func forgetLine() {
    workspace.resetAroundFrame()
    state.pointee.progress = .none
    state.pointee.learned = nil
  }

  /// Makes blank what lines before may have left in the frame: the inputs of the keys from one on, and the
  /// cells that have no value yet.
  @inline(never)
  private func forgetOthers(_ cursor: PlainCursor, _ endKey: UnsafePointer<KeyEntry>) {
    let store = workspace.stores[0]
    var key = cursor.key
    while key < endKey {
      store.inputs(0)[key.pointee.input] = .blank
      key += 1
    }
    for cell in 0..<(store.slotCount &- store.inputCount)
    where cell >= 64 || cursor.marks.typed & 1 &<< UInt64(cell) == 0 {
      store.cells(0)[cell] = .blank
    }
  }

  /// Evaluates a line that has been read, and learns its marks, if it may.
  @inline(never)
  private func evaluate(_ line: TextBytes, _ marks: FrameMarks) {
    workspace.stores[0].marks[0] = marks
    state.pointee.begin(line)
    runThrough()
    state.pointee.progress = .evaluated
    if isKnowable, isSpotless, !hasTooManySteps, !marks.hasLeft, marks.typed == marks.settled {
      state.pointee.learned = workspace.stores[0].known.add(marks)
    }
  }

  /// Evaluates the line that the last run ended at.
  ///
  /// - Throws: if the line cannot be read; nothing is evaluated then.
  package func evaluate(line bytes: TextBytes) throws(MalformedRecord) {
    switch state.pointee.progress {
    case .none: try evaluate(json: bytes, isPadded: true)
    case .evaluated: try checkSteps()
    case .read(let end, let offset, let key):
      state.pointee.begin(bytes)
      try JSONReader.readOn(bytes, from: offset, after: end, key: key, into: workspace)
      try run()
    }
  }
}

extension Evaluator {
  /// The number of the marks of the line that the last run ended at, if lines like it will be passed.
  package var learnedMarks: Int? { state.pointee.learned }

  /// How many marks there can be; their numbers are below.
  package static var knownMarksLimit: Int { AcceptedFrameCache.count }
}

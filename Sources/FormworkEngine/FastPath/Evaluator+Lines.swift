// Evaluating lines of JSON one after another. Most lines of most files are right, and most of these are like an
// earlier one: they are read and found right in one loop that looks for no line's end beforehand. A line of which
// something has to be said ends the run.

/// What a run over lines came to.
package struct LineRun {
  /// How many lines without problems were passed.
  package fileprivate(set) var passed = 0
  /// Where the line begins that ended the run, which has been evaluated, and where it ends; the count of the bytes
  /// for both, if there is none.
  package fileprivate(set) var next: Int
  package fileprivate(set) var end: Int
  /// Why the line could not be evaluated.
  package fileprivate(set) var failure: MalformedRecord?
  /// The number of the line's marks, if lines like it will be passed.
  package fileprivate(set) var learned: Int?
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
    var run = LineRun(next: bytes.count, end: bytes.count)
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return run }
    let isKnowable = isKnowable
    let end = base + bytes.count
    var at = base + start
    while at < end {
      workspace.reset()
      let reader = JSONReader(at, upTo: end, isLine: true, into: workspace)
      var marks = FrameMarks.begun
      do throws(MalformedRecord) {
        let lineEnd = try reader.readRecord(&marks)
        let known = isKnowable ? workspace.stores[0].known.number(of: marks) : -1
        if known < 0 {
          evaluate(reader, upTo: lineEnd, marks, &run)
          if isTold || !isSpotless || run.failure != nil {
            (run.next, run.end) = (at - base, lineEnd - base)
            return run
          }
        } else if isTold {
          tell(known)
        }
        run.passed &+= 1
        at = lineEnd + 1
      } catch {
        (run.next, run.end) = (at - base, reader.recordEnd - base)
        run.failure = error
        return run
      }
    }
    return run
  }

  /// Evaluates one line as `evaluate(json:)` evaluates a record. The reader finds its end.
  ///
  /// - Parameters:
  ///   - start: where the line begins.
  ///   - bytes: whole lines; what lies behind them is as `Padding` wants it.
  /// - Returns: where it ends.
  /// - Throws: if the record cannot be read.
  package func evaluate(
    lineAt start: Int, in bytes: TextBytes
  ) throws(MalformedRecord) -> Int {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else {
      throw MalformedRecord(.unexpectedEnd, 0)
    }
    workspace.reset()
    let reader = JSONReader(
      base + start, upTo: base + bytes.count, isLine: true, into: workspace)
    var marks = FrameMarks.begun
    let lineEnd = try reader.readRecord(&marks)
    workspace.stores[0].marks[0] = marks
    state.pointee.begin(reader.bytes(upTo: lineEnd))
    try run()
    return lineEnd - base
  }

  /// Whether what is known of one record holds for all with the same marks.
  var isKnowable: Bool { plan.levels[0].dependsOnMarksAlone && areMarksEnoughForAll }

  /// Whether the record that has been read is like one that was right; then its fields have their values.
  var isKnown: Bool {
    guard isKnowable, !state.pointee.isCollecting else { return false }
    let store = workspace.stores[0]
    let known = store.known.number(of: store.marks[0])
    if known >= 0 { store.known.fill(store.cells(0), known) }
    return known >= 0
  }

  /// Evaluates a line that has been read, and learns its marks, if it may.
  @inline(never)
  private func evaluate(
    _ reader: JSONReader, upTo end: UnsafeRawPointer, _ marks: FrameMarks, _ run: inout LineRun
  ) {
    workspace.stores[0].marks[0] = marks
    state.pointee.begin(reader.bytes(upTo: end))
    runThrough()
    if hasTooManySteps { run.failure = tooManySteps }
    let known = isKnowable ? workspace.stores[0].known.number(of: marks) : -1
    if known >= 0 { run.learned = known }
  }
}

extension Evaluator {
  /// How many marks there can be; their numbers are below.
  package static var knownMarksLimit: Int { AcceptedFrameCache.count }
}

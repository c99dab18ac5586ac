// Evaluation of JSON lines one after another. Most lines of most files are valid, and most of the valid lines have the
// marks of an earlier line. Such lines are read and accepted in a single loop, without searching for the end of a line
// first. A line with a problem ends the run.

/// The result of a run over lines.
package struct LineRun {
  /// The number of lines without problems.
  package fileprivate(set) var passed = 0
  /// The start and the end of the line that ended the run. That line has been evaluated. Both are the number of bytes
  /// if no line ended the run.
  package fileprivate(set) var next: Int
  package fileprivate(set) var end: Int
  /// The error if the line that ended the run couldn't be evaluated.
  package fileprivate(set) var failure: MalformedRecord?
  /// The index in the cache for the marks of the line that ended the run, if later lines with the same marks will pass.
  package fileprivate(set) var learned: Int?
}

extension Evaluator {
  /// Evaluates lines as long as they have no problems.
  ///
  /// - Parameters:
  ///   - bytes: whole lines, followed by `Padding`.
  ///   - start: the start of the first line.
  ///   - isTold: whether something is written about every line. Then the run also ends at a line without problems,
  ///     unless its marks are in the cache.
  ///   - tell: called for every passed line if `isTold`, with the index of the line's marks in the cache. At that time,
  ///     only cells whose inputs were read have values.
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
          if isTold || !isSpotless || !undecided.isEmpty || run.failure != nil {
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

  /// Evaluates a line as `evaluate(json:)` evaluates a record. The reader finds the end of the line.
  ///
  /// - Parameters:
  ///   - start: the start of the line.
  ///   - bytes: whole lines, followed by `Padding`.
  /// - Returns: the end of the line.
  /// - Throws: if the record can't be read.
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

  /// Whether a record is certainly valid if its marks equal those of a valid record.
  var isKnowable: Bool { plan.levels[0].dependsOnMarksAlone && areMarksEnoughForAll }

  /// Whether the record that has been read has the marks of a valid record. If so, completes its cells.
  var isKnown: Bool {
    guard isKnowable, !state.pointee.isCollecting else { return false }
    let store = workspace.stores[0]
    let known = store.known.number(of: store.marks[0])
    if known >= 0 { store.known.fill(store.cells(0), known) }
    return known >= 0
  }

  /// Evaluates a line that has been read, and adds its marks to the cache if possible.
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
  /// The maximum number of known marks. The indices of marks in the cache are less than this.
  package static var knownMarksLimit: Int { AcceptedFrameCache.count }
}

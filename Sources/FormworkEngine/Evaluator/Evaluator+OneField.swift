// One field alone, as a box of a form is judged that has no others around it: every other field is undecided, and
// with it every rule that needs one.

extension Evaluator {
  /// Evaluates a value of one field, as if the blocks around it were in force. A field of items is that of a first one.
  ///
  /// - Parameters:
  ///   - number: of a field that has a name.
  ///   - body: gives the value, under the key that it is given.
  /// - Returns: the typed value; blank if there is none.
  /// - Throws: what `body` throws; nothing is evaluated then.
  package func evaluate(
    field number: Int32, _ body: (inout RecordFeed, RecordFeed.Key) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) -> Value {
    begin(TextBytes(start: nil, count: 0))
    let field = program.fields[Int(number)]
    let frame = undecidedFrame(ofLevel: Int(field.level))
    var feed = RecordFeed(workspace, level: frame.level, frame: frame.index)
    if let key = field.keys.first.flatMap({ feed.key($0) }) { try body(&feed, key) }
    // What the reader did with the value counts for whole records.
    workspace.stores[frame.level].marks[frame.index] = FrameMarks()
    leaveUndecided(frame)
    let value = fillField(Int(number), frame)
    if value.kind == .record || value.kind == .list {
      _ = fillInside(value)
      if plan.hasLateFields { forEachFrame(of: value) { settleLate($0) } }
    }
    state.pointee.isJudging = true
    judgeField(Int(number), frame, isInsideSettled: false)
    try checkSteps()
    return value
  }

  /// A frame of a level in frames of the levels around it, in all of which nothing is decided.
  private func undecidedFrame(ofLevel level: Int) -> Frame {
    guard level > 0 else { return Frame(level: 0, index: 0) }
    let parent = undecidedFrame(ofLevel: Int(program.levels[level].parent))
    leaveUndecided(parent)
    return Frame(level: level, index: workspace.addFrame(level: level, parent: parent.index))
  }

  private func leaveUndecided(_ frame: Frame) {
    for cell in 0..<Int(program.levels[frame.level].cellCount) {
      workspace.setCell(frame.level, frame.index, cell, .unusable(.undecided))
    }
  }
}

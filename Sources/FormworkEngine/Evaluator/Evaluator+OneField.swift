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
    let frame = try frame(ofField: number, alone: body)
    let value = fillField(Int(number), frame)
    if value.kind == .record || value.kind == .list {
      _ = fillInside(value)
      // Fields in the items of a list may wait for all of them.
      let level = plan.levels[frame.level]
      let steps = plan.hasLateFields ? level.firstStep..<level.endStep : 0..<0
      for index in steps where plan.steps[index].kind == .settle {
        settle(plan.steps[index], frame)
      }
    }
    state.pointee.isJudging = true
    judgeField(Int(number), frame, isInsideSettled: false)
    try checkSteps()
    return value
  }

  /// Whether the one value that `body` gives under the key is blank to a field.
  ///
  /// - Throws: what `body` throws.
  package func isBlank(
    field number: Int32, _ body: (inout RecordFeed, RecordFeed.Key) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) -> Bool {
    let frame = try frame(ofField: number, alone: body)
    let input = Int(program.fields[Int(number)].input)
    return isBlank(workspace.input(frame.level, frame.index, input), Int(number))
  }

  /// Begins a record that has nothing but the value of one field, which `body` gives under the key.
  ///
  /// - Returns: the frame of the field, in which nothing is decided.
  /// - Throws: what `body` throws.
  func frame(
    ofField number: Int32,
    alone body: (inout RecordFeed, RecordFeed.Key) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) -> Frame {
    begin(TextBytes(start: nil, count: 0))
    let field = program.fields[Int(number)]
    let frame = undecidedFrame(ofLevel: Int(field.level))
    var feed = RecordFeed(workspace, level: frame.level, frame: frame.index)
    try body(&feed, RecordFeed.Key(input: Int(field.input)))
    return frame
  }

  /// A frame of a level in frames of the levels around it, in all of which nothing is decided.
  private func undecidedFrame(ofLevel level: Int) -> Frame {
    let parent = level > 0 ? undecidedFrame(ofLevel: Int(program.levels[level].parent)) : nil
    let index = parent.map { workspace.addFrame(level: level, parent: $0.index) } ?? 0
    for cell in 0..<Int(program.levels[level].cellCount) {
      workspace.setCell(level, index, cell, .unusable(.undecided))
    }
    return Frame(level: level, index: index)
  }
}

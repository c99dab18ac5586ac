// Evaluation of a single field, for an input box that is checked by itself. All other fields are undecided, and so are
// all rules that need one of them.

extension Evaluator {
  /// Evaluates a value of one field as if the blocks around it were in force. If the field is in the items of a list,
  /// evaluates it in a single item.
  ///
  /// - Parameters:
  ///   - number: a field that has a name.
  ///   - body: sets the value of the key that it receives.
  /// - Returns: the value of the field, which may be blank or unusable.
  /// - Throws: errors of `body`. Nothing is evaluated then.
  package func evaluate(
    field number: Int32, _ body: (inout RecordFeed, RecordFeed.Key) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) -> Value {
    let frame = try frame(ofField: number, alone: body)
    let value = fillField(Int(number), frame)
    if value.kind == .record || value.kind == .list {
      _ = fillInside(value)
      // Fields in the items of a list may depend on all items, so the late ones are settled after all items are filled.
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

  /// Whether the value that `body` sets is blank for a field.
  ///
  /// - Throws: errors of `body`.
  package func isBlank(
    field number: Int32, _ body: (inout RecordFeed, RecordFeed.Key) throws(MalformedRecord) -> Void
  ) throws(MalformedRecord) -> Bool {
    let frame = try frame(ofField: number, alone: body)
    let input = Int(program.fields[Int(number)].input)
    return isBlank(workspace.input(frame.level, frame.index, input), Int(number))
  }

  /// Begins a record that has only the value of one field, which `body` sets.
  ///
  /// - Returns: the frame of the field, in which all cells are undecided.
  /// - Throws: errors of `body`.
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

  /// Adds a frame of a level, and frames of the levels around it. All their cells are undecided.
  private func undecidedFrame(ofLevel level: Int) -> Frame {
    let parent = level > 0 ? undecidedFrame(ofLevel: Int(program.levels[level].parent)) : nil
    let index = parent.map { workspace.addFrame(level: level, parent: $0.index) } ?? 0
    for cell in 0..<Int(program.levels[level].cellCount) {
      workspace.setCell(level, index, cell, .unusable(.undecided))
    }
    return Frame(level: level, index: index)
  }
}

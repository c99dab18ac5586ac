// Evaluations for the checker, without records: the rules that a single value of a field fails.

internal import FormworkSyntax

extension Evaluator {
  /// Returns the first rule of a field that an empty text or list fails and that has a usable message, with the
  /// failed part and the message.
  func emptyAnswer(of number: Int) -> EmptyAnswer? {
    guard let empty = program.fields[number].type.emptyValue else { return nil }
    return trying(empty, in: number) { frame in
      for rule in program.fields[number].rules {
        let entry = program.rules[Int(rule)]
        guard entry.isAlone, entry.severity == .error, truth(of: entry.condition, frame).isBroken
        else { continue }
        let part = failedPart(of: entry.condition, frame)
        let message = entry.message >= 0 ? entry.message : definitionMessage(ofPart: part, frame)
        if let message, !program.showsValue(message, of: number) {
          return EmptyAnswer(rule: rule, part: part, message: message)
        }
      }
      return nil
    }
  }

  /// Returns the first rule that a value of a field fails, among those that depend only on the value, not on the day.
  func ruleBroken(by value: Value, in number: Int) -> Int32? {
    trying(value, in: number) { frame in
      program.fields[number].rules.first { rule in
        let entry = program.rules[Int(rule)]
        return entry.isAlone && entry.severity == .error && fails(entry.condition, frame)
      }
    }
  }

  /// Whether a value of a field fails a rule regardless of the day. The rule must depend on no other field.
  func breaks(_ rule: Int32, _ value: Value, in number: Int) -> Bool {
    trying(value, in: number) { fails(program.rules[Int(rule)].condition, $0) }
  }

  private func fails(_ condition: Int32, _ frame: Frame) -> Bool {
    state.pointee.askedForMoment = false
    return truth(of: condition, frame).isBroken && !state.pointee.askedForMoment
  }

  /// Runs `body` with a frame in which only one field has a value. Use this only for an evaluator without records:
  /// each level has one blank frame, and the value is removed afterward. Clearing a frame for each of its fields
  /// would take quadratic time.
  private func trying<Answer>(_ value: Value, in number: Int, _ body: (Frame) -> Answer) -> Answer {
    let (level, cell) = (Int(program.fields[number].level), Int(program.fields[number].cell))
    if workspace.stores[0].frameCount == 0 { workspace.reset() }
    if workspace.stores[level].frameCount == 0 { _ = workspace.addFrame(level: level, parent: 0) }
    var value = value
    if program.fields[number].ignoresCase, value.kind == .text {
      value.flags |= Value.ignoresCase
    }
    workspace.setCell(level, 0, cell, value)
    defer {
      workspace.setCell(level, 0, cell, .blank)
      workspace.scratch.pointee.reset()
    }
    return body(Frame(level: level, index: 0))
  }

  /// Whether a problem is a failed rule about the value of its own field, independent of other fields and of the day.
  ///
  /// - Parameter isTimeless: whether the evaluation of the whole record didn't read the day.
  func isOwnFault(_ problem: Problem, isTimeless: Bool) -> Bool {
    guard problem.isOfRule, problem.severity == .error else { return false }
    let rule = program.rules[Int(problem.rule)]
    guard !rule.isCheck, rule.isAlone else { return false }
    if isTimeless { return true }
    // Excludes fields in blocks, because a block may be in force on some days only.
    var field = problem.field
    while field >= 0 {
      guard program.fields[Int(field)].blockCells.isEmpty else { return false }
      field = program.levels[Int(program.fields[Int(field)].level)].owner
    }
    state.pointee.askedForMoment = false
    let frame = Frame(level: Int(problem.level), index: Int(problem.frame))
    return truth(of: rule.condition, frame).isBroken && !state.pointee.askedForMoment
  }
}

// Judging a filled record: every rule of every field in force runs, even if others failed. Fields that certainly obey
// their rules are skipped.

internal import FormworkSyntax

extension Evaluator {
  func judge(_ frame: Frame) {
    let level = plan.levels[frame.level]
    judge(level.firstStep, level.endStep, frame)
    guard level.isClosed else { return }
    for number in workspace.unknownKeys.pointee.range(of: frame) {
      report(problem(.unknownKey, field: -1, frame, rule: Int32(number)))
    }
  }

  private func judge(_ lower: Int, _ upper: Int, _ frame: Frame) {
    let marks =
      areMarksEnough ? workspace.stores[frame.level].marks[frame.index] : FrameMarks()
    var index = lower
    while index < upper {
      let step = plan.steps.baseAddress.unsafelyUnwrapped + index
      // Most steps are fields. A single test finds them, without a jump that the processor would mispredict.
      if step.pointee.isField {
        if step.pointee.cellBit & marks.settled == 0 {
          let isInsideSettled = step.pointee.cellBit & marks.inside != 0
          judgeField(Int(step.pointee.target), frame, isInsideSettled: isInsideSettled)
        }
        index &+= 1
        continue
      }
      switch step.pointee.kind {
      case .field, .settle:
        index += 1
      case .check:
        judgeRule(Int(step.pointee.target), frame)
        index += 1
      case .branch:
        let isIn = workspace.cell(frame.level, frame.index, Int(step.pointee.cell)).kind
        if state.pointee.coverage != nil { coverage?.note(branch: index, isInForce: isIn == .bool) }
        if isIn == .bool { judge(index + 1, Int(step.pointee.end), frame) }
        if isIn == .unusable { judgeUndecided(step, frame) }
        index = Int(isIn == .blank ? step.pointee.end : step.pointee.next)
      case .elseBlank:
        let isIn = workspace.cell(frame.level, frame.index, Int(step.pointee.cell)).kind
        if isIn == .bool { judgeElseBlank(step.pointee.target, frame) }
        index += 1
      }
    }
  }

  private func problem(
    _ kind: Problem.Kind, field: Int, _ frame: Frame, rule: Int32 = -1
  ) -> Problem {
    Problem(
      kind: kind, severity: .error, field: Int32(truncatingIfNeeded: field),
      level: Int32(truncatingIfNeeded: frame.level),
      frame: Int32(truncatingIfNeeded: frame.index), rule: rule)
  }

  func judgeField(_ number: Int, _ frame: Frame, isInsideSettled: Bool) {
    let field = plan.fields.baseAddress.unsafelyUnwrapped + number
    let value = workspace.cell(frame.level, frame.index, Int(field.pointee.cell))
    switch value.kind {
    case .blank: return
    case .unusable: judgeUnusable(number, value, frame)
    case .record, .list:
      judgeRules(of: number, value, frame)
      if !isInsideSettled { judgeInside(value) }
    default: judgeRules(of: number, value, frame)
    }
  }

  private func judgeUnusable(_ number: Int, _ value: Value, _ frame: Frame) {
    switch value.failure {
    case .required: report(problem(.required, field: number, frame))
    case .type: report(problem(.type, field: number, frame))
    case .choice: report(problem(.choice, field: number, frame))
    case .calculation:
      let field = plan.fields[number]
      let isValue = field.calculation >= 0 && program.kind(of: field.type) != .bool
      reportCalculation(
        problem(.calculation, field: number, frame), max(field.requiredIf, field.calculation),
        isValue: isValue)
    case .undecided, .elsewhere, nil: return
    }
  }

  /// Reports a branch whose condition has no result.
  private func judgeUndecided(_ step: UnsafePointer<PlanStep>, _ frame: Frame) {
    let cell = workspace.cell(frame.level, frame.index, Int(step.pointee.cell))
    guard cell.failure == .calculation else { return }
    reportCalculation(problem(.calculation, field: -1, frame), step.pointee.target)
  }

  /// - Parameter isValue: whether `node` is a calculation instead of a condition.
  private func reportCalculation(_ problem: Problem, _ node: Int32, isValue: Bool = false) {
    var problem = problem
    let frame = Frame(level: Int(problem.level), index: Int(problem.frame))
    problem.part = isValue ? node : failedPart(of: node, frame)
    problem.kind = kindOfLack {
      if isValue { _ = value(of: node, frame) } else { _ = truth(of: problem.part, frame) }
    }
    report(problem)
  }

  /// Judges the record or the items of the list in a value.
  private func judgeInside(_ value: Value) {
    for offset in 0..<value.itemCount {
      let frame = Frame(level: value.level, index: value.firstFrame + offset)
      let level = plan.levels[frame.level]
      if level.isList, level.itemIsRecord {
        let item = workspace.cell(frame.level, frame.index, level.itemCell)
        if item.kind == .unusable {
          judgeUnusable(level.itemField, item, frame)
          continue
        }
        judgeRules(of: level.itemField, item, frame)
      }
      judge(frame)
    }
  }

  /// Judges the rules of a field that has a value.
  private func judgeRules(of number: Int, _ value: Value, _ frame: Frame) {
    let field = plan.fields.baseAddress.unsafelyUnwrapped + number
    let isWatched = state.pointee.coverage != nil
    var rule = Int(field.pointee.firstRule)
    let endRule = Int(field.pointee.endRule)
    while rule < endRule {
      if isWatched || !judgePlainly(rule, value, frame) { judgeRule(rule, frame) }
      rule &+= 1
    }
  }

  /// Judges a rule by its fast tests. Returns false if they can't decide.
  @inline(__always)
  private func judgePlainly(_ rule: Int, _ value: Value, _ frame: Frame) -> Bool {
    let first = plan.firstFastTest.baseAddress.unsafelyUnwrapped + rule
    var test = plan.fastTests.baseAddress.unsafelyUnwrapped + Int(first.pointee)
    let end = plan.fastTests.baseAddress.unsafelyUnwrapped + Int(first[1])
    while test < end {
      switch test.pointee.verdict(for: value, planPointer) {
      case .yes: test += 1
      case .no:
        if !state.pointee.isCollecting { reportBroken(rule, test.pointee.part, .rule, frame) }
        return true
      case .unknown, .elsewhere, .skipped, .uncalculable: return false
      }
    }
    return true
  }

  private func reportBroken(
    _ number: Int, _ part: Int32, _ kind: Problem.Kind, _ frame: Frame
  ) {
    let rule = plan.rules.baseAddress.unsafelyUnwrapped + number
    var field = kind == .ofData ? -1 : rule.pointee.field
    if !program.namesakes.isEmpty { field = placed(field, from: frame)?.field ?? field }
    var problem = problem(kind, field: Int(field), frame)
    problem.severity = rule.pointee.severity
    problem.rule = Int32(truncatingIfNeeded: number)
    problem.part = part
    report(problem)
  }

  func judgeRule(_ number: Int, _ frame: Frame) {
    let rule = plan.rules[number]
    if rule.subject == .data || rule.subject == .columns && workspace.isOfTable { return }
    if rule.group < 0 || isInGroup(rule, frame) { judgeRule(number, rule, frame) }
  }

  func judgeRule(_ number: Int, _ rule: RuleEntry, _ frame: Frame) {
    state.pointee.way = .none
    let truth = truth(of: rule.condition, frame)
    // Doesn't search for the failed part. That would evaluate the parts again, and collect their keys twice.
    if state.pointee.isCollecting { return }
    coverage?.note(rule: number, truth)
    switch truth {
    case .yes, .unknown, .skipped: return
    case .elsewhere: noteUndecided(rule.condition)
    case .no, .uncalculable:
      let part = failedPart(of: rule.condition, frame)
      let kind: Problem.Kind =
        rule.subject == .data || !state.pointee.tables.isEmpty
        ? .ofData : truth == .no ? .rule : kindOfLack { _ = self.truth(of: part, frame) }
      reportBroken(number, part, kind, frame)
    }
  }

  /// Returns the kind of problem for a value or condition without a result, which `evaluate` evaluates again.
  private func kindOfLack(_ evaluate: () -> Void) -> Problem.Kind {
    if program.hostRules.isEmpty { return .calculation }
    state.pointee.isUnasked = false
    evaluate()
    return state.pointee.isUnasked ? .unasked : .calculation
  }

  /// Returns the first part of a failed `and` that makes it fail, or `condition` itself if it isn't an `and`.
  func failedPart(of condition: Int32, _ frame: Frame) -> Int32 {
    let node = plan.nodes[Int(condition)]
    guard node.operation == .and else { return condition }
    let first = truth(of: node.a, frame)
    let isFirst = first == .no || first == .uncalculable && truth(of: node.b, frame) != .no
    return failedPart(of: isFirst ? node.a : node.b, frame)
  }

  private func judgeElseBlank(_ number: Int32, _ frame: Frame) {
    var told: String?
    for field in program.elseBlanks[Int(number)].fields {
      let name = program.fields[Int(field)].name
      if told == name || isBlank(rawInput(Int(field), frame), Int(field)) { continue }
      report(problem(.blank, field: Int(field), frame, rule: number))
      told = name
    }
  }

  /// Whether a raw value counts as blank for a field.
  func isBlank(_ raw: Value, _ number: Int) -> Bool {
    let field = plan.fields[number]
    switch raw.kind {
    case .blank, .null: return true
    case .text:
      let text = field.isCleaned ? clean(raw, program.fields[number].cleaning) : raw
      return program.keepsSpace(field.type) ? text.bytes.isEmpty : text.bytes.isWhiteSpace
    case .list:
      guard case .list = field.type else { return false }
      return raw.itemCount == 0
    case .json:
      guard case .list(let level) = field.type else { return false }
      let isArray = raw.flags == 1
      if plan.levels[Int(level)].isArray != isArray { return false }
      return raw.bytes.dropFirst().dropLast().allSatisfy { $0 <= 0x20 }
    default: return false
    }
  }
}

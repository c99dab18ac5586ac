// Runs a program on records. A record is *filled* first: every field is cleaned, found blank or
// typed, and every `when` decided, from the outside in and in the order of the declarations. Then it
// is *judged*: every rule of every field in force runs, whatever else failed. Two walks, because a
// rule may name a field declared later, and problems come in the order of the declarations.

internal import FormworkSyntax

/// An evaluator with the memory for one record at a time; owned by one thread.
package final class Evaluator {
  package let program: Program
  let plan: Plan
  let workspace: Workspace
  /// Whether what was evaluated hangs on the day; see `ruleBroken`.
  var askedForMoment = false
  private let givenMoment: Moment
  var moment: Moment {
    askedForMoment = true
    return givenMoment
  }
  let scope: ProblemScope
  var matchers: [PatternMatcher]
  /// What is wrong with the record, in order; warnings among it.
  package internal(set) var problems: [Problem] = []
  /// The fields whose first problem is known.
  private var troubled: Set<TroubledField> = []
  /// The most problems that are kept for a record.
  private let problemLimit: Int
  /// How many more there were.
  package private(set) var omittedCount = 0
  /// How many problems are errors, also of those that are not kept.
  package internal(set) var errorCount = 0
  /// The bytes of the record being evaluated, for the places of its problems.
  package internal(set) var record = TextBytes(start: nil, count: 0)
  /// Whether this run only gathers the keys of `unique` and `same`.
  var isCollecting = false
  var acrossKeys: [AcrossKey] = []
  /// Which ways of rules and branches have been gone, for who wants to know.
  package var coverage: RuleCoverage?
  /// Long lists of choices by what equal texts have in common; twice the number of the choice, and
  /// one more without regard to case.
  var choiceIndexes: [Int: [[UInt8]: Int32]] = [:]
  /// How many records there are, once that is known.
  var recordCount = 0
  /// What the records before say of this one.
  var acrossHits: [AcrossHit] = []
  /// The frames that conditions about items are in: for each list of items around, the frame that
  /// the list was found from.
  var framesAround: [Frame] = []

  package init(
    _ program: Program, moment: Moment, scope: ProblemScope = .all, problemLimit: Int = Int.max
  ) {
    self.program = program
    givenMoment = moment
    self.problemLimit = problemLimit
    self.scope = scope
    plan = Plan(program)
    workspace = Workspace(program, plan)
    matchers = program.patterns.map { PatternMatcher($0) }
  }

  /// Whether the record has no errors.
  package var isAccepted: Bool { errorCount == 0 }

  /// Evaluates a JSON record.
  ///
  /// - Throws: if the record cannot be read; nothing is evaluated then.
  package func evaluate(json bytes: TextBytes) throws(MalformedRecord) {
    begin(bytes)
    try JSONReader.read(bytes, into: workspace)
    run()
  }

  /// Evaluates a row of a table.
  ///
  /// - Throws: if the row cannot be read; nothing is evaluated then.
  package func evaluate(row bytes: TextBytes, of table: TableReader) throws(MalformedRecord) {
    begin(bytes)
    try table.read(bytes, into: workspace)
    run()
  }

  private func begin(_ bytes: TextBytes) {
    record = bytes
    problems.removeAll(keepingCapacity: true)
    errorCount = 0
    omittedCount = 0
    if scope == .firstOfField { troubled.removeAll(keepingCapacity: true) }
    workspace.reset()
  }

  private func run() {
    let frame = Frame(level: 0, index: 0)
    fill(frame)
    if plan.hasLateFields { settleLate(frame) }
    judge(frame)
  }

  func report(_ problem: Problem) {
    if problem.severity == .error { errorCount += 1 }
    guard isWanted(problem) else { return }
    if problems.count < problemLimit { return problems.append(problem) }
    omittedCount += 1
    // Errors are told before warnings where not all can be.
    guard problem.severity == .error,
      let warning = problems.lastIndex(where: { $0.severity == .warning })
    else { return }
    problems.remove(at: warning)
    problems.append(problem)
  }

  /// Whether a problem is among those asked for, given the ones before.
  private func isWanted(_ problem: Problem) -> Bool {
    switch scope {
    case .all: return true
    case .firstOfRecord:
      guard let first = problems.first else { return true }
      // The first error takes the place of a warning.
      if first.severity == .warning, problem.severity == .error {
        problems.removeAll(keepingCapacity: true)
        return true
      }
      return false
    case .firstOfField:
      guard problem.field >= 0 else { return true }
      let key = TroubledField(
        level: problem.level, frame: problem.frame, field: problem.field,
        isError: problem.severity == .error)
      return troubled.insert(key).inserted
    }
  }
}

/// A field that has a problem, for those who want only the first.
private struct TroubledField: Hashable {
  var level: Int32
  var frame: Int32
  var field: Int32
  var isError: Bool
}

/// A frame of a level.
struct Frame {
  var level: Int
  var index: Int
}

// MARK: - Filling

extension Evaluator {
  func fill(_ frame: Frame) {
    let level = plan.levels[frame.level]
    fill(level.firstStep, level.endStep, frame)
  }

  private func fill(_ lower: Int, _ upper: Int, _ frame: Frame) {
    var index = lower
    while index < upper {
      let step = plan.steps[index]
      switch step.kind {
      case .field:
        fillField(Int(step.target), frame)
        index += 1
      case .settle:
        settle(step.target, frame)
        index += 1
      case .check:
        index += 1
      case .branch:
        index = fillBranch(step, at: index, frame)
      case .elseBlank:
        workspace.setCell(frame.level, frame.index, Int(step.cell), Value(bool: true))
        index += 1
      }
    }
  }

  /// Decides a branch; returns where to go on.
  private func fillBranch(_ step: Step, at index: Int, _ frame: Frame) -> Int {
    let truth = step.target < 0 ? .yes : truth(of: step.target, frame)
    switch truth {
    case .yes:
      workspace.setCell(frame.level, frame.index, Int(step.cell), Value(bool: true))
      fill(index + 1, Int(step.end), frame)
      return Int(step.next)
    case .skipped:
      workspace.setCell(frame.level, frame.index, Int(step.cell), .unusable(.undecided))
      leaveUndecided(index + 1, Int(step.next), frame)
      return Int(step.next)
    case .no, .unknown:
      return Int(step.end)
    }
  }

  /// Marks every field of a `when` that hangs on an unusable field.
  private func leaveUndecided(_ lower: Int, _ upper: Int, _ frame: Frame) {
    for index in lower..<upper {
      let step = plan.steps[index]
      guard step.kind == .field else { continue }
      let cell = plan.fields[Int(step.target)].cell
      workspace.setCell(frame.level, frame.index, Int(cell), .unusable(.undecided))
    }
  }

  func fillField(_ number: Int, _ frame: Frame) {
    let field = plan.fields[number]
    var raw = workspace.input(frame.level, frame.index, Int(field.input))
    if field.hasMoreInputs { raw = preferredInput(number, frame) }
    if field.isCleaned, raw.kind == .text { raw = clean(raw, program.fields[number].cleaning) }
    var value = typed(raw, field.type, frame)
    if value.kind == .blank { value = standIn(for: field, frame) }
    if field.ignoresCase { value = withoutCase(value, raw, field.type) }
    workspace.setCell(frame.level, frame.index, Int(field.cell), value)
    // Only now, because what is inside may name the field.
    if value.kind == .record || value.kind == .list { fillInside(value) }
  }

  /// A text, or a choice however its letters are written, as one that is compared without case.
  private func withoutCase(_ value: Value, _ raw: Value, _ type: FieldType) -> Value {
    var value = value
    if value.failure == .choice, case .choice(let choice) = type, raw.kind == .text,
      let found = chosen(raw.bytes.trimmed, Int(choice), anyCase: true)
    {
      value = found
    }
    if value.kind == .text { value.flags |= Value.ignoresCase }
    return value
  }

  /// What a blank field becomes.
  private func standIn(for field: FieldPlan, _ frame: Frame) -> Value {
    if field.fallback >= 0 { return plan.constants[Int(field.fallback)] }
    if field.isRequired { return .unusable(.required) }
    if field.requiredIf >= 0, !field.isLate, truth(of: field.requiredIf, frame) == .yes {
      return .unusable(.required)
    }
    return .blank
  }

  /// The first input of a field that is filled in.
  func preferredInput(_ number: Int, _ frame: Frame) -> Value {
    let inputs = program.fields[number].inputs
    guard !inputs.isEmpty else { return .blank }
    let input = inputs[filledInput(number, frame) ?? 0]
    return workspace.input(frame.level, frame.index, Int(input))
  }

  /// Which of a field's inputs is the first that is filled in.
  func filledInput(_ number: Int, _ frame: Frame) -> Int? {
    program.fields[number].inputs.firstIndex {
      !isBlank(workspace.input(frame.level, frame.index, Int($0)), number)
    }
  }

  /// Decides the `required if` of a field, if nothing was given and it waited until now.
  private func settle(_ number: Int32, _ frame: Frame) {
    let field = plan.fields[Int(number)]
    guard field.isLate, isInForce(number, frame),
      workspace.cell(frame.level, frame.index, Int(field.cell)).kind == .blank,
      truth(of: field.requiredIf, frame) == .yes
    else { return }
    workspace.setCell(frame.level, frame.index, Int(field.cell), .unusable(.required))
  }

  /// Decides `required if` where its condition speaks of fields that come later than the level.
  func settleLate(_ frame: Frame) {
    let level = plan.levels[frame.level]
    for index in level.firstStep..<level.endStep where plan.steps[index].kind == .field {
      let number = plan.steps[index].target
      settle(number, frame)
      let cell = Int(plan.fields[Int(number)].cell)
      forEachFrame(of: workspace.cell(frame.level, frame.index, cell)) { settleLate($0) }
    }
  }

  /// Whether every block around a field is in force.
  private func isInForce(_ field: Int32, _ frame: Frame) -> Bool {
    for cell in program.fields[Int(field)].blockCells
    where workspace.cell(frame.level, frame.index, Int(cell)).kind != .bool {
      return false
    }
    return true
  }

  /// Walks the frames of a record or of a list of records.
  func forEachFrame(of value: Value, _ body: (Frame) -> Void) {
    guard value.kind == .record || value.kind == .list else { return }
    for offset in 0..<value.itemCount {
      body(Frame(level: value.level, index: value.firstFrame + offset))
    }
  }
}

// MARK: - Judging

extension Evaluator {
  func judge(_ frame: Frame) {
    let level = plan.levels[frame.level]
    judge(level.firstStep, level.endStep, frame)
    guard level.isClosed else { return }
    for number in workspace.unknownKeys(of: frame) {
      report(problem(.unknownKey, field: -1, frame, rule: Int32(number)))
    }
  }

  private func judge(_ lower: Int, _ upper: Int, _ frame: Frame) {
    var index = lower
    while index < upper {
      let step = plan.steps[index]
      switch step.kind {
      case .field:
        judgeField(Int(step.target), frame)
        index += 1
      case .settle:
        index += 1
      case .check:
        judgeRule(Int(step.target), frame)
        index += 1
      case .branch:
        let state = workspace.cell(frame.level, frame.index, Int(step.cell))
        coverage?.note(branch: index, isInForce: state.kind == .bool)
        if state.kind == .bool { judge(index + 1, Int(step.end), frame) }
        index = Int(state.kind == .blank ? step.end : step.next)
      case .elseBlank:
        let state = workspace.cell(frame.level, frame.index, Int(step.cell))
        if state.kind == .bool { judgeElseBlank(step.target, frame) }
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

  private func judgeField(_ number: Int, _ frame: Frame) {
    let field = plan.fields[number]
    let value = workspace.cell(frame.level, frame.index, Int(field.cell))
    switch value.kind {
    case .blank: return
    case .unusable:
      judgeUnusable(number, value, frame)
    default:
      for rule in field.firstRule..<field.endRule { judgeRule(Int(rule), frame) }
      judgeInside(value)
    }
  }

  private func judgeUnusable(_ number: Int, _ value: Value, _ frame: Frame) {
    switch value.failure {
    case .required: report(problem(.required, field: number, frame))
    case .type: report(problem(.type, field: number, frame))
    case .choice: report(problem(.choice, field: number, frame))
    case .undecided, nil: return
    }
  }

  /// Judges the record, or every item of the list, that a field holds.
  private func judgeInside(_ value: Value) {
    guard value.kind == .record || value.kind == .list else { return }
    for offset in 0..<value.itemCount {
      let frame = Frame(level: value.level, index: value.firstFrame + offset)
      let level = plan.levels[frame.level]
      if level.isList, level.itemIsRecord {
        let item = workspace.cell(frame.level, frame.index, level.itemCell)
        if item.kind == .unusable {
          judgeUnusable(level.itemField, item, frame)
          continue
        }
        let field = plan.fields[level.itemField]
        for rule in field.firstRule..<field.endRule { judgeRule(Int(rule), frame) }
      }
      judge(frame)
    }
  }

  func judgeRule(_ number: Int, _ frame: Frame) {
    let rule = plan.rules[number]
    let truth = truth(of: rule.condition, frame)
    // Looking for the part that failed would gather its keys once more.
    if isCollecting { return }
    coverage?.note(rule: number, truth)
    switch truth {
    case .yes, .unknown, .skipped: return
    case .no:
      var problem = problem(.rule, field: Int(rule.field), frame)
      problem.severity = rule.severity
      problem.rule = Int32(truncatingIfNeeded: number)
      problem.part = failedPart(of: rule.condition, frame)
      report(problem)
    }
  }

  /// The first part of a false conjunction that is false, or the condition itself.
  func failedPart(of condition: Int32, _ frame: Frame) -> Int32 {
    let node = plan.nodes[Int(condition)]
    guard node.operation == .and else { return condition }
    let first = truth(of: node.a, frame) == .no
    return failedPart(of: first ? node.a : node.b, frame)
  }

  private func judgeElseBlank(_ number: Int32, _ frame: Frame) {
    for field in program.elseBlanks[Int(number)].fields {
      let entry = plan.fields[Int(field)]
      var raw = workspace.input(frame.level, frame.index, Int(entry.input))
      if entry.hasMoreInputs { raw = preferredInput(Int(field), frame) }
      if isBlank(raw, Int(field)) { continue }
      report(problem(.blank, field: Int(field), frame, rule: number))
    }
  }

  /// Whether a raw value counts as blank for a field.
  private func isBlank(_ raw: Value, _ number: Int) -> Bool {
    let field = plan.fields[number]
    switch raw.kind {
    case .blank, .null: return true
    case .text:
      let text = field.isCleaned ? clean(raw, program.fields[number].cleaning) : raw
      let keepsSpace = field.type == .string || field.type == .any
      return keepsSpace ? text.bytes.isEmpty : text.bytes.isWhiteSpace
    case .list: return raw.itemCount == 0
    case .json:
      guard case .list = field.type, raw.flags == 1 else { return false }
      return raw.bytes.dropFirst().dropLast().allSatisfy { $0 <= 0x20 }
    default: return false
    }
  }
}

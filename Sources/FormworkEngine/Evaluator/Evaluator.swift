// Runs a program on records. A record is *filled* first: every field is cleaned, found blank or
// typed, and every `when` decided, from the outside in and in the order of the declarations. Then it
// is *judged*: every rule of every field in force runs, whatever else failed. Two walks, because a
// rule may name a field declared later, and problems come in the order of the declarations.

internal import FormworkSyntax

/// What changes while records are evaluated. It lies behind a pointer of the evaluator: a class's own
/// variables are checked for overlapping access each time they are touched.
struct EvaluationState {
  /// What is wrong with the record, in order; warnings among it.
  var problems: [Problem] = []
  /// The fields whose first problem is known.
  fileprivate var troubled: Set<TroubledField> = []
  /// How many problems there were beyond those that are kept.
  var omittedCount = 0
  /// How many problems are errors, also of those that are not kept.
  var errorCount = 0
  /// The bytes of the record being evaluated, for the places of its problems.
  var record = TextBytes(start: nil, count: 0)
  /// Whether this run only gathers the keys of `unique` and `same`.
  var isCollecting = false
  /// Which ways of rules and branches have been gone, for who wants to know.
  var coverage: RuleCoverage?
  /// Whether what was evaluated hangs on the day; see `ruleBroken`.
  var askedForMoment = false

  /// Forgets the record before.
  @inline(__always)
  mutating func begin(_ bytes: TextBytes) {
    record = bytes
    if !problems.isEmpty { problems.removeAll(keepingCapacity: true) }
    if !troubled.isEmpty { troubled.removeAll(keepingCapacity: true) }
    errorCount = 0
    omittedCount = 0
  }
}

/// An evaluator with the memory for one record at a time; owned by one thread.
package final class Evaluator {
  package let program: Program
  let planMemory: PlanMemory
  private let planPointer: UnsafePointer<Plan>
  var plan: Plan {
    @inline(__always) get { planPointer.pointee }
  }
  let workspace: Workspace
  let state: UnsafeMutablePointer<EvaluationState>
  private var givenMoment: Moment
  var moment: Moment {
    state.pointee.askedForMoment = true
    return givenMoment
  }
  private var scope: ProblemScope
  var matchers: [PatternMatcher]
  /// The most problems that are kept for a record.
  private var problemLimit: Int
  var acrossKeys: [AcrossKey] = []
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
    planMemory = PlanMemory(program)
    planPointer = planMemory.plan
    workspace = Workspace(program, planMemory)
    matchers = program.patterns.map { PatternMatcher($0) }
    state = .allocate(capacity: 1)
    state.initialize(to: EvaluationState())
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// What is wrong with the record, in order; warnings among it.
  package var problems: [Problem] { state.pointee.problems }

  /// How many problems there were beyond those that are kept.
  package var omittedCount: Int { state.pointee.omittedCount }

  /// How many problems are errors, also of those that are not kept.
  package var errorCount: Int { state.pointee.errorCount }

  /// The bytes of the record that was evaluated last.
  package var record: TextBytes { state.pointee.record }

  /// Which ways of rules and branches have been gone, for who wants to know.
  package var coverage: RuleCoverage? {
    get { state.pointee.coverage }
    set { state.pointee.coverage = newValue }
  }

  /// Whether nothing is to be said of the record, not even a warning.
  package var isSpotless: Bool { state.pointee.problems.isEmpty }

  /// Whether the record has no errors.
  package var isAccepted: Bool { state.pointee.errorCount == 0 }

  /// Evaluates a JSON record.
  ///
  /// - Parameter room: how many bytes after the record may be looked at; with some it is read faster.
  /// - Throws: if the record cannot be read; nothing is evaluated then.
  package func evaluate(json bytes: TextBytes, room: Int = 0) throws(MalformedRecord) {
    begin(bytes)
    try JSONReader.read(bytes, room: room, into: workspace)
    run()
  }

  /// Evaluates a row of a table.
  ///
  /// - Parameter room: how many bytes after the row may be looked at; with some it is read faster.
  /// - Throws: if the row cannot be read; nothing is evaluated then.
  package func evaluate(
    row bytes: TextBytes, room: Int = 0, of table: TableReader
  ) throws(MalformedRecord) {
    begin(bytes)
    try table.read(bytes, room: room, into: workspace)
    run()
  }

  /// Says what the next records are evaluated with.
  package func prepare(moment: Moment, scope: ProblemScope, problemLimit: Int) {
    givenMoment = moment
    self.scope = scope
    self.problemLimit = problemLimit
  }

  @inline(__always)
  func begin(_ bytes: TextBytes) {
    state.pointee.begin(bytes)
    workspace.reset()
  }

  func run() {
    let frame = Frame(level: 0, index: 0)
    let isSettled = fill(frame)
    if isSettled, canSkipJudging { return }
    if plan.hasLateFields { settleLate(frame) }
    judge(frame)
  }

  /// Whether nobody has to see the rules of a record that surely keeps them.
  @inline(__always)
  private var canSkipJudging: Bool {
    !plan.hasLateFields && workspace.unknownKeys.pointee.entries.isEmpty
      && !state.pointee.isCollecting && state.pointee.coverage == nil
  }

  func report(_ problem: Problem) {
    if problem.severity == .error { state.pointee.errorCount &+= 1 }
    guard isWanted(problem) else { return }
    if state.pointee.problems.count < problemLimit {
      return state.pointee.problems.append(problem)
    }
    state.pointee.omittedCount += 1
    // Errors are told before warnings where not all can be.
    guard problem.severity == .error,
      let warning = problems.lastIndex(where: { $0.severity == .warning })
    else { return }
    state.pointee.problems.remove(at: warning)
    state.pointee.problems.append(problem)
  }

  /// Whether a problem is among those asked for, given the ones before.
  private func isWanted(_ problem: Problem) -> Bool {
    switch scope {
    case .all: return true
    case .firstOfRecord:
      guard let first = problems.first else { return true }
      // The first error takes the place of a warning.
      if first.severity == .warning, problem.severity == .error {
        state.pointee.problems.removeAll(keepingCapacity: true)
        return true
      }
      return false
    case .firstOfField:
      guard problem.field >= 0 else { return true }
      let key = TroubledField(
        level: problem.level, frame: problem.frame, field: problem.field,
        isError: problem.severity == .error)
      return state.pointee.troubled.insert(key).inserted
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
  /// Fills a frame.
  ///
  /// - Returns: whether everything in it surely is as the rules want it, so that nothing is left to
  ///   judge.
  func fill(_ frame: Frame) -> Bool {
    let level = plan.levels[frame.level]
    return fill(level.firstStep, level.endStep, frame)
  }

  private func fill(_ lower: Int, _ upper: Int, _ frame: Frame) -> Bool {
    let marks = workspace.stores[frame.level].marks[frame.index]
    var isSettled = true
    var index = lower
    while index < upper {
      let step = plan.steps.baseAddress.unsafelyUnwrapped + index
      switch step.pointee.kind {
      case .field:
        if step.pointee.bits & marks.typed != 0 {
          let isRunSettled = step.pointee.moreBits & ~marks.settled == 0
          index = isRunSettled ? Int(step.pointee.end) : index &+ 1
          isSettled = isSettled && step.pointee.bits & marks.settled != 0
          continue
        }
        let value = fillField(Int(step.pointee.target), frame)
        // What is inside is filled on the way, so this is asked whatever came before.
        let isRight = isSurelyRight(value, Int(step.pointee.target))
        isSettled = isSettled && isRight
        index &+= 1
      case .settle:
        settle(step.pointee.target, frame)
        // Whether the field is required is known only now.
        isSettled = false
        index &+= 1
      case .check:
        isSettled = false
        index &+= 1
      case .branch:
        index = fillBranch(step, at: index, frame, marks.typed, &isSettled)
      case .elseBlank:
        workspace.setCell(frame.level, frame.index, Int(step.pointee.cell), Value(bool: true))
        isSettled = false
        index &+= 1
      }
    }
    return isSettled
  }

  /// Decides a branch; returns where to go on.
  @inline(__always)
  private func fillBranch(
    _ step: UnsafePointer<PlanStep>, at index: Int, _ frame: Frame, _ typed: UInt64,
    _ isSettled: inout Bool
  ) -> Int {
    switch truth(ofBranch: step, frame) {
    case .yes:
      workspace.setCell(frame.level, frame.index, Int(step.pointee.cell), Value(bool: true))
      // Where no other branch follows, the body is what comes next.
      if step.pointee.next == step.pointee.end { return index &+ 1 }
      makeBlank(step.pointee.moreBits & typed, frame)
      let isBodySettled = fill(index &+ 1, Int(step.pointee.end), frame)
      isSettled = isSettled && isBodySettled
      return Int(step.pointee.next)
    case .skipped:
      workspace.setCell(
        frame.level, frame.index, Int(step.pointee.cell), .unusable(.undecided))
      leaveUndecided(index &+ 1, Int(step.pointee.next), frame)
      isSettled = false
      return Int(step.pointee.next)
    case .no, .unknown:
      makeBlank(step.pointee.bits & typed, frame)
      return Int(step.pointee.end)
    }
  }

  @inline(__always)
  private func truth(ofBranch step: UnsafePointer<PlanStep>, _ frame: Frame) -> Truth {
    if step.pointee.truthCell >= 0 {
      let value = workspace.cell(frame.level, frame.index, Int(step.pointee.truthCell))
      if value.kind == .bool { return Truth(value.bool) }
    }
    return step.pointee.target < 0 ? .yes : truth(of: step.pointee.target, frame)
  }

  /// Takes back the values that fields got when they were read, since their branch is not
  /// in force.
  @inline(__always)
  private func makeBlank(_ bits: UInt64, _ frame: Frame) {
    var bits = bits
    while bits != 0 {
      workspace.setCell(frame.level, frame.index, bits.trailingZeroBitCount, .blank)
      bits &= bits &- 1
    }
  }

  /// Whether a field's value surely is as its rules, and those of what is inside, want it.
  @inline(__always)
  private func isSurelyRight(_ value: Value, _ number: Int) -> Bool {
    switch value.kind {
    case .blank: return true
    case .unusable: return false
    case .record, .list:
      // Only after the field has its value, because what is inside may name it.
      let isInsideRight = fillInside(value)
      return isInsideRight && keepsPlainRules(value, of: number)
    default: return keepsPlainRules(value, of: number)
    }
  }

  /// Whether every rule of a field is plain and surely holds for a value.
  @inline(__always)
  func keepsPlainRules(_ value: Value, of number: Int) -> Bool {
    let field = plan.fields.baseAddress.unsafelyUnwrapped + number
    return keepsPlainRules(Int(field.pointee.firstRule), Int(field.pointee.endRule), value)
  }

  @inline(__always)
  private func keepsPlainRules(_ first: Int, _ end: Int, _ value: Value) -> Bool {
    var test = Int(plan.firstPlainTest[first])
    let endTest = Int(plan.firstPlainTest[end])
    while test < endTest {
      if plan.plainTests[test].verdict(for: value) != .yes { return false }
      test &+= 1
    }
    return true
  }

  /// Marks every field of a `when` that hangs on an unusable field.
  @inline(never)
  private func leaveUndecided(_ lower: Int, _ upper: Int, _ frame: Frame) {
    for index in lower..<upper {
      let step = plan.steps[index]
      guard step.kind == .field else { continue }
      let cell = plan.fields[Int(step.target)].cell
      workspace.setCell(frame.level, frame.index, Int(cell), .unusable(.undecided))
    }
  }

  /// Gives a field its value.
  private func fillField(_ number: Int, _ frame: Frame) -> Value {
    let field = plan.fields[number]
    var raw = workspace.input(frame.level, frame.index, Int(field.input))
    if field.hasMoreInputs { raw = preferredInput(number, frame) }
    if field.isCleaned, raw.kind == .text { raw = clean(raw, program.fields[number].cleaning) }
    var value = typed(raw, field.type, frame)
    if value.kind == .blank { value = standIn(for: field, frame) }
    if field.ignoresCase { value = withoutCase(value, raw, field.type) }
    workspace.setCell(frame.level, frame.index, Int(field.cell), value)
    return value
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
  @inline(never)
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
    for number in workspace.unknownKeys.pointee.range(of: frame) {
      report(problem(.unknownKey, field: -1, frame, rule: Int32(number)))
    }
  }

  private func judge(_ lower: Int, _ upper: Int, _ frame: Frame) {
    // Whoever wants to know which rules held has to see them run.
    let settled = coverage == nil ? workspace.stores[frame.level].marks[frame.index].settled : 0
    var index = lower
    while index < upper {
      let step = plan.steps[index]
      switch step.kind {
      case .field:
        if step.bits & settled == 0 { judgeField(Int(step.target), frame) }
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
      judgeRules(of: number, value, frame)
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
        judgeRules(of: level.itemField, item, frame)
      }
      judge(frame)
    }
  }

  /// Judges the rules of a field that has a value.
  private func judgeRules(of number: Int, _ value: Value, _ frame: Frame) {
    let field = plan.fields[number]
    let isWatched = state.pointee.coverage != nil
    for rule in field.firstRule..<field.endRule {
      if isWatched || !judgePlainly(Int(rule), value, frame) { judgeRule(Int(rule), frame) }
    }
  }

  /// Judges a rule by its plain tests; false where they cannot tell.
  private func judgePlainly(_ rule: Int, _ value: Value, _ frame: Frame) -> Bool {
    let tests = plan.firstPlainTest[rule]..<plan.firstPlainTest[rule &+ 1]
    for number in tests {
      let test = plan.plainTests.baseAddress.unsafelyUnwrapped + Int(number)
      switch test.pointee.verdict(for: value) {
      case .yes: continue
      case .no:
        if !state.pointee.isCollecting { reportBroken(rule, test.pointee.part, frame) }
        return true
      case .unknown, .skipped: return false
      }
    }
    return true
  }

  private func reportBroken(_ number: Int, _ part: Int32, _ frame: Frame) {
    let rule = plan.rules.baseAddress.unsafelyUnwrapped + number
    var problem = problem(.rule, field: Int(rule.pointee.field), frame)
    problem.severity = rule.pointee.severity
    problem.rule = Int32(truncatingIfNeeded: number)
    problem.part = part
    report(problem)
  }

  func judgeRule(_ number: Int, _ frame: Frame) {
    let rule = plan.rules[number]
    let truth = truth(of: rule.condition, frame)
    // Looking for the part that failed would gather its keys once more.
    if state.pointee.isCollecting { return }
    coverage?.note(rule: number, truth)
    switch truth {
    case .yes, .unknown, .skipped: return
    case .no:
      reportBroken(number, failedPart(of: rule.condition, frame), frame)
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

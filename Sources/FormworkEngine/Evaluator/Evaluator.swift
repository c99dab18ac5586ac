// Runs a program on records. A record is *filled* first: every field is cleaned, found blank or
// typed, and every `when` decided, from the outside in and in the order of the declarations. Then it
// is *judged*: every rule of every field in force runs, whatever else failed. Two walks, because a
// rule may name a field declared later, and problems come in the order of the declarations.

internal import FormworkSyntax

/// What changes while records are evaluated. It lies behind a pointer of the evaluator: a class's own
/// variables are checked for overlapping access each time they are touched.
struct EvaluationState {
  /// What is wrong with the record, in order; warnings among it.
  var problems = ProblemList()
  /// The fields whose first problem is known.
  fileprivate var troubled: OrderedSet<TroubledField> = []
  /// How many problems there were beyond those that are kept.
  var omittedCount = 0
  /// How many problems are errors, also of those that are not kept.
  var errorCount = 0
  /// The bytes of the record being evaluated, for the places of its problems.
  var record = TextBytes(start: nil, count: 0)
  /// Where the cells of the row begin, once a problem has asked for it.
  var cellStarts: [Int] = []
  /// Whether this run only gathers the keys of `unique` and `same`.
  var isCollecting = false
  /// Which outcomes of rules and branches have been seen, if somebody asks for that.
  var coverage: RuleCoverage?
  /// The frames that conditions about items are in: for each list of items around, the frame that
  /// the list was found from.
  var framesAround: [Frame] = []
  /// Whether all values of the record are there.
  var isJudging = false
  /// What its items asked of whole lists.
  var summaries = ListSummaries()
  /// How many items of lists and rows of tables conditions have looked at.
  var steps = 0
  /// How many of them a record may need. A billion takes half a minute to some minutes; comparing every item of a list of
  /// 32,000 with every item of another takes as many.
  var stepLimit = 1_000_000_000
  /// How many bytes the texts have that conditions put together.
  var madeBytes = 0
  /// How many of them a record may need.
  static let madeLimit = 64 << 20
  /// What else the record has too much of.
  private(set) var excess: MalformedRecord.Reason?
  /// Whether what was evaluated depends on the day; see `ruleBroken`.
  var askedForMoment = false

  /// Ends the evaluation of a record that has too much of something.
  mutating func exceed(_ reason: MalformedRecord.Reason) {
    excess = reason
    steps = stepLimit + 1
  }

  /// Forgets the record before.
  @inline(__always)
  mutating func begin(_ bytes: TextBytes) {
    record = bytes
    isJudging = false
    steps = 0
    if madeBytes > 0 { madeBytes = 0 }
    if excess != nil { excess = nil }
    if !summaries.isEmpty { summaries.removeAll() }
    problems.removeAll()
    if !cellStarts.isEmpty { cellStarts.removeAll(keepingCapacity: true) }
    if !troubled.isEmpty { troubled.removeAll() }
    errorCount = 0
    omittedCount = 0
  }
}

/// An evaluator with the memory for one record at a time; owned by one thread.
package final class Evaluator {
  package let program: Program
  /// The reader of the rows, where records are some: it knows where an empty cell stands.
  package var table: TableReader?
  let planMemory: PlanMemory
  let planPointer: UnsafePointer<Plan>
  var plan: Plan {
    @inline(__always) get { planPointer.pointee }
  }
  let workspace: Workspace
  let state: UnsafeMutablePointer<EvaluationState>
  /// Whether a field has the name of the key that messages are written under.
  private(set) lazy var problemsKeyIsKnown = program.levels[0].keys.names.contains(problemsKey)
  private var givenMoment: Moment
  var moment: Moment {
    state.pointee.askedForMoment = true
    return givenMoment
  }
  private var scope: ProblemScope
  /// Those of the patterns that texts were held against.
  private var matchers: [PatternMatcher?]
  /// The most problems that are kept for a record.
  private var problemLimit: Int
  var dataSetKeys: [DataSetKey] = []
  /// How keys are hashed that are compared with those of other processes; nil where there are none.
  package var hashKey: (([UInt8]) -> (low: UInt64, high: UInt64))?
  /// Long lists of values of the form, made when they are first asked for.
  var indexes = ConstantIndexes()
  /// What is near to the keys that nobody asks for.
  var nearKeys = NearKeys()
  /// How many records there are, once that is known.
  var recordCount = 0
  /// What the records before say of this one.
  var dataSetHits: [DataSetHit] = []
  /// For each `unique` and `same` where its hit stands among these, or -1; empty until there is one.
  var dataSetPlaces: [Int32] = []

  /// - Parameter isFast: whether readers may give fields their values; without that, every field is filled and
  ///   judged.
  package init(
    _ program: Program, moment: Moment, scope: ProblemScope = .all, problemLimit: Int = Int.max,
    isFast: Bool = true
  ) {
    self.program = program
    givenMoment = moment
    self.problemLimit = problemLimit
    self.scope = scope
    let shared = isFast ? program.planMemory : nil
    planMemory = shared ?? PlanMemory(program, isFast: isFast)
    planPointer = planMemory.plan
    workspace = Workspace(program, planMemory)
    matchers = Array(repeating: nil, count: program.patterns.count)
    state = .allocate(capacity: 1)
    state.initialize(to: EvaluationState())
  }

  deinit {
    state.pointee.problems.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Whether a text matches one of the program's patterns.
  func matches(_ text: TextBytes, pattern: Int) -> Bool {
    if matchers[pattern] == nil {
      // All matchers together remember no more than 64 MiB.
      let memory = min(1 << 20, (64 << 20) / matchers.count)
      matchers[pattern] = PatternMatcher(program.patterns[pattern], memory: memory)
    }
    let room = state.pointee.stepLimit - state.pointee.steps
    let isMatch = matchers[pattern]?.matches(text, limit: room) ?? false
    state.pointee.steps += matchers[pattern]?.steps ?? 0
    return isMatch
  }

  /// What is wrong with the record, in order, warnings among it; good until the next one is evaluated.
  package var problems: UnsafeBufferPointer<Problem> {
    state.pointee.problems.settle()
    return state.pointee.problems.all
  }

  /// How many problems there were beyond those that are kept.
  package var omittedCount: Int { state.pointee.omittedCount }

  /// How many problems are errors, also of those that are not kept.
  package var errorCount: Int { state.pointee.errorCount }

  /// The bytes of the record that was evaluated last.
  package var record: TextBytes { state.pointee.record }

  /// Which outcomes of rules and branches have been seen, if somebody asks for that.
  package var coverage: RuleCoverage? {
    get { state.pointee.coverage }
    set { state.pointee.coverage = newValue }
  }

  /// Whether the record has no problems, not even a warning.
  package var isSpotless: Bool { state.pointee.problems.count == 0 }

  /// Whether the record has no errors.
  package var isAccepted: Bool { state.pointee.errorCount == 0 }

  /// Evaluates a JSON record.
  ///
  /// - Parameter isPadded: whether what lies behind the record is as `Padding` wants it; if not, it is copied
  ///   to where it is.
  /// - Throws: if the record cannot be read; nothing is evaluated then.
  package func evaluate(json bytes: TextBytes, isPadded: Bool = false) throws(MalformedRecord) {
    try read(json: bytes, isPadded: isPadded)
    try run()
  }

  /// Evaluates a row of a table.
  ///
  /// - Parameters:
  ///   - isText: whether the row is known to be UTF-8 without NUL.
  ///   - room: how many bytes after the row may be looked at; with some it is read faster.
  /// - Throws: if the row cannot be read; nothing is evaluated then.
  package func evaluate(
    row bytes: TextBytes, isText: Bool = false, room: Int = 0, of table: TableReader
  ) throws(MalformedRecord) {
    begin(bytes)
    try table.read(bytes, isText: isText, room: room, into: workspace)
    gather(table)
    try run()
  }

  /// Brings the cells of a row together that lie in records and lists.
  @inline(__always)
  func gather(_ table: TableReader) {
    if plan.hasBlanks { clearBlanks() }
    if !table.lists.isEmpty { gatherLists(of: table) }
    for shared in table.sharedLevels { mergeFrames(ofLevel: shared.level, shared.frameCount) }
    var number = table.chains.count
    while number > 1 {
      number &-= 1
      let chain = table.chains[number]
      if chain.frame == 0 { fillRecord(chain, in: table.chains[chain.parent].level) }
    }
  }

  /// Evaluates a record of a file: a row of its table, or JSON.
  package func evaluate(
    _ record: TextBytes, of table: TableReader?, isText: Bool = false, room: Int = 0
  ) throws(MalformedRecord) {
    guard let table else { return try evaluate(json: record) }
    try evaluate(row: record, isText: isText, room: room, of: table)
  }

  /// Reads a JSON record without evaluating it.
  ///
  /// - Parameter isPadded: whether what lies behind the record is as `Padding` wants it.
  package func read(json bytes: TextBytes, isPadded: Bool) throws(MalformedRecord) {
    begin(bytes)
    if !isPadded { state.pointee.record = workspace.scratch.pointee.addPadded(bytes) }
    try JSONReader.read(record, into: workspace)
  }

  /// Reads a row of a table without evaluating it.
  package func read(
    row bytes: TextBytes, room: Int, of table: TableReader
  ) throws(MalformedRecord) {
    begin(bytes)
    try table.read(bytes, room: room, into: workspace)
  }

  /// Puts a record of a row under its key, unless all its columns are blank to its fields.
  private func fillRecord(_ chain: TableReader.Chain, in parent: Int) {
    let level = plan.levels[chain.level]
    let frame = Frame(level: chain.level, index: 0)
    for index in level.firstStep..<level.endStep where plan.steps[index].kind == .field {
      let number = Int(plan.steps[index].target)
      let raw = rawInput(number, frame)
      if isBlank(raw, number) { continue }
      let record = Value.record(level: chain.level, frame: 0, offset: raw.extra)
      return workspace.setInput(parent, 0, chain.input, record)
    }
  }

  /// Gives each field of frame 0 what is filled in first among the frames of a record that is read from several names.
  private func mergeFrames(ofLevel level: Int, _ count: Int) {
    for index in plan.levels[level].firstStep..<plan.levels[level].endStep
    where plan.steps[index].kind == .field {
      let number = Int(plan.steps[index].target)
      let filled = (0..<count).first { filledInput(number, Frame(level: level, index: $0)) != nil }
      guard let filled, filled > 0 else { continue }
      for input in program.fields[number].inputs {
        workspace.setInput(
          level, 0, Int(input), workspace.input(level, filled, Int(input)))
      }
    }
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

  /// Evaluates the record that has been read.
  @inline(__always)
  func run() throws(MalformedRecord) {
    if !isKnown { runThrough() }
    try checkSteps()
  }

  /// Refuses a record that is beyond a limit; some of its evaluation was left out.
  @inline(__always)
  func checkSteps() throws(MalformedRecord) {
    if hasTooManySteps { throw tooManySteps }
  }

  var tooManySteps: MalformedRecord {
    MalformedRecord(state.pointee.excess ?? .tooManySteps(limit: stepLimit), 0)
  }

  package var stepLimit: Int {
    get { state.pointee.stepLimit }
    set { state.pointee.stepLimit = newValue }
  }

  /// Whether no more items or rows are looked at.
  @inline(__always)
  var hasTooManySteps: Bool { state.pointee.steps > state.pointee.stepLimit }

  func runThrough() {
    if plan.hasBlanks { clearBlanks() }
    let frame = Frame(level: 0, index: 0)
    let isSettled = fill(frame)
    if isSettled, areMarksEnough, !state.pointee.isCollecting { return }
    state.pointee.isJudging = true
    judge(frame)
  }

  /// Whether fields that are marked as settled need not be judged: unless somebody wants to see every rule
  /// run, a key that nobody asks for lies anywhere, or a field may yet turn out to be required.
  @inline(__always)
  var areMarksEnough: Bool {
    areMarksEnoughForAll && workspace.unknownKeys.pointee.entries.isEmpty
  }

  /// The same, as far as it does not depend on the record.
  @inline(__always)
  var areMarksEnoughForAll: Bool { !plan.hasLateFields && state.pointee.coverage == nil }

  func report(_ problem: Problem) {
    if problem.severity == .error { state.pointee.errorCount &+= 1 }
    if case .all = scope {} else if !isWanted(problem) { return }
    if state.pointee.problems.count < problemLimit {
      return state.pointee.problems.append(problem)
    }
    state.pointee.omittedCount += 1
    // Errors come before warnings where not all can be kept.
    if problem.severity == .error { state.pointee.problems.replaceWarning(with: problem) }
  }

  /// Whether a problem is among those asked for, given the ones before.
  private func isWanted(_ problem: Problem) -> Bool {
    switch scope {
    case .all: return true
    case .firstOfRecord:
      guard let first = problems.first else { return true }
      // The first error takes the place of a warning.
      if first.severity == .warning, problem.severity == .error {
        state.pointee.problems.removeAll()
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

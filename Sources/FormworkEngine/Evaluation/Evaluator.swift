// Runs a program on records. A record is first *filled*: every field is cleaned, found blank or typed, and every
// `when` decided, from the outside in and in the order of the declarations. Then it is *judged*: every rule of every
// field in force runs, even if others failed. There are two walks because a rule may name a field declared later, and
// problems come in the order of the declarations.

internal import FormworkSyntax

/// The state that changes while records are evaluated. The evaluator only has a pointer to it, because each access to a
/// variable of a class is checked for exclusivity.
struct EvaluationState {
  /// The problems of the record, in order, including warnings.
  var problems = ProblemList()
  /// The fields that have a problem already.
  fileprivate var troubled: OrderedSet<TroubledField> = []
  /// The number of problems that exceed the limit and aren't stored.
  var omittedCount = 0
  /// The number of errors, including those that aren't stored.
  var errorCount = 0
  /// The bytes of the record being evaluated, for the positions of its problems.
  var record = TextBytes(start: nil, count: 0)
  /// The offsets of the row's cells, computed when a problem needs them.
  var cellStarts: [Int] = []
  /// For each level whose items are in numbered columns with gaps, the original position of each item among the
  /// columns, from 0.
  var itemNumbers: OrderedDictionary<Int, [Int]> = [:]
  /// Whether this run only collects the keys of `unique` and `same`.
  var isCollecting = false
  /// Whether this run only fills the record, to collect answers to the questions about all records.
  var isTallying = false
  /// The observed results of rules and branches, if they are recorded.
  var coverage: RuleCoverage?
  /// For each list whose items the current condition tests, the frame in which the list's path begins.
  var framesAround: [Frame] = []
  /// The values that are being tested by conditions about each value of a path or a list of operands. The value for the
  /// outermost condition is first.
  var elements: [Value] = []
  /// Whether all values of the record are known.
  var isJudging = false
  /// Cached results about whole lists.
  var summaries = ListSummaries()
  /// The number of items of lists and rows of tables that conditions have visited.
  var steps = 0
  /// The maximum number of steps for a record. A billion steps take from half a minute to several minutes. Comparing
  /// every item of a list of 32,000 with every item of an equally long list takes about as many.
  var stepLimit = 1_000_000_000
  /// The total number of bytes of the texts that conditions have built.
  var madeBytes = 0
  /// The maximum of `madeBytes` for a record.
  var madeLimit = 64 << 20
  /// Copies of lists and records from other records that the record at hand uses, keyed by the identity of their
  /// `KeptValue.Contents`.
  var copies: OrderedDictionary<ObjectIdentifier, Value> = [:]
  /// The conditions that can't be decided because of another record.
  var undecided: [UndecidedCondition] = []
  /// The column names of the data's tables, while checks of the data as a whole are judged. Each table has its own
  /// frame.
  var tables: [ColumnNames] = []
  /// The keys being compared.
  var keyBytes = KeyBytes()
  /// The first other record whose unusable value prevents a decision on the current rule.
  var way = RecordAddress.none
  /// The exceeded limit, if it isn't the number of steps.
  private(set) var excess: MalformedRecord.Reason?
  /// Whether the evaluation read the current moment. See `ruleBroken`.
  var askedForMoment = false
  /// Whether the evaluation needed the answer of a host rule that hasn't been called. See `kindOfLack`.
  var isUnasked = false

  /// Stops the evaluation of a record that exceeds a limit.
  mutating func exceed(_ reason: MalformedRecord.Reason) {
    excess = reason
    steps = stepLimit + 1
  }

  /// Resets the state for the next record.
  @inline(__always)
  mutating func begin(_ bytes: TextBytes) {
    record = bytes
    isJudging = false
    steps = 0
    if madeBytes > 0 { madeBytes = 0 }
    if excess != nil { excess = nil }
    if !summaries.isEmpty { summaries.removeAll() }
    if !undecided.isEmpty { undecided.removeAll() }
    if !tables.isEmpty { tables.removeAll() }
    problems.removeAll()
    if !cellStarts.isEmpty { cellStarts.removeAll(keepingCapacity: true) }
    if !itemNumbers.isEmpty { itemNumbers = [:] }
    if !copies.isEmpty { copies = [:] }
    if !troubled.isEmpty { troubled.removeAll() }
    errorCount = 0
    omittedCount = 0
  }
}

/// An evaluator with memory for one record at a time. It belongs to one thread.
package final class Evaluator {
  package let program: Program
  /// The reader of the rows, if the records are rows. It is needed for the positions of empty cells.
  package var table: TableReader?
  let planMemory: PlanMemory
  let planPointer: UnsafePointer<Plan>
  var plan: Plan {
    @inline(__always) get { planPointer.pointee }
  }
  let workspace: Workspace
  let state: UnsafeMutablePointer<EvaluationState>
  /// Whether a field of the form reads `problemsKey`, the key for the messages of rejected records.
  private(set) lazy var problemsKeyIsKnown = program.levels[0].keys.names.contains(problemsKey)
  private var givenMoment: Moment
  var moment: Moment {
    state.pointee.askedForMoment = true
    return givenMoment
  }
  private var scope: ProblemScope
  /// The matchers of the patterns that have been used.
  private var matchers: [PatternMatcher?]
  /// The maximum number of problems that are stored for a record.
  private var problemLimit: Int
  @exclusivity(unchecked) var dataSetKeys: [DataSetKey] = []
  /// The answers to the questions about all records, once all records have been tallied.
  @exclusivity(unchecked) package var answers: RecordTally?
  /// For each question, its value in the previous record, or nil if no record precedes. The array itself is nil for a
  /// record that isn't part of a data set.
  @exclusivity(unchecked) var previous: [KeptValue?]?
  /// The key shared by the processes that judge the data, or nil if there is only one process.
  @exclusivity(unchecked) package var sharedKey: SharedKey?
  /// Indexes of the form's long lists of values, created when they are first used.
  var indexes = ConstantIndexes()
  /// The columns of the last table, if a condition reads them.
  var entered: (columns: [String], names: ColumnNames)?
  /// A cache of the form's keys that are similar to unknown keys of records.
  var nearKeys = NearKeys()
  /// The earlier records with which the current record conflicts.
  @exclusivity(unchecked) var dataSetHits: [DataSetHit] = []
  /// For each `unique` and `same` the index of its match in `dataSetHits`, or -1. Empty until there is a match.
  @exclusivity(unchecked) var dataSetPlaces: [Int32] = []

  /// - Parameter isFast: whether readers may set the values of fields. Otherwise every field is filled and judged.
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
    state.pointee.keyBytes.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Whether a text matches one of the program's patterns.
  func matches(_ text: TextBytes, pattern: Int) -> Bool {
    if matchers[pattern] == nil {
      // All matchers together use at most 64 MiB of memory.
      let memory = min(1 << 20, (64 << 20) / matchers.count)
      matchers[pattern] = PatternMatcher(program.patterns[pattern], memory: memory)
    }
    let room = state.pointee.stepLimit - state.pointee.steps
    let isMatch = matchers[pattern]?.matches(text, limit: room) ?? false
    state.pointee.steps += matchers[pattern]?.steps ?? 0
    return isMatch
  }

  /// The problems of the record, in order, including warnings. They are valid until the next record is evaluated.
  package var problems: UnsafeBufferPointer<Problem> {
    state.pointee.problems.settle()
    return state.pointee.problems.all
  }

  /// The number of problems that exceed the limit and aren't stored.
  package var omittedCount: Int { state.pointee.omittedCount }

  /// The number of errors, including those that aren't stored.
  package var errorCount: Int { state.pointee.errorCount }

  /// The bytes of the record that was evaluated last.
  package var record: TextBytes { state.pointee.record }

  /// The observed results of rules and branches, if they are recorded.
  package var coverage: RuleCoverage? {
    get { state.pointee.coverage }
    set { state.pointee.coverage = newValue }
  }

  /// The conditions of the record that can't be decided because of another record.
  package var undecided: [UndecidedCondition] { state.pointee.undecided }

  /// Whether the record has no problems, not even a warning.
  package var isSpotless: Bool { state.pointee.problems.count == 0 }

  /// Whether the record has no errors.
  package var isAccepted: Bool { state.pointee.errorCount == 0 }

  /// Evaluates a JSON record.
  ///
  /// - Parameter isPadded: whether the record is followed by `Padding`. If not, it is copied.
  /// - Throws: if the record can't be read. Nothing is evaluated then.
  package func evaluate(json bytes: TextBytes, isPadded: Bool = false) throws(MalformedRecord) {
    try read(json: bytes, isPadded: isPadded)
    try run()
  }

  /// Evaluates a row of a table.
  ///
  /// - Parameters:
  ///   - isText: whether the row is known to be UTF-8 without NUL.
  ///   - room: the number of readable bytes past the end of the row. With enough of them, the row is read faster.
  /// - Throws: if the row can't be read. Nothing is evaluated then.
  package func evaluate(
    row bytes: TextBytes, isText: Bool = false, room: Int = 0, of table: TableReader
  ) throws(MalformedRecord) {
    begin(bytes)
    try table.read(bytes, isText: isText, room: room, into: workspace)
    gather(table)
    try run()
  }

  /// Collects the cells of a row into records and lists.
  @inline(__always)
  func gather(_ table: TableReader) {
    if plan.asksColumns { enter(table) }
    if plan.hasBlanks { clearBlanks() }
    for copy in table.copies {
      let value = workspace.input(copy.source.level, copy.source.frame, copy.source.input)
      workspace.setInput(copy.target.level, copy.target.frame, copy.target.input, value)
    }
    if !table.lists.isEmpty { gatherLists(of: table) }
    for shared in table.sharedLevels { mergeFrames(ofLevel: shared.level, shared.frameCount) }
    var number = table.chains.count
    while number > 1 {
      number &-= 1
      let chain = table.chains[number]
      if chain.frame == 0 { fillRecord(chain, in: table.chains[chain.parent].level) }
    }
  }

  /// Evaluates a record of a file: a row of `table`, or JSON if `table` is nil.
  package func evaluate(
    _ record: TextBytes, of table: TableReader?, isText: Bool = false, room: Int = 0
  ) throws(MalformedRecord) {
    guard let table else { return try evaluate(json: record) }
    try evaluate(row: record, isText: isText, room: room, of: table)
  }

  /// Reads a JSON record without evaluating it.
  ///
  /// - Parameter isPadded: whether the record is followed by `Padding`.
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

  /// Sets the input of an inner record whose fields are columns of the row. Sets nothing if all these fields are blank.
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

  /// Merges the frames of a record that is read under several names, one frame per name. Each field of frame 0 gets its
  /// first nonblank value among the frames.
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

  /// Sets the parameters for the next records.
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

  /// Rejects a record that exceeds a limit. Its evaluation is incomplete.
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

  package var madeLimit: Int {
    get { state.pointee.madeLimit }
    set { state.pointee.madeLimit = newValue }
  }

  /// Whether the limit of steps is exceeded, so that no more items or rows are visited.
  @inline(__always)
  var hasTooManySteps: Bool { state.pointee.steps > state.pointee.stepLimit }

  func runThrough() {
    if plan.hasBlanks { clearBlanks() }
    let frame = Frame(level: 0, index: 0)
    let isSettled = fill(frame)
    if state.pointee.isTallying { return }
    if isSettled, areMarksEnough, !state.pointee.isCollecting { return }
    state.pointee.isJudging = true
    judge(frame)
  }

  /// Whether fields with the mark `settled` needn't be judged. They must be judged if all rules have to run, or if the
  /// record has unknown keys in closed levels. A field may also still turn out to be required.
  @inline(__always)
  var areMarksEnough: Bool {
    areMarksEnoughForAll && workspace.unknownKeys.pointee.entries.isEmpty
  }

  /// The part of `areMarksEnough` that doesn't depend on the record.
  @inline(__always)
  var areMarksEnoughForAll: Bool { !plan.hasLateFields && state.pointee.coverage == nil }

  func report(_ problem: Problem) {
    if problem.severity == .error { state.pointee.errorCount &+= 1 }
    if case .all = scope {} else if !isWanted(problem) { return }
    if state.pointee.problems.count < problemLimit {
      return state.pointee.problems.append(problem)
    }
    state.pointee.omittedCount += 1
    // If not all can be stored, errors replace warnings.
    if problem.severity == .error { state.pointee.problems.replaceWarning(with: problem) }
  }

  /// Whether a problem is in the scope, given the problems before it.
  private func isWanted(_ problem: Problem) -> Bool {
    switch scope {
    case .all: return true
    case .firstOfRecord:
      guard let first = problems.first else { return true }
      // The first error replaces a warning.
      if first.severity == .warning, problem.severity == .error {
        state.pointee.problems.removeAll()
        return true
      }
      return false
    case .firstOfField:
      guard problem.field >= 0 else { return true }
      let frame = frame(of: problem)
      let key = TroubledField(
        home: home(of: Int(problem.field), in: frame) ?? frame, field: problem.field,
        isError: problem.severity == .error)
      return state.pointee.troubled.insert(key).inserted
    }
  }
}

/// A field that has a problem, for the scope `firstOfField`.
private struct TroubledField: Hashable {
  /// The frame of the field. If the record around the field is blank, the frame of the problem.
  var home: Frame
  var field: Int32
  var isError: Bool
}

/// A frame of a level.
struct Frame: Hashable {
  var level: Int
  var index: Int
}

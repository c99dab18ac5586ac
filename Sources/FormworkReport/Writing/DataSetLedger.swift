// Keeps the data about other records that the validation of a record needs: the keys of `unique` and `same`, the
// previous records, and the answers to questions about all records.

package import FormworkEngine
package import FormworkSyntax

/// The state so far of a data set, which may span several files.
package final class DataSetLedger: @unchecked Sendable {
  // `@unchecked`, because threads use the ledger one after the other, in the order of their pieces.

  private let program: Program
  private let source: Source
  /// Whether records are compared with earlier ones.
  package let comparesRecords: Bool
  /// Whether records can be judged only after all files have been read once. See `beginJudging`.
  package let needsAnswersFirst: Bool
  /// Whether the answers to questions about all records are collected while records are judged.
  private let talliesLate: Bool
  private var index: DataSetIndex
  /// The files so far, each with the number of records before it.
  private var files: [(name: String?, isKnown: Bool, before: Int)] = []
  private var recordCount = 0
  /// The answers to the questions about all records.
  package private(set) var tally: RecordTally
  /// Whether the answers are complete, so that records are judged.
  package private(set) var isAnswered = false
  /// For the node of each undecided condition, the first record that keeps it from being decided.
  private var ways: OrderedDictionary<Int32, RecordAddress> = [:]
  /// The different columns of the tables so far, each with the name of its first file. The name is nil if another
  /// process has read the table, or if the caller numbers the records.
  private var tables: [(columns: ColumnNames, file: String?)] = []

  package init(_ program: Program, _ source: Source) {
    (self.program, self.source) = (program, source)
    comparesRecords = program.comparesRecords
    needsAnswersFirst = program.needsAnswersFirst
    talliesLate = program.asksAllRecords && !needsAnswersFirst
    index = DataSetIndex(program)
    tally = RecordTally(program)
  }

  /// Whether the answers to questions about all records are collected.
  package var asksAllRecords: Bool { program.asksAllRecords }

  /// Whether each piece must be cut into its records.
  package var needsRecords: Bool { comparesRecords || asksAllRecords }

  /// Begins to judge the records, after all files have been read once.
  package func beginJudging() {
    isAnswered = true
    files = []
  }

  /// Begins the next file.
  ///
  /// - Parameter isKnown: whether the file contains earlier data, whose records aren't judged.
  package func begin(file name: String?, isKnown: Bool) {
    files.append((name, isKnown, recordCount))
  }

  /// Notes the columns of a table whose records are judged.
  package func note(_ table: TableReader) {
    if program.asksColumns { note(table.columnNames(), file: files.last?.name) }
  }

  private func note(_ columns: ColumnNames, file: String?) {
    if tables.contains(where: { $0.columns.areSame(as: columns) }) { return }
    tables.append((columns, file))
  }

  /// Sets the names of the data's files. The caller numbers the records.
  package func name(_ names: [String]) { files = names.map { ($0, false, 0) } }

  /// The index of the current file.
  package var file: Int { files.count - 1 }

  /// The tally for the records of a piece, or nil if the answers are complete.
  package func newTally() -> RecordTally? {
    isAnswered || !asksAllRecords ? nil : RecordTally(program)
  }

  /// Adds the answers of the next piece.
  package func add(_ later: RecordTally) { tally.add(later) }

  /// Adds the records of the next piece.
  ///
  /// - Returns: for each record, its matches among the earlier records.
  package func add(_ entries: [DataSetEntry], _ records: [RecordSpan]) -> [DataSetMatches] {
    zip(entries, records).map { entry, span in
      recordCount += 1
      var matches = index.add(entry, record: recordCount, line: span.line)
      matches.hits = matches.hits.map { inItsFile($0) }
      return matches
    }
  }

  private func inItsFile(_ hit: DataSetHit) -> DataSetHit {
    guard let number = files.lastIndex(where: { $0.before < hit.record }) else { return hit }
    var hit = hit
    hit.record -= files[number].before
    if number < files.count - 1 { hit.file = files[number].name }
    return hit
  }

  /// Notes undecided conditions.
  package func note(_ undecided: [UndecidedCondition]) {
    for condition in undecided {
      if let way = ways[condition.node], way < condition.way { continue }
      ways[condition.node] = condition.way
    }
  }

  /// Adds the state of another ledger, which is for the same form and other records of the data.
  package func add(_ other: DataSetLedger) {
    tally.add(other.tally)
    note(other.ways.map { UndecidedCondition(node: $0.key, way: $0.value) })
    for table in other.tables { note(table.columns, file: nil) }
  }

  /// Encodes or decodes the state of the data set. Once records are judged, the answers are omitted.
  package func code(_ coder: inout ByteCoder) {
    (isAnswered ? RecordTally(program) : tally).code(&coder)
    var undecided = ways.map { UndecidedCondition(node: $0.key, way: $0.value) }
    let none = UndecidedCondition(node: 0, way: RecordAddress(file: 0, record: 0, line: 0))
    coder.code(&undecided, none) { $1.code(&$0) }
    if coder.isReading { note(undecided) }
    var columns = tables.map { $0.columns }
    coder.code(&columns)
    if coder.isReading { tables = columns.map { ($0, nil) } }
  }

  /// Reports on the data set as a whole, once all records have been judged.
  package func report(options: ReportOptions) -> PieceResult {
    var result = PieceResult()
    report(RecordReporter(program, source: source, options: options), into: &result)
    return result
  }

  package func report(_ reporter: RecordReporter, into result: inout PieceResult) {
    guard program.judgesData || !ways.isEmpty, isAnswered || !needsAnswersFirst else { return }
    let (evaluator, namesFile) = (reporter.evaluator, reporter.options.namesFile)
    let (problems, undecided) = problems(evaluator, namesFile: namesFile)
    let reports = problems.map { report($0, evaluator, reporter.writer, namesFile: namesFile) }
    reporter.report(problems, reports, undecided, into: &result)
  }

  private func report(
    _ problem: Problem, _ evaluator: Evaluator, _ writer: MessageWriter, namesFile: Bool
  ) -> ProblemReport {
    var report = writer.report(problem, evaluator, at: .ofAllRecords)
    if namesFile, let table = program.table(of: problem) { report.file = tables[table].file }
    return report
  }

  /// Returns the problems of the data as a whole, and the conditions that can't be decided, in the order of the form.
  ///
  /// - Parameter evaluator: an evaluator of the program.
  package func problems(
    _ evaluator: Evaluator, namesFile: Bool = false
  ) -> (problems: [Problem], undecided: [UndecidedPlace]) {
    evaluator.answers = tally
    let problems = evaluator.problemsOfData(tables.map { $0.columns })
    note(evaluator.undecided)
    let all = ways.map { UndecidedCondition(node: $0.key, way: $0.value) }
    let waysOfRules = all.filter { program.rule(of: $0) != nil }.map { $0.way }
    // A record that keeps a rule from being decided isn't reported again for other conditions.
    let undecided = all.filter { program.rule(of: $0) != nil || !waysOfRules.contains($0.way) }
      .map { place($0, namesFile: namesFile) }
    return (problems, undecided.ordered { $0.span.lower < $1.span.lower })
  }

  /// Returns the problems of the data as a whole, and then the conditions that can't be decided.
  package func reports(
    _ evaluator: Evaluator, _ writer: MessageWriter, namesFile: Bool = false
  ) -> [ProblemReport] {
    let (problems, undecided) = problems(evaluator, namesFile: namesFile)
    return problems.map { report($0, evaluator, writer, namesFile: namesFile) }
      + undecided.map { $0.report(writer.builtIn) }
  }

  private func place(_ condition: UndecidedCondition, namesFile: Bool) -> UndecidedPlace {
    if let list = program.list(of: condition.way) {
      return UndecidedPlace(condition, program, source, file: list)
    }
    // Without files, the caller numbers the records.
    let file = files.isEmpty ? nil : files[min(Int(condition.way.file), files.count - 1)]
    let isNamed = file?.isKnown ?? false || namesFile
    return UndecidedPlace(condition, program, source, file: isNamed ? file?.name : nil)
  }
}

// MARK: - One record at a time

/// Functions for a data set whose records the caller numbers.
extension DataSetLedger {
  /// Counts `number` more records, whose contents aren't known.
  package func count(_ number: Int) { tally.count(number) }

  /// Tallies a record for the questions about all records. Must be called before the first record is judged.
  ///
  /// - Parameter evaluate: evaluates the record.
  package func collect(
    at address: RecordAddress, _ evaluator: Evaluator,
    _ evaluate: (Evaluator) throws(MalformedRecord) -> Void
  ) {
    evaluator.tally(into: tally, at: address, evaluate)
  }

  /// Whether records have been collected and none of them has been judged.
  package var isCollected: Bool { needsAnswersFirst && !isAnswered && tally.total > 0 }

  /// Begins to judge the records, after all records have been collected. Gives the collected answers to `evaluator`.
  package func beginJudging(_ evaluator: Evaluator) {
    beginJudging()
    evaluator.answers = tally
  }

  /// Prepares an evaluator to compare the next record with the earlier ones.
  package func compare(
    at address: RecordAddress, _ evaluator: Evaluator,
    _ evaluate: (Evaluator) throws(MalformedRecord) -> Void
  ) {
    let entry = evaluator.entry(at: address, evaluate)
    evaluator.expect(
      index.add(entry, record: Int(address.record), line: Int(address.line)))
  }

  /// Notes the undecided conditions and the answers of a record that an evaluator has judged.
  @inline(__always)
  package func note(_ address: @autoclosure () -> RecordAddress, _ evaluator: Evaluator) {
    if !evaluator.undecided.isEmpty { note(evaluator.undecided) }
    guard talliesLate else { return }
    tally.count()
    evaluator.tally(into: tally, at: address())
  }

  /// Counts a record that can't be read.
  package func noteUnreadable() { if talliesLate { tally.count() } }
}

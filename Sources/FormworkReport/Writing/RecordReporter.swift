// Evaluates the records of a piece of a stream and writes the requested output: NDJSON lines, drawings for people,
// products, rejects. It doesn't access files; the caller writes the buffers out in order.

package import FormworkEngine
package import FormworkSyntax

/// The options of a run.
package struct ReportOptions: Sendable {
  package enum Output: Sendable {
    case human, ndjson, github
    /// Records with problems as JSON, for hosts that show them.
    case shown
  }

  package var output = Output.human
  package var layout: DataLayout
  package var scope = ProblemScope.all
  package var moment: Moment
  package var language: String?
  /// The maximum number of reported problems of a record. The others are only counted.
  package var problemLimit = 100
  /// Whether drawings show the values in failed conditions, and the skipped rules.
  package var explains = false
  /// Whether lines of JSON are written only for records with problems.
  package var showsOnlyProblems = false
  /// Whether reading stops at the first rejected record.
  package var stopsAtRejection = false
  package var wantsAccepted = false
  package var wantsRejected = false
  /// Whether the individual problems are needed, for reports.
  package var wantsProblems = false
  /// Whether the rows of tables are needed, for workbooks.
  package var wantsRows = false
  /// The maximum number of records with problems that are drawn or shown.
  package var show = 20
  /// The name of the data in drawings and, if there are several files, in lines of JSON.
  package var fileName: String?
  package var namesFile = false
  package var palette = Palette.plain
  package var width = 80

  package init(layout: DataLayout, moment: Moment) {
    self.layout = layout
    self.moment = moment
  }
}

/// Reports on records. Each instance belongs to one thread.
package final class RecordReporter {
  let evaluator: Evaluator
  let writer: MessageWriter
  /// Writes the products, if they are needed.
  private let products: ProductWriter?
  let lines: ProblemLines
  /// The recipes for the products of records with known marks, in the order of these marks in the cache.
  private let recipes = UnsafeMutablePointer<ProductRecipe?>.allocate(
    capacity: Evaluator.knownMarksLimit)
  /// The beginning of the member with a rejected record's messages: its key and an opening bracket.
  let problemsMember = ByteBuffer.bytes { out in
    out.key(named: problemsKey)
    out.append("[")
  }
  let source: Source
  var formPlaces: FormPlaces
  let options: ReportOptions
  let table: TableReader?
  /// Whether each column is secret, if rows are needed and there are secrets.
  let secretColumns: [Bool]?
  /// Whether to look for a nonblank cell in a column without a name.
  private var watchesNameless: Bool
  /// Collects the contributions of the reported records to questions about all records. Nil if they needn't be
  /// collected here.
  private var tally: RecordTally?
  /// The index of the current file in the run.
  private var file = 0
  /// The places of the rules that can't be decided for a record by itself.
  private var unjudged: [String] = []
  /// The places of the rules that are about several records.
  private lazy var rulesAboutOthers = evaluator.program.rulesAboutOthers.map {
    source.place(of: evaluator.program.span(ofRule: $0))
  }
  /// Whether nothing is written about a record without problems.
  private let isSummaryEnough: Bool

  /// - Parameters:
  ///   - source: the form's text, for positions in drawings.
  ///   - table: the reader of rows, if the format is a table.
  ///   - isFast: whether readers may set the values of fields.
  package init(
    _ program: Program, source: Source, options: ReportOptions, table: TableReader? = nil,
    isFast: Bool = true
  ) {
    evaluator = Evaluator(
      program, moment: options.moment, scope: options.scope, problemLimit: options.problemLimit,
      isFast: isFast)
    evaluator.table = table
    writer = MessageWriter(
      program, language: options.language, encoding: options.layout.encoding.value)
    let wantsLines = options.output == .ndjson && !options.showsOnlyProblems
    isSummaryEnough = !wantsLines && !options.wantsAccepted && !options.wantsRows
    let wantsProducts = options.output == .ndjson || options.wantsAccepted
    products = wantsProducts ? ProductWriter(program) : nil
    lines = ProblemLines(writer)
    recipes.initialize(repeating: nil, count: Evaluator.knownMarksLimit)
    self.source = source
    formPlaces = FormPlaces(source)
    self.options = options
    self.table = table
    let wantsCells = options.wantsRows || options.output == .shown
    secretColumns = wantsCells ? table?.secretColumns(program) : nil
    watchesNameless = table?.hasNamelessColumns ?? false
  }

  deinit {
    for number in 0..<Evaluator.knownMarksLimit { recipes[number]?.deallocate() }
    recipes.deallocate()
  }

  /// Prepares for the ledger's current file. If the ledger's answers to questions about all records are complete, uses
  /// them.
  package func use(_ ledger: DataSetLedger) {
    (file, unjudged) = (ledger.file, [])
    evaluator.answers = ledger.isAnswered ? ledger.tally : nil
  }

  /// Begins to report on records that aren't compared with others. The line of each record lists the rules that can't
  /// be decided for it.
  func leaveDataSet() {
    evaluator.leaveDataSet()
    unjudged = rulesAboutOthers
  }

  /// Reports on the records of a piece, or only collects their contributions to questions about all records.
  ///
  /// - Parameters:
  ///   - firstRecord: the number of the first record in its file, from 1.
  ///   - inTurn: runs a closure once the closures of all earlier pieces have run; called at most once.
  package func report(
    _ bytes: TextBytes, _ records: [RecordSpan], firstRecord: Int, _ ledger: DataSetLedger,
    inTurn: (() -> Void) -> Void, into result: inout PieceResult
  ) {
    let tally = ledger.newTally()
    if let tally, ledger.needsAnswersFirst {
      collect(bytes, records, firstRecord: firstRecord, into: tally)
      result.summary.countUnjudged(records.count)
      return inTurn { ledger.add(tally) }
    }
    var matches: [DataSetMatches] = []
    if ledger.comparesRecords {
      let entries = evaluator.entries(
        bytes, records, of: table, file: file, firstRecord: firstRecord, tally: tally)
      inTurn {
        matches = ledger.add(entries, records)
        if let tally { ledger.add(tally) }
      }
    }
    self.tally = ledger.comparesRecords ? nil : tally
    report(bytes, records, firstRecord: firstRecord, matches: matches, into: &result)
    if let tally = self.tally { inTurn { ledger.add(tally) } }
  }

  private func address(_ span: RecordSpan, _ number: Int) -> RecordAddress {
    RecordAddress(file: file, record: number, line: span.line)
  }

  /// Adds the contributions of a piece's records to questions about all records, without judging the records.
  private func collect(
    _ bytes: TextBytes, _ records: [RecordSpan], firstRecord: Int, into tally: RecordTally
  ) {
    let areText = table != nil && bytes.areText(records)
    for (index, span) in records.enumerated() {
      let (record, room) = (bytes.part(span.lower, span.upper), bytes.count - span.upper)
      evaluator.tally(into: tally, at: address(span, firstRecord + index)) {
        evaluator throws(MalformedRecord) in
        if let defect = span.defect { throw MalformedRecord(defect, 0) }
        try evaluator.evaluate(record, of: table, isText: areText, room: room)
      }
    }
  }

  /// Evaluates the records of a piece.
  ///
  /// - Parameters:
  ///   - firstRecord: the number of the first record in its file, from 1.
  ///   - matches: the matches of each record among the earlier records. Empty if records aren't compared.
  package func report(
    _ bytes: TextBytes, _ records: [RecordSpan], firstRecord: Int, matches: [DataSetMatches] = [],
    into result: inout PieceResult
  ) {
    guard let base = bytes.baseAddress else { return }
    let areText = table != nil && bytes.areText(records)
    for index in 0..<records.count {
      let span = records[index]
      let record = TextBytes(start: base + span.lower, count: span.upper - span.lower)
      if !matches.isEmpty { evaluator.expect(matches[index]) }
      let room = bytes.count - span.upper
      if watchesNameless { lookAtNameless(record, span, &result) }
      let isAccepted = report(record, span, number: firstRecord + index, into: &result) {
        evaluator throws(MalformedRecord) in
        if let defect = span.defect { throw MalformedRecord(defect, 0) }
        try evaluator.evaluate(record, of: table, isText: areText, room: room)
      }
      if !isAccepted, options.stopsAtRejection || result.fault != nil {
        result.didStop = true
        return
      }
    }
  }

  /// Notes the first row with a nonblank cell in a column without a name.
  private func lookAtNameless(
    _ row: TextBytes, _ span: RecordSpan, _ result: inout PieceResult
  ) {
    guard let column = table?.filledNamelessColumn(in: row) else { return }
    watchesNameless = false
    result.filledWithoutName = .filledWithoutName(position: column, line: span.line)
  }

  /// Evaluates the lines of a piece. Each line is a record unless it is blank.
  ///
  /// - Parameters:
  ///   - bytes: whole lines, followed by `Padding`.
  ///   - start: the start of the first line.
  ///   - number: the number of the first record in its file, from 1.
  ///   - line: the number of the first line.
  package func report(
    lines bytes: TextBytes, from start: Int, firstRecord number: Int, line: Int,
    into result: inout PieceResult
  ) {
    guard let base = bytes.baseAddress else { return }
    var (number, line, at) = (number, line, start)
    while true {
      let run = passLines(bytes, from: at, firstRecord: number, line: line, into: &result)
      result.summary.countAccepted(run.passed)
      number += run.passed
      line += run.passed
      guard run.next < bytes.count else { return }
      at = run.end + 1
      if !RecordSplitter.isBlank(bytes, run.next, run.end) {
        let span = RecordSpan(lower: run.next, upper: run.end, line: line, column: 1)
        let record = TextBytes(start: base + run.next, count: run.end - run.next)
        let isAccepted = report(record, span, number: number, into: &result) {
          _ throws(MalformedRecord) in
          if let failure = run.failure { throw failure }
        }
        if !isAccepted, options.stopsAtRejection {
          result.didStop = true
          return
        }
        number += 1
      }
      line += 1
    }
  }

  /// Evaluates lines as long as they have no problems, and writes the requested output.
  private func passLines(
    _ bytes: TextBytes, from start: Int, firstRecord: Int, line firstLine: Int,
    into result: inout PieceResult
  ) -> LineRun {
    guard let products, !isSummaryEnough else { return evaluator.passLines(bytes, from: start) }
    var count = 0
    let cells = evaluator.cells(0, 0)
    let wantsLines = options.output == .ndjson
    let wantsAccepted = options.wantsAccepted
    let run = evaluator.passLines(bytes, from: start, isTold: true) { marks in
      // A line whose marks aren't cached ends `evaluator.passLines`, which caches them. This function then creates the
      // recipe for these marks, so all cached marks have one.
      guard let recipe = recipes[marks] else { preconditionFailure("marks without a recipe") }
      if wantsAccepted {
        recipe.write(cells, evaluator, products, to: &result.accepted)
        result.accepted.append("\n")
      }
      if wantsLines {
        let (line, number) = (firstLine + count, firstRecord + count)
        begin(line: line, number: number, isAccepted: true, to: &result.output)
        result.output.key("product")
        recipe.write(cells, evaluator, products, to: &result.output)
        result.output.key("problems")
        result.output.append("[]}\n")
      }
      count += 1
    }
    if let learned = run.learned {
      recipes[learned]?.deallocate()
      recipes[learned] = products.recipe(evaluator)
    }
    return run
  }

  /// Runs `evaluate` for one record and reports the result.
  ///
  /// - Returns: whether the record was accepted.
  @inline(__always)
  func report(
    _ record: TextBytes, _ span: RecordSpan, number: Int, into result: inout PieceResult,
    _ evaluate: (Evaluator) throws(MalformedRecord) -> Void
  ) -> Bool {
    do throws(MalformedRecord) {
      try evaluate(evaluator)
    } catch {
      tally?.count()
      reportMalformed(error, record, span, number: number, into: &result)
      return false
    }
    if let tally {
      tally.count()
      evaluator.tally(into: tally, at: address(span, number))
    }
    if !evaluator.undecided.isEmpty { result.undecided += evaluator.undecided }
    let isSpotless = evaluator.isSpotless
    if isSpotless {
      result.summary.countAccepted(1)
      if isSummaryEnough { return true }
    }
    let isAccepted = isSpotless || evaluator.isAccepted
    if !isSpotless { result.summary.count(evaluator, isAccepted: isAccepted) }
    var product = 0..<0
    if options.output == .ndjson {
      product = writeLine(span, number: number, into: &result.output)
    }
    if isAccepted {
      if options.wantsAccepted {
        if !result.noteProduct(in: product) { products?.write(evaluator, to: &result.accepted) }
        result.accepted.append("\n")
      }
    } else {
      if options.wantsRejected {
        writeRejected(record, span, number: number, into: &result)
      }
    }
    if !isSpotless || options.wantsRows { tell(record, span, number, isAccepted, into: &result) }
    return isAccepted
  }

  /// Adds the drawing of a record with problems to `result`, and the problems and the row that reports need.
  private func tell(
    _ record: TextBytes, _ span: RecordSpan, _ number: Int, _ isAccepted: Bool,
    into result: inout PieceResult
  ) {
    // Drawings for people show each set of group problems once. The pages need every record, because they mark its
    // cells.
    let group =
      options.output == .human && !evaluator.isSpotless ? evaluator.groupProblems : nil
    let isDrawn = !evaluator.isSpotless && isDrawn(result, isRejected: !isAccepted, group)
    let reports = isDrawn || options.wantsProblems ? reports(span, number) : []
    if isDrawn {
      let text = drawing(reports, record, span, number, isAccepted: isAccepted)
      result.draw(text, isRejected: !isAccepted, group: group)
    } else if let group {
      result.pass(isRejected: !isAccepted, group: group)
    }
    hand(reports, record, span, number, into: &result)
  }

  /// Whether a record with problems is drawn.
  private func isDrawn(
    _ result: borrowing PieceResult, isRejected: Bool, _ group: GroupProblems? = nil
  ) -> Bool {
    (options.output == .human || options.output == .shown)
      && result.hasRoom(isRejected: isRejected, group: group, options.show)
  }

  /// Adds the problems and the row of a record to `result`, if reports need them.
  private func hand(
    _ reports: [ProblemReport], _ record: TextBytes, _ span: RecordSpan, _ number: Int,
    malformed: MalformedRecord? = nil, into result: inout PieceResult
  ) {
    if options.wantsProblems {
      for report in reports {
        result.problems.append(ReportedProblem(report, record: number, line: span.line))
      }
    }
    guard options.wantsRows, let row = row(record, malformed) else { return }
    result.rows.append(row, line: span.line, broken: reports.map { BrokenCell($0) })
  }

  /// Returns an object that converts offsets in the current record to lines and columns.
  private func places(_ span: RecordSpan) -> RecordPlaces {
    let isSheet = options.layout.kind.isSheet
    return RecordPlaces(
      span, evaluator.record, cells: isSheet ? table?.starts(evaluator.record) : nil)
  }

  private func reports(_ span: RecordSpan, _ number: Int) -> [ProblemReport] {
    let explanation = options.explains ? Explanation(evaluator, source) : nil
    var places = places(span)
    var cells = table.map {
      RecordPlaces(span, evaluator.record, cells: $0.starts(evaluator.record))
    }
    return evaluator.problems.map { problem in
      var report = writer.report(problem, evaluator, &places, record: number)
      report.label = problem.field >= 0 ? writer.label(ofField: problem.field) : nil
      report.explanation = explanation?.lines(problem) ?? []
      if options.wantsProblems {
        let steps = evaluator.steps(of: problem)
        report.fieldOfAllItems = steps.isEmpty ? nil : steps.textOfAllItems
      }
      if cells != nil {
        report.column = writer.column(of: problem, evaluator)
        report.header = problem.field >= 0 ? evaluator.key(of: problem) : nil
        let place = evaluator.offset(of: problem).flatMap { cells?.place(of: $0) }
        report.cell = place.map { TableCell($0) }
      }
      return report
    }
  }

  private func reportMalformed(
    _ malformed: MalformedRecord, _ record: TextBytes, _ span: RecordSpan, number: Int,
    into result: inout PieceResult
  ) {
    if let fault = malformed.fault(record, span, options.layout) {
      result.fault = fault
      return
    }
    result.summary.countMalformed()
    if number == 1 { result.likelyFormat = likelyFormat(malformed, record) }
    var malformed = malformed.told(of: options.layout)
    if case .wrongWidth(let wanted, let found) = malformed.reason,
      earlierMessages(malformed: record) != nil
    {
      // The messages of an earlier run don't count as a cell of the row.
      malformed.reason = .wrongWidth(wanted: wanted - 1, found: found - 1)
    }
    let report = writer.report(malformed, record, span)
    hand(
      [report], record, span, number, malformed: malformed, into: &result)
    if options.output == .ndjson {
      begin(line: span.line, number: number, isAccepted: false, to: &result.output)
      result.output.member([report])
      result.output.append("}\n")
    } else if isDrawn(result, isRejected: true) {
      let text = drawing([report], record, span, number, malformed: malformed, isAccepted: false)
      result.draw(text, isRejected: true)
    }
    if options.wantsRejected {
      writeRejected(
        record, span, number: number, malformed: report,
        isOpen: table?.leavesQuoteOpen(record) ?? false, into: &result)
    }
  }
}

extension RecordReporter {
  /// Returns the likely format of a stream whose first record can't be read: JSON if the record continues on the next
  /// line, or NDJSON if another record follows.
  private func likelyFormat(
    _ malformed: MalformedRecord, _ record: TextBytes
  ) -> DataKind? {
    switch options.layout.kind.shape {
    case .lines:
      let first = record.first { $0 > 0x20 }
      let last = record.last { $0 > 0x20 }
      let goesOn = last.map { "{[,".utf8.contains($0) } ?? false
      let isPart = first == UInt8(ascii: "{") && goesOn && malformed.reason == .unexpectedEnd
      return isPart || first == UInt8(ascii: "[") ? .json : nil
    case .document:
      let isNext = malformed.offset < record.count && record[malformed.offset] == UInt8(ascii: "{")
      return malformed.reason == .textAfterRecord && isNext ? .ndjson : nil
    case .table, .sheet: return nil
    }
  }
}

extension Evaluator {
  /// Returns, for each record of a piece, the keys and values that later records are compared with.
  ///
  /// - Parameters:
  ///   - file: the index of the records' file in the run.
  ///   - tally: collects the contributions of the records to questions about all records.
  func entries(
    _ bytes: TextBytes, _ records: [RecordSpan], of table: TableReader?, file: Int,
    firstRecord: Int, tally: RecordTally?
  ) -> [DataSetEntry] {
    let areText = table != nil && bytes.areText(records)
    var entries: [DataSetEntry] = []
    entries.reserveCapacity(records.count)
    for (index, span) in records.enumerated() {
      let (record, room) = (bytes.part(span.lower, span.upper), bytes.count - span.upper)
      let address = RecordAddress(file: file, record: firstRecord + index, line: span.line)
      let entry = entry(at: address, tally: tally) { evaluator throws(MalformedRecord) in
        if let defect = span.defect { throw MalformedRecord(defect, 0) }
        try evaluator.evaluate(record, of: table, isText: areText, room: room)
      }
      entries.append(entry)
    }
    return entries
  }
}

// MARK: - The data set as a whole

extension RecordReporter {
  /// Reports the problems of the data as a whole.
  ///
  /// - Parameters:
  ///   - reports: the reports of `problems`.
  ///   - undecided: the conditions that can't be decided because of some record.
  func report(
    _ problems: [Problem], _ reports: [ProblemReport], _ undecided: [UndecidedPlace],
    into result: inout PieceResult
  ) {
    guard !problems.isEmpty || !undecided.isEmpty else { return }
    let isAccepted =
      !reports.contains { $0.severity == .error } && undecided.allSatisfy { $0.isWarning }
    result.summary.count(problems)
    result.summary.countUndecided(undecided.count { !$0.isWarning })
    let all = reports + undecided.map { $0.report(writer.builtIn) }
    if options.wantsProblems {
      result.problems = all.map { ReportedProblem($0, record: nil, line: nil) }
    }
    if options.output == .ndjson {
      result.output.object { out in
        out.member("record", orNull: nil)
        out.member("accepted", isAccepted)
        out.member(reports)
        if undecided.isEmpty { return }
        out.key("undecided")
        out.array(undecided) { $0.write(to: &$1) }
      }
      result.output.append("\n")
    } else if options.output == .shown {
      let text = shown(all, nil, number: nil, line: nil, isAccepted: isAccepted)
      result.draw(text, isRejected: false)
    } else if options.output == .human {
      var text = ""
      if !reports.isEmpty {
        text = options.palette.paint(writer.builtIn.report(.allRecords), .strong) + "\n"
        for report in reports { text += draw(report) }
      }
      for place in undecided { text += place.sentence(writer.builtIn) + "\n" }
      result.draw(text, isRejected: false)
    }
  }
}

extension Source {
  /// Returns the file and the line where a span begins, such as "form.form:5".
  fileprivate func place(of span: Span) -> String {
    let file = name(at: span.lower).split(separator: "/").last ?? ""
    return "\(file):\(position(span.lower).line)"
  }
}

/// A condition that can't be decided because of a record, as shown to people.
package struct UndecidedPlace: Sendable {
  /// The form's file and the line of the rule.
  package var check: String
  /// The beginning of the condition, as written in the form.
  private let condition: String
  package var record: Int
  package var line: Int
  /// The path of the field of that record, or nil if the condition reads several fields of other records.
  private let field: String?
  /// The file of the record, or nil if reports shouldn't name it.
  package var file: String?
  package var isWarning: Bool
  /// The span of the condition in the form.
  package let span: Span

  package init(
    _ undecided: UndecidedCondition, _ program: Program, _ source: Source, file name: String?
  ) {
    span = program.span(of: undecided)
    isWarning = program.rule(of: undecided).map { program.isWarning($0) } ?? false
    check = source.place(of: span)
    condition = source.text(program.conditionSpan(of: undecided)).shortened
    (record, line) = (Int(undecided.way.record), Int(undecided.way.line))
    let fields = Array(program.fieldsElsewhere(readBy: undecided.node))
    field = fields.count == 1 ? program.path(ofField: fields[0]) : nil
    self.file = name
  }

  fileprivate func write(to out: inout ByteBuffer) {
    out.object { out in
      out.member("check", check)
      out.member("record", record)
      out.member("line", line)
      if let file { out.member("file", file) }
    }
  }

  /// The code of undecidable conditions in reports.
  package static let code = "undecided"

  /// Returns a report of the condition as a problem that concerns all records.
  package func report(_ words: BuiltInLanguage) -> ProblemReport {
    var report = ProblemReport(
      field: nil, code: UndecidedPlace.code, severity: isWarning ? .warning : .error,
      message: sentence(words))
    report.parameters = [("record", .number(String(record))), ("line", .number(String(line)))]
    if let file { report.parameters.append(("file", .text(file))) }
    report.specSpan = span
    return report
  }

  /// Returns "form.form:5 (sum(records.amount) == 0) cannot be decided because of "amount" of record 2 (line 3)".
  fileprivate func sentence(_ words: BuiltInLanguage) -> String {
    words.report(field == nil ? .undecided : .undecidedField).filled(
      ("check", visible("\(check) (\(condition))")),
      ("field", words.quoted(visible(field ?? ""))), ("record", String(record)),
      ("line", String(line)), ("file", file.map { visible($0) + ": " } ?? ""))
  }
}

// MARK: - Lines

extension RecordReporter {
  /// Begins the line of a record. The caller writes the rest, because writing it in a closure would take a third
  /// longer.
  @inline(__always)
  private func begin(line: Int, number: Int, isAccepted: Bool, to out: inout ByteBuffer) {
    out.append("{")
    out.member("record", number)
    out.member("line", line)
    if options.namesFile { out.member("file", options.fileName) }
    out.member("accepted", isAccepted)
  }

  /// Writes the line of a record. Returns the range of its product.
  private func writeLine(
    _ span: RecordSpan, number: Int, into out: inout ByteBuffer
  ) -> Range<Int> {
    begin(line: span.line, number: number, isAccepted: evaluator.isAccepted, to: &out)
    var product = 0..<0
    if evaluator.isAccepted {
      out.key("product")
      let start = out.count
      products?.write(evaluator, to: &out)
      product = start..<out.count
    }
    out.key("problems")
    out.append("[")
    if !evaluator.isSpotless { writeProblems(span, number: number, to: &out) }
    out.append("]")
    if evaluator.omittedCount > 0 { out.member("omitted", evaluator.omittedCount) }
    if !unjudged.isEmpty { out.member("unjudged", unjudged) }
    out.append("}\n")
    return product
  }

  private func writeProblems(_ span: RecordSpan, number: Int, to out: inout ByteBuffer) {
    var places = places(span)
    for problem in evaluator.problems {
      lines.write(problem, evaluator, &places, record: number, to: &out)
    }
  }
}

extension ByteBuffer {
  mutating func member(_ problems: [ProblemReport]) {
    key("problems")
    array(problems) { $0.write(to: &$1) }
  }
}

extension MalformedRecord {
  /// Whether the row can be split into cells.
  var hasCells: Bool { if case .wrongWidth = reason { true } else { false } }

  /// Returns the cause of the error if it concerns the whole file, such as a wrong encoding. Returns nil if it concerns
  /// only this record.
  package func fault(
    _ record: TextBytes, _ span: RecordSpan, _ layout: DataLayout
  ) -> PieceResult.DataFault? {
    if reason == .noList { return .noList(line: span.line) }
    // The texts of a workbook are in UTF-8, regardless of the encoding of the data.
    guard layout.kind.isTable, !layout.kind.isSheet, !layout.encoding.isSaid,
      reason.isOfEncoding(record)
    else {
      return nil
    }
    return .notUTF8(line: span.line, likely: EncodingGuess.of(record))
  }
}

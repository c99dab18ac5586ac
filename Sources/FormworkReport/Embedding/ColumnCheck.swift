// Checks records in Arrow columns and returns the results as Arrow columns, for hosts that work with such columns.

package import FormworkEngine
package import FormworkSyntax

/// Checks batches of columns with one form, one batch after the other. Belongs to one thread.
package final class ColumnCheck {
  private let program: Program
  private let source: Source
  private let evaluator: Evaluator
  private let marks: ColumnMarks
  private let writer: MessageWriter
  private let lines: ProblemLines
  private var header: ColumnHeader?
  /// Warnings about the columns, as sentences.
  package private(set) var warnings: [String] = []
  /// The state of the data set so far.
  private var ledger: DataSetLedger
  /// The names of the data's files; empty if the data isn't in files.
  private let files: [String]
  private var parameters = ByteBuffer()

  /// - Parameters:
  ///   - files: the names of the data's files; empty if the data isn't in files.
  ///   - key: the key shared by all processes that check the data, or nil if there is only one process.
  package init(
    _ program: Program, _ source: Source, _ options: ReportOptions, files: [String],
    key: SharedKey?
  ) {
    (self.program, self.source, self.files) = (program, source, files)
    ledger = DataSetLedger(program, source)
    evaluator = Evaluator(
      program, moment: options.moment, scope: options.scope, problemLimit: options.problemLimit)
    evaluator.sharedKey = key
    marks = ColumnMarks(evaluator)
    writer = MessageWriter(program, language: options.language)
    lines = ProblemLines(writer)
  }

  /// The result of checking a batch.
  package struct Answer {
    /// A record column that contains the result columns, with one row for each record.
    package let results: ResultColumn
    package let isRejected: Bool
  }

  /// Maximum number of bytes in the texts of one batch's results.
  private static let textLimit = Int(Int32.max)
}

// MARK: - Checking

extension ColumnCheck {
  /// Checks the records of a batch.
  ///
  /// - Parameters:
  ///   - wantsProducts: whether the results contain the products of accepted records.
  ///   - first: the number of the batch's first record, counted from 1; 1 begins a new stream.
  package func check(
    _ array: UnsafePointer<ArrowArray>, _ schema: UnsafePointer<ArrowSchema>,
    wantsProducts: Bool, first: Int
  ) throws(StreamFault) -> Answer {
    let batch = try open(array, schema)
    if first <= 1 { ledger.isCollected ? ledger.beginJudging(evaluator) : begin() }
    ledger.note(batch.header.table)
    guard ledger.isAnswered || !ledger.needsAnswersFirst || batch.count == 0 else {
      throw StreamFault(
        sentence:
          "The form asks all records about each. Collect the batches before they are checked.")
    }
    let results = Results(wantsProducts ? ProductColumns(program) : nil, count: batch.count)
    var isRejected = false
    var start = 0
    while start < batch.count {
      let rows = start..<min(batch.count, start + ColumnMarks.rowCount)
      let isMarked =
        !wantsProducts && !ledger.needsRecords && evaluator.mark(rows, of: batch, in: marks)
      var row = start
      while row < rows.upperBound {
        let next = isMarked ? start + marks.firstLeft(from: row - start) : row
        results.appendAccepted(next - row)
        if next == rows.upperBound { break }
        let number = batch.number(ofRow: next) ?? first + next
        isRejected = try !check(next, number, of: batch, results) || isRejected
        if isMarked, evaluator.isSpotless { evaluator.learn(next - start, of: batch, in: marks) }
        row = next + 1
      }
      guard results.textSize <= ColumnCheck.textLimit else {
        throw StreamFault(
          sentence: "The results have more than 2 GiB of text. Pass fewer records at a time.")
      }
      start = rows.upperBound
    }
    return Answer(results: results.column, isRejected: isRejected)
  }

  /// Checks one record; returns false if it is rejected.
  ///
  /// - Parameter number: the record's number in its data, counted from 1.
  private func check(
    _ row: Int, _ number: Int, of batch: ColumnBatch, _ results: Results
  ) throws(StreamFault) -> Bool {
    if batch.hasHits {
      guard let matches = evaluator.matches(row: row, of: batch) else {
        throw StreamFault(
          sentence: "\(hitsKey) has a value from another form, version or shared_key.")
      }
      evaluator.expect(matches)
    } else if ledger.comparesRecords {
      let address = batch.address(ofRow: row, number: number)
      ledger.compare(at: address, evaluator) { evaluator throws(MalformedRecord) in
        try evaluator.evaluate(row: row, of: batch)
      }
    }
    do throws(MalformedRecord) {
      try evaluator.evaluate(row: row, of: batch)
      ledger.note(batch.address(ofRow: row, number: number), evaluator)
    } catch {
      ledger.noteUnreadable()
      let none = TextBytes(start: nil, count: 0)
      let span = RecordSpan(lower: 0, upper: 0, line: number, column: 1)
      results.appendProblem(ProblemTexts(writer.report(error, none, span)), none)
      results.end(isAccepted: false)
      results.products?.appendNull()
      return false
    }
    let isAccepted = evaluator.isAccepted
    if !evaluator.isSpotless {
      let place = RecordPlace(record: number, line: number)
      for problem in evaluator.problems {
        parameters.reset()
        let texts = lines.texts(of: problem, evaluator, at: place, parameters: &parameters)
        results.appendProblem(texts, parameters.bytes)
      }
    }
    results.end(isAccepted: isAccepted)
    guard let products = results.products else { return isAccepted }
    if !isAccepted {
      products.appendNull()
      return false
    }
    do throws(ProductColumns.Misfit) {
      try products.append(evaluator)
    } catch {
      throw StreamFault(
        sentence:
          "\(error.value) in record \(number) does not fit the column \"\(error.field)\" of products."
      )
    }
    return true
  }

  /// Returns the problems of the data as a whole, and the conditions that can't be decided, as a JSON array.
  ///
  /// - Parameter count: the number of all records, including those that this check hasn't seen.
  /// - Returns: nil if this check hasn't seen all records and the form asks about their contents.
  package func problems(ofRecordCount count: Int) -> [UInt8]? {
    let others = count - ledger.tally.total
    if program.asksContents, others != 0 { return nil }
    ledger.count(others)
    return ByteBuffer.bytes { out in
      ledger.name(files)
      out.array(ledger.reports(evaluator, writer, namesFile: !files.isEmpty)) { $0.write(to: &$1) }
    }
  }

  /// Begins a new stream of batches.
  private func begin() {
    ledger = DataSetLedger(program, source)
    evaluator.leaveDataSet()
  }

  /// Evaluates a batch only to answer the questions about all records. All batches must be collected before the first
  /// batch is checked.
  ///
  /// - Parameter first: the number of the batch's first record, counted from 1; 1 begins a new stream.
  package func collect(
    _ array: UnsafePointer<ArrowArray>, _ schema: UnsafePointer<ArrowSchema>, first: Int
  ) throws(StreamFault) {
    let batch = try open(array, schema)
    if first <= 1 { begin() }
    ledger.note(batch.header.table)
    guard ledger.asksAllRecords else { return }
    for row in 0..<batch.count {
      let number = batch.number(ofRow: row) ?? first + row
      let address = batch.address(ofRow: row, number: number)
      ledger.collect(at: address, evaluator) { evaluator throws(MalformedRecord) in
        try evaluator.evaluate(row: row, of: batch)
      }
    }
  }

  /// Returns the state of the data set so far, encoded for other checks with the same key. Omits the answers to
  /// questions if records have been checked.
  package func answers() throws(StreamFault) -> [UInt8] {
    var coder = ByteCoder()
    ledger.code(&coder)
    return try key().sealed(coder)
  }

  /// Adds the state that `answers()` of another check returned.
  ///
  /// - Returns: the number of all records so far.
  package func add(answers: [UInt8]) throws(StreamFault) -> Int {
    let others = DataSetLedger(program, source)
    var coder = try key().opened(answers) ?? ByteCoder(reading: [])
    others.code(&coder)
    guard coder.isDone else {
      throw StreamFault(
        sentence: "The answers are damaged, or from another form, version or shared_key.")
    }
    if ledger.isAnswered { begin() }
    ledger.add(others)
    return ledger.tally.total
  }

  private func key() throws(StreamFault) -> SharedKey {
    guard let key = evaluator.sharedKey else {
      throw StreamFault(sentence: "Answers need shared_key in the options.")
    }
    return key
  }

  private func open(
    _ array: UnsafePointer<ArrowArray>, _ schema: UnsafePointer<ArrowSchema>
  ) throws(StreamFault) -> ColumnBatch {
    let opened: (batch: ColumnBatch?, problems: [TableProblem])
    do throws(ColumnFault) {
      opened = try ColumnBatch.open(array, schema, known: header, for: evaluator)
    } catch {
      throw StreamFault(sentence: error.sentence)
    }
    guard let batch = opened.batch else { throw StreamFault(columns: opened.problems) }
    if header == nil || !opened.problems.isEmpty {
      warnings = opened.problems.map { TableWords.sentence($0, headerLine: nil) }
    }
    header = batch.header
    return batch
  }
}

/// The result columns.
private final class Results {
  let column: ResultColumn
  let products: ProductColumns?
  // The rows to append to. They are used without reference counting; `column` keeps them alive.
  private let all: UnsafeMutablePointer<ResultRows>
  private let accepted: UnsafeMutablePointer<ResultRows>
  private let problems: UnsafeMutablePointer<ResultRows>
  private let problem: UnsafeMutablePointer<ResultRows>
  private let field: UnsafeMutablePointer<ResultRows>
  private let code: UnsafeMutablePointer<ResultRows>
  private let severity: UnsafeMutablePointer<ResultRows>
  private let message: UnsafeMutablePointer<ResultRows>
  private let parameters: UnsafeMutablePointer<ResultRows>

  /// - Parameter count: the number of records that will be added.
  init(_ products: ProductColumns?, count: Int) {
    self.products = products
    let texts = ["field", "code", "severity", "message", "params"].map { ResultColumn($0, .text) }
    let problem = ResultColumn("item", .record, texts)
    let problems = ResultColumn("problems", .list, [problem])
    let accepted = ResultColumn("accepted", .bool)
    column = ResultColumn(
      "", .record, [accepted, problems] + (products.map { [$0.column] } ?? []))
    (all, self.accepted, self.problems) = (column.rows, accepted.rows, problems.rows)
    (self.problem, field, code) = (problem.rows, texts[0].rows, texts[1].rows)
    (severity, message, parameters) = (texts[2].rows, texts[3].rows, texts[4].rows)
    accepted.rows.pointee.reserve(count)
    problems.rows.pointee.reserve(count)
    products?.reserve(count)
  }

  var textSize: Int { column.textSize }

  /// Adds records that have no problems.
  func appendAccepted(_ count: Int) {
    if count == 0 { return }
    accepted.pointee.append(true, count: count)
    problems.pointee.endList(count: count)
    all.pointee.endRecord(count: count)
  }

  func appendProblem(_ texts: ProblemTexts, _ parameters: TextBytes) {
    if let name = texts.field { field.pointee.append(name) } else { field.pointee.appendNull() }
    code.pointee.append(texts.code)
    severity.pointee.append(texts.severity)
    message.pointee.append(texts.message)
    if parameters.isEmpty {
      self.parameters.pointee.appendNull()
    } else {
      self.parameters.pointee.append(parameters)
    }
    problem.pointee.endRecord()
  }

  /// Ends a record whose problems have been added.
  func end(isAccepted: Bool) {
    accepted.pointee.append(isAccepted)
    problems.pointee.endList()
    all.pointee.endRecord()
  }
}

// MARK: - Keys

extension ColumnCheck {
  /// Returns the keys of each record for `unique` and `same`. A key has the number of a rule and a hash of sixteen
  /// bytes. Every process with the same form computes the same hashes. In the column `same`, true means that all
  /// records must have the key, and false that at most one may.
  ///
  /// If the processes share a secret key, each question about the previous record also has a key. The column `value`
  /// then contains the sealed value of this record.
  ///
  /// - Parameter key: the secret key to use if the check has none.
  package func keys(
    _ array: UnsafePointer<ArrowArray>, _ schema: UnsafePointer<ArrowSchema>, key: SharedKey?
  ) throws(StreamFault) -> ResultColumn {
    let batch = try open(array, schema)
    let own = evaluator.sharedKey
    evaluator.sharedKey = own ?? key
    defer { evaluator.sharedKey = own }
    let same = OrderedSet(program.sameRules)
    let rule = ResultColumn("rule", .integer)
    let hash = ResultColumn("key", .hash)
    let isSame = ResultColumn("same", .bool)
    let value = ResultColumn("value", .text)
    let item = ResultColumn("item", .record, [rule, hash, isSame, value])
    let keys = ResultColumn("keys", .list, [item])
    let all = ResultColumn("", .record, [keys])
    for row in 0..<batch.count {
      let number = batch.number(ofRow: row) ?? row + 1
      let address = batch.address(ofRow: row, number: number)
      let entry = evaluator.entry(at: address) { evaluator throws(MalformedRecord) in
        try evaluator.evaluate(row: row, of: batch)
      }
      for (key, text) in evaluator.sharedKeys(entry) {
        rule.rows.pointee.append(Int64(key.number))
        hash.rows.pointee.append(key.bits)
        isSame.rows.pointee.append(same.contains(key.number))
        if let text { value.rows.pointee.append(text) } else { value.rows.pointee.appendNull() }
        item.rows.pointee.endRecord()
      }
      keys.rows.pointee.endList()
      all.rows.pointee.endRecord()
    }
    return all
  }
}

extension StreamFault {
  /// Creates the fault that the columns don't fit the form.
  init(columns problems: [TableProblem]) {
    let errors = problems.filter { $0.isError }.prefix(TableWords.limit)
    self.init(
      sentence: errors.map { TableWords.sentence($0, headerLine: nil) }.joined(separator: "\n"))
  }
}

extension ColumnFault {
  /// The fault in a sentence.
  var sentence: String {
    switch self {
    case .unsupported(let column, let format):
      "Column \"\(column)\" has a type that no field can have (\"\(format)\" in the Arrow C data interface)."
    case .repeated(let column, let name): "Column \"\(column)\" has two fields \"\(name)\"."
    case .broken(let column):
      column.isEmpty
        ? "These columns are not a valid record of the Arrow C data interface."
        : "Column \"\(column)\" is not valid in the Arrow C data interface."
    case .tooDeep(let column): "The structures in column \"\(column)\" are nested too deep."
    }
  }
}

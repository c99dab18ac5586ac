// `formwork new`: infers a form from data.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// One run of `formwork new`.
struct NewCommand {
  private let terminal: Terminal
  private let style: Style
  private let paths: [SystemText]
  private let name: String
  private let flags: LayoutFlags
  private let jobs: Int
  private let output: SystemText?
  private let isQuiet: Bool
  private let files = RunFiles()

  init(_ arguments: Arguments, _ terminal: Terminal) throws(Arguments.Problem) {
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    paths = arguments.operands
    guard let first = paths.first else {
      throw Arguments.Problem(
        message: "There is no data to make a form from.", hint: "Usage: " + Verb.new.usage)
    }
    name = try arguments.formName(for: first)
    flags = try LayoutFlags(arguments)
    jobs = try arguments.number(.jobs, 1...256) ?? SystemFacts.coreCount
    output = arguments.path(.out)
    isQuiet = arguments.has(.quiet)
  }

  func run() -> Int32 {
    do throws(Failure) {
      for path in paths { files.expect(path) }
      try Failure.explaining { () throws(FileProblem) in try files.claimStandardStreams() }
      let found = try lookAtAll()
      let form = found.inference.form(origin(found.layout))
      try FormDesk(terminal, style, files, isQuiet: isQuiet).write([(form, output ?? "-")])
      return ExitCode.accepted
    } catch {
      terminal.error(style.errorPalette.paint("error", .error) + ": " + error.message + "\n")
      return ExitCode.failed
    }
  }

  private func origin(_ layout: DataLayout) -> FormOrigin {
    let names = paths.map { path in
      path == "-" ? "standard input" : String(path.text.split(separator: "/").last ?? "")
    }
    let isTold = paths.allSatisfy { DataKind(ofName: $0.text) == layout.kind }
    let isUsual = paths == ["-"] && layout.kind == .ndjson
    return FormOrigin(name: name, files: names, layout: layout, namesKind: !isTold && !isUsual)
  }

  /// The form and the layout inferred from the data.
  private struct Found {
    var inference: FormInference
    var layout: DataLayout
  }
}

// MARK: - All files

extension NewCommand {
  private func lookAtAll() throws(Failure) -> Found {
    var found: Found?
    for (number, path) in paths.enumerated() {
      let next = try look(at: path, number)
      guard let before = found else {
        found = next
        continue
      }
      // A form declares the layout of each kind of data only once.
      guard before.layout.saysTheSame(as: next.layout) else {
        throw Failure(
          "\(shown(paths[0])) and \(shown(path)) have different formats, so one form cannot describe"
            + " both. Make a form from one of them.")
      }
      before.inference.add(next.inference)
    }
    guard let found else { throw Failure("There is no data.") }
    if found.inference.hasTooManyFields {
      throw Failure(
        "The records have more than \(Words.digits(FormInference.limit)) different keys, too many for "
          + "a form.")
    }
    return found
  }

  private func name(_ path: SystemText) -> String {
    path == "-" ? "standard input" : path.text
  }

  private func shown(_ path: SystemText) -> String {
    path == "-" ? "standard input" : "\"" + visible(path.text) + "\""
  }

  /// Runs `body`, which reads a file, and converts its error to a `Failure` that names the file.
  private func reading<Result>(
    _ path: SystemText, _ body: () throws(CheckFailure) -> Result
  ) throws(Failure) -> Result {
    do throws(CheckFailure) { return try body() } catch { throw Failure(error, name(path)) }
  }

  private func open(_ path: SystemText) throws(CheckFailure) -> InputFile {
    do throws(FileProblem) { return try files.open(path) } catch { throw .file(error) }
  }
}

// MARK: - One file

extension NewCommand {
  private func look(at path: SystemText, _ number: Int) throws(Failure) -> Found {
    let file = try reading(path) { () throws(CheckFailure) in try open(path) }
    let beginning = try layout(of: file, path)
    var layout = beginning.layout
    var whole = file
    var work = try reading(path) { () throws(CheckFailure) in
      if file.size != nil { whole = try open(path) }
      return try look(at: whole, layout, beginning.columns, number)
    }
    FormDesk(terminal, style, files, isQuiet: isQuiet).warn(
      about: whole.lateWarnings, in: name(path))
    if mend(&layout, work), file.size != nil {
      work = try reading(path) { () throws(CheckFailure) in
        try look(at: open(path), layout, beginning.columns, number)
      }
    }
    try check(work, layout, path)
    return Found(inference: work.inference, layout: layout)
  }

  /// Adds to a layout the settings that only the whole data reveals. Returns false if it reveals no setting.
  private func mend(_ layout: inout DataLayout, _ work: NewWork) -> Bool {
    if let encoding = work.likelyEncoding, !layout.encoding.isSaid {
      layout.encoding.say(encoding, by: .form)
      return true
    }
    guard layout.kind == .json, !layout.path.isSaid, let way = work.inference.wayToRecords else {
      return false
    }
    layout.path.say(way, by: .form)
    return true
  }

  /// Returns the layout of a file and the names of its columns.
  private func layout(
    of file: InputFile, _ path: SystemText
  ) throws(Failure) -> (layout: DataLayout, columns: [String]) {
    var kind = flags.kind ?? DataKind(ofName: path.text)
    let beginning = try reading(path) { () throws(CheckFailure) in
      if kind == nil, try FileBeginning.isWorkbook(file) { kind = .xlsx }
      return try FileBeginning(file, flags.said(of: DataLayout(kind ?? .csv)))
    }
    var layout = flags.said(of: DataLayout(kind ?? .csv))
    if kind == nil { layout = flags.said(of: DataLayout(LayoutGuess.kind(of: beginning.text))) }
    if let encoding = beginning.encoding { layout.encoding.say(encoding, by: .form) }
    guard beginning.text.contains(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else {
      throw Failure("\(shown(path)) is empty, so no form can be made from it.")
    }
    guard layout.kind.isTable else { return (layout, []) }
    let columns = LayoutGuess.complete(
      &layout, from: beginning.text, isWhole: beginning.isWhole)
    guard beginning.isWhole || !columns.isEmpty else {
      throw Failure(
        "The header of \(shown(path)) is longer than \(FileBeginning.size >> 10) KiB, which is too long for a"
          + " form.")
    }
    return (layout, columns)
  }

  /// Returns a temporary form to read the data with, because the inferred form doesn't exist yet.
  ///
  /// - Parameter columns: the columns of a table; nil for JSON.
  private static func readingForm(_ columns: [String]?, _ layout: DataLayout) -> CompiledForm {
    var text = "field any: any optional"
    if let columns, layout.header.value == .none {
      text = columns.map { "field \(Spelling.name($0)): any optional\n" }.joined()
    } else if let name = columns?.first(where: { !$0.isEmpty }) {
      text += " from \(Spelling.text(name))"
    }
    let source = Source(name: "data", bytes: Array(text.utf8))
    guard let form = try? CompiledForm(source) else { preconditionFailure("its text is a form") }
    return form
  }

  private func look(
    at file: InputFile, _ layout: DataLayout, _ columns: [String], _ number: Int
  ) throws(CheckFailure) -> NewWork {
    let form = NewCommand.readingForm(layout.kind.isTable ? columns : nil, layout)
    let workbook = layout.kind.isSheet ? file.workbook() : nil
    let file = try RecordFile(
      file, form.program, layout, pieceSize: CheckRun.pieceSize, needsRecords: true,
      recordLimit: RecordSplitter.recordLimit)
    if let table = file.table, let repeated = NewCommand.repeatedColumn(table.columns) {
      throw .table([repeated], line: file.reader.headerLine)
    }
    let base = number << 40
    let rules = rules(of: workbook, layout, file.table?.columns ?? [])
    let crew = PieceCrew(file.reader) {
      NewWork(file, number: number, rules)
    } look: { (work: NewWork, piece: Piece, bytes: TextBytes) in
      for (index, span) in piece.records.enumerated() {
        work.add(span, of: bytes, record: base + piece.firstRecord + index)
      }
      return work.likelyEncoding == nil
    }
    let works = try crew.run(jobs: jobs)
    for other in works.dropFirst() { works[0].add(other) }
    return works[0]
  }

  /// Returns the rules of a workbook's columns. Returns none for several files, because their rules may contradict each
  /// other.
  private func rules(
    of workbook: Workbook?, _ layout: DataLayout, _ columns: [String]
  ) -> OrderedDictionary<String, [ColumnRule]> {
    guard let workbook, paths.count == 1, case .line(let line) = layout.header.value else {
      return [:]
    }
    return ColumnRule.rules(
      of: workbook, sheet: layout.sheet.value, columns: columns, firstRow: line + 1)
  }

  /// Returns the problem for the first column that repeats the name of an earlier one.
  private static func repeatedColumn(_ columns: [String]) -> TableProblem? {
    var first: [String: Int] = [:]
    for (place, name) in columns.enumerated() where !name.isEmpty {
      if let before = first[name] { return .repeatedColumn(name, first: before, second: place) }
      first[name] = place
    }
    return nil
  }

  /// Reports the records that couldn't be read.
  private func check(
    _ work: NewWork, _ layout: DataLayout, _ path: SystemText
  ) throws(Failure) {
    guard let first = work.firstMalformed else {
      // A workbook to fill in may have data validations alone.
      if work.inference.recordCount > 0 || work.inference.hasRules { return }
      throw Failure("\(shown(path)) has no records, so no form can be made from it.")
    }
    if work.likelyEncoding != nil, !layout.encoding.isSaid {
      throw Failure(.notUTF8(line: first.line, likely: work.likelyEncoding), name(path))
    }
    let count = Words.count(work.malformed, "record")
    let malformed = MalformedRecord(first.reason, 0).told(of: layout)
    let reason = "\(visible(name(path))):\(first.line): \(malformed.reason.words)."
    if work.inference.recordCount == 0 {
      var hint = ""
      if case .wrongWidth(let wanted, let found) = first.reason, found == wanted + 1 {
        hint =
          " Perhaps the header has no name for the first column, as in tables written by R. Add one."
      }
      throw Failure("None of \(count) can be read. The first problem: \(reason)\(hint)")
    }
    if isQuiet { return }
    terminal.error(
      style.errorPalette.paint("warning", .warning)
        + ": \(count) cannot be read and were ignored. The first problem: \(reason)\n")
  }
}

/// The results of one thread for the records of a file.
private final class NewWork {
  let inference: FormInference
  private let table: TableReader?
  /// The evaluator that checks whether JSON is well-formed.
  private let evaluator: Evaluator
  private let isLine: Bool
  private(set) var malformed = 0
  private(set) var firstMalformed: (line: Int, reason: MalformedRecord.Reason)?
  /// The likely encoding of records that aren't UTF-8.
  private(set) var likelyEncoding: String?

  init(
    _ file: RecordFile, number: Int, _ rules: OrderedDictionary<String, [ColumnRule]>
  ) {
    table = file.table
    isLine = file.layout.kind == .ndjson
    inference =
      table.map { FormInference(columns: $0.columns, file: number, rules: rules) }
      ?? FormInference()
    evaluator = Evaluator(file.program, moment: .first)
  }

  func add(_ span: RecordSpan, of bytes: TextBytes, record: Int) {
    let record = (bytes: bytes.part(span.lower, span.upper), number: record)
    do throws(MalformedRecord) {
      if let defect = span.defect { throw MalformedRecord(defect, 0) }
      if let table {
        try inference.add(row: record.bytes, of: table, record: record.number, line: span.line)
      } else {
        try evaluator.read(json: record.bytes, isPadded: isLine)
        inference.add(json: record.bytes, record: record.number)
      }
    } catch {
      note(error, span.line, record.bytes)
    }
  }

  private func note(_ problem: MalformedRecord, _ line: Int, _ record: TextBytes) {
    malformed += 1
    if line < firstMalformed?.line ?? .max { firstMalformed = (line, problem.reason) }
    if problem.reason.isOfEncoding(record) {
      likelyEncoding = likelyEncoding ?? EncodingGuess.of(record)
    }
  }

  /// Adds the results of another thread.
  func add(_ other: NewWork) {
    inference.add(other.inference)
    malformed += other.malformed
    if let theirs = other.firstMalformed, theirs.line < firstMalformed?.line ?? .max {
      firstMalformed = theirs
    }
    likelyEncoding = likelyEncoding ?? other.likelyEncoding
  }
}

extension DataLayout {
  /// Returns whether a form would declare both layouts in the same way.
  fileprivate func saysTheSame(as other: DataLayout) -> Bool {
    isLike(other) && encoding.value == other.encoding.value && header.value == other.header.value
      && sheet.value == other.sheet.value
  }
}

// `formwork check`: reads the form and the data, shows the problems and writes the requested files.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// One run of `formwork check`.
struct CheckCommand {
  private let arguments: Arguments
  private let terminal: Terminal
  private let style: Style
  private let specPath: SystemText
  private let dataPaths: [SystemText]
  private let knownPaths: [SystemText]
  private let folders: FolderFiles?
  private let files: RunFiles
  private var options: ReportOptions
  private let jobs: Int
  private let isQuiet: Bool

  init(
    _ arguments: Arguments, _ terminal: Terminal, _ moment: Moment
  ) throws(Arguments.Problem) {
    self.arguments = arguments
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    guard let spec = arguments.operands.first else {
      throw Arguments.Problem(
        message: "There is no form to check with.", hint: "Usage: " + Verb.check.usage)
    }
    specPath = spec
    let data = Array(arguments.operands.dropFirst())
    dataPaths = data.isEmpty ? ["-"] : data
    knownPaths = arguments.paths(.known)
    try Arguments.readOnce(
      [spec] + dataPaths + knownPaths, hint: "Write the data file after the form.")
    folders = try arguments.folders()
    files = RunFiles(named: folders)
    isQuiet = arguments.has(.quiet)
    jobs = try arguments.number(.jobs, 1...256) ?? SystemFacts.coreCount
    options = ReportOptions(
      layout: .ndjson, moment: try arguments.moment(moment))
    switch try arguments.choice(.output, of: ["human", "ndjson", "github"]) {
    case "ndjson": options.output = .ndjson
    case "github": options.output = .github
    default: options.output = .human
    }
    options.show = isQuiet ? 0 : try arguments.number(.show, 0...Int.max) ?? 20
    options.problemLimit = try arguments.number(.problems, 1...Int.max) ?? 100
    options.explains = arguments.has(.explain)
    options.language = arguments.text(.language)
    options.wantsAccepted = arguments.has(.accepted)
    options.wantsRejected = arguments.has(.rejected)
    options.palette = style.outputPalette
    options.width = terminal.width
    options.namesFile = dataPaths.count > 1
    switch try arguments.choice(.first, of: ["field", "record", "file"]) {
    case "field": options.scope = .firstOfField
    case "record": options.scope = .firstOfRecord
    case "file": options.stopsAtRejection = true
    default: break
    }
  }

  private var desk: FormDesk { FormDesk(terminal, style, files, isQuiet: isQuiet) }

  /// The files that the run has read.
  var watchedFiles: WatchedFiles { files.watched }

  func run() throws(Arguments.Problem) -> Int32 {
    try checkOrder(specPath, dataPaths[0])
    let flags = try LayoutFlags(arguments)
    guard let form = desk.load(specPath, language: options.language, folders: folders) else {
      return ExitCode.failed
    }
    if isAboutForm {
      if !isQuiet { sayWhatItHas(form) }
      return ExitCode.accepted
    }
    let (lists, values) = (try arguments.pairs(.list), try arguments.pairs(.set))
    guard
      let spec = desk.readLists(
        of: form, at: specPath, given: lists, values: values, moment: options.moment)
    else { return ExitCode.failed }
    let layouts = try dataPaths.map { path throws(Arguments.Problem) in
      try flags.layout(
        of: path, spec.program, files, example: "formwork check \(specPath.text) data.csv")
    }
    let knownLayouts = try knownPaths.map { path throws(Arguments.Problem) in
      try flags.layout(
        of: path, spec.program, files, example: "formwork check \(specPath.text) data.csv")
    }
    var leftDrafts = ""
    do throws(Failure) {
      if options.wantsRejected, spec.program.asksForProblems {
        throw Failure(
          "--rejected writes its messages as \"\(problemsKey)\", but the form has a field with this name."
            + " Let the field read another key.")
      }
      for path in knownPaths + dataPaths { files.expect(path) }
      let writer = MessageWriter(spec.program, language: options.language)
      let frame = ReportFrame(
        writer, formName: spec.source.name, version: CommandLineTool.version)
      let outputs = try OutputFiles(arguments, layouts, files, frame)
      defer { leftDrafts = outputs.discard() }
      if arguments.has(.watch) { folders?.noteContent() }
      var run = self
      run.options.wantsProblems = outputs.wantsProblems || options.output == .github
      run.options.wantsRows = outputs.wantsRows
      var total = Total(
        ledger: DataSetLedger(spec.program, spec.source),
        annotations: options.output == .github ? Annotations(terminal, frame) : nil)
      if total.ledger.needsAnswersFirst {
        for (path, layout) in zip(knownPaths, knownLayouts) {
          try collect(path, isKnown: true, layout, spec, total.ledger)
        }
        for (path, layout) in zip(dataPaths, layouts) {
          try collect(path, isKnown: false, layout, spec, total.ledger)
        }
        total.ledger.beginJudging()
      }
      try readKnown(knownLayouts, spec, total)
      for (path, layout) in zip(dataPaths, layouts) {
        try run.check(path, layout, spec, outputs, &total)
        if isOver(total, outputs) { break }
      }
      if !isOver(total, outputs) { try run.checkWhole(spec, outputs, &total) }
      try outputs.finish(total.report)
      total.annotations?.finish(total.report)
      let unnamed = try unnamedLines()
      finish(total, writer)
      // An error on standard output ends the run before any file gets its final name.
      if let problem = terminal.failure { throw Failure(FileWords.sentence(problem)) }
      try outputs.put()
      for line in unnamed {
        terminal.error(style.errorPalette.paint("warning", .warning) + ": " + line + "\n")
      }
      return exitCode(total)
    } catch {
      desk.complain(error.message + leftDrafts)
      return ExitCode.failed
    }
  }

  /// Throws if the data is named before the form.
  private func checkOrder(
    _ spec: SystemText, _ data: SystemText
  ) throws(Arguments.Problem) {
    guard DataKind(ofName: spec.text) != nil, data.text.hasSuffix(".form") else { return }
    throw Arguments.Problem(
      message: "\"\(spec.text)\" is given as the form, and \"\(data.text)\" as data.",
      hint: "The form comes first: formwork check \(data.text) \(spec.text)")
  }

  /// Whether to check only the form, because the user gave no data.
  private var isAboutForm: Bool {
    arguments.operands.count == 1 && terminal.inputIsTerminal && !arguments.has(.input)
      && !arguments.writesFiles
  }

  /// Prints the number of fields and the number of rules of a form that has no errors.
  private func sayWhatItHas(_ spec: CompiledForm) {
    let size = spec.program.size
    let counts = Words.count(size.fields, "field") + ", " + Words.count(size.rules, "rule")
    let isClean = spec.diagnostics.told.isEmpty
    terminal.output(
      "\(visible(spec.source.name)): \(counts), \(isClean ? "no problem found" : "warnings above")\n"
    )
  }

  /// Returns a line for each file that no record refers to, if `--files-all` is given.
  private func unnamedLines() throws(Failure) -> [String] {
    guard arguments.has(.filesAll), !isQuiet, let folders else { return [] }
    return try Failure.explaining { () throws(FileProblem) in try folders.unnamedLines() }
  }

  /// Returns whether the run can stop because no more results are needed.
  private func isOver(_ total: Total, _ outputs: OutputFiles) -> Bool {
    total.report.didStop || (terminal.isClosed && !outputs.isWanted)
  }

  private func exitCode(_ total: Total) -> Int32 {
    let isAccepted = total.report.summary.rejected + total.report.summary.dataSetErrors == 0
    return isAccepted || arguments.has(.exitZero) ? ExitCode.accepted : ExitCode.rejected
  }

  /// The results of all files.
  private struct Total {
    let ledger: DataSetLedger
    /// The annotations for GitHub, which are written to standard output.
    let annotations: Annotations?
    var report = RunReport()
    var drawn = DrawnRecords()
  }
}

// MARK: - One file

extension CheckCommand {
  private func check(
    _ path: SystemText, _ layout: DataLayout, _ spec: CompiledForm, _ outputs: OutputFiles,
    _ total: inout Total
  ) throws(Failure) {
    var options = options
    options.layout = layout
    options.fileName = path == "-" ? nil : path.text
    let name = options.fileName ?? "standard input"
    let annotations = total.annotations
    var current = total
    var likelyFormat: DataKind?
    var filledWithoutName: TableProblem?
    var progress = Progress(terminal, isQuiet: isQuiet)
    defer { progress.clear() }
    do throws(CheckFailure) {
      let file: InputFile
      do throws(FileProblem) { file = try open(path, total.ledger) } catch { throw .file(error) }
      progress.size = file.size
      let run = CheckRun(spec, options: options, jobs: jobs, ledger: total.ledger)
      current.report.emptyRows += try run.run(
        file,
        .init(
          header: { desk.warn(about: $0, in: name) },
          open: { open throws(CheckFailure) in
            let data = ReportedData(open, path)
            annotations?.begin(data)
            try outputs.begin(data, open.head)
          },
          piece: { result, bytesRead throws(CheckFailure) in
            do throws(FileProblem) { try files.checkNamed() } catch { throw .file(error) }
            likelyFormat = likelyFormat ?? result.likelyFormat
            filledWithoutName = filledWithoutName ?? result.filledWithoutName
            try take(&result, outputs, &current, show: options.show)
            progress.show(current.report.summary, bytesRead)
            return !terminal.isClosed || outputs.isWanted
          }))
    } catch {
      progress.clear()
      throw Failure(error, name)
    }
    let isEmpty = current.report.summary.recordCount == total.report.summary.recordCount
    total = current
    progress.clear()
    if isEmpty, !total.report.didStop, !spec.program.judgesData { warnOfNothing(in: name) }
    if let filledWithoutName { desk.warn(about: [filledWithoutName], in: name) }
    if let likelyFormat { hint(at: likelyFormat, in: name) }
  }

  private func open(
    _ path: SystemText, _ ledger: DataSetLedger
  ) throws(FileProblem) -> InputFile {
    try ledger.needsAnswersFirst ? files.openAgain(path) : files.open(path)
  }

  /// Reads a file, without validating it, to collect the answers about all records that rules need.
  private func collect(
    _ path: SystemText, isKnown: Bool, _ layout: DataLayout, _ spec: CompiledForm,
    _ ledger: DataSetLedger
  ) throws(Failure) {
    var options = ReportOptions(layout: layout, moment: options.moment)
    (options.show, options.fileName) = (0, path == "-" ? nil : path.text)
    do throws(CheckFailure) {
      let file: InputFile
      do throws(FileProblem) { file = try open(path, ledger) } catch { throw .file(error) }
      let run = CheckRun(spec, options: options, jobs: jobs, ledger: ledger)
      try run.run(
        file, isKnown: isKnown,
        CheckRun.Events(header: { _ in }, open: { _ in }, piece: { _, _ in !terminal.isClosed }))
    } catch {
      throw Failure(error, options.fileName ?? "standard input")
    }
  }

  /// Prints a hint that the data seems to be of a different kind.
  private func hint(at format: DataKind, in name: String) {
    if isQuiet { return }
    terminal.error(
      style.errorPalette.paint("hint", .hint)
        + ": \(visible(name)) looks like \(format.look). Try --input \(format.rawValue).\n")
  }

  /// Reads previously accepted records. Rules that compare records consider them, too.
  private func readKnown(
    _ layouts: [DataLayout], _ spec: CompiledForm, _ total: Total
  ) throws(Failure) {
    if !knownPaths.isEmpty, !spec.program.isAboutAllRecords, !isQuiet {
      terminal.error(
        desk.warning(in: spec.source.name)
          + "The form does not compare records with each other, so --known has no effect.\n")
    }
    for (path, layout) in zip(knownPaths, layouts) {
      var options = ReportOptions(layout: layout, moment: options.moment)
      (options.show, options.scope, options.fileName) = (0, .firstOfRecord, path.text)
      let run = CheckRun(spec, options: options, jobs: jobs, ledger: total.ledger)
      var summary = Summary()
      do throws(CheckFailure) {
        let file: InputFile
        do throws(FileProblem) { file = try open(path, total.ledger) } catch { throw .file(error) }
        let events = CheckRun.Events(
          header: { desk.warn(about: $0, in: path.text) }, open: { _ in },
          piece: { result, _ in
            summary.add(result.summary)
            return true
          })
        try run.run(file, isKnown: true, events)
      } catch {
        throw Failure(error, path.text)
      }
      if summary.recordCount == 0 { warnOfNothing(in: path.text) }
      if summary.malformed > 0, !isQuiet {
        terminal.error(
          desk.warning(in: path.text) + Words.count(summary.malformed, "record")
            + " cannot be read.\n")
      }
    }
  }

  /// Checks the data as a whole after all records have been read.
  private func checkWhole(
    _ spec: CompiledForm, _ outputs: OutputFiles, _ total: inout Total
  ) throws(Failure) {
    var result = total.ledger.report(options: options)
    var current = total
    // Show problems that concern the whole data set even if the maximum number of records has been shown.
    let show = options.show == 0 ? 0 : Int.max
    do throws(CheckFailure) { try take(&result, outputs, &current, show: show) } catch {
      throw Failure(error, "")
    }
    total = current
  }

  private func take(
    _ result: inout PieceResult, _ outputs: OutputFiles, _ total: inout Total, show: Int
  ) throws(CheckFailure) {
    terminal.output(json: result.output.bytes)
    total.ledger.note(result.undecided)
    for drawing in result.drawings {
      if let text = total.drawn.text(of: drawing, limit: show) { terminal.output(text + "\n") }
    }
    total.annotations?.add(result)
    try outputs.write(&result)
    total.report.summary.add(result.summary)
    total.report.didStop = total.report.didStop || result.didStop
  }

  private func warnOfNothing(in name: String) {
    if !isQuiet {
      terminal.error(desk.warning(in: name) + "There are 0 records. Is this the right file?\n")
    }
  }

  private func finish(_ total: Total, _ writer: MessageWriter) {
    guard options.output != .ndjson, !isQuiet else { return }
    var report = total.report
    if options.output == .human, options.show > 0 { report.drawn = total.drawn }
    terminal.output(report.text(writer, style.outputPalette))
  }
}

extension ReportedData {
  fileprivate init(_ file: RecordFile, _ path: SystemText) {
    let hasHeader = file.layout.kind.isTable && file.layout.header.value != .none
    self.init(
      path: path == "-" ? nil : path.bytes, kind: file.layout.kind,
      columns: file.table?.columns ?? [],
      headerLine: hasHeader ? file.reader.headerLine : nil)
  }
}

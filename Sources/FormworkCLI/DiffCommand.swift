// `formwork diff`: shows the differences between two forms, in words or by their verdicts on records.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// One run of `formwork diff`.
struct DiffCommand {
  /// The line width if the output isn't a terminal.
  private static let width = 100

  private let arguments: Arguments
  private let terminal: Terminal
  private let style: Style
  private let formPaths: (old: SystemText, new: SystemText)
  private let dataPaths: [SystemText]
  private let flags: LayoutFlags
  private let files = RunFiles()
  private var options: ReportOptions
  private let jobs: Int
  private let isQuiet: Bool

  init(
    _ arguments: Arguments, _ terminal: Terminal, _ moment: Moment
  ) throws(Arguments.Problem) {
    self.arguments = arguments
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    let operands = arguments.operands
    guard operands.count > 1 else {
      throw Arguments.Problem(
        message: operands.isEmpty ? "There are no forms to compare." : "There is only one form.",
        hint: "Usage: " + Verb.diff.usage)
    }
    formPaths = (operands[0], operands[1])
    dataPaths = Array(operands.dropFirst(2))
    flags = try LayoutFlags(arguments)
    isQuiet = arguments.has(.quiet)
    jobs = try arguments.number(.jobs, 1...256) ?? SystemFacts.coreCount
    options = ReportOptions(layout: .ndjson, moment: try arguments.moment(moment))
    let output = try arguments.choice(.output, of: ["human", "ndjson"])
    options.output = output == "ndjson" ? .ndjson : .human
    options.show = isQuiet ? 0 : try arguments.number(.show, 0...Int.max) ?? 20
    options.problemLimit = try arguments.number(.problems, 1...Int.max) ?? 100
    options.language = arguments.text(.language)
    options.palette = style.outputPalette
    options.namesFile = dataPaths.count > 1
  }

  private var desk: FormDesk { FormDesk(terminal, style, files, isQuiet: true) }

  func run() throws(Arguments.Problem) -> Int32 {
    let (lists, values) = (try arguments.pairs(.list), try arguments.pairs(.set))
    func load(_ path: SystemText) -> CompiledForm? {
      desk.load(path, language: options.language, isOnlyRead: dataPaths.isEmpty).flatMap { form in
        dataPaths.isEmpty
          ? form
          : desk.readLists(
            of: form, at: path, given: lists, values: values, moment: options.moment)
      }
    }
    guard let old = load(formPaths.old), let new = load(formPaths.new) else {
      return ExitCode.failed
    }
    var layouts: [(old: DataLayout, new: DataLayout)] = []
    for path in dataPaths { layouts.append(try self.layouts(of: path, old, new)) }
    for path in dataPaths { files.expect(path) }
    do throws(Failure) {
      try Failure.explaining { () throws(FileProblem) in try files.claimStandardStreams() }
      return dataPaths.isEmpty ? compare(old, new) : try compare(old, new, layouts)
    } catch {
      desk.complain(error.message)
      return ExitCode.failed
    }
  }

  private func exitCode(_ isSame: Bool) -> Int32 {
    isSame || arguments.has(.exitZero) ? ExitCode.accepted : ExitCode.rejected
  }

  /// Returns the layouts of a file for both forms. Throws unless both layouts split the file into the same records.
  private func layouts(
    of path: SystemText, _ old: CompiledForm, _ new: CompiledForm
  ) throws(Arguments.Problem) -> (old: DataLayout, new: DataLayout) {
    let example = "formwork diff \(formPaths.old.text) \(formPaths.new.text) data.csv"
    let first = try flags.layout(of: path, new.program, files, example: example)
    let second = flags.layout(of: first.kind, old.program)
    if first.cuts(like: second) { return (second, first) }
    throw Arguments.Problem(
      message:
        "The data settings of the two forms differ for \"\(path.text)\", so its records cannot be compared one"
        + " by one.",
      hint: "Set them with flags such as --delimiter, --encoding, --header or --records.")
  }

  // MARK: - Differences in words

  private func compare(_ old: CompiledForm, _ new: CompiledForm) -> Int32 {
    let difference = FormDifference.between(
      old, new, language: options.language, moment: options.moment)
    if options.output == .ndjson {
      var out = ByteBuffer()
      difference.writeLines(to: &out)
      terminal.output(json: out.bytes)
    } else if !isQuiet {
      let width = terminal.outputIsTerminal ? terminal.width : DiffCommand.width
      terminal.output(
        difference.isEmpty ? difference.sameness + "\n" : difference.document.text(width: width))
    }
    return exitCode(difference.isEmpty)
  }

  // MARK: - Differences for records

  private func compare(
    _ old: CompiledForm, _ new: CompiledForm, _ layouts: [(old: DataLayout, new: DataLayout)]
  ) throws(Failure) -> Int32 {
    let ledgers = (
      old: DataSetLedger(old.program, old.source), new: DataSetLedger(new.program, new.source)
    )
    var total = RecordComparison()
    var shown = 0
    if DiffCommand.areReadTwice(ledgers) {
      try read(old, new, layouts, ledgers, isJudging: false) { _ in }
      ledgers.old.beginJudging()
      ledgers.new.beginJudging()
    }
    try read(old, new, layouts, ledgers) { take(&$0, &total, &shown) }
    var whole = CompareRun.result(ledgers, old, new, options: options)
    take(&whole, &total, &shown)
    finish(total, shown, new)
    return exitCode(total.changes == 0)
  }

  private static func areReadTwice(_ ledgers: (old: DataSetLedger, new: DataSetLedger)) -> Bool {
    ledgers.old.needsAnswersFirst || ledgers.new.needsAnswersFirst
  }

  /// Reads all files once.
  private func read(
    _ old: CompiledForm, _ new: CompiledForm, _ layouts: [(old: DataLayout, new: DataLayout)],
    _ ledgers: (old: DataSetLedger, new: DataSetLedger), isJudging: Bool = true,
    _ take: (inout PieceResult) -> Void
  ) throws(Failure) {
    let desk = FormDesk(terminal, style, files, isQuiet: isQuiet)
    let isReadTwice = DiffCommand.areReadTwice(ledgers)
    for (path, layout) in zip(dataPaths, layouts) {
      var options = options
      options.layout = layout.new
      options.fileName = path == "-" ? nil : path.text
      let name = options.fileName ?? "standard input"
      do throws(CompareFailure) {
        let file: InputFile
        do throws(FileProblem) {
          file = try isReadTwice ? files.openAgain(path) : files.open(path)
        } catch {
          throw .stream(.file(error))
        }
        let run = CompareRun(
          .init(old, layout.old, ledgers.old), .init(new, layout.new, ledgers.new),
          options: options, jobs: jobs)
        try run.run(
          file, header: { if isJudging { desk.warn(about: $0, in: name) } },
          piece: { result in
            take(&result)
            return !terminal.isClosed
          })
      } catch {
        throw Failure(FileWords.sentence(error, name, old: old.source.name))
      }
    }
  }

  private func take(
    _ result: inout PieceResult, _ total: inout RecordComparison, _ shown: inout Int
  ) {
    terminal.output(json: result.output.bytes)
    for case let text? in result.drawings.map({ $0.text }) where shown < options.show {
      terminal.output(text + "\n")
      shown += 1
    }
    total.add(result.comparison)
  }

  private func finish(_ total: RecordComparison, _ shown: Int, _ new: CompiledForm) {
    guard options.output == .human, !isQuiet else { return }
    let language = MessageWriter(new.program, language: options.language).language
    if shown < total.changes, options.show > 0 {
      terminal.output(
        DifferencePhrase.shownOf.text(in: language).filled(
          ("shown", String(shown)), ("all", String(total.changes))) + "\n\n")
    }
    terminal.output(total.text(in: language) + "\n")
  }
}

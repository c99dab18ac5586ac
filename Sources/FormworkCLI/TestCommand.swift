// `formwork test`: runs the examples in forms.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime

/// One run of `formwork test`.
struct TestCommand {
  private let terminal: Terminal
  private let style: Style
  private let paths: [SystemText]
  private let moment: Moment
  private let language: String?
  private let minimum: Int
  private let isQuiet: Bool
  private let folders: FolderFiles?
  /// The values of `--list`.
  private let lists: [(name: String, value: SystemText)]
  /// The values of `--set`.
  private let values: [(name: String, value: SystemText)]

  init(
    _ arguments: Arguments, _ terminal: Terminal, _ moment: Moment
  ) throws(Arguments.Problem) {
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    paths = arguments.operands
    guard !paths.isEmpty else {
      throw Arguments.Problem(
        message: "There is no form to test.", hint: "Usage: " + Verb.test.usage)
    }
    self.moment = try arguments.moment(moment)
    language = arguments.text(.language)
    minimum = try arguments.number(.minimum, 0...100) ?? 0
    isQuiet = arguments.has(.quiet)
    folders = try arguments.folders()
    (lists, values) = (try arguments.pairs(.list), try arguments.pairs(.set))
  }

  func run() -> Int32 {
    let files = RunFiles(named: folders)
    let desk = FormDesk(terminal, style, files, isQuiet: isQuiet)
    // Read all forms before writing anything.
    let specs = paths.map { path in
      desk.load(path, language: language, folders: folders).flatMap {
        desk.readLists(
          of: $0, at: path, given: lists, values: values, isForExamples: true, moment: moment)
      }
    }
    do throws(FileProblem) {
      try files.claimStandardStreams()
      return try run(specs, files)
    } catch {
      desk.complain(FileWords.sentence(error))
      return ExitCode.failed
    }
  }

  private func run(_ specs: [CompiledForm?], _ files: RunFiles) throws(FileProblem) -> Int32 {
    var (passed, failed) = (0, 0)
    var (isUsable, isTriedEnough) = (true, true)
    for (path, spec) in zip(paths, specs) {
      guard let spec else {
        isUsable = false
        continue
      }
      let report = ExampleReport(
        spec.program, source: spec.source, moment: moment, language: language,
        palette: style.outputPalette)
      try files.checkNamed()
      passed += report.passed
      failed += report.failed
      isTriedEnough = isTriedEnough && report.percent >= minimum
      show(report, path.text)
    }
    terminal.output("\(passed) passed, \(failed) failed\n")
    if !isUsable { return ExitCode.failed }
    return failed == 0 && isTriedEnough ? ExitCode.accepted : ExitCode.rejected
  }

  private func show(_ report: ExampleReport, _ path: String) {
    if !isQuiet { terminal.output(report.text) }
    let isEnough = report.percent >= minimum
    if !isQuiet || !isEnough {
      let share = "\(visible(path)): \(report.percent) % of the rules and blocks tried"
      let wanted = isEnough ? "" : ", but at least \(minimum) % are required"
      terminal.output(share + wanted + "\n")
    }
  }
}

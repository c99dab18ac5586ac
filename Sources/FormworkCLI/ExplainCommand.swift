// `formwork explain`: explains a form in plain words to the people who own its rules.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// One run of `formwork explain`.
struct ExplainCommand {
  private enum Output: String, CaseIterable {
    case text, markdown, html
  }

  /// The line width if the output isn't a terminal.
  private static let width = 100

  private let terminal: Terminal
  private let style: Style
  private let path: SystemText
  private let moment: Moment
  private let language: String?
  private let output: Output

  init(
    _ arguments: Arguments, _ terminal: Terminal, _ moment: Moment
  ) throws(Arguments.Problem) {
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    path = try arguments.onlyOperand(
      orIfNone: "There is no form to explain.",
      orIfSeveral: "Only one form can be explained at a time.")
    self.moment = try arguments.moment(moment)
    language = arguments.text(.language)
    let output = try arguments.choice(.output, of: Output.allCases.map { $0.rawValue })
    self.output = output.flatMap { Output(rawValue: $0) } ?? .text
  }

  func run() -> Int32 {
    let files = RunFiles()
    let desk = FormDesk(terminal, style, files, isQuiet: false)
    guard let alone = desk.load(path, language: nil, isOnlyRead: true) else {
      return ExitCode.failed
    }
    // A form can be explained without its lists.
    let read = try? alone.readingLists(
      given: [], isForExamples: true, moment: moment, warn: { _, _ in },
      open: ListFiles(at: path, files).open)
    let form = read ?? alone
    do throws(FileProblem) { try files.claimStandardStreams() } catch {
      desk.complain(FileWords.sentence(error))
      return ExitCode.failed
    }
    warn(about: form, desk)
    let document = FormExplainer.explain(
      form.program, source: form.source, language: language, moment: moment)
    switch output {
    case .text:
      terminal.output(
        document.text(width: terminal.outputIsTerminal ? terminal.width : ExplainCommand.width))
    case .markdown: terminal.output(document.markdown)
    case .html: terminal.output(document.html)
    }
    return ExitCode.accepted
  }

  /// Warns that there is no explanation in the requested language.
  private func warn(about form: CompiledForm, _ desk: FormDesk) {
    guard let language, let used = FormExplainer.substitute(for: language, form.program) else {
      return
    }
    terminal.error(
      desk.warning(in: form.source.name)
        + "There is no explanation in \"\(visible(language))\", so this one is in \(used). --language can be "
        + FormExplainer.languages.joined(separator: ", ") + ".\n")
  }
}

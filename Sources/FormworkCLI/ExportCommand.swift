// `formwork export`: writes a form in another format.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// One run of `formwork export`.
struct ExportCommand {
  private let terminal: Terminal
  private let style: Style
  private let path: SystemText
  private let kind: ExportKind
  private let dialect: String?
  private let language: String?
  private let output: SystemText?
  private let coverageFile: SystemText?
  private let isQuiet: Bool
  private let moment: Moment
  private let files = RunFiles()

  init(
    _ arguments: Arguments, _ terminal: Terminal, _ moment: Moment
  ) throws(Arguments.Problem) {
    self.moment = try arguments.moment(moment)
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    path = try arguments.onlyOperand(
      orIfNone: "There is no form to export.",
      orIfSeveral: "Only one form can be exported at a time.")
    let kinds = ExportKind.allCases.map { $0.rawValue }
    guard let name = try arguments.choice(.to, of: kinds), let kind = ExportKind(rawValue: name)
    else {
      throw Arguments.Problem(
        message: "--to is missing: \(Words.choice(kinds)).", hint: "Usage: " + Verb.export.usage)
    }
    self.kind = kind
    if arguments.has(.dialect), kind.dialects.isEmpty {
      throw Arguments.Problem(message: "\(name) has no dialects.", hint: nil)
    }
    dialect = try arguments.choice(.dialect, of: kind.dialects)
    language = arguments.text(.language)
    output = arguments.path(.out)
    coverageFile = arguments.path(.coverage)
    isQuiet = arguments.has(.quiet)
    if !kind.isText, output == nil, terminal.outputIsTerminal {
      throw Arguments.Problem(message: "A workbook can't be shown here. Add --out FILE.", hint: nil)
    }
  }

  func run() -> Int32 {
    let desk = FormDesk(terminal, style, files, isQuiet: isQuiet)
    guard let form = desk.load(path, language: language, isOnlyRead: true) else {
      return ExitCode.failed
    }
    let export = FormExport(
      form.program, form.source, to: kind, dialect: dialect, language: language,
      moment: moment)
    do throws(Failure) {
      try desk.write([(export.coverage.json, coverageFile), (export.file, output ?? "-")])
    } catch {
      desk.complain(error.message)
      return ExitCode.failed
    }
    if !isQuiet { terminal.error(export.coverage.summary + "\n") }
    return export.coverage.isWhole ? ExitCode.accepted : ExitCode.rejected
  }
}

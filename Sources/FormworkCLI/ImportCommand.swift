// `formwork import`: makes a form from rules in another format.

internal import FormworkAuthoring
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// One run of `formwork import`.
struct ImportCommand {
  private let terminal: Terminal
  private let style: Style
  private let path: SystemText
  private let name: String
  private let kind: ImportKind?
  private let part: String?
  private let output: SystemText?
  private let coverageFile: SystemText?
  private let isQuiet: Bool
  private let files = RunFiles()

  init(_ arguments: Arguments, _ terminal: Terminal) throws(Arguments.Problem) {
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    path = try arguments.onlyOperand(
      orIfNone: "There is no file to make a form from.",
      orIfSeveral: "Only one file can be imported at a time.")
    name = try arguments.formName(for: path)
    let kind = try arguments.choice(.from, of: ImportKind.allCases.map { $0.rawValue })
    self.kind = kind.flatMap { ImportKind(rawValue: $0) }
    part = arguments.text(.part)
    output = arguments.path(.out)
    coverageFile = arguments.path(.coverage)
    isQuiet = arguments.has(.quiet)
  }

  func run() -> Int32 {
    let desk = FormDesk(terminal, style, files, isQuiet: isQuiet)
    do throws(Failure) {
      let source = try Failure.explaining { () throws(FileProblem) in
        try files.open(path).source()
      }
      let made: FormImport
      do throws(ImportProblem) {
        made = try FormImport(source, name: name, kind: kind, part: part)
      } catch {
        desk.draw(error.diagnostic, in: error.source)
        return ExitCode.failed
      }
      let coverage = made.coverage
      try desk.write([(coverage.json, coverageFile), (made.form, output ?? "-")])
      if !isQuiet {
        let findings = coverage.findings.map { "\($1) × \($0)" }.joined(separator: ", ")
        if !findings.isEmpty { terminal.error("The form has findings: \(findings)\n") }
        terminal.error(coverage.summary + "\n")
      }
      return coverage.isWhole ? ExitCode.accepted : ExitCode.rejected
    } catch {
      desk.complain(error.message)
      return ExitCode.failed
    }
  }
}

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
    guard let path = arguments.operands.first, arguments.operands.count == 1 else {
      throw Arguments.Problem(
        message: arguments.operands.isEmpty
          ? "There is no file to make a form from." : "Only one file can be imported at a time.",
        hint: "Usage: " + Verb.import.usage)
    }
    self.path = path
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
      try write(made)
      if !isQuiet { terminal.error(text(of: made.coverage)) }
      return made.coverage.isWhole ? ExitCode.accepted : ExitCode.rejected
    } catch {
      desk.complain(error.message)
      return ExitCode.failed
    }
  }

  private func write(_ made: FormImport) throws(Failure) {
    try Failure.explaining { () throws(FileProblem) in
      try files.claimStandardStreams()
      if let coverageFile { try write(made.coverage.json, to: coverageFile) }
      if let output, output != "-" {
        try write(made.form, to: output)
      } else {
        made.form.withUnsafeBufferPointer { terminal.output($0) }
      }
    }
  }

  private func write(_ bytes: [UInt8], to path: SystemText) throws(FileProblem) {
    let file = try files.create(path)
    try file.write(bytes)
    try file.checkPlace()
    try file.put(besides: files)
  }

  private func text(of coverage: ImportCoverage) -> String {
    let findings = coverage.findingText
    return (findings.isEmpty ? "" : "The form has findings: \(findings)\n") + coverage.summary
      + "\n"
  }
}

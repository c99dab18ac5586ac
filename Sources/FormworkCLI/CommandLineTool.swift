// The command line: parses the arguments, runs the verb, returns the exit code.

package import FormworkEngine
internal import FormworkReport
package import FormworkRuntime

package enum ExitCode {
  package static let accepted: Int32 = 0
  package static let rejected: Int32 = 1
  package static let failed: Int32 = 2
}

package struct CommandLineTool {
  /// The version, as `formwork version` shows it.
  package static let version = FormworkVersion.string

  let terminal: Terminal
  private let moment: () -> Moment

  /// - Parameter moment: the meaning of `today` and `now`, unless a flag overrides it.
  package init(terminal: Terminal, moment: @autoclosure @escaping () -> Moment) {
    self.terminal = terminal
    self.moment = moment
  }

  /// Runs a command line. Call it inside `onMainStack` or `onDeepStack`, because parsing a form is recursive.
  ///
  /// - Parameter words: the words after the program's name.
  /// - Returns: the exit code.
  package func run(_ words: [SystemText]) -> Int32 {
    let code: Int32
    var writesFiles = false
    do throws(Arguments.Problem) {
      if words.isEmpty {
        code = showShortHelp()
      } else {
        let arguments = try Arguments(words == ["--version"] ? ["version"] : words)
        writesFiles = arguments.writesFiles
        code = try run(arguments)
      }
    } catch {
      terminal.complain(error, noColor: words.contains(SystemText(Flag.noColor.long)))
      return ExitCode.failed
    }
    if code != ExitCode.failed, let failure = terminal.failure {
      terminal.complain(Arguments.Problem(message: FileWords.sentence(failure)), noColor: true)
      return ExitCode.failed
    }
    // The run fails if the reader closed standard output early, because the reader doesn't know that everything is
    // valid.
    let isUnread = terminal.isClosed && !writesFiles
    return code == ExitCode.accepted && isUnread ? ExitCode.failed : code
  }

  private func showShortHelp() -> Int32 {
    terminal.output(Help.short)
    return ExitCode.accepted
  }

  private func run(_ arguments: Arguments) throws(Arguments.Problem) -> Int32 {
    if arguments.has(.help) {
      terminal.output(Help.text(arguments.verb == .help ? nil : arguments.verb))
      return ExitCode.accepted
    }
    switch arguments.verb {
    case .check where arguments.has(.watch):
      return try WatchLoop(arguments, terminal, moment).run()
    case .check: return try CheckCommand(arguments, terminal, moment()).run()
    case .test: return try TestCommand(arguments, terminal, moment()).run()
    case .explain: return try ExplainCommand(arguments, terminal, moment()).run()
    case .new: return try NewCommand(arguments, terminal).run()
    case .import: return try ImportCommand(arguments, terminal).run()
    case .diff: return try DiffCommand(arguments, terminal, moment()).run()
    case .fmt: return try FormatCommand(arguments, terminal).run()
    case .page: return try PageCommand(arguments, terminal).run()
    case .export: return try ExportCommand(arguments, terminal, moment()).run()
    case .lsp: return try ServeCommand(arguments, terminal, moment).run()
    case .completion: return try complete(arguments)
    case .manual:
      terminal.output(ManualPage.text)
      return ExitCode.accepted
    case .help: return try HelpCommand(arguments, terminal).run()
    case .version:
      terminal.output("formwork \(CommandLineTool.version)\n")
      return ExitCode.accepted
    }
  }

  private func complete(_ arguments: Arguments) throws(Arguments.Problem) -> Int32 {
    guard arguments.operands.count == 1, let shell = Shell(rawValue: arguments.operands[0].text)
    else {
      throw Arguments.Problem(
        message: "The shell must be \(Words.choice(Shell.allCases.map { $0.rawValue })).",
        hint: "Usage: " + Verb.completion.usage)
    }
    terminal.output(shell.script)
    return ExitCode.accepted
  }
}

extension Terminal {
  /// Prints the error of a command line, with its hint.
  func complain(_ problem: Arguments.Problem, noColor: Bool) {
    let palette = Style(self, noColor: noColor).errorPalette
    error(palette.paint("error", .error) + ": " + visible(problem.message) + "\n")
    if let hint = problem.hint { error("  " + visible(hint) + "\n") }
  }
}

/// The palettes for both output streams.
struct Style {
  let outputPalette: Palette
  let errorPalette: Palette

  init(_ terminal: Terminal, noColor: Bool) {
    let isAllowed = terminal.allowsColor && !noColor
    outputPalette = isAllowed && terminal.outputIsTerminal ? .ansi : .plain
    errorPalette = isAllowed && terminal.errorIsTerminal ? .ansi : .plain
  }
}

/// The help, generated from the table of verbs and flags.
enum Help {
  /// The help for a command line without any words.
  static let short = """
    formwork checks data against rules written in .form files.

      formwork check signup.form signup.csv
      formwork check signup.form new.ndjson --rejected bad.ndjson

    "formwork help" lists the verbs, "formwork help check" every flag.

    """

  /// Returns the help for `verb`, or an overview of all verbs if it is nil.
  static func text(_ verb: Verb?) -> String {
    guard let verb else { return overview }
    var text = verb.usage + "\n\n" + verb.details + "\n\nFlags:\n"
    let heads = verb.flags.map { flag in
      (flag.short.map { $0 + ", " } ?? "") + flag.long
        + (flag.value(of: verb).map { " " + $0 } ?? "")
    }
    let width = heads.map { $0.count }.max() ?? 0
    for (flag, head) in zip(verb.flags, heads) {
      text += "  " + head + String(repeating: " ", count: width - head.count + 2)
      text += flag.summary(of: verb) + "\n"
    }
    text += "\nExamples:\n" + verb.examples.map { "  " + $0 + "\n" }.joined()
    if let codes = exitCodes(verb) { text += "\n" + codes }
    return text
  }

  private static var overview: String {
    var text = "formwork VERB …\n\nVerbs:\n"
    for verb in Verb.allCases {
      text += "  " + verb.rawValue + String(repeating: " ", count: 12 - verb.rawValue.count)
      text += verb.summary + "\n"
    }
    text += "\nExamples:\n" + Verb.check.examples.map { "  " + $0 + "\n" }.joined()
    return text
      + "\n\"formwork help VERB\" explains a verb, and \"formwork help CODE\" explains an error or warning in a\nform, such as no-message.\n"
  }

  static func exitCodes(_ verb: Verb) -> String? {
    let meanings: (good: String, bad: String)
    switch verb {
    case .check: meanings = ("every record was accepted", "at least one record was rejected")
    case .test:
      meanings = (
        "every example passed", "an example failed, or the examples try too little of the form"
      )
    case .import:
      meanings = ("everything was taken over", "something was left out, or is stricter in the form")
    case .fmt: meanings = ("done", "with --check or --diff: a form has another layout")
    case .diff:
      meanings = ("nothing changes", "something changes; with DATA, for at least one record")
    case .export:
      meanings = (
        "everything that the form requires is said", "something is left out or only said in part"
      )
    case .new, .explain, .page, .lsp, .completion, .manual, .help, .version: return nil
    }
    return """
      Exit codes:
        0   \(meanings.good)
        1   \(meanings.bad)
        2   an error in a form, in the command line or with a file
        70  an error in formwork itself

      """
  }
}

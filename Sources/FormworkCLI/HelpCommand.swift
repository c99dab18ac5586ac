// `formwork help`: explains a verb or a finding.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// One run of `formwork help`.
struct HelpCommand {
  private let terminal: Terminal
  private let style: Style
  /// A verb or the code of a finding; nil for an overview.
  private let word: String?

  init(_ arguments: Arguments, _ terminal: Terminal) throws(Arguments.Problem) {
    self.terminal = terminal
    style = Style(terminal, noColor: arguments.has(.noColor))
    word = arguments.operands.first?.text
    if arguments.operands.count > 1 {
      throw Arguments.Problem(
        message: "\"\(arguments.operands[1].text)\" is not expected here.",
        hint: "Usage: " + Verb.help.usage)
    }
  }

  func run() throws(Arguments.Problem) -> Int32 {
    if let word, let page = FindingPage.all.first(where: { $0.code == word }) {
      terminal.output(page.text(style.outputPalette, width: terminal.width))
      return ExitCode.accepted
    }
    if word == UndecidedPlace.code {
      terminal.output(HelpCommand.undecided)
      return ExitCode.accepted
    }
    let verb = word.flatMap { Verb(rawValue: $0) }
    if let word, verb == nil { throw unknown(word) }
    terminal.output(Help.text(verb))
    return ExitCode.accepted
  }

  private func unknown(_ word: String) -> Arguments.Problem {
    let known =
      Verb.allCases.map { $0.rawValue } + FindingPage.all.map { $0.code } + [UndecidedPlace.code]
    let near = NearNames.nearest(to: word, among: known)
    return Arguments.Problem(
      message: "There is no verb and no error or warning \"\(word)\".",
      hint: near.isEmpty
        ? "Errors and warnings have a code, such as no-message. \"formwork help\" lists the verbs."
        : Arguments.didYouMean(near))
  }
}

extension HelpCommand {
  /// The page about conditions that can't be decided. It isn't one of `FindingPage`, because it is about records.
  static let undecided = """
    undecided: A condition about other records cannot be decided because of a value of one of them.

    A value of the wrong type, or a missing value of a field that is required, is not known. So a
    question that needs it, such as the sum of all records, has no answer, unless the other records
    decide it. The line names the condition, and the first record with such a value. The data is
    then not accepted, except if the condition is that of a warning.

    - Correct the value, which has a problem of its own in its record, and check the data again.
    - If the value may be missing, make its field optional, and say in a check of its own when it
      must be there: blank values are left out of a sum. A list of other data works in the same way.
    - If a value of one group has nothing to do with the others, write per and the field of the
      groups after the condition. Then only the group with the value is not decided.

    """
}

extension FindingPage {
  /// Returns the page as a text.
  ///
  /// - Parameter width: the number of columns to which lines of forms are cut.
  func text(_ palette: Palette = .plain, width: Int = 100) -> String {
    let heading =
      palette.paint(code, severity == .error ? .error : .warning)
      + " (\(severity.rawValue)): \(meaning)\n"
    guard let (wrong, right) = forms else { return heading }
    let reading = wrong.reading
    let renderer = DiagnosticRenderer(palette: palette, width: width)
    let drawing = reading.diagnostics.told.first { $0.code == code }
      .map { renderer.render($0, in: reading.source) }
    return heading + "\nWrong:\n\n" + wrong.shown + "\n" + (drawing ?? "") + "\nRight:\n\n"
      + right.shown
  }
}

extension FindingPage.Form {
  var reading: FormReading {
    FormReading(
      Source(name: "wrong.form", bytes: Array(text.utf8)), knowsEncoding: TextDecoder.knows
    ) { name in
      files[name].map { .success(FileText(bytes: Array($0.utf8))) }
        ?? .failure(.init(.unreadable("No such file or directory")))
    }
  }

  /// The form's text and files, indented.
  fileprivate var shown: String {
    func movedIn(_ text: String) -> String {
      text.split(separator: "\n").map { "    " + $0 + "\n" }.joined()
    }
    return files.sorted { $0.key < $1.key }.reduce(movedIn(text)) { shown, file in
      shown + "\n  with \(file.key):\n\n" + movedIn(file.value)
    }
  }
}

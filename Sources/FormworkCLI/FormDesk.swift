// Loads forms for the verbs and shows their findings.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

struct FormDesk {
  /// The maximum number of findings to show.
  private static let limit = 500
  /// The maximum number of languages to list.
  private static let languageLimit = 20

  private let terminal: Terminal
  private let style: Style
  private let files: RunFiles
  private let isQuiet: Bool

  init(_ terminal: Terminal, _ style: Style, _ files: RunFiles, isQuiet: Bool) {
    self.terminal = terminal
    self.style = style
    self.files = files
    self.isQuiet = isQuiet
  }

  /// Loads a form. If it can't be used, shows the errors and returns nil.
  ///
  /// - Parameters:
  ///   - language: the requested language of messages.
  ///   - folders: the folders of the files that records refer to, if any.
  ///   - isOnlyRead: whether no record will be checked, so that host rules may be missing.
  ///   - note: receives the name and text of each file that the form uses.
  func load(
    _ path: SystemText, language: String?, folders: FolderFiles? = nil, isOnlyRead: Bool = false,
    note: @escaping (String, [UInt8]) -> Void = { _, _ in }
  ) -> CompiledForm? {
    let source: Source
    do throws(FileProblem) {
      let file = try files.open(path)
      reserveHeap(forFormOf: min(file.size ?? 0, Source.byteLimit))
      source = try file.source()
    } catch {
      complain(FileWords.sentence(error))
      return nil
    }
    do throws(FormError) {
      let spec = try CompiledForm(
        source, at: path, files: files, hostRules: folders?.rules ?? [],
        isOnlyRead: isOnlyRead, note: note)
      terminal.keep(spec)
      if !isQuiet {
        draw(spec.diagnostics, in: spec.source)
        if let language { warn(about: language, in: spec) }
      }
      return spec
    } catch {
      if DataKind(ofName: path.text) != nil {
        complain(
          "\"\(visible(path.text))\" is data, but a form is needed here: a file such as signup.form, with the"
            + " rules for the data.")
      } else {
        draw(error.diagnostics, in: error.source)
      }
      return nil
    }
  }

  /// Writes files. The path `-` means standard output, and a file without a path isn't written.
  func write(_ outputs: [(bytes: [UInt8], path: SystemText?)]) throws(Failure) {
    try Failure.explaining { () throws(FileProblem) in
      try files.claimStandardStreams()
      for case (let bytes, let path?) in outputs {
        if path == "-" {
          bytes.withUnsafeBufferPointer { terminal.output($0) }
          continue
        }
        let file = try files.create(path)
        try file.write(bytes)
        try file.checkPlace()
        try file.put(besides: files)
      }
    }
  }

  /// Reads the form's lists from their files. If a list can't be read, shows why and returns nil.
  ///
  /// - Parameters:
  ///   - given: the values of `--list`.
  ///   - values: the values of `--set`.
  func readLists(
    of spec: CompiledForm, at path: SystemText, given: [(name: String, value: SystemText)],
    values: [(name: String, value: SystemText)], isForExamples: Bool = false, moment: Moment
  ) -> CompiledForm? {
    let lists = ListFiles(at: path, files)
    do throws(ListFailure<ListFileFailure>) {
      return try spec.readingLists(
        given: given.map { ($0.name, lists.records(of: $0.value)) },
        values: values.map { ($0.name, $0.value.text) },
        isForExamples: isForExamples, moment: moment,
        warn: { if !isQuiet { terminal.error(warning(in: spec.source.name) + $1 + "\n") } },
        open: lists.open)
    } catch {
      switch error {
      case .notGiven(let list):
        complain(
          "The form needs the list \"\(list.name)\", which has no file. Add --list \(list.name)=FILE."
        )
      case .noList(let name, let near):
        complain(
          "The form has no list \"\(visible(name))\"."
            + (near.isEmpty ? "" : " " + Arguments.didYouMean(near)))
      case .unreadable(_, .unreadable(let path, let failure)):
        complain(FileWords.sentence(failure, path))
      case .unreadable(_, .unusable(let file, let fault)): complain(fault.sentence(file))
      case .value(.unknown(let name, let near)):
        complain(
          "The form needs no value \"\(visible(name))\"."
            + (near.isEmpty ? "" : " " + Arguments.didYouMean(near)))
      case .value(.wrong(let name, let message)):
        complain("\(visible(message)). Give the value with --set \(visible(name))=…")
      }
      return nil
    }
  }

  /// Warns that the form has no texts in the requested language.
  private func warn(about language: String, in spec: CompiledForm) {
    let writer = MessageWriter(spec.program, language: language)
    guard let others = writer.otherLanguages else { return }
    let list = others.prefix(FormDesk.languageLimit).joined(separator: ", ")
    terminal.error(
      style.errorPalette.paint("warning", .warning)
        + ": \(visible(spec.source.name)): There are no messages in \"\(visible(language))\"; they are in "
        + "\(others[0]). --language can be \(list)"
        + (others.count > FormDesk.languageLimit ? " and others.\n" : ".\n"))
  }

  /// Returns the beginning of a warning about a file.
  func warning(in name: String) -> String {
    style.errorPalette.paint("warning", .warning) + ": " + visible(name) + ": "
  }

  /// Prints the warnings about the header of a table.
  func warn(about problems: [TableProblem], in name: String) {
    guard !isQuiet else { return }
    let head = warning(in: name)
    for problem in problems.prefix(TableWords.limit) {
      terminal.error(head + TableWords.sentence(problem, flag: FileWords.delimiterFlag) + "\n")
    }
    if let rest = TableWords.rest(problems) { terminal.error(head + rest + "\n") }
  }

  func complain(_ message: String) {
    terminal.error(style.errorPalette.paint("error", .error) + ": " + message + "\n")
  }

  private var renderer: DiagnosticRenderer {
    DiagnosticRenderer(palette: style.errorPalette, width: terminal.width)
  }

  func draw(_ diagnostic: Diagnostic, in source: Source) {
    terminal.error(renderer.render(diagnostic, in: source))
  }

  private func draw(_ diagnostics: FormDiagnostics, in source: Source) {
    guard !diagnostics.told.isEmpty else { return }
    let renderer = renderer
    let shown = diagnostics.prefix(FormDesk.limit)
    for drawing in renderer.render(shown, in: source) { terminal.error(drawing + "\n") }
    let toldErrors = diagnostics.told.count { $0.severity == .error }
    let errors = toldErrors + diagnostics.untoldErrors
    let warnings = diagnostics.told.count - toldErrors + diagnostics.untoldWarnings
    if errors + warnings > shown.count {
      let rest = Words.count(errors + warnings - shown.count, "more problem")
      terminal.error("… and \(rest) not shown\n\n")
    }
    let summary = renderer.renderSummary(errors: errors, warnings: warnings)
    terminal.error(visible(source.name) + ": " + summary + "\n")
  }
}

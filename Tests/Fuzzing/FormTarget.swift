// The target `form`: the text of a form and, after a NUL, that of every file that it uses.

import FormworkAuthoring
import FormworkEngine
import FormworkReport
import FormworkSyntax

/// Reads and checks a form, draws its findings, runs its examples, explains it, and applies its fixes.
func tryForm(_ input: FuzzInput) {
  let form = LoadedForm(input.first, files: input.second)
  form.draw(width: input.size)
  form.applyFixes()
  form.format()
  form.runExamples()
  form.explain(width: input.size)
}

private struct LoadedForm {
  let source: Source
  let program: Program?
  let diagnostics: FormDiagnostics
  let files: [UInt8]

  init(_ bytes: [UInt8], files: [UInt8]) {
    let loaded = FormLoader.load(Source(name: "s.form", bytes: bytes)) { _ in
      .success(FileText(bytes: files))
    }
    let checked = Checker.check(
      loaded.tree, source: loaded.source, choiceFiles: loaded.choiceFiles)
    source = loaded.source
    diagnostics = FormDiagnostics(loaded.problems, checked.findings, in: source)
    let isSound = diagnostics.told.allSatisfy { $0.severity != .error }
    program = isSound ? checked.program : nil
    self.files = files
    if program == nil, isSound { fatalError("a form that cannot be used has no error") }
  }

  /// The form without the files that it uses.
  private var ownBytes: [UInt8] { Array(source.bytes[source.files[0].range]) }

  func draw(width: Int) {
    for palette in [Palette.plain, .ansi] {
      let renderer = DiagnosticRenderer(palette: palette, width: width)
      for diagnostic in diagnostics.told { _ = renderer.render(diagnostic, in: source) }
    }
  }

  /// Formats the form and reads it again. Its words and comments must be the same, and formatting it again must
  /// change nothing.
  func format() {
    let own = Source(name: "s.form", bytes: ownBytes)
    guard case .formatted(let bytes) = FormFormatter.format(own) else { return }
    let printed = Source(name: "s.form", bytes: bytes)
    guard case .formatted(bytes) = FormFormatter.format(printed) else {
      fatalError("printing a form twice changes it")
    }
    let (before, after) = (Lexer(own), Lexer(printed))
    let isSame =
      before.tokens.elementsEqual(after.tokens) { own.text($0.span) == printed.text($1.span) }
      && before.comments.count == after.comments.count
    if !isSame { fatalError("printing a form changes its words") }
  }

  /// Applies all fixes that don't overlap, last first, and reads the form again.
  func applyFixes() {
    var bytes = ownBytes
    var limit = bytes.count
    var count = 0
    for fix in diagnostics.told.compactMap({ $0.fix }).sorted(by: {
      $0.span.upper > $1.span.upper
    }) {
      let range = Int(fix.span.lower)..<Int(fix.span.upper)
      guard range.upperBound <= limit else { continue }
      bytes.replaceSubrange(range, with: fix.replacement.utf8)
      limit = range.lowerBound
      count += 1
    }
    if count > 0 { _ = LoadedForm(bytes, files: files) }
  }

  /// Explains the form in each language, in each output.
  func explain(width: Int) {
    guard let program else { return }
    for language in ["en", "ja", "de"] {
      let document = FormExplainer.explain(
        program, source: source, language: language, moment: moment)
      _ = (document.text(width: width), document.markdown, document.html)
    }
  }

  func runExamples() {
    guard let program else { return }
    for (language, palette) in [(nil, Palette.plain), ("ja", .ansi)] {
      _ = ExampleReport(
        program, source: source, moment: moment, language: language, palette: palette)
    }
  }
}

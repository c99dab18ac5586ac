// The target `form`: the text of a form and, behind a NUL, that of every file which it uses.

import FormworkEngine
import FormworkReport

@testable import FormworkSyntax

/// Reads and checks a form, draws what is wrong with it, runs its examples, applies its fixes, and holds it
/// against its own printed text.
func tryForm(_ input: FuzzInput) {
  let form = LoadedForm(input.first, files: input.second)
  form.draw(width: input.size)
  form.applyFixes()
  form.runExamples()
  form.comparePrinted()
}

private struct LoadedForm {
  let source: Source
  let program: Program?
  let diagnostics: SpecDiagnostics
  let files: [UInt8]

  init(_ bytes: [UInt8], files: [UInt8]) {
    let loaded = SpecLoader.load(Source(name: "s.form", bytes: bytes)) { _ in .success(files) }
    let checked = Checker.check(
      loaded.tree, source: loaded.source, choiceFiles: loaded.choiceFiles)
    source = loaded.source
    diagnostics = SpecDiagnostics(loaded.problems, checked.findings, in: source)
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

  /// Applies all fixes that lie apart, from the last on, and reads the form again.
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

  func runExamples() {
    guard let program else { return }
    for (language, palette) in [(nil, Palette.plain), ("ja", .ansi)] {
      _ = ExampleReport(
        program, source: source, moment: moment, language: language, palette: palette)
    }
  }

  /// A form that can be read means the same when it has been printed.
  func comparePrinted() {
    let parsed = Parser.parse(Source(name: "s.form", bytes: ownBytes))
    let printed = SpecPrinter.print(parsed.tree)
    let isReadable = parsed.problems.allSatisfy { problem in
      if case .habit = problem.kind { true } else { false }
    }
    guard isReadable else { return }
    let again = Parser.parse(Source(name: "s.form", bytes: Array(printed.utf8)))
    expect(again.problems.count, equals: 0, "a printed form has problems:\n\(printed)")
    // Comparing trees takes as long as all the rest together, and small ones have all that there is to find.
    if printed.utf8.count < 500 {
      expect(
        outline(again.tree.declarations), equals: outline(parsed.tree.declarations),
        "a printed form reads as another:\n\(printed)")
    }
    expect(SpecPrinter.print(again.tree), equals: printed, "a form printed twice")
    let codes = LoadedForm(Array(printed.utf8), files: files).diagnostics.told.map { $0.code }
    expect(
      codes, equals: diagnostics.told.map { $0.code }.filter { $0 != "habit" },
      "the findings of a printed form:\n\(printed)")
  }
}

/// Everything in a tree but its places, and but for parentheses, some of which are the printer's.
private func outline(_ value: Any) -> String {
  if value is Span || value is TreeMemory { return "" }
  if let expression = value as? Expression, case .parenthesized(let inner) = expression.kind {
    return outline(inner)
  }
  if let place = value as? any Place { return outline(place.contents) }
  let mirror = Mirror(reflecting: value)
  if mirror.children.isEmpty { return "\(value)" }
  return "(" + mirror.children.map { ($0.label ?? "") + ":" + outline($0.value) }.joined() + ")"
}

/// A place in the memory of a tree.
private protocol Place {
  var contents: Any { get }
}

extension UnsafePointer: Place {
  fileprivate var contents: Any { pointee }
}

extension UnsafeBufferPointer: Place {
  fileprivate var contents: Any { Array(self) }
}

// Runs the examples of a form and reports which failed, what came out instead, and which rules and
// branches none of them has tried.

package import FormworkEngine
package import FormworkSyntax

/// What came of the examples of a form.
package struct ExampleReport: Sendable {
  package private(set) var passed = 0
  package private(set) var failed = 0
  /// How much of the rules and branches has been tried, in percent.
  package private(set) var percent = 100
  /// The failed examples and the gaps, drawn.
  package private(set) var text = ""

  private let source: Source
  private let palette: Palette

  /// Runs every example.
  package init(
    _ program: Program, source: Source, moment: Moment, language: String?, palette: Palette
  ) {
    self.source = source
    self.palette = palette
    let writer = MessageWriter(program, language: language)
    var gaps: [RuleCoverage.Gap] = []
    var coverage: RuleCoverage?
    for example in program.examples {
      let evaluator = Evaluator(program, moment: example.moment(else: moment))
      coverage = coverage ?? RuleCoverage(evaluator)
      evaluator.coverage = coverage
      run(example, evaluator, writer)
    }
    let all = coverage ?? RuleCoverage(Evaluator(program, moment: moment))
    percent = all.percent
    gaps = all.gaps
    for gap in gaps { draw(gap) }
  }

  private mutating func run(
    _ example: FormExample, _ evaluator: Evaluator, _ writer: MessageWriter
  ) {
    let reports = writer.reports(on: example, evaluator)
    let errors = reports.filter { $0.severity == .error }
    if example.isMet(by: errors) {
      passed += 1
    } else {
      failed += 1
      draw(example, errors)
    }
  }

  private mutating func draw(_ example: FormExample, _ errors: [ProblemReport]) {
    text += palette.paint("failed", .error) + ": "
    text += palette.paint(visible("\"" + example.name + "\""), .strong)
    text += ", " + place(example.span) + "\n"
    text += "  expected: " + example.expectation + "\n"
    text += "  came out: " + (errors.isEmpty ? "accepted" : "rejected") + "\n"
    for error in errors {
      let field = error.field.map { visible($0) + ": " } ?? ""
      text += "    " + field + visible(error.message) + " (" + error.code + ")\n"
    }
  }

  private mutating func draw(_ gap: RuleCoverage.Gap) {
    let words =
      switch gap.kind {
      case .neverPassed: "no example passes"
      case .neverFailed: "no example fails"
      case .neverInForce: "in no example holds"
      case .alwaysInForce: "in every example holds"
      case .neverDecided: "no example reaches"
      }
    text += palette.paint("untried", .warning) + ": " + words + " "
    let condition = source.text(gap.span).split { $0.isWhitespace }.joined(separator: " ")
    text += visible(condition, columns: 60) + ", " + place(gap.span) + "\n"
  }

  private func place(_ span: Span) -> String {
    let position = source.position(span.lower)
    let name = visible(source.name(at: span.lower))
    return palette.paint("\(name):\(position.line):\(position.column)", .place)
  }
}

extension MessageWriter {
  /// What becomes of an example.
  package func reports(on example: FormExample, _ evaluator: Evaluator) -> [ProblemReport] {
    example.record.withUnsafeBufferPointer { bytes in
      let span = RecordSpan(lower: 0, upper: bytes.count, line: 1, column: 1)
      do throws(MalformedRecord) {
        try evaluator.evaluate(json: bytes)
        let place = RecordPlace(record: 1, line: 1)
        return evaluator.problems.map { report($0, evaluator, at: place) }
      } catch {
        return [report(error, bytes, span)]
      }
    }
  }
}

extension FormExample {
  /// Whether the errors are those that the example names: all of its fields and no other. Without
  /// names, the record as a whole must be at fault.
  package func isMet(by errors: [ProblemReport]) -> Bool {
    guard let rejects else { return errors.isEmpty }
    if rejects.isEmpty { return errors.contains { $0.field == nil } }
    let found = OrderedSet(errors.compactMap { $0.field.map(FormExample.withoutNumbers) })
    return found == OrderedSet(rejects)
  }

  fileprivate var expectation: String {
    guard let rejects else { return "accepted" }
    let fields = rejects.isEmpty ? "the record as a whole" : rejects.joined(separator: ", ")
    return "rejected for " + fields
  }
}

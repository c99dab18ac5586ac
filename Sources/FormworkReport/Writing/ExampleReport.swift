// Runs the examples of a form. Reports the examples that failed, their actual results, and the rules and branches that
// no example covers.

package import FormworkEngine
package import FormworkSyntax

/// The results of a form's examples.
package struct ExampleReport: Sendable {
  package private(set) var passed = 0
  package private(set) var failed = 0
  /// The covered percentage of rules and branches.
  package private(set) var percent = 100
  /// The drawings of the failed examples, and of the rules and branches that no example covers.
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
      let own = program.with(example, moment: moment)
      let evaluator = Evaluator(own, moment: example.moment(else: moment))
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
    let outcome = writer.outcome(of: example, evaluator)
    if outcome.isMet {
      passed += 1
    } else {
      failed += 1
      draw(example, outcome.errors)
    }
  }

  private mutating func draw(_ example: FormExample, _ errors: [ProblemReport]) {
    text += palette.paint("failed", .error) + ": "
    text += palette.paint(visible("\"" + example.name + "\""), .strong)
    text += ", " + place(example.span) + "\n"
    text += "  expected: " + example.expectation + "\n"
    text += "  actual:   " + (errors.isEmpty ? "accepted" : "rejected") + "\n"
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
      case .neverInForce: "no example meets"
      case .alwaysInForce: "every example meets"
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

/// The result of evaluating an example.
package struct ExampleOutcome: Sendable {
  /// The errors and warnings.
  package let reports: [ProblemReport]
  /// Whether the result is the one that the example states.
  package let isMet: Bool

  package var errors: [ProblemReport] { reports.filter { $0.severity == .error } }
}

extension MessageWriter {
  package func outcome(of example: FormExample, _ evaluator: Evaluator) -> ExampleOutcome {
    example.record.withUnsafeBufferPointer { bytes in
      let span = RecordSpan(lower: 0, upper: bytes.count, line: 1, column: 1)
      do throws(MalformedRecord) {
        let coverage = evaluator.coverage
        evaluator.coverage = nil
        evaluator.prepare(for: example)
        evaluator.coverage = coverage
        try evaluator.evaluate(json: bytes)
        let place = RecordPlace(record: example.recordNumber, line: 1)
        var reports = evaluator.problems.map { report($0, evaluator, at: place) }
        var errors = evaluator.problems.filter { $0.severity == .error }
          .map { evaluator.steps(of: $0).names }
        if example.judgesData {
          for problem in evaluator.problemsOfData() {
            reports.append(report(problem, evaluator, at: .ofAllRecords))
            if problem.severity == .error { errors.append([]) }
          }
        }
        return ExampleOutcome(reports: reports, isMet: example.isMet(by: errors))
      } catch {
        return ExampleOutcome(
          reports: [report(error, bytes, span)], isMet: example.isMet(by: [[]]))
      }
    }
  }
}

extension FormExample {
  /// Whether the errors are the expected ones: at every field that the example names and at no other. If the example
  /// names no fields, there must be an error that concerns the whole record.
  ///
  /// - Parameter errors: the path to the field of each error, which is empty for an error that concerns the whole
  ///   record.
  fileprivate func isMet(by errors: [[String]]) -> Bool {
    guard let rejects else { return errors.isEmpty }
    if rejects.isEmpty { return errors.contains { $0.isEmpty } }
    return OrderedSet(errors.filter { !$0.isEmpty }) == OrderedSet(rejects)
  }

  /// The result that the example states, in words.
  package var expectation: String {
    guard let rejects = rejectedPaths else { return "accepted" }
    let fields = rejects.isEmpty ? "the record as a whole" : rejects.joined(separator: ", ")
    return "rejected for " + fields
  }
}

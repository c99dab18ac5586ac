// Findings about examples with values that their fields can't have, or that fail their own rules.

internal import FormworkSyntax

enum ExampleFaults {
  /// Evaluates every example. A value that its field can't have is a mistake, unless the example expects to be
  /// rejected for it. In an example that expects to be accepted, so is a value that fails a rule of its own field.
  /// The results of other rules are found when the examples are run.
  ///
  /// - Parameter stepLimit: the maximum number of steps for all of them. See `Checker.Limits`.
  static func findings(_ program: Program, _ moment: Moment, stepLimit: Int) -> [Finding] {
    if program.examples.isEmpty { return [] }
    var findings: [Finding] = []
    let evaluator = Evaluator(program, moment: moment)
    let size = program.fields.count + program.nodes.count
    var allowance = stepLimit
    for example in program.examples {
      allowance -= size + example.record.count
      evaluator.stepLimit = max(0, allowance)
      evaluator.prepare(
        moment: example.moment(else: moment), scope: .all, problemLimit: Int.max)
      evaluator.state.pointee.askedForMoment = false
      let isRead = example.record.withUnsafeBufferPointer { record in
        do throws(MalformedRecord) {
          try evaluator.evaluate(json: record)
          return true
        } catch {
          return false
        }
      }
      allowance -= evaluator.state.pointee.steps
      if allowance < 0 {
        let mistake = DeclarationMistake.tooLarge(.evaluation, limit: stepLimit)
        return findings + [Finding(kind: .declaration(mistake), span: example.span)]
      }
      guard isRead else { continue }
      let isTimeless = example.day != nil || !evaluator.state.pointee.askedForMoment
      let rejected = OrderedSet(example.rejects ?? [])
      for problem in evaluator.problems where problem.kind.isOfGivenValue {
        let path = evaluator.steps(of: problem)
        if path.isEmpty { continue }
        switch problem.kind {
        case .type, .choice:
          if FormExample.holds(rejected, path.names) { continue }
          let mistake = DeclarationMistake.badExampleValue(program.staticType(problem.field))
          findings.append(
            Finding(kind: .declaration(mistake), span: example.places[path] ?? example.span))
        case .rule,
          .calculation where problem.isOfRule:
          guard example.rejects == nil, let place = example.places[path],
            evaluator.isOwnFault(problem, isTimeless: isTimeless)
          else { continue }
          let lint = Lint.exampleBreaksRule(rule: program.rules[Int(problem.rule)].span)
          findings.append(Finding(kind: .lint(lint), span: place))
        default: break
        }
      }
    }
    return findings
  }
}

extension Problem.Kind {
  /// Whether the problem is with an existing value.
  fileprivate var isOfGivenValue: Bool {
    switch self {
    case .type, .choice, .rule, .calculation: true
    default: false
    }
  }
}

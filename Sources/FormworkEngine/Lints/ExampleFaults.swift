// Findings about examples with values that their fields can't have, or that fail the rules of their own fields.

internal import FormworkSyntax

enum ExampleFaults {
  /// Evaluates every example. Reports a value that its field can't have, unless the example expects to be rejected for
  /// it. In an example that expects to be accepted, also reports a value that fails a rule of its own field. The
  /// results of other rules are found when the examples are run.
  ///
  /// - Parameter stepLimit: the maximum number of steps for all examples. See `Checker.Limits`.
  static func findings(_ program: Program, _ moment: Moment, stepLimit: Int) -> [Finding] {
    if program.examples.isEmpty { return [] }
    var findings: [Finding] = []
    let evaluator = Evaluator(program, moment: moment)
    let size = program.fields.count + program.nodes.count
    var allowance = stepLimit
    var listEvaluators: OrderedDictionary<Int, Evaluator> = [:]
    for example in program.examples {
      for record in example.after ?? [] {
        allowance -= size + record.json.count
        note(record, evaluator, &findings)
      }
      for content in example.lists {
        let own =
          listEvaluators[content.list]
          ?? Evaluator(
            ListReading(content.list, of: program, moment: moment).program, moment: moment)
        listEvaluators[content.list] = own
        for record in content.records {
          allowance -= size + record.json.count
          note(record, own, &findings)
        }
      }
      allowance -= size + example.record.count
      evaluator.stepLimit = max(0, allowance)
      evaluator.prepare(
        moment: example.moment(else: moment), scope: .all, problemLimit: Int.max)
      evaluator.state.pointee.askedForMoment = false
      let isRead = evaluate(example.record, evaluator)
      allowance -= evaluator.state.pointee.steps
      if allowance < 0 {
        let mistake = DeclarationMistake.tooLarge(.evaluation, limit: stepLimit)
        return findings + [Finding(kind: .declaration(mistake), span: example.span)]
      }
      guard isRead else { continue }
      let isTimeless = example.day != nil || !evaluator.state.pointee.askedForMoment
      let rejected = OrderedSet(example.rejects ?? [])
      for problem in evaluator.problems where problem.kind.isOfGivenValue {
        let steps = evaluator.steps(of: problem)
        let path = steps.inExample
        if path.isEmpty { continue }
        switch problem.kind {
        case .type, .choice:
          if FormExample.holds(rejected, steps.names) { continue }
          let type = program.staticType(problem.field).inExample(program.levels)
          let mistake = DeclarationMistake.badExampleValue(type)
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

  /// Evaluates a record. Returns false if it can't be read.
  private static func evaluate(_ json: [UInt8], _ evaluator: Evaluator) -> Bool {
    json.withUnsafeBufferPointer { bytes in
      do throws(MalformedRecord) { try evaluator.evaluate(json: bytes) } catch { return false }
      return true
    }
  }

  /// Reports values that their fields can't have, in a record before an example or in one of its lists. If several
  /// examples use the record, each value is reported once.
  private static func note(
    _ record: BesideRecord, _ evaluator: Evaluator, _ findings: inout [Finding]
  ) {
    evaluator.prepare(moment: evaluator.moment, scope: .all, problemLimit: Int.max)
    guard evaluate(record.json, evaluator) else { return }
    for problem in evaluator.problems where problem.kind.isOfType {
      guard let place = record.places[evaluator.steps(of: problem).inExample],
        !findings.contains(where: { $0.span == place })
      else { continue }
      let program = evaluator.program
      let type = program.staticType(problem.field).inExample(program.levels)
      let mistake = DeclarationMistake.badExampleValue(type, isBeside: true)
      findings.append(Finding(kind: .declaration(mistake), span: place))
    }
  }
}

extension Problem.Kind {
  /// Whether the problem is that the value isn't of the field's type.
  fileprivate var isOfType: Bool {
    switch self {
    case .type, .choice: true
    default: false
    }
  }

  /// Whether the problem is with an existing value.
  fileprivate var isOfGivenValue: Bool {
    switch self {
    case .type, .choice, .rule, .calculation: true
    default: false
    }
  }
}

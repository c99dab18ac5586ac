// Finds the message for each field's blank value: the message of the field's first rule that an empty text or list
// would fail. Rules that consist of fast tests needn't be run for this.

internal import FormworkSyntax

extension Checker {
  /// Stores, for each field, the rule whose message is shown for a blank value.
  func noteEmptyAnswers(_ moment: Moment) {
    var isOpen: [Int] = []
    for number in program.fields.indices where !program.fields[number].rules.isEmpty {
      guard let empty = program.fields[number].type.emptyValue else { continue }
      switch plainAnswer(to: empty, in: number) {
      case .answer(let answer): program.fields[number].emptyAnswer = answer
      case .none: break
      case .open: isOpen.append(number)
      }
    }
    for (number, answer) in answers(of: isOpen, moment) {
      program.fields[number].emptyAnswer = answer
    }
  }

  /// The result of a field's rules for a value, as far as it is known without running them.
  private enum PlainAnswer {
    case answer(EmptyAnswer)
    case none
    /// Unknown without running the rules.
    case open
  }

  private func plainAnswer(to empty: Value, in number: Int) -> PlainAnswer {
    guard let plan = program.planMemory?.plan else { return .open }
    for rule in program.fields[number].rules {
      let entry = program.rules[Int(rule)]
      guard entry.isAlone, entry.severity == .error else { continue }
      guard let part = plan.failedPart(ofRule: rule, by: empty) else { return .open }
      if part < 0 { continue }
      var message = entry.message
      if message < 0, program.nodes[Int(part)].operation == .defined {
        message = program.uses[Int(program.nodes[Int(part)].b)].message
        if message < 0 { return .open }
      }
      if message < 0 { continue }
      let isPlain = program.texts[Int(message)].isPlain
      if isPlain || !ask({ $0.showsValue(message, of: number) }) {
        return .answer(EmptyAnswer(rule: rule, part: part, message: message))
      }
    }
    return .none
  }

  /// Returns the results of rules that must be run. The evaluator must be freed before the fields are written to: it
  /// shares the program, which would be copied otherwise.
  private func answers(of fields: [Int], _ moment: Moment) -> [(Int, EmptyAnswer)] {
    if fields.isEmpty { return [] }
    let evaluator = Evaluator(program, moment: moment)
    let answers = fields.compactMap { number in
      evaluator.emptyAnswer(of: number).map { (number, $0) }
    }
    if evaluator.hasTooManySteps {
      report(.tooLarge(.tables, limit: evaluator.stepLimit), at: Span(0, 0))
    }
    return answers
  }
}

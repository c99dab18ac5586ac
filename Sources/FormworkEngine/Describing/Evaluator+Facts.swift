// The facts of a problem, made while its record is still at hand, and the values that the placeholders of messages
// show. Every `ShownValue` that leaves this file is masked if it is secret.

internal import FormworkSyntax

extension Evaluator {
  /// Returns the facts of a problem.
  ///
  /// - Parameter limit: the maximum number of listed values to return.
  package func facts(of problem: Problem, listing limit: Int) -> ProblemFacts {
    switch problem.kind {
    case .required: return .required(item: itemNumber(of: problem))
    case .type: return .type(expectedType(problem))
    case .choice:
      let choices = program.choices(ofField: problem.field)
      return .choice(choices ?? ChoiceList(values: [], labels: [], constants: []))
    case .blank: return .blank
    case .unknownKey: return .unknownKey(near: nearKeys(problem))
    case .rule, .ofData: return .rule(failedRule(problem, limit))
    case .calculation:
      let isOwn = problem.field >= 0 && program.fields[Int(problem.field)].calculation != nil
      return .calculation(
        missingRow(of: problem) ?? (isOwn && !problem.isOfRule ? .field : .condition))
    case .unasked: return .unasked
    }
  }

  /// Whether every problem with the same kind, rule, failed part and field has the same path, code, facts and chosen
  /// texts as this one. Only the actual value may be different. False if uncertain.
  package func isPlain(_ problem: Problem) -> Bool {
    guard problem.field >= 0, problem.level == 0,
      program.fields[Int(problem.field)].level == 0
    else { return false }
    switch problem.kind {
    case .type, .unknownKey, .ofData: return false
    case .required, .choice, .blank, .unasked: return true
    case .calculation: return program.tables.isEmpty
    case .rule: return program.isFixed(problem.part, of: problem.field)
    }
  }

  private func nearKeys(_ problem: Problem) -> [String] {
    nearKeys.keys(for: rawValue(of: problem).text, in: problem.level, of: program)
  }

  /// Returns the type that the value of a problem must have. If the problem has no field, the value must be a record.
  package func expectedType(_ problem: Problem) -> ExpectedType {
    guard problem.field >= 0 else { return ExpectedType(kind: .record) }
    let type = program.fields[Int(problem.field)].type
    let raw = rawValue(of: problem)
    // A list by name is read from an object.
    var kind = program.kind(of: type)
    if case .list(let level) = type, program.levels[Int(level)].keyField >= 0 { kind = .record }
    return ExpectedType(
      kind: kind, examples: program.examples(of: type),
      alternatives: program.alternatives(ofField: problem.field) ?? [],
      isTooLarge: raw.isTooLarge(for: type),
      isRightInUsualWidth: isRightInUsualWidth(raw, type, frame(of: problem)),
      missingDay: program.holdsSecret(field: problem.field) ? nil : missingDay(raw, type))
  }

  /// Returns the nonexistent day in a date that is otherwise valid, such as 30 February, or nil.
  private func missingDay(_ raw: Value, _ type: FieldType) -> WrittenDay? {
    guard raw.kind == .text else { return nil }
    let text = raw.bytes.trimmed
    switch type {
    case .plain(.date), .plain(.dateTime), .plain(.instant):
      guard let (day, mended) = WrittenDay.leading(text), day.isBeyondMonth else { return nil }
      let isRight = mended.withUnsafeBufferPointer {
        Evaluator.scalar($0, type, program.formats) != nil
      }
      return isRight ? day : nil
    case .formatted(let number):
      guard case .moment(_, let formats) = program.formats[Int(number)] else { return nil }
      return formats.lazy.compactMap { $0.missingDay(in: text) }.first
    default: return nil
    }
  }

  /// Whether a text would be valid for a type after the cleaning `halfwidth`.
  private func isRightInUsualWidth(_ raw: Value, _ type: FieldType, _ frame: Frame) -> Bool {
    guard raw.kind == .text, !raw.bytes.isASCII, !type.isStructured else { return false }
    var text: [UInt8] = []
    raw.bytes.appendUsualWidth(to: &text)
    return typed(Value(text: workspace.scratch.pointee.add(text)), type, frame).isUsable
  }
}

// MARK: - Failed rules

extension Evaluator {
  private func failedRule(_ problem: Problem, _ limit: Int) -> FailedRule {
    let part = innermostPart(of: problem)
    return FailedRule(
      test: test(part, problem),
      kind: problem.field < 0 ? nil : program.kind(of: program.fields[Int(problem.field)].type),
      limits: program.limits(of: part).map { shownLimit($0, problem) },
      choices: program.listedValues(of: part).map { choices($0, problem, limit) },
      actual: shownActual(of: problem))
  }

  private func test(_ part: Int32, _ problem: Problem) -> FailedRule.Test {
    switch program.view(part) {
    case .defined(let inner, _): return test(inner, problem)
    case .not(let inner):
      switch test(inner, problem) {
      // `not` can be worded only before listed values.
      case .constraint(var constraint), .not(var constraint):
        guard case .listed = constraint.allowed else { return .other }
        constraint.isNegated.toggle()
        return .not(constraint)
      default: return .other
      }
    case .dataSet(let word, _, _): return .dataSet(word, first: firstHolder(of: problem))
    case .host(let rule, _, _): return .host(name: rule.name)
    case .isKind(let subject, let kind) where program.isAbout(problem.field, subject):
      let type = program.alternatives(ofField: problem.field)?.filter { $0.kind == kind } ?? []
      return .kind(ExpectedType(kind: .either, alternatives: type))
    case .inTable, .inValues: return .lookUp
    default:
      let constraint = program.constraint(of: part, about: problem.field)
      return constraint.map { .constraint(shown($0, problem)) } ?? .other
    }
  }

  /// Returns a constraint on the field of a problem, with its values as messages show them.
  private func shown(_ constraint: Constraint, _ problem: Problem) -> ShownConstraint {
    let (subject, source) = (constraint.subject, program.view(constraint.source))
    var isWordable = constraint.measure.isOfRecords || program.isAbout(problem.field, subject)
    func limit(_ operand: Int32) -> ShownValue {
      let value = shownLimit(operand, problem)
      // A comparison with a secret or with an empty text can't be worded.
      if case .comparison = source, value.open?.shortText.isEmpty ?? true { isWordable = false }
      return value
    }
    var argument = ShownConstraint.Argument.none
    if case .word(let word, _, let arguments) = source, let last = arguments.last {
      argument = self.argument(last, of: word, problem)
    }
    let allowed: ShownConstraint.Allowed =
      switch constraint.allowed {
      case .equal(let operand):
        if let other = program.singleField(of: operand) {
          .same(field: placed(other, from: frame(of: problem))?.field ?? other)
        } else {
          .equal(limit(operand))
        }
      case .interval(let interval):
        .interval((constraint.isNegated ? interval.forbidden : interval).map(limit))
      case .listed: .listed
      case .isTrue: .isTrue
      case .word(let word, _): .word(word)
      }
    return ShownConstraint(
      measure: constraint.measure, allowed: allowed, isNegated: constraint.isNegated,
      isWordable: isWordable, argument: argument)
  }

  private func argument(
    _ argument: Int32, of word: Predicate, _ problem: Problem
  ) -> ShownConstraint.Argument {
    switch program.view(argument) {
    case .keyword: return .anyScript
    case .picture(let number): return .example(program.pictures[number].example)
    case .momentFormat(let number): return .example(program.examples(ofFormat: number)[0])
    case .selection(let number): return .characters(program.selections[number])
    default: break
    }
    switch word {
    case .startsWith, .endsWith, .multipleOf, .contains, .uuid:
      return .value(shown(argument, for: problem))
    default: return .none
    }
  }

  /// Returns the value that the failed part of a rule found: a count, an age, a repeated item of a list, or the tested
  /// value. It may be secret.
  package func actual(of problem: Problem) -> Value {
    guard problem.isBrokenRule else { return .unknown }
    let frame = frame(of: problem)
    let part = innermostPart(of: problem)
    if lacksResult(problem) { return .unknown }
    if let operand = program.operand(foundBy: part) { return value(of: operand, frame) }
    switch program.view(part) {
    case .word(.distinct, _, _): return shownRepeated(part, frame).open ?? .unknown
    case .word(let word, let subject, _):
      return counted(word, value(of: subject, frame), part, frame)
    default: return .unknown
    }
  }

  private func counted(_ word: Predicate, _ subject: Value, _ part: Int32, _ frame: Frame) -> Value
  {
    func integer(_ count: Int) -> Value { Value(integer: Int64(count)) }
    switch word {
    case .count: return integer(count(of: subject))
    case .words where subject.kind == .text: return integer(subject.bytes.wordCount)
    case .decimals where subject.kind == .number: return integer(subject.number.fractionDigits)
    case .age where subject.kind == .date:
      let age = subject.date.age(at: moment.today)
      return age == subject.lastDate.age(at: moment.today) ? integer(age) : .unknown
    case .contains where subject.kind == .text:
      let node = program.nodes[Int(part)]
      return integer(occurrences(subject, node, limit: Int.max, frame) ?? 0)
    default: return .unknown
    }
  }

  /// Returns the value that the failed part of a rule found, as messages show it. If a required value is missing, this
  /// is 0 if a rule counts the field's characters, words or items, or blank otherwise.
  package func shownActual(of problem: Problem) -> ShownValue {
    if problem.kind == .required {
      let isCounted = program.fields[Int(problem.field)].rules.contains {
        program.counts(problem.field, in: program.rules[Int($0)].condition)
      }
      return .value(isCounted ? Value(integer: 0) : .blank)
    }
    guard problem.isBrokenRule else { return .value(.unknown) }
    let part = innermostPart(of: problem)
    if !program.findsActual(part) || lacksResult(problem) { return .value(.unknown) }
    if actualIsSecret(problem) {
      let found = program.operand(foundBy: part)
      // An empty text that is calculated from a secret would reveal something about the secret.
      let isMissing = found.map { operand in
        guard let frame = frame(of: operand, in: problem) else { return false }
        let value = value(of: operand, frame)
        return isFilled(value) == .no && !value.isEmptyText
      }
      return isMissing ?? false ? .value(.blank) : .secret
    }
    if let operand = program.operand(foundBy: part) {
      let shown = shown(operand, for: problem)
      // A repeated value isn't shown as a percentage, because `unique` and `same` have no limits.
      if case .dataSet = program.view(part) { return shown }
      return besideLimits(of: problem, shown)
    }
    if case .word(.distinct, _, _) = program.view(part) {
      return shownRepeated(part, frame(of: problem))
    }
    return besideLimits(of: problem, inFormat(of: problem, .value(actual(of: problem))))
  }

  /// Whether a check of the data as a whole fails because a calculation has no result.
  private func lacksResult(_ problem: Problem) -> Bool {
    problem.kind == .ofData && truth(of: problem.part, frame(of: problem)) == .uncalculable
  }

  /// Returns a number as a percentage if a limit is written as one, and any other value unchanged. A percentage is
  /// rounded to two decimal places, or to as many as distinguish it from the limits.
  private func besideLimits(of problem: Problem, _ shown: ShownValue) -> ShownValue {
    guard let value = shown.open, value.kind == .number else { return shown }
    let bounds = limits(of: problem)
    let limits = [bounds.low, bounds.high].compactMap { bound in
      bound.flatMap { bound in
        frame(of: bound, in: problem).map { self.value(of: bound, $0) }
      }
    }
    guard limits.contains(where: { $0.isPercent }) else { return shown }
    guard let hundredfold = value.hundredfold else { return shown }
    var rounded = hundredfold
    for places in 2...38 {
      rounded = hundredfold.rounded(toPlaces: places, .awayFromZero) ?? hundredfold
      let isTold = limits.allSatisfy {
        !$0.isPercent || (rounded == $0.hundredfold) == ($0.number == value.number)
      }
      if isTold { break }
    }
    return .value(value, written: percent(Value(rounded), problem))
  }

  /// Returns a number with `%`, in the format of the field that a problem is about.
  private func percent(_ number: Value, _ problem: Problem) -> String {
    (inFormat(of: problem, number) ?? number.text) + " %"
  }

  /// Returns a value as text in the format of the field that a problem is about, if the field has one for such values.
  private func inFormat(of problem: Problem, _ value: Value) -> String? {
    if problem.field < 0 { return nil }
    return program.format(for: value, inField: problem.field)?.text(of: value)
  }

  /// Returns the value that `distinct` found twice, in the format of its field.
  private func shownRepeated(_ part: Int32, _ frame: Frame) -> ShownValue {
    let node = program.nodes[Int(part)]
    let list = value(of: node.a, frame)
    guard list.kind == .list, let offset = repeatedItem(of: list, node, frame) else {
      return .value(.unknown)
    }
    let home = Frame(level: list.level, index: list.firstFrame + offset)
    if let operand = enterDistinguishing(node, frame) { return shown(operand, home) }
    return shown(item(list, offset), Int32(plan.levels[list.level].itemField), home)
  }

  /// Whether the actual value in a problem reveals something about a secret field.
  package func actualIsSecret(_ problem: Problem) -> Bool {
    problem.isBrokenRule && program.actualIsSecret(innermostPart(of: problem))
  }

  /// Returns the part of the failed rule that failed first, looking inside definitions and questions.
  private func innermostPart(of problem: Problem) -> Int32 {
    var part = problem.part
    while true {
      switch program.view(part) {
      case .defined(let condition, _): part = failedPart(of: condition, frame(of: problem))
      case .question(let condition, _): part = condition
      default: return part
      }
    }
  }

  /// Returns the first record that makes a `unique` or `same` fail, or nil for any other problem.
  package func firstHolder(of problem: Problem) -> DataSetHit? {
    guard problem.isBrokenRule,
      case .dataSet(_, let number, _) = program.view(innermostPart(of: problem))
    else { return nil }
    return hit(number)
  }
}

// MARK: - Values, masked

extension Evaluator {
  /// Returns the value of an operand for the message of a problem. A field's value is shown as in other messages about
  /// that field. Any other value is shown in the format of the problem's field.
  package func shown(_ operand: Int32, for problem: Problem) -> ShownValue {
    if program.isSecret(operand) { return .secret }
    guard let frame = frame(of: operand, in: problem) else { return .value(.blank) }
    let value = shown(operand, frame)
    let isAsWritten = program.singleField(of: operand) != nil || program.isFieldElsewhere(operand)
    return isAsWritten ? value : inFormat(of: problem, value)
  }

  /// Returns the frame in which an operand of a message is evaluated, or nil if the operand's record is blank. The
  /// frame is further out than the problem's frame if an item has the message of its list. It may be further in if a
  /// check reports a field of an inner record.
  private func frame(of operand: Int32, in problem: Problem) -> Frame? {
    let own = frame(of: problem)
    guard let cell = program.firstCell(in: operand) else { return own }
    let level = Int(program.fields[Int(cell.field)].level)
    func outward(from start: Frame?) -> Frame? {
      var frame = start
      while let here = frame, ancestor(of: here, Int(cell.outwards))?.level != level {
        frame = ancestor(of: here, 1)
      }
      return frame
    }
    let home = problem.field < 0 ? nil : home(of: Int(problem.field), in: own)
    // An operand that contains no field of the form is evaluated in the problem's frame.
    return outward(from: own) ?? outward(from: home)
      ?? (ancestor(of: own, Int(cell.outwards)) == nil ? nil : own)
  }

  /// Returns the frame that is `distance` levels further out, or nil.
  private func ancestor(of frame: Frame, _ distance: Int) -> Frame? {
    var frame = frame
    for _ in 0..<distance {
      if frame.level == 0 { return nil }
      frame = Frame(
        level: plan.levels[frame.level].parent, index: workspace.parent(frame.level, frame.index))
    }
    return frame
  }

  /// Returns a limit, in the format of the field that the problem is about.
  private func shownLimit(_ operand: Int32, _ problem: Problem) -> ShownValue {
    inFormat(of: problem, shown(operand, for: problem))
  }

  /// Returns a value in the format of the field that a problem is about, or of the items of that field.
  private func inFormat(of problem: Problem, _ shown: ShownValue) -> ShownValue {
    guard let value = shown.open else { return shown }
    if value.isPercent {
      let isMarked = inFormat(of: problem, value) != nil
      guard case .value(_, let written?, _) = shown, !isMarked else {
        return value.hundredfold.map { .value(value, written: percent(Value($0), problem)) }
          ?? shown
      }
      return .value(value, written: written)
    }
    guard let text = inFormat(of: problem, value) else { return shown }
    return .value(value, written: text)
  }

  private func choices(
    _ items: NodeList, _ problem: Problem, _ limit: Int
  ) -> FailedRule.Choices {
    let wanted = items.prefix(limit)
    let isSecret = wanted.contains { program.isSecret($0) }
    let listed = isSecret ? [] : Array(wanted)
    return FailedRule.Choices(
      values: listed.map { item in
        text(of: item) { value(of: $0, frame(of: problem)).text }
      },
      texts: listed.map { item in text(of: item) { shown($0, for: problem).wholeText } },
      count: items.count, isSecret: isSecret)
  }

  /// Returns the text of a listed value, or of a range of values.
  private func text(of item: Int32, _ written: (Int32) -> String) -> String {
    guard case .range(let low, let high, let isHalfOpen) = program.view(item) else {
      return written(item)
    }
    let bounds = [low, high].map { $0 < 0 ? "" : written($0) }
    return bounds.joined(separator: isHalfOpen ? "..<" : "...")
  }

  /// Returns the raw value of a problem's field, unless it is secret.
  package func shownInput(of problem: Problem) -> ShownValue {
    program.holdsSecret(field: problem.field) ? .secret : .value(rawValue(of: problem))
  }

  /// Returns the value of a problem's field: typed if the problem is about a rule and the value is usable, or else
  /// unconverted.
  package func shownValue(of problem: Problem) -> ShownValue {
    if program.holdsSecret(field: problem.field) { return .secret }
    let value = typedValue(of: problem)
    guard problem.isOfRule, problem.field >= 0,
      let home = home(of: Int(problem.field), in: frame(of: problem))
    else { return .value(value) }
    return shown(value, problem.field, home)
  }

  private func typedValue(of problem: Problem) -> Value {
    let raw = rawValue(of: problem)
    guard problem.field >= 0 else { return raw }
    if problem.isOfRule, let home = home(of: Int(problem.field), in: frame(of: problem)) {
      let field = program.fields[Int(problem.field)]
      let cell = workspace.cell(home.level, home.index, Int(field.cell))
      if cell.isUsable { return cell }
    }
    return isBlank(raw, Int(problem.field)) ? .blank : raw
  }

  /// Returns the number of characters or items in the cleaned value of a problem's field. Returns 0 if the value is
  /// blank, or nil if it doesn't have the field's type.
  package func shownCount(of problem: Problem) -> ShownValue? {
    let count: Int
    let value = typedValue(of: problem)
    switch problem.kind {
    case .required: return .value(Value(integer: 0))
    case .rule, .calculation, .unasked: count = self.count(of: value)
    case .choice where value.kind == .text:
      let cleaning = program.fields[Int(problem.field)].cleaning
      count = clean(value, cleaning).bytes.trimmed.characterCount
    case .type, .choice, .blank, .unknownKey, .ofData: return nil
    }
    return program.isSecret(field: problem.field) ? .secret : .value(Value(integer: Int64(count)))
  }

  /// Returns the limits in the part that failed. A missing limit is taken from the rest of the rule, or else from the
  /// field's rules.
  package func shownLimits(of problem: Problem) -> Interval<ShownValue> {
    limits(of: problem).map { shownLimit($0, problem) }
  }

  /// Whether the limits are the same for every record.
  package func limitsAreFixed(_ problem: Problem) -> Bool {
    let limits = limits(of: problem).map { program.isFixed($0) }
    return limits.low ?? true && limits.high ?? true
  }

  private func limits(of problem: Problem) -> Interval<Int32> {
    var limits = Interval<Int32>()
    func add(_ condition: Int32) {
      if !limits.isFull { limits.fill(from: program.limits(of: condition)) }
    }
    func addRules(of field: Int32) {
      for rule in program.fields[Int(field)].rules { add(program.rules[Int(rule)].condition) }
    }
    if problem.isOfRule { add(innermostPart(of: problem)) }
    if let (rule, part) = ruleOfMessage(problem) {
      add(part)
      add(program.rules[Int(rule)].condition)
    }
    if problem.field >= 0 {
      addRules(of: program.namedField(problem.field))
      if isOfItem(problem) { addRules(of: problem.field) }
    }
    return limits
  }

  /// Returns the values listed by `oneOf` or `in` in the rule whose message is shown.
  ///
  /// - Parameter limit: the maximum number of values to return.
  package func listedValues(of problem: Problem, listing limit: Int) -> FailedRule.Choices? {
    guard let rule = ruleOfMessage(problem)?.rule else { return nil }
    let items = program.listedValues(of: program.rules[Int(rule)].condition)
    return items.map { choices($0, problem, limit) }
  }
}

// MARK: - Texts of the form

extension Evaluator {
  /// Returns the author's message for a problem: the rule's, else the definition's, else the field's.
  package func message(of problem: Problem) -> Int32? {
    if let own = authorsMessage(of: problem) { return own }
    let words = problem.isBrokenRule ? nil : ProblemCode(rawValue: program.code(of: problem))
    return words.flatMap { program.ownWords(for: $0) }
      ?? emptyAnswer(to: problem).flatMap { Program.text($0.message) }
  }

  /// Returns the rule that failed or, for a blank value, the rule whose message is shown.
  private func ruleOfMessage(_ problem: Problem) -> (rule: Int32, part: Int32)? {
    if problem.isOfRule { return (problem.rule, problem.part) }
    guard let answer = emptyAnswer(to: problem), message(of: problem) == answer.message else {
      return nil
    }
    return (answer.rule, answer.part)
  }

  private func authorsMessage(of problem: Problem) -> Int32? {
    switch problem.kind {
    case .rule, .ofData, .calculation:
      guard problem.isOfRule else { return fieldText(problem) { $0.message } }
      // The author's message would describe a value that doesn't exist, so the built-in message is used.
      if problem.kind == .calculation, missingRow(of: problem) != nil { return nil }
      let rule = program.rules[Int(problem.rule)]
      return Program.text(rule.message) ?? definitionMessage(
        ofPart: problem.part, frame(of: problem))
        ?? (rule.isCheck ? nil : fieldText(problem) { $0.message })
    case .type, .choice: return fieldText(problem) { $0.message }
    case .required: return program.requiredMessage(of: problem.field)
    case .blank: return Program.text(program.elseBlanks[Int(problem.rule)].message)
    // The author's message would say that the rule failed.
    case .unknownKey, .unasked: return nil
    }
  }

  /// Returns the author's title for a problem: the rule's, else the field's.
  package func title(of problem: Problem) -> Int32? {
    // Like the message, the rule's title may say that the rule failed.
    let own =
      problem.isOfRule && problem.kind != .unasked ? program.rules[Int(problem.rule)].title : -1
    return Program.text(own) ?? fieldText(problem) { $0.title }
  }

  /// Returns a text of a problem's field. For an item, prefers the text of its list to that of its type.
  private func fieldText(_ problem: Problem, _ text: (Field) -> Int32) -> Int32? {
    guard problem.field >= 0 else { return nil }
    return Program.text(text(program.fields[Int(program.namedField(problem.field))]))
      ?? Program.text(text(program.fields[Int(problem.field)]))
  }

  /// Returns the rule whose message is shown for a blank value, together with the message.
  private func emptyAnswer(to problem: Problem) -> EmptyAnswer? {
    guard problem.kind == .required, !isOfItem(problem) else { return nil }
    let answer = program.fields[Int(problem.field)].emptyAnswer
    return answer.rule < 0 ? nil : answer
  }

  /// Returns the message of a definition that the failed part uses: the outermost one that has a message.
  func definitionMessage(ofPart part: Int32, _ frame: Frame) -> Int32? {
    guard part >= 0, case .defined(let condition, let use) = program.view(part) else { return nil }
    return Program.text(program.uses[use].message)
      ?? definitionMessage(ofPart: failedPart(of: condition, frame), frame)
  }
}

extension Value {
  /// A hundred times the number, to be written before `%`. Nil if it is too long.
  var hundredfold: ExactDecimal? {
    number.multiplied(by: ExactDecimal(100 as Int64))
  }
}

// Findings about choices that rules of their own field reject.

internal import FormworkSyntax

extension Checker {
  /// Tries every choice on the rules about the value alone. What a rule says of the choices of one list is
  /// found out once, however many fields of that list have it.
  func findRejectedChoices(_ evaluator: () -> Evaluator) {
    let fields = fieldsOfChoices()
    /// How many fields of a list have a rule, and the choices that it rejects.
    var uses: [String: Int] = [:]
    var known: [String: [Int]] = [:]
    for field in fields {
      for rule in field.rules { uses[saying(rule, of: field), default: 0] += 1 }
    }
    for field in fields {
      var seen = NumberSet()
      var rejected: [(choice: Int, rule: Int32)] = []
      for rule in field.rules {
        let name = saying(rule, of: field)
        let isShared = field.isFamiliar && uses[name, default: 0] > 1
        let choices =
          isShared && known[name] != nil
          ? known[name] ?? []
          : self.rejected(by: rule, of: field, besides: isShared ? NumberSet() : seen, evaluator)
        if isShared { known[name] = choices }
        for choice in choices where !seen.contains(choice) {
          seen.insert(choice)
          rejected.append((choice, rule))
        }
      }
      rejected.sort { $0.choice < $1.choice }
      for (value, rule) in rejected {
        let place = program.nodes[Int(program.rules[Int(rule)].condition)].span
        report(
          .rejectedChoice(program.choices[field.choice].values[value], rule: place), at: place)
      }
    }
  }

  /// A field that has one of a list of choices.
  private struct ChoiceField {
    var number: Int
    var choice: Int
    /// The list, and whether case counts.
    var list: String
    /// Its rules about the value alone.
    var rules: [Int32]
    /// Whether its name means nothing else.
    var isFamiliar: Bool
  }

  /// The fields of choices with rules about the value alone, but for those of which nothing else can be
  /// said than of one before: all of their rules stand in the same places.
  private func fieldsOfChoices() -> [ChoiceField] {
    var fields: [ChoiceField] = []
    var tried: Set<String> = []
    for number in program.fields.indices where !program.fields[number].rules.isEmpty {
      guard case .choice(let choice) = program.fields[number].type else { continue }
      let rules = program.fields[number].rules.filter { rule in
        let entry = program.rules[Int(rule)]
        return entry.isAlone && entry.severity == .error
      }
      if rules.isEmpty { continue }
      let list = "\(choice)\(program.fields[number].ignoresCase ? "i" : "")"
      let isFamiliar = !isOtherwiseNamed(program.fields[number].name)
      let places = rules.map { "\(program.rules[Int($0)].span.lower)" }
      if isFamiliar, !tried.insert(([list] + places).joined(separator: " ")).inserted { continue }
      fields.append(
        ChoiceField(
          number: number, choice: Int(choice), list: list, rules: rules, isFamiliar: isFamiliar))
    }
    return fields
  }

  /// What a rule says of a list.
  private func saying(_ rule: Int32, of field: ChoiceField) -> String {
    let condition = program.rules[Int(rule)].condition
    return field.list + " " + source.text(program.nodes[Int(condition)].span)
  }

  /// Whether the name of a field also means something that is no field, so that what a rule of its says
  /// may be something else in a field of another name.
  private func isOtherwiseNamed(_ name: String) -> Bool {
    definitions.contains(name) || choiceLists[name] != nil || tables[name] != nil
      || Predicate.named(name) != nil || isHostRule(name)
      || Checker.classNames.contains { $0.0 == name }
  }

  /// The numbers of the choices that a rule about the value alone rejects, those that are seen already
  /// perhaps left out.
  private func rejected(
    by rule: Int32, of field: ChoiceField, besides seen: NumberSet, _ evaluator: () -> Evaluator
  ) -> [Int] {
    let condition = program.rules[Int(rule)].condition
    if let denied = named(deniedBy: condition, of: field) { return denied }
    let constants = program.choices[field.choice].constants
    if let taken = named(takenBy: condition, of: field) {
      return constants.indices.filter { !taken.contains($0) }
    }
    return constants.indices.filter { index in
      if seen.contains(index) { return false }
      return evaluator().breaks(rule, program.constants[Int(constants[index])], in: field.number)
    }
  }

  /// The only choices that a condition takes, if it names them.
  private func named(takenBy condition: Int32, of field: ChoiceField) -> NumberSet? {
    var facts: [Fact] = []
    guard collect(condition, into: &facts), facts.count == 1 else { return nil }
    return numbers(facts[0], of: field).map { numbers in
      var set = NumberSet()
      for number in numbers { set.insert(number) }
      return set
    }
  }

  /// The only choices that a condition does not take, if it names them.
  private func named(deniedBy condition: Int32, of field: ChoiceField) -> [Int]? {
    let facts = deniedFacts(condition)
    guard facts.count == 1, denies(condition) else { return nil }
    return numbers(facts[0], of: field)
  }

  /// The numbers of the choices that a fact about a field lists.
  private func numbers(_ fact: Fact, of field: ChoiceField) -> [Int]? {
    guard fact.field == Int32(field.number), fact.measure == .value,
      case .values(let values) = fact.set,
      values.allSatisfy({ $0.kind == .text })
    else { return nil }
    return values.compactMap { value in
      ask { $0.choices[field.choice].table.number(of: value.bytes) }
    }
  }
}

// Findings about choices that rules of their own field reject.

internal import FormworkSyntax

extension Checker {
  /// Tries every choice on the rules about the value alone. What a rule says of the choices of one list is
  /// found out once, however many fields of that list have it.
  func findRejectedChoices(_ evaluator: () -> Evaluator) {
    /// The choices that a rule rejects, by the list and what the rule says.
    var known: [String: [Int]] = [:]
    /// The lists with the rules that were tried on them, by their places.
    var tried: Set<String> = []
    for number in program.fields.indices where !program.fields[number].rules.isEmpty {
      guard case .choice(let choice) = program.fields[number].type else { continue }
      let rules = program.fields[number].rules.filter { rule in
        let entry = program.rules[Int(rule)]
        return entry.isAlone && entry.severity == .error
      }
      let list = "\(choice)\(program.fields[number].ignoresCase ? "i" : "")"
      let isFamiliar = !isOtherwiseNamed(program.fields[number].name)
      if isFamiliar {
        let places = rules.map { "\(program.rules[Int($0)].span.lower)" }
        let (isNew, _) = tried.insert(([list] + places).joined(separator: " "))
        if !isNew { continue }
      }
      var seen = NumberSet()
      var rejected: [(choice: Int, rule: Int32)] = []
      for rule in rules {
        let said = source.text(program.nodes[Int(program.rules[Int(rule)].condition)].span)
        let name = "\(list) \(said)"
        let choices =
          isFamiliar && known[name] != nil
          ? known[name] ?? [] : self.rejected(by: rule, of: Int(choice), in: number, evaluator)
        if isFamiliar { known[name] = choices }
        for choice in choices where !seen.contains(choice) {
          seen.insert(choice)
          rejected.append((choice, rule))
        }
      }
      rejected.sort { $0.choice < $1.choice }
      for (value, rule) in rejected {
        let place = program.nodes[Int(program.rules[Int(rule)].condition)].span
        report(
          .rejectedChoice(program.choices[Int(choice)].values[value], rule: place), at: place)
      }
    }
  }

  /// Whether the name of a field also means something that is no field, so that what a rule of its says
  /// may be something else in a field of another name.
  private func isOtherwiseNamed(_ name: String) -> Bool {
    definitions.contains(name) || choiceLists[name] != nil || tables[name] != nil
      || Predicate.named(name) != nil || isHostRule(name)
      || Checker.classNames.contains { $0.0 == name }
  }

  /// The numbers of the choices that a rule about the value alone rejects.
  private func rejected(
    by rule: Int32, of choice: Int, in number: Int, _ evaluator: () -> Evaluator
  ) -> [Int] {
    let condition = program.rules[Int(rule)].condition
    if let taken = named(takenBy: condition, of: choice, in: number) {
      return program.choices[choice].values.indices.filter { !taken.contains($0) }
    }
    if let denied = named(deniedBy: condition, of: choice, in: number) { return denied }
    let constants = program.choices[choice].constants
    return constants.indices.filter { index in
      let value = program.constants[Int(constants[index])]
      return evaluator().breaks(rule, value, in: number)
    }
  }

  /// The only choices that a condition takes, if it names them.
  private func named(takenBy condition: Int32, of choice: Int, in number: Int) -> NumberSet? {
    var facts: [Fact] = []
    guard collect(condition, into: &facts), facts.count == 1 else { return nil }
    return numbers(facts[0], of: choice, in: number).map { numbers in
      var set = NumberSet()
      for number in numbers { set.insert(number) }
      return set
    }
  }

  /// The only choices that a condition does not take, if it names them.
  private func named(deniedBy condition: Int32, of choice: Int, in number: Int) -> [Int]? {
    let facts = deniedFacts(condition)
    guard facts.count == 1, denies(condition) else { return nil }
    return numbers(facts[0], of: choice, in: number)
  }

  /// The numbers of the choices that a fact about a field lists.
  private func numbers(_ fact: Fact, of choice: Int, in number: Int) -> [Int]? {
    guard fact.field == Int32(number), fact.measure == .value, case .values(let values) = fact.set,
      values.allSatisfy({ $0.kind == .text })
    else { return nil }
    return values.compactMap { value in ask { $0.choices[choice].table.number(of: value.bytes) } }
  }
}

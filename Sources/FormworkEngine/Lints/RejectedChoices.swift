// Findings about choices that a rule of their own field rejects.

internal import FormworkSyntax

/// Tests every choice with the rules that depend only on the value.
struct RejectedChoices {
  let form: LintedForm
  private var program: Program { form.program }

  /// The maximum number of tested pairs of a rule and a choice, and the maximum number of findings. More findings don't
  /// help. A form may have far more pairs than bytes.
  private static let trialLimit = 2_000_000
  private static let findingLimit = 1_000

  /// Returns the findings. If many fields share a list of choices and a rule, the rule is tested with the choices only
  /// once.
  func findings() -> [Finding] {
    let fields = fieldsOfChoices()
    /// For each rule and list, keyed by `saying`: the number of fields that have both, and the choices that the rule
    /// rejects.
    var uses: OrderedDictionary<String, Int> = [:]
    var known: OrderedDictionary<String, [Int]> = [:]
    for field in fields {
      for rule in field.rules { uses[saying(rule, of: field), default: 0] += 1 }
    }
    var trials = 0
    var findings: [Finding] = []
    for field in fields {
      trials += program.choices[field.choice].values.count * field.rules.count
      if trials > RejectedChoices.trialLimit { break }
      /// The first rule that rejects each choice, or -1.
      var rejected = program.choices[field.choice].values.map { _ in -1 as Int32 }
      for rule in field.rules {
        let name = saying(rule, of: field)
        let isShared = field.isFamiliar && uses[name, default: 0] > 1
        let choices =
          (isShared ? known[name] : nil)
          ?? self.rejected(by: rule, of: field, besides: isShared ? nil : rejected)
        if isShared { known[name] = choices }
        for choice in choices where rejected[choice] < 0 { rejected[choice] = rule }
      }
      for (choice, rule) in rejected.enumerated() where rule >= 0 {
        if findings.count == RejectedChoices.findingLimit { return findings }
        findings.append(finding(of: field, choice, rule))
      }
    }
    return findings
  }

  private func finding(of field: ChoiceField, _ choice: Int, _ rule: Int32) -> Finding {
    let place = program.nodes[Int(program.rules[Int(rule)].condition)].span
    let value = program.choices[field.choice].values[choice]
    return Finding(kind: .lint(.rejectedChoice(value, rule: place)), span: place)
  }

  /// A field whose type is a list of choices.
  private struct ChoiceField {
    var number: Int
    var choice: Int
    /// A key for the list and for whether case is ignored.
    var list: String
    /// The field's rules that depend only on the value.
    var rules: [Int32]
    /// Whether the field's name has no other meaning. If it has, a rule may differ in meaning from rules with the same
    /// text in other fields.
    var isFamiliar: Bool
  }

  /// Returns the fields of choices with rules that depend only on the value. Leaves out fields whose rules are all at
  /// the same positions as those of an earlier one, because their findings would be equal.
  private func fieldsOfChoices() -> [ChoiceField] {
    var fields: [ChoiceField] = []
    var tried: OrderedSet<String> = []
    for number in program.fields.indices where !program.fields[number].rules.isEmpty {
      guard case .choice(let choice) = program.fields[number].type else { continue }
      let rules = program.fields[number].rules.filter { rule in
        let entry = program.rules[Int(rule)]
        return entry.isAlone && entry.severity == .error
      }
      if rules.isEmpty { continue }
      let list = "\(choice)\(program.fields[number].ignoresCase ? "i" : "")"
      let isFamiliar = !form.checker.isOtherwiseNamed(program.fields[number].name)
      let places = rules.map { "\(program.rules[Int($0)].span.lower)" }
      if isFamiliar, !tried.insert(([list] + places).joined(separator: " ")).inserted { continue }
      fields.append(
        ChoiceField(
          number: number, choice: Int(choice), list: list, rules: rules, isFamiliar: isFamiliar))
    }
    return fields
  }

  /// Returns a key for a rule and a list, from the rule's text.
  private func saying(_ rule: Int32, of field: ChoiceField) -> String {
    let condition = program.rules[Int(rule)].condition
    return field.list + " " + form.checker.source.text(program.nodes[Int(condition)].span)
  }

  /// Returns the indices of the choices that a rule about the value alone rejects. May leave out those that are
  /// rejected already.
  private func rejected(
    by rule: Int32, of field: ChoiceField, besides seen: [Int32]?
  ) -> [Int] {
    let condition = program.rules[Int(rule)].condition
    if let denied = named(deniedBy: condition, of: field) { return denied }
    let constants = program.choices[field.choice].constants
    if let taken = named(takenBy: condition, of: field) {
      var isTaken = constants.map { _ in false }
      for index in taken { isTaken[index] = true }
      return constants.indices.filter { !isTaken[$0] }
    }
    return constants.indices.filter { index in
      if let seen, seen[index] >= 0 { return false }
      return form.evaluator.breaks(rule, program.constants[Int(constants[index])], in: field.number)
    }
  }

  /// Returns the only choices that a condition accepts, if it names them.
  private func named(takenBy condition: Int32, of field: ChoiceField) -> [Int]? {
    var facts: [Fact] = []
    guard form.reader.collect(condition, into: &facts), facts.count == 1 else { return nil }
    return numbers(facts[0], of: field)
  }

  /// Returns the only choices that a condition rejects, if it names them.
  private func named(deniedBy condition: Int32, of field: ChoiceField) -> [Int]? {
    form.reader.denied(condition).flatMap { numbers($0, of: field) }
  }

  /// Returns the indices of the choices that a fact about a field lists.
  private func numbers(_ fact: Fact, of field: ChoiceField) -> [Int]? {
    guard fact.field == Int32(field.number), fact.measure == .value,
      case .values(let values) = fact.set,
      values.allSatisfy({ $0.kind == .text })
    else { return nil }
    return values.compactMap { value in
      program.choices[field.choice].table.number(of: value.bytes)
    }
  }
}

// Findings about choices that rules of their own field reject.

internal import FormworkSyntax

/// Tries every choice on the rules about the value alone.
struct RejectedChoices {
  let program: Program
  let source: Source
  let reader: FactReader
  let evaluator: () -> Evaluator
  /// Whether a name also means something that is no field, so that what a rule of a field of that name
  /// says may be something else in a field of another name.
  let isOtherwiseNamed: (String) -> Bool

  /// How many choices are tried on rules, and how many findings there are at most. More are no help to anybody,
  /// and a form has many times as many pairs of a rule and a choice as it has bytes.
  private static let trialLimit = 2_000_000
  private static let findingLimit = 1_000

  /// What a rule says of the choices of one list is found out once, however many fields of that list have it.
  func findings() -> [Finding] {
    let fields = fieldsOfChoices()
    /// How many fields of a list have a rule, and the choices that it rejects.
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
    var tried: OrderedSet<String> = []
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

  /// The numbers of the choices that a rule about the value alone rejects, those that are seen already
  /// perhaps left out.
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
      return evaluator().breaks(rule, program.constants[Int(constants[index])], in: field.number)
    }
  }

  /// The only choices that a condition takes, if it names them.
  private func named(takenBy condition: Int32, of field: ChoiceField) -> [Int]? {
    var facts: [Fact] = []
    guard reader.collect(condition, into: &facts), facts.count == 1 else { return nil }
    return numbers(facts[0], of: field)
  }

  /// The only choices that a condition does not take, if it names them.
  private func named(deniedBy condition: Int32, of field: ChoiceField) -> [Int]? {
    reader.denied(condition).flatMap { numbers($0, of: field) }
  }

  /// The numbers of the choices that a fact about a field lists.
  private func numbers(_ fact: Fact, of field: ChoiceField) -> [Int]? {
    guard fact.field == Int32(field.number), !fact.isCount,
      case .values(let values) = fact.set,
      values.allSatisfy({ $0.kind == .text })
    else { return nil }
    return values.compactMap { value in
      program.choices[field.choice].table.number(of: value.bytes)
    }
  }
}

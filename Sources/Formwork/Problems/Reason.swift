// What is wrong with a record, typed, for callers that do more than show the message.

internal import FormworkEngine
internal import FormworkSyntax

/// What is wrong, with its limits and what was found.
///
/// More cases may come; a `switch` needs an `@unknown default`. A limit that the rule does not have is
/// nil, and so is a value that is secret.
@nonexhaustive
public enum Reason: Sendable, Hashable {
  /// There is no value.
  case required
  /// The value is not of the field's type.
  case type(expected: FieldKind)
  /// The value is none of these.
  case choice(among: [String])
  /// There is a value where the spec wants none (`else blank`).
  case blank
  /// No field asks for this key, and the spec is `closed`; these are like it.
  case unknown(near: [String])
  /// The record cannot be read.
  case malformed
  /// The number of characters of a text, or of items of a list, both limits included.
  case count(min: Int?, max: Int?, actual: Int)
  /// A number, date or time beyond its limits; `max` itself is out where the rule says `..<`, `<` or
  /// `before`, and `min` where it says `>` or `after`.
  case range(min: FormValue?, max: FormValue?, actual: FormValue?)
  /// Full years up to today, both limits included.
  case age(min: Int?, max: Int?, actual: Int?)
  /// Digits after the decimal point, both limits included.
  case decimals(min: Int?, max: Int?, actual: Int?)
  /// The value is none of those listed.
  case oneOf([String])
  /// The text does not begin so.
  case startsWith(String)
  /// The text does not end so.
  case endsWith(String)
  /// The number is no multiple of this one.
  case multipleOf(FormValue)
  /// Another built-in rule word, such as `email`, `alphanumeric` or `unique`.
  case predicate(name: String)
  /// A rule of the host program.
  case host(name: String)
  /// A comparison with something else than a limit.
  case compare
  /// Any other condition: a negation, an `or` as a whole. The code is that of the problem.
  case other(code: String)
}

// MARK: - From an evaluator

extension Reason {
  init(
    _ problem: FormworkEngine.Problem, _ evaluator: Evaluator, code: String,
    _ shapes: ProductShapes
  ) {
    let program = evaluator.program
    switch problem.kind {
    case .required: self = .required
    case .type:
      let type = problem.field < 0 ? nil : program.fields[Int(problem.field)].type
      self = .type(expected: type.map { FieldKind($0, program) } ?? .record)
    case .choice: self = .choice(among: Reason.choices(problem, program))
    case .blank: self = .blank
    case .unknownKey: self = .unknown(near: Reason.nearKeys(problem, evaluator))
    case .rule:
      guard problem.part >= 0 else {
        self = .other(code: code)
        return
      }
      let part = evaluator.innermostPart(problem.part, of: problem)
      self = Reason.rule(part, problem, evaluator, shapes) ?? .other(code: code)
    }
  }

  private static func nearKeys(
    _ problem: FormworkEngine.Problem, _ evaluator: Evaluator
  ) -> [String] {
    let key = evaluator.rawValue(of: problem).text
    let keys = evaluator.program.levels[Int(problem.level)].keys.names
    return NearNames.nearest(to: key, among: keys)
  }

  private static func choices(_ problem: FormworkEngine.Problem, _ program: Program) -> [String] {
    guard problem.field >= 0, case .choice(let number) = program.fields[Int(problem.field)].type
    else { return [] }
    return program.choices[Int(number)].values
  }

  private static func rule(
    _ part: Int32, _ problem: FormworkEngine.Problem, _ evaluator: Evaluator,
    _ shapes: ProductShapes
  ) -> Reason? {
    let facts = Facts(part: part, problem: problem, evaluator: evaluator, shapes: shapes)
    let node = evaluator.program.nodes[Int(part)]
    switch node.operation {
    case .predicate: return facts.predicate(node)
    case .inRange where node.variant == 0: return facts.range
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return facts.hasLimit ? facts.range : .compare
    case .inList where node.variant == 0:
      return .oneOf(facts.texts(Int(node.b)..<Int(node.b + node.c)))
    case .equal, .notEqual, .inRange, .inList, .inTable, .inValues: return .compare
    case .host: return .host(name: evaluator.program.code(ofPart: part))
    case .recordCount: return facts.count
    default: return nil
    }
  }
}

/// The failed part of a rule with its values.
private struct Facts {
  let part: Int32
  let problem: FormworkEngine.Problem
  let evaluator: Evaluator
  let shapes: ProductShapes

  private var program: Program { evaluator.program }
  private var limits: Program.Limits { program.limits(of: part) }

  var hasLimit: Bool { limits.minimum >= 0 || limits.maximum >= 0 }

  private func value(_ operand: Int32) -> FormValue? {
    guard operand >= 0, !program.isSecret(operand) else { return nil }
    let value = evaluator.value(of: operand, for: problem)
    return value.isUsable ? shapes.value(value, evaluator) : nil
  }

  private var actual: FormValue? {
    if evaluator.actualIsSecret(problem) { return nil }
    let value = evaluator.actual(of: problem)
    return value.isUsable ? shapes.value(value, evaluator) : nil
  }

  /// The limits of a count, both included.
  private var counts: (min: Int?, max: Int?) {
    let top = value(limits.maximum)?.int
    let isOpen = program.isHalfOpen(part)
    return (value(limits.minimum)?.int, isOpen ? top.map { $0 &- 1 } : top)
  }

  var count: Reason { .count(min: counts.min, max: counts.max, actual: actual?.int ?? 0) }

  var range: Reason {
    .range(min: value(limits.minimum), max: value(limits.maximum), actual: actual)
  }

  func texts(_ items: Range<Int>) -> [String] {
    let isSecret = items.contains { program.isSecret(program.lists[$0]) }
    return isSecret ? [] : evaluator.texts(of: items, for: problem)
  }

  func predicate(_ node: Node) -> Reason {
    guard let predicate = Predicate(rawValue: node.variant) else { return .compare }
    let word = Reason.predicate(name: predicate.name)
    var argument: FormValue? { node.c > 0 ? value(program.lists[Int(node.b)]) : nil }
    switch predicate {
    case .count: return count
    case .range, .before, .after: return range
    case .age: return .age(min: counts.min, max: counts.max, actual: actual?.int)
    case .decimals: return .decimals(min: counts.min, max: counts.max, actual: actual?.int)
    case .oneOf: return .oneOf(texts(Int(node.b)..<Int(node.b + node.c)))
    case .startsWith: return argument.map { .startsWith($0.description) } ?? word
    case .endsWith: return argument.map { .endsWith($0.description) } ?? word
    case .multipleOf: return argument.map { .multipleOf($0) } ?? word
    default: return word
    }
  }
}

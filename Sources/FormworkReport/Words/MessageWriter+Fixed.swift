// Which words of a problem are the same whatever the record, so that they need to be made only once.

internal import FormworkEngine
internal import FormworkSyntax

extension MessageWriter {
  /// Whether path, message and title of a problem, and its parameters but the actual value, hang on
  /// nothing but its kind, its rule, the part that failed and its field.
  ///
  /// It says no where it is not sure.
  func isFixed(_ problem: Problem) -> Bool {
    guard problem.field >= 0, problem.level == 0,
      program.fields[Int(problem.field)].level == 0
    else { return false }
    let field = program.fields[Int(program.namedField(problem.field))]
    switch problem.kind {
    case .type, .unknownKey: return false
    case .required, .choice, .blank: return isFixed(field, rule: nil, part: field.emptyAnswer.part)
    case .rule:
      guard problem.part >= 0 else { return false }
      return isFixed(problem.part, of: problem.field)
        && isFixed(field, rule: program.rules[Int(problem.rule)], part: problem.part)
    }
  }

  /// Whether the texts that a problem of a field may be said by are.
  private func isFixed(_ field: Field, rule: RuleEntry?, part: Int32) -> Bool {
    var texts = [field.title, field.message, field.requiredMessage, field.emptyAnswer.message]
    if let rule { texts += [rule.title, rule.message] }
    texts += program.elseBlanks.map { $0.message }
    var limits = [program.limits(of: part)]
    if let rule { limits.append(program.limits(of: rule.condition)) }
    limits += field.rules.map { program.limits(of: program.rules[Int($0)].condition) }
    let areLimitsFixed = limits.allSatisfy {
      program.isFixed($0.minimum) && program.isFixed($0.maximum)
    }
    return texts.allSatisfy { number in
      guard number >= 0 else { return true }
      let localized = program.texts[Int(number)]
      let template = localized.template(for: language, own: program.language)
      return template.parts.allSatisfy { isFixed($0, areLimitsFixed) }
    }
  }

  private func isFixed(_ part: Template.Part, _ areLimitsFixed: Bool) -> Bool {
    func isFixed(_ placeholder: Template.Placeholder) -> Bool {
      switch placeholder {
      case .label: true
      case .minimum, .maximum: areLimitsFixed
      case .value, .actual, .count, .choices, .column, .record, .line, .first, .operand: false
      }
    }
    switch part {
    case .literal: return true
    case .placeholder(let placeholder): return isFixed(placeholder)
    case .plural(let placeholder, let one, let other):
      return isFixed(placeholder)
        && (one + other).allSatisfy { self.isFixed($0, areLimitsFixed) }
    }
  }

  /// Whether a part of a rule compares the field itself with nothing but what is the same for all.
  private func isFixed(_ part: Int32, of field: Int32) -> Bool {
    let node = program.nodes[Int(part)]
    func isFixed(_ operand: Int32) -> Bool {
      if program.isFixed(operand) { return true }
      let node = program.nodes[Int(operand)]
      switch node.operation {
      case .range: return program.isFixed(node.a) && program.isFixed(node.b)
      case .pattern, .picture, .selection, .word: return true
      default: return program.isAbout(field, operand)
      }
    }
    switch node.operation {
    case .predicate:
      let predicate = Predicate(rawValue: node.variant)
      if predicate?.isAcross ?? true { return false }
      return isFixed(node.a)
        && program.lists[Int(node.b)..<Int(node.b + node.c)].allSatisfy { isFixed($0) }
    case .inList:
      return isFixed(node.a)
        && program.lists[Int(node.b)..<Int(node.b + node.c)].allSatisfy { isFixed($0) }
    case .inRange, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return isFixed(node.a) && isFixed(node.b)
    default: return false
    }
  }
}

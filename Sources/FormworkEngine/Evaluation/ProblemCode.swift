// The table of problem codes, from which the reference is generated.

/// The code of a problem, unless it is the name of a rule word, a definition or a host rule.
package enum ProblemCode: String, CaseIterable, Sendable {
  case required, type, choice, blank, unknown, malformed, compare, rule, records
  case calculation, unasked

  /// The row of the reference: the description of the problem, and the parameters of its message.
  package var row: (summary: String, parameters: String) {
    switch self {
    case .required: ("the field is not filled in", "")
    case .type: ("the value does not have the field's type", "`expected`: the type")
    case .choice: ("the value is not one of the choices", "`choices`")
    case .blank: ("the field must be left blank", "")
    case .unknown: ("no field uses this key, and the form is closed", "")
    case .malformed: ("the record cannot be read", "")
    case .compare:
      (
        "a comparison, `in` or `not in` failed",
        "`min`, `max`, `exclusive`, `choices`, `actual`"
      )
    case .rule:
      (
        "a negation, a bool, `any`, `all` or an `or` as a whole failed",
        "`min`, `max`, `exclusive`, `choices`"
      )
    case .records:
      ("there are too many or too few records", "`min`, `max`, `exclusive`, `actual`")
    case .calculation: ("a calculation of a condition has no result", "")
    case .unasked: ("the program has not asked for the answer that a rule of its own needs", "")
    }
  }
}

extension Program {
  package func code(of problem: Problem) -> String {
    switch problem.kind {
    case .required: ProblemCode.required.rawValue
    case .type: ProblemCode.type.rawValue
    case .choice: ProblemCode.choice.rawValue
    case .blank: ProblemCode.blank.rawValue
    case .unknownKey: ProblemCode.unknown.rawValue
    case .ofData: ProblemCode.records.rawValue
    case .rule: code(ofPart: problem.part)
    case .calculation: ProblemCode.calculation.rawValue
    case .unasked: ProblemCode.unasked.rawValue
    }
  }

  /// Returns the code of a problem whose failed part is the condition `part`.
  package func code(ofPart part: Int32) -> String {
    guard part >= 0 else { return ProblemCode.rule.rawValue }
    switch view(part) {
    case .word(let word, _, _), .dataSet(let word, _, _): return word.name
    case .defined(_, let use): return uses[use].name
    case .question(let condition, _): return code(ofPart: condition)
    case .host(let rule, _, _): return rule.name
    case .isKind(_, let kind): return kind.rawValue
    case .comparison, .inRange, .inList, .inTable, .inValues: return ProblemCode.compare.rawValue
    default: return ProblemCode.rule.rawValue
    }
  }
}

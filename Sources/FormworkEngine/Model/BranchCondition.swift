// Branches that are decided by the value of one field of their own frame: `when includesProfile`, `when age < 18`,
// `when kind == "company"`. A reader that has read the value can also decide the branch.

/// The values of a field for which a branch in the same frame is in force.
struct BranchValues: Sendable, Equatable {
  /// The range of whole numbers. Empty if `most` is less than `least`.
  var least: Int64 = 1
  var most: Int64 = 0
  /// The index of a choice among those of the field, or -1.
  var choice: Int32 = -1

  /// Returns `mask` if a whole number is among the values, or else 0.
  @inline(__always)
  func bits(of number: Int64, _ mask: UInt64) -> UInt64 {
    least <= number && number <= most ? mask : 0
  }
}

/// A condition on one field.
struct BranchCondition {
  /// The field, which is in the same frame.
  var field: Int
  /// The values for which the condition holds. Empty for a bool field.
  var values = BranchValues()
  /// Whether the condition holds for all other values instead.
  var isNegated = false

  /// - Parameter condition: a node, or -1 for the last `else`.
  init?(_ condition: Int32, _ program: Program) {
    guard condition >= 0 else { return nil }
    self.init(program.formula(of: condition), program)
  }

  private init?(_ formula: Formula, _ program: Program) {
    switch formula {
    case .not(let inner):
      guard let inner = BranchCondition(inner, program) else { return nil }
      self = inner
      isNegated = !inner.isNegated
    case .constraint(let constraint):
      guard case .value = constraint.measure,
        case .cell(0, _, let field) = program.view(constraint.subject), field >= 0,
        let values = BranchValues(constraint, program.fields[Int(field)].type, program)
      else { return nil }
      self.field = Int(field)
      self.values = values
      isNegated = constraint.isNegated
    case .all, .any, .opaque: return nil
    }
  }
}

extension BranchValues {
  /// Fails unless a reader of a field of `type` can decide `constraint`.
  fileprivate init?(_ constraint: Constraint, _ type: FieldType, _ program: Program) {
    switch (type, program.values(of: constraint)) {
    case (.plain(.bool), .values(let values)?) where values.count == 1 && values[0].bool:
      guard case .isTrue = constraint.allowed else { return nil }
    case (.plain(.int), .values(let values)?):
      guard values.count == 1, let value = values[0].smallInteger else { return nil }
      (least, most) = (value, value)
    case (.plain(.int), .interval(let low, let high)?):
      guard let low = BranchValues.bound(low, or: .min),
        let high = BranchValues.bound(high, or: .max)
      else { return nil }
      (least, most) = (low, high)
    case (.choice(let number), .values(let values)?):
      let choices = program.choices[Int(number)]
      // ASCII texts are equal only if their bytes are.
      guard values.count == 1, let value = values.first, value.kind == .text, choices.isASCII,
        let place = choices.table.number(of: value.bytes),
        program.constants[Int(choices.constants[place])].bytes.hasSameBytes(as: value.bytes)
      else { return nil }
      choice = Int32(place)
    default: return nil
    }
  }

  private static func bound(_ bound: ValueSet.Bound?, or end: Int64) -> Int64? {
    guard let bound else { return end }
    return bound.isOpen ? nil : bound.value.smallInteger
  }
}

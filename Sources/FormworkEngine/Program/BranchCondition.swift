// Branches that are decided by the value of one field of their own frame: `when includesProfile`,
// `when age < 18`, `when kind == "company"`. A reader that knows the value knows whether the branch is in force.

/// The values of a field for which a branch of its frame is in force.
struct BranchValues: Sendable, Equatable {
  /// Whole numbers, none if the second is the smaller one.
  var least: Int64 = 1
  var most: Int64 = 0
  /// The number of a choice among those of the field, or -1.
  var choice: Int32 = -1

  /// The bits of a mask, if a whole number is among them.
  @inline(__always)
  func bits(of number: Int64, _ mask: UInt64) -> UInt64 {
    least <= number && number <= most ? mask : 0
  }
}

/// A condition about one field.
struct BranchCondition {
  /// A field of the same frame.
  var field: Int
  /// The values for which the condition holds; none if the field is a yes-or-no field.
  var values = BranchValues()
  /// Whether the condition holds for all others instead.
  var isNegated = false

  /// - Parameter condition: a node, or -1 for the branch that is left.
  init?(_ condition: Int32, _ program: Program) {
    guard condition >= 0 else { return nil }
    switch program.view(condition) {
    case .not(let inner):
      guard let inner = BranchCondition(inner, program) else { return nil }
      self = inner
      isNegated = !inner.isNegated
    case .truth(let operand):
      guard let field = program.ownField(operand), program.fields[field].type == .bool else {
        return nil
      }
      self.field = field
    case .comparison(let comparison, let left, let right):
      guard let field = program.ownField(left), case .constant(let number) = program.view(right),
        let values = BranchValues(
          comparison, program.constants[number], program.fields[field].type, program)
      else { return nil }
      self.field = field
      self.values = values
      isNegated = comparison == .notEqual
    default: return nil
    }
  }
}

extension Program {
  /// The field that an operand is, seen from its own frame.
  fileprivate func ownField(_ operand: Int32) -> Int? {
    if case .cell(0, _, let field) = view(operand) { Int(field) } else { nil }
  }
}

extension BranchValues {
  /// The values for which a comparison with a constant holds, or does not where it is `notEqual`.
  fileprivate init?(
    _ comparison: Comparison, _ constant: Value, _ type: FieldType, _ program: Program
  ) {
    switch type {
    case .int:
      guard constant.kind == .number, let bound = constant.smallInteger, bound > .min, bound < .max
      else { return nil }
      switch comparison {
      case .less: (least, most) = (.min, bound - 1)
      case .lessOrEqual: (least, most) = (.min, bound)
      case .greater: (least, most) = (bound + 1, .max)
      case .greaterOrEqual: (least, most) = (bound, .max)
      case .equal, .notEqual: (least, most) = (bound, bound)
      }
    case .choice(let number):
      let choices = program.choices[Int(number)]
      // Texts of ASCII alone are the same only byte for byte.
      guard comparison == .equal || comparison == .notEqual, constant.kind == .text,
        choices.isASCII, let place = choices.table.number(of: constant.bytes),
        program.constants[Int(choices.constants[place])].bytes.hasSameBytes(as: constant.bytes)
      else { return nil }
      choice = Int32(place)
    default: return nil
    }
  }
}

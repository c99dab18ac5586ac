// Branches that hang on the value of one field of their own frame: `when includesProfile`, `when age < 18`,
// `when kind == "company"`. A reader that knows the value knows whether the branch is in force.

/// The values of a field for which a branch of its frame is in force.
struct ToldValues: Sendable, Equatable {
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

/// What a branch hangs on.
struct BranchHinge {
  /// A field of the same frame.
  var field: Int
  /// The values for which its condition holds; none if the field is a yes-or-no field.
  var told = ToldValues()
  /// Whether the condition holds for all others instead.
  var isNegated = false

  /// - Parameter condition: a node, or -1 for the branch that is left.
  init?(_ condition: Int32, _ program: Program) {
    guard condition >= 0 else { return nil }
    let node = program.nodes[Int(condition)]
    switch node.operation {
    case .not:
      guard let inner = BranchHinge(node.a, program) else { return nil }
      self = inner
      isNegated = !inner.isNegated
    case .truth:
      guard let field = BranchHinge.field(node.a, program), program.fields[field].type == .bool
      else { return nil }
      self.field = field
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual:
      guard let field = BranchHinge.field(node.a, program),
        let told = BranchHinge.told(node, program.fields[field].type, program)
      else { return nil }
      self.field = field
      self.told = told
      isNegated = node.operation == .notEqual
    default: return nil
    }
  }

  /// The field that an operand is, seen from its own frame.
  private static func field(_ operand: Int32, _ program: Program) -> Int? {
    let node = program.nodes[Int(operand)]
    return node.operation == .cell && node.a == 0 ? Int(node.c) : nil
  }

  /// The values for which a comparison with a constant holds, or does not where it is `notEqual`.
  private static func told(_ node: Node, _ type: FieldType, _ program: Program) -> ToldValues? {
    let right = program.nodes[Int(node.b)]
    guard right.operation == .constant else { return nil }
    let constant = program.constants[Int(right.a)]
    switch type {
    case .int:
      guard constant.kind == .number, let bound = constant.smallInteger, bound > .min, bound < .max
      else { return nil }
      switch node.operation {
      case .less: return ToldValues(least: .min, most: bound - 1)
      case .lessOrEqual: return ToldValues(least: .min, most: bound)
      case .greater: return ToldValues(least: bound + 1, most: .max)
      case .greaterOrEqual: return ToldValues(least: bound, most: .max)
      default: return ToldValues(least: bound, most: bound)
      }
    case .choice(let number):
      guard node.operation == .equal || node.operation == .notEqual, constant.kind == .text else {
        return nil
      }
      return told(constant.bytes, program.choices[Int(number)], program)
    default: return nil
    }
  }

  /// The one value that a text is among the choices of a field.
  private static func told(
    _ text: TextBytes, _ choice: ChoiceList, _ program: Program
  ) -> ToldValues? {
    // Texts of ASCII alone are the same only byte for byte.
    guard choice.isASCII, let place = choice.table.number(of: text),
      program.constants[Int(choice.constants[place])].bytes.hasSameBytes(as: text)
    else { return nil }
    return ToldValues(choice: Int32(place))
  }
}

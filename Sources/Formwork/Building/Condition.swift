// Conditions that are built in code.

internal import FormworkSyntax

/// A condition: what must hold for a value, for some fields, or for all of them.
///
/// ```swift
/// .count(1...20) && .alphanumeric
/// .field("end") >= .field("start") || .field("end").is(.blank)
/// ```
public struct Condition: Sendable {
  /// A part is a rule word or a comparison; marks stand before, between and after parts. `is` changes each
  /// part and leaves the marks where they are.
  private enum Piece: Sendable {
    case part(Phrase)
    case mark(String)

    var text: String {
      switch self {
      case .part(let phrase): phrase.text
      case .mark(let text): text
      }
    }
  }

  private var pieces: [Piece]
  private var strength: Strength
  private var operators: Int
  /// Whether `not` stands before the pieces.
  private var isNegated = false

  init(_ phrase: Phrase) {
    pieces = [.part(phrase)]
    (strength, operators) = (phrase.strength, phrase.operators)
  }

  var phrase: Phrase {
    let text = pieces(atLeast: .or).map { $0.text }.joined()
    return Phrase(text, isNegated ? .not : strength, operators: operators)
  }

  private func pieces(atLeast least: Strength) -> [Piece] {
    func inParentheses(_ pieces: [Piece]) -> [Piece] { [.mark("(")] + pieces + [.mark(")")] }
    guard isNegated else { return strength < least ? inParentheses(pieces) : pieces }
    let negated = [.mark("not ")] + (strength < .not ? inParentheses(pieces) : pieces)
    return .not < least ? inParentheses(negated) : negated
  }

  private static func joined(
    _ left: Condition, _ mark: String, _ right: Condition, _ strength: Strength
  ) -> Condition {
    for side in [left, right] where side.operators > Parser.operatorLimit { return side }
    var whole = left
    whole.pieces =
      left.pieces(atLeast: strength) + [.mark(mark)] + right.pieces(atLeast: strength.next)
    whole.strength = strength
    whole.operators += right.operators + 1
    whole.isNegated = false
    return whole
  }

  /// The same condition of another value.
  fileprivate func about(_ subject: Phrase) -> Condition {
    if subject.isTooLong { return Condition(subject) }
    var tests = self
    for (index, piece) in pieces.enumerated() {
      guard case .part(let word) = piece else { continue }
      tests.pieces[index] = .part(.compared(subject, "is", word, atLeast: .primary))
      tests.operators += subject.operators
    }
    if pieces.count == 1 { tests.strength = .comparison }
    return tests
  }
}

extension Condition {
  /// A field of type `bool` is true.
  ///
  /// - Parameter path: a name, or a path such as `address.isAbroad`.
  public static func field(_ path: String) -> Condition { Condition(Operand.field(path).phrase) }

  /// The field's own value, of type `bool`, is true.
  public static var value: Condition { Condition(Operand.value.phrase) }

  /// Both hold.
  ///
  /// - Parameters:
  ///   - left: what must hold.
  ///   - right: what must hold as well.
  public static func && (left: Condition, right: Condition) -> Condition {
    joined(left, " and ", right, .and)
  }

  /// At least one holds.
  ///
  /// - Parameters:
  ///   - left: what may hold.
  ///   - right: what may hold instead.
  public static func || (left: Condition, right: Condition) -> Condition {
    joined(left, " or ", right, .or)
  }

  /// It does not hold.
  ///
  /// - Parameter condition: what must not hold.
  public static prefix func ! (condition: Condition) -> Condition {
    var opposite = condition
    opposite.isNegated.toggle()
    return opposite
  }

  /// A condition holds for at least one item of a list; it names the fields of the items.
  ///
  /// - Parameters:
  ///   - list: the path of a list of records.
  ///   - condition: what must hold of an item. Names in it are those of the item's fields.
  public static func any(_ list: String, _ condition: Condition) -> Condition {
    Condition(.list([Operand.field(list).phrase, condition.phrase], after: "any"))
  }

  /// A condition holds for all items of a list; it names the fields of the items.
  ///
  /// - Parameters:
  ///   - list: the path of a list of records.
  ///   - condition: what must hold of each item. Names in it are those of the item's fields.
  public static func all(_ list: String, _ condition: Condition) -> Condition {
    Condition(.list([Operand.field(list).phrase, condition.phrase], after: "all"))
  }

  /// The number of records of a data set is in a range. It stands alone in a ``Check``.
  ///
  /// - Parameter range: how many records, from 0.
  public static func records(_ range: OperandRange) -> Condition {
    Operand(Phrase("records")).in(range)
  }
}

// MARK: - Comparisons

extension Operand {
  private static func compared(_ left: Operand, _ mark: String, _ right: Operand) -> Condition {
    Condition(.compared(left.phrase, mark, right.phrase))
  }

  /// The two are the same.
  ///
  /// - Parameters:
  ///   - left: a value of any type that can be compared.
  ///   - right: a value of the same type.
  public static func == (left: Operand, right: Operand) -> Condition { compared(left, "==", right) }

  /// The two are not the same.
  ///
  /// - Parameters:
  ///   - left: a value of any type that can be compared.
  ///   - right: a value of the same type.
  public static func != (left: Operand, right: Operand) -> Condition { compared(left, "!=", right) }

  /// The first is below, or before, the second.
  ///
  /// - Parameters:
  ///   - left: a number, a date or a time.
  ///   - right: a value of the same type.
  public static func < (left: Operand, right: Operand) -> Condition { compared(left, "<", right) }

  /// The first is at most the second.
  ///
  /// - Parameters:
  ///   - left: a number, a date or a time.
  ///   - right: a value of the same type.
  public static func <= (left: Operand, right: Operand) -> Condition { compared(left, "<=", right) }

  /// The first is above, or after, the second.
  ///
  /// - Parameters:
  ///   - left: a number, a date or a time.
  ///   - right: a value of the same type.
  public static func > (left: Operand, right: Operand) -> Condition { compared(left, ">", right) }

  /// The first is at least the second.
  ///
  /// - Parameters:
  ///   - left: a number, a date or a time.
  ///   - right: a value of the same type.
  public static func >= (left: Operand, right: Operand) -> Condition { compared(left, ">=", right) }

  /// The value is in a range.
  ///
  /// - Parameter range: a range of values of the same type, such as `1...20`.
  public func `in`(_ range: OperandRange) -> Condition {
    Condition(.compared(phrase, "in", range.phrase))
  }

  /// The value is one of some.
  ///
  /// - Parameter values: at least one value, all of the same type.
  public func `in`(_ values: [Operand]) -> Condition {
    // One value in parentheses would be that value.
    if values.count == 1 { return self == values[0] }
    return Condition(.compared(phrase, "in", .list(values.map { $0.phrase })))
  }

  /// Rule words hold for this value instead of the field's own: `.field("code").is(.digits)`.
  ///
  /// - Parameter words: a rule word, such as `.blank` or `.startsWith("/")`, or several with `&&`, `||`
  ///   and `!`; anything else is a mistake that the checker finds.
  public func `is`(_ words: Condition) -> Condition { words.about(phrase) }
}

// The same for `.field("code").is(.digits)` and `.value.in(1...5)` where a condition is wanted: Swift takes
// all of a chain that begins with a dot to be of one type.
extension Condition {
  /// The value of this field, or the field's own, is in a range.
  ///
  /// - Parameter range: a range of values of the same type, such as `1...20`.
  public func `in`(_ range: OperandRange) -> Condition { Operand(phrase).in(range) }

  /// The value of this field, or the field's own, is one of some.
  ///
  /// - Parameter values: at least one value, all of the same type.
  public func `in`(_ values: [Operand]) -> Condition { Operand(phrase).in(values) }

  /// Rule words hold for the value of this field instead of the field's own.
  ///
  /// - Parameter words: a rule word, such as `.blank` or `.startsWith("/")`, or several with `&&`, `||`
  ///   and `!`; anything else is a mistake that the checker finds.
  public func `is`(_ words: Condition) -> Condition { words.about(phrase) }
}

// Conditions built in code.

internal import FormworkSyntax

/// A condition about a value, some fields, or all records.
///
/// ```swift
/// .count(1...20) && .alphanumeric
/// .field("end") >= .field("start") || .field("end").is(.blank)
/// ```
///
/// The rule words in it fit the `Subject`, the type of the field that it is about; see ``Subjects``.
public struct ConditionOn<Subject>: Sendable {
  /// A rule word or comparison (`part`), or the text around parts, such as ` and ` (`mark`). `is` changes each part and
  /// keeps each mark.
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
  /// Whether `not` precedes the pieces.
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

  /// Creates the same condition for another subject.
  fileprivate init<Other>(_ other: ConditionOn<Other>) {
    pieces = other.pieces.map { piece in
      switch piece {
      case .part(let phrase): .part(phrase)
      case .mark(let text): .mark(text)
      }
    }
    (strength, operators) = (other.strength, other.operators)
    isNegated = other.isNegated
  }

  /// Returns the same condition for a field of any type, with rule words that the compiler doesn't check.
  public func unchecked<Other>() -> ConditionOn<Other> { ConditionOn<Other>(self) }

  private static func joined(
    _ left: Self, _ mark: String, _ right: Self, _ strength: Strength
  ) -> Self {
    for side in [left, right] where side.operators > Parser.operatorLimit { return side }
    var whole = left
    whole.pieces =
      left.pieces(atLeast: strength) + [.mark(mark)] + right.pieces(atLeast: strength.next)
    whole.strength = strength
    whole.operators += right.operators + 1
    whole.isNegated = false
    return whole
  }

  /// Returns the condition with `subject` as the value that each part tests.
  fileprivate func about<Other>(_ subject: Phrase) -> ConditionOn<Other> {
    if subject.isTooLong { return ConditionOn<Other>(subject) }
    var tests = ConditionOn<Other>(self)
    for (index, piece) in pieces.enumerated() {
      guard case .part(let word) = piece else { continue }
      tests.pieces[index] = .part(.compared(subject, "is", word, atLeast: .primary))
      tests.operators += subject.operators
    }
    if pieces.count == 1 { tests.strength = .comparison }
    return tests
  }
}

/// A condition about no field in particular, such as that of a ``Check`` or a ``When``.
public typealias Condition = ConditionOn<Subjects.Unchecked>

extension ConditionOn {
  /// Returns a condition that holds if a field of type `bool` is true.
  ///
  /// - Parameter path: a name, or a path such as `address.isAbroad`.
  public static func field(_ path: String) -> ConditionOn {
    ConditionOn(Operand.field(path).phrase)
  }

  /// The field's own value, of type `bool`, is true.
  public static var value: ConditionOn { ConditionOn(Operand.value.phrase) }

  /// Returns a condition that holds if both conditions hold.
  ///
  /// - Parameters:
  ///   - left: a condition.
  ///   - right: another condition.
  public static func && (left: ConditionOn, right: ConditionOn) -> ConditionOn {
    joined(left, " and ", right, .and)
  }

  /// Returns a condition that holds if at least one of two conditions holds.
  ///
  /// - Parameters:
  ///   - left: a condition.
  ///   - right: another condition.
  public static func || (left: ConditionOn, right: ConditionOn) -> ConditionOn {
    joined(left, " or ", right, .or)
  }

  /// Returns a condition that holds if `condition` doesn't.
  ///
  /// - Parameter condition: the condition to negate.
  public static prefix func ! (condition: ConditionOn) -> ConditionOn {
    var opposite = condition
    opposite.isNegated.toggle()
    return opposite
  }

  /// Returns a condition that holds if `condition` holds for at least one item of a list.
  ///
  /// - Parameters:
  ///   - list: the path of a list of records.
  ///   - condition: a condition on an item. Names in it are the fields of the item.
  public static func any(_ list: String, _ condition: Condition) -> ConditionOn {
    any(.field(list), condition)
  }

  /// Returns a condition that holds if `condition` holds for at least one item of a list.
  ///
  /// - Parameters:
  ///   - list: a list, a path, or several values such as `.list(.field("phone"), .field("email"))`.
  ///   - condition: a condition on an item, or on `.value` if the items are single values.
  public static func any(_ list: Operand, _ condition: Condition) -> ConditionOn {
    ConditionOn(.list([list.phrase, condition.phrase], after: "any"))
  }

  /// Returns a condition that holds if `condition` holds for every item of a list.
  ///
  /// - Parameters:
  ///   - list: the path of a list of records.
  ///   - condition: a condition on an item. Names in it are the fields of the item.
  public static func all(_ list: String, _ condition: Condition) -> ConditionOn {
    all(.field(list), condition)
  }

  /// Returns a condition that holds if `condition` holds for every item of a list.
  ///
  /// - Parameters:
  ///   - list: a list, a path, or several values such as `.list(.field("phone"), .field("email"))`.
  ///   - condition: a condition on an item, or on `.value` if the items are single values.
  public static func all(_ list: Operand, _ condition: Condition) -> ConditionOn {
    ConditionOn(.list([list.phrase, condition.phrase], after: "all"))
  }

  /// Returns a condition that holds if the number of records of the data set is in `range`. It must be the whole
  /// condition of a ``Check``.
  ///
  /// - Parameter range: the allowed numbers of records, from 0.
  public static func records(_ range: OperandRange) -> ConditionOn {
    Operand(Phrase("records")).in(range)
  }
}

// MARK: - Comparisons

extension Operand {
  private static func compared<Subject>(
    _ left: Operand, _ mark: String, _ right: Operand
  ) -> ConditionOn<Subject> {
    ConditionOn(.compared(left.phrase, mark, right.phrase))
  }

  /// Returns a condition that holds if the values are equal.
  ///
  /// - Parameters:
  ///   - left: a value of any comparable type.
  ///   - right: a value of the same type.
  public static func == <Subject>(left: Operand, right: Operand) -> ConditionOn<Subject> {
    compared(left, "==", right)
  }

  /// Returns a condition that holds if the values aren't equal.
  ///
  /// - Parameters:
  ///   - left: a value of any comparable type.
  ///   - right: a value of the same type.
  public static func != <Subject>(left: Operand, right: Operand) -> ConditionOn<Subject> {
    compared(left, "!=", right)
  }

  /// Returns a condition that holds if `left` is less than, or before, `right`.
  ///
  /// - Parameters:
  ///   - left: a number, a date or a time.
  ///   - right: a value of the same type.
  public static func < <Subject>(left: Operand, right: Operand) -> ConditionOn<Subject> {
    compared(left, "<", right)
  }

  /// Returns a condition that holds if `left` is at most `right`.
  ///
  /// - Parameters:
  ///   - left: a number, a date or a time.
  ///   - right: a value of the same type.
  public static func <= <Subject>(left: Operand, right: Operand) -> ConditionOn<Subject> {
    compared(left, "<=", right)
  }

  /// Returns a condition that holds if `left` is greater than, or after, `right`.
  ///
  /// - Parameters:
  ///   - left: a number, a date or a time.
  ///   - right: a value of the same type.
  public static func > <Subject>(left: Operand, right: Operand) -> ConditionOn<Subject> {
    compared(left, ">", right)
  }

  /// Returns a condition that holds if `left` is at least `right`.
  ///
  /// - Parameters:
  ///   - left: a number, a date or a time.
  ///   - right: a value of the same type.
  public static func >= <Subject>(left: Operand, right: Operand) -> ConditionOn<Subject> {
    compared(left, ">=", right)
  }

  /// Returns a condition that holds if the value is in `range`.
  ///
  /// - Parameter range: the allowed values, of the same type, such as `1...20`.
  public func `in`<Subject>(_ range: OperandRange) -> ConditionOn<Subject> {
    ConditionOn(.compared(phrase, "in", range.phrase))
  }

  /// Returns a condition that holds if the value is one of `values`.
  ///
  /// - Parameter values: the allowed values, all of the same type; at least one.
  public func `in`<Subject>(_ values: [Operand]) -> ConditionOn<Subject> {
    // A single value in parentheses is parsed as that value, not as a list.
    if values.count == 1 { return self == values[0] }
    return ConditionOn(.compared(phrase, "in", .list(values.map { $0.phrase })))
  }

  /// Returns a condition that applies rule words to this value instead of the field's own value, as in
  /// `.field("code").is(.digits)`.
  ///
  /// - Parameter words: a rule word such as `.blank` or `.startsWith("/")`, or several joined by `&&`, `||` and `!`.
  ///   The checker reports an error for anything else.
  public func `is`<Subject>(_ words: Condition) -> ConditionOn<Subject> { words.about(phrase) }
}

// Repeats `in` and `is`, so that `.field("code").is(.digits)` and `.value.in(1...5)` compile where a condition is
// expected. There, Swift looks up `.field` and `.value` in `ConditionOn`.
extension ConditionOn {
  /// Returns a condition that holds if the value that this condition names, `.field(…)` or `.value`, is in `range`.
  ///
  /// - Parameter range: the allowed values, of the same type, such as `1...20`.
  public func `in`(_ range: OperandRange) -> ConditionOn { Operand(phrase).in(range) }

  /// Returns a condition that holds if the value that this condition names, `.field(…)` or `.value`, is one of
  /// `values`.
  ///
  /// - Parameter values: the allowed values, all of the same type; at least one.
  public func `in`(_ values: [Operand]) -> ConditionOn { Operand(phrase).in(values) }

  /// Returns a condition that applies rule words to the value that this condition names, `.field(…)` or `.value`.
  ///
  /// - Parameter words: a rule word such as `.blank` or `.startsWith("/")`, or several joined by `&&`, `||` and `!`.
  ///   The checker reports an error for anything else.
  public func `is`(_ words: Condition) -> ConditionOn { words.about(phrase) }
}

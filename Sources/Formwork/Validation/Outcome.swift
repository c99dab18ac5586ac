// What a validation comes to.

/// What became of a record.
///
/// ```swift
/// switch spec.validate(["id": "a1"]) {
/// case .accepted(let product): print(product)
/// case .rejected(let problems): for problem in problems { print(problem.message) }
/// }
/// ```
public enum Outcome: Sendable {
  /// The record keeps every rule; the product has its typed values.
  case accepted(Product)
  /// The record breaks a rule: there is at least one error.
  case rejected(Rejection<Problem>)

  /// The product of an accepted record.
  public var product: Product? {
    if case .accepted(let product) = self { product } else { nil }
  }

  /// Whether the record has no errors.
  public var isAccepted: Bool { if case .accepted = self { true } else { false } }

  /// The errors of a rejected record, in the order of the form's declarations.
  public var problems: [Problem] {
    if case .rejected(let rejection) = self { rejection.problems } else { [] }
  }

  /// The warnings, which never reject.
  public var warnings: [Problem] {
    switch self {
    case .accepted(let product): product.warnings
    case .rejected(let rejection): rejection.warnings
    }
  }

  /// The rules that could not be decided because a field they need cannot be used; empty for an
  /// accepted record.
  public var skipped: [SkippedRule] {
    if case .rejected(let rejection) = self { rejection.skipped } else { [] }
  }

  /// The field of the first problem that has one, for moving the focus: a path such as `id` or
  /// `items[2].price`.
  public var firstField: String? {
    if case .rejected(let rejection) = self { rejection.firstField } else { nil }
  }

  /// The product.
  ///
  /// - Throws: the problems of a rejected record.
  public func get() throws(Rejection<Problem>) -> Product {
    switch self {
    case .accepted(let product): return product
    case .rejected(let rejection): throw rejection
    }
  }
}

/// The problems of a rejected record: a collection of its errors, with its warnings and skipped rules. It is also
/// an error, which can be thrown.
public struct Rejection<Element: Sendable>: Error, Sendable {
  struct Content: Sendable {
    var problems: [Element]
    var warnings: [Element]
    var skipped: [SkippedRule] = []
    var omittedCount = 0
    var decodingError: (any Error)?
  }

  private let content: Deferred<Content>

  init(_ content: Deferred<Content>) { self.content = content }
  init(_ content: Content) { self.init(Deferred(content)) }

  /// The errors, in the order of the form's declarations.
  public var problems: [Element] { content.value.problems }
  /// The warnings.
  public var warnings: [Element] { content.value.warnings }
  /// The rules that could not be decided because a field they need cannot be used.
  public var skipped: [SkippedRule] { content.value.skipped }
  /// How many problems there are beyond `ValidationOptions.problemLimit`.
  public var omittedCount: Int { content.value.omittedCount }
  /// What a type of the program threw that does not take the accepted record, such as a `DecodingError` with the
  /// coding path; nil for a record that the form rejects. Its words may show a secret value.
  public var decodingError: (any Error)? { content.value.decodingError }

  func mapped<T>(_ transform: (Element) -> T) -> Rejection<T> {
    let content = content.value
    return Rejection<T>(
      .init(
        problems: content.problems.map(transform), warnings: content.warnings.map(transform),
        skipped: content.skipped, omittedCount: content.omittedCount,
        decodingError: content.decodingError))
  }
}

/// A problem that says which field it is about, by a path or by a name of the program.
public protocol FieldProblem<Field>: Sendable {
  /// What fields are named by.
  associatedtype Field
  /// The field; nil for the record as a whole.
  var field: Field? { get }
}

extension Rejection where Element: FieldProblem {
  /// The field of the first problem that has one, for moving the focus.
  public var firstField: Element.Field? { problems.lazy.compactMap { $0.field }.first }
}

extension Rejection: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { problems.startIndex }
  /// The number of errors, at least 1.
  public var endIndex: Int { problems.endIndex }

  /// An error; `position` is from 0 up to, but not including, `count`.
  ///
  /// - Parameter position: from 0 up to, but not including, `count`.
  public subscript(position: Int) -> Element { problems[position] }
}

extension Rejection: CustomStringConvertible where Element: CustomStringConvertible {
  /// The fields and the messages, one problem on each line.
  public var description: String { problems.map { $0.description }.joined(separator: "\n") }
}

/// A rule that was not decided: it needs a field that cannot be used.
public struct SkippedRule: Sendable, Hashable {
  /// What a condition decides.
  @nonexhaustive
  public enum Kind: Sendable, Hashable {
    /// A rule or a check.
    case rule
    /// Whether the fields of a `when` are in force.
    case block
    /// Whether a field must be filled in (`required if`).
    case presence
  }

  /// What the condition decides.
  public let kind: Kind
  /// The condition as the form has it.
  public let rule: String
  /// The path of the item or inner record that it is about, such as `items[2]`; nil for the record as a
  /// whole.
  public let path: String?
  /// The paths of the fields that cannot be used, such as `items[2].price`; of more than 20 the first.
  public let fields: [String]
  /// The file, line and column of the rule, the latter two from 1.
  public let place: FormPlace
}

/// A place in a form.
public struct FormPlace: Sendable, Hashable, CustomStringConvertible {
  /// The name of the file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column in characters (extended grapheme clusters), from 1.
  public let column: Int

  /// Such as `sign-up.form:3:7`.
  public var description: String { "\(file):\(line):\(column)" }
}

// The outcome of a validation.

/// The outcome of validating a record.
///
/// ```swift
/// switch spec.validate(["id": "a1"]) {
/// case .accepted(let product): print(product)
/// case .rejected(let problems): for problem in problems { print(problem.message) }
/// }
/// ```
public enum Outcome: Sendable {
  /// The record is valid; the product has its typed values.
  case accepted(Product)
  /// The record is invalid; there is at least one error.
  case rejected(Rejection<Problem>)

  /// The product of an accepted record.
  public var product: Product? {
    if case .accepted(let product) = self { product } else { nil }
  }

  /// Whether the record was accepted. An accepted record has no errors.
  public var isAccepted: Bool { if case .accepted = self { true } else { false } }

  /// The errors of a rejected record, in the order of the form's declarations.
  public var problems: [Problem] {
    if case .rejected(let rejection) = self { rejection.problems } else { [] }
  }

  /// The warnings, which never reject a record.
  public var warnings: [Problem] {
    switch self {
    case .accepted(let product): product.warnings
    case .rejected(let rejection): rejection.warnings
    }
  }

  /// The rules that couldn't be decided because a field that they need is unusable; empty for an accepted record.
  public var skipped: [SkippedRule] {
    if case .rejected(let rejection) = self { rejection.skipped } else { [] }
  }

  /// The rules about several records, such as `unique`. They aren't judged when a record is validated by itself. Empty
  /// for a record of a stream or a file.
  public var unjudged: [UnjudgedRule] {
    switch self {
    case .accepted(let product): product.unjudged
    case .rejected(let rejection): rejection.unjudged
    }
  }

  /// The field of the first problem with a field, to move the focus to: a path such as `id` or `items[2].price`.
  public var firstField: String? {
    if case .rejected(let rejection) = self { rejection.firstField } else { nil }
  }

  /// Returns the product.
  ///
  /// - Throws: the problems, if the record was rejected.
  public func get() throws(Rejection<Problem>) -> Product {
    switch self {
    case .accepted(let product): return product
    case .rejected(let rejection): throw rejection
    }
  }
}

/// The problems of a rejected record: a collection of its errors, with its warnings and skipped rules. As an `Error`,
/// it can be thrown.
public struct Rejection<Element: Sendable>: Error, Sendable {
  struct Content: Sendable {
    var problems: [Element]
    var warnings: [Element]
    var skipped: [SkippedRule] = []
    var omittedCount = 0
    var unjudged: [UnjudgedRule] = []
    var decodingError: (any Error)?
  }

  private let content: Deferred<Content>

  init(_ content: Deferred<Content>) { self.content = content }
  init(_ content: Content) { self.init(Deferred(content)) }

  /// The errors, in the order of the form's declarations.
  public var problems: [Element] { content.value.problems }
  /// The warnings, which never reject a record.
  public var warnings: [Element] { content.value.warnings }
  /// The rules that couldn't be decided because a field that they need is unusable.
  public var skipped: [SkippedRule] { content.value.skipped }
  /// The rules about several records. They aren't judged when a record is validated by itself.
  public var unjudged: [UnjudgedRule] { content.value.unjudged }
  /// The number of problems beyond `ValidationOptions.problemLimit`.
  public var omittedCount: Int { content.value.omittedCount }
  /// The error of a type that couldn't decode an accepted record, such as a `DecodingError` with the coding path; nil
  /// if the form rejected the record. Its description may contain a secret value.
  public var decodingError: (any Error)? { content.value.decodingError }

  func mapped<T>(_ transform: (Element) -> T) -> Rejection<T> {
    let content = content.value
    return Rejection<T>(
      .init(
        problems: content.problems.map(transform), warnings: content.warnings.map(transform),
        skipped: content.skipped, omittedCount: content.omittedCount,
        unjudged: content.unjudged, decodingError: content.decodingError))
  }
}

/// A problem that identifies the field it is about.
public protocol FieldProblem<Field>: Sendable {
  /// The type that identifies a field: a path or an enum of the program.
  associatedtype Field
  /// The field; nil for the record as a whole.
  var field: Field? { get }
}

extension Rejection where Element: FieldProblem {
  /// The field of the first problem with a field, to move the focus to.
  public var firstField: Element.Field? { problems.lazy.compactMap { $0.field }.first }
}

extension Rejection: RandomAccessCollection {
  /// The index of the first error, which is 0.
  public var startIndex: Int { problems.startIndex }
  /// The number of errors, at least 1.
  public var endIndex: Int { problems.endIndex }

  /// Accesses an error.
  ///
  /// - Parameter position: an index from 0 up to, but not including, `count`.
  public subscript(position: Int) -> Element { problems[position] }
}

extension Rejection: CustomStringConvertible where Element: CustomStringConvertible {
  /// The fields and messages, one problem on each line.
  public var description: String { problems.map { $0.description }.joined(separator: "\n") }
}

/// A rule that couldn't be decided because it needs an unusable field, perhaps of a different record.
public struct SkippedRule: Sendable, Hashable {
  /// The decision that a condition makes.
  @nonexhaustive
  public enum Kind: Sendable, Hashable {
    /// A rule or a check.
    case rule
    /// Whether the fields of a `when` are in force.
    case block
    /// Whether a field is required (`required if`).
    case presence
  }

  /// The decision that the condition makes.
  public let kind: Kind
  /// The condition, as the form has it.
  public let rule: String
  /// The path of the item or nested record that the rule is about, such as `items[2]`; nil for the record as a whole.
  public let path: String?
  /// The paths of the unusable fields, such as `items[2].price`; at most the first 20.
  public let fields: [String]
  /// The file, line and column of the rule.
  public let place: FormPlace
}

/// A rule about several records, which isn't judged when a record is validated by itself.
public struct UnjudgedRule: Sendable, Hashable {
  /// The condition, as the form has it.
  public let rule: String
  /// The file, line and column of the rule.
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

  /// The file, line and column, such as `sign-up.form:3:7`.
  public var description: String { "\(file):\(line):\(column)" }
}

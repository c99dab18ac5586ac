// Field identifiers that a compiler checks: an enum of the program names the fields, and is compared
// with the spec once.

internal import FormworkSyntax

/// A spec whose fields have names of the program's own.
///
/// ```swift
/// enum Field: String, CaseIterable, Sendable { case id, email }
/// let form = try spec.fields(Field.self)
/// if case .rejected(let problems) = form.validate(["id": ""]) {
///   switch problems[0].field { case .id: …; case .email: …; case nil: … }
/// }
/// ```
public struct NamedFields<Field>: Sendable
where Field: RawRepresentable & CaseIterable & Sendable & Hashable, Field.RawValue == String {
  /// The spec itself.
  public let spec: FormSpec
}

/// Field names of a program and a spec that do not go together.
public struct FieldNamesError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A name that only one side has.
  public struct Name: Sendable, Hashable {
    /// The name.
    public let name: String
    /// Names like it on the other side, the nearest first.
    public let near: [String]
  }

  /// Names of the program that no field of the spec has.
  public let notInSpec: [Name]
  /// Fields of the spec that the program does not name.
  public let notInProgram: [Name]

  /// Each name in a sentence.
  public var description: String {
    let lines =
      notInSpec.map { "The form has no field \"\($0.name)\"." + FieldNamesError.hint($0.near) }
      + notInProgram.map {
        "The field \"\($0.name)\" of the form is not named." + FieldNamesError.hint($0.near)
      }
    return lines.joined(separator: "\n")
  }

  private static func hint(_ near: [String]) -> String {
    near.isEmpty
      ? "" : " Did you mean " + near.map { "\"\($0)\"" }.joined(separator: " or ") + "?"
  }
}

extension FormSpec {
  /// Compares the names of an enum with the fields of the spec.
  ///
  /// Every field that is not part of a record must be named; those in records may be, by paths such as
  /// `address.zip` and `items.price`.
  ///
  /// - Parameter type: an enum whose raw values are the names.
  /// - Throws: `FieldNamesError` with every name that only one side has.
  public func fields<Field>(
    _ type: Field.Type
  ) throws(FieldNamesError) -> NamedFields<Field> {
    let named = Set(Field.allCases.map { $0.rawValue })
    let known = Set(paths(core.fields, prefix: ""))
    let required = Set(core.fields.map { $0.name })
    func names(_ names: Set<String>, near others: Set<String>) -> [FieldNamesError.Name] {
      names.sorted().map {
        .init(name: $0, near: NearNames.nearest(to: $0, among: others.sorted()))
      }
    }
    let notInSpec = names(named.subtracting(known), near: known.subtracting(named))
    let notInProgram = names(required.subtracting(named), near: named.subtracting(known))
    guard notInSpec.isEmpty, notInProgram.isEmpty else {
      throw FieldNamesError(notInSpec: notInSpec, notInProgram: notInProgram)
    }
    return NamedFields(spec: self)
  }

  private func paths(_ fields: [FormField], prefix: String) -> [String] {
    fields.flatMap { field in
      [prefix + field.name] + paths(field.fields, prefix: prefix + field.name + ".")
    }
  }

  /// Validates a record and names the fields of its problems by an enum.
  ///
  /// - Parameters:
  ///   - record: an object.
  ///   - fields: an enum whose raw values are the names of the fields.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  /// - Throws: `FieldNamesError` if the names are not those of the spec; `fields(_:)` tells it earlier.
  public func validate<Field>(
    _ record: RecordValue, fields: Field.Type, _ options: ValidationOptions = .init()
  ) throws(FieldNamesError) -> NamedOutcome<Field> {
    try self.fields(fields).validate(record, options)
  }
}

extension NamedFields {
  /// Validates a record.
  ///
  /// - Parameters:
  ///   - record: an object.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  public func validate(
    _ record: RecordValue, _ options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(record, options))
  }

  /// Gives the problems of any other validation the names.
  ///
  /// - Parameter outcome: what a validation with the same spec came to.
  public func callAsFunction(_ outcome: Outcome) -> NamedOutcome<Field> { NamedOutcome(outcome) }

  /// What the spec says of a field.
  public subscript(field: Field) -> FormField? { spec.field(field.rawValue) }
}

/// What became of a record, with fields named by the program.
public enum NamedOutcome<Field>: Sendable
where Field: RawRepresentable & CaseIterable & Sendable & Hashable, Field.RawValue == String {
  /// The record is all right; the product has its typed values.
  case accepted(Product)
  /// The record is not; there is at least one error among the problems.
  case rejected(Rejection<NamedProblem<Field>>)

  init(_ outcome: Outcome) {
    switch outcome {
    case .accepted(let product): self = .accepted(product)
    case .rejected(let rejection):
      self = .rejected(
        Rejection(
          problems: rejection.problems.map { NamedProblem($0) },
          warnings: rejection.warnings.map { NamedProblem($0) }, skipped: rejection.skipped,
          omittedCount: rejection.omittedCount))
    }
  }

  /// The product of an accepted record.
  public var product: Product? {
    if case .accepted(let product) = self { product } else { nil }
  }

  /// The errors of a rejected record, in the order of the spec's declarations.
  public var problems: [NamedProblem<Field>] {
    if case .rejected(let rejection) = self { rejection.problems } else { [] }
  }

  /// What rules with `warning` have to say.
  public var warnings: [NamedProblem<Field>] {
    switch self {
    case .accepted(let product): product.warnings.map { NamedProblem($0) }
    case .rejected(let rejection): rejection.warnings
    }
  }

  /// The field of the first problem that has one, for moving the focus.
  public var firstField: Field? { problems.lazy.compactMap { $0.field }.first }

  /// The product.
  ///
  /// - Throws: the problems of a rejected record.
  public func get() throws(Rejection<NamedProblem<Field>>) -> Product {
    switch self {
    case .accepted(let product): return product
    case .rejected(let rejection): throw rejection
    }
  }
}

/// A problem whose field is named by the program.
public struct NamedProblem<Field>: Sendable, CustomStringConvertible
where Field: RawRepresentable & CaseIterable & Sendable & Hashable, Field.RawValue == String {
  /// The field, or the nearest around it that has a name; nil for the record as a whole and for keys
  /// that no field asks for.
  public let field: Field?
  /// The problem itself, with the whole path as its `field`.
  public let problem: Problem

  init(_ problem: Problem) {
    self.problem = problem
    field = problem.field.flatMap { NamedProblem.field(of: $0) }
  }

  /// A stable name of what is wrong; see `Problem.code`.
  public var code: String { problem.code }

  /// What is wrong, with its limits and what was found.
  public var reason: Reason { problem.reason }

  /// Whether it rejects the record.
  public var severity: Severity { problem.severity }

  /// A few words over the message, if the spec has some.
  public var title: String? { problem.title }

  /// What is wrong and what to do about it, in the language asked for.
  public var message: String { problem.message }

  /// The message in one of the spec's languages; see `Problem.message(in:)`.
  public func message(in language: String) -> String { problem.message(in: language) }

  /// The title in one of the spec's languages; see `Problem.title(in:)`.
  public func title(in language: String) -> String? { problem.title(in: language) }

  /// The field and the message.
  public var description: String { problem.description }

  /// The longest part of `items[2].price` that has a name: `items.price`, or else `items`.
  private static func field(of path: String) -> Field? {
    var path = path[...]
    while true {
      // A name may have brackets of its own.
      let field = Field(rawValue: String(path)) ?? Field(rawValue: withoutNumbers(path))
      if let field { return field }
      guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
      path = path[..<end]
    }
  }

  /// The path without the numbers of items.
  private static func withoutNumbers(_ path: Substring) -> String {
    let parts = path.split(separator: "[", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { plain, part in
      let rest = part.drop { $0.isWholeNumber }
      let isNumber = rest.startIndex > part.startIndex && rest.first == "]"
      plain += isNumber ? rest.dropFirst() : "[" + part
    }
  }
}

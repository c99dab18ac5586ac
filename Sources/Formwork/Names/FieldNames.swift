// Field identifiers that a compiler checks: an enum of the program names the fields, and is compared
// with the form once.

internal import FormworkSyntax

/// What names the fields of a form: an enum with texts as raw values, which are names or paths.
public typealias FieldNames = RawRepresentable<String> & CaseIterable & Sendable & Hashable

/// A form whose fields have names of the program's own.
///
/// ```swift
/// enum Field: String, CaseIterable, Sendable { case id, email }
/// let form = try spec.fields(Field.self)
/// if case .rejected(let problems) = form.validate(["id": ""]) {
///   switch problems[0].field { case .id: …; case .email: …; case nil: … }
/// }
/// ```
public struct NamedFields<Field: FieldNames>: Sendable {
  /// The form itself.
  public let spec: FormSpec
}

/// Field names of a program that are not those of a form.
public struct FieldNamesError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A name that only one side has.
  public struct Name: Sendable, Hashable {
    /// The name.
    public let name: String
    /// Names like it on the other side, the nearest first.
    public let near: [String]
  }

  /// Names of the program that no field of the form has.
  public let notInForm: [Name]
  /// Fields of the form that the program does not name.
  public let notInProgram: [Name]

  /// Each name in a sentence.
  public var description: String {
    let lines =
      notInForm.map { "The form has no field \"\($0.name)\"." + FieldNamesError.hint($0.near) }
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
  /// Compares the names of an enum with the fields of the form.
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
    let known = Set(fieldPaths)
    let required = Set(core.fields.map { $0.name })
    func names(_ names: Set<String>, near others: Set<String>) -> [FieldNamesError.Name] {
      names.sorted().map {
        .init(name: $0, near: NearNames.nearest(to: $0, among: others.sorted()))
      }
    }
    let notInForm = names(named.subtracting(known), near: known.subtracting(named))
    let notInProgram = names(required.subtracting(named), near: named.subtracting(known))
    guard notInForm.isEmpty, notInProgram.isEmpty else {
      throw FieldNamesError(notInForm: notInForm, notInProgram: notInProgram)
    }
    return NamedFields(spec: self)
  }

  /// The names of all fields, those in records and lists with their paths.
  var fieldPaths: [String] { paths(core.fields, prefix: "") }

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
  /// - Throws: `FieldNamesError` if the names are not those of the form; `fields(_:)` throws it earlier.
  public func validate<Field>(
    _ record: RecordValue, fields: Field.Type, options: ValidationOptions = .init()
  ) throws(FieldNamesError) -> NamedOutcome<Field> {
    try self.fields(fields).validate(record, options: options)
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
    _ record: RecordValue, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(record, options: options))
  }

  /// Validates a value of one field; see ``FormSpec/validate(_:for:options:)``.
  ///
  /// - Parameters:
  ///   - value: as the data has it.
  ///   - field: the field.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: a product with the typed value alone, or what is wrong.
  public func validate(
    _ value: RecordValue, for field: Field, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    guard let declared = self[field] else { preconditionFailure("the form has all of its names") }
    return NamedOutcome(spec.core.evaluate(value, for: declared, options))
  }

  /// Names the fields of any other validation's problems.
  ///
  /// - Parameter outcome: of a validation with the same form.
  public func callAsFunction(_ outcome: Outcome) -> NamedOutcome<Field> { NamedOutcome(outcome) }

  /// How the form declares a field.
  ///
  /// - Parameter field: one of those that the enum names.
  public subscript(field: Field) -> FormField? { spec.field(field.rawValue) }
}

/// What became of a record, with fields named by the program.
public enum NamedOutcome<Field: FieldNames>: Sendable {
  /// The record is all right; the product has its typed values.
  case accepted(Product)
  /// The record is not; there is at least one error among the problems.
  case rejected(Rejection<NamedProblem<Field>>)

  init(_ outcome: Outcome) {
    switch outcome {
    case .accepted(let product): self = .accepted(product)
    case .rejected(let rejection):
      self = .rejected(rejection.mapped { NamedProblem($0) })
    }
  }

  /// The product of an accepted record.
  public var product: Product? {
    if case .accepted(let product) = self { product } else { nil }
  }

  /// The errors of a rejected record, in the order of the form's declarations.
  public var problems: [NamedProblem<Field>] {
    if case .rejected(let rejection) = self { rejection.problems } else { [] }
  }

  /// The warnings.
  public var warnings: [NamedProblem<Field>] {
    switch self {
    case .accepted(let product): product.warnings.map { NamedProblem($0) }
    case .rejected(let rejection): rejection.warnings
    }
  }

  /// The field of the first problem that has one, for moving the focus.
  public var firstField: Field? {
    if case .rejected(let rejection) = self { rejection.firstField } else { nil }
  }

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
@dynamicMemberLookup
public struct NamedProblem<Field: FieldNames>: FieldProblem, Encodable, Hashable,
  CustomStringConvertible
{
  /// The field, or the nearest around it that has a name; nil for the record as a whole and for keys
  /// that no field asks for.
  public let field: Field?
  /// The problem itself, with the whole path as its `field`.
  public let problem: Problem

  init(_ problem: Problem) {
    self.problem = problem
    field =
      problem.names.map { NamedProblem.field(at: $0) }
      ?? problem.field.flatMap { NamedProblem.field(of: $0) }
  }

  /// Any other property of the problem, such as its `reason` and its `position`.
  ///
  /// - Parameter path: that of a property of ``Problem``.
  public subscript<Value>(dynamicMember path: KeyPath<Problem, Value>) -> Value {
    problem[keyPath: path]
  }

  /// What is wrong and what to do about it, in the language asked for.
  public var message: String { problem.message }

  /// The message in one of the form's languages; see ``Problem/message(in:)``.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`.
  public func message(in language: String) -> String { problem.message(in: language) }

  /// A few words over the message, if the form has some.
  public var title: String? { problem.title }

  /// The title in one of the form's languages; see ``Problem/title(in:)``.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`.
  public func title(in language: String) -> String? { problem.title(in: language) }

  /// The field and the message.
  public var description: String { problem.description }

  /// Encodes the problem itself, with the whole path.
  ///
  /// - Parameter encoder: any; the members are those of the command line's JSON.
  public func encode(to encoder: any Encoder) throws { try problem.encode(to: encoder) }

  /// The field to which `names` lead, or the nearest one around it that the enum names.
  static func field(at names: [String]) -> Field? {
    names.indices.reversed().lazy
      .compactMap { Field(rawValue: names[...$0].joined(separator: ".")) }.first
  }

  /// The longest part of `items[2].price` that has a name: `items.price`, or else `items`. Of a problem that others
  /// found only this text is known.
  static func field(of path: String) -> Field? {
    // A name may have brackets of its own.
    FormPath.nearest(to: path) { Field(rawValue: $0) ?? Field(rawValue: withoutNumbers($0)) }
  }

  /// The path without the numbers of items.
  private static func withoutNumbers(_ path: String) -> String {
    let parts = path.split(separator: "[", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { plain, part in
      let rest = part.drop { $0.isWholeNumber }
      let isNumber = rest.startIndex > part.startIndex && rest.first == "]"
      plain += isNumber ? rest.dropFirst() : "[" + part
    }
  }
}

/// Paths such as `items[2].price`.
enum FormPath {
  /// What `find` has for a path or the nearest one around it: `items[2].price`, `items[2]`, `items`.
  static func nearest<T>(to path: String, _ find: (String) -> T?) -> T? {
    let outwards = sequence(first: path[...]) { inner in
      inner.lastIndex { $0 == "." || $0 == "[" }.map { inner[..<$0] }
    }
    for path in outwards { if let found = find(String(path)) { return found } }
    return nil
  }
}

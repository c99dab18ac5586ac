// Field names that the compiler checks: an enum of the program names the fields and is compared with the form once.

internal import FormworkSyntax

/// An enum that names the fields of a form. Its raw values are names or paths.
public typealias FieldNames = RawRepresentable<String> & CaseIterable & Sendable & Hashable

/// A form whose fields are named by an enum of the program.
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

/// The error for an enum whose names don't match the fields of a form.
public struct FieldNamesError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A name that only the enum or only the form has.
  public struct Name: Sendable, Hashable {
    /// The name.
    public let name: String
    /// Similar names in the form if it lacks `name`, or else in the enum, the most similar first.
    public let near: [String]
  }

  /// The names in the enum for which the form has no field.
  public let notInForm: [Name]
  /// The fields of the form that the enum doesn't name.
  public let notInProgram: [Name]

  /// A sentence for each name, each on its own line.
  public var description: String {
    let lines =
      notInForm.map { "The form has no field \"\($0.name)\"." + FieldNamesError.hint($0.near) }
      + notInProgram.map {
        "The field \"\($0.name)\" of the form has no name in the enum."
          + FieldNamesError.hint($0.near)
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
  /// The enum must name every field that isn't part of a record. It may also name fields in records and lists, by
  /// paths such as `address.zip` and `items.price`.
  ///
  /// - Parameter type: an enum whose raw values are the names.
  /// - Throws: `FieldNamesError` with every name that only the enum or only the form has.
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

  /// The names of all fields. A field in a record or a list has a path, such as `address.zip`.
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
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  /// - Throws: `FieldNamesError` if the names don't match the form. Call `fields(_:)` to find out earlier.
  public func validate<Field>(
    _ record: RecordValue, fields: Field.Type, options: ValidationOptions = .init()
  ) throws(FieldNamesError) -> NamedOutcome<Field> {
    try self.fields(fields).validate(record, options: options)
  }
}

extension NamedFields {
  /// Validates a value of one field, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - value: the value, as in the data.
  ///   - field: the field.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: a product with only the typed value, or the problems.
  public func validate(
    _ value: RecordValue, for field: Field, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    guard let declared = self[field] else { preconditionFailure("the form has all of its names") }
    return NamedOutcome(spec.core.evaluate(value, for: declared, options))
  }

  /// Validates a value of one field, given in a type of the program, such as `String` or `Date?`.
  ///
  /// - Parameters:
  ///   - value: the value, as in the data; nil for a blank one.
  ///   - field: the field.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: a product with only the typed value, or the problems.
  @_disfavoredOverload
  public func validate(
    _ value: some RecordConvertible, for field: Field, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    validate(value.recordValue, for: field, options: options)
  }

  /// Names the fields in the outcome of a validation by the enum. The validation need not be one of this type's
  /// methods.
  ///
  /// - Parameter outcome: the outcome of a validation with the same form.
  public func callAsFunction(_ outcome: Outcome) -> NamedOutcome<Field> { NamedOutcome(outcome) }

  /// Accesses the declaration of a field.
  ///
  /// - Parameter field: a field that the enum names.
  public subscript(field: Field) -> FormField? { spec.field(field.rawValue) }
}

/// The result of validating a record, with fields named by the program.
public enum NamedOutcome<Field: FieldNames>: Sendable {
  /// The record is valid; the product has its typed values.
  case accepted(Product)
  /// The record is invalid; there is at least one error.
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

  /// The warnings, which never reject a record.
  public var warnings: [NamedProblem<Field>] {
    switch self {
    case .accepted(let product): product.warnings.map { NamedProblem($0) }
    case .rejected(let rejection): rejection.warnings
    }
  }

  /// The field of the first problem with a field, to move the focus to.
  public var firstField: Field? {
    if case .rejected(let rejection) = self { rejection.firstField } else { nil }
  }

  /// Returns the product.
  ///
  /// - Throws: the problems, if the record was rejected.
  public func get() throws(Rejection<NamedProblem<Field>>) -> Product {
    switch self {
    case .accepted(let product): return product
    case .rejected(let rejection): throw rejection
    }
  }
}

/// A problem whose field is named by an enum of the program.
@dynamicMemberLookup
public struct NamedProblem<Field: FieldNames>: FieldProblem, Encodable, Hashable,
  CustomStringConvertible
{
  /// The problem's field, or the nearest enclosing field that the enum names. It is nil for the record as a whole and
  /// for keys that no field uses.
  public let field: Field?
  /// The problem itself. Its `field` is the whole path.
  public let problem: Problem

  init(_ problem: Problem) {
    self.problem = problem
    field =
      problem.names.map { NamedProblem.field(at: $0) }
      ?? problem.field.flatMap { NamedProblem.field(of: $0) }
  }

  /// Accesses any other property of the problem, such as its `reason` or `position`.
  ///
  /// - Parameter path: the key path of a property of ``Problem``.
  public subscript<Value>(dynamicMember path: KeyPath<Problem, Value>) -> Value {
    problem[keyPath: path]
  }

  /// The message on what is wrong and what to do about it, in the language of the validation's options.
  public var message: String { problem.message }

  /// Returns the message in another language; see ``Problem/message(in:)``.
  ///
  /// - Parameter language: a language code such as `ja` or `pt-BR`.
  public func message(in language: String) -> String { problem.message(in: language) }

  /// A few words above the message, if the form has any.
  public var title: String? { problem.title }

  /// Returns the title in another language; see ``Problem/title(in:)``.
  ///
  /// - Parameter language: a language code such as `ja` or `pt-BR`.
  public func title(in language: String) -> String? { problem.title(in: language) }

  /// The field and the message.
  public var description: String { problem.description }

  /// Encodes the problem itself, with the whole path.
  ///
  /// - Parameter encoder: any encoder. The members are those of the command line's JSON output.
  public func encode(to encoder: any Encoder) throws { try problem.encode(to: encoder) }

  /// Returns the field at the path `names`, or the nearest enclosing field that the enum names.
  static func field(at names: [String]) -> Field? {
    names.indices.reversed().lazy
      .compactMap { Field(rawValue: names[...$0].joined(separator: ".")) }.first
  }

  /// Returns the field whose name is the longest prefix of `path`, possibly without the indices and keys of items. For
  /// `items[2].price`, it is `items.price` or else `items`. Used for problems that the program created: only the texts of
  /// their paths are known.
  static func field(of path: String) -> Field? {
    // A name may itself contain brackets.
    FormPath.nearest(to: path) { Field(rawValue: $0) ?? Field(rawValue: FormPath.ofAllItems($0)) }
  }
}

/// Paths such as `items[2].price`.
enum FormPath {
  /// Returns the key of an item of a list by name, for a path such as `["Cash"].dollar`, and the rest of the path. Returns
  /// nil if the path doesn't begin with a key.
  static func key(at path: Substring) -> (key: String, rest: Substring)? {
    guard path.unicodeScalars.starts(with: "[\"".unicodeScalars) else { return nil }
    var key = ""
    var rest = path.unicodeScalars.dropFirst(2)
    while let scalar = rest.popFirst(), scalar != "\"" {
      guard scalar == "\\", let escaped = rest.popFirst() else {
        key.unicodeScalars.append(scalar)
        continue
      }
      if escaped == "u", let code = UInt32(String(rest.prefix(4)), radix: 16),
        let control = Unicode.Scalar(code)
      {
        key.unicodeScalars.append(control)
        rest = rest.dropFirst(4)
      } else {
        key.unicodeScalars.append(escaped)
      }
    }
    return rest.first == "]" ? (key, Substring(rest.dropFirst())) : nil
  }

  /// Returns a path without the indices and keys of items.
  static func ofAllItems(_ path: String) -> String {
    var plain = ""
    var rest = path[...]
    while let start = rest.firstIndex(of: "[") {
      plain += rest[..<start]
      rest = rest[start...]
      if let (_, after) = key(at: rest) {
        rest = after
        continue
      }
      let end = rest.dropFirst().drop { $0.isWholeNumber }
      let isNumber = end.startIndex > rest.index(after: start) && end.first == "]"
      if !isNumber { plain += "[" }
      rest = isNumber ? end.dropFirst() : rest.dropFirst()
    }
    return plain + rest
  }

  /// Returns the first result of `find` for a path and its enclosing paths: `items[2].price`, `items[2]`, `items`.
  static func nearest<T>(to path: String, _ find: (String) -> T?) -> T? {
    let outwards = sequence(first: path[...]) { inner in
      inner.lastIndex { $0 == "." || $0 == "[" }.map { inner[..<$0] }
    }
    for path in outwards { if let found = find(String(path)) { return found } }
    return nil
  }
}

// Validation of a single value without the rest of its record.

internal import FormworkEngine
internal import FormworkSyntax

extension FormSpec {
  /// Validates a value of one field, without the rest of the record.
  ///
  /// ```swift
  /// let outcome = try spec.validate("a 1", for: "id")
  /// ```
  ///
  /// The value is cleaned, typed and checked against the field's own rules. A blank value of a required field is a
  /// problem. Rules that need another field are skipped, and so are checks. A field of a block counts as in force.
  ///
  /// - Parameters:
  ///   - value: the value, as in the data; `null` for a blank one.
  ///   - path: a name, or a path such as `address.zip`, or `items.price` for the first item of a list.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: a product with only the typed value, or the problems.
  /// - Throws: `FieldNamesError` if the form has no such field.
  public func validate(
    _ value: RecordValue, for path: String, options: ValidationOptions = .init()
  ) throws(FieldNamesError) -> Outcome {
    guard let field = field(path) else {
      let near = NearNames.nearest(to: path, among: fieldPaths)
      throw FieldNamesError(notInForm: [.init(name: path, near: near)], notInProgram: [])
    }
    return core.evaluate(value, for: field, options)
  }

  /// Validates a value of one field, given in a type of the program, such as `String` or `Date?`.
  ///
  /// - Parameters:
  ///   - value: the value, as in the data; nil for a blank one.
  ///   - path: a name, or a path such as `address.zip`, or `items.price` for the first item of a list.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: a product with only the typed value, or the problems.
  /// - Throws: `FieldNamesError` if the form has no such field.
  @_disfavoredOverload
  public func validate(
    _ value: some RecordConvertible, for path: String, options: ValidationOptions = .init()
  ) throws(FieldNamesError) -> Outcome {
    try validate(value.recordValue, for: path, options: options)
  }
}

extension FormCore {
  func evaluate(
    _ value: RecordValue, for field: FormField, _ options: ValidationOptions
  ) -> Outcome {
    evaluators.withEvaluator { evaluator in
      prepare(evaluator, options)
      do throws(MalformedRecord) {
        let typed = try evaluator.evaluate(field: field.number) {
          feed, key throws(MalformedRecord) in
          try RecordValueReader.put(value, key, &feed, options.timeZone)
        }
        return outcome(of: field, typed, evaluator, options)
      } catch {
        return outcome(of: error, options, evaluator.record, at: nil)
      }
    }
  }
}

// MARK: - A field without a form

/// A validator for a single field without a form around it.
///
/// ```swift
/// let id = try FieldValidator(Field("id", label: "ID", .string) { .count(1...20) && .alphanumeric })
/// let message = id.validate("a 1", options: .init(scope: .firstOfRecord)).problems.first?.message
/// ```
public struct FieldValidator: Sendable {
  /// The form that contains only the field.
  public let spec: FormSpec
  private let field: FormField

  /// Checks and compiles a field.
  ///
  /// - Parameters:
  ///   - field: the field, with its type and rules.
  ///   - rules: rules of this program that the field uses.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error.
  public init(_ field: Field, rules: [HostRule] = []) throws(FormSpecError) {
    spec = try FormSpec(field.name, rules: rules) { field }
    self.field = spec.fields[0]
  }

  /// Validates a value.
  ///
  /// - Parameters:
  ///   - value: the value, as in the data; `null` for a blank one.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: a product with only the typed value, or the problems.
  public func validate(_ value: RecordValue, options: ValidationOptions = .init()) -> Outcome {
    spec.core.evaluate(value, for: field, options)
  }

  /// Validates a value, given in a type of the program, such as `String` or `Date?`.
  ///
  /// - Parameters:
  ///   - value: the value, as in the data; nil for a blank one.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: a product with only the typed value, or the problems.
  @_disfavoredOverload
  public func validate(
    _ value: some RecordConvertible, options: ValidationOptions = .init()
  ) -> Outcome {
    validate(value.recordValue, options: options)
  }
}

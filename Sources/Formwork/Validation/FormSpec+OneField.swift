// Validation of one value alone, without the record that it will be part of.

internal import FormworkEngine
internal import FormworkSyntax

extension FormSpec {
  /// Validates a value of one field, without the rest of the record.
  ///
  /// ```swift
  /// let outcome = try spec.validate("a 1", for: "id")
  /// ```
  ///
  /// The value is cleaned, typed and judged by the field's own rules, and a blank one of a required field is missing.
  /// Rules that need another field are not decided, and neither are checks. A field of a block counts as if the block was in force.
  ///
  /// - Parameters:
  ///   - value: as the data has it; `null` for a blank one.
  ///   - path: a name, or a path such as `address.zip`, or `items.price` for the first item of a list.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: a product with the typed value alone, or what is wrong.
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

/// A field that is validated alone, without a form around it.
///
/// ```swift
/// let id = try FieldValidator(Field("id", label: "ID", .string) { .count(1...20) && .alphanumeric })
/// let message = id.validate("a 1", options: .init(scope: .firstOfRecord)).problems.first?.message
/// ```
public struct FieldValidator: Sendable {
  /// The form that has nothing but the field.
  public let spec: FormSpec
  private let field: FormField

  /// Checks and compiles a field.
  ///
  /// - Parameters:
  ///   - field: with its type and its rules.
  ///   - rules: predicates of this program that it uses.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error.
  public init(_ field: Field, rules: [HostRule] = []) throws(FormSpecError) {
    spec = try FormSpec(field.name, rules: rules) { field }
    self.field = spec.fields[0]
  }

  /// Validates a value.
  ///
  /// - Parameters:
  ///   - value: as the data has it; `null` for a blank one.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: a product with the typed value alone, or what is wrong.
  public func validate(_ value: RecordValue, options: ValidationOptions = .init()) -> Outcome {
    spec.core.evaluate(value, for: field, options)
  }
}

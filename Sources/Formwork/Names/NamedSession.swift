// A form on screen whose fields have names of the program's own.

/// A form on screen whose fields are named by an enum, so that a misspelt name does not compile.
///
/// ```swift
/// let form = try spec.fields(SignUp.self).session()
/// form[.id].text = "a1"
/// focus = form.submit().firstField
/// ```
@dynamicMemberLookup
public struct NamedSession<Field: FieldNames> {
  /// The form itself.
  public let session: FormSession
  private let boxes: [Field: SessionField]

  fileprivate init(_ session: FormSession) {
    self.session = session
    boxes = Dictionary(
      Field.allCases.compactMap { field in
        session.state.box(at: field.rawValue).map {
          (field, SessionField($0, session.state))
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The box of a field; for one inside of a list, that of the list.
  ///
  /// - Parameter field: one of those that the enum names.
  public subscript(field: Field) -> SessionField {
    guard let box = boxes[field] else {
      // `NamedFields` was made by comparing every name with the form.
      preconditionFailure("The form has no field \(field.rawValue).")
    }
    return box
  }

  /// The box of a field in a row of a list.
  ///
  /// - Parameters:
  ///   - field: such as one named `items.price`.
  ///   - row: one of the list that the field is in.
  public subscript(field: Field, in row: SessionField) -> SessionField {
    guard
      let box = row.box.withFields.first(where: { NamedProblem.field(at: $0.shape.names) == field })
    else { preconditionFailure("The row \(row.path) has no field \(field.rawValue).") }
    return SessionField(box, row.state)
  }

  /// Any property of the session.
  ///
  /// - Parameter path: that of a property of ``FormSession``.
  public subscript<Value>(dynamicMember path: KeyPath<FormSession, Value>) -> Value {
    session[keyPath: path]
  }

  /// Any property of the session that can be set.
  ///
  /// - Parameter path: that of a property of ``FormSession``.
  public subscript<Value>(
    dynamicMember path: ReferenceWritableKeyPath<FormSession, Value>
  ) -> Value {
    get { session[keyPath: path] }
    nonmutating set { session[keyPath: path] = newValue }
  }

  /// The field of the first error of the last submission, for moving the focus; ``FormSession/focusedField`` is its box, also
  /// in a row.
  public var focus: Field? {
    session.state.focus.flatMap { NamedProblem.field(at: $0.shape.names) }
  }

  /// Validates the form as a whole; see ``FormSession/submit()``. With rules that have to be waited for it is
  /// `answers.outcome { form.submit() }`.
  @discardableResult
  public func submit() -> NamedOutcome<Field> { NamedOutcome(session.submit()) }

  /// Validates one field with those that depend on it; see ``FormSession/validate(_:)``.
  ///
  /// - Parameter field: one of those that the enum names.
  public func validate(_ field: Field) { self[field].validate() }

  /// Shows an error that somebody else found; see ``FormSession/setError(_:at:code:)``.
  ///
  /// - Parameters:
  ///   - message: what is wrong and what to do about it.
  ///   - field: where it is shown; nil for the form as a whole.
  ///   - code: a stable name of what is wrong.
  public func setError(_ message: String, at field: Field? = nil, code: String = "outside") {
    session.setError(message, at: field.map { self[$0].path }, code: code)
  }

  /// Some of the boxes, such as those of a page; see ``FormSession/group(_:)``.
  ///
  /// - Parameter fields: in the order of the group; with a record or a list come the boxes in it.
  public func group(_ fields: [Field]) -> SessionGroup {
    SessionGroup(fields.map { self[$0].box }, session.state)
  }

  /// Makes the form as it was when it began; see ``FormSession/reset(values:)``.
  ///
  /// - Parameter values: what is in the boxes, by the keys of the data.
  public func reset(values: [String: RecordValue] = [:]) { session.reset(values: values) }
}

extension NamedFields {
  /// Begins a form on screen.
  ///
  /// - Parameters:
  ///   - values: what is in the boxes at the beginning, as in ``FormSession/init(_:values:timing:options:)``.
  ///   - timing: when the session validates without being asked.
  ///   - options: the language of labels and messages, what day it is.
  public func session(
    values: [String: RecordValue] = [:], timing: FormSession.Timing = .submit,
    options: ValidationOptions = .init()
  ) -> NamedSession<Field> {
    NamedSession(FormSession(spec, values: values, timing: timing, options: options))
  }
}

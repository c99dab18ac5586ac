// A form on screen whose fields are named by an enum of the program.

/// A form on screen whose fields are named by an enum, so that a misspelled name doesn't compile.
///
/// ```swift
/// let form = try spec.fields(SignUp.self).session()
/// form[.id].text = "a1"
/// focus = form.submit().firstField
/// ```
@dynamicMemberLookup
public struct NamedSession<Field: FieldNames> {
  /// The session of the form.
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

  /// Accesses the box of a field; for a field inside a list, the box of the list.
  ///
  /// - Parameter field: a field that the enum names.
  public subscript(field: Field) -> SessionField {
    guard let box = boxes[field] else {
      // `NamedFields` compared every name with the form when it was created.
      preconditionFailure("The form has no field \(field.rawValue).")
    }
    return box
  }

  /// Accesses the box of a field in a row of a list.
  ///
  /// - Parameters:
  ///   - field: a field of the list, such as one named `items.price`.
  ///   - row: a row of that list.
  public subscript(field: Field, in row: SessionField) -> SessionField {
    guard
      let box = row.box.withFields.first(where: { NamedProblem.field(at: $0.shape.names) == field })
    else { preconditionFailure("The row \(row.path) has no field \(field.rawValue).") }
    return SessionField(box, row.state)
  }

  /// Accesses any property of the session.
  ///
  /// - Parameter path: the key path of a property of ``FormSession``.
  public subscript<Value>(dynamicMember path: KeyPath<FormSession, Value>) -> Value {
    session[keyPath: path]
  }

  /// Accesses any settable property of the session.
  ///
  /// - Parameter path: the key path of a property of ``FormSession``.
  public subscript<Value>(
    dynamicMember path: ReferenceWritableKeyPath<FormSession, Value>
  ) -> Value {
    get { session[keyPath: path] }
    nonmutating set { session[keyPath: path] = newValue }
  }

  /// The field of the first error of the last submission, to move the focus to. ``FormSession/focusedField`` is the box
  /// to focus, which may be in a row.
  public var focus: Field? {
    session.state.focus.flatMap { NamedProblem.field(at: $0.shape.names) }
  }

  /// Validates the form as a whole; see ``FormSession/submit()``. With asynchronous rules, call `answers.outcome {
  /// form.submit() }`.
  @discardableResult
  public func submit() -> NamedOutcome<Field> { NamedOutcome(session.submit()) }

  /// Validates one field and the fields that depend on it; see ``FormSession/validate(_:)``.
  ///
  /// - Parameter field: a field that the enum names.
  public func validate(_ field: Field) { self[field].validate() }

  /// Shows an error that the program found; see ``FormSession/setError(_:at:code:)``.
  ///
  /// - Parameters:
  ///   - message: a message on what is wrong and what to do about it.
  ///   - field: the field to show it at; nil for the form as a whole.
  ///   - code: a stable code for the kind of error.
  public func setError(_ message: String, at field: Field? = nil, code: String = "outside") {
    session.setError(message, at: field.map { self[$0].path }, code: code)
  }

  /// Returns a group of boxes, such as those of a page; see ``FormSession/group(_:)``.
  ///
  /// - Parameter fields: the fields in the order of the group. A record or a list includes the boxes in it.
  public func group(_ fields: [Field]) -> SessionGroup {
    SessionGroup(fields.map { self[$0].box }, session.state)
  }

  /// Resets the form to its initial state; see ``FormSession/reset(values:)``.
  ///
  /// - Parameter values: the values of the boxes, keyed as in the data.
  public func reset(values: [String: RecordValue] = [:]) { session.reset(values: values) }
}

extension NamedFields {
  /// Creates a session for a form on screen.
  ///
  /// - Parameters:
  ///   - values: the initial values of the boxes, as in ``FormSession/init(_:values:timing:options:)``.
  ///   - timing: when the session validates by itself.
  ///   - options: the language of labels and messages, the current date, and so on.
  public func session(
    values: [String: RecordValue] = [:], timing: FormSession.Timing = .submit,
    options: ValidationOptions = .init()
  ) -> NamedSession<Field> {
    NamedSession(FormSession(spec, values: values, timing: timing, options: options))
  }
}

// The state of a form on screen: the value and messages of each box.

public import Observation

/// The state of a form on screen.
///
/// Every field of the form is a box, a ``SessionField`` with its raw value, label and messages. A view shows the
/// boxes that are in force and stores the user's input in them; the session does the rest.
///
/// ```swift
/// let session = FormSession(spec)
/// session["id"]?.text = "a 1"
/// if let product = session.submit().product { send(product) } else { focus = session.focus }
/// ```
///
/// A session is observable, so SwiftUI redraws only the views that depend on a change. Use it from one thread or actor
/// at a time; it isn't bound to the main actor. A box can be used even after the session itself is released.
public final class FormSession: Observable {
  /// The events at which a session validates by itself.
  public enum Timing: Sendable, Hashable {
    /// Only when the form is submitted.
    case submit
    /// Also whenever a value is set; this validates the field and the fields that depend on it.
    case change
  }

  let state: SessionState
  /// The boxes in the order of the form, each record before its fields. The boxes inside a list are in its
  /// ``SessionField/rows``.
  public let fields: [SessionField]

  /// Creates a session for a form.
  ///
  /// - Parameters:
  ///   - spec: the form.
  ///   - values: the initial values of the boxes, in the layout of the data, as ``FormSpec/record(of:)-(Product)``
  ///     returns them: records as dictionaries, lists as arrays. A value may also be under the name of its field,
  ///     unless that is the key of a sibling. Other keys are ignored.
  ///   - timing: when the session validates by itself.
  ///   - options: the language of labels and messages, the current date, and so on.
  public init(
    _ spec: FormSpec, values: [String: RecordValue] = [:], timing: Timing = .submit,
    options: ValidationOptions = .init()
  ) {
    let state = SessionState(spec, values, timing, options)
    self.state = state
    fields = state.roots.flatMap { $0.withFields }.map { SessionField($0, state) }
  }

  /// The box of a field, or nil.
  ///
  /// - Parameter path: a name, or a path such as `address.zip` or `items[2].price`.
  public subscript(path: String) -> SessionField? {
    state.box(path).map { SessionField($0, state) }
  }

  /// The form that the session was created for.
  public var spec: FormSpec { state.spec }

  /// The events at which the session validates by itself.
  public var timing: Timing {
    get { state.timing }
    set { state.timing = newValue }
  }

  /// The options of validations: the language of labels and messages, the current date, and so on.
  public var options: ValidationOptions {
    get { state.options }
    set { state.options = newValue }
  }

  /// The errors of the last submission that aren't shown in a box.
  public var problems: [Problem] { state.problems }

  /// The path of the box with the first error of the last submission, to move the focus to; nil if no box has one. When
  /// rows move, the path changes with the box.
  public var focus: String? { focusedField?.path }

  /// The box with the first error of the last submission; nil if no box has one. Use its ``SessionField/id`` for a
  /// view's focus: unlike the path, it stays the same when rows move.
  public var focusedField: SessionField? { state.focus.map { SessionField($0, state) } }

  /// The boxes in force, in the order of the form. These are the boxes to show.
  public var fieldsInForce: [SessionField] { fields.filter { $0.isInForce } }

  /// The steps of filling in the form: its pages, and the fields between them. A form without pages has a single step,
  /// without a title.
  public var pages: [SessionPage] {
    state.pages.indices.map { SessionPage(number: $0, state) }
  }

  /// The steps to show for the current values.
  public var pagesInForce: [SessionPage] { pages.filter { $0.isInForce } }

  /// The record to validate: the raw values of the boxes in force, keyed as in the data, with the rows of each list in
  /// order.
  public var record: RecordValue { state.record }
}

// MARK: - User actions

extension FormSession {
  /// Validates the form as a whole.
  ///
  /// All earlier messages are removed, including those of fields that are no longer in force. Asynchronous rules are
  /// called only if ``HostAnswers`` calls this method.
  ///
  /// - Returns: the product if there are no errors, or the problems.
  @discardableResult
  public func submit() -> Outcome { state.submit() }

  /// Validates one field and the fields that depend on it, such as while the user types.
  ///
  /// A field depends on another if its rules, its `required if` or the conditions of its blocks name it. A record or
  /// list and the fields inside it depend on each other. A field that is blank and was never set or submitted gets no
  /// messages.
  ///
  /// - Parameter path: the path of a box; any other path is ignored.
  public func validate(_ path: String) { state.box(path).map { state.validate($0) } }

  /// Shows an error that the program found, such as a server's answer that a name is taken.
  ///
  /// The error is one of the problems of its box. It is removed when the value of the box is set, when a
  /// ``SessionGroup`` with the box is validated, or when the form is submitted or reset. An error without a box is
  /// removed only when the form is submitted or reset. The focus moves to the box unless it is on an earlier box that
  /// still has an error.
  ///
  /// - Parameters:
  ///   - message: a message on what is wrong and what to do about it.
  ///   - path: the path of a box, such as `items[2].price`, or of a value inside it. Without a path or a matching
  ///     box, the error is about the form as a whole.
  ///   - code: a stable code for the kind of error.
  public func setError(_ message: String, at path: String? = nil, code: String = "outside") {
    state.add(Problem(field: path, code: code, message: message))
  }

  /// Resets the form to its initial state, with other values.
  ///
  /// - Parameter values: the values of the boxes, as in ``init(_:values:timing:options:)``.
  public func reset(values: [String: RecordValue] = [:]) { state.reset(values) }

  /// Returns a group of boxes. The boxes of a `page` of the form are in ``pages``.
  ///
  /// - Parameter paths: the paths of the boxes. A record or a list includes the boxes in it.
  /// - Returns: the group, in the order of `paths`; nil if there is no box at one of them.
  public func group(_ paths: [String]) -> SessionGroup? {
    let boxes = paths.compactMap { state.box($0) }
    return boxes.count == paths.count ? SessionGroup(boxes, state) : nil
  }
}

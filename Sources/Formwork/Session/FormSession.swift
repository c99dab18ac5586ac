// The state of one form on screen: the value and the messages of each box.

public import Observation

/// The state of one form on screen.
///
/// Every field of the form is a box, a ``SessionField`` with its raw value, its label and its message. A
/// view shows the boxes that are in force and writes what is typed into them; the session does the rest.
///
/// ```swift
/// let session = FormSession(spec)
/// session["id"]?.text = "a 1"
/// if let product = session.submit().product { send(product) } else { focus = session.focus }
/// ```
///
/// A session is observable, so that SwiftUI draws again what changed and nothing else. It belongs to
/// one thread or actor at a time, whichever that is; it is not bound to the main one. A box works as long as somebody
/// has it, also without the session.
public final class FormSession: Observable {
  /// When a session validates without being asked.
  public enum Timing: Sendable, Hashable {
    /// When the form is submitted.
    case submit
    /// Whenever a value is set: of that field, and of the fields that depend on it.
    case change
  }

  let state: SessionState
  /// The boxes in the order of the form, each record before the fields in it. Those inside of a list are in its
  /// ``SessionField/rows``.
  public let fields: [SessionField]

  /// Begins a form.
  ///
  /// - Parameters:
  ///   - spec: of the form.
  ///   - values: what is in the boxes at the beginning, as the data has it, such as ``FormSpec/record(of:)-(Product)``
  ///     gives it: records as dictionaries, lists as arrays. A value may stand under the name of its field as well, unless
  ///     that is the key of another field beside it. Others are ignored.
  ///   - timing: when the session validates without being asked.
  ///   - options: the language of labels and messages, what day it is.
  public init(
    _ spec: FormSpec, values: [String: RecordValue] = [:], timing: Timing = .submit,
    options: ValidationOptions = .init()
  ) {
    let state = SessionState(spec, values, timing, options)
    self.state = state
    fields = state.roots.flatMap { $0.withFields }.map { SessionField($0, state) }
  }

  /// The box of a field.
  ///
  /// - Parameter path: a name, or a path such as `address.zip` or `items[2].price`.
  public subscript(path: String) -> SessionField? {
    state.box(path).map { SessionField($0, state) }
  }

  /// What the boxes are made from.
  public var spec: FormSpec { state.spec }

  /// When the session says what is wrong without being asked.
  public var timing: Timing {
    get { state.timing }
    set { state.timing = newValue }
  }

  /// The options of validations: the language of labels and messages, what day it is.
  public var options: ValidationOptions {
    get { state.options }
    set { state.options = newValue }
  }

  /// The errors of the last submission that belong to no field.
  public var problems: [Problem] { state.problems }

  /// The path of the box of the first error of the last submission, for moving the focus; nil if there
  /// was none, or it belongs to no field. It follows the box when rows move.
  public var focus: String? { focusedField?.path }

  /// The box of the first error of the last submission. Its ``SessionField/id`` is what a view has its focus at: it stays
  /// when rows move, where a path becomes that of another row.
  public var focusedField: SessionField? { state.focus.map { SessionField($0, state) } }

  /// The boxes in force, in the order of the form: those to be shown.
  public var fieldsInForce: [SessionField] { fields.filter { $0.isInForce } }

  /// What would be validated: the raw values of the boxes in force, by the keys of the data; of a list its rows in
  /// their order.
  public var record: RecordValue { state.record }
}

// MARK: - What people do

extension FormSession {
  /// Validates the form as a whole.
  ///
  /// What was said before is forgotten, also of fields that have since gone out of force. Rules that have to be waited for
  /// are asked if ``HostAnswers`` call it.
  ///
  /// - Returns: the product, only if all is well, or what is wrong.
  @discardableResult
  public func submit() -> Outcome { state.submit() }

  /// Validates one field, as it is typed, with the fields that depend on it.
  ///
  /// A field depends on another if its rules, its `required if` or the conditions of its blocks name it.
  /// A field that is blank and was never set or submitted gets no messages. A record and a list depend on the fields
  /// in them, because they have their values, and these depend on them.
  ///
  /// - Parameter path: of a box; nothing happens for others.
  public func validate(_ path: String) { state.box(path).map { state.validate($0) } }

  /// Shows an error that somebody else found, such as a server that knows which names are taken.
  ///
  /// It is one of the problems of its box until the value of that is set, a ``SessionGroup`` with the box is validated,
  /// or the form is submitted or reset; one that belongs to no box stays until the form is submitted or reset. The focus
  /// goes there unless it is at a box before that is still marked.
  ///
  /// - Parameters:
  ///   - message: what is wrong and what to do about it.
  ///   - path: of the box, such as `items[2].price`, or of something in it; nil, like a path that leads to no box, for
  ///     the form as a whole.
  ///   - code: a stable name of what is wrong.
  public func setError(_ message: String, at path: String? = nil, code: String = "outside") {
    state.add(Problem(field: path, code: code, message: message))
  }

  /// Makes the form as it was when it began, with other values.
  ///
  /// - Parameter values: what is in the boxes, as in ``init(_:values:timing:options:)``.
  public func reset(values: [String: RecordValue] = [:]) { state.reset(values) }

  /// Some of the boxes, such as those of a page.
  ///
  /// - Parameter paths: of the boxes; with a record or a list come the boxes in it.
  /// - Returns: the boxes in the order given; nil if one of the paths leads to none.
  public func group(_ paths: [String]) -> SessionGroup? {
    let boxes = paths.compactMap { state.box($0) }
    return boxes.count == paths.count ? SessionGroup(boxes, state) : nil
  }
}

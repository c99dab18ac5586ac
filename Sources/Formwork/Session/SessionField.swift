// A box of a form on screen, as views use it.

public import Observation

/// A field of a form on screen, or a row of a list: its raw value and its messages.
///
/// Setting a value clears ``SessionField/isErrorActive`` at once, so that the box isn't red while the user types. The
/// message remains until the next validation, so that the user can still read it.
///
/// Until a value is set, a box shows the `default` of its field and its ``value`` is `null`. If the user deletes the
/// text, the box stays empty, but it still counts as the default when it is validated. A switch can't be empty, so it
/// shows the default again.
public final class SessionField: Observable, Identifiable, Hashable {
  let box: Box
  let state: SessionState

  init(_ box: Box, _ state: SessionState) { (self.box, self.state) = (box, state) }

  /// The identifier within the session. Unlike ``path``, it stays the same when rows move.
  public var id: String { box.id }
  /// The path, such as `id`, `address.zip` or `items[2].price`.
  public var path: String { box.path }
  /// The name of the field, the last part of its path; empty for a row.
  public var name: String { box.shape.name }
  /// The fields of a record, or of a row that is a record; empty for any other field.
  public var fields: [SessionField] { box.fields.map { SessionField($0, state) } }

  /// The boxes in force inside this box, in the order of the form, each record before its fields. The boxes inside a
  /// list are in its ``rows``.
  public var fieldsInForce: [SessionField] {
    box.withFields.dropFirst().filter { $0.isInForce }.map { SessionField($0, state) }
  }

  /// The box at a path inside a record, or inside a row that is a record. Nil if there is no such box.
  ///
  /// - Parameter path: the path from this box, such as `price` or `address.zip`.
  public subscript(path: String) -> SessionField? {
    SessionState.box(path[...], in: box.fields).map { SessionField($0, state) }
  }

  /// Whether the form currently includes the field: whether all `when` blocks around it are in force.
  public var isInForce: Bool { box.isInForce }
  /// Whether to mark the box as wrong: it has an error, and its value hasn't been set since.
  public var isErrorActive: Bool { box.isErrorActive }
  /// The errors of the last validation.
  public var problems: [Problem] { box.problems }
  /// The warnings of the last validation.
  public var warnings: [Problem] { box.warnings }

  /// The form's declaration of the field: its type, its default, whether it is required or secret.
  ///
  /// If several mutually exclusive blocks declare the name, this is the declaration in force.
  public var declaration: FormField { box.declaration }

  /// Returns whether both are the same box of the same session.
  ///
  /// - Parameters:
  ///   - left: a box.
  ///   - right: a box, possibly of a different session.
  public static func == (left: SessionField, right: SessionField) -> Bool {
    left.box === right.box
  }

  /// Hashes the identity of the box.
  ///
  /// - Parameter hasher: the hasher to feed.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(box)) }
}

// MARK: - Words and messages

extension SessionField {
  /// The name that users read: the label of the field, or for a row, the label of its list.
  public var label: String { declaration.label(in: language) }
  /// The form's advice on filling in the field, if any.
  public var hint: String? { declaration.hint(in: language) }
  /// The values of a choice with their labels; empty for any other field.
  public var choices: [FormField.Choice] { declaration.choices(in: language) }
  /// The message of the first error of the last validation.
  public var message: String? { problems.first.map { text(of: $0) } }
  /// The messages of all errors of the last validation.
  public var messages: [String] { problems.map { text(of: $0) } }

  /// The title of the first error of the last validation, if the form has one.
  public var title: String? {
    problems.first.flatMap { problem in
      language.map { problem.title(in: $0) } ?? problem.title
    }
  }

  /// The message of the first warning of the last validation.
  public var warning: String? { warnings.first.map { text(of: $0) } }
  /// Validates the field and the fields that depend on it; see ``FormSession/validate(_:)``.
  public func validate() { state.validate(box) }

  private var language: String? { state.options.language }

  private func text(of problem: Problem) -> String {
    language.map { problem.message(in: $0) } ?? problem.message
  }
}

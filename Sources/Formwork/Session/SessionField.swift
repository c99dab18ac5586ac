// One box of a form on screen, as views use it.

public import Observation

/// One field of a form on screen: its raw value and its messages. Each row of a list is one as well.
///
/// Setting a value removes the mark of an error at once, so that people do not type into a red box, and keeps
/// the message until the next validation, so that they can still read what to do.
///
/// A box shows the `default` of its field while nothing is set, and its ``value`` is `null`. One whose text is deleted
/// stays empty, and still counts as the default when it is validated. Only a switch, which cannot be empty, shows the
/// default again.
public final class SessionField: Observable, Identifiable, Hashable {
  let box: Box
  let state: SessionState

  init(_ box: Box, _ state: SessionState) { (self.box, self.state) = (box, state) }

  /// What it is known by in its session. It stays when rows move, where ``path`` does not.
  public var id: String { box.id }
  /// The path, such as `id`, `address.zip` or `items[2].price`.
  public var path: String { box.path }
  /// The name of the field, the last part of its path; empty for a row.
  public var name: String { box.shape.name }
  /// The fields of a record, or of a row that is a record; empty for every other field.
  public var fields: [SessionField] { box.fields.map { SessionField($0, state) } }

  /// The boxes in it that are in force, in the order of the form, each record before the fields in it; those of a list
  /// are in its ``rows``.
  public var fieldsInForce: [SessionField] {
    box.withFields.dropFirst().filter { $0.isInForce }.map { SessionField($0, state) }
  }

  /// A box in a record, or in a row that is a record.
  ///
  /// - Parameter path: from here, such as `price` or `address.zip`.
  public subscript(path: String) -> SessionField? {
    SessionState.box(path[...], in: box.fields).map { SessionField($0, state) }
  }

  /// Whether the form has the field now: whether the `when` blocks that it is in are in force.
  public var isInForce: Bool { box.isInForce }
  /// Whether to mark the box: the last validation found an error, and the value was not set since.
  public var isErrorActive: Bool { box.isErrorActive }
  /// The errors that the last validation found.
  public var problems: [Problem] { box.problems }
  /// The warnings that the last validation found.
  public var warnings: [Problem] { box.warnings }

  /// How the form declares the field: its type, whether it is required or secret, its default.
  ///
  /// Where several blocks that exclude each other declare the name, it is the one in force.
  public var declaration: FormField { box.declaration }

  /// Whether both are the same box of the same session.
  ///
  /// - Parameters:
  ///   - left: a box.
  ///   - right: another one, also of another session.
  public static func == (left: SessionField, right: SessionField) -> Bool {
    left.box === right.box
  }

  /// Hashes which box it is.
  ///
  /// - Parameter hasher: the hasher that takes the box.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(box)) }
}

// MARK: - Words and messages

extension SessionField {
  /// What people call the field; a row is called as its list.
  public var label: String { declaration.label(in: language) }
  /// The form's advice about filling it in, if any.
  public var hint: String? { declaration.hint(in: language) }
  /// The values of a choice with their labels; empty for every other field.
  public var choices: [FormField.Choice] { declaration.choices(in: language) }
  /// The message of the first error that the last validation found.
  public var message: String? { problems.first.map { text(of: $0) } }
  /// The messages of all errors that the last validation found.
  public var messages: [String] { problems.map { text(of: $0) } }

  /// The title of the first error that the last validation found, if the form has one.
  public var title: String? {
    problems.first.flatMap { problem in
      language.map { problem.title(in: $0) } ?? problem.title
    }
  }

  /// The message of the first warning of the last validation.
  public var warning: String? { warnings.first.map { text(of: $0) } }
  /// Validates the field with those that depend on it; see ``FormSession/validate(_:)``.
  public func validate() { state.validate(box) }

  private var language: String? { state.options.language }

  private func text(of problem: Problem) -> String {
    language.map { problem.message(in: $0) } ?? problem.message
  }
}

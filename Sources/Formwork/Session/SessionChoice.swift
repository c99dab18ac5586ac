// The box of a choice whose values are an enum of the program.

public import Observation

/// The box of a choice, with the cases of an enum as its values.
///
/// ```swift
/// let fruit = try session["fruit"]!.choice(of: Fruit.self)
/// fruit.selection = .apple
/// ```
///
/// A view keeps it as `@Bindable` and binds a picker to `$fruit.selection`.
public final class SessionChoice<Value: RawRepresentable<String> & Hashable>: Observable,
  Identifiable
{
  /// The box itself.
  public let field: SessionField

  fileprivate init(_ field: SessionField) { self.field = field }

  /// The identifier of the box within the session.
  public var id: String { field.id }

  /// The case that is selected; nil if none is. Setting nil empties the box.
  public var selection: Value? {
    get { field.selection.flatMap { Value(rawValue: $0) } }
    set { field.selection = newValue?.rawValue }
  }

  /// The cases with their labels, in the order of the form.
  public var choices: [(value: Value, label: String)] {
    field.choices.compactMap { choice in
      Value(rawValue: choice.value).map { ($0, choice.label) }
    }
  }
}

extension SessionField {
  /// Returns the box with the cases of an enum as its values.
  ///
  /// - Parameter type: an enum whose raw values include all values of the choice.
  /// - Throws: `TypeMismatch` if the field isn't a choice, or if the enum lacks some of its values.
  public func choice<Value>(
    of type: Value.Type = Value.self
  ) throws(TypeMismatch) -> SessionChoice<Value> {
    guard declaration.type == .choice else {
      throw TypeMismatch(differences: [.init(path: path, kind: .type)])
    }
    let missing = choices.map { $0.value }.filter { Value(rawValue: $0) == nil }
    if !missing.isEmpty {
      throw TypeMismatch(differences: [.init(path: path, kind: .choices(missing))])
    }
    return SessionChoice(self)
  }
}

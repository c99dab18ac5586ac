// A sign-up form on screen. This is all the code it needs; what SwiftUI adds are boxes that show a
// `SessionField`, the same for every form.

import Formwork

/// The fields, under names that the compiler knows.
public enum SignUpField: String, CaseIterable, Sendable {
  case id, email, accepts
}

public struct SignUpForm {
  public let session: NamedSession<SignUpField>

  public init(language: String? = nil) throws {
    session = try Forms.signUp.spec.fields(SignUpField.self)
      .session(options: .init(language: language))
  }
}

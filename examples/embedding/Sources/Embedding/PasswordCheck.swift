// A password checker with a criterion of this program's own.

import Formwork

enum HostRules {
  /// A handful of passwords that every attacker tries first.
  private static let leaked: Set<String> = ["password", "password1!", "qwertyuiop", "letmein2024"]

  static let all = [
    HostRule("notLeaked", .string) { password in !leaked.contains(password.lowercased()) },
    Caller.isFree,
  ]
}

public enum PasswordCheck {
  /// What the password still lacks, in the order of the form.
  ///
  /// - Parameter onlyFirst: whether one thing at a time is enough.
  public static func unmetCriteria(of password: String, onlyFirst: Bool = false) -> [String] {
    let scope: ValidationOptions.Scope = onlyFirst ? .firstOfField : .everyProblem
    return Forms.password.spec.validate(
      ["password": .string(password)], options: .init(scope: scope)
    )
    .problems.map { $0.message }
  }
}

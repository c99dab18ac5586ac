// Which columns hold something secret, for who shows whole rows.

extension TableReader {
  /// For each column whether it holds something secret; nil if the form has no secrets.
  package func secretColumns(_ program: Program) -> [Bool]? {
    let secrets = program.fields.indices.filter {
      program.holdsSecret(field: Int32(truncatingIfNeeded: $0))
    }.map { program.fields[$0] }
    if secrets.isEmpty { return nil }
    return targets.map { target in
      secrets.contains { field in
        Int(field.level) == target.level
          && field.inputs.contains(Int32(truncatingIfNeeded: target.input))
      }
    }
  }
}

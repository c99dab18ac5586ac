// Determines the columns with secrets, for code that shows whole rows.

extension TableReader {
  /// Returns for each column whether it has a secret, or nil if the form has no secrets.
  package func secretColumns(_ program: Program) -> [Bool]? {
    let secrets = program.fields.indices.filter {
      program.holdsSecret(field: Int32(truncatingIfNeeded: $0))
    }.map { program.fields[$0] }
    if secrets.isEmpty { return nil }
    return destinationsOfColumns.map { targets in
      targets.contains { target in
        secrets.contains { field in
          Int(field.level) == target.level
            && field.inputs.contains(Int32(truncatingIfNeeded: target.input))
        }
      }
    }
  }
}

// Names and coverage entries for the exports of types to TypeScript and Swift.

internal import FormworkEngine
internal import FormworkSyntax

extension OrderedSet<String> {
  /// Inserts the first of `wanted`, `wanted2`, `wanted3` … that isn't in the set, and returns it.
  mutating func insertUnused(_ wanted: String) -> String {
    var (name, number) = (wanted, 2)
    while !insert(name).inserted {
      name = wanted + String(number)
      number += 1
    }
    return name
  }
}

extension [String] {
  /// The words as the name of a type: `book` and `course` become `BookCourse`.
  var typeName: String {
    let joined = map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.first?.isLetter == true ? joined : "_" + joined
  }
}

extension ExportReading {
  /// Adds coverage entries for the type of a field and for whether it must be filled in.
  func addTypeEntries(_ field: Int32, isOptional: Bool) {
    let span = program.span(ofField: field)
    add(.kept("type"), program.field(field).kind.rawValue, field, at: span)
    if !isOptional { add(.kept("no ?"), "required", field, at: span) }
  }
}

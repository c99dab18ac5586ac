// The keys of a form that are near to those of records that no field asks for. The same ones come in record after
// record, and to find what is near takes longer than to read a record.

internal import FormworkSyntax

/// Remembers what is near to keys, for some of them.
struct NearKeys {
  private struct Key: Hashable {
    var name: String
    var level: Int32
  }

  /// How many keys are remembered; where more come, they are forgotten.
  private static let limit = 1_000
  /// Names of more bytes are near to none.
  private static let longest = 1_000
  /// A level with more keys has none that count as near: records may have any number of unknown keys, and each would be
  /// compared with all of them.
  private static let compared = 500

  private var known: OrderedDictionary<Key, [String]> = [:]
  /// The fields whose keys are not their names.
  private var renamed: OrderedDictionary<Key, Int>?

  /// The keys of a level that are near to one that none of its fields asks for, the nearest first.
  mutating func keys(for name: String, in level: Int32, of program: Program) -> [String] {
    let key = Key(name: name, level: level)
    if name.utf8.count > NearKeys.longest { return [] }
    if let near = known[key] { return near }
    if known.count >= NearKeys.limit { known.removeAll() }
    let near = find(key, program)
    known[key] = near
    return near
  }

  private mutating func find(_ key: Key, _ program: Program) -> [String] {
    let renamed = renamed ?? NearKeys.renamedFields(program)
    self.renamed = renamed
    // A field of that name has other keys.
    if let field = renamed[key] { return program.fields[field].keys }
    let names = program.levels[Int(key.level)].keys.names
    return names.count > NearKeys.compared ? [] : NearNames.nearest(to: key.name, among: names)
  }

  private static func renamedFields(_ program: Program) -> OrderedDictionary<Key, Int> {
    var renamed: OrderedDictionary<Key, Int> = [:]
    for (number, field) in program.fields.enumerated() where !field.sourceKeys.isEmpty {
      let key = Key(name: field.name, level: field.level)
      if renamed[key] == nil { renamed[key] = number }
    }
    return renamed
  }
}

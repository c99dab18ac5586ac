// Finds keys of a form that are similar to unknown keys of records. The results are cached: the same unknown keys occur
// in record after record, and finding similar keys takes longer than reading a record.

internal import FormworkSyntax

/// A cache that lists the similar keys of each unknown key.
struct NearKeys {
  private struct Key: Hashable {
    var name: String
    var level: Int32
  }

  /// The maximum number of cached keys. When it is reached, the cache is emptied.
  private static let limit = 1_000
  /// The maximum length, in bytes, of an unknown key for which similar keys are found.
  private static let longest = 1_000
  /// The maximum number of keys of a level for which similar keys are found. Records may have any number of unknown
  /// keys, and each is compared with every key of the level.
  private static let compared = 500

  private var known: OrderedDictionary<Key, [String]> = [:]
  /// The fields that are read from keys other than their names, by level and name.
  private var renamed: OrderedDictionary<Key, Int>?

  /// Returns the keys of a level that are similar to a key without a field, the most similar first.
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
    // A field has this name, but is read from other keys.
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

// The keys of a form that are near to those of records that no field asks for. The same ones come in record after
// record, and to find what is near takes longer than to read a record.

/// Remembers what is near to keys, for some of them.
struct NearKeys {
  private struct Key: Hashable {
    var name: String
    var level: Int
  }

  /// How many keys are remembered; where more come, they are forgotten.
  private static let limit = 1_000
  /// Names of more bytes are near to none.
  private static let longest = 1_000

  private var known: [Key: [String]] = [:]

  /// What `find` finds for a key of a level.
  mutating func keys(for name: String, in level: Int, _ find: () -> [String]) -> [String] {
    if name.utf8.count > NearKeys.longest { return find() }
    let key = Key(name: name, level: level)
    if let near = known[key] { return near }
    if known.count >= NearKeys.limit { known.removeAll(keepingCapacity: true) }
    let near = find()
    known[key] = near
    return near
  }
}

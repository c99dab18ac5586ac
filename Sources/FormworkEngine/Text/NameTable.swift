// Numbered names: a hash table of their canonical forms. It serves names that are looked up while a form is read, and
// non-ASCII keys of records.

/// A set of names, numbered from 0 in the order in which they were added. Canonically equivalent names are the same
/// name.
package struct NameTable: Sendable {
  /// The canonical forms, end to end.
  private var bytes: [UInt8] = []
  /// The end of each name's canonical form in `bytes`, and the hash of that form.
  private var entries: [(end: Int32, hash: UInt32)] = []
  /// The number of each name, in the bucket of its hash or in the next free bucket after it. Empty buckets contain -1.
  /// The number of buckets is a power of two.
  private var buckets: [Int32] = []

  var count: Int { entries.count }

  /// Reserves space for `count` names.
  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    bytes.reserveCapacity(count * 12)
    if buckets.count < count * 2 { rebuild(for: count) }
  }

  /// Adds a name if it is new, and returns its number. A new name gets the number that `count` was before the call.
  mutating func add(_ name: String) -> Int {
    NameTable.withForm(of: name) { add(form: $0) }
  }

  /// Adds a name in UTF-8 if it is new.
  mutating func add(text: TextBytes) { _ = NameTable.withForm(of: text) { add(form: $0) } }

  /// Adds a name whose bytes are already its canonical form, and returns its number.
  mutating func add(form: TextBytes) -> Int {
    if buckets.count < (entries.count + 1) * 2 { rebuild(for: max(8, entries.count * 2)) }
    let hash = NameTable.hash(form)
    let bucket = bucket(of: form, hash)
    if buckets[bucket] >= 0 { return Int(buckets[bucket]) }
    buckets[bucket] = Int32(truncatingIfNeeded: entries.count)
    bytes.append(contentsOf: form)
    entries.append((Int32(truncatingIfNeeded: bytes.count), hash))
    return entries.count - 1
  }

  /// Returns the number of a name, or nil if it isn't in the table.
  func number(of name: String) -> Int? {
    entries.isEmpty ? nil : NameTable.withForm(of: name) { find($0) }
  }

  /// Returns the number of a name in UTF-8, or nil if it isn't in the table.
  func number(of name: TextBytes) -> Int? {
    entries.isEmpty ? nil : NameTable.withForm(of: name) { find($0) }
  }

  private func find(_ form: TextBytes) -> Int? {
    let number = buckets[bucket(of: form, NameTable.hash(form))]
    return number < 0 ? nil : Int(number)
  }

  /// Returns the bucket of a name. For a new name, returns the empty bucket to put it in.
  private func bucket(of form: TextBytes, _ hash: UInt32) -> Int {
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] >= 0 {
      let number = Int(buckets[bucket])
      if entries[number].hash == hash, isForm(number, form) { break }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return bucket
  }

  private func isForm(_ number: Int, _ form: TextBytes) -> Bool {
    let start = number == 0 ? 0 : Int(entries[number - 1].end)
    guard Int(entries[number].end) - start == form.count else { return false }
    var index = 0
    while index < form.count, bytes[start + index] == form[index] { index += 1 }
    return index == form.count
  }

  private mutating func rebuild(for count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    buckets = Array(repeating: -1, count: size)
    for (number, entry) in entries.enumerated() {
      var bucket = Int(truncatingIfNeeded: entry.hash) & (size - 1)
      while buckets[bucket] >= 0 { bucket = (bucket + 1) & (size - 1) }
      buckets[bucket] = Int32(truncatingIfNeeded: number)
    }
  }

  private static func hash(_ bytes: TextBytes) -> UInt32 {
    let hash = KnownText(bytes).hash
    return UInt32(truncatingIfNeeded: ((hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  private static func withForm<Result>(
    of name: String, _ body: (TextBytes) -> Result
  ) -> Result {
    var name = name
    return name.withUTF8 { withForm(of: $0, body) }
  }

  private static func withForm<Result>(
    of name: TextBytes, _ body: (TextBytes) -> Result
  ) -> Result {
    if name.isPlain { return body(name) }
    var form: [UInt8] = []
    name.appendCanonical(to: &form)
    return form.withUnsafeBufferPointer { body($0) }
  }
}

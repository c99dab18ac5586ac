// The keys of a level, and the input of each.

package struct KeyTable: Sendable {
  /// The keys in the order in which they first occur in the form.
  package private(set) var names: [String] = []
  package private(set) var inputs: [Int32] = []
  /// All names that were looked up while the form was read, including keys. `keysOfNames` has the index of the key for
  /// each, or -1.
  private var table = NameTable()
  private var keysOfNames: [Int32] = []

  /// Reserves space for `count` keys.
  mutating func reserve(_ count: Int) {
    names.reserveCapacity(count)
    inputs.reserveCapacity(count)
  }

  /// Adds a key, which must be new.
  mutating func append(_ key: String, input: Int32) {
    names.append(key)
    inputs.append(input)
  }

  /// Sets the table for finding a key by any equivalent spelling.
  ///
  /// - Parameter inputs: the input of each name of the table, or -1.
  mutating func finish(_ table: NameTable, _ inputs: [Int32]) {
    self.table = table
    var keys = [Int32](repeating: -1, count: Int(self.inputs.max() ?? -1) + 1)
    for (key, input) in self.inputs.enumerated() { keys[Int(input)] = Int32(key) }
    keysOfNames = inputs.map { $0 < 0 ? -1 : keys[Int($0)] }
  }

  /// Returns the index of a non-ASCII key, in any equivalent spelling.
  func number(ofCanonical key: TextBytes) -> Int? {
    table.number(of: key).flatMap { keysOfNames[$0] < 0 ? nil : Int(keysOfNames[$0]) }
  }
}

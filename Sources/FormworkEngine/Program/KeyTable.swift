// The keys that a level asks for, and which input each belongs to.

/// The keys of a level.
package struct KeyTable: Sendable {
  /// The keys in the order in which they were first asked for.
  package private(set) var names: [String] = []
  package private(set) var inputs: [Int32] = []
  /// The names that were looked up while the form was read, keys among them, with the numbers of those
  /// that are keys.
  private var table = NameTable()
  private var keysOfNames: [Int32] = []

  /// Makes room for as many keys.
  mutating func reserve(_ count: Int) {
    names.reserveCapacity(count)
    inputs.reserveCapacity(count)
  }

  /// Adds a key that is not there yet.
  mutating func append(_ key: String, input: Int32) {
    names.append(key)
    inputs.append(input)
  }

  /// Takes over the table by which keys are found that are written in another way.
  ///
  /// - Parameter inputs: for each name of the table its input, or -1.
  mutating func finish(_ table: NameTable, _ inputs: [Int32]) {
    self.table = table
    var keys = [Int32](repeating: -1, count: Int(self.inputs.max() ?? -1) + 1)
    for (key, input) in self.inputs.enumerated() { keys[Int(input)] = Int32(key) }
    keysOfNames = inputs.map { $0 < 0 ? -1 : keys[Int($0)] }
  }

  /// The number of a key beyond ASCII, which may be written in more than one way.
  func number(ofCanonical key: TextBytes) -> Int? {
    table.number(of: key).flatMap { keysOfNames[$0] < 0 ? nil : Int(keysOfNames[$0]) }
  }
}

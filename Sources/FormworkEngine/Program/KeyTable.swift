// The keys that a level asks for, and which input each belongs to.

/// The keys of a level.
package struct KeyTable: Sendable {
  /// The keys in the order in which they were first asked for.
  package private(set) var names: [String] = []
  package private(set) var inputs: [Int32] = []
  /// The names that were looked up while the form was read, keys among them, with the inputs of those
  /// that are keys.
  private var table = NameTable()
  private var inputsOfNames: [Int32] = []

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
    inputsOfNames = inputs
  }

  /// The input of a key beyond ASCII, which may be written in more than one way.
  func input(ofCanonical key: TextBytes) -> Int {
    table.number(of: key).map { Int(inputsOfNames[$0]) } ?? -1
  }

  /// The first eight bytes as one number, short keys filled up with zeros.
  @inline(__always)
  static func prefix(_ bytes: TextBytes) -> UInt64 {
    if bytes.count >= 8, let base = bytes.baseAddress {
      return UnsafeRawPointer(base).loadUnaligned(as: UInt64.self).littleEndian
    }
    var prefix: UInt64 = 0
    var index = bytes.count
    while index > 0 {
      index &-= 1
      prefix = prefix &<< 8 | UInt64(bytes[index])
    }
    return prefix
  }

  static func hash(_ bytes: TextBytes) -> Int {
    var hash = prefix(bytes) ^ UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 8
    while index < bytes.count {
      hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
      index += 1
    }
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 32)
  }
}

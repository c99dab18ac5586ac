// The keys that a level asks for, and which input each belongs to.

/// The keys of a level.
package struct KeyTable: Sendable {
  /// The keys in the order in which they were first asked for.
  package private(set) var names: [String] = []
  package private(set) var inputs: [Int32] = []
  private var table = NameTable()

  /// Makes room for as many keys.
  mutating func reserve(_ count: Int) {
    names.reserveCapacity(count)
    inputs.reserveCapacity(count)
    table.reserve(count)
  }

  /// The input of `key`, made if the key is new. Keys that are canonically equivalent are one key.
  mutating func add(_ key: String, nextInput: inout Int32) -> Int32 {
    let number = table.add(key)
    if number < inputs.count { return inputs[number] }
    names.append(key)
    inputs.append(nextInput)
    nextInput += 1
    return nextInput - 1
  }

  /// The input of a key beyond ASCII, which may be written in more than one way.
  func input(ofCanonical key: TextBytes) -> Int {
    table.number(of: key).map { Int(inputs[$0]) } ?? -1
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

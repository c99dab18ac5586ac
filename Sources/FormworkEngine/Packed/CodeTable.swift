// The codes of a compressed block, looked up by the next bits of the input.

/// The meaning of a code.
struct CodeEntry {
  /// From the lowest bit: 8 bits for the length of the code, 5 for the number of extra bits after it, 3 for the entry's
  /// kind, 16 for its value.
  let word: UInt32

  enum Kind: UInt32 { case nothing, byte, base, end, link }

  init(_ kind: Kind, value: Int, bitCount: Int, extraBits: Int = 0) {
    word =
      UInt32(bitCount) | UInt32(extraBits) << 8 | kind.rawValue << 13
      | UInt32(truncatingIfNeeded: value) << 16
  }

  @inline(__always) var bitCount: Int { Int(truncatingIfNeeded: word & 0xFF) }
  @inline(__always) var extraBits: Int { Int(truncatingIfNeeded: word &>> 8 & 0x1F) }
  @inline(__always) var value: Int { Int(truncatingIfNeeded: word &>> 16) }
  @inline(__always) private var kind: UInt32 { word &>> 13 & 7 }
  @inline(__always) var isGood: Bool { kind != Kind.nothing.rawValue }
  @inline(__always) var isByte: Bool { kind == Kind.byte.rawValue }
  @inline(__always) var isEnd: Bool { kind == Kind.end.rawValue }
  @inline(__always) var isLink: Bool { kind == Kind.link.rawValue }
}

/// A table of codes, looked up by their bits.
struct CodeTable {
  /// A function that creates an entry from a symbol and the length of the symbol's code.
  typealias MakeEntry = (Int, Int) -> CodeEntry

  private let entries: UnsafeMutablePointer<CodeEntry>
  private let bits: Int
  /// A mask of `bits` ones.
  private let mask: UInt64
  private let size: Int
  private static let nothing = CodeEntry(.nothing, value: 0, bitCount: 1)

  /// - Parameters:
  ///   - bits: the number of bits of the first lookup. A longer code needs a second lookup.
  ///   - size: the maximum number of entries that a set of codes can need.
  init(bits: Int, size: Int) {
    self.bits = bits
    mask = (1 << UInt64(bits)) - 1
    self.size = max(size, 1 << bits)
    entries = .allocate(capacity: self.size)
    entries.initialize(repeating: CodeTable.nothing, count: self.size)
  }

  func deallocate() { entries.deallocate() }

  /// Returns the entry of the code at the beginning of `next`, the next bits of the input.
  @inline(__always)
  subscript(next: UInt64) -> CodeEntry {
    let entry = entries[Int(truncatingIfNeeded: next & mask)]
    if !entry.isLink { return entry }
    let more = Int(truncatingIfNeeded: next &>> UInt64(bits)) & ((1 &<< entry.extraBits) &- 1)
    return entries[entry.value &+ more]
  }

  /// Builds the table from the length of each symbol's code, which is 0 for unused symbols.
  mutating func build(_ sizes: ArraySlice<UInt8>, _ make: MakeEntry) throws(InflateProblem) {
    entries.update(repeating: CodeTable.nothing, count: 1 << bits)
    var next = try CodeTable.firstCodes(sizes)
    let longest = Int(sizes.max() ?? 0)
    var used = 1 << bits
    for (symbol, size) in sizes.enumerated() where size > 0 {
      let count = Int(size)
      let code = CodeTable.reversed(next[count], count)
      next[count] += 1
      if count <= bits {
        fill(0, code, step: count, upTo: bits, make(symbol, count))
        continue
      }
      let low = code & ((1 << bits) - 1)
      if !entries[low].isLink {
        guard used + (1 << (longest - bits)) <= self.size else { throw .badCode }
        (entries + used).update(repeating: CodeTable.nothing, count: 1 << (longest - bits))
        entries[low] = CodeEntry(.link, value: used, bitCount: 0, extraBits: longest - bits)
        used += 1 << (longest - bits)
      }
      fill(
        entries[low].value, code >> bits, step: count - bits, upTo: longest - bits,
        make(symbol, count))
    }
  }

  /// Stores the entry of `code` at all indices whose lowest bits are `code`.
  private func fill(_ start: Int, _ code: Int, step: Int, upTo width: Int, _ entry: CodeEntry) {
    for index in stride(from: code, to: 1 << width, by: 1 << step) {
      entries[start + index] = entry
    }
  }

  /// Returns the first code of each length. Throws if there are too many codes. Too few are accepted, because a single
  /// code is allowed.
  private static func firstCodes(_ sizes: ArraySlice<UInt8>) throws(InflateProblem) -> [Int] {
    var counts = [Int](repeating: 0, count: 16)
    for size in sizes { counts[Int(size)] += 1 }
    counts[0] = 0
    var first = [Int](repeating: 0, count: 17)
    for size in 1...15 {
      first[size + 1] = (first[size] + counts[size]) << 1
      guard first[size] + counts[size] <= 1 << size else { throw .badCode }
    }
    return first
  }

  /// Returns the bits of a code in the order in which they are read.
  private static func reversed(_ code: Int, _ count: Int) -> Int {
    var (code, result) = (code, 0)
    for _ in 0..<count {
      result = result << 1 | code & 1
      code >>= 1
    }
    return result
  }
}

// MARK: - Meanings of symbols

extension CodeTable {
  static func plainEntry(_ symbol: Int, _ count: Int) -> CodeEntry {
    CodeEntry(.base, value: symbol, bitCount: count)
  }

  static func lengthEntry(_ symbol: Int, _ count: Int) -> CodeEntry {
    switch symbol {
    case ..<256: CodeEntry(.byte, value: symbol, bitCount: count)
    case 256: CodeEntry(.end, value: 0, bitCount: count)
    case 257..<265: CodeEntry(.base, value: symbol - 254, bitCount: count)
    case 265..<285: ranged(symbol - 265, least: 11, perBits: 4, firstBits: 1, count)
    case 285: CodeEntry(.base, value: 258, bitCount: count)
    default: CodeEntry(.nothing, value: 0, bitCount: count)
    }
  }

  static func distanceEntry(_ symbol: Int, _ count: Int) -> CodeEntry {
    switch symbol {
    case ..<4: CodeEntry(.base, value: symbol + 1, bitCount: count)
    case 4..<30: ranged(symbol - 4, least: 5, perBits: 2, firstBits: 1, count)
    default: CodeEntry(.nothing, value: 0, bitCount: count)
    }
  }

  /// Returns the entry of a symbol that represents a range of numbers. Each group of `perBits` symbols has one extra
  /// bit more than the group before.
  private static func ranged(
    _ number: Int, least: Int, perBits: Int, firstBits: Int, _ count: Int
  ) -> CodeEntry {
    let group = number / perBits
    let base = least + perBits * 2 * ((1 << group) - 1) + (number % perBits) << (group + firstBits)
    return CodeEntry(.base, value: base, bitCount: count, extraBits: group + firstBits)
  }
}

// Checksums of files: MD5 (RFC 1321), SHA-1, SHA-256 and SHA-512 (FIPS 180-4). They detect accidental changes; only
// the last two also resist deliberate ones.

internal import FormworkEngine

/// A checksum algorithm.
package enum DigestKind: String, CaseIterable, Sendable {
  case md5 = "MD5"
  case sha1 = "SHA-1"
  case sha256 = "SHA-256"
  case sha512 = "SHA-512"

  /// Accepts a name such as `SHA-256`, in any case and with or without its hyphen.
  package init?(_ name: String) {
    let kind =
      DigestKind(rawValue: name)
      ?? DigestKind.allCases.first { HostPredicate.isSame(name, $0.rawValue) }
    guard let kind else { return nil }
    self = kind
  }

  /// Returns the checksum of bytes that `read` delivers in parts. `read` writes into its argument and returns the
  /// number of bytes, or 0 at the end.
  func digest<E>(
    _ room: UnsafeMutableRawBufferPointer,
    _ read: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> [UInt8] {
    switch self {
    case .md5: try DigestStream.digest(MD5(), room, read)
    case .sha1: try DigestStream.digest(SHA1(), room, read)
    case .sha256: try DigestStream.digest(SHA256(), room, read)
    case .sha512: try DigestStream.digest(SHA512(), room, read)
    }
  }

  /// Returns the checksum of `bytes`.
  package func digest(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)
    defer { room.deallocate() }
    return digest(room) { room in
      let part = rest.prefix(room.count)
      room.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }
}

/// The state of one algorithm, which processes whole blocks.
protocol BlockDigest {
  static var blockSize: Int { get }
  /// The size in bytes of the message length, which is written at the end of the last block, and whether it is
  /// big-endian.
  static var lengthSize: Int { get }
  static var isBigEndian: Bool { get }
  mutating func add(_ block: UnsafeRawPointer)
  var bytes: [UInt8] { get }
}

/// Cuts bytes into blocks, and appends the padding and the length.
private struct DigestStream<Core: BlockDigest> {
  private var core: Core
  private var length: UInt64 = 0

  private init(_ core: Core) { self.core = core }

  static func digest<E>(
    _ core: Core, _ room: UnsafeMutableRawBufferPointer,
    _ read: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> [UInt8] {
    var stream = DigestStream(core)
    return try stream.digest(room, read)
  }

  private mutating func digest<E>(
    _ room: UnsafeMutableRawBufferPointer,
    _ read: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> [UInt8] {
    var held = 0
    while true {
      let got = try read(UnsafeMutableRawBufferPointer(rebasing: room[held...]))
      if got <= 0 { break }
      length += UInt64(got)
      held += got
      held = take(room, held)
    }
    finish(room, held)
    return core.bytes
  }

  /// Processes whole blocks and moves the remaining bytes to the start of `room`. Returns the number of remaining
  /// bytes.
  private mutating func take(_ room: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
    guard let start = room.baseAddress else { return 0 }
    var at = 0
    while at + Core.blockSize <= count {
      core.add(start + at)
      at += Core.blockSize
    }
    start.copyMemory(from: start + at, byteCount: count - at)
    return count - at
  }

  /// Processes the remaining bytes at the start of `room`, followed by the padding and the length.
  private mutating func finish(_ room: UnsafeMutableRawBufferPointer, _ held: Int) {
    room[held] = 0x80
    let end = (held + Core.lengthSize) / Core.blockSize * Core.blockSize + Core.blockSize
    for place in (held + 1)..<(end - 8) { room[place] = 0 }
    let bits = length &* 8
    room.storeBytes(
      of: Core.isBigEndian ? bits.bigEndian : bits.littleEndian, toByteOffset: end - 8,
      as: UInt64.self)
    _ = take(room, end)
  }
}

extension FixedWidthInteger {
  @inline(__always)
  fileprivate func rotatedRight(_ count: Self) -> Self {
    self &>> count | self &<< (Self(Self.bitWidth) &- count)
  }

}

extension Array where Element: FixedWidthInteger {
  /// The bytes of the words in big-endian order.
  fileprivate var bigEndianBytes: [UInt8] { map(\.bigEndian).bytes }
  fileprivate var littleEndianBytes: [UInt8] { map(\.littleEndian).bytes }

  private var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}

extension UnsafeRawPointer {
  @inline(__always)
  fileprivate func big<Word: FixedWidthInteger>(_ index: Int) -> Word {
    Word(bigEndian: loadUnaligned(fromByteOffset: index &* MemoryLayout<Word>.size, as: Word.self))
  }
}

// MARK: - SHA-2

/// The constants of SHA-2: the first bits of the fractional parts of roots of primes.
private enum Primes {
  static let first: [UInt64] = {
    var primes: [UInt64] = []
    var number: UInt64 = 2
    while primes.count < 80 {
      if !primes.contains(where: { number % $0 == 0 }) { primes.append(number) }
      number += 1
    }
    return primes
  }()

  /// Returns the first 64 bits of the fractional part of a cube root.
  static func cubeFraction(_ prime: UInt64) -> UInt64 {
    root { low, high in Wide.isCube(low, high, atMost: prime) }
  }

  /// Returns the first 64 bits of the fractional part of a square root.
  static func squareFraction(_ prime: UInt64) -> UInt64 {
    root { low, high in Wide.isSquare(low, high, atMost: prime) }
  }

  /// Returns the fractional part of the largest number that `fits` accepts. Finds the number bit by bit.
  private static func root(_ fits: (UInt64, UInt64) -> Bool) -> UInt64 {
    var whole: UInt64 = 0
    while fits(0, whole + 1) { whole += 1 }
    var fraction: UInt64 = 0
    for bit in (0..<64).reversed() where fits(fraction | 1 << UInt64(bit), whole) {
      fraction |= 1 << UInt64(bit)
    }
    return fraction
  }
}

/// Squares and cubes of fixed-point numbers with 64 fractional bits.
private enum Wide {
  static func isSquare(_ fraction: UInt64, _ whole: UInt64, atMost prime: UInt64) -> Bool {
    let value = [fraction, whole]
    return isAtMost(product(value, value), prime, point: 2)
  }

  static func isCube(_ fraction: UInt64, _ whole: UInt64, atMost prime: UInt64) -> Bool {
    let value = [fraction, whole]
    return isAtMost(product(product(value, value), value), prime, point: 3)
  }

  private static func product(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
    var result = [UInt64](repeating: 0, count: a.count + b.count)
    for (i, x) in a.enumerated() {
      var carry: UInt64 = 0
      for (j, y) in b.enumerated() {
        let (high, low) = x.multipliedFullWidth(by: y)
        let (sum, over) = result[i + j].addingReportingOverflow(low)
        let (all, more) = sum.addingReportingOverflow(carry)
        result[i + j] = all
        carry = high &+ (over ? 1 : 0) &+ (more ? 1 : 0)
      }
      result[i + b.count] = carry
    }
    return result
  }

  private static func isAtMost(_ value: [UInt64], _ limit: UInt64, point: Int) -> Bool {
    let whole = value[point]
    if value[(point + 1)...].contains(where: { $0 > 0 }) || whole > limit { return false }
    return whole < limit || value[..<point].allSatisfy { $0 == 0 }
  }
}

/// The properties in which SHA-256 and SHA-512 differ.
private protocol SHA2Word: FixedWidthInteger, UnsignedInteger {
  static var rounds: Int { get }
  /// The distances of the rotations; in `small0` and `small1` the last one is a shift.
  static var small0: (Self, Self, Self) { get }
  static var small1: (Self, Self, Self) { get }
  static var large0: (Self, Self, Self) { get }
  static var large1: (Self, Self, Self) { get }
  static var constants: [Self] { get }
  static var beginning: [Self] { get }
}

extension UInt32: SHA2Word {
  fileprivate static var rounds: Int { 64 }
  fileprivate static var small0: (UInt32, UInt32, UInt32) { (7, 18, 3) }
  fileprivate static var small1: (UInt32, UInt32, UInt32) { (17, 19, 10) }
  fileprivate static var large0: (UInt32, UInt32, UInt32) { (2, 13, 22) }
  fileprivate static var large1: (UInt32, UInt32, UInt32) { (6, 11, 25) }
  fileprivate static let constants = Primes.first.prefix(64).map {
    UInt32(Primes.cubeFraction($0) >> 32)
  }
  fileprivate static let beginning = Primes.first.prefix(8).map {
    UInt32(Primes.squareFraction($0) >> 32)
  }
}

extension UInt64: SHA2Word {
  fileprivate static var rounds: Int { 80 }
  fileprivate static var small0: (UInt64, UInt64, UInt64) { (1, 8, 7) }
  fileprivate static var small1: (UInt64, UInt64, UInt64) { (19, 61, 6) }
  fileprivate static var large0: (UInt64, UInt64, UInt64) { (28, 34, 39) }
  fileprivate static var large1: (UInt64, UInt64, UInt64) { (14, 18, 41) }
  fileprivate static let constants = Primes.first.map { Primes.cubeFraction($0) }
  fileprivate static let beginning = Primes.first.prefix(8).map { Primes.squareFraction($0) }
}

private struct SHA2<Word: SHA2Word>: BlockDigest {
  static var blockSize: Int { 16 * MemoryLayout<Word>.size }
  static var lengthSize: Int { 2 * MemoryLayout<Word>.size }
  static var isBigEndian: Bool { true }

  private var state = Word.beginning
  private let constants = Word.constants

  var bytes: [UInt8] { state.bigEndianBytes }

  @_specialize(where Word == UInt32)
  @_specialize(where Word == UInt64)
  mutating func add(_ block: UnsafeRawPointer) {
    withUnsafeTemporaryAllocation(of: Word.self, capacity: 16) { words in
      let w = words.baseAddress.unsafelyUnwrapped
      for index in 0..<16 { w[index] = block.big(index) }
      var mixed = Mixed(state)
      constants.withUnsafeBufferPointer { k in
        let k = k.baseAddress.unsafelyUnwrapped
        mixed.mix { k[$0] &+ w[$0] }
        var start = 16
        while start < Word.rounds {
          mixed.mix { k[start &+ $0] &+ SHA2.next(w, $0) }
          start &+= 16
        }
      }
      mixed.add(to: &state)
    }
  }

  /// Computes the next word from the previous 16 words, and replaces the oldest of the 16 with it.
  @inline(__always)
  private static func next(_ w: UnsafeMutablePointer<Word>, _ index: Int) -> Word {
    let (s0, s1) = (Word.small0, Word.small1)
    let (x, y) = (w[(index &+ 1) & 15], w[(index &+ 14) & 15])
    let a = x.rotatedRight(s0.0) ^ x.rotatedRight(s0.1) ^ x &>> s0.2
    let b = y.rotatedRight(s1.0) ^ y.rotatedRight(s1.1) ^ y &>> s1.2
    let word = w[index] &+ a &+ w[(index &+ 9) & 15] &+ b
    w[index] = word
    return word
  }
}

/// The working variables of SHA-2 while a block is processed.
private struct Mixed<Word: SHA2Word> {
  private var a, b, c, d, e, f, g, h: Word
  /// The value of `b ^ c`, which the previous round computed.
  private var pair: Word

  @inline(__always)
  init(_ state: [Word]) {
    (a, b, c, d) = (state[0], state[1], state[2], state[3])
    (e, f, g, h) = (state[4], state[5], state[6], state[7])
    pair = b ^ c
  }

  @inline(__always)
  func add(to state: inout [Word]) {
    state.withUnsafeMutableBufferPointer { state in
      (state[0], state[1]) = (state[0] &+ a, state[1] &+ b)
      (state[2], state[3]) = (state[2] &+ c, state[3] &+ d)
      (state[4], state[5]) = (state[4] &+ e, state[5] &+ f)
      (state[6], state[7]) = (state[6] &+ g, state[7] &+ h)
    }
  }

  /// Performs 16 rounds. After each eight, the variables are back in their original order, so nothing has to be
  /// moved.
  @inline(__always)
  mutating func mix(_ input: (Int) -> Word) {
    eight { input($0) }
    eight { input($0 &+ 8) }
  }

  @inline(__always)
  private mutating func eight(_ input: (Int) -> Word) {
    Mixed.step(a, b, &pair, &d, e, f, g, &h, input(0))
    Mixed.step(h, a, &pair, &c, d, e, f, &g, input(1))
    Mixed.step(g, h, &pair, &b, c, d, e, &f, input(2))
    Mixed.step(f, g, &pair, &a, b, c, d, &e, input(3))
    Mixed.step(e, f, &pair, &h, a, b, c, &d, input(4))
    Mixed.step(d, e, &pair, &g, h, a, b, &c, input(5))
    Mixed.step(c, d, &pair, &f, g, h, a, &b, input(6))
    Mixed.step(b, c, &pair, &e, f, g, h, &a, input(7))
  }

  /// Performs one round, which changes only two of the eight variables.
  ///
  /// - Parameter pair: `b ^ c`; after the round `a ^ b`, which is `b ^ c` of the next round.
  @inline(__always)
  private static func step(
    _ a: Word, _ b: Word, _ pair: inout Word, _ d: inout Word, _ e: Word, _ f: Word, _ g: Word,
    _ h: inout Word, _ input: Word
  ) {
    let base = (h &+ input) &+ ((g ^ e & (f ^ g)) &+ rotated(e, Word.large1))
    let before = pair
    pair = a ^ b
    d &+= base
    h = base &+ rotated(a, Word.large0) &+ (b ^ pair & before)
  }

  /// Returns the exclusive or of a word rotated by three distances.
  @inline(__always)
  private static func rotated(_ word: Word, _ by: (Word, Word, Word)) -> Word {
    word.rotatedRight(by.0) ^ word.rotatedRight(by.1) ^ word.rotatedRight(by.2)
  }
}

private typealias SHA256 = SHA2<UInt32>
private typealias SHA512 = SHA2<UInt64>

// MARK: - SHA-1

private struct SHA1: BlockDigest {
  static var blockSize: Int { 64 }
  static var lengthSize: Int { 8 }
  static var isBigEndian: Bool { true }

  private var state: [UInt32] = [
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0,
  ]

  var bytes: [UInt8] { state.bigEndianBytes }

  mutating func add(_ block: UnsafeRawPointer) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      let w = words.baseAddress.unsafelyUnwrapped
      for index in 0..<16 { w[index] = block.big(index) }
      for index in 16..<80 {
        let mixed = w[index &- 3] ^ w[index &- 8] ^ w[index &- 14] ^ w[index &- 16]
        w[index] = mixed.rotatedRight(31)
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for index in 0..<80 {
        let (mixed, constant) = SHA1.round(index, b, c, d)
        let next = a.rotatedRight(27) &+ mixed &+ e &+ constant &+ w[index]
        (e, d, c, b, a) = (d, c, b.rotatedRight(2), a, next)
      }
      state.withUnsafeMutableBufferPointer { state in
        (state[0], state[1]) = (state[0] &+ a, state[1] &+ b)
        (state[2], state[3], state[4]) = (state[2] &+ c, state[3] &+ d, state[4] &+ e)
      }
    }
  }

  @inline(__always)
  private static func round(
    _ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> (UInt32, UInt32) {
    switch index {
    case ..<20: (b & c | ~b & d, 0x5A82_7999)
    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
    case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
    default: (b ^ c ^ d, 0xCA62_C1D6)
    }
  }
}

// MARK: - MD5

private struct MD5: BlockDigest {
  static var blockSize: Int { 64 }
  static var lengthSize: Int { 8 }
  static var isBigEndian: Bool { false }

  private var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]

  var bytes: [UInt8] { state.littleEndianBytes }

  private let sines = MD5.sines
  private let shifts = MD5.shifts

  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  mutating func add(_ block: UnsafeRawPointer) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    let (sines, shifts) = (sines, shifts)
    for index in 0..<64 {
      let (mixed, place) = MD5.round(index, b, c, d)
      let word = UInt32(
        littleEndian: block.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self))
      let sum = a &+ mixed &+ sines[index] &+ word
      let shift = shifts[index / 16 * 4 + index % 4]
      (a, d, c, b) = (d, c, b, b &+ sum.rotatedRight(32 &- shift))
    }
    state.withUnsafeMutableBufferPointer { state in
      (state[0], state[1]) = (state[0] &+ a, state[1] &+ b)
      (state[2], state[3]) = (state[2] &+ c, state[3] &+ d)
    }
  }

  @inline(__always)
  private static func round(
    _ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> (UInt32, Int) {
    switch index {
    case ..<16: (b & c | ~b & d, index)
    case ..<32: (d & b | ~d & c, (5 * index + 1) & 15)
    case ..<48: (b ^ c ^ d, (3 * index + 5) & 15)
    default: (c ^ (b | ~d), 7 * index & 15)
    }
  }

  /// The first 32 bits of the fractional parts of the sines of 1, 2, 3 and so on.
  private static let sines: [UInt32] = [
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A,
    0xA830_4613, 0xFD46_9501, 0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE,
    0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821, 0xF61E_2562, 0xC040_B340,
    0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
    0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8,
    0x676F_02D9, 0x8D2A_4C8A, 0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C,
    0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70, 0x289B_7EC6, 0xEAA1_27FA,
    0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
    0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92,
    0xFFEF_F47D, 0x8584_5DD1, 0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1,
    0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
  ]
}

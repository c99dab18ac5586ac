// The bytes that processes exchange when they validate the same data together. A type defines its layout once: the same
// function writes and reads its values.

/// Writes values as bytes, or reads them in the same order.
package struct ByteCoder {
  package private(set) var bytes: [UInt8]
  /// Whether values are read rather than written.
  package let isReading: Bool
  private var next = 0
  /// Whether invalid bytes have been read.
  package private(set) var isBroken = false

  /// Creates a writer.
  package init() { (bytes, isReading) = ([], false) }

  package init(reading bytes: [UInt8]) { (self.bytes, isReading) = (bytes, true) }

  /// Whether all bytes have been read and were valid.
  package var isDone: Bool { !isBroken && next == bytes.count }

  /// Records that the bytes being read are invalid.
  mutating func fail() { isBroken = true }

  package mutating func code<Number: FixedWidthInteger & BitwiseCopyable>(
    _ number: inout Number
  ) {
    guard isReading else {
      return withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    let size = MemoryLayout<Number>.size
    guard !isBroken, size <= bytes.count - next else {
      (isBroken, number) = (true, 0)
      return
    }
    number = bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: next, as: Number.self))
    }
    next += size
  }

  mutating func code(_ flag: inout Bool) {
    var byte: UInt8 = flag ? 1 : 0
    code(&byte)
    if byte > 1 { fail() }
    flag = byte == 1
  }

  mutating func code(_ text: inout [UInt8]) {
    let count = count(text.count)
    if isReading {
      text = Array(bytes[next..<next + count])
      next += count
    } else {
      bytes += text
    }
  }

  /// Writes or reads a list. Each item must take at least one byte.
  package mutating func code<Item>(
    _ items: inout [Item], _ new: @autoclosure () -> Item,
    _ code: (inout ByteCoder, inout Item) -> Void
  ) {
    let count = count(items.count)
    if isReading { items.removeAll() }
    for index in 0..<count where !isBroken {
      if isReading { items.append(new()) }
      code(&self, &items[index])
    }
  }

  /// Writes or reads the number of items, each of which takes at least one byte. Reading fails if there are fewer bytes
  /// left than items.
  mutating func count(_ count: Int) -> Int {
    var number = UInt64(count)
    code(&number)
    if isReading, number > UInt64(bytes.count - next) { fail() }
    return isBroken ? 0 : Int(number)
  }

  /// Writes or reads a value that may be nil. Reading decodes into `item`, or into `new` if `item` is nil.
  mutating func code<Item>(
    _ item: inout Item?, _ new: @autoclosure () -> Item,
    _ code: (inout ByteCoder, inout Item) -> Void
  ) {
    var isThere = item != nil
    self.code(&isThere)
    guard isThere else {
      item = nil
      return
    }
    var inner = item ?? new()
    code(&self, &inner)
    item = inner
  }
}

/// A secret of the processes that validate the same data. With it they get the same hashes and recognize each other's
/// bytes.
package struct SharedKey {
  private let key: [UInt8]
  private let digest: ([UInt8]) -> [UInt8]

  /// - Parameters:
  ///   - key: the secret, and everything else on which the processes must agree.
  ///   - digest: a collision-resistant hash function.
  package init(_ key: [UInt8], _ digest: @escaping ([UInt8]) -> [UInt8]) {
    (self.key, self.digest) = (digest(key), digest)
  }

  /// Returns the hash of some bytes.
  func hash(_ bytes: [UInt8], salt: Int32) -> WideHash {
    var coder = ByteCoder(reading: seal(of: bytes, salt: salt))
    var hash = WideHash.none
    coder.code(&hash.low)
    coder.code(&hash.high)
    return hash
  }

  private static let sealSize = 16
  /// The salt of seals, which isn't used for hashes.
  private static let sealSalt = Int32.min

  private func seal(of bytes: [UInt8], salt: Int32 = sealSalt) -> [UInt8] {
    var coder = ByteCoder()
    var salt = salt
    coder.code(&salt)
    return Array(digest(key + coder.bytes + bytes).prefix(SharedKey.sealSize))
  }

  /// Returns the bytes of `coder`, followed by a seal that `opened` checks.
  package func sealed(_ coder: ByteCoder) -> [UInt8] { coder.bytes + seal(of: coder.bytes) }

  /// Returns a reader of the bytes before the seal, or nil if the seal wasn't made with this key.
  package func opened(_ bytes: [UInt8]) -> ByteCoder? {
    guard bytes.count >= SharedKey.sealSize else { return nil }
    let inner = Array(bytes.dropLast(SharedKey.sealSize))
    guard seal(of: inner) == Array(bytes.suffix(SharedKey.sealSize)) else { return nil }
    return ByteCoder(reading: inner)
  }
}

extension [UInt8] {
  /// The bytes as hexadecimal digits.
  var hexadecimal: [UInt8] {
    let digits: StaticString = "0123456789abcdef"
    return flatMap { [digits.utf8Start[Int($0 >> 4)], digits.utf8Start[Int($0 & 15)]] }
  }
}

extension TextBytes {
  /// The bytes that this text represents in lower-case hexadecimal digits, or nil if it has any other characters or an
  /// odd length.
  var ofHexadecimal: [UInt8]? {
    func value(_ digit: UInt8) -> UInt8? {
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x61...0x66: digit - 0x61 + 10
      default: nil
      }
    }
    guard count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: count, by: 2) {
      guard let high = value(self[index]), let low = value(self[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

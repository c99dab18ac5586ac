// The bytes of keys. Two values have the same key exactly if they are equal.

internal import FormworkSyntax

/// A stack of keys. An array would test at every append whether its memory is shared; this stack has a single owner,
/// which must deallocate it.
struct KeyBytes {
  private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
  private var capacity = 64
  private(set) var count = 0
  /// A buffer for the texts of values that aren't appended directly.
  private var text: [UInt8] = []

  func deallocate() { start.deallocate() }

  /// Removes the bytes from `offset` on.
  @inline(__always)
  mutating func remove(from offset: Int) {
    count = offset
    if capacity > KeyBytes.keptSize, offset == 0 { shrink() }
  }

  private static let keptSize = 1 << 20

  /// Frees the memory that a large key took.
  private mutating func shrink() {
    start.deallocate()
    self = KeyBytes()
  }

  /// Returns the bytes from `offset` on. Valid until more bytes are appended.
  func bytes(from offset: Int) -> TextBytes {
    TextBytes(start: start + offset, count: count - offset)
  }

  @inline(__always)
  mutating func append(byte: UInt8) {
    reserve(1)
    start[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(word: UInt64) {
    reserve(8)
    store(word, at: count)
    count &+= 8
  }

  @inline(__always)
  mutating func append(_ bytes: TextBytes) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).initialize(from: first, count: bytes.count)
    count &+= bytes.count
  }

  /// Appends the length of the text that `write` writes, and the text.
  mutating func append(textBy write: (inout [UInt8]) -> Void) {
    text.removeAll(keepingCapacity: text.count <= KeyBytes.keptSize)
    write(&text)
    append(word: UInt64(text.count))
    text.withUnsafeBufferPointer { append($0) }
  }

  /// Returns the hash of the bytes from `offset` on.
  func hash(from offset: Int, salt: Int32) -> WideHash {
    // The last word of the key may be incomplete.
    store(0, at: count)
    return WideHash(UnsafeRawPointer(start + offset), count - offset, salt: salt)
  }

  @inline(__always)
  private func store(_ word: UInt64, at offset: Int) {
    UnsafeMutableRawPointer(start + offset).storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// Makes room for `more` bytes and for the zeros that `hash` stores after them.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count &+ more &+ 8 > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more + 8)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
  }
}

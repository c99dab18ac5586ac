// A buffer for the bytes of cells. Appending such short texts to an array would take longer than finding them in the
// XML.

/// A growing buffer of bytes.
struct CellBytes: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 12
  private(set) var count = 0
  /// The number of bytes that are copied at a time. The last copy may include bytes past the end.
  private static let block = 16

  init() { start = .allocate(capacity: capacity + CellBytes.block) }

  deinit { start.deallocate() }

  var bytes: TextBytes { TextBytes(start: start, count: count) }

  mutating func removeAll() { count = 0 }

  mutating func remove(from start: Int) { count = start }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(1) }
    start[count] = byte
    count &+= 1
  }

  /// Appends `bytes`. The 15 bytes past their end must be readable.
  @inline(__always)
  mutating func append(padded bytes: TextBytes) {
    guard let source = UnsafeRawPointer(bytes.baseAddress) else { return }
    if count &+ bytes.count > capacity { grow(bytes.count) }
    let target = UnsafeMutableRawPointer(start + count)
    var offset = 0
    while offset < bytes.count {
      let block = source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      target.storeBytes(of: block, toByteOffset: offset, as: SIMD16<UInt8>.self)
      offset &+= CellBytes.block
    }
    count &+= bytes.count
  }

  mutating func append(_ bytes: [UInt8]) { for byte in bytes { append(byte) } }

  mutating func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = (count + more) * 2
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + CellBytes.block)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}

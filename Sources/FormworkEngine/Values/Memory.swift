// Memory that texts point into: constants with the lifetime of the program, and an arena that is emptied for every
// record.

/// Bytes that never move, and never change once a program is built.
final class ConstantPool: @unchecked Sendable {
  // `@unchecked`: written by one thread while the program is built, then only read.
  private var blocks: [UnsafeMutableBufferPointer<UInt8>] = []
  /// The number of used bytes in the last block.
  private var used = 0
  /// The number of readable bytes past the end of a text.
  private static let slack = 32
  private let blockSize: Int
  /// Whether the slack of a text may hold the next text. This saves memory if there are many short texts.
  private let isPacked: Bool

  init(blockSize: Int = 1 << 10, isPacked: Bool = false) {
    (self.blockSize, self.isPacked) = (blockSize, isPacked)
  }

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Copies a text to memory that is valid as long as the pool.
  func add(_ text: String) -> TextBytes {
    var text = text
    return text.withUTF8 { add($0) }
  }

  func add(_ text: TextBytes) -> TextBytes {
    guard !text.isEmpty else { return TextBytes(start: nil, count: 0) }
    let room = reserve(text.count + ConstantPool.slack)
    let end = room.initialize(from: text).1
    room[end...].initialize(repeating: 0)
    if isPacked { used -= ConstantPool.slack }
    return TextBytes(rebasing: room[..<end])
  }

  private func reserve(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    if used + count > blocks.last?.count ?? 0 {
      blocks.append(.allocate(capacity: max(count, blockSize)))
      used = 0
    }
    used += count
    return UnsafeMutableBufferPointer(rebasing: blocks[blocks.count - 1][(used - count)..<used])
  }
}

/// A bump allocator for texts made while a record is evaluated, such as unescaped, cleaned or concatenated ones. Its
/// owner must deallocate it.
struct ScratchArena {
  private var block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: blockSize)
  private var used = 0
  /// Blocks that were full, or too small for a request. They are freed when the arena is emptied.
  private var retired: [UnsafeMutableBufferPointer<UInt8>] = []
  /// Long texts that were not copied. The arrays keep their bytes alive.
  private var kept: [[UInt8]] = []

  func deallocate() {
    block.deallocate()
    for block in retired { block.deallocate() }
  }

  /// Empties the arena and invalidates all pointers into it.
  @inline(__always)
  mutating func reset() {
    used = 0
    if !retired.isEmpty || !kept.isEmpty { free() }
  }

  private mutating func free() {
    for block in retired { block.deallocate() }
    retired.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    // The memory for one long text isn't kept for all later records.
    guard block.count > ScratchArena.keptSize else { return }
    block.deallocate()
    block = .allocate(capacity: ScratchArena.blockSize)
  }

  private static let keptSize = 1 << 20
  private static let blockSize = 16 << 10
  /// The number of bytes to reserve past the end of a text, so that they are readable.
  static let slack = 32

  /// Reserves `count` bytes.
  @inline(__always)
  mutating func reserve(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    if used + count > block.count { addBlock(count) }
    let room = block.baseAddress.unsafelyUnwrapped + used
    used &+= count
    return UnsafeMutableBufferPointer(start: room, count: count)
  }

  @inline(never)
  private mutating func addBlock(_ count: Int) {
    retired.append(block)
    block = .allocate(capacity: max(block.count, count))
    used = 0
  }

  /// Shortens the last reservation to `count` bytes, and returns it as a text.
  mutating func trim(_ room: UnsafeMutableBufferPointer<UInt8>, to count: Int) -> TextBytes {
    used -= room.count - count
    return TextBytes(rebasing: UnsafeBufferPointer(room)[0..<count])
  }

  /// Copies bytes into the arena, or keeps their array if it is long.
  mutating func add(_ bytes: [UInt8]) -> TextBytes {
    bytes.withUnsafeBufferPointer { add($0, of: bytes) }
  }

  /// Adds `part`, which is some of the bytes of `array`. A long array is kept instead of copied.
  mutating func add(_ part: TextBytes, of array: [UInt8]) -> TextBytes {
    guard array.count > ScratchArena.blockSize else { return add(part) }
    kept.append(array)
    return part
  }

  /// Copies bytes into the arena.
  mutating func add(_ bytes: TextBytes) -> TextBytes {
    let room = reserve(bytes.count)
    _ = room.initialize(from: bytes)
    return TextBytes(room)
  }

  /// Copies bytes into the arena. The `slack` bytes past their end may be read and are zeros.
  @inline(__always)
  mutating func addWithSlack(_ bytes: TextBytes) -> TextBytes {
    let room = reserve(bytes.count &+ ScratchArena.slack).baseAddress.unsafelyUnwrapped
    if let start = bytes.baseAddress { room.initialize(from: start, count: bytes.count) }
    (room + bytes.count).initialize(repeating: 0, count: ScratchArena.slack)
    used &-= ScratchArena.slack
    return TextBytes(start: room, count: bytes.count)
  }

  /// Copies bytes into the arena, followed by the zeros that `Padding` requires.
  mutating func addPadded(_ bytes: TextBytes) -> TextBytes {
    let room = reserve(bytes.count + Padding.count)
    let end = room.initialize(from: bytes).1
    for index in end..<room.count { room[index] = 0 }
    return TextBytes(rebasing: UnsafeBufferPointer(room)[..<end])
  }

  /// The size of the current block in bytes.
  var size: Int { block.count }
}

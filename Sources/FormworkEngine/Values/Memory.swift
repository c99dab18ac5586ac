// Memory that texts point into: constants that live as long as a program, and an arena that is
// emptied for every record.

/// Bytes that never move and never change once a program is built.
final class ConstantPool: @unchecked Sendable {
  // Unchecked: written only while the program is built by one thread, read-only from then on.
  private var blocks: [UnsafeMutableBufferPointer<UInt8>] = []
  /// How much of the last block is taken.
  private var used = 0
  /// How many bytes behind a text may be looked at.
  private static let slack = 32
  private static let blockSize = 1 << 10

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Copies a text in; it stays where it is until the pool goes.
  func add(_ text: String) -> TextBytes {
    var text = text
    return text.withUTF8 { text in
      guard !text.isEmpty else { return TextBytes(start: nil, count: 0) }
      let room = reserve(text.count + ConstantPool.slack)
      let end = room.initialize(from: text).1
      room[end...].initialize(repeating: 0)
      return TextBytes(rebasing: room[..<end])
    }
  }

  private func reserve(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    if used + count > blocks.last?.count ?? 0 {
      blocks.append(.allocate(capacity: max(count, ConstantPool.blockSize)))
      used = 0
    }
    used += count
    return UnsafeMutableBufferPointer(rebasing: blocks[blocks.count - 1][(used - count)..<used])
  }
}

/// A bump allocator for texts made while a record is evaluated: unescaped, cleaned, put together.
/// Whoever owns it deallocates it.
struct ScratchArena {
  private var block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: blockSize)
  private var used = 0
  /// Blocks that were full, or too small for what was asked; freed when the arena is emptied.
  private var retired: [UnsafeMutableBufferPointer<UInt8>] = []
  /// Long texts that were not copied; each array keeps its bytes where they are.
  private var kept: [[UInt8]] = []

  func deallocate() {
    block.deallocate()
    for block in retired { block.deallocate() }
  }

  /// Forgets everything; pointers handed out before are dead.
  @inline(__always)
  mutating func reset() {
    used = 0
    if !retired.isEmpty || !kept.isEmpty { free() }
  }

  private mutating func free() {
    for block in retired { block.deallocate() }
    retired.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    // What one long text took is not kept for all records after it.
    guard block.count > ScratchArena.keptSize else { return }
    block.deallocate()
    block = .allocate(capacity: ScratchArena.blockSize)
  }

  private static let keptSize = 1 << 20
  private static let blockSize = 16 << 10
  /// How many bytes behind a text may be looked at, if it was reserved with so many more.
  static let slack = 32

  /// Room for `count` bytes.
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

  /// Gives back the end of what was reserved last.
  mutating func trim(_ room: UnsafeMutableBufferPointer<UInt8>, to count: Int) -> TextBytes {
    used -= room.count - count
    return TextBytes(rebasing: UnsafeBufferPointer(room)[0..<count])
  }

  /// Takes bytes in.
  mutating func add(_ bytes: [UInt8]) -> TextBytes {
    bytes.withUnsafeBufferPointer { add($0, of: bytes) }
  }

  /// Takes in a part of the bytes of an array, which is kept instead of copied if it is long.
  mutating func add(_ part: TextBytes, of array: [UInt8]) -> TextBytes {
    guard array.count > ScratchArena.blockSize else { return add(part) }
    kept.append(array)
    return part
  }

  /// Copies bytes in.
  mutating func add(_ bytes: TextBytes) -> TextBytes {
    let room = reserve(bytes.count)
    _ = room.initialize(from: bytes)
    return TextBytes(room)
  }

  /// Copies bytes in, behind which `slack` zeros may be looked at.
  @inline(__always)
  mutating func addWithSlack(_ bytes: TextBytes) -> TextBytes {
    let room = reserve(bytes.count &+ ScratchArena.slack).baseAddress.unsafelyUnwrapped
    if let start = bytes.baseAddress { room.initialize(from: start, count: bytes.count) }
    (room + bytes.count).initialize(repeating: 0, count: ScratchArena.slack)
    used &-= ScratchArena.slack
    return TextBytes(start: room, count: bytes.count)
  }

  /// Copies bytes in, with zeros behind them as `Padding` wants them.
  mutating func addPadded(_ bytes: TextBytes) -> TextBytes {
    let room = reserve(bytes.count + Padding.count)
    let end = room.initialize(from: bytes).1
    for index in end..<room.count { room[index] = 0 }
    return TextBytes(rebasing: UnsafeBufferPointer(room)[..<end])
  }

  /// How many bytes it holds for what is to come.
  var size: Int { block.count }
}

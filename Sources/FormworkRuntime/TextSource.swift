// Converts the bytes of a file to UTF-8: decompresses them if necessary, then decodes them.

internal import FormworkEngine

/// A source of bytes that are converted while they are read.
final class TextSource {
  /// Reads more of the file. Returns 0 at the end.
  typealias Read = (UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int

  private let ownBytes: Read
  private let unpacker: Unpacker?
  private let sheet: WorkbookSheet?
  private var decoder: TextDecoder?
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// The range of `bytes` that have been read but not decoded.
  private var held = 0..<0
  private var hasEnded = false

  init(unpacker: Unpacker? = nil, sheet: WorkbookSheet? = nil, _ read: @escaping Read) {
    self.unpacker = unpacker
    self.sheet = sheet
    ownBytes = read
  }

  /// Reads more bytes. Returns 0 at the end, or if these bytes of the file decompress to nothing yet.
  private func read(_ room: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    let count: Int
    if let unpacker {
      count = try unpacker.read(room)
      hasEnded = unpacker.isAtEnd
    } else if let sheet {
      count = try sheet.read(room)
      hasEnded = sheet.isAtEnd
    } else {
      count = try ownBytes(room)
      hasEnded = count == 0
    }
    return count
  }

  /// Decodes all bytes from now on.
  func decode(_ decoder: TextDecoder) { self.decoder = decoder }

  /// Returns the first bytes of the decompressed content, or nil if the file isn't compressed.
  func firstBytes(_ count: Int) throws(FileProblem) -> [UInt8]? {
    try unpacker?.firstBytes(count)
  }

  deinit { bytes.deallocate() }

  /// Whether everything has been delivered.
  var isAtEnd: Bool { hasEnded && held.isEmpty && decoder?.isDone ?? true }

  /// Whether bytes can be delivered without reading more of the file.
  var hasBytes: Bool {
    hasEnded || held.count > TextSource.longestCharacter || unpacker?.hasBytes ?? false
      || sheet != nil
  }

  /// The maximum length in bytes of a character in any encoding. At most this many bytes must wait for more bytes
  /// before they can be decoded.
  static let longestCharacter = 16

  /// Fills as much of `room` as possible. It may return 0 if more of the file is needed.
  func take(into room: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    guard let decoder else { return try read(room) }
    if !hasEnded, held.count <= TextSource.longestCharacter { try refill() }
    let part = UnsafeMutableRawBufferPointer(rebasing: bytes[held])
    let done = decoder.decode(part, isFinal: hasEnded, into: room)
    held = (held.lowerBound + done.taken)..<held.upperBound
    return done.made
  }

  private func refill() throws(FileProblem) {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[held])
    UnsafeMutableRawBufferPointer(rebasing: bytes[..<rest.count]).copyMemory(from: rest)
    let count = try read(UnsafeMutableRawBufferPointer(rebasing: bytes[rest.count...]))
    held = 0..<(rest.count + count)
  }
}

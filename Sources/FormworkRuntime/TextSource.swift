// The bytes of a file on their way to text in UTF-8: unpacked where they are packed, then decoded.

internal import FormworkEngine

/// Bytes that are turned into others while they are read.
final class TextSource {
  /// Reads more of the file; 0 at its end.
  typealias Read = (UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int

  private let ownBytes: Read
  private let unpacker: Unpacker?
  private let sheet: WorkbookSheet?
  private var decoder: TextDecoder?
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// The bytes that have been read and not been taken yet.
  private var held = 0..<0
  private var hasEnded = false

  init(unpacker: Unpacker? = nil, sheet: WorkbookSheet? = nil, _ read: @escaping Read) {
    self.unpacker = unpacker
    self.sheet = sheet
    ownBytes = read
  }

  /// Reads more; nothing at the end, or if something else has to come first.
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

  /// From here on decodes what is read.
  func decode(_ decoder: TextDecoder) { self.decoder = decoder }

  /// The first bytes, unpacked.
  func firstBytes(_ count: Int) throws(FileProblem) -> [UInt8]? {
    try unpacker?.firstBytes(count)
  }

  deinit { bytes.deallocate() }

  /// Whether all has been handed out.
  var isAtEnd: Bool { hasEnded && held.isEmpty && decoder?.isDone ?? true }

  /// Whether there is something to be handed out without more of the file.
  var hasBytes: Bool {
    hasEnded || held.count > TextSource.longestCharacter || unpacker?.hasBytes ?? false
      || sheet != nil
  }

  /// A character of no encoding is longer; what is left of one needs more bytes behind it.
  static let longestCharacter = 16

  /// Hands out what there is room for; nothing also if more of the file is needed.
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

// Zip archives, the container of workbooks: the directory at the end, and the parts that it lists.

package import FormworkSyntax

/// The reason why a workbook can't be read.
package enum WorkbookProblem: Error, Sendable, Equatable {
  /// The file isn't a zip archive.
  case notAWorkbook
  /// The file is of a different kind.
  case other(FileSignature)
  /// The directory, or a part of the archive, is inconsistent.
  case damaged(String)
  case missing(String)
  /// The decompressed size of a part is implausible.
  case tooLarge(String)
  case noSheet(String, sheets: [String])
  case unpacking(String, InflateProblem)
  /// The system reported a read error.
  case unreadable
}

/// The directory of an archive.
package struct ZipArchive {
  /// Fills `room` with bytes from a position, as far as possible. Returns their number, or 0 if none can be read.
  package typealias Read = (_ place: Int, _ room: UnsafeMutableRawBufferPointer) -> Int

  struct Entry {
    var isPacked: Bool
    var checksum: UInt32
    var packedSize: Int
    var size: Int
    var place: Int
  }

  private let read: Read
  private var entries: OrderedDictionary<String, Entry> = [:]
  /// The maximum size of a directory in bytes.
  private static let directoryLimit = 64 << 20

  package init(size: Int, _ read: @escaping Read) throws(WorkbookProblem) {
    self.read = read
    let first = ZipArchive.bytes(read, at: 0, min(size, FileSignature.size))
    switch FileSignature(first) {
    // An archive without a recognized signature may still be a workbook.
    case nil, .workbook, .zip: break
    case let signature?: throw .other(signature)
    }
    guard first.starts(with: [0x50, 0x4B]) else { throw .notAWorkbook }
    let tailSize = min(size, 65_557 + 20)
    let tail = ZipArchive.bytes(read, at: size - tailSize, tailSize)
    let directory = try ZipArchive.directory(tail, read)
    guard directory.size <= min(ZipArchive.directoryLimit, size),
      directory.place <= size - directory.size
    else { throw .damaged("the directory") }
    try readEntries(ZipArchive.bytes(read, at: directory.place, directory.size))
  }

  private static func bytes(_ read: Read, at place: Int, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var found = 0
    bytes.withUnsafeMutableBytes { room in
      while found < count {
        let got = read(place + found, UnsafeMutableRawBufferPointer(rebasing: room[found...]))
        if got <= 0 { break }
        found += got
      }
    }
    bytes.removeLast(count - found)
    return bytes
  }

  /// Returns the position and size of the directory, from the record at the end of the archive. A comment may follow
  /// the record.
  private static func directory(
    _ tail: [UInt8], _ read: Read
  ) throws(WorkbookProblem) -> (place: Int, size: Int) {
    var at = tail.count - 22
    while at >= 0, !tail[at...].starts(with: [0x50, 0x4B, 0x05, 0x06]) { at -= 1 }
    guard at >= 0 else { throw .damaged("the directory") }
    let end = LittleEndian(tail, at)
    let (size, place) = (end.number(12, 4), end.number(16, 4))
    guard size == LittleEndian.elsewhere || place == LittleEndian.elsewhere else {
      return (place, size)
    }
    // An archive of more than 4 GiB has these numbers in another record. The 20 bytes before this record contain the
    // position of the other record.
    guard at >= 20, tail[(at - 20)...].starts(with: [0x50, 0x4B, 0x06, 0x07]) else {
      throw .damaged("the directory")
    }
    let large = bytes(read, at: LittleEndian(tail, at - 20).number(8, 8), 56)
    guard large.count == 56, large.starts(with: [0x50, 0x4B, 0x06, 0x06]) else {
      throw .damaged("the directory")
    }
    return (LittleEndian(large, 0).number(48, 8), LittleEndian(large, 0).number(40, 8))
  }

  private mutating func readEntries(_ bytes: [UInt8]) throws(WorkbookProblem) {
    var at = 0
    while at + 46 <= bytes.count, bytes[at...].starts(with: [0x50, 0x4B, 0x01, 0x02]) {
      let head = LittleEndian(bytes, at)
      let nameEnd = at + 46 + head.number(28, 2)
      let extraEnd = nameEnd + head.number(30, 2)
      let next = extraEnd + head.number(32, 2)
      guard next <= bytes.count else { throw .damaged("the directory") }
      let name = String(decoding: bytes[(at + 46)..<nameEnd], as: UTF8.self)
      var entry = Entry(
        isPacked: head.number(10, 2) == 8, checksum: UInt32(truncatingIfNeeded: head.bits(16, 4)),
        packedSize: head.number(20, 4), size: head.number(24, 4), place: head.number(42, 4))
      guard [0, 8].contains(head.number(10, 2)), head.number(8, 2) & 1 == 0 else {
        throw .damaged(name)
      }
      entry.readLarge(LittleEndian(bytes, 0), nameEnd, extraEnd)
      guard entry.isPossible else { throw .damaged(name) }
      entries[name.lowercased()] = entry
      at = next
    }
  }

  /// Opens a part of the archive. Returns nil if the archive has no part of this name.
  func part(_ name: String, limit: Int) throws(WorkbookProblem) -> ZipPart? {
    guard let entry = entries[name.lowercased()] else { return nil }
    if entry.size > limit || entry.isBomb { throw .tooLarge(name) }
    let head = ZipArchive.bytes(read, at: entry.place, 30)
    guard head.count == 30, head.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
      throw .damaged(name)
    }
    let names = LittleEndian(head, 0)
    return ZipPart(
      name, entry, at: entry.place + 30 + names.number(26, 2) + names.number(28, 2), read)
  }
}

extension ZipArchive.Entry {
  /// Reads from an extra field the sizes and the position that don't fit in four bytes.
  fileprivate mutating func readLarge(_ bytes: LittleEndian, _ start: Int, _ end: Int) {
    var at = start
    while at + 4 <= end {
      let (kind, count) = (bytes.number(at, 2), bytes.number(at + 2, 2))
      at += 4
      guard at + count <= end else { return }
      if kind == 1 {
        var numbers = [size, packedSize, self.place]
        var place = at
        for index in numbers.indices
        where numbers[index] == LittleEndian.elsewhere && place + 8 <= at + count {
          numbers[index] = bytes.number(place, 8)
          place += 8
        }
        (size, packedSize, self.place) = (numbers[0], numbers[1], numbers[2])
      }
      at += count
    }
  }

  fileprivate var isPossible: Bool {
    let limit = Int(clamping: Int64(1) << 46)
    return 0..<limit ~= size && 0..<limit ~= packedSize && 0..<limit ~= place
  }

  /// Whether the decompressed size is so much larger than the compressed size that the part can't be a table.
  fileprivate var isBomb: Bool { size > 256 << 20 && size / 400 > packedSize }
}

/// Reads little-endian numbers.
private struct LittleEndian {
  /// The four-byte placeholder for a larger number. The number itself is stored in eight bytes elsewhere.
  static let elsewhere = Int(clamping: UInt32.max)

  private let bytes: [UInt8]
  private let start: Int

  init(_ bytes: [UInt8], _ start: Int) { (self.bytes, self.start) = (bytes, start) }

  /// Reads `count` bytes as a number, which is clamped if it is too large. Returns 0 if there are fewer bytes.
  func number(_ place: Int, _ count: Int) -> Int { Int(clamping: bits(place, count)) }

  /// Reads `count` bytes, at most eight. Returns 0 if there are fewer.
  func bits(_ place: Int, _ count: Int) -> UInt64 {
    guard place >= 0, start + place + count <= bytes.count else { return 0 }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[start + place + index]) << UInt64(8 * index) }
    return value
  }
}

/// A part of an archive, decompressed a chunk at a time.
struct ZipPart: ~Copyable {
  let name: String
  private let entry: ZipArchive.Entry
  /// The decompressor. Unused if the part isn't compressed.
  private var inflater: Inflater
  private let plain: PlainPart
  private var checksum = Checksum32()
  private var count = 0

  /// The bytes of the part as they are in the archive, compressed or not.
  private final class PlainPart {
    let read: ZipArchive.Read
    var place: Int
    var left: Int
    /// The buffer for bytes that aren't compressed.
    let room: UnsafeMutableBufferPointer<UInt8>

    init(_ place: Int, _ left: Int, room count: Int, _ read: @escaping ZipArchive.Read) {
      (self.place, self.left, self.read) = (place, left, read)
      room = .allocate(capacity: count)
      room.initialize(repeating: 0)
    }

    deinit { room.deallocate() }

    func take(_ room: UnsafeMutableRawBufferPointer) -> Int {
      let part = UnsafeMutableRawBufferPointer(rebasing: room.prefix(left))
      let got = part.isEmpty ? 0 : max(0, read(place, part))
      place += got
      left -= got
      return got
    }
  }

  fileprivate init(
    _ name: String, _ entry: ZipArchive.Entry, at place: Int, _ read: @escaping ZipArchive.Read
  ) {
    self.name = name
    self.entry = entry
    let plain = PlainPart(place, entry.packedSize, room: entry.isPacked ? 0 : 1 << 16, read)
    self.plain = plain
    inflater = Inflater { plain.take($0) }
  }

  /// Appends the next bytes to a buffer. Returns their number. At the end, verifies the size and the checksum and
  /// returns 0.
  mutating func next(into buffer: borrowing XMLBuffer) throws(WorkbookProblem) -> Int {
    let made = try unpack(into: buffer)
    count += made
    if count > entry.size { throw .damaged(name) }
    if made == 0, count < entry.size || checksum.value != entry.checksum { throw .damaged(name) }
    return made
  }

  private mutating func unpack(into buffer: borrowing XMLBuffer) throws(WorkbookProblem) -> Int {
    if entry.isPacked {
      do throws(InflateProblem) {
        guard let part = try inflater.next() else { throw .unexpectedEnd }
        checksum.add(part)
        buffer.append(part)
        return part.count
      } catch { throw .unpacking(name, error) }
    }
    let got = plain.take(UnsafeMutableRawBufferPointer(plain.room))
    let part = UnsafeBufferPointer(rebasing: plain.room[..<got])
    checksum.add(part)
    buffer.append(part)
    return got
  }
}

// Writes a zip archive from its first byte to its last, without going back. The checksum and the sizes of a part are
// known only at its end, so they are written after the part.

internal import FormworkEngine

/// An archive that is being written.
struct ZipWriter: ~Copyable {
  private struct Entry {
    var name: String
    var checksum = Checksum32()
    var packedSize = 0
    var size = 0
    var place: Int
  }

  private var entries: [Entry] = []
  private var deflater = Deflater()
  /// The bytes of the current part that aren't compressed yet.
  private var waiting = ByteBuffer()
  /// The number of bytes of the archive so far.
  private var place = 0

  /// The number of bytes in the current part before compression.
  var partSize: Int { entries.last?.size ?? 0 }
  /// The maximum size of an archive and of a part. Larger sizes might not fit in four bytes.
  static let sizeLimit = 3 << 30

  /// Whether more can be added to a part.
  var hasRoom: Bool { partSize < ZipWriter.sizeLimit && place < ZipWriter.sizeLimit }

  /// Begins a part.
  mutating func begin(_ name: String, to out: inout ByteBuffer) {
    let start = out.count
    entries.append(Entry(name: name, place: place))
    out.append(little: 0x0403_4B50, 4)
    writeHead(entries[entries.count - 1], isKnown: false, to: &out)
    out.append(text: name)
    place += out.count - start
  }

  /// Appends `bytes` to the current part.
  mutating func add(_ bytes: TextBytes, to out: inout ByteBuffer) {
    let last = entries.count - 1
    entries[last].checksum.add(bytes)
    entries[last].size += bytes.count
    waiting.append(bytes)
    if waiting.count >= Deflater.blockSize { packWholeBlocks(to: &out) }
  }

  /// Compresses blocks of a fixed size, so that the archive doesn't depend on how many bytes were added at a time.
  private mutating func packWholeBlocks(to out: inout ByteBuffer) {
    let start = out.count
    var index = 0
    while waiting.count - index >= Deflater.blockSize {
      deflater.add(waiting.bytes.part(index, index + Deflater.blockSize), to: &out)
      index += Deflater.blockSize
    }
    let rest = Array(waiting.bytes.part(index, waiting.count))
    waiting.reset()
    waiting.append(rest)
    note(out.count - start)
  }

  private mutating func note(_ count: Int) {
    entries[entries.count - 1].packedSize += count
    place += count
  }

  /// Ends the current part.
  mutating func end(to out: inout ByteBuffer) {
    var start = out.count
    if waiting.count > 0 { deflater.add(waiting.bytes, to: &out) }
    waiting.reset()
    deflater.finish(to: &out)
    note(out.count - start)
    start = out.count
    out.append(little: 0x0807_4B50, 4)
    writeSizes(entries[entries.count - 1], to: &out)
    place += out.count - start
  }

  /// Writes a whole part.
  mutating func write(_ name: String, _ text: String, to out: inout ByteBuffer) {
    begin(name, to: &out)
    var text = text
    text.withUTF8 { add($0, to: &out) }
    end(to: &out)
  }

  /// Writes the directory.
  mutating func finish(to out: inout ByteBuffer) {
    let start = out.count
    for entry in entries {
      out.append(little: 0x0201_4B50, 4)
      out.append(little: ZipWriter.version, 2)
      writeHead(entry, isKnown: true, to: &out)
      // The length of the comment, the disk number and the attributes are 0.
      out.append(little: 0, 10)
      out.append(little: entry.place, 4)
      out.append(text: entry.name)
    }
    let size = out.count - start
    out.append(little: 0x0605_4B50, 4)
    out.append(little: 0, 4)
    out.append(little: entries.count, 2)
    out.append(little: entries.count, 2)
    out.append(little: size, 4)
    out.append(little: place, 4)
    out.append(little: 0, 2)
  }

  private static let version = 20
  /// 1 January 1980. A fixed date makes the file the same for the same data.
  private static let date = 1 << 5 | 1

  /// Writes the fields that a part's header and its directory entry share.
  private func writeHead(_ entry: Entry, isKnown: Bool, to out: inout ByteBuffer) {
    out.append(little: ZipWriter.version, 2)
    // This flag means that the sizes follow the part.
    out.append(little: 1 << 3, 2)
    // The compression method is Deflate.
    out.append(little: 8, 2)
    out.append(little: 0, 2)
    out.append(little: ZipWriter.date, 2)
    if isKnown { writeSizes(entry, to: &out) } else { out.append(little: 0, 12) }
    out.append(little: entry.name.utf8.count, 2)
    out.append(little: 0, 2)
  }

  private func writeSizes(_ entry: Entry, to out: inout ByteBuffer) {
    out.append(little: Int(truncatingIfNeeded: entry.checksum.value), 4)
    out.append(little: entry.packedSize, 4)
    out.append(little: entry.size, 4)
  }
}

extension ByteBuffer {
  /// Appends the lowest `count` bytes of a number, the lowest first.
  fileprivate mutating func append(little number: Int, _ count: Int) {
    for index in 0..<count {
      append([index < 8 ? UInt8(truncatingIfNeeded: number >> (index * 8)) : 0])
    }
  }
}

// Writes an archive of files (zip) from its first byte to its last, without going back: what is known only at the end
// of a part stands behind it.

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
  /// What of the part at hand has not been packed.
  private var waiting = ByteBuffer()
  /// How many bytes there are so far.
  private var place = 0

  /// How many bytes the part at hand has, before they are packed.
  var partSize: Int { entries.last?.size ?? 0 }
  /// What an archive of this kind can have, with some room.
  static let sizeLimit = 3 << 30

  /// Whether there is room for more of a part.
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

  /// Adds to the part at hand.
  mutating func add(_ bytes: TextBytes, to out: inout ByteBuffer) {
    let last = entries.count - 1
    entries[last].checksum.add(bytes)
    entries[last].size += bytes.count
    waiting.append(bytes)
    if waiting.count >= Deflater.blockSize { packWholeBlocks(to: &out) }
  }

  /// Packs in blocks of one size, so that the archive is the same in whatever pieces its bytes come.
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

  /// Ends the part at hand.
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

  /// Writes a part as a whole.
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
      // Comment, disk, attributes.
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
  /// 1 January 1980, so that the same data gives the same file.
  private static let date = 1 << 5 | 1

  /// What the head of a part and its line in the directory have in common.
  private func writeHead(_ entry: Entry, isKnown: Bool, to out: inout ByteBuffer) {
    out.append(little: ZipWriter.version, 2)
    // Sizes behind the part.
    out.append(little: 1 << 3, 2)
    // Packed by Deflate.
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
  /// Appends the lowest bytes of a number, the lowest first.
  fileprivate mutating func append(little number: Int, _ count: Int) {
    for index in 0..<count {
      append([index < 8 ? UInt8(truncatingIfNeeded: number >> (index * 8)) : 0])
    }
  }
}

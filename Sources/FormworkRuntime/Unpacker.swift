// Decompresses gzip files while they are read.

internal import FormworkEngine
internal import FormworkReport

/// Delivers the decompressed content of a gzip file.
final class Unpacker {
  private var reader: GzipReader
  private let source: Source
  private let path: SystemText
  /// The first bytes of the content, which were read ahead.
  private var head: ArraySlice<UInt8> = []
  /// Decompressed bytes after `head` that haven't been delivered.
  private var rest = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var hasEnded = false
  /// The error to throw once `head` and `rest` have been delivered.
  private var problem: FileProblem?

  /// The source of the compressed bytes, and its error.
  private final class Source {
    let read: TextSource.Read
    /// The number of reads still allowed, limited because a read may wait for the writer of a stream.
    var reads = 0
    var failure: FileProblem?

    init(_ read: @escaping TextSource.Read) { self.read = read }

    func refill(_ room: UnsafeMutableRawBufferPointer) -> Int? {
      if reads == 0 { return nil }
      reads -= 1
      do throws(FileProblem) { return try read(room) } catch {
        failure = error
        return 0
      }
    }
  }

  init(_ path: SystemText, _ read: @escaping TextSource.Read) {
    let source = Source(read)
    self.source = source
    self.path = path
    reader = GzipReader { source.refill($0) }
  }

  /// Whether there are bytes, an error or the end to report without reading more of the file.
  var hasBytes: Bool {
    advance(reads: 0)
    return !head.isEmpty || !rest.isEmpty || hasEnded || problem != nil
  }

  /// Whether bytes that aren't compressed follow the compressed ones.
  var hasTrailingBytes: Bool { reader.hasTrailingBytes }

  /// Whether everything has been delivered.
  var isAtEnd: Bool { hasEnded && head.isEmpty && rest.isEmpty }

  /// Returns the first bytes of the content without consuming them.
  func firstBytes(_ count: Int) throws(FileProblem) -> [UInt8] {
    var first: [UInt8] = []
    while !hasEnded, first.withUnsafeBytes({ InputFile.mayGoOn($0) }) {
      advance(reads: 1)
      if let problem { throw problem }
      first += rest
      rest = UnsafeBufferPointer(start: nil, count: 0)
    }
    head = first[...]
    return Array(first.prefix(count))
  }

  /// Fills as much of `room` as possible, with at most one read of the file. Returns 0 if that read yields nothing.
  func read(_ room: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    if !head.isEmpty {
      let part = head.prefix(room.count)
      room.copyBytes(from: part)
      head = head.dropFirst(part.count)
      return part.count
    }
    advance(reads: 1)
    if let problem { throw problem }
    let part = UnsafeBufferPointer(rebasing: rest.prefix(room.count))
    room.copyMemory(from: UnsafeRawBufferPointer(part))
    rest = UnsafeBufferPointer(rebasing: rest[part.count...])
    return part.count
  }

  /// Decompresses more bytes if `rest` is empty, with at most `reads` reads of the file.
  private func advance(reads: Int) {
    guard rest.isEmpty, !hasEnded, problem == nil else { return }
    source.reads = reads
    do throws(InflateProblem) {
      guard let part = try reader.next() else { return }
      rest = part
      // The compressed data may end correctly even if reading the file failed.
      problem = part.isEmpty ? source.failure : nil
      hasEnded = part.isEmpty && problem == nil
    } catch {
      problem = source.failure ?? FileProblem(path, .read, reason: error.words)
    }
  }
}

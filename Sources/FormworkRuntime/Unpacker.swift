// Files that are packed by gzip, read as what was packed.

internal import FormworkEngine
internal import FormworkReport

/// Hands out what a gzip file holds.
final class Unpacker {
  private var reader: GzipReader
  private let source: Source
  private let path: SystemText
  /// The first bytes, where they were looked at and not taken yet.
  private var head: ArraySlice<UInt8> = []
  /// What has been unpacked behind them and not been taken.
  private var rest = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var hasEnded = false
  /// Why nothing comes behind that.
  private var problem: FileProblem?

  /// Where the packed bytes come from, and why they did not.
  private final class Source {
    let read: TextSource.Read
    /// How often they may be read, which waits for the writer of a stream.
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

  /// Whether there is something to be told without more of the file.
  var hasBytes: Bool {
    advance(reads: 0)
    return !head.isEmpty || !rest.isEmpty || hasEnded || problem != nil
  }

  /// Whether something that is not packed follows what is.
  var hasTrailingBytes: Bool { reader.hasTrailingBytes }

  /// Whether all has been handed out.
  var isAtEnd: Bool { hasEnded && head.isEmpty && rest.isEmpty }

  /// The first bytes, which are not taken by looking at them.
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

  /// Hands out what there is room for, having read of the file once at most; nothing if that gave nothing.
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

  /// Unpacks more once all has been taken.
  private func advance(reads: Int) {
    guard rest.isEmpty, !hasEnded, problem == nil else { return }
    source.reads = reads
    do throws(InflateProblem) {
      guard let part = try reader.next() else { return }
      rest = part
      // What is packed may end well although the file was written meanwhile.
      problem = part.isEmpty ? source.failure : nil
      hasEnded = part.isEmpty && problem == nil
    } catch {
      problem = source.failure ?? FileProblem(path, .read, reason: error.words)
    }
  }
}

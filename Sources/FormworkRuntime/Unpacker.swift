// Files that are packed by gzip, read as what was packed.

internal import FormworkEngine
internal import FormworkReport

/// Hands out what a gzip file holds.
final class Unpacker {
  private var reader: GzipReader
  private let source: Source
  private let path: SystemText
  /// What has been unpacked and not been taken.
  private var rest = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var hasEnded = false

  /// Where the packed bytes come from, and why they did not.
  private final class Source {
    let read: TextSource.Read
    var failure: FileProblem?

    init(_ read: @escaping TextSource.Read) { self.read = read }

    func refill(_ room: UnsafeMutableRawBufferPointer) -> Int {
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

  /// Whether something has been unpacked that was not taken yet.
  var hasBytes: Bool { !rest.isEmpty || hasEnded }

  /// The bytes that come next, which are not taken by looking at them.
  func peek() throws(FileProblem) -> UnsafeBufferPointer<UInt8> {
    if rest.isEmpty, !hasEnded {
      do throws(InflateProblem) { rest = try reader.next() } catch {
        throw source.failure ?? FileProblem(path, .read, reason: error.words)
      }
      hasEnded = rest.isEmpty
    }
    return rest
  }

  /// Hands out what there is room for; nothing at the end.
  func read(_ room: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    let part = UnsafeBufferPointer(rebasing: try peek().prefix(room.count))
    room.copyMemory(from: UnsafeRawBufferPointer(part))
    rest = UnsafeBufferPointer(rebasing: rest[part.count...])
    return part.count
  }
}

extension InflateProblem {
  var words: String {
    switch self {
    case .unexpectedEnd: "What is packed in it breaks off"
    case .badCode: "What is packed in it cannot be unpacked"
    case .badChecksum, .badLength: "What is packed in it is damaged, by its check sum"
    }
  }
}

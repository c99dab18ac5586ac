// Looks at a file behind the place where it is read, so that the length of a record is known before it is held.
// What of a stream has been looked at lies in a file without a name until it is read: it may be more than there
// is memory for.

internal import FormworkReport

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Bytes of a stream that came before they were asked for.
package final class Spool {
  fileprivate let descriptor: Int32
  /// The folder that the file is in.
  private let path: SystemText
  /// How many bytes were put in, and how many of them have been read.
  private var (end, next) = (0, 0)

  /// Makes the file in the folder for what is temporary.
  package init() throws(FileProblem) {
    path = getenv("TMPDIR").map { SystemText(cString: $0) } ?? "/tmp"
    #if os(Linux)
      let unnamed = path.withCString {
        open($0, Descriptors.withoutName | O_RDWR | O_CLOEXEC, 0o600)
      }
      if unnamed >= 0 {
        descriptor = unnamed
        return
      }
    #endif
    // Not every file system has such files.
    guard let name = (path + "/formwork.XXXXXX").withCString(strdup) else {
      throw FileProblem(path, .create)
    }
    defer { free(name) }
    descriptor = mkstemp(name)
    guard descriptor >= 0 else { throw FileProblem(path, .create) }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  var isEmpty: Bool { next == end }

  package func append(_ bytes: [UInt8]) throws(FileProblem) {
    let appended = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileProblem) in try append(bytes) }
    }
    try appended.get()
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileProblem) {
    try writeAll(bytes, to: descriptor, path: path, at: end)
    end += bytes.count
  }

  /// Reads at a place, whatever has been read; 0 if nothing is there.
  func read(into room: UnsafeMutableRawBufferPointer, at place: Int) throws(FileProblem) -> Int {
    try positionedRead(descriptor, room, at: place, path)
  }

  /// How many bytes were put in.
  package var count: Int { end }

  /// Reads on; 0 if there is no more.
  func read(into room: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    let part = UnsafeMutableRawBufferPointer(rebasing: room.prefix(end - next))
    let count = try positionedRead(descriptor, part, at: next, path)
    next += count
    return count
  }
}

extension InputFile {
  /// Opens what was put in a spool, from its beginning.
  ///
  /// - Parameters:
  ///   - spool: to which nothing is added from here on.
  ///   - name: what the file is called in problems.
  package convenience init(_ spool: Spool, called name: String) throws(FileProblem) {
    try self.init(SystemText(name), opened: Descriptors.copy(spool.descriptor), isOpen: false)
  }
}

/// Reads at a place of a file, as much as there is room for or up to its end: a system may give less at a time.
func positionedRead(
  _ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer, at place: Int, _ path: SystemText
) throws(FileProblem) -> Int {
  var count = 0
  while let base = room.baseAddress, count < room.count {
    let got = pread(descriptor, base + count, room.count - count, off_t(place + count))
    if got > 0 {
      count += got
    } else if got == 0 {
      break
    } else if errno != EINTR {
      throw FileProblem(path, .read)
    }
  }
  return count
}

// Reads ahead in a file, to find the length of a record before holding it in memory. The bytes read ahead from a stream
// may exceed the memory, so they are kept in a temporary file until they are consumed.

internal import FormworkReport

/// Bytes of a stream, kept in a temporary file until they are read.
package final class Spool {
  fileprivate let descriptor: Int32
  /// The folder of the temporary file.
  private let path: SystemText
  /// The number of bytes written, and the number of bytes read back.
  private var (end, next) = (0, 0)

  /// Creates the file in the folder for temporary files.
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
    // Not every file system supports `O_TMPFILE`.
    guard let name = (path + "/formwork.XXXXXX").withCString(strdup) else {
      throw FileProblem(path, .create)
    }
    defer { free(name) }
    descriptor = mkstemp(name)
    guard descriptor >= 0 else { throw FileProblem(path, .create) }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Creates a spool with the content of a stream, which is read to its end.
  package convenience init(_ file: InputFile) throws(FileProblem) {
    try self.init()
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { room.deallocate() }
    while true {
      let count = try file.read(into: room)
      if count == 0 { return }
      try append(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
  }

  deinit { close(descriptor) }

  var isEmpty: Bool { next == end }

  package func append(_ bytes: [UInt8]) throws(FileProblem) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileProblem) in
      try append(UnsafeRawBufferPointer(bytes))
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileProblem) {
    try writeAll(bytes, to: descriptor, path: path, at: end)
    end += bytes.count
  }

  /// Reads at an offset, independently of `read(into:)`. Returns 0 past the end.
  func read(into room: UnsafeMutableRawBufferPointer, at place: Int) throws(FileProblem) -> Int {
    try positionedRead(descriptor, room, at: place, path)
  }

  /// The number of bytes written.
  package var count: Int { end }

  /// Reads the next bytes. Returns 0 if there are no more.
  func read(into room: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    let part = UnsafeMutableRawBufferPointer(rebasing: room.prefix(end - next))
    let count = try positionedRead(descriptor, part, at: next, path)
    next += count
    return count
  }
}

extension InputFile {
  /// Opens the content of a spool from its beginning.
  ///
  /// - Parameters:
  ///   - spool: the spool, to which nothing may be added from now on.
  ///   - name: the name to show in errors.
  package convenience init(_ spool: Spool, called name: String) throws(FileProblem) {
    lseek(spool.descriptor, 0, SEEK_SET)
    try self.init(SystemText(name), opened: Descriptors.copy(spool.descriptor), isOpen: false)
    content = spool
  }

  /// Returns this file or, if it is a stream, a copy that can be opened again.
  package func keptToReopen() throws(FileProblem) -> InputFile {
    size == nil ? try InputFile(Spool(self), called: path.text) : self
  }

  /// Opens this file again, from its beginning. It must not be a stream.
  package func reopened() throws(FileProblem) -> InputFile {
    if let content { try InputFile(content, called: path.text) } else { try InputFile(path) }
  }
}

/// Reads at an offset of a file until `room` is full or the file ends. A single system call may return fewer bytes.
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

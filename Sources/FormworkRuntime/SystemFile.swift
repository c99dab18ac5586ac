// Files by the platform's own calls: read in pieces of bounded size, written beside their place and
// put there whole.

package import FormworkReport
internal import FormworkSyntax

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that could not be read or written, and what the system says of it.
package struct FileProblem: Error, Sendable {
  package enum Action: Sendable { case open, read, create, write, put }

  package var path: String
  package var action: Action
  /// The system's words, such as "No such file or directory".
  package var reason: String
  /// The system's number of the error.
  package var number: Int32

  fileprivate init(_ path: String, _ action: Action, _ number: Int32 = errno) {
    self.path = path
    self.action = action
    self.number = number
    reason = String(cString: strerror(number))
  }

  /// Whether the reader of a pipe went away, which is no mistake of anyone.
  package var isBrokenPipe: Bool { number == EPIPE }
}

/// A file open for reading.
package final class InputFile {
  package let path: String
  private let descriptor: Int32
  /// The size in bytes, where the file has one.
  package let size: Int?
  /// Whether all of it has been read.
  package private(set) var isAtEnd = false
  /// How long it is waited for more of a stream before what has come is handed on, and how long before it is
  /// asked whether more is wanted; in milliseconds.
  private static let (pause, patience): (Int32, Int32) = (5, 20)

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: if it is not there, is a folder, or may not be read.
  package init(_ path: String) throws(FileProblem) {
    self.path = path
    if path == "-" {
      descriptor = 0
      size = nil
      InputFile.widenPipe(descriptor)
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(path, .open) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileProblem(path, .open) }
    if status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw FileProblem(path, .open, EISDIR)
    }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    if size == nil { InputFile.widenPipe(descriptor) }
  }

  /// Lets a pipe hold more than the 64 KiB of Linux, so that its writer and its reader wait less for each
  /// other: 121 MB from `cat` take 0.10 s instead of 0.18. What is no pipe, or may not be, stays as it is.
  private static func widenPipe(_ descriptor: Int32) {
    #if os(Linux)
      // `F_SETPIPE_SZ`, which not every C library names.
      _ = fcntl(descriptor, 1031, 1 << 20)
    #endif
  }

  deinit {
    if descriptor > 0 { close(descriptor) }
  }

  /// Fills as much of `room` as there is. What has come of a stream whose writer pauses is not held back.
  ///
  /// - Parameter isWanted: asked every now and then while nothing comes of a stream; false to go without.
  /// - Returns: how many bytes were read; 0 at the end of the file or if they are not wanted any more.
  package func read(
    into room: UnsafeMutableRawBufferPointer, while isWanted: () -> Bool = { true }
  ) throws(FileProblem) -> Int {
    var count = 0
    while count < room.count {
      if size == nil {
        if count > 0, !hasMore(within: InputFile.pause) { break }
        while count == 0, !hasMore(within: 0) {
          if !isWanted() { return 0 }
          if hasMore(within: InputFile.patience) { break }
        }
      }
      let part = UnsafeMutableRawBufferPointer(rebasing: room[count...])
      let got = systemRead(descriptor, part.baseAddress, part.count)
      if got < 0 {
        if errno == EINTR { continue }
        throw FileProblem(path, .read)
      }
      if got == 0 {
        isAtEnd = true
        break
      }
      count += got
    }
    return count
  }

  /// Whether more of a stream, or its end, has come or comes within some milliseconds.
  private func hasMore(within time: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, time) != 0
  }

  /// How much to read at a time: all of a small file and one byte more, which finds its end. Memory
  /// that is not touched costs nothing.
  package func pieceSize(atMost limit: Int) -> Int {
    // Files that the system makes up say that they are empty.
    min(limit, max(4095, size ?? .max - 1) + 1)
  }

  /// The whole file, up to a number of bytes; one more shows that there is more.
  package static func contents(of path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    try InputFile(path).contents(limit: limit)
  }

  /// What of the file is not read yet, up to a number of bytes; one more shows that there is more.
  package func contents(limit: Int) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size ?? 0, limit) + 1)
    var piece = [UInt8](repeating: 0, count: pieceSize(atMost: 1 << 16))
    while bytes.count <= limit, !isAtEnd {
      let count = try piece.fill(from: self)
      bytes.append(contentsOf: piece[..<count])
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func fill(from file: InputFile) throws(FileProblem) -> Int {
    var result: Result<Int, FileProblem> = .success(0)
    withUnsafeMutableBytes { room in
      do throws(FileProblem) {
        result = .success(try file.read(into: room))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }
}

private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  read(descriptor, room, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Whether two paths lead to the same file, or would if it were there.
package func isSameFile(_ first: String, _ second: String) -> Bool {
  if first == second { return true }
  if let one = realPath(first), let other = realPath(second) { return one == other }
  // What is not there yet is told by its folder and its name.
  func place(_ path: String) -> String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "./"
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return realPath(folder).map { $0 + "/" + name }
  }
  guard let one = place(first) else { return false }
  return one == place(second)
}

/// Whether a path is that of a device such as `/dev/null` or a terminal, or of an open pipe such as
/// `/dev/stdout` may be: in them nothing is overwritten.
package func isDevice(_ path: String) -> Bool {
  var status = stat()
  guard stat(path, &status) == 0 else { return false }
  let kind = status.st_mode & S_IFMT
  return kind == S_IFCHR || (kind != S_IFREG && OutputFile.ownDescriptor(path) != nil)
}

/// A path without symbolic links; nil if nothing is there.
private func realPath(_ path: String) -> String? {
  guard let found = realpath(path, nil) else { return nil }
  defer { free(found) }
  return String(cString: found)
}

/// Writes all of `bytes`.
package func writeAll(
  _ bytes: [UInt8], to descriptor: Int32, path: String
) throws(FileProblem) {
  var failure: FileProblem?
  bytes.withUnsafeBytes { all in
    do throws(FileProblem) {
      try writeAll(all, to: descriptor, path: path)
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
}

private func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
) throws(FileProblem) {
  var done = 0
  while done < bytes.count {
    let wrote = systemWrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
    if wrote < 0 {
      if errno == EINTR { continue }
      throw FileProblem(path, .write)
    }
    done += wrote
  }
}

/// A file that appears whole or not at all: written beside its place, then renamed. A device, a pipe or a
/// file that is open already, such as `/dev/stdout`, is written as it is: nothing can be put in its place.
package final class OutputFile {
  package let path: String
  /// Where the file is, without symbolic links.
  private let place: String
  private let draft: String
  private var descriptor: Int32
  private var isDone = false
  /// What is written of a draft waits here until it fills a block.
  private(set) var waiting: [Chunk] = []
  /// How many bytes wait, and how many of the first chunk do not any more, because they are written.
  private var waitingCount = 0
  private var writtenOfFirst = 0
  /// Chunks that are written, whose memory is used again.
  private var spare: [Chunk] = []

  /// A part of what waits.
  final class Chunk {
    var buffer = ByteBuffer()
  }

  /// The system keeps a file in larger parts, which are filled faster, where it is written in large blocks
  /// that begin at a multiple of their size: 115 MB in 22 ms instead of 41 in pieces of 243,364 bytes.
  static let blockSize = 1 << 20

  /// Creates the draft.
  ///
  /// - Throws: if the folder is not there or may not be written.
  package init(_ path: String) throws(FileProblem) {
    self.path = path
    if let own = OutputFile.ownDescriptor(path) {
      (place, draft) = (path, path)
      descriptor = fcntl(own, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw FileProblem(path, .create) }
      return
    }
    var status = stat()
    let isThere = stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if isThere, kind == S_IFDIR { throw FileProblem(path, .create, EISDIR) }
    // A draft could take the place of a file that may not be written.
    if isThere, access(path, W_OK) != 0 { throw FileProblem(path, .create) }
    place = isThere ? realPath(path) ?? path : path
    let isPlain = !isThere || kind == S_IFREG
    draft = isPlain ? place + ".\(getpid()).part" : place
    let mode = isPlain ? O_WRONLY | O_CREAT | O_EXCL : O_WRONLY
    // What a run that was ended by force left behind has the same name only by chance.
    if isPlain { unlink(draft) }
    descriptor = open(draft, mode | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileProblem(path, .create) }
    guard isPlain else { return }
    Drafts.add(draft)
    // Who could read the file before, and nobody else, can read it afterwards.
    if isThere { fchmod(descriptor, status.st_mode & 0o7777) }
  }

  /// The number of an open file that a path is a name of.
  fileprivate static func ownDescriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    let folders = ["/dev/fd/", "/proc/self/fd/"]
    guard let folder = folders.first(where: { path.hasPrefix($0) }) else { return nil }
    return Int32(path.dropFirst(folder.count))
  }

  deinit {
    discard()
  }

  package func write(_ bytes: [UInt8]) throws(FileProblem) {
    var buffer = ByteBuffer()
    buffer.append(bytes)
    try take(&buffer)
  }

  /// Writes what is in a buffer, which is empty afterwards. Only what is short is copied: otherwise the buffer
  /// is kept until it is written, and other memory left in its place.
  package func take(_ buffer: inout ByteBuffer) throws(FileProblem) {
    defer { buffer.reset() }
    // Who reads a pipe wants what there is.
    guard draft != place else {
      return try writeAll(UnsafeRawBufferPointer(buffer.bytes), to: descriptor, path: path)
    }
    waitingCount += buffer.count
    if let last = waiting.last, last.buffer.room >= buffer.count {
      last.buffer.append(buffer.bytes)
    } else {
      let chunk = spare.popLast() ?? Chunk()
      swap(&chunk.buffer, &buffer)
      waiting.append(chunk)
    }
    try writeBlocks()
  }

  /// Writes as many whole blocks as there are.
  private func writeBlocks() throws(FileProblem) {
    try writeWaiting(waitingCount / OutputFile.blockSize * OutputFile.blockSize)
  }

  /// Writes so many of the bytes that wait, with one call of the system if it takes them all.
  private func writeWaiting(_ size: Int) throws(FileProblem) {
    var left = size
    while left > 0 {
      let parts = parts(of: left)
      let wrote = writev(descriptor, parts, Int32(parts.count))
      if wrote < 0 {
        if errno == EINTR { continue }
        throw FileProblem(path, .write)
      }
      left -= wrote
      forget(wrote)
    }
  }

  /// Where so many of the bytes that wait lie. There are few parts: two chunks together are larger than the
  /// smallest buffer, because what has room in the last chunk is copied there.
  private func parts(of size: Int) -> [iovec] {
    var parts: [iovec] = []
    var (skipped, left) = (writtenOfFirst, size)
    for chunk in waiting where left > 0 {
      let bytes = UnsafeRawBufferPointer(chunk.buffer.bytes)[skipped...].prefix(left)
      let part = UnsafeMutableRawBufferPointer(mutating: UnsafeRawBufferPointer(rebasing: bytes))
      parts.append(iovec(iov_base: part.baseAddress, iov_len: part.count))
      skipped = 0
      left -= part.count
    }
    return parts
  }

  /// Forgets so many of the bytes that wait, because they are written.
  private func forget(_ count: Int) {
    waitingCount -= count
    writtenOfFirst += count
    while let first = waiting.first, writtenOfFirst >= first.buffer.count {
      writtenOfFirst -= first.buffer.count
      first.buffer.reset()
      spare.append(waiting.removeFirst())
    }
  }

  /// Puts the file in its place.
  package func put() throws(FileProblem) {
    guard !isDone else { return }
    try writeWaiting(waitingCount)
    let open = descriptor
    descriptor = -1
    guard close(open) == 0 else { throw FileProblem(path, .write) }
    if draft != place {
      if rename(draft, place) != 0 { throw FileProblem(path, .put) }
      Drafts.forget(draft)
    }
    isDone = true
  }

  /// Removes the draft; nothing appears.
  package func discard() {
    guard !isDone else { return }
    isDone = true
    if descriptor >= 0 { close(descriptor) }
    guard draft != place else { return }
    unlink(draft)
    Drafts.forget(draft)
  }
}

/// The folder of a spec, out of which nothing leads.
struct SpecFolder {
  private let path: String
  /// The path without symbolic links, ended by a slash.
  private let real: String

  /// The folder that the file at `path` is in; nil for standard input.
  init?(of path: String) {
    guard path != "-" else { return nil }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    guard let real = realPath(folder) else { return nil }
    self.path = folder
    self.real = real.hasSuffix("/") ? real : real + "/"
  }

  /// The bytes of a file in the folder or below.
  func contents(of file: String) -> Result<[UInt8], SpecLoader.FileError> {
    let whole = path + file
    guard let found = realPath(whole) else {
      return .failure(.init(.unreadable(String(cString: strerror(errno)))))
    }
    guard found.hasPrefix(real) else { return .failure(.init(.outside)) }
    do throws(FileProblem) {
      return .success(try InputFile.contents(of: whole, limit: Source.byteLimit))
    } catch {
      return .failure(.init(.unreadable(error.reason)))
    }
  }
}

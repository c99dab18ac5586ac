// Files by the platform's own calls, read in pieces of bounded size.

package import FormworkEngine
package import FormworkSyntax

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that could not be read or written, and why.
package struct FileProblem: Error, Sendable {
  package enum Action: Sendable, Equatable {
    case open, read, create, write, writeDraft, put
    /// It would be written over the file that is read under this name.
    case writeOver(SystemText)
    /// It would be written over the file of this name, which a record may name.
    case writeOverNamed(SystemText)
    /// It would be written over the file that is written under this name.
    case writeTwice(SystemText)
    /// It is not any more what was read.
    case replaceChanged
  }

  package var path: SystemText
  package var action: Action
  /// The system's words, such as "No such file or directory", or our own.
  package var reason: String
  /// The system's number of the error; 0 if the words are our own.
  private var number: Int32

  init(_ path: SystemText, _ action: Action, _ number: Int32 = errno) {
    self.path = path
    self.action = action
    self.number = number
    reason =
      number == EFBIG
      ? "It would be larger than files may be here (see \"ulimit -f\")"
      : String(cString: strerror(number))
  }

  init(_ path: SystemText, _ action: Action, reason: String) {
    self.path = path
    self.action = action
    self.reason = reason
    number = 0
  }

  /// Whether nothing is there.
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

  /// Whether it is a folder instead of a file.
  package var isFolder: Bool { number == EISDIR }

  /// Whether the reader of a pipe went away, which is no mistake of anyone.
  package var isBrokenPipe: Bool { number == EPIPE }
}

/// A file open for reading.
package final class InputFile {
  package let path: SystemText
  private let descriptor: Int32
  /// The size in bytes, where the file has one. Standard input and other open files, which may begin anywhere in a file,
  /// have none.
  package let size: Int?
  /// The size of a regular file when it was opened, also of standard input.
  private let sizeAtOpening: Int?
  package var identity: FileIdentity { version.identity }
  /// The file as it was when it was opened.
  let version: FileVersion
  /// Whether all of it has been read.
  package private(set) var isAtEnd = false
  /// How many of its bytes have been read.
  private(set) var readCount = 0
  /// What of a stream has been looked at and not read yet.
  private var spool: Spool?
  /// The first bytes of a stream, which were looked at to tell what it is.
  private var head: ArraySlice<UInt8> = []
  /// The sheet that is read, where the file is a workbook.
  private var sheet: WorkbookSheet?
  /// What unpacks the file, where it is packed.
  private var unpacker: Unpacker?
  /// What turns the bytes into text, if they are none yet.
  private var textSource: TextSource?
  /// How long it is waited for more of a stream before what has come is handed on, and how long before it is
  /// asked whether more is wanted; in milliseconds.
  private static let (pause, patience): (Int32, Int32) = (5, 20)

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameter mustBeRegular: whether pipes, devices and sockets are refused. Opening a pipe waits for
  ///   its writer, and a device may never end.
  /// - Throws: if it is not there, is a folder, or may not be read.
  package convenience init(
    _ path: SystemText, mustBeRegular: Bool = false
  ) throws(FileProblem) {
    if mustBeRegular, let status = FileStatus(path), !status.isRegular, !status.isFolder {
      throw FileProblem(path, .open, reason: "Not a regular file")
    }
    let descriptor: Int32 =
      if path == "-" { 0 } else if let own = Descriptors.number(of: path) {
        Descriptors.copy(own)
      } else { path.withCString { open($0, O_RDONLY | O_CLOEXEC) } }
    try self.init(path, opened: descriptor, isOpen: Descriptors.isOpenFile(path))
  }

  /// - Parameters:
  ///   - descriptor: of the file, which is closed with it unless it is standard input; below 0 if it was not opened.
  ///   - isOpen: whether it was open before, so that it is read from where it stands.
  init(_ path: SystemText, opened descriptor: Int32, isOpen: Bool) throws(FileProblem) {
    self.path = path
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw FileProblem(path, .open) }
    guard let status = FileStatus(descriptor: descriptor) else {
      throw FileProblem(path, .open)
    }
    version = status.version
    size = isOpen ? nil : status.size
    sizeAtOpening = status.size
    // From here on, `deinit` closes the file.
    if path != "-", status.isFolder { throw FileProblem(path, .open, EISDIR) }
    if size == nil { InputFile.widenPipe(descriptor) }
  }

  package convenience init(_ path: String) throws(FileProblem) { try self.init(SystemText(path)) }

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
    while let spool, !spool.isEmpty, count < room.count {
      count += try spool.read(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
    }
    return try count + readOn(into: room, from: count, while: isWanted)
  }

  /// Fills what comes behind the first bytes of `room`.
  private func readOn(
    into room: UnsafeMutableRawBufferPointer, from start: Int, while isWanted: () -> Bool
  ) throws(FileProblem) -> Int {
    var count = start
    while count < room.count, !isAtEnd {
      if size == nil, head.isEmpty, !(textSource?.hasBytes ?? false) {
        if count > 0, !hasMore(within: InputFile.pause) { break }
        while count == 0, !hasMore(within: 0) {
          if !isWanted() { return 0 }
          if hasMore(within: InputFile.patience) { break }
        }
      }
      let part = UnsafeMutableRawBufferPointer(rebasing: room[count...])
      let got: Int
      if let textSource {
        got = try textSource.take(into: part)
        isAtEnd = textSource.isAtEnd
        // The next character needs more room than there is left, or more of a stream.
        if got == 0, count > start || part.count < TextSource.longestCharacter { break }
      } else {
        got = try readBytes(into: part)
        isAtEnd = got == 0
      }
      count += got
    }
    return count - start
  }

  /// Reads some of the file's own bytes; 0 at its end.
  private func readBytes(
    into room: UnsafeMutableRawBufferPointer
  ) throws(FileProblem) -> Int {
    if !head.isEmpty {
      let part = head.prefix(room.count)
      room.copyBytes(from: part)
      head = head.dropFirst(part.count)
      return part.count
    }
    while true {
      let got = systemRead(descriptor, room.baseAddress, room.count)
      if got < 0 {
        if errno == EINTR { continue }
        // Whoever else has the pipe open may have said that nobody waits in it.
        if errno == EAGAIN {
          _ = hasMore(within: -1)
          continue
        }
        throw FileProblem(path, .read)
      }
      if got == 0 { try checkUnchanged() }
      readCount += got
      return got
    }
  }

  /// The first bytes of the file, before any has been read.
  ///
  /// - Parameter areAll: whether it is waited for all of them where they come through a stream.
  func firstBytes(_ count: Int, areAll: Bool = false) throws(FileProblem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var found = 0
    var failure: FileProblem?
    bytes.withUnsafeMutableBytes { room in
      do throws(FileProblem) {
        if size != nil {
          found = try positionedRead(descriptor, room, at: 0, path)
          return
        }
        while found < count,
          areAll || InputFile.mayGoOn(UnsafeRawBufferPointer(rebasing: room[..<found]))
        {
          let got = try readBytes(into: UnsafeMutableRawBufferPointer(rebasing: room[found...]))
          if got == 0 { break }
          found += got
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    bytes.removeLast(count - found)
    if size == nil { head = bytes[...] }
    return bytes
  }

  /// Whether more of a stream must come to tell what it is.
  static func mayGoOn(_ first: UnsafeRawBufferPointer) -> Bool {
    guard let byte = first.first else { return true }
    return first.count < 4 && [0, 0x1F, 0x50, 0x84, 0xEF, 0xFE, 0xFF].contains(byte)
  }

  /// From here on reads what is packed in the file.
  ///
  /// - Returns: the first of it.
  func unpack(_ count: Int) throws(FileProblem) -> [UInt8] {
    let unpacker = Unpacker(path, ownBytes)
    let source = TextSource(unpacker: unpacker, ownBytes)
    self.unpacker = unpacker
    textSource = source
    return try source.firstBytes(count) ?? []
  }

  /// From here on reads a sheet of the workbook that the file is, as the text of a table.
  ///
  /// - Parameters: see `WorkbookSheet`.
  func openSheet(_ name: String, firstRow: Int, width: Int?) throws(FileProblem) {
    var whole: Spool?
    if size == nil {
      let spool: Spool
      do throws(FileProblem) { spool = try Spool() } catch {
        throw FileProblem(
          path, .open,
          reason: "It comes through a pipe, and a temporary file for it cannot be made in "
            + "\"\(error.path.text)\": \(error.reason)")
      }
      try keepAll(in: spool)
      whole = spool
    }
    let sheet = try WorkbookSheet(
      path, size: whole?.count ?? size ?? 0, name: name, firstRow: firstRow, width: width
    ) { [unowned self] place, room throws(FileProblem) in
      if let whole { return try whole.read(into: room, at: place) }
      let count = try positionedRead(descriptor, room, at: place, path)
      readCount = max(readCount, place + count)
      try checkUnchanged()
      return count
    }
    self.sheet = sheet
    textSource = TextSource(sheet: sheet, ownBytes)
  }

  /// Keeps the stream up to its end; of one that does not begin as a workbook, which is refused, only its beginning.
  private func keepAll(in spool: Spool) throws(FileProblem) {
    var first: [UInt8] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { room.deallocate() }
    while true {
      let count = try readBytes(into: room)
      if count == 0 { return }
      try spool.append(UnsafeRawBufferPointer(rebasing: room[..<count]))
      if first.count < 2 { first += room[..<min(count, 2)] }
      if first.count >= 2, !first.starts(with: "PK".utf8) { return }
    }
  }

  /// Says how the cells of a sheet are written, once its columns are known.
  func write(_ formats: CellFormats) { sheet?.write(formats) }

  /// The warnings about the file that only its end can show.
  package var lateWarnings: [TableProblem] {
    if let stray = sheet?.stray {
      return [.filledWithoutName(position: stray.column - 1, line: stray.row)]
    }
    return unpacker?.hasTrailingBytes ?? false ? [.trailingBytes] : []
  }

  /// From here on reads text in an encoding as UTF-8.
  func decode(_ decoder: TextDecoder) {
    let source = textSource ?? TextSource(ownBytes)
    source.decode(decoder)
    textSource = source
  }

  private var ownBytes: TextSource.Read {
    { [unowned self] room throws(FileProblem) in try readBytes(into: room) }
  }

  /// Refuses a file that somebody has written while it was read: what was read may be of two files.
  private func checkUnchanged() throws(FileProblem) {
    guard let size = sizeAtOpening, let now = FileStatus(descriptor: descriptor)?.version,
      now != version
    else { return }
    if now.size < size { throw FileProblem(path, .read, reason: "It became shorter meanwhile") }
    if now.size > size { throw FileProblem(path, .read, reason: "It became longer meanwhile") }
    // Who writes it may put back when it was modified last, but not when anything about it was changed. A file that
    // another one has replaced was changed in its name.
    if now.modified != version.modified || FileStatus(path)?.identity == now.identity {
      throw FileProblem(path, .read, reason: "It was changed meanwhile")
    }
  }

  /// Whether somebody has the file open to write it; false where the system does not say.
  var isBeingWritten: Bool {
    #if os(Linux)
      // `F_SETLEASE`, which not every C library names: nobody who writes a file leaves a lease of reading it. Who
      // opens it in between makes the system send a signal, by `F_SETSIG` one that does nothing.
      _ = fcntl(descriptor, 10, SIGURG)
      if fcntl(descriptor, 1024, F_RDLCK) == 0 {
        _ = fcntl(descriptor, 1024, F_UNLCK)
        return false
      }
      return errno == EAGAIN
    #else
      return false
    #endif
  }

  /// Whether what comes behind can be looked at: anywhere in a file, in a stream where there is room to keep it.
  var canLookAhead: Bool {
    if textSource == nil, lseek(descriptor, 0, SEEK_CUR) >= 0 { return true }
    spool = spool ?? (try? Spool())
    return spool != nil
  }

  /// Looks at some of what comes so many bytes behind the place that is read next: in a stream behind what was
  /// looked at last.
  ///
  /// - Returns: how many bytes there are; 0 at the end, nil if nothing came of a stream while it was wanted.
  func lookAhead(
    at distance: Int, into room: UnsafeMutableRawBufferPointer, while isWanted: () -> Bool
  ) throws(FileProblem) -> Int? {
    let place = Int(lseek(descriptor, 0, SEEK_CUR))
    guard textSource != nil || place < 0, let spool else {
      return try positionedRead(descriptor, room, at: place + distance, path)
    }
    let count = try readOn(into: room, from: 0, while: isWanted)
    try spool.append(UnsafeRawBufferPointer(rebasing: room[..<count]))
    return count > 0 || isAtEnd ? count : nil
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
    textSource == nil ? min(limit, max(4095, size ?? .max - 1) + 1) : limit
  }

  /// What of the file is not read yet, up to a number of bytes; one more shows that there is more.
  package func text(limit: Int) throws(FileProblem) -> FileText {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size ?? 0, limit) + 1)
    var piece = [UInt8](repeating: 0, count: pieceSize(atMost: 1 << 16))
    while bytes.count <= limit, !isAtEnd {
      let count = try piece.fill(from: self)
      bytes.append(contentsOf: piece[..<count])
    }
    let wholeSize = isAtEnd ? bytes.count : size.flatMap { $0 > bytes.count ? $0 : nil }
    return FileText(bytes: bytes, size: wholeSize, identity: identity)
  }

  /// The text of a form.
  package func source() throws(FileProblem) -> Source {
    Source(
      name: path == "-" ? "standard input" : path.text, try text(limit: Source.byteLimit))
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

/// A path without symbolic links; nil if nothing is there.
func realPath(_ path: SystemText) -> SystemText? {
  guard let found = path.withCString({ realpath($0, nil) }) else { return nil }
  defer { free(found) }
  return SystemText(cString: found)
}

/// Whether a path is that of a symbolic link, whether or not it leads anywhere.
func isLink(_ path: SystemText) -> Bool {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// Writes all of `bytes`.
///
/// - Parameter place: where they go in a file, in bytes from its beginning; nil for where it was written last.
package func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: SystemText, at place: Int? = nil
) throws(FileProblem) {
  var done = 0
  while done < bytes.count {
    let (rest, count) = (bytes.baseAddress.map { $0 + done }, bytes.count - done)
    let wrote =
      place.map { pwrite(descriptor, rest, count, off_t($0 + done)) }
      ?? systemWrite(descriptor, rest, count)
    if wrote < 0 {
      if errno == EINTR { continue }
      guard errno == EAGAIN else { throw FileProblem(path, .write) }
      waitForRoom(descriptor)
      continue
    }
    // What takes nothing now, without saying why, may do so for ever.
    if wrote == 0 { throw FileProblem(path, .write, reason: "It takes nothing") }
    done += wrote
  }
}

/// Waits until a stream takes more, one that another process has set not to wait by itself.
private func waitForRoom(_ descriptor: Int32) {
  var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  poll(&wanted, 1, -1)
}

// Files, read in pieces of bounded size by the platform's own calls.

package import FormworkEngine
package import FormworkSyntax

/// The error for a file that couldn't be read or written.
package struct FileProblem: Error, Sendable {
  package enum Action: Sendable, Equatable {
    case open, read, create, write, writeDraft, put
    /// Writing would overwrite the file that is read under this path.
    case writeOver(SystemText)
    /// Writing would overwrite the file with this path, which a record may refer to.
    case writeOverNamed(SystemText)
    /// Writing would overwrite another output of the run, the one with this path.
    case writeTwice(SystemText)
    /// The file has changed since it was read.
    case replaceChanged
  }

  package var path: SystemText
  package var action: Action
  /// The system's message, such as "No such file or directory", or our own.
  package var reason: String
  /// The system's error number; 0 if the message is our own.
  private var number: Int32

  init(_ path: SystemText, _ action: Action, _ number: Int32 = errno) {
    self.path = path
    self.action = action
    self.number = number
    reason =
      number == EFBIG
      ? "It would exceed the limit for the size of files (see \"ulimit -f\")"
      : String(cString: strerror(number))
  }

  init(_ path: SystemText, _ action: Action, reason: String) {
    self.path = path
    self.action = action
    self.reason = reason
    number = 0
  }

  /// Whether the file doesn't exist.
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

  /// Whether the path is that of a folder.
  package var isFolder: Bool { number == EISDIR }

  /// Whether the reader of a pipe has closed it, which isn't the user's mistake.
  package var isBrokenPipe: Bool { number == EPIPE }
}

/// A file open for reading.
package final class InputFile {
  package let path: SystemText
  private let descriptor: Int32
  /// The size in bytes of a regular file. It is nil for standard input and other files that were already open, which
  /// may be read from the middle.
  package let size: Int?
  /// The size of a regular file when it was opened, even if it is standard input.
  private let sizeAtOpening: Int?
  package var identity: FileIdentity { version.identity }
  /// The version of the file when it was opened.
  let version: FileVersion
  /// Whether the whole file has been read.
  package private(set) var isAtEnd = false
  /// The number of bytes read so far from the file itself, before any conversion.
  private(set) var readCount = 0
  /// The spool that this file was opened from, if the file has no path.
  var content: Spool?
  /// The bytes of a stream that were read ahead.
  private var spool: Spool?
  /// The first bytes of a stream, which were read ahead to detect its kind.
  private var head: ArraySlice<UInt8> = []
  /// The sheet to read, if the file is a workbook.
  private var sheet: WorkbookSheet?
  /// The decompressor, if the file is compressed.
  private var unpacker: Unpacker?
  /// The source of the text, if the bytes must be converted.
  private var textSource: TextSource?
  /// The longest wait for more of a stream before delivering what has arrived, and the time between calls of
  /// `isWanted`, in milliseconds.
  private static let (pause, patience): (Int32, Int32) = (5, 20)

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameter mustBeRegular: whether to reject pipes, devices and sockets. Opening a pipe waits for its writer,
  ///   and a device may never end.
  /// - Throws: if the file doesn't exist, is a folder, or isn't readable.
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
  ///   - descriptor: the descriptor, which `deinit` closes unless it is standard input; negative if opening failed.
  ///   - isOpen: whether the descriptor was already open, so that the file is read from its current offset.
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
    // From here on, `deinit` closes the descriptor, even if this initializer throws.
    if path != "-", status.isFolder { throw FileProblem(path, .open, EISDIR) }
    if size == nil { InputFile.widenPipe(descriptor) }
  }

  package convenience init(_ path: String) throws(FileProblem) { try self.init(SystemText(path)) }

  /// Enlarges the buffer of a pipe beyond the 64 KiB of Linux, so that its writer and reader wait less for each other.
  /// 121 MB from `cat` then take 0.10 s instead of 0.18 s. The call fails harmlessly for anything but a pipe.
  private static func widenPipe(_ descriptor: Int32) {
    #if os(Linux)
      // `F_SETPIPE_SZ`, which not every C library defines.
      _ = fcntl(descriptor, 1031, 1 << 20)
    #endif
  }

  deinit {
    if descriptor > 0 { close(descriptor) }
  }

  /// Fills as much of `room` as possible. If the writer of a stream pauses, the bytes so far are delivered.
  ///
  /// - Parameter isWanted: called repeatedly while a stream delivers nothing; returns false to stop waiting.
  /// - Returns: the number of bytes read; 0 at the end of the file, or if `isWanted` returned false.
  package func read(
    into room: UnsafeMutableRawBufferPointer, while isWanted: () -> Bool = { true }
  ) throws(FileProblem) -> Int {
    var count = 0
    while let spool, !spool.isEmpty, count < room.count {
      count += try spool.read(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
    }
    return try count + readOn(into: room, from: count, while: isWanted)
  }

  /// Fills `room` from offset `start` on and returns the number of bytes added.
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
        // The next character needs more room than is left, or more of the stream.
        if got == 0, count > start || part.count < TextSource.longestCharacter { break }
      } else {
        got = try readBytes(into: part)
        isAtEnd = got == 0
      }
      count += got
    }
    return count - start
  }

  /// Reads some bytes of the file itself, before any conversion. Returns 0 at the end.
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
        // Another process may have set the pipe to be non-blocking.
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

  /// Returns the first bytes of the file. Nothing may have been read yet.
  ///
  /// - Parameter areAll: whether to wait for all of them if the file is a stream.
  func firstBytes(_ count: Int, areAll: Bool = false) throws(FileProblem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = try bytes.fill { room throws(FileProblem) in
      if size != nil { return try positionedRead(descriptor, room, at: 0, path) }
      var found = 0
      while found < count,
        areAll || InputFile.mayGoOn(UnsafeRawBufferPointer(rebasing: room[..<found]))
      {
        let got = try readBytes(into: UnsafeMutableRawBufferPointer(rebasing: room[found...]))
        if got == 0 { break }
        found += got
      }
      return found
    }
    bytes.removeLast(count - found)
    if size == nil { head = bytes[...] }
    return bytes
  }

  /// Returns whether more bytes of a stream are needed to detect its kind.
  static func mayGoOn(_ first: UnsafeRawBufferPointer) -> Bool {
    guard let byte = first.first else { return true }
    return first.count < 4 && [0, 0x1F, 0x50, 0x84, 0xEF, 0xFE, 0xFF].contains(byte)
  }

  /// Makes the file deliver its decompressed content from now on.
  ///
  /// - Returns: the first bytes of the content.
  func unpack(_ count: Int) throws(FileProblem) -> [UInt8] {
    let unpacker = Unpacker(path, ownBytes)
    let source = TextSource(unpacker: unpacker, ownBytes)
    self.unpacker = unpacker
    textSource = source
    return try source.firstBytes(count) ?? []
  }

  /// Returns the file as a workbook, or nil if it is a stream or can't be read.
  package func workbook() -> Workbook? {
    guard let size else { return nil }
    return try? Workbook(size: size) { [self] place, room in
      (try? positionedRead(descriptor, room, at: place, path)) ?? 0
    }
  }

  /// Makes the file deliver a sheet of the workbook, as the text of a table, from now on.
  ///
  /// - Parameters: see `WorkbookSheet`.
  func openSheet(_ name: String, firstRow: Int, width: Int?) throws(FileProblem) {
    var whole: Spool?
    if size == nil {
      let spool: Spool
      do throws(FileProblem) { spool = try Spool() } catch {
        throw FileProblem(
          path, .open,
          reason: "It is read from a pipe, and a temporary file for it cannot be created in "
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

  /// Copies the stream to `spool`. If the stream doesn't begin like a workbook, it will be rejected, so only its
  /// beginning is copied.
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

  /// Sets the text formats of a sheet's cells, once its columns are known.
  func write(_ formats: CellFormats) { sheet?.write(formats) }

  /// The warnings that are known only at the end of the file.
  package var lateWarnings: [TableProblem] {
    if let stray = sheet?.stray {
      return [.filledWithoutName(position: stray.column - 1, line: stray.row)]
    }
    return unpacker?.hasTrailingBytes ?? false ? [.trailingBytes] : []
  }

  /// Makes the file deliver its text, decoded to UTF-8, from now on.
  func decode(_ decoder: TextDecoder) {
    let source = textSource ?? TextSource(ownBytes)
    source.decode(decoder)
    textSource = source
  }

  private var ownBytes: TextSource.Read {
    { [unowned self] room throws(FileProblem) in try readBytes(into: room) }
  }

  /// Throws if the file was written while it was read, as its content may then be a mix of two versions.
  private func checkUnchanged() throws(FileProblem) {
    guard let size = sizeAtOpening, let now = FileStatus(descriptor: descriptor)?.version,
      now != version
    else { return }
    if now.size < size {
      throw FileProblem(path, .read, reason: "The file was truncated while it was read")
    }
    if now.size > size {
      throw FileProblem(path, .read, reason: "The file was extended while it was read")
    }
    // A writer can reset the modification time, but not the status change time. However, replacing this file with
    // another also changes the status change time, without a write.
    if now.modified != version.modified || FileStatus(path)?.identity == now.identity {
      throw FileProblem(path, .read, reason: "The file was changed while it was read")
    }
  }

  /// Whether another process has the file open for writing; false if the system can't tell.
  var isBeingWritten: Bool {
    #if os(Linux)
      // `F_SETLEASE`, which not every C library defines: a read lease is refused while a process has the file open
      // for writing. If a process opens the file in between, the system sends a signal; `F_SETSIG` selects a harmless
      // one.
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

  /// Whether reading ahead is possible. It always is in a file. In a stream it requires a temporary file for the bytes.
  var canLookAhead: Bool {
    if textSource == nil, lseek(descriptor, 0, SEEK_CUR) >= 0 { return true }
    spool = spool ?? (try? Spool())
    return spool != nil
  }

  /// Reads bytes ahead. In a file, they begin `distance` bytes past the read position. In a stream, they follow the
  /// bytes last read ahead.
  ///
  /// - Returns: the number of bytes; 0 at the end, or nil if a stream delivered nothing until `isWanted` returned
  ///   false.
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

  /// Returns whether more of a stream, or its end, arrives within `time` milliseconds.
  private func hasMore(within time: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, time) != 0
  }

  /// Returns the number of bytes to read at once. For a small file this exceeds its size, so that the first read
  /// reaches the end. Unused memory costs nothing.
  package func pieceSize(atMost limit: Int) -> Int {
    // Files that the system generates report a size of 0.
    textSource == nil ? min(limit, max(4095, size ?? .max - 1) + 1) : limit
  }

  /// Returns the unread rest of the file. If the rest exceeds `limit` bytes, returns only a part of it that also
  /// exceeds `limit`.
  package func text(limit: Int) throws(FileProblem) -> FileText {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size ?? 0, limit) + 1)
    var piece = [UInt8](repeating: 0, count: pieceSize(atMost: 1 << 16))
    while bytes.count <= limit, !isAtEnd {
      let count = try piece.fill { room throws(FileProblem) in try read(into: room) }
      bytes.append(contentsOf: piece[..<count])
    }
    let wholeSize = isAtEnd ? bytes.count : size.flatMap { $0 > bytes.count ? $0 : nil }
    return FileText(bytes: bytes, size: wholeSize, identity: identity)
  }

  /// Returns the text of a form.
  package func source() throws(FileProblem) -> Source {
    Source(
      name: path == "-" ? "standard input" : path.text, try text(limit: Source.byteLimit))
  }
}

extension [UInt8] {
  /// Calls `read` to fill the array, and returns its result. Unlike `withUnsafeMutableBytes`, throws a typed error.
  package mutating func fill<Failure>(
    _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    try withUnsafeMutableBufferPointer { room throws(Failure) in
      try read(UnsafeMutableRawBufferPointer(room))
    }
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

/// Returns a path without symbolic links, or nil if there is no file.
func realPath(_ path: SystemText) -> SystemText? {
  guard let found = path.withCString({ realpath($0, nil) }) else { return nil }
  defer { free(found) }
  return SystemText(cString: found)
}

/// Returns whether there is a symbolic link at a path, even if its target doesn't exist.
func isLink(_ path: SystemText) -> Bool {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// Writes all of `bytes`.
///
/// - Parameter place: the offset in the file, in bytes; nil for its current offset.
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
    // Don't retry if a device accepts no bytes but reports no error, because it might do so forever.
    if wrote == 0 { throw FileProblem(path, .write, reason: "The device accepts no more data") }
    done += wrote
  }
}

/// Waits until a stream accepts more bytes. Another process may have set the stream to be non-blocking.
private func waitForRoom(_ descriptor: Int32) {
  var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  poll(&wanted, 1, -1)
}

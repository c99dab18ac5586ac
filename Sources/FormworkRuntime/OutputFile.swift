// Output files, which appear completely or not at all.

package import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// An output file that appears completely or not at all: it is written to a temporary file in the same folder and
/// then renamed. A device, a pipe or an open file such as `/dev/stdout` is written directly, because nothing can
/// replace it.
package final class OutputFile {
  package let path: SystemText
  /// The temporary file; nil if the file is written directly.
  private let draft: Draft?
  /// The version of the file to replace; nil if there was none.
  private let replaced: FileVersion?
  /// The final path. If `path` is a symbolic link, this is the link's target.
  private let place: SystemText
  private var descriptor: Int32
  /// The buffered chunks, which are written once they fill a block.
  private(set) var waiting: [Chunk] = []
  /// The number of buffered bytes, and how many bytes of the first chunk have already been written.
  private var waitingCount = 0
  private var writtenOfFirst = 0
  /// Written chunks, whose memory is reused.
  private var spare: [Chunk] = []

  /// A part of the buffered bytes.
  final class Chunk {
    var buffer = ByteBuffer()
  }

  /// The size of writes in bytes. For large, aligned writes, the system uses larger units of memory, which fill faster.
  /// 115 MB take 22 ms, instead of 41 ms with writes of 243,364 bytes.
  static let blockSize = 1 << 20

  /// Creates the temporary file.
  ///
  /// - Throws: if the folder doesn't exist or isn't writable, or if this process is already writing the same file.
  package init(_ path: SystemText) throws(FileProblem) {
    self.path = path
    if let own = Descriptors.number(of: path) {
      (draft, replaced, place) = (nil, nil, path)
      descriptor = Descriptors.copy(own)
      guard descriptor >= 0 else { throw FileProblem(path, .create) }
      return
    }
    let status = FileStatus(path)
    replaced = status?.version
    if status?.isFolder == true { throw FileProblem(path, .create, EISDIR) }
    // Renaming would replace even a file that isn't writable.
    if status != nil, path.withCString({ access($0, W_OK) }) != 0 {
      throw FileProblem(path, .create)
    }
    if status == nil, isLink(path) {
      throw FileProblem(path, .create, reason: "It is a link to a file that does not exist")
    }
    guard status?.isRegular != false else {
      (draft, place) = (nil, path)
      descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw FileProblem(path, .create) }
      return
    }
    guard let place = OutputFile.place(of: path) else { throw FileProblem(path, .create) }
    self.place = place
    // A link in `/proc`, for example, may lead to a file without a path. The target of the link is then not the path of
    // that file.
    if place != path, FileStatus(place)?.identity != status?.identity {
      throw FileProblem(path, .create, reason: "It is a link to a file without a path")
    }
    let draft = try Draft(for: place, path)
    self.draft = draft
    // If a file is replaced, only its owner can read the new one until the access rights are copied.
    descriptor = draft.create(status == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else {
      draft.forget()
      throw errno == EEXIST ? FileProblem(path, .writeTwice(path)) : FileProblem(path, .create)
    }
    if let status, let lost = copyAccess(of: status, at: place, to: descriptor) {
      discard()
      throw FileProblem(path, .create, reason: lost.reason)
    }
  }

  /// Returns the path itself or, if it is a link, the link's target; nil if the target doesn't exist.
  private static func place(of path: SystemText) -> SystemText? {
    isLink(path) ? realPath(path) : path
  }

  /// Throws if the path leads to a different location than when the temporary file was created.
  package func checkPlace() throws(FileProblem) {
    guard let draft, draft.isThere else { return }
    if let place = OutputFile.place(of: path), draft.isFor(place) { return }
    throw FileProblem(
      path, .put,
      reason:
        "A folder or a link in its path was changed during the run")
  }

  /// The identity of the temporary file. Nil if the file is written directly.
  var draftIdentity: FileIdentity? { draft?.identity }

  package convenience init(_ path: String) throws(FileProblem) { try self.init(SystemText(path)) }

  deinit {
    discard()
  }

  package func write(_ bytes: [UInt8]) throws(FileProblem) {
    var buffer = ByteBuffer()
    buffer.append(bytes)
    try take(&buffer)
  }

  /// Writes bytes at once, after all buffered bytes.
  package func write(_ bytes: TextBytes) throws(FileProblem) {
    try writeWaiting(waitingCount)
    do throws(FileProblem) {
      try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor, path: path)
    } catch { throw FileProblem(path, draft == nil ? .write : .writeDraft) }
  }

  /// Writes the content of a buffer and empties it. Only short content is copied: otherwise the buffer itself is kept
  /// until it is written, and the caller gets a different one.
  package func take(_ buffer: inout ByteBuffer) throws(FileProblem) {
    defer { buffer.reset() }
    // The reader of a pipe wants the bytes without delay.
    guard draft != nil else {
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

  /// Writes all whole blocks, or everything if too much is buffered.
  private func writeBlocks() throws(FileProblem) {
    let blocks = waitingCount / OutputFile.blockSize * OutputFile.blockSize
    try writeWaiting(waitingCount > OutputFile.heldSize ? waitingCount : blocks)
  }

  private static let heldSize = 16 << 20

  /// Writes `size` of the buffered bytes, with a single system call if possible.
  private func writeWaiting(_ size: Int) throws(FileProblem) {
    var left = size
    while left > 0 {
      let parts = parts(of: left)
      let wrote = writev(descriptor, parts, Int32(parts.count))
      if wrote < 0 {
        if errno == EINTR { continue }
        throw FileProblem(path, draft == nil ? .write : .writeDraft)
      }
      left -= wrote
      forget(wrote)
    }
  }

  /// Returns the first `size` buffered bytes as vectors. There are few vectors, because content that fits into the last
  /// chunk is appended to it. Any two adjacent chunks together are therefore larger than the smallest buffer.
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

  /// Discards the first `count` buffered bytes, which have been written.
  private func forget(_ count: Int) {
    waitingCount -= count
    writtenOfFirst += count
    while let first = waiting.first, writtenOfFirst >= first.buffer.count {
      writtenOfFirst -= first.buffer.count
      first.buffer.reset()
      spare.append(waiting.removeFirst())
    }
  }

  /// Writes all buffered bytes and closes the file. Errors such as a full disk occur here at the latest.
  package func finish() throws(FileProblem) {
    try writeWaiting(waitingCount)
    guard descriptor >= 0 else { return }
    let open = descriptor
    descriptor = -1
    guard close(open) == 0 else { throw FileProblem(path, draft == nil ? .write : .writeDraft) }
  }

  /// Renames the temporary file to its final name.
  ///
  /// - Parameter files: the files of the run. A file that the run reads is never overwritten.
  package func put(besides files: RunFiles) throws(FileProblem) {
    try finish()
    guard let draft, draft.isThere else { return }
    if let placed = draft.placed() {
      if let read = files.nameOfRead(placed.identity) {
        throw FileProblem(path, .writeOver(read))
      }
      if files.mayHaveReadOthers, placed.identity != replaced?.identity {
        throw FileProblem(path, .put, reason: "Another file was put there during the run")
      }
      // The access rights may have changed in the meantime.
      if placed.isRegular, placed.version.changed != replaced?.changed,
        let lost = draft.takeAccess(of: placed, at: place)
      {
        throw FileProblem(path, .put, reason: lost.reason)
      }
    }
    try draft.put(path)
  }

  /// Replaces `file`, from which this output was made. Throws if `file` has changed since, or if another process is
  /// writing it.
  package func put(inPlaceOf file: InputFile) throws(FileProblem) {
    try finish()
    guard let draft, draft.isThere else { return }
    guard draft.placed()?.version == file.version, !file.isBeingWritten else {
      throw FileProblem(path, .replaceChanged)
    }
    try draft.put(path)
  }

  /// Deletes the temporary file, so that no output appears.
  ///
  /// - Returns: the name of the temporary file, if it couldn't be deleted.
  @discardableResult
  package func discard() -> SystemText? {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    return draft?.remove()
  }
}

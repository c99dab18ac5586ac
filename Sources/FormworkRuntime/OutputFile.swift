// Files to be written, which appear whole or not at all.

package import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that appears whole or not at all: written beside its place, then renamed. A device, a pipe or a
/// file that is open already, such as `/dev/stdout`, is written as it is: nothing can be put in its place.
package final class OutputFile {
  package let path: SystemText
  /// Where it is written until it is put in its place; nil if it is written where it is.
  private let draft: Draft?
  /// What it takes the place of; nil if nothing was there.
  private let replaced: FileVersion?
  /// The path of what is put in its place; it leads to no symbolic link.
  private let place: SystemText
  private var descriptor: Int32
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
  /// - Throws: if the folder is not there or may not be written, or if a draft for the same place is
  ///   there.
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
    // A draft could take the place of a file that may not be written.
    if status != nil, path.withCString({ access($0, W_OK) }) != 0 {
      throw FileProblem(path, .create)
    }
    if status == nil, isLink(path) {
      throw FileProblem(path, .create, reason: "It is a link that leads to no file")
    }
    guard status?.isRegular != false else {
      (draft, place) = (nil, path)
      descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw FileProblem(path, .create) }
      return
    }
    guard let place = OutputFile.place(of: path) else { throw FileProblem(path, .create) }
    self.place = place
    // A link of the system, such as those in `/proc`, may lead where no name leads, and then says another one.
    if place != path, FileStatus(place)?.identity != status?.identity {
      throw FileProblem(path, .create, reason: "It is a link that leads where no name leads")
    }
    let draft = try Draft(for: place, path)
    self.draft = draft
    // Who could read the file before, and nobody else, can read it afterwards.
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

  /// Where a file is put that has a path: there, or where the link leads that is there; nil if it leads nowhere.
  private static func place(of path: SystemText) -> SystemText? {
    isLink(path) ? realPath(path) : path
  }

  /// Refuses a path that leads elsewhere than when the draft was made.
  package func checkPlace() throws(FileProblem) {
    guard let draft, draft.isThere else { return }
    if let place = OutputFile.place(of: path), draft.isFor(place) { return }
    throw FileProblem(
      path, .put,
      reason:
        "Its name leads elsewhere, because a folder or a link on the way was changed meanwhile")
  }

  /// What the draft is; nil if there is none.
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

  /// Writes bytes at once, behind all that waits.
  package func write(_ bytes: TextBytes) throws(FileProblem) {
    try writeWaiting(waitingCount)
    do throws(FileProblem) {
      try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor, path: path)
    } catch { throw FileProblem(path, draft == nil ? .write : .writeDraft) }
  }

  /// Writes what is in a buffer, which is empty afterwards. Only what is short is copied: otherwise the buffer
  /// is kept until it is written, and other memory left in its place.
  package func take(_ buffer: inout ByteBuffer) throws(FileProblem) {
    defer { buffer.reset() }
    // Who reads a pipe wants what there is.
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

  /// Writes as many whole blocks as there are, and everything where it is too much to hold.
  private func writeBlocks() throws(FileProblem) {
    let blocks = waitingCount / OutputFile.blockSize * OutputFile.blockSize
    try writeWaiting(waitingCount > OutputFile.heldSize ? waitingCount : blocks)
  }

  private static let heldSize = 16 << 20

  /// Writes so many of the bytes that wait, with one call of the system if it takes them all.
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

  /// Writes all that waits and closes the file. What can fail because there is no more room, fails here.
  package func finish() throws(FileProblem) {
    try writeWaiting(waitingCount)
    guard descriptor >= 0 else { return }
    let open = descriptor
    descriptor = -1
    guard close(open) == 0 else { throw FileProblem(path, draft == nil ? .write : .writeDraft) }
  }

  /// Puts the file in its place.
  ///
  /// - Parameter files: those of the run; none that it reads is written over.
  package func put(besides files: RunFiles) throws(FileProblem) {
    try finish()
    guard let draft, draft.isThere else { return }
    if let placed = draft.placed() {
      if let read = files.nameOfRead(placed.identity) {
        throw FileProblem(path, .writeOver(read))
      }
      if files.mayHaveReadOthers, placed.identity != replaced?.identity {
        throw FileProblem(path, .put, reason: "Another file has come there meanwhile")
      }
      // Somebody may have said meanwhile who may read it.
      if placed.isRegular, placed.version.changed != replaced?.changed,
        let lost = draft.takeAccess(of: placed, at: place)
      {
        throw FileProblem(path, .put, reason: lost.reason)
      }
    }
    try draft.put(path)
  }

  /// Replaces the file that this one was made from, unless that has changed meanwhile or somebody is writing it.
  package func put(inPlaceOf file: InputFile) throws(FileProblem) {
    try finish()
    guard let draft, draft.isThere else { return }
    guard draft.placed()?.version == file.version, !file.isBeingWritten else {
      throw FileProblem(path, .replaceChanged)
    }
    try draft.put(path)
  }

  /// Removes the draft; nothing appears.
  ///
  /// - Returns: the name of the draft, if it cannot be removed.
  @discardableResult
  package func discard() -> SystemText? {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    return draft?.remove()
  }
}

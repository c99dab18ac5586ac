// Checks whether files that accompany the data exist and have a given checksum. No file outside the given folders is
// ever opened. A path is resolved one name at a time from an open folder, and links are resolved in the same way. A
// path that leads outside counts as missing. Files that are moved meanwhile can't make a path lead outside either.

package import FormworkEngine
internal import FormworkSyntax

/// The files below some folders.
package final class FolderFiles: Sendable {
  private let folders: [OpenFolder]
  private let known = Lock(Known())

  /// Whether to note the files that records refer to.
  private let notesNames: Bool

  private struct Known {
    var digests: [Key: [UInt8]] = [:]
    /// The files that records refer to.
    var named: Set<FileIdentity> = []
    /// The files that the run writes.
    var own: Set<FileIdentity> = []
    /// The content of the folders when the run began to read; nil if it isn't needed.
    var content: FolderContent?
    /// The outputs of the run, which no record may refer to.
    var outputs: [FileIdentity: SystemText] = [:]
    /// The error that kept the run from checking a file.
    var fault: FileProblem?
  }

  /// The key of a cached checksum. It includes the file's version, so that the checksum of a changed file isn't reused.
  private struct Key: Hashable {
    var version: FileVersion
    var kind: DigestKind
  }

  /// The maximum number of cached checksums. Checksums are cached because many records may refer to the same file.
  private static let digestLimit = 1 << 14

  /// Opens folders.
  ///
  /// - Parameter notesNames: whether `unnamed` will be called.
  package init(_ paths: [SystemText], notesNames: Bool = false) throws(FileProblem) {
    var folders: [OpenFolder] = []
    for path in paths { folders.append(try OpenFolder(path)) }
    self.folders = folders
    self.notesNames = notesNames
  }

  /// The first error that kept `exists` or `matches` from answering.
  package var fault: FileProblem? { known.withLock { $0.fault } }

  /// Registers an output of the run. A record that refers to it is an error.
  func refuse(_ file: FileIdentity, _ name: SystemText) {
    known.withLock { $0.outputs[file] = name }
    leaveOut(file)
  }

  /// Registers a file that the run writes.
  func leaveOut(_ file: FileIdentity) { known.withLock { _ = $0.own.insert(file) } }

  /// Returns whether there is a file at a path below one of the folders, or nil after an error.
  package func exists(_ path: String) -> Bool? {
    answer { () throws(FileProblem) in try find(path) != nil }
  }

  private func answer(_ question: () throws(FileProblem) -> Bool) -> Bool? {
    do throws(FileProblem) { return try question() } catch {
      known.withLock { $0.fault = $0.fault ?? error }
      return nil
    }
  }

  /// Returns whether the file at a path has the checksum `sum`, written in hexadecimal digits of either case. Returns
  /// nil if `kind` is unknown or an error occurred.
  package func matches(_ path: String, _ kind: String, _ sum: String) -> Bool? {
    guard let kind = DigestKind(kind) else { return nil }
    return answer { () throws(FileProblem) in
      guard let file = try find(path) else { return false }
      return try digest(of: file, kind).isWritten(sum)
    }
  }

  private func find(_ path: String) throws(FileProblem) -> FoundFile? {
    for folder in folders {
      guard let file = try folder.find(path) else { continue }
      let identity = file.version.identity
      let output = known.withLock {
        if notesNames { $0.named.insert(identity) }
        return $0.outputs[identity]
      }
      if let output { throw FileProblem(output, .writeOver(file.path)) }
      return file
    }
    return nil
  }

  private func digest(
    of file: FoundFile, _ kind: DigestKind
  ) throws(FileProblem) -> [UInt8] {
    let key = Key(version: file.version, kind: kind)
    if let sum = known.withLock({ $0.digests[key] }) { return sum }
    let sum = try file.digest(kind)
    // Don't cache the checksum yet: a change within the same tick of the file system's clock wouldn't change the
    // version.
    guard file.version.isSettled else { return sum }
    known.withLock {
      if $0.digests.count >= FolderFiles.digestLimit { $0.digests = [:] }
      $0.digests[key] = sum
    }
    return sum
  }

  /// Finds the files below the folders that no record refers to. Returns the first `limit` paths in order, and the
  /// number of all such files.
  ///
  /// - Throws: if a folder can't be read.
  package func unnamed(limit: Int) throws(FileProblem) -> (paths: [SystemText], count: Int) {
    let named = known.withLock { $0.named.union($0.own) }
    var (paths, count): ([SystemText], Int) = ([], 0)
    for folder in folders {
      try folder.forEachFile { path, status in
        if !status.isRegular || named.contains(status.identity) { return }
        count += 1
        if paths.count < limit { paths.append(path) }
      } unreadable: { fault throws(FileProblem) in
        throw fault
      }
    }
    return (paths, count)
  }

  /// Returns the path of a file below one of the folders, or nil if it isn't found. Unreadable folders are skipped.
  func path(of file: FileIdentity) -> SystemText? {
    var found: SystemText?
    for folder in folders {
      folder.forEachFile { path, status in
        if status.identity == file { found = found ?? path }
      } unreadable: { _ in
      }
    }
    return found
  }

  /// Records the content for `hasChanged`, without the files that the run writes.
  package func noteContent() {
    let content = content
    known.withLock { $0.content = content }
  }

  /// Whether the content has changed since it was recorded.
  var hasChanged: Bool { known.withLock { $0.content }.map { $0 != content } ?? false }

  /// The content of the folders, without the files that the run writes.
  var content: FolderContent {
    let own = known.withLock { $0.own }
    var content = FolderContent()
    for folder in folders {
      folder.forEachFile { path, status in
        if !own.contains(status.identity) { content.add(path, status.version) }
      } unreadable: { _ in
      }
    }
    return content
  }
}

/// A fingerprint of the files and links below some folders.
struct FolderContent: Equatable {
  private(set) var count = 0
  /// A sum of hashes, which changes if any file is added, removed or changed.
  private var sum: UInt64 = 0

  mutating func add(_ path: SystemText, _ version: FileVersion) {
    var hasher = Hasher()
    hasher.combine(path)
    hasher.combine(version)
    sum &+= UInt64(bitPattern: Int64(hasher.finalize()))
    count += 1
  }
}

extension [UInt8] {
  /// Returns whether `text` is these bytes in hexadecimal digits of either case.
  fileprivate func isWritten(_ text: String) -> Bool {
    guard text.utf8.count == 2 * count else { return false }
    var place = 0
    for digit in text.utf8 {
      let half = place.isMultiple(of: 2) ? self[place / 2] >> 4 : self[place / 2] & 15
      let isSame =
        half < 10
        ? digit == UInt8(ascii: "0") + half : (digit | 0x20) == UInt8(ascii: "a") + half - 10
      if !isSame { return false }
      place += 1
    }
    return true
  }
}

/// An open file that was found at a path.
private final class FoundFile {
  private let descriptor: Int32
  let path: SystemText
  let version: FileVersion

  /// Takes ownership of a descriptor. Returns nil if the file isn't a regular file.
  init?(_ descriptor: Int32, _ path: SystemText) throws(FileProblem) {
    self.descriptor = descriptor
    self.path = path
    guard let status = FileStatus(descriptor: descriptor) else {
      let problem = FileProblem(path, .open)
      close(descriptor)
      throw problem
    }
    guard status.isRegular else {
      close(descriptor)
      return nil
    }
    version = status.version
  }

  deinit { close(descriptor) }

  func digest(_ kind: DigestKind) throws(FileProblem) -> [UInt8] {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { room.deallocate() }
    var problem: FileProblem?
    let sum = kind.digest(room) { part in
      while true {
        let got = read(descriptor, part.baseAddress, part.count)
        if got >= 0 { return got }
        if errno != EINTR {
          problem = FileProblem(path, .read)
          return 0
        }
      }
    }
    if let problem { throw problem }
    return sum
  }
}

/// Returns the sorted names of the forms in a folder; empty if it can't be read.
package func formNames(in folder: SystemText) -> [String] {
  (try? OpenFolder(folder).formNames()) ?? []
}

/// Returns the sorted names of the folders in a folder, except hidden ones; empty if it can't be read.
package func folderNames(in folder: SystemText) -> [String] {
  (try? OpenFolder(folder).folderNames()) ?? []
}

/// An open folder. A path relative to it never leads to a file outside of it.
private final class OpenFolder: Sendable {
  private let descriptor: Int32
  private let path: SystemText
  /// The maximum number of links on a path.
  private static let linkLimit = 40

  init(_ path: SystemText) throws(FileProblem) {
    self.path = path
    descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if descriptor < 0 { throw FileProblem(path, .open) }
  }

  deinit { close(descriptor) }

  /// Returns the regular file at a path relative to the folder. Nil if the file is missing or the path leads out of the
  /// folder.
  func find(_ path: String) throws(FileProblem) -> FoundFile? {
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
      .map { Array($0) }
    guard path.utf8.first != UInt8(ascii: "/"), !path.utf8.contains(0), !names.isEmpty,
      !names.contains(Array("..".utf8)), path.utf8.last != UInt8(ascii: "/")
    else { return nil }
    let whole = self.path + "/" + SystemText(path)
    var walk = Walk(from: descriptor, names, whole)
    guard let file = try walk.run(links: OpenFolder.linkLimit) else { return nil }
    return try FoundFile(file, whole)
  }

  /// Returns the names of the forms in this folder, but not below.
  func formNames() throws(FileProblem) -> [String] {
    try names().filter { $0.hasSuffix(".form") }
  }

  /// Returns the names of the folders in this folder, except hidden ones and links.
  func folderNames() throws(FileProblem) -> [String] {
    try names().filter { name in
      !name.hasPrefix(".") && FileStatus(SystemText(name), in: descriptor)?.isFolder ?? false
    }
  }

  private func names() throws(FileProblem) -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else { throw FileProblem(path, .open) }
    defer { closedir(stream) }
    return try OpenFolder.names(in: stream, path).compactMap {
      String(validating: $0.bytes, as: UTF8.self)
    }
  }

  /// Calls `body` for every regular file and every link, without following links.
  ///
  /// - Parameter unreadable: receives the error for each folder that can't be read.
  func forEachFile<Failure: Error>(
    _ body: (SystemText, FileStatus) -> Void,
    unreadable: (FileProblem) throws(Failure) -> Void
  ) throws(Failure) {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if copy < 0 { return try unreadable(FileProblem(path, .open)) }
    try OpenFolder.walk(copy, path, depth: 0, body, unreadable)
  }

  /// The maximum depth of nested folders to visit.
  private static let depthLimit = 200

  private static func walk<Failure: Error>(
    _ folder: Int32, _ path: SystemText, depth: Int, _ body: (SystemText, FileStatus) -> Void,
    _ unreadable: (FileProblem) throws(Failure) -> Void
  ) throws(Failure) {
    guard let stream = fdopendir(folder) else {
      let problem = FileProblem(path, .open)
      close(folder)
      return try unreadable(problem)
    }
    defer { closedir(stream) }
    let found: [SystemText]
    do throws(FileProblem) { found = try names(in: stream, path) } catch {
      return try unreadable(error)
    }
    for name in found {
      let inner = path + "/" + name
      guard let found = FileStatus(name, in: folder) else {
        if !isMoved(errno) { try unreadable(FileProblem(inner, .open)) }
        continue
      }
      if found.isRegular || found.isLink { body(inner, found) }
      guard found.isFolder else { continue }
      if depth == depthLimit {
        try unreadable(FileProblem(inner, .open, reason: "It is nested \(depth + 1) folders deep"))
        continue
      }
      let next = name.withCString {
        openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      }
      if next >= 0 {
        try walk(next, inner, depth: depth + 1, body, unreadable)
      } else if !isMoved(errno) {
        try unreadable(FileProblem(inner, .open))
      }
    }
  }

  /// Returns whether an error means that the file was removed or replaced.
  private static func isMoved(_ number: Int32) -> Bool {
    [ENOENT, ENOTDIR, ELOOP].contains(number)
  }

  /// Returns the sorted names in a folder.
  private static func names(
    in stream: OpaquePointer, _ path: SystemText
  ) throws(FileProblem) -> [SystemText] {
    var names: [SystemText] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { place in
        place.withMemoryRebound(to: CChar.self, capacity: 256) { SystemText(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    if errno != 0 { throw FileProblem(path, .read) }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

/// Resolves a path from an open folder, name by name, without ever going above that folder.
private struct Walk {
  /// The open folders on the path, the innermost last. All but the first are closed at the end.
  private var folders: [Int32]
  private var rest: [[UInt8]]
  /// The path to show in errors.
  private let path: SystemText

  init(from folder: Int32, _ names: [[UInt8]], _ path: SystemText) {
    self.path = path
    folders = [folder]
    rest = names.reversed()
  }

  /// Returns the open file at the end of the path, or nil if the path doesn't lead to a file in the folder.
  mutating func run(links: Int) throws(FileProblem) -> Int32? {
    defer { for folder in folders.dropFirst() { close(folder) } }
    var links = links
    while let name = rest.popLast() {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) {
        guard folders.count > 1 else { return nil }
        close(folders.removeLast())
        continue
      }
      switch try step(name) {
      case .file(let descriptor): return rest.isEmpty ? descriptor : closed(descriptor)
      case .folder(let descriptor): folders.append(descriptor)
      case .link(let target):
        links -= 1
        guard links > 0, let target else { return nil }
        rest += target.reversed()
      case .nothing: return nil
      }
    }
    return nil
  }

  private func closed(_ descriptor: Int32) -> Int32? {
    close(descriptor)
    return nil
  }

  private enum Step {
    case file(Int32)
    case folder(Int32)
    /// A link, with the components of its target's path; nil if that path is absolute.
    case link([[UInt8]]?)
    case nothing
  }

  private func step(_ name: [UInt8]) throws(FileProblem) -> Step {
    let folder = folders[folders.count - 1]
    let name = SystemText(bytes: name)
    guard let found = FileStatus(name, in: folder) else { return try nothing() }
    if found.isLink { return .link(name.withCString { Walk.target(folder, $0) }) }
    guard found.isFolder || found.isRegular else { return .nothing }
    // The file may have been replaced since `FileStatus`: don't follow a link, and don't wait for a pipe.
    let flags =
      O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (found.isFolder ? O_DIRECTORY : 0)
    var descriptor: Int32
    repeat {
      descriptor = name.withCString { openat(folder, $0, flags) }
    } while descriptor < 0 && errno == EINTR
    if descriptor < 0 { return try nothing() }
    return found.isFolder ? .folder(descriptor) : .file(descriptor)
  }

  /// Returns `.nothing` if the last system error means that there is no such file.
  ///
  /// - Throws: the error, if it has a different cause.
  private func nothing() throws(FileProblem) -> Step {
    if [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EACCES].contains(errno) { return .nothing }
    throw FileProblem(path, .open)
  }

  private static func target(_ folder: Int32, _ name: UnsafePointer<CChar>) -> [[UInt8]]? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = bytes.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) -> Int in
      guard let room = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
      return readlinkat(folder, name, room, bytes.count)
    }
    guard count > 0, count < bytes.count, bytes[0] != UInt8(ascii: "/") else { return nil }
    return bytes[..<count].split(separator: UInt8(ascii: "/")).map { Array($0) }
  }
}

// MARK: - Rule words

extension FolderFiles {
  /// The rules that forms declare with `needs fileExists` and `needs checksum(string, string)`.
  package var rules: [HostPredicate] {
    [
      HostPredicate(name: "fileExists", subject: .string, parameters: []) { path, _ in
        self.exists(path.bytes.makeString())
      },
      HostPredicate(
        name: "checksum", subject: .string, parameters: [.string, .string],
        known: [[], DigestKind.allCases.map { $0.rawValue }]
      ) { sum, arguments in
        guard arguments.count == 2 else { return nil }
        return self.matches(
          arguments[0].bytes.makeString(), arguments[1].bytes.makeString(),
          sum.bytes.makeString())
      },
    ]
  }
}

// Files beside the data: which there are, and whether they are what they were. Nothing outside of the folders that
// were named is ever opened: a path is followed one name at a time from an open folder, links are read and followed
// in the same way, and what leads out is as if it were not there. So nothing that is moved in the meantime leads out
// either.

package import FormworkEngine
internal import FormworkSyntax

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The files below some folders.
package final class FolderFiles: Sendable {
  private let folders: [OpenFolder]
  private let known = Lock(Known())

  /// Whether it is noted which files were named.
  private let notesNames: Bool

  private struct Known {
    var digests: [Key: [UInt8]] = [:]
    /// The files that were named.
    var named: Set<FileIdentity> = []
    /// The files that the run writes.
    var own: Set<FileIdentity> = []
    /// What there was when the run began to read; nil if nobody asked.
    var content: FolderContent?
    /// The outputs of the run, which no record may name.
    var outputs: [FileIdentity: SystemText] = [:]
    /// What kept the run from finding out about a file.
    var fault: FileProblem?
  }

  /// A file as it was, so that the sum of one that has changed is none of its.
  private struct Key: Hashable {
    var version: FileVersion
    var kind: DigestKind
  }

  /// How many sums are remembered, for files that many records name.
  private static let digestLimit = 1 << 14

  /// Opens folders.
  ///
  /// - Parameter notesNames: whether `unnamed` will be asked for.
  package init(_ paths: [SystemText], notesNames: Bool = false) throws(FileProblem) {
    var folders: [OpenFolder] = []
    for path in paths { folders.append(try OpenFolder(path)) }
    self.folders = folders
    self.notesNames = notesNames
  }

  /// The first fault of the system that kept a question from being answered.
  package var fault: FileProblem? { known.withLock { $0.fault } }

  /// Notes an output of the run: a record that names it is a fault.
  func refuse(_ file: FileIdentity, _ name: SystemText) {
    known.withLock { $0.outputs[file] = name }
    leaveOut(file)
  }

  /// Notes a file that the run writes.
  func leaveOut(_ file: FileIdentity) { known.withLock { _ = $0.own.insert(file) } }

  /// Whether there is a file at a path below one of the folders; nil after a fault.
  package func exists(_ path: String) -> Bool? {
    answer { () throws(FileProblem) in try find(path) != nil }
  }

  private func answer(_ question: () throws(FileProblem) -> Bool) -> Bool? {
    do throws(FileProblem) { return try question() } catch {
      known.withLock { $0.fault = $0.fault ?? error }
      return nil
    }
  }

  /// Whether the file at a path has a check sum, in hexadecimal digits of either case; nil if there is no such kind,
  /// and after a fault.
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
    // A file that changes once more within a tick of the file system's clock would look like the same.
    guard file.version.isSettled else { return sum }
    known.withLock {
      if $0.digests.count >= FolderFiles.digestLimit { $0.digests = [:] }
      $0.digests[key] = sum
    }
    return sum
  }

  /// The paths of files below the folders that were not named, in their order, up to a limit, and how many there are.
  ///
  /// - Throws: if a folder cannot be read.
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

  /// The path below one of the folders of a file, as far as they can be read; nil if it is in none of them.
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

  /// Notes what there is, for `hasChanged`. What the run writes is left out of it.
  package func noteContent() {
    let content = content
    known.withLock { $0.content = content }
  }

  /// Whether there is anything else than when it was noted.
  var hasChanged: Bool { known.withLock { $0.content }.map { $0 != content } ?? false }

  /// What there is, but for what the run writes.
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

/// The files and links below some folders, in two numbers.
struct FolderContent: Equatable {
  private(set) var count = 0
  /// It is another one as soon as one of them comes, goes or changes.
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
  /// Whether a text is these bytes in hexadecimal digits of either case.
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

/// A file that was found, open.
private final class FoundFile {
  private let descriptor: Int32
  let path: SystemText
  let version: FileVersion

  /// - Returns: nil if it is no regular file.
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

/// The names of the forms in a folder, in their order; none if it cannot be read.
package func formNames(in folder: SystemText) -> [String] {
  (try? OpenFolder(folder).formNames()) ?? []
}

/// A folder out of which nothing leads.
private final class OpenFolder: Sendable {
  private let descriptor: Int32
  private let path: SystemText
  /// How many links a path may go through.
  private static let linkLimit = 40

  init(_ path: SystemText) throws(FileProblem) {
    self.path = path
    descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if descriptor < 0 { throw FileProblem(path, .open) }
  }

  deinit { close(descriptor) }

  /// The regular file at a path from here; nil if there is none, or the path leads out.
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

  /// The names of the forms right here.
  func formNames() throws(FileProblem) -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else { throw FileProblem(path, .open) }
    defer { closedir(stream) }
    return try OpenFolder.names(in: stream, path).compactMap {
      String(validating: $0.bytes, as: UTF8.self)
    }
    .filter { $0.hasSuffix(".form") }
  }

  /// Calls `body` for every regular file and every link, which is not followed.
  ///
  /// - Parameter unreadable: called for each folder that cannot be read.
  func forEachFile<Failure: Error>(
    _ body: (SystemText, FileStatus) -> Void,
    unreadable: (FileProblem) throws(Failure) -> Void
  ) throws(Failure) {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if copy < 0 { return try unreadable(FileProblem(path, .open)) }
    try OpenFolder.walk(copy, path, depth: 0, body, unreadable)
  }

  /// How deep folders lie in each other that are looked through.
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
        try unreadable(FileProblem(inner, .open, reason: "It is \(depth + 1) folders deep"))
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

  /// Whether an error says that what was there has been removed or replaced.
  private static func isMoved(_ number: Int32) -> Bool {
    [ENOENT, ENOTDIR, ELOOP].contains(number)
  }

  /// The names in a folder, in their order.
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

/// The way from an open folder along a path, link by link, never above where it began.
private struct Walk {
  /// The folders on the way, the innermost last; all but the first are closed in the end.
  private var folders: [Int32]
  private var rest: [[UInt8]]
  /// What it is called in a problem.
  private let path: SystemText

  init(from folder: Int32, _ names: [[UInt8]], _ path: SystemText) {
    self.path = path
    folders = [folder]
    rest = names.reversed()
  }

  /// The file at the end, open; nil if there is none.
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
    /// With the names that it leads along; nil if it begins at the root.
    case link([[UInt8]]?)
    case nothing
  }

  private func step(_ name: [UInt8]) throws(FileProblem) -> Step {
    let folder = folders[folders.count - 1]
    let name = SystemText(bytes: name)
    guard let found = FileStatus(name, in: folder) else { return try nothing() }
    if found.isLink { return .link(name.withCString { Walk.target(folder, $0) }) }
    guard found.isFolder || found.isRegular else { return .nothing }
    // Whatever it has become in the meantime, no link is followed, and nothing is waited for.
    let flags =
      O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (found.isFolder ? O_DIRECTORY : 0)
    var descriptor: Int32
    repeat {
      descriptor = name.withCString { openat(folder, $0, flags) }
    } while descriptor < 0 && errno == EINTR
    if descriptor < 0 { return try nothing() }
    return found.isFolder ? .folder(descriptor) : .file(descriptor)
  }

  /// What the system's last error comes to.
  ///
  /// - Throws: if it says nothing of the path.
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
  /// The rule words that forms ask for by `needs fileExists` and `needs checksum(string, string)`.
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

// The files of a run, identified by device and inode rather than by name.

internal import FormworkSyntax

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The files that a run reads and writes. A file that it reads is never written over, under whatever
/// name.
package final class RunFiles {
  private enum Use {
    case read(SystemText)
    case written(SystemText)
    /// Standard output or standard error.
    case stream(SystemText)
  }

  private var uses: [FileIdentity: Use] = [:]
  /// The files that were to be read, as they were then.
  private var seen: [SeenFile] = []
  private var seenPaths: Set<SystemText> = []
  /// The files that records name.
  private let named: FolderFiles?
  /// The name of a file that is read and was standard error.
  private var readError: SystemText?

  /// - Parameter named: with the files that records name, if there are any.
  package init(named: FolderFiles? = nil) { self.named = named }

  /// - Throws: what kept the run from finding out about a file that a record names, or an output that one names.
  package func checkNamed() throws(FileProblem) {
    if let fault = named?.fault { throw fault }
  }

  /// What another run would read again.
  package var watched: WatchedFiles { WatchedFiles(files: seen, folders: named) }

  /// Opens a file for reading.
  package func open(
    _ path: SystemText, mustBeRegular: Bool = false
  ) throws(FileProblem) -> InputFile {
    let file: InputFile
    do throws(FileProblem) { file = try InputFile(path, mustBeRegular: mustBeRegular) } catch {
      miss(path)
      throw error
    }
    note(path, file.version)
    noteRead(file.identity, path)
    return file
  }

  /// Notes a file that was to be read and cannot be.
  func miss(_ path: SystemText) { note(path, FileStatus(path)?.version) }

  /// Notes a file as it was when it was looked at first.
  private func note(_ path: SystemText, _ version: FileVersion?) {
    if seenPaths.insert(path).inserted { seen.append(SeenFile(path: path, version: version)) }
  }

  /// Notes a file that will be opened for reading after the files for writing.
  package func expect(_ path: SystemText) {
    let file = FileStatus(path)
    note(path, file?.version)
    if let file { noteRead(file.identity, path) }
  }

  /// Notes a file that is read. Where messages would be written over it, they go to standard output, or nowhere.
  private func noteRead(_ file: FileIdentity, _ path: SystemText) {
    uses[file] = .read(path)
    guard let error = FileStatus(RunFiles.error), error.keepsWhatIsWritten, error.identity == file
    else { return }
    readError = path
    Descriptors.divertError(toOutput: FileStatus(RunFiles.output)?.identity != file)
  }

  /// Notes where standard output and standard error go.
  ///
  /// - Throws: if one of them is a file that is read.
  package func claimStandardStreams() throws(FileProblem) {
    if let readError { throw FileProblem(RunFiles.error, .writeOver(readError)) }
    try claim(RunFiles.output, .stream(RunFiles.output))
    guard let file = FileStatus(RunFiles.error), file.keepsWhatIsWritten else { return }
    named?.leaveOut(file.identity)
    uses[file.identity] = uses[file.identity] ?? .stream(RunFiles.error)
  }

  /// Notes a file that will be written.
  ///
  /// - Throws: if it is one of the others. In a device, or in a pipe that is open already, nothing is
  ///   written over.
  private func claim(_ path: SystemText) throws(FileProblem) { try claim(path, .written(path)) }

  /// Makes the draft of a file that will be written.
  ///
  /// - Throws: if it is one of the others, or cannot be made.
  package func create(_ path: SystemText) throws(FileProblem) -> OutputFile {
    try claim(path)
    let file = try OutputFile(path)
    if let draft = file.draftIdentity { named?.leaveOut(draft) }
    return file
  }

  /// Whether a file that came to the place of an output meanwhile may be one that was read.
  var mayHaveReadOthers: Bool { named != nil }

  /// The name under which a file is read; nil for any other.
  func nameOfRead(_ file: FileIdentity) -> SystemText? {
    if case .read(let name) = uses[file] { name } else { nil }
  }

  private static let output: SystemText = "/dev/stdout"
  private static let error: SystemText = "/dev/stderr"

  private func claim(_ path: SystemText, _ use: Use) throws(FileProblem) {
    guard let file = FileStatus(path), file.keepsWhatIsWritten else { return }
    switch uses[file.identity] {
    case .read(let name): throw FileProblem(path, .writeOver(name))
    case .written(let name): throw FileProblem(path, .writeTwice(name))
    case .stream(let name) where !file.isOwnDescriptor: throw FileProblem(path, .writeTwice(name))
    case .stream, nil:
      // What is open already has no draft: it would be written before it is known which files records name.
      if file.isOwnDescriptor, file.size != 0, let name = named?.path(of: file.identity) {
        throw FileProblem(path, .writeOverNamed(name))
      }
      uses[file.identity] = use
      named?.refuse(file.identity, path)
    }
  }
}

/// Whether a regular file is at a path.
package func isRegularFile(_ path: SystemText) -> Bool { FileStatus(path)?.isRegular ?? false }

/// Whether what is at a path can be read only once: an open file, a pipe or a device.
package func isReadOnce(_ path: SystemText) -> Bool {
  Descriptors.isOpenFile(path)
    || FileStatus(path).map { !$0.isRegular && !$0.isFolder } ?? false
}

/// What a run has read, as it was then.
package struct WatchedFiles {
  fileprivate let files: [SeenFile]
  fileprivate let folders: FolderFiles?

  /// What there is.
  package struct State: Equatable {
    fileprivate var files: [FileVersion?]
    fileprivate var folders: FolderContent?

    /// How many files were looked at.
    package var count: Int { files.count + (folders?.count ?? 0) }
  }

  /// How many files there are, but for those that records name.
  package var fileCount: Int { files.count }
  package var hasFolders: Bool { folders != nil }

  /// Whether something has changed. A file that is gone may be about to be written.
  package var hasChanged: Bool {
    files.contains { $0.hasChanged } || folders.map { $0.hasChanged } ?? false
  }

  /// Whether a file that was read is gone.
  package var lacksFile: Bool { files.contains { $0.version != nil && $0.now == nil } }

  package var now: State { State(files: files.map { $0.now }, folders: folders?.content) }
}

/// A file as it was when it was read.
private struct SeenFile {
  let path: SystemText
  /// Nil if it was not there.
  let version: FileVersion?

  /// Whether another one is there.
  var hasChanged: Bool {
    let now = now
    return now != nil && now != version
  }

  /// The file as it is; nil if there is none.
  var now: FileVersion? { FileStatus(path)?.version }
}

/// What the system says of a file.
struct FileStatus {
  private let status: stat
  /// Whether it is open already under a number that the path says.
  let isOwnDescriptor: Bool

  /// The status of the file at a path; nil if there is none.
  init?(_ path: SystemText) {
    var status = stat()
    let own = Descriptors.number(of: path)
    let answer =
      if let own { fstat(own, &status) } else { path.withCString { stat($0, &status) } }
    guard answer == 0 else { return nil }
    self.status = status
    isOwnDescriptor = own != nil
  }

  /// The status of what has a name in an open folder, which is not followed if it is a link.
  init?(_ name: SystemText, in folder: Int32) {
    var status = stat()
    guard name.withCString({ fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
      return nil
    }
    self.status = status
    isOwnDescriptor = false
  }

  /// The status of an open file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
    isOwnDescriptor = true
  }

  var identity: FileIdentity {
    FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  var version: FileVersion {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    return FileVersion(
      identity: identity, size: Int64(status.st_size), modified: FileTime(modified),
      changed: FileTime(changed))
  }

  private var kind: mode_t { status.st_mode & S_IFMT }

  var isRegular: Bool { kind == S_IFREG }
  var isFolder: Bool { kind == S_IFDIR }
  var isLink: Bool { kind == S_IFLNK }
  /// The size in bytes of a regular file.
  var size: Int? { isRegular ? Int(status.st_size) : nil }
  var permissions: mode_t { status.st_mode & 0o7777 }
  var owner: uid_t { status.st_uid }
  var group: gid_t { status.st_gid }

  /// Whether what is written there replaces or mixes with something: not in a device such as `/dev/null` or a
  /// terminal, and not in an open pipe such as `/dev/stdout` may be.
  var keepsWhatIsWritten: Bool { kind != S_IFCHR && (isRegular || !isOwnDescriptor) }
}

/// A file as it is until somebody changes it.
struct FileVersion: Hashable {
  var identity: FileIdentity
  var size: Int64
  /// When what is in it was changed last, and when anything about it was.
  var modified: FileTime
  var changed: FileTime

  /// Whether any further change would be seen in its times; some file systems count only every other second.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return changed.seconds + 2 < now.tv_sec && modified.seconds + 2 < now.tv_sec
  }
}

/// A moment of the file system's clock.
struct FileTime: Hashable {
  var seconds: Int
  var nanoseconds: Int

  init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, Int(time.tv_nsec)) }
}

/// The folder of a form, out of which nothing leads.
struct FormFolder {
  /// The path as it is given, ended by a slash or empty.
  private let path: SystemText
  /// The path without symbolic links, ended by a slash.
  private let real: SystemText
  private let files: RunFiles

  /// The folder that the file at `path` is in; nil for standard input.
  init?(of path: SystemText, _ files: RunFiles) {
    guard path != "-" else { return nil }
    let end = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    self.path = end.map { SystemText(bytes: path.bytes[...$0]) } ?? ""
    guard let real = realPath(self.path + "./") else { return nil }
    self.real = real.bytes.last == UInt8(ascii: "/") ? real : real + "/"
    self.files = files
  }

  /// What is in a file in the folder or below.
  func text(of file: String) -> Result<FileText, FormLoader.FileError> {
    let whole = path + SystemText(file)
    guard let found = realPath(whole) else {
      let reason = String(cString: strerror(errno))
      files.miss(whole)
      return .failure(.init(.unreadable(reason)))
    }
    guard found.hasPrefix(real) else { return .failure(.init(.outside)) }
    do throws(FileProblem) {
      let file = try files.open(whole, mustBeRegular: true)
      return .success(try file.text(limit: Source.byteLimit))
    } catch {
      return .failure(.init(.unreadable(error.reason)))
    }
  }
}

// The files of a run, identified by device and inode instead of by path.

internal import FormworkSyntax

/// The files that a run reads and writes. A file that it reads is never overwritten, under any path.
package final class RunFiles {
  private enum Use {
    case read(SystemText)
    case written(SystemText)
    /// Standard output or standard error.
    case stream(SystemText)
  }

  private var uses: [FileIdentity: Use] = [:]
  /// The files that the run tried to read, with their versions at that time.
  private var seen: [SeenFile] = []
  private var seenPaths: Set<SystemText> = []
  /// The files that records refer to.
  private let named: FolderFiles?
  /// The copies of streams that are read more than once.
  private var copies: OrderedDictionary<SystemText, InputFile> = [:]
  /// The path of the file that standard error was directed to, if the run reads that file.
  private var readError: SystemText?

  /// - Parameter named: the files that records refer to, if any.
  package init(named: FolderFiles? = nil) { self.named = named }

  /// Throws an error if a file that a record refers to couldn't be checked, or if it is an output of the run.
  package func checkNamed() throws(FileProblem) {
    if let fault = named?.fault { throw fault }
  }

  /// The files that the run has read, to watch for changes.
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

  /// Opens a file that is read more than once. A stream is kept in a temporary file.
  package func openAgain(_ path: SystemText) throws(FileProblem) -> InputFile {
    if let copy = copies[path] { return try copy.reopened() }
    let file = try open(path).keptToReopen()
    if file.content != nil { copies[path] = file }
    return file
  }

  /// Registers a file that can't be read.
  func miss(_ path: SystemText) { note(path, FileStatus(path)?.version) }

  /// Registers the version of a file when it was first accessed.
  private func note(_ path: SystemText, _ version: FileVersion?) {
    if seenPaths.insert(path).inserted { seen.append(SeenFile(path: path, version: version)) }
  }

  /// Registers a file that will be opened for reading only after the outputs are created.
  package func expect(_ path: SystemText) {
    let file = FileStatus(path)
    note(path, file?.version)
    if let file { noteRead(file.identity, path) }
  }

  /// Registers a file that is read. If standard error would overwrite it, messages go to standard output instead, or
  /// are discarded.
  private func noteRead(_ file: FileIdentity, _ path: SystemText) {
    uses[file] = .read(path)
    guard let error = FileStatus(RunFiles.error), error.keepsWhatIsWritten, error.identity == file
    else { return }
    readError = path
    Descriptors.divertError(toOutput: FileStatus(RunFiles.output)?.identity != file)
  }

  /// Registers the files that standard output and standard error are directed to.
  ///
  /// - Throws: if one of the streams is directed to a file that the run reads.
  package func claimStandardStreams() throws(FileProblem) {
    if let readError { throw FileProblem(RunFiles.error, .writeOver(readError)) }
    try claim(RunFiles.output, .stream(RunFiles.output))
    guard let file = FileStatus(RunFiles.error), file.keepsWhatIsWritten else { return }
    named?.leaveOut(file.identity)
    uses[file.identity] = uses[file.identity] ?? .stream(RunFiles.error)
  }

  /// Registers a file that will be written.
  ///
  /// - Throws: if the run already reads or writes the file. Devices and open pipes are exempt, because nothing is
  ///   overwritten there.
  private func claim(_ path: SystemText) throws(FileProblem) { try claim(path, .written(path)) }

  /// Creates an output file.
  ///
  /// - Throws: if the run already reads or writes the file, or if it can't be created.
  package func create(_ path: SystemText) throws(FileProblem) -> OutputFile {
    try claim(path)
    let file = try OutputFile(path)
    if let draft = file.draftIdentity { named?.leaveOut(draft) }
    return file
  }

  /// Whether records may refer to files. The run may have read such files, although they aren't in `uses`.
  var mayHaveReadOthers: Bool { named != nil }

  /// Returns the path under which the run reads a file, or nil if it doesn't.
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
      // An open file is written directly, before it is known which files records refer to. It must not be any file that
      // records could refer to.
      if file.isOwnDescriptor, file.size != 0, let name = named?.path(of: file.identity) {
        throw FileProblem(path, .writeOverNamed(name))
      }
      uses[file.identity] = use
      named?.refuse(file.identity, path)
    }
  }
}

/// Returns whether there is a regular file at a path.
package func isRegularFile(_ path: SystemText) -> Bool { FileStatus(path)?.isRegular ?? false }

/// Returns whether the file at a path can be read only once: an open file, a pipe or a device.
package func isReadOnce(_ path: SystemText) -> Bool {
  Descriptors.isOpenFile(path)
    || FileStatus(path).map { !$0.isRegular && !$0.isFolder } ?? false
}

/// The files that a run has read, with their versions at that time.
package struct WatchedFiles {
  fileprivate let files: [SeenFile]
  fileprivate let folders: FolderFiles?

  /// The current versions of the files.
  package struct State: Equatable {
    fileprivate var files: [FileVersion?]
    fileprivate var folders: FolderContent?

    /// The number of files.
    package var count: Int { files.count + (folders?.count ?? 0) }
  }

  /// The number of files, without those that records refer to.
  package var fileCount: Int { files.count }
  package var hasFolders: Bool { folders != nil }

  /// Whether any file has changed. A missing file doesn't count, because it may be about to be written.
  package var hasChanged: Bool {
    files.contains { $0.hasChanged } || folders.map { $0.hasChanged } ?? false
  }

  /// Whether a file that was read no longer exists.
  package var lacksFile: Bool { files.contains { $0.version != nil && $0.now == nil } }

  package var now: State { State(files: files.map { $0.now }, folders: folders?.content) }
}

/// A file with its version when it was read.
private struct SeenFile {
  let path: SystemText
  /// The version; nil if the file didn't exist.
  let version: FileVersion?

  /// Whether the file exists with a different version.
  var hasChanged: Bool {
    let now = now
    return now != nil && now != version
  }

  /// The current version; nil if the file doesn't exist.
  var now: FileVersion? { FileStatus(path)?.version }
}

/// The system's status of a file.
struct FileStatus {
  private let status: stat
  /// Whether the path refers to a descriptor that is already open.
  let isOwnDescriptor: Bool

  /// Returns nil if there is no file at the path.
  init?(_ path: SystemText) {
    var status = stat()
    let own = Descriptors.number(of: path)
    let answer =
      if let own { fstat(own, &status) } else { path.withCString { stat($0, &status) } }
    guard answer == 0 else { return nil }
    self.status = status
    isOwnDescriptor = own != nil
  }

  /// Reads the status of the entry `name` in an open folder. A link isn't followed.
  init?(_ name: SystemText, in folder: Int32) {
    var status = stat()
    guard name.withCString({ fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
      return nil
    }
    self.status = status
    isOwnDescriptor = false
  }

  /// Reads the status of an open file.
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
  /// The size in bytes; nil if it isn't a regular file.
  var size: Int? { isRegular ? Int(status.st_size) : nil }
  var permissions: mode_t { status.st_mode & 0o7777 }
  var owner: uid_t { status.st_uid }
  var group: gid_t { status.st_gid }

  /// Whether writes overwrite the file's content or mix with it. False for a device such as `/dev/null` or a terminal,
  /// and for an open pipe, which `/dev/stdout` may be.
  var keepsWhatIsWritten: Bool { kind != S_IFCHR && (isRegular || !isOwnDescriptor) }
}

/// A version of a file, which differs after every change to the file.
struct FileVersion: Hashable {
  var identity: FileIdentity
  var size: Int64
  /// The times of the last change to the file's content, and of the last change of any kind.
  var modified: FileTime
  var changed: FileTime

  /// Whether any later change will change the times. Some file systems only have a resolution of two seconds.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return changed.seconds + 2 < now.tv_sec && modified.seconds + 2 < now.tv_sec
  }
}

/// A time of the file system's clock.
struct FileTime: Hashable {
  var seconds: Int
  var nanoseconds: Int

  init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, Int(time.tv_nsec)) }
}

/// The folder of a form. The form can't use files outside of this folder.
struct FormFolder {
  /// The path as the user gave it, empty or with a trailing slash.
  private let path: SystemText
  /// The path without symbolic links, with a trailing slash.
  private let real: SystemText
  private let files: RunFiles

  /// Opens the folder of the file at `path`; nil for standard input.
  init?(of path: SystemText, _ files: RunFiles) {
    guard path != "-" else { return nil }
    let end = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    self.path = end.map { SystemText(bytes: path.bytes[...$0]) } ?? ""
    guard let real = realPath(self.path + "./") else { return nil }
    self.real = real.bytes.last == UInt8(ascii: "/") ? real : real + "/"
    self.files = files
  }

  /// Returns the path of a file in the folder or below. The file may be missing.
  func path(of file: String) -> Result<SystemText, FormLoader.FileError> {
    let whole = path + SystemText(file)
    let isInside = realPath(whole)?.hasPrefix(real) ?? true
    return isInside ? .success(whole) : .failure(.init(.outside))
  }

  /// Returns the text of a file in the folder or below.
  func text(of file: String) -> Result<FileText, FormLoader.FileError> {
    let whole: SystemText
    switch path(of: file) {
    case .success(let path): whole = path
    case .failure(let error): return .failure(error)
    }
    guard realPath(whole) != nil else {
      let reason = String(cString: strerror(errno))
      files.miss(whole)
      return .failure(.init(.unreadable(reason)))
    }
    do throws(FileProblem) {
      let file = try files.open(whole, mustBeRegular: true)
      return .success(try file.text(limit: Source.byteLimit))
    } catch {
      return .failure(.init(.unreadable(error.reason)))
    }
  }
}

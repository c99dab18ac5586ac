// Temporary files for outputs. No run may leave them behind, even if it is interrupted.

internal import FormworkSyntax

/// The list of existing drafts, which are temporary files. A signal handler reads the list, so its memory is never
/// moved or freed.
package enum Drafts {
  /// The maximum number of drafts in the list. After a signal, only the listed drafts are removed.
  package static let limit = 16

  /// The suffix of the names of this process's drafts. It is random, so that no other file has it, not even a draft
  /// left behind by a killed run. A draft can therefore be listed before it is created. If a file with the draft's name
  /// exists, this process is already writing the same path.
  static let suffix: SystemText = {
    let number = UInt32.random(in: 0...(.max))
    return SystemText("." + String(number, radix: 36) + ".part")
  }()

  /// The index of a draft in the list, or nil if the list was full.
  struct Note { fileprivate let place: Int? }

  /// The folder of a draft, kept open because its path may change, and the draft's name in it.
  private typealias Entry = (folder: Int32, name: UnsafeMutablePointer<CChar>)

  /// The listed drafts. Nil until the first one is added, so that a signal handler never waits for an initialization.
  nonisolated(unsafe) private static var entries: UnsafeMutablePointer<Entry?>?

  /// Held while the list changes. A signal handler reads the list without it.
  private static let changes = Lock(())

  private static func makeEntries() -> UnsafeMutablePointer<Entry?> {
    let made = UnsafeMutablePointer<Entry?>.allocate(capacity: limit)
    made.initialize(repeating: nil, count: limit)
    entries = made
    for number in endingSignals where isIgnored(signal(number, { Drafts.end(by: $0) })) {
      signal(number, SIG_IGN)
    }
    return made
  }

  /// The signals that end a process and can be caught, except signals for faults of the process itself.
  static let endingSignals: [Int32] = {
    let everywhere = [
      SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF,
    ]
    #if os(Linux)
      return everywhere + [SIGIO, SIGPWR, SIGSTKFLT]
        + (__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #else
      return everywhere
    #endif
  }()

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Lists a draft, so that it is removed if the process ends before it is renamed.
  static func add(_ name: SystemText, in folder: Int32) -> Note {
    changes.withLock { _ in
      let entries = entries ?? makeEntries()
      let place = (0..<limit).first { entries[$0] == nil }
      if let place { entries[place] = name.withCString { strdup($0) }.map { (folder, $0) } }
      return Note(place: place)
    }
  }

  /// Removes a draft from the list after it was renamed or deleted. Its name isn't freed, because a signal handler
  /// may be reading it.
  static func forget(_ note: Note) {
    changes.withLock { _ in
      if let place = note.place { entries?[place] = nil }
    }
  }

  /// Deletes the drafts. Calls only functions that are safe in a signal handler (POSIX.1-2017, 2.4.3).
  package static func removeAll() {
    guard let entries else { return }
    for place in 0..<limit {
      if let (folder, name) = entries[place] { unlinkat(folder, name, 0) }
    }
  }

  /// The signal that arrived while drafts were being renamed, or 0.
  nonisolated(unsafe) private static var waitingSignal: Int32 = 0
  /// The number of calls of `putting` that are running.
  nonisolated(unsafe) private static var puttingCount = 0

  /// Runs `body`, which renames drafts to their final names. A signal that arrives meanwhile ends the process only
  /// afterward, so that either all drafts are renamed or none.
  package static func putting<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    changes.withLock { _ in puttingCount += 1 }
    defer {
      changes.withLock { _ in puttingCount -= 1 }
      if waitingSignal != 0 { end(by: waitingSignal) }
    }
    try body()
  }

  /// Deletes the drafts and ends the process as the signal would have.
  package static func end(by number: Int32) {
    if puttingCount > 0 {
      waitingSignal = number
      return
    }
    removeAll()
    signal(number, SIG_DFL)
    raise(number)
  }
}

/// Keeps this thread, and the threads that it starts, from receiving signals that end the process. The thread that
/// creates the drafts then receives them and deletes the drafts.
struct HeldSignals {
  private var before = sigset_t()

  /// Blocks the signals on the current thread.
  init() {
    var ending = sigset_t()
    sigemptyset(&ending)
    for number in Drafts.endingSignals { sigaddset(&ending, number) }
    pthread_sigmask(SIG_BLOCK, &ending, &before)
  }

  /// Sets the current thread's signal mask to the one before `init`.
  func release() {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}

/// The temporary file for an output, in the output's folder. The folder is kept open, so that the draft is found even
/// if the folder is renamed.
final class Draft {
  private let folder: Int32
  private let name: SystemText
  private let finalName: SystemText
  /// The identity of the created file; nil before it is created.
  private(set) var identity: FileIdentity?
  private var note: Drafts.Note?

  /// - Parameters:
  ///   - place: the path of the finished file, without symbolic links.
  ///   - path: the path to show in errors.
  /// - Throws: if the folder doesn't exist or can't be searched.
  init(for place: SystemText, _ path: SystemText) throws(FileProblem) {
    let folderPath: SystemText
    (folderPath, finalName) = Draft.parts(of: place)
    name = Draft.name(for: finalName.bytes)
    #if os(Linux)
      // `O_PATH` also opens a folder that isn't readable.
      let flags = Descriptors.pathOnly | O_DIRECTORY | O_CLOEXEC
    #else
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    #endif
    folder = folderPath.withCString { open($0, flags) }
    guard folder >= 0 else { throw FileProblem(path, .create) }
    note = Drafts.add(name, in: folder)
  }

  /// Returns the folder of a path, and the name in it.
  private static func parts(of path: SystemText) -> (folder: SystemText, name: SystemText) {
    guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return ("./", path) }
    return (
      SystemText(bytes: path.bytes[...slash]), SystemText(bytes: path.bytes[(slash + 1)...])
    )
  }

  /// Returns whether `place` is the path of the finished file. Its last component must not be a link.
  func isFor(_ place: SystemText) -> Bool {
    let (folderPath, name) = Draft.parts(of: place)
    return name == finalName
      && FileStatus(folderPath)?.identity == FileStatus(descriptor: folder)?.identity
  }

  /// Returns the name of the draft of a file. A long name is truncated and its hash appended.
  private static func name(for finalName: [UInt8]) -> SystemText {
    let room = Int(NAME_MAX) - Drafts.suffix.bytes.count
    if finalName.count <= room { return SystemText(bytes: finalName) + Drafts.suffix }
    let number = SystemText("." + String(UInt64(bitPattern: Int64(finalName.hashValue)), radix: 36))
    let start = SystemText(bytes: finalName.prefix(room - number.bytes.count))
    return start + number + Drafts.suffix
  }

  deinit { close(folder) }

  /// Whether the draft hasn't been renamed or deleted.
  var isThere: Bool { note != nil }

  /// Creates the file and returns its descriptor, which is negative on failure.
  func create(_ permissions: mode_t) -> Int32 {
    let made = name.withCString {
      openat(folder, $0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    }
    guard made >= 0 else { return made }
    identity = FileStatus(descriptor: made)?.identity
    if identity != nil { return made }
    let problem = errno
    name.withCString { _ = unlinkat(folder, $0, 0) }
    close(made)
    errno = problem
    return -1
  }

  /// Reopens the draft, which is closed, and copies the access rights of the file at `path` to it. Returns the rights
  /// that couldn't be copied, if any.
  func takeAccess(of status: FileStatus, at path: SystemText) -> LostAccess? {
    let file = name.withCString { openat(folder, $0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard file >= 0 else { return .permissions }
    defer { close(file) }
    return copyAccess(of: status, at: path, to: file)
  }

  /// Returns the status of the file with the final name, if it exists. The file may have appeared after the draft.
  func placed() -> FileStatus? { FileStatus(finalName, in: folder) }

  /// Renames the draft to its final name.
  ///
  /// - Parameter path: the path to show in errors.
  func put(_ path: SystemText) throws(FileProblem) {
    guard let draft = FileStatus(name, in: folder) else {
      if errno != ENOENT { throw FileProblem(path, .put) }
      throw FileProblem(path, .put, reason: "Its temporary file was deleted")
    }
    guard draft.identity == identity else {
      throw FileProblem(path, .put, reason: "Another file has the name of its temporary file")
    }
    let answer = name.withCString { from in
      finalName.withCString { renameat(folder, from, folder, $0) }
    }
    guard answer == 0 else { throw FileProblem(path, .put) }
    forget()
  }

  /// Deletes the draft.
  ///
  /// - Returns: its name, if it couldn't be deleted.
  func remove() -> SystemText? {
    defer { forget() }
    guard isThere, let identity, FileStatus(name, in: folder)?.identity == identity else {
      return nil
    }
    return name.withCString { unlinkat(folder, $0, 0) } == 0 ? nil : name
  }

  func forget() {
    if let note { Drafts.forget(note) }
    note = nil
  }
}

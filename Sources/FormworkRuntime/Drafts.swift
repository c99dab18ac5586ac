// The drafts of files to be written, which no run is to leave behind, not even one that is interrupted.

internal import FormworkSyntax

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The drafts that there are. A signal handler reads the list, so it is made of memory that never moves and is
/// never freed.
package enum Drafts {
  /// The most drafts at a time; more are not removed when a signal comes.
  package static let limit = 16

  /// What the name of each draft of this process ends with. No other file has such a name, not even one that
  /// was left behind by a run that was killed: so a draft may be noted before it is made, and what is there
  /// already is a draft for the same place.
  static let suffix: SystemText = {
    let number = UInt32.random(in: 0...(.max))
    return SystemText("." + String(number, radix: 36) + ".part")
  }()

  /// A draft in the list.
  struct Note { fileprivate let place: Int? }

  /// Where a draft is: an open folder, which may be given another name, and the name there.
  private typealias Entry = (folder: Int32, name: UnsafeMutablePointer<CChar>)

  /// Nil until there is a first draft, so that a handler never waits for it to be made.
  nonisolated(unsafe) private static var entries: UnsafeMutablePointer<Entry?>?

  private static func makeEntries() -> UnsafeMutablePointer<Entry?> {
    let made = UnsafeMutablePointer<Entry?>.allocate(capacity: limit)
    made.initialize(repeating: nil, count: limit)
    entries = made
    for number in endingSignals where isIgnored(signal(number, { Drafts.end(by: $0) })) {
      signal(number, SIG_IGN)
    }
    return made
  }

  /// The signals that end a process, can be caught, and are not those of its own faults.
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

  /// Notes a draft, to be removed when the process ends before it is put in its place.
  static func add(_ name: SystemText, in folder: Int32) -> Note {
    let entries = entries ?? makeEntries()
    let place = (0..<limit).first { entries[$0] == nil }
    if let place { entries[place] = name.withCString { strdup($0) }.map { (folder, $0) } }
    return Note(place: place)
  }

  /// Forgets a draft that is put in its place or removed. Its name is not freed: a handler may be reading it.
  static func forget(_ note: Note) {
    if let place = note.place { entries?[place] = nil }
  }

  /// Removes the drafts. Calls only what may be called in a signal handler (POSIX.1-2017, 2.4.3).
  package static func removeAll() {
    guard let entries else { return }
    for place in 0..<limit {
      if let (folder, name) = entries[place] { unlinkat(folder, name, 0) }
    }
  }

  /// The signal that came while drafts were put in their places, or 0.
  nonisolated(unsafe) private static var waitingSignal: Int32 = 0
  nonisolated(unsafe) private static var isPutting = false

  /// Runs what puts drafts in their places. A signal that comes meanwhile ends the process afterwards, so that
  /// all of them are put or none.
  package static func putting<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    isPutting = true
    defer {
      isPutting = false
      if waitingSignal != 0 { end(by: waitingSignal) }
    }
    try body()
  }

  /// Removes the drafts and ends the process as the signal would have.
  package static func end(by number: Int32) {
    if isPutting {
      waitingSignal = number
      return
    }
    removeAll()
    signal(number, SIG_DFL)
    raise(number)
  }
}

/// The signals that end a process, held back from a thread and those that it starts, so that they come to the thread
/// that makes drafts: it is the one that removes them.
struct HeldSignals {
  private var before = sigset_t()

  /// Holds them back from this thread.
  init() {
    var ending = sigset_t()
    sigemptyset(&ending)
    for number in Drafts.endingSignals { sigaddset(&ending, number) }
    pthread_sigmask(SIG_BLOCK, &ending, &before)
  }

  /// Lets come to this thread what came to the one that held them back.
  func release() {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}

/// The draft of one file, beside its place. The folder is held open, so that the draft is found there whatever
/// the folder is called by then.
final class Draft {
  private let folder: Int32
  private let name: SystemText
  private let finalName: SystemText
  /// What the file is that was created; nil until then.
  private(set) var identity: FileIdentity?
  private var note: Drafts.Note?

  /// - Parameters:
  ///   - place: the path of the finished file, without symbolic links.
  ///   - path: what it is called in a problem.
  /// - Throws: if the folder is not there or may not be searched.
  init(for place: SystemText, _ path: SystemText) throws(FileProblem) {
    let folderPath: SystemText
    (folderPath, finalName) = Draft.parts(of: place)
    name = Draft.name(for: finalName.bytes)
    #if os(Linux)
      // The folder need not be readable.
      let flags = Descriptors.pathOnly | O_DIRECTORY | O_CLOEXEC
    #else
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    #endif
    folder = folderPath.withCString { open($0, flags) }
    guard folder >= 0 else { throw FileProblem(path, .create) }
    note = Drafts.add(name, in: folder)
  }

  /// The folder of a path, and the name in it.
  private static func parts(of path: SystemText) -> (folder: SystemText, name: SystemText) {
    guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return ("./", path) }
    return (
      SystemText(bytes: path.bytes[...slash]), SystemText(bytes: path.bytes[(slash + 1)...])
    )
  }

  /// Whether a path, in which the last name is no link, is that of the finished file.
  func isFor(_ place: SystemText) -> Bool {
    let (folderPath, name) = Draft.parts(of: place)
    return name == finalName
      && FileStatus(folderPath)?.identity == FileStatus(descriptor: folder)?.identity
  }

  /// The name of the draft of a file. Of a long name only the beginning fits into it, and a number that stands for all.
  private static func name(for finalName: [UInt8]) -> SystemText {
    let room = Int(NAME_MAX) - Drafts.suffix.bytes.count
    if finalName.count <= room { return SystemText(bytes: finalName) + Drafts.suffix }
    let number = SystemText("." + String(UInt64(bitPattern: Int64(finalName.hashValue)), radix: 36))
    let start = SystemText(bytes: finalName.prefix(room - number.bytes.count))
    return start + number + Drafts.suffix
  }

  deinit { close(folder) }

  /// Whether it is neither put in its place nor removed.
  var isThere: Bool { note != nil }

  /// Creates the file; returns its number, negative if that cannot be.
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

  /// Gives the file, which is closed, who may read and write another one.
  func takeAccess(of status: FileStatus, at path: SystemText) -> LostAccess? {
    let file = name.withCString { openat(folder, $0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard file >= 0 else { return .permissions }
    defer { close(file) }
    return copyAccess(of: status, at: path, to: file)
  }

  /// What is in its place, which may have come there in the meantime; nil if nothing is.
  func placed() -> FileStatus? { FileStatus(finalName, in: folder) }

  /// Puts the file in its place.
  ///
  /// - Parameter path: what it is called in a problem.
  func put(_ path: SystemText) throws(FileProblem) {
    guard let draft = FileStatus(name, in: folder) else {
      if errno != ENOENT { throw FileProblem(path, .put) }
      throw FileProblem(path, .put, reason: "Its draft is gone")
    }
    guard draft.identity == identity else {
      throw FileProblem(path, .put, reason: "Something else has the name of its draft")
    }
    let answer = name.withCString { from in
      finalName.withCString { renameat(folder, from, folder, $0) }
    }
    guard answer == 0 else { throw FileProblem(path, .put) }
    forget()
  }

  /// Removes the file.
  ///
  /// - Returns: its name, if it is still there.
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

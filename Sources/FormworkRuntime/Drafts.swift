// The drafts of files to be written, which no run is to leave behind, not even one that is interrupted.

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
  private static let limit = 8

  /// What the name of each draft of this process ends with. No other file has such a name, not even one that
  /// was left behind by a run that was killed: so a draft may be noted before it is made, and what is there
  /// already is a draft for the same place.
  static let suffix: SystemText = {
    // Short, because the name must not become longer than names may be.
    let number = UInt32.random(in: 0...(.max))
    return SystemText("." + String(number, radix: 36) + ".part")
  }()

  /// A draft in the list.
  struct Note { fileprivate let place: Int? }

  /// Nil until there is a first draft, so that a handler never waits for it to be made.
  nonisolated(unsafe) private static var paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  private static func makePaths() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let made = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: limit)
    made.initialize(repeating: nil, count: limit)
    paths = made
    for number in endingSignals where isIgnored(signal(number, { Drafts.end(by: $0) })) {
      signal(number, SIG_IGN)
    }
    return made
  }

  /// The signals that end a process, can be caught, and are not those of its own faults.
  private static let endingSignals: [Int32] = {
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
  static func add(_ path: SystemText) -> Note {
    let paths = paths ?? makePaths()
    let place = (0..<limit).first { paths[$0] == nil }
    if let place { paths[place] = path.withCString { strdup($0) } }
    return Note(place: place)
  }

  /// Forgets a draft that is put in its place or removed. Its path is not freed: a handler may be reading it.
  static func forget(_ note: Note) {
    if let place = note.place { paths?[place] = nil }
  }

  /// Removes the drafts. Calls only what may be called in a signal handler (POSIX.1-2017, 2.4.3).
  package static func removeAll() {
    guard let paths else { return }
    for place in 0..<limit {
      if let path = paths[place] { unlink(path) }
    }
  }

  /// Removes the drafts and ends the process as the signal would have.
  private static func end(by number: Int32) {
    removeAll()
    signal(number, SIG_DFL)
    raise(number)
  }
}

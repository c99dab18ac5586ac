// The drafts of files to be written, which no run is to leave behind, not even one that is interrupted.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The drafts that there are. A signal handler reads the list, so it is made of memory that never moves.
enum Drafts {
  /// The most drafts at a time; more are not removed when a signal comes.
  private static let limit = 8
  /// The signals that end a process, unless somebody has them ignored.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  nonisolated(unsafe) private static let paths = {
    let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: limit)
    paths.initialize(repeating: nil, count: limit)
    for number in signals where isIgnored(signal(number, { Drafts.removeAll($0) })) {
      signal(number, SIG_IGN)
    }
    return paths
  }()

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Notes a draft, to be removed when the process is ended by a signal.
  static func add(_ path: String) {
    guard let place = (0..<limit).first(where: { paths[$0] == nil }) else { return }
    paths[place] = strdup(path)
  }

  /// Forgets a draft that is put in its place or removed.
  static func forget(_ path: String) {
    for place in 0..<limit {
      guard let found = paths[place], strcmp(found, path) == 0 else { continue }
      paths[place] = nil
      free(found)
    }
  }

  /// Removes the drafts and ends the process as the signal would have. Calls only what may be called in a
  /// signal handler (POSIX.1-2017, 2.4.3).
  private static func removeAll(_ number: Int32) {
    for place in 0..<limit {
      if let path = paths[place] { unlink(path) }
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}

// File descriptors that a path can refer to, such as `/dev/stdout`.

package enum Descriptors {
  #if os(Linux)
    /// `O_PATH` and `O_TMPFILE`, which Swift doesn't import. `O_PATH` opens a file without access to its content,
    /// `O_TMPFILE` creates a file without a name.
    static let pathOnly: Int32 = 0o10_000_000
    static let withoutName = 0o20_000_000 | O_DIRECTORY
  #endif

  /// Reserves the descriptors 0 to 2 if the process was started without them, so that no other file gets them. Reading
  /// from or writing to a reserved descriptor fails.
  package static func keepStandardOnes() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      #if os(Linux)
        _ = open("/dev/null", pathOnly)
      #else
        _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
      #endif
    }
  }

  /// Redirects standard error.
  ///
  /// - Parameter toOutput: whether to redirect standard error to standard output; otherwise standard error is
  ///   discarded.
  static func divertError(toOutput: Bool) {
    if toOutput {
      _ = dup2(1, 2)
      return
    }
    let nowhere = open("/dev/null", O_WRONLY)
    _ = dup2(nowhere, 2)
    _ = close(nowhere)
  }

  /// Returns the descriptor that a path such as `/dev/stdout` refers to, or nil. `-` is standard input.
  static func number(of path: SystemText) -> Int32? {
    switch path {
    case "-", "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    let folders: [SystemText] = ["/dev/fd/", "/proc/self/fd/"]
    guard let folder = folders.first(where: { path.hasPrefix($0) }) else { return nil }
    return Int32(SystemText(bytes: path.bytes.dropFirst(folder.bytes.count)).text)
  }

  /// Returns whether a path refers to an open descriptor.
  package static func isOpenFile(_ path: SystemText) -> Bool { number(of: path) != nil }

  /// Returns the first of `paths` that refers to the same open descriptor as an earlier one.
  package static func repeated(in paths: [SystemText]) -> SystemText? {
    var seen: Set<Int32> = []
    return paths.first { path in number(of: path).map { !seen.insert($0).inserted } ?? false }
  }

  /// Returns whether a path refers to standard input.
  package static func isStandardInput(_ path: SystemText) -> Bool { number(of: path) == 0 }

  /// Duplicates a descriptor.
  static func copy(_ number: Int32) -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 0) }
}

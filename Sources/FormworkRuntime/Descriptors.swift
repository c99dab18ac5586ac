// The numbers of open files that a path may be a name of.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

package enum Descriptors {
  #if os(Linux)
    /// `O_PATH` and `O_TMPFILE`, which Swift does not import: an open file that can neither be read nor written,
    /// and a file that has no name.
    static let pathOnly: Int32 = 0o10_000_000
    static let withoutName = 0o20_000_000 | O_DIRECTORY
  #endif

  /// Keeps the numbers of standard input, output and error from other files, where the process was started
  /// without them: what is read from or written to such a stream fails.
  package static func keepStandardOnes() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      #if os(Linux)
        _ = open("/dev/null", pathOnly)
      #else
        _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
      #endif
    }
  }

  /// Lets standard error be another file.
  ///
  /// - Parameter toOutput: whether it is standard output; if not, what is written there goes nowhere.
  static func divertError(toOutput: Bool) {
    if toOutput {
      _ = dup2(1, 2)
      return
    }
    let nowhere = open("/dev/null", O_WRONLY)
    _ = dup2(nowhere, 2)
    _ = close(nowhere)
  }

  /// The number of an open file that a path is a name of, such as `/dev/stdout`; `-` is standard input.
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

  /// Whether a path is a name of an open file.
  package static func isOpenFile(_ path: SystemText) -> Bool { number(of: path) != nil }

  /// The first of some paths that is a name of an open file which one before it is a name of as well.
  package static func repeated(in paths: [SystemText]) -> SystemText? {
    var seen: Set<Int32> = []
    return paths.first { path in number(of: path).map { !seen.insert($0).inserted } ?? false }
  }

  /// Whether a path is a name of standard input.
  package static func isStandardInput(_ path: SystemText) -> Bool { number(of: path) == 0 }

  /// Another number for an open file.
  static func copy(_ number: Int32) -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 0) }
}

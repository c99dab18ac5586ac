// Where output goes, and what the system says of it: terminal or not, how wide, in colour or not.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Formwork
package import FormworkEngine

/// The streams of a run. Tests put their own in the place of the system's.
package final class Terminal {
  /// Writes to standard output or standard error; false when nobody reads any more.
  package typealias Writer = (_ bytes: [UInt8]) -> Bool

  private let writeOutput: Writer
  private let writeError: Writer
  /// Whether standard output and standard error are terminals.
  package let outputIsTerminal: Bool
  package let errorIsTerminal: Bool
  /// Columns of the terminal.
  package let width: Int
  /// The environment's say in colours.
  package let allowsColor: Bool
  /// Whether the reader of standard output is gone.
  package private(set) var isClosed = false

  package init(
    output: @escaping Writer, error: @escaping Writer, outputIsTerminal: Bool = false,
    errorIsTerminal: Bool = false, width: Int = 80, allowsColor: Bool = true
  ) {
    writeOutput = output
    writeError = error
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.width = width
    self.allowsColor = allowsColor
  }

  /// The process's own streams.
  package static func system() -> Terminal {
    // Writing to a pipe that nobody reads gives an error instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let noColor = environment("NO_COLOR") ?? ""
    return Terminal(
      output: { Terminal.write($0, to: 1) }, error: { Terminal.write($0, to: 2) },
      outputIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1, width: columns(),
      allowsColor: noColor.isEmpty && environment("TERM") != "dumb")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    do throws(FileProblem) {
      try writeAll(bytes, to: descriptor, path: descriptor == 1 ? "standard output" : "")
      return true
    } catch {
      return false
    }
  }

  private static func columns() -> Int {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 || ioctl(2, UInt(TIOCGWINSZ), &size) == 0
    return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  package func output(_ bytes: [UInt8]) {
    guard !isClosed, !bytes.isEmpty else { return }
    if !writeOutput(bytes) { isClosed = true }
  }

  package func output(_ text: String) { output(Array(text.utf8)) }

  package func error(_ text: String) { _ = writeError(Array(text.utf8)) }
}

/// What the system knows that a run needs.
package enum SystemFacts {
  /// How many cores there are.
  package static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Seconds since some moment, for rates.
  package static var seconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec)
  }

  /// Today in the local time zone, and now.
  package static var moment: Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    let today = CalendarDate(
      year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
    let now = CalendarInstant(seconds: Int64(time.tv_sec), nanosecond: Int(time.tv_nsec))
    let midnight = CalendarInstant(utc: CalendarDateTime(date: .first, time: .midnight))
    return Moment(today: today ?? .first, now: now ?? midnight)
  }
}

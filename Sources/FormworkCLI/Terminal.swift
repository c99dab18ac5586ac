// Where output goes, and what the system says of it: terminal or not, how wide, in colour or not.

package import FormworkEngine
internal import FormworkReport
package import FormworkRuntime
internal import FormworkSyntax

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The streams of a run. Tests put their own in the place of the system's.
package final class Terminal {
  /// Writes to standard output or standard error; false when nobody reads any more.
  package typealias Writer = (_ bytes: TextBytes) -> Bool

  private let writeOutput: Writer
  private let writeError: Writer
  /// Whether standard output and standard error are terminals.
  package let outputIsTerminal: Bool
  package let errorIsTerminal: Bool
  /// Whether somebody sits at standard input.
  package let inputIsTerminal: Bool
  /// Columns of the terminal.
  package let width: Int
  /// The environment's say in colours.
  package let allowsColor: Bool
  /// Whether standard output takes nothing any more.
  package private(set) var isClosed = false
  private let findFailure: () -> FileProblem?
  /// Waits for a moment; false if nobody waits any more.
  let pause: () -> Bool
  /// The forms that were read, which the terminal keeps.
  private var specs: [CompiledForm] = []

  package init(
    output: @escaping Writer, error: @escaping Writer, outputIsTerminal: Bool = false,
    errorIsTerminal: Bool = false, inputIsTerminal: Bool = false, width: Int = 80,
    allowsColor: Bool = true,
    failure: @escaping () -> FileProblem? = { nil }, pause: @escaping () -> Bool = { false }
  ) {
    self.pause = pause
    findFailure = failure
    writeOutput = output
    writeError = error
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.inputIsTerminal = inputIsTerminal
    self.width = width
    self.allowsColor = allowsColor
  }

  /// The process's own streams.
  package static func system() -> Terminal {
    // Writing to a pipe that nobody reads, or beyond the limit for the size of files, gives an error instead
    // of ending the process.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    occupyStreams()
    var failure: FileProblem?
    func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let noColor = environment("NO_COLOR") ?? ""
    return Terminal(
      output: { Terminal.write($0, to: 1, &failure) },
      error: { bytes in
        var ignored: FileProblem?
        return Terminal.write(bytes, to: 2, &ignored)
      },
      outputIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1,
      inputIsTerminal: isatty(0) == 1, width: columns(),
      allowsColor: noColor.isEmpty && environment("TERM") != "dumb", failure: { failure },
      pause: {
        poll(nil, 0, 200)
        return true
      })
  }

  /// Takes the numbers of streams that the caller closed, so that no file gets them: reading or
  /// writing such a stream then fails instead of meeting that file.
  private static func occupyStreams() {
    for (descriptor, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(Int32(descriptor), F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }

  private static func write(
    _ bytes: TextBytes, to descriptor: Int32, _ failure: inout FileProblem?
  ) -> Bool {
    do throws(FileProblem) {
      try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor, path: "-")
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Why standard output could not be written; nil if its reader only went away.
  package var failure: FileProblem? { findFailure().flatMap { $0.isBrokenPipe ? nil : $0 } }

  private static func columns() -> Int {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 || ioctl(2, UInt(TIOCGWINSZ), &size) == 0
    return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// JSON with the characters escaped that it may have as they are and a terminal acts on: DEL, U+0080 to
  /// U+009F, and those that change the order of a line. They stand only in texts.
  static func harmless(_ json: [UInt8]) -> [UInt8] {
    // Each of them begins with one of these.
    let leads: [UInt8] = [0x7F, 0xC2, 0xD8, 0xE2]
    guard json.contains(where: leads.contains) else { return json }
    var result = ""
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if 0x7F...0x9F ~= scalar.value || DirectionControl(scalar) != nil {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return Array(result.utf8)
  }

  /// Keeps a form as long as the terminal lives. That of the process is never gone: when a process ends,
  /// nothing of a form need be taken apart.
  func keep(_ spec: CompiledForm) { specs.append(spec) }

  /// Lets go of the forms, none of which is used any more.
  func forget() { specs = [] }

  /// Writes lines of JSON.
  package func output(json bytes: TextBytes) {
    if outputIsTerminal {
      Terminal.harmless(Array(bytes)).withUnsafeBufferPointer { output($0) }
    } else {
      output(bytes)
    }
  }

  func output(_ bytes: TextBytes) {
    guard !isClosed, !bytes.isEmpty else { return }
    if !writeOutput(bytes) { isClosed = true }
  }

  package func output(_ text: String) {
    var text = text
    text.withUTF8 { output($0) }
  }

  package func error(_ text: String) {
    var text = text
    _ = text.withUTF8 { writeError($0) }
  }
}

/// What the system knows that a run needs.
package enum SystemFacts {
  /// How many cores there are.
  package static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Where the program is that runs, without links; nil if the system does not tell.
  package static var executable: SystemText? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    #if canImport(Darwin)
      var size = UInt32(path.count)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
    #else
      guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return nil }
    #endif
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return SystemText(cString: real)
  }

  /// Seconds since some moment, for rates.
  package static var seconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec)
  }

  /// Today in the local time zone, and now.
  package static var moment: Moment { .ofClock }
}

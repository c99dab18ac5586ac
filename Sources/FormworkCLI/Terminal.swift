// The streams of a run, and their properties: terminal or not, width, colors.

package import FormworkEngine
internal import FormworkReport
package import FormworkRuntime
internal import FormworkSyntax

/// The streams of a run. Tests replace the system's streams with their own.
package final class Terminal {
  /// Writes to standard output or standard error. Returns false once the stream is closed.
  package typealias Writer = (_ bytes: TextBytes) -> Bool

  private let writeOutput: Writer
  private let writeError: Writer
  /// Whether standard output and standard error are terminals.
  package let outputIsTerminal: Bool
  package let errorIsTerminal: Bool
  /// Whether standard input is a terminal.
  package let inputIsTerminal: Bool
  /// The width of the terminal in columns.
  package let width: Int
  /// Whether the environment allows colors.
  package let allowsColor: Bool
  /// Whether standard output has been closed.
  package private(set) var isClosed = false
  private let findFailure: () -> FileProblem?
  /// Waits for a moment. Returns false to end the watch.
  let pause: () -> Bool
  /// The forms that are kept alive.
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

  /// Creates a terminal for the streams of the process.
  package static func system() -> Terminal {
    // Writing to a closed pipe, or past the file size limit, should be an error instead of ending the process.
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

  /// Reserves the descriptors of streams that the caller closed, so that no file gets them. Reading from or writing
  /// to such a stream then fails.
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

  /// The reason why standard output couldn't be written; nil if the reader merely closed the stream.
  package var failure: FileProblem? { findFailure().flatMap { $0.isBrokenPipe ? nil : $0 } }

  private static func columns() -> Int {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 || ioctl(2, UInt(TIOCGWINSZ), &size) == 0
    return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Escapes the characters in `json` that control a terminal: DEL, U+0080 to U+009F, and those that change the
  /// direction of text. In JSON, such characters only occur in strings.
  static func harmless(_ json: [UInt8]) -> [UInt8] {
    // The first UTF-8 bytes of the characters to escape.
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

  /// Keeps a form alive as long as the terminal. Its memory then needn't be released piece by piece at the end of the
  /// process.
  func keep(_ spec: CompiledForm) { specs.append(spec) }

  /// Releases the kept forms.
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

/// Facts about the system that a run needs.
package enum SystemFacts {
  /// The number of available cores.
  package static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The path of the running program, with links resolved; nil if the system doesn't report it.
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

  /// The seconds since an arbitrary moment, to compute rates.
  package static var seconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec)
  }

  /// The current date in the local time zone, and the current time.
  package static var moment: Moment { .ofClock }
}

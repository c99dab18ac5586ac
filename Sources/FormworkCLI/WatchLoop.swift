// `formwork check --watch`: repeats the check whenever a file that it read changes.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime

/// Repeated runs of one command line.
struct WatchLoop {
  private let arguments: Arguments
  private let terminal: Terminal
  private let moment: () -> Moment
  /// The number of pauses for which a file may be missing, about two seconds in total.
  static let patience = 10

  init(
    _ arguments: Arguments, _ terminal: Terminal, _ moment: @escaping () -> Moment
  ) throws(Arguments.Problem) {
    self.arguments = arguments
    self.terminal = terminal
    self.moment = moment
    try checkNames()
  }

  /// Throws if a file can't be read repeatedly.
  private func checkNames() throws(Arguments.Problem) {
    let named = arguments.operands + arguments.paths(.known)
    if arguments.operands.count < 2 || named.contains(where: { isReadOnce($0) }) {
      throw Arguments.Problem(
        message: "--watch needs the names of the form and its data.",
        hint: "Standard input or a pipe cannot be read again.")
    }
  }

  /// Repeats the check until the terminal is closed or stops waiting.
  ///
  /// - Returns: the exit code of the last run.
  func run() throws(Arguments.Problem) -> Int32 {
    var command = try CheckCommand(arguments, terminal, moment())
    var code = try command.run()
    while !terminal.isClosed {
      say(command.watchedFiles)
      guard wait(for: command.watchedFiles) else { return code }
      // Check again, because a pipe may have replaced a file.
      try checkNames()
      terminal.forget()
      command = try CheckCommand(arguments, terminal, moment())
      do { code = try command.run() } catch {
        // The form is being edited and currently doesn't determine how to read the data.
        terminal.complain(error, noColor: arguments.has(.noColor))
        code = ExitCode.failed
      }
    }
    return code
  }

  private func say(_ watched: WatchedFiles) {
    if arguments.has(.quiet) { return }
    let palette = Style(terminal, noColor: arguments.has(.noColor)).errorPalette
    let files =
      Words.count(watched.fileCount, "file") + (watched.hasFolders ? " or in --files" : "")
    terminal.error(
      palette.paint("Waiting for changes in \(files). Press Ctrl-C to stop.", .hint) + "\n")
  }

  /// Waits until a file has changed and is stable for a moment. Returns false if the watch is to end.
  ///
  /// A missing file may be about to be rewritten, as many editors do. If it remains missing, that counts as a change.
  private func wait(for watched: WatchedFiles) -> Bool {
    var last = watched.now
    var pausesWithoutFile = 0
    while !watched.hasChanged && pausesWithoutFile < WatchLoop.patience {
      guard pause(last.count) else { return false }
      pausesWithoutFile = watched.lacksFile ? pausesWithoutFile + 1 : 0
    }
    last = watched.now
    while pause(last.count) {
      let now = watched.now
      if now == last { return true }
      last = now
    }
    return false
  }

  /// Waits for a moment, or longer if there are many files to check. Returns false if the watch is to end.
  private func pause(_ fileCount: Int) -> Bool {
    (0...fileCount / 20_000).allSatisfy { _ in terminal.pause() }
  }
}

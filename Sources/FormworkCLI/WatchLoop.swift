// `formwork check --watch`: checks again whenever a file changes that was read.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime

/// Runs of one command line, one after the other.
struct WatchLoop {
  private let arguments: Arguments
  private let terminal: Terminal
  private let moment: () -> Moment
  /// For how many pauses a file may be gone, about two seconds.
  static let patience = 10

  init(
    _ arguments: Arguments, _ terminal: Terminal, _ moment: @escaping () -> Moment
  ) throws(Arguments.Problem) {
    self.arguments = arguments
    self.terminal = terminal
    self.moment = moment
    try checkNames()
  }

  /// Refuses what cannot be read again.
  private func checkNames() throws(Arguments.Problem) {
    let named = arguments.operands + arguments.paths(.known)
    if arguments.operands.count < 2 || named.contains(where: { isReadOnce($0) }) {
      throw Arguments.Problem(
        message: "--watch needs the names of the form and of its data.",
        hint: "What comes through standard input or a pipe cannot be read again.")
    }
  }

  /// Checks until the terminal has enough.
  ///
  /// - Returns: the exit code of the last run.
  func run() throws(Arguments.Problem) -> Int32 {
    var command = try CheckCommand(arguments, terminal, moment())
    var code = try command.run()
    while !terminal.isClosed {
      say(command.watchedFiles)
      guard wait(for: command.watchedFiles) else { return code }
      // A pipe may stand in the place of a file by then.
      try checkNames()
      terminal.forget()
      command = try CheckCommand(arguments, terminal, moment())
      do { code = try command.run() } catch {
        // The form, which is being written, does not say how the data is to be read.
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
      Words.count(watched.fileCount, "file") + (watched.hasFolders ? " or below --files" : "")
    terminal.error(palette.paint("Waiting for a change of \(files); Ctrl-C ends.", .hint) + "\n")
  }

  /// Waits until something has changed and stays as it is for a moment; false if nobody waits any more.
  ///
  /// A file that is gone may be about to be written, as many editors do it. One that stays away is a change.
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

  /// Waits for a moment, and the longer, the more files there are to look at; false if nobody waits any more.
  private func pause(_ fileCount: Int) -> Bool {
    (0...fileCount / 20_000).allSatisfy { _ in terminal.pause() }
  }
}

// `formwork check --watch`: checks again whenever a file changes that was read.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime

/// Runs of one command line, one after the other.
struct WatchLoop {
  private let arguments: Arguments
  private let terminal: Terminal
  private let moment: () -> Moment

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
      say(command.seenFiles)
      guard wait(for: command.seenFiles) else { return code }
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

  private func say(_ seen: [SeenFile]) {
    if arguments.has(.quiet) { return }
    let palette = Style(terminal, noColor: arguments.has(.noColor)).errorPalette
    let line = "Waiting for a change of \(Words.count(seen.count, "file")); Ctrl-C ends."
    terminal.error(palette.paint(line, .hint) + "\n")
  }

  /// Waits until a file has changed and stays as it is for a moment; false if nobody waits any more.
  private func wait(for seen: [SeenFile]) -> Bool {
    while !seen.contains(where: { $0.hasChanged }) {
      guard terminal.pause() else { return false }
    }
    var changed = seen.map { $0.now }
    while terminal.pause() {
      let now = seen.map { $0.now }
      if now == changed { return true }
      changed = now
    }
    return false
  }
}

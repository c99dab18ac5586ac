// A progress line on the terminal: number of records, percentage, rate and time left.

internal import FormworkReport

struct Progress {
  private let terminal: Terminal
  private let isShown: Bool
  private let start = SystemFacts.seconds
  private var last: Int
  private var isDrawn = false
  /// The size of the file in bytes, if known.
  var size: Int?

  init(_ terminal: Terminal, isQuiet: Bool) {
    self.terminal = terminal
    isShown = terminal.errorIsTerminal && !isQuiet
    last = start
  }

  /// Shows the progress at most once a second, and not in the first second.
  mutating func show(_ summary: Summary, _ bytesRead: Int) {
    guard isShown else { return }
    let now = SystemFacts.seconds
    guard now > last else { return }
    last = now
    let elapsed = max(1, now - start)
    let records = summary.accepted + summary.rejected
    var line = Words.count(records, "record")
    if let size, size > 0 { line += ", \(min(100, bytesRead * 100 / size)) %" }
    line += ", \(Words.digits(records / elapsed)) a second"
    if let size, bytesRead > 0, size > bytesRead {
      line += ", \(Words.digits((size - bytesRead) / max(1, bytesRead / elapsed))) s left"
    }
    terminal.error("\r\u{1B}[K" + line)
    isDrawn = true
  }

  /// Removes the progress line.
  mutating func clear() {
    guard isDrawn else { return }
    terminal.error("\r\u{1B}[K")
    isDrawn = false
  }
}

// A report file of a run, and the annotations on standard output.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime

/// A report and its file.
final class ReportFile {
  let file: OutputFile
  private let writer: ReportWriter
  private var buffer = ByteBuffer()

  init(_ file: OutputFile, _ writer: ReportWriter) {
    self.file = file
    self.writer = writer
    writer.start(to: &buffer)
  }

  var wantsRows: Bool { writer.wantsRows }

  func begin(_ data: ReportedData) throws(FileProblem) {
    writer.begin(data, to: &buffer)
    try file.take(&buffer)
  }

  /// Adds the results of a piece.
  func add(_ result: borrowing PieceResult) throws(FileProblem) {
    writer.add(result.rows, to: &buffer)
    for problem in result.problems { writer.add(problem, to: &buffer) }
    if buffer.count > 0 { try file.take(&buffer) }
  }

  func finish(_ run: RunReport) throws(FileProblem) {
    writer.finish(run, to: &buffer)
    try file.take(&buffer)
    try file.finish()
  }
}

/// The annotations for GitHub, which are written to standard output.
final class Annotations {
  private let terminal: Terminal
  private let writer: AnnotationReport
  private var buffer = ByteBuffer()

  init(_ terminal: Terminal, _ frame: ReportFrame) {
    self.terminal = terminal
    writer = AnnotationReport(frame)
    writer.start(to: &buffer)
  }

  func begin(_ data: ReportedData) { writer.begin(data, to: &buffer) }

  func add(_ result: borrowing PieceResult) {
    for problem in result.problems { writer.add(problem, to: &buffer) }
    write()
  }

  func finish(_ run: RunReport) {
    writer.finish(run, to: &buffer)
    write()
  }

  private func write() {
    terminal.output(buffer.bytes.makeString())
    buffer.reset()
  }
}

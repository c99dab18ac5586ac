// The files of a run: accepted products, rejected records and reports, whole or not at all.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// What `--accepted`, `--rejected` and `--report` write to.
final class OutputFiles {
  private var accepted: OutputFile?
  private var rejected: OutputFile?
  private var reports: [ReportFile] = []
  private let files: RunFiles
  private let layout: DataLayout
  private var header: [UInt8]?
  private var delimiter: UInt8?
  private var hasRejected = false

  /// - Parameters:
  ///   - files: the run's, among which are those that it reads.
  ///   - frame: what the reports are about.
  init(
    _ arguments: Arguments, _ layouts: [DataLayout], _ files: RunFiles, _ frame: ReportFrame
  ) throws(CheckCommand.Failure) {
    self.files = files
    let first = layouts.first ?? .ndjson
    layout = first
    if arguments.has(.rejected), let other = layouts.first(where: { !$0.isLike(first) }) {
      throw CheckCommand.Failure(
        message: "--rejected needs data of one kind, and here is "
          + "\(layout.name) beside \(other.name). Check them one at a time.")
    }
    do throws(FileProblem) {
      try files.claimStandardStreams()
    } catch {
      throw CheckCommand.Failure(message: FileWords.sentence(error))
    }
    if let path = arguments.path(.accepted) {
      accepted = try OutputFiles.create(.accepted, path, files, as: .ndjson)
    }
    if let path = arguments.path(.rejected) {
      rejected = try OutputFiles.create(.rejected, path, files, as: layout.kindOfRejects)
    }
    for (kind, path) in try OutputFiles.reports(arguments) {
      let writer = kind.writer(frame)
      if let limit = writer.fileLimit, layouts.count > limit {
        throw CheckCommand.Failure(
          message: "A report as \(kind.ending) has at most \(Words.digits(limit)) files of data.")
      }
      reports.append(ReportFile(try OutputFiles.create(.report, path, files), writer))
    }
  }

  /// The reports that are asked for; each file once.
  private static func reports(
    _ arguments: Arguments
  ) throws(CheckCommand.Failure) -> [(kind: ReportKind, path: SystemText)] {
    let paths = arguments.paths(.report)
    // So many drafts are removed if a signal comes.
    guard paths.count <= Drafts.limit - 2 else {
      throw CheckCommand.Failure(message: "--report is given more than \(Drafts.limit - 2) times.")
    }
    return try paths.map { path throws(CheckCommand.Failure) in
      if let kind = ReportKind(ofName: path.text) { return (kind, path) }
      throw CheckCommand.Failure(
        message:
          "What kind of report \"\(visible(path.text))\" is to be cannot be told from its name: "
          + "it ends with \(Words.choice(ReportKind.allCases.map { $0.ending })).")
    }
  }

  /// The draft of a file that a flag names.
  ///
  /// - Parameter kind: of the data that it gets; nil for a report. The name may not end like that of another kind.
  private static func create(
    _ flag: Flag, _ path: SystemText, _ files: RunFiles, as kind: DataKind? = nil
  ) throws(CheckCommand.Failure) -> OutputFile {
    if path == "-" {
      throw CheckCommand.Failure(
        message: "\(flag.long) wants the name of a file; that of standard output is /dev/stdout.")
    }
    if path.text.lowercased().hasSuffix(".gz") {
      throw CheckCommand.Failure(
        message: "\(flag.long) writes no packed files: name it without \".gz\".")
    }
    if let kind, let named = DataKind(ofName: path), named != kind {
      let endings = kind.endings.map { "." + $0 }
      throw CheckCommand.Failure(
        message: "\(flag.long) writes \(kind.rawValue.uppercased())"
          + (flag == .rejected ? ", as its data is" : "")
          + ": end the name of its file with \(Words.choice(endings)), not as \"\(visible(path.text))\"."
      )
    }
    do throws(FileProblem) { return try files.create(path) } catch {
      throw CheckCommand.Failure(message: FileWords.sentence(error))
    }
  }

  /// Whether there is a file to be written, even if nobody reads standard output any more.
  var isWanted: Bool { accepted != nil || rejected != nil || !reports.isEmpty }

  /// Whether problems are wanted one by one, and the rows of tables.
  var wantsProblems: Bool { !reports.isEmpty }
  var wantsRows: Bool { reports.contains { $0.wantsRows } }

  /// Begins a file of data.
  func begin(_ data: ReportedData, _ head: RejectsHead) throws(CheckFailure) {
    do throws(FileProblem) {
      for report in reports { try report.begin(data) }
    } catch { throw .file(error) }
    try writeHead(head)
  }

  /// Writes what comes before the rejects; all tables must have the same header.
  private func writeHead(_ head: RejectsHead) throws(CheckFailure) {
    guard let rejected else { return }
    let line = head.header.map { $0 + [0x0A] } ?? []
    // A byte order mark, which some programs put in front and others do not, is no difference.
    if let header {
      if header != line { throw .table([.otherHeader]) }
      if delimiter != head.delimiter { throw .table([.otherDelimiter]) }
      return
    }
    (header, delimiter) = (line, head.delimiter)
    try write((head.hasByteOrderMark ? byteOrderMark : []) + head.preamble + line, to: rejected)
  }

  /// Writes what came of a piece. Its buffers are exchanged for empty ones.
  func write(_ result: inout PieceResult) throws(CheckFailure) {
    do throws(FileProblem) {
      for report in reports { try report.add(result) }
      if let accepted { try write(&result, to: accepted) }
      guard let rejected, result.rejected.count > 0 else { return }
      // Where others have a comma before them, the first element has the bracket of the array.
      if layout.kind == .json, !hasRejected {
        try rejected.write(Array(wayToList.utf8))
        result.rejected.replaceFirst(with: UInt8(ascii: "["))
      }
      try rejected.take(&result.rejected)
      hasRejected = true
    } catch { throw .file(error) }
  }

  private func write(
    _ result: inout PieceResult, to accepted: OutputFile
  ) throws(FileProblem) {
    if result.holdsProducts { return try accepted.take(&result.accepted) }
    try result.forEachAcceptedPart { bytes throws(FileProblem) in try accepted.write(bytes) }
  }

  private func write(_ bytes: [UInt8], to file: OutputFile) throws(CheckFailure) {
    do throws(FileProblem) { try file.write(bytes) } catch { throw .file(error) }
  }

  /// What the rejects of records in a list begin with, so that they are found again.
  private var wayToList: String { layout.path.value.map { "{\(jsonString($0)):" }.joined() }

  /// A text as JSON writes it.
  private func jsonString(_ text: String) -> String {
    var buffer = ByteBuffer()
    buffer.append(jsonString: text)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// Writes what comes behind all data.
  func finish(_ run: RunReport) throws(CheckCommand.Failure) {
    do throws(FileProblem) {
      for report in reports { try report.finish(run) }
    } catch {
      throw CheckCommand.Failure(message: FileWords.sentence(error))
    }
  }

  /// All files, in the order in which they are put in their places.
  private var all: [OutputFile] {
    [accepted, rejected].compactMap { $0 } + reports.map { $0.file }
  }

  /// Puts the files in their places.
  func put() throws(CheckCommand.Failure) {
    do throws(FileProblem) {
      if layout.kind == .json, let rejected {
        let path = layout.path.value
        let begin = hasRejected ? "" : wayToList + "["
        let end = (hasRejected ? "\n]" : "]") + String(repeating: "}", count: path.count) + "\n"
        try rejected.write(Array((begin + end).utf8))
      }
      try accepted?.finish()
      try rejected?.finish()
    } catch {
      throw CheckCommand.Failure(message: FileWords.sentence(error))
    }
    try Drafts.putting { () throws(CheckCommand.Failure) in
      do throws(FileProblem) { for file in all { try file.checkPlace() } } catch {
        throw CheckCommand.Failure(message: FileWords.sentence(error))
      }
      var done: [String] = []
      for file in all {
        do throws(FileProblem) { try file.put(besides: files) } catch {
          throw CheckCommand.Failure(
            message: FileWords.sentence(error) + FileWords.sentence(inPlace: done))
        }
        done.append(visible(file.path.text))
      }
    }
  }

  /// Removes what is not in its place.
  ///
  /// - Returns: a sentence on each draft that cannot be removed.
  func discard() -> String {
    FileWords.sentence(drafts: all.map { $0.discard() })
  }
}

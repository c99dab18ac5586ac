// The output files of a run: accepted products, rejected records and reports. Each appears completely or not at all.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// The files given by `--accepted`, `--rejected` and `--report`.
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
  ///   - files: the files of the run, including those that it reads.
  ///   - frame: the details of the run that reports show.
  init(
    _ arguments: Arguments, _ layouts: [DataLayout], _ files: RunFiles, _ frame: ReportFrame
  ) throws(Failure) {
    self.files = files
    let first = layouts.first ?? .ndjson
    layout = first
    if arguments.has(.rejected), let other = layouts.first(where: { !$0.isLike(first) }) {
      throw Failure(
        "--rejected needs data of one kind, but here are "
          + "\(layout.name) and \(other.name). Check them one at a time.")
    }
    try Failure.explaining { () throws(FileProblem) in try files.claimStandardStreams() }
    if let path = arguments.path(.accepted) {
      accepted = try OutputFiles.create(.accepted, path, files, as: .ndjson)
    }
    if let path = arguments.path(.rejected) {
      rejected = try OutputFiles.create(
        .rejected, path, files, as: layout.kindOfRejects, or: layout.kind)
    }
    for (kind, path) in try OutputFiles.reports(arguments) {
      let writer = kind.writer(frame)
      if let limit = writer.fileLimit, layouts.count > limit {
        throw Failure(
          "A report as \(kind.ending) can have at most \(Words.digits(limit)) data files.")
      }
      reports.append(ReportFile(try OutputFiles.create(.report, path, files), writer))
    }
  }

  /// Returns the kind and path of each requested report.
  private static func reports(
    _ arguments: Arguments
  ) throws(Failure) -> [(kind: ReportKind, path: SystemText)] {
    let paths = arguments.paths(.report)
    // The list of drafts to delete on a signal must hold the reports and the two other files.
    guard paths.count <= Drafts.limit - 2 else {
      throw Failure("--report is given more than \(Drafts.limit - 2) times.")
    }
    return try paths.map { path throws(Failure) in
      if let kind = ReportKind(ofName: path.text) { return (kind, path) }
      throw Failure(
        "The name \"\(visible(path.text))\" does not show the kind of report. "
          + "It must end with \(Words.choice(ReportKind.allCases.map { $0.ending })).")
    }
  }

  /// Creates the output file that a flag names.
  ///
  /// - Parameters:
  ///   - kind: the kind of the data to write; nil for a report. The path must not have the extension of a different
  ///     kind.
  ///   - dataKind: the kind of the data to read. The path may also have the extension of this kind, unless it is a
  ///     workbook. For example, the extension of a table with tabs may be that of CSV or TSV.
  private static func create(
    _ flag: Flag, _ path: SystemText, _ files: RunFiles, as kind: DataKind? = nil,
    or dataKind: DataKind? = nil
  ) throws(Failure) -> OutputFile {
    if path == "-" {
      throw Failure(
        "\(flag.long) needs the name of a file. For standard output, write /dev/stdout.")
    }
    if path.text.lowercased().hasSuffix(".gz") {
      throw Failure(
        "\(flag.long) cannot write compressed files. Use a name without \".gz\".")
    }
    if let kind, let named = DataKind(ofName: path.text), named != kind,
      named != dataKind || dataKind?.isSheet ?? false
    {
      let endings = kind.row.endings.map { "." + $0 }
      throw Failure(
        "\(flag.long) writes \(kind.rawValue.uppercased())"
          + (flag == .rejected ? ", like its data" : "")
          + ". The name \"\(visible(path.text))\" must end with \(Words.choice(endings))."
      )
    }
    return try Failure.explaining { () throws(FileProblem) in try files.create(path) }
  }

  /// Whether the run writes files, so that it continues even if standard output has been closed.
  var isWanted: Bool { accepted != nil || rejected != nil || !reports.isEmpty }

  /// Whether the reports need each problem.
  var wantsProblems: Bool { !reports.isEmpty }
  var wantsRows: Bool { reports.contains { $0.wantsRows } }

  /// Begins the output for a data file.
  func begin(_ data: ReportedData, _ head: RejectsHead) throws(CheckFailure) {
    do throws(FileProblem) {
      for report in reports { try report.begin(data) }
    } catch { throw .file(error) }
    try writeHead(head)
  }

  /// Writes the beginning of the rejects file. All tables must have the same header.
  private func writeHead(_ head: RejectsHead) throws(CheckFailure) {
    guard let rejected else { return }
    let line = head.header.map { $0 + [0x0A] } ?? []
    // The presence of a byte order mark doesn't make headers different.
    if let header {
      if header != line { throw .table([.otherHeader]) }
      if delimiter != head.delimiter { throw .table([.otherDelimiter]) }
      return
    }
    (header, delimiter) = (line, head.delimiter)
    try write((head.hasByteOrderMark ? byteOrderMark : []) + head.preamble + line, to: rejected)
  }

  /// Writes the results of a piece and swaps its buffers for empty ones.
  func write(_ result: inout PieceResult) throws(CheckFailure) {
    do throws(FileProblem) {
      for report in reports { try report.add(result) }
      if let accepted { try write(&result, to: accepted) }
      guard let rejected, result.rejected.count > 0 else { return }
      // Each element begins with a comma. Replace the first comma with the bracket that opens the array.
      if layout.kind == .json, !hasRejected {
        try rejected.write(wayToList)
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

  /// The beginning of a JSON rejects file, up to the list of records. It opens the same objects around the list as the
  /// data, so that the same form can read the file.
  private var wayToList: [UInt8] {
    ByteBuffer.bytes { out in
      for key in layout.path.value {
        out.append("{")
        out.key(named: key)
      }
    }
  }

  /// Writes the end of the reports, after all data.
  func finish(_ run: RunReport) throws(Failure) {
    try Failure.explaining { () throws(FileProblem) in
      for report in reports { try report.finish(run) }
    }
  }

  /// All files, in the order in which they get their final names.
  private var all: [OutputFile] {
    [accepted, rejected].compactMap { $0 } + reports.map { $0.file }
  }

  /// Gives the files their final names.
  func put() throws(Failure) {
    try Failure.explaining { () throws(FileProblem) in
      if layout.kind == .json, let rejected {
        let path = layout.path.value
        if !hasRejected { try rejected.write(wayToList + "[".utf8) }
        let end = (hasRejected ? "\n]" : "]") + String(repeating: "}", count: path.count) + "\n"
        try rejected.write(Array(end.utf8))
      }
      try accepted?.finish()
      try rejected?.finish()
    }
    try Drafts.putting { () throws(Failure) in
      try Failure.explaining { () throws(FileProblem) in
        for file in all { try file.checkPlace() }
      }
      var done: [String] = []
      for file in all {
        do throws(FileProblem) { try file.put(besides: files) } catch {
          throw Failure(FileWords.sentence(error) + FileWords.sentence(inPlace: done))
        }
        done.append(visible(file.path.text))
      }
    }
  }

  /// Deletes the temporary files that remain.
  ///
  /// - Returns: a sentence for each file that couldn't be deleted.
  func discard() -> String {
    FileWords.sentence(drafts: all.map { $0.discard() })
  }
}

// The files of a run: accepted products and rejected records, whole or not at all.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime

/// What `--accepted` and `--rejected` write to.
final class OutputFiles {
  private var accepted: OutputFile?
  private var rejected: OutputFile?
  private let files: RunFiles
  private let format: RecordFormat
  private var header: ArraySlice<UInt8>?
  private var hasRejected = false

  /// - Parameter files: the run's, among which are those that it reads.
  init(
    _ arguments: Arguments, _ formats: [RecordFormat], _ files: RunFiles
  ) throws(CheckCommand.Failure) {
    self.files = files
    format = formats.first ?? .ndjson
    if arguments.has(.rejected), let other = formats.first(where: { $0 != format }) {
      throw CheckCommand.Failure(
        message: "--rejected needs data of one kind, and here is "
          + "\(format.name) beside \(other.name). Check them one at a time.")
    }
    do throws(FileProblem) {
      try files.claimStandardStreams()
    } catch {
      throw CheckCommand.Failure(message: FileWords.sentence(error))
    }
    accepted = try OutputFiles.create(.accepted, arguments, files)
    rejected = try OutputFiles.create(.rejected, arguments, files)
  }

  /// The draft of the file that a flag names; nil if it is not given.
  private static func create(
    _ flag: Flag, _ arguments: Arguments, _ files: RunFiles
  ) throws(CheckCommand.Failure) -> OutputFile? {
    guard let path = arguments.path(flag) else { return nil }
    if path == "-" {
      throw CheckCommand.Failure(
        message: "\(flag.long) wants the name of a file; that of standard output is /dev/stdout.")
    }
    do throws(FileProblem) {
      try files.claim(path)
      return try OutputFile(path)
    } catch {
      throw CheckCommand.Failure(message: FileWords.sentence(error))
    }
  }

  /// Whether there is a file to be written, even if nobody reads standard output any more.
  var isWanted: Bool { accepted != nil || rejected != nil }

  /// Writes the header of a table before its rejects; all tables must have the same.
  func writeHeader(_ line: [UInt8]) throws(CheckFailure) {
    guard let rejected else { return }
    // A byte order mark, which some programs put in front and others do not, is no difference.
    let columns = line.starts(with: byteOrderMark) ? line.dropFirst(byteOrderMark.count) : line[...]
    if let header {
      if header != columns { throw .table([.otherHeader]) }
      return
    }
    header = columns
    try write(line + [0x0A], to: rejected)
  }

  /// Writes what came of a piece. Its buffers are exchanged for empty ones.
  func write(_ result: inout PieceResult) throws(CheckFailure) {
    do throws(FileProblem) {
      if let accepted { try write(&result, to: accepted) }
      guard let rejected, result.rejected.count > 0 else { return }
      // Where others have a comma before them, the first element has the bracket of the array.
      if format == .json, !hasRejected { result.rejected.replaceFirst(with: UInt8(ascii: "[")) }
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

  /// Puts the files in their places.
  func put() throws(CheckCommand.Failure) {
    do throws(FileProblem) {
      if format == .json, let rejected {
        try rejected.write(Array((hasRejected ? "\n]\n" : "[]\n").utf8))
      }
      try accepted?.finish()
      try rejected?.finish()
    } catch {
      throw CheckCommand.Failure(message: FileWords.sentence(error))
    }
    var done: SystemText?
    for file in [accepted, rejected] {
      guard let file else { continue }
      do throws(FileProblem) {
        try files.checkAgain(file.path)
        try file.put()
      } catch {
        let rest = done.map { " \(visible($0.text)) is in its place already." } ?? ""
        throw CheckCommand.Failure(message: FileWords.sentence(error) + rest)
      }
      done = file.path
    }
  }
}

// Reads the lists of other data that a form asks, before its own records are read.

package import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// Why the lists of a form can't be read.
package enum ListFailure: Error {
  /// A list without a file isn't given.
  case notGiven(list: String)
  /// A file is given for a list that the form doesn't have.
  case noList(String, near: [String])
  case unreadable(list: String, path: String, CheckFailure)
}

extension CompiledForm {
  /// Returns the form with the records of its lists.
  ///
  /// - Parameters:
  ///   - path: the path of the form, in whose folder the files of the lists are.
  ///   - given: the files that replace those of the form, by the names of the lists.
  ///   - isForExamples: whether lists that aren't given are empty.
  ///   - files: the files of the run, to which those of the lists are added.
  ///   - warn: receives a sentence about each list with records that can't be read.
  package func readingLists(
    at path: SystemText?, given: [(list: String, path: SystemText)], isForExamples: Bool = false,
    files: RunFiles, moment: Moment, warn: (String) -> Void
  ) throws(ListFailure) -> CompiledForm {
    let lists = program.dataLists
    for (name, _) in given where !lists.contains(where: { $0.name == name }) {
      throw .noList(name, near: NearNames.nearest(to: name, among: lists.map { $0.name }))
    }
    if lists.isEmpty { return self }
    var readings: [ListReading] = []
    for (number, list) in lists.enumerated() {
      let own = program.program(ofList: number)
      let reading = ListReading(number, of: program, own, moment: moment)
      let found =
        given.last { $0.list == list.name }?.path ?? list.file.map { path.inFolder(of: $0) }
      readings.append(reading)
      guard let found else {
        if list.isOptional || isForExamples { continue }
        throw .notGiven(list: list.name)
      }
      do throws(CheckFailure) {
        try read(found, isOptional: list.isOptional, number, own, into: reading, files)
      } catch {
        throw .unreadable(list: list.name, path: found.text, error)
      }
      if reading.faultyCount > 0 {
        warn(
          "\(reading.faultyCount) of the records of the list \(list.name) cannot be read as the form says."
        )
      }
    }
    return with(program.with(readings))
  }

  private func read(
    _ path: SystemText, isOptional: Bool, _ number: Int, _ own: Program,
    into reading: ListReading, _ files: RunFiles
  ) throws(CheckFailure) {
    if isOptional, FileStatus(path) == nil { return }
    let file: InputFile
    do throws(FileProblem) { file = try files.open(path) } catch { throw .file(error) }
    let kind = DataKind(ofName: path) ?? program.kind(ofList: number)
    let records = try RecordFile(
      file, own, program.layout(ofList: number, kind), pieceSize: CheckRun.pieceSize,
      needsRecords: true, recordLimit: RecordSplitter.recordLimit)
    var (reader, piece) = (records.reader, Piece())
    while try reader.read(into: &piece) {
      piece.bytes.withUnsafeBufferPointer { bytes in
        for span in piece.records {
          reading.add(
            bytes.part(span.lower, span.upper), line: span.line, defect: span.defect,
            of: records.table)
        }
      }
    }
  }
}

extension SystemText? {
  /// Returns the path of a file in the folder of this one.
  fileprivate func inFolder(of file: String) -> SystemText {
    guard let self, let end = self.bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return SystemText(file)
    }
    return SystemText(bytes: Array(self.bytes[...end]) + Array(file.utf8))
  }
}

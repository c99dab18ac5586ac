// Reads the lists of other data that a form asks, before its own records are read.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// Why the lists of a form can't be read.
package enum ListFailure: Error {
  /// A list without a file isn't given.
  case notGiven(list: String)
  /// A file is given for a list that the form doesn't have.
  case noList(String, near: [String])
  case unreadable(list: String, path: String, CheckFailure)
  /// A value that the form needs is missing, wrong or not known.
  case value(ValueFault)
  /// A file that the form must not use.
  case unusable(String, SyntaxProblem.FileFault)
}

extension CompiledForm {
  /// Returns the form with the records of its lists.
  ///
  /// - Parameters:
  ///   - path: the path of the form, in whose folder the files of the lists are.
  ///   - given: the files that replace those of the form, by the names of the lists.
  ///   - values: the values that the form needs, by name.
  ///   - isForExamples: whether lists that aren't given are empty.
  ///   - files: the files of the run, to which those of the lists are added.
  ///   - warn: receives a sentence about each list with records that can't be read.
  package func readingLists(
    at path: SystemText?, given: [(list: String, path: SystemText)],
    values: [(name: String, value: String)] = [], isForExamples: Bool = false,
    files: RunFiles, moment: Moment, warn: (String) -> Void
  ) throws(ListFailure) -> CompiledForm {
    let lists = program.dataLists
    if let (name, _) = values.first, program.neededValues.isEmpty { throw .value(.unknown(name, near: [])) }
    for (name, _) in given where !lists.contains(where: { $0.name == name }) {
      throw .noList(name, near: NearNames.nearest(to: name, among: lists.map { $0.name }))
    }
    if lists.isEmpty { return self }
    let folder = path.flatMap { FormFolder(of: $0, files) }
    var program = program
    for (number, list) in lists.enumerated() {
      if list.isOfValues {
        let reading = ListReading(number, of: program, moment: moment)
        do throws(ValueFault) { try readValues(values, into: reading, moment: moment) } catch {
          if !isForExamples { throw .value(error) }
        }
        program = program.with(reading)
        continue
      }
      let path = try self.path(of: list, given, folder)
      if path == nil, !list.isOptional, !isForExamples { throw .notGiven(list: list.name) }
      let kind = path.flatMap { DataKind(ofName: $0.text) }
      let reading = ListReading(number, of: program, kind: kind, moment: moment)
      if let path, !list.isOptional || FileStatus(path) != nil {
        do throws(CheckFailure) { try read(path, into: reading, files) } catch {
          throw .unreadable(list: list.name, path: path.text, error)
        }
      }
      if let warning = reading.warning { warn(warning) }
      program = program.with(reading)
    }
    return with(program)
  }

  /// Returns the path of the file of a list, or nil if it has none.
  private func path(
    of list: DataList, _ given: [(list: String, path: SystemText)], _ folder: FormFolder?
  ) throws(ListFailure) -> SystemText? {
    if let path = given.last(where: { $0.list == list.name })?.path { return path }
    guard let file = list.file else { return nil }
    guard let folder else { throw .unusable(file, .noFolder) }
    switch folder.path(of: file) {
    case .success(let path): return path
    case .failure(let error): throw .unusable(file, error.fault)
    }
  }

  private func read(
    _ path: SystemText, into reading: ListReading, _ files: RunFiles
  ) throws(CheckFailure) {
    let file: InputFile
    do throws(FileProblem) { file = try files.open(path) } catch { throw .file(error) }
    let records = try RecordFile(
      file, reading.program, reading.layout, pieceSize: CheckRun.pieceSize,
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

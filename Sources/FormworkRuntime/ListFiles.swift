// Reads the lists of other data from files. See `CompiledForm.readingLists`.

package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// The error for a list's file that can't be read.
package enum ListFileFailure: Error {
  case unreadable(path: String, CheckFailure)
  /// A file that the form must not use.
  case unusable(String, SyntaxProblem.FileFault)

  /// The failure in a sentence.
  package var sentence: String {
    switch self {
    case .unreadable(let path, let failure): failure.sentence(path)
    case .unusable(let file, let fault): fault.sentence(file)
    }
  }
}

/// The files with the records of a form's lists.
package struct ListFiles {
  private let folder: FormFolder?
  private let files: RunFiles

  /// - Parameters:
  ///   - path: the path of the form. The files are in its folder.
  ///   - files: the files of the run. The files of the lists are added.
  package init(at path: SystemText?, _ files: RunFiles = RunFiles()) {
    folder = path.flatMap { FormFolder(of: $0, files) }
    self.files = files
  }

  /// Returns a source of a list's records from `file`, which the form names. Returns nil if the file is optional and
  /// missing.
  package func open(
    _ list: DataList, _ file: String
  ) throws(ListFileFailure) -> ListSource<ListFileFailure>? {
    guard let folder else { throw .unusable(file, .noFolder) }
    switch folder.path(of: file) {
    case .success(let path):
      guard list.isOptional, FileStatus(path) == nil else { return records(of: path) }
      files.miss(path)
      return nil
    case .failure(let error): throw .unusable(file, error.fault)
    }
  }

  /// Returns a source of the records in a file.
  ///
  /// - Parameter kind: the kind of the data, or nil to derive it from the file's name.
  package func records(
    of path: SystemText, _ kind: DataKind? = nil
  ) -> ListSource<ListFileFailure> {
    ListSource(kind ?? DataKind(ofName: path.text)) { reading throws(ListFileFailure) in
      do throws(CheckFailure) {
        let file: InputFile
        do throws(FileProblem) { file = try files.open(path) } catch { throw .file(error) }
        try reading.read(file)
      } catch { throw .unreadable(path: path.text, error) }
    }
  }
}

extension ListSource where Failure == StreamFault {
  /// Creates a source of the records in the bytes of a file, which may be compressed.
  ///
  /// - Parameter kind: the kind of the data, or nil to derive it from the file's name.
  package init(
    _ kind: DataKind? = nil, named name: String, _ bytes: @escaping @autoclosure () -> [UInt8]
  ) {
    self.init(kind ?? DataKind(ofName: name)) { reading throws(StreamFault) in
      do throws(CheckFailure) {
        let file: InputFile
        do throws(FileProblem) {
          let spool = try Spool()
          try spool.append(bytes())
          file = try InputFile(spool, called: name)
        } catch { throw .file(error) }
        try reading.read(file)
      } catch { throw StreamFault(sentence: error.sentence(name)) }
    }
  }

  /// Creates a source with the same records as `source`. Its errors are sentences.
  package init(_ source: ListSource<ListFileFailure>) {
    self.init(source.kind) { reading throws(StreamFault) in
      do throws(ListFileFailure) { try source.read(reading) } catch {
        throw StreamFault(sentence: error.sentence)
      }
    }
  }
}

extension ListReading {
  /// Adds the records of a file.
  fileprivate func read(_ file: InputFile) throws(CheckFailure) {
    let records = try RecordFile(
      file, program, layout, pieceSize: CheckRun.pieceSize, needsRecords: true,
      recordLimit: RecordSplitter.recordLimit)
    var (reader, piece) = (records.reader, Piece())
    let table = records.table
    while try reader.read(into: &piece) {
      let fault = piece.bytes.withUnsafeBufferPointer { bytes -> PieceResult.DataFault? in
        let areText = table != nil && bytes.areText(piece.records)
        for span in piece.records {
          let error = add(span, of: bytes, table, isText: areText)
          let record = bytes.part(span.lower, span.upper)
          if let fault = error?.fault(record, span, layout) { return fault }
        }
        return nil
      }
      if let fault { throw CheckFailure(fault, layout) }
    }
  }
}

extension CheckFailure {
  /// Returns the error as a sentence for programs, without mention of command-line flags.
  package func sentence(_ path: String) -> String {
    if case .file(let problem) = self { return "\(path) cannot be read: \(problem.reason)" }
    let (line, reason) = reason
    return path + (line.map { ":\($0)" } ?? "") + ": " + reason
  }

  /// The line at which reading ended, and the reason.
  package var reason: (line: Int?, text: String) {
    switch self {
    case .file(let problem): (nil, problem.reason)
    case .recordTooLong(let line, let limit):
      (line, "The record is longer than \(limit) bytes.")
    case .table(let problems, let line):
      (
        line,
        problems.filter { $0.isError }.prefix(TableWords.limit).map {
          TableWords.sentence($0, headerLine: line)
        }.joined(separator: " ")
      )
    case .notUTF8(let line, let likely):
      (line, "This line is not in UTF-8" + (likely.map { "; it looks like \($0)" } ?? "") + ".")
    case .noList(let keys, let line):
      (line, "There is no list \"\(keys.joined(separator: "."))\" to read the records from.")
    case .otherEncoding(let said, let likely):
      (nil, "It is not in \(said): it looks like \(likely).")
    }
  }
}

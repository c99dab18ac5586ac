// Runs two forms over a stream of records that is read only once.

package import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// The error for a comparison that can't be completed.
package enum CompareFailure: Error {
  case stream(CheckFailure)
  /// The old form can't read data that the new form can read.
  case oldForm(CheckFailure)
  /// The forms declare different formats for cells of a workbook. The cells would become different texts.
  case otherCells
}

/// A single pass of two forms over one stream.
package struct CompareRun {
  /// A form, its layout of the stream, and its ledger of the records so far.
  package struct Side {
    let form: CompiledForm
    let layout: DataLayout
    let ledger: DataSetLedger

    package init(_ form: CompiledForm, _ layout: DataLayout, _ ledger: DataSetLedger) {
      (self.form, self.layout, self.ledger) = (form, layout, ledger)
    }
  }

  private let old: Side
  private let new: Side
  private let options: ReportOptions
  private let jobs: Int

  /// - Parameters:
  ///   - old: the old form, whose layout must cut the stream into the same records as the layout of `new`.
  ///   - jobs: the number of pieces to evaluate at the same time, at least 1.
  package init(_ old: Side, _ new: Side, options: ReportOptions, jobs: Int) {
    (self.old, self.new, self.options, self.jobs) = (old, new, options, max(1, jobs))
  }

  /// Reads `file` to its end.
  ///
  /// - Parameters:
  ///   - header: receives warnings about the header of a table and, at the end, about the file.
  ///   - piece: receives the result of each piece, in order, and returns false to stop.
  package func run(
    _ file: InputFile, header: ([TableProblem]) -> Void,
    piece deliver: (inout PieceResult) -> Bool
  ) throws(CompareFailure) {
    let open: RecordFile
    do throws(CheckFailure) {
      open = try RecordFile(
        file, new.form.program, new.layout, pieceSize: CheckRun.pieceSize, needsRecords: true,
        recordLimit: RecordSplitter.recordLimit)
    } catch { throw .stream(error) }
    let other = try open.reading(old.form.program, old.layout)
    if !open.warnings.isEmpty { header(open.warnings) }
    for (side, table) in [(old, other.table), (new, open.table)] {
      side.ledger.begin(file: options.fileName, isKnown: false)
      if let table { side.ledger.note(table) }
    }
    var (options, reader) = (options, open.reader)
    options.layout = open.layout
    let pool = WorkerPool(jobs: jobs) {
      [options, old = old.ledger, new = new.ledger, program = open.program, table = open.table] in
      let comparer = RecordComparer(other, (program, table), options: options)
      return { piece, inTurn, result in
        comparer.compare(piece, old, new, inTurn: inTurn, into: &result)
      }
    } read: { (piece, isWanted) throws(CheckFailure) in
      if try reader.read(into: &piece, limit: CheckRun.reportedCount, while: isWanted) {
        return .piece(isLast: reader.isDone)
      }
      return reader.isDone ? .end : .nothingYet
    }
    do throws(CheckFailure) {
      try pool.run { (result, _) throws(CheckFailure) in
        let fault = result.fault
        old.ledger.note(result.undecidedBefore)
        new.ledger.note(result.undecided)
        let goesOn = deliver(&result)
        if let fault { throw CheckFailure(fault, options.layout) }
        return goesOn && !result.didStop
      }
    } catch { throw .stream(error) }
    if !file.lateWarnings.isEmpty { header(file.lateWarnings) }
  }

  /// Returns the differences between the forms' verdicts on the data set as a whole.
  package static func result(
    _ ledgers: (old: DataSetLedger, new: DataSetLedger), _ old: CompiledForm, _ new: CompiledForm,
    options: ReportOptions
  ) -> PieceResult {
    var result = PieceResult()
    let comparer = RecordComparer((old.program, nil), (new.program, nil), options: options)
    comparer.compare(ledgers, into: &result)
    return result
  }
}

extension RecordComparer {
  /// Compares the verdicts of both forms on the records of a piece.
  ///
  /// - Parameter inTurn: runs a closure once the closures of all earlier pieces have run.
  fileprivate func compare(
    _ piece: Piece, _ old: DataSetLedger, _ new: DataSetLedger, inTurn: WorkerPool.Turn,
    into result: inout PieceResult
  ) {
    piece.withBytes { bytes in
      compare(
        bytes, piece.records, firstRecord: piece.firstRecord, (old, new), inTurn: inTurn,
        into: &result)
    }
  }
}

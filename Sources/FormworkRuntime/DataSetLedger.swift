// The state that `unique`, `same` and `records` need for a data set of one or more files.

internal import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// The keys and the number of all records of a data set so far, which may span several files.
package final class DataSetLedger: @unchecked Sendable {
  // Unchecked: threads use it one after the other, in the order of their pieces.
  let isNeeded: Bool
  private var index: DataSetIndex
  /// The files so far, each with the number of records before it.
  private var files: [(name: String?, before: Int)] = []
  private var recordCount = 0

  package init(_ spec: CompiledForm) {
    isNeeded = spec.program.acrossCount > 0
    index = DataSetIndex(spec.program)
  }

  func begin(file name: String?) { files.append((name, recordCount)) }

  /// Adds the keys of the records of a piece. All earlier pieces must have been added.
  ///
  /// - Returns: for each record, its matches among the earlier records.
  func add(_ keys: [[DataSetKey]], _ records: [RecordSpan]) -> [[DataSetHit]] {
    zip(keys, records).map { keys, span in
      recordCount += 1
      return index.add(keys, record: recordCount, line: span.line).map { inItsFile($0) }
    }
  }

  private func inItsFile(_ hit: DataSetHit) -> DataSetHit {
    guard let number = files.lastIndex(where: { $0.before < hit.record }) else { return hit }
    var hit = hit
    hit.record -= files[number].before
    if number < files.count - 1 { hit.file = files[number].name }
    return hit
  }

  /// Returns the problems with the number of records of the whole data set.
  package static func report(
    recordCount count: Int, _ spec: CompiledForm, options: ReportOptions
  ) -> PieceResult {
    var result = PieceResult()
    if !spec.program.countsRecords { return result }
    let reporter = RecordReporter(spec.program, source: spec.source, options: options)
    reporter.report(recordCount: count, into: &result)
    return result
  }
}

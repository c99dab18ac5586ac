// What `unique`, `same` and the number of records need of a data set that may be several files.

internal import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// What is known of all records of a data set so far, which may be several files.
package final class DataSetLedger: @unchecked Sendable {
  // Unchecked: the pieces take turns, in their order.
  let isNeeded: Bool
  private var index: DataSetIndex
  /// The files so far, with how many records came before each.
  private var files: [(name: String?, before: Int)] = []
  private var recordCount = 0

  package init(_ spec: CompiledForm) {
    isNeeded = spec.program.acrossCount > 0
    index = DataSetIndex(spec.program)
  }

  func begin(file name: String?) { files.append((name, recordCount)) }

  /// Adds the keys of the records of a piece, after those of all pieces before.
  ///
  /// - Returns: what the records before mean for each.
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

  /// What is wrong with the number of records of the whole data set.
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

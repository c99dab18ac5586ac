// A checker: a form with how its records are to be checked.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A checker, of one thread at a time.
final class CheckerHandle: Handle {
  /// The stream of `formwork_check_lines`.
  private let lines: RecordStream
  /// What `formwork_check_json` reads.
  private let json: RecordStream
  /// What checks batches of columns; made when the first one comes.
  private(set) lazy var columns = ColumnCheck(program, columnOptions)
  private let program: Program
  private let columnOptions: ReportOptions
  /// Whether the last of what came were columns.
  var hadColumns = false
  /// What tells which fields are in force.
  private let filling: Evaluator

  init(_ form: FormHandle, _ program: Program, _ options: CheckOptions) {
    let report = options.reportOfRecords(program)
    (self.program, columnOptions) = (program, report)
    filling = Evaluator(program, moment: report.moment, scope: .all, problemLimit: 1, isFast: false)
    lines = RecordStream(program, form.source, options.report(program, options.kind))
    json = RecordStream(program, form.source, report)
    super.init(.checker)
  }

  /// The fields in force in a record that is still being filled in, as an array of JSON.
  func fieldsInForce(_ record: TextBytes) throws(StreamFault) -> [UInt8] {
    do throws(MalformedRecord) {
      return FormDescription.json(of: try filling.fieldsInForce(json: record))
    } catch {
      throw StreamFault(sentence: "The record cannot be read: \(error.reason.words).")
    }
  }

  /// Checks one object or an array of them.
  func check(json bytes: TextBytes) -> StreamAnswer { json.add(bytes, isLast: true) }

  /// Checks the next piece of the stream.
  func check(_ piece: TextBytes, isLast: Bool) -> StreamAnswer {
    hadColumns = false
    return lines.add(piece, isLast: isLast)
  }

  /// What the owner of the data should know of the columns of the last table or batch.
  var warnings: [String] { hadColumns ? columns.warnings : lines.headerWarnings }
}

// A checker: a form with the options for its records.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A checker. Only one thread at a time may use it.
final class CheckerHandle: Handle {
  /// Checks the stream of `formwork_check_lines`.
  private let lines: RecordStream
  /// Checks the JSON of `formwork_check_json`.
  private let json: RecordStream
  /// Checks batches of columns. Created for the first batch.
  private(set) lazy var columns = ColumnCheck(program, source, columnOptions)
  private let program: Program
  private let source: Source
  private let columnOptions: ReportOptions
  /// Whether the last data checked was a batch of columns.
  var hadColumns = false
  /// Finds the fields in force.
  private let filling: Evaluator

  init(_ form: FormHandle, _ program: Program, _ options: CheckOptions) {
    let report = options.reportOfRecords(program)
    (self.program, source, columnOptions) = (program, form.source, report)
    filling = Evaluator(program, moment: report.moment, scope: .all, problemLimit: 1, isFast: false)
    lines = RecordStream(program, form.source, options.report(program, options.kind))
    json = RecordStream(program, form.source, report)
    super.init(.checker)
  }

  /// Returns the fields in force in an unfinished record, as a JSON array.
  func fieldsInForce(_ record: TextBytes) throws(StreamFault) -> [UInt8] {
    do throws(MalformedRecord) {
      return FormDescription.json(of: try filling.fieldsInForce(json: record))
    } catch {
      throw StreamFault(sentence: "The record cannot be read: \(error.reason.words).")
    }
  }

  /// Checks a JSON object or an array of objects.
  func check(json bytes: TextBytes) -> StreamAnswer { json.check(json: bytes) }

  /// Checks the next piece of the stream.
  func check(_ piece: TextBytes, isLast: Bool) -> StreamAnswer {
    hadColumns = false
    return lines.add(piece, isLast: isLast)
  }

  /// The warnings about the columns of the last table or batch.
  var warnings: [String] { hadColumns ? columns.warnings : lines.headerWarnings }
}

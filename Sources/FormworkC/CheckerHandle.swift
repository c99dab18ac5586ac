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

  init(_ form: FormHandle, _ program: Program, _ options: CheckOptions) {
    lines = RecordStream(program, form.source, options.report(program, options.kind))
    json = RecordStream(program, form.source, options.reportOfRecords(program))
    super.init(.checker)
  }

  /// Checks one object or an array of them.
  func check(json bytes: TextBytes) -> StreamAnswer { json.add(bytes, isLast: true) }

  /// Checks the next piece of the stream.
  func check(_ piece: TextBytes, isLast: Bool) -> StreamAnswer {
    lines.add(piece, isLast: isLast)
  }
}

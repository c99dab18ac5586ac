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
  private var result = PieceResult()

  init(_ form: FormHandle, _ program: Program, _ options: CheckOptions) {
    lines = RecordStream(program, form.source, options.report(program, options.kind))
    json = RecordStream(program, form.source, options.report(program, .json))
    super.init(.checker)
  }

  /// Checks one object or an array of them.
  func check(json bytes: TextBytes) -> (Code, ByteBlock) {
    json.begin()
    return check(bytes, isLast: true, json)
  }

  /// Checks the next piece of the stream.
  func check(_ piece: TextBytes, isLast: Bool) -> (Code, ByteBlock) {
    check(piece, isLast: isLast, lines)
  }

  private func check(
    _ piece: TextBytes, isLast: Bool, _ stream: RecordStream
  ) -> (Code, ByteBlock) {
    result.reset()
    var fault: StreamFault?
    do throws(StreamFault) {
      try stream.add(piece, isLast: isLast, into: &result)
    } catch {
      fault = error
    }
    if isLast || fault != nil { stream.begin() }
    if let fault { return (.failed, ByteBlock(fault.sentence)) }
    let isRejected = result.summary.rejected > 0 || result.summary.dataSetErrors > 0
    return (isRejected ? .rejected : .ok, ByteBlock(result.output.bytes))
  }
}

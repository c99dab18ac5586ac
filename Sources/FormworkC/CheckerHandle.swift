// A checker: a form with the options for its records.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FormworkRuntime)
  internal import FormworkRuntime
#endif

/// A checker. Only one thread at a time may use it.
final class CheckerHandle: Handle {
  /// Checks the stream of `formwork_check_lines`.
  private let lines: RecordStream
  /// Checks the JSON of `formwork_check_json`.
  private let json: RecordStream
  /// Checks batches of columns. Created for the first batch.
  private(set) lazy var columns = ColumnCheck(
    form.program, form.source, options.reportOfRecords(form.program), files: options.files,
    key: options.sharedKey.flatMap { sharedKey($0) })
  let form: CompiledForm
  let options: CheckOptions
  /// The warnings about the last file, or about the columns of the last table or batch.
  var warnings: [String] = []
  /// Finds the fields in force.
  private let filling: Evaluator

  init(_ form: CompiledForm, _ options: CheckOptions) {
    (self.form, self.options) = (form, options)
    let (program, report) = (form.program, options.reportOfRecords(form.program))
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
    defer { warnings = lines.headerWarnings }
    return lines.add(piece, isLast: isLast)
  }

  #if canImport(FormworkRuntime)
    private let inUse = Lock(false)
  #endif

  /// Returns the key for data that processes with the same form and `secret` exchange, or nil if the platform has only
  /// one process.
  func sharedKey(_ secret: [UInt8]) -> SharedKey? {
    #if canImport(FormworkRuntime)
      let version = Array("\(FormworkVersion.text)".utf8)
      let key = Array([version, secret, form.source.bytes].joined(separator: [0]))
      return SharedKey(key) { DigestKind.sha256.digest($0) }
    #else
      return nil
    #endif
  }

  /// Calls `body`, unless the checker is already in use by another thread, or by a function whose callback makes this
  /// call.
  ///
  /// - Returns: the return code for the calling function.
  func use(_ fault: UnsafeMutableRawPointer? = nil, _ body: () -> Int32) -> Int32 {
    #if canImport(FormworkRuntime)
      let isFree = inUse.withLock { inUse in
        defer { inUse = true }
        return !inUse
      }
      guard isFree else {
        fault?.set(ByteBlock("The checker is in use by another thread."))
        return Code.misused.rawValue
      }
      defer { inUse.withLock { $0 = false } }
    #endif
    return body()
  }
}

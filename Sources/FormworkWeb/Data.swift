// Data files that the page checks, and the reports that it saves.

internal import FormworkC
internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension UnsafeRawPointer {
  /// The data run that this pointer refers to.
  fileprivate var run: DataRun { Unmanaged<DataRun>.fromOpaque(self).takeUnretainedValue() }
}

/// Begins the check of a data file.
///
/// - Parameters:
///   - options: Options as for a checker. The format may also be `xlsx`.
///   - name: The name of the data, ending with a zero byte.
///   - show: The maximum number of records with problems to show.
///   - report: The extension of a report's name, such as `.csv`, ending with a zero byte. Null to show records.
///   - encoding: Set to the encoding that the form declares for the data.
@c(formwork_run_open)
public func openRun(
  _ form: UnsafeRawPointer?, _ options: UnsafeRawPointer?, _ name: UnsafePointer<CChar>?,
  _ show: Int32, _ report: UnsafePointer<CChar>?, _ run: UnsafeMutableRawPointer?,
  _ encoding: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  guard let run, let encoding, let form, let options else {
    return Code.misused.rawValue
  }
  run.set(nil as UnsafeMutableRawPointer?)
  encoding.set(ByteBlock())
  fault?.set(ByteBlock())
  do throws(StreamFault) {
    guard let (program, source) = form.loadedForm else {
      throw StreamFault(sentence: "The form has errors.")
    }
    let raw = try CheckOptions.Raw(at: options)
    let options = try CheckOptions(raw, readsWorkbooks: true)
    var wanted = options.report(program, options.kind)
    wanted.show = Int(show)
    let opened = DataRun(
      program, source, wanted, name: name.map { String(cString: $0) },
      formName: source.name, report: report.flatMap { ReportKind(ofName: String(cString: $0)) }
    )
    run.set(Unmanaged.passRetained(opened).toOpaque())
    encoding.set(ByteBlock(program.layout(of: options.kind).encoding.value))
    return Code.ok.rawValue
  } catch {
    fault?.set(ByteBlock(error.sentence))
    return Code.failed.rawValue
  }
}

/// Checks the next piece of the data.
///
/// - Parameters:
///   - output: Set to a line of JSON for each record with problems, or to the next bytes of the report.
///   - fault: Set to a sentence if the rest of the data can't be read.
@c(formwork_run_add)
public func addToRun(
  _ run: UnsafeRawPointer?, _ text: UnsafePointer<UInt8>?, _ length: Int, _ isLast: Int32,
  _ output: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  output?.set(ByteBlock())
  fault?.set(ByteBlock())
  guard let output, let run = run?.run, let text = textBytes(text, length) else {
    return Code.misused.rawValue
  }
  let found = run.add(text, isLast: isLast != 0)
  output.set(ByteBlock(run.takeOutput()))
  guard let found else { return Code.ok.rawValue }
  fault?.set(ByteBlock(found.sentence))
  return Code.failed.rawValue
}

/// Sets `summary` to the result for the data so far, as JSON.
@c(formwork_run_summary)
public func runSummary(_ run: UnsafeRawPointer?, _ summary: UnsafeMutableRawPointer?) -> Int32 {
  summary?.set(ByteBlock())
  guard let summary, let run = run?.run else { return Code.misused.rawValue }
  summary.set(ByteBlock(run.summary))
  return Code.ok.rawValue
}

/// Ends the check of a file.
@c(formwork_run_close)
public func closeRun(_ run: UnsafeMutableRawPointer?) {
  if let run { Unmanaged<DataRun>.fromOpaque(run).release() }
}

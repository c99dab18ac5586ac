// Checks a form's sample data for an editor.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// Checks a file of data and summarizes the result in a few sentences.
struct SampleCheck {
  /// The number of bytes after which the check stops, so that the editor needn't wait any longer.
  private static let byteLimit = 64 << 20
  /// The maximum number of records to show. Only records with problems are shown.
  private static let show = 3

  let moment: Moment

  /// Returns whether there is a data file at a path.
  static func isThere(_ path: [UInt8]) -> Bool { isRegularFile(SystemText(bytes: path)) }

  /// Returns the result of checking the data at a path.
  func sentences(_ form: CompiledForm, _ path: [UInt8]) -> String {
    let path = SystemText(bytes: path)
    let name = String(path.text.split(separator: "/").last ?? "")
    guard let kind = DataKind(ofName: path.text) else { return "" }
    var options = ReportOptions(layout: form.program.layout(of: kind), moment: moment)
    options.show = SampleCheck.show
    options.fileName = name
    do throws(CheckFailure) {
      return name + ": " + (try check(form, path, options))
    } catch {
      return FileWords.sentence(error, name)
    }
  }

  private func check(
    _ form: CompiledForm, _ path: SystemText, _ options: ReportOptions
  ) throws(CheckFailure) -> String {
    let ledger = DataSetLedger(form.program, form.source)
    if ledger.needsAnswersFirst {
      try read(form, path, options, ledger) { _, bytesRead in bytesRead < SampleCheck.byteLimit }
      ledger.beginJudging()
    }
    var (report, drawings, warnings, isWhole) = (RunReport(), [String](), "", true)
    var drawn = DrawnRecords()
    func take(_ result: borrowing PieceResult) {
      report.summary.add(result.summary)
      for drawing in result.drawings {
        if let text = drawn.text(of: drawing, limit: options.show) { drawings.append(text + "\n") }
      }
    }
    report.emptyRows = try read(
      form, path, options, ledger,
      header: { problems in
        for problem in problems.prefix(TableWords.limit) {
          warnings += TableWords.sentence(problem, flag: FileWords.delimiterFlag) + "\n"
        }
      },
      piece: { result, bytesRead in
        take(result)
        ledger.note(result.undecided)
        isWhole = bytesRead < SampleCheck.byteLimit
        return isWhole
      })
    if isWhole {
      take(ledger.report(options: options))
    } else {
      warnings += "Only its beginning was checked.\n"
    }
    let writer = MessageWriter(form.program, language: nil)
    return report.text(writer, .plain) + warnings + drawings.map { "\n" + $0 }.joined()
  }

  /// Reads the data once. Returns the number of empty rows.
  @discardableResult
  private func read(
    _ form: CompiledForm, _ path: SystemText, _ options: ReportOptions, _ ledger: DataSetLedger,
    header: @escaping ([TableProblem]) -> Void = { _ in },
    piece: @escaping (borrowing PieceResult, Int) -> Bool
  ) throws(CheckFailure) -> Int {
    let file: InputFile
    do throws(FileProblem) { file = try RunFiles().open(path, mustBeRegular: true) } catch {
      throw .file(error)
    }
    let run = CheckRun(form, options: options, jobs: SystemFacts.coreCount, ledger: ledger)
    return try run.run(
      file,
      CheckRun.Events(header: header, open: { _ in }, piece: { piece($0, $1) }))
  }
}

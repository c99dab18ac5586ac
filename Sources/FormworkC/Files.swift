// The function of `formwork.h` that checks files.

#if canImport(FormworkRuntime)
  internal import FormworkEngine
  internal import FormworkReport
  internal import FormworkRuntime
  internal import FormworkSyntax

  /// `formwork_take_results`
  public typealias ResultsTaker =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Int32

  /// `formwork_check_file`
  @c(formwork_check_file)
  public func checkFile(
    _ checker: UnsafeRawPointer?, _ path: UnsafePointer<CChar>?, _ jobs: UInt32,
    _ take: ResultsTaker?, _ context: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?
  ) -> Int32 {
    fault?.set(ByteBlock())
    guard let checker = checker?.checker, let path, let take else { return Code.misused.rawValue }
    let file = SystemText(cString: path)
    return checker.use(fault) {
      do throws(StreamFault) {
        let isRejected = try checker.check(file, jobs: Int(max(1, min(jobs, 256)))) { bytes in
          bytes.isEmpty || take(context, bytes.baseAddress, bytes.count) == 0
        }
        return (isRejected ? Code.rejected : .ok).rawValue
      } catch {
        fault?.set(ByteBlock(error.sentence))
        return Code.failed.rawValue
      }
    }
  }

  extension CheckerHandle {
    /// Checks the records of a file.
    ///
    /// - Parameter take: receives the next lines of results, and returns false to stop.
    /// - Returns: whether a record was rejected, or the data as a whole has an error.
    fileprivate func check(
      _ path: SystemText, jobs: Int, _ take: @escaping (TextBytes) -> Bool
    ) throws(StreamFault) -> Bool {
      guard let options = options.report(form.program, ofFile: path.text) else {
        throw StreamFault(sentence: "The format of \(path.text) is unknown.")
      }
      let ledger = DataSetLedger(form.program, form.source)
      var summary = Summary()
      func run(
        _ file: InputFile, _ take: @escaping (TextBytes) -> Bool
      ) throws(CheckFailure) -> Bool {
        (summary, warnings) = (Summary(), [])
        var isWanted = true
        let events = CheckRun.Events(
          header: { self.warnings += $0.map { TableWords.sentence($0) } },
          open: { _ in },
          piece: { result, _ in
            summary.add(result.summary)
            ledger.note(result.undecided)
            isWanted = take(result.output.bytes)
            return isWanted
          })
        try CheckRun(form, options: options, jobs: jobs, ledger: ledger).run(file, events)
        return isWanted
      }
      do throws(CheckFailure) {
        var file: InputFile
        do throws(FileProblem) { file = try InputFile(path) } catch { throw .file(error) }
        if ledger.needsAnswersFirst {
          do throws(FileProblem) { file = try file.keptToReopen() } catch { throw .file(error) }
          _ = try run(file) { _ in true }
          ledger.beginJudging()
          do throws(FileProblem) { file = try file.reopened() } catch { throw .file(error) }
        }
        guard try run(file, take) else { return summary.rejected > 0 }
      } catch { throw StreamFault(sentence: error.sentence(path.text)) }
      let whole = ledger.report(options: options)
      summary.add(whole.summary)
      _ = take(whole.output.bytes)
      return summary.rejected > 0 || summary.dataSetErrors > 0
    }
  }
#endif

// The functions of `formwork.h` about the Arrow C data interface and about whole data sets.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

#if canImport(FormworkRuntime)
  internal import FormworkRuntime
#endif

/// `formwork_warnings`
@c(formwork_warnings)
public func warnings(
  _ checker: UnsafeRawPointer?, _ warnings: UnsafeMutableRawPointer?
) -> Int32 {
  warnings?.set(ByteBlock())
  guard let checker = checker?.checker, let warnings else { return Code.misused.rawValue }
  return checker.use {
    warnings.set(ByteBlock(ByteBuffer.bytes { $0.value(checker.warnings) }))
    return Code.ok.rawValue
  }
}

/// `formwork_count_problems`
@c(formwork_count_problems)
public func countProblems(
  _ checker: UnsafeRawPointer?, _ count: UInt64, _ problems: UnsafeMutableRawPointer?
) -> Int32 {
  problems?.set(ByteBlock())
  guard let checker = checker?.checker, let problems else { return Code.misused.rawValue }
  return checker.use {
    guard let found = checker.columns.problems(ofRecordCount: Int(clamping: count)) else {
      return Code.failed.rawValue
    }
    problems.set(ByteBlock(found))
    return (found.count > 2 ? Code.rejected : .ok).rawValue
  }
}

/// `formwork_answers`
@c(formwork_answers)
public func answers(
  _ checker: UnsafeRawPointer?, _ answers: UnsafeMutableRawPointer?,
  _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  answers?.set(ByteBlock())
  fault?.set(ByteBlock())
  guard let checker = checker?.checker, let answers else { return Code.misused.rawValue }
  return checker.answer(fault) { columns throws(StreamFault) in
    answers.set(ByteBlock(try columns.answers()))
  }
}

/// `formwork_add_answers`
@c(formwork_add_answers)
public func addAnswers(
  _ checker: UnsafeRawPointer?, _ answers: UnsafePointer<UInt8>?, _ length: Int,
  _ count: UnsafeMutablePointer<UInt64>?, _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  fault?.set(ByteBlock())
  guard let checker = checker?.checker, let answers = textBytes(answers, length) else {
    return Code.misused.rawValue
  }
  return checker.answer(fault) { columns throws(StreamFault) in
    let total = try columns.add(answers: Array(answers))
    count?.pointee = UInt64(total)
  }
}

extension CheckerHandle {
  /// Calls `body` with `columns`, and sets `fault` if it throws.
  fileprivate func answer(
    _ fault: UnsafeMutableRawPointer?, _ body: (ColumnCheck) throws(StreamFault) -> Void
  ) -> Int32 {
    use(fault) {
      do throws(StreamFault) {
        try body(columns)
        return Code.ok.rawValue
      } catch {
        fault?.set(ByteBlock(error.sentence))
        return Code.failed.rawValue
      }
    }
  }
}

#if canImport(FormworkRuntime)
  /// `formwork_check_arrow`
  @c(formwork_check_arrow)
  public func checkArrow(
    _ checker: UnsafeRawPointer?, _ array: UnsafeRawPointer?, _ schema: UnsafeRawPointer?,
    _ products: Int32, _ first: UInt64, _ results: UnsafeMutableRawPointer?,
    _ types: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?
  ) -> Int32 {
    handOut(checker, array, schema, results, types, fault) {
      checker, array, schema throws(StreamFault) in
      let answer = try checker.columns.check(
        array, schema, wantsProducts: products != 0, first: Int(clamping: first))
      return (answer.results, answer.isRejected ? .rejected : .ok)
    }
  }

  /// `formwork_collect_arrow`
  @c(formwork_collect_arrow)
  public func collectArrow(
    _ checker: UnsafeRawPointer?, _ array: UnsafeRawPointer?, _ schema: UnsafeRawPointer?,
    _ first: UInt64, _ fault: UnsafeMutableRawPointer?
  ) -> Int32 {
    withBatch(checker, array, schema, fault) { checker, array, schema throws(StreamFault) in
      try checker.columns.collect(array, schema, first: Int(clamping: first))
      return .ok
    }
  }

  /// `formwork_keys_arrow`
  @c(formwork_keys_arrow)
  public func keysArrow(
    _ checker: UnsafeRawPointer?, _ array: UnsafeRawPointer?, _ schema: UnsafeRawPointer?,
    _ results: UnsafeMutableRawPointer?, _ types: UnsafeMutableRawPointer?,
    _ fault: UnsafeMutableRawPointer?
  ) -> Int32 {
    handOut(checker, array, schema, results, types, fault) {
      checker, array, schema throws(StreamFault) in
      (try checker.columns.keys(array, schema, key: checker.sharedKey([])), .ok)
    }
  }

  /// Checks a batch with `answer` and hands out the resulting columns.
  private func handOut(
    _ checker: UnsafeRawPointer?, _ array: UnsafeRawPointer?, _ schema: UnsafeRawPointer?,
    _ results: UnsafeMutableRawPointer?, _ types: UnsafeMutableRawPointer?,
    _ fault: UnsafeMutableRawPointer?,
    _ answer: (
      CheckerHandle, UnsafePointer<ArrowArray>, UnsafePointer<ArrowSchema>
    ) throws(StreamFault) -> (ResultColumn, Code)
  ) -> Int32 {
    guard let results, let types else {
      fault?.set(ByteBlock())
      return Code.misused.rawValue
    }
    return withBatch(checker, array, schema, fault) {
      checker, array, schema throws(StreamFault) in
      let (columns, code) = try answer(checker, array, schema)
      columns.handOut(
        results.assumingMemoryBound(to: ArrowArray.self),
        types.assumingMemoryBound(to: ArrowSchema.self))
      return code
    }
  }

  /// Calls `body` with the checker and the batch, if all pointers are valid.
  private func withBatch(
    _ checker: UnsafeRawPointer?, _ array: UnsafeRawPointer?, _ schema: UnsafeRawPointer?,
    _ fault: UnsafeMutableRawPointer?,
    _ body: (
      CheckerHandle, UnsafePointer<ArrowArray>, UnsafePointer<ArrowSchema>
    ) throws(StreamFault) -> Code
  ) -> Int32 {
    fault?.set(ByteBlock())
    guard let checker = checker?.checker,
      let array = array?.assumingMemoryBound(to: ArrowArray.self),
      let schema = schema?.assumingMemoryBound(to: ArrowSchema.self), array.pointee.release != nil,
      schema.pointee.release != nil
    else { return Code.misused.rawValue }
    return checker.use(fault) {
      defer { checker.warnings = checker.columns.warnings }
      do throws(StreamFault) { return try body(checker, array, schema).rawValue } catch {
        fault?.set(ByteBlock(error.sentence))
        return Code.failed.rawValue
      }
    }
  }
#endif

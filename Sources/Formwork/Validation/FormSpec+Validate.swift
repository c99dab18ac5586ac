// Validation of one record, given in any of the types that programs use.

internal import FormworkEngine
internal import FormworkRuntime
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FormSpec {
  /// Validates a record: a literal, or values of the types that JSON has.
  ///
  /// - Parameters:
  ///   - record: an object. Keys that no field uses are ignored unless the form is `closed`.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems. Anything but an object is rejected as `malformed`.
  public func validate(
    _ record: RecordValue, as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> Outcome {
    guard case .record(let values) = record else { return core.notAnObject(options) }
    return validate(values, as: shape, options: options)
  }

  /// Validates a record, given as a dictionary of values of the types that JSON has.
  ///
  /// - Parameters:
  ///   - record: the keys and their values. Keys that no field uses are ignored unless the form is `closed`.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  @_disfavoredOverload
  public func validate(
    _ record: [String: RecordValue], as shape: RecordShape = .data,
    options: ValidationOptions = .init()
  ) -> Outcome {
    core.evaluate(shape == .data ? record : core.shape.record(record), options)
  }

  /// Validates a record, given as a dictionary of values of one type, such as texts.
  ///
  /// - Parameters:
  ///   - record: the keys and their values. Keys that no field uses are ignored unless the form is `closed`.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  @_disfavoredOverload
  public func validate(
    _ record: [String: some RecordConvertible], as shape: RecordShape = .data,
    options: ValidationOptions = .init()
  ) -> Outcome {
    validate(record.mapValues { $0.recordValue }, as: shape, options: options)
  }

  /// Validates a record of values whose types are known only at run time.
  ///
  /// - Parameters:
  ///   - record: the keys and their values; see `RecordValue.init(_:)` for the supported types.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  /// - Throws: `RecordValueError` if a record can't contain one of the values.
  public func validate(
    untyped record: [String: Any], as shape: RecordShape = .data,
    options: ValidationOptions = .init()
  ) throws(RecordValueError) -> Outcome {
    validate(try RecordValue.values(record, depth: 0), as: shape, options: options)
  }

  /// Unavailable; use `validate(untyped:)`, which throws if a record can't contain one of the values.
  @_disfavoredOverload
  @available(*, unavailable, message: "use 'try validate(untyped:)'")
  public func validate(_ record: [String: Any], options: ValidationOptions = .init()) -> Outcome {
    core.notAnObject(options)
  }

  /// Unavailable; use `validate(json:)`.
  @_disfavoredOverload
  @available(*, unavailable, message: "use 'validate(json:)'")
  public func validate(_ json: Data, options: ValidationOptions = .init()) -> Outcome {
    core.notAnObject(options)
  }

  /// Unavailable; use `validate(json:)`.
  @_disfavoredOverload
  @available(*, unavailable, message: "use 'validate(json:)'")
  public func validate(_ json: [UInt8], options: ValidationOptions = .init()) -> Outcome {
    core.notAnObject(options)
  }

  /// Unavailable; use `validate(json:)`.
  @_disfavoredOverload
  @available(*, unavailable, message: "use 'validate(json:)'")
  public func validate(_ json: String, options: ValidationOptions = .init()) -> Outcome {
    core.notAnObject(options)
  }

  /// Unavailable; use `validate(encoding:)`, which throws the errors of encoding the value.
  @_disfavoredOverload
  @available(*, unavailable, message: "use 'try validate(encoding:)'")
  public func validate(
    _ record: some Encodable, options: ValidationOptions = .init()
  ) -> Outcome {
    core.notAnObject(options)
  }

  /// Validates any value that can be encoded.
  ///
  /// - Parameters:
  ///   - record: a value that encodes as an object; see `RecordValue.init(encoding:)`.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  /// - Throws: any error of encoding the value, and `EncodingError` for a number that is NaN or infinite.
  public func validate(
    encoding record: some Encodable, as shape: RecordShape = .data,
    options: ValidationOptions = .init()
  ) throws -> Outcome {
    validate(try RecordValue(encoding: record), as: shape, options: options)
  }
}

// MARK: - Text

extension FormSpec {
  /// Validates a JSON record (RFC 8259).
  ///
  /// - Parameters:
  ///   - json: the UTF-8 bytes of one object.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems. Anything but a JSON object is rejected as `malformed`. Problems
  ///   have positions in `json` only if the record has the layout of the data.
  public func validate(
    json: [UInt8], as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> Outcome {
    json.withUnsafeBufferPointer { core.evaluate(json: $0, as: shape, options) }
  }

  /// Validates a JSON record (RFC 8259).
  ///
  /// - Parameters:
  ///   - json: one object in UTF-8.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems. Anything but a JSON object is rejected as `malformed`. Problems
  ///   have positions in `json` only if the record has the layout of the data.
  public func validate(
    json: Data, as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> Outcome {
    json.withUnsafeBytes { core.evaluate(json: $0.bindMemory(to: UInt8.self), as: shape, options) }
  }

  /// Validates a JSON record (RFC 8259).
  ///
  /// - Parameters:
  ///   - json: one object.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems. Anything but a JSON object is rejected as `malformed`. Problems
  ///   have positions in `json` only if the record has the layout of the data.
  public func validate(
    json: String, as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> Outcome {
    var json = json
    return json.withUTF8 { core.evaluate(json: $0, as: shape, options) }
  }
}

// MARK: - With an evaluator

extension FormCore {
  /// Evaluates one record.
  ///
  /// - Parameter text: the text of the record, if it has one.
  @inline(__always)
  func evaluate(
    _ options: ValidationOptions, text: TextBytes? = nil, in pool: EvaluatorPool? = nil,
    _ body: (Evaluator) throws(MalformedRecord) -> Void
  ) -> Outcome {
    (pool ?? evaluators).withEvaluator { evaluator in
      prepare(evaluator, options)
      let span = text.map { RecordSpan(lower: 0, upper: $0.count, line: 1, column: 1) }
      do throws(MalformedRecord) {
        try body(evaluator)
      } catch {
        return outcome(of: error, options, text ?? evaluator.record, at: span)
      }
      return outcome(of: evaluator, options, at: span)
    }
  }

  @inline(__always)
  func evaluate(_ record: [String: RecordValue], _ options: ValidationOptions) -> Outcome {
    evaluate(options) { evaluator throws(MalformedRecord) in
      try evaluator.evaluate { feed throws(MalformedRecord) in
        try RecordValueReader.read(record, into: &feed, in: options.timeZone)
      }
    }
  }

  func evaluate(
    json: TextBytes, as shape: RecordShape, _ options: ValidationOptions
  ) -> Outcome {
    let text = json.starts(with: byteOrderMark) ? json.part(3, json.count) : json
    if shape == .product { return evaluate(product: text, options) }
    return evaluate(options, text: text, in: pool(for: .json)) {
      evaluator throws(MalformedRecord) in
      try evaluator.evaluate(json: text)
    }
  }

  private func evaluate(product text: TextBytes, _ options: ValidationOptions) -> Outcome {
    do throws(MalformedRecord) {
      try evaluators.withEvaluator { evaluator in
        Result { () throws(MalformedRecord) in try evaluator.read(json: text, isPadded: false) }
      }.get()
    } catch {
      let span = RecordSpan(lower: 0, upper: text.count, line: 1, column: 1)
      return outcome(of: error, options, text, at: span)
    }
    let values = FormValue(json: text.makeString())?.record?.values ?? [:]
    return evaluate(shape.record(values), options)
  }

  func prepare(_ evaluator: Evaluator, _ options: ValidationOptions) {
    evaluator.prepare(
      moment: asksForMoment ? options.moment : .first, scope: options.engineScope,
      problemLimit: max(1, options.problemLimit))
  }

  func notAnObject(_ options: ValidationOptions) -> Outcome {
    outcome(
      of: MalformedRecord(.notAnObject, 0), options,
      UnsafeBufferPointer(start: nil, count: 0), at: nil)
  }
}

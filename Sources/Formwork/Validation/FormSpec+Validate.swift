// Validation of one record in the shapes that programs have records in.

internal import FormworkEngine
internal import FormworkRuntime
internal import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FormSpec {
  /// Validates a record: a literal, or values of the shapes that JSON has.
  ///
  /// - Parameters:
  ///   - record: an object; keys that no field asks for are ignored unless the form is `closed`.
  ///   - shape: whether it is laid out as the data or as a product.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong. Anything but an object is rejected as
  ///   `malformed`.
  public func validate(
    _ record: RecordValue, as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> Outcome {
    guard case .record(let values) = record else { return core.notAnObject(options) }
    return validate(values, as: shape, options: options)
  }

  /// Validates a record of values of the shapes that JSON has.
  ///
  /// - Parameters:
  ///   - record: values by their keys; keys that no field asks for are ignored unless the form is `closed`.
  ///   - shape: whether it is laid out as the data or as a product.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  @_disfavoredOverload
  public func validate(
    _ record: [String: RecordValue], as shape: RecordShape = .data,
    options: ValidationOptions = .init()
  ) -> Outcome {
    core.evaluate(shape == .data ? record : core.shape.record(record), options)
  }

  /// Validates a record of values whose types are known only at run time.
  ///
  /// - Parameters:
  ///   - record: values by their keys; see `RecordValue.init(_:)` for what they can be.
  ///   - shape: whether it is laid out as the data or as a product.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  /// - Throws: `RecordValueError` if a value can be no part of a record.
  public func validate(
    untyped record: [String: Any], as shape: RecordShape = .data,
    options: ValidationOptions = .init()
  ) throws(RecordValueError) -> Outcome {
    validate(try RecordValue.values(record, depth: 0), as: shape, options: options)
  }

  /// Values of any type are validated by `validate(untyped:)`, which throws where one can be no part of a record.
  @_disfavoredOverload
  @available(*, unavailable, message: "use 'try validate(untyped:)'")
  public func validate(_ record: [String: Any], options: ValidationOptions = .init()) -> Outcome {
    core.notAnObject(options)
  }

  /// Validates any value that can be encoded.
  ///
  /// - Parameters:
  ///   - record: a value that encodes as an object; see `RecordValue.init(encoding:)`.
  ///   - shape: whether it is laid out as the data or as a product.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong.
  /// - Throws: what the value throws when it is encoded, and `EncodingError` for a number that is none.
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
  ///   - shape: whether it is laid out as the data or as a product.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong; bytes that are no JSON object are rejected as
  ///   `malformed`, with their position. Problems of a record that is laid out as a product have none.
  public func validate(
    json: [UInt8], as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> Outcome {
    json.withUnsafeBufferPointer { core.evaluate(json: $0, as: shape, options) }
  }

  /// Validates a JSON record (RFC 8259).
  ///
  /// - Parameters:
  ///   - json: one object in UTF-8.
  ///   - shape: whether it is laid out as the data or as a product.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong; bytes that are no JSON object are rejected as
  ///   `malformed`, with their position. Problems of a record that is laid out as a product have none.
  public func validate(
    json: Data, as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> Outcome {
    json.withUnsafeBytes { core.evaluate(json: $0.bindMemory(to: UInt8.self), as: shape, options) }
  }

  /// Validates a JSON record (RFC 8259).
  ///
  /// - Parameters:
  ///   - json: one object.
  ///   - shape: whether it is laid out as the data or as a product.
  ///   - options: how many problems, in which language, and what day it is.
  /// - Returns: the typed product, or what is wrong; text that is no JSON object is rejected as
  ///   `malformed`, with its position. Problems of a record that is laid out as a product have none.
  public func validate(
    json: String, as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> Outcome {
    var json = json
    return json.withUTF8 { core.evaluate(json: $0, as: shape, options) }
  }
}

// MARK: - With an evaluator

extension FormCore {
  /// Runs an evaluator on one record.
  ///
  /// - Parameter text: of the record, if it has one.
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
    let values = JSONValueReader.value(text.makeString())?.record?.values ?? [:]
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

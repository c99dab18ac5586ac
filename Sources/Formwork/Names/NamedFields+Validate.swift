// Validation of records in every form that `FormSpec` takes, with fields named by an enum of the program.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension NamedFields {
  /// Validates a record, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - record: the keys and their values.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    _ record: RecordValue, as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(record, as: shape, options: options))
  }

  /// Validates a record of values of one type, such as texts, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - record: the keys and their values.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  @_disfavoredOverload
  public func validate(
    _ record: [String: some RecordConvertible], as shape: RecordShape = .data,
    options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(record, as: shape, options: options))
  }

  /// Validates a record of values whose types are known only at run time, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - record: the keys and their values.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  /// - Throws: `RecordValueError` if a record can't contain one of the values.
  public func validate(
    untyped record: [String: Any], as shape: RecordShape = .data,
    options: ValidationOptions = .init()
  ) throws(RecordValueError) -> NamedOutcome<Field> {
    NamedOutcome(try spec.validate(untyped: record, as: shape, options: options))
  }

  /// Validates any value that can be encoded, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - record: the keys and their values.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  /// - Throws: any error of encoding the value, and `EncodingError` for a number that is NaN or infinite.
  public func validate(
    encoding record: some Encodable, as shape: RecordShape = .data,
    options: ValidationOptions = .init()
  ) throws -> NamedOutcome<Field> {
    NamedOutcome(try spec.validate(encoding: record, as: shape, options: options))
  }

  /// Validates a JSON record, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - json: one object in UTF-8.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    json: [UInt8], as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(json: json, as: shape, options: options))
  }

  /// Validates a JSON record, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - json: one object in UTF-8.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    json: Data, as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(json: json, as: shape, options: options))
  }

  /// Validates a JSON record, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - json: one object in UTF-8.
  ///   - shape: the layout of the record.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    json: String, as shape: RecordShape = .data, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(json: json, as: shape, options: options))
  }

  /// Validates the fields of an HTML form, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - form: the names and texts.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    form: some Sequence<(String, String)>, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(form: form, options: options))
  }

  /// Validates the fields of an HTML form, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - form: the names and texts.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    form: [String: String], options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(form: form, options: options))
  }

  /// Validates the items of a URL's query, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - query: the items. An item without a value is blank.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    query: [URLQueryItem], options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(query: query, options: options))
  }

  /// Validates a body that a browser sends from an HTML form, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - type: the type of the body.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    body: some Sequence<UInt8>, as type: BodyType, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(body: body, as: type, options: options))
  }

  /// Validates a body that a browser sends from an HTML form, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - type: the type of the body.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    body: String, as type: BodyType, options: ValidationOptions = .init()
  ) -> NamedOutcome<Field> {
    NamedOutcome(spec.validate(body: body, as: type, options: options))
  }

}

// MARK: - Streams and files

/// The outcome of one record of a stream, with fields named by the program.
public struct NamedRecordOutcome<Field: FieldNames>: Sendable {
  /// The number of the record, from 1; nil for the outcome of the stream as a whole.
  public let number: Int?
  /// The line on which the record begins, from 1.
  public let line: Int
  /// The typed product, or the problems.
  public let outcome: NamedOutcome<Field>

  fileprivate init(_ record: RecordOutcome) {
    (number, line, outcome) = (record.number, record.line, NamedOutcome(record.outcome))
  }
}

extension NamedFields {
  /// Validates the lines of a file, each of them a JSON record, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - file: the location of the file, a URL with the scheme `file`.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  public func validate(
    lines file: URL, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20,
    asking answers: HostAnswers? = nil, batchSize: Int = 100
  ) -> some AsyncSequence<NamedRecordOutcome<Field>, any Error> {
    spec.validate(
      lines: file, options: options, recordLimit: recordLimit, asking: answers, batchSize: batchSize
    ).map { NamedRecordOutcome($0) }
  }

  /// Validates lines of bytes, each of them a JSON record, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 bytes, such as the body of a request.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  public func validate<Bytes: AsyncSequence>(
    lines bytes: Bytes, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20,
    asking answers: HostAnswers? = nil, batchSize: Int = 100
  ) -> some AsyncSequence<NamedRecordOutcome<Field>, any Error> where Bytes.Element == UInt8 {
    spec.validate(
      lines: bytes, options: options, recordLimit: recordLimit, asking: answers,
      batchSize: batchSize
    ).map { NamedRecordOutcome($0) }
  }

  /// Validates lines that arrive as chunks of bytes, each line a JSON record, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - chunks: chunks of UTF-8, such as `[UInt8]` or `Data`.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  public func validate<Body: AsyncSequence>(
    lines chunks: Body, options: ValidationOptions = .init(), recordLimit: Int = 64 << 20,
    asking answers: HostAnswers? = nil, batchSize: Int = 100
  ) -> some AsyncSequence<NamedRecordOutcome<Field>, any Error>
  where Body.Element: Sequence<UInt8> {
    spec.validate(
      lines: chunks, options: options, recordLimit: recordLimit, asking: answers,
      batchSize: batchSize
    ).map { NamedRecordOutcome($0) }
  }

  /// Validates lines of a text, each of them a JSON record, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  public func validate(
    lines text: String, options: ValidationOptions = .init(), asking answers: HostAnswers? = nil,
    batchSize: Int = 100
  ) -> some AsyncSequence<NamedRecordOutcome<Field>, any Error> {
    spec.validate(lines: text, options: options, asking: answers, batchSize: batchSize).map {
      NamedRecordOutcome($0)
    }
  }

  /// Validates lines of bytes in memory, each of them a JSON record, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 bytes, such as `Data`.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  /// - Returns: the outcome of each record, in order.
  public func validate(
    lines bytes: some Sequence<UInt8>, options: ValidationOptions = .init(),
    asking answers: HostAnswers? = nil, batchSize: Int = 100
  ) -> some AsyncSequence<NamedRecordOutcome<Field>, any Error> {
    spec.validate(lines: bytes, options: options, asking: answers, batchSize: batchSize).map {
      NamedRecordOutcome($0)
    }
  }

  /// Validates the records of a file, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - file: the location of the file, a URL with the scheme `file`.
  ///   - format: the format of the file; nil to derive it from its name or from the form's only `data`.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  ///   - warn: receives each warning about the table as a whole.
  /// - Returns: the outcome of each record, in order.
  public func validate(
    contentsOf file: URL, as format: RecordFormat? = nil, options: ValidationOptions = .init(),
    recordLimit: Int = 64 << 20, asking answers: HostAnswers? = nil, batchSize: Int = 100,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) -> some AsyncSequence<NamedRecordOutcome<Field>, any Error> {
    spec.validate(
      contentsOf: file, as: format, options: options, recordLimit: recordLimit, asking: answers,
      batchSize: batchSize, warn: warn
    ).map { NamedRecordOutcome($0) }
  }

  /// Validates the records of a body, as the method of ``FormSpec`` does.
  ///
  /// - Parameters:
  ///   - body: chunks of bytes, such as `[UInt8]` or `Data`.
  ///   - format: the format of the body.
  ///   - options: the number of problems for each record, the language, the current date, and so on.
  ///   - bodyLimit: the maximum length of the body in bytes, at least 1.
  ///   - recordLimit: the maximum length of a record in bytes, from 1 to 256 MiB.
  ///   - answers: the answers of asynchronous rules to use and to add to; nil to keep those of one batch at a time.
  ///   - batchSize: the maximum number of records for which asynchronous rules are called concurrently.
  ///   - warn: receives each warning about the table as a whole.
  /// - Returns: the outcome of each record, in order.
  public func validate<Body: AsyncSequence>(
    body: Body, as format: RecordFormat, options: ValidationOptions = .init(),
    bodyLimit: Int = 1 << 30, recordLimit: Int = 64 << 20, asking answers: HostAnswers? = nil,
    batchSize: Int = 100, warn: @escaping @Sendable (String) -> Void = { _ in }
  ) -> some AsyncSequence<NamedRecordOutcome<Field>, any Error>
  where Body.Element: Sequence<UInt8> {
    spec.validate(
      body: body, as: format, options: options, bodyLimit: bodyLimit, recordLimit: recordLimit,
      asking: answers, batchSize: batchSize, warn: warn
    ).map { NamedRecordOutcome($0) }
  }
}

// Records that a program supplies for a form's list of other data.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Records that a program supplies for a list of other data (`list … from`), instead of the file that the form names.
///
/// The records are read when the form is loaded. Values have the types that the list declares. A record that can't be
/// read is left out, and a warning in ``FormSpec/warnings`` gives the number of such records.
///
/// ```swift
/// let spec = try FormSpec(
///   contentsOf: "order.form",
///   lists: ["customers": .file(URL(filePath: "customers.csv.gz")), "countries": [["code": "NL"], ["code": "BE"]]])
/// ```
public struct ListRecords: Sendable {
  private enum Content: Sendable {
    case file(URL, RecordFormat?)
    case bytes([UInt8], RecordFormat)
    case values([RecordValue])
  }

  private let content: Content

  /// Creates records from a file: JSON, NDJSON, a table or a workbook, which may be compressed with gzip.
  ///
  /// - Parameters:
  ///   - url: the location of the file, a URL with the scheme `file`.
  ///   - format: the format of the file; nil to derive it from its name or from the list's `data`.
  public static func file(_ url: URL, as format: RecordFormat? = nil) -> ListRecords {
    ListRecords(content: .file(url, format))
  }

  /// Creates records from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the bytes, which may be compressed with gzip.
  ///   - format: the format of the bytes.
  public static func bytes(_ bytes: some Sequence<UInt8>, as format: RecordFormat) -> ListRecords {
    ListRecords(content: .bytes(Array(bytes), format))
  }

  /// Creates records from values, each of them a `RecordValue.record`.
  ///
  /// - Parameter records: the records, in their order.
  public static func records(_ records: [RecordValue]) -> ListRecords {
    ListRecords(content: .values(records))
  }

  /// Creates records from values that can be encoded.
  ///
  /// - Parameter records: values that encode as objects; see `RecordValue.init(encoding:)`.
  /// - Throws: any error of encoding a value.
  public static func encoding(_ records: some Sequence<some Encodable>) throws -> ListRecords {
    .records(try records.map { try RecordValue(encoding: $0) })
  }

  func source(_ files: ListFiles) -> ListSource<StreamFault> {
    switch content {
    case .file(let url, let format):
      guard url.isFileURL else {
        let sentence = RecordStreamError.notAFile(url: url.absoluteString).description
        return ListSource { _ throws(StreamFault) in throw StreamFault(sentence: sentence) }
      }
      return ListSource(files.records(of: SystemText(url.path), format?.kind))
    case .bytes(let bytes, let format):
      return ListSource(format.kind, named: "records", bytes)
    case .values(let records):
      return ListSource { reading throws(StreamFault) in
        for record in records {
          reading.add { evaluator throws(MalformedRecord) in
            guard case .record(let values) = record else { throw MalformedRecord(.notAnObject, 0) }
            try evaluator.evaluate { feed throws(MalformedRecord) in
              try RecordValueReader.read(values, into: &feed, in: nil)
            }
          }
        }
      }
    }
  }
}

extension ListRecords: ExpressibleByArrayLiteral {
  /// Creates records from values.
  ///
  /// - Parameter elements: the records, each of them a dictionary literal or a `RecordValue.record`.
  public init(arrayLiteral elements: RecordValue...) { self = .records(elements) }
}

// Errors in the bytes of a record.

internal import FormworkSyntax

/// The reason why a record can't be read, and the position.
package struct MalformedRecord: Error {
  package var reason: Reason
  /// The offset of the first wrong byte from the beginning of the record.
  package var offset: Int

  package init(_ reason: Reason, _ offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// Returns the duplicate key as it is written in the record, with its quotes, or nil for another error. A long key
  /// is truncated.
  package func repeatedKey(in record: TextBytes) -> String? {
    guard case .duplicateKey = reason, offset < record.count else { return nil }
    var end = offset + 1
    while end < record.count, record[end] != UInt8(ascii: "\"") {
      end += record[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    // Limits the bytes first, because a key may be as long as a record.
    let key = record.part(offset, min(end + 1, record.count, offset + 400)).makeString()
    return key.count > 60 ? key.prefix(60) + "…" : key
  }

  /// The kind of error. The standards are RFC 8259 (JSON) and RFC 4180 (CSV).
  package enum Reason: Sendable, Equatable {
    // JSON
    case unexpectedEnd
    /// A byte other than the expected value, comma or colon.
    case unexpected(wanted: Wanted)
    case controlCharacter(UInt8)
    case badEscape
    case loneSurrogate
    case badNumber
    case badLiteral
    case duplicateKey
    case tooDeep(limit: Int)
    case notAnObject
    case textAfterRecord
    /// The path to the records doesn't lead to a list.
    case noList
    /// A byte order mark that isn't at the beginning of the data.
    case byteOrderMark
    // CSV
    case wrongWidth(wanted: Int, found: Int)
    case unclosedQuote
    case textAfterQuote
    case quoteInsideCell
    case nulCharacter
    // JSON and CSV
    case badUTF8
    /// Bytes that are invalid in the declared encoding.
    case badText
    case tooManyItems(limit: Int)
    /// The record's lists and nested records exceed `limit` bytes in total.
    case tooManyValues(limit: Int)
    /// The texts that conditions build for the record exceed `limit` bytes.
    case tooMuchText(limit: Int)
    /// The header of a table has more than `limit` columns.
    case tooManyColumns(limit: Int)
    /// The conditions visit more than `limit` items of lists and rows of tables for the record.
    case tooManySteps(limit: Int)
  }

  /// The expected part of JSON.
  package enum Wanted: Sendable {
    case value, key, colon, commaOrEnd
    /// The comma between two records.
    case commaBefore
  }
}

extension MalformedRecord.Reason {
  /// Whether the record can't be read because it is text in a different encoding.
  package func isOfEncoding(_ record: TextBytes) -> Bool {
    self == .badUTF8 || self == .nulCharacter && EncodingGuess.of(record) != nil
  }
}

extension MalformedRecord {
  /// Returns the error to report for data with a layout. In text with a declared encoding, invalid UTF-8 becomes
  /// `badText`.
  package func told(of layout: DataLayout) -> MalformedRecord {
    var told = self
    if reason == .badUTF8, layout.encoding.isSaid, !layout.kind.isSheet { told.reason = .badText }
    return told
  }
}

// What can be wrong with the bytes of a record, as facts.

internal import FormworkSyntax

/// A record that cannot be read, and where.
package struct MalformedRecord: Error {
  package var reason: Reason
  /// The first byte at fault, from the beginning of the record.
  package var offset: Int

  package init(_ reason: Reason, _ offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The key that comes twice, as it stands in the record, with its quotes; nil if something else is wrong.
  /// Of a long one it is the beginning.
  package func repeatedKey(in record: TextBytes) -> String? {
    guard case .duplicateKey = reason, offset < record.count else { return nil }
    var end = offset + 1
    while end < record.count, record[end] != UInt8(ascii: "\"") {
      end += record[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    // No more bytes than the beginning may have: a key may be as long as a record.
    let key = record.part(offset, min(end + 1, record.count, offset + 400)).makeString()
    return key.count > 60 ? key.prefix(60) + "…" : key
  }

  /// What is wrong; the standards are RFC 8259 (JSON) and RFC 4180 (CSV).
  package enum Reason: Sendable, Equatable {
    // JSON
    case unexpectedEnd
    /// Something other than the value, comma or colon that had to come.
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
    /// There is no list where that of the records should be.
    case noList
    /// A byte order mark anywhere but at the beginning of the data.
    case byteOrderMark
    // CSV
    case wrongWidth(wanted: Int, found: Int)
    case unclosedQuote
    case textAfterQuote
    case quoteInsideCell
    case nulCharacter
    // Both
    case badUTF8
    /// Bytes that are no text in the encoding that was said.
    case badText
    case tooManyItems(limit: Int)
    /// The lists of the record and the records in it take more than so many bytes together.
    case tooManyValues(limit: Int)
    /// The texts that its conditions put together have more bytes.
    case tooMuchText(limit: Int)
    /// The header of a table has more columns.
    case tooManyColumns(limit: Int)
    /// Its conditions look at more items of lists and rows of tables.
    case tooManySteps(limit: Int)
  }

  /// What JSON needed.
  package enum Wanted: Sendable {
    case value, key, colon, commaOrEnd
    /// The one between two records.
    case commaBefore
  }
}

extension MalformedRecord.Reason {
  /// Whether it comes of bytes that are text in another encoding.
  package func isOfEncoding(_ record: TextBytes) -> Bool {
    self == .badUTF8 || self == .nulCharacter && EncodingGuess.of(record) != nil
  }
}

extension MalformedRecord {
  /// The same of data that was in another encoding.
  package func told(of layout: DataLayout) -> MalformedRecord {
    var told = self
    if reason == .badUTF8, layout.encoding.isSaid, layout.kind != .xlsx { told.reason = .badText }
    return told
  }
}

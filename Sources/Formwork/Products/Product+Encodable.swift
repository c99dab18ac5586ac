// Encodes values and products.

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Product: Encodable {
  /// Encodes the values by name, in the order of the form.
  ///
  /// - Parameter encoder: any encoder, such as a `JSONEncoder`'s.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    for entry in entries {
      try container.encode(entry.value, forKey: PathKey(entry.name))
    }
  }
}

extension FormValue: Encodable {
  /// Encodes the value: dates and times as texts in ISO 8601, numbers as `Decimal`, and unchecked JSON as the values
  /// it contains.
  ///
  /// - Parameter encoder: any encoder, such as a `JSONEncoder`'s.
  public func encode(to encoder: any Encoder) throws {
    if case .record(let record) = content { return try record.encode(to: encoder) }
    var container = encoder.singleValueContainer()
    switch resolved.content {
    case .integer(let integer): try container.encode(integer)
    case .number: try container.encode(decimal)
    case .bool(let bool): try container.encode(bool)
    case .list(let items): try container.encode(items)
    case .record(let record): try container.encode(record)
    case .null: try container.encodeNil()
    case .json(let digits): try container.encode(Decimal(string: digits))
    case .text, .date, .time, .dateTime, .instant: try container.encode(description)
    }
  }
}

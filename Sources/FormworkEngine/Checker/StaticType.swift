// Types of operands, which are known before any record is read.

package enum StaticType: Sendable, Equatable {
  case text, number, bool, date, time, dateTime, instant, any
  /// A whole number. It is compared like other numbers.
  case int
  case choice(Int32)
  /// Years and months, a duration of exact length, or both.
  case duration(DurationKind)
  case list(Int32)
  case record(Int32)
  /// The type of one of several alternatives: an entry of `alternatives`.
  case either(Int32)
  /// The values of a path through a list.
  indirect case values(StaticType)
  /// The error has been reported already.
  case invalid

  /// The unit of a duration. Months have no exact length.
  package enum DurationKind: Sendable {
    case months, days, exact
  }

  /// Whether nothing more is reported about the operand. This is called for every operand, so it avoids a comparison.
  @inline(__always)
  var isInvalid: Bool { if case .invalid = self { true } else { false } }

  /// Whether this is the type of the values of a path.
  package var isPath: Bool { if case .values = self { true } else { false } }

  package var isDuration: Bool { if case .duration = self { true } else { false } }

  /// The family of the type. Types are comparable if they have the same family.
  var family: Family {
    switch self {
    case .text, .choice: .text
    case .number, .int: .number
    case .bool: .bool
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    case .instant: .instant
    case .duration: .duration
    case .list, .record, .any, .values: .structure
    case .either: .either
    case .invalid: .invalid
    }
  }

  enum Family {
    case text, number, bool, date, time, dateTime, instant, duration, structure, either, invalid
  }

  /// The kind of the values, for types of single values.
  var valueKind: Value.Kind? {
    switch family {
    case .text: .text
    case .number: .number
    case .bool: .bool
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    case .instant: .instant
    case .duration: .duration
    case .structure, .either, .invalid: nil
    }
  }

  var isMoment: Bool {
    switch family {
    case .date, .time, .dateTime, .instant: true
    default: false
    }
  }

  /// Whether the values are ordered.
  var isOrdered: Bool { isMoment || family == .number || family == .duration }
}

extension StaticType {
  /// The type as examples write its values: a list by name is written as a record.
  func inExample(_ levels: [Level]) -> StaticType {
    guard case .list(let level) = self, levels[Int(level)].keyField >= 0 else { return self }
    return .record(level)
  }
}

extension Program {
  /// Returns the type of a field as an operand.
  func staticType(_ field: Int32) -> StaticType { staticType(of: fields[Int(field)].type) }

  /// Returns the type of operands with values of `type`.
  func staticType(of type: FieldType) -> StaticType {
    switch type {
    case .either(let number): .either(number)
    case .plain(let kind): kind.row.operand ?? .invalid
    case .choice(let choice): .choice(choice)
    case .record(let level): .record(level)
    case .list(let level): .list(level)
    case .formatted(let format): formats[Int(format)].kind.row.operand ?? .invalid
    }
  }
}

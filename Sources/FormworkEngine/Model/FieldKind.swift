// The types of fields. Everything about a type of single values is in this file, except its words in the catalogues.

/// A type of fields. The raw value is its word in forms.
///
/// Wherever types are listed, they are in the order of the cases.
package enum FieldKind: String, CaseIterable, Sendable, BitwiseCopyable {
  case string, int, number, bool, date, time
  case dateTime = "datetime"
  case instant, choice, list, record, any, either
}

extension FieldKind {
  package struct Row {
    /// The type of the values in conditions. It also determines how products write them. Nil for types whose notation
    /// is more than a word.
    package var operand: StaticType?
    /// The description for developers.
    package var summary: String
    /// Examples of the type's texts, for messages.
    package var examples: [String] = []
    /// The notation of the type in forms, if it is more than a word.
    package var usage: String?
    /// The valid texts, the valid JSON values, and the values in products, for the reference.
    package var texts, json, product: String
  }

  package var row: Row {
    switch self {
    case .string:
      Row(
        operand: .text, summary: "A text.", texts: "every text", json: "",
        product: "as it came, cleaned")
    case .int:
      Row(
        operand: .int, summary: "A whole number of 64 bits.", examples: ["42"],
        texts: "`34`, `+34`, `-34`, `007`, `34.0`, `.0`",
        json: "whole numbers: `34`, `34.0`, `1e2`", product: "a number")
    case .number:
      Row(
        operand: .number, summary: "An exact decimal number of at most 38 digits.",
        examples: ["12.5"], texts: "as `int`, and `34.5`, `.5`, `-0.50`", json: "every number",
        product: "its digits, without needless zeros")
    case .bool:
      Row(
        operand: .bool, summary: "True or false.", examples: ["true", "false"],
        texts: "`true` `false` `yes` `no` `on` `off` `1` `0`, in any case",
        json: "`true`, `false`, `1`, `0`", product: "`true` or `false`")
    case .date:
      Row(
        operand: .date, summary: "A date.", examples: ["2026-11-20"], texts: "`2026-11-20`",
        json: "", product: "`2026-11-20`")
    case .time:
      Row(
        operand: .time, summary: "A time of day.", examples: ["09:30"],
        texts: "`09:30`, `09:30:15`, `09:30:15.25`", json: "", product: "`09:30:00`")
    case .dateTime:
      Row(
        operand: .dateTime, summary: "A date and a time of day, without a time zone.",
        examples: ["2026-11-20T09:30"], texts: "a date, `T` or one space, a time", json: "",
        product: "`2026-11-20T09:30:00`")
    case .instant:
      Row(
        operand: .instant, summary: "A moment in time.", examples: ["2026-11-20T09:30:00Z"],
        texts: "a `datetime`, then `Z` or an offset such as `+09:00`", json: "",
        product: "in UTC: `2026-11-20T00:30:00Z`")
    case .choice:
      Row(
        summary: "One of a fixed list of texts.", usage: "`choice(…)`, `choice of …`",
        texts: "one of the values", json: "", product: "the listed value")
    case .list:
      Row(
        summary: "Any number of items of one type.", usage: "`list of …`",
        texts: "with a separator, see below", json: "arrays", product: "an array")
    case .record:
      Row(
        summary: "A nested record with fields of its own.", usage: "`< … >`", texts: "",
        json: "objects", product: "an object")
    case .any:
      Row(
        operand: .any, summary: "Any JSON value, which is passed on unchecked.",
        texts: "every text", json: "everything", product: "as it came")
    case .either:
      Row(
        summary: "A value of one of several types.", usage: "`… or …`",
        texts: "those of each, see below", json: "those of each", product: "as in its type")
    }
  }

  /// Whether the values are dates or times.
  package var isMoment: Bool {
    switch self {
    case .date, .time, .dateTime, .instant: true
    default: false
    }
  }

  /// The types that can be written as a single word.
  package static var plain: [FieldKind] { allCases.filter { $0.row.operand != nil } }
}

// MARK: - Reading

extension FieldKind {
  /// Returns the value that a text represents in this type, or nil if the text isn't valid. There must be no white
  /// space around the text.
  func value(of text: TextBytes) -> Value? {
    switch self {
    case .int: ExactDecimal.parseInt64(text: text).integer.map { Value(integer: $0) }
    case .number: ExactDecimal.parse(text: text, format: .plain).number.map { Value($0) }
    case .bool: FieldKind.bool(text)
    case .date: CalendarDate.parse(text).map { Value($0) }
    case .time: CalendarTime.parse(text).map { Value($0) }
    case .dateTime: CalendarDateTime.parse(text).map { Value($0) }
    case .instant: CalendarInstant.parse(text).map { Value($0) }
    case .string, .choice, .list, .record, .any, .either: nil
    }
  }

  /// Returns the value of a JSON number, or nil if it isn't valid.
  func value(ofNumber json: TextBytes) -> Value? {
    switch self {
    case .int: ExactDecimal.parseInt64(json: json).integer.map { Value(integer: $0) }
    case .number: ExactDecimal.parse(json: json).number.map { Value($0) }
    case .bool:
      switch ExactDecimal.parseInt64(json: json).integer {
      case 0: Value(bool: false)
      case 1: Value(bool: true)
      default: nil
      }
    default: nil
    }
  }

  /// Returns a calculated number as a value of the type, or nil if the type doesn't have this value.
  @inline(__always)
  func value(ofCalculated number: Value) -> Value? {
    self == .int ? number.smallInteger.map { Value(integer: $0) } : number.withoutPercent
  }

  /// Returns `number` as a value of the type, or nil if the type doesn't have this value.
  func value(of number: ExactDecimal) -> Value? {
    var text = number.description
    return text.withUTF8 { value(ofNumber: $0) }
  }

  private static let words: [(StaticString, Bool)] = [
    ("true", true), ("false", false), ("yes", true), ("no", false), ("on", true), ("off", false),
    ("1", true), ("0", false),
  ]

  private static func bool(_ text: TextBytes) -> Value? {
    for (word, value) in words where word.utf8CodeUnitCount == text.count {
      let same = text.indices.allSatisfy { index in
        let byte = text[index]
        let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        return lower == word.utf8Start[index]
      }
      if same { return Value(bool: value) }
    }
    return nil
  }
}

// MARK: - Exporting

extension FieldKind {
  /// A pattern for the texts of a type in the default notation. Nil for types that take every text, and for choices,
  /// lists and records.
  package var notation: String? {
    switch self {
    case .int: "[+-]?(?:[0-9]+(?:\\.0+)?|\\.0+)"
    case .number: "[+-]?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)"
    case .bool: FieldKind.truths + "|" + FieldKind.falsehoods
    case .date: FieldKind.day
    case .time: FieldKind.clock
    case .dateTime: FieldKind.day + "[Tt ]" + FieldKind.clock
    case .instant:
      FieldKind.day + "[Tt ]" + FieldKind.clock
        + "(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
    case .string, .choice, .list, .record, .any, .either: nil
    }
  }

  /// Patterns for the texts that mean true, and for those that mean false.
  package static let truths = "[tT][rR][uU][eE]|[yY][eE][sS]|[oO][nN]|1"
  package static let falsehoods = "[fF][aA][lL][sS][eE]|[nN][oO]|[oO][fF][fF]|0"

  private static let day = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
  private static let clock =
    "(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?"
}

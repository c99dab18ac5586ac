// Written from `FieldKind` of another module. Change that, and run `FORMWORK_RECORD=1 swift test --filter
// DocsTablesTests`.

/// The type of a field's values.
@nonexhaustive
public enum FieldKind: String, Sendable, Hashable {
  /// A text.
  case string
  /// A whole number of 64 bits.
  case int
  /// An exact decimal number of at most 38 digits.
  case number
  /// True or false.
  case bool
  /// A date.
  case date
  /// A time of day.
  case time
  /// A date and a time of day, without a time zone.
  case dateTime = "datetime"
  /// A moment in time.
  case instant
  /// One of a fixed list of texts.
  case choice
  /// Any number of items of one type.
  case list
  /// A nested record with fields of its own.
  case record
  /// Any JSON value, which is passed on unchecked.
  case any
}

extension FormType {
  /// A text.
  public static let string = FormType("string")
  /// A whole number of 64 bits.
  public static let int = FormType("int")
  /// An exact decimal number of at most 38 digits.
  public static let number = FormType("number")
  /// True or false.
  public static let bool = FormType("bool")
  /// A date.
  public static let date = FormType("date")
  /// A time of day.
  public static let time = FormType("time")
  /// A date and a time of day, without a time zone.
  public static let dateTime = FormType("datetime")
  /// A moment in time.
  public static let instant = FormType("instant")
  /// Any JSON value, which is passed on unchecked.
  public static let any = FormType("any")
}

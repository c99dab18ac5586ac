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
  /// A value of one of several types.
  case either
}

extension FormType where Subject == Subjects.Text {
  /// A text.
  public static var string: FormType { FormType("string") }
}

extension FormType where Subject == Subjects.Number {
  /// A whole number of 64 bits.
  public static var int: FormType { FormType("int") }
}

extension FormType where Subject == Subjects.Number {
  /// An exact decimal number of at most 38 digits.
  public static var number: FormType { FormType("number") }
}

extension FormType where Subject == Subjects.Truth {
  /// True or false.
  public static var bool: FormType { FormType("bool") }
}

extension FormType where Subject == Subjects.Day {
  /// A date.
  public static var date: FormType { FormType("date") }
}

extension FormType where Subject == Subjects.Time {
  /// A time of day.
  public static var time: FormType { FormType("time") }
}

extension FormType where Subject == Subjects.Moment {
  /// A date and a time of day, without a time zone.
  public static var dateTime: FormType { FormType("datetime") }
}

extension FormType where Subject == Subjects.Moment {
  /// A moment in time.
  public static var instant: FormType { FormType("instant") }
}

extension FormType where Subject == Subjects.Unchecked {
  /// Any JSON value, which is passed on unchecked.
  public static var any: FormType { FormType("any") }
}

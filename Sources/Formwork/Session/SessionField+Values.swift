// The value of a box in the types that views bind to. Each property reads the raw value as the field does, and stores
// a value in the format of the data.

internal import FormworkEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SessionField {
  /// The raw value, as it will be validated; `null` for an empty box.
  ///
  /// The value of a record is an object with the values of its fields, keyed by name; it can be set only to a record or
  /// `null`. Setting a list creates new rows.
  public var value: RecordValue {
    get { box.value }
    set { state.set(box, newValue) }
  }

  /// Whether the box is empty.
  public var isBlank: Bool { box.isBlank }

  /// The value as text, for a text field. It is empty for `null`, for records, and for lists whose items can't be
  /// written as one text. A number, date or truth value has the format of its field.
  public var text: String {
    get {
      switch value {
      case .string(let text): text
      case .list: declaration.text(ofItems: rows.map { $0.text })
      case .record: ""
      case .null, .bool, .int, .decimal, .double, .moment:
        reading.map { declaration.text(of: $0) } ?? value.plainText
      }
    }
    set {
      guard newValue != text else { return }
      if newValue.isEmpty { empty() } else { value = .string(newValue) }
    }
  }

  /// The value as a truth value, for a switch. If the box has no truth value, this is the default, or else false.
  public var isOn: Bool {
    get { reading?.bool ?? declaration.defaultValue?.bool ?? false }
    set { value = .bool(newValue) }
  }

  /// The value as a whole number; nil if it isn't one. Setting nil empties the box.
  public var int: Int? {
    get { reading?.int }
    set { newValue.map { value = .int($0) } ?? empty() }
  }

  /// The value as a number; nil if it isn't one. Setting nil empties the box.
  public var decimal: Decimal? {
    get { reading?.decimal }
    set { newValue.map { value = .decimal($0) } ?? empty() }
  }

  /// The value as a moment, for a date picker; nil if it isn't a date or time. Setting nil, or a moment outside the
  /// years 0001 to 9999, empties the box.
  ///
  /// Dates and times are in the session's ``ValidationOptions/timeZone``, or in the system's time zone if that is nil.
  /// A date is represented by its first moment, and a time of day by that time on 1 January 2001.
  public var date: Date? {
    get { reading?.momentOfTime(in: timeZone) ?? reading?.date(in: timeZone) }
    set { newValue.flatMap { data(of: $0) }.map { value = .string($0) } ?? empty() }
  }

  /// The value of the choice; nil if it isn't one of the choices. Setting nil empties the box.
  public var selection: String? {
    get { reading?.string }
    set { newValue.map { value = .string($0) } ?? empty() }
  }

  /// The values of a list of choices. Setting them stores them in the order of the choices.
  public var selections: Set<String> {
    get {
      guard case .string(let text) = value, let item = declaration.item else {
        return Set(rows.compactMap { $0.selection })
      }
      let items = declaration.items(of: text)
      return Set(items.compactMap { state.reading(.string($0), of: item)?.string })
    }
    set {
      guard newValue != selections else { return }
      let known = declaration.choices().map { $0.value }
      let others = newValue.subtracting(known).sorted()
      value = .list((known.filter { newValue.contains($0) } + others).map { .string($0) })
    }
  }
}

extension SessionField {
  /// The value as the field reads it, or the default if nothing is set.
  private var reading: FormValue? {
    switch value {
    case .null: declaration.defaultValue
    case .list, .record: nil
    case .bool, .int, .decimal, .double, .string, .moment: state.reading(value, of: declaration)
    }
  }

  /// Empties the box. An empty text, unlike `null`, keeps the default from being shown.
  private func empty() { value = declaration.defaultValue == nil ? .null : "" }

  private var timeZone: TimeZone { state.options.timeZone ?? .current }

  /// Returns a moment in the format of the field's data, or nil outside the years 0001 to 9999.
  private func data(of moment: Date) -> String? {
    guard let local = CalendarDateTime(moment, in: timeZone),
      let instant = CalendarInstant(moment)
    else { return nil }
    let content: FormValue.Content =
      switch declaration.type {
      case .date: .date(local.date)
      case .time: .time(local.time)
      case .dateTime: .dateTime(local)
      default: .instant(instant)
      }
    return declaration.text(of: FormValue(content))
  }
}

extension FormValue {
  /// Returns the moment of a time of day on 1 January 2001, or nil for any other value.
  fileprivate func momentOfTime(in zone: TimeZone) -> Date? {
    guard case .time(let time) = content, let day = CalendarDate(year: 2001, month: 1, day: 1)
    else { return nil }
    return CalendarDateTime(date: day, time: time).foundationDate(in: zone)
  }
}

extension RecordValue {
  /// The value as text, regardless of its field; empty for null, lists and records.
  fileprivate var plainText: String {
    switch self {
    case .string(let text): text
    case .bool(let bool): bool ? "true" : "false"
    case .int, .decimal, .double: digits ?? ""
    case .moment(let date): CalendarInstant(date)?.description ?? ""
    case .null, .list, .record: ""
    }
  }
}

// The value of a box in the types that views bind to. Each of them reads the one raw value as the field does, and sets
// it to what the data would have.

internal import FormworkEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SessionField {
  /// What is in the box, as it will be validated; `null` for an empty one. The value of a record is made of
  /// its fields' values, by their names; setting it to anything but a record or `null` is ignored. Setting a list makes
  /// new rows.
  public var value: RecordValue {
    get { box.value }
    set { state.set(box, newValue) }
  }

  /// Whether there is nothing in the box.
  public var isBlank: Bool { box.isBlank }

  /// The value as a text field has it: an empty one for nothing, for records, and for lists but those that may stand in
  /// one text. A number, a date or a truth value is written in the format of its field.
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

  /// The value as a switch has it; that of the default, or else false, for what is no truth value.
  public var isOn: Bool {
    get { reading?.bool ?? declaration.defaultValue?.bool ?? false }
    set { value = .bool(newValue) }
  }

  /// The whole number; nil for what the field reads as none. Setting nil empties the box.
  public var int: Int? {
    get { reading?.int }
    set { newValue.map { value = .int($0) } ?? empty() }
  }

  /// The number; nil for what the field reads as none. Setting nil empties the box.
  public var decimal: Decimal? {
    get { reading?.decimal }
    set { newValue.map { value = .decimal($0) } ?? empty() }
  }

  /// The day, the day and time, or the moment, by the type of the field; nil for what the field reads as none. Setting
  /// nil, or a moment beyond the years 0001 to 9999, empties the box.
  ///
  /// Calendar and clock are those of ``ValidationOptions/timeZone`` in the session's options, without one the
  /// system's, as date pickers have them. A day is its first moment; a time of day is one of 1 January 2001.
  public var date: Date? {
    get { reading?.momentOfTime(in: timeZone) ?? reading?.date(in: timeZone) }
    set { newValue.flatMap { data(of: $0) }.map { value = .string($0) } ?? empty() }
  }

  /// The value of the choice; nil for what is none of them. Setting nil empties the box.
  public var selection: String? {
    get { reading?.string }
    set { newValue.map { value = .string($0) } ?? empty() }
  }

  /// The values of a list of choices, in no order; what is set comes into the list in the order of the choices.
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
  /// The value as the field reads it, or the default while nothing is set.
  private var reading: FormValue? {
    switch value {
    case .null: declaration.defaultValue
    case .list, .record: nil
    case .bool, .int, .decimal, .double, .string, .moment: state.reading(value, of: declaration)
    }
  }

  /// An empty text keeps the default from being shown.
  private func empty() { value = declaration.defaultValue == nil ? .null : "" }

  private var timeZone: TimeZone { state.options.timeZone ?? .current }

  /// A moment as the data of the field has it; nil beyond the years 0001 to 9999.
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
  /// The moment of a time of day on 1 January 2001; nil for any other value.
  fileprivate func momentOfTime(in zone: TimeZone) -> Date? {
    guard case .time(let time) = content, let day = CalendarDate(year: 2001, month: 1, day: 1)
    else { return nil }
    return CalendarDateTime(date: day, time: time).foundationDate(in: zone)
  }
}

extension RecordValue {
  /// A single value as it is, whatever its field.
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

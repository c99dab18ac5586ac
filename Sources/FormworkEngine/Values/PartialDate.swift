// Dates without a day, or without a month and a day. Such a date is one of several consecutive days, but it isn't known
// which. `low` is the number of days after the first that are possible, so it is 0 for a whole date.

extension Value {
  /// Creates a date that is one of the days from `first` through `last`.
  init(_ first: CalendarDate, through last: CalendarDate) {
    self.init(first)
    low = UInt64(max(0, Int64(last.dayNumber) - Int64(first.dayNumber)))
  }

  /// Whether this is a date that may be any of several days.
  @inlinable package var isPartialDate: Bool {
    @inline(__always) get { low != 0 && kind == .date }
  }

  /// Whether both values are dates, and one of them is partial.
  @inlinable package static func arePartialDates(_ left: Value, _ right: Value) -> Bool {
    left.low | right.low != 0 && left.kind == .date && right.kind == .date
  }

  /// The last day that a date may be.
  package var lastDate: CalendarDate {
    CalendarDate(dayNumber: Int64(bitPattern: high &+ low)) ?? date
  }

  /// The smallest part of a date that is known, or nil if its days are neither a month nor a year.
  var precision: CalendarFormat.Precision? {
    guard isPartialDate else { return .day }
    let (first, last) = (date.civil, lastDate.civil)
    guard first.year == last.year, first.day == 1,
      last.day == CalendarDate.daysInMonth(last.month, year: last.year)
    else { return nil }
    if first.month == last.month { return .month }
    return first.month == 1 && last.month == 12 ? .year : nil
  }

  /// Returns the month or year of the first day of a date, as a partial date. Returns any other value unchanged.
  func reduced(to precision: CalendarFormat.Precision) -> Value {
    guard kind == .date else { return self }
    let (year, month, day) = date.civil
    return Value(year: year, month: month, day: day, precision) ?? self
  }

  /// Creates a date, or a partial date if `precision` isn't `day`. Fails if there is no such date.
  init?(year: Int, month: Int, day: Int, _ precision: CalendarFormat.Precision) {
    if precision == .day {
      guard let date = CalendarDate(year: year, month: month, day: day) else { return nil }
      self.init(date)
      return
    }
    let (first, last) = precision == .year ? (1, 12) : (month, month)
    guard let start = CalendarDate(year: year, month: first, day: 1),
      let end = CalendarDate(
        year: year, month: last, day: CalendarDate.daysInMonth(last, year: year))
    else { return nil }
    self.init(start, through: end)
  }

  /// Returns the partial date of a text in ISO 8601, such as `2026-05` or `2026`, or nil.
  static func partialDate(_ text: TextBytes) -> Value? {
    for pattern in ["yyyy-MM", "yyyy"] {
      if let date = (try? CalendarFormat.compile(pattern))?.parse(text) { return date }
    }
    return nil
  }

  /// Appends a date as in ISO 8601. Without a day it is `2026-05`, without a month `2026`. Days that are neither a month
  /// nor a year are written as a range.
  func writeDate(to out: inout [UInt8]) {
    let start = out.count
    date.write(to: &out)
    switch precision {
    case .day: break
    case .month: out.removeLast(out.count - start - 7)
    case .year: out.removeLast(out.count - start - 4)
    case nil:
      out.append(contentsOf: "...".utf8)
      lastDate.write(to: &out)
    }
  }
}

// MARK: - Calculating

extension Value {
  private var days: (first: Int64, last: Int64) {
    (Int64(bitPattern: high), Int64(bitPattern: high &+ low))
  }

  /// Whether a date is before `other` or, with `orEqual`, isn't after it. Unknown if a date is
  /// partial, and the answer differs between its days.
  func isBefore(_ other: Value, orEqual: Bool) -> Truth {
    let (own, days) = (days, other.days)
    if orEqual { return own.last <= days.first ? .yes : own.first > days.last ? .no : .unknown }
    return own.last < days.first ? .yes : own.first >= days.last ? .no : .unknown
  }

  /// Whether two dates are the same day. Unknown if one of them is partial and they have a day in common.
  func isSameDay(as other: Value) -> Truth {
    let (own, days) = (days, other.days)
    if own.last < days.first || own.first > days.last { return .no }
    return low == 0 && other.low == 0 ? .yes : .unknown
  }

  /// Whether two partial dates may be the same days.
  func hasSameDays(as other: Value) -> Bool {
    kind == other.kind && high == other.high && low == other.low
  }

  /// Returns the earlier or the later of two dates. The result has the days that it may be.
  static func extreme(_ left: Value, _ right: Value, isLeast: Bool) -> Value {
    isLeast
      ? Value(min(left.date, right.date), through: min(left.lastDate, right.lastDate))
      : Value(max(left.date, right.date), through: max(left.lastDate, right.lastDate))
  }

  /// The date, or unknown if it is partial.
  var wholeOrUnknown: Value { isPartialDate ? .unknown : self }

  /// Returns a date moved by `move`, which must keep the order of days. Returns nil if a day can't be moved.
  func moved(_ move: (CalendarDate) -> CalendarDate?) -> Value? {
    guard let first = move(date) else { return nil }
    if low == 0 { return Value(first) }
    return move(lastDate).map { Value(first, through: $0) }
  }
}

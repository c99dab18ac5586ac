// The kinds of values that texts may represent. The engine decides which texts match a kind, so every guess is a type
// that accepts the texts.

internal import FormworkEngine

/// A notation that all texts of a column may have in common. Narrower notations come before wider ones.
enum TextKind: UInt8, CaseIterable {
  case integer, number
  // Numbers with a decimal comma or group marks.
  case commaNumber, commaGroups, pointGroups, spaceGroups, spaceGroupsPoint, apostropheGroups
  case date, time, dateTime, instant
  // Dates in formats other than the language's. Formats with two digits for days and months come first.
  case slashDayMonth, slashMonthDay, slashShortDayMonth, slashShortMonthDay
  case dotDayMonth, dotShortDayMonth
  case hyphenDayMonth, hyphenMonthDay, hyphenShortDayMonth, hyphenShortMonthDay
  case slashYear, slashShortYear, dotYear, hyphenShortYear, plainYear, kanjiYear
  // Dates of which some may lack the day, or the month and the day.
  case partial, dotPartial
  // Times, dates with a time, and instants in formats other than the language's.
  case shortTime, shortTimeSeconds, halfTime
  case dotTime, dotTimeSeconds, dotShortDayTime, dotShortTime
  case slashDayTime, slashMonthTime, slashDayTimeSeconds, slashMonthTimeSeconds
  case slashShortDayTime, slashShortMonthTime, slashDayHalfTime, slashMonthHalfTime
  case slashYearTime, slashYearTimeSeconds, slashShortYearTime
  case spacedInstant
  // Texts in a special format.
  case uuid, email, url, ipv4, ipv6, iban, spacedIBAN, isbn, creditCard, phone, spacedPhone
  /// Numbers, some with an exponent. No type of the language accepts such texts.
  case exponent

  /// A set of kinds, in their order.
  struct Set: Sequence, IteratorProtocol {
    private var bits: UInt64

    init(_ first: TextKind, to last: TextKind) {
      bits = UInt64.max << UInt64(first.rawValue) & UInt64.max >> UInt64(63 - last.rawValue)
    }

    var isEmpty: Bool { bits == 0 }

    func contains(_ kind: TextKind) -> Bool { bits & 1 << UInt64(kind.rawValue) != 0 }

    func intersection(_ other: Set) -> Set {
      var both = self
      both.bits &= other.bits
      return both
    }

    func subtracting(_ other: Set) -> Set {
      var rest = self
      rest.bits &= ~other.bits
      return rest
    }

    mutating func remove(_ kind: TextKind) { bits &= ~(1 << UInt64(kind.rawValue)) }

    func union(_ other: Set) -> Set {
      var both = self
      both.bits |= other.bits
      return both
    }

    /// Removes and returns the narrowest remaining kind.
    @inline(__always)
    mutating func next() -> TextKind? {
      guard bits != 0 else { return nil }
      let kind = TextKind(rawValue: UInt8(bits.trailingZeroBitCount))
      bits &= bits - 1
      return kind
    }

    static let all = Set(.integer, to: .exponent)
    static let numbers = Set(.integer, to: .apostropheGroups)
    static let partialDates = Set(.partial, to: .dotPartial)
    static let dates = Set(.slashDayMonth, to: .dotPartial).union(Set(.date, to: .date))
    static let times = Set(.shortTime, to: .halfTime)
    static let dateTimes = Set(.dotTime, to: .slashShortYearTime)

    /// The kinds of numbers that have a decimal point and don't require group marks.
    static let points = [.number, .commaGroups, .spaceGroupsPoint, .apostropheGroups].reduce(
      into: none
    ) { (set: inout Set, kind: TextKind) in set.insert(kind) }
    static let none = all.subtracting(all)

    mutating func insert(_ kind: TextKind) { bits |= 1 << UInt64(kind.rawValue) }
  }
}

// MARK: - Numbers and dates

extension TextKind {
  /// The marks of a number of this kind. Nil if this isn't a kind of number.
  var marks: (decimal: String, group: String?)? {
    switch self {
    case .integer, .number: (".", nil)
    case .commaNumber: (",", nil)
    case .commaGroups: (".", ",")
    case .pointGroups: (",", ".")
    case .spaceGroups: (",", " ")
    case .spaceGroupsPoint: (".", " ")
    case .apostropheGroups: (".", "'")
    default: nil
    }
  }

  /// The type of the dates or times of this kind. The kind must have a format.
  var momentType: FieldKind {
    if Set.times.contains(self) { return .time }
    if Set.dateTimes.contains(self) { return .dateTime }
    return self == .spacedInstant ? .instant : .date
  }

  /// The formats of a date or time of this kind, as written in a form.
  var patterns: [String] {
    switch self {
    case .partial: ["yyyy-MM-dd", "yyyy-MM", "yyyy"]
    case .dotPartial: ["dd.MM.yyyy", "MM.yyyy", "yyyy"]
    default: pattern.map { [$0] } ?? []
    }
  }

  /// The first of the formats.
  var pattern: String? {
    switch self {
    case .date, .partial: "yyyy-MM-dd"
    case .slashDayMonth: "dd/MM/yyyy"
    case .slashMonthDay: "MM/dd/yyyy"
    case .slashShortDayMonth: "d/M/yyyy"
    case .slashShortMonthDay: "M/d/yyyy"
    case .dotDayMonth, .dotPartial: "dd.MM.yyyy"
    case .dotShortDayMonth: "d.M.yyyy"
    case .hyphenDayMonth: "dd-MM-yyyy"
    case .hyphenMonthDay: "MM-dd-yyyy"
    case .hyphenShortDayMonth: "d-M-yyyy"
    case .hyphenShortMonthDay: "M-d-yyyy"
    case .slashYear: "yyyy/MM/dd"
    case .slashShortYear: "yyyy/M/d"
    case .dotYear: "yyyy.MM.dd"
    case .hyphenShortYear: "yyyy-M-d"
    case .plainYear: "yyyyMMdd"
    case .kanjiYear: "yyyy年M月d日"
    case .shortTime: "H:mm"
    case .shortTimeSeconds: "H:mm:ss"
    case .halfTime: "h:mm a"
    case .dotTime: "dd.MM.yyyy HH:mm"
    case .dotTimeSeconds: "dd.MM.yyyy HH:mm:ss"
    case .dotShortDayTime: "d.M.yyyy HH:mm"
    case .dotShortTime: "d.M.yyyy H:mm"
    case .slashDayTime: "dd/MM/yyyy HH:mm"
    case .slashMonthTime: "MM/dd/yyyy HH:mm"
    case .slashDayTimeSeconds: "dd/MM/yyyy HH:mm:ss"
    case .slashMonthTimeSeconds: "MM/dd/yyyy HH:mm:ss"
    case .slashShortDayTime: "d/M/yyyy H:mm"
    case .slashShortMonthTime: "M/d/yyyy H:mm"
    case .slashDayHalfTime: "d/M/yyyy h:mm a"
    case .slashMonthHalfTime: "M/d/yyyy h:mm a"
    case .slashYearTime: "yyyy/MM/dd HH:mm"
    case .slashYearTimeSeconds: "yyyy/MM/dd HH:mm:ss"
    case .slashShortYearTime: "yyyy/M/d H:mm"
    case .spacedInstant: "yyyy-MM-dd HH:mm:ss X"
    default: nil
    }
  }

  /// Whether the month comes before the day; nil if the year comes first.
  var isMonthFirst: Bool? {
    guard let first = pattern?.utf8.first, first != UInt8(ascii: "y") else { return nil }
    return first == UInt8(ascii: "M")
  }

  /// The decimal mark of a number of this kind.
  var decimalMark: UInt8 {
    switch self {
    case .commaNumber, .pointGroups, .spaceGroups: UInt8(ascii: ",")
    default: UInt8(ascii: ".")
    }
  }

  private static let numberFormats = allCases.map { kind in
    kind.marks.flatMap { try? ExactDecimalFormat(decimal: $0.decimal, group: $0.group) }
  }

  private static let momentFormats = allCases.map { kind in
    kind.patterns.compactMap { try? CalendarFormat.compile($0, for: kind.momentType) }
  }

  /// The formats of a date or time of this kind.
  private var formats: [CalendarFormat] { TextKind.momentFormats[Int(rawValue)] }

  /// The first of the formats.
  var format: CalendarFormat? { formats.first }

  /// Whether a text would lose something if it became a number: leading zeros, or the plus sign of a telephone
  /// number.
  static func isCode(_ text: TextBytes) -> Bool {
    let isSigned = text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")
    let start = isSigned ? 1 : 0
    if text[0] == UInt8(ascii: "+"), text.count > 6 { return true }
    return text.count > start + 1 && text[start] == 0x30 && text[start + 1] &- 0x30 < 10
  }

  /// Returns the number in a text, or nil if the text isn't of this kind.
  func number(_ text: TextBytes) -> ExactDecimal? {
    guard let format = TextKind.numberFormats[Int(rawValue)] else { return nil }
    let number = ExactDecimal.parse(text: text, format: format).number
    guard self == .integer else { return number }
    let isWhole = !text.contains(UInt8(ascii: ".")) && number?.asInt64 != nil
    return isWhole ? number : nil
  }

  /// Returns the date in a text, or the first day of a partial date. Returns nil if the text isn't of this kind.
  func day(_ text: TextBytes) -> CalendarDate? {
    if self == .date { return CalendarDate.parse(text) }
    for format in formats {
      if let value = format.parse(text) { return value.date }
    }
    return nil
  }
}

// MARK: - Other texts

extension TextKind {
  /// The rule word that accepts texts of this kind, and the strings to remove from these texts first. Nil if there is
  /// no such word.
  var rule: (word: Predicate, removed: [String])? {
    switch self {
    case .uuid: (.uuid, [])
    case .email: (.email, [])
    case .url: (.url, [])
    case .ipv4: (.ipv4, [])
    case .ipv6: (.ipv6, [])
    case .iban: (.iban, [])
    case .spacedIBAN: (.iban, [" "])
    case .isbn: (.isbn, [])
    case .creditCard: (.creditCard, [])
    case .phone: (.phone, [])
    case .spacedPhone: (.phone, [" ", "-", "(", ")"])
    default: nil
    }
  }

  /// The name of the values of this kind.
  var words: String {
    switch self {
    case .integer: "whole numbers"
    case .number: "numbers"
    case .commaNumber, .pointGroups, .spaceGroups: "numbers with a decimal comma"
    case .commaGroups, .spaceGroupsPoint, .apostropheGroups: "numbers with marks between groups"
    case .exponent: "numbers, some with an exponent"
    case .time: "times of day"
    case .dateTime: "dates with a time"
    case .instant: "dates with a time and an offset"
    case .uuid: "UUIDs"
    case .email: "email addresses"
    case .url: "web addresses"
    case .ipv4, .ipv6: "IP addresses"
    case .iban, .spacedIBAN: "IBANs"
    case .isbn: "ISBNs"
    case .creditCard: "card numbers"
    case .phone, .spacedPhone: "telephone numbers"
    default: TextKind.words(momentType) + " such as " + (pattern ?? "")
    }
  }

  private static func words(_ type: FieldKind) -> String {
    switch type {
    case .time: "times of day"
    case .dateTime: "dates with a time"
    case .instant: "dates with a time and an offset"
    default: "dates"
    }
  }

  /// Whether a text is of this kind. The kind must not be a kind of number or date.
  func takes(_ text: TextBytes) -> Bool {
    switch self {
    case .time: CalendarTime.parse(text) != nil
    case .dateTime: CalendarDateTime.parse(text) != nil
    case .instant: CalendarInstant.parse(text) != nil
    case .exponent:
      ExactDecimal.parse(json: text) != .notANumber
        || !TextKind.isCode(text) && ExactDecimal.parse(text: text) != .notANumber
    case .spacedIBAN: text.count < 50 && without(text, " ") { Formats.isIBAN($0) }
    case .spacedPhone: text.count < 30 && without(text, " -()") { Formats.isPhone($0) }
    default: rule?.word.holds(for: text) ?? (format?.parse(text) != nil)
    }
  }

  private func without(
    _ text: TextBytes, _ removed: String, _ isKind: (TextBytes) -> Bool
  ) -> Bool {
    let rest = text.filter { !removed.utf8.contains($0) }
    return rest.withUnsafeBufferPointer { isKind($0) }
  }
}

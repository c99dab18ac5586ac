// The digits of dates and times, in both directions: a cursor over the bytes of one value, and the
// helpers that write numbers of a fixed width.

/// Walks over the bytes of one date or time. What an `eat…` does not find leaves it anywhere, since
/// a value that does not begin as it must is refused as a whole. The smallest steps are inlined by
/// force, which halves the time for an instant.
struct CalendarScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var atEnd: Bool { position == bytes.count }

  @inline(__always)
  mutating func eat(_ byte: UInt8) -> Bool {
    guard !atEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func eatDigit() -> Int? {
    guard !atEnd else { return nil }
    let digit = bytes[position] &- UInt8(ascii: "0")
    guard digit <= 9 else { return nil }
    position += 1
    return Int(digit)
  }

  /// Exactly `count` digits, up to nine.
  @inline(__always)
  mutating func eatNumber(digits count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = eatDigit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }
}

extension CalendarScanner {
  /// `YYYY-MM-DD`
  mutating func eatDate() -> CalendarDate? {
    guard let year = eatNumber(digits: 4), eat(UInt8(ascii: "-")),
      let month = eatNumber(digits: 2), eat(UInt8(ascii: "-")),
      let day = eatNumber(digits: 2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// `hh:mm`, `hh:mm:ss` or `hh:mm:ss.f` with one to nine `f`
  mutating func eatTime() -> CalendarTime? {
    guard let hour = eatNumber(digits: 2), eat(UInt8(ascii: ":")),
      let minute = eatNumber(digits: 2)
    else { return nil }
    guard eat(UInt8(ascii: ":")) else { return CalendarTime(hour: hour, minute: minute) }
    guard let second = eatNumber(digits: 2), let nanosecond = eatFraction() else { return nil }
    return CalendarTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
  }

  /// Nanoseconds; 0 if no full stop follows.
  private mutating func eatFraction() -> Int? {
    guard eat(UInt8(ascii: ".")) else { return 0 }
    guard var value = eatDigit() else { return nil }
    for _ in 0..<8 { value = value * 10 + (eatDigit() ?? 0) }
    return value
  }

  /// A date, `T`, `t` or one space, and a time
  mutating func eatDateTime() -> CalendarDateTime? {
    guard let date = eatDate(),
      eat(UInt8(ascii: "T")) || eat(UInt8(ascii: "t")) || eat(UInt8(ascii: " ")),
      let time = eatTime()
    else { return nil }
    return CalendarDateTime(date: date, time: time)
  }

  /// `Z`, `z`, `+hh:mm` or `-hh:mm`, in seconds east of Greenwich
  mutating func eatOffset() -> Int64? {
    if eat(UInt8(ascii: "Z")) || eat(UInt8(ascii: "z")) { return 0 }
    let isWest = eat(UInt8(ascii: "-"))
    guard isWest || eat(UInt8(ascii: "+")),
      let hours = eatNumber(digits: 2), hours <= 23, eat(UInt8(ascii: ":")),
      let minutes = eatNumber(digits: 2), minutes <= 59
    else { return nil }
    let seconds = Int64((hours * 60 + minutes) * 60)
    return isWest ? -seconds : seconds
  }
}

extension [UInt8] {
  /// Appends a number of at most `digits` digits, with zeros before it.
  mutating func append(number: Int, digits: Int) {
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digits))
    var rest = number
    var position = count
    while rest > 0 {
      position -= 1
      self[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

extension String {
  /// The text of what `write` appends.
  init(written write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    write(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

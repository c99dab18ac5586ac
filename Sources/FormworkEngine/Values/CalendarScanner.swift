// Reads and writes the digits of dates and times. A cursor moves over the bytes of one value; helpers write numbers of
// a fixed width.

/// A cursor over the bytes of a date or time. If an `eat…` function fails, the position is undefined, because the value
/// is then rejected as a whole. The smallest steps are inlined by force, which halves the time for an instant.
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

  /// Reads exactly `count` digits, up to nine.
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
  /// Reads `YYYY-MM-DD`.
  mutating func eatDate() -> CalendarDate? {
    guard let year = eatNumber(digits: 4), eat(UInt8(ascii: "-")),
      let month = eatNumber(digits: 2), eat(UInt8(ascii: "-")),
      let day = eatNumber(digits: 2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// Reads `hh:mm`, `hh:mm:ss` or `hh:mm:ss.f` with one to nine `f`.
  mutating func eatTime() -> CalendarTime? {
    guard let hour = eatNumber(digits: 2), eat(UInt8(ascii: ":")),
      let minute = eatNumber(digits: 2)
    else { return nil }
    guard eat(UInt8(ascii: ":")) else { return CalendarTime(hour: hour, minute: minute) }
    guard let second = eatNumber(digits: 2), let nanosecond = eatFraction() else { return nil }
    return CalendarTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
  }

  /// Reads a fraction of a second as nanoseconds. Returns 0 if no full stop follows.
  private mutating func eatFraction() -> Int? {
    guard eat(UInt8(ascii: ".")) else { return 0 }
    guard var value = eatDigit() else { return nil }
    for _ in 0..<8 { value = value * 10 + (eatDigit() ?? 0) }
    return value
  }

  /// Reads a date, `T`, `t` or one space, and a time.
  mutating func eatDateTime() -> CalendarDateTime? {
    guard let date = eatDate(),
      eat(UInt8(ascii: "T")) || eat(UInt8(ascii: "t")) || eat(UInt8(ascii: " ")),
      let time = eatTime()
    else { return nil }
    return CalendarDateTime(date: date, time: time)
  }

  /// Reads `Z`, `z`, `+hh:mm` or `-hh:mm`. Returns seconds east of Greenwich.
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
  /// Appends a number of at most `digits` digits, padded with zeros.
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
  /// Creates a string from the bytes that `write` appends.
  init(written write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    write(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

// Writes the numbers of cells as texts: the decimal digits, or a date or time if the cell's format shows one.

/// Converts the numbers of a workbook to texts.
struct CellValues {
  var styles = CellStyles()
  /// Whether days are counted from 1 January 1904.
  var is1904 = false

  /// The maximum number of significant digits that a spreadsheet keeps.
  private static let digitLimit = 15

  /// Whether a number can be written unchanged.
  @inline(__always)
  func isPlain(_ value: TextBytes, _ style: Int) -> Bool {
    guard value.count <= CellValues.digitLimit, styles.kind(style) == .number else { return false }
    var hasPoint = false
    for index in 0..<value.count {
      let byte = value[index]
      if ASCII.isDigit(byte) { continue }
      if byte == UInt8(ascii: "."), !hasPoint, index > 0 {
        hasPoint = true
      } else if byte != UInt8(ascii: "-") || index > 0 {
        return false
      }
    }
    return !hasPoint || value[value.count - 1] > UInt8(ascii: "0")
  }

  /// Appends a number, or the date or time that its format shows.
  ///
  /// - Returns: whether `value` is a number.
  func append(_ value: TextBytes, _ style: Int, to out: inout [UInt8]) -> Bool {
    var kind = styles.kind(style)
    if kind == .date, let day = value.smallNumber, appendDay(day, to: &out) { return true }
    guard let number = Decimal(value) else { return false }
    if kind == .various { kind = styles.kind(style, of: number) }
    if kind == .number || !appendDate(number, kind, to: &out) { number.append(to: &out) }
    return true
  }

  /// Appends a date. Returns false if the number isn't a valid date.
  private func appendDate(
    _ number: Decimal, _ kind: CellStyles.Kind, to out: inout [UInt8]
  ) -> Bool {
    guard var (day, millisecond) = number.days else { return false }
    if millisecond == CellValues.millisecondsOfDay { (day, millisecond) = (day + 1, 0) }
    if kind == .time {
      append(time: millisecond, to: &out)
      return true
    }
    guard appendDay(day, to: &out) else { return false }
    if kind == .dateTime || millisecond > 0 {
      out.append(UInt8(ascii: "T"))
      append(time: millisecond, to: &out)
    }
    return true
  }

  static let millisecondsOfDay = 86_400_000

  private func appendDay(_ day: Int, to out: inout [UInt8]) -> Bool {
    // Spreadsheets have a nonexistent 29 February 1900, for compatibility with Lotus 1-2-3.
    if !is1904, day == 60 {
      out += "1900-02-29".utf8
      return true
    }
    guard let date = CalendarDate(workbookDay: day, is1904: is1904) else { return false }
    date.write(to: &out)
    return true
  }

  private func append(time millisecond: Int, to out: inout [UInt8]) {
    let second = millisecond / 1_000
    func two(_ number: Int) -> [UInt8] { [48 + UInt8(number / 10), 48 + UInt8(number % 10)] }
    out += two(second / 3_600) + [0x3A] + two(second / 60 % 60) + [0x3A] + two(second % 60)
    let rest = millisecond % 1_000
    if rest > 0 { out += [0x2E, 48 + UInt8(rest / 100)] + two(rest % 100) }
  }

  /// A number as at most 15 digits: 0.d1d2d3… times a power of ten.
  struct Decimal: Comparable {
    private var isNegative = false
    private var digits: [UInt8] = []
    /// The number of digits before the point, or the negative number of zeros right after the point.
    private var exponent = 0

    init?(_ text: TextBytes) {
      var index = 0
      if index < text.count, text[index] == UInt8(ascii: "-") {
        isNegative = true
        index += 1
      } else if index < text.count, text[index] == UInt8(ascii: "+") {
        index += 1
      }
      guard let end = readDigits(text, index) else { return nil }
      index = end
      if index < text.count {
        guard text[index] | 0x20 == UInt8(ascii: "e"),
          readExponent(text.part(index + 1, text.count))
        else { return nil }
      }
      round()
    }

    private mutating func readDigits(_ text: TextBytes, _ start: Int) -> Int? {
      var (index, hasPoint, count) = (start, false, 0)
      while index < text.count {
        if ASCII.isDigit(text[index]) {
          digits.append(text[index] - 48)
          if !hasPoint { exponent += 1 }
          count += 1
        } else if text[index] == UInt8(ascii: "."), !hasPoint {
          hasPoint = true
        } else {
          break
        }
        index += 1
      }
      return count > 0 && count < 400 ? index : nil
    }

    private mutating func readExponent(_ text: TextBytes) -> Bool {
      let isNegative = text.first == UInt8(ascii: "-")
      let hasSign = isNegative || text.first == UInt8(ascii: "+")
      guard let number = text.part(hasSign ? 1 : 0, text.count).smallNumber, number < 400 else {
        return false
      }
      exponent += isNegative ? -number : number
      return true
    }

    /// Rounds to the number of significant digits that a spreadsheet keeps.
    private mutating func round() {
      while digits.first == 0 {
        digits.removeFirst()
        exponent -= 1
      }
      if digits.count > CellValues.digitLimit {
        let isUp = digits[CellValues.digitLimit] >= 5
        digits.removeLast(digits.count - CellValues.digitLimit)
        if isUp { roundUp() }
      }
      while digits.last == 0 { digits.removeLast() }
      if digits.isEmpty { (exponent, isNegative) = (1, false) }
    }

    private mutating func roundUp() {
      var index = digits.count - 1
      while index >= 0, digits[index] == 9 {
        digits[index] = 0
        index -= 1
      }
      if index >= 0 {
        digits[index] += 1
      } else {
        digits.insert(1, at: 0)
        exponent += 1
      }
    }

    static func < (left: Decimal, right: Decimal) -> Bool {
      if left.sign != right.sign { return left.sign < right.sign }
      let (low, high) = left.isNegative ? (right, left) : (left, right)
      if low.exponent != high.exponent { return low.exponent < high.exponent }
      return low.digits.lexicographicallyPrecedes(high.digits)
    }

    private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

    func append(to out: inout [UInt8]) {
      if isNegative { out.append(UInt8(ascii: "-")) }
      if exponent <= 0 {
        out += "0.".utf8
        out += repeatElement(48, count: -exponent)
        out += digits.map { $0 + 48 }
        return
      }
      for index in 0..<max(exponent, digits.count) {
        if index == exponent { out.append(UInt8(ascii: ".")) }
        out.append(index < digits.count ? digits[index] + 48 : 48)
      }
    }

    /// The whole days, and the milliseconds of the day, rounded. Nil if the number isn't a valid day.
    var days: (day: Int, millisecond: Int)? {
      guard !isNegative, exponent <= 8, exponent > -15 else { return nil }
      var day = 0
      for index in 0..<max(0, exponent) {
        day = day * 10 + (index < digits.count ? Int(digits[index]) : 0)
      }
      var (fraction, scale): (Int128, Int128) = (0, 1)
      for index in min(exponent, 0)..<max(exponent, digits.count) where index >= exponent {
        let digit = index >= 0 && index < digits.count ? digits[index] : 0
        fraction = fraction * 10 + Int128(digit)
        scale *= 10
      }
      let milliseconds = (fraction * 2 * Int128(CellValues.millisecondsOfDay) + scale) / (2 * scale)
      return (day, Int(milliseconds))
    }
  }
}

extension CalendarDate {
  /// Creates a date from the number of a day in a workbook. Fails if the number isn't a valid day.
  package init?(workbookDay day: Int, is1904: Bool) {
    let first =
      is1904
      ? CalendarDate(year: 1904, month: 1, day: 1)
      : CalendarDate(year: 1899, month: 12, day: day < 60 ? 31 : 30)
    guard day >= 0, day < 10_000_000, let first else { return nil }
    self.init(dayNumber: Int64(first.dayNumber) + Int64(day))
  }
}

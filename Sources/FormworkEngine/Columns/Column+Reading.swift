// Conversion of column values to values of records. The values of a row are stored in a frame, in the same way as a
// reader of text stores values.

extension UnsafePointer where Pointee == Column {
  // These are methods of the pointer, because calling a method of the column itself would copy the column.

  /// Sets the value of a key to the value of a row.
  ///
  /// - Throws: if a text isn't UTF-8, or the lists of the record are too long.
  func put(
    _ row: Int, _ key: RecordFeed.Key, into feed: inout RecordFeed
  ) throws(MalformedRecord) {
    guard pointee.isThere(row) else { return feed.setNull(key) }
    if let meant = pointee.meantPlace {
      return try meant.put(pointee.index(row) ?? 0, key, into: &feed)
    }
    switch pointee.type {
    case .null: feed.setNull(key)
    case .bool: feed.set(key, bool: pointee.bool(row))
    case .integer:
      switch pointee.integer(row) {
      case .small(let integer): feed.set(key, integer: integer)
      case .large(let integer): feed.set(key, number: String(integer))
      }
    case .float, .decimal: pointee.put(number: row, key, into: &feed)
    case .text, .textView:
      let text = pointee.text(row)
      let isASCII = text.bytes.isASCII
      if !isASCII, ByteScan.firstInvalidUTF8(in: text.bytes) != nil {
        throw MalformedRecord(.badUTF8, 0)
      }
      feed.set(key, text: text.bytes, isPadded: text.isPadded, isASCII: isASCII)
    case .date, .time, .timestamp: pointee.put(moment: row, key, into: &feed)
    case .list, .fixedList:
      guard feed.hasLevel(key, isArray: true) else {
        return feed.set(key, json: try pointee.json(row), isArray: true)
      }
      try putItems(row, key, into: &feed)
    case .record:
      guard feed.hasLevel(key, isArray: false) else {
        return feed.set(key, json: try pointee.json(row), isArray: false)
      }
      try feed.setRecord(key) { inner throws(MalformedRecord) in
        try putFields(row, into: &inner)
      }
    }
  }

  private func putItems(
    _ row: Int, _ key: RecordFeed.Key, into feed: inout RecordFeed
  ) throws(MalformedRecord) {
    guard let items = pointee.children.baseAddress else { return }
    let rows = pointee.items(row)
    try feed.setList(key, count: rows.count) { index, item throws(MalformedRecord) in
      let row = rows.lowerBound + index
      let meant = items.pointee.meantPlace
      let own = meant == nil ? row : items.pointee.index(row) ?? 0
      let column = meant ?? items
      if item.isRecord, column.pointee.type == .record, items.pointee.isThere(row),
        column.pointee.isThere(own)
      {
        try item.setFields { feed throws(MalformedRecord) in
          try column.putFields(own, into: &feed)
        }
      } else {
        try items.put(row, item.key, into: &item.feed)
      }
    }
  }

  private func putFields(_ row: Int, into feed: inout RecordFeed) throws(MalformedRecord) {
    let fields = pointee.children
    for number in fields.indices {
      guard let field = fields.baseAddress.map({ $0 + number }),
        let key = try feed.key(field.pointee.name)
      else { continue }
      try field.put(pointee.inner(row), key, into: &feed)
    }
  }
}

// MARK: - Numbers

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// The shortest decimal number that converts back to this finite number, in JSON notation.
  package var shortestDigits: String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }
}

extension Column {
  /// Sets the value of a key to a float or a decimal. Avoids a `String` if the number is short.
  fileprivate func put(number row: Int, _ key: RecordFeed.Key, into feed: inout RecordFeed) {
    switch type {
    case .decimal(let size, let scale):
      if let short = shortDecimal(row, size: size, scale: scale),
        let digits = coefficient(row, size: size).flatMap({ Int64(exactly: $0) })
      {
        return feed.set(key, number: digits, places: scale, short)
      }
    case .float(let size):
      if let short = shortDecimal(row, size: size), short.digits != 0 {
        return feed.set(key, number: short.digits, places: Int(short.scale), short)
      }
    default: break
    }
    if let digits = digits(row) {
      feed.set(key, number: digits)
    } else {
      feed.setNothingKnown(key)
    }
  }

  /// Returns the digits of a number in JSON notation, or nil for NaN, an infinity or a number that is too long.
  ///
  /// The digits of a float are the shortest that denote the same float.
  func digits(_ row: Int) -> String? {
    switch type {
    case .float(let size):
      let number = double(row, size: size)
      guard number.isFinite else { return nil }
      return Column.digits(number, size: size)
    case .decimal(let size, let scale):
      if let short = coefficient(row, size: size) {
        return Column.digits(String(short.magnitude), scale: scale, isNegative: short < 0)
      }
      return longCoefficient(row).map { digits, isNegative in
        Column.digits(digits, scale: scale, isNegative: isNegative)
      }
    default: return nil
    }
  }

  private static func digits(_ number: Double, size: Int) -> String {
    if size == 8 { return number.shortestDigits }
    #if !(os(macOS) && arch(x86_64))
      if size == 2 { return Float16(number).shortestDigits }
    #endif
    return Float(number).shortestDigits
  }

  /// Returns the magnitude of a 256-bit value that doesn't fit 128 bits, or nil if it has more than 76 digits.
  private func longCoefficient(_ row: Int) -> (digits: String, isNegative: Bool)? {
    let start = values.unsafelyUnwrapped + (offset &+ row) &* 32
    func half(at offset: Int) -> UInt128 {
      UInt128(start.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)) << 64
        | UInt128(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    var magnitude = WideInteger(high: half(at: 16), low: half(at: 0))
    let isNegative = magnitude.high >> 127 != 0
    if isNegative {
      // Negates the two's complement.
      let (low, carry) = (~magnitude.low).addingReportingOverflow(1)
      magnitude = WideInteger(high: ~magnitude.high &+ (carry ? 1 : 0), low: low)
    }
    let (first, last) = magnitude.divided(by: PowerOfTen.limit)
    guard first.high == 0, first.low < PowerOfTen.limit else { return nil }
    let end = String(last)
    let zeros = String(repeating: "0", count: ExactDecimal.maximumDigits - end.utf8.count)
    return (String(first.low) + zeros + end, isNegative)
  }

  private static func digits(_ magnitude: String, scale: Int, isNegative: Bool) -> String {
    var digits = magnitude
    if scale < 0, magnitude != "0" { digits += String(repeating: "0", count: -scale) }
    if scale > 0 {
      let missing = scale + 1 - digits.utf8.count
      if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
      let whole = digits.utf8.count - scale
      digits = "\(digits.prefix(whole)).\(digits.suffix(scale))"
    }
    return isNegative ? "-" + digits : digits
  }
}

// MARK: - Days and moments

extension Column {
  /// A value of a column of days, times or timestamps.
  private enum Moment {
    case date(CalendarDate)
    case time(CalendarTime)
    case local(CalendarDateTime)
    case instant(CalendarInstant, local: CalendarDateTime?)
  }

  /// Returns the moment of a row, or nil if the moment is outside of the calendar.
  private func moment(_ row: Int) -> Moment? {
    switch type {
    case .date(let size):
      let count = word(row, size: size)
      let day =
        size == 4 ? count : count.flooredQuotientAndRemainder(dividingBy: 86_400_000).quotient
      return CalendarDate(dayNumber: day).map { .date($0) }
    case .time(let size, let unit):
      let parts = unit.split(word(row, size: size))
      guard (0..<86_400).contains(parts.seconds) else { return nil }
      return CalendarTime(nanosecondOfDay: parts.seconds * 1_000_000_000 + parts.nanoseconds)
        .map { .time($0) }
    case .timestamp(let unit, let zone):
      let parts = unit.split(word(row, size: 8))
      let utc = CalendarDateTime(seconds: parts.seconds, nanoseconds: parts.nanoseconds)
      guard let utc else { return nil }
      switch zone {
      case .none: return .local(utc)
      case .named: return .instant(CalendarInstant(utc: utc), local: nil)
      case .offset(let offset):
        let local = CalendarDateTime(
          seconds: parts.seconds + offset, nanoseconds: parts.nanoseconds)
        return .instant(CalendarInstant(utc: utc), local: local)
      }
    default: return nil
    }
  }

  fileprivate func put(moment row: Int, _ key: RecordFeed.Key, into feed: inout RecordFeed) {
    switch moment(row) {
    case .date(let date): feed.set(key, date: date)
    case .time(let time): feed.set(key, moment: Value(time))
    case .local(let local): feed.set(key, local: local)
    case .instant(let instant, let local?): feed.set(key, instant: instant, local: local)
    case .instant(let instant, nil): feed.set(key, moment: Value(instant))
    case nil: feed.setNothingKnown(key)
    }
  }

  /// Returns the value of a row as the text of its moment.
  private func momentText(_ row: Int) -> String? {
    switch moment(row) {
    case .date(let date): date.description
    case .time(let time): time.description
    case .local(let local): local.description
    case .instant(let instant, _): instant.description
    case nil: nil
    }
  }
}

// MARK: - Structures without a level

extension Column {
  /// Returns the value of a row as JSON.
  fileprivate func json(_ row: Int) throws(MalformedRecord) -> [UInt8] {
    var out: [UInt8] = []
    try write(row, to: &out)
    return out
  }

  private func write(_ row: Int, to out: inout [UInt8]) throws(MalformedRecord) {
    guard isThere(row) else { return out.append(contentsOf: "null".utf8) }
    if let meant { return try meant.write(index(row) ?? 0, to: &out) }
    switch type {
    case .null: out.append(contentsOf: "null".utf8)
    case .bool: out.append(contentsOf: (bool(row) ? "true" : "false").utf8)
    case .integer:
      switch integer(row) {
      case .small(let integer): out.append(contentsOf: String(integer).utf8)
      case .large(let integer): out.append(contentsOf: String(integer).utf8)
      }
    // NaN and infinities are null, because JSON doesn't have them.
    case .float, .decimal: out.append(contentsOf: (digits(row) ?? "null").utf8)
    case .text, .textView:
      let text = text(row).bytes
      if !text.isASCII, ByteScan.firstInvalidUTF8(in: text) != nil {
        throw MalformedRecord(.badUTF8, 0)
      }
      Column.write(text, to: &out)
    case .date, .time, .timestamp:
      guard let text = momentText(row) else { return out.append(contentsOf: "null".utf8) }
      out.append(UInt8(ascii: "\""))
      out.append(contentsOf: text.utf8)
      out.append(UInt8(ascii: "\""))
    case .list, .fixedList:
      out.append(UInt8(ascii: "["))
      for (number, item) in items(row).enumerated() {
        if number > 0 { out.append(UInt8(ascii: ",")) }
        try children[0].write(item, to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .record:
      out.append(UInt8(ascii: "{"))
      for (number, child) in children.enumerated() {
        if number > 0 { out.append(UInt8(ascii: ",")) }
        Column.write(child.name, to: &out)
        out.append(UInt8(ascii: ":"))
        try child.write(inner(row), to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: TextBytes, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        out.append(UInt8(ascii: "\\"))
        out.append(byte)
      case 0..<0x20:
        out.append(contentsOf: "\\u00".utf8)
        let digits = Array("0123456789abcdef".utf8)
        out.append(digits[Int(byte >> 4)])
        out.append(digits[Int(byte & 15)])
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}

// The only value type of the engine: 24 trivial bytes that hold a reader's input, the content of a field or the
// result of an expression. Texts are pointers into memory that is valid as long as the record: its bytes, the
// record's scratch arena or the program's constants.

internal import FormworkSyntax

/// A raw input, a typed value, or the absence of a value.
package struct Value: Sendable, BitwiseCopyable {
  /// The kind of a value. A zeroed value is `blank`.
  package enum Kind: UInt8, Sendable {
    /// No value. Also the value of every field in a block that isn't in force.
    case blank
    /// A field that failed `required`, `type` or `choice`, or whose block is undecided.
    case unusable
    /// The result of a calculation with a blank operand.
    case unknown
    case text, number, bool, date, time, dateTime, instant, duration
    /// Items in consecutive frames of a level.
    case list
    /// A frame of a level.
    case record
    /// Unparsed JSON: the value of a field of type `any`, or a value with a shape that no field expects.
    case json
    /// A JSON number that hasn't been parsed yet.
    case jsonNumber
    /// JSON `null`.
    case null
    /// The value of a calculation that has no result although no operand is blank: more than 38 digits, or a division
    /// by zero.
    case uncalculable
  }

  /// The reason why a field is unusable, in `flags`.
  package enum Failure: UInt8, Sendable {
    case required = 1
    case type
    case choice
    /// The `when` around the field depends on an unusable field.
    case undecided
    /// A calculation without a result decides whether the field is required, or which branch is in force.
    case calculation
    /// A value of another record, or of other data, is unusable.
    case elsewhere
  }

  /// Kind, flags, scale and `extra`, from the lowest byte up. As a single word they are stored and passed at once.
  /// `ProductWriter` reads this layout, too.
  package var header: UInt64
  package var low: UInt64
  package var high: UInt64

  // The following properties are inlinable, because writers of results read them for each value.

  @inlinable package var kind: Kind {
    @inline(__always) get {
      // Only raw values of `Kind` are ever stored in this byte.
      unsafeBitCast(UInt8(truncatingIfNeeded: header), to: Kind.self)
    }
  }

  /// For `unusable`, a `Failure`. For `bool`, 0 or 1. For `json`, 1 if it is an array, 2 if it is an object, or else 0.
  @inlinable package var flags: UInt8 {
    @inline(__always) get { UInt8(truncatingIfNeeded: header &>> 8) }
    set { header = header & ~0xFF00 | UInt64(newValue) &<< 8 }
  }

  /// The number of decimal places of a number.
  @inlinable var scale: UInt8 {
    @inline(__always) get { UInt8(truncatingIfNeeded: header &>> 16) }
    set { header = header & ~0xFF_0000 | UInt64(newValue) &<< 16 }
  }

  /// For raw inputs, the offset of the value from the beginning of the record. For durations, the nanoseconds.
  package var extra: UInt32 {
    @inline(__always) get { UInt32(truncatingIfNeeded: header &>> 32) }
  }

  /// Bits in the `flags` of a text: the text isn't ASCII; the text is compared case-insensitively.
  static let isBeyondASCII: UInt8 = 1
  static let ignoresCase: UInt8 = 2
  /// The bit for numbers, dates, times and truth values in standard notation, from a workbook, a column or a program.
  /// The field's formats don't apply to them.
  static let isPlainValue: UInt8 = 8
  /// The bit for numbers that are written with `%` in the form.
  static let isPercent: UInt8 = 16
  /// The bit for texts that can be written to JSON unchanged.
  @usableFromInline static let isPlainJSON: UInt8 = 4

  @inline(__always)
  init(_ kind: Kind, flags: UInt8 = 0, extra: UInt32 = 0, low: UInt64 = 0, high: UInt64 = 0) {
    header = UInt64(kind.rawValue) | UInt64(flags) &<< 8 | UInt64(extra) &<< 32
    self.low = low
    self.high = high
  }

  package static var blank: Value { Value(.blank) }
  static var unknown: Value { Value(.unknown) }
  static var uncalculable: Value { Value(.uncalculable) }

  static func unusable(_ failure: Failure) -> Value {
    Value(.unusable, flags: failure.rawValue)
  }

  /// Returns the value that represents an unusable value of another record. `failure` is the reason in that record.
  static func unusable(elsewhere failure: Failure, at address: RecordAddress) -> Value {
    var value = Value.unusable(.elsewhere)
    value.scale = failure.rawValue
    value.low = UInt64(address.file) << 32 | UInt64(address.record)
    value.high = UInt64(address.line)
    return value
  }

  /// The record in which the value is unusable, or `none`.
  var addressElsewhere: RecordAddress {
    guard failure == .elsewhere else { return .none }
    var address = RecordAddress.none
    address.file = UInt32(truncatingIfNeeded: low >> 32)
    address.record = UInt32(truncatingIfNeeded: low)
    address.line = UInt32(truncatingIfNeeded: high)
    return address
  }

  /// The reason why the value is unusable in the record at `addressElsewhere`.
  var failureElsewhere: Failure? { failure == .elsewhere ? Failure(rawValue: scale) : nil }

  package var failure: Failure? { kind == .unusable ? Failure(rawValue: flags) : nil }

  /// The value, but blank if it is unknown, for rule words that treat a calculation with a blank operand as blank.
  var unknownAsBlank: Value { kind == .unknown ? .blank : self }

  /// Whether this is a value: not blank, null, unusable, unknown or uncalculable.
  @inlinable package var isUsable: Bool {
    @inline(__always) get {
      switch kind {
      case .blank, .unusable, .unknown, .null, .uncalculable: false
      default: true
      }
    }
  }
}

/// A set of kinds of values.
struct ValueKinds: BitwiseCopyable {
  let bits: Int32

  init(_ bits: Int32) { self.bits = bits }

  init(_ kinds: [Value.Kind]) { bits = kinds.reduce(0) { $0 | 1 << Int32($1.rawValue) } }

  @inline(__always)
  func contains(_ value: Value) -> Bool { bits & 1 << Int32(value.kind.rawValue) != 0 }
}

// MARK: - Bytes

extension Value {
  /// Writes or reads the value, except for the bytes of a text or of JSON.
  mutating func code(_ coder: inout ByteCoder) {
    coder.code(&header)
    if Kind(rawValue: UInt8(truncatingIfNeeded: header)) == nil {
      coder.fail()
      header = 0
    }
    if refersToBytes {
      if coder.isReading { (low, high) = (0, 0) }
    } else {
      coder.code(&low)
      coder.code(&high)
    }
  }

  /// Whether the value is a pointer to bytes.
  var refersToBytes: Bool { kind == .text || kind == .json || kind == .jsonNumber }
}

// MARK: - Texts

extension Value {
  init(text bytes: TextBytes, kind: Kind = .text, flags: UInt8 = 0, extra: UInt32 = 0) {
    self.init(
      kind, flags: flags, extra: extra,
      low: UInt64(UInt(bitPattern: bytes.baseAddress)), high: UInt64(bytes.count))
  }

  /// The bytes of a text, of raw JSON or of a raw number.
  @inlinable package var bytes: TextBytes {
    TextBytes(start: UnsafePointer(bitPattern: UInt(low)), count: Int(high))
  }

  /// Whether this is a text that can be written to JSON unchanged.
  @inlinable package var isPlainJSON: Bool { flags & Value.isPlainJSON != 0 }

  /// The value, marked if it is a text that can be written to JSON unchanged.
  var markedPlainJSON: Value {
    guard kind == .text, !bytes.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C })
    else { return self }
    var value = self
    value.flags |= Value.isPlainJSON
    return value
  }

  var isEmptyText: Bool { kind == .text && high == 0 }
}

// MARK: - Numbers and truth

extension Value {
  package init(_ number: ExactDecimal) {
    let bits = UInt128(bitPattern: number.coefficient)
    self.init(
      .number, low: UInt64(truncatingIfNeeded: bits), high: UInt64(truncatingIfNeeded: bits >> 64))
    scale = number.scale
  }

  package init(integer: Int64) {
    self.init(
      .number, low: UInt64(bitPattern: integer), high: integer < 0 ? UInt64.max : 0)
  }

  /// Creates a number, which must be in lowest terms.
  init(coefficient: Int64, scale: UInt8) {
    self.init(integer: coefficient)
    self.scale = scale
  }

  /// The negated number. If the number is marked as written with `%`, so is the result.
  var negatedNumber: Value {
    let value = Value(number.negated())
    return isPercent ? value.asPercent : value
  }

  /// The number, marked as written with `%`.
  var asPercent: Value {
    var value = self
    value.flags |= Value.isPercent
    return value
  }

  /// The same number without the mark for `%`.
  var withoutPercent: Value { isPercent ? Value(number) : self }

  var isPercent: Bool { kind == .number && flags & Value.isPercent != 0 }

  package init(bool: Bool) { self.init(.bool, flags: bool ? 1 : 0) }

  @inlinable package var bool: Bool { flags == 1 }

  package var number: ExactDecimal {
    let bits = UInt128(high) << 64 | UInt128(low)
    return ExactDecimal(normalized: Int128(bitPattern: bits), scale: Int(scale))
  }

  /// The digits of the number without its decimal mark, if they fit 64 bits.
  var smallCoefficient: Int64? {
    let value = Int64(bitPattern: low)
    return high == (value < 0 ? UInt64.max : 0) ? value : nil
  }

  /// The number, if it is whole and fits 64 bits.
  @inlinable package var smallInteger: Int64? {
    guard scale == 0 else { return nil }
    let value = Int64(bitPattern: low)
    return high == (value < 0 ? UInt64.max : 0) ? value : nil
  }
}

// MARK: - Dates and times

extension Value {
  package init(_ date: CalendarDate) {
    self.init(.date, high: UInt64(bitPattern: Int64(date.dayNumber)))
  }

  package init(_ time: CalendarTime) {
    self.init(.time, low: UInt64(bitPattern: time.nanosecondOfDay))
  }

  package init(_ dateTime: CalendarDateTime, kind: Kind = .dateTime) {
    self.init(
      kind, low: UInt64(bitPattern: dateTime.time.nanosecondOfDay),
      high: UInt64(bitPattern: Int64(dateTime.date.dayNumber)))
  }

  /// Creates a value of `type`, a type of dates or times, from a date and time in UTC. Drops the part that the type
  /// doesn't have.
  package init(_ utc: CalendarDateTime, of type: FieldKind) {
    switch type {
    case .date: self.init(utc.date)
    case .time: self.init(utc.time)
    case .instant: self.init(utc, kind: .instant)
    default: self.init(utc)
    }
  }

  package init(_ instant: CalendarInstant) { self.init(instant.utc, kind: .instant) }

  init(_ duration: CalendarDuration) {
    self.init(
      .duration, extra: UInt32(bitPattern: duration.nanoseconds),
      low: UInt64(bitPattern: duration.months), high: UInt64(bitPattern: duration.seconds))
  }

  /// The day of a date, a date and time, or an instant.
  package var date: CalendarDate {
    CalendarDate(dayNumber: Int64(bitPattern: high)) ?? .first
  }

  package var time: CalendarTime {
    CalendarTime(nanosecondOfDay: Int64(bitPattern: low)) ?? .midnight
  }

  package var dateTime: CalendarDateTime { CalendarDateTime(date: date, time: time) }

  package var instant: CalendarInstant { CalendarInstant(utc: dateTime) }

  package var duration: CalendarDuration {
    CalendarDuration(
      months: Int64(bitPattern: low), seconds: Int64(bitPattern: high),
      nanoseconds: Int32(bitPattern: extra))
  }
}

// MARK: - Lists and records

extension Value {
  static func list(level: Int, first: Int, count: Int, offset: UInt32) -> Value {
    var value = Value(.list, extra: offset)
    value.low = UInt64(level) << 32 | UInt64(UInt32(truncatingIfNeeded: first))
    value.high = UInt64(count)
    return value
  }

  static func record(level: Int, frame: Int, offset: UInt32) -> Value {
    var value = Value(.record, extra: offset)
    value.low = UInt64(level) << 32 | UInt64(UInt32(truncatingIfNeeded: frame))
    value.high = 1
    return value
  }

  /// The level of a list's items or of a record.
  package var level: Int { Int(low >> 32) }

  /// The frame of a record, or of a list's first item.
  package var firstFrame: Int { Int(low & 0xFFFF_FFFF) }

  /// The number of items in a list.
  package var itemCount: Int { Int(high) }
}

/// The truth of a condition. If it is unknown for several reasons, the reason with the highest raw value counts.
package enum Truth: UInt8, Sendable {
  case no, yes
  /// Unknown because a calculation has no result although no operand is blank.
  case uncalculable
  /// Unknown because something is blank.
  case unknown
  /// Unknown because a field of another record, or of other data, is unusable.
  case elsewhere
  /// Unknown because a field is unusable.
  case skipped

  init(_ known: Bool) { self = known ? .yes : .no }

  var negated: Truth {
    switch self {
    case .no: .yes
    case .yes: .no
    default: self
    }
  }

  /// Combines two truths, at least one of which is unknown and neither of which decides the result.
  static func unknown(_ first: Truth, _ second: Truth) -> Truth {
    first.rawValue > second.rawValue ? first : second
  }

  /// Whether a rule is broken if its condition has this truth.
  var isBroken: Bool { self == .no || self == .uncalculable }
}

// The types of columns, from the format strings of the Arrow C data interface.

/// The type of a column's values.
enum ColumnType: Sendable, Equatable {
  enum Integer: Sendable { case int8, uint8, int16, uint16, int32, uint32, int64, uint64 }

  enum Unit: Int64, Sendable {
    case seconds = 1
    case milliseconds = 1_000
    case microseconds = 1_000_000
    case nanoseconds = 1_000_000_000
  }

  /// The time zone of a column's moments.
  enum Zone: Sendable, Equatable {
    /// No time zone: the moments are dates with times of day.
    case none
    /// A number of seconds east of UTC.
    case offset(Int64)
    /// A named time zone. Its offsets would need a database.
    case named
  }

  case null, bool
  case integer(Integer)
  /// Size 2, 4 or 8 bytes.
  case float(size: Int)
  /// Size 4, 8, 16 or 32 bytes.
  case decimal(size: Int, scale: Int)
  /// Offsets of 4 or 8 bytes.
  case text(offsetSize: Int)
  case textView
  /// Days in 4 bytes, or milliseconds in 8.
  case date(size: Int)
  /// Size 4 or 8 bytes.
  case time(size: Int, Unit)
  case timestamp(Unit, Zone)
  case list(offsetSize: Int)
  case fixedList(Int)
  case record

  /// Fails if no field can have values of this type.
  init?(format: String) {
    switch format {
    case "n": self = .null
    case "b": self = .bool
    case "c": self = .integer(.int8)
    case "C": self = .integer(.uint8)
    case "s": self = .integer(.int16)
    case "S": self = .integer(.uint16)
    case "i": self = .integer(.int32)
    case "I": self = .integer(.uint32)
    case "l": self = .integer(.int64)
    case "L": self = .integer(.uint64)
    case "e": self = .float(size: 2)
    case "f": self = .float(size: 4)
    case "g": self = .float(size: 8)
    case "u": self = .text(offsetSize: 4)
    case "U": self = .text(offsetSize: 8)
    case "vu": self = .textView
    case "tdD": self = .date(size: 4)
    case "tdm": self = .date(size: 8)
    case "tts": self = .time(size: 4, .seconds)
    case "ttm": self = .time(size: 4, .milliseconds)
    case "ttu": self = .time(size: 8, .microseconds)
    case "ttn": self = .time(size: 8, .nanoseconds)
    case "+l": self = .list(offsetSize: 4)
    case "+L": self = .list(offsetSize: 8)
    case "+s": self = .record
    default: self.init(parameters: format)
    }
  }

  /// Parses the types with parameters.
  private init?(parameters format: String) {
    let head = String(format.prefix(2))
    if head == "d:" {
      let numbers = format.dropFirst(2).split(separator: ",").compactMap { Int($0) }
      guard (2...3).contains(numbers.count), (-76...76).contains(numbers[1]) else { return nil }
      let bits = numbers.count == 3 ? numbers[2] : 128
      guard [32, 64, 128, 256].contains(bits) else { return nil }
      self = .decimal(size: bits / 8, scale: numbers[1])
    } else if format.hasPrefix("+w:") {
      guard let count = Int(format.dropFirst(3)), count >= 0 else { return nil }
      self = .fixedList(count)
    } else if head == "ts", format.utf8.count >= 4 {
      let rest = format.dropFirst(2)
      guard let unit = rest.first.flatMap({ Unit($0) }), rest.dropFirst().first == ":" else {
        return nil
      }
      self = .timestamp(unit, Zone(String(rest.dropFirst(2))))
    } else {
      return nil
    }
  }

  var isStructure: Bool {
    switch self {
    case .list, .fixedList, .record: true
    default: false
    }
  }
}

extension ColumnType.Unit {
  fileprivate init?(_ letter: Character) {
    switch letter {
    case "s": self = .seconds
    case "m": self = .milliseconds
    case "u": self = .microseconds
    case "n": self = .nanoseconds
    default: return nil
    }
  }

  /// Returns whole seconds, and the remaining nanoseconds.
  func split(_ count: Int64) -> (seconds: Int64, nanoseconds: Int64) {
    let (seconds, rest) = count.flooredQuotientAndRemainder(dividingBy: rawValue)
    return (seconds, rest * (1_000_000_000 / rawValue))
  }
}

extension ColumnType.Zone {
  /// Parses a zone of the interface: empty, `UTC`, an offset such as `+01:30`, or a name.
  fileprivate init(_ name: String) {
    if name.isEmpty {
      self = .none
      return
    }
    if ["UTC", "Etc/UTC", "GMT", "Z"].contains(name) {
      self = .offset(0)
      return
    }
    let parts = name.dropFirst().split(separator: ":")
    guard name.hasPrefix("+") || name.hasPrefix("-"), parts.count == 2,
      let hours = Int64(parts[0]), let minutes = Int64(parts[1]), (0...23).contains(hours),
      (0...59).contains(minutes)
    else {
      self = .named
      return
    }
    self = .offset((name.hasPrefix("-") ? -1 : 1) * (hours * 3_600 + minutes * 60))
  }
}

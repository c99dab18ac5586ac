// Values as texts in their canonical form: decimals with their exact digits, dates in ISO 8601.

extension Value {
  /// Appends the value. Appends nothing if there is no value; lists and records have no text.
  package func write(to out: inout [UInt8]) {
    switch kind {
    case .text, .json, .jsonNumber: out.append(contentsOf: bytes)
    case .number:
      if let integer = smallInteger {
        out.append(contentsOf: String(integer).utf8)
      } else {
        number.write(to: &out)
      }
    case .bool: out.append(contentsOf: (bool ? "true" : "false").utf8)
    case .date: writeDate(to: &out)
    case .time: time.write(to: &out)
    case .dateTime: dateTime.write(to: &out)
    case .instant: instant.write(to: &out)
    case .null: out.append(contentsOf: "null".utf8)
    case .duration: ValueText.write(duration, to: &out)
    case .blank, .unusable, .unknown, .uncalculable, .list, .record: break
    }
  }

  /// The value as a text.
  package var text: String {
    switch kind {
    case .text, .json, .jsonNumber: return String(decoding: bytes, as: UTF8.self)
    default: break
    }
    var out: [UInt8] = []
    write(to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// The maximum number of characters of a value in a message.
  package static let shownCharacters = 1_000
  /// The maximum number of bytes of a value in a message. Only values whose characters have very many bytes exceed it.
  private static let shownBytes = 32 * shownCharacters

  /// Whether this is a text with more characters than messages show. Such a text is left out of a problem's params.
  package var isLongText: Bool {
    guard kind == .text, bytes.count > Value.shownCharacters else { return false }
    return bytes.count > Value.shownBytes || !bytes.hasCharacterCount(in: 0, Value.shownCharacters)
  }

  /// The value as messages show it. A long value is truncated, because it may appear in the message of every problem
  /// of its record.
  package var shortText: String {
    let limit = Value.shownCharacters
    switch kind {
    case .text, .json, .jsonNumber: if bytes.count <= limit { return text }
    default: return text
    }
    // A text whose characters have very many bytes is truncated before 1,000 characters. Such texts are rare.
    var end = min(bytes.count, Value.shownBytes)
    while end < bytes.count, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let beginning = bytes.part(0, end).makeString()
    let shown = beginning.prefix(limit)
    return end == bytes.count && shown.endIndex == beginning.endIndex ? beginning : shown + "…"
  }
}

enum ValueText {
  /// Writes a duration in its largest units, such as `2 days 3 hours`.
  static func write(_ duration: CalendarDuration, to out: inout [UInt8]) {
    if duration.months < 0 || duration.seconds < 0 {
      out.append(UInt8(ascii: "-"))
      return write(duration.negated(), to: &out)
    }
    var parts: [String] = []
    func add(_ count: Int64, _ unit: String) {
      if count != 0 { parts.append("\(count) \(unit)\(count == 1 ? "" : "s")") }
    }
    add(duration.months / 12, "year")
    add(duration.months % 12, "month")
    add(duration.seconds / 86_400, "day")
    add(duration.seconds % 86_400 / 3_600, "hour")
    add(duration.seconds % 3_600 / 60, "minute")
    add(duration.seconds % 60, "second")
    add(Int64(duration.nanoseconds), "nanosecond")
    let text = parts.isEmpty ? "0 days" : parts.joined(separator: " ")
    out.append(contentsOf: text.utf8)
  }
}

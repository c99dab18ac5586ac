// Finds the list of the records in JSON for a form with `records at prices.items`. The bytes may come in parts. The
// structure around the list is checked, but not stored.

internal import FormworkSyntax

/// The scan of a file up to the list, and after it.
struct ListScan {
  enum Outcome {
    /// The part ended before the list.
    case more
    /// The bracket of the list is at the index.
    case list
    case wrong(MalformedRecord.Reason)
  }

  private enum Place {
    case value, itemOrEnd, keyOrEnd, key, colon, commaOrEnd, end
    case string(isKey: Bool)
    /// After a backslash. `digits` is the number of hexadecimal digits that may still follow.
    case escape(isKey: Bool, digits: Int)
    case scalar
  }

  private let path: [[UInt8]]
  private var place = Place.value
  /// Whether each open structure is an object.
  private var open: [Bool] = []
  /// The number of keys of `path` down to the innermost open object on the path.
  private var matched = 0
  /// Whether the next value is on the path.
  private var isOnPath = false
  /// The current key or scalar, as far as it is needed.
  private var text: [UInt8] = []
  private(set) var hasFound = false

  init(path: [String]) { self.path = path.map { Array($0.utf8) } }

  /// Whether the scan has reached the end of the file.
  var isComplete: Bool { if case .end = place { true } else { false } }

  private static let depthLimit = 256
  /// The maximum length of a key or scalar that is checked as a whole.
  private static let textLimit = 4_096

  /// Continues at `index`, and moves it past the scanned bytes, or to the error.
  mutating func advance(_ bytes: TextBytes, _ index: inout Int) -> Outcome {
    while index < bytes.count {
      let byte = bytes[index]
      switch place {
      case .string(let isKey):
        if let reason = passString(byte, isKey: isKey) { return .wrong(reason) }
      case .escape(let isKey, let digits):
        guard passEscape(byte, isKey: isKey, digits) else { return .wrong(.badEscape) }
      case .scalar where !ListScan.endsScalar(byte):
        if text.count < ListScan.textLimit { text.append(byte) }
      case .scalar:
        guard isScalar else { return .wrong(.badLiteral) }
        endValue()
        continue
      default:
        if ElementScan.isSpace(byte) { break }
        if case .value = place, isOnPath || open.isEmpty, !beginsOnPath(byte) {
          return hasFound ? .wrong(.textAfterRecord) : isAtList(byte) ? .list : .wrong(.noList)
        }
        if let reason = pass(byte) { return .wrong(reason) }
      }
      index += 1
    }
    return .more
  }

  /// Continues after the list.
  mutating func endList() {
    hasFound = true
    isOnPath = false
    place = .commaOrEnd
  }

  /// Whether a value on the path is an object that continues the path.
  private func beginsOnPath(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") && (open.isEmpty || matched + 1 < path.count)
  }

  private func isAtList(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") && !open.isEmpty && matched + 1 == path.count
  }
}

extension ListScan {
  private mutating func pass(_ byte: UInt8) -> MalformedRecord.Reason? {
    switch (place, byte) {
    case (.end, _): return hasFound ? .textAfterRecord : .noList
    case (.itemOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")): close()
    case (.keyOrEnd, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
      text = []
      place = .string(isKey: true)
    case (.keyOrEnd, _), (.key, _): return .unexpected(wanted: .key)
    case (.colon, UInt8(ascii: ":")): place = .value
    case (.colon, _): return .unexpected(wanted: .colon)
    case (.commaOrEnd, _): return passComma(byte)
    default: return beginValue(byte)
    }
    return nil
  }

  private mutating func passComma(_ byte: UInt8) -> MalformedRecord.Reason? {
    guard let isObject = open.last else { return .textAfterRecord }
    if byte == UInt8(ascii: ",") {
      place = isObject ? .key : .value
    } else if byte == UInt8(ascii: isObject ? "}" : "]") {
      close()
    } else {
      return .unexpected(wanted: .commaOrEnd)
    }
    return nil
  }

  private mutating func beginValue(_ byte: UInt8) -> MalformedRecord.Reason? {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if open.count == ListScan.depthLimit { return .tooDeep(limit: ListScan.depthLimit) }
      let isObject = byte == UInt8(ascii: "{")
      if isOnPath, isObject { matched += 1 }
      isOnPath = false
      open.append(isObject)
      place = isObject ? .keyOrEnd : .itemOrEnd
    case UInt8(ascii: "\""): place = .string(isKey: false)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      text = [byte]
      place = .scalar
    default: return .unexpected(wanted: .value)
    }
    return nil
  }

  private mutating func close() {
    open.removeLast()
    matched = min(matched, max(0, open.count - 1))
    endValue()
  }

  private mutating func endValue() {
    isOnPath = false
    place = open.isEmpty ? .end : .commaOrEnd
  }

  private mutating func passString(_ byte: UInt8, isKey: Bool) -> MalformedRecord.Reason? {
    switch byte {
    case UInt8(ascii: "\""):
      if isKey { endKey() } else { endValue() }
      return nil
    case ..<0x20: return .controlCharacter(byte)
    case UInt8(ascii: "\\"): place = .escape(isKey: isKey, digits: -1)
    default: break
    }
    if isKey, text.count < ListScan.textLimit { text.append(byte) }
    return nil
  }

  private mutating func passEscape(_ byte: UInt8, isKey: Bool, _ digits: Int) -> Bool {
    if isKey, text.count < ListScan.textLimit { text.append(byte) }
    if digits < 0 {
      guard "\"\\/bfnrtu".utf8.contains(byte) else { return false }
      let more = byte == UInt8(ascii: "u") ? 4 : 0
      place = more > 0 ? .escape(isKey: isKey, digits: more) : .string(isKey: isKey)
      return true
    }
    guard ASCII.isHex(byte) else { return false }
    place = digits > 1 ? .escape(isKey: isKey, digits: digits - 1) : .string(isKey: isKey)
    return true
  }

  private mutating func endKey() {
    place = .colon
    isOnPath =
      open.count == matched + 1 && matched < path.count
      && ListScan.unescaped(text) == path[matched]
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    ElementScan.isSpace(byte) || ",]}".utf8.contains(byte)
  }

  /// Whether the current scalar is a JSON number or word.
  private var isScalar: Bool {
    if text.count == ListScan.textLimit { return true }
    if ["true", "false", "null"].contains(where: { text.elementsEqual($0.utf8) }) { return true }
    return ListScan.isNumber(text)
  }
  private static func isNumber(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    func isDigit(_ byte: UInt8?) -> Bool { byte.map(ASCII.isDigit) ?? false }
    func eat(_ marks: String) -> Bool {
      guard let first = rest.first, marks.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func eatDigits() -> Bool {
      let count = rest.count
      while isDigit(rest.first) { rest.removeFirst() }
      return rest.count < count
    }
    _ = eat("-")
    guard eat("0") || eatDigits() else { return false }
    if eat("."), !eatDigits() { return false }
    if eat("eE") {
      _ = eat("+-")
      guard eatDigits() else { return false }
    }
    return rest.isEmpty
  }

  /// Returns a key without its escapes.
  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    if !text.contains(UInt8(ascii: "\\")) { return text }
    var units: [UInt16] = []
    var rest = String(decoding: text, as: UTF8.self).utf16[...]
    while let unit = rest.popFirst() {
      guard unit == 0x5C, let mark = rest.popFirst() else {
        units.append(unit)
        continue
      }
      if mark == 0x75 {
        let digits = String(rest.prefix(4).compactMap { Unicode.Scalar($0) }.map { Character($0) })
        units.append(UInt16(digits, radix: 16) ?? 0)
        rest = rest.dropFirst(4)
      } else {
        units.append(simpleEscapes[mark] ?? mark)
      }
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static let simpleEscapes: OrderedDictionary<UInt16, UInt16> = [
    0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
  ]
}

// Reads JSON that the engine has found well-formed, for fields of type `any`, which it passes on as
// it came.

internal import FormworkEngine

/// A cursor over well-formed JSON.
struct JSONValueReader {
  private let bytes: TextBytes
  private var index = 0

  /// The value of a JSON text; nil for a number of more digits than a number of the language has.
  static func value(_ text: String) -> FormValue? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = JSONValueReader(bytes: bytes)
      let value = reader.readValue()
      if case .json = value.content { return nil }
      return value
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private mutating func eat(_ byte: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func readValue() -> FormValue {
    skipSpace()
    guard index < bytes.count else { return FormValue(.null) }
    switch bytes[index] {
    case UInt8(ascii: "{"): return readObject()
    case UInt8(ascii: "["): return readArray()
    case UInt8(ascii: "\""): return FormValue(.text(readString()))
    default: return readWord()
    }
  }

  private mutating func readObject() -> FormValue {
    var entries: [Product.Entry] = []
    index += 1
    while index < bytes.count, !eat(UInt8(ascii: "}")) {
      let name = readString()
      _ = eat(UInt8(ascii: ":"))
      entries.append(.init(name: name, value: readValue()))
      _ = eat(UInt8(ascii: ","))
    }
    return FormValue(.record(Product(entries)))
  }

  private mutating func readArray() -> FormValue {
    var items: [FormValue] = []
    index += 1
    while index < bytes.count, !eat(UInt8(ascii: "]")) {
      items.append(readValue())
      _ = eat(UInt8(ascii: ","))
    }
    return FormValue(.list(items))
  }

  /// A number or one of the three literals.
  private mutating func readWord() -> FormValue {
    let start = index
    while index < bytes.count, !isEndOfWord(bytes[index]) { index += 1 }
    if index == start { index += 1 }
    let word = bytes.part(start, min(index, bytes.count))
    switch word.first {
    case UInt8(ascii: "t"): return FormValue(.bool(true))
    case UInt8(ascii: "f"): return FormValue(.bool(false))
    case UInt8(ascii: "n"): return FormValue(.null)
    default: break
    }
    if let integer = ExactDecimal.parseInt64(json: word).integer {
      return FormValue(.integer(integer))
    }
    guard let number = ExactDecimal.parse(json: word).number else {
      return FormValue(.json(word.makeString()))
    }
    return FormValue(.number(number))
  }

  private func isEndOfWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "}")
  }

  private mutating func readString() -> String {
    skipSpace()
    index += 1
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") {
        readEscape(&text)
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readEscape(_ text: inout [UInt8]) {
    let letter = index + 1 < bytes.count ? bytes[index + 1] : 0
    index += 2
    switch letter {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: readScalar().utf8)
    default: text.append(letter)
    }
  }

  /// The character of `\uXXXX`, or of a surrogate pair.
  private mutating func readScalar() -> String {
    let first = readCodeUnit()
    guard UTF16.isLeadSurrogate(first), index + 1 < bytes.count,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return String(decoding: [first], as: UTF16.self) }
    index += 2
    return String(decoding: [first, readCodeUnit()], as: UTF16.self)
  }

  private mutating func readCodeUnit() -> UInt16 {
    let end = min(index + 4, bytes.count)
    defer { index = end }
    return UInt16(bytes.part(index, end).makeString(), radix: 16) ?? 0xFFFD
  }
}

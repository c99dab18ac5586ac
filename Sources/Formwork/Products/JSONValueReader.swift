// Parses JSON that the engine has already checked, for fields of type `any`.

internal import FormworkEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A cursor over well-formed JSON.
struct JSONValueReader {
  private let bytes: TextBytes
  private var index = 0

  /// Returns the value of a JSON text, or nil for a number with more digits than the language supports.
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

  private mutating func eat(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  private mutating func readValue() -> FormValue {
    if eat("{") { return FormValue(.record(Product(readItems("}") { $0.readMember() }))) }
    if eat("[") { return FormValue(.list(readItems("]") { $0.readValue() })) }
    if eat("\"") { return FormValue(.text(readString())) }
    return readWord()
  }

  private mutating func readItems<Item>(
    _ end: Unicode.Scalar, _ read: (inout JSONValueReader) -> Item
  ) -> [Item] {
    var items: [Item] = []
    while index < bytes.count, !eat(end) {
      items.append(read(&self))
      _ = eat(",")
    }
    return items
  }

  private mutating func readMember() -> Product.Entry {
    let name = eat("\"") ? readString() : ""
    _ = eat(":")
    return Product.Entry(name: name, value: readValue())
  }

  /// Reads a string whose opening quote has been read.
  private mutating func readString() -> String {
    let start = index
    var isEscaped = false
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      let isEscape = bytes[index] == UInt8(ascii: "\\")
      isEscaped = isEscaped || isEscape
      index += isEscape ? 2 : 1
    }
    index += 1
    let text = bytes.part(start, index - 1)
    if !isEscaped { return text.makeString() }
    return (try? JSONDecoder().decode(String.self, from: Data("\"\(text.makeString())\"".utf8)))
      ?? ""
  }

  /// Reads a number, `true`, `false` or `null`.
  private mutating func readWord() -> FormValue {
    let rest = bytes.part(index, bytes.count)
    let word = rest.part(0, rest.firstIndex { JSONValueReader.endsWord($0) } ?? rest.count)
    index += max(word.count, 1)
    switch word.first {
    case UInt8(ascii: "t"): return FormValue(.bool(true))
    case UInt8(ascii: "f"): return FormValue(.bool(false))
    case UInt8(ascii: "n"), nil: return FormValue(.null)
    default: break
    }
    if let integer = ExactDecimal.parseInt64(json: word).integer {
      return FormValue(.integer(integer))
    }
    return FormValue(
      ExactDecimal.parse(json: word).number.map { .number($0) } ?? .json(word.makeString()))
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "}")
  }
}

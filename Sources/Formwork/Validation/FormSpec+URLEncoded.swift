// Validation of bodies as browsers send them from a form: `application/x-www-form-urlencoded` (URL Standard,
// section 5.1).

internal import FormworkRuntime

/// The type of a body with one record.
@nonexhaustive
public enum BodyType: Sendable {
  /// `application/x-www-form-urlencoded` (URL Standard, section 5). `_charset_` may name its encoding.
  case urlencoded
}

extension FormSpec {
  /// Validates a body that a browser sends from an HTML form, all of its values texts.
  ///
  /// `+` and `%20` are spaces, and any byte may be written as `%` with two hexadecimal digits. A `%` without them is
  /// itself. For the meaning of names, such as `tags[]`, see `validate(form:options:)`.
  ///
  /// The bytes are UTF-8, unless the body has the name `_charset_`, which browsers fill in with the encoding that they
  /// use (HTML, section 4.10.21.4). Encodings that browsers don't send forms in count as UTF-8. If the form has no such
  /// field, `_charset_` isn't part of the record. A byte that isn't valid in the encoding becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - body: the bytes of the body, such as `Data`.
  ///   - type: the type of the body.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    body: some Sequence<UInt8>, as type: BodyType, options: ValidationOptions = .init()
  ) -> Outcome {
    switch type {
    case .urlencoded:
      var pairs = URLEncodedPairs(Array(body))
      if core.keys[URLEncodedPairs.charset] == nil { pairs.removeCharset() }
      return validate(form: pairs.texts, options: options)
    }
  }

  /// Validates a body that a browser sends from an HTML form, given as a text.
  ///
  /// - Parameters:
  ///   - body: the body, as in the method that takes bytes.
  ///   - type: the type of the body.
  ///   - options: the number of problems, the language, the current date, and so on.
  /// - Returns: the typed product, or the problems.
  public func validate(
    body: String, as type: BodyType, options: ValidationOptions = .init()
  ) -> Outcome {
    validate(body: Array(body.utf8), as: type, options: options)
  }
}

/// The names and values of a body, decoded.
private struct URLEncodedPairs {
  /// The name whose value is the encoding of the body.
  static let charset = "_charset_"

  private(set) var texts: [(String, String)] = []

  init(_ body: [UInt8]) {
    let pairs = body.split(separator: UInt8(ascii: "&")).map { item in
      let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      return (
        name: URLEncodedPairs.bytes(item[..<end]),
        value: URLEncodedPairs.bytes(item[end...].dropFirst())
      )
    }
    let label = pairs.first { $0.name.elementsEqual(URLEncodedPairs.charset.utf8) }
    let decoder = label.flatMap { URLEncodedPairs.decoder($0.value) }
    texts = pairs.map {
      (URLEncodedPairs.text($0.name, decoder), URLEncodedPairs.text($0.value, decoder))
    }
  }

  mutating func removeCharset() { texts.removeAll { $0.0 == URLEncodedPairs.charset } }

  /// Decodes bytes: `+` is a space, and `%` with two hexadecimal digits is a byte.
  private static func bytes(_ escaped: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = escaped
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let high = digit(rest[rest.startIndex]), let low = digit(rest[rest.startIndex + 1])
      {
        bytes.append(high << 4 | low)
        rest.removeFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  /// Returns bytes as a text. If `decoder` is nil, they are UTF-8.
  private static func text(_ bytes: [UInt8], _ decoder: TextDecoder?) -> String {
    guard let decoder, bytes.contains(where: { $0 >= 0x80 }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var (bytes, text) = (bytes, [UInt8](repeating: 0, count: bytes.count * 4 + 16))
    let count = bytes.withUnsafeMutableBytes { from in
      text.withUnsafeMutableBytes { decoder.decode(from, isFinal: true, into: $0).made }
    }
    return String(decoding: text[..<count], as: UTF8.self)
  }

  /// Returns a decoder for the encoding with a label of the Encoding Standard, or nil for UTF-8 and for labels that
  /// aren't known. In all of these encodings, ASCII characters are themselves.
  private static func decoder(_ label: [UInt8]) -> TextDecoder? {
    let label = String(decoding: label, as: UTF8.self).lowercased()
    if let names = names[label] { return names.lazy.compactMap { TextDecoder($0) }.first }
    return label.hasPrefix("windows-125") ? TextDecoder(label) : nil
  }

  /// For each label of an encoding, the names under which converters of Linux or Apple systems have it. As in browsers,
  /// some labels mean an encoding with more characters.
  private static let names: [String: [String]] = [
    "iso-8859-1": ["windows-1252"], "latin1": ["windows-1252"], "us-ascii": ["windows-1252"],
    "iso-8859-2": ["iso-8859-2"], "iso-8859-5": ["iso-8859-5"], "iso-8859-7": ["iso-8859-7"],
    "iso-8859-9": ["windows-1254"], "iso-8859-15": ["iso-8859-15"], "koi8-r": ["koi8-r"],
    "koi8-u": ["koi8-u"], "shift_jis": ["cp932"], "euc-jp": ["euc-jp-ms", "euc-jp"],
    "euc-kr": ["cp949", "uhc"], "gbk": ["gb18030"], "gb2312": ["gb18030"],
    "gb18030": ["gb18030"], "big5": ["big5-hkscs", "cp950"],
  ]
}

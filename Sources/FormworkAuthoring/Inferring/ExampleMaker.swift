// Creates the examples of a form inferred from data. Values that look personal are replaced with invented ones.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes records as examples.
struct ExampleMaker {
  let blankWords: OrderedSet<Int>
  /// The index of the example.
  let number: Int

  /// Returns the members of a record as they are written in an example.
  func members(_ value: SampleValue, _ fields: [FieldGuess]) -> String {
    // Keys are compared as strings, because different bytes can encode the same characters.
    let values = value.membersByName
    var text = ""
    for field in fields {
      // A reference can only refer to the example's own record, so it shows that record's key.
      let shown = fields.first { $0.name == field.reference } ?? field
      guard values[String(decoding: field.key, as: UTF8.self)] != nil,
        let member = values[String(decoding: shown.key, as: UTF8.self)],
        let value = spelled(member, shown, shown.kind)
      else { continue }
      text += "\(Spelling.name(field.name)): \(value) "
    }
    return text
  }

  /// Returns the value of a field, or nil if it is blank.
  private func spelled(
    _ value: SampleValue, _ field: FieldGuess, _ kind: FieldGuess.Kind
  ) -> String? {
    switch (value, kind) {
    case (.hidden(let value), _):
      var hidden = field
      hidden.isPersonal = true
      return spelled(value, hidden, kind)
    case (.record, .record(let fields)): return "< \(members(value, fields))>"
    case (.list(let items), .list(let item)):
      if items.isEmpty { return nil }
      return "(\(items.compactMap { spelled($0, field, item) }.joined(separator: ", ")))"
    case (.truth(let truth), _): return truth ? "true" : "false"
    case (.number(let digits), .single(let type, _)):
      return spelled(number: digits, field, type)
    case (.text(let text), .single(let type, let rule)):
      return spelled(text, field, type, rule)
    case (.record, _), (.list, _): return "\"…\""
    case (.blank, _), (.number, _), (.text, _): return nil
    }
  }

  private func spelled(number digits: [UInt8], _ field: FieldGuess, _ type: String) -> String? {
    let number = digits.withUnsafeBufferPointer { ExactDecimal.parse(json: $0).number }
    guard let number else { return "\"…\"" }
    return field.isMadeUp ? ExampleMaker.madeUp(digits) : number.description
  }

  private func spelled(
    _ raw: [UInt8], _ field: FieldGuess, _ type: String, _ rule: String?
  ) -> String? {
    let text = raw.withUnsafeBufferPointer { Array($0.trimmed) }
    if isBlank(text) { return nil }
    if (type == "int" || type == "number") && ExampleMaker.isPlainNumber(text) {
      return field.isMadeUp ? ExampleMaker.madeUp(text) : String(decoding: text, as: UTF8.self)
    }
    var shown = String(decoding: text, as: UTF8.self)
    if field.isMadeUp {
      shown = madeUp(shown, field, rule)
    } else if rule == nil, type == "string" || type == "any" {
      shown = FormText.shortened(shown)
    }
    let isLiteral = type == "date" || type == "bool" && (shown == "true" || shown == "false")
    return isLiteral ? shown : FormText.spelled(shown)
  }

  /// Whether a value is left out because it is blank.
  func isBlank(_ value: SampleValue) -> Bool {
    switch value {
    case .blank: true
    case .text(let raw): isBlank(raw.withUnsafeBufferPointer { Array($0.trimmed) })
    case .list(let items): items.isEmpty
    case .number, .truth, .record, .hidden: false
    }
  }

  private func isBlank(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer {
      $0.isEmpty || (BlankWord.number($0).map { blankWords.contains($0) } ?? false)
    }
  }

  private static func isPlainNumber(_ text: [UInt8]) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 &- 0x30 < 10 } }
  }
}

// MARK: - Invented values

extension ExampleMaker {
  /// Returns a number with the digits 1, 2, 3 and so on instead of those of `digits`.
  private static func madeUp(_ digits: [UInt8]) -> String {
    var next: UInt8 = 0
    let others = digits.prefix(18).map { byte -> UInt8 in
      guard byte &- 0x30 < 10 else { return byte }
      next = next % 9 + 1
      return 0x30 + next
    }
    let text = others.withUnsafeBufferPointer { ExactDecimal.parse(json: $0).number }
    return text?.description ?? "1"
  }

  /// Returns an invented text of the same kind as `text`.
  private func madeUp(_ text: String, _ field: FieldGuess, _ rule: String?) -> String {
    if let kind = field.textKind, let other = madeUp(kind) { return other }
    return scrambled(text, keepsLetters: rule != nil)
  }

  private func madeUp(_ kind: TextKind) -> String? {
    let day = CalendarDate(year: 1990 - 7 * number, month: 5 + number, day: 17)
    if let format = kind.format, let day, let time = CalendarTime(hour: 8, minute: 30) {
      let moment = CalendarDateTime(date: day, time: time)
      return format.text(of: Value(moment, of: kind.momentType))
    }
    switch kind {
    case .time: return "08:30"
    case .dateTime: return "1990-05-17T08:30"
    case .instant: return "1990-05-17T08:30Z"
    case .email: return "person\(number + 1)@example.com"
    case .url: return "https://example.com/\(number + 1)"
    case .ipv4: return "192.0.2.\(number + 1)"
    case .ipv6: return "2001:db8::\(number + 1)"
    case .iban: return "DE89370400440532013000"
    case .spacedIBAN: return "DE89 3704 0044 0532 0130 00"
    case .creditCard: return "4111111111111111"
    case .isbn: return "9783161484100"
    case .phone: return "+1202555010\(number)"
    case .spacedPhone: return "+1 202-555-010\(number)"
    case .uuid: return "00000000-0000-4000-8000-00000000000\(number + 1)"
    default: return nil
    }
  }

  /// Returns a text with other letters and digits in the same places.
  ///
  /// - Parameter keepsLetters: whether to keep letters, which may belong to a shape that all texts share.
  private func scrambled(_ text: String, keepsLetters: Bool) -> String {
    let (consonants, vowels) = (Array("lmnrst"), Array("aeio"))
    var (place, inWord) = (number, 0)
    var out = ""
    for scalar in FormText.shortened(text).unicodeScalars {
      place += 1
      let properties = scalar.properties
      if scalar.value &- 0x30 < 10 {
        inWord = 0
        out += String((place * 3 + number) % 10)
      } else if properties.isAlphabetic, !keepsLetters {
        inWord += 1
        out += ExampleMaker.letter(
          like: scalar, inWord % 2 == 1 ? consonants[place % 6] : vowels[place % 4])
      } else {
        inWord = 0
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  private static func letter(like scalar: Unicode.Scalar, _ letter: Character) -> String {
    switch scalar.value {
    case 0x3040...0x309F: "あ"
    case 0x30A0...0x30FF: "ア"
    case 0x1100...0x11FF, 0xAC00...0xD7AF: "가"
    case 0x3400...0x9FFF, 0x20000...0x3FFFF: "例"
    default: scalar.properties.isUppercase ? letter.uppercased() : String(letter)
    }
  }
}

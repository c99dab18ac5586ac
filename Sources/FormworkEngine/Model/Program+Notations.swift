// The notations of fields, for exports: patterns for the texts that a field takes, and formats of workbook cells.

package import FormworkSyntax

extension Program {
  /// Returns a pattern for the texts that a field of single values takes, without white space around them. Nil for
  /// choices, structures and fields that take every text.
  ///
  /// The pattern ignores limits of size and the lengths of months, so it may match more texts than the field takes.
  package func notation(ofField number: Int32) -> String? {
    switch fields[Int(number)].type {
    case .plain(let kind): kind.notation
    case .formatted(let format): formats[Int(format)].notation
    case .choice, .record, .list, .either: nil
    }
  }

  /// Returns the two texts of a bool with words of its own, or nil for any other field.
  package func boolWords(ofField number: Int32) -> (yes: String, no: String)? {
    guard case .formatted(let format) = fields[Int(number)].type,
      case .bool(let yes, let no) = formats[Int(format)]
    else { return nil }
    return (yes, no)
  }

  /// Returns the format of workbook cells that shows values in the field's own format, or nil if the cells contain
  /// texts.
  package func sheetFormat(ofField number: Int32) -> String? {
    switch fields[Int(number)].type {
    case .plain(let kind):
      switch kind.row.operand {
      case .date: "yyyy-mm-dd"
      case .time: "hh:mm"
      case .dateTime: "yyyy-mm-dd hh:mm"
      case .int, .number: "General"
      default: nil
      }
    case .formatted(let format): formats[Int(format)].sheetFormat
    default: nil
    }
  }

  /// Whether the cleaning of a field leaves a text as it is.
  package func cleaningKeeps(_ text: String, ofField number: Int32) -> Bool {
    var given = text
    let cleaning = fields[Int(number)].cleaning
    return given.withUTF8 { TextDraft($0, cleaning).string.utf8.elementsEqual(text.utf8) }
  }

  /// Returns the texts that mean blank in data of a kind, or in data of any kind.
  package func blankTexts(in kind: DataKind? = nil) -> [String] {
    var texts: [String] = []
    for layout in layouts where kind == nil || layout.kind == kind {
      for blank in layout.blanks {
        let text = String(decoding: blank, as: UTF8.self)
        if !texts.contains(text) { texts.append(text) }
      }
    }
    return texts
  }
}

extension FieldFormat {
  /// A pattern for the texts in the format. Nil for the words of a bool.
  fileprivate var notation: String? {
    switch self {
    case .number(let format): format.notation(isWhole: false)
    case .integer(let format): format.notation(isWhole: true)
    case .moment(_, let formats): formats.map { $0.notation }.joined(separator: "|")
    case .bool: nil
    }
  }
}

extension FieldFormat {
  /// The format of workbook cells for values in this format. Nil if the cells contain texts.
  fileprivate var sheetFormat: String? {
    switch self {
    case .number: "General"
    case .integer: "0"
    case .moment(.instant, _), .bool: nil
    case .moment where allowsPartialDates: nil
    case .moment(_, let formats): formats.first?.sheetFormat
    }
  }
}

extension CalendarFormat {
  /// The format of workbook cells that shows values in the same way as this format.
  fileprivate var sheetFormat: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .literal(let byte) where byte < 0x80:
        text += "\\" + String(Character(Unicode.Scalar(byte)))
      // A character outside of ASCII has one literal for each of its bytes. Such characters are left out.
      case .literal: break
      case .letter(.half, _): text += "AM/PM"
      case .letter(.offset, _): break
      case .letter(.millisecond, _): text += "000"
      case .letter(let letter, let width):
        let sign = String(Character(letter.rawValue)).lowercased()
        text += String(repeating: sign, count: width)
      }
    }
  }
}

extension ExactDecimalFormat {
  fileprivate func notation(isWhole: Bool) -> String {
    let digit = isWhole ? "0" : "[0-9]"
    let mark = decimal == .max ? nil : ExactDecimalFormat.notation(ofMark: decimalText)
    let fraction = mark.map { "\($0)\(digit)+" }
    let groups = groupText.map {
      "|[1-9][0-9]{0,2}(?:\(ExactDecimalFormat.notation(ofMark: $0))[0-9]{3})+"
    }
    let whole = "(?:[0-9]+\(groups ?? ""))"
    return "[+-]?(?:\(whole)" + (fraction.map { "(?:\($0))?|\($0)" } ?? "") + ")"
  }

  /// Returns a pattern for a decimal or group mark. It includes the variants that count as the same mark.
  private static func notation(ofMark text: String) -> String {
    switch text {
    case " ", "\u{A0}", "\u{2009}", "\u{202F}": "[ \\u00A0\\u2009\\u202F]"
    case "'", "’": "['’]"
    default: text.patternLiteral
    }
  }
}

extension CalendarFormat {
  /// A pattern for the texts in the format.
  package var notation: String {
    var (notation, literal) = ("", [UInt8]())
    for part in parts {
      switch part {
      case .literal(let byte): literal.append(byte)
      case .letter(let letter, let width):
        notation += String(decoding: literal, as: UTF8.self).patternLiteral
        literal = []
        switch letter {
        case .half: notation += "[AaPp][Mm]"
        case .offset: notation += "(?:[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)"
        default: notation += width == 1 ? "[0-9]{1,2}" : "[0-9]{\(width)}"
        }
      }
    }
    return notation + String(decoding: literal, as: UTF8.self).patternLiteral
  }
}

extension String {
  /// Whether no other text is canonically equivalent to this one.
  ///
  /// Ignores the three signs that are equivalent to ASCII characters, and the compatibility ideographs.
  package var hasOneSpelling: Bool {
    unicodeScalars.allSatisfy { scalar in
      if scalar.isASCII { return true }
      let isHangul = 0x1100...0x11FF ~= scalar.value || 0xAC00...0xD7A3 ~= scalar.value
      return !isHangul && !ScalarClass.isMark(scalar.value)
        && CanonicalTable.decomposition(of: scalar.value) == nil
    }
  }

  /// A pattern that matches only this text.
  package var patternLiteral: String {
    var pattern = ""
    for scalar in unicodeScalars {
      let isSign =
        scalar.isASCII && scalar.value > 0x20 && !ASCII.isAlphanumeric(UInt8(scalar.value))
      if isSign { pattern += "\\" }
      if scalar.value < 0x20 {
        pattern += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        pattern.unicodeScalars.append(scalar)
      }
    }
    return pattern
  }
}

// The longer wordings about names, types and warnings: they look at the source for what would mend
// it.

internal import FormworkEngine
internal import FormworkSyntax

// MARK: - Names

extension SpecWords {
  static func unknownType(_ name: String, _ near: [String], _ span: Span) -> SpecWords {
    if near.isEmpty, Predicate.named(name)?.subject == .text {
      return SpecWords(
        .unknownType, "\(name.inQuotes) is a rule word and no type. Its values are texts.",
        fix: .init(span, "string rule \(name)"))
    }
    return SpecWords(
      .unknownType, "There is no type \(name.inQuotes).\(didYouMean(near))",
      hint: near.isEmpty
        ? "The types are string, int, number, bool, date, time, datetime, instant, any,"
          + " choice(…), list of … and < … > for a record." : nil,
      fix: nearFix(near, name, span))
  }

  static func unknownField(
    _ name: String, _ near: [String], _ place: Finding.FieldPlace, _ span: Span, _ source: Source
  ) -> SpecWords {
    let fix = nearFix(near, name, span, Spelling.name)
    if case .record(let owner) = place {
      return SpecWords(
        .unknownField, "\(owner.inQuotes) has no field \(name.inQuotes).\(didYouMean(near))",
        fix: fix)
    }
    let isItem = place == .operand && near.isEmpty && source.followsComparison(span)
    let truth = name.lowercased()
    if isItem, truth == "true" || truth == "false" {
      return SpecWords(
        .unknownField, "There is no field \(name.inQuotes). Did you mean \(truth)?",
        fix: .init(span, truth))
    }
    return SpecWords(
      .unknownField, "There is no field \(name.inQuotes).\(didYouMean(near))",
      hint: isItem ? "If it is a text, write it in double quotes." : nil,
      fix: isItem ? .init(span, Spelling.text(name)) : fix)
  }

  static func unknownRuleWord(
    _ name: String, _ near: [String], isField: Bool, _ span: Span
  ) -> SpecWords {
    if isField {
      return SpecWords(
        .unknownRuleWord, "\(name.inQuotes) is a field and no rule word.",
        hint: "To compare with it, write == before it.")
    }
    return SpecWords(
      .unknownRuleWord, "There is no rule word \(name.inQuotes).\(didYouMean(near))",
      fix: nearFix(near, name, span))
  }

  static func unknownPlaceholder(_ name: String, _ near: [String], _ span: Span) -> SpecWords {
    let names = near.map { "{\($0)}" }
    return SpecWords(
      .unknownPlaceholder,
      "Nothing has the name in \("{\(name)}".inQuotes).\(didYouMean(names))",
      hint: near.isEmpty ? "A brace that is one is written \\{." : nil,
      fix: nearFix(near, name, span))
  }

  static func withoutSource(_ name: String) -> SpecWords {
    let hint: String? =
      switch name {
      case "min", "max": "It shows a limit, such as that of count(1...20), and there is none."
      case "choices": "It shows what can be chosen, and there are no choices."
      case "count": "It shows the number of characters or items, and the field has none."
      case "actual", "value": "It shows a value, and it is not clear which."
      default: nil
      }
    return SpecWords(
      .placeholderWithoutSource, "Nothing here can fill in \("{\(name)}".inQuotes).",
      hint: hint)
  }

}

// MARK: - Types

extension SpecWords {
  static func notAValue(_ shape: Finding.Shape) -> SpecWords {
    switch shape {
    case .range:
      SpecWords(
        .notAValue, "A range is no value.",
        hint: "For the field's own value write range(…); else a value, \"in\", and the range.")
    case .list:
      SpecWords(
        .notAValue, "A list in parentheses is no value.",
        hint: "For the field's own value write oneOf(…); else a value, \"in\", and the list.")
    case .pattern:
      SpecWords(.notAValue, "A pattern is no value.", hint: "It stands in matches(/…/).")
    }
  }

  static func incomparable(
    _ left: StaticType, _ right: StaticType, _ quoted: Span?, _ source: Source
  ) -> SpecWords {
    guard let quoted, let contents = source.contents(ofText: quoted) else {
      let words =
        left.words == right.words
        ? "\(left.words.capitalized) cannot be compared with another."
        : "\(left.words.capitalized) cannot be compared with \(right.words)."
      return SpecWords(.incomparable, words)
    }
    return SpecWords(
      .incomparable,
      "\(left.words.capitalized) cannot be compared with \(right.words)."
        + " Write \(contents) without quotes.",
      fix: .init(quoted, contents))
  }

  static func mixedTypes(_ name: String, _ one: StaticType, _ other: StaticType) -> SpecWords {
    SpecWords(
      .mixedTypes,
      "\(name.inQuotes) is \(one.words) in one block and \(other.words) in another.",
      "it could be either",
      hint: "Give the fields different names, or move this into one of the blocks.")
  }

  static func subtractionAsRange(
    _ low: Span, _ high: Span, _ span: Span, _ source: Source
  ) -> SpecWords {
    let range = source.text(low) + "..." + source.text(high)
    return SpecWords(
      .subtractionAsRange,
      "This is one number, as the hyphen subtracts. Did you mean \(range.shortened)?",
      fix: .init(span, range))
  }

  static func badArithmetic(
    _ sign: String, _ left: StaticType, _ right: StaticType, _ span: Span, _ source: Source
  ) -> SpecWords {
    let isAlone = left == right && source.bytes[Int(span.lower)] == UInt8(ascii: "-")
    let words =
      isAlone
      ? "\(sign.inQuotes) cannot stand before \(left.words)."
      : "\(sign.inQuotes) cannot stand between \(left.words) and \(right.words)."
    let types = [left, right]
    let hint: String? =
      if types.contains(.text), sign == "+" {
        "Texts are joined with placeholders, as in \"{first} {last}\"."
      } else if types.contains(.date), types.contains(.int) {
        "Say of what the number is, such as 3 days or 1 month."
      } else {
        nil
      }
    return SpecWords(.badArithmetic, words, hint: hint)
  }

  static func missingHostRule(_ signature: String, _ near: [String]) -> SpecWords {
    let like = near.isEmpty ? "" : " It has " + listed(near.map { $0.inQuotes }, "and") + "."
    return SpecWords(
      .missingHostRule,
      "This form needs the host rule \(signature.inQuotes), which this program does not have."
        + like)
  }

  static func wrongSubject(
    _ name: String, _ wanted: PredicateEntry.Subject, _ found: StaticType, _ span: Span
  ) -> SpecWords {
    var other: String?
    if name == "count", PredicateEntry.Subject.number.isOf(found) { other = "range" }
    if name == "range", PredicateEntry.Subject.textOrList.isOf(found) { other = "count" }
    return SpecWords(
      .wrongSubject, "\(name.inQuotes) is about \(wanted.words), but this is \(found.words).",
      hint: other.map { "For \(found.words) write \($0)(…)." },
      fix: other.map { .init(span, $0) })
  }

  static func wrongArguments(
    _ name: String, _ wanted: PredicateEntry.Parameters, _ span: Span, _ source: Source
  ) -> SpecWords {
    let example = Predicate.named(name)?.entry.usage ?? name
    let takesNothing = wanted == .none
    return SpecWords(
      .wrongArguments,
      "\(name.inQuotes) takes \(wanted.words)" + (takesNothing ? "." : ", as in \(example)."),
      fix: takesNothing && source.text(span).utf8.starts(with: (name + "(").utf8)
        ? .init(span, name) : rangeFix(name, wanted, span, source))
  }

  /// `count(1, 5)` and `count(min: 1, max: 5)` as ranges.
  private static func rangeFix(
    _ name: String, _ wanted: PredicateEntry.Parameters, _ span: Span, _ source: Source
  ) -> Diagnostic.Fix? {
    guard wanted == .counts || wanted == .numbers || wanted == .ownRange else { return nil }
    let text = source.text(span)
    guard text.hasPrefix(name + "("), text.hasSuffix(")") else { return nil }
    var bounds: [String] = ["", ""]
    let parts = text.dropFirst(name.count + 1).dropLast().split(separator: ",")
    guard 1...2 ~= parts.count else { return nil }
    for (index, part) in parts.enumerated() {
      let pieces = part.split(separator: ":").map { $0.filter { $0 != " " } }
      var place = index
      if pieces.count == 2, pieces[0] == "min" || pieces[0] == "max" {
        place = pieces[0] == "min" ? 0 : 1
      } else if pieces.count != 1 || parts.count != 2 {
        return nil
      }
      guard let number = pieces.last, bounds[place].isEmpty, !number.isEmpty,
        number.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == 0x2E })
      else { return nil }
      bounds[place] = number
    }
    return .init(span, name + "(" + bounds.joined(separator: "...") + ")")
  }

  static func wrongFunctionArguments(_ name: String) -> SpecWords {
    let words =
      switch name {
      case "count": "\"count\" takes one text, one list or one range, as in count(items) > 2."
      case "round":
        "\"round\" takes a number and how many decimal places it gets, as in round(price, 2)."
      default:
        "\(name.inQuotes) takes numbers, dates or times of one type, as in \(name)(first, second)."
      }
    return SpecWords(.wrongFunctionArguments, words)
  }

  static func emptyRange(
    _ low: String, _ high: String, _ span: Span, _ source: Source
  ) -> SpecWords {
    if low == high {
      return SpecWords(
        .emptyRange, "Nothing lies in this range: \(high.shortened) itself is left out.",
        hint: "A range with its end is written \(low.shortened)...\(high.shortened).")
    }
    let mark = source.text(span).utf8.contains(UInt8(ascii: "<")) ? "..<" : "..."
    let swapped = high + mark + low
    return SpecWords(
      .emptyRange,
      "Nothing lies between \(low.shortened) and \(high.shortened)."
        + " Did you mean \(swapped.shortened)?",
      fix: .init(span, swapped))
  }

  static func impossibleValue(_ text: String, _ type: StaticType) -> SpecWords {
    let text = text.shortened
    let words =
      switch type {
      case .date: "There is no date \(text) in the calendar."
      case .time: "There is no time \(text): it ends at 23:59:59."
      case .dateTime: "There is no date and time \(text)."
      case .instant: "There is no instant \(text)."
      case .duration: "\(text.capitalized) is longer than what can be calculated with."
      default: "\(text) has more digits than the 38 that can be calculated with."
      }
    return SpecWords(.impossibleValue, words)
  }
}

extension PredicateEntry.Subject {
  fileprivate func isOf(_ type: StaticType) -> Bool {
    switch type {
    case .text, .choice: self == .textOrList
    case .list: self == .textOrList
    case .int, .number: self == .number
    default: false
    }
  }
}

// MARK: - Definitions

extension SpecWords {
  /// - Parameter span: of the whole clause.
  static func eachWithoutList(_ span: Span, _ source: Source) -> SpecWords {
    let rest = source.text(span).utf8.dropFirst(4).drop { $0 == 0x20 }
    let word = Span(span.lower, span.lower + 4)
    let gap = Span(span.lower, span.upper - UInt32(rest.count))
    return SpecWords(
      .eachWithoutList, "\"each\" is for the items of a list, but this field is none.", span: word,
      fix: rest.starts(with: "rule".utf8) ? .init(gap, "") : nil)
  }
}

// MARK: - Defaults and warnings

extension SpecWords {
  static func badDefault(_ type: StaticType, _ span: Span, _ source: Source) -> SpecWords {
    if case .choice = type {
      return SpecWords(.badDefault, "The default must be one of the field's choices.")
    }
    if type == .any {
      return SpecWords(.badDefault, "A field of the type any cannot have a default.")
    }
    if type == .text, Spelling.kind(source.text(span)) == .text {
      return SpecWords(
        .badDefault, "An empty text counts as blank, so it cannot be a default.",
        hint: "A field that may stay blank is \("optional".inQuotes).")
    }
    return SpecWords(
      .badDefault, "The default must be \(type.wordsWithExample).",
      fix: type == .text ? quotedFix(span, source) : unquotedFix(type, span, source))
  }

  private static func quotedFix(_ span: Span, _ source: Source) -> Diagnostic.Fix? {
    let text = source.text(span)
    return Spelling.kind(text) == nil ? nil : .init(span, Spelling.text(text))
  }

  /// A number or date in quotes without them.
  static func unquotedFix(_ type: StaticType, _ span: Span, _ source: Source) -> Diagnostic.Fix? {
    guard let contents = source.contents(ofText: span), let kind = Spelling.kind(contents) else {
      return nil
    }
    let fits =
      switch type {
      case .int: kind == .number && !contents.utf8.contains(UInt8(ascii: "."))
      case .number: kind == .number
      case .bool: contents == "true" || contents == "false"
      case .date: kind == .date
      case .time: kind == .time
      case .dateTime: kind == .dateTime
      case .instant: kind == .instant
      default: false
      }
    return fits ? .init(span, contents) : nil
  }

  static func countFromZero(_ span: Span, _ source: Source) -> SpecWords {
    let startsAtZero = source.text(span).utf8.starts(with: "count(0".utf8)
    let zero = Span(span.lower + 6, span.lower + 7)
    return SpecWords(
      .countFromZero, "An empty value is never counted, so a count is never 0.",
      hint: "A field that may be empty is optional.",
      fix: startsAtZero ? .init(zero, "1") : nil)
  }

  static func noMessage(_ kind: Finding.Wordless) -> SpecWords {
    let what =
      switch kind {
      case .comparison: "a comparison"
      case .pattern: "a pattern"
      case .either: "\"or\""
      case .negation: "\"not\""
      }
    return SpecWords(
      .noMessage, "Without a message nobody can tell from \(what) what to enter.",
      hint: "Add message \"…\" after it, in words that help.")
  }

  static func notAnd(_ span: Span, _ source: Source) -> SpecWords {
    let text = source.text(span)
    let rest = String(text.dropFirst(3).drop { $0 == " " })
    let isShort = rest.utf8.count <= 60 && !rest.contains { $0.isNewline }
    return SpecWords(
      .notAnd, "\"not\" is only about what stands right after it, up to the \"and\".",
      hint: isShort
        ? "For both write not (\(rest)). If only the first is meant, write !\(rest)."
        : "For both write not (… and …). If only the first is meant, write !….")
  }
}

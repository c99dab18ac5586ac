// The words for what the parser wanted and did not find.

internal import FormworkEngine
internal import FormworkSyntax

extension SpecWords {
  /// What is missing, what stands there instead, and a fix where there is only one.
  static func missing(
    _ wanted: SyntaxProblem.Wanted, _ found: SyntaxProblem.Found, _ span: Span, _ source: Source
  ) -> SpecWords {
    func says(_ code: SpecCode, _ what: String, fix: Diagnostic.Fix? = nil) -> SpecWords {
      SpecWords(code, what + ", but " + found.words(isNext: span.count == 0) + ".", fix: fix)
    }
    return switch wanted {
    case .name: says(.missingName, "A name must stand here")
    case .fieldName:
      says(
        .missingName, "The name of a field must stand here", fix: nameFix(found, span, source))
    case .text:
      says(
        .missingText, "A text in double quotes must stand here",
        fix: textFix(found, span, source))
    case .type: says(.missingType, "A type must stand here, such as string, int or date")
    case .operand:
      says(.missingValue, "A field, a value or a rule word must stand here")
    case .literal:
      says(
        .missingValue, "A value must stand here, such as \"red\", 18 or 2026-11-20",
        fix: textFix(found, span, source))
    case .colon:
      says(
        .missingColon, "A colon must stand between the name of a field and its type",
        fix: colonFix(found, span, source))
    case .memberColon:
      says(
        .missingColon, "A colon must stand between the name of a field and its value",
        fix: colonFix(found, span, source))
    case .blockStart: says(.missingBlock, "A block between < and > must stand here")
    case .blankOrBlock:
      says(.missingBlock, "After \"else\" must stand when, blank or a block between < and >")
    case .declaration:
      SpecWords(
        .outOfPlace, found.alone + " cannot stand here.",
        hint: "What follows must begin with a word such as field, rule, message or check.")
    case .comma:
      says(
        .missingComma, "A comma must stand between one thing and the next",
        fix: .init(source.endBefore(span), ","))
    case .of:
      says(
        .missingOf, "Between \"list\" and the type of its items must stand \"of\"",
        fix: ofFix(found, span))
    case .leftParen:
      says(.missingParenthesis, "An opening parenthesis must stand here")
    case .rightParen(let opener):
      missingEnd(opener, found, span, source)
    case .predicate:
      says(.missingRuleWord, "After \"is\" must stand a rule word, such as blank or digits")
    case .languageCode:
      says(
        .missingLanguage, "The code of a language must stand here, such as en, ja or pt-BR",
        fix: languageFix(found, span, source))
    case .modifier:
      says(
        .missingModifier,
        "After \"fields\" must stand what holds for every field, such as optional or trimmed")
    case .rule:
      says(
        .missingRule, "After \"each\" must stand a rule, as in each rule digits",
        fix: ruleFix(found, span))
    case .meaning:
      says(.missingMeaning, "After the name must stand what it means, as in = digits")
    case .arrow:
      says(.missingArrow, "An arrow must stand between the keys of a row and what they give")
    case .date: says(.missingValue, "A date must stand here, such as 2026-11-20")
    case .verdict:
      says(.missingVerdict, "After the name must stand \"accepts\" or \"rejects\"")
    case .parameters:
      says(
        .missingParenthesis,
        "After the name of a table must stand in parentheses what is looked up")
    case .fieldsModifier: notForAll(found)
    case .unquotedFormat: unquotedFormat(found)
    }
  }

  private static func missingEnd(
    _ opener: Span, _ found: SyntaxProblem.Found, _ span: Span, _ source: Source
  ) -> SpecWords {
    SpecWords(
      .missingParenthesis,
      "A closing parenthesis must stand here, but " + found.words(isNext: span.count == 0) + ".",
      also: .init(opener, "it is opened here"), fix: parenthesisFix(found, span, source))
  }

  private static func unquotedFormat(_ found: SyntaxProblem.Found) -> SpecWords {
    var hint =
      "Such as date(\"dd/MM/yyyy\"), bool(\"yes\", \"no\") or number(decimal \",\", group \".\")."
    if case .other(let number) = found, Spelling.kind(number) == .number {
      hint = "How long a text may be is said by a rule, such as rule count(...\(number))."
    }
    return SpecWords(
      .missingFormat,
      "In the parentheses after a type stands how its values are written, but "
        + found.words(isNext: false) + ".",
      hint: hint)
  }

  private static func notForAll(_ found: SyntaxProblem.Found) -> SpecWords {
    guard case .word(let word) = found else {
      return SpecWords(.misplacedWord, "This cannot stand after \"fields\".")
    }
    return SpecWords(
      .misplacedWord, "\(word.inQuotes) cannot stand after \"fields\".",
      hint: "It belongs to a single field. What can hold for every field are optional, required,"
        + " secret and the words that clean texts.")
  }
}

extension SyntaxProblem.Found {
  /// Such as "there is "then"", or "next comes "then"" where the place is at the end of a line.
  fileprivate func words(isNext: Bool) -> String {
    let verb = isNext ? "next comes " : "there is "
    return switch self {
    case .end: "the file ends here"
    case .word(let found), .mark(let found), .other(let found): verb + found.inQuotes
    case .text: verb + "a text in quotes"
    }
  }

  /// The same as the beginning of a sentence.
  fileprivate var alone: String {
    switch self {
    case .end: "The end of the file"
    case .word(let found), .mark(let found), .other(let found): found.inQuotes
    case .text: "A text in quotes"
    }
  }
}

// MARK: - Fixes

extension SpecWords {
  /// Quotes around a single word.
  private static func textFix(
    _ found: SyntaxProblem.Found, _ span: Span, _ source: Source
  ) -> Diagnostic.Fix? {
    switch found {
    case .word(let word):
      if word.lowercased() == "true" || word.lowercased() == "false" {
        return .init(span, word.lowercased())
      }
      let isAlone = source.endsItem(span) && Keyword(word) == nil
      return isAlone ? .init(span, Spelling.text(word)) : nil
    case .other(let other): return source.endsItem(span) ? .init(span, Spelling.text(other)) : nil
    case .end, .mark, .text: return nil
    }
  }

  /// A name without its quotes.
  private static func nameFix(
    _ found: SyntaxProblem.Found, _ span: Span, _ source: Source
  ) -> Diagnostic.Fix? {
    guard case .text = found, let name = source.contents(ofText: span), !name.isEmpty else {
      return nil
    }
    return .init(span, Spelling.name(name))
  }

  private static func colonFix(
    _ found: SyntaxProblem.Found, _ span: Span, _ source: Source
  ) -> Diagnostic.Fix? {
    switch found {
    case .mark("="): .init(span, ":")
    case .word(let word):
      Keyword(word) == nil ? .init(source.endBefore(span), ":") : nil
    case .mark("<"): .init(source.endBefore(span), ":")
    case .end, .mark, .text, .other: nil
    }
  }

  /// The word before what may be a rule.
  private static func ruleFix(_ found: SyntaxProblem.Found, _ span: Span) -> Diagnostic.Fix? {
    guard case .word(let word) = found, Predicate.named(word) != nil else { return nil }
    return .init(Span(span.lower, span.lower), "rule ")
  }

  /// The word before what may be a type.
  private static func ofFix(_ found: SyntaxProblem.Found, _ span: Span) -> Diagnostic.Fix? {
    switch found {
    case .word(let word):
      Keyword(word) == nil
        ? .init(Span(span.lower, span.lower), "of ") : nil
    case .mark("<"): .init(Span(span.lower, span.lower), "of ")
    case .end, .mark, .text, .other: nil
    }
  }

  /// A parenthesis before a word that begins something else.
  private static func parenthesisFix(
    _ found: SyntaxProblem.Found, _ span: Span, _ source: Source
  ) -> Diagnostic.Fix? {
    switch found {
    case .end: return .init(source.endBefore(span), ")")
    case .word(let word):
      guard let keyword = Keyword(word) else { return nil }
      let begins = keyword.startsClause || keyword.startsDeclaration
      return begins ? .init(source.endBefore(span), ")") : nil
    case .mark, .text, .other: return nil
    }
  }

  /// A language code without its quotes.
  private static func languageFix(
    _ found: SyntaxProblem.Found, _ span: Span, _ source: Source
  ) -> Diagnostic.Fix? {
    guard case .text = found, let code = source.contents(ofText: span),
      2...3 ~= code.utf8.count,
      code.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
    else { return nil }
    return .init(span, code)
  }
}

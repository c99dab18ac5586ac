// The messages about something that the parser needed and didn't find.

internal import FormworkEngine
internal import FormworkSyntax

extension SyntaxProblem.Wanted {
  /// Returns a message about what is missing and what is there instead, and a fix if it is unambiguous.
  func words(_ found: SyntaxProblem.Found, _ place: FindingPlace) -> FindingWords {
    /// Returns "A name is needed here, but there is "then"."
    func says(
      _ row: FindingRow, _ what: String, also other: Diagnostic.Label? = nil, hint: String? = nil,
      fix: Diagnostic.Fix? = nil
    ) -> FindingWords {
      let isNext = place.span.count == 0
      return row.says(
        "\(what), but \(found.words(isNext ? "next comes " : "there is ")).", also: other,
        hint: hint,
        fix: fix)
    }
    let missingName = FindingRow("missing-name")
    let missingBlock = FindingRow("missing-block")
    return switch self {
    case .name: says(missingName, "A name is needed here")
    case .fieldName:
      says(missingName, "The name of a field is needed here", fix: found.asName(place))
    case .text:
      says(
        FindingRow("missing-text"),
        "A text in double quotes is needed here", fix: found.asText(place))
    case .type:
      says(
        FindingRow("missing-type"),
        "A type is needed here, such as string, int or date")
    case .operand:
      says(.missingValue, "A field, a value or a rule word is needed here")
    case .otherValue:
      says(
        .missingValue, "The condition after \"if\" must be followed by else and another value",
        hint: "A rule that holds only under a condition is written in a when, or with or.")
    case .literal:
      says(
        .missingValue, "A value is needed here, such as \"red\", 18 or 2026-11-20",
        fix: found.asText(place))
    case .date: says(.missingValue, "A date is needed here, such as 2026-11-20")
    case .colon where found.isMark("="):
      says(
        .missingColon, "The type of a calculated field comes before its =",
        fix: place.replaced(by: ": number ="))
    case .colon:
      says(
        .missingColon, "A colon is needed between the name of a field and its type",
        fix: found.afterColon(place))
    case .memberColon:
      says(
        .missingColon, "A colon is needed between the name of a field and its value",
        fix: found.afterColon(place))
    case .blockStart: says(missingBlock, "A block between < and > is needed here")
    case .blankOrBlock:
      says(
        missingBlock, "\"else\" must be followed by when, blank or a block between < and >")
    case .declaration where found.isMark("-") && place.isDoubled:
      FindingRow.outOfPlace.says(
        "A comment begins with #.",
        fix: .init(Span(place.span.lower, place.span.upper + 1), "#"))
    case .declaration:
      FindingRow.outOfPlace.says(
        found.words("").capitalized + " is not allowed here.",
        hint: "The next part must begin with a word such as field, rule, message or check.")
    case .comma:
      says(
        FindingRow("missing-comma"),
        "A comma is needed between one item and the next", fix: place.marked(with: ","))
    case .of:
      says(
        .missingOf, "\"of\" is needed between \"list\" and the type of its items",
        fix: found.isFreeWord || found.isMark("<") ? place.preceded(by: "of ") : nil)
    case .leftParen: says(.missingParenthesis, "An opening parenthesis is needed here")
    case .rightParen(let opener):
      says(
        .missingParenthesis, "A closing parenthesis is needed here",
        also: .init(opener, "opened here"), fix: found.afterParenthesis(place))
    case .parameters:
      says(
        .missingParenthesis,
        "The name of a table must be followed by the values to look up, in parentheses")
    case .predicate:
      says(
        FindingRow("missing-rule-word"),
        "\"is\" must be followed by a rule word, such as blank or digits")
    case .languageCode:
      says(
        FindingRow("missing-language"),
        "A language code is needed here, such as en, ja or pt-BR", fix: found.asLanguage(place))
    case .modifier:
      says(
        FindingRow("missing-modifier"),
        "\"fields\" must be followed by a word that applies to every field, such as optional or trimmed"
      )
    case .fieldsModifier:
      FindingRow.misplacedWord.says(
        "\(found.author?.inQuotes ?? "This") cannot follow \"fields\".",
        hint: found.author.map { _ in
          "It applies to a single field. Only optional, required, secret and the words that clean"
            + " texts can apply to every field."
        })
    case .wordsCode:
      says(
        .missingCode,
        "The code of a built-in message is needed here: \(OwnWords.codes.listed("or"))")
    case .unquotedFormat: unquotedFormat(found)
    case .rule:
      says(
        FindingRow("missing-rule"),
        "\"each\" must be followed by a rule, as in each rule digits",
        fix: found.author.flatMap { Predicate.named($0) }.map { _ in place.preceded(by: "rule ") })
    case .meaning:
      says(
        FindingRow("missing-meaning"),
        "The name must be followed by its meaning, as in = digits")
    case .arrow:
      says(
        FindingRow("missing-arrow"),
        "An arrow is needed between the keys of a row and their result")
    case .headerLine:
      says(.missingValue, "The number of a line is needed here, or none")
    case .columnDemand: says(.missingValue, "\"columns\" must be followed by all or exact")
    case .listPath:
      says(.missingValue, "\"records\" must be followed by at and the path of a list")
    case .years:
      says(.missingValue, "The years of yy must be given as a range, as in 1950...2049")
    case .verdict:
      says(
        FindingRow("missing-verdict"),
        "The name must be followed by \"accepts\" or \"rejects\"")
    }
  }

  private func unquotedFormat(_ found: SyntaxProblem.Found) -> FindingWords {
    var hint =
      "For example: date(\"dd/MM/yyyy\"), bool(\"yes\", \"no\") or number(decimal \",\", group \".\")."
    if case .other(let number) = found, FindingPlace.kind(of: number) == .number {
      hint = "To limit a value, write a rule such as rule range(...\(number))."
    }
    return FindingRow("missing-format").says(
      "The parentheses after a type must have a format, but "
        + found.words("there is ") + ".",
      hint: hint)
  }
}

extension SyntaxProblem.Found {
  /// Returns, for example, `there is "then"`, or only `"then"` if `verb` is empty.
  fileprivate func words(_ verb: String) -> String {
    switch self {
    case .end: verb.isEmpty ? "the end of the file" : "the file ends here"
    case .word(let found), .mark(let found), .other(let found): verb + found.inQuotes
    case .text: verb + "a text in quotes"
    }
  }

  /// The found word, either a keyword or one of the form's own. Nil for anything but a word.
  fileprivate var author: String? { if case .word(let word) = self { word } else { nil } }

  /// Whether a word that isn't a keyword was found.
  fileprivate var isFreeWord: Bool { author.map { Keyword($0) == nil } ?? false }

  fileprivate func isMark(_ wanted: String) -> Bool {
    if case .mark(wanted) = self { true } else { false }
  }
}

// MARK: - Fixes

extension SyntaxProblem.Found {
  /// Puts quotes around a single word.
  fileprivate func asText(_ place: FindingPlace) -> Diagnostic.Fix? {
    switch self {
    case .word(let word):
      if ["true", "false"].contains(word.lowercased()) {
        return place.replaced(by: word.lowercased())
      }
      return isFreeWord && place.endsItem ? place.replaced(by: Spelling.text(word)) : nil
    case .other(let other): return place.endsItem ? place.replaced(by: Spelling.text(other)) : nil
    case .end, .mark, .text: return nil
    }
  }

  /// Turns a quoted name, or a number, into a name.
  fileprivate func asName(_ place: FindingPlace) -> Diagnostic.Fix? {
    switch self {
    case .text:
      guard let name = place.contents, !name.isEmpty else { return nil }
      return place.replaced(by: Spelling.operand(name))
    case .other(let number) where FindingPlace.kind(of: number) == .number:
      return place.replaced(by: Spelling.name(number))
    default: return nil
    }
  }

  fileprivate func afterColon(_ place: FindingPlace) -> Diagnostic.Fix? {
    if isMark("=") { return place.replaced(by: ":") }
    return isFreeWord || isMark("<") ? place.marked(with: ":") : nil
  }

  /// Inserts a closing parenthesis before a word that begins a clause or declaration, and at the end of the file.
  fileprivate func afterParenthesis(_ place: FindingPlace) -> Diagnostic.Fix? {
    let keyword = author.flatMap { Keyword($0) }
    let begins = keyword.map { $0.startsClause || $0.startsDeclaration } ?? false
    if case .end = self { return place.marked(with: ")") }
    return begins ? place.marked(with: ")") : nil
  }

  /// Removes the quotes of a language code.
  fileprivate func asLanguage(_ place: FindingPlace) -> Diagnostic.Fix? {
    guard case .text = self, let code = place.contents, 2...3 ~= code.utf8.count,
      code.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
    else { return nil }
    return place.replaced(by: code)
  }
}

// The messages about syntax.

internal import FormworkEngine
internal import FormworkSyntax

extension SyntaxProblem {
  func words(in source: Source) -> FindingWords {
    let place = FindingPlace(span, source)
    return switch kind {
    case .notText: notText(in: source.files[source.file(at: span.lower)], source)
    case .tooLarge(let bytes):
      FindingRow.tooLarge.says(
        SyntaxProblem.tooLarge("This file", bytes, "A form"),
        hint: "Check that this is a form and not the data to be checked.")
    case .tooManyDeclarations(let limit):
      FindingRow.tooLarge.says(
        "A file may have at most \(limit) declarations.", "the rest is not read")
    case .piledMarks:
      FindingRow.tooLarge.says(
        "A character may have at most \(PiledMarks.limit) marks above and below it.",
        "one mark too many")
    case .tooManyErrors(let limit): FindingRow.tooManyErrors(limit)
    case .directions(let controls, let place, let mending): directions(controls, place, mending)
    case .unexpectedCharacter(let found): strayCharacter(found, place)
    case .habit(let found, let meant):
      FindingRow("habit").says(
        meant == " "
          ? "This is not an ordinary space, but is read as one."
          : meant.isEmpty
            ? "\(found.inQuotes) is not needed here and is ignored."
            : "\(found.inQuotes) is read as \(meant == "\"" ? "'\"'" : meant.inQuotes).",
        fix: mended(meant, place)?.keepingMeaning)
    case .singleQuotes(let contents):
      FindingRow("single-quotes").says(
        "A text must be in double quotes, not in single quotes.",
        fix: place.replaced(by: Spelling.text(contents)))
    case .unterminated(.text, let close, let isAll):
      FindingRow("unterminated-text").says(
        "This text has no closing quote.", "the text begins here",
        hint: close == "\""
          ? "A text must end on the line where it begins; write a line break in it as \\n."
          : "A text that begins like this ends with \(close) on the same line.",
        fix: isAll && reach == span ? place.closed(with: close) : nil)
    case .unterminated(.pattern, _, _):
      FindingRow("unterminated-pattern").says(
        "This pattern has no closing slash.", "the pattern begins here",
        hint:
          "A pattern must end on the line where it begins; a long one can be split into several,"
          + " one after the other. Write a slash inside a pattern as \\/.")
    case .unterminated(.quotedName, _, _):
      FindingRow("unterminated-name").says(
        "This name has no closing backquote (`).", "the name begins here")
    case .notAName(let found):
      FindingRow.badName.says(
        found.isEmpty ? "This name is empty." : "\(found.inQuotes) is not a name.",
        hint: "A name in backquotes has at least one character, and no backquote, line break or"
          + " other control character.")
    case .badEscape(let found):
      FindingRow("bad-escape").says(
        "\(found.inQuotes) is not a character.",
        hint: "Write the number of a Unicode character, such as \\u{1F600},"
          + " or \\\\ for a backslash itself.")
    case .badNumber(let found): badNumber(found, place)
    case .expected(let wanted, let found): wanted.words(found, place)
    case .unknownDeclaration(let word, let near):
      FindingRow("unknown-declaration").says(
        "\(word.inQuotes) cannot begin part of a form.\(near.question)",
        hint: near.isEmpty
          ? "The words that begin a part of a form are \(declarationWords.listed("and"))." : nil,
        fix: place.renamed(word, to: near))
    case .unknownClause(let word, let near): unknownClause(word, near, place)
    case .keywordAsOperand(let word):
      FindingRow("keyword-as-name").says(
        "\(word.inQuotes) is a word of the language.",
        hint: "If you mean a field with this name, write it in backquotes.",
        fix: place.replaced(by: "`\(word)`"))
    case .unknownDataKind(let name, let near):
      FindingRow("unknown-data").unknown(
        "kind of data", name, near, place,
        hint: "The kinds are \(DataKind.allCases.map { $0.rawValue }.listed("and")).")
    case .unknownCode(let name, let near):
      FindingRow.missingCode.unknown(
        "built-in message", name, near, place,
        hint: "The built-in messages are \(OwnWords.codes.listed("and")).")
    case .unknownSetting(let word, let near):
      FindingRow("unknown-setting").says(
        "\(word.inQuotes) is not a setting of data.\(near.question)",
        hint: near.isEmpty
          ? "The settings are \(DataSetting.Word.allCases.map { $0.rawValue }.listed("and"))."
          : nil,
        fix: place.renamed(word, to: near))
    case .unclosedBlock(let opener, let end):
      FindingRow("unclosed-block").says(
        "A block is not closed: its \">\" is missing.", "it must be closed before here",
        also: .init(opener, "the block opens here"), fix: end.map { .init($0, " >") })
    case .strayBlockEnd:
      FindingRow("stray-block-end").says(
        "This \">\" closes nothing.", hint: "Remove it, or add the \"<\" that opens its block.",
        fix: place.removed())
    case .strayBlock(let owner, let before): strayBlock(after: owner, from: before, place)
    case .wholeDivision:
      FindingRow("whole-division").says(
        "There is no calculation \"//\". Comments begin with #.",
        hint: "For a whole number, write round(a / b, 0, down).")
    case .chainedComparison(let proposal):
      FindingRow("chained-comparison").says(
        "Two comparisons cannot share a value. Write \(proposal.shortened).",
        fix: place.replaced(by: proposal))
    case .bareList(let proposal):
      FindingRow.missingParenthesis.says(
        "After \"in\", several values must be in parentheses.", fix: place.replaced(by: proposal))
    case .between(let proposal):
      FindingRow.unknownRuleWord.says(
        "There is no \"between\". Write \(proposal.shortened).", fix: place.replaced(by: proposal))
    case .isWithoutPredicate(let replacement):
      FindingRow("is-before-value").says(
        "\"is\" must be followed by a rule word, such as blank. To compare values, write"
          + " \(replacement.shortened).",
        fix: place.replaced(by: replacement))
    case .tooDeep(let limit):
      FindingRow.tooDeep.says(
        "Blocks or parentheses are nested more than \(limit) levels deep here.",
        hint: "Break the condition into several rules.")
    case .tooManyOperators(let limit):
      FindingRow("too-long").says(
        "This condition has more than \(limit) parts.",
        hint: "Break it into several rules, or list the allowed values with \"in\" or oneOf(…).")
    case .repeated(let word, let first, let whole):
      FindingRow("repeated-clause").says(
        "\(word.inQuotes) is given twice. Keep only one.", "again here",
        also: .init(first, "first given here"),
        fix: whole.map { FindingPlace($0, source).removed() })
    case .ambiguousOwner(let word, let first, let owner):
      FindingRow("ambiguous-owner").says(
        "It is not clear what this \(word.inQuotes) belongs to: the part before it already has one.",
        "this one", also: .init(first, "it has this one"),
        hint: owner == .required
          ? "Write what belongs to the whole field before \"required\"."
          : "Write what belongs to the whole field before its first rule.")
    case .badPlaceholder(let found):
      FindingRow("bad-placeholder").says(
        "\(found.inQuotes) is not a placeholder.",
        hint: "A placeholder is a name in braces, such as {label}, or"
          + " {count|one item|{count} items}. Write a brace itself as \\{.",
        fix: found == "{{" ? place.withSingleBraces() : nil)
    case .misplaced(let word): misplaced(word)
    case .file(let name, let fault): fault.words(name)
    case .remainderSign(let replacement):
      FindingRow.strayCharacter.says(
        "% after a number makes it hundredths, as in 5 %. The remainder of a division is mod(a, b).",
        fix: place.replaced(by: replacement))
    case .percentAfterValue:
      FindingRow.strayCharacter.says(
        "% can come only after a number, as in 5 %. For the hundredth of a value, write / 100.",
        fix: place.replaced(by: "/ 100"))
    case .patternWithoutParentheses:
      FindingRow.missingParenthesis.says(
        "After \"matches\", the pattern must be in parentheses.",
        fix: place.replaced(by: "(" + place.text + ")"))
    case .starComment:
      FindingRow.strayCharacter.says(
        "A comment begins with # and ends at the end of the line.", fix: place.asLineComments())
    case .spacedName(let name):
      FindingRow.missingColon.says(
        "A name with spaces or symbols in it must be in backquotes.",
        fix: place.replaced(by: Spelling.operand(name)))
    case .itemInMarks(let item):
      FindingRow.missingOf.says(
        "The type of the items comes after \"of\": list of \(item.shortened).",
        fix: place.replaced(by: " of " + item))
    case .commaInExample:
      FindingRow.outOfPlace.says(
        "The fields of an example have no commas between them.", fix: place.removed())
    case .assignedNeed(let name, let replaced, let replacement):
      assignedNeed(name, replaced, replacement)
    case .patternOutsideMatches:
      FindingRow("misplaced-pattern").says(
        "A pattern can be used only in matches(…).",
        hint: "For a rule, write matches(/…/). To test another field, put its name first.")
    }
  }

  private func assignedNeed(
    _ name: String, _ replaced: Span, _ replacement: String?
  ) -> FindingWords {
    let name = Spelling.name(name)
    let isWhole = replacement?.utf8.first == UInt8(ascii: ":")
    let written = replacement.map { (isWhole ? "needs " + name : "") + $0 }
    return FindingRow("assigned-value").says(
      "A value of the run is given when the form is run, not calculated.",
      hint: written.map { "For its value if none is given, write \($0.shortened)." }
        ?? "For its value if none is given, write default and the value; for a calculated value, define"
        + " \(name) = ….",
      fix: replacement.map { .init(replaced, $0) })
  }

  /// Returns the fix that replaces a mistyped character by `meant`, the character that it is read as.
  private func mended(_ meant: String, _ place: FindingPlace) -> Diagnostic.Fix? {
    switch meant {
    case "\"": place.withStraightQuotes()
    case "/" where place.beginsPattern: place.withBothSlashes()
    case "": place.removed()
    default: place.replaced(by: meant)
    }
  }

  private func notText(in file: Source.File, _ source: Source) -> FindingWords {
    let signature = FileSignature(Array(source.bytes[file.range].prefix(FileSignature.size)))
    return FindingRow("not-text").says(
      signature.map { "This file is \($0.title), not plain text." }
        ?? "This file is not UTF-8 text.",
      "the first byte that cannot be read", hint: "Save it as plain text in UTF-8.")
  }

  fileprivate static func tooLarge(_ file: String, _ bytes: Int?, _ kind: String) -> String {
    let size = bytes.map { "\($0)" } ?? "more than \(Source.byteLimit)"
    return "\(file) has \(size) bytes. \(kind) may have at most \(Source.byteLimit)."
  }

  private var declarationWords: [String] {
    Keyword.allCases.filter { $0.startsDeclaration }.map { $0.rawValue }
  }

  private func strayCharacter(_ found: String, _ place: FindingPlace) -> FindingWords {
    let isHidden = found.unicodeScalars.allSatisfy { DirectionControl($0) != nil }
    let hint =
      switch found {
      case _ where isHidden: "It is invisible and changes the order in which its line is shown."
      case "'", "‘", "’", "」", "』", "»": "Write a text in double quotes."
      case "{", "[": "A block opens with < and a list with a parenthesis."
      case "}", "]": "A block closes with > and a list with a parenthesis."
      default: "If it is part of a text, put the text in double quotes."
      }
    return FindingRow.strayCharacter.says(
      found.inQuotes + (found.count == 1 ? " has no meaning here." : " have no meaning here."),
      hint: hint, fix: isHidden ? place.replaced(by: "") : nil)
  }

  private func directions(
    _ controls: [DirectionControl], _ place: DirectionControl.Place,
    _ mending: DirectionControl.Mending?
  ) -> FindingWords {
    let names = controls.map { $0.title }.listed("and")
    let changes = "changes the order in which its line is shown: \(names)."
    let (message, hint) =
      switch place {
      case .comment: ("A comment \(changes)", "It may hide what the form says. Remove it.")
      case .pattern:
        (
          "A pattern \(changes)",
          "To match such a character, write its number, such as \\u{200F}."
        )
      case .name: ("A name \(changes)", "Remove it, so that the name is what it looks like.")
      case .text:
        (
          "A text has an unbalanced mark that \(changes)",
          "Close the mark in the same text, or write its number, such as"
            + " \\u{202E}."
        )
      }
    return FindingRow("bidirectional").says(
      message, hint: hint, fix: mending.map { .init($0.span, $0.text) })
  }

  private func misplaced(_ word: String) -> FindingWords {
    let hint =
      switch word {
      case "form": "Write it at most once, before everything else in the file."
      case "language", "data": "Write it at most once, outside all blocks."
      case "list": "Write it outside all blocks."
      case "warning": "A warning must come right after the condition of its rule."
      default: "It belongs to a single field."
      }
    return FindingRow.misplacedWord.says("\(word.inQuotes) is not allowed here.", hint: hint)
  }

  private func strayBlock(
    after owner: BlockOwner, from before: Span?, _ place: FindingPlace
  ) -> FindingWords {
    let row = FindingRow("stray-block")
    switch owner {
    case .field(let name, let type):
      let isWordForRecord = SyntaxProblem.wordsForRecords.contains(
        FindingPlace(type, place.source).text.lowercased())
      return row.says(
        "This block belongs to nothing: \(name.inQuotes) already has a type.",
        also: .init(type, "its type"),
        hint: "For a record of these fields, write the block instead of the type:"
          + " field \(Spelling.name(name).shortened): < … >. For fields that depend on a condition,"
          + " write \"when\" and the condition before the block.",
        fix: isWordForRecord && place.isNext(to: type)
          ? FindingPlace(type, place.source).removed() : nil)
    case .check(let isAlone):
      let word = before.map { Span($0.lower, $0.lower + UInt32("check".utf8.count)) }
      return row.says(
        "This block belongs to nothing: a check has no block.",
        hint: "If these fields depend on the condition, write \"when\" instead of \"check\".",
        fix: isAlone ? word.map { .init($0, "when") } : nil)
    case .when:
      return row.says(
        "This block belongs to nothing: the \"when\" before it already has a block.",
        hint: "For fields that apply if its condition does not hold, write \"else\" before the"
          + " block.",
        fix: place.preceded(by: "else "))
    case .form:
      return row.says(
        "This block belongs to nothing.",
        hint: "The fields of a form need no block around them. Remove the \"<\" and its \">\".")
    case .other:
      return row.says(
        "This block belongs to nothing.",
        hint: "A block comes after the condition of a \"when\", after \"else\", or instead of the"
          + " type of a field, as in field address: < … >.")
    }
  }

  /// The words that other languages use for records.
  private static let wordsForRecords = [
    "object", "record", "struct", "map", "dict", "group", "section",
  ]

  private func badNumber(_ found: String, _ place: FindingPlace) -> FindingWords {
    let row = FindingRow("bad-number")
    let digits = found.prefix { $0.isNumber || $0 == "." || $0 == "_" }
    let rest = String(found.dropFirst(digits.count))
    if DurationUnit(word: rest) != nil {
      return row.says(
        "A space is missing between the number and \(rest.inQuotes).",
        fix: place.replaced(by: digits + " " + rest))
    }
    if place.followsField {
      return row.says(
        "A name that begins with a digit must be in backquotes.",
        fix: place.replaced(by: Spelling.name(found)))
    }
    return row.says(
      "\(found.inQuotes) is neither a number nor a name.",
      hint: "Write a number as 1200, 1_200 or 0.5, a text in double quotes, and a name that begins"
        + " with a digit in backquotes.")
  }

  private func unknownClause(
    _ word: String, _ near: [String], _ place: FindingPlace
  ) -> FindingWords {
    let row = FindingRow("unknown-clause")
    if near.isEmpty, Predicate.named(word) != nil {
      return row.says(
        "\(word.inQuotes) is a rule word. Write \"rule\" before it.",
        fix: place.preceded(by: "rule "))
    }
    let hint =
      word == "per"
      ? "It follows the condition of a check, as in check count(records) == 1 per household."
      : "Each part begins with a word such as rule, message, optional or default."
    return row.says(
      "\(word.inQuotes) cannot begin part of a field.\(near.question)",
      hint: near.isEmpty ? hint : nil,
      fix: place.renamed(word, to: near))
  }
}

extension SyntaxProblem.FileFault {
  /// Returns a sentence about a file with this fault.
  package func sentence(_ name: String) -> String { words(name).message }

  fileprivate func words(_ name: String) -> FindingWords {
    let row = FindingRow("unusable-file")
    return switch self {
    case .outside:
      row.says(
        "\(name.inQuotes) is outside the form's folder.",
        hint: "A form can use only files in its own folder and in the folders below it.")
    case .circle(let files):
      row.says(
        "The files use each other in a circle: "
          + files.map { $0.inQuotes }.joined(separator: ", which uses ") + ".")
    case .unreadable(let reason): row.says("\(name.inQuotes) cannot be read: \(reason).")
    case .noName: row.says("The name of a file is missing.")
    case .noFolder:
      row.says("\(name.inQuotes) cannot be found: the form itself is not in a folder.")
    case .tooMany(let limit): row.says("A form may use at most \(limit) files.")
    case .tooLarge(let bytes):
      row.says(SyntaxProblem.tooLarge(name.inQuotes, bytes, "A file of choices"))
    case .tooMuch:
      row.says(
        "With \(name.inQuotes), the form is too large.",
        hint: "Check whether its files use the same files many times.")
    }
  }
}

// The words for everything wrong with the form of a spec.

internal import FormworkEngine
package import FormworkSyntax

extension SyntaxProblem {
  /// The problem in words.
  package func diagnostic(in source: Source) -> Diagnostic {
    SpecWords.words(self, source).diagnostic(at: span)
  }
}

extension SpecWords {
  fileprivate static func words(_ problem: SyntaxProblem, _ source: Source) -> SpecWords {
    let span = problem.span
    return switch problem.kind {
    case .notText:
      SpecWords(
        .notText, "This file is not a text in UTF-8.", "the first byte that cannot be read",
        hint: "Save it as plain text with the encoding UTF-8.")
    case .tooLarge(let bytes):
      SpecWords(
        .tooLarge, tooLarge("This file", bytes, "A form"),
        hint: "Check that it is a form, and not the data that is to be checked.")
    case .unexpectedCharacter(let found): strayCharacter(found, span)
    case .habit(let found, let meant): habit(found, meant, span, source)
    case .singleQuotes(let contents):
      SpecWords(
        .singleQuotes, "A text stands in double quotes, not in single ones.",
        fix: .init(span, Spelling.text(contents)))
    case .unterminated(.text, let close): unterminatedText(close)
    case .unterminated(.pattern, _):
      SpecWords(
        .unterminatedPattern, "This pattern has no closing slash.", "the pattern begins here",
        hint: "A pattern ends on the line where it begins; a long one can be broken into several,"
          + " one after the other. A slash inside of a pattern is written \\/.")
    case .unterminated(.quotedName, _):
      SpecWords(
        .unterminatedName, "This name has no closing backquote (`).", "the name begins here")
    case .notAName(let found):
      SpecWords(
        .badName, found.isEmpty ? "This name is empty." : "\(found.inQuotes) is not a name.",
        hint:
          "A name in backquotes has one character at least, and no backquote, line break or other"
          + " control character.")
    case .badEscape(let found):
      SpecWords(
        .badEscape, "\(found.inQuotes) is not a character.",
        hint: "Write the number of a Unicode character, such as \\u{1F600},"
          + " or \\\\ for a backslash that is one.")
    case .badNumber(let found): badNumber(found, span)
    case .expected(let wanted, let found): missing(wanted, found, span, source)
    case .unknownDeclaration(let word, let near):
      SpecWords(
        .unknownDeclaration,
        "Nothing in a form begins with \(word.inQuotes).\(didYouMean(near))",
        hint: near.isEmpty
          ? "The words that begin a part of a form are \(listed(declarationWords, "and"))." : nil,
        fix: nearFix(near, word, span))
    case .unknownClause(let word, let near): unknownClause(word, near, span)
    case .keywordAsOperand(let word):
      SpecWords(
        .keywordAsName, "\(word.inQuotes) is a word of the language.",
        hint: "To mean the field of that name, write it in backquotes.",
        fix: .init(span, "`\(word)`"))
    case .unclosedBlock(let opener):
      SpecWords(
        .unclosedBlock, "A block is not closed: its \">\" is missing.",
        "it should be closed by here", also: .init(opener, "the block opens here"))
    case .strayBlockEnd:
      SpecWords(
        .strayBlockEnd, "This \">\" closes nothing.",
        hint: "Remove it, or add the \"<\" that opens its block.")
    case .chainedComparison(let proposal):
      SpecWords(
        .chainedComparison, "Two comparisons cannot share a value. Write \(proposal.shortened).",
        fix: .init(span, proposal))
    case .bareList(let proposal):
      SpecWords(
        .missingParenthesis, "Several values after \"in\" stand in parentheses.",
        fix: .init(span, proposal))
    case .between(let proposal):
      SpecWords(
        .unknownRuleWord, "There is no \"between\". Write \(proposal.shortened).",
        fix: .init(span, proposal))
    case .isWithoutPredicate(let replacement):
      SpecWords(
        .isBeforeValue,
        "\"is\" stands before a rule word, such as blank. To compare values, write"
          + " \(replacement).",
        fix: .init(span, replacement))
    case .tooDeep(let limit):
      SpecWords(
        .tooDeep, "Here blocks or parentheses are nested more than \(limit) deep.",
        hint: "Break the condition into several rules.")
    case .tooManyOperators(let limit):
      SpecWords(
        .tooLong, "This condition has more than \(limit) parts.",
        hint: "Break it into several rules, or list what may be with \"in\" or oneOf(…).")
    case .repeated(let word, let first):
      SpecWords(
        .repeatedClause, "\(word.inQuotes) is said twice. Keep one of them.", "again here",
        also: .init(first, "first said here"))
    case .ambiguousOwner(let word, let first):
      SpecWords(
        .ambiguousOwner,
        "It is not clear what this \(word.inQuotes) belongs to: what is before it has one already.",
        "this one", also: .init(first, "it has this one"),
        hint: "Write what is the field's own before its first rule.")
    case .badPlaceholder(let found):
      SpecWords(
        .badPlaceholder, "\(found.inQuotes) is no placeholder.",
        hint: "A placeholder is a name in braces, such as {label}, or"
          + " {count|one item|{count} items}. A brace that is one is written \\{.")
    case .misplaced(let word): misplaced(word)
    case .file(let name, let fault): unusable(name, fault)
    case .patternWithoutParentheses:
      SpecWords(
        .missingParenthesis, "A pattern stands in parentheses after \"matches\".",
        fix: .init(span, "(" + source.text(span) + ")"))
    case .slashComment:
      SpecWords(
        .strayCharacter, "A comment begins with #, not with //.", fix: .init(span, "#"))
    case .spacedName(let name):
      SpecWords(
        .missingColon, "A name of several words, or with signs in it, stands in backquotes.",
        fix: .init(span, Spelling.name(name)))
    case .angleItem(let item):
      SpecWords(
        .missingOf, "The type of the items stands after \"of\": list of \(item.shortened).",
        fix: .init(span, " of " + item))
    case .commaInExample:
      SpecWords(
        .outOfPlace, "Between the fields of an example stand no commas.", fix: .init(span, ""))
    case .patternOutsideMatches:
      SpecWords(
        .misplacedPattern, "A pattern stands only in matches(…).",
        hint: "For a rule write matches(/…/), for another field its name before that.")
    }
  }
}

// MARK: - Arms that are longer

extension SpecWords {
  /// What stands where a value must.
  static var conditionAsValue: SpecWords {
    SpecWords(
      .conditionAsValue, "This is a condition, and cannot be compared or calculated with.",
      hint: "Conditions are joined with and, or and not. They are not compared with true or false.")
  }

  /// A replacement by the one name that is near.
  static func nearFix(
    _ near: [String], _ name: String, _ span: Span, _ written: (String) -> String = { $0 }
  ) -> Diagnostic.Fix? {
    guard let first = near.first else { return nil }
    let isClear = near.count == 1 || sameLetters(first, name)
    return isClear ? .init(span, written(first)) : nil
  }

  /// Whether two names differ only in case or in the order of their letters.
  private static func sameLetters(_ first: String, _ second: String) -> Bool {
    first.lowercased().utf8.sorted() == second.lowercased().utf8.sorted()
  }

  private static var declarationWords: [String] {
    Keyword.allCases.filter { $0.startsDeclaration }.map { $0.rawValue }
  }

  private static func strayCharacter(_ found: String, _ span: Span) -> SpecWords {
    let (hint, replacement): (String, String?) =
      switch found {
      case "'", "‘", "’", "」", "』", "»":
        ("A text stands in double quotes.", nil)
      case ";": ("Nothing is needed between the parts of a form.", "")
      case "{", "[": ("A block opens with < and a list with a parenthesis.", nil)
      case "}", "]": ("A block closes with > and a list with a parenthesis.", nil)
      default: ("If it is part of a text, put the text in double quotes.", nil)
      }
    let noun = found.count == 1 ? " means nothing here." : " mean nothing here."
    return SpecWords(
      .strayCharacter, found.inQuotes + noun, hint: hint,
      fix: replacement.map { .init(span, $0) })
  }

  private static func habit(
    _ found: String, _ meant: String, _ span: Span, _ source: Source
  ) -> SpecWords {
    let message =
      meant == " "
      ? "This is not an ordinary space, but is read as one."
      : "\(found.inQuotes) is read as \(meant == "\"" ? "'\"'" : meant.inQuotes)."
    return SpecWords(
      .habit, message,
      fix: meant == "\"" ? straightQuotes(span, source) : .init(span, meant))
  }

  /// Both quotes are replaced, else the text would have no end.
  private static func straightQuotes(_ opening: Span, _ source: Source) -> Diagnostic.Fix? {
    guard let whole = source.curlyText(from: opening) else { return nil }
    var out = "\""
    for scalar in source.text(Span(opening.upper, whole.upper)).unicodeScalars.dropLast() {
      if scalar == "\"", out.unicodeScalars.last != "\\" { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return .init(whole, out + "\"")
  }

  private static func unterminatedText(_ close: String) -> SpecWords {
    SpecWords(
      .unterminatedText, "This text has no closing quote.", "the text begins here",
      hint: close == "\""
        ? "A text ends on the line where it begins; a line break in it is written \\n."
        : "A text that begins like this ends with \(close) on the same line.")
  }

  private static func badNumber(_ found: String, _ span: Span) -> SpecWords {
    let digits = found.prefix { $0.isNumber || $0 == "." || $0 == "_" }
    let rest = String(found.dropFirst(digits.count))
    if DurationUnit(word: rest) != nil {
      return SpecWords(
        .badNumber, "A space is missing between the number and \(rest.inQuotes).",
        fix: .init(span, digits + " " + rest))
    }
    return SpecWords(
      .badNumber, "\(found.inQuotes) is neither a number nor a name.",
      hint: "Numbers are written as 1200, 1_200 or 0.5. A text stands in double quotes,"
        + " and a name that begins with a digit in backquotes.")
  }

  private static func unknownClause(_ word: String, _ near: [String], _ span: Span) -> SpecWords {
    if near.isEmpty, Predicate.named(word) != nil {
      return SpecWords(
        .unknownClause, "\(word.inQuotes) is a rule word. Write \"rule\" before it.",
        fix: .init(Span(span.lower, span.lower), "rule "))
    }
    return SpecWords(
      .unknownClause, "No part of a field begins with \(word.inQuotes).\(didYouMean(near))",
      hint: near.isEmpty
        ? "What is said of a field begins with a word such as rule, message, optional or default."
        : nil,
      fix: nearFix(near, word, span))
  }

  private static func misplaced(_ word: String) -> SpecWords {
    let hint =
      switch word {
      case "form": "It stands at most once, before everything else in the file."
      case "language": "It stands at most once, outside of all blocks."
      case "warning": "A warning stands right after the condition of its rule."
      default: "It belongs to a single field."
      }
    return SpecWords(.misplacedWord, "\(word.inQuotes) cannot stand here.", hint: hint)
  }
}

extension SpecWords {
  private static func unusable(_ name: String, _ fault: SyntaxProblem.FileFault) -> SpecWords {
    switch fault {
    case .outside:
      SpecWords(
        .unusableFile, "\(name.inQuotes) is outside the folder of the form.",
        hint: "Only files in the same folder or in folders below it can be used.")
    case .circle(let files):
      SpecWords(
        .unusableFile,
        "The files use each other in a circle: "
          + files.map { $0.inQuotes }.joined(separator: ", which uses ") + ".")
    case .unreadable(let reason):
      SpecWords(.unusableFile, "\(name.inQuotes) cannot be read: \(reason).")
    case .noFolder:
      SpecWords(
        .unusableFile, "\(name.inQuotes) cannot be found: the form itself is not in a folder.")
    case .tooMany(let limit):
      SpecWords(.unusableFile, "A form may use at most \(limit) files.")
    case .tooLarge(let bytes):
      SpecWords(.unusableFile, tooLarge(name.inQuotes, bytes, "A file of choices"))
    case .tooMuch:
      SpecWords(
        .unusableFile, "With \(name.inQuotes) the form becomes larger than a form may be.",
        hint: "Check that no file is used again and again by the files that it uses.")
    }
  }
  private static func tooLarge(_ file: String, _ bytes: Int?, _ kind: String) -> String {
    let size = bytes.map { "\($0)" } ?? "more than \(Source.byteLimit)"
    return "\(file) has \(size) bytes. \(kind) may have at most \(Source.byteLimit)."
  }
}

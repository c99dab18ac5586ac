// The messages of findings. Each kind of mistake has one case of an exhaustive switch, which contains the whole text:
// `FindingRow(code).says(message, label, hint: …, fix: …)`. The severity follows from the enum to which the mistake
// belongs. The form's own words are in double quotes. The kinds of values are named as in `KindWords.swift`, and a
// predicate is called a "rule word".

package import FormworkEngine
package import FormworkSyntax

/// The code of a kind of finding, with methods that create a finding's words. `Findings/CODE.txt` of FormworkCLI
/// documents the code.
struct FindingRow {
  /// A name that stays the same if the messages change.
  let code: String

  init(_ code: String) { self.code = code }

  /// Creates the words of a finding.
  ///
  /// - Parameters:
  ///   - message: the problem, in a sentence or two.
  ///   - label: a few words next to the carets.
  ///   - span: a smaller span than the finding's own.
  ///   - other: a second place.
  func says(
    _ message: String, _ label: String = "", at span: Span? = nil,
    also other: Diagnostic.Label? = nil, hint: String? = nil, fix: Diagnostic.Fix? = nil
  ) -> FindingWords {
    FindingWords(
      row: self, message: message, label: label, span: span, other: other, hint: hint, fix: fix)
  }

  /// Returns "There is no type "strng". Did you mean "string"?", or the hint if there is no similar name.
  func unknown(
    _ what: String, _ name: String, _ near: [String], _ place: FindingPlace, hint: String? = nil,
    written: (String) -> String = { $0 }
  ) -> FindingWords {
    says(
      "There is no \(what) \(name.inQuotes).\(near.question)", hint: near.isEmpty ? hint : nil,
      fix: place.renamed(name, to: near, written))
  }
}

/// The words of a finding.
struct FindingWords {
  var row: FindingRow
  var message: String
  var label: String
  var span: Span?
  var other: Diagnostic.Label?
  var hint: String?
  var fix: Diagnostic.Fix?

  func diagnostic(_ severity: Severity, at place: Span) -> Diagnostic {
    var diagnostic = Diagnostic(
      row.code, severity, message, at: span ?? place, label, hint: hint, fix: fix)
    if let other, other.span != diagnostic.span { diagnostic.labels.append(other) }
    return diagnostic
  }
}

extension SyntaxProblem {
  /// Returns the problem with its message.
  package func diagnostic(in source: Source) -> Diagnostic {
    var diagnostic = words(in: source).diagnostic(severity, at: span)
    diagnostic.mayBeOtherWording = severity == .error && !isAssignedNeed
    return diagnostic
  }

  private var isAssignedNeed: Bool { if case .assignedNeed = kind { true } else { false } }
}

extension Finding {
  /// Returns the finding with its message.
  package func diagnostic(in source: Source) -> Diagnostic {
    var diagnostic = words(in: source).diagnostic(severity, at: span)
    diagnostic.mayBeOtherWording = kind.mayBeOtherWording
    return diagnostic
  }

  func words(in source: Source) -> FindingWords {
    let place = FindingPlace(span, source)
    return switch kind {
    case .name(let mistake): mistake.words(at: place)
    case .type(let mistake): mistake.words(at: place)
    case .declaration(let mistake): mistake.words(at: place)
    case .lint(let lint): lint.words(at: place)
    }
  }
}

extension Finding.Kind {
  /// Whether the cause may be a phrase of another language: an unknown name, or something that can't be a condition.
  fileprivate var mayBeOtherWording: Bool {
    switch self {
    case .name(.unknownField(_, let near, _)): near.isEmpty
    case .name(.unknownType), .name(.unknownName), .name(.unknownPredicate),
      .name(.foreignPredicate), .name(.unknownFunction), .name(.unknownClass):
      true
    case .name(.notARecord), .type(.recordsNotAsked): true
    case .type(.groupWithoutQuestion), .type(.notAnOperand(.range)), .type(.notAnOperand(.list)),
      .type(.mixedValues(_, .bool)), .type(.notACondition),
      .type(.conditionAsOperand),
      .type(.notAList),
      .type(.wrongArguments), .type(.wrongFunctionArguments), .type(.wrongSubject):
      true
    case .type(.incomparable(.date, _, _, _)), .type(.incomparable(_, .date, _, _)),
      .type(.incomparable(.int, .text, _, _)), .type(.parameterCount),
      .declaration(.badRow):
      true
    default: false
    }
  }
}

// MARK: - Codes of several mistakes

extension FindingRow {
  static let missingCode = FindingRow("missing-code")
  static let unknownPlaceholder = FindingRow("unknown-placeholder")
  static let placeholderWithoutSource = FindingRow("placeholder-without-source")
  static let wrongFunctionArguments = FindingRow("wrong-function-arguments")
  static let badChoicesFile = FindingRow("bad-choices-file")
  static let ambiguousPlaceholder = FindingRow("ambiguous-placeholder")
  static let acrossInList = FindingRow("across-in-list")
  static let badName = FindingRow("bad-name")
  static let comparedWithEmpty = FindingRow("compared-with-empty")
  static let contradiction = FindingRow("contradiction")
  static let contradictoryRules = FindingRow("contradictory-rules")
  static let incomparable = FindingRow("incomparable")
  static let mixedTypes = FindingRow("mixed-types")
  static let listAsValue = FindingRow("list-as-value")
  static let recordsNotHere = FindingRow("records-not-here")
  static let misplacedWord = FindingRow("misplaced-word")
  static let missingColon = FindingRow("missing-colon")
  static let missingOf = FindingRow("missing-of")
  static let missingParenthesis = FindingRow("missing-parenthesis")
  static let missingValue = FindingRow("missing-value")
  static let notACondition = FindingRow("not-a-condition")
  static let outOfPlace = FindingRow("out-of-place")
  static let repeatedName = FindingRow("repeated-name")
  static let patternInText = FindingRow("pattern-in-text")
  static let foreignPlaceholder = FindingRow("foreign-placeholder")
  static let ruleNeverFails = FindingRow("rule-never-fails")
  static let unknownChoices = FindingRow("unknown-choices")
  static let defaultOfStructure = FindingRow("default-of-structure")
  static let badExampleValue = FindingRow("bad-example-value")
  static let strayCharacter = FindingRow("stray-character")
  static let tooLarge = FindingRow("too-large")
  static let tooManyErrors = FindingRow("too-many-errors")
  static let tooDeep = FindingRow("too-deep")
  static let unknownRuleWord = FindingRow("unknown-rule-word")
  static let notAValue = FindingRow("not-a-value")
  static let wrongSubject = FindingRow("wrong-subject")
  static let badAlternative = FindingRow("bad-alternative")
  static let unreachedAlternative = FindingRow("unreached-alternative")
}

extension FindingRow {
  /// Returns the message for errors above the limit.
  static func tooManyErrors(_ limit: Int) -> FindingWords {
    tooManyErrors.says(
      "This form has more than \(limit) errors. The others are not shown.",
      hint: "Check that this is a form and not the data to be checked.")
  }
}

// MARK: - Phrases

extension String {
  /// The form's words in double quotes, truncated if long.
  var inQuotes: String { "\"" + shortened + "\"" }

  /// The first line, at most 60 characters.
  var shortened: String {
    var end = prefix(60).endIndex
    if let lineBreak = firstIndex(where: { $0.isNewline }), lineBreak < end { end = lineBreak }
    return end == endIndex ? self : String(self[..<end]) + "…"
  }

  /// The text as the beginning of a sentence.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

extension [String] {
  /// Returns " Did you mean "a", "b" or "c"?", or an empty text.
  var question: String {
    isEmpty ? "" : " Did you mean " + map { $0.inQuotes }.listed("or") + "?"
  }

  /// Returns "a, b or c".
  package func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " " + conjunction + " " + last
  }
}

extension Int {
  /// Returns "1 value" or "2 values".
  func counted(_ unit: String) -> String { "\(self) \(unit)\(self == 1 ? "" : "s")" }
}

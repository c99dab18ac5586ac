// What is said about a spec, and how: the frame of every wording, and the turns of phrase that they
// share. Authors' own words stand in double quotes; what a value is made of is named as in StaticType
// (see SpecWordsTypes); a predicate is called a "rule word".

internal import FormworkSyntax

/// The words for one finding.
struct SpecWords {
  var code: SpecCode
  /// What is wrong, in a sentence or two.
  var message: String
  /// A few words beside the carets.
  var label = ""
  /// A smaller place than the finding's own.
  var span: Span?
  /// Further places.
  var others: [Diagnostic.Label] = []
  var hint: String?
  var fix: Diagnostic.Fix?

  init(
    _ code: SpecCode, _ message: String, _ label: String = "", span: Span? = nil,
    also other: Diagnostic.Label? = nil, hint: String? = nil, fix: Diagnostic.Fix? = nil
  ) {
    self.code = code
    self.message = message
    self.label = label
    self.span = span
    others = other.map { [$0] } ?? []
    self.hint = hint
    self.fix = fix
  }

  func diagnostic(at place: Span) -> Diagnostic {
    var diagnostic = Diagnostic(
      code.code, code.severity, message, at: span ?? place, label, hint: hint, fix: fix)
    diagnostic.labels += others.filter { $0.span != diagnostic.labels[0].span }
    return diagnostic
  }
}

// MARK: - Turns of phrase

extension String {
  /// The author's words in double quotes, long ones cut.
  var inQuotes: String { "\"" + shortened + "\"" }

  /// At most the first line and 60 characters.
  var shortened: String {
    var end = prefix(60).endIndex
    if let lineBreak = firstIndex(where: { $0.isNewline }), lineBreak < end { end = lineBreak }
    return end == endIndex ? self : String(self[..<end]) + "…"
  }

  /// The text as the beginning of a sentence.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

extension SpecWords {
  /// " Did you mean "a", "b" or "c"?", or nothing.
  static func didYouMean(_ near: [String]) -> String {
    near.isEmpty ? "" : " Did you mean " + listed(near.map { $0.inQuotes }) + "?"
  }

  /// "a, b or c".
  static func listed(_ words: [String], _ conjunction: String = "or") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " " + conjunction + " " + last
  }
}

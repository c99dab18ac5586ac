// Finds the texts of a form that lack a language which other texts have.

internal import FormworkSyntax

/// The texts of a form with their languages.
struct Translations {
  private struct Text {
    var span: Span
    /// The languages besides the form's own, in lower case.
    var languages: [String]
  }

  private var texts: [Text] = []
  private var isTranslated = false
  /// The maximum number of spans in a finding.
  private static let placeLimit = 8

  /// Adds a text, unless it is the same in every language because it contains no letters.
  mutating func note(_ text: LocalizedText) {
    guard !text.translations.isEmpty || Translations.hasLetters(text.unmarked) else { return }
    isTranslated = isTranslated || !text.translations.isEmpty
    let languages = text.translations.map { $0.language.text.lowercased() }
    texts.append(Text(span: text.span, languages: languages))
  }

  private static func hasLetters(_ text: TextTemplate) -> Bool {
    text.parts.contains { part in
      switch part {
      case .literal(let literal): literal.unicodeScalars.contains { $0.properties.isAlphabetic }
      case .placeholder: false
      case .plural(_, let one, let other): !one.isEmpty || !other.isEmpty
      }
    }
  }

  /// Returns a finding for each language that only some texts have, about the texts that lack it.
  ///
  /// - Parameter own: the language of the form.
  func findings(own: String) -> [Finding] {
    guard isTranslated else { return [] }
    var seen: OrderedSet<UInt32> = []
    let texts = texts.ordered { $0.span.lower < $1.span.lower }.filter {
      seen.insert($0.span.lower).inserted
    }
    var languages: [String] = []
    for language in texts.flatMap({ $0.languages }) where language != own.lowercased() {
      if !languages.contains(language) { languages.append(language) }
    }
    return languages.compactMap { language in
      let lacking = texts.filter { !Translations.covers(language, $0.languages) }.map { $0.span }
      guard let first = lacking.first else { return nil }
      let others = Array(lacking.dropFirst().prefix(Translations.placeLimit))
      return Finding(
        kind: .lint(.untranslated(language, others: others, count: lacking.count)), span: first)
    }
  }

  /// Whether a text is available in a language, possibly without its region.
  private static func covers(_ language: String, _ languages: [String]) -> Bool {
    languages.contains(language) || languages.contains(String(language.prefix { $0 != "-" }))
  }
}

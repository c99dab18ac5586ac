// Which languages there are words in.

internal import FormworkEngine

extension MessageWriter {
  /// The languages that there are texts in, the form's own first, if the one that was asked for is none of
  /// them, also without its region; nil if it is.
  package var otherLanguages: [String]? {
    let own = program.languages
    let builtIn = BuiltInLanguage.allCases.map { $0.rawValue }
    let known = own + builtIn.filter { !own.contains($0) }
    let asked = [language.lowercased(), language.prefix { $0 != "-" }.lowercased()]
    return known.contains { asked.contains($0.lowercased()) } ? nil : known
  }
}

// The languages in which a form's messages are available.

internal import FormworkEngine

extension MessageWriter {
  /// The available languages, those of the form first. Nil if the requested language, with or without its region, is
  /// one of them.
  package var otherLanguages: [String]? {
    let own = program.languages
    let builtIn = BuiltInLanguage.allCases.map { $0.rawValue }
    let known = own + builtIn.filter { !own.contains($0) }
    let asked = [language.lowercased(), language.prefix { $0 != "-" }.lowercased()]
    return known.contains { asked.contains($0.lowercased()) } ? nil : known
  }
}

// Which languages there are words in.

internal import FormworkEngine

extension MessageWriter {
  /// The languages of built-in messages.
  static let ownLanguages = ["en", "ja"]

  static func withoutRegion(_ language: String) -> String {
    language.prefix { $0 != "-" }.lowercased()
  }

  /// The languages that there are texts in, the form's own first, if the one that was asked for is none of
  /// them, also without its region; nil if it is.
  package var otherLanguages: [String]? {
    let own = program.languages
    let known = own + MessageWriter.ownLanguages.filter { !own.contains($0) }
    let asked = [language.lowercased(), MessageWriter.withoutRegion(language)]
    return known.contains { asked.contains($0.lowercased()) } ? nil : known
  }
}

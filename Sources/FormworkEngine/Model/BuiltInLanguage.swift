// Codes of built-in languages. The languages themselves come from the catalogues.

extension BuiltInLanguage {
  /// Finds the language of a code such as `de-AT`, whose region is ignored. Fails for other languages.
  package init?(code: String) {
    self.init(rawValue: code.prefix { $0 != "-" }.lowercased())
  }
}

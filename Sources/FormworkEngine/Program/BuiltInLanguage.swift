// The code of a built-in language. The languages themselves come from the catalogues.

extension BuiltInLanguage {
  /// The language of a code such as `de-AT`; nil if it is none of these. A region makes no difference.
  package init?(code: String) {
    self.init(rawValue: code.prefix { $0 != "-" }.lowercased())
  }
}

// The languages that built-in messages and reports are in.

/// A language of built-in words, by its code.
package enum BuiltInLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case portuguese = "pt"
  case dutch = "nl"
  case chinese = "zh"
  case korean = "ko"

  /// The language of a code such as `de-AT`; nil if it is none of these. A region makes no difference.
  package init?(code: String) {
    self.init(rawValue: code.prefix { $0 != "-" }.lowercased())
  }
}

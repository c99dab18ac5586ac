// Written by Scripts/catalogues from Sources/Catalogues. Change those, and run the script again.
// swift-format-ignore-file

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
  case arabic = "ar"
  case hebrew = "he"
}

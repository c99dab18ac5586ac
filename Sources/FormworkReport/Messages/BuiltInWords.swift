// Assembles built-in messages: selects the singular or plural of words, and fills placeholders.

internal import FormworkEngine

/// A rule that selects the singular or a plural form of a word for a number.
///
/// In `1 | *2 *3 !*12 !*13 | *` the forms are separated by `|`. Each form lists its numbers: `1` means only 1, `*2`
/// every number that ends in 2, and `*` every number. `!*12` excludes the numbers that end in 12. The first matching
/// form is selected.
package struct PluralRule: Sendable {
  private let notation: String

  package init(_ notation: String) { self.notation = notation }

  package var formCount: Int { notation.split(separator: "|").count }

  /// Returns the form of a word for a number.
  ///
  /// - Parameters:
  ///   - forms: the forms, separated by `|`.
  ///   - number: the digits, or an empty text for a plural without a number.
  package func form(of forms: String, for number: String) -> String {
    let rules = notation.split(separator: "|")
    let index = rules.firstIndex { PluralRule.fits(number, $0) } ?? rules.count - 1
    return forms.form(index)
  }

  private static func fits(_ number: String, _ numbers: Substring) -> Bool {
    var isListed = false
    for item in numbers.split(separator: " ") {
      let isExcluded = item.hasPrefix("!")
      let item = isExcluded ? item.dropFirst() : item
      let isThis = item.hasPrefix("*") ? number.hasSuffix(item.dropFirst()) : number == item
      if isThis, isExcluded { return false }
      isListed = isListed || isThis
    }
    return isListed
  }
}

extension DifferencePhrase {
  /// Returns the phrase in a language, or in English if that isn't a built-in language.
  package func text(in language: String) -> String {
    (BuiltInLanguage(code: language) ?? .english).difference(self)
  }
}

extension String {
  /// Returns the form at `index` among the forms that `|` separates, or the last form if there are fewer.
  package func form(_ index: Int) -> String {
    let forms = split(separator: "|", omittingEmptySubsequences: false)
    return String(forms[min(index, forms.count - 1)])
  }

  /// Returns the text with its placeholders filled. Braces around anything else are kept.
  package func filled(_ values: (name: String, value: String)...) -> String {
    var text = ""
    var rest = self[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      text += rest[..<open]
      rest = rest[open...]
      guard let close = rest.utf8.firstIndex(of: UInt8(ascii: "}")) else { break }
      let end = rest.utf8.index(after: close)
      let name = rest.dropFirst()[..<close]
      text += values.first { $0.name == name }?.value ?? String(rest[..<end])
      rest = rest[end...]
    }
    return text + rest
  }
}

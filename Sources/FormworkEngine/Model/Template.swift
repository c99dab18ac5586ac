// Texts with resolved placeholders.

internal import FormworkSyntax

/// A text in every language in which the form has it.
package struct LocalizedTemplate: Sendable {
  let unmarked: Template
  let translations: [(language: String, template: Template)]
  /// The distinct placeholders of the text in all of its languages.
  let placeholders: OrderedSet<Template.Placeholder>

  init(unmarked: Template, translations: [(language: String, template: Template)]) {
    self.unmarked = unmarked
    self.translations = translations
    var placeholders: OrderedSet<Template.Placeholder> = []
    for template in [unmarked] + translations.map({ $0.template }) {
      template.parts.gather(&placeholders)
    }
    self.placeholders = placeholders
  }

  /// Whether the text has neither translations nor placeholders.
  var isPlain: Bool { translations.isEmpty && unmarked.plain != nil }

  /// Returns the text for a language code, or else for the code without its region, or else the unmarked text.
  ///
  /// - Parameter own: the language of unmarked texts.
  package func template(for language: String, own: String) -> Template {
    if language == own { return unmarked }
    return translation(for: language, own: own) ?? unmarked
  }

  /// Whether the text is available in a language, with or without its region.
  func has(_ language: String, own: String) -> Bool {
    let base = language.lowercased().prefix { $0 != "-" }
    return base == own.lowercased().prefix { $0 != "-" }
      || translation(for: language, own: own) != nil
  }

  private func translation(for language: String, own: String) -> Template? {
    let asked = language.lowercased()
    let own = own.lowercased()
    if asked == own { return nil }
    if let exact = translations.first(where: { $0.language.lowercased() == asked }) {
      return exact.template
    }
    let base = asked.prefix { $0 != "-" }
    return base == own ? nil : translations.first { $0.language.lowercased() == base }?.template
  }
}

extension Program {
  /// The languages of the texts, the form's own first.
  package var languages: [String] {
    var languages: OrderedSet = [language]
    for text in texts { languages.formUnion(text.translations.map { $0.language }) }
    return Array(languages)
  }

  /// Whether a text shows the number or the line of a record.
  package var numbersRecords: Bool {
    texts.contains { $0.placeholders.contains { $0 == .record || $0 == .line } }
  }
}

/// A text whose placeholders refer to the sources of their values.
package struct Template: Sendable {
  /// The text, if it has no placeholders.
  package let plain: String?
  /// The parts of a text with placeholders.
  private let pieces: [Part]

  package var parts: [Part] { plain.map { [.literal($0)] } ?? pieces }

  package enum Part: Sendable {
    case literal(String)
    case placeholder(Placeholder)
    indirect case plural(Placeholder, one: [Part], other: [Part])
  }

  /// Creates a text with placeholders.
  init(parts: [Part]) { (plain, pieces) = (nil, parts) }

  /// Creates a text without placeholders.
  init(_ text: String) { (plain, pieces) = (text, []) }

  /// The source of a placeholder's value.
  package enum Placeholder: Sendable, Hashable {
    case label, value, minimum, maximum, actual, count, choices, column, record, line, first
    /// The expected type of the field.
    case expected
    /// An operand node: the value of another field.
    case operand(Int32, isSecret: Bool)
  }
}

extension [Template.Part] {
  fileprivate func gather(_ placeholders: inout OrderedSet<Template.Placeholder>) {
    for part in self {
      switch part {
      case .literal: break
      case .placeholder(let placeholder): placeholders.insert(placeholder)
      case .plural(let placeholder, let one, let other):
        placeholders.insert(placeholder)
        (one + other).gather(&placeholders)
      }
    }
  }
}

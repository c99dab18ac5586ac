// Every catalogue has the placeholders of English and the plural forms of its language, and the output of
// Scripts/catalogues matches the catalogues. FORMWORK_RECORD=1 rewrites the list of missing texts,
// `Words/lacking.txt`.

import FormworkAuthoring
import FormworkEngine
import Foundation
import Testing

@testable import FormworkReport

@Suite("Catalogues of built-in words")
struct CatalogueTests {
  private static let catalogues = Catalogue.all

  private static let english = catalogues[0]

  /// The sections whose texts have a form for each number.
  private static let counted = [
    "characters", "counted", "explained units", "explained characters",
  ]

  // MARK: - What the catalogues say

  @Test("the languages, in their order")
  func languages() {
    #expect(CatalogueTests.english.head["code"] == "en")
    let codes = CatalogueTests.catalogues.map { $0.head["code"] }
    #expect(codes == BuiltInLanguage.allCases.map { $0.rawValue })
    let explaining = CatalogueTests.catalogues.filter { $0.texts["explanations"] != nil }
    #expect(explaining.map { $0.head["code"] } == FormExplainer.languages)
    for (catalogue, language) in zip(CatalogueTests.catalogues, BuiltInLanguage.allCases) {
      #expect("\(language)" == catalogue.name)
      #expect("\(language.plural)".contains("\"\(catalogue.head["plural"] ?? "")\""))
    }
  }

  @Test("placeholders are those of English", arguments: catalogues)
  func placeholders(_ catalogue: Catalogue) {
    func placeholders(_ text: String) -> Set<String> {
      Set(text.matches(of: /\{([A-Za-z]+)\}/).map { String($0.1) })
    }
    // If characters have a counter, the class that is counted is a separate placeholder.
    let hasCounter = catalogue.texts["messages"]?["characterCounter"] ?? "" != ""
    for (section, key, text) in catalogue.all {
      var found = placeholders(text)
      if hasCounter, [section, key] == ["rules", "contains"] || key == "containsAtMost" {
        found.remove("what")
      }
      let wanted = placeholders(CatalogueTests.english.texts[section]?[key] ?? "")
      #expect(found == wanted, "\(catalogue.name), \(section), \(key): \(text)")
    }
  }

  @Test("counted words have the forms of the plural, months are twelve", arguments: catalogues)
  func forms(_ catalogue: Catalogue) {
    let plural = PluralRule(catalogue.head["plural"] ?? "")
    for (section, key, text) in catalogue.all {
      let forms = text.split(separator: "|", omittingEmptySubsequences: false)
      let isCounted = CatalogueTests.counted.contains(section)
      let areMonths = [section, key] == ["messages", "months"]
      let count = areMonths ? 12 : isCounted ? plural.formCount : 1
      #expect(forms.count == count, "\(catalogue.name), \(key): \(text)")
    }
  }

  @Test("nothing is empty or left in English", arguments: catalogues)
  func filled(_ catalogue: Catalogue) {
    for (section, key, text) in catalogue.all {
      let english = CatalogueTests.english.texts[section]?[key] ?? ""
      if english.isEmpty || key == "sentenceGap" { continue }
      let isFilled = text.contains { $0.isLetter || "{\",、،.".contains($0) }
      #expect(isFilled, "\(catalogue.name), \(key)")
      let isSentence = english.filter { $0 == " " }.count > 2
      let isEnglish = catalogue.name == "english"
      if isSentence, !isEnglish { #expect(text != english, "\(catalogue.name), \(key)") }
    }
  }

  /// The texts that a language lacks; English is used instead.
  @Test("what each language lacks") func lacking() throws {
    var text = ""
    for catalogue in CatalogueTests.catalogues.dropFirst() {
      for section in CatalogueTests.english.sections {
        let own = catalogue.texts[section.title] ?? [:]
        let wanted = section.rows.filter { $0.text != "" }.map { $0.key }
        let lacking = wanted.filter { own[$0] == nil }
        if lacking.isEmpty { continue }
        let list = lacking.count == wanted.count ? "all" : lacking.joined(separator: ", ")
        text += "\(catalogue.name), \(section.title): \(list)\n"
      }
    }
    #expect(
      try text == DocsFile.expected(BuiltInWordsTests.folder + "lacking.txt", recording: text))
  }

  // MARK: - What the script wrote

  private static let modules = [
    (
      file: "Sources/FormworkReport/Generated/Messages",
      sections: [
        "messages", "expected values", "rules", "characters", "counted", "unreadable", "reports",
        "differences",
      ]
    ),
    (
      file: "Sources/FormworkAuthoring/Generated/Explanations",
      sections: [
        "explanations", "explained rules", "explained functions", "explained kinds",
        "written values", "explained units", "explained characters",
      ]
    ),
  ]

  @Test("every section is written somewhere")
  func sections() {
    let written = CatalogueTests.modules.flatMap { $0.sections } + ["pages"]
    #expect(CatalogueTests.english.sections.map { $0.title } == written)
  }

  @Test("the texts in Swift, after Scripts/catalogues", arguments: catalogues)
  func swift(_ catalogue: Catalogue) throws {
    for module in CatalogueTests.modules {
      let sections = module.sections.compactMap { title in
        catalogue.sections.first { $0.title == title }
      }
      let file = "\(module.file)+\(catalogue.head["code"] ?? "").swift"
      guard !sections.isEmpty else {
        #expect(!DocsFile.exists(file))
        continue
      }
      var wanted: [String] = []
      for section in sections {
        wanted.append(catalogue.function(section.title))
        for row in section.rows {
          // `not a` is `(.a, true)`, `a.b` is `.a(.b)`.
          let isNot = row.key.hasPrefix("not ")
          let names = row.key.dropFirst(isNot ? 4 : 0).split(separator: ".")
          let name = "." + names[0] + (names.count > 1 ? "(.\(names[1]))" : "")
          let pattern = section.title == "explained rules" ? "(\(name), \(isNot))" : name
          wanted.append("\(pattern): \"\(Catalogue.escaped(row.text))\"")
        }
      }
      let lines = try DocsFile.text(file).split(separator: "\n").compactMap { line in
        let start = ["  static func ", "    case "].first { line.hasPrefix($0) }
        return start.map { line.dropFirst($0.count) }
      }
      // Only the function's name is compared.
      let found = lines.map { $0.hasPrefix(catalogue.name) ? $0.prefix { $0 != "(" } : $0 }
      #expect(found.map(String.init) == wanted, "Run Scripts/catalogues.")
    }
  }

  @Test("each language is asked for the sections that it has, after Scripts/catalogues")
  func choices() throws {
    for module in CatalogueTests.modules {
      let wanted = CatalogueTests.catalogues.flatMap { catalogue in
        catalogue.sections.map { $0.title }.filter { module.sections.contains($0) }
          .map { catalogue.function($0) }
      }
      let text = try DocsFile.text(module.file + ".swift")
      let found = text.matches(of: /: Self\.(\w+)\(/).map { String($0.1) }
      #expect(found.sorted() == wanted.sorted(), "Run Scripts/catalogues.")
    }
  }

  @Test("the texts of the pages, after Scripts/catalogues")
  func pages() throws {
    var wanted = "\nexport const catalogue = {\n"
    for catalogue in CatalogueTests.catalogues {
      wanted += "  \(catalogue.head["code"] ?? ""): {\n"
      for section in catalogue.sections where section.title == "pages" {
        for row in section.rows {
          wanted += "    \(row.key): \"\(Catalogue.escaped(row.text))\",\n"
        }
      }
      wanted += "  },\n"
    }
    let text = try DocsFile.text("Sources/FormworkWeb/Page/catalogue.js")
    let texts = text.drop { $0 != "\n" }.dropFirst()
    #expect(texts == wanted + "};\n", "Run Scripts/catalogues.")
  }
}

/// The words of one language, as Scripts/catalogues reads them.
struct Catalogue: Sendable, CustomTestStringConvertible {
  struct Section {
    var title: String
    var rows: [(key: String, text: String)] = []
  }

  var head: [String: String] = [:]
  var sections: [Section] = []
  /// The texts of each section by their keys.
  var texts: [String: [String: String]] = [:]

  /// All catalogues, in the order of languages.
  static let all: [Catalogue] = {
    let files = FileManager.default.subpaths(atPath: DocsFile.path("Sources/Catalogues")) ?? []
    let all = files.map { Catalogue(file: "Sources/Catalogues/" + $0) }
    return all.sorted { ($0.order, $0.head["code"] ?? "") < ($1.order, $1.head["code"] ?? "") }
  }()

  init(file: String) {
    for line in ((try? DocsFile.text(file)) ?? "").split(separator: "\n") {
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("[") {
        sections.append(Section(title: String(line.dropFirst().dropLast())))
        continue
      }
      let parts = String(line).components(separatedBy: " = ")
      var text = parts.dropFirst().joined(separator: " = ")
      if text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
        text = String(text.dropFirst().dropLast())
      }
      for key in parts[0].components(separatedBy: ", ") {
        guard let section = sections.indices.last else {
          head[key] = text
          continue
        }
        sections[section].rows.append((key, text))
        texts[sections[section].title, default: [:]][key] = text
      }
    }
  }

  var testDescription: String { name }

  private var order: Int { head["order"].flatMap { Int($0) } ?? 1000 }

  /// The name of the language's enum case: `english`.
  var name: String {
    let words = (head["english"] ?? "").split { !$0.isLetter }
    return words[0].lowercased() + words.dropFirst().joined()
  }

  /// The name of the function with the texts of a section: `englishMessages`.
  func function(_ section: String) -> String {
    name + section.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Each text with its section and its key.
  var all: [(section: String, key: String, text: String)] {
    sections.flatMap { section in section.rows.map { (section.title, $0.key, $0.text) } }
  }

  /// Returns a text as a Swift and JavaScript literal.
  static func escaped(_ text: String) -> String {
    text.replacing(#/\\(?!u\{)|"/#) { "\\" + $0.output }
  }
}

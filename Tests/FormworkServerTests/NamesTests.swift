// Names and completion, at every word of the examples.

import FormworkAuthoring
import FormworkEngine
import FormworkReport
import FormworkSyntax
import TestSizes
import Testing

@testable import FormworkServer

@Suite struct NamesTests {
  private static func read(
    _ path: String, _ text: [UInt8]? = nil, _ word: Checker.Completion? = nil
  ) -> FormReading {
    FormReading(
      Source(name: path, bytes: text ?? ExampleForms.text(path)), isOnlyRead: true,
      notesNames: true, completion: word, knowsEncoding: { _ in true },
      read: ExampleForms.reader(path))
  }

  /// Each name that a form declares can be renamed, and the form's meaning stays the same.
  @Test(arguments: ExampleForms.paths)
  func everyNameCanBeRenamed(_ path: String) throws {
    let reading = NamesTests.read(path)
    let names = FormNames(reading)
    let own = names.uses.filter { $0.isDeclaration && reading.source.file(at: $0.span.lower) == 0 }
    if path != "common/common.form" { #expect(!own.isEmpty) }
    for use in own where isLarge || use.span.lower % 3 == 0 {
      let edits = try FormRenaming(reading).edits(at: use.span.lower, to: "quite new") { texts in
        NamesTests.read(path, texts[0])
      }
      #expect(edits.count == names.places(of: use).count)
    }
  }

  /// Each name of a form without errors is known.
  @Test(arguments: ExampleForms.paths)
  func everyNameHasAUse(_ path: String) {
    let reading = NamesTests.read(path)
    let names = FormNames(reading)
    for name in reading.tree.declarations.compactMap({ declaration -> Name? in
      if case .field(let field) = declaration.kind { field.name } else { nil }
    }) {
      #expect(names.use(at: name.span.lower)?.isDeclaration ?? false)
    }
  }

  /// The actual word at a position is offered there, usually among the first. If each use were compared with all
  /// others, or each edit with all uses, this would take minutes.
  @Test(arguments: [
    (
      "field k: int\n", "when k == # < field x: int >\nelse ", "when k == 0 < field x: int >", 2_000
    ),
    ("field x: int\n", "check x > #\n", "", 4_000),
    ("", "define t#: string\n", "field x: int", 4_000),
  ])
  func manyNames(_ start: String, _ part: String, _ end: String, _ count: Int) throws {
    let parts = (1...count / sized(10, large: 1)).map { part.replacing("#", with: "\($0)") }
    let text = Array((start + parts.joined() + end).utf8)
    let reading = NamesTests.read("s.form", text)
    let use = try #require(reading.nameUses.first { reading.source.text($0.span) == "x" })
    let edits = try FormRenaming(reading).edits(at: use.span.lower, to: "other") { texts in
      NamesTests.read("s.form", texts[0])
    }
    #expect(edits.count == text.filter { $0 == UInt8(ascii: "x") }.count)
  }

  @Test func whatStandsThereIsOffered() {
    var (count, first, any) = (0, 0, 0)
    var missing: [String] = []
    for path in ExampleForms.paths {
      let source = Source(name: path, bytes: ExampleForms.text(path))
      let declared = Set(
        FormNames(NamesTests.read(path)).uses.filter { $0.isDeclaration }.map { $0.span.lower })
      let words = Lexer(source).tokens.filter { token in
        (token.kind == .name || token.kind == .keyword) && !declared.contains(token.span.lower)
      }
      // Without optimization, all of them would take a minute and a half.
      for token in words.enumerated().filter({ $0.offset % NamesTests.step == 0 }).map({
        $0.element
      }) {
        let word = source.text(token.span)
        let completion = FormCompletion(source, at: Int(token.span.lower))
        let labels = completion.offers { text, word in NamesTests.read(path, text.bytes, word) }
          .map { $0.label }
        #expect(Set(labels).count == labels.count)
        count += 1
        if labels.prefix(10).contains(word) { first += 1 }
        if labels.contains(word) {
          any += 1
        } else {
          missing.append("\(path) \(word) \(source.position(token.span.lower)) \(labels.prefix(4))")
        }
      }
    }
    #expect(any * 100 >= count * 95, "\(missing.joined(separator: "\n"))")
    #expect(first * 100 >= count * 90)
  }

  private static let step = sized(43, large: 11)
}

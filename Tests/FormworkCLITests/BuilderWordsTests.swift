// Every rule word of the language can be said in Swift, and is printed as the reference has it.

import Formwork
import FormworkEngine
import Testing

@Suite("Rule words in Swift") struct BuilderWordsTests {
  /// The example of each rule word in the table, in Swift.
  private static let words: [Condition] = [
    .filled, !.value.is(.blank), .oneOf("red", "green"), .count(2...4), .alphanumeric,
    .lettersOfAnyScript, .digits, .lowercase, .uppercase, .ascii, .hiragana, .katakana, .kanji,
    .halfwidth, .fullwidth, .contains(2..., .digit), .only(.letter, .digit, "-_"),
    .startsWith("https:"), .endsWith(".jp"), .oneLine, .matches(#"\d{3}-\d{4}"#),
    .like("@@-####"), .int(1...31), .number(0...1), .email, .url, .uri, .uuid(version: 4),
    .hostname, .ipv4, .ipv6, .phone, .creditCard, .iban, .isbn, .range(0...999), .positive,
    .negative, .multipleOf(0.05), .decimals(0...2), .before(.date(2026, 1, 1)),
    .after(.date(2026, 1, 1)), .past, .future, .age(18...), .distinct, .unique(), .same(),
  ]

  @Test func everyRuleWord() throws {
    #expect(BuilderWordsTests.words.count == PredicateEntry.table.count)
    for (entry, word) in zip(PredicateEntry.table, BuilderWordsTests.words) {
      let type: FormType =
        switch entry.type {
        case "int": .int
        case "number": .number
        case "date": .date
        case "string": .string
        default: .list(of: .string, separator: ",")
        }
      let spec = try FormSpec("word") { Field("field", type) { Rule(word, message: "no") } }
      let usage = entry.name == "blank" ? "not value is blank" : entry.usage
      #expect(
        spec.formText
          == "form word\nfield field: \(entry.type)\n  rule \(usage) message \"no\"\n")
      #expect(spec.validate(["field": .string(entry.accepts)]).isAccepted)
    }
  }

  @Test func otherForms() throws {
    let spec = try FormSpec("words") {
      Field("a", .string) {
        Rule(.alphanumericOfAnyScript && .letters && .uuid, message: "x")
        Rule(.contains("-") || .contains(valueOf: .field("b")) || .contains(.space), message: "x")
        Rule(.matches("[a-z/]+", ignoringCase: true), message: "x")
        Rule(.value == .template("{b}/{c}"), message: "x")
      }
      Field("b", .string)
      Field("c", .int) {
        Rule(.value < .min(.field("d"), 3) + .max(1, .count(of: "b")), message: "x")
      }
      Field("d", .number) { Rule(.value == .round(.value, places: 2), message: "x") }
      Field("e", .bool) { Rule(.value, message: "x") }
      Field("at", .instant) { .range(.now - .hours(2)...(.now + .minutes(30))) }
      Field("items", .list(of: .record { Field("sku", .string) })) {
        Rule(.distinct(by: "sku"), message: "x")
      }
      Check(.any("items", .field("sku").is(.digits)) || .all("items", .field("sku").is(.letters)))
      Check(.unique("a", "b"), message: "x")
      Check(.records(1...1000), message: "x")
      Check(.field("e"), message: "x")
    }
    #expect(
      spec.formText == """
        form words
        field a: string
          rule alphanumeric(any) and letters and uuid message "x"
          rule contains("-") or contains(b) or contains(space) message "x"
          rule matches(/[a-z\\/]+/i) message "x"
          rule value == "{b}/{c}" message "x"
        field b: string
        field c: int
          rule value < min(d, 3) + max(1, count(b)) message "x"
        field d: number
          rule value == round(value, 2) message "x"
        field e: bool
          rule value message "x"
        field at: instant
          rule range(now - 2 hours...now + 30 minutes)
        field items: list of <
          field sku: string
        >
          rule distinct(by: sku) message "x"
        check any(items, sku is digits) or all(items, sku is letters)
        check unique(a, b) message "x"
        check records in 1...1000 message "x"
        check e message "x"

        """)
  }
}

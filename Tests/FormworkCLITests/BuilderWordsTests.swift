// Every rule word and function of the language can be written in Swift and prints as in a form.

import Formwork
import FormworkEngine
import Foundation
import Testing

@Suite("Rule words in Swift") struct BuilderWordsTests {
  @Test("the builder has the words and functions of the tables") func sources() throws {
    for (file, source) in [
      ("Condition+RuleWords", BuilderSource.words), ("Operand+Functions", BuilderSource.functions),
      ("Field+Clauses", BuilderSource.clauses),
    ] {
      let name = "Sources/Formwork/Generated/\(file).swift"
      #expect(try DocsFile.expected(name, recording: source) == source)
    }
  }

  /// The table's examples in Swift: those of words that aren't generated from it, and some others.
  private static let examples: [(FormworkEngine.Predicate, Condition)] = [
    (.filled, .filled), (.blank, !.value.is(.blank)), (.oneOf, .oneOf("red", "green")),
    (.count, .count(2...4)), (.letters, .lettersOfAnyScript), (.contains, .contains(2..., .digit)),
    (.only, .only(.letter, .digit, "-_")), (.startsWith, .startsWith("https:")),
    (.matches, .matches(#"\d{3}-\d{4}"#)), (.like, .like("@@-####")), (.int, .int(1...31)),
    (.date, .date("dd/MM/yyyy")), (.time, .time("h:mm a")),
    (.dateTime, .dateTime("dd.MM.yyyy HH:mm")), (.instant, .instant("yyyy-MM-dd HH:mm X")),
    (.uuid, .uuid(version: 4)), (.range, .range(0...999)),
    (.multipleOf, .multipleOf(0.05)), (.before, .before(.date(2026, 1, 1))),
    (.distinct, .distinct), (.unique, .unique()), (.same, .same()),
  ]

  @Test("words are printed as in the table") func ruleWords() throws {
    let unwritten = PredicateEntry.table.filter { BuilderSource.declarations(of: $0).isEmpty }
    let tried = BuilderWordsTests.examples.map { $0.0.name }
    #expect(unwritten.map { $0.name }.filter { !tried.contains($0) } == [])
    // The day to which the table's examples refer.
    let options = ValidationOptions(today: DateComponents(year: 2026, month: 11, day: 20))
    for (predicate, word) in BuilderWordsTests.examples {
      let entry = predicate.entry
      let type =
        switch entry.type {
        case "int": FormType.int.unchecked
        case "number": FormType.number.unchecked
        case "date": FormType.date.unchecked
        case "string": FormType.string.unchecked
        default: FormType.list(of: .string, separator: ",").unchecked
        }
      let spec = try FormSpec("word") { Field("field", type) { Rule(word, message: "no") } }
      let usage = entry.name == "blank" ? "not value is blank" : entry.usage
      #expect(
        spec.formText
          == "form word\nfield field: \(entry.type)\n  rule \(usage) message \"no\"\n")
      #expect(spec.validate(["field": .string(entry.accepts)], options: options).isAccepted)
    }
  }

  /// The compiler refuses a rule word for the types for which the checker refuses it.
  @Test("words fit the same types in Swift") func typesOfRuleWords() throws {
    let types: [(String, Any.Type)] = [
      ("string", Subjects.Text.self), ("choice(\"x\", \"y\")", Subjects.Text.self),
      ("int", Subjects.Number.self), ("number", Subjects.Number.self),
      ("bool", Subjects.Truth.self), ("date", Subjects.Day.self), ("time", Subjects.Time.self),
      ("datetime", Subjects.Moment.self), ("instant", Subjects.Moment.self),
      ("list of string", Subjects.Items<Subjects.Text>.self),
    ]
    func fits(_ subject: PredicateEntry.Subject, _ type: Any.Type) -> Bool {
      switch subject {
      case .any: true
      case .text: type is any TextSubject.Type
      case .textOrList: type is any CountedSubject.Type
      case .list: type is any ListSubject.Type
      case .number: type is any NumberSubject.Type
      case .numberOrMoment: type is any OrderedSubject.Type
      case .moment: type is any MomentSubject.Type
      case .day: type is any DaySubject.Type
      case .date: type is any DateSubject.Type
      }
    }
    for entry in PredicateEntry.table where entry.subject != .any {
      for (name, type) in types {
        let source = "field field: \(name) optional rule \(entry.usage) message \"m\""
        var codes: [String] = []
        do throws(FormSpecError) { _ = try FormSpec(source: source) } catch {
          codes = error.findings.map { $0.code }
        }
        // For `distinct` of a single value, the checker proposes `unique`.
        let isRefused = codes.contains("wrong-subject") || codes.contains("other-wording")
        #expect(isRefused != fits(entry.subject, type), "\(source) \(codes)")
      }
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
      Field("f", .string) {
        Rule(.date || .instant, message: "x")
        Rule(.number(.part(.value, 4...)) == .mod(.weighted(.value, 1, 3), 10), message: "x")
        Rule(.value == .joined(.year(.field("at")), "-", .field("a")), message: "x")
        Rule(.round(.field("d"), places: 1, .toEven) > 0, message: "x")
        Rule(.month(.today) + .day(.today) > .weekday(.today), message: "x")
        Rule(.hour(.now) + .minute(.now) > .second(.now), message: "x")
      }
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
        field f: string
          rule date or instant message "x"
          rule number(part(value, 4...)) == mod(weighted(value, 1, 3), 10) message "x"
          rule value == joined(year(`at`), "-", a) message "x"
          rule round(d, 1, even) > 0 message "x"
          rule month(today) + day(today) > weekday(today) message "x"
          rule hour(now) + minute(now) > second(now) message "x"
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

// Forms built in code print as people would write them, and mean the same.

import Formwork
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct BuilderTests {
  enum Fruit: String, CaseIterable { case apple, orange }

  @Test func aSignUp() throws {
    let spec = try FormSpec("signUp", title: FormText("Sign up", ["ja": "登録"]), language: "en") {
      Field("id", label: "ID", .string) { .count(1...20) && .alphanumeric }
        .message("ID must be 1 to 20 letters or digits")
      Field("favoriteFruit", .choice(of: Fruit.self)).title("Nothing chosen")
      Field("includesProfile", .bool).default(false)
      When(.field("includesProfile"), as: "profile") {
        Field("nickName", .string) { .count(1...20) }.trimmed()
        Field("age", .int) {
          Rule(.range(0...999), message: "Age must be {min} to {max}")
          Rule(.value < 120, warning: FormText("{value}?", ["ja": "{value}歳?"]))
        }
      }
      .elseBlank("Only with a profile")
      Check(
        .field("favoriteFruit") != "apple" || .field("age").is(.blank), message: "No apples",
        at: "favoriteFruit")
    }
    #expect(
      spec.formText == """
        form signUp "Sign up" ja "登録"
        language en
        field id "ID": string
          message "ID must be 1 to 20 letters or digits"
          rule count(1...20) and alphanumeric
        field favoriteFruit: choice("apple", "orange")
          title "Nothing chosen"
        field includesProfile: bool default false
        when includesProfile as profile <
          field nickName: string trimmed
            rule count(1...20)
          field age: int
            rule range(0...999) message "Age must be {min} to {max}"
            rule value < 120 warning "{value}?" ja "{value}歳?"
        > else blank message "Only with a profile"
        check favoriteFruit != "apple" or age is blank message "No apples" at favoriteFruit

        """)
    #expect(spec.warnings.map { $0.code } == ["untranslated"])
    #expect(spec.title(in: "ja") == "登録")

    let product = try #require(
      spec.validate([
        "id": "a1", "favoriteFruit": "orange", "includesProfile": true, "nickName": " Ann ",
        "age": "34",
      ]).product)
    #expect(product["profile"]?["nickName"]?.string == "Ann")
    let problem = try #require(spec.validate(["id": "", "favoriteFruit": "apple"]).problems.first)
    #expect(problem.message == "ID must be 1 to 20 letters or digits")
    #expect(problem.place?.description == "signUp:3:7")
  }

  @Test func itIsTheFormThatItsTextIs() throws {
    let built = try FormSpec("trip") {
      Field("start", .date)
      Field("end", .date) {
        Rule(.value >= .field("start"), message: "The end is before {start}")
        Rule(.value <= .field("start") + .months(3), message: "Three months at most")
      }
    }
    let read = try FormSpec(source: built.formText)
    #expect(read.formText == built.formText)
    for end in ["2026-11-30", "2026-12-31", "2027-03-02"] {
      let record: RecordValue = ["start": "2026-12-01", "end": .string(end)]
      #expect(
        built.validate(record).problems.map { $0.message }
          == read.validate(record).problems.map { $0.message })
    }
  }

  @Test func bracesInTextsFromElsewhereAreBraces() throws {
    let text = #"Use {x} or \{value}, "\" too?"#
    let spec = try FormSpec("texts", title: FormText(text)) {
      Field("a", label: FormText(text), .choice(.init("b", label: FormText(text)))) {
        Rule(.value != "b", message: FormText(text))
      }
      .hint(FormText(FormText(text), ["ja": FormText(text + "ja")]))
      Field("c", .int) {
        Rule(.value > 0, message: "{label}: \(text) {value}")
        Rule(.value > -9, message: .template("{value}? " + #"\{value}"#))
        Rule(.value > -99, title: "{\("value")}", message: #"\{\#(1)}"#)
      }
    }
    #expect(spec.title() == text)
    let field = try #require(spec.field("a"))
    #expect(field.label() == text && field.choices().map { $0.label } == [text])
    #expect(field.hint() == text && field.hint(in: "ja") == text + "ja")
    let problems = spec.validate(["a": "b", "c": -99]).problems
    #expect(
      problems.map { $0.message } == [text, "C: \(text) -99", "-99? {value}", "{1}"])
    #expect(problems.last?.title == "-99")
  }

  @Test func limitsMayBeVariables() throws {
    let (least, most) = (1, 20)
    let price = Decimal(string: "9.99") ?? 0
    let spec = try FormSpec("limits") {
      Field("a", .string) { .count(1...most) && .count(least...most) && .count(...most) }
      Field("b", .int) { .range(least...) && .range(..<most) && .range(least..<most) }
      Field("c", .number) { .range(0...price) && .range(0.5...) && .range(...(-least)) }
    }
    #expect(
      spec.formText == """
        form limits
        field a: string
          rule count(1...20) and count(1...20) and count(...20)
        field b: int
          rule range(1...) and range(..<20) and range(1..<20)
        field c: number
          rule range(0...9.99) and range(0.5...) and range(...-1)

        """)
    let range = least...most
    #expect(range.count == 20 && (least...).contains(1), "a range of Swift stays one")
    #expect {
      try FormSpec("wrong") { Field("a", .int) { .range(most...least) } }
    } throws: { error in
      (error as? FormSpecError)?.findings.first?.code == "empty-range"
    }
  }

  @Test func operatorsBindAsInSwift() throws {
    let spec = try FormSpec("operators") {
      Field("a", .int)
      Field("b", .int) {
        Rule(!(.value == 1 || .value == 2) && .value < 9, message: "x")
        Rule(.value == (.field("a") + 2) * -3 - (.field("a") - .field("b")), message: "x")
        Rule(.field("a").is(!(.positive || .multipleOf(3)) && .filled), message: "x")
        Rule(.value.in([1, 2.5, -3]) || .value.in(...5) || .value.in([7]), message: "x")
      }
    }
    #expect(
      spec.formText == """
        form operators
        field a: int
        field b: int
          rule not (value == 1 or value == 2) and value < 9 message "x"
          rule value == (a + 2) * -3 - (a - b) message "x"
          rule not (a is positive or a is multipleOf(3)) and a is filled message "x"
          rule value in (1, 2.5, -3) or value in ...5 or value == 7 message "x"

        """)
  }

  @Test func typesAndClauses() throws {
    let spec = try FormSpec("types", isClosed: true) {
      Field("amount", .number(decimal: ",", group: "."))
      Field("born", .date("dd/MM/yyyy", "d.M.yyyy")) { .age(18...) && .after(.date(1900, 1, 1)) }
      Field("vip", .bool(yes: "yes", no: "no")).optional()
      Field("fruit", .choice(.init("apple", label: FormText("Apple", ["ja": "りんご"])), "pear"))
      Field("tags", .list(of: .string, separator: "|")) {
        Rule(.distinct, message: "Each once")
        Rule(each: .count(...9), message: "Short ones")
      }
      Field("home", .record { Field("zip", .string) { .matches(#"\d{3}/?\d{4}"#) } }).optional()
      Field("items", .list(of: .record { Field("price", .number) }))
      Field("total", .number) {
        Rule(.value == .sum(of: "items.price"), message: "Not the sum")
      }
      Field("code", .string).from("Code", "code").without(" ", "-").halfwidth().uppercased()
        .anyCase().secret().hint("As on the card")
      Field("phone", .string) { .phone }
        .required(if: .field("code").is(.startsWith("P")), message: "A number")
      Field("at", .time) { .range(.time(9, 30)...(.time(17, 0))) }
      Field("opens", .time("h:mm a", "H:mm"))
      Field("since", .date(MomentFormat("dd.MM.yy", years: 1950...2049), "yyyy-MM-dd"))
      Field("seen", .dateTime("d.M.yyyy HH:mm"))
      Field("sent", .instant("d/M/yyyy H:mm X"))
      Field("when", .string) {
        .dateTime(MomentFormat("d.M.yy H:mm", years: 2000...2099)) || .date("d.M.yyyy")
      }
    }
    #expect(
      spec.formText == """
        form types
        closed
        field amount: number(decimal ",", group ".")
        field born: date("dd/MM/yyyy", "d.M.yyyy")
          rule age(18...) and after(1900-01-01)
        field vip: bool("yes", "no") optional
        field fruit: choice("apple" "Apple" ja "りんご", "pear")
        field tags: list("|") of string
          rule distinct message "Each once"
          each rule count(...9) message "Short ones"
        field home: <
          field zip: string
            rule matches(/\\d{3}\\/?\\d{4}/)
        > optional
        field items: list of <
          field price: number
        >
        field total: number
          rule value == sum(items.price) message "Not the sum"
        field code: string from "Code", "code" without(" ", "-") halfwidth uppercased anyCase secret
          hint "As on the card"
        field phone: string
          required if code is startsWith("P") message "A number"
          rule phone
        field at: time
          rule range(09:30:00...17:00:00)
        field opens: time("h:mm a", "H:mm")
        field since: date("dd.MM.yy" 1950...2049, "yyyy-MM-dd")
        field seen: datetime("d.M.yyyy HH:mm")
        field sent: instant("d/M/yyyy H:mm X")
        field when: string
          rule datetime("d.M.yy H:mm" 2000...2099) or date("d.M.yyyy")

        """)
  }

  @Test func branchesAndSwift() throws {
    @FormBuilder func address(_ names: [String]) -> [FormPart] {
      for name in names { Field(name, .string) { .count(1...40) } }
    }
    let wantsPhone = false
    let spec = try FormSpec("branches") {
      Field("kind", .choice("person", "firm", "other"))
      When(.field("kind") == "person") {
        Field("name", .string)
      }
      .else(when: .field("kind") == "firm", as: "firm") {
        address(["street", "city"])
      }
      .else {
        Field("what", .string)
      }
      if wantsPhone { Field("phone", .string) } else { Field("email", .string) { .email } }
    }
    #expect(
      spec.fields.map { $0.name } == ["kind", "name", "street", "city", "what", "email"])
    #expect(spec.field("street")?.groups == ["firm"])
  }

  @Test func rulesOfTheProgram() throws {
    let inStock = HostRule("inStock", .string, parameters: .string) { article, warehouse in
      warehouse == "Kyoto" && article == "tea"
    }
    let unused = HostRule("vies", .string) { _ in true }
    let spec = try FormSpec("order", rules: [inStock, unused]) {
      Field("article", .string) {
        Rule(.host("inStock", "Kyoto"), message: "No {value} in Kyoto")
      }
    }
    #expect(spec.formText.contains("needs inStock(string)\n"))
    #expect(spec.warnings.map { $0.description } == [])
    #expect(spec.validate(["article": "tea"]).isAccepted)
    #expect(spec.validate(["article": "ink"]).problems.map { $0.message } == ["No ink in Kyoto"])
  }
}

// MARK: - Mistakes

extension BuilderTests {
  private func finding(@FormBuilder _ content: () -> [FormPart]) throws -> Finding {
    let error = try #require(throws: FormSpecError.self) {
      try FormSpec("wrong", content: content)
    }
    return try #require(error.findings.first { $0.severity == .error })
  }

  @Test func mistakesAreShownInTheText() throws {
    let unknown = try finding {
      Field("start", .date)
      Field("end", .date) { Rule(.value >= .field("strat"), message: "x") }
    }
    #expect(unknown.code == "unknown-field")
    #expect(unknown.text == "strat")
    #expect(unknown.description.hasPrefix("wrong:4:17: "))
    #expect(unknown.rendered().contains("  rule value >= strat"))
  }

  @Test func whatCannotBeWrittenIsFound() throws {
    #expect(try finding { Field("a", .date) { .after(.date(2026, 2, 30)) } }.text == "2026-02-30")
    #expect(try finding { Field("a", .number) { .range(...(.init(.nan))) } }.severity == .error)
    let brace = try finding { Field("a", .int) { Rule(.value > 1, message: "{value") } }
    #expect(brace.code == "bad-placeholder" && brace.text == "{value")
    #expect(try finding { Field("a", .string) { .matches("(") } }.code == "bad-pattern")
    #expect(try finding { Field("a`b", .string) }.severity == .error)
    #expect(
      try finding {
        Field("a", .int)
        Field("b", .int) { Rule(.field("a").is(.value < 3), message: "x") }
      }.text == "is")
  }

  @Test func textsStandForThemselves() throws {
    let text = "a\"b\\n\nc\td{e}|\u{1F600}\u{7}"
    let spec = try FormSpec("texts") {
      Field("a", .string) {
        Rule(.value == Operand(text), message: #"\{no placeholder\} "\" {value}|"#)
      }
    }
    #expect(spec.validate(["a": .string(text)]).isAccepted)
    #expect(
      spec.validate(["a": "x"]).problems.map { $0.message } == [#"{no placeholder\} "\" x|"#])
  }

  @Test func namesMayBeWordsOfTheLanguage() throws {
    let spec = try FormSpec("form") {
      Field("rule", .int)
      Field("two words", .int) { Rule(.value > .field("rule"), message: "{two words}") }
      Field("list", .record { Field("value", .int) }).optional()
      Check(.field("list.value") != .field("rule"), message: "x", at: "list.value")
    }
    #expect(spec.fields.map { $0.name } == ["rule", "two words", "list"])
    #expect(spec.formText.contains("check list.value != `rule` message"))
  }

  @Test func whatCannotBeANameIsFound() throws {
    for name in ["", "a`: int field `b", "a\nfield b", "a\u{1}"] {
      #expect(try finding { Field(name, .int) }.code == "bad-name")
      let error = try #require(throws: FormSpecError.self) {
        try FormSpec("wrong") {
          Field("a", .int)
          Check(.field("a.\(name)") == 1, message: "x")
        }
      }
      #expect(error.findings.contains { $0.code == "bad-name" })
    }
    for code in ["ja \"E\": string field y", "message", "", "ja-"] {
      let error = #expect(throws: FormSpecError.self) {
        try FormSpec("wrong") { Field("a", label: FormText("A", [code: "B"]), .string) }
      }
      #expect(error?.findings.contains { $0.severity == .error } == true)
      #expect(throws: FormSpecError.self) {
        try FormSpec("wrong", language: code) { Field("a", .int) }
      }
    }
  }

  @Test func whatIsNoNumberAndNoDayIsFound() throws {
    for number in [
      Operand(1e300), Operand(-1e300), Operand(.nan), Operand(floatLiteral: .infinity),
    ] {
      let found = try finding {
        Field("NaN", .number)
        Field("a", .number) { Rule(.value < number, message: "x") }
      }
      #expect(found.code == "bad-number")
    }
    #expect(try finding { Field("a", .date) { .after(.date(-1, 200, 3000)) } }.text == "9999-99-99")
    #expect(try finding { Field("a", .time) { .after(.time(-1, 0)) } }.text == "99:00:00")
    #expect(try finding { Field("a", .int) { .value.in([]) } }.severity == .error)
    #expect(try finding { Field("a", .choice()) }.severity == .error)
  }

  @Test func patternsMayHaveLineBreaks() throws {
    let spec = try FormSpec("lines") { Field("a", .string) { .matches("a\nb\\\nc") } }
    #expect(spec.formText.contains(#"matches(/a\nb\nc/)"#))
    #expect(spec.validate(["a": "a\nb\nc"]).isAccepted)
  }

  @Test func aFieldMayBeNamedLikeAClassOfCharacters() throws {
    let spec = try FormSpec("class") {
      Field("digit", .string)
      Field("a", .string) { .contains(valueOf: .field("digit")) }
    }
    #expect(spec.validate(["digit": "x", "a": "x"]).isAccepted)
    #expect(!spec.validate(["digit": "x", "a": "1"]).isAccepted)
  }

  @Test func conditionsOfAnyLengthAreRefusedAndNotFollowed() throws {
    let numbers: [Condition] = (0..<10_000).map { Operand.field("x") != Operand($0) }
    let all = numbers.dropFirst().reduce(numbers[0]) { $0 && $1 }
    let any = numbers.dropFirst().reduce(numbers[0]) { $1 || $0 }
    let sum = (0..<10_000).reduce(Operand.field("x")) { $0 + Operand($1) }
    for condition in [all, any, sum == 1] as [Condition] {
      let found = try finding {
        Field("x", .int)
        Check(condition, message: "x")
      }
      #expect(["too-long", "too-deep"].contains(found.code))
    }
    // Each round would double the text.
    let doubled = (0..<60).reduce(Condition.field("x")) { condition, _ in
      condition.is(.blank && .digits)
    }
    _ = try finding {
      Field("x", .int)
      Check(doubled, message: "x")
    }
    let signs = (0..<100_001).reduce(Operand.field("x")) { operand, _ in -operand }
    let nots: ConditionOn<Subjects.Truth> = (0..<100_001).reduce(Condition.value) { condition, _ in
      !condition
    }.unchecked()
    let spec = try FormSpec("even") {
      Field("x", .int) { Rule(signs == -1, message: "x") }
      Field("y", .bool) { Rule(nots, message: "y") }
    }
    #expect(spec.validate(["x": 1, "y": false]).isAccepted)
  }
}

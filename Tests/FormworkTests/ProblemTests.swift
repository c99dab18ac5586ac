// The problems of a rejected record.

import Formwork
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ProblemTests {
  private let spec: FormSpec

  init() throws { spec = try FormSpec(source: signUpForm) }

  @Test func problemsComeInTheOrderOfTheFormWithTheirWords() {
    let outcome = spec.validate(["favoriteFruit": "kiwi", "id": "a b"])
    #expect(outcome.problems.map { $0.field } == ["id", "favoriteFruit"])
    #expect(outcome.problems.map { $0.code } == ["alphanumeric", "choice"])
    #expect(outcome.problems[0].message == "ID must be 1 to 20 letters or digits")
    #expect(outcome.problems[1].title == "Nothing chosen")
    #expect(outcome.problems[1].reason == .choice(among: ["apple", "orange", "banana"]))
    #expect(outcome.firstField == "id" && !outcome.isAccepted && outcome.product == nil)
    let rejection = #expect(throws: Rejection<Problem>.self) { try outcome.get() }
    #expect(rejection?.firstField == "id")
    #expect(outcome.problems[0].place?.line == 4 && outcome.problems[0].position == nil)
  }

  @Test func messagesInEveryLanguageOfTheForm() {
    #expect(spec.languages == ["en", "ja"])
    let problem = spec.validate(["id": "a b", "favoriteFruit": "apple"]).problems[0]
    #expect(problem.message(in: "ja") == "IDは1〜20文字の英数字です")
    #expect(problem.message(in: "en") == "ID must be 1 to 20 letters or digits")
    #expect(problem.message(in: "fr") == problem.message)
    let asked = spec.validate(
      ["id": "a b", "favoriteFruit": "apple"], options: .init(language: "ja"))
    #expect(asked.problems[0].message == "IDは1〜20文字の英数字です")
    #expect(asked.problems[0].message(in: "en") == "ID must be 1 to 20 letters or digits")
  }

  @Test func builtInWordsAreThoseOfTheProgram() throws {
    let spec = try FormSpec(
      source: """
        words type "{label} is odd"
        field a "A" xx "Ä": string
        field b: int rule positive  rule value < 9 message "Too many"
        field c: string secret rule count(3)
        """)
    let options = ValidationOptions(builtInWords: { problem, language in
      switch problem.reason {
      case .required: "\(language): \(problem.label(in: language) ?? "-") (\(problem.message))"
      case .predicate(let name): name
      case .count(let min, _, let actual):
        "\(String(describing: min)) \(String(describing: actual))"
      case .malformed: "?"
      default: nil
      }
    })
    func problems(_ record: RecordValue, _ options: ValidationOptions) -> [Problem] {
      spec.validate(record, options: options).problems
    }
    let found = problems(["b": -1, "c": "x"], options)
    #expect(found.map { $0.message } == ["en: A (A is required)", "positive", "Optional(3) nil"])
    let builtIn = problems(["b": -1, "c": "x"], .init())[0].message(in: "de")
    #expect(builtIn != found[0].message && found[0].message.hasPrefix("en: A"))
    #expect(found[0].message(in: "xx") == "xx: Ä (Ä is required)")
    #expect(found[0].message(in: "de") == "de: A (\(builtIn))")
    #expect(found.allSatisfy { $0.isBuiltIn } && found[1].label() == "B")
    #expect(found != problems(["b": -1, "c": "x"], .init()))
    let own =
      problems(["a": "x", "b": 9, "c": "xyz"], options)
      + problems(["a": 1, "b": 1, "c": "xyz"], options)
    #expect(own.map { $0.message } == ["Too many", "A is odd"])
    #expect(own.allSatisfy { !$0.isBuiltIn })
    #expect(spec.validate(json: "[", options: options).problems.map { $0.message } == ["?"])
    let given = Problem(code: "taken", message: "Taken")
    #expect(!given.isBuiltIn && given.label() == nil)
    let blank = problems(
      ["b": 1, "c": "xyz"], .init(language: "de", builtInWords: { _, _ in nil }))
    #expect(blank == problems(["b": 1, "c": "xyz"], .init(language: "de")))
  }

  @Test func messagesInALanguageThatOnlyTheBuiltInWordsAreIn() throws {
    let spec = try FormSpec(
      source: """
        form f "Anmeldung"
        language de
        words required "{label}: Angabe fehlt" fr "{label}\u{A0}: à remplir"
        field name "Name" fr "Nom": string rule count(2...5)
        field colour "Farbe": choice("r" "rot" fr "rouge", "b" "blau" fr "bleu")
        field born "Geboren": date("d.M.yyyy") message "{label}: {expected}, nicht {value}"
        field mail "E-Mail": string
        """)
    let problems = spec.validate(["name": "x", "colour": "g", "born": "gestern"]).problems
    #expect(
      problems.map { $0.message } == [
        "Name: Bitte 2 bis 5 Zeichen eingeben",
        "Farbe: Bitte einen dieser Werte wählen: r (rot) oder b (blau)",
        "Geboren: ein Datum wie 20.11.2026, nicht gestern", "E-Mail: Angabe fehlt",
      ])
    #expect(
      problems.map { $0.message(in: "fr") } == [
        "Nom\u{A0}: veuillez saisir 2 à 5 caractères",
        "Farbe\u{A0}: veuillez choisir parmi ces valeurs\u{A0}: r (rouge) ou b (bleu)",
        "Geboren: une date, par exemple 20.11.2026, nicht gestern", "E-Mail\u{A0}: à remplir",
      ])
    #expect(problems[0].message(in: "en-GB") == "Name must have 2 to 5 characters")
    #expect(problems[0].message(in: "de-AT") == problems[0].message)
    #expect(problems[0].message(in: "xx") == problems[0].message)
    let asked = spec.validate(["name": "x"], options: .init(language: "xx")).problems[0]
    #expect(asked.message == problems[0].message)
  }

  @Test func wordsAreThereWhenTheRecordIsGone() throws {
    let spec = try FormSpec(
      source: """
        field pin: string secret rule count(4) message "{count} of {max}"
        field low: number
        field high: number rule value > low
        """)
    var kept: [Problem] = []
    for number in 1...50 {
      kept +=
        spec.validate(
          json: #"{"pin":"\#(number)","low":\#(number),"high":0}"#
        ).problems
    }
    let high = kept.filter { $0.field == "high" }
    #expect(high.count == 50)
    for (index, problem) in high.enumerated() {
      #expect(problem.message == "High must be more than \(index + 1)")
      #expect(problem.message(in: "ja") == "Highは\(index + 1)より大きい値にしてください")
    }
    #expect(Set(kept.filter { $0.field == "pin" }.map { $0.message }) == ["••• of 4"])
  }

  @Test func warningsDoNotReject() throws {
    let record: RecordValue = [
      "id": "a1", "favoriteFruit": "apple", "includesProfile": true, "nickName": "taro", "age": 150,
    ]
    let outcome = spec.validate(record)
    #expect(outcome.isAccepted && outcome.problems.isEmpty)
    #expect(outcome.warnings.map { $0.description } == ["age: 150? Please check"])
    #expect(outcome.warnings[0].severity == .warning)
  }

  @Test func rejectionsAreArraysAndErrors() {
    let outcome = spec.validate(["id": ""])
    do throws(Rejection<Problem>) {
      _ = try outcome.get()
      Issue.record("an empty form was accepted")
    } catch {
      #expect(error.count == 2 && error.map { $0.code } == ["required", "required"])
      #expect(error.description.split(separator: "\n").count == 2)
    }
  }

  @Test func asManyProblemsAsAreAskedFor() throws {
    let spec = try FormSpec(
      source: """
        field a: string rule digits rule count(3...) rule value != "x" message "m"
        field b: int rule positive
        """)
    let record: RecordValue = ["a": "x", "b": -1]
    #expect(spec.validate(record).problems.map { $0.field } == ["a", "a", "a", "b"])
    let fields = spec.validate(record, options: .init(scope: .firstOfField))
    #expect(fields.problems.map { $0.code } == ["digits", "positive"])
    let first = spec.validate(record, options: .init(scope: .firstOfRecord))
    #expect(first.problems.map { $0.code } == ["digits"])
    guard case .rejected(let few) = spec.validate(record, options: .init(problemLimit: 2)) else {
      Issue.record("accepted")
      return
    }
    #expect(few.count == 2 && few.omittedCount == 2)
    // The options of this call don't affect the next caller of the same form.
    #expect(spec.validate(record).problems.count == 4)
  }

  @Test func rulesThatNobodyCouldDecideAreSkipped() throws {
    let spec = try FormSpec(
      source: """
        field start: date
        field end: date
          rule value >= start message "The end is before the start"
        """)
    let outcome = spec.validate(["start": "someday", "end": "2026-11-20"])
    #expect(outcome.problems.map { $0.code } == ["type"])
    #expect(outcome.skipped.map { $0.rule } == ["value >= start"])
    #expect(outcome.skipped.map { $0.fields } == [["start"]])
    #expect(outcome.skipped.map { $0.place.description } == ["form:3:8"])
    #expect(outcome.skipped.map { $0.path } == [nil])
  }

  @Test func skippedRulesOfTwoItemsAreToldApart() throws {
    let spec = try FormSpec(
      source: """
        field most: int
        field items: list of <
          field n: int
          check n <= most message "Too many"
          field box: < field m: int rule value <= most message "Too many" >
        >
        """)
    let item = #"{"n":1,"box":{"m":2}}"#
    let outcome = spec.validate(json: #"{"most":"few","items":[\#(item),\#(item)]}"#)
    #expect(
      outcome.skipped.map { $0.path } == ["items[0]", "items[0].box", "items[1]", "items[1].box"])
    #expect(Set(outcome.skipped).count == 4)
  }

  @Test func positionsInJSON() {
    let outcome = spec.validate(json: "{\"id\": \"a1\",\n \"favoriteFruit\": \"kiwi\"}")
    #expect(outcome.problems[0].position?.line == 2 && outcome.problems[0].position?.column == 19)
  }

  @Test func theDayIsTheCallersToSay() throws {
    let spec = try FormSpec(
      source: "field birthday: date rule age(18...) message \"Come back on your birthday\"")
    let record: RecordValue = ["birthday": "2008-11-20"]
    func accepts(_ options: ValidationOptions) -> Bool {
      spec.validate(record, options: options).isAccepted
    }
    #expect(accepts(.init(today: DateComponents(year: 2026, month: 11, day: 20))))
    #expect(!accepts(.init(today: DateComponents(year: 2026, month: 11, day: 19))))
    let night = Date(timeIntervalSince1970: 1_795_132_800 - 3_600)
    #expect(accepts(.init(now: night, timeZone: TimeZone(secondsFromGMT: 9 * 3_600))))
    #expect(!accepts(.init(now: night, timeZone: TimeZone(secondsFromGMT: 0))))
    #expect(spec.validate(["birthday": "1970-01-01"]).isAccepted)
    #expect(!spec.validate(["birthday": "9999-01-01"]).isAccepted)
  }
}

/// Reasons for programs to switch on.
@Suite struct ReasonTests {
  private func reasons(_ source: String, _ record: RecordValue) throws -> [Reason] {
    try FormSpec(source: source).validate(
      record, options: .init(today: DateComponents(year: 2026, month: 11, day: 20))
    ).problems.map { $0.reason }
  }

  private func value(_ value: RecordValue, _ type: String) throws -> FormValue? {
    try FormSpec(source: "field a: \(type)").validate(["a": value]).product?["a"]
  }

  @Test func memberNumbers() throws {
    let source = "field member: string rule count(1...8) rule digits"
    func text(_ member: RecordValue) throws -> String {
      switch try reasons(source, ["member": member]).first {
      case .required: "empty"
      case .predicate("digits"): "not a number"
      case .count(_, let max?, let actual?): "\(actual - max) too long"
      case .type: "no text"
      default: "fine"
      }
    }
    #expect(try text("") == "empty")
    #expect(try text("12x") == "not a number")
    #expect(try text("1234567890") == "2 too long")
    #expect(try text(12) == "no text")
    #expect(try text("12345678") == "fine")
  }

  @Test func limitsAndWhatWasFound() throws {
    let five = try value(5, "int")
    let ten = try value(10, "int")
    #expect(
      try reasons("field a: string rule count(2..<4)", ["a": "abcd"])
        == [.count(min: 2, max: 3, actual: 4)])
    #expect(
      try reasons("field a: int rule range(5...)", ["a": 3])
        == [.range(min: five, max: nil, exclusive: false, actual: value(3, "int"))])
    #expect(
      try reasons("field a: int rule value < 10 message \"m\"", ["a": 10])
        == [.range(min: nil, max: ten, exclusive: true, actual: ten)])
    #expect(
      try reasons("field a: date rule before(2026-01-01)", ["a": "2026-01-01"]) == [
        .range(
          min: nil, max: value("2026-01-01", "date"), exclusive: true,
          actual: value("2026-01-01", "date"))
      ])
    #expect(
      try reasons("field a: date rule age(18...)", ["a": "2008-11-21"])
        == [.age(min: 18, max: nil, actual: 17)])
    #expect(
      try reasons("field a: number rule decimals(...2)", ["a": 1.505])
        == [.decimals(min: nil, max: 2, actual: 3)])
    #expect(
      try reasons("field a: string rule words(2..<5)", ["a": "Don't stop at 3.5 km"])
        == [.words(min: 2, max: 4, actual: 5)])
    #expect(
      try reasons("field a: list of int rule count(...2)", ["a": [1, 2, 3]])
        == [.count(min: nil, max: 2, actual: 3)])
  }

  @Test func everyOtherReason() throws {
    #expect(
      try reasons("field a: string rule oneOf(\"x\", \"y\")", ["a": "z"]) == [.oneOf(["x", "y"])])
    #expect(try reasons("field a: string rule startsWith(\"x\")", ["a": "z"]) == [.startsWith("x")])
    #expect(
      try reasons("field a: string rule contains(digits) rule contains(uppercase)", ["a": "z"])
        == [
          .contains(.digit, min: nil, max: nil, actual: 0),
          .contains(.uppercase, min: nil, max: nil, actual: 0),
        ])
    #expect(
      try reasons("field a: string rule contains(2...3, \"@\")", ["a": "z@"])
        == [.contains(.text("@"), min: 2, max: 3, actual: 1)])
    let found = try FormSpec(
      source: "field a: string secret rule contains(symbol) rule contains(\"@\")"
    ).validate(["a": "z"]).problems
    #expect(
      found.map { String(decoding: $0.jsonBytes, as: UTF8.self).contains(#""class":"symbol""#) }
        == [true, false])
    #expect(
      found.map { $0.reason } == [
        .contains(.symbol, min: nil, max: nil, actual: nil),
        .contains(.text("@"), min: nil, max: nil, actual: nil),
      ])
    #expect(try reasons("field a: string rule endsWith(\"x\")", ["a": "z"]) == [.endsWith("x")])
    let five = try #require(try value(5, "int"))
    #expect(try reasons("field a: int rule multipleOf(5)", ["a": 7]) == [.multipleOf(five)])
    #expect(try reasons("field a: string rule email", ["a": "z"]) == [.predicate(name: "email")])
    #expect(try reasons("field a: bool", ["a": "z"]) == [.type(expected: .bool)])
    #expect(try reasons("field a: date(\"d.M.yyyy\")", ["a": "z"]) == [.type(expected: .date)])
    let twice = "field a: string secret field b: string rule value == a message \"m\""
    #expect(try reasons(twice, ["a": "x", "b": "y"]) == [.compare])
    #expect(
      try reasons("field a: string rule digits or letters message \"m\"", ["a": "a1"])
        == [.other(code: "rule")])
    let hidden = "field c: bool default false when c < field d: int > else blank"
    #expect(try reasons(hidden, ["d": 1]) == [.blank])
  }

  @Test(arguments: [
    ("value < 10", false, true, true), ("value <= 9", false, true, false),
    ("10 > value", false, true, true), ("value > 10", true, false, true),
    ("value >= 11", true, false, false), ("range(0..<10)", true, true, true),
    ("value in 0...9", true, true, false),
  ])
  func whetherALimitBelongs(_ rule: String, hasMin: Bool, hasMax: Bool, exclusive: Bool) throws {
    let found = try reasons("field a: int rule \(rule) message \"m\"", ["a": 10])
    guard case .range(let min, let max, exclusive, _)? = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect((min != nil) == hasMin && (max != nil) == hasMax)
  }

  /// A key that is the name of a field with other keys gets those as suggestions.
  @Test func nearNamesAreThoseOfTheMessage() throws {
    let spec = try FormSpec(
      source:
        #"form f closed field zip: string from "postal code" optional field city: string optional"#)
    let problems = spec.validate(["zip": "1", "sity": "2"]).problems
    #expect(
      problems.map { $0.reason } == [.unknown(near: ["city"]), .unknown(near: ["postal code"])])
    #expect(problems.allSatisfy { $0.message.contains("did you mean \"") })
    #expect(problems[1].message.contains("postal code"))
  }

  /// The code is the definition's name; the reason is the part that failed in it.
  @Test func definitionsKeepTheirReasons() throws {
    let spec = try FormSpec(
      source: "define memberId = count(4...8) && alphanumeric field a: string rule memberId")
    let problem = spec.validate(["a": "abc"]).problems[0]
    #expect(problem.code == "memberId" && problem.reason == .count(min: 4, max: 8, actual: 3))
  }

  @Test func secretsAreInNoReason() throws {
    let spec = try FormSpec(
      source: """
        field pin: int secret rule range(1000...9999)
        field word: string secret rule count(8...) rule startsWith("x")
        """)
    let problems = spec.validate(["pin": 123, "word": "secret"]).problems
    #expect(problems.count == 3)
    #expect(problems[1].reason == .count(min: 8, max: nil, actual: nil))
    for problem in problems {
      let all = "\(problem) \(problem.reason)"
      #expect(!all.contains("123") && !all.contains("secret"), "\(all)")
    }
  }

  // MARK: Encoded

  /// Problems encode to the same members as in the command line's output.
  @Test func problemsAreEncodedAsTheCommandLineWritesThem() throws {
    let spec = try FormSpec(
      source: """
        closed
        field id: string rule count(...3) title "Too long" message "At most {max}"
        field colour: choice("r", "b")
        field price: number rule value < 9.50 message "below" rule multipleOf(0.5) message "half"
        field day: date rule range(2026-01-01...) warning "soon"
        field pin: string secret rule digits message "digits"
        field plan: string rule oneOf("a", "b") message "plan" rule startsWith("a") message "begins"
        field tags: list of string each rule lowercase message "small"
        """)
    let json = """
      {"id":"abcd","colour":"g","price":12.75,"day":"2025-12-31","pin":"x","plan":"c","tags":["a","B"],"more":1}
      """
    let outcome = spec.validate(json: json)
    let problems = outcome.problems + outcome.warnings + [Problem(code: "taken", message: "Taken")]
    #expect(problems.count == 11)
    let decoder = JSONDecoder()
    for problem in problems {
      let members = try decoder.decode(RecordValue.self, from: Data(problem.jsonBytes))
      guard case .record(var wanted) = members else { return #expect(Bool(false), "no object") }
      if wanted["field"] == .null { wanted["field"] = nil }
      let encoded = try decoder.decode(RecordValue.self, from: JSONEncoder().encode(problem))
      guard case .record(var found) = encoded else { return #expect(Bool(false), "no object") }
      if found["field"] == .null { found["field"] = nil }
      #expect(found == wanted)
    }
    #expect(
      String(decoding: problems[0].jsonBytes, as: UTF8.self)
        == #"{"field":"id","code":"count","severity":"error","message":"At most 3","#
        + #""title":"Too long","params":{"max":3,"actual":4},"line":1,"column":7}"#)
    #expect(
      Set(problems).count == 11
        && problems == spec.validate(json: json).problems + problems.suffix(2))
  }

  /// Products and records work with programs' own encoders.
  @Test func productsAndRecordsGoThroughEncoders() throws {
    let spec = try FormSpec(
      source: """
        field n: number  field d: date  field l: list of < field a: int  field b: bool >
        field raw: any  when n > 1 as more < field s: string >  field none: string optional
        """)
    let json = #"""
      {"n":1.50,"d":"2026-11-20","l":[{"a":1,"b":true}],"raw":{"x":[1,null,"é",0.1]},"s":"\u0000\n"}
      """#
    let product = try spec.validate(json: json).get()
    let decoder = JSONDecoder()
    let encoded = try JSONEncoder().encode(product)
    let wanted = try decoder.decode(RecordValue.self, from: Data(product.jsonBytes))
    #expect(try decoder.decode(RecordValue.self, from: encoded) == wanted)
    let record: RecordValue = [
      "a": [1, -2, nil, true, "x", ["b": []]],
      "big": .decimal(Decimal(string: "12345678901234567890")!),
    ]
    #expect(try decoder.decode(RecordValue.self, from: JSONEncoder().encode(record)) == record)
    let typed = try decoder.decode(RecordValue.self, from: Data(json.utf8))
    guard case .record(let values) = typed else { return #expect(Bool(false), "no object") }
    #expect(try spec.validate(values).get() == product)
  }
}

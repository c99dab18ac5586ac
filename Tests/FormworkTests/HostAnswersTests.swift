// Rules with asynchronous answers are called once, after everything else holds.

import Formwork
import Foundation
import Testing

@Suite struct HostAnswersTests {
  private actor Server {
    private(set) var asked: [String] = []
    var taken: Set<String> = ["ann"]

    func isFree(_ name: String, in place: String) -> Bool {
      asked.append("\(name)@\(place)")
      return !taken.contains(name)
    }

    func leave(_ name: String) { taken.remove(name) }
  }

  private struct Down: Error {}

  @TaskLocal private static var tenant = "nobody"

  private let server = Server()

  private func spec(_ form: String) throws -> FormSpec {
    let server = server
    let isFree = HostRule(asking: "isFree", .string, parameters: .string) { name, place in
      if name == "down" { throw Down() }
      return await server.isFree(name, in: place == "" ? Self.tenant : place)
    }
    let isOurs = HostRule(asking: "isOurs", .string) { $0 != Self.tenant }
    return try FormSpec(
      source: "needs isFree(string)  needs isOurs\n" + form, rules: [isFree, isOurs])
  }

  @Test func theyAreAskedOnceAfterAllElseHolds() async throws {
    let spec = try spec(
      """
      field name: string rule isFree("x") and isFree("x") message "{value} is taken"
      field others: list of string  each rule isFree("x")
      field age: int rule positive
      """)
    let answers = HostAnswers()
    let wrong = try await answers.outcome {
      spec.validate(["name": "bob", "others": [], "age": -1])
    }
    #expect(wrong.problems.map { $0.field } == ["others", "age"])
    #expect(await server.asked == [])
    let record: RecordValue = ["name": "bob", "others": ["bob", "eve"], "age": 1]
    #expect(try await answers.outcome { spec.validate(record) }.isAccepted)
    #expect(await server.asked.sorted() == ["bob@x", "eve@x"])
    let taken = try await answers.outcome {
      spec.validate(json: #"{"name":"ann","others":["eve"],"age":1}"#)
    }
    #expect(taken.problems.map { $0.message } == ["ann is taken"])
    #expect(taken.problems.first?.reason == .host(name: "isFree"))
    #expect(await server.asked.count == 3)
  }

  @Test func answersAreKeptUntilTheyAreForgotten() async throws {
    let spec = try spec(#"field name: string rule isFree("x")"#)
    let answers = HostAnswers()
    func isAccepted() async throws -> Bool {
      try await answers.outcome { spec.validate(["name": "ann"]) }.isAccepted
    }
    #expect(try await !isAccepted())
    await server.leave("ann")
    #expect(try await !isAccepted())
    answers.forget()
    #expect(try await isAccepted())
    #expect(await server.asked.count == 2)
  }

  @Test func conditionsAndOppositesWaitAsWell() async throws {
    let spec = try spec(
      """
      field name: string rule not isFree("x") message "Unknown"
      when name is isFree("y") < field why: string > else < field since: int rule positive >
      """)
    let outcome = try await HostAnswers().outcome { spec.validate(["name": "ann", "since": 0]) }
    #expect(outcome.problems.map { $0.field } == ["since"])
    let other = try await HostAnswers().outcome { spec.validate(["name": "bob", "why": "x"]) }
    #expect(other.problems.map { $0.message } == ["Unknown"])
  }

  @Test func aRuleThatWasNotAskedAccusesNoOne() async throws {
    let spec = try spec(
      #"""
      field name: string optional rule isFree("x") message "{value} is taken"
      field age: int optional
      check 1 / age > 0 and name is isFree("x") message "no"
      """#)
    func said(_ outcome: Outcome) -> [String] {
      outcome.problems.map { "\($0.code): \($0.message)" }
    }
    #expect(
      said(spec.validate(["name": "bob", "age": 5])) == [
        "unasked: Name could not be checked yet", "unasked: The record could not be checked yet",
      ])
    #expect(spec.validate(["name": "bob"]).problems.map { $0.reason } == [.unasked])
    #expect(
      said(spec.validate(["name": "bob", "age": 0])) == [
        "unasked: Name could not be checked yet", "calculation: no",
      ])
    #expect(spec.validate([:]).isAccepted)
    let session = FormSession(spec)
    session["name"]?.text = "bob"
    #expect(said(session.submit()) == ["unasked: Name could not be checked yet"])
    #expect(await server.asked == [])
    let others = try self.spec(
      """
      words unasked "{label} is checked later"
      field name: string optional rule isFree("x") title "Taken"
      field why: string required if name is isFree("x") message "Say why"
      field free: bool = name is isFree("x")
      """)
    let outcome = others.validate(["name": "bob"])
    #expect(
      said(outcome) == [
        "unasked: Name is checked later", "unasked: Why is checked later",
        "unasked: Free is checked later",
      ])
    #expect(outcome.problems.map { $0.title } == [nil, nil, nil])
  }

  @Test func faultsAndCancellationEndTheValidation() async throws {
    let spec = try spec(#"field name: string rule isFree("x")"#)
    await #expect(throws: Down.self) {
      try await HostAnswers().outcome { spec.validate(["name": "down"]) }
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await HostAnswers().outcome { spec.validate(["name": "bob"]) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await server.asked == [])
  }

  @Test func aFormOnScreenIsSubmittedWithThem() async throws {
    let session = FormSession(try spec(#"field name: string rule isFree("x") message "Taken""#))
    let answers = HostAnswers()
    session["name"]?.text = "ann"
    #expect(try await !answers.outcome { session.submit() }.isAccepted)
    #expect(session["name"]?.message == "Taken" && session.focus == "name")
    session["name"]?.text = "bob"
    #expect(try await answers.outcome { session.submit() }.isAccepted)
    #expect(session["name"]?.message == nil)
  }

  private enum Person: String, CaseIterable { case name, age }

  /// Fields named by an enum keep their names through all rounds.
  @Test func aFormWithNamedFieldsIsSubmittedWithThem() async throws {
    let spec = try spec(
      #"field name: string rule isFree("x") message "Taken"  field age: int rule positive"#)
    let form = try spec.fields(Person.self).session()
    let answers = HostAnswers()
    form[.name].text = "ann"
    let incomplete: NamedOutcome<Person> = try await answers.outcome { form.submit() }
    #expect(incomplete.problems.map { $0.field } == [.age] && incomplete.firstField == .age)
    #expect(await server.asked == [], "The record is wrong without an answer.")

    form[.age].text = "3"
    var rounds = 0
    let taken: NamedOutcome<Person> = try await answers.outcome {
      rounds += 1
      return form.submit()
    }
    #expect(taken.product == nil && taken.problems.map { $0.field } == [.name])
    #expect(taken.problems.map { $0.reason } == [.host(name: "isFree")])
    #expect(form[.name].message == "Taken" && form.focus == .name)
    #expect(rounds == 2)
    #expect(await server.asked == ["ann@x"])

    form[.name].text = "bob"
    let product = try await answers.outcome { form.submit() }.get()
    #expect(product.description == #"{"name":"bob","age":3}"# && form[.name].message == nil)
    #expect(await server.asked == ["ann@x", "bob@x"])
  }

  @Test func faultsEndAValidationWithNamedFields() async throws {
    let fields = try spec(#"field name: string rule isFree("x")  field age: int"#)
      .fields(Person.self)
    await #expect(throws: Down.self) {
      try await HostAnswers().outcome { fields.validate(["name": "down", "age": 1]) }
    }
    await #expect(throws: Down.self) {
      try await HostAnswers().outcome { () throws -> NamedOutcome<Person> in throw Down() }
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await HostAnswers().outcome { fields.validate(["name": "bob", "age": 1]) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await server.asked == [])
  }

  /// A page calls each rule once, when nothing else on the page is wrong, and the form reuses the answers.
  @Test func aPageIsValidatedWithThem() async throws {
    let form = FormSession(
      try spec(
        #"""
        field name: string rule isFree("x") message "Taken"
        field age: int rule positive
        field friend: string rule isFree("y") message "Taken as well"
        """#))
    let page = try #require(form.group(["name", "age"]))
    let answers = HostAnswers()
    form["name"]?.text = "ann"
    form["age"]?.text = "-1"
    #expect(try await !answers.isValid(validate: { page.validate() }))
    #expect(form["age"]?.message != nil && form["name"]?.message == nil)
    #expect(await server.asked == [], "The page is wrong without an answer.")

    form["age"]?.text = "3"
    var rounds = 0
    let isRight = try await answers.isValid(validate: {
      rounds += 1
      return page.validate()
    })
    #expect(!isRight && rounds == 2)
    #expect(form["name"]?.message == "Taken" && page.focus == "name")
    #expect(form["friend"]?.message == nil, "It is on another page.")
    #expect(await server.asked == ["ann@x"])

    form["name"]?.text = "bob"
    form["friend"]?.text = "ann"
    #expect(try await answers.isValid(validate: { page.validate() }))
    #expect(form["name"]?.message == nil && form["friend"]?.message == nil)
    #expect(await server.asked.sorted() == ["ann@x", "ann@y", "bob@x"])

    #expect(try await answers.outcome { form.submit() }.firstField == "friend")
    #expect(await server.asked.count == 3, "Whatever the page asked is known.")
  }

  @Test func faultsAndCancellationEndThoseOfAPage() async throws {
    let spec = try spec(#"field name: string rule isFree("x")"#)
    @Sendable func isValid(_ name: String) async throws -> Bool {
      let form = FormSession(spec, values: ["name": .string(name)])
      return try await HostAnswers().isValid(validate: { form.group(["name"])!.validate() })
    }
    #expect(try await isValid("bob"))
    await #expect(throws: Down.self) { try await isValid("down") }
    await #expect(throws: Down.self) {
      try await HostAnswers().isValid(validate: { throw Down() })
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await isValid("eve")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await server.asked == ["bob@x"])
  }

  @Test func theValueOfACallIsATaskLocalOne() async throws {
    let spec = try spec("field name: string rule isOurs")
    let outcome = try await Self.$tenant.withValue("bob") {
      try await HostAnswers().outcome { spec.validate(["name": "bob"]) }
    }
    #expect(outcome.problems.map { $0.code } == ["isOurs"])
    #expect(try await HostAnswers().outcome { spec.validate(["name": "bob"]) }.isAccepted)
  }

  /// A form on screen keeps the answers, and calls nothing while the user types.
  @Test func whatNobodyKnowsYetWaitsOnScreen() async throws {
    let form = FormSession(
      try spec(
        """
        field name: string rule isFree("x") message "Taken"
        when name is isFree("x") < field since: string > else < field why: string >
        """), timing: .change)
    let page = try #require(form.group(["name"]))
    let answers = HostAnswers()
    func shown() -> [String] { form.fieldsInForce.map { $0.path } }
    form["name"]?.text = "bob"
    #expect(form["name"]?.message == nil && page.isValid && page.validate())
    #expect(
      shown() == ["name"]
        && form.submit().problems.map { $0.reason } == [.unasked, .unasked])
    #expect(try await answers.outcome { form.submit() }.firstField == "since")
    #expect(shown() == ["name", "since"])
    form["since"]?.text = "2026"
    #expect(shown() == ["name", "since"], "It is known.")

    form["name"]?.text = "ann"
    #expect(form["name"]?.message == nil && page.isValid && shown() == ["name"])
    #expect(try await !answers.outcome { form.submit() }.isAccepted)
    #expect(form["name"]?.message == "Taken" && !page.isValid && shown() == ["name", "why"])
    form["name"]?.text = "bob"
    #expect(form["name"]?.message == nil && page.validate() && shown() == ["name", "since"])
    form["name"]?.text = "ann"
    #expect(form["name"]?.message == "Taken" && shown() == ["name", "why"])
    answers.forget()
    #expect(page.validate())
    #expect(await server.asked == ["bob@x", "ann@x"])
  }

  @Test func theMomentIsTheSameUntilAllIsAnswered() async throws {
    let isOpen = HostRule(asking: "isOpen", .string, parameters: .instant) { _, _ in true }
    let spec = try FormSpec(
      source: "needs isOpen(instant)  field shop: string rule isOpen(now)", rules: [isOpen])
    var rounds = 0
    let outcome = try await HostAnswers().outcome {
      rounds += 1
      if rounds > 3 { throw Down() }
      return spec.validate(["shop": "x"])
    }
    #expect(outcome.isAccepted && rounds == 2)
  }

  // MARK: - Streams

  private func told(
    _ records: some AsyncSequence<RecordOutcome, any Error>
  ) async throws -> [String] {
    var told: [String] = []
    for try await record in records {
      let words = record.outcome.problems.map { $0.message }.joined(separator: "; ")
      told.append(
        "\(record.number ?? 0):\(record.line) \(record.outcome.isAccepted ? "ok" : words)")
    }
    return told
  }

  @Test(arguments: [1, 2, 3, 100])
  func streamsAskInBatches(batchSize: Int) async throws {
    let spec = try spec(
      #"""
      field name: string rule isFree("x") message "{value} is taken"
      field age: int rule positive
      """#)
    let lines = """
      {"name":"bob","age":1}

      {"name":"ann","age":1}
      {"name":"eve","age":-1}
      {"name":"bob","age":2}

      """
    let wanted = ["1:1 ok", "2:3 ann is taken", "3:4 Age must be above 0", "4:5 ok"]
    #expect(try await told(spec.validate(lines: lines, batchSize: batchSize)) == wanted)
    // Answers are kept for one batch.
    let again = batchSize < 4 ? ["bob@x"] : []
    #expect(await server.asked.sorted() == (["ann@x", "bob@x"] + again).sorted())

    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    try Data("name,age\nbob,1\nann,1\neve,-1\nbob,2\n".utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let answers = HostAnswers()
    for _ in 1...2 {
      let rows = spec.validate(contentsOf: path, asking: answers, batchSize: batchSize)
      #expect(
        try await told(rows) == ["1:2 ok", "2:3 ann is taken", "3:4 Age must be above 0", "4:5 ok"])
    }
    #expect(await server.asked.count == 4 + again.count)
  }

  @Test(arguments: [1, 2, 100])
  func streamsAskForAllRecords(batchSize: Int) async throws {
    let spec = try spec(
      #"""
      field id: int rule unique
      field name: string
        rule name is isFree("x") or id > 1 message "taken"
        rule share(records, name is isFree("y")) > 50 % message "too few"
        rule previous is blank or previous.name is isFree("z") message "after {previous.name}"
      check share(records, name is isFree("u")) > 80 % message "all"
      """#)
    let lines = """
      {"id":1,"name":"bob"}
      {"id":2,"name":"ann"}
      {"id":3,"name":"eve"}
      {"id":3,"name":"zoe"}
      """
    let found = try await told(spec.validate(lines: lines, batchSize: batchSize))
    #expect(found[..<3] == ["1:1 ok", "2:2 ok", "3:3 after ann"])
    #expect(found[3].hasPrefix("4:4 Id ") && found[4].hasSuffix(" all") && found.count == 5)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    try Data(lines.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let rows = try await told(spec.validate(contentsOf: path, batchSize: batchSize))
    #expect(rows.dropLast() == found.dropLast() && rows.last?.hasSuffix(" all") == true)
    #expect(await Set(server.asked).isSuperset(of: ["bob@z", "ann@z", "ann@y", "ann@u"]))
  }

  @Test func anErrorOfARuleEndsTheStream() async throws {
    let spec = try spec(#"field name: string rule isFree("x")"#)
    await #expect(throws: Down.self) {
      try await told(spec.validate(lines: #"{"name":"down"}"#))
    }
  }
}

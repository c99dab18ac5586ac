// Validates a record of six fields from a dictionary, and compares this with the same checks written by hand.

internal import Dispatch
internal import Formwork

/// Hand-written checks as in a typical app: closures with messages, in one list for each field.
private struct HandWritten {
  private struct Rule<Value> {
    var test: (Value) -> Bool
    var message: String
  }

  private let alphanumeric = #/[A-Za-z0-9]+/#
  fileprivate let fruits = ["apple", "orange", "banana", "peach", "grape"]

  func problems(_ record: [String: Any]) -> [(field: String, message: String)] {
    var problems: [(field: String, message: String)] = []
    func check(_ field: String, _ rules: [Rule<String>]) {
      guard let value = record[field] as? String, !value.isEmpty else {
        problems.append((field, rules[0].message))
        return
      }
      for rule in rules where !rule.test(value) { problems.append((field, rule.message)) }
    }
    func length(_ message: String) -> Rule<String> {
      Rule(test: { (1...20).contains($0.count) }, message: message)
    }
    check(
      "id",
      [
        Rule(
          test: { (1...20).contains($0.count) && $0.wholeMatch(of: alphanumeric) != nil },
          message: "ID must be 1 to 20 letters or digits")
      ])
    check("password", [length("Password must be 1 to 20 characters")])
    check(
      "favoriteFruit", [Rule(test: { fruits.contains($0) }, message: "Please choose a fruit")])
    guard record["includesProfile"] as? Bool ?? false else { return problems }
    check("nickName", [length("Nickname must be 1 to 20 characters")])
    let age = Rule<Int>(test: { (0...999).contains($0) }, message: "Age must be 0 to 999")
    if !((record["age"] as? Int).map(age.test) ?? false) { problems.append(("age", age.message)) }
    return problems
  }
}

private struct SignUp: Encodable {
  var id, password, favoriteFruit: String
  var includesProfile: Bool
  var nickName: String?
  var age: Int?
}

extension HandWritten {
  /// The same checks applied directly to the values, without closures or patterns, and with a typed result.
  fileprivate func signUp(
    _ record: [String: Any]
  ) -> (value: SignUp?, problems: [(field: String, message: String)]) {
    var problems: [(field: String, message: String)] = []
    func check(_ field: String, _ holds: Bool, _ message: String) {
      if !holds { problems.append((field, message)) }
    }
    func text(_ field: String) -> String { record[field] as? String ?? "" }
    var value = SignUp(
      id: text("id"), password: text("password"), favoriteFruit: text("favoriteFruit"),
      includesProfile: record["includesProfile"] as? Bool ?? false)
    let isPlain = value.id.utf8.allSatisfy {
      48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0
    }
    check("id", isPlain && 1...20 ~= value.id.count, "ID must be 1 to 20 letters or digits")
    check("password", 1...20 ~= value.password.count, "Password must be 1 to 20 characters")
    check("favoriteFruit", fruits.contains(value.favoriteFruit), "Please choose a fruit")
    if value.includesProfile {
      (value.nickName, value.age) = (text("nickName"), record["age"] as? Int)
      check("nickName", 1...20 ~= text("nickName").count, "Nickname must be 1 to 20 characters")
      check("age", value.age.map { 0...999 ~= $0 } ?? false, "Age must be 0 to 999")
    }
    return (problems.isEmpty ? value : nil, problems)
  }
}

/// Measures how fast lines are validated in chunks, and compares this with the command line on the same file.
func measureLines(_ data: BenchmarkData) throws {
  let spec = try FormSpec(source: data.spec)
  let chunks = stride(from: 0, to: data.ndjson.count, by: 64 << 10).map {
    Array(data.ndjson[$0..<min(data.ndjson.count, $0 + 64 << 10)])
  }
  let tool = try WholeFiles().measure("the tool, NDJSON", data, jobs: 1)
  Table.head("lines of JSON in chunks of 64 KiB", "ns/byte   times the tool's   alloc/record")
  func row(_ name: String, _ look: @escaping @Sendable (Outcome) -> Bool) {
    let measure = Measure {
      let isDone = DispatchSemaphore(value: 0)
      Task.detached {
        let body = AsyncStream<[UInt8]> { stream in
          for chunk in chunks { stream.yield(chunk) }
          stream.finish()
        }
        var found = 0
        for try await record in spec.validate(lines: body) where look(record.outcome) { found += 1 }
        precondition(found > 0)
        isDone.signal()
      }
      isDone.wait()
    }
    let perByte = measure.seconds / Double(data.ndjson.count) * 1e9
    Table.note(
      name,
      Table.fixed(perByte, 2) + "      " + Table.fixed(perByte / tool, 2) + "               "
        + Table.fixed(Double(measure.allocations) / Double(count), 1))
  }
  row("counted") { $0.isAccepted }
  row("one text of each product") { $0.product?["id"]?.string != nil }
  row("each product as JSON") { ($0.product?.jsonBytes.count ?? 0) > 0 }
}

/// Measures how fast dictionaries are validated.
func measureLibrary() throws {
  let spec = try FormSpec(source: BenchmarkData.signUp(0).spec)
  let fruits = ["apple", "orange", "banana", "peach", "grape"]
  let records: [[String: RecordValue]] = (0..<64).map { number in
    [
      "id": .string("user\(number)abc"), "password": .string("secret-\(number)x"),
      "favoriteFruit": .string(fruits[number % 5]), "includesProfile": true,
      "nickName": .string("nick\(number)"), "age": .int(number),
    ]
  }
  let untyped: [[String: Any]] = (0..<64).map { number in
    [
      "id": "user\(number)abc", "password": "secret-\(number)x",
      "favoriteFruit": fruits[number % 5], "includesProfile": true, "nickName": "nick\(number)",
      "age": number,
    ]
  }
  let hand = HandWritten()
  let rounds = 20_000
  var wrong = 0
  Table.head("the library, a record of six fields", "ns/record   alloc/record")
  func row(_ name: String, _ check: (Int) -> Bool) {
    let measure = Measure { for round in 0..<rounds where !check(round & 63) { wrong += 1 } }
    Table.note(
      name,
      Table.fixed(measure.seconds / Double(rounds) * 1e9, 0) + "         "
        + Table.fixed(Double(measure.allocations) / Double(rounds), 1))
  }
  row("by hand, from [String: Any]") { hand.problems(untyped[$0]).isEmpty }
  row("by hand, as lean as it goes") { hand.signUp(untyped[$0]).value != nil }
  row("from [String: RecordValue]") { spec.validate(records[$0]).isAccepted }
  let encoded = (0..<64).map { number in
    SignUp(
      id: "user\(number)abc", password: "secret-\(number)x", favoriteFruit: fruits[number % 5],
      includesProfile: true, nickName: "nick\(number)", age: number)
  }
  row("from Encodable") {
    (try? spec.validate(encoding: encoded[$0]).isAccepted) ?? false
  }
  row("from [String: Any]") { (try? spec.validate(untyped: untyped[$0]).isAccepted) ?? false }
  precondition(wrong == 0)
}

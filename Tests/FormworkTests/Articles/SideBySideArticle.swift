// The code of "Five ways side by side".

import Formwork
import Foundation
import Testing

@Suite struct SideBySideArticle {
  private let article: Article

  init() throws { article = try Article("SideBySide") }

  @Test(
    arguments: [
      (["id": "a 1", "fruit": "apple"], "1: ID must be 1 to 20 letters or digits"),
      (
        ["id": "a1", "fruit": "apple", "includesProfile": true, "age": 3],
        "2: Nick name is required"
      ),
      (
        ["id": "a1", "fruit": "apple", "includesProfile": true, "nickName": "Ann", "age": 3], "Ann"
      ),
      (["id": "a1", "fruit": "apple", "nickName": "Ann"], "no profile"),
      ([:], "1: ID must be 1 to 20 letters or digits"),
    ] as [(RecordValue, String)])
  func aTypeThatValidates(record: RecordValue, told: String) throws {
    var shown = ""
    func showOnFirstPage(_ message: String) { shown = "1: " + message }
    func showOnSecondPage(_ message: String) { shown = "2: " + message }
    func showAbove(_ message: String) { shown = "0: " + message }
    try article.withForm(0) { path in
      func send(_ request: RegisterRequest) { shown = request.profile?.nickName ?? "no profile" }
      // begin
      struct RegisterRequest: Decodable {
        struct Profile: Decodable {
          var nickName: String
          var age: Int
        }

        var id: String
        var fruit: String
        var profile: Profile?
      }

      enum RegisterField: String, CaseIterable {
        case id, fruit, includesProfile, nickName, age
      }

      let register = try FormSpec(contentsOf: path).fields(RegisterField.self)
      switch register.validate(record).decode(RegisterRequest.self) {
      case .success(let request): send(request)
      case .failure(let problems):
        switch problems[0].field {
        case .id, .fruit: showOnFirstPage(problems[0].message)
        case .includesProfile, .nickName, .age: showOnSecondPage(problems[0].message)
        case nil: showAbove(problems[0].message)
        }
      }
      // end
    }
    #expect(shown == told)
  }

  @Test(arguments: [
    ("0815", "Thank you"), ("", "Please type your number"),
    ("123456789", "A number has at most 8 digits"), ("08x", "A number has nothing but digits"),
  ])
  func rulesInAChain(text: String, told: String) throws {
    // begin
    let memberID = try FieldValidator(Field("id", .string) { .digits && .count(...8) })
    let advice =
      switch memberID.validate(text).problems.first?.reason {
      case nil: "Thank you"
      case .required: "Please type your number"
      case .count(_, let limit?, _): "A number has at most \(limit) digits"
      default: "A number has nothing but digits"
      }
    // end
    #expect(advice == told)
  }

  @Test func rulesInAList() throws {
    // begin
    let password = try FieldValidator(
      Field("password", .string) {
        Rule(.count(8...), message: "At least {min} characters")
        Rule(.contains(.digit), message: "At least one digit")
        Rule(.contains(.uppercase), message: "At least one capital letter")
      }.secret())
    let unmet = password.validate("Secret").problems
    let first = password.validate("secret", options: .init(scope: .firstOfField)).problems.first
    // end
    #expect(unmet.map { $0.message } == ["At least 8 characters", "At least one digit"])
    #expect(first?.message == "At least 8 characters")
  }

  @Test func propertyWrappers() throws {
    func stay(_ json: String) throws -> DateComponents {
      let body = Array(json.utf8)
      return try article.withForm(1) { path in
        // begin
        struct Stay: Codable {
          var guest: String
          var arrival: DateComponents
          var departure: DateComponents
        }

        let stays = try FormSpec(contentsOf: path)
        try stays.check(Stay.self)
        let stay = try stays.validate(json: body).decode(Stay.self).get()
        // end
        #expect(try stays.validate(encoding: stay).isAccepted)
        return stay.departure
      }
    }
    let right = #"{"guest":"Ann","arrival":"2026-11-24","departure":"2026-11-26"}"#
    #expect(try stay(right) == DateComponents(year: 2026, month: 11, day: 26))
    #expect {
      try stay(#"{"guest":"Ann","arrival":"2026-11-24","departure":"2026-11-24"}"#)
    } throws: { "\($0)" == "departure: The departure is after 2026-11-24" }
    #expect {
      try stay(#"{"arrival":"soon","departure":"2026-11-24"}"#)
    } throws: { "\($0)".split(separator: "\n").count == 2 }
  }

  @Test func aModelThatWatches() throws {
    try article.withForm(2) { path in
      let spec = try FormSpec(contentsOf: path)
      // begin
      let session = FormSession(spec, timing: .change)
      session["password"]?.text = "correct horse"
      session["again"]?.text = "correct house"
      let before = session["again"]?.message
      session["password"]?.text = "correct house"
      let after = session["again"]?.message
      // end
      #expect(before == "The two passwords differ" && after == nil)
    }
  }

  @Test func aSchema() throws {
    var printed: [String] = []
    func print(_ parts: String...) { printed.append(parts.joined(separator: " ")) }
    try article.withForm(3) { path in
      let invoices = try FormSpec(contentsOf: path)
      let body = Array(
        """
        {"lines":[{"article":"AB-1234","amount":0.1},
          {"article":"1234","amount":0.2}],
         "total":0.3,"isPaid":true}
        """.utf8)
      // begin
      for problem in invoices.validate(json: body).problems {
        let place = problem.position.map { "\($0.line):\($0.column)" } ?? ""
        print(place, problem.field ?? "", problem.message)
      }
      // end
    }
    #expect(
      printed == [
        "2:14 lines[1].article 1234 is not an article number", "1:1 paidOn Paid on is required",
      ])
  }
}

// The code of "Embed Formwork in five minutes".

import Formwork
import Foundation
import Testing

@Suite struct FiveMinutesArticle {
  private func load() throws -> FormSpec {
    try Article("EmbedInFiveMinutes").withForm { try FormSpec(contentsOf: $0) }
  }

  @Test func threeLines() throws {
    try Article("EmbedInFiveMinutes").withForm { path in
      // begin
      let spec = try FormSpec(contentsOf: path)
      let product = try spec.validate(["id": "a1", "birthday": "1990-02-28"]).get()
      print(product["id"]?.string ?? "")
      // end
      #expect(product.names == ["id", "birthday", "includesProfile"])
    }
  }

  @Test func resources() throws {
    let resources = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: resources) }
    let file = resources.appending(path: "sign-up.form")
    try Data(Article("EmbedInFiveMinutes").blocks("form")[0].utf8).write(to: file)
    // begin
    let bundled = try FormSpec(named: "sign-up", in: resources)
    // end
    #expect(bundled.name == "signUp")
  }

  @Test func oneValue() throws {
    let spec = try load()
    // begin
    let message = try spec.validate("a 1", for: "id").problems.first?.message
    // end
    #expect(message == "ID must be 1 to 20 letters or digits")
    // begin
    let code = try FieldValidator(Field("code", .string) { .count(4) && .digits })
    let isRight = code.validate("0815").isAccepted
    // end
    #expect(isRight && !code.validate("815").isAccepted)
  }

  @Test func problems() throws {
    let spec = try load()
    var shown: [String] = []
    func save(_ product: Product) { shown.append(product.description) }
    func show(_ message: String, beside field: String?) {
      shown.append((field ?? "") + ": " + message)
    }
    for record: RecordValue in [["id": "a 1", "birthday": "1990-02-28"]] {
      // begin
      switch spec.validate(record) {
      case .accepted(let product):
        save(product)
      case .rejected(let problems):
        for problem in problems { show(problem.message, beside: problem.field) }
      }
      // end
    }
    #expect(shown == ["id: ID must be 1 to 20 letters or digits"])
  }

  @Test func decoding() throws {
    let product = try load().validate([
      "id": "a1", "birthday": "1990-02-28", "includesProfile": true, "nickName": "Ann",
      "height": "1.72",
    ]).get()
    // begin
    struct SignUp: Decodable {
      struct Profile: Decodable {
        var nickName: String
        var height: Decimal?
      }

      var id: String
      var birthday: DateComponents
      var profile: Profile?
    }

    let signUp = try product.decode(SignUp.self)
    // end
    let spec = try load()
    var shown: [String] = []
    func send(_ signUp: SignUp) { shown.append(signUp.id) }
    func show(_ message: String, beside field: String?) {
      shown.append((field ?? "") + ": " + message)
    }
    for body in [#"{"id":"a1","birthday":"1990-02-28"}"#, #"{"id":"a1"}"#] {
      // begin
      switch spec.validate(json: body).decode(SignUp.self) {
      case .success(let signUp): send(signUp)
      case .failure(let problems):
        for problem in problems { show(problem.message, beside: problem.field) }
      }
      // end
    }
    #expect(shown == ["a1", "birthday: Birthday is required"])
    // begin
    try spec.check(SignUp.self, isPartial: true)
    // end
    #expect(signUp.birthday == DateComponents(year: 1990, month: 2, day: 28))
    #expect(signUp.profile?.height == Decimal(string: "1.72"))
  }

  @Test func names() throws {
    let spec = try load()
    let record: RecordValue = ["id": "", "birthday": "1990-02-28", "includesProfile": true]
    var shown: [String] = []
    func showOnFirstPage(_ message: String) { shown.append("1: " + message) }
    func showOnSecondPage(_ message: String) { shown.append("2: " + message) }
    func showAbove(_ message: String) { shown.append("0: " + message) }
    // begin
    enum SignUpField: String, CaseIterable {
      case id, birthday, includesProfile, nickName, height
    }

    let form = try spec.fields(SignUpField.self)
    for problem in form.validate(record).problems {
      switch problem.field {
      case .id, .birthday: showOnFirstPage(problem.message)
      case .includesProfile, .nickName, .height: showOnSecondPage(problem.message)
      case nil: showAbove(problem.message)
      }
    }
    // end
    #expect(
      shown == ["1: ID must be 1 to 20 letters or digits", "2: Nick name is required"])
  }

  @Test func reasons() throws {
    // begin
    func words(for problem: Problem) -> String {
      switch problem.reason {
      case .required: "Please fill this in"
      case .count(_, let max?, let actual?): "\(actual - max) characters too many"
      case .type(expected: .date): "That is no date"
      default: problem.message
      }
    }
    // end
    let long = String(repeating: "a", count: 23)
    let problems = try load().validate(["id": .string(long), "birthday": "28.2."]).problems
    #expect(problems.map { words(for: $0) } == ["3 characters too many", "That is no date"])
  }

  @Test func ownWords() throws {
    // begin
    let options = ValidationOptions(
      language: "sv",
      builtInWords: { problem, language in
        guard language == "sv", problem.reason == .required else { return nil }
        return "\(problem.label() ?? "") saknas"
      })
    // end
    let problems = try load().validate(["id": ""], options: options).problems
    #expect(
      problems.map { $0.message } == ["ID must be 1 to 20 letters or digits", "Birthday saknas"])
  }
}

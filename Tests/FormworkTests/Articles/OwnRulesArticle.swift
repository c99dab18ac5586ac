// The code of "Your own rules".

import Formwork
import Testing

@Suite struct OwnRulesArticle {
  @Test func rulesOfTheProgram() throws {
    let stock = ["Kyoto": ["tea"]]
    try Article("YourOwnRules").withForm { path in
      // begin
      let inStock = HostRule("inStock", .string, parameters: .string) { article, warehouse in
        stock[warehouse]?.contains(article) ?? false
      }
      let member = HostRule("member", .string) { number in
        let digits = number.reversed().compactMap { $0.wholeNumberValue }
        let sum = digits.enumerated().reduce(0) { sum, digit in
          sum + digit.element * (digit.offset + 1)
        }
        return digits.count == number.count && sum % 7 == 0
      }
      let spec = try FormSpec(contentsOf: path, rules: [inStock, member])
      // end
      #expect(spec.validate(["article": "tea", "card": "2026 1144"]).isAccepted)
      let problems = spec.validate(["article": "ink", "card": "2026 1145"]).problems
      #expect(problems.map { $0.reason } == [.host(name: "inStock"), .host(name: "member")])
      #expect(problems[0].message == "ink is sold out in Kyoto")
    }
  }

  @Test func aFormInSwift() throws {
    let questions = [
      (id: "q1", text: "How was the course?"), (id: "q2", text: "And the clay?"),
    ]
    // begin
    let survey = try FormSpec("survey", title: "Survey") {
      Field("name", .string) { .count(1...40) }
      for question in questions {
        Field(question.id, label: FormText(question.text), .int) {
          Rule(.range(1...5), message: "From {min} to {max}, please")
        }
      }
      Field("wantsCall", label: "Shall we call you?", .bool).default(false)
      Field(
        "rooms",
        .list(
          of: .record {
            Field("name", .string)
            Field("stars", .int) { .range(1...5) }
          })
      ) {
        Rule(.distinct(by: "name"), message: "Each room once")
      }.optional()
      When(.field("wantsCall")) {
        Field("phone", .string) { .phone }.without(" ", "-")
      }
      Check(!.field("wantsCall") || .field("q1") < 3, message: "Only if we can do better")
    }
    // end
    #expect(try survey.formText == Article("YourOwnRules").blocks("form")[1] + "\n")
    #expect(survey.validate(["name": "Ann", "q1": 5, "q2": 4]).isAccepted)
  }

  @Test func functions() throws {
    // begin
    func amount(_ name: String, upTo limit: Int) -> Field {
      Field(name, .number(decimal: ",", group: ".")) {
        Rule(.decimals(...2) && .range(0...Operand(limit)), message: "An amount up to {max}")
      }
    }
    // end
    let spec = try FormSpec("sum") { amount("net", upTo: 500) }
    #expect(spec.validate(["net": "500,01"]).problems.map { $0.message } == ["An amount up to 500"])
  }
}

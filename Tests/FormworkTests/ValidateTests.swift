// A record in every shape that programs have records in comes to the same.

import Formwork
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sign-up form of the stories.
let signUpSpec = """
  form signUp "Sign up"
  language en
  field id "ID": string
    rule count(1...20) && alphanumeric  message "ID must be 1 to 20 letters or digits"
      ja "IDは1〜20文字の英数字です"
  field favoriteFruit: choice("apple", "orange", "banana")
    title "Nothing chosen"  message "Please choose a fruit"
  field includesProfile: bool default false
  when includesProfile as profile <
    field nickName: string  rule count(1...20)  message "Nickname must be 1 to 20 characters"
    field age: int  rule range(0...999)  message "Age must be 0 to 999"
                    rule value < 120  warning "{value}? Please check"
  >
  """

@Suite struct ValidateTests {
  private let spec: FormSpec

  init() throws { spec = try FormSpec(source: signUpSpec) }

  private struct Request: Encodable {
    var id: String
    var favoriteFruit: String
    var includesProfile = false
    var nickName: String?
    var age: Int?
  }

  @Test func everyShapeComesToTheSame() throws {
    let literal = spec.validate(["id": "a1", "favoriteFruit": "apple"])
    let text = spec.validate(json: #"{"id":"a1","favoriteFruit":"apple"}"#)
    let bytes = spec.validate(json: Array(#"{"id":"a1","favoriteFruit":"apple"}"#.utf8))
    let data = spec.validate(json: Data(#"{"id":"a1","favoriteFruit":"apple"}"#.utf8))
    let untyped: [String: Any] = ["id": "a1", "favoriteFruit": "apple", "age": Int?.none as Any]
    let any = try spec.validate(untyped)
    let encoded = try spec.validate(Request(id: "a1", favoriteFruit: "apple"))
    let texts: [String: String] = ["id": "a1", "favoriteFruit": "apple"]
    let form = spec.validate(form: texts)
    let query = spec.validate(query: [
      URLQueryItem(name: "id", value: "a1"), URLQueryItem(name: "favoriteFruit", value: "apple"),
    ])
    let wanted = #"{"id":"a1","favoriteFruit":"apple","includesProfile":false}"#
    for outcome in [literal, text, bytes, data, any, encoded, form, query] {
      #expect(outcome.product?.description == wanted)
    }
  }
}

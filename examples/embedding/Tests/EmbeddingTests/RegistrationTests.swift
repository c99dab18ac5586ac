// Someone registers, without a profile and with one.

import Embedding
import Formwork
import Foundation
import Testing

@Suite struct RegistrationTests {
  @Test func withoutAProfile() throws {
    let request = try RegisterRequest(["id": "a1", "favoriteFruit": "apple"])
    #expect(request.id == "a1")
    #expect(request.favoriteFruit == .apple)
    #expect(request.profile == nil)
  }

  @Test func whatIsInAProfileThatIsNotWantedIsNotLookedAt() throws {
    let request = try RegisterRequest(
      ["id": "a1", "favoriteFruit": "apple", "includesProfile": false, "age": "thirty"])
    #expect(request.profile == nil)
  }

  @Test func withAProfile() throws {
    let request = try RegisterRequest([
      "id": "a1", "favoriteFruit": "orange", "includesProfile": true, "nickName": "Ann",
      "birthday": "1990-02-28", "height": "1.72", "age": "34",
    ])
    let profile = try #require(request.profile)
    #expect(profile.nickName == "Ann")
    #expect(profile.birthday == DateComponents(year: 1990, month: 2, day: 28))
    #expect(profile.height == Decimal(string: "1.72"))
    #expect(profile.age == 34)
  }

  @Test func aProfileThatIsWantedMustBeFilledIn() throws {
    let rejection = try #require(throws: Rejection<Problem>.self) {
      try RegisterRequest(["id": "a 1", "favoriteFruit": "apple", "includesProfile": true])
    }
    #expect(rejection.map { $0.field } == ["id", "nickName", "age"])
    #expect(rejection.map { $0.message }.first == "ID must be 1 to 20 letters or digits")
  }
}

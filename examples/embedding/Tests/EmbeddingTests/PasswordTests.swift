// Someone thinks up a password.

import Embedding
import Testing

@Suite struct PasswordTests {
  @Test func everythingThatIsMissing() {
    #expect(
      PasswordCheck.unmetCriteria(of: "secret") == [
        "At least 8 characters", "At least one digit", "At least one capital letter",
        "At least one symbol",
      ])
    #expect(
      PasswordCheck.unmetCriteria(of: "Secretive") == ["At least one digit", "At least one symbol"])
  }

  @Test func oneThingAtATime() {
    #expect(
      PasswordCheck.unmetCriteria(of: "secret", onlyFirst: true) == ["At least 8 characters"])
  }

  @Test func thePasswordThatEverybodyHas() {
    #expect(
      PasswordCheck.unmetCriteria(of: "Password1!") == ["This password is known to everyone"])
  }

  @Test func nothingIsMissing() {
    #expect(PasswordCheck.unmetCriteria(of: "Tr0ub4dor&3") == [])
    #expect(PasswordCheck.unmetCriteria(of: "") == ["Please choose a password"])
  }
}

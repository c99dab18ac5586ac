import Embedding
import Testing

@Suite struct MemberNumberTests {
  @Test func reasons() {
    #expect(MemberNumber("0042") == .valid("0042"))
    #expect(MemberNumber(" 42 ") == .valid("42"))
    #expect(MemberNumber("") == .empty)
    #expect(MemberNumber("   ") == .empty)
    #expect(MemberNumber("42a") == .notANumber)
    #expect(MemberNumber("123456789") == .tooLong(limit: 8))
  }
}

// Pictures of texts.

import Testing

@testable import FormworkEngine

@Suite struct TextPictureTests {
  private func like(
    _ source: String, accepts accepted: [String], rejects rejected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let picture = try TextPicture(source)
    expectPredicate(
      "like(\(source))", picture.matches, accepts: accepted, rejects: rejected,
      sourceLocation: sourceLocation)
  }

  @Test func matches() throws {
    try like(
      "@@-####", accepts: ["AB-1234", "zz-0000"],
      rejects: ["", "AB-123", "AB-12345", "A1-1234", "AB_1234", "AB-12é4", "ＡＢ-1234", "AB-1234\n"])
    try like("?@#", accepts: ["1a1", "aa1"], rejects: ["-a1", "1a", "éa1"])
    try like(
      "\\##\\@@\\?\\\\", accepts: ["#5@x?\\"], rejects: ["55@x?\\", "\\#5\\@x\\?\\", "#5@x?"])
    try like(#"\x\-"#, accepts: [#"\x\-"#], rejects: ["x-"])
    try like("〒###-####", accepts: ["〒123-4567"], rejects: ["123-4567", "〒１２３-4567"])
    try like("が@é", accepts: ["がaé", "か\u{3099}ae\u{301}"], rejects: ["かaé", "がae"])
    try like("K", accepts: ["K", "\u{212A}"], rejects: ["k"])
    try like("", accepts: [""], rejects: ["a", "漢"])
    try like("#", accepts: ["1"], rejects: ["1️⃣", "1\u{301}", "１"])
    try like("#\n#", accepts: ["1\n2"], rejects: ["1 2"])
  }

  @Test func countsItsCharacters() throws {
    #expect(try TextPicture("@\\##か\u{3099}").characterCount == 4)
  }

  @Test func refusesTrailingBackslash() {
    #expect(throws: TextPictureProblem.trailingBackslash) { try TextPicture(#"@@\"#) }
    #expect(throws: TextPictureProblem.trailingBackslash) { try TextPicture(#"\\\"#) }
    #expect(throws: Never.self) { try TextPicture(#"\\"#) }
  }
}

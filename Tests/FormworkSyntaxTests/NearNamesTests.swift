// Suggestions for names.

import Testing

@testable import FormworkSyntax

@Suite struct NearNamesTests {
  @Test(
    arguments: [
      ("emial", ["email", "phone", "name"], ["email"]),
      ("Email", ["mail", "email", "emails"], ["email", "mail", "emails"]),
      ("birtday", ["birthday", "day"], ["birthday"]),
      ("alphanumric", ["alphanumeric", "numeric"], ["alphanumeric"]),
      ("cuont", ["count", "count", "cost"], ["count"]),
      ("email", ["email"], []),
      ("xyzzy", ["email", "phone"], []),
      ("a", ["b", "A"], ["A"]),
      ("", ["a"], []),
      ("ab", ["ac", "AB"], ["AB"]),
      ("abcd", ["abxy", "abdc", "bcda"], ["abdc"]),
      ("生年月", ["生年月日", "氏名"], ["生年月日"]),
      ("aaaa", ["aaab", "aaac", "aaad", "aaae", "aaaf"], ["aaab", "aaac", "aaad", "aaae"]),
      ("kitchen", ["chicken", "kitten", "kitchens"], ["kitchens", "kitten"]),
    ] as [(String, [String], [String])])
  func finds(name: String, known: [String], expected: [String]) {
    #expect(NearNames.nearest(to: name, among: known) == expected)
  }

  @Test func keepsTheLimit() {
    let known = ["aaaab", "aaaac", "aaaaa", "AAAAA"]
    #expect(NearNames.nearest(to: "aaaaA", among: known, limit: 1) == ["aaaaa"])
    #expect(NearNames.nearest(to: "aaaax", among: known, limit: 0) == [])
  }

  @Test func leavesLongNamesAlone() {
    let long = String(repeating: "x", count: 200)
    #expect(NearNames.nearest(to: long, among: [long.dropLast() + "y"]).count == 1)
    #expect(NearNames.nearest(to: long, among: [long + "y"]) == [])
    #expect(NearNames.nearest(to: long + "y", among: [long]) == [])
    #expect(NearNames.nearest(to: "x", among: [String(repeating: "x", count: 1_000_000)]) == [])
  }
}

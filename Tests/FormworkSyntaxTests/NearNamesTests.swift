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

  /// Compares the result with the full table of edit distances, without shortcuts.
  @Test func findsWhatIsNear() {
    var state: UInt64 = 3
    func number(below limit: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % limit)
    }
    var found = 0
    for _ in 0..<3_000 {
      let name = (0...number(below: 12)).map { _ in "abc"[number(below: 3)] }
      var other = name
      for _ in 0...number(below: 5) {
        let place = number(below: UInt64(other.count + 1))
        switch number(below: 4) {
        case 0: other.insert("abc"[number(below: 3)], at: place)
        case 1 where place < other.count: other.remove(at: place)
        case 2 where place + 1 < other.count: other.swapAt(place, place + 1)
        default: if place < other.count { other[place] = "abc"[number(below: 3)] }
        }
      }
      if other == name || other.isEmpty { continue }
      let length = max(name.count, other.count)
      let tolerance = length <= 2 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3
      let isNear = slips(name, other) <= tolerance
      found += isNear ? 1 : 0
      #expect(NearNames.nearest(to: String(name), among: [String(other)]).isEmpty != isNear)
    }
    #expect(found > 500)
  }

  private func slips(_ left: [Character], _ right: [Character]) -> Int {
    var table = [Array(0...right.count)]
    for i in 1...left.count {
      table.append([i])
      for j in 1...right.count {
        let same = left[i - 1] == right[j - 1] ? 0 : 1
        var least = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + same)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          least = min(least, table[i - 2][j - 2] + 1)
        }
        table[i].append(least)
      }
    }
    return table[left.count][right.count]
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

extension String {
  fileprivate subscript(place: Int) -> Character { Array(self)[place] }
}

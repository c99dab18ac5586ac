// The short way of reading: what it leaves to the rest of the reader, it leaves as if it had not been there.

import Testing

@testable import FormworkEngine

@Suite struct ReaderPlainTests {
  static let odd = [
    #"{"a":[{"b":"1","c":["x","y"]},{"b":"2","c":["\u0041"]}]}"#,
    #"{"a":[{"b":"1","c":["x","y"]},{"b":"2","c":["x", null]}]}"#,
    #"{"a":[{"b":"1","c":["x"]},{"b":"2","c":[["x"]]}]}"#,
    #"{"a":[{"b":"1","c":["x"]},{"c":["x"],"b":"2"}]}"#,
    #"{"a":[{"b":"1"},{"b":"2"} ]}"#, #"{"a":[{"b":"1"},{"b":{}}]}"#,
  ]

  /// Frames that were added for what turned out not to be plain are given back: an item counts once, and
  /// every frame belongs to the one around it.
  @Test(arguments: odd) func framesOfOddItems(_ json: String) throws {
    let bench = try ReaderBench("field a: list of < field b: any field c: list of any optional >")
    let now = try #require(CalendarInstant(seconds: 0, nanosecond: 0))
    let moment = Moment(today: .first, now: now)
    let evaluator = Evaluator(bench.program, moment: moment)
    let bytes = Array(json.utf8)
    try bytes.withUnsafeBufferPointer { try evaluator.read(json: $0, isPadded: false) }
    let stores = evaluator.workspace.stores
    #expect(stores[1].frameCount == 2)
    #expect((0..<2).allSatisfy { stores[1].parents[$0] == 0 })
    let inner = stores[2].frameCount
    #expect(inner == json.split(separator: "\"c\"").dropFirst().reduce(0) { $0 + items(in: $1) })
    #expect((0..<inner).allSatisfy { stores[2].parents[$0] < 2 })
  }

  /// How many items the list has that comes first.
  private func items(in text: Substring) -> Int {
    var depth = 0
    var count = 1
    for character in text.drop(while: { $0 != "[" }) {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if depth == 0 { return count }
      if character == ",", depth == 1 { count += 1 }
    }
    return 0
  }

  /// Every choice is found, and nothing else, whatever the texts have in common.
  @Test(arguments: [1, 2, 3, 5, 11, 24]) func choiceTables(count: Int) {
    for prefix in ["", "same-beginning-", "longer-than-sixteen-"] {
      let texts = (0..<count).map { Array("\(prefix)\($0 * 7)-\($0 % 3)\(prefix)".utf8.prefix(32)) }
      var places: [UInt8] = [ChoiceTable.none]
      let known = texts.map { text in text.withUnsafeBufferPointer { KnownText($0) } }
      guard let table = ChoiceTable(known, into: &places) else {
        // Only where two texts cannot be told apart by their ends.
        #expect(Set(texts.map { $0.prefix(8) + $0.suffix(8) + [UInt8($0.count)] }).count < count)
        continue
      }
      for (number, text) in texts.enumerated() {
        (text + Array(repeating: 0, count: 16)).withUnsafeBytes { bytes in
          let place = table.number(of: bytes.baseAddress!, text.count)
          #expect(Int(places[place]) == number)
        }
      }
    }
  }
}

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

  /// Every text is found, and nothing else, whatever the texts have in common.
  @Test(arguments: [1, 2, 3, 5, 11, 24, 200]) func textTables(count: Int) {
    for prefix in ["", "same-beginning-", "longer-than-sixteen-bytes-and-than-thirty-two-"] {
      let texts = (0..<count).map { "\(prefix)\($0 * 7)-\($0 % 3)\(prefix)" }
      let pool = ConstantPool()
      let known = texts.map { KnownText(pool.add($0)) }
      var places = FlatArray<Int32>()
      let table = TextTable(known, first: 7, into: &places)
      func number(_ text: String) -> Int {
        let text = KnownText(padded: UnsafeRawPointer(pool.add(text).baseAddress!), text.utf8.count)
        return table.number(of: text, in: places.elements) { known[$0 - 7].isSame(as: text) }
      }
      for (index, text) in texts.enumerated() {
        #expect(number(text) == index + 7)
        #expect(number(text + "x") == -1)
        #expect(number(text.replacing("-", with: "_")) == -1)
      }
    }
  }
}

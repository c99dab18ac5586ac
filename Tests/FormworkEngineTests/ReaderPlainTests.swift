// The fast path of reading: if it leaves something to the slow path, it leaves no trace.

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

  /// Frames added for items that weren't plain after all are removed: an item counts once, and every frame belongs to
  /// the one around it.
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

  /// Returns the number of items of the list at the beginning of `text`.
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

  /// Exactly the texts in the table are found, whatever they have in common.
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

  /// Checking bytes in blocks gives the same result as checking them one by one, wherever they are invalid.
  @Test func blocksOfUTF8() {
    var generator = SystemRandomNumberGenerator()
    let parts = [
      "a", "é", "日", "😀", "plain text of some length", "\u{7FF}", "\u{800}", "\u{10FFFF}",
    ]
    for round in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0..<30, using: &generator)).flatMap { _ in
        Array(parts.randomElement(using: &generator)!.utf8)
      }
      for _ in 0..<(round % 3) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          [0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0x9F, 0xA0, 0x90, 0x8F, 0x41]
          .randomElement(using: &generator)!
      }
      bytes.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count, ByteScan.utf8Width(in: bytes, at: index) > 0 {
          index += ByteScan.utf8Width(in: bytes, at: index)
        }
        let fault = index < bytes.count ? index : nil
        #expect(ByteScan.firstInvalidUTF8(in: bytes) == fault, "\(Array(bytes))")
      }
    }
  }
}

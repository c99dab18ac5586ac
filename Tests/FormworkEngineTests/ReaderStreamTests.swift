// Streams of JSON records: lines and arrays, whole and in pieces, with faults after which reading goes on.

import Testing

@testable import FormworkEngine

@Suite struct ReaderStreamTests {
  let bench: ReaderBench

  init() throws { bench = try ReaderBench("field a: any optional") }

  private func expect(
    _ text: String, _ format: DataLayout, _ wanted: [String],
    at location: SourceLocation = #_sourceLocation
  ) {
    let bytes = readerBytes(text)
    #expect(bench.read(bytes, format) == wanted, sourceLocation: location)
    for pieces in readerPieces {
      #expect(
        bench.read(bytes, format, pieces: pieces) == wanted, "pieces of \(pieces)",
        sourceLocation: location)
    }
  }

  // MARK: Lines

  @Test func lines() {
    expect("", .ndjson, [])
    expect("\n\r\n \t\n", .ndjson, [])
    expect("{\"a\":1}", .ndjson, ["1:1 a=1"])
    expect("{\"a\":1}\n", .ndjson, ["1:1 a=1"])
    expect("{\"a\":1}\r\n{\"a\":2}\r\n", .ndjson, ["1:1 a=1", "2:1 a=2"])
    expect("\n{\"a\":1}\n\n  \n{\"a\":2}", .ndjson, ["2:1 a=1", "5:1 a=2"])
    expect("\\xef\\xbb\\xbf{\"a\":1}\n", .ndjson, ["1:1 a=1"])
    expect("  {\"a\":1}  \n", .ndjson, ["1:1 a=1"])
    expect("{\"a\":1}\r", .ndjson, ["1:1 a=1"])
  }

  /// As when two files that begin with one are concatenated.
  @Test func byteOrderMarkInside() {
    let mark = "\\xef\\xbb\\xbf"
    expect(
      "\(mark){\"a\":1}\n\(mark){\"a\":2}\n \(mark)\n{\"a\":\(mark)3}\n{\(mark)\"a\":4}", .ndjson,
      [
        "1:1 a=1", "2:1 byteOrderMark 2:1", "3:1 byteOrderMark 3:2", "4:1 byteOrderMark 4:6",
        "5:1 byteOrderMark 5:2",
      ])
    expect("[{\"a\":1},\n\(mark){\"a\":2}]", .json, ["1:2 a=1", "2:1 byteOrderMark 2:1"])
    expect("\\xef\\xbb\n{}", .ndjson, ["1:1 no-value 1:1", "2:1 "])
  }

  @Test func linesAfterAFault() {
    expect(
      "{\"a\":1}\nnope\n{\"a\":2}\n{\"a\":\n{\"a\":3}\n[1]\n  5", .ndjson,
      [
        "1:1 a=1", "2:1 badLiteral 2:1", "3:1 a=2", "4:1 unexpectedEnd 4:6", "5:1 a=3",
        "6:1 notAnObject 6:1", "7:1 notAnObject 7:3",
      ])
    expect("{\"a\":\"\\xff\"}\n{\"a\":2}", .ndjson, ["1:1 badUTF8 1:7", "2:1 a=2"])
    expect("{\"a\":1} {\"a\":2}\n{}", .ndjson, ["1:1 textAfterRecord 1:9", "2:1 "])
    expect("\\x00\n{}\n", .ndjson, ["1:1 no-value 1:1", "2:1 "])
  }

  // MARK: Arrays

  @Test func arrays() {
    expect("[]", .json, [])
    expect(" \n[ \r\n ]\t", .json, [])
    expect("\\xef\\xbb\\xbf[]", .json, [])
    expect("[{\"a\":1}]", .json, ["1:2 a=1"])
    expect("[{\"a\":1},{\"a\":2}]", .json, ["1:2 a=1", "1:10 a=2"])
    expect(
      " [\n  {\"a\": 1},\r\n\t{ \"a\" : 2 }\n , {\"a\":3}\n]\n", .json,
      ["2:3 a=1", "3:2 a=2", "4:4 a=3"])
    expect("[{\"a\":\"é\"},{\"a\":!}]", .json, ["1:2 a=\"é\"", "1:12 no-value 1:17"])
    expect("[{\"a\":\"]},{[\\\"\"},{\"a\":[{}]}]", .json, ["1:2 a=\"]},{[\"\"", "1:18 a=[{}]"])
    expect("[\n{\n\"a\":\n1\n}\n,\n{\n\"a\":!}]", .json, ["2:1 a=1", "7:1 no-value 8:5"])
  }

  @Test func deepArrays() {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    expect("[{\"a\":\(deep)},{\"a\":2}]", .json, ["1:2 a=\(deep)", "1:409 a=2"])
    let tooDeep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    expect("[{\"a\":\(tooDeep)},{\"a\":2}]", .json, ["1:2 tooDeep(256) 1:262", "1:609 a=2"])
  }

  @Test func elementsThatAreNoRecords() {
    expect("[1,{\"a\":1}]", .json, ["1:2 notAnObject 1:2", "1:4 a=1"])
    expect("[[{\"a\":1}],{\"a\":1}]", .json, ["1:2 notAnObject 1:2", "1:12 a=1"])
    expect("[null , \"x,]\" ]", .json, ["1:2 notAnObject 1:2", "1:9 notAnObject 1:9"])
  }

  @Test func commas() {
    expect("[{},]", .json, ["1:2 ", "1:5 no-value 1:5"])
    expect("[{}, \n ]", .json, ["1:2 ", "2:2 no-value 2:2"])
    expect("[,{}]", .json, ["1:2 no-value 1:2", "1:3 "])
    expect("[{},,{}]", .json, ["1:2 ", "1:5 no-value 1:5", "1:6 "])
    expect("[,]", .json, ["1:2 no-value 1:2", "1:3 no-value 1:3"])
    expect("[{} {}]", .json, ["1:2 ", "1:5 no-commaBefore 1:5"])
    expect("[{} x]", .json, ["1:2 textAfterRecord 1:5"])
  }

  @Test func ends() {
    expect("[", .json, ["1:2 unexpectedEnd 1:2"])
    expect("[{\"a\":1}", .json, ["1:2 a=1", "1:9 unexpectedEnd 1:9"])
    expect("[{\"a\":1},", .json, ["1:2 a=1", "1:10 unexpectedEnd 1:10"])
    // One problem is reported, not two.
    expect("[{\"a\":1},{\"a\":[2", .json, ["1:2 a=1", "1:10 unexpectedEnd 1:17"])
    expect("[{\"a\":1},{\"a\":\"x", .json, ["1:2 a=1", "1:10 unexpectedEnd 1:17"])
    expect("[{\"a\":1}] x", .json, ["1:2 a=1", "1:11 textAfterRecord 1:11"])
    expect("[{\"a\":1}]\n[{\"a\":1}]", .json, ["1:2 a=1", "2:1 textAfterRecord 2:1"])
    expect("[]]", .json, ["1:3 textAfterRecord 1:3"])
  }

  @Test func elementsAfterAFault() {
    expect(
      "[{\"a\":1},{\"a\":tru},{\"a\":3}]", .json, ["1:2 a=1", "1:10 badLiteral 1:15", "1:20 a=3"])
    expect("[{\"a\":1}},{\"a\":2}]", .json, ["1:2 textAfterRecord 1:9", "1:11 a=2"])
    expect("[{\"a\":[1},{\"a\":2}]", .json, ["1:2 no-commaOrEnd 1:9", "1:11 a=2"])
    expect("[{\"a\":[1,{\"b\":2]},{\"a\":2}]", .json, ["1:2 no-commaOrEnd 1:16", "1:19 a=2"])
    expect(
      "[{\"a\":1,{\"a\":2},{\"a\":3}]", .json, ["1:2 unexpectedEnd 1:8", "1:9 a=2", "1:17 a=3"])
    expect("[\n{\"a\":1\n,\n{\"a\":2}\n]", .json, ["2:1 unexpectedEnd 2:7", "4:1 a=2"])
    expect("[{\"a\":{\"x\":1},{\"a\":2}]", .json, ["1:2 unexpectedEnd 1:14", "1:15 a=2"])
    expect("[{\"a\":\"\\xff\"},{\"a\":2}]", .json, ["1:2 badUTF8 1:8", "1:12 a=2"])
    expect("[{\"a\":1,\"a\":2},{\"a\":2}]", .json, ["1:2 duplicateKey 1:9", "1:16 a=2"])
  }

  /// The next quote shows that the text continues, so no brace in it begins a record.
  @Test func textsWithLineFeeds() {
    let fault = "1:2 controlCharacter(10) 1:9"
    expect("[{\"a\":\"x\ny\"},{\"a\":1}]", .json, [fault, "2:5 a=1"])
    expect(
      "[{\"a\":\"x\r\ny\"\n},{\"a\":1},\n{\"a\":2}]", .json,
      ["1:2 controlCharacter(13) 1:9", "3:3 a=1", "4:1 a=2"])
    expect("[{\"a\":\"x\n},\n{},\n\\\"{]\" ,\"b\":[1]},{\"a\":1}]", .json, [fault, "4:17 a=1"])
    expect("[{\"a\":\"x\ny\"", .json, [fault])
  }

  @Test func textWithoutItsQuote() {
    expect(
      "[\n  {\"a\": \"x\"},\n  {\"a\": \"y},\n  {\"a\": \"z\"}\n]\n", .json,
      ["2:3 a=\"x\"", "3:3 unexpectedEnd 3:12", "4:3 a=\"z\""])
    expect(
      "[\n  {\n    \"a\": \"x,\n    \"b\": {\n      }\n  },\n  {\n    \"a\": 2\n  }\n]", .json,
      ["2:3 controlCharacter(10) 3:13", "7:3 a=2"])
    expect("[{\"a\":\"x\n{\"a\":1}\n]", .json, ["1:2 unexpectedEnd 1:9", "2:1 a=1"])
    expect("[\n{\"a\":1},\n{\"a\":\"x}\n]\n", .json, ["2:1 a=1", "3:1 unexpectedEnd 3:9"])
    expect("[{\"a\":\"x\n\n", .json, ["1:2 unexpectedEnd 1:9"])
  }

  /// The end of a record that continues after a piece is in the part in which it is found, however small the parts
  /// are.
  @Test(arguments: readerPieces)
  func endsOfRecordsInParts(size: Int) {
    let table = DataLayout.table(delimiter: UInt8(ascii: ","))
    let streams: [(DataLayout, String)] = [
      (.ndjson, "{\"a\":12345}\n{\"a\":\n\n}"),
      (.json, "[{\"a\":[1,\"]},\\\"\\\\\"]},{\"b\":{}} {\"c\":1},2,\n{\"d\":\"x\n  y\n {\"e\":1}]"),
      (.json, " {\"a\":\"\n\"} "), (.json, "[{\"a\":1, {\"b\":2}, [[[}]"),
      (table, "a,\"b\"\"\nc\",d\ne,f\n\"g\nh\"i,j\nk,\"l\nm"),
      (table, "a,\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbb\nc\"\n\"d\ne\",f\r\n\"\"\n"),
    ]
    for (format, text) in streams {
      Array(text.utf8).withUnsafeBufferPointer { endsOfRecords($0, format, size: size) }
    }
  }

  private func endsOfRecords(_ bytes: TextBytes, _ format: DataLayout, size: Int) {
    for begun in 3..<bytes.count {
      var splitter = RecordSplitter(format, cellLimit: 12)
      var records: [RecordSpan] = []
      let used = splitter.split(bytes.part(0, begun), isFinal: false, into: &records)
      if used == begun { continue }
      let before = splitter
      var end = begun
      var parts: [(upper: Int, count: Int)] = []
      while parts.isEmpty, end < bytes.count {
        let next = min(end + size, bytes.count)
        if splitter.endOfRecord(in: bytes.part(end, next)) != nil { parts = [(end, 0), (next, 1)] }
        end = next
      }
      for (upper, count) in parts {
        var (splitter, found): (_, [RecordSpan]) = (before, [])
        _ = splitter.split(bytes.part(used, upper), isFinal: false, limit: 1, into: &found)
        #expect(found.count == count, "\(begun) \(upper)")
      }
    }
  }

  @Test func limitOfRecords() {
    let bytes = Array("{}\n\n{}\n{}".utf8)
    bytes.withUnsafeBufferPointer { bytes in
      var splitter = RecordSplitter(.ndjson)
      var records: [RecordSpan] = []
      let used = splitter.split(bytes, isFinal: true, limit: 2, into: &records)
      #expect(records.map { $0.line } == [1, 3] && used == 7)
    }
    Array("[{},{},{}".utf8).withUnsafeBufferPointer { bytes in
      var splitter = RecordSplitter(.json)
      var records: [RecordSpan] = []
      var used = splitter.split(bytes, isFinal: true, limit: 2, into: &records)
      #expect(records.count == 2)
      let rest = TextBytes(rebasing: bytes[used...])
      records = []
      used = splitter.split(rest, isFinal: true, limit: 2, into: &records)
      #expect(records.map { $0.column } == [8, 10] && used == rest.count)
    }
  }
}

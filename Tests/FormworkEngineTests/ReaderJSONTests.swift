// JSON records (RFC 8259), modeled on JSONTestSuite: valid ones, invalid ones with the position of the fault, and the
// same from a stream in pieces of any size.

import Testing

@testable import FormworkEngine

@Suite struct ReaderJSONTests {
  let bench: ReaderBench

  init() throws { bench = try ReaderBench("field a: any optional\nfield b: any optional") }

  /// The value of `a` in a valid record; `#` means the value itself.
  static let goodValues: [(String, String)] = [
    ("0", "#"), ("-0", "#"), ("0.0", "#"), ("-0.5", "#"), ("123456789", "#"), ("1e5", "#"),
    ("1E+2", "#"), ("0e+1", "#"), ("20e-1", "#"), ("1.000", "#"), ("123.456E-789", "#"),
    ("0.1234567890123456789012345678901234567890", "#"),
    ("-237462374673276894279832749832423479823246327846", "#"),
    ("true", "#"), ("false", "#"), ("null", "#"), ("[]", "#"), ("{}", "#"),
    ("[1,[2,[3]]]", "#"), (#"{"x":{"y":[]}}"#, "#"), (#"[null,true,"",{}]"#, "#"),
    (#"{"a":1,"A":2}"#, "#"), ("[ \t\n\r1 , 2 ]", "#"),
    (#""""#, #""""#), (#""x""#, #""x""#), (#""\"\\\/\b\f\n\r\t""#, "\"\"\\/\u{8}\u{C}\n\r\t\""),
    (#""\u0041\u00e9\u20AC""#, #""Aé€""#), (#""\ud83d\uDE00""#, #""😀""#),
    (#""\uD834\uDD1E x""#, "\"\u{1D11E} x\""), (#""\u0000""#, "\"\0\""),
    (#""\uFFFF\uFEFF""#, "\"\u{FFFF}\u{FEFF}\""), ("\"é€😀\"", "\"é€😀\""),
    ("\"\u{7F}\u{80}\u{2028}\u{FFFE}\"", "\"\u{7F}\u{80}\u{2028}\u{FFFE}\""),
    (
      #""a long run of plain text, and then \u0061 escape""#,
      "\"a long run of plain text, and then a escape\""
    ),
    (#""//not a comment/*""#, #""//not a comment/*""#), (#""\\u0000""#, #""\u0000""#),
  ]

  @Test(arguments: goodValues) func goodValue(_ value: String, _ wanted: String) {
    let shown = wanted == "#" ? value : wanted
    #expect(bench.read(Array("{\"a\":\(value)}".utf8), .json) == ["1:1 a=" + shown])
    #expect(
      bench.read(Array(" {\"b\" : [] , \"a\" :\t\(value) } ".utf8), .json)
        == ["1:2 a=" + shown + " b=[]"])
  }

  /// An invalid value: its fault and the column in `{"a":…}`. `\xNN` is a byte.
  static let badValues: [(String, String)] = [
    // Numbers
    ("01", "badNumber 1:6"), ("-01", "badNumber 1:6"), ("1.", "badNumber 1:6"),
    ("1.e3", "badNumber 1:6"), (".5", "no-value 1:6"), ("-.5", "badNumber 1:6"),
    ("+1", "no-value 1:6"), ("-", "badNumber 1:6"), ("--1", "badNumber 1:6"),
    ("1e", "badNumber 1:6"), ("1e+", "badNumber 1:6"), ("1eE2", "badNumber 1:6"),
    ("0x10", "no-commaOrEnd 1:7"), ("1_000", "no-commaOrEnd 1:7"), ("1 000", "no-commaOrEnd 1:8"),
    ("-a", "badNumber 1:6"), ("１", "no-value 1:6"), ("-Infinity", "badNumber 1:6"),
    ("NaN", "no-value 1:6"), ("1.5.2", "no-commaOrEnd 1:9"), ("1a", "no-commaOrEnd 1:7"),
    // Words
    ("True", "no-value 1:6"), ("tru", "badLiteral 1:6"), ("truee", "no-commaOrEnd 1:10"),
    ("nul", "badLiteral 1:6"), ("nil", "badLiteral 1:6"), ("fals3", "badLiteral 1:6"),
    ("undefined", "no-value 1:6"), ("", "no-value 1:6"),
    // Texts
    ("'a'", "no-value 1:6"), ("\"a\u{1}\"", "controlCharacter(1) 1:8"),
    ("\"\t\"", "controlCharacter(9) 1:7"), ("\"a\\x00\"", "controlCharacter(0) 1:8"),
    ("\"\\x1f\"", "controlCharacter(31) 1:7"), (#""\a""#, "badEscape 1:7"),
    (#""\ ""#, "badEscape 1:7"), (#""\é""#, "badEscape 1:7"), (#""\U0041""#, "badEscape 1:7"),
    (#""\u004""#, "badEscape 1:7"), (#""\u00g0""#, "badEscape 1:7"),
    (#""x\u{41}""#, "badEscape 1:8"), (#""\ud800""#, "loneSurrogate 1:7"),
    (#""\udc00""#, "loneSurrogate 1:7"), (#""\ud800\ud800""#, "loneSurrogate 1:7"),
    (#""\ud800x""#, "loneSurrogate 1:7"), (#""\ud800\n""#, "loneSurrogate 1:7"),
    (#""\udc00\ud800""#, "loneSurrogate 1:7"), (#""\ud83d\u0041""#, "loneSurrogate 1:7"),
    ("abc", "no-value 1:6"), ("\u{FEFF}1", "byteOrderMark 1:6"), ("\u{A0}1", "no-value 1:6"),
    ("/* */1", "no-value 1:6"),
    // UTF-8: overlong, surrogates, too large, cut off, stray
    ("\"\\xc0\\x80\"", "badUTF8 1:7"), ("\"\\xc1\\xbf\"", "badUTF8 1:7"),
    ("\"\\xe0\\x80\\x80\"", "badUTF8 1:7"), ("\"\\xe0\\x9f\\xbf\"", "badUTF8 1:7"),
    ("\"\\xed\\xa0\\x80\"", "badUTF8 1:7"), ("\"\\xed\\xbf\\xbf\"", "badUTF8 1:7"),
    ("\"\\xf0\\x8f\\xbf\\xbf\"", "badUTF8 1:7"), ("\"\\xf4\\x90\\x80\\x80\"", "badUTF8 1:7"),
    ("\"\\xf5\\x80\\x80\\x80\"", "badUTF8 1:7"), ("\"\\xff\"", "badUTF8 1:7"),
    ("\"\\x80\"", "badUTF8 1:7"), ("\"é\\xe2\\x82\"", "badUTF8 1:8"), ("\"\\xc3\"", "badUTF8 1:7"),
    ("\"\\xf0\\x9f\\x98\"", "badUTF8 1:7"),
    // Arrays and objects
    ("[1,]", "no-value 1:9"), ("[,1]", "no-value 1:7"), ("[1,,2]", "no-value 1:9"),
    ("[1 2]", "no-commaOrEnd 1:9"), ("[1:2]", "no-commaOrEnd 1:8"), ("[1}", "no-commaOrEnd 1:8"),
    (#"{"x":1,}"#, "no-key 1:13"), (#"{,"x":1}"#, "no-key 1:7"), (#"{x:1}"#, "no-key 1:7"),
    (#"{"x"}"#, "no-colon 1:10"), (#"{"x":}"#, "no-value 1:11"), (#"{"x",1}"#, "no-colon 1:10"),
    (#"{"x"::1}"#, "no-value 1:11"), (#"{1:1}"#, "no-key 1:7"), (#"{"x" 1}"#, "no-colon 1:11"),
    (#"{"x":1 "y":2}"#, "no-commaOrEnd 1:13"), (#"{"x":1]"#, "no-commaOrEnd 1:12"),
    (#"{null:1}"#, "no-key 1:7"), (#"{"x":1,"x":1}"#, "duplicateKey 1:13"),
    (#"{"x":1,"\u0078":2}"#, "duplicateKey 1:13"),
    (#"[{"x":1,"y":{},"x":null}]"#, "duplicateKey 1:21"),
  ]

  @Test(arguments: badValues) func badValue(_ value: String, _ wanted: String) {
    let text = readerBytes("{\"a\":\(value)}")
    #expect(bench.read(text, .json) == ["1:1 " + wanted])
    // The fault is the same if no field uses the value.
    let other = readerBytes("{\"z\":\(value)}")
    #expect(bench.read(other, .ndjson) == ["1:1 " + wanted])
  }

  /// Whole files with one record.
  static let texts: [(String, String)] = [
    ("{}", "1:1 "), (" {} ", "1:2 "), ("\r\n\t {}\n", "2:3 "), ("\\xef\\xbb\\xbf{}", "1:1 "),
    (#"{"a":1}"#, "1:1 a=1"), (#"{"a":1,"b":2,"c":3}"#, "1:1 a=1 b=2"),
    (#"{"\u0061":1}"#, "1:1 a=1"), (#"{"a":null}"#, "1:1 a=null"), (#"{"":1,"b":2}"#, "1:1 b=2"),
    ("", "1:1 unexpectedEnd 1:1"), (" ", "1:2 unexpectedEnd 1:2"),
    ("\n\n", "3:1 unexpectedEnd 3:1"),
    ("\\xef\\xbb\\xbf", "1:1 unexpectedEnd 1:1"), ("\\xef\\xbb", "1:1 no-value 1:1"),
    ("1", "1:1 notAnObject 1:1"), ("null", "1:1 notAnObject 1:1"),
    ("\"x\"", "1:1 notAnObject 1:1"), ("\n \"x\" ", "2:2 notAnObject 2:2"),
    ("nope", "1:1 badLiteral 1:1"), ("{", "1:1 unexpectedEnd 1:2"),
    ("{\"", "1:1 unexpectedEnd 1:3"), (#"{"a"#, "1:1 unexpectedEnd 1:4"),
    (#"{"a""#, "1:1 unexpectedEnd 1:5"), (#"{"a":"#, "1:1 unexpectedEnd 1:6"),
    (#"{"a":1"#, "1:1 unexpectedEnd 1:7"), (#"{"a":1,"#, "1:1 unexpectedEnd 1:8"),
    (#"{"a":tr"#, "1:1 unexpectedEnd 1:8"), (#"{"a":1."#, "1:1 unexpectedEnd 1:8"),
    (#"{"a":-"#, "1:1 unexpectedEnd 1:7"), (#"{"a":"\"#, "1:1 unexpectedEnd 1:8"),
    (#"{"a":"\u00"#, "1:1 unexpectedEnd 1:11"), (#"{"a":"\ud83d\u"#, "1:1 unexpectedEnd 1:15"),
    (#"{"a":[1,"#, "1:1 unexpectedEnd 1:9"), ("{}}", "1:1 textAfterRecord 1:3"),
    ("{} {}", "1:1 textAfterRecord 1:4"), ("{}\n\n x", "1:1 textAfterRecord 3:2"),
    ("{}#", "1:1 textAfterRecord 1:3"), ("{}\\x00", "1:1 textAfterRecord 1:3"),
    ("\\xef\\xbb\\xbf\\xef\\xbb\\xbf{}", "1:1 byteOrderMark 1:1"), ("}", "1:1 no-value 1:1"),
    (#"{"a":1,"a":2}"#, "1:1 duplicateKey 1:8"), (#"{"a":null,"a":null}"#, "1:1 duplicateKey 1:11"),
    (#"{"a":1,"\u0061":2}"#, "1:1 duplicateKey 1:8"), (#"{"z":1,"z":2}"#, "1:1 duplicateKey 1:8"),
    (#"{"é":1,"e\#u{301}":2}"#, "1:1 duplicateKey 1:8"),
    (#"{"é":1,"\u0065\u0301":2}"#, "1:1 duplicateKey 1:8"),
    (#"{"z":[{"e\#u{301}":1,"x":{"é":2},"é":2}]}"#, "1:1 duplicateKey 1:27"),
    (#"{"K":1,"\u212A":2}"#, "1:1 duplicateKey 1:8"), (#"{"e":1,"e\#u{301}":2}"#, "1:1 "),
    (#"{"é":1,"\u00E9":2}"#, "1:1 duplicateKey 1:8"),
    (#"{"":1,"":2}"#, "1:1 duplicateKey 1:7"), (#"{"é":"ü","x":1,"x":2}"#, "1:1 duplicateKey 1:16"),
    ("{\"a\":\n  tru,\n}", "1:1 badLiteral 2:3"), ("{\"a\":1\n,\r\n  !}", "1:1 no-key 3:3"),
    ("{\"a\":\"é😀\", !}", "1:1 no-key 1:12"),
  ]

  @Test(arguments: texts) func text(_ text: String, _ wanted: String) {
    let bytes = readerBytes(text)
    #expect(bench.read(bytes, .json) == [wanted])
    for pieces in readerPieces { #expect(bench.read(bytes, .json, pieces: pieces) == [wanted]) }
  }

  @Test func depth() {
    func nested(_ depth: Int) -> String {
      "{\"a\":" + String(repeating: "[", count: depth - 1)
        + String(repeating: "]", count: depth - 1) + "}"
    }
    #expect(bench.read(Array(nested(256).utf8), .json).first?.hasPrefix("1:1 a=[[") == true)
    #expect(bench.read(Array(nested(257).utf8), .json) == ["1:1 tooDeep(256) 1:261"])
    let objects = String(repeating: "{\"z\":", count: 300)
    #expect(bench.read(Array(objects.utf8), .json) == ["1:1 tooDeep(256) 1:1281"])
  }

  @Test func depthOfRecordsThatFieldsAskFor() throws {
    let levels = 100
    let spec =
      "field a: " + String(repeating: "< field a: ", count: levels) + "int"
      + String(repeating: " >", count: levels)
    let record =
      String(repeating: "{\"a\":", count: levels + 1) + "7"
      + String(repeating: "}", count: levels + 1)
    let told = try ReaderBench(spec).read(Array(record.utf8), .json)
    #expect(told.first?.contains("a=7") == true)
    let deep = String(repeating: "{\"a\":", count: levels) + String(repeating: "[", count: 200)
    #expect(
      try ReaderBench(spec).read(Array(deep.utf8), .json) == ["1:1 tooDeep(256) 1:657"])
  }

  @Test func manyKeys() throws {
    let keys = (0..<2_000).map { "\"k\($0)\":\($0)" }
    let good = "{" + keys.joined(separator: ",") + ",\"a\":1}"
    #expect(bench.read(Array(good.utf8), .json) == ["1:1 a=1"])
    let bad = "{" + keys.joined(separator: ",") + ",\"k1234\":1}"
    #expect(bench.read(Array(bad.utf8), .json).first?.hasPrefix("1:1 duplicateKey") == true)
    // Some texts have escapes, so their decoded text isn't in the record; these include the first and the empty one.
    for escaped in [0, 700, 1_999] {
      var keys = keys + ["\"\":1", "\"A\u{30A}\":1"]
      keys[escaped] = "\"\\u006b\(escaped)\":1"
      let good = "{" + keys.joined(separator: ",") + ",\"a\":1}"
      #expect(bench.read(Array(good.utf8), .json) == ["1:1 a=1"])
      for again in ["k\(escaped)", "\\u006B\(escaped)", "k1234", "", "\u{212B}"] {
        let bad = "{" + keys.joined(separator: ",") + ",\"\(again)\":1}"
        #expect(bench.read(Array(bad.utf8), .json).first?.hasPrefix("1:1 duplicateKey") == true)
      }
    }
    let spec = (0..<500).map { "field k\($0): int optional" }.joined(separator: "\n")
    #expect(try ReaderBench(spec).read(Array(good.utf8), .json)[0].contains("k499=499"))
  }

  @Test func keysOfOtherSpellings() throws {
    let bench = try ReaderBench("field é: any optional from \"e-mail\"\nfield ガ: any optional")
    let told = bench.read(Array("{\"e-mail\":1,\"カ\u{3099}\":2}".utf8), .json)
    #expect(told.count == 1 && told[0].contains("e-mail=1") && told[0].contains("ガ=2"))
  }
}

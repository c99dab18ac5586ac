// The texts that are numbers in data, in JSON and as people type them, and those that aren't.

import Testing

@testable import FormworkEngine

private func readJSON(_ text: String) -> ExactDecimalReading {
  Array(text.utf8).withUnsafeBufferPointer { ExactDecimal.parse(json: $0) }
}

private func readJSONInteger(_ text: String) -> ExactIntegerReading {
  Array(text.utf8).withUnsafeBufferPointer { ExactDecimal.parseInt64(json: $0) }
}

private func readInteger(_ text: String) -> ExactIntegerReading {
  Array(text.utf8).withUnsafeBufferPointer { ExactDecimal.parseInt64(text: $0) }
}

@Suite struct ExactDecimalJSONTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("34", "34"), ("-34.50", "-34.5"), ("1e2", "100"), ("1E+2", "100"),
    ("1.5e1", "15"), ("1.5e0", "1.5"), ("125e-2", "1.25"), ("100e-2", "1"), ("0e400", "0"),
    ("0.000e-400", "0"), ("1e37", "1" + zeros(37)), ("1e-38", "0." + zeros(37) + "1"),
    ("1" + zeros(400) + "e-400", "1"), ("0." + zeros(400) + "1e401", "1"),
    ("1.5e00000000000000000000000000000000000000000001", "15"),
    ("123456789012345678", "123456789012345678"), ("-1234567890123456789", "-1234567890123456789"),
    (nines38, nines38), ("-0." + nines38, "-0." + nines38), (nines38 + "." + zeros(99), nines38),
  ]) func reads(text: String, number: String) {
    #expect(readJSON(text).number?.description == number)
  }

  @Test(arguments: [
    "", "-", "+1", ".5", "5.", "00", "01", "-01", "1e", "1e+", "e1", "1.e1", "0x10", "NaN", "1 ",
    " 1", "1,5", "1_000", "--1", "1.2.3", "1e2.5", "Infinity", "１", "-.5",
  ]) func refuses(text: String) {
    #expect(readJSON(text) == .notANumber)
    #expect(readJSONInteger(text) == .notANumber)
  }

  @Test(arguments: [
    "1e400", "1e-400", "1e38", "1e-39", "-1e38", nines38 + "9", nines38 + ".5", "1." + nines38,
    "0." + nines38 + "9", "1e99999999999999999999999999", "1e-99999999999999999999999999",
    "1e9223372036854775807", "1e-9223372036854775808",
  ]) func refusesWhatDoesNotFit(text: String) {
    #expect(readJSON(text) == .tooManyDigits)
  }

  @Test(
    arguments: [
      ("34", .integer(34)), ("34.0", .integer(34)), ("1e2", .integer(100)), ("-0", .integer(0)),
      ("12.50e1", .integer(125)), ("34.5", .notWhole), ("1e-1", .notWhole), ("1e-400", .notWhole),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .outOfRange),
      ("-9223372036854775808", .integer(.min)), ("-9223372036854775809", .outOfRange),
      ("1e400", .outOfRange), ("0e400", .integer(0)),
    ] as [(String, ExactIntegerReading)])
  func readsIntegers(text: String, reading: ExactIntegerReading) {
    #expect(readJSONInteger(text) == reading)
  }
}

@Suite struct ExactDecimalTextTests {
  @Test(arguments: [
    ("34", "34"), ("+34", "34"), ("007", "7"), ("-007", "-7"), (".5", "0.5"), ("-.5", "-0.5"),
    ("+.50", "0.5"), ("34.0", "34"), ("00.50", "0.5"), (zeros(500) + "1", "1"),
    ("0." + zeros(500), "0"), (nines38, nines38), ("+" + nines38, nines38),
  ]) func reads(text: String, number: String) {
    #expect(readExact(text).number?.description == number)
  }

  @Test(arguments: [
    "", "+", "-", ".", "-.", "5.", "1e3", "0x10", "nan", "NaN", "inf", "1.2.3", "+-1", "--1", " 1",
    "1 ", "1,5", "1,000", "1_000", "12a", "１２", "−5", "1\u{0}", "½", "٣", "\u{0}",
  ]) func refuses(text: String) {
    #expect(readExact(text) == .notANumber)
    #expect(readInteger(text) == .notANumber)
  }

  @Test(
    arguments: [
      ("34", .integer(34)), ("+34", .integer(34)), ("007", .integer(7)), ("34.0", .integer(34)),
      (".0", .integer(0)), ("34.5", .notWhole), (".5", .notWhole),
      ("0." + nines38 + "9", .notWhole),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .outOfRange),
      ("-9223372036854775808", .integer(.min)), (zeros(30) + "5", .integer(5)),
      ("1" + zeros(60), .outOfRange),
    ] as [(String, ExactIntegerReading)])
  func readsIntegers(text: String, reading: ExactIntegerReading) {
    #expect(readInteger(text) == reading)
  }

  @Test func refusesAHugeNumberInOnePass() {
    let long = String(repeating: "7", count: 100_000)
    #expect(readExact(long) == .tooManyDigits)
    #expect(readExact("0." + long) == .tooManyDigits)
    #expect(readExact(long + "x") == .notANumber)
    #expect(readJSON(long) == .tooManyDigits)
    #expect(readJSON("1" + zeros(100_000) + "e-100000").number == exact("1"))
    #expect(readInteger(long) == .outOfRange)
  }
}

@Suite struct ExactDecimalFormatTests {
  let german: ExactDecimalFormat
  let french: ExactDecimalFormat
  let swiss: ExactDecimalFormat

  init() throws {
    german = try ExactDecimalFormat(decimal: ",", group: ".")
    french = try ExactDecimalFormat(decimal: ",", group: " ")
    swiss = try ExactDecimalFormat(decimal: ".", group: "’")
  }

  @Test(arguments: [
    ("1.234.567,89", "1234567.89"), ("1234567,89", "1234567.89"), ("-1.234", "-1234"),
    ("12.345", "12345"), ("123.456", "123456"), (",5", "0.5"), ("0,5", "0.5"), ("+1.000,0", "1000"),
    ("007", "7"), ("99.999.999.999.999.999.999", "99999999999999999999"),
  ]) func readsGroups(text: String, number: String) {
    #expect(readExact(text, german).number?.description == number)
  }

  @Test(arguments: [
    "1.23", "1.2345", "1234.567", ".123", "1..234", "1.234.", "1.234.56", "0.123", "001.234",
    "1,234,5", "1,234.5", "1.234,", ".", ",", "1.", "-.123", "1 234",
  ]) func refusesUnevenGroups(text: String) {
    #expect(readExact(text, german) == .notANumber)
  }

  @Test func takesLookAlikesForTheSameMark() {
    for space in [" ", "\u{A0}", "\u{202F}", "\u{2009}"] {
      #expect(readExact("1\(space)234\(space)567,5", french).number == exact("1234567.5"))
      #expect(readExact("1\(space)23", french) == .notANumber)
    }
    #expect(readExact("1'234’567.5", swiss).number == exact("1234567.5"))
    #expect(readExact("1\u{3000}234", french) == .notANumber)
  }

  @Test func readsBytesThatAreNotUTF8() {
    for bytes in [[0x31, 0xE2], [0x31, 0xE2, 0x80], [0x31, 0xC0, 0xAC, 0x35], [0xFF]] as [[UInt8]] {
      let reading = bytes.withUnsafeBufferPointer { ExactDecimal.parse(text: $0, format: french) }
      #expect(reading == .notANumber)
    }
  }

  @Test func takesAnyOneMark() throws {
    let arabic = try ExactDecimalFormat(decimal: "٫", group: "٬")
    #expect(readExact("1٬234٫5", arabic).number == exact("1234.5"))
    let rare = try ExactDecimalFormat(decimal: "𝄞", group: nil)
    #expect(readExact("1𝄞5", rare).number == exact("1.5"))
  }

  @Test(
    arguments: [
      ("", nil, .notOneMark(.decimal)), ("..", nil, .notOneMark(.decimal)),
      (".", "", .notOneMark(.group)), ("5", nil, .notAMark(.decimal)),
      ("-", nil, .notAMark(.decimal)),
      (".", "+", .notAMark(.group)), ("e", nil, .notAMark(.decimal)),
      (".", "\t", .notAMark(.group)),
      (".", ".", .sameMarks), ("'", "’", .sameMarks), (" ", "\u{202F}", .sameMarks),
    ] as [(String, String?, ExactDecimalFormatProblem)])
  func refusesUnusableMarks(decimal: String, group: String?, problem: ExactDecimalFormatProblem) {
    #expect(throws: problem) { try ExactDecimalFormat(decimal: decimal, group: group) }
  }
}

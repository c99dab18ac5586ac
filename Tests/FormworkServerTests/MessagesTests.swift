// JSON and the frames of messages.

import Testing

@testable import FormworkServer

@Suite struct MessagesTests {
  @Test(arguments: [
    "null", "true", "[]", "{}", #"[1,-2.5e3,"a\"b"]"#, #"{"a":{"b":[null]},"a":2}"#,
  ])
  func jsonIsReadAndWritten(_ text: String) {
    #expect(JSONValue(Array(text.utf8))?.description == text)
  }

  @Test(arguments: [
    (#""\u00e9\ud83d\ude00\n""#, "é😀\n"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\ud83dA""#, "\u{FFFD}A"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
  ])
  func escapesAreUndone(_ text: String, _ meant: String) {
    #expect(JSONValue(Array(text.utf8))?.text == meant)
  }

  @Test(arguments: [
    "", "nul", "[1,]", "{\"a\"}", "{a:1}", "\"a", "\"\u{1}\"", "1-", "--1", "[1] 2", "\"\\x\"",
    "\"\\u12\"",
  ])
  func whatIsNoJSONIsNotRead(_ text: String) { #expect(JSONValue(Array(text.utf8)) == nil) }

  @Test func brackets() { #expect(JSONValue(Array(repeating: 0x5B, count: 100_000)) == nil) }

  @Test func messagesComeInPieces() throws {
    let frames = MessageReader.frame(Array("{}".utf8)) + MessageReader.frame(Array("[12]".utf8))
    for size in [1, 2, 3, 7, 100] {
      var reader = MessageReader()
      var messages: [String] = []
      var rest = frames[...]
      while !rest.isEmpty {
        reader.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let message = try reader.next() {
          messages.append(String(decoding: message, as: UTF8.self))
        }
      }
      #expect(messages == ["{}", "[12]"])
    }
  }

  @Test(arguments: [
    "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "A: 1\r\n\r\n",
    "Content-Length: 99999999999999999999\r\n\r\n", String(repeating: "a", count: 9_000),
  ])
  func framesThatCannotBeRead(_ text: String) {
    var reader = MessageReader()
    reader.append(Array(text.utf8))
    #expect(throws: MessageReader.Unreadable.self) { try reader.next() }
  }
}

extension JSONValue: Equatable {
  static func == (one: JSONValue, other: JSONValue) -> Bool { one.bytes == other.bytes }
}

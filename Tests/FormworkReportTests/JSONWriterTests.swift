// JSON and CSV cells, as bytes.

import Testing

@testable import FormworkReport

@Suite struct JSONWriterTests {
  @Test func commas() {
    let json = ByteBuffer.bytes { out in
      for line in 1...2 {
        out.object { out in
          out.member("line", line)
          out.member("a", "}")
          out.member("b", nil as String?)
          out.member("c", orNull: nil)
          out.member("d", true)
          out.member("e", [])
          out.key(named: "f\"")
          out.array { out in
            out.array([1, 2]) { $1.value($0) }
            out.value(false)
            out.object { _ in }
            out.value(json: "1e")
            out.value("")
            out.value(["x", "y"])
          }
        }
        out.append("\n")
      }
    }
    let line = #","a":"}","c":null,"d":true,"e":[],"f\"":[[1,2],false,{},1e,"",["x","y"]]}"#
    #expect(
      String(decoding: json, as: UTF8.self) == "{\"line\":1\(line)\n{\"line\":2\(line)\n")
  }

  @Test(arguments: [
    ("", #""""#), ("abc", #""abc""#), ("a\"b\\c/", #""a\"b\\c/""#),
    ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#), ("\u{0}\u{1F}\u{1B}", #""\u0000\u001f\u001b""#),
    ("あé\u{2028}\u{2029}\u{7F}👍", "\"あé\u{2028}\u{2029}\u{7F}👍\""),
    ("0123456\"89abcdef\nz", #""0123456\"89abcdef\nz""#),
  ])
  func strings(_ text: String, _ json: String) {
    var buffer = ByteBuffer()
    buffer.value(text)
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == json)
  }

  /// Writing eight bytes at a time must agree with one at a time, for every byte in every position.
  @Test func everyByteInEveryPlace() {
    var buffer = ByteBuffer()
    for byte in UInt8.min...UInt8.max {
      for place in 0..<17 {
        var input = [UInt8](repeating: 0x80, count: 17)
        input[place] = byte
        input[min(place + 1, 16)] = 0x21
        buffer.reset()
        input.withUnsafeBufferPointer { buffer.value($0) }
        #expect(Array(buffer.bytes) == slowly(input))
      }
    }
  }

  private func slowly(_ input: [UInt8]) -> [UInt8] {
    let short: [UInt8: String] = [
      0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: "\\\"", 0x5C: "\\\\",
    ]
    var output: [UInt8] = [0x22]
    for byte in input {
      if let escape = short[byte] {
        output += Array(escape.utf8)
      } else if byte < 0x20 {
        output += Array(("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
      } else {
        output.append(byte)
      }
    }
    return output + [0x22]
  }

  /// Integers in a buffer, just below and above every power of ten.
  @Test func integersInBuffers() {
    var powers = [1]
    while powers.count < 19 { powers.append(powers[powers.count - 1] * 10) }
    let near = powers.flatMap { [$0 - 1, $0, $0 + 1, $0 / 7, $0 * 3 / 2 + 5] }
    var buffer = ByteBuffer()
    for value in near + near.map({ -$0 }) + [.max, .min] + Array(0...1_100) {
      buffer.reset()
      buffer.append(integer: value)
      #expect(String(decoding: buffer.bytes, as: UTF8.self) == String(value))
    }
  }

  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("a b", "a b"), (" a", "\" a\""), ("a\t", "\"a\t\""),
    ("a,b", "\"a,b\""), ("a;b", "a;b"), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
    ("a\rb", "\"a\rb\""), ("あ", "あ"),
  ])
  func cells(_ text: String, _ cell: String) {
    var buffer = ByteBuffer()
    buffer.append(csvCell: text, delimiter: 0x2C)
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == cell)
  }

  @Test func cellsWithAnotherDelimiter() {
    var buffer = ByteBuffer()
    buffer.append(csvCell: "a;b,c", delimiter: 0x3B)
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == "\"a;b,c\"")
  }
}

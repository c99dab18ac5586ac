// Text as the system passes it.

/// An argument of the command line or the path of a file: bytes, which needn't be UTF-8.
package struct SystemText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The bytes, without the terminating zero.
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { bytes = Array(text.utf8) }

  package init(stringLiteral text: String) { self.init(text) }

  package init(cString: UnsafePointer<CChar>) {
    var end = cString
    while end.pointee != 0 { end += 1 }
    bytes = UnsafeBufferPointer(start: cString, count: end - cString).map { UInt8(bitPattern: $0) }
  }

  /// The text for display, with invalid UTF-8 replaced by U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var isEmpty: Bool { bytes.isEmpty }

  package func hasPrefix(_ start: SystemText) -> Bool { bytes.starts(with: start.bytes) }

  package static func + (first: SystemText, second: SystemText) -> SystemText {
    SystemText(bytes: first.bytes + second.bytes)
  }

  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { room in
      // There is at least the terminating zero.
      body(room.baseAddress.unsafelyUnwrapped)
    }
  }
}

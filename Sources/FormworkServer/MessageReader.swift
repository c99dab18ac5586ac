// Message framing of the Language Server Protocol: a header with the length of the content after it.

/// Splits a stream of bytes into messages.
package struct MessageReader {
  /// The maximum number of bytes in a message. A form has at most 16 MiB, and its text is escaped.
  package static let messageLimit = 128 << 20
  /// The maximum number of bytes in a header.
  private static let headerLimit = 8 << 10

  /// The stream has no valid header, so no further message can be found.
  package struct Unreadable: Error {}

  private var bytes: [UInt8] = []
  private var start = 0

  package init() {}

  /// Appends bytes of the stream.
  package mutating func append(_ more: some Collection<UInt8>) {
    if start > 0, start * 2 >= bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Returns the next complete message, or nil if more bytes are needed.
  ///
  /// - Throws: `Unreadable` if the header is missing or invalid.
  package mutating func next() throws(Unreadable) -> [UInt8]? {
    guard let body = headerEnd else {
      if bytes.count - start > MessageReader.headerLimit { throw Unreadable() }
      return nil
    }
    guard let length = length(in: bytes[start..<body]), length <= MessageReader.messageLimit else {
      throw Unreadable()
    }
    guard bytes.count - body >= length else { return nil }
    start = body + length
    return Array(bytes[body..<start])
  }

  /// The index after the header.
  private var headerEnd: Int? {
    let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    var index = start
    while index + mark.count <= min(bytes.count, start + MessageReader.headerLimit) {
      if bytes[index] == mark[0], bytes[index..<index + 4].elementsEqual(mark) { return index + 4 }
      index += 1
    }
    return nil
  }

  private func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].filter { $0 != " " }).flatMap { $0 < 0 ? nil : $0 }
    }
    return nil
  }

  /// Returns a message with its header.
  package static func frame(_ message: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
  }
}

// Tests that a stream is cut into pieces of limited size, whatever its records.

import FormworkEngine
import Foundation
import Testing

@testable import FormworkRuntime

@Suite struct PieceReaderTests {
  private let folder: CLIFolder

  init() throws { folder = try CLIFolder() }

  /// Returns the capacity and the records of each piece of a file.
  private func pieces(
    _ text: String, _ format: DataLayout, pieceSize: Int, needsRecords: Bool = true
  ) throws -> [(room: Int, records: [String])] {
    try folder.write("data", text)
    var reader = PieceReader(
      try InputFile(folder("data")), layout: format, pieceSize: pieceSize,
      needsRecords: needsRecords)
    var pieces: [(room: Int, records: [String])] = []
    var piece = Piece()
    while try reader.read(into: &piece) {
      pieces.append((piece.bytes.count - Padding.count, records(of: piece)))
    }
    return pieces
  }

  private func records(of piece: Piece) -> [String] {
    if piece.isCut {
      return piece.records.map { span in
        String(decoding: piece.bytes[span.lower..<span.upper], as: UTF8.self)
      }
    }
    let padding = piece.bytes[piece.count..<(piece.count + Padding.count)]
    #expect(padding.allSatisfy { $0 == 0 })
    return piece.bytes[piece.start..<piece.count].split(separator: 0x0A).map {
      String(decoding: $0, as: UTF8.self)
    }.filter { line in line.contains { !$0.isWhitespace } }
  }

  /// A piece ends after a maximum of records, even if bytes are left.
  @Test(arguments: [true, false])
  func tinyRecords(needsRecords: Bool) throws {
    let pieces = try pieces(
      String(repeating: "{}\n", count: 100_000), .ndjson, pieceSize: 1 << 17,
      needsRecords: needsRecords)
    #expect(pieces.allSatisfy { $0.records.count <= 1 << 14 })
    #expect(pieces.allSatisfy { $0.room <= 1 << 18 })
    #expect(pieces.reduce(0) { $0 + $1.records.count } == 100_000)
  }

  @Test func tinyRows() throws {
    let pieces = try pieces(
      String(repeating: "1\n", count: 100_000), .table(delimiter: 0x2C), pieceSize: 1 << 17)
    #expect(pieces.allSatisfy { $0.room <= 1 << 18 })
    #expect(pieces.reduce(0) { $0 + $1.records.count } == 100_000)
  }

  /// A record longer than a piece is read whole, and its memory is released.
  @Test(arguments: [true, false])
  func longRecord(needsRecords: Bool) throws {
    let long = "{\"a\":\"" + String(repeating: "x", count: 50_000) + "\"}"
    let lines = ["{}", long, "{\"b\":1}"] + Array(repeating: "{\"c\":2}", count: 3_000)
    let pieces = try pieces(
      lines.joined(separator: "\n"), .ndjson, pieceSize: 1_000, needsRecords: needsRecords)
    #expect(pieces.flatMap { $0.records } == lines)
    #expect(pieces.last.map { $0.room } == 1_000)
  }

  /// A long record is held once, with little overhead; one over the limit isn't held.
  @Test(arguments: ["x", "xy\\n\\\"", "é"], [false, true])
  func heldBytes(_ filler: String, isStream: Bool) throws {
    let long = String(repeating: filler, count: 40_000)
    let cell = long.replacingOccurrences(of: "\\\"", with: "\"\"")
    let records: [(DataLayout, String, String, String)] = [
      (.ndjson, "{}\n", "{\"a\":\"\(long)\"}", "\n{\"b\":1}\n"),
      (.json, "[{},", "{\"a\":[\"\(long)\"]}", ",{\"b\":1}]"),
      (.json, "", "{\"a\":\"\(long)\"}", ""),
      (.table(delimiter: 0x2C), "a,b\n", "\"\n\(cell)\",2", "\n3,4\n"),
    ]
    for (format, before, record, after) in records {
      let size = record.utf8.count
      let held = try held(before + record + after, format, limit: size, isStream: isStream)
      #expect(held.records.contains(record))
      #expect(held.room <= size + 2 * 1_000)
      let none = try self.held(before + record + after, format, limit: size - 2, isStream: isStream)
      #expect(none.isTooLong && !none.records.contains(record))
      #expect(none.room <= 3 * 4_000)
    }
  }

  /// Returns the most bytes held while reading a text, with pieces of 1,000 bytes and at most 4,000 bytes of a record
  /// of unknown length.
  private func held(
    _ text: String, _ format: DataLayout, limit: Int, isStream: Bool
  ) throws -> (room: Int, records: [String], isTooLong: Bool) {
    let pipe = Pipe()
    try folder.write("data", isStream ? "" : text)
    let writer = Thread {
      if isStream { try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    // The writer continues until everything is read.
    defer { _ = try? pipe.fileHandleForReading.readToEnd() }
    let stream = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    var reader = PieceReader(
      try InputFile(isStream ? stream : folder("data")), layout: format, pieceSize: 1_000,
      needsRecords: true, recordLimit: limit, heldLimit: 4_000)
    var piece = Piece()
    var room = 0
    var found: [String] = []
    var isTooLong = false
    do {
      while try reader.read(into: &piece) {
        room = max(room, piece.size - Padding.count)
        found += records(of: piece)
      }
    } catch CheckFailure.recordTooLong {
      isTooLong = true
    }
    return (max(room, piece.size - Padding.count), found, isTooLong)
  }

  /// The rest of a long piece isn't moved while small pieces are taken from it. Copying it each time would take
  /// quadratic time.
  @Test func tinyRowsBehindAStrayQuote() throws {
    let rows = 100_000
    let text = "a\n\"" + String(repeating: "x\n", count: rows)
    try folder.write("data", text)
    var reader = PieceReader(
      try InputFile(folder("data")), layout: .table(delimiter: 0x2C), pieceSize: 1_000,
      needsRecords: true, heldLimit: 4_000)
    var piece = Piece()
    var count = 0
    while try reader.read(into: &piece, limit: 100) {
      if count > 1 { #expect(piece.count <= 1_000) }
      count += piece.records.count
    }
    #expect(count == rows + 1)
  }

  /// Returns how many records were read, and the line of the record that is too long, if any.
  private func reading(
    _ text: String, pieceSize: Int, recordLimit: Int, needsRecords: Bool
  ) throws -> (count: Int, longLine: Int?) {
    try folder.write("data", text)
    var reader = PieceReader(
      try InputFile(folder("data")), layout: .ndjson, pieceSize: pieceSize,
      needsRecords: needsRecords,
      recordLimit: recordLimit)
    var count = 0
    do {
      var piece = Piece()
      while try reader.read(into: &piece) { count += records(of: piece).count }
    } catch CheckFailure.recordTooLong(let line, _) {
      return (count, line)
    }
    return (count, nil)
  }

  /// A record of the maximum length is read, whatever the size of pieces. A longer one ends the reading after the
  /// records before it. The line feed isn't part of a record.
  @Test(arguments: [1, 7, 101, 102, 103, 150, 1_000], ["\n", "\r\n", ""])
  func recordLimit(pieceSize: Int, ending: String) throws {
    for needsRecords in [true, false] {
      try recordLimit(pieceSize, ending, needsRecords: needsRecords)
    }
  }

  private func recordLimit(_ pieceSize: Int, _ ending: String, needsRecords: Bool) throws {
    let limit = ending == "\r\n" ? 101 : 100
    let long: String = "{" + String(repeating: " ", count: 98) + "}"
    let enough = try reading(
      "{}\n\(long)\n\(long)\(ending)", pieceSize: pieceSize, recordLimit: limit,
      needsRecords: needsRecords)
    #expect(enough.count == 3)
    #expect(enough.longLine == nil)
    let tooLong = try reading(
      "{}\n \(long)\(ending)", pieceSize: pieceSize, recordLimit: limit,
      needsRecords: needsRecords)
    #expect(tooLong.count == 1)
    #expect(tooLong.longLine == 2)
  }

  /// Line breaks in quotes don't end a row, wherever a piece ends.
  @Test(arguments: [1, 2, 3, 5, 7, 11, 64])
  func quotedLineBreaks(pieceSize: Int) throws {
    let rows = ["a,\"b\nc\"", "\"\"\"\n\",d", "e,f", "\"g\",\"\n\n\""]
    let pieces = try pieces(
      rows.joined(separator: "\r\n"), .table(delimiter: 0x2C), pieceSize: pieceSize)
    #expect(pieces.flatMap { $0.records } == rows)
  }
}

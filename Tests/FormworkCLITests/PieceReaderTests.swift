// How a stream is cut into pieces: within bounds, whatever the records are like.

import FormworkEngine
import Testing

@testable import Formwork

@Suite struct PieceReaderTests {
  private let folder: CLIFolder

  init() throws { folder = try CLIFolder() }

  /// Every piece of a file: how many bytes it has room for, and its records.
  private func pieces(
    _ text: String, _ format: RecordFormat, pieceSize: Int
  ) throws -> [(room: Int, records: [String])] {
    try folder.write("data", text)
    var reader = PieceReader(
      try InputFile(folder("data")), format: format, pieceSize: pieceSize)
    var pieces: [(room: Int, records: [String])] = []
    var piece = Piece()
    while try reader.read(into: &piece) {
      let records = piece.records.map { span in
        String(decoding: piece.bytes[span.lower..<span.upper], as: UTF8.self)
      }
      pieces.append((piece.bytes.count, records))
    }
    return pieces
  }

  /// A piece ends after so many records, also where there are bytes left.
  @Test func tinyRecords() throws {
    let pieces = try pieces(
      String(repeating: "{}\n", count: 100_000), .ndjson, pieceSize: 1 << 16)
    #expect(pieces.allSatisfy { $0.room <= 1 << 17 })
    #expect(pieces.reduce(0) { $0 + $1.records.count } == 100_000)
  }

  @Test func tinyRows() throws {
    let pieces = try pieces(
      String(repeating: "1\n", count: 100_000), .table(delimiter: 0x2C), pieceSize: 1 << 17)
    #expect(pieces.allSatisfy { $0.room <= 1 << 18 })
    #expect(pieces.reduce(0) { $0 + $1.records.count } == 100_000)
  }

  /// A record longer than a piece comes whole, and its memory is given back.
  @Test func longRecord() throws {
    let long = "{\"a\":\"" + String(repeating: "x", count: 50_000) + "\"}"
    let lines = ["{}", long, "{\"b\":1}"] + Array(repeating: "{\"c\":2}", count: 3_000)
    let pieces = try pieces(
      lines.joined(separator: "\n"), .ndjson, pieceSize: 1_000)
    #expect(pieces.flatMap { $0.records } == lines)
    #expect(pieces.last.map { $0.room } == 1_000)
  }

  /// Line breaks in quotes do not cut, wherever a piece ends.
  @Test(arguments: [1, 2, 3, 5, 7, 11, 64])
  func quotedLineBreaks(pieceSize: Int) throws {
    let rows = ["a,\"b\nc\"", "\"\"\"\n\",d", "e,f", "\"g\",\"\n\n\""]
    let pieces = try pieces(
      rows.joined(separator: "\r\n"), .table(delimiter: 0x2C), pieceSize: pieceSize)
    #expect(pieces.flatMap { $0.records } == rows)
  }
}

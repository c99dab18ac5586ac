// Compressed files that arrive bit by bit, as through pipes: everything that can be decoded is reported without
// delay.

import FormworkEngine
import Foundation
import TestSizes
import Testing

@testable import FormworkRuntime

@Suite struct PackedTests {
  /// Made by zlib: a member with dynamic codes and four flushes, one with fixed codes, and one that is stored.
  private static let packed =
    "H4sIAAAAAAACA4STu1EGMQwGc1VBAV9gvSypAuoAcgLqI6MxzAzg++98d6ElJbuzbsDzx9fn+1Oj4sLL69vvmyk1f95zJBQe"
    + "v6M5VerR53QujLz8YTF3Ts623811J1NdrOdFkLqsL+ZRkgT/ARZxtS1gI271SMhMkgdCFiqLFWKj7P0EkSnSzxGHzGaXiEOs"
    + "6B3ikGyCf6vWGVuNmg07b1KFhSjOFeCQpnEG2Mj7OeBwWeGXhENslt0hDsmsmFZVsNXYnbHz5tFwFGVZWKZoLXHWoUrgIkKx"
    + "jusCufsdYFEaplTFo0QRHKwZ46gpesMyxB6Fswq9EhcJOgeu+zPtd4A+Pqvj36mEYSuRS7G3xoKjJmWsOyxvOK0we+EqwcjE"
    + "dX/R4g5xSJaOadUcW43WDTtvmoqFqCZYhijCOKvwGwAA//8yNDHQwZMETS118Cc/S3MLgv4z4AIAAAD//4zUyQHDMAgEwJa4"
    + "YftvLH7FkY1EWpjHSFGTPwN9/sy1zV/zdD88hvsrfb4/Yff9ybreHyqv+925y9+S+vy1sM1fqU75i+SQP1vM+Yff96NsuR+k"
    + "z/tLpLk/jfv7I+hwf+KYv6Gm/I1zzl817vzFfcmf0575Q5v7Wfr6obytv5xO9WdgqD+q5vrjuuUHVWLd38xf+2tYs7+U9vsL"
    + "yXZ/fq+ytEVD/tjd8otcVy9f1UQu+SfHM/9Qb/J3t83+lrrfXyHH/ZV52F+U5v3ZcO8fteSPymf+oGjyL/E+/zTb5h+hx/xL"
    + "hv2d+I/9PwAAAP//hJjLEcMgEMXu1JID3wX6byxyDgTDspRgDW9Hco7+M1FNr1bgnpUlFrDruscCOqO2Ai/xlArPoo1UyOzU"
    + "ToXiar2mgjjpIxWAGuZUgGJcSqGzTKUUOFeilsKvLI6pAD9vtAIso90KHIprKlAxMlIhudbmVACjX1IBbmFPBUAlNRUqCz2l"
    + "QmOjRipgdv1SCoAN11J4IKd/KjyPam4FRG5JBZ5j36UGUF6VGqDFk9RkRmpYTWGnttUIU71aDZD9sBqoxtlqwJhXqeF8iSI1"
    + "HKymxwIff5IanqHhNLBMttPQLeXqNIm1DqlBcPosNVAMi9SALe1SU10uqtQ03PMkNZ2JWk4DS39xGrjGeytgPjL9d5Hy/u/S"
    + "8vrfpfmkqHeNUVdvyeGo3l8AAAD//wMAC3iRYPERAAAfiwgAAAAAAAIDS8usSE3RUUhDohSS81NSi7kAifMJrxoAAAAfiwgA"
    + "AAAAAAQDARsA5P9hcyBpdCBpcwphcyBpdCBpcwphcyBpdCBpcwq3cBsXGwAAAA=="
  /// At each flush, how many compressed bytes have arrived, and how many bytes of text they decode to.
  private static let flushes = [(323, 1_477), (349, 1_579), (588, 3_113), (886, 4_593)]
  private static let length = 4_646

  private var bytes: [UInt8] {
    get throws { Array(try #require(Data(base64Encoded: PackedTests.packed))) }
  }

  /// A file that arrives in parts.
  private final class Parts {
    var rest: ArraySlice<UInt8> = []
    var hasEnded = false
  }

  /// A compressed file that is cut off before it's recognizable is an error, not an empty file.
  @Test(arguments: [[], [0x1F]]) func nothing(_ bytes: [UInt8]) throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d.csv.gz", bytes)
    let run = folder.run("check", "s.form", "d.csv.gz")
    #expect(run.code == 2)
    #expect(run.error.contains("cannot be read to its end: The compressed data is truncated."))
  }

  /// Unpacks bytes that arrive in parts of a given size.
  private func unpack(
    _ bytes: [UInt8], parts size: Int
  ) throws -> (text: [UInt8], hasTrailingBytes: Bool) {
    let parts = Parts()
    var reader = GzipReader { room in
      if parts.rest.isEmpty, !parts.hasEnded { return nil }
      let part = parts.rest.prefix(room.count)
      room.copyBytes(from: part)
      parts.rest = parts.rest.dropFirst(part.count)
      return part.count
    }
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      parts.rest = bytes[start..<min(start + size, bytes.count)]
      parts.hasEnded = start + size >= bytes.count
      while let part = try reader.next(), !part.isEmpty { text += part }
    }
    return (text, reader.hasTrailingBytes)
  }

  /// Headers of any length, with extra bytes, a file name, a comment and a checksum.
  @Test(arguments: [1, 7, 2_000, 1 << 20], sized([0, 1, 65_535], large: [0, 1, 65_535, 300_000]))
  func longHeaders(_ size: Int, _ length: Int) throws {
    let member = try bytes.dropFirst(10)
    let extra = min(length, 65_535)
    let text = [UInt8](repeating: 0x61, count: length) + [0]
    var long: [UInt8] = [0x1F, 0x8B, 8, 0x1E] + [UInt8](repeating: 0, count: 6)
    long += [UInt8(extra & 255), UInt8(extra >> 8)] + [UInt8](repeating: 0, count: extra)
    long += text + text + [0, 0] + member
    let found = try unpack(long, parts: size)
    #expect(found.text.count == PackedTests.length && !found.hasTrailingBytes)
  }

  /// Bytes after the last member, whether there is a warning about them, and how many are read.
  private static let trailers: [([UInt8], isWarned: Bool)] = [
    ([], false), ([0], false), ([UInt8](repeating: 0, count: 70_000), false),
    (Array("garbage".utf8), true), ([0, 0, 1], true), ([0x1F], true), ([0x1F, 0x8C], true),
    ([UInt8](repeating: 0x61, count: 70_000), true),
  ]

  @Test(arguments: trailers, [1, 2_000])
  func whatFollowsTheLastMember(_ trailer: ([UInt8], isWarned: Bool), _ size: Int) throws {
    let found = try unpack(bytes + trailer.0, parts: size)
    #expect(found.text.count == PackedTests.length && found.hasTrailingBytes == trailer.isWarned)
  }

  @Test func aMemberAfterZerosIsRead() throws {
    let twice = try bytes + [0, 0, 0] + bytes
    #expect(try unpack(twice, parts: 5).text.count == PackedTests.length * 2)
  }

  @Test(arguments: [[0x1F, 0x8B], [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0, 9, 0, 1]] as [[UInt8]])
  func aHeaderThatBreaksOff(_ header: [UInt8]) throws {
    #expect(throws: InflateProblem.unexpectedEnd) { try unpack(bytes + header, parts: 3) }
  }

  @Test func trailingBytesAreWarnedOf() throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d", "a\n1\n")
    #expect(try folder.shell("gzip -c d > d.csv.gz; echo garbage >> d.csv.gz", []).code == 0)
    let said = "warning: d.csv.gz: The extra data after the gzip data is ignored.\n"
    let run = folder.run("check", "s.form", "d.csv.gz")
    #expect(run.summary == "1 record: 1 accepted, 0 rejected" && run.error == said)
    #expect(folder.run("check", "s.form", "d.csv.gz", "--quiet").error == "")
    #expect(folder.run("diff", "s.form", "s.form", "d.csv.gz").error == said)
    #expect(folder.run("new", "d.csv.gz").error == said)
    try folder.write("e.csv", "a\n2\n")
    let known = folder.run("check", "s.form", "e.csv", "--known", "d.csv.gz")
    #expect(known.error.contains(said))
    #expect(
      try folder.shell("gzip -c d > d.csv.gz; head -c 700 /dev/zero >> d.csv.gz", []).code == 0)
    #expect(folder.run("check", "s.form", "d.csv.gz").error == "")
  }

  /// With parts of any size, all of the contents are decoded.
  @Test(arguments: [1, 2, 3, 7, 64, 2_000]) func parts(_ size: Int) throws {
    let (bytes, parts) = (try bytes, Parts())
    var reader = GzipReader { room in
      if parts.rest.isEmpty, !parts.hasEnded { return nil }
      let part = parts.rest.prefix(room.count)
      room.copyBytes(from: part)
      parts.rest = parts.rest.dropFirst(part.count)
      return part.count
    }
    var text: [UInt8] = []
    var flushes = PackedTests.flushes[...]
    for start in stride(from: 0, to: bytes.count, by: size) {
      let end = min(start + size, bytes.count)
      parts.rest = bytes[start..<end]
      parts.hasEnded = end == bytes.count
      while let part = try reader.next(), !part.isEmpty { text += part }
      while let (count, length) = flushes.first, count <= end {
        #expect(text.count >= length)
        flushes = flushes.dropFirst()
      }
    }
    #expect(text.count == PackedTests.length)
    let last = "fixed, fixed, fixed codes\nas it is\nas it is\nas it is\n"
    #expect(String(decoding: text, as: UTF8.self).hasSuffix("\n" + last))
  }

  /// While the writer of a pipe pauses, all flushed records are evaluated.
  @Test func pausingWriter() throws {
    let (bytes, pipe) = (try bytes, Pipe())
    let file = try InputFile("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    var layout = DataLayout.csv
    var text: [UInt8] = []
    var start = 0
    for (count, length) in PackedTests.flushes {
      try pipe.fileHandleForWriting.write(contentsOf: Data(bytes[start..<count]))
      if start == 0 { try file.readText(&layout) }
      start = count
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
      defer { room.deallocate() }
      var asked = 0
      while text.count < length, asked < 10 {
        let got = try file.read(into: room) {
          asked += 1
          return asked < 10
        }
        text += UnsafeRawBufferPointer(rebasing: room[..<got])
      }
      #expect(text.count == length)
    }
    #expect(!file.isAtEnd)
  }

  /// A byte order mark may be split between two members.
  @Test(
    arguments: [
      ([0xEF], [0xBB, 0xBF, 0x61, 0x0A, 0x31, 0x0A]),
      ([0xFF], [0xFE, 0x61, 0x00, 0x0A, 0x00, 0x31, 0x00, 0x0A, 0x00]),
      ([], [0xFE, 0xFF, 0x00, 0x61, 0x00, 0x0A, 0x00, 0x31, 0x00, 0x0A]),
    ] as [([UInt8], [UInt8])])
  func marksInTwoMembers(_ first: [UInt8], _ second: [UInt8]) throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("1", first)
    try folder.write("2", second)
    let packed = try folder.shell("gzip -c 1 > d.csv.gz; gzip -c 2 >> d.csv.gz", [])
    #expect(packed.code == 0)
    let run = folder.run("check", "s.form", "d.csv.gz")
    #expect(run.summary == "1 record: 1 accepted, 0 rejected" && run.error == "")
  }

  @Test func packedTwice() throws {
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("d", "a\n1\n")
    #expect(try folder.shell("gzip -c d | gzip -c > d.csv.gz", []).code == 0)
    let run = folder.run("check", "s.form", "d.csv.gz")
    #expect(run.code == 2 && run.error.contains("It is compressed twice; decompress it once"))
  }

  @Test(.enabled(if: CLIProgram.isBuilt && !isSanitized))
  func workbookWithoutATemporaryFile() throws {
    let folder = try CLIFolder(spec: "field id: string")
    let workbook = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Workbooks/openpyxl.xlsx").path
    let line = #"cat "$2" | TMPDIR=$1 "$0" check s.form --input=xlsx --header=3 >.out 2>.err"#
    let program = try #require(CLIProgram.path)
    let none = try folder.shell(line, [program, "/nowhere", workbook])
    #expect(
      none.error
        == "error: standard input cannot be opened: It is read from a pipe, and a temporary file "
        + "for it cannot be created in \"/nowhere\": No such file or directory.\n")
    #expect(none.code == 2)
    let there = try folder.shell(line, [program, folder.path, workbook])
    #expect(there.summary == "4 records: 4 accepted, 0 rejected")
  }

  /// The checksum of ISO 3309, whose value for the nine digits is well known, covers all bytes, in parts of any size.
  @Test func checkSums() {
    func sum(_ parts: [UInt8]...) -> UInt32 {
      var sum = Checksum32()
      for part in parts { part.withUnsafeBufferPointer { sum.add($0) } }
      return sum.value
    }
    #expect(sum(Array("123456789".utf8)) == 0xCBF4_3926)
    for count in 0...70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
      var byByte = Checksum32()
      for byte in bytes { [byte].withUnsafeBufferPointer { byByte.add($0) } }
      #expect(sum(bytes) == byByte.value)
      #expect(sum(Array(bytes.prefix(3)), Array(bytes.dropFirst(3))) == byByte.value)
    }
  }
}

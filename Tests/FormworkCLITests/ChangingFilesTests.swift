// Files that are written while they are read.

import Foundation
import Testing

@testable import FormworkCLI
@testable import FormworkRuntime

@Suite struct ChangingFilesTests {
  private let folder: CLIFolder

  init() throws { folder = try CLIFolder() }

  /// If a file changes while it is read, the bytes read may mix two versions, even if all of it has been read.
  @Test(
    arguments: [
      ("truncate -s 190 d", "The file was truncated while it was read"),
      ("sed s/1/2/ d > e; cat e > d", "The file was changed while it was read"),
      ("echo {} >> d", "The file was extended while it was read"),
      (
        "sed s/1/2/ d > e; touch -r d e; cat e > d; touch -r e d",
        "The file was changed while it was read"
      ),
      ("sed s/1/2/ d > e; mv e d", ""),
    ], [100, 900])
  func filesThatChangeMeanwhile(_ change: (String, String), _ size: Int) throws {
    let (change, wanted) = change
    try folder.write("d", String(repeating: "{\"id\":1}\n", count: 100))
    let file = try InputFile(folder("d"))
    var first = [UInt8](repeating: 0, count: size)
    let count = try first.withUnsafeMutableBytes { try file.read(into: $0) }
    #expect(count == size)
    _ = try folder.shell("sleep 0.05; " + change, [])
    #expect(reasonNotToRead(file) == wanted)
  }

  /// Returns why the rest of a file, at most 2 MiB, cannot be read. Empty if it can.
  private func reasonNotToRead(_ file: InputFile) -> String {
    var room = [UInt8](repeating: 0, count: 2 << 20)
    return room.withUnsafeMutableBytes { room in
      do throws(FileProblem) {
        _ = try file.read(into: room)
        return ""
      } catch {
        return error.reason
      }
    }
  }

  /// Tests the same for a compressed file, even if its compressed data ends correctly.
  @Test(arguments: [
    ("cat e >> d", "The file was extended while it was read"),
    ("cat e > d", "The file was changed while it was read"),
    (": > d", "The file was truncated while it was read"),
  ])
  func packedFilesThatChangeMeanwhile(_ change: String, _ wanted: String) throws {
    let pack = #"seq 40000 | sed 's/.*/{"id":&}/' | gzip -1 > d; cp d e"#
    _ = try folder.shell(pack, [])
    let file = try InputFile(folder("d"))
    _ = try file.unpack(8)
    _ = try folder.shell("sleep 0.05; " + change, [])
    #expect(reasonNotToRead(file) == wanted)
  }

  #if os(Linux)
    /// A program with the form open for writing may be about to write the rest.
    @Test(.enabled(if: CLIProgram.isBuilt)) func aFormThatIsBeingSaved() throws {
      try folder.write("a.form", "field   a:int\n")
      let run = try folder.shell(
        #"exec 3>>a.form; "$0" fmt a.form >.out 2>.err"#, [try #require(CLIProgram.path)])
      #expect(run.code == 2 && run.error.contains("was changed while being formatted"))
      #expect(folder.text("a.form") == "field   a:int\n")
    }
  #endif
}

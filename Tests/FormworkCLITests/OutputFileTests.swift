// What becomes of the files that a run writes.

import Foundation
import Testing

@testable import FormworkRuntime

@Suite struct OutputFileTests {
  private let folder: CLIFolder

  init() throws { folder = try CLIFolder() }

  /// A file that is open already is written where it stands, and nothing in it is lost.
  @Test func openFile() throws {
    try folder.write("log", "before\n")
    let handle = try #require(FileHandle(forWritingAtPath: folder("log")))
    try handle.seekToEnd()
    let file = try OutputFile("/dev/fd/\(handle.fileDescriptor)")
    try file.write(Array("record\n".utf8))
    try file.put()
    try handle.write(contentsOf: Data("after\n".utf8))
    #expect(try String(contentsOfFile: folder("log"), encoding: .utf8) == "before\nrecord\nafter\n")
  }

  /// A file that takes the place of another has its permissions.
  @Test(arguments: [0o600, 0o640, 0o664]) func permissions(mode: Int) throws {
    try folder.write("out", "old")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: folder("out"))
    let file = try OutputFile(folder("out"))
    try file.write(Array("new".utf8))
    try file.put()
    let found = try manager.attributesOfItem(atPath: folder("out"))[.posixPermissions] as? Int
    #expect(found == mode)
    #expect(try String(contentsOfFile: folder("out"), encoding: .utf8) == "new")
  }
}

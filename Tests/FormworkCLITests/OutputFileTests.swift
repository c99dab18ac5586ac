// Tests that a run creates and replaces its output files.

import FormworkReport
import Foundation
import Testing

@testable import FormworkRuntime

#if os(Linux)
  // `sys/xattr.h`, which Swift does not import.
  @_silgen_name("setxattr") private func setxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?,
    _ size: Int, _ flags: Int32
  ) -> Int32
  @_silgen_name("getxattr") private func getxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?,
    _ size: Int
  ) -> Int
#endif

@Suite struct OutputFileTests {
  private let folder: CLIFolder

  init() throws { folder = try CLIFolder() }

  /// A file that is already open is written at its position, and nothing in it is lost.
  @Test func openFile() throws {
    try folder.write("log", "before\n")
    let handle = try #require(FileHandle(forWritingAtPath: folder("log")))
    try handle.seekToEnd()
    let file = try OutputFile("/dev/fd/\(handle.fileDescriptor)")
    try file.write(Array("record\n".utf8))
    try file.put(besides: RunFiles())
    try handle.write(contentsOf: Data("after\n".utf8))
    #expect(try String(contentsOfFile: folder("log"), encoding: .utf8) == "before\nrecord\nafter\n")
  }

  /// A file that replaces another keeps its permissions.
  @Test(arguments: [0o600, 0o640, 0o664]) func permissions(mode: Int) throws {
    try folder.write("out", "old")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: folder("out"))
    let file = try OutputFile(folder("out"))
    try file.write(Array("new".utf8))
    try file.put(besides: RunFiles())
    let found = try manager.attributesOfItem(atPath: folder("out"))[.posixPermissions] as? Int
    #expect(found == mode)
    #expect(try String(contentsOfFile: folder("out"), encoding: .utf8) == "new")
  }

  /// Permissions may change while the new file is being written.
  @Test func permissionsThatChangeMeanwhile() throws {
    try folder.write("out", "old")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder("out"))
    let file = try OutputFile(folder("out"))
    try file.write(Array("new".utf8))
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder("out"))
    try file.put(besides: RunFiles())
    let found = try manager.attributesOfItem(atPath: folder("out"))[.posixPermissions] as? Int
    #expect(found == 0o600)
    #expect(try String(contentsOfFile: folder("out"), encoding: .utf8) == "new")
  }

  #if os(Linux)
    /// The link to a deleted file still shows its former name, which another file may have by then.
    @Test func aLinkToAFileWithoutAName() throws {
      try folder.write("x", "old")
      let handle = try #require(FileHandle(forWritingAtPath: folder("x")))
      try FileManager.default.removeItem(atPath: folder("x"))
      try folder.write("x (deleted)", "precious")
      #expect(throws: FileProblem.self) {
        try OutputFile("/proc/\(getpid())/fd/\(handle.fileDescriptor)")
      }
      #expect(folder.text("x (deleted)") == "precious")
      #expect(folder.names == ["x (deleted)"])
    }

    /// A file that replaces another keeps its owner and group if the writer may set them. If that would let others
    /// read it, or lock out the owner, nothing is written.
    @Test(
      .enabled(if: CLIProgram.isBuilt && geteuid() == 0),
      arguments: [
        ("0:0", "1:60 660", "", "1:60 660"), ("2:100", "1:60 660", "--groups=60", "2:60 660"),
        ("2:100", "1:60 760", "--groups=60", nil), ("2:100", "1:60 666", "--clear-groups", nil),
        ("1:100", "1:60 640", "--groups=60", "1:60 640"),
        ("1:100", "1:60 640", "--clear-groups", nil),
        ("1:100", "1:100 600", "--clear-groups", "1:100 600"),
      ]) func ownersAndGroups(_ user: String, _ before: String, groups: String, after: String?)
      throws
    {
      try folder.write("a.form", "field   a:int\n")
      let (owner, mode) = (before.split(separator: " ")[0], before.split(separator: " ")[1])
      let ids = user.split(separator: ":")
      let run = try folder.shell(
        """
        cp "$0" formwork; chmod 777 .; chmod \(mode) a.form; chown \(owner) a.form
        setpriv --reuid \(ids[0]) --regid \(ids[1]) \(groups.isEmpty ? "--clear-groups" : groups) \
          ./formwork fmt a.form 2>.err; code=$?
        rm formwork; stat -c '%u:%g %a' * >.out; exit $code
        """, [try #require(CLIProgram.path)])
      #expect(run.output == (after ?? before) + "\n")
      #expect(run.code == (after == nil ? 2 : 0))
      #expect(
        run.error.contains("Its owner or its group could not be kept") == (after == nil),
        "\(run.error)")
    }
  #endif

  /// A file is replaced by its new version only if it hasn't changed since, even if its size is the same.
  @Test(arguments: ["changed", "removed", "replaced", "left"]) func whatWasMadeOfAFile(
    _ fate: String
  )
    throws
  {
    try folder.write("form", "old")
    let input = try InputFile(folder("form"))
    let file = try OutputFile(folder("form"))
    try file.write(Array("new".utf8))
    // Longer than a tick of the file system's clock.
    usleep(20_000)
    switch fate {
    case "changed":
      let handle = try #require(FileHandle(forWritingAtPath: folder("form")))
      try handle.write(contentsOf: Data("own".utf8))
    case "removed": try FileManager.default.removeItem(atPath: folder("form"))
    case "replaced":
      try folder.write("other", "own")
      #expect(rename(folder("other"), folder("form")) == 0)
    default: break
    }
    var action: FileProblem.Action?
    do throws(FileProblem) { try file.put(inPlaceOf: input) } catch { action = error.action }
    #expect(action == (fate == "left" ? nil : .replaceChanged))
    #expect(folder.text("form") == (fate == "left" ? "new" : fate == "removed" ? nil : "own"))
    file.discard()
    #expect(folder.names == (fate == "removed" ? [] : ["form"]))
  }

  #if os(Linux)
    /// A file that replaces another keeps its access list and extended attributes.
    @Test func accessLists() throws {
      try folder.write("out", "old")
      let words: [UInt32] = [
        2, 0x6_0001, ~0, 0x6_0002, 12_345, 0x4_0004, ~0, 0x6_0010, ~0, 0x20, ~0,
      ]
      let list = words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
      let attributes = ["system.posix_acl_access": list, "user.note": Array("kept".utf8)]
      // Some file systems don't support attributes.
      for (name, value) in attributes
      where setxattr(folder("out"), name, value, value.count, 0) != 0 {
        return
      }
      let file = try OutputFile(folder("out"))
      try file.write(Array("new".utf8))
      try file.put(besides: RunFiles())
      #expect(folder.text("out") == "new")
      for (name, value) in attributes {
        var found = [UInt8](repeating: 0, count: 100)
        let count = getxattr(folder("out"), name, &found, found.count)
        #expect(Array(found.prefix(max(0, count))) == value)
      }
    }
  #endif

  /// Returns bytes without long repetitions, so that swapped parts are noticed.
  private static func bytes(_ count: Int, _ seed: Int) -> [UInt8] {
    var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
    let words = (0...count / 8).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
    return words.withUnsafeBytes { Array(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
  }

  private static let block = OutputFile.blockSize

  /// Everything is written in order, whatever the sizes: zero, small, and around multiples of the block size. Every
  /// third part is passed as an array.
  @Test(arguments: [
    [], [0], [0, 0, 1], [1, 0, 2], [block], [block - 1, 1, 1], [block + 1, block - 1],
    [3 * block + 7],
    [240_000, 240_000, 240_000, 240_000, 240_000], [10, 2 * block, 10, block - 20, 10],
    Array(repeating: 5_000, count: 400), Array(repeating: 4_095, count: 400),
    Array(repeating: 3, count: 3_000), [block, 0, block, 0, 100],
  ])
  func order(sizes: [Int]) throws {
    let file = try OutputFile(folder("out"))
    var buffer = ByteBuffer()
    var all: [UInt8] = []
    for (number, size) in sizes.enumerated() {
      let part = OutputFileTests.bytes(size, number)
      all += part
      if number % 3 == 2 {
        try file.write(part)
      } else {
        buffer.append(part)
        try file.take(&buffer)
        #expect(buffer.count == 0)
      }
    }
    #expect(folder.bytes("out") == nil)
    try file.put(besides: RunFiles())
    // Comparing the arrays in `#expect` would print every byte.
    let isSame = folder.bytes("out") == all
    #expect(isSame)
  }

  /// Many short parts are written together.
  @Test func shortParts() throws {
    let file = try OutputFile(folder("out"))
    var buffer = ByteBuffer()
    for _ in 0..<50_000 {
      buffer.append([1, 2, 3])
      try file.take(&buffer)
    }
    #expect(file.waiting.count < 100)
    try file.put(besides: RunFiles())
    #expect(folder.bytes("out") == Array(repeating: [1, 2, 3], count: 50_000).flatMap { $0 })
  }

  /// The reader of a pipe gets everything at once.
  @Test func pipesGetAllAtOnce() throws {
    let pipe = Pipe()
    let file = try OutputFile("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
    var buffer = ByteBuffer()
    for part in ["first", "second"] {
      buffer.append(Array(part.utf8))
      try file.take(&buffer)
      #expect(buffer.count == 0)
      #expect(pipe.fileHandleForReading.availableData == Data(part.utf8))
    }
  }

  /// Nothing is lost in a pipe that another process has made nonblocking.
  @Test func pipesThatDoNotWait() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    let all = OutputFileTests.bytes(300_000, 1)
    let reader = Thread { [handle = pipe.fileHandleForReading] in
      let got = handle.readData(ofLength: all.count)
      #expect(Array(got) == all)
    }
    reader.start()
    let file = try OutputFile("/dev/fd/\(descriptor)")
    try file.write(all)
    while !reader.isFinished { usleep(1_000) }
  }
}

// Files that records name: the rule words of `--files`, and paths that lead out of its folders.

import Formwork
import FormworkRuntime
import Foundation
import TestSizes
import Testing

@testable import FormworkCLI

@Suite struct NamedFilesTests {
  private static let form = """
    needs fileExists
    needs checksum(string, string)
    field path: string rule fileExists message "There is no file {value}"
    field sum: string optional rule checksum(path, "SHA-256") message "{path} has changed"
    """
  private static let sumOfABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  /// Returns a folder `in` with files, links and folders, and a file next to it.
  private func folder() throws -> CLIFolder {
    let folder = try CLIFolder(spec: NamedFilesTests.form)
    for name in ["in", "in/sub", "more"] {
      try FileManager.default.createDirectory(
        atPath: folder(name), withIntermediateDirectories: true)
    }
    for name in ["in/a b.txt", "in/sub/é.txt", "more/c.txt", "out.txt"] {
      try folder.write(name, "abc")
    }
    for (name, target) in [
      ("in/within", "sub/é.txt"), ("in/sub/up", "../a b.txt"), ("in/sub/back", ".."),
      ("in/out", "../out.txt"), ("in/absolute", folder("in/a b.txt")),
      ("in/beside", "../in/a b.txt"),
      ("in/loop", "loop"), ("in/gone", "nothing"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder(name), withDestinationPath: target)
    }
    return folder
  }

  private func records(_ paths: [String], sum: String? = nil) -> String {
    paths.map { "{\"path\":\"\($0)\"\(sum.map { ",\"sum\":\"\($0)\"" } ?? "")}\n" }.joined()
  }

  @Test func filesThatAreThere() throws {
    let folder = try folder()
    let there = [
      "a b.txt", "./a b.txt", "sub//é.txt", "within", "sub/up", "sub/back/a b.txt", "c.txt",
    ]
    for sum in [nil, NamedFilesTests.sumOfABC, NamedFilesTests.sumOfABC.uppercased()] {
      try folder.write("d.ndjson", records(there, sum: sum))
      let run = folder.run("check", "s.form", "d.ndjson", "--files", "in", "--files=more")
      #expect(run.summary == "7 records: 7 accepted, 0 rejected" && run.error == "")
    }
    try folder.write("d.ndjson", records(["a b.txt"], sum: "ba7816bf"))
    let changed = folder.run("check", "s.form", "d.ndjson", "--files=in")
    #expect(changed.output.contains("a b.txt has changed"))
  }

  /// Paths that lead out, and anything that isn't a file, are treated as missing.
  @Test func filesThatAreNot() throws {
    let folder = try folder()
    let not = [
      "nothing", "out", "absolute", "beside", "loop", "gone", "../out.txt", "sub/../a b.txt", "sub",
      "sub/",
      folder("in/a b.txt"), "/etc/hostname", "a b.txt/", "a b.txt/x", "..", ".",
      "sub/back/../out.txt",
      "a b.txt\\u0000",
    ]
    try folder.write("d.ndjson", records(not, sum: NamedFilesTests.sumOfABC))
    let run = folder.run("check", "s.form", "d.ndjson", "--files=in", "--output=ndjson", "--jobs=2")
    #expect(run.lines.count == not.count)
    for (line, path) in zip(run.lines, not) {
      #expect(line.contains("\"code\":\"fileExists\""), "\(path)")
      #expect(line.contains("\"code\":\"checksum\""), "\(path)")
    }
  }

  /// While a folder is repeatedly replaced by a link that leads out, nothing outside is ever found.
  @Test func filesThatMove() throws {
    let folder = try folder()
    try FileManager.default.createDirectory(
      atPath: folder("other"), withIntermediateDirectories: true)
    try folder.write("other/secret.txt", "abc")
    let files = try FolderFiles([SystemText(folder("in"))])
    let (link, place) = (folder("in/link"), folder("in/place"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder("other"))
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let isDone = Lock(false)
    let mover = Thread {
      while !isDone.withLock({ $0 }) {
        rename(place, place + ".2")
        rename(link, place)
        rename(place, link)
        rename(place + ".2", place)
      }
    }
    mover.start()
    for _ in 0..<20_000 { #expect(files.exists("place/secret.txt") == false) }
    isDone.withLock { $0 = true }
  }

  @Test func withoutFolders() throws {
    let folder = try folder()
    try folder.write("d.ndjson", records(["a b.txt"]))
    let none = folder.run("check", "s.form", "d.ndjson")
    #expect(none.code == 2 && none.error.contains("needs the host rule \"fileExists\""))
    #expect(none.error.contains("in the folders given with --files. Add --files DIR."))
    #expect(folder.run("check", "s.form", "d.ndjson", "--files=./nowhere").code == 2)
    #expect(folder.run("check", "s.form", "d.ndjson", "--files-all").code == 2)
  }

  @Test func filesThatNoRecordNames() throws {
    let folder = try folder()
    try folder.write("d.ndjson", records(["within"]))
    let run = folder.run("check", "s.form", "d.ndjson", "--files=in", "--files=more", "--files-all")
    #expect(run.code == 0)
    #expect(
      run.error == """
        warning: in/a b.txt: No record refers to this file.
        warning: more/c.txt: No record refers to this file.

        """)
  }

  /// A file that a record names is never an output, whatever its name.
  @Test(arguments: ["in/a b.txt", "in/sub/up", "hard", "soft"], ["--accepted", "--rejected"])
  func filesThatAreOutputs(output: String, flag: String) throws {
    let folder = try folder()
    try FileManager.default.linkItem(atPath: folder("in/a b.txt"), toPath: folder("hard"))
    try FileManager.default.createSymbolicLink(
      atPath: folder("soft"), withDestinationPath: "in/sub/../a b.txt")
    try folder.write("d.ndjson", records(["sub/back/a b.txt", "nothing"]))
    let run = folder.run("check", "s.form", "d.ndjson", "--files=in", flag, output)
    #expect(run.code == 2 && run.output == "")
    #expect(
      run.error == "error: \"\(output)\" cannot be overwritten: this run reads it as "
        + "\"in/sub/back/a b.txt\".\n")
    #expect(folder.text("in/a b.txt") == "abc")
    // Other files in the folder can be written repeatedly.
    for _ in 1...2 {
      #expect(folder.run("check", "s.form", "d.ndjson", "--files=in", flag, "./in/new").code == 1)
    }
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
  }

  /// An output that is already open has no temporary file, so it is refused before records are read.
  @Test(
    .enabled(if: CLIProgram.isBuilt),
    arguments: [
      "--rejected /dev/fd/9 9<>'in/a b.txt' >.out", "--accepted /dev/fd/9 9<>hard >.out",
      "--rejected /dev/stdout 1>>'in/a b.txt'", "--output ndjson 1<>'in/sub/up'",
    ])
  func outputsThatAreOpen(words: String) throws {
    let folder = try folder()
    try FileManager.default.linkItem(atPath: folder("in/a b.txt"), toPath: folder("hard"))
    try folder.write("d.ndjson", records(["nothing", "a b.txt"]))
    let run = try folder.shell(
      "\"$0\" check s.form d.ndjson --files in \(words) 2>.err", [try #require(CLIProgram.path)])
    #expect(run.code == 2)
    #expect(run.error.contains("cannot be overwritten: it is \"in/a b.txt\", which a record may"))
    #expect(folder.text("in/a b.txt") == "abc")
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func filesThatAreMovedOntoAnOutput() throws {
    let folder = try folder()
    try folder.write("d.ndjson", records(["a b.txt"]))
    let run = try folder.shell(
      #"""
      mkfifo pipe; "$0" check s.form d.ndjson pipe --input ndjson --files in --accepted good \
        >.out 2>.err & run=$!
      exec 3>pipe; mv 'in/a b.txt' good; exec 3>&-; wait $run
      """#, [try #require(CLIProgram.path)])
    #expect(run.code == 2 && run.error.contains("Another file was put there during the run"))
    #expect(folder.text("good") == "abc")
  }

  /// The run's own outputs aren't listed as files that no record names.
  @Test(.enabled(if: CLIProgram.isBuilt)) func outputsThatNoRecordNames() throws {
    let folder = try folder()
    try folder.write("d.ndjson", records(["a b.txt", "within", "nothing"]))
    let run = try folder.shell(
      #"""
      "$0" check s.form d.ndjson --files in --files-all --accepted in/good --rejected in/bad \
        --jobs 1 >in/out 2>in/err
      code=$?; cat in/err >.err; exit $code
      """#, [try #require(CLIProgram.path)])
    #expect(run.code == 1 && run.error == "")
    #expect(folder.text("in/good") != nil)
  }

  /// A temporary system error proves nothing about a file.
  @Test(.enabled(if: CLIProgram.isBuilt)) func faultsOfTheSystem() throws {
    let folder = try CLIFolder(spec: NamedFilesTests.form)
    let deep = "in" + String(repeating: "/f", count: 40)
    try FileManager.default.createDirectory(
      atPath: folder(deep), withIntermediateDirectories: true)
    try folder.write(deep + "/x", "abc")
    try folder.write("in/x", "abc")
    let program = try #require(CLIProgram.path)
    for (path, flag) in [(deep.dropFirst(3) + "/x", "--quiet"), ("x", "--files-all")] {
      try folder.write("d.ndjson", records([String(path)], sum: NamedFilesTests.sumOfABC))
      let line = #"""
        "$0" check s.form d.ndjson --files in "$1" --accepted good >.out 2>.err
        """#
      let run = try folder.shell("ulimit -n 24; " + line, [program, flag])
      #expect(run.code == 2 && folder.text("good") == nil)
      #expect(run.error.hasPrefix("error: \"in/"))
      #expect(run.error.hasSuffix("cannot be opened: Too many open files.\n"), "\(run.error)")
      #expect(try folder.shell(line + "; code=$?; rm good; exit $code", [program, flag]).code == 0)
    }
    try folder.write(
      "s.form",
      NamedFilesTests.form + "\nexample \"e\" accepts < path: \"\(deep.dropFirst(3))/x\" >\n")
    let test = try folder.shell(
      #"ulimit -n 24; "$0" test s.form --files in >.out 2>.err"#, [program])
    #expect(test.code == 2 && test.error.contains("Too many open files"), "\(test.error)")
  }

  @Test func inTheLibrary() throws {
    let folder = try folder()
    let spec = try FormSpec(
      source: NamedFilesTests.form,
      rules: [try .fileExists(in: folder("in")), try .checksum(in: folder("in"))])
    #expect(spec.validate(["path": "within", "sum": .string(NamedFilesTests.sumOfABC)]).isAccepted)
    #expect(!spec.validate(["path": "out"]).isAccepted)
    #expect(throws: FolderError.self) { try HostRule.fileExists(in: folder("nowhere")) }
  }

  /// Each question is answered by the file's state at that moment.
  @Test func filesThatChange() throws {
    let folder = try folder()
    let files = try FolderFiles([SystemText(folder("in"))])
    let sum = NamedFilesTests.sumOfABC
    #expect(files.matches("a b.txt", "SHA-256", sum) == true)
    let file = try #require(FileHandle(forWritingAtPath: folder("in/a b.txt")))
    try file.write(contentsOf: Data("abd".utf8))
    #expect(files.matches("a b.txt", "SHA-256", sum) == false)
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data("abc".utf8))
    #expect(files.matches("a b.txt", "sha256", sum) == true)
  }

  /// An unknown kind of checksum proves nothing about any file.
  @Test func otherKindsOfSums() throws {
    let folder = try CLIFolder(
      spec: """
        needs checksum(string, string)
        field path: string
        field kind: string
        field sum: string rule checksum(path, kind) message "{path} has changed"
        """)
    try folder.write("a.txt", "abc")
    let sum = NamedFilesTests.sumOfABC
    try folder.write(
      "d.ndjson",
      ["SHA-256", "sha256", "SHA-3"].map {
        #"{"path":"a.txt","kind":"\#($0)","sum":"\#(sum)"}"# + "\n"
      }.joined())
    let run = folder.run(
      "check", "s.form", "d.ndjson", "--files=\(folder.path)", "--output=ndjson")
    #expect(run.lines.filter { $0.contains(#""accepted":true"#) }.count == 2)
    #expect(run.lines[2].contains(#""field":"sum","code":"calculation""#))
    let drawn = folder.run("check", "s.form", "d.ndjson", "--files=\(folder.path)", "--explain")
    #expect(drawn.output.contains("(checksum takes MD5, SHA-1, SHA-256 or SHA-512)"))
    try folder.write(
      "t.form",
      """
      needs checksum(string, string)
      field path: string
      field sum: string rule checksum(path, "SHA-3") message "x"
      """)
    let form = folder.run("check", "t.form", "d.ndjson", "--files=\(folder.path)")
    #expect(form.code == 2 && form.error.contains("error[unknown-argument]"))
  }

  // MARK: Check sums

  /// The test vectors published by NIST and the RFC.
  @Test(arguments: [
    (
      DigestKind.md5, "d41d8cd98f00b204e9800998ecf8427e", "900150983cd24fb0d6963f7d28e17f72",
      "8215ef0796a20bcaaae116d3876c664a", "7707d6ae4e027c70eea2a935c2296f21"
    ),
    (
      .sha1, "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      "a9993e364706816aba3e25717850c26c9cd0d89d", "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      "34aa973cd4c4daa4f61eeb2bdbad27316534016f"
    ),
    (
      .sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      NamedFilesTests.sumOfABC, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
    (
      .sha512,
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f"
        + "63b931bd47417a81a538327af927da3e",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
        + "454d4423643ce80e2a9ac94fa54ca49f",
      "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c33596fd15c13b1b07f9aa1d3bea57789ca0"
        + "31ad85c7a71dd70354ec631238ca3445",
      "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31b"
        + "eb009c5c2c49aa2e4eadb217ad8cc09b"
    ),
  ])
  func sums(_ kind: DigestKind, nothing: String, abc: String, long: String, million: String) {
    func sum(_ text: String) -> String {
      kind.digest(Array(text.utf8)).map { String(format: "%02x", Int($0)) }.joined()
    }
    #expect(sum("") == nothing)
    #expect(sum("abc") == abc)
    #expect(sum("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") == long)
    if isLarge { #expect(sum(String(repeating: "a", count: 1_000_000)) == million) }
  }

  /// The concatenated checksums of 0 to 299 bytes, as computed by Python's `hashlib`.
  @Test(
    arguments: [
      (.md5, "a80391a233d31a7342487bb951b6b0e1"),
      (.sha1, "7a8a571e88e10cd010ac15d9385921fcf4436e76"),
      (.sha256, "336f804345e57323baf1f65300619bc11f331671bdf18d6b5558b7704cfee8f0"),
      (
        .sha512,
        "3b07e4846279906c2e4002070f12dac55b0a6e3ede05972b3b3c3984f497f695"
          + "edb4f2a94cc5c68ec25ba5e64dfff6ebebb9ce86c16a16fda5711e28b5aecd78"
      ),
    ] as [(DigestKind, String)])
  func lengths(_ kind: DigestKind, sum: String) {
    let sums = (0..<300).flatMap { kind.digest([UInt8](repeating: 7, count: $0)) }
    #expect(kind.digest(sums).map { String(format: "%02x", $0) }.joined() == sum)
  }
}

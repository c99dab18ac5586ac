// A run never overwrites its inputs. Files are identified by what they are, not by their names.

import Foundation
import TestSizes
import Testing

@testable import FormworkCLI
@testable import FormworkRuntime

@Suite struct RunFilesTests {
  let folder: CLIFolder

  init() throws {
    folder = try CLIFolder(
      spec: "use \"part.form\"\nchoices kind from \"kinds.csv\"\nfield k: choice of kind")
    try folder.write("part.form", "field a: string\n")
    try folder.write("kinds.csv", "kind\nx\ny\n")
    try folder.write("alone.form", "field a: string\nfield k: string")
    try folder.write("d.ndjson", "{\"a\":\"1\",\"k\":\"x\"}\n{}\n")
  }

  private func hardLink(_ name: String, to target: String) throws {
    try FileManager.default.linkItem(atPath: folder(target), toPath: folder(name))
  }

  private func symbolicLink(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder(name), withDestinationPath: folder(target))
  }

  @Test(
    arguments: ["s.form", "part.form", "kinds.csv", "d.ndjson"], ["--accepted", "--rejected"])
  func whatIsReadIsNotWrittenOver(name: String, flag: String) throws {
    try hardLink("hard", to: name)
    try symbolicLink("soft", to: name)
    let before = folder.names
    let bytes = folder.bytes(name)
    // A name with the ending of another kind of data is refused without looking at the file.
    for output in name.hasSuffix(".csv") ? ["hard", "soft"] : [name, "hard", "soft"] {
      let run = folder.run("check", "s.form", "d.ndjson", flag, output)
      #expect(run.code == 2 && run.output == "")
      let alias = output == name ? "" : " as \"\(name)\""
      #expect(
        run.error == "error: \"\(output)\" cannot be overwritten: this run reads it\(alias).\n")
      #expect(folder.names == before && folder.bytes(name) == bytes)
    }
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func whatComesAsStandardInputIsNotWrittenOver() throws {
    let program = try #require(CLIProgram.path)
    for (line, output) in [
      (#""$0" check s.form --accepted d.ndjson <d.ndjson"#, "d.ndjson"),
      (#""$0" check s.form --accepted part.form <d.ndjson"#, "part.form"),
      (#""$0" check - d.ndjson --rejected alone.form <alone.form"#, "alone.form"),
      (#""$0" check s.form d.ndjson --output ndjson >>d.ndjson"#, "/dev/stdout"),
      (#""$0" check s.form --quiet --accepted /dev/fd/3 <d.ndjson 3>>d.ndjson"#, "/dev/fd/3"),
    ] {
      let bytes = folder.bytes("d.ndjson")
      let run = try folder.shell(#"exec timeout 20 \#(line) 2>.err"#, [program])
      #expect(run.code == 2, "\(line)")
      #expect(run.error.hasPrefix("error: \"\(output)\" cannot be overwritten: this run reads it"))
      #expect(folder.bytes("d.ndjson") == bytes)
      #expect(folder.text("part.form") == "field a: string\n")
    }
  }

  /// Two outputs that are one file, under one name or two, whether it exists or not.
  @Test(arguments: [
    ("new", "new"), ("new", "./new"), ("new", "sub/../new"), ("new", "link/../new"),
    ("sub/new", "link/new"), ("old", "old"), ("old", "hard"), ("soft", "old"),
  ])
  func outputsAreNotWrittenOverEachOther(_ first: String, _ second: String) throws {
    try folder.write("old", "old")
    try hardLink("hard", to: "old")
    try symbolicLink("soft", to: "old")
    try FileManager.default.createDirectory(
      atPath: folder("sub"), withIntermediateDirectories: false)
    try symbolicLink("link", to: "sub")
    let before = folder.names
    let run = folder.run(
      "check", "s.form", "d.ndjson", "--accepted", folder(first), "--rejected", folder(second))
    #expect(
      run.code == 2 && run.error.contains("cannot be written twice: this run already writes it"))
    #expect(folder.names == before && folder.text("old") == "old")
    #expect(folder.bytes("sub/new") == nil)
  }

  /// No verb writes to a form or a file of choices that it reads.
  @Test(
    .enabled(if: CLIProgram.isBuilt),
    arguments: [
      ("fmt - <u.form 1<>u.form", "u.form"), ("fmt - <u.form >>u.form", "u.form"),
      ("fmt --diff u.form >>u.form", "u.form"), ("fmt --check s.form u.form >>u.form", "u.form"),
      ("test u.form >>u.form", "u.form"), ("test s.form >>kinds.csv", "kinds.csv"),
      ("test u.form s.form >>kinds.csv", "kinds.csv"), ("test - <u.form >>u.form", "u.form"),
    ])
  func formsAreNotWrittenOver(line: String, name: String) throws {
    try folder.write("u.form", "field a:int")
    let bytes = folder.bytes(name)
    let run = try folder.shell(#""$0" \#(line) 2>.err"#, [try #require(CLIProgram.path)])
    #expect(run.code == 2 && folder.bytes(name) == bytes)
    #expect(run.error.contains("\"/dev/stdout\" cannot be overwritten: this run reads it"))
  }

  /// Messages go to standard output if standard error is a file that the run reads.
  @Test(
    .enabled(if: CLIProgram.isBuilt),
    arguments: [
      ("check s.form d.ndjson 2<>d.ndjson", "d.ndjson"),
      ("check s.form - <d.ndjson 2>>d.ndjson", "d.ndjson"),
      ("check s.form d.ndjson --accepted /dev/stderr 2<>d.ndjson", "d.ndjson"),
      ("check s.form d.ndjson 2<>s.form", "s.form"), ("test s.form 2<>kinds.csv", "kinds.csv"),
      ("check missing.form d.ndjson 2<>missing.form", "missing.form"),
    ])
  func messagesAreNotWrittenOverFiles(line: String, name: String) throws {
    let bytes = folder.bytes(name)
    let run = try folder.shell(#""$0" \#(line) >.out"#, [try #require(CLIProgram.path)])
    #expect(run.code == 2)
    if let bytes {
      #expect(folder.bytes(name) == bytes)
      #expect(run.output.contains("\"/dev/stderr\" cannot be overwritten: this run reads it"))
    }
    let both = try folder.shell(
      #""$0" check s.form d.ndjson 1<>d.ndjson 2>&1"#, [try #require(CLIProgram.path)])
    #expect(both.code == 2 && folder.text("d.ndjson")?.hasPrefix("{") ?? false)
  }

  #if os(Linux)
    /// Writing to the memory of the replaced shell writes 0 bytes without an error code. The run must report that.
    @Test(
      .enabled(if: CLIProgram.isBuilt),
      arguments: [
        "version", "check s.form d.ndjson --output ndjson",
        "check s.form d.ndjson --accepted /dev/stdout",
      ])
    func whatTakesNothing(line: String) throws {
      let run = try folder.shell(
        #"exec "$0" \#(line) >/proc/self/mem 2>.err"#, [try #require(CLIProgram.path)])
      #expect(run.code == 2 && run.error.contains("cannot be written"))
    }
  #endif

  @Test(.enabled(if: CLIProgram.isBuilt), arguments: ["/dev/fd/3", "/proc/self/fd/3"])
  func formsThatAreOpenAlready(path: String) throws {
    try folder.write("u.form", "field a:int")
    let program = try #require(CLIProgram.path)
    let run = try folder.shell(#""$0" fmt "$1" 3<>u.form >.out 2>.err"#, [program, path])
    #expect(run.code == 2 && folder.text("u.form") == "field a:int")
    #expect(run.error.hasPrefix("error: \"\(path)\" is an open file, which cannot be replaced."))
    let check = try folder.shell(#""$0" fmt --check "$1" 3<u.form >.out 2>.err"#, [program, path])
    #expect(check.code == 1 && check.output == path + "\n")
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func outputsAndStandardOutput() throws {
    let program = try #require(CLIProgram.path)
    let file = try folder.shell(
      #""$0" check s.form d.ndjson --accepted .out >.out 2>.err"#, [program])
    #expect(file.code == 2 && file.error.contains("this run already writes it as \"/dev/stdout\""))
    let stream = try folder.shell(
      #""$0" check s.form d.ndjson --quiet --accepted /dev/stdout >.out 2>.err"#, [program])
    #expect(stream.code == 1 && stream.output == "{\"a\":\"1\",\"k\":\"x\"}\n")
  }

  /// The temporary file of a killed run may be the next run's input.
  @Test func otherDraftsAreLeftAlone() throws {
    let names = ["good.\(getpid()).part", "good.1.part"]
    for name in names { try folder.write(name, "{\"a\":\"1\",\"k\":\"x\"}\n") }
    let run = folder.run(
      "check", "s.form", names[0], names[1], "--input=ndjson", "--accepted=./good")
    #expect(run.summary == "2 records: 2 accepted, 0 rejected")
    #expect(folder.text("good")?.split(separator: "\n").count == 2)
    for name in names { #expect(folder.text(name) != nil) }
  }

  /// If one of two outputs cannot be written, neither is replaced.
  @Test(.enabled(if: CLIProgram.isBuilt && !isSanitized)) func bothOrNone() throws {
    let program = try #require(CLIProgram.path)
    try folder.write(
      "d.ndjson", "{\"a\":\"1\",\"k\":\"x\"}\n" + String(repeating: "{}\n", count: 3_000))
    let run = try folder.shell(
      #"ulimit -f 20; "$0" check s.form d.ndjson --quiet --accepted good --rejected bad 2>.err"#,
      [program])
    #expect(run.code == 2 && run.error.contains("\"bad\" cannot be written"))
    #expect(!folder.names.contains { $0.hasPrefix("good") || $0.hasPrefix("bad") })
  }

  // MARK: While a run waits

  /// Runs a shell script while a run waits for a pipe that is the last of its data.
  private func process(_ flags: [String], meanwhile words: String) throws -> CLIResult {
    try folder.write("s.form", "field id: int")
    try folder.write("in.ndjson", "{\"id\":1}\n{\"id\":\"x\"}\n")
    // Opening the pipe for writing succeeds when the run has read everything before it.
    let line = #"""
      mkfifo pipe; "$0" check s.form in.ndjson pipe --input ndjson "$@" >.out 2>.err & run=$!
      exec 3>pipe; \#(words); exec 3>&-; wait $run
      """#
    return try folder.shell(line, [try #require(CLIProgram.path)] + flags)
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func aFileThatIsMovedOntoAnOutput() throws {
    let run = try process(["--accepted", "res"], meanwhile: "mv in.ndjson res")
    #expect(run.code == 2)
    #expect(
      run.error.contains("\"res\" cannot be overwritten: this run reads it as \"in.ndjson\"."))
    #expect(folder.text("res") == "{\"id\":1}\n{\"id\":\"x\"}\n")
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func aFileThatIsMovedOntoAnOutputInAMovedFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder("out"), withIntermediateDirectories: true)
    let run = try process(
      ["--accepted", "out/acc"], meanwhile: "mv out moved; mv in.ndjson moved/acc")
    #expect(run.code == 2 && run.error.contains("A folder or a link in its path was changed"))
    #expect(folder.text("moved/acc") == "{\"id\":1}\n{\"id\":\"x\"}\n")
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func aFileWithTheNameOfADraft() throws {
    let run = try process(
      ["--accepted", "acc"], meanwhile: "name=$(echo acc.*.part); rm $name; echo mine > $name")
    #expect(run.code == 2 && run.error.contains("Another file has the name of its temporary file"))
    #expect(folder.text("acc") == nil && folder.names.contains { $0.hasSuffix(".part") })
  }

  @Test(
    .enabled(if: CLIProgram.isBuilt),
    arguments: [
      ("rm out/acc.*.part", "Its temporary file was deleted."),
      ("rm -r out", "A folder or a link in its path was changed"),
    ])
  func aDraftThatIsGone(words: String, reason: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder("out"), withIntermediateDirectories: true)
    let run = try process(["--accepted", "out/acc"], meanwhile: words)
    #expect(run.code == 2 && run.error.contains("cannot be saved: " + reason))
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func standardInputThatBecomesShorter() throws {
    try folder.write("s.form", "field id: int")
    try folder.write("in.ndjson", String(repeating: "{\"id\":1}\n", count: 400_000))
    // The output isn't read until the file has been truncated.
    let line = #"""
      mkfifo pipe; "$0" check s.form --output ndjson <in.ndjson >pipe 2>.err & run=$!
      exec 3<pipe; head -c 1000 <&3 >.out; truncate -s 2500000 in.ndjson; cat <&3 >.rest; wait $run
      """#
    let run = try folder.shell(line, [try #require(CLIProgram.path)])
    #expect(run.code == 2 && run.error.contains("The file was truncated while it was read"))
  }

  @Test(arguments: [["/dev/stdin", "-"], ["s.form", "/dev/fd/0", "/dev/stdin"]])
  func standardInputByTwoNames(_ words: [String]) {
    let run = folder.run("check", words[0], words[1], words.last ?? "", "--input", "ndjson")
    #expect(run.code == 2 && run.error.contains("Standard input can be read only once."))
  }

  /// A temporary file is removed from its folder, even if that has been renamed.
  @Test(.enabled(if: CLIProgram.isBuilt), arguments: ["", "; kill -TERM $run; sleep 0.5"])
  func aFolderThatGetsAnotherName(more: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder("out"), withIntermediateDirectories: true)
    let run = try process(["--accepted", "out/acc"], meanwhile: "mv out moved" + more)
    #expect(run.code == (more.isEmpty ? 2 : 128 + SIGTERM))
    #expect(run.error.contains("A folder or a link in its path was changed") == more.isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder("moved"))
    #expect(names.isEmpty)
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func aLinkThatLeadsElsewhere() throws {
    for name in ["one", "two"] { try folder.write(name, name) }
    _ = try folder.shell("ln -s one link", [])
    let run = try process(
      ["--accepted", "link", "--rejected", "rej"], meanwhile: "ln -sfn two link")
    #expect(run.code == 2 && run.error.contains("A folder or a link in its path was changed"))
    #expect(folder.text("one") == "one" && folder.text("two") == "two")
    #expect(!folder.names.contains("rej"))
  }

  @Test func packedFilesAreNotWritten() throws {
    try folder.write("s.form", "field id: int")
    try folder.write("d.ndjson", "{\"id\":1}\n")
    let run = folder.run("check", "s.form", "d.ndjson", "--accepted", folder("a.ndjson.GZ"))
    #expect(run.code == 2 && run.error.contains("--accepted cannot write compressed files"))
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func oneOutputIsInItsPlaceWhenTheOtherFails() throws {
    let run = try process(["--accepted", "a", "--rejected", "r"], meanwhile: "mkdir r")
    #expect(run.code == 2)
    #expect(
      run.error.contains("cannot be saved: Is a directory. a is already saved."))
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func someOutputsAreInTheirPlacesWhenTheLastFails() throws
  {
    let run = try process(
      ["--accepted", "a", "--rejected", "r", "--report", "p.csv", "--report", "p.md"],
      meanwhile: "mkdir p.md")
    #expect(run.code == 2)
    #expect(run.error.contains("Is a directory. a, r and p.csv are already saved."))
  }

  @Test(.enabled(if: CLIProgram.isBuilt), arguments: ["-", "/dev/stdin", "/dev/fd/0"])
  func aStandardInputThatIsClosed(path: String) throws {
    try folder.write("s.form", "field id: int")
    let program = try #require(CLIProgram.path)
    let read = try folder.shell(
      #"exec "$0" check s.form --input ndjson "$1" <&- >.out 2>.err"#, [program, path])
    #expect(read.code == 2 && read.error.contains("cannot be read to its end"))
    try folder.write("d.ndjson", "{\"id\":1}\n")
    if path == "-" { return }
    let line = #"exec "$0" check s.form d.ndjson --accepted "$1" <&- >.out 2>.err"#
    #expect(try folder.shell(line, [program, path]).code == 2)
  }

  @Test(.enabled(if: CLIProgram.isBuilt)) func anOutputThatIsStandardError() throws {
    try folder.write("s.form", "field id: int")
    try folder.write("d.ndjson", "{\"id\":1}\n")
    let run = try folder.shell(
      #"exec "$0" check s.form d.ndjson --accepted .err >.out 2>.err"#,
      [try #require(CLIProgram.path)])
    #expect(run.code == 2)
    #expect(run.error.contains("\".err\" cannot be written twice"))
  }

  @Test(arguments: [240, 254, 255]) func longNames(length: Int) throws {
    let name = String(repeating: "n", count: length)
    try folder.write("s.form", "field id: int")
    try folder.write("d.ndjson", "{\"id\":1}\n")
    #expect(folder.run("check", "s.form", "d.ndjson", "--accepted", folder(name)).code == 0)
    #expect(folder.text(name) == "{\"id\":1}\n")
  }

  /// The number of rejected rows stays the same when they are checked again, even if a quote in one is never closed.
  @Test(arguments: [1, 2, 3]) func openQuotesInRejects(columns: Int) throws {
    let names = ["a", "b", "c"].prefix(columns)
    let form = names.map { "field \($0): string optional" }.joined(separator: "\n")
    let start = String(repeating: "1,", count: columns - 1)
    try folder.write("q.form", form)
    try folder.write(
      "d.csv",
      names.joined(separator: ",") + "\n\(start)\"\n\(start)\"x\"\n\(start)y\"\n")
    var data = "d.csv"
    for round in ["r1.csv", "r2.csv", "r3.csv"] {
      let run = folder.run("check", "q.form", data, "--rejected", folder(round))
      #expect(run.code == 1)
      #expect(run.summary?.hasSuffix(" 2 rejected") == true, "\(run.output)")
      data = round
    }
    #expect(folder.text("r2.csv") == folder.text("r3.csv"))
  }

  /// A row may have an unclosed quote and another fault, which is reported first. When the rejects are read, the rows
  /// after it must stay separate, although the accepted row between them is missing.
  @Test(arguments: ["u\"n,\"x", "\"u\"n,\"x", "\"un\0x"])
  func openQuotesBehindOtherFaults(row: String) throws {
    try folder.write(
      "q.form", "field a: string optional field b: string optional field c: int optional")
    try folder.write(
      "d.csv", "a,b,c\n\(row)\nq,\"y\",1\n\"\n,NEVER,THERE,7\n\",x,bad\nk,k,bad\n")
    var data = "d.csv"
    for (round, accepted) in [("r1.csv", 1), ("r2.csv", 0), ("r3.csv", 0)] {
      let run = folder.run("check", "q.form", data, "--rejected", folder(round))
      #expect(run.summary?.hasSuffix(": \(accepted) accepted, 3 rejected") == true, "\(run.output)")
      data = round
    }
    #expect(folder.text("r2.csv") == folder.text("r3.csv"))
  }

  /// A byte order mark within the data isn't the rejects' own.
  @Test(arguments: ["ndjson", "csv"]) func byteOrderMarksInRejects(_ kind: String) throws {
    let mark = "\u{FEFF}"
    try folder.write("b.form", "data csv < header none >\nfield id: int")
    try folder.write(
      "d." + kind, kind == "csv" ? "1\n\(mark)2\n" : "{\"id\":1}\n\(mark){\"id\":2}\n")
    for round in [1, 2] {
      let data = round == 1 ? "d." + kind : "r1." + kind
      let run = folder.run("check", "b.form", data, "--rejected", folder("r\(round).\(kind)"))
      #expect(run.summary?.hasSuffix(" 1 rejected") == true, "\(run.output)")
    }
  }

  /// An open file is read from its current position, and is at its end afterwards.
  @Test func openFilesAreReadOnce() throws {
    try folder.write("s.form", "field id: int check unique(id) message \"again\"")
    try folder.write("d.ndjson", "{\"id\":1}\n")
    let handle = try #require(FileHandle(forReadingAtPath: folder("d.ndjson")))
    let path = "/dev/fd/\(handle.fileDescriptor)"
    let known = folder.run("check", "s.form", path, "--known", path, "--input", "ndjson")
    #expect(known.code == 2 && known.error.contains("\"\(path)\" can be read only once."))
    try handle.seek(toOffset: 0)
    let watched = folder.run("check", "s.form", path, "--input", "ndjson", "--watch")
    #expect(watched.code == 2 && watched.error.contains("--watch needs the names"))
    try handle.seek(toOffset: 0)
    let made = folder.run("new", path, "--input", "ndjson")
    #expect(made.code == 0 && made.output.contains("field id: int"), "\(made.error)")
    try handle.seek(toOffset: 0)
    let once = folder.run("check", "s.form", path, "--input", "ndjson")
    #expect(once.code == 0, "\(once.error)")
  }

  // MARK: Names

  /// Names of the maximum length that differ only at their ends.
  @Test func longNamesThatBeginAlike() throws {
    let names = ["a", "b"].map { String(repeating: "n", count: 254) + $0 }
    try folder.write("s.form", "field id: int")
    try folder.write("d.ndjson", "{\"id\":1}\n{}\n")
    let run = folder.run(
      "check", "s.form", "d.ndjson", "--accepted", folder(names[0]), "--rejected",
      folder(names[1]))
    #expect(run.code == 1, "\(run.error)")
    #expect(folder.text(names[0]) == "{\"id\":1}\n" && folder.text(names[1]) != nil)
  }

  /// A name that isn't UTF-8 denotes a different file from the name that is displayed for it.
  @Test(.enabled(if: CLIProgram.isBuilt)) func namesThatAreNotUTF8() throws {
    let program = try #require(CLIProgram.path)
    let run = try folder.shell(
      #"""
      n=$(printf 'n\377'); : >"$n" || exit 9
      mkdir "$n.d"; cp s.form part.form kinds.csv "$n.d"; cp d.ndjson "$n.ndjson"
      "$0" check "$n.d/s.form" "$n.ndjson" --accepted "$n.good" --rejected="$n.bad" >.out 2>.err
      c=$?; mv "$n.good" good; mv "$n.bad" bad; exit $c
      """#, [program])
    // Some systems don't allow such names.
    guard run.code != 9 else { return }
    #expect(run.code == 1 && run.error == "")
    #expect(run.summary == "2 records: 1 accepted, 1 rejected")
    #expect(folder.text("good") == "{\"a\":\"1\",\"k\":\"x\"}\n")
    #expect(folder.text("bad")?.contains("formwork_problems") == true)
    let report = try folder.shell(
      #""$0" check s.form "$(printf 'n\377').ndjson" --report r.sarif >.out 2>.err"#, [program])
    #expect(report.code == 1 && folder.text("r.sarif")?.contains("\"n%FF.ndjson\"") == true)
    let missing = try folder.shell(
      #""$0" check s.form "$(printf 'm\377\033.csv')" >.out 2>.err"#, [program])
    #expect(
      missing.error
        == "error: \"m\u{FFFD}\u{241B}.csv\" cannot be opened: No such file or directory.\n")
    let over = try folder.shell(
      #""$0" check s.form "$(printf 'n\377.ndjson')" --accepted "$(printf 'n\377.ndjson')" 2>.err"#,
      [program])
    #expect(over.code == 2 && over.error.contains("\"n\u{FFFD}.ndjson\" cannot be overwritten"))
  }

  /// In a Swift string, `=` and a combining mark after it are one character.
  @Test func valuesThatBeginWithMarks() throws {
    let run = folder.run("check", "s.form", "d.ndjson", "--accepted=\u{301}.ndjson")
    defer { try? FileManager.default.removeItem(atPath: "\u{301}.ndjson") }
    #expect(run.code == 1 && FileManager.default.fileExists(atPath: "\u{301}.ndjson"))
  }

  // MARK: Kinds of files

  /// Only data may come from files without an end or a beginning.
  @Test(.enabled(if: CLIProgram.isBuilt)) func onlyRegularFilesAreUsed() throws {
    let program = try #require(CLIProgram.path)
    let socketPath = folder("part.form")
    for kind in ["mkfifo part.form", "mkfifo kinds.csv", "socket"] {
      for name in ["part.form", "kinds.csv"] {
        try folder.write(name, name == "part.form" ? "field a: string\n" : "kind\nx\n")
      }
      let name = kind.hasSuffix("csv") ? "kinds.csv" : "part.form"
      try FileManager.default.removeItem(atPath: folder(name))
      if kind == "socket" { try #require(RunFilesTests.makeSocket(socketPath)) }
      let make = kind == "socket" ? ":" : kind
      let run = try folder.shell(
        "\(make); exec timeout 20 \"$0\" check s.form d.ndjson >.out 2>.err", [program])
      #expect(run.code == 2, "\(kind)")
      #expect(
        run.error.contains("error[unusable-file]: \"\(name)\" cannot be read: Not a regular file."))
      try FileManager.default.removeItem(atPath: folder(name))
    }
  }

  private static func makeSocket(_ path: String) -> Bool {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_UNIX, stream, 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  // MARK: Sizes

  /// The reported size is the file's, not the number of bytes read.
  @Test(.enabled(if: isLarge)) func sizes() throws {
    func grow(_ name: String, _ text: String = "") throws {
      try folder.write(name, text)
      try #require(truncate(folder(name), 20_000_000) == 0)
    }
    let told = "has 20000000 bytes. A form may have at most 16777216."
    try grow("large.form")
    #expect(folder.run("check", "large.form", "d.ndjson").error.contains("This file \(told)"))
    try grow("part.form")
    #expect(folder.run("check", "s.form", "d.ndjson").error.contains("This file \(told)"))
    try folder.write("part.form", "field a: string\n")
    // Anything past the limit would be lost.
    try grow("kinds.csv", "kind\nx\n")
    #expect(
      folder.run("check", "s.form", "d.ndjson").error.contains(
        "\"kinds.csv\" has 20000000 bytes. A file of choices may have at most 16777216."))
  }

  @Test(.enabled(if: CLIProgram.isBuilt && isLarge)) func sizesOfStreams() throws {
    let program = try #require(CLIProgram.path)
    let run = try folder.shell(
      #"head -c 20000000 /dev/zero | "$0" check - d.ndjson >.out 2>.err"#, [program])
    #expect(run.error.contains("This file has more than 16777216 bytes."))
  }

  // MARK: Links to used files

  @Test func linksAreTheSameFile() throws {
    try hardLink("hard.form", to: "part.form")
    try symbolicLink("soft.form", to: "part.form")
    try folder.write("s.form", "use \"part.form\" use \"hard.form\" use \"soft.form\"\n")
    try folder.write("d.ndjson", "{\"a\":\"1\"}\n")
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(run.code == 0 && run.error == "")
  }

  @Test(arguments: ["hard.form", "soft.form"]) func circlesThroughLinks(link: String) throws {
    try hardLink("hard.form", to: "s.form")
    try symbolicLink("soft.form", to: "s.form")
    // Written in place, so that the link stays a link.
    let file = try #require(FileHandle(forWritingAtPath: folder("s.form")))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data("use \"part.form\"\nfield x: string".utf8))
    try folder.write("part.form", "use \"\(link)\"\nfield a: string\n")
    let run = folder.run("check", "s.form", "d.ndjson")
    #expect(run.code == 2 && run.error.components(separatedBy: "error[").count == 2)
    #expect(
      run.error.contains(
        "The files use each other in a circle: \"s.form\", which uses \"part.form\", which uses "
          + "\"s.form\"."))
  }

  /// Names that are equal as Swift strings denote two files.
  @Test func namesInOtherForms() throws {
    let names = ["\u{E9}.form", "e\u{301}.form"]
    try folder.write(names[0], "field a: string\n")
    try folder.write(names[1], "field b: string\n")
    guard folder.text(names[0]) != folder.text(names[1]) else { return }
    try folder.write("s.form", "use \"\(names[0])\" use \"\(names[1])\"\n")
    try folder.write("d.ndjson", "{\"a\":\"1\",\"b\":\"1\"}\n")
    let run = folder.run("check", "s.form", "d.ndjson", "--output=ndjson")
    #expect(run.output.contains("\"product\":{\"a\":\"1\",\"b\":\"1\"}"))
  }
}

// Tests that need a process: closed streams, broken pipes, full devices, an empty environment, small stacks.

import Testing

@testable import FormworkCLI

@Suite(.enabled(if: CLIProgram.isBuilt)) struct BadInputProcessTests {
  let folder: CLIFolder
  let program: String

  init() throws {
    program = CLIProgram.path ?? ""
    folder = try CLIFolder(spec: "field id: string")
    try folder.write("d.ndjson", "{\"id\":\"a\"}\n{}\n")
  }

  @Test func standardInput() throws {
    let lines = try folder.process("check", "s.form", input: Array("{\"id\":\"a\"}\n{\"id\":".utf8))
    #expect(lines.code == 1 && lines.output.contains("Record 2, line 2\n"))
    #expect(lines.summary == "2 records: 1 accepted, 1 rejected")
    let table = try folder.process(
      "check", "s.form", "-", "--input", "csv", input: Array("id\n\"a".utf8))
    #expect(table.code == 1 && table.output.contains("a quote is never closed"))
    let spec = try folder.process("check", "-", "d.ndjson", input: Array("field x y".utf8))
    #expect(spec.code == 2 && spec.error.contains("standard input:1:9"))
  }

  @Test func closedStreams() throws {
    let input = try folder.shell(#"exec "$0" check s.form <&- >.out 2>.err"#, [program])
    #expect(input.code == 2)
    #expect(input.error.hasPrefix("error: standard input cannot be read to its end: "))
    let output = try folder.shell(
      #"exec "$0" check s.form d.ndjson --accepted good >&- 2>.err"#, [program])
    #expect(output.code == 2)
    #expect(output.error.hasPrefix("error: standard output cannot be written: "))
    #expect(folder.text("good") == nil)
    let error = try folder.shell(
      #"exec "$0" check s.form d.ndjson --accepted good >.out 2>&-"#, [program])
    #expect(error.code == 1 && folder.text("good") == "{\"id\":\"a\"}\n")
  }

  @Test func brokenPipe() throws {
    try folder.write("d.ndjson", String(repeating: "{\"id\":\"\"}\n", count: 50_000))
    let run = try folder.shell(
      #"{ "$0" check s.form d.ndjson --output ndjson 2>.err; echo $? >.code; } | head -n 1 >.out"#,
      [program])
    #expect(run.lines.count == 1 && run.error == "" && folder.text(".code") == "1\n")
  }

  @Test func fullDevice() throws {
    for words in ["check s.form d.ndjson", "test s.form", "help", "help check", "version", ""] {
      let run = try folder.shell(
        #"[ -e /dev/full ] || exit 9; "$0" \#(words) >/dev/full 2>.err"#, [program])
      guard run.code != 9 else { return }
      #expect(run.code == 2, "\(words)")
      #expect(
        run.error == "error: standard output cannot be written: No space left on device.\n")
    }
    try folder.write("r.csv", "old")
    let report = try folder.shell(
      #""$0" check s.form d.ndjson --report r.csv --accepted a >/dev/full 2>.err"#, [program])
    #expect(report.code == 2 && report.error.contains("standard output cannot be written"))
    #expect(folder.text("r.csv") == "old" && folder.text("a") == nil)
    let file = try folder.shell(
      #""$0" check s.form d.ndjson --accepted /dev/full >.out 2>.err"#, [program])
    #expect(file.code == 2 && file.error.contains("\"/dev/full\" cannot be written"))
  }

  /// An output file that fills up after its first block leaves nothing behind.
  @Test(arguments: [1, 2]) func fullFile(jobs: Int) throws {
    try folder.write("d.ndjson", String(repeating: "{\"id\":\"abcdefghij\"}\n", count: 60_000))
    let run = try folder.shell(
      #"ulimit -f 2200; "$0" check s.form d.ndjson --jobs \#(jobs) --accepted good "#
        + #"--rejected bad >.out 2>.err"#, [program])
    #expect(run.code == 2)
    #expect(run.error.hasPrefix("error: \"good\" cannot be written: It would exceed the limit"))
    #expect(folder.names == [".err", ".out", "d.ndjson", "s.form"])
  }

  /// A slowly read pipe receives the same bytes as a file.
  @Test(arguments: [1, 2]) func slowPipe(jobs: Int) throws {
    try folder.write(
      "d.ndjson", (0..<60_000).map { "{\"id\":\"number \($0)\"}\n" }.joined())
    let run = try folder.shell(
      #"e="--jobs \#(jobs)"; "$0" check s.form d.ndjson $e --accepted good >/dev/null 2>.err && "#
        + #"{ "$0" check s.form d.ndjson $e --accepted /dev/fd/3 3>&1 >/dev/null 2>>.err | "#
        + #"{ sleep 0.2; head -c 100000; sleep 0.1; cat; } >.out; }"#, [program])
    #expect(run.code == 0 && run.error == "")
    #expect(run.output.utf8.count == 1_308_890)
    #expect(folder.text("good") == run.output)
  }

  @Test func emptyEnvironment() throws {
    let run = try folder.shell(#"exec env -i "$0" check s.form d.ndjson >.out 2>.err"#, [program])
    #expect(run.code == 1 && run.error == "")
    #expect(run.summary == "2 records: 1 accepted, 1 rejected")
  }

  @Test func foldersThatCannotBeWritten() throws {
    let run = try folder.shell(
      #"mkdir ro && chmod 500 ro; "$0" check s.form d.ndjson --accepted ro/x >.out 2>.err; c=$?;"#
        + " [ -w ro ] && exit 9; exit $c", [program])
    // Root can write everywhere.
    guard run.code != 9 else { return }
    #expect(run.code == 2)
    #expect(run.error == "error: \"ro/x\" cannot be created: Permission denied.\n")
  }

  /// macOS gives every thread but the first half a megabyte; here all threads have that.
  @Test func smallStacks() throws {
    try folder.write("n.ndjson", "{\"n\":1}\n")
    for (name, spec) in BadInputTests.deepest {
      try folder.write(
        "s.form", "field n: int\n" + spec + (spec.hasPrefix("check") ? " message \"x\"" : ""))
      let run = try folder.shell(
        #"ulimit -s 8192; exec "$0" check s.form n.ndjson --jobs 2 >.out 2>.err"#, [program])
      #expect(run.code < 2 && run.error == "", "\(name)")
    }
  }

  /// The heap for a large form is allocated in advance; nothing depends on whether that succeeds.
  @Test(arguments: [
    "", "ulimit -s 1024; ", "export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536; ",
  ])
  func largeForms(_ before: String) throws {
    let rule =
      ": string rule count(1...20) message \"must have at least one and at most 20 characters\"\n"
    let spec = (0..<3_000).map { "field f\($0)\(rule)" }.joined()
    #expect(spec.utf8.count > 1 << 18)
    try folder.write("s.form", spec + "check f0 != f2999 message \"differ\"\n")
    let record = (0..<3_000).map { "\"f\($0)\":\"a\"" }.joined(separator: ",")
    try folder.write("d.ndjson", "{\(record)}\n")
    let run = try folder.shell(before + #"exec "$0" check s.form d.ndjson >.out 2>.err"#, [program])
    #expect(run.code == 1 && run.error == "")
    #expect(run.summary == "1 record: 0 accepted, 1 rejected")
  }
}

// Tests that a signal ends a run without temporary files, and with a clear message.

import Foundation
import Synchronization
import TestSizes
import Testing

@testable import FormworkCLI
@testable import FormworkRuntime

@Suite(.enabled(if: CLIProgram.isBuilt)) struct SignalTests {
  let folder: CLIFolder
  let program: String

  init() throws {
    program = CLIProgram.path ?? ""
    folder = try CLIFolder(spec: "field id: string")
    try folder.write("d.ndjson", "{\"id\":\"a\"}\n{}\n")
  }

  /// Sends a signal to a run that waits for data and has created its temporary files. With `nohup`, the run would ignore
  /// some signals.
  private func end(by signal: String) throws -> CLIResult {
    try folder.shell(
      #"""
      mkfifo p; ulimit -c 0
      env --default-signal "$0" check s.form p --input ndjson --accepted good --rejected bad >.out 2>.err &
      pid=$!
      n=0; while [ $n -lt 1000 ] && ! ls bad.*.part >.ls 2>&1; do sleep 0.01; n=$((n + 1)); done
      kill -\#(signal) $pid; wait $pid 2>>.ls
      """#, [program])
  }

  /// Only the thread that creates temporary files may be interrupted, because it also removes them.
  @Test func threadsGetNoSignalThatEndsTheProcess() {
    func isHeld() -> Bool {
      var held = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &held)
      return sigismember(&held, SIGTERM) == 1
    }
    let before = isHeld()
    let inside = Mutex(false)
    WorkerThread { inside.withLock { $0 = isHeld() } }?.join()
    #expect(inside.withLock { $0 } && isHeld() == before)
  }

  private let left = [".err", ".ls", ".out", "d.ndjson", "p", "s.form"]

  @Test(arguments: [
    ("HUP", 1), ("ALRM", 14), ("TERM", 15), ("USR1", 10), ("USR2", 12), ("XCPU", 24),
    ("VTALRM", 26),
    ("PROF", 27), ("IO", 29), ("PWR", 30),
  ])
  func signalsLeaveNoDrafts(name: String, number: Int32) throws {
    let run = try end(by: name)
    #expect(run.code == 128 + number && run.error == "")
    #expect(folder.text(".ls")?.contains("bad.") == true)
    #expect(folder.names == left)
  }

  /// Another process, such as a watchdog, may also send fault signals. That isn't a bug.
  @Test(arguments: [("ILL", 4), ("TRAP", 5), ("ABRT", 6), ("FPE", 8), ("SEGV", 11), ("SYS", 31)])
  func sentFaultsLeaveNoDrafts(name: String, number: Int32) throws {
    let run = try end(by: name)
    #expect(run.code == 128 + number && run.error == "")
    #expect(folder.names == left)
  }

  #if os(Linux)
    /// A signal that isn't from `kill` is caused by a fault in the run itself.
    @Test(arguments: [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGSYS])
    func faultsLeaveNoDrafts(number: Int32) throws {
      let result = Mutex<CLIResult?>(nil)
      let runner = WorkerThread {
        let run = try? folder.shell(
          #"""
          mkfifo p; "$0" check s.form p --input ndjson --accepted good --rejected bad >.out 2>.err &
          echo $! >.pid; wait $!
          """#, [program])
        result.withLock { $0 = run }
      }
      for _ in 0..<1_000 where !folder.names.contains(where: { $0.hasSuffix(".part") }) {
        usleep(10_000)
      }
      let pid = try #require(folder.text(".pid").flatMap { pid_t($0.dropLast()) })
      #expect(sigqueue(pid, number, sigval()) == 0)
      runner?.join()
      let run = try #require(result.withLock { $0 })
      #expect(run.code == 70)
      #expect(run.error == "formwork: a bug in formwork itself ended this run\n")
      #expect(folder.names == [".err", ".out", ".pid", "d.ndjson", "p", "s.form"])
    }
  #endif

  /// Exceeding the limit on file sizes is an error like a full disk.
  @Test(.enabled(if: !isSanitized)) func limitOfFileSizes() throws {
    try folder.write("d.ndjson", String(repeating: "{\"id\":\"abcdefghij\"}\n", count: 6_000))
    let run = try folder.shell(
      #"ulimit -f 20; "$0" check s.form d.ndjson --accepted good >/dev/null 2>.err"#, [program])
    #expect(run.code == 2)
    #expect(
      run.error
        == "error: \"good\" cannot be written: It would exceed the limit for the size of files "
        + "(see \"ulimit -f\"). It was not changed.\n")
    let output = try folder.shell(
      #"ulimit -f 20; "$0" check s.form d.ndjson --output ndjson >.out 2>.err"#, [program])
    #expect(
      output.code == 2 && output.error.hasPrefix("error: standard output cannot be written: "))
    #expect(folder.names == [".err", ".out", "d.ndjson", "s.form"])
  }

  /// If memory is short, a run uses fewer threads than requested.
  @Test(.enabled(if: !isSanitized)) func threads() throws {
    try folder.write("d.ndjson", String(repeating: "{\"id\":\"abcdefghij\"}\n", count: 60_000))
    let run = try folder.shell(
      #"ulimit -v 250000; "$0" check s.form d.ndjson --jobs 64 --accepted good >.out 2>.err"#,
      [program])
    #expect(run.code == 0 && run.error == "")
    #expect(run.summary == "60,000 records: 60,000 accepted, 0 rejected")
  }

  /// Running out of memory isn't a bug.
  @Test(.enabled(if: isLarge)) func memory() throws {
    let run = try folder.shell(
      #"""
      { printf '{"id":"'; head -c 40000000 /dev/zero | tr '\000' a; printf '"}\n'; } >d.ndjson
      ulimit -v 100000; "$0" check s.form d.ndjson --jobs 1 --accepted good 2>.err
      """#, [program])
    #expect(run.code == 2)
    #expect(
      run.error.hasSuffix(
        "\nerror: There is not enough memory for this run. Use --jobs 1, which needs the least.\n"))
    #expect(!run.error.contains("bug in formwork"))
    #expect(folder.names == [".err", "d.ndjson", "s.form"])
  }
}

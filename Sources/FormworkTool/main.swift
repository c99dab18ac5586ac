// The process: its words, its streams, its clock, its exit code.

internal import FormworkCLI
internal import FormworkRuntime

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Runs the command line and ends the process. Code outside of functions belongs to the main actor, and
/// its closures would bring all of Swift's concurrency into the tool.
func run() -> Never {
  // A bug ends the process with 70 and one line, whatever else the runtime would print.
  for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
    signal(number) { _ in
      let words: StaticString = "formwork: a bug in formwork itself ended this run\n"
      _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
      _exit(70)
    }
  }
  let tool = CommandLineTool(terminal: .system(), moment: SystemFacts.moment)
  let words = Array(CommandLine.arguments.dropFirst())
  // The tool is not released before the process ends, and with it nothing that it keeps.
  withExtendedLifetime(tool) { exit(onMainStack { tool.run(words) }) }
}

run()

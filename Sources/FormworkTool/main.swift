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

// A bug ends the process with 70 and one line, whatever else the runtime would print.
for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
  signal(number) { _ in
    let words: StaticString = "formwork: a bug in formwork itself ended this run\n"
    _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
    _exit(70)
  }
}

let tool = CommandLineTool(terminal: .system(), moment: SystemFacts.moment)
exit(onMainStack { tool.run(Array(CommandLine.arguments.dropFirst())) })

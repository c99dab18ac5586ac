// The process: its words, its streams, its clock, its exit code.

internal import FormworkCLI

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

let tool = CommandLineTool(terminal: .system(), moment: SystemFacts.moment)
exit(tool.run(Array(CommandLine.arguments.dropFirst())))

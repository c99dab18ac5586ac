// Passes the inputs that libFuzzer generates to one of the targets:
//
//     formwork-fuzz TARGET [flags and files of libFuzzer]
//
// `Scripts/fuzz` builds and runs it, with seeds, a dictionary and limits. A target that finds a fault ends the process,
// and libFuzzer keeps the input.

import Foundation

@main enum Fuzz {
  /// What can be fuzzed. A target is a function and a line here; `Scripts/fuzz` has a line with its seeds.
  private static let targets: [String: @Sendable (FuzzInput) -> Void] = [
    "form": tryForm,
    "json": tryJSON,
    "table": tryTable,
    "pattern": tryPattern,
    "ways": tryWays,
    "pieces": tryPieces,
    "packed": tryPacked,
  ]

  /// The target of this process.
  nonisolated(unsafe) fileprivate static var target: (FuzzInput) -> Void = { _ in }

  static func main() {
    guard let target = targets[CommandLine.arguments.dropFirst().first ?? ""] else {
      return print("usage: formwork-fuzz " + targets.keys.sorted().joined(separator: "|"))
    }
    self.target = target
    // The fuzzer looks for flags and files behind its own name. It ends the process.
    var words = CommandLine.unsafeArgv + 1
    var count = CommandLine.argc - 1
    _ = runFuzzer(&count, &words, tryInput)
  }
}

/// What the fuzzer calls with each input.
private func tryInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.target(FuzzInput(Array(UnsafeBufferPointer(start: bytes, count: count))))
  return 0
}

/// The way into libFuzzer for programs with a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

// Passes the inputs that libFuzzer generates to one of the targets:
//
//     formwork-fuzz TARGET [flags and files of libFuzzer]
//
// `Scripts/fuzz` builds and runs it, with seeds, a dictionary and limits. A target that finds a fault ends the
// process, and libFuzzer keeps the input.

import Foundation

@main enum Fuzz {
  /// The targets. To add one, write a function and a line here, and a line with its seeds in `Scripts/fuzz`.
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
    // The fuzzer expects flags and files after its own name. It ends the process.
    var words = CommandLine.unsafeArgv + 1
    var count = CommandLine.argc - 1
    _ = runFuzzer(&count, &words, tryInput)
  }
}

/// Runs the target on an input of the fuzzer.
private func tryInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.target(FuzzInput(Array(UnsafeBufferPointer(start: bytes, count: count))))
  return 0
}

/// The entry point of libFuzzer for programs with their own `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

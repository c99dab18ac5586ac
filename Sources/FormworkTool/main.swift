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

/// Ends the process from a signal handler: with one line, whatever else the runtime would print, and without
/// files that are half written.
func end(_ words: StaticString, _ code: Int32) -> Never {
  Drafts.removeAll()
  _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
  _exit(code)
}

/// Ends the process from the handler of a signal that its own faults raise.
///
/// - Parameter isSent: whether another process sent the signal. The run then ends as it does by any other signal.
func endByFault(_ number: Int32, isSent: Bool) {
  if isSent { return Drafts.end(by: number) }
  if errno == ENOMEM {
    end("error: There is not enough memory for this run. It takes the least with --jobs 1.\n", 2)
  }
  end("formwork: a bug in formwork itself ended this run\n", 70)
}

/// Lets a bug end the process with 70. The runtime ends it in the same way when there is no more memory, and
/// nothing calls the system between the two, so that the number of the error still says so.
func catchFaults() {
  var action = sigaction()
  action.sa_flags = SA_SIGINFO
  // What a process sends to itself, as `abort` does, has another code than what `kill` sends.
  #if canImport(Darwin)
    action.__sigaction_u.__sa_sigaction = { number, info, _ in
      let isSent = info.map { $0.pointee.si_code == SI_USER && $0.pointee.si_pid != getpid() }
      endByFault(number, isSent: isSent ?? false)
    }
  #elseif canImport(Glibc)
    action.__sigaction_handler.sa_sigaction = { number, info, _ in
      endByFault(number, isSent: info?.pointee.si_code == Int32(SI_USER))
    }
  #else
    action.__sa_handler.sa_sigaction = { number, info, _ in
      endByFault(number, isSent: info?.pointee.si_code == SI_USER)
    }
  #endif
  for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS] {
    sigaction(number, &action, nil)
  }
}

/// Runs the command line and ends the process. Code outside of functions belongs to the main actor, and
/// its closures would bring all of Swift's concurrency into the tool.
func run() -> Never {
  catchFaults()
  Descriptors.keepStandardOnes()
  // Swift looks for the words where the system keeps them, and on Linux needs `/proc` for that.
  if CommandLine.argc < 1 {
    end("error: The words of the command line cannot be read. On Linux this needs /proc.\n", 2)
  }
  let tool = CommandLineTool(terminal: .system(), moment: SystemFacts.moment)
  let words = (1..<max(1, Int(CommandLine.argc))).compactMap { place in
    CommandLine.unsafeArgv[place].map { SystemText(cString: $0) }
  }
  // The tool is not released before the process ends, and with it nothing that it keeps.
  withExtendedLifetime(tool) { () -> Never in
    if let code = onMainStack({ tool.run(words) }) { exit(code) }
    end("error: There is too little stack here, and no thread can be made that has more.\n", 2)
  }
}

run()

// The process: its arguments, streams, clock and exit code. The module isn't called `formwork`, because some file
// systems ignore case and the library is called Formwork.

internal import FormworkCLI
internal import FormworkRuntime

/// Ends the process from a signal handler. Prints one line in place of the runtime's output, and deletes half-written
/// files.
func end(_ words: StaticString, _ code: Int32) -> Never {
  Drafts.removeAll()
  _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
  _exit(code)
}

/// Ends the process from the handler of a signal that reports a fault, such as SIGSEGV.
///
/// - Parameter isSent: Whether another process sent the signal. The run then ends as after any other signal.
func endByFault(_ number: Int32, isSent: Bool) {
  if isSent { return Drafts.end(by: number) }
  if errno == ENOMEM {
    end("error: There is not enough memory for this run. Use --jobs 1, which needs the least.\n", 2)
  }
  end("formwork: a bug in formwork itself ended this run\n", 70)
}

/// Makes a bug end the process with code 70. When memory runs out, the runtime traps in the same way. No system call
/// follows the failed allocation, so `errno` still shows that memory was the reason.
func catchFaults() {
  var action = sigaction()
  action.sa_flags = SA_SIGINFO
  // A signal from the process itself, such as one from `abort`, has a different code than a signal from `kill`.
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

/// Runs the command line and ends the process. This is a function because top-level code belongs to the main actor.
/// Its closures would link all of Swift's concurrency into the tool.
func run() -> Never {
  catchFaults()
  Descriptors.keepStandardOnes()
  // On Linux, Swift reads the arguments from `/proc`. Without `/proc`, it finds no arguments.
  if CommandLine.argc < 1 {
    end("error: The command line cannot be read. On Linux this needs /proc.\n", 2)
  }
  let tool = CommandLineTool(terminal: .system(), moment: SystemFacts.moment)
  let words = (1..<max(1, Int(CommandLine.argc))).compactMap { place in
    CommandLine.unsafeArgv[place].map { SystemText(cString: $0) }
  }
  // Releasing the tool and everything it keeps would only delay the end of the process.
  withExtendedLifetime(tool) { () -> Never in
    if let code = onMainStack({ tool.run(words) }) { exit(code) }
    end("error: The stack is too small, and no thread with a larger one can be created.\n", 2)
  }
}

run()

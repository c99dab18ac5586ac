// Parsing and checking a form recurses through its nesting, up to 256 levels and 1,000 operators. On some platforms
// that needs more stack than the threads of Swift tasks have. Such work therefore runs on its own thread, unless the
// main thread's stack is known to be large enough.

#if DEBUG
  /// The minimum stack size in bytes for using the main thread.
  private let enoughStack = 16 << 20
#else
  /// The minimum stack size in bytes for using the main thread. Otherwise a new thread is started, which takes longer
  /// than reading a small form.
  private let enoughStack = 4 << 20
#endif

/// Runs `body` on a thread with a large stack and waits for it. If no thread can be started, runs it on this thread.
package func onDeepStack<T, E>(_ body: () throws(E) -> T) throws(E) -> T {
  let result = onThread { () -> Result<T, E> in
    do throws(E) { return .success(try body()) } catch { return .failure(error) }
  }
  return if let result { try result.get() } else { try body() }
}

/// Runs `body` on a thread with a large stack and waits for it. Returns nil if no thread can be started.
private func onThread<T>(_ body: () -> T) -> T? {
  var result: T?
  withoutActuallyEscaping(body) { body in
    let thread = WorkerThread { result = body() }
    thread?.join()
  }
  return result
}

/// Runs `body` on the main thread if its stack is large enough, and otherwise on a new thread. Must be called on the
/// main thread. Returns nil if no thread can be started.
package func onMainStack<T>(_ body: () -> T) -> T? {
  if mainStackSize >= enoughStack { return body() }
  let held = HeldSignals()
  defer { held.release() }
  return onThread {
    held.release()
    return body()
  }
}

/// The limit of the main thread's stack, in bytes.
private var mainStackSize: UInt64 {
  #if canImport(Glibc)
    let resource = Int32(RLIMIT_STACK.rawValue)
  #else
    let resource = RLIMIT_STACK
  #endif
  var limit = rlimit()
  return getrlimit(resource, &limit) == 0 ? UInt64(limit.rlim_cur) : 0
}

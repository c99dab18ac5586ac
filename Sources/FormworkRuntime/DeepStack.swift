// Reading a form follows its nesting by recursion, up to 256 levels and 1,000 operators. That takes
// more stack than the threads of Swift tasks have on some platforms, so it gets a thread of its own
// where it is not known to be on the main thread.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if DEBUG
  /// With so much stack, in bytes, the main thread needs no other one.
  private let enoughStack = 16 << 20
#else
  /// With so much stack, in bytes, the main thread needs no other one. A thread takes longer than
  /// reading a small form.
  private let enoughStack = 4 << 20
#endif

/// Runs `body` on a thread with a large stack and waits for it; here, if there can be no thread.
package func onDeepStack<T, E>(_ body: () throws(E) -> T) throws(E) -> T {
  let result = onThread { () -> Result<T, E> in
    do throws(E) { return .success(try body()) } catch { return .failure(error) }
  }
  return if let result { try result.get() } else { try body() }
}

/// Runs `body` on a thread with a large stack and waits for it; nil if there can be no thread.
private func onThread<T>(_ body: () -> T) -> T? {
  var result: T?
  withoutActuallyEscaping(body) { body in
    let thread = WorkerThread { result = body() }
    thread?.join()
  }
  return result
}

/// Runs `body` with a large stack, when called on the main thread: here, if the system lets that
/// have one; nil if there can be none.
package func onMainStack<T>(_ body: () -> T) -> T? {
  if mainStackSize >= enoughStack { return body() }
  let held = HeldSignals()
  defer { held.release() }
  return onThread {
    held.release()
    return body()
  }
}

/// How much stack the system lets the main thread have, in bytes.
private var mainStackSize: UInt64 {
  #if canImport(Glibc)
    let resource = Int32(RLIMIT_STACK.rawValue)
  #else
    let resource = RLIMIT_STACK
  #endif
  var limit = rlimit()
  return getrlimit(resource, &limit) == 0 ? UInt64(limit.rlim_cur) : 0
}

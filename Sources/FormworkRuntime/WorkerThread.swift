// Threads that are started by the platform's own calls, not by Dispatch. The stacks of Dispatch's threads have the
// platform's default size. On Linux, loading the Dispatch library would also take a twentieth of the tool's startup
// time.

/// A thread that runs a function once.
struct WorkerThread {
  /// The size of the stack in bytes. The deepest form needs 1 MiB in release builds and 8 MiB in debug builds. Unused
  /// stack takes only address space.
  private static let stackSize = 16 << 20

  /// The maximum number of threads if the address space of the process is limited (`ulimit -v`). Besides its stack, a
  /// thread may reserve 64 MiB of addresses for its heap, which would then be missing for the data.
  static var limit: Int {
    #if canImport(Glibc)
      let resource = Int32(RLIMIT_AS.rawValue)
    #else
      let resource = RLIMIT_AS
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur) / (128 << 20)
  }

  private let thread: pthread_t

  /// Starts a thread that runs `body`, or returns nil if that fails. The thread blocks all signals that end the
  /// process.
  ///
  /// - Parameter body: the function to run. The caller is responsible for synchronizing shared state.
  init?(_ body: @escaping () -> Void) {
    #if canImport(Glibc)
      var thread: pthread_t = 0
    #else
      var thread: pthread_t?
    #endif
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    guard pthread_attr_init(attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(attributes) }
    guard pthread_attr_setstacksize(attributes, WorkerThread.stackSize) == 0 else { return nil }
    // A new thread inherits the signal mask of the thread that starts it.
    let held = HeldSignals()
    defer { held.release() }
    let work = Unmanaged.passRetained(Work(body))
    guard pthread_create(&thread, attributes, { runWork($0) }, work.toOpaque()) == 0 else {
      work.release()
      return nil
    }
    #if canImport(Glibc)
      self.thread = thread
    #else
      guard let thread else { return nil }
      self.thread = thread
    #endif
  }

  /// Waits until the function has returned. Call it exactly once.
  func join() { pthread_join(thread, nil) }
}

private final class Work {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runWork(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
    return nil
  }
#else
  private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
    return nil
  }
#endif

// Threads by the platform's own calls. Those of Dispatch are no larger than the platform's default, and on
// Linux its library would take a twentieth of the time that the tool takes to start.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A thread that runs a function once.
struct WorkerThread {
  /// The stack in bytes. Release builds need 1 MiB for the deepest form, debug builds 8 MiB; what is
  /// not used costs nothing but addresses.
  private static let stackSize = 16 << 20

  /// How many threads there should be at most, where a process may have only so much memory (`ulimit -v`).
  /// Besides its stack, a thread may get 64 MiB of addresses for its heap; what threads take of a small limit, they
  /// and others lack for what they work on.
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

  /// Starts a thread that runs `body`; nil if there can be none. It gets no signal that ends the process.
  ///
  /// - Parameter body: what it shares with others is for the caller to see to.
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
    // A thread begins with what is held of the one that starts it.
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

  /// Waits until the function has returned; to be called once.
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

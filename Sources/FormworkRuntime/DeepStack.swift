// Reading a spec follows its nesting by recursion, up to 256 levels and 1,000 operators. That takes
// more stack than the threads of Swift tasks have on some platforms, so it gets a thread of its own
// where it is not known to be on the main thread.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The stack of a thread of its own, in bytes. Release builds need 1 MiB for the deepest spec, debug builds 8 MiB; what is
/// not used costs nothing but addresses.
private let stackSize = 16 << 20

#if DEBUG
  /// With so much stack, in bytes, the main thread needs no other one.
  private let enoughStack = 16 << 20
#else
  /// With so much stack, in bytes, the main thread needs no other one. A thread takes longer than
  /// reading a small spec.
  private let enoughStack = 4 << 20
#endif

/// Runs `body` on a thread with a large stack and waits for it; here, if there can be no thread.
package func onDeepStack<T, E>(_ body: () throws(E) -> T) throws(E) -> T {
  var result: Result<T, E>?
  withoutActuallyEscaping(body) { body in
    let work = Unmanaged.passRetained(
      DeepWork {
        do throws(E) { result = .success(try body()) } catch { result = .failure(error) }
      })
    if !start(work.toOpaque()) { work.takeRetainedValue().run() }
  }
  return if let result { try result.get() } else { try body() }
}

/// Runs `body` with a large stack, when called on the main thread: here, if the system lets that
/// have one.
package func onMainStack<T>(_ body: () -> T) -> T {
  mainStackSize >= enoughStack ? body() : onDeepStack(body)
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

private final class DeepWork {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}

/// Runs the work on a thread and waits for its end; false if there is none.
private func start(_ work: UnsafeMutableRawPointer) -> Bool {
  #if canImport(Glibc)
    var thread: pthread_t = 0
  #else
    var thread: pthread_t?
  #endif
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  defer { attributes.deallocate() }
  guard pthread_attr_init(attributes) == 0 else { return false }
  defer { pthread_attr_destroy(attributes) }
  guard pthread_attr_setstacksize(attributes, stackSize) == 0 else { return false }
  let created = pthread_create(&thread, attributes, { runWork($0) }, work)
  guard created == 0 else { return false }
  #if canImport(Glibc)
    pthread_join(thread, nil)
  #else
    if let thread { pthread_join(thread, nil) }
  #endif
  return true
}

#if canImport(Darwin)
  private func runWork(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<DeepWork>.fromOpaque(work).takeRetainedValue().run()
    return nil
  }
#else
  private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<DeepWork>.fromOpaque(work).takeRetainedValue().run() }
    return nil
  }
#endif

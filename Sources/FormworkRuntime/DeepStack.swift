// Reading a spec follows its nesting by recursion, up to 256 levels and 1,000 operators. That takes
// more stack than the threads of Swift tasks have on some platforms, so it gets a thread of its own.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The stack in bytes. Release builds need 1 MiB for the deepest spec, debug builds 8 MiB; what is
/// not used costs nothing but addresses.
private let stackSize = 16 << 20

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

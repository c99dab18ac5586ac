// A lock around a value. Not the Mutex of the standard library: on Linux it waits in ways that the Thread
// Sanitizer does not see, so that every use of it is told to be a race.

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A value that one thread at a time may touch. Those who wait for something of it stand in queues, so that
/// a change wakes whom it is of use to: with 64 threads in one, waking all of them at each change took five
/// times the time of the work itself.
package final class Lock<Value>: @unchecked Sendable {
  // Unchecked: the value is touched only by whoever holds the mutex.
  // Where they lie must not change.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let queues: UnsafeMutableBufferPointer<pthread_cond_t>
  private let value: UnsafeMutablePointer<Value>

  /// - Parameter queues: how many queues there are, numbered from 0.
  package init(_ value: sending Value, queues: Int = 1) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.queues = .allocate(capacity: queues)
    self.queues.initialize(repeating: pthread_cond_t())
    for queue in 0..<queues { pthread_cond_init(place(of: queue), nil) }
  }

  deinit {
    for queue in queues.indices { pthread_cond_destroy(place(of: queue)) }
    queues.deinitialize()
    queues.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` on the value while no other thread does.
  package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }

  private func place(of queue: Int) -> UnsafeMutablePointer<pthread_cond_t> {
    precondition(queues.indices.contains(queue))
    return queues.baseAddress.unsafelyUnwrapped + queue
  }

  /// Who is woken by a change.
  package enum Wakes {
    case everyone
    /// All of a queue.
    case queue(Int)
    /// One of a queue, who wakes the next where there is something for that one, too.
    case one(of: Int)
  }

  /// Changes the value and wakes those who wait for it.
  package func change<Result>(
    waking wakes: Wakes = .everyone, _ body: (inout Value) -> Result
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      wake(wakes)
      pthread_mutex_unlock(mutex)
    }
    return body(&value.pointee)
  }

  private func wake(_ wakes: Wakes) {
    switch wakes {
    case .everyone: for queue in queues.indices { pthread_cond_broadcast(place(of: queue)) }
    case .queue(let queue): pthread_cond_broadcast(place(of: queue))
    case .one(let queue): pthread_cond_signal(place(of: queue))
    }
  }

  /// Runs `body` on the value, now and whenever its queue is woken, until it gives a result.
  package func wait<Result>(in queue: Int = 0, _ body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      pthread_cond_wait(place(of: queue), mutex)
    }
  }
}

// A lock around a value. It doesn't use the standard library's `Mutex`, whose futex calls on Linux are invisible to
// Thread Sanitizer, which would report a race at every use.

/// A value that only one thread at a time may access. Threads can wait in several queues, so that a change wakes only
/// the threads that it concerns. With 64 threads in one queue, waking all of them took five times as long as the work
/// itself.
package final class Lock<Value>: @unchecked Sendable {
  // `@unchecked`: only the thread that holds the mutex accesses the value.
  // The mutex and the queues are allocated, because their addresses must not change.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let queues: UnsafeMutableBufferPointer<pthread_cond_t>
  private let value: UnsafeMutablePointer<Value>

  /// - Parameter queues: the number of queues, which are numbered from 0.
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

  /// Runs `body` on the value with exclusive access.
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

  /// The threads that a change wakes.
  package enum Wakes {
    case everyone
    /// All threads of a queue.
    case queue(Int)
    /// One thread of a queue, which wakes the next one if there is more to do.
    case one(of: Int)
  }

  /// Changes the value and wakes threads that wait for it.
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

  /// Runs `body` on the value at once, and again whenever `queue` is woken, until `body` returns a result.
  package func wait<Result>(in queue: Int = 0, _ body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      pthread_cond_wait(place(of: queue), mutex)
    }
  }
}

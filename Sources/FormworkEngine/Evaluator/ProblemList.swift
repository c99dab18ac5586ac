// The problems of a record while it is evaluated. An array would ask at every problem whether it is
// the only one to hold its memory; this list has one owner.

/// A list of problems; whoever owns it deallocates it.
struct ProblemList {
  private var memory = UnsafeMutablePointer<Problem>.allocate(capacity: 16)
  private var capacity = 16
  private(set) var count = 0

  func deallocate() { memory.deallocate() }

  /// The problems, until the next one is added.
  var all: UnsafeBufferPointer<Problem> { UnsafeBufferPointer(start: memory, count: count) }

  @inline(__always)
  mutating func append(_ problem: Problem) {
    if count == capacity { grow() }
    (memory + count).initialize(to: problem)
    count &+= 1
  }

  mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count)
    for next in (index + 1)..<max(count, index + 1) { memory[next - 1] = memory[next] }
    count -= 1
  }

  /// Forgets them all; what very many of them needed is not kept.
  @inline(__always)
  mutating func removeAll() {
    count = 0
    if capacity > 4_096 { shrink() }
  }

  private mutating func shrink() {
    memory.deallocate()
    self = ProblemList()
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Problem>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
    capacity *= 2
  }
}

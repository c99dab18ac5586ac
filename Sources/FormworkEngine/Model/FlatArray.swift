// The arrays of a program that evaluation reads at every step. They stay at the address where they were built, so
// that the plan needs no copies.

/// An array of elements without references. Its memory doesn't move as long as a copy of the array exists.
///
/// Like `Array`, it is copied before a write if it is shared.
package struct FlatArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // `@unchecked`: shared memory is never written to.

  private final class Memory {
    let start: UnsafeMutablePointer<Element>

    init(_ capacity: Int) { start = .allocate(capacity: capacity) }

    deinit { start.deallocate() }
  }

  private var memory = Memory(1)
  private var start: UnsafeMutablePointer<Element>
  private var capacity = 1
  package private(set) var count = 0

  init() { start = memory.start }

  /// The elements. They are valid as long as this array, or a copy of it, exists and isn't written to.
  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }

  mutating func reserveCapacity(_ count: Int) {
    if count > capacity { move(to: count) }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity || !isKnownUniquelyReferenced(&memory) { makeRoom() }
    (start + count).initialize(to: element)
    count &+= 1
  }

  mutating func append(contentsOf elements: [Element]) {
    for element in elements { append(element) }
  }

  mutating func removeLast(_ number: Int) {
    precondition(number >= 0 && number <= count)
    count -= number
  }

  @inline(__always)
  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&memory) { move(to: capacity) }
  }

  /// Reserves space for one more element in unshared memory.
  @inline(never)
  private mutating func makeRoom() { move(to: count == capacity ? capacity * 2 : capacity) }

  private mutating func move(to capacity: Int) {
    let moved = Memory(capacity)
    moved.start.initialize(from: start, count: count)
    memory = moved
    start = moved.start
    self.capacity = capacity
  }
}

extension FlatArray: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int { count }

  package subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return start[index]
    }
    set {
      precondition(index >= 0 && index < count)
      makeUnique()
      start[index] = newValue
    }
  }
}

// The problems of a record during its evaluation. An array would test at every append whether its memory is shared;
// this list has a single owner.

internal import FormworkSyntax

/// A list of problems. Its owner must deallocate it.
struct ProblemList {
  private var memory = UnsafeMutablePointer<Problem>.allocate(capacity: 16)
  private var capacity = 16
  private(set) var count = 0
  /// The number of warnings to remove from a full list, and the number of warnings to keep. Each further error replaces
  /// the last warning. Nil until an error is added to a full list.
  private var surplus: (goes: Int, stays: Int)?

  func deallocate() { memory.deallocate() }

  /// The problems. Valid until the next one is added.
  var all: UnsafeBufferPointer<Problem> { UnsafeBufferPointer(start: memory, count: count) }

  @inline(__always)
  mutating func append(_ problem: Problem) {
    if count == capacity { grow() }
    (memory + count).initialize(to: problem)
    count &+= 1
  }

  /// Adds an error to a full list instead of the last warning. Ignores the error if there is no warning. `settle`
  /// removes all replaced warnings at once, because removing them one by one would take quadratic time.
  mutating func replaceWarning(with error: Problem) {
    var (goes, stays) = surplus ?? (0, all.count { $0.severity == .warning })
    if stays > 0 {
      append(error)
      (goes, stays) = (goes + 1, stays - 1)
    }
    surplus = (goes, stays)
  }

  /// Removes the warnings that errors have replaced.
  mutating func settle() {
    guard let goes = surplus?.goes, goes > 0 else { return }
    var stays = all.count { $0.severity == .warning } - goes
    var end = 0
    for index in 0..<count {
      if memory[index].severity == .warning {
        if stays == 0 { continue }
        stays -= 1
      }
      memory[end] = memory[index]
      end += 1
    }
    count = end
    surplus?.goes = 0
  }

  /// Removes all problems, and frees the memory if it is large.
  @inline(__always)
  mutating func removeAll() {
    count = 0
    surplus = nil
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

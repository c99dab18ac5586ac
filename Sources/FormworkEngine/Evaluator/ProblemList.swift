// The problems of a record while it is evaluated. An array would ask at every problem whether it is
// the only one to hold its memory; this list has one owner.

internal import FormworkSyntax

/// A list of problems; whoever owns it deallocates it.
struct ProblemList {
  private var memory = UnsafeMutablePointer<Problem>.allocate(capacity: 16)
  private var capacity = 16
  private(set) var count = 0
  /// How many of the last warnings are to go, because errors came when the list was full, and how many
  /// warnings there are beside them; nil until an error has come then.
  private var surplus: (goes: Int, stays: Int)?

  func deallocate() { memory.deallocate() }

  /// The problems, until the next one is added.
  var all: UnsafeBufferPointer<Problem> { UnsafeBufferPointer(start: memory, count: count) }

  @inline(__always)
  mutating func append(_ problem: Problem) {
    if count == capacity { grow() }
    (memory + count).initialize(to: problem)
    count &+= 1
  }

  /// Appends an error to a list that is full, instead of its last warning, if it has one. The warnings go
  /// all at once in `settle`: moving what is behind each would grow with the square of their number.
  mutating func replaceWarning(with error: Problem) {
    var (goes, stays) = surplus ?? (0, all.count { $0.severity == .warning })
    if stays > 0 {
      append(error)
      (goes, stays) = (goes + 1, stays - 1)
    }
    surplus = (goes, stays)
  }

  /// Takes out the warnings that errors have replaced.
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

  /// Forgets them all; what very many of them needed is not kept.
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

/// A set of nonnegative numbers, with one bit for each up to the largest. A `Set` would cost every process the lookup
/// of its elements' `Hashable` conformance, which takes longer than checking a small form.
struct NumberSet {
  private var words: [UInt64] = []

  func contains(_ number: Int) -> Bool {
    let index = number >> 6
    return index < words.count && words[index] >> UInt64(number & 63) & 1 == 1
  }

  mutating func insert(_ number: Int) {
    let index = number >> 6
    while words.count <= index { words.append(0) }
    words[index] |= 1 << UInt64(number & 63)
  }
}

// The short texts of a source, made once: names of types and rules, fields named in conditions and small
// numbers come again and again.

/// Remembers texts of up to fifteen bytes, each in a place of its hash until another one takes it.
///
/// It is plain memory, to be given back with `deallocate`.
struct ShortTexts {
  private struct Entry {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var text: UnsafePointer<String>?
  }

  private static let count = 128
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: ShortTexts.count)
    entries.initialize(repeating: Entry(), count: ShortTexts.count)
  }

  func deallocate() {
    entries.deallocate()
  }

  /// The text that bytes of valid UTF-8 without NUL are, in the one memory that is asked for all along.
  func text(
    _ bytes: UnsafeBufferPointer<UInt8>, in memory: TreeMemory
  ) -> UnsafePointer<String> {
    guard bytes.count <= 15, let (low, high) = WordTable.pack(bytes) else {
      return memory.string(Source.string(bytes))
    }
    let entry = entries + WordTable.hash(low, high) / (256 / ShortTexts.count)
    if entry.pointee.low == low, entry.pointee.high == high, let text = entry.pointee.text {
      return text
    }
    let text = memory.string(Source.string(bytes))
    entry.pointee = Entry(low: low, high: high, text: text)
    return text
  }
}

// Memory for a large spec. Its tree and its program are tens of megabytes in small pieces, and the system
// hands memory out page by page, which can take a third of the time of reading the spec.

#if canImport(Glibc)
  internal import Glibc

  /// Makes room on the heap of the main thread for a spec of a number of bytes, in pages of 2 MiB where
  /// the system has such.
  ///
  /// It is only advice: a small spec, or one on a system that refuses, has what it would have had, and
  /// large pages are not touched before they are used.
  package func reserveHeap(forSpecOf byteCount: Int) {
    guard byteCount >= 1 << 18 else { return }
    // The C library keeps a block apart from the heap if it is larger than the largest that was
    // freed, and gives the end of the heap back if more than twice that lies idle.
    let largest = 31 << 20
    free(block(largest))
    guard let end = sbrk(0) else { return }
    let half = min(heapBytesPerByte * byteCount / 2, largest - largePage)
    let blocks = (block(half), block(half))
    free(blocks.1)
    free(blocks.0)
    guard let newEnd = sbrk(0) else { return }
    let upper = UInt(bitPattern: newEnd)
    let lower = round(UInt(bitPattern: end), upTo: UInt(getpagesize()))
    let large = round(lower, upTo: UInt(largePage))
    guard large < upper else { return }
    // What is before the first large page is filled for certain.
    advise(lower..<large, adviceToPopulate)
    advise(large..<upper, adviceForLargePages)
  }

  private let largePage = 2 << 20

  /// What reading, checking and compiling comes to for each byte of a spec.
  private let heapBytesPerByte = 40

  /// `MADV_HUGEPAGE` and `MADV_POPULATE_WRITE` of Linux, which not every C library names.
  private let adviceForLargePages: Int32 = 14
  private let adviceToPopulate: Int32 = 23

  private func advise(_ range: Range<UInt>, _ advice: Int32) {
    guard !range.isEmpty else { return }
    _ = madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, advice)
  }

  private func round(_ place: UInt, upTo multiple: UInt) -> UInt {
    (place + multiple - 1) / multiple * multiple
  }

  /// A block of the heap. It is not `malloc`, which a compiler takes out where nothing is done with what
  /// it gives.
  private func block(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    var block: UnsafeMutableRawPointer?
    return posix_memalign(&block, MemoryLayout<Int>.size, byteCount) == 0 ? block : nil
  }
#else
  /// Does nothing, where memory is not known to come in small pages.
  package func reserveHeap(forSpecOf byteCount: Int) {}
#endif

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
    // What is before the first large page is never used, and so never touched.
    let start = (UInt(bitPattern: end) + largePage - 1) / largePage * largePage
    _ = block(Int(start - UInt(bitPattern: end)))
    // The library notes its sizes before and after a block, and where something is noted already the
    // system gives no large page: so there is one block, unless that is too little.
    let wanted = heapBytesPerByte * byteCount
    let first = block(min(wanted, largest))
    adviseLargePages(from: start)
    if wanted > largest {
      let second = block(min(wanted - largest, largest - Int(largePage)))
      adviseLargePages(from: start)
      free(second)
    }
    free(first)
  }

  /// Asks for large pages from a place up to the end of the heap.
  private func adviseLargePages(from start: UInt) {
    guard let end = sbrk(0), start < UInt(bitPattern: end) else { return }
    // `MADV_HUGEPAGE` of Linux, which not every C library names.
    let advice: Int32 = 14
    _ = madvise(
      UnsafeMutableRawPointer(bitPattern: start), Int(UInt(bitPattern: end) - start), advice)
  }

  private let largePage: UInt = 2 << 20

  /// What reading, checking and compiling comes to for each byte of a spec.
  private let heapBytesPerByte = 40

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

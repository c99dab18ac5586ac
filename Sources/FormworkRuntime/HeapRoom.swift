// Memory for a large form. Its tree and its program are tens of megabytes in small pieces, and the system
// hands memory out page by page, which takes a quarter of the time of loading.

#if canImport(Glibc)
  internal import Glibc

  /// Makes room on the heap for a form of so many bytes, in pages of 2 MiB where the system has such.
  ///
  /// It is only advice: what is not touched takes no memory.
  package func reserveHeap(forFormOf byteCount: Int) {
    guard byteCount >= 1 << 18 else { return }
    // The C library takes a block from the heap if it is not larger than the largest that was freed, and
    // gives the end of the heap back if more than twice that lies idle.
    let largest = 31 << 20
    let largePage = 2 << 20
    free(block(largest))
    guard let start = sbrk(0) else { return }
    let blocks = [block(largest), block(largest - largePage)]
    // `MADV_HUGEPAGE` of Linux, which not every C library names.
    let advice: Int32 = 14
    if let end = sbrk(0), start < end {
      let unaligned = Int(bitPattern: start) % largePage
      let first = start + (unaligned == 0 ? 0 : largePage - unaligned)
      _ = madvise(first, end - first, advice)
    }
    for block in blocks.reversed() { free(block) }
  }

  /// A block of the heap. It is not `malloc`, which a compiler takes out where nothing is done with what
  /// it gives.
  private func block(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    var block: UnsafeMutableRawPointer?
    return posix_memalign(&block, MemoryLayout<Int>.size, byteCount) == 0 ? block : nil
  }
#else
  /// Does nothing, where memory is not known to come in small pages.
  package func reserveHeap(forFormOf byteCount: Int) {}
#endif

// Memory for a large form. Its tree and its program take tens of megabytes in small allocations. Page faults for these
// allocations would take a quarter of the loading time.

#if canImport(Glibc)
  /// Prepares the heap for a form of `byteCount` bytes, with pages of 2 MiB where the system supports them.
  ///
  /// This is only advice to the system: memory that isn't touched costs nothing.
  package func reserveHeap(forFormOf byteCount: Int) {
    guard byteCount >= 1 << 18 else { return }
    // The C library allocates a block from the heap if it isn't larger than the largest block freed so far. It
    // returns the end of the heap to the system if more than twice that size is unused.
    let largest = 31 << 20
    let largePage = 2 << 20
    free(block(largest))
    guard let start = sbrk(0) else { return }
    let blocks = [block(largest), block(largest - largePage)]
    // `MADV_HUGEPAGE` of Linux, which not every C library defines.
    let advice: Int32 = 14
    if let end = sbrk(0), start < end {
      let unaligned = Int(bitPattern: start) % largePage
      let first = start + (unaligned == 0 ? 0 : largePage - unaligned)
      _ = madvise(first, end - first, advice)
    }
    for block in blocks.reversed() { free(block) }
  }

  /// Allocates a block of the heap. A call to `malloc` would be optimized away, because the block isn't used.
  private func block(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    var block: UnsafeMutableRawPointer?
    return posix_memalign(&block, MemoryLayout<Int>.size, byteCount) == 0 ? block : nil
  }
#else
  /// Does nothing, because page faults aren't known to be a cost on this platform.
  package func reserveHeap(forFormOf byteCount: Int) {}
#endif

// The usual row, read in one go: every cell without doubled quotes, and as many cells as there are
// columns. Any other is left to the rest of the reader, which also finds the words for what is wrong.

extension TableReader {
  /// Reads a row if it is a usual one.
  ///
  /// The row is read through one pointer, sixteen bytes at a time. What lies behind it may be read and is
  /// never taken.
  ///
  /// - Returns: whether that was all of it; if not, what has been read is to be read again.
  func readPlainRow(_ row: TextBytes, room: Int, into workspace: Workspace) -> Bool {
    guard let start = UnsafeRawPointer(row.baseAddress) else { return false }
    let end = start + row.count
    let limit = end + room
    let plan = workspace.plan
    let stops = CellStops(delimiter)
    return targets.withUnsafeBufferPointer { targets in
      var at = start
      for target in targets {
        guard at <= end, let cell = TableReader.plainCell(at, end, limit, stops) else {
          return false
        }
        if target.level >= 0, cell.count > 0 {
          let store = workspace.stores + target.level
          let slots = store.pointee.inputs(0)
          let slot = slots + target.input
          let value = Value(
            .text, flags: cell.isASCII ? 0 : Value.isBeyondASCII,
            extra: UInt32(truncatingIfNeeded: at - start),
            low: UInt64(UInt(bitPattern: cell.place)),
            high: UInt64(truncatingIfNeeded: cell.count))
          slot.pointee = value
          let firstKey = plan.pointee.levels[target.level].firstKey
          let key = plan.pointee.keys.baseAddress.unsafelyUnwrapped + (firstKey &+ target.key)
          let isWithinRoom = limit - cell.place >= cell.count &+ 16
          if isWithinRoom {
            plan.storeCell(
              cell.place, cell.count, value, key, slots, &store.pointee.marks[0])
          }
        }
        at = cell.next
      }
      // Past the last cell there is nothing, not even a delimiter.
      return at == end + 1
    }
  }

  /// A cell, without its quotes.
  private struct PlainCell {
    var place: UnsafeRawPointer
    var count: Int
    var isASCII: Bool
    /// Behind the delimiter after the cell, or one past the end of the row.
    var next: UnsafeRawPointer
  }

  /// The bytes that reading a cell stops at.
  private struct CellStops {
    let delimiter: SIMD16<UInt8>
    let delimiterByte: UInt8

    init(_ delimiter: UInt8) {
      self.delimiter = SIMD16(repeating: delimiter)
      delimiterByte = delimiter
    }

    /// A delimiter, a quote, NUL or a byte beyond ASCII.
    @inline(__always)
    func first(in block: SIMD16<UInt8>) -> Int? {
      let quote = SIMD16<UInt8>(repeating: UInt8(ascii: "\""))
      let one = SIMD16<UInt8>(repeating: 1)
      let ascii = SIMD16<UInt8>(repeating: 0x7F)
      return ByteScan.first(
        (block .== delimiter) .| (block .== quote) .| ((block &- one) .>= ascii))
    }
  }

  /// The cell that begins at a place; nil if it is not a plain one, or may not be looked at so far.
  @inline(__always)
  private static func plainCell(
    _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, _ limit: UnsafeRawPointer,
    _ stops: CellStops
  ) -> PlainCell? {
    guard limit > start else { return nil }
    let isQuoted = start < end && start.byte(0) == UInt8(ascii: "\"")
    let place = isQuoted ? start + 1 : start
    var isASCII = true
    var at = place
    while limit - at >= 16 {
      let block = at.loadUnaligned(as: SIMD16<UInt8>.self)
      guard let stop = stops.first(in: block) else {
        at += 16
        if at >= end, !isQuoted { break }
        continue
      }
      at += stop
      if at >= end { break }
      let byte = at.byte(0)
      if byte >= 0x80 {
        let bytes = TextBytes(start: at.assumingMemoryBound(to: UInt8.self), count: end - at)
        let width = ByteScan.utf8Width(in: bytes, at: 0)
        if width == 0 { return nil }
        isASCII = false
        at += width
        continue
      }
      if byte == stops.delimiterByte {
        if isQuoted {
          at += 1
          continue
        }
        return PlainCell(place: place, count: at - place, isASCII: isASCII, next: at + 1)
      }
      // A quote closes the cell if a delimiter comes next, or nothing.
      guard byte == UInt8(ascii: "\""), isQuoted else { return nil }
      let next = at + 1
      guard next == end || next.byte(0) == stops.delimiterByte else { return nil }
      return PlainCell(place: place, count: at - place, isASCII: isASCII, next: next + 1)
    }
    guard at >= end, !isQuoted else { return nil }
    return PlainCell(place: place, count: end - place, isASCII: isASCII, next: end + 1)
  }
}

// Decompresses DEFLATE (RFC 1951), which gzip files and workbooks contain. It pulls its input and returns a chunk of
// output at a time, so its memory doesn't grow with the data.
//
// A code is looked up by its next bits. A table of 2^bits entries contains most codes, and the start of a longer code
// refers to a second table. An entry has the length and the meaning of the code. The inner loop therefore needs only a
// few loads and shifts for each symbol.

/// An error in compressed data.
package enum InflateProblem: Error, Sendable, Equatable {
  /// The compressed data is truncated.
  case unexpectedEnd
  /// The bits are invalid.
  case badCode
  /// The decompressed data doesn't have the expected checksum.
  case badChecksum
  case badLength
}

/// Decompresses a DEFLATE stream.
package struct Inflater: ~Copyable {
  /// Fills a buffer with more compressed bytes. Returns their number, which is 0 at the end of the input, or nil if no
  /// more are available yet.
  package typealias Refill = (UnsafeMutableRawBufferPointer) -> Int?

  /// The maximum distance of a copy.
  private static let window = 32 << 10
  /// The number of bytes that are produced at a time.
  private static let chunk = 128 << 10
  /// The number of bytes that a copy may write past its end.
  private static let slack = 320
  private static let inputSize = 64 << 10

  private enum State {
    case header
    case stored(Int)
    case codes
    case finished
  }

  /// A position in the input that reading can return to.
  private struct Mark {
    var at: Int
    var bits: UInt64
    var bitCount: Int
    var missing: Int
  }

  private let refill: Refill
  private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: Inflater.inputSize + 8)
  private var inputAt = 0
  private var inputEnd = 0
  /// The number of bytes in `bits` that aren't from the input, because the input has ended or isn't available yet.
  private var missing = 0
  /// Whether the input continues, but isn't available yet.
  package private(set) var isWaiting = false
  /// The start of a part that must be read as a whole.
  private var kept: Mark?
  private var bits: UInt64 = 0
  private var bitCount = 0
  private let output = UnsafeMutablePointer<UInt8>.allocate(
    capacity: Inflater.window + Inflater.chunk + Inflater.slack)
  /// The end of the output so far.
  private var end = 0
  private var state = State.header
  private var isLastBlock = false
  private var lengths = CodeTable(bits: 11, size: 2_048 + 286 * 16)
  private var distances = CodeTable(bits: 9, size: 512 + 30 * 64)

  package init(_ refill: @escaping Refill) { self.refill = refill }

  deinit {
    input.deallocate()
    output.deallocate()
    lengths.deallocate()
    distances.deallocate()
  }

  /// Returns the next decompressed bytes, which are valid until the next call. Returns an empty buffer at the end of
  /// the data, or nil if more input is needed first.
  package mutating func next() throws(InflateProblem) -> UnsafeBufferPointer<UInt8>? {
    if end > Inflater.window {
      (output + 0).update(from: output + (end - Inflater.window), count: Inflater.window)
      end = Inflater.window
    }
    let start = end
    let limit = start + Inflater.chunk
    while end < limit, try readOn(limit) {}
    if end == start, !isFinished { return nil }
    return UnsafeBufferPointer(start: output + start, count: end - start)
  }

  private var isFinished: Bool { if case .finished = state { true } else { false } }

  /// Reads the next part of a block. Returns false if more input is needed, or at the end of the stream.
  private mutating func readOn(_ limit: Int) throws(InflateProblem) -> Bool {
    switch state {
    case .header: try readHeader()
    case .stored(let count): try copyStored(count, limit)
    case .codes: try decode(limit)
    case .finished: false
    }
  }

  /// Reads `count` bytes after the compressed data as a little-endian number.
  package mutating func takeTrailer(_ count: Int) throws(InflateProblem) -> UInt64 {
    take(bitCount & 7)
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(try bits(8)) << UInt64(8 * index) }
    return value
  }

  /// Returns the next byte of the input, or nil at the end or if it isn't available yet.
  package mutating func nextByte() -> UInt8? {
    fill()
    guard bitCount - missing * 8 >= 8 else { return nil }
    let byte = UInt8(truncatingIfNeeded: bits)
    take(8)
    return byte
  }

  /// Begins a new stream after this one.
  package mutating func startAgain() {
    (state, isLastBlock, end) = (.header, false, 0)
  }

  /// Prepares to ask again for input that wasn't available.
  package mutating func resume() {
    guard isWaiting else { return }
    bitCount -= missing * 8
    (missing, isWaiting) = (0, false)
  }

  /// Marks the start of a part that must be read as a whole, such as the header of a block.
  package mutating func keep() { kept = mark }

  /// Removes the mark, after the part has been read.
  package mutating func release() { kept = nil }

  /// Goes back to the mark if the rest of the part isn't available yet. Returns false if the input has ended.
  package mutating func giveBack() -> Bool {
    if isWaiting, let kept { back(to: kept) }
    release()
    return isWaiting
  }

  private var mark: Mark { Mark(at: inputAt, bits: bits, bitCount: bitCount, missing: missing) }

  private mutating func back(to mark: Mark) {
    (inputAt, bits, bitCount, missing) = (mark.at, mark.bits, mark.bitCount, mark.missing)
  }
}

// MARK: - Bits

extension Inflater {
  /// Fills `bits` to at least 56 bits. Bits past the end of the input are zeros.
  @inline(__always)
  private mutating func fill() {
    if inputAt + 8 <= inputEnd {
      let word = UnsafeRawPointer(input + inputAt).loadUnaligned(as: UInt64.self)
      bits |= UInt64(littleEndian: word) << UInt64(bitCount)
      let taken = (63 - bitCount) >> 3
      inputAt += taken
      bitCount += taken * 8
    } else {
      fillSlowly()
    }
  }

  @inline(never)
  private mutating func fillSlowly() {
    while bitCount <= 56 {
      if inputAt == inputEnd, missing == 0 { takeInput() }
      if inputAt < inputEnd {
        bits |= UInt64(input[inputAt]) << UInt64(bitCount)
        inputAt += 1
      } else {
        missing += 1
      }
      bitCount += 8
    }
  }

  /// Moves the kept part to the start of the buffer and reads more input after it.
  private mutating func takeInput() {
    let start = kept?.at ?? inputEnd
    inputAt = inputEnd - start
    input.update(from: input + start, count: inputAt)
    kept?.at = 0
    let got = refill(.init(start: input + inputAt, count: Inflater.inputSize - inputAt))
    isWaiting = got == nil
    inputEnd = inputAt + (got ?? 0)
  }

  @inline(__always)
  private mutating func take(_ count: Int) {
    bits >>= UInt64(count)
    bitCount -= count
  }

  private mutating func bits(_ count: Int) throws(InflateProblem) -> Int {
    fill()
    let value = Int(bits & ((1 << UInt64(count)) - 1))
    take(count)
    try checkEnd()
    return value
  }

  /// Throws if bits past the end of the input were used.
  @inline(__always)
  private func checkEnd() throws(InflateProblem) {
    if missing * 8 > bitCount { throw .unexpectedEnd }
  }
}

// MARK: - Blocks

extension Inflater {
  private mutating func readHeader() throws(InflateProblem) -> Bool {
    if isLastBlock {
      state = .finished
      return false
    }
    keep()
    do throws(InflateProblem) {
      isLastBlock = try readHead()
      release()
      return true
    } catch {
      guard error == .unexpectedEnd, giveBack() else { throw error }
      return false
    }
  }

  /// Reads the header of a block. Returns whether the block is the last one.
  private mutating func readHead() throws(InflateProblem) -> Bool {
    let isLast = try bits(1) == 1
    switch try bits(2) {
    case 0:
      take(bitCount & 7)
      let count = try bits(16)
      guard try bits(16) == count ^ 0xFFFF else { throw .badCode }
      state = .stored(count)
    case 1: try useFixedCodes()
    case 2: try readCodes()
    default: throw .badCode
    }
    return isLast
  }

  private mutating func copyStored(_ count: Int, _ limit: Int) throws(InflateProblem) -> Bool {
    var left = count
    while left > 0, end < limit, let byte = nextByte() {
      output[end] = byte
      end += 1
      left -= 1
    }
    state = left == 0 ? .header : .stored(left)
    if left == 0 || end == limit { return true }
    if isWaiting { return false }
    throw .unexpectedEnd
  }

  private mutating func useFixedCodes() throws(InflateProblem) {
    var sizes = [UInt8](repeating: 8, count: 288)
    for symbol in 144..<256 { sizes[symbol] = 9 }
    for symbol in 256..<280 { sizes[symbol] = 7 }
    try lengths.build(sizes[...], CodeTable.lengthEntry)
    try distances.build(ArraySlice(repeating: 5, count: 32), CodeTable.distanceEntry)
    state = .codes
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readCodes() throws(InflateProblem) {
    let lengthCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let orderCount = try bits(4) + 4
    guard lengthCount <= 286 else { throw .badCode }
    var sizes = [UInt8](repeating: 0, count: 19)
    for index in 0..<orderCount { sizes[Inflater.order[index]] = UInt8(try bits(3)) }
    var codes = CodeTable(bits: 7, size: 128)
    defer { codes.deallocate() }
    try codes.build(sizes[...], CodeTable.plainEntry)
    let all = try readSizes(lengthCount + distanceCount, codes)
    guard all[256] > 0 else { throw .badCode }
    try lengths.build(all[..<lengthCount], CodeTable.lengthEntry)
    try distances.build(all[lengthCount...], CodeTable.distanceEntry)
    state = .codes
  }

  private mutating func readSizes(
    _ count: Int, _ codes: CodeTable
  ) throws(InflateProblem) -> [UInt8] {
    var sizes: [UInt8] = []
    while sizes.count < count {
      fill()
      let entry = try taken(codes[bits])
      switch entry.value {
      case 16:
        guard let last = sizes.last else { throw .badCode }
        sizes.append(contentsOf: repeatElement(last, count: try bits(2) + 3))
      case 17: sizes.append(contentsOf: repeatElement(0, count: try bits(3) + 3))
      case 18: sizes.append(contentsOf: repeatElement(0, count: try bits(7) + 11))
      default: sizes.append(UInt8(entry.value))
      }
    }
    guard sizes.count == count else { throw .badCode }
    return sizes
  }
}

// MARK: - Symbols

extension Inflater {
  /// Decodes the symbols of a block until the output reaches `limit`, which the last copy may exceed. Returns false if
  /// more input is needed. The frequently changing state is kept in local variables. In the struct, it would be written
  /// back for each symbol.
  private mutating func decode(_ limit: Int) throws(InflateProblem) -> Bool {
    if missing > 0 { return try decodeRest(limit) }
    let (lengths, distances) = (lengths, distances)
    let (input, output) = (input, output)
    var (bits, bitCount, inputAt, end) = (bits, bitCount, inputAt, end)
    defer { (self.bits, self.bitCount, self.inputAt, self.end) = (bits, bitCount, inputAt, end) }
    while end < limit {
      if bitCount < 48 {
        if inputAt &+ 8 <= inputEnd {
          let word = UnsafeRawPointer(input + inputAt).loadUnaligned(as: UInt64.self)
          bits |= UInt64(littleEndian: word) &<< UInt64(truncatingIfNeeded: bitCount)
          let taken = (63 &- bitCount) &>> 3
          inputAt &+= taken
          bitCount &+= taken &* 8
        } else {
          (self.bits, self.bitCount, self.inputAt) = (bits, bitCount, inputAt)
          fillSlowly()
          (bits, bitCount, inputAt) = (self.bits, self.bitCount, self.inputAt)
          if missing > 0 {
            self.end = end
            defer {
              (bits, bitCount, inputAt, end) = (self.bits, self.bitCount, self.inputAt, self.end)
            }
            return try decodeRest(limit)
          }
        }
      }
      let entry = lengths[bits]
      bits &>>= UInt64(truncatingIfNeeded: entry.bitCount)
      bitCount &-= entry.bitCount
      if entry.isByte {
        output[end] = UInt8(truncatingIfNeeded: entry.value)
        end &+= 1
        continue
      }
      guard entry.isGood else { throw .badCode }
      if entry.isEnd {
        state = .header
        return true
      }
      let count = entry.value &+ Inflater.extra(bits, entry.extraBits)
      bits &>>= UInt64(truncatingIfNeeded: entry.extraBits)
      let far = distances[bits]
      guard far.isGood else { throw .badCode }
      bits &>>= UInt64(truncatingIfNeeded: far.bitCount)
      let distance = far.value &+ Inflater.extra(bits, far.extraBits)
      bits &>>= UInt64(truncatingIfNeeded: far.extraBits)
      bitCount &-= entry.extraBits &+ far.bitCount &+ far.extraBits
      guard distance <= end else { throw .badCode }
      Inflater.copy(count, from: distance, to: output + end)
      end &+= count
    }
    return true
  }

  /// Decodes one symbol at a time when no more input is available. If some bits of a symbol are missing, leaves the
  /// symbol for the next call.
  private mutating func decodeRest(_ limit: Int) throws(InflateProblem) -> Bool {
    while end < limit, case .codes = state {
      fill()
      let mark = mark
      do throws(InflateProblem) { try decodeSymbol() } catch {
        guard isWaiting, error == .unexpectedEnd else { throw error }
        back(to: mark)
        return false
      }
    }
    return true
  }

  private mutating func decodeSymbol() throws(InflateProblem) {
    let entry = try taken(lengths[bits])
    if entry.isByte {
      output[end] = UInt8(truncatingIfNeeded: entry.value)
      end += 1
    } else if entry.isEnd {
      state = .header
    } else {
      let count = entry.value + (try bits(entry.extraBits))
      let far = try taken(distances[bits])
      let distance = far.value + (try bits(far.extraBits))
      guard distance <= end else { throw .badCode }
      Inflater.copy(count, from: distance, to: output + end)
      end += count
    }
  }

  /// Consumes the bits of an entry's code and returns the entry.
  private mutating func taken(_ entry: CodeEntry) throws(InflateProblem) -> CodeEntry {
    guard entry.isGood else { throw missing > 0 ? .unexpectedEnd : .badCode }
    take(entry.bitCount)
    try checkEnd()
    return entry
  }

  /// Returns the lowest `count` bits.
  @inline(__always)
  private static func extra(_ bits: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: bits & ((1 &<< UInt64(truncatingIfNeeded: count)) &- 1))
  }

  /// Copies `count` bytes of earlier output, which begin `distance` bytes before `place`.
  @inline(__always)
  private static func copy(_ count: Int, from distance: Int, to place: UnsafeMutablePointer<UInt8>)
  {
    let to = UnsafeMutableRawPointer(place)
    let from = UnsafeRawPointer(place - distance)
    var offset = 0
    if distance >= 16 {
      repeat {
        let block = from.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        to.storeBytes(of: block, toByteOffset: offset, as: SIMD16<UInt8>.self)
        offset &+= 16
      } while offset < count
    } else {
      while offset < count {
        place[offset] = place[offset &- distance]
        offset &+= 1
      }
    }
  }
}

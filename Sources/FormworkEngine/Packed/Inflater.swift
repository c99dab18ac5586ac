// Unpacks what was packed by DEFLATE (RFC 1951), as gzip files and workbooks are. It pulls its input and hands
// out what it made a part at a time, so that its memory is bounded whatever the data says.
//
// A code is looked up by its next bits: a table of 2^bits entries has what most codes are, and a code that is
// longer leads to a second table. An entry says how many bits it takes and what they mean, so that the inner loop
// is a few loads and shifts for each symbol.

/// What is wrong with packed data.
package enum InflateProblem: Error, Sendable, Equatable {
  /// The data ends before what was packed does.
  case unexpectedEnd
  /// The bits mean nothing.
  case badCode
  /// What came out is not what was packed.
  case badChecksum
  case badLength
}

/// Unpacks one stream of DEFLATE.
package struct Inflater: ~Copyable {
  /// Fills a buffer with more packed bytes; returns how many, 0 at their end, nil if no more have come yet.
  package typealias Refill = (UnsafeMutableRawBufferPointer) -> Int?

  /// How far back a copy may reach.
  private static let window = 32 << 10
  /// How much is made at a time.
  private static let chunk = 128 << 10
  /// How much a copy may write behind its end.
  private static let slack = 320
  private static let inputSize = 64 << 10

  private enum State {
    case header
    case stored(Int)
    case codes
    case finished
  }

  /// A place of the input, from which on it can be read again.
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
  /// How many of the bytes that `bits` holds are no bytes of the input, which has ended or has not come yet.
  private var missing = 0
  /// Whether the input goes on, but has not come yet.
  package private(set) var isWaiting = false
  /// Where something begins that is read as a whole or not at all.
  private var kept: Mark?
  private var bits: UInt64 = 0
  private var bitCount = 0
  private let output = UnsafeMutablePointer<UInt8>.allocate(
    capacity: Inflater.window + Inflater.chunk + Inflater.slack)
  /// Where what is made next goes.
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

  /// The next bytes that were packed, which are good until the next call: none at their end, nil if more of the
  /// input has to come first.
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

  /// Reads the next part of a block; false if that has to wait, or at the end.
  private mutating func readOn(_ limit: Int) throws(InflateProblem) -> Bool {
    switch state {
    case .header: try readHeader()
    case .stored(let count): try copyStored(count, limit)
    case .codes: try decode(limit)
    case .finished: false
    }
  }

  /// Takes bytes of the input behind the packed ones.
  package mutating func takeTrailer(_ count: Int) throws(InflateProblem) -> UInt64 {
    take(bitCount & 7)
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(try bits(8)) << UInt64(8 * index) }
    return value
  }

  /// The next byte of the input; nil if there is none, or none has come yet.
  package mutating func nextByte() -> UInt8? {
    fill()
    guard bitCount - missing * 8 >= 8 else { return nil }
    let byte = UInt8(truncatingIfNeeded: bits)
    take(8)
    return byte
  }

  /// Begins to unpack another stream behind this one.
  package mutating func startAgain() {
    (state, isLastBlock, end) = (.header, false, 0)
  }

  /// Asks again for input that had not come.
  package mutating func resume() {
    guard isWaiting else { return }
    bitCount -= missing * 8
    (missing, isWaiting) = (0, false)
  }

  /// Notes where something begins that is read as a whole or not at all, such as the head of a block.
  package mutating func keep() { kept = mark }

  /// Forgets that place, once what begins there has been read.
  package mutating func release() { kept = nil }

  /// Goes back to where it begins, if the rest of it has not come yet; false if it never comes.
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
  /// Makes sure of at least 56 bits; behind the end of the input they are zeros.
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

  /// Gets more of the input, behind what is kept of it.
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

  /// Refuses bits that are not there.
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

  /// Reads what comes before the contents of a block; true if it is the last.
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
  /// Makes what the symbols of a block say, up to a limit, which a copy may go beyond; false if that has to wait.
  /// What changes all the time is held apart: in the struct it would be written back for each symbol.
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

  /// The same where there is no more input, a symbol at a time: one whose bits have not all come is left for later.
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

  /// A code whose bits are taken.
  private mutating func taken(_ entry: CodeEntry) throws(InflateProblem) -> CodeEntry {
    guard entry.isGood else { throw missing > 0 ? .unexpectedEnd : .badCode }
    take(entry.bitCount)
    try checkEnd()
    return entry
  }

  /// The lowest bits, as many as are said.
  @inline(__always)
  private static func extra(_ bits: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: bits & ((1 &<< UInt64(truncatingIfNeeded: count)) &- 1))
  }

  /// Repeats what came before.
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

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
  /// Fills a buffer with more packed bytes; returns how many, 0 at their end.
  package typealias Refill = (UnsafeMutableRawBufferPointer) -> Int

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

  private let refill: Refill
  private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: Inflater.inputSize + 8)
  private var inputAt = 0
  private var inputEnd = 0
  /// How many of the bytes that were taken are no bytes of the input, which has ended.
  private var missing = 0
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

  /// The next bytes that were packed; none at their end. They are good until the next call.
  package mutating func next() throws(InflateProblem) -> UnsafeBufferPointer<UInt8> {
    if end > Inflater.window {
      (output + 0).update(from: output + (end - Inflater.window), count: Inflater.window)
      end = Inflater.window
    }
    let start = end
    let limit = start + Inflater.chunk
    while end < limit {
      switch state {
      case .header: try readHeader()
      case .stored(let count): try copyStored(count, limit)
      case .codes: try decode(limit)
      case .finished: return UnsafeBufferPointer(start: output + start, count: end - start)
      }
    }
    return UnsafeBufferPointer(start: output + start, count: end - start)
  }

  /// Takes bytes of the input behind the packed ones.
  package mutating func takeTrailer(_ count: Int) throws(InflateProblem) -> UInt64 {
    take(bitCount & 7)
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(try bits(8)) << UInt64(8 * index) }
    return value
  }

  /// Whether the input has nothing more, or something that is not zero is next.
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
      if inputAt == inputEnd {
        (inputAt, inputEnd) = (0, 0)
        if missing == 0 {
          inputEnd = refill(.init(start: input, count: Inflater.inputSize))
        }
      }
      if inputAt < inputEnd {
        bits |= UInt64(input[inputAt]) << UInt64(bitCount)
        inputAt += 1
      } else {
        missing += 1
      }
      bitCount += 8
    }
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
  private mutating func readHeader() throws(InflateProblem) {
    if isLastBlock {
      state = .finished
      return
    }
    isLastBlock = try bits(1) == 1
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
  }

  private mutating func copyStored(_ count: Int, _ limit: Int) throws(InflateProblem) {
    var left = count
    while left > 0, end < limit {
      output[end] = UInt8(truncatingIfNeeded: try bits(8))
      end += 1
      left -= 1
    }
    state = left == 0 ? .header : .stored(left)
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
      let entry = codes[bits]
      guard entry.isGood else { throw .badCode }
      take(entry.bitCount)
      try checkEnd()
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
  /// Makes what the symbols of a block say, up to a limit, which a copy may go beyond. What changes all the time is
  /// held apart: in the struct it would be written back for each symbol.
  private mutating func decode(_ limit: Int) throws(InflateProblem) {
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
      guard entry.isGood else { throw missing > 0 ? .unexpectedEnd : .badCode }
      if entry.isEnd {
        if missing &* 8 > bitCount { throw .unexpectedEnd }
        state = .header
        return
      }
      let count = entry.value &+ Inflater.extra(bits, entry.extraBits)
      bits &>>= UInt64(truncatingIfNeeded: entry.extraBits)
      let far = distances[bits]
      guard far.isGood else { throw missing > 0 ? .unexpectedEnd : .badCode }
      bits &>>= UInt64(truncatingIfNeeded: far.bitCount)
      let distance = far.value &+ Inflater.extra(bits, far.extraBits)
      bits &>>= UInt64(truncatingIfNeeded: far.extraBits)
      bitCount &-= entry.extraBits &+ far.bitCount &+ far.extraBits
      guard distance <= end else { throw .badCode }
      Inflater.copy(count, from: distance, to: output + end)
      end &+= count
      if missing &* 8 > bitCount { throw .unexpectedEnd }
    }
    if missing &* 8 > bitCount { throw .unexpectedEnd }
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

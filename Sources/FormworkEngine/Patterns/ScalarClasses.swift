internal import FormworkSyntax

/// The alphabet of a pattern: all scalars, divided into the classes that its sets distinguish. The set `[\p{L}\d ]`
/// alone distinguishes only two classes, which keeps an automaton over the alphabet small. Each character of a text is
/// looked up once, regardless of its length in UTF-8.
struct ScalarClasses: Sendable {
  private(set) var count = 1

  /// The classes of the ASCII characters.
  private(set) var ascii: [UInt16] = []

  /// The classes of all characters, in blocks of 64. `blockOf` has an index for each block of characters, and `blocks`
  /// has the classes of the block with that index. The characters after the last block have `classAbove`.
  private(set) var blockOf: [UInt16] = []
  private(set) var blocks: [UInt16] = []
  private(set) var classAbove: UInt16 = 0

  /// The ranges of scalars that no set divides: the first scalar of each range, and the range's class.
  private var starts: [UInt32]
  private var classOf: [UInt16]

  /// Fails if the sets distinguish too many classes.
  init?(dividedBy sets: [ScalarSet], limit: Int) {
    starts = ScalarClasses.boundaries(of: sets)
    classOf = Array(repeating: 0, count: starts.count)
    guard divide(by: sets, limit: limit) else { return nil }
    fillTables()
  }

  /// The size in bytes.
  var byteCount: Int {
    2 * (ascii.count + blockOf.count + blocks.count + classOf.count) + 4 * starts.count
  }

  /// Returns the classes of the scalars in `set`, perhaps with duplicates. The set must be one of those that divided
  /// the alphabet.
  func classes(of set: ScalarSet) -> [UInt16] {
    stretches(in: set).map { classOf[$0] }
  }

  // MARK: Dividing

  private static func boundaries(of sets: [ScalarSet]) -> [UInt32] {
    var all: [UInt32] = [0, ScalarSet.surrogates.lowerBound, ScalarSet.surrogates.upperBound + 1]
    for set in sets {
      for range in set.ranges {
        all.append(range.lowerBound)
        if range.upperBound < ScalarSet.last { all.append(range.upperBound + 1) }
      }
    }
    all = all.ordered()
    var starts: [UInt32] = []
    for start in all where start != starts.last { starts.append(start) }
    return starts
  }

  /// Splits each class that is only partly in a set. A class whose ranges are all in the set keeps its number.
  private mutating func divide(by sets: [ScalarSet], limit: Int) -> Bool {
    var sizes = [starts.count { !ScalarSet.surrogates.contains($0) }]
    var inside = [0]
    var splitOff: [UInt16] = [0]
    for set in sets {
      let members = stretches(in: set)
      var touched: [Int] = []
      for stretch in members {
        let old = Int(classOf[stretch])
        if inside[old] == 0 { touched.append(old) }
        inside[old] += 1
      }
      for old in touched {
        let isWhole = inside[old] == sizes[old]
        splitOff[old] = UInt16(isWhole ? old : sizes.count)
        if !isWhole {
          sizes[old] -= inside[old]
          sizes.append(inside[old])
          inside.append(0)
          splitOff.append(0)
        }
        inside[old] = 0
      }
      guard sizes.count <= limit else { return false }
      for stretch in members { classOf[stretch] = splitOff[Int(classOf[stretch])] }
    }
    count = sizes.count
    return true
  }

  private func stretches(in set: ScalarSet) -> [Int] {
    var stretches: [Int] = []
    for range in set.ranges {
      var stretch = indexOfStretch(holding: range.lowerBound)
      while stretch < starts.count, starts[stretch] <= range.upperBound {
        if !ScalarSet.surrogates.contains(starts[stretch]) { stretches.append(stretch) }
        stretch += 1
      }
    }
    return stretches
  }

  private func indexOfStretch(holding scalar: UInt32) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: Tables

  private mutating func fillTables() {
    classAbove = classOf[classOf.count - 1]
    let blockCount = (Int(starts[firstStretchAbove]) + 63) / 64
    var known = NameTable()
    var uniform: [UInt16?] = Array(repeating: nil, count: count)
    var stretch = 0
    var number = 0
    while number < blockCount {
      let first = UInt32(number * 64)
      while begins(stretch + 1, upTo: first) { stretch += 1 }
      let symbol = classOf[stretch]
      // Most blocks have a single class, which continues up to the block where the next range starts. Such blocks are
      // found by their class, without computing their contents.
      let isUniform = !begins(stretch + 1, upTo: first + 63)
      let next = stretch + 1 < starts.count ? Int(starts[stretch + 1]) / 64 : blockCount
      let end = isUniform ? min(next, blockCount) : number + 1
      let block: UInt16
      if isUniform, let known = uniform[Int(symbol)] {
        block = known
      } else {
        let content = content(64, from: first, stretch: stretch)
        block = content.withUnsafeBytes { UInt16(known.add(form: $0.bindMemory(to: UInt8.self))) }
        if Int(block) * 64 == blocks.count { blocks += content }
        if isUniform { uniform[Int(symbol)] = block }
      }
      blockOf.append(contentsOf: repeatElement(block, count: end - number))
      number = end
    }
    ascii = content(128, from: 0, stretch: 0)
  }

  /// The index of the first range in the final run of ranges of the same class. Surrogates are ignored, because no text
  /// has them.
  private var firstStretchAbove: Int {
    var stretch = classOf.count - 1
    while stretch > 0,
      classOf[stretch - 1] == classAbove || ScalarSet.surrogates.contains(starts[stretch - 1])
    {
      stretch -= 1
    }
    return stretch
  }

  private func begins(_ stretch: Int, upTo scalar: UInt32) -> Bool {
    stretch < starts.count && starts[stretch] <= scalar
  }

  /// Returns the classes of `count` scalars, the first of which is in `stretch`.
  private func content(_ count: Int, from first: UInt32, stretch: Int) -> [UInt16] {
    var stretch = stretch
    var content: [UInt16] = []
    content.reserveCapacity(count)
    for scalar in first..<first + UInt32(count) {
      while begins(stretch + 1, upTo: scalar) { stretch += 1 }
      content.append(classOf[stretch])
    }
    return content
  }
}

/// Looks up the classes of the characters of a text, through pointers to the tables.
struct ScalarReader {
  private let ascii: UnsafeBufferPointer<UInt16>
  private let blockOf: UnsafeBufferPointer<UInt16>
  private let blocks: UnsafeBufferPointer<UInt16>
  private let classAbove: UInt16

  fileprivate init(
    ascii: UnsafeBufferPointer<UInt16>, blockOf: UnsafeBufferPointer<UInt16>,
    blocks: UnsafeBufferPointer<UInt16>, classAbove: UInt16
  ) {
    self.ascii = ascii
    self.blockOf = blockOf
    self.blocks = blocks
    self.classAbove = classAbove
  }

  /// Returns the class of the character at `offset`, and moves `offset` past it.
  @inline(__always)
  func read(_ text: UnsafeBufferPointer<UInt8>, at offset: inout Int) -> Int {
    let byte = text[offset]
    if byte < 0x80 {
      offset += 1
      return Int(ascii[Int(byte)])
    }
    return readLong(text, at: &offset, Int(byte))
  }

  @inline(__always)
  private func readLong(
    _ text: UnsafeBufferPointer<UInt8>, at offset: inout Int, _ lead: Int
  ) -> Int {
    func low(_ index: Int) -> Int { Int(text[offset + index]) & 0x3F }
    // All bits except the last six, which are the index in a block.
    let block: Int
    let length: Int
    switch lead {
    case ..<0xE0: (block, length) = (lead & 0x1F, 2)
    case ..<0xF0: (block, length) = ((lead & 0x0F) << 6 | low(1), 3)
    default: (block, length) = (((lead & 0x07) << 6 | low(1)) << 6 | low(2), 4)
    }
    let last = low(length - 1)
    offset += length
    guard block < blockOf.count else { return Int(classAbove) }
    return Int(blocks[Int(blockOf[block]) << 6 | last])
  }
}

extension ScalarClasses {
  @inline(__always)
  func withReader<Result>(_ body: (ScalarReader) -> Result) -> Result {
    ascii.withUnsafeBufferPointer { ascii in
      blockOf.withUnsafeBufferPointer { blockOf in
        blocks.withUnsafeBufferPointer { blocks in
          body(
            ScalarReader(ascii: ascii, blockOf: blockOf, blocks: blocks, classAbove: classAbove))
        }
      }
    }
  }
}

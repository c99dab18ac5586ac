// Columns of results, and how they are handed out in the Arrow C data interface.

package import FormworkEngine

/// A column that is being made. Once it is handed out it does not change.
package final class ResultColumn {
  package enum Kind: Sendable {
    case bool, text, integer
    /// Thirty-eight digits, so many of them after the point.
    case decimal(scale: Int)
    /// Days, nanoseconds of a day, and microseconds since 1970 without a zone and in UTC.
    case date, time, dateTime, instant
    /// Sixteen bytes.
    case hash
    case list, record
  }

  let name: String
  let kind: Kind
  /// The fields of a record, or the items of a list.
  let children: [ResultColumn]
  private(set) var count = 0
  private var nullCount = 0
  private var validity = Bits()
  private var bits = Bits()
  private var values = Bytes()

  package init(_ name: String, _ kind: Kind, _ children: [ResultColumn] = []) {
    (self.name, self.kind, self.children) = (name, kind, children)
    if hasOffsets { values.append(Int32(0)) }
  }

  deinit {
    validity.bytes.deallocate()
    bits.bytes.deallocate()
    values.deallocate()
    texts.deallocate()
  }

  /// The bytes of texts.
  private var texts = Bytes()

  private var hasOffsets: Bool {
    switch kind {
    case .text, .list: true
    default: false
    }
  }

  /// How many bytes its texts have, which must stay below 2 GiB.
  var textSize: Int { children.reduce(texts.count) { max($0, $1.textSize) } }
}

// MARK: - Values

extension ResultColumn {
  private func note(_ isThere: Bool, count added: Int = 1) {
    validity.append(isThere, count: added)
    if !isThere { nullCount += added }
    count += added
  }

  /// Adds a row without a value.
  func appendNull() {
    switch kind {
    case .bool: bits.append(false, count: 1)
    case .text: values.append(Int32(truncatingIfNeeded: texts.count))
    case .list: values.append(Int32(truncatingIfNeeded: children[0].count))
    case .record: for child in children { child.appendNull() }
    case .date: values.append(Int32(0))
    case .integer, .time, .dateTime, .instant: values.append(Int64(0))
    case .decimal, .hash: values.append(Int128(0))
    }
    note(false)
  }

  func append(_ bool: Bool, count: Int = 1) {
    bits.append(bool, count: count)
    note(true, count: count)
  }

  func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  func append(_ text: TextBytes) {
    texts.append(text)
    values.append(Int32(truncatingIfNeeded: texts.count))
    note(true)
  }

  /// Adds a number of 32 bits for days, of 64 bits for the others.
  func append(_ number: Int64) {
    if case .date = kind {
      values.append(Int32(truncatingIfNeeded: number))
    } else {
      values.append(number)
    }
    note(true)
  }

  /// Adds the digits of a decimal, or a hash.
  func append(_ digits: Int128) {
    values.append(digits)
    note(true)
  }

  /// Ends a row of a list whose items have been added, or so many without items.
  func endList(count: Int = 1) {
    let end = Int32(truncatingIfNeeded: children[0].count)
    for _ in 0..<count { values.append(end) }
    note(true, count: count)
  }

  /// Ends a record whose fields have been added.
  func endRecord() { note(true) }

  /// Says that as many records have been added to its columns.
  func endRecords(_ count: Int) { note(true, count: count) }
}

/// A growing stretch of memory.
private struct Bytes {
  private(set) var start: UnsafeMutableRawPointer?
  private(set) var count = 0
  private var capacity = 0

  func deallocate() { start?.deallocate() }

  mutating func reserve(_ more: Int) {
    if count + more <= capacity { return }
    capacity = max(1 << 10, capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    if let start {
      larger.copyMemory(from: start, byteCount: count)
      start.deallocate()
    }
    start = larger
  }

  @inline(__always)
  mutating func append<T: BitwiseCopyable>(_ value: T) {
    reserve(MemoryLayout<T>.size)
    start.unsafelyUnwrapped.storeBytes(of: value, toByteOffset: count, as: T.self)
    count += MemoryLayout<T>.size
  }

  mutating func append(_ bytes: TextBytes) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count)
    (start.unsafelyUnwrapped + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// Sets the bits of a mask in the last byte.
  mutating func setLast(_ mask: UInt8) {
    let last = start.unsafelyUnwrapped + (count - 1)
    last.storeBytes(of: last.load(as: UInt8.self) | mask, as: UInt8.self)
  }
}

/// Bits, the first of them lowest in its byte.
private struct Bits {
  private(set) var bytes = Bytes()
  private var count = 0

  mutating func append(_ bit: Bool, count added: Int) {
    var left = added
    while left > 0 {
      let used = count & 7
      if used == 0 { bytes.append(UInt8(0)) }
      let more = min(left, 8 - used)
      if bit { bytes.setLast(UInt8(truncatingIfNeeded: (1 << more) - 1) << UInt8(used)) }
      count += more
      left -= more
    }
  }
}

// MARK: - Handing out

extension ResultColumn {
  private var format: String {
    switch kind {
    case .bool: "b"
    case .text: "u"
    case .integer: "l"
    case .decimal(let scale): "d:38,\(scale)"
    case .date: "tdD"
    case .time: "ttn"
    case .dateTime: "tsu:"
    case .instant: "tsu:UTC"
    case .hash: "w:16"
    case .list: "+l"
    case .record: "+s"
    }
  }

  private var buffers: [UnsafeRawPointer?] {
    let valid = nullCount > 0 ? UnsafeRawPointer(validity.bytes.start) : nil
    return switch kind {
    case .record: [valid]
    case .bool: [valid, UnsafeRawPointer(bits.bytes.start)]
    case .text: [valid, UnsafeRawPointer(values.start), UnsafeRawPointer(texts.start)]
    default: [valid, UnsafeRawPointer(values.start)]
    }
  }

  /// Hands the column out; whoever has the structures calls their `release`.
  package func handOut(
    _ array: UnsafeMutablePointer<ArrowArray>, _ schema: UnsafeMutablePointer<ArrowSchema>
  ) {
    handOut(array)
    handOut(schema)
  }

  private func handOut(_ array: UnsafeMutablePointer<ArrowArray>) {
    let own = Parts<ArrowArray>(self, children.count)
    for (child, place) in zip(children, own.children) {
      if let place { child.handOut(place) }
    }
    let buffers = buffers
    own.keep(buffers)
    array.initialize(
      to: ArrowArray(
        length: count, nullCount: nullCount, bufferCount: buffers.count,
        childCount: children.count, buffers: own.buffers, children: own.list,
        release: { array in
          guard let array = array?.assumingMemoryBound(to: ArrowArray.self),
            let owner = array.pointee.owner
          else { return }
          let parts = Unmanaged<Parts<ArrowArray>>.fromOpaque(owner).takeRetainedValue()
          for child in parts.children {
            if let child { child.pointee.release?(child) }
          }
          array.pointee.release = nil
        }, owner: Unmanaged.passRetained(own).toOpaque()))
  }

  private func handOut(_ schema: UnsafeMutablePointer<ArrowSchema>) {
    let own = Parts<ArrowSchema>(self, children.count)
    for (child, place) in zip(children, own.children) {
      if let place { child.handOut(place) }
    }
    /// ARROW_FLAG_NULLABLE.
    let isNullable: Int64 = 2
    schema.initialize(
      to: ArrowSchema(
        format: own.keep(format), name: own.keep(name), flags: isNullable,
        childCount: children.count, children: own.list,
        release: { schema in
          guard let schema = schema?.assumingMemoryBound(to: ArrowSchema.self),
            let owner = schema.pointee.owner
          else { return }
          let parts = Unmanaged<Parts<ArrowSchema>>.fromOpaque(owner).takeRetainedValue()
          for child in parts.children {
            if let child { child.pointee.release?(child) }
          }
          schema.pointee.release = nil
        }, owner: Unmanaged.passRetained(own).toOpaque()))
  }
}

/// What a structure owns that was handed out.
private final class Parts<Structure> {
  /// The column whose memory it shows.
  private let column: ResultColumn
  let list: UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>?
  let children: UnsafeMutableBufferPointer<UnsafeMutablePointer<Structure>?>
  private(set) var buffers: UnsafeMutablePointer<UnsafeRawPointer?>?
  private var texts: [UnsafeMutablePointer<CChar>] = []

  init(_ column: ResultColumn, _ count: Int) {
    self.column = column
    children = .allocate(capacity: count)
    children.initialize(repeating: nil)
    for number in 0..<count { children[number] = .allocate(capacity: 1) }
    list = count > 0 ? children.baseAddress : nil
  }

  deinit {
    for child in children { child?.deallocate() }
    children.deallocate()
    buffers?.deallocate()
    for text in texts { text.deallocate() }
  }

  func keep(_ all: [UnsafeRawPointer?]) {
    let memory = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: all.count)
    for (number, buffer) in all.enumerated() { (memory + number).initialize(to: buffer) }
    buffers = memory
  }

  /// A text with a zero behind it.
  func keep(_ text: String) -> UnsafePointer<CChar> {
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
    for (number, byte) in text.utf8.enumerated() { memory[number] = CChar(bitPattern: byte) }
    memory[text.utf8.count] = 0
    texts.append(memory)
    return UnsafePointer(memory)
  }
}

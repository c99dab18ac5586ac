// Columns of results, and their export in the Arrow C data interface.

package import FormworkEngine

/// A column that is being built. It doesn't change after it is exported.
package final class ResultColumn {
  package enum Kind: Sendable {
    case bool, text, integer
    /// JSON text.
    case json
    /// A decimal of thirty-eight digits, `scale` of them after the point.
    case decimal(scale: Int)
    /// Stored as days since 1970, nanoseconds of a day, microseconds since 1970 without a time zone, and microseconds
    /// since 1970 in UTC, respectively.
    case date, time, dateTime, instant
    /// Sixteen bytes.
    case hash
    case list, record
  }

  let name: String
  let kind: Kind
  /// The fields of a record, or the items of a list.
  let children: [ResultColumn]
  /// The part that changes with every row. It is allocated separately, because accesses to the properties of a class
  /// are checked for exclusivity.
  let rows: UnsafeMutablePointer<ResultRows>

  package init(_ name: String, _ kind: Kind, _ children: [ResultColumn] = []) {
    (self.name, self.kind, self.children) = (name, kind, children)
    rows = .allocate(capacity: 1)
    rows.initialize(to: ResultRows(kind, children.map { $0.rows }))
  }

  deinit {
    rows.pointee.deallocate()
    rows.deallocate()
  }

  /// The number of bytes in the column's texts, which must stay below 2 GiB.
  var textSize: Int { children.reduce(rows.pointee.textSize) { max($0, $1.textSize) } }
}

// MARK: - Values

/// The rows of a column that is being built. Its owner must deallocate it.
struct ResultRows {
  let kind: ResultColumn.Kind
  /// The rows of the fields of a record, or of the items of a list.
  private let children: UnsafeMutableBufferPointer<UnsafeMutablePointer<ResultRows>>
  private(set) var count = 0
  fileprivate var nullCount = 0
  /// Whether each row has a value. Empty as long as all rows have one.
  private var validity = Bits()
  private var bits = Bits()
  private var values = Bytes()
  /// The bytes of texts.
  private var texts = Bytes()

  fileprivate init(
    _ kind: ResultColumn.Kind, _ children: [UnsafeMutablePointer<ResultRows>]
  ) {
    self.kind = kind
    self.children = .allocate(capacity: children.count)
    _ = self.children.initialize(from: children)
    switch kind {
    case .text, .json, .list: values.append(Int32(0))
    default: break
    }
  }

  fileprivate func deallocate() {
    children.deallocate()
    validity.bytes.deallocate()
    bits.bytes.deallocate()
    values.deallocate()
    texts.deallocate()
  }

  fileprivate var textSize: Int { texts.count }

  /// Reserves space for `rows` rows, but not for the bytes of texts or for fields and items.
  mutating func reserve(_ rows: Int) {
    switch kind {
    case .bool: bits.reserve(rows)
    case .text, .json, .list, .date: values.reserve(rows * 4)
    case .integer, .time, .dateTime, .instant: values.reserve(rows * 8)
    case .decimal, .hash: values.reserve(rows * 16)
    case .record: break
    }
  }

  @inline(__always)
  private mutating func note(_ isThere: Bool, count added: Int = 1) {
    if !isThere || nullCount > 0 { noteNulls(isThere, added) }
    count &+= added
  }

  private mutating func noteNulls(_ isThere: Bool, _ added: Int) {
    if nullCount == 0 { validity.append(true, count: count) }
    validity.append(isThere, count: added)
    if !isThere { nullCount += added }
  }

  /// Adds a row without a value.
  mutating func appendNull() {
    switch kind {
    case .bool: bits.append(false, count: 1)
    case .text, .json: values.append(Int32(truncatingIfNeeded: texts.count))
    case .list: values.append(Int32(truncatingIfNeeded: children[0].pointee.count))
    case .record: for child in children { child.pointee.appendNull() }
    case .date: values.append(Int32(0))
    case .integer, .time, .dateTime, .instant: values.append(Int64(0))
    case .decimal, .hash: values.append(Int128(0))
    }
    note(false)
  }

  mutating func append(_ bool: Bool, count: Int = 1) {
    bits.append(bool, count: count)
    note(true, count: count)
  }

  mutating func append(_ text: TextBytes) {
    texts.append(text)
    values.append(Int32(truncatingIfNeeded: texts.count))
    note(true)
  }

  mutating func append(_ text: [UInt8]) { text.withUnsafeBufferPointer { append($0) } }

  /// Adds a number, as 32 bits for days and as 64 bits for the other kinds.
  mutating func append(_ number: Int64) {
    if case .date = kind {
      values.append(Int32(truncatingIfNeeded: number))
    } else {
      values.append(number)
    }
    note(true)
  }

  /// Adds the digits of a decimal, or a hash.
  mutating func append(_ digits: Int128) {
    values.append(digits)
    note(true)
  }

  /// Ends a list whose items have been added, or adds `count` lists without items.
  mutating func endList(count: Int = 1) {
    values.append(Int32(truncatingIfNeeded: children[0].pointee.count), count: count)
    note(true, count: count)
  }

  /// Ends a record, or `count` records, after all their fields have been added.
  mutating func endRecord(count: Int = 1) { note(true, count: count) }

  fileprivate var buffers: [UnsafeRawPointer?] {
    let valid = nullCount > 0 ? UnsafeRawPointer(validity.bytes.start) : nil
    return switch kind {
    case .record: [valid]
    case .bool: [valid, UnsafeRawPointer(bits.bytes.start)]
    case .text, .json: [valid, UnsafeRawPointer(values.start), UnsafeRawPointer(texts.start)]
    default: [valid, UnsafeRawPointer(values.start)]
    }
  }
}

/// A growing block of memory.
private struct Bytes {
  private(set) var start: UnsafeMutableRawPointer?
  private(set) var count = 0
  private var capacity = 0

  func deallocate() { start?.deallocate() }

  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(1 << 6, capacity * 2, count + more)
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
    count &+= MemoryLayout<T>.size
  }

  /// Adds a value `added` times.
  mutating func append<T: BitwiseCopyable>(_ value: T, count added: Int) {
    if added == 0 { return }
    reserve(MemoryLayout<T>.size * added)
    let place = start.unsafelyUnwrapped + count
    for number in 0..<added {
      place.storeBytes(of: value, toByteOffset: number &* MemoryLayout<T>.size, as: T.self)
    }
    count &+= MemoryLayout<T>.size * added
  }

  mutating func append(_ bytes: TextBytes) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count)
    (start.unsafelyUnwrapped + count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Sets the bits of a mask in the last byte.
  mutating func setLast(_ mask: UInt8) {
    let last = start.unsafelyUnwrapped + (count - 1)
    last.storeBytes(of: last.load(as: UInt8.self) | mask, as: UInt8.self)
  }
}

/// A bitmap; the first bit is the lowest of its byte.
private struct Bits {
  private(set) var bytes = Bytes()
  private var count = 0

  mutating func reserve(_ more: Int) { bytes.reserve(more / 8 + 1) }

  mutating func append(_ bit: Bool, count added: Int) {
    var left = added
    while left > 0 {
      let used = count & 7
      if used == 0, left >= 8 {
        bytes.append(bit ? UInt8.max : 0, count: left / 8)
        count += left & ~7
        left &= 7
        continue
      }
      if used == 0 { bytes.append(UInt8(0)) }
      let more = min(left, 8 - used)
      if bit { bytes.setLast(UInt8(truncatingIfNeeded: (1 << more) - 1) << UInt8(used)) }
      count += more
      left -= more
    }
  }
}

// MARK: - Export

extension ResultColumn {
  private var format: String {
    switch kind {
    case .bool: "b"
    case .text, .json: "u"
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

  /// Exports the column. The receiver must call the `release` of both structures.
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
    let buffers = rows.pointee.buffers
    own.keep(buffers)
    array.initialize(
      to: ArrowArray(
        length: rows.pointee.count, nullCount: rows.pointee.nullCount,
        bufferCount: buffers.count,
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
    /// The value of `ARROW_FLAG_NULLABLE`.
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

/// The memory that an exported structure owns.
private final class Parts<Structure> {
  /// The column whose memory the structure refers to.
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

  /// Copies a text and adds a terminating zero.
  func keep(_ text: String) -> UnsafePointer<CChar> {
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
    for (number, byte) in text.utf8.enumerated() { memory[number] = CChar(bitPattern: byte) }
    memory[text.utf8.count] = 0
    texts.append(memory)
    return UnsafePointer(memory)
  }
}

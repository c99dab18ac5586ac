// A column of the Arrow C data interface, read without copying.

internal import FormworkSyntax

/// The memory that columns themselves allocate, besides the producer's memory. It is kept until the batch is freed. A
/// column itself has no references, so that reading a value needs no reference counting.
final class ColumnMemory {
  private var columns: [UnsafeMutableBufferPointer<Column>] = []
  private var words: [UnsafeMutablePointer<UInt64>] = []

  deinit {
    for block in columns { block.deallocate() }
    for block in words { block.deallocate() }
  }

  fileprivate func keep(_ all: [Column]) -> UnsafeBufferPointer<Column> {
    if all.isEmpty { return UnsafeBufferPointer(start: nil, count: 0) }
    let block = UnsafeMutableBufferPointer<Column>.allocate(capacity: all.count)
    _ = block.initialize(from: all)
    columns.append(block)
    return UnsafeBufferPointer(block)
  }

  /// Allocates words of zeros.
  func reserveWords(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let block = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, count))
    block.initialize(repeating: 0, count: max(1, count))
    words.append(block)
    return block
  }
}

/// The values of a column. They are valid as long as the producer's memory and the `ColumnMemory` exist.
struct Column {
  let type: ColumnType
  /// The name. It may be empty for the items of a list and for the values of a dictionary.
  let name: TextBytes
  let count: Int
  /// The number of values in the buffers before the column's first value.
  let offset: Int
  let validity: UnsafeRawPointer?
  /// The first buffer after the validity bitmap: values, offsets or views.
  let values: UnsafeRawPointer?
  /// The bytes of texts, or the buffers that views refer to.
  let texts: UnsafeRawPointer?
  private let textBuffers: UnsafeMutablePointer<UnsafeRawPointer?>?
  /// The end of the bytes of the column's texts.
  let textsEnd: UnsafeRawPointer?
  private let viewBuffers: ViewBuffers
  /// The columns of a record's fields, or the single column of a list's items.
  let children: UnsafeBufferPointer<Column>
  /// The column of the values that this column's indices refer to. Empty if its values aren't indices.
  private let dictionary: UnsafeBufferPointer<Column>

  /// The maximum nesting depth of structures.
  private static let depthLimit = 64

  /// The buffers of views with their sizes.
  private struct ViewBuffers {
    var count = 0
    var sizes: UnsafePointer<Int64>?
  }

  /// - Throws: if no field can have values of this type, or if the parts are inconsistent, as far as that can be
  ///   checked.
  init(
    _ array: UnsafePointer<ArrowArray>, _ schema: UnsafePointer<ArrowSchema>,
    in memory: ColumnMemory
  ) throws(ColumnFault) {
    try self.init(array, schema, memory, path: "", depth: 0)
  }

  private init(
    _ array: UnsafePointer<ArrowArray>, _ schema: UnsafePointer<ArrowSchema>,
    _ memory: ColumnMemory, path: String, depth: Int
  ) throws(ColumnFault) {
    let format = Column.text(schema.pointee.format).makeString()
    guard depth < Column.depthLimit else { throw .tooDeep(column: path) }
    guard let type = ColumnType(format: format) else {
      throw .unsupported(column: path, format: format)
    }
    let array = array.pointee
    let size = array.length.addingReportingOverflow(array.offset)
    guard array.length >= 0, array.offset >= 0, !size.overflow, size.partialValue <= 1 << 48,
      array.childCount == schema.pointee.childCount,
      (array.dictionary == nil) == (schema.pointee.dictionary == nil)
    else {
      throw .broken(column: path)
    }
    self.type = type
    name = Column.text(schema.pointee.name)
    count = Int(array.length)
    offset = Int(array.offset)
    children = memory.keep(try Column.children(array, schema.pointee, memory, path, depth))
    if let values = array.dictionary, let types = schema.pointee.dictionary {
      guard case .integer = type else { throw .broken(column: path) }
      let meant = try Column(values, types, memory, path: path, depth: depth + 1)
      guard meant.dictionary.isEmpty else { throw .broken(column: path) }
      dictionary = memory.keep([meant])
    } else {
      dictionary = memory.keep([])
    }
    let wanted = Column.bufferCount(type)
    guard array.bufferCount >= wanted, array.bufferCount == wanted || type == .textView,
      wanted == 0 || array.buffers != nil
    else {
      throw .broken(column: path)
    }
    let buffers = array.buffers
    validity = wanted > 0 && array.nullCount != 0 ? buffers?[0] : nil
    values = wanted > 1 ? buffers?[1] : nil
    texts = wanted > 2 ? buffers?[2] : nil
    var views = ViewBuffers()
    if type == .textView {
      textBuffers = buffers.map { $0 + 2 }
      views.count = Int(array.bufferCount) - 3
      views.sizes = buffers?[Int(array.bufferCount) - 1]?.assumingMemoryBound(to: Int64.self)
      guard views.count >= 0, views.count == 0 || views.sizes != nil else {
        throw .broken(column: path)
      }
    } else {
      textBuffers = nil
    }
    viewBuffers = views
    if case .text(let size) = type, count > 0, let values, let texts {
      textsEnd = texts + Column.offset(values, size, offset + count)
    } else {
      textsEnd = nil
    }
    if count > 0, wanted > 1, values == nil { throw .broken(column: path) }
    try check(path)
  }

  private static func text(_ start: UnsafePointer<CChar>?) -> TextBytes {
    guard let start else { return TextBytes(start: nil, count: 0) }
    var count = 0
    while start[count] != 0 { count += 1 }
    return TextBytes(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
  }

  private static func children(
    _ array: ArrowArray, _ schema: ArrowSchema, _ memory: ColumnMemory, _ path: String,
    _ depth: Int
  ) throws(ColumnFault) -> [Column] {
    var columns: [Column] = []
    var names: OrderedSet<String> = []
    for number in 0..<Int(max(0, array.childCount)) {
      guard let child = array.children?[number], let type = schema.children?[number] else {
        throw .broken(column: path)
      }
      let name = text(type.pointee.name).makeString()
      let inner = path.isEmpty ? name : "\(path).\(name)"
      // A repeated column name of a table is reported as a problem of the header instead.
      if depth > 0, array.childCount > 1, !names.insert(name).inserted {
        throw .repeated(column: path, name: name)
      }
      columns.append(try Column(child, type, memory, path: inner, depth: depth + 1))
    }
    return columns
  }

  /// Returns the minimum number of buffers of a type.
  private static func bufferCount(_ type: ColumnType) -> Int {
    switch type {
    case .null: 0
    case .record, .fixedList: 1
    case .text, .textView: 3
    default: 2
    }
  }

  /// Throws if a value would be outside of the buffers, as far as their sizes are known.
  private func check(_ path: String) throws(ColumnFault) {
    switch type {
    case .text(let size):
      let end = count == 0 ? 0 : values.map { Column.offset($0, size, offset + count) } ?? 0
      guard end == 0 || texts != nil else { throw .broken(column: path) }
      try checkOffsets(size, within: .max, path)
    case .list(let size):
      guard children.count == 1 else { throw .broken(column: path) }
      try checkOffsets(size, within: children[0].count, path)
    case .fixedList(let size):
      let needed = size.multipliedReportingOverflow(by: offset + count)
      guard children.count == 1, !needed.overflow, needed.partialValue <= children[0].count else {
        throw .broken(column: path)
      }
    case .record:
      for child in children where child.count < offset + count { throw .broken(column: path) }
    default: break
    }
    guard let meant else { return }
    for row in 0..<count where isThere(row) {
      guard let index = index(row), index < meant.count else { throw .broken(column: path) }
    }
  }

  private func checkOffsets(
    _ size: Int, within limit: Int, _ path: String
  ) throws(ColumnFault) {
    guard count > 0, let values else { return }
    let isRising = size == 4 ? isRising(values, Int32.self) : isRising(values, Int64.self)
    let last = Column.offset(values, size, offset + count)
    guard isRising, last <= limit else { throw .broken(column: path) }
  }

  /// Whether the offsets are nonnegative and don't decrease.
  private func isRising<Offset: FixedWidthInteger & BitwiseCopyable>(
    _ values: UnsafeRawPointer, _: Offset.Type
  ) -> Bool {
    let offsets = values + offset &* MemoryLayout<Offset>.size
    func value(_ row: Int) -> Offset {
      offsets.loadUnaligned(fromByteOffset: row &* MemoryLayout<Offset>.size, as: Offset.self)
    }
    // The loop has no branches, so that the compiler can vectorize it.
    var falls: Offset = value(0) < 0 ? 1 : 0
    for row in 0..<count { falls |= value(row &+ 1) < value(row) ? 1 : 0 }
    return falls == 0
  }

  @inline(__always)
  private static func offset(_ values: UnsafeRawPointer, _ size: Int, _ row: Int) -> Int {
    size == 4
      ? Int(values.loadUnaligned(fromByteOffset: row &* 4, as: Int32.self))
      : Int(truncatingIfNeeded: values.loadUnaligned(fromByteOffset: row &* 8, as: Int64.self))
  }
}

// MARK: - Values

extension Column {
  /// Whether a row has a value. Rows are counted from the first row of the column.
  @inline(__always)
  func isThere(_ row: Int) -> Bool {
    guard let validity else { return type != .null }
    let place = offset &+ row
    return validity.load(fromByteOffset: place &>> 3, as: UInt8.self) &>> UInt8(place & 7) & 1 == 1
  }

  /// The column of values that the indices in this column refer to. Nil if this column has no indices.
  var meant: Column? { meantPlace?.pointee }
  var meantPlace: UnsafePointer<Column>? { dictionary.baseAddress }

  /// Returns the index of a row in the dictionary, or nil if it is negative.
  @inline(__always)
  func index(_ row: Int) -> Int? {
    switch integer(row) {
    case .small(let index): index >= 0 ? Int(truncatingIfNeeded: index) : nil
    case .large: nil
    }
  }

  enum Integer {
    case small(Int64)
    /// A value above `Int64.max`.
    case large(UInt64)
  }

  @inline(__always)
  private func load<T>(_ row: Int, as type: T.Type) -> T {
    values.unsafelyUnwrapped.loadUnaligned(
      fromByteOffset: (offset &+ row) &* MemoryLayout<T>.stride, as: type)
  }

  /// Returns the value of a row in a column of type `integer`. Returns 0 for other types.
  @inline(__always)
  func integer(_ row: Int) -> Integer {
    guard case .integer(let kind) = type else { return .small(0) }
    switch kind {
    case .int8: return .small(Int64(load(row, as: Int8.self)))
    case .uint8: return .small(Int64(load(row, as: UInt8.self)))
    case .int16: return .small(Int64(load(row, as: Int16.self)))
    case .uint16: return .small(Int64(load(row, as: UInt16.self)))
    case .int32: return .small(Int64(load(row, as: Int32.self)))
    case .uint32: return .small(Int64(load(row, as: UInt32.self)))
    case .int64: return .small(load(row, as: Int64.self))
    case .uint64:
      let value = load(row, as: UInt64.self)
      return Int64(exactly: value).map { .small($0) } ?? .large(value)
    }
  }

  /// Returns the value of a row in a column of type `bool`.
  @inline(__always)
  func bool(_ row: Int) -> Bool {
    let place = offset &+ row
    let byte = values.unsafelyUnwrapped.load(fromByteOffset: place &>> 3, as: UInt8.self)
    return byte &>> UInt8(place & 7) & 1 == 1
  }

  /// Returns the value of a row, which takes 4 or 8 bytes.
  @inline(__always)
  func word(_ row: Int, size: Int) -> Int64 {
    size == 4 ? Int64(load(row, as: Int32.self)) : load(row, as: Int64.self)
  }

  /// Returns the value of a row in a column of type `float`.
  @inline(__always)
  func double(_ row: Int, size: Int) -> Double {
    switch size {
    case 2: Double(Column.float(half: load(row, as: UInt16.self)))
    case 4: Double(load(row, as: Float.self))
    default: load(row, as: Double.self)
    }
  }

  /// Converts a 16-bit float (IEEE 754) to a 32-bit float. Not every platform has a type for 16-bit floats.
  private static func float(half bits: UInt16) -> Float {
    let sign: Float = bits & 0x8000 == 0 ? 1 : -1
    let exponent = Int(bits &>> 10 & 0x1F)
    let fraction = Float(bits & 0x3FF)
    if exponent == 31 { return fraction == 0 ? sign * .infinity : .nan }
    if exponent == 0 { return sign * fraction / 16_777_216 }
    return sign * (fraction + 1_024) / 1_024
      * Float(sign: .plus, exponent: exponent - 15, significand: 1)
  }

  /// Returns the digits of a value of type `decimal` without the decimal point, or nil if they don't fit 128 bits.
  @inline(__always)
  func coefficient(_ row: Int, size: Int) -> Int128? {
    switch size {
    case 4: return Int128(load(row, as: Int32.self))
    case 8: return Int128(load(row, as: Int64.self))
    default: break
    }
    let start = values.unsafelyUnwrapped + (offset &+ row) &* size
    let low = start.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let high = start.loadUnaligned(fromByteOffset: 8, as: Int64.self)
    if size == 32 {
      let rest: Int64 = high < 0 ? -1 : 0
      guard start.loadUnaligned(fromByteOffset: 16, as: Int64.self) == rest,
        start.loadUnaligned(fromByteOffset: 24, as: Int64.self) == rest
      else { return nil }
    }
    return Int128(high) << 64 | Int128(low)
  }

  /// Returns the text of a row, and whether the thirty-two bytes past its end are readable.
  @inline(__always)
  func text(_ row: Int) -> (bytes: TextBytes, isPadded: Bool) {
    guard case .text(let size) = type, let values, let texts else { return viewedText(row) }
    let start = Column.offset(values, size, offset &+ row)
    let end = Column.offset(values, size, offset &+ row &+ 1)
    let place = texts + start
    return (
      TextBytes(start: place.assumingMemoryBound(to: UInt8.self), count: end &- start),
      texts + (end &+ ScratchArena.slack) <= textsEnd.unsafelyUnwrapped
    )
  }

  /// Returns a text in a view. A text of up to twelve bytes is in the view itself. For a longer text, the view contains
  /// its position.
  private func viewedText(_ row: Int) -> (bytes: TextBytes, isPadded: Bool) {
    guard type == .textView, let values else { return (TextBytes(start: nil, count: 0), false) }
    let view = values + (offset &+ row) &* 16
    let count = Int(view.loadUnaligned(as: Int32.self))
    if count <= 12 {
      let start = (view + 4).assumingMemoryBound(to: UInt8.self)
      return (TextBytes(start: start, count: max(0, count)), row &+ 3 < self.count)
    }
    let buffer = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let place = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    guard buffer >= 0, buffer < viewBuffers.count, place >= 0,
      let size = viewBuffers.sizes?[buffer], Int64(place + count) <= size,
      let start = textBuffers?[buffer]
    else {
      return (TextBytes(start: nil, count: 0), false)
    }
    return (
      TextBytes(start: (start + place).assumingMemoryBound(to: UInt8.self), count: count),
      Int64(place + count + ScratchArena.slack) <= size
    )
  }

  /// Returns the rows of a list's items in the column of items.
  func items(_ row: Int) -> Range<Int> {
    switch type {
    case .list(let size):
      guard let values else { return 0..<0 }
      return Column.offset(
        values, size, offset + row)..<Column.offset(values, size, offset + row + 1)
    case .fixedList(let size): return ((offset + row) * size)..<((offset + row + 1) * size)
    default: return 0..<0
    }
  }

  /// Returns the row of the `children` columns that contains the fields of the record in `row`.
  func inner(_ row: Int) -> Int { offset + row }
}

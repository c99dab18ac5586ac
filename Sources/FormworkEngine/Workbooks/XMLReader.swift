// Reads the XML of workbooks tag by tag, in limited memory. Document types aren't allowed, so the only entities are
// the five of XML and numeric character references.

/// A buffer of XML. The bytes past its end are readable zeros.
final class XMLBuffer {
  @exclusivity(unchecked) private(set) var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes in the buffer.
  @exclusivity(unchecked) private(set) var end = 0
  private static let padding = 64

  init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(capacity: capacity + XMLBuffer.padding)
    (start).initialize(repeating: 0, count: capacity + XMLBuffer.padding)
  }

  deinit { start.deallocate() }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    if end + bytes.count > capacity { grow(to: (end + bytes.count) * 2) }
    (start + end).update(from: base, count: bytes.count)
    end += bytes.count
    (start + end).update(repeating: 0, count: XMLBuffer.padding)
  }

  /// Removes the first bytes.
  func drop(_ count: Int) {
    start.update(from: start + count, count: end - count)
    end -= count
  }

  private func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + XMLBuffer.padding)
    larger.initialize(repeating: 0, count: capacity + XMLBuffer.padding)
    larger.update(from: start, count: end)
    start.deallocate()
    (start, self.capacity) = (larger, capacity)
  }
}

/// A cell with a value in the usual notation: `<c r="B2" s="1" t="s"><v>12</v></c>`.
struct PlainCell {
  var column = 0
  var style = 0
  var type = SheetReader.CellType.number
  var value = TextBytes(start: nil, count: 0)
}

/// Reads the tags of a part.
struct XMLReader: ~Copyable {
  private var part: ZipPart
  private let buffer = XMLBuffer(capacity: 512 << 10)
  private var at = 0
  /// The name of the last tag, and everything between its name and its end.
  private(set) var name = TextBytes(start: nil, count: 0)
  private(set) var attributes = TextBytes(start: nil, count: 0)
  /// Whether the last tag closes an element, and whether it is an element without contents, such as `<v/>`.
  private(set) var isEnd = false
  private(set) var isEmpty = false
  /// The text between the last two tags, still escaped, without comments and instructions.
  private(set) var text = TextBytes(start: nil, count: 0)
  /// The text since the last tag, if a comment, an instruction or a CDATA section interrupts it.
  private var joined = CellBytes()
  private var elements = OpenElements()
  /// The maximum length of a tag with the text before it.
  private static let limit = 16 << 20

  init(_ part: consuming ZipPart) { self.part = part }

  /// The error if the part is invalid.
  var damage: WorkbookProblem { .damaged(part.name) }

  /// Reads the next tag. Returns false at the end. The tag's properties are valid until the next call.
  ///
  /// - Throws: if the part ends inside an element, or if elements aren't properly nested.
  mutating func next() throws(WorkbookProblem) -> Bool {
    if joined.count > 0 { joined.removeAll() }
    while true {
      let open = find(UInt8(ascii: "<"), from: at)
      let mark = buffer.start[open + 1]
      let isTag = mark != UInt8(ascii: "!") && mark != UInt8(ascii: "?")
      let close = isTag ? endOfTag(open) : endOfOther(open)
      guard close < buffer.end else {
        let isCutOff = open < buffer.end
        if try refill() { continue }
        if isCutOff || !elements.haveEnded { throw damage }
        return false
      }
      if isTag {
        guard take(open, close) else { throw damage }
        return true
      }
      try pass(open, close)
    }
  }

  /// Consumes two tags and the text between them if these come next and are complete in the buffer. Returns the text.
  @inline(__always)
  mutating func takeText(_ opening: StaticString, _ closing: StaticString) -> TextBytes? {
    guard has(opening, at: at) else { return nil }
    let start = at &+ opening.utf8CodeUnitCount
    let end = find(UInt8(ascii: "<"), from: start)
    guard has(closing, at: end) else { return nil }
    at = end &+ closing.utf8CodeUnitCount
    return TextBytes(start: buffer.start + start, count: end &- start)
  }

  /// Consumes an element with a text, and the closing tag of the element around it. The last tag must have opened that
  /// outer element. Returns nil if the notation is different or the text is incomplete in the buffer.
  @inline(__always)
  mutating func takeLastText(_ opening: StaticString, _ closing: StaticString) -> TextBytes? {
    let text = takeText(opening, closing)
    if text != nil { elements.endLast() }
    return text
  }

  /// Whether `text` is at a position. The bytes past the buffer's end are zeros.
  @inline(__always)
  private func has(_ text: StaticString, at place: Int) -> Bool {
    for index in 0..<text.utf8CodeUnitCount
    where buffer.start[place &+ index] != text.utf8Start[index] { return false }
    return true
  }

  /// Reads more of the part, after the unconsumed bytes. Returns false at the end.
  private mutating func refill() throws(WorkbookProblem) -> Bool {
    buffer.drop(at)
    at = 0
    if buffer.end > XMLReader.limit { throw .tooLarge(part.name) }
    return try part.next(into: buffer) > 0
  }

  @inline(__always)
  private func find(_ byte: UInt8, from start: Int) -> Int {
    let (bytes, end) = (UnsafeRawPointer(buffer.start), buffer.end)
    let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    let wanted = UInt64(byte) &* ones
    var at = start
    // Examine eight bytes at a time. Sixteen would be slower, because the byte is usually found nearby.
    while at < end {
      let word =
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) ^ wanted
      let found = (word &- ones) & ~word & highs
      if found != 0 { return min(at &+ found.trailingZeroBitCount &>> 3, end) }
      at &+= 8
    }
    return end
  }

  /// Returns the end of the tag that begins at `open`. A `>` in a quoted value isn't the end.
  @inline(__always)
  private func endOfTag(_ open: Int) -> Int {
    var close = find(UInt8(ascii: ">"), from: open)
    var index = open
    while index < close, close < buffer.end {
      let byte = buffer.start[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        index = find(byte, from: index + 1)
        if index > close { close = find(UInt8(ascii: ">"), from: index) }
      }
      index += 1
    }
    return close
  }

  /// Returns the end of the comment, instruction or CDATA section that begins at `open`.
  private func endOfOther(_ open: Int) -> Int {
    if has("<!--", at: open) { return find("-->", from: open + 4) }
    if has(XMLReader.cdata, at: open) { return find("]]>", from: open + 9) }
    return find(has("<?", at: open) ? "?>" : ">", from: open + 2)
  }

  private static let cdata: StaticString = "<![CDATA["

  /// Returns the end of the first occurrence of `mark` at or after `start`.
  private func find(_ mark: StaticString, from start: Int) -> Int {
    let count = mark.utf8CodeUnitCount
    var end = find(UInt8(ascii: ">"), from: start + count - 1)
    while end < buffer.end, !has(mark, at: end - count + 1) {
      end = find(UInt8(ascii: ">"), from: end + 1)
    }
    return end
  }

  /// Skips a comment, an instruction or a CDATA section. The text before it and the text in a CDATA section are joined
  /// with the text after it.
  @inline(never)
  private mutating func pass(_ open: Int, _ close: Int) throws(WorkbookProblem) {
    let isText = has(XMLReader.cdata, at: open)
    // A document type isn't allowed.
    guard isText || has("<!--", at: open) || has("<?", at: open) else { throw damage }
    joined.append(padded: TextBytes(start: buffer.start + at, count: open - at))
    if isText { appendCDATA(open + XMLReader.cdata.utf8CodeUnitCount, close - 2) }
    if joined.count > XMLReader.limit { throw .tooLarge(part.name) }
    at = close + 1
  }

  /// Appends the characters of a CDATA section in escaped form.
  private mutating func appendCDATA(_ start: Int, _ end: Int) {
    for index in start..<end {
      joined.append(buffer.start[index])
      if buffer.start[index] == UInt8(ascii: "&") { joined.append("amp;") }
    }
  }

  /// Consumes a tag. Returns false if it isn't allowed here.
  @inline(__always)
  private mutating func take(_ open: Int, _ close: Int) -> Bool {
    let bytes = buffer.start
    text = TextBytes(start: bytes + at, count: open - at)
    if joined.count > 0 {
      joined.append(padded: text)
      text = joined.bytes
    }
    at = close + 1
    isEnd = bytes[open + 1] == UInt8(ascii: "/")
    isEmpty = bytes[close - 1] == UInt8(ascii: "/")
    let start = open + (isEnd ? 2 : 1)
    let end = isEmpty ? close - 1 : close
    var nameStart = start
    var index = start
    while index < end, bytes[index] > 0x20 {
      // The part before a colon is the namespace prefix.
      if bytes[index] == UInt8(ascii: ":") { nameStart = index + 1 }
      index += 1
    }
    name = TextBytes(start: bytes + nameStart, count: index - nameStart)
    attributes = TextBytes(start: bytes + index, count: max(0, end - index))
    let fullName = TextBytes(start: bytes + start, count: index - start)
    if isEnd { return elements.end(fullName) }
    return elements.begin(fullName, isEmpty: isEmpty)
  }
}

/// The open elements, each inside the one before it.
private struct OpenElements {
  /// The concatenated names, and the end of each name.
  private var names: [UInt8] = []
  private var ends: [Int] = []
  private var hasRoot = false
  /// The maximum nesting depth.
  private static let limit = 256

  /// Whether the root element has ended.
  var haveEnded: Bool { hasRoot && ends.isEmpty }

  /// Begins an element. Returns false if an element isn't allowed here.
  mutating func begin(_ name: TextBytes, isEmpty: Bool) -> Bool {
    if haveEnded || name.isEmpty || ends.count == OpenElements.limit { return false }
    hasRoot = true
    if isEmpty { return true }
    for byte in name { names.append(byte) }
    ends.append(names.count)
    return true
  }

  /// Ends the last element. Returns false if it has a different name.
  mutating func end(_ name: TextBytes) -> Bool {
    guard let end = ends.last, end - start == name.count else { return false }
    for index in 0..<name.count where names[start &+ index] != name[index] { return false }
    endLast()
    return true
  }

  mutating func endLast() {
    let start = start
    names.removeLast(names.count - start)
    ends.removeLast()
  }

  /// The start of the name of the last element.
  private var start: Int { ends.count > 1 ? ends[ends.count - 2] : 0 }
}

// MARK: - Cells

extension XMLReader {
  /// Consumes the next cell, if it is in the usual notation and all of it is in the buffer.
  mutating func takeCell() -> PlainCell? {
    // The zeros past the buffer's end terminate every loop.
    var place = buffer.start + at
    guard has("<c r=\"", at: at) else { return nil }
    place += 6
    var cell = PlainCell()
    while ASCII.isLetter(place[0]), cell.column < 1 << 20 {
      cell.column = cell.column &* 26 &+ Int((place[0] | 0x20) &- UInt8(ascii: "a")) &+ 1
      place += 1
    }
    while ASCII.isDigit(place[0]) { place += 1 }
    guard place[0] == UInt8(ascii: "\""), cell.column > 0 else { return nil }
    place += 1
    guard let contents = XMLReader.readAttributes(place, &cell) else { return nil }
    let before = at
    at = contents - buffer.start
    let value =
      cell.type == .inline
      ? takeText("<is><t>", "</t></is></c>") : takeText("<v>", "</v></c>")
    guard let value else {
      at = before
      return nil
    }
    cell.value = value
    return cell
  }

  /// Reads the style and the type of a cell. Returns the start of its contents, or nil if it isn't in the usual
  /// notation.
  @inline(__always)
  private static func readAttributes(
    _ start: UnsafeMutablePointer<UInt8>, _ cell: inout PlainCell
  ) -> UnsafeMutablePointer<UInt8>? {
    var place = start
    while place[0] == 0x20 {
      let name = place[1]
      guard place[2] == UInt8(ascii: "="), place[3] == UInt8(ascii: "\"") else { return nil }
      place += 4
      let value = place
      while place[0] > UInt8(ascii: "\"") { place += 1 }
      guard place[0] == UInt8(ascii: "\"") else { return nil }
      let text = TextBytes(start: value, count: place - value)
      switch name {
      case UInt8(ascii: "s"): cell.style = text.smallNumber ?? 0
      case UInt8(ascii: "t"): cell.type = SheetReader.CellType(text)
      default: return nil
      }
      place += 1
    }
    return place[0] == UInt8(ascii: ">") ? place + 1 : nil
  }
}

extension XMLReader {
  /// Whether the last tag opens an element with this name.
  func opens(_ name: StaticString) -> Bool { !isEnd && self.name.isName(name) }

  func closes(_ name: StaticString) -> Bool { isEnd && self.name.isName(name) }

  /// Returns the unescaped value of an attribute of the last tag.
  func attribute(_ name: StaticString) -> String? {
    var found: TextBytes?
    attributes.forEachAttribute { if $0.isName(name), found == nil { found = $1 } }
    guard let found else { return nil }
    var text: [UInt8] = []
    found.appendUnescaped(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  @inline(__always)
  func isName(_ name: StaticString) -> Bool {
    guard count == name.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != name.utf8Start[index] { return false }
    return true
  }

  /// Calls `body` with the name of each attribute, without its namespace prefix, and its value.
  @inline(__always)
  func forEachAttribute(_ body: (TextBytes, TextBytes) -> Void) {
    var index = 0
    while index < count {
      while index < count, self[index] <= 0x20 { index += 1 }
      var start = index
      while index < count, self[index] != UInt8(ascii: "="), self[index] > 0x20 {
        if self[index] == UInt8(ascii: ":") { start = index + 1 }
        index += 1
      }
      let name = part(Swift.min(start, index), index)
      while index < count, self[index] != UInt8(ascii: "\""), self[index] != UInt8(ascii: "'") {
        index += 1
      }
      guard index < count else { return }
      let quote = self[index]
      let valueStart = index + 1
      index = valueStart
      while index < count, self[index] != quote { index += 1 }
      guard index < count else { return }
      body(name, part(valueStart, index))
      index += 1
    }
  }

  /// Appends the unescaped text, with LF for every line break.
  func appendUnescaped(to out: inout [UInt8]) {
    var index = 0
    while index < count {
      switch self[index] {
      case UInt8(ascii: "&"):
        let end = part(index, Swift.min(index + 12, count)).firstIndex(of: UInt8(ascii: ";"))
        if let end, let scalar = part(index + 1, index + end).entity {
          out.append(contentsOf: String(Character(scalar)).utf8)
          index += end + 1
          continue
        }
        out.append(self[index])
      case 0x0D:
        out.append(0x0A)
        if index + 1 < count, self[index + 1] == 0x0A { index += 1 }
      default: out.append(self[index])
      }
      index += 1
    }
  }

  private var entity: Unicode.Scalar? {
    if isName("amp") { return "&" }
    if isName("lt") { return "<" }
    if isName("gt") { return ">" }
    if isName("quot") { return "\"" }
    if isName("apos") { return "'" }
    guard count > 1, self[0] == UInt8(ascii: "#") else { return nil }
    let isHex = self[1] | 0x20 == UInt8(ascii: "x")
    let digits = part(isHex ? 2 : 1, count).makeString()
    return UInt32(digits, radix: isHex ? 16 : 10).flatMap { Unicode.Scalar($0) }
  }
}

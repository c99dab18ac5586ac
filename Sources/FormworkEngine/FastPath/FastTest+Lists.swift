// Tests that are faster in a reader. A reader can read past the end of short texts. It has the frames of lists whose
// items are all typed and valid.

extension FastTest {
  /// Whether the test certainly holds for a text of up to sixteen bytes without JSON escapes.
  @inline(__always)
  func surelyHolds(forShort value: Value) -> Bool {
    guard kind == .word, predicate == .lowercase || predicate == .uppercase, value.kind == .text,
      value.flags == Value.isPlainJSON, value.high <= 16,
      let text = UnsafeRawPointer(bitPattern: UInt(value.low))
    else { return false }
    let first = predicate == .lowercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    let others = TextBytes.mask(text.loadUnaligned(as: SIMD16<UInt8>.self), from: first, size: 26)
    return ByteScan.first(others).map { $0 >= Int(value.high) } ?? true
  }
}

extension UnsafeMutablePointer where Pointee == LevelStore {
  /// The maximum number of items that are compared with each other.
  private static var comparedItems: Int { 12 }

  /// Whether all items of a list have different values in a cell. False if uncertain.
  func areDistinct(_ list: Value, _ cell: Int32) -> Bool {
    let count = list.itemCount
    if count > Self.comparedItems { return false }
    let stride = self[list.level].slotCount
    let first = self[list.level].cells(list.firstFrame) + Int(cell)
    for index in 0..<count {
      let value = first + index &* stride
      guard value.pointee.isKnownByItsBytes else { return false }
      for earlier in 0..<index
      where !(first + earlier &* stride).pointee.surelyDiffers(from: value.pointee) {
        return false
      }
    }
    return true
  }

  /// Whether a number is certainly the sum of the values of a cell in the items of a list.
  func isSum(_ number: Value, of list: Value, _ cell: Int32) -> Bool {
    guard number.kind == .number, list.kind == .list, let whole = number.smallCoefficient else {
      return false
    }
    let stride = self[list.level].slotCount
    let first = self[list.level].cells(list.firstFrame) + Int(cell)
    var sum = ShortSum()
    for index in 0..<list.itemCount {
      let value = first + index &* stride
      // A blank value doesn't count.
      if value.pointee.kind == .blank { continue }
      guard value.pointee.kind == .number, sum.add(value.pointee) else { return false }
    }
    return sum.isSame(as: whole, number.scale)
  }
}

extension Value {
  /// Whether the value is a number of 64 bits, or a text that equals another such text only if their bytes are equal.
  @inline(__always)
  fileprivate var isKnownByItsBytes: Bool {
    switch kind {
    case .text: flags & (Value.isBeyondASCII | Value.ignoresCase) == 0
    case .number: smallCoefficient != nil
    default: false
    }
  }

  /// Whether the value differs from another one. Both must be `isKnownByItsBytes`.
  @inline(__always)
  fileprivate func surelyDiffers(from other: Value) -> Bool {
    guard kind == .text, other.kind == .text else {
      // Numbers are in lowest terms, so equal numbers have the same digits and scale.
      return kind == other.kind && (low != other.low || scale != other.scale)
    }
    return high != other.high || !bytes.hasSameBytes(as: other.bytes)
  }
}

/// A sum in 64 bits.
struct ShortSum {
  private var digits: Int64 = 0
  private var scale: UInt8 = 0

  /// Adds a number. Returns false if it or the sum doesn't fit.
  @inline(__always)
  mutating func add(_ value: Value) -> Bool {
    guard var added = value.smallCoefficient, value.scale <= 18 else { return false }
    var sum = digits
    var overflow = false
    if value.scale > scale {
      (sum, overflow) = sum.multipliedReportingOverflow(by: PowerOfTen.small(value.scale - scale))
    } else if value.scale < scale {
      (added, overflow) = added.multipliedReportingOverflow(
        by: PowerOfTen.small(scale - value.scale))
    }
    if overflow { return false }
    (sum, overflow) = sum.addingReportingOverflow(added)
    if overflow { return false }
    digits = sum
    scale = max(scale, value.scale)
    return true
  }

  mutating func code(_ coder: inout ByteCoder) {
    coder.code(&digits)
    coder.code(&scale)
    if scale > 18 { coder.fail() }
  }

  /// Whether the sum certainly equals `digits / 10^scale`, which is in lowest terms.
  func isSame(as digits: Int64, _ scale: UInt8) -> Bool {
    guard scale <= self.scale else { return false }
    let (whole, overflow) = digits.multipliedReportingOverflow(
      by: PowerOfTen.small(self.scale - scale))
    return !overflow && whole == self.digits
  }

  var total: ExactDecimal? { ExactDecimal(coefficient: Int128(digits), scale: Int(scale)) }
}

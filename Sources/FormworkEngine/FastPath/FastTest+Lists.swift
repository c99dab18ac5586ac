// Tests that a reader makes faster than others: of short texts, behind which it may look; of lists whose
// items are all typed and right, by a look at their frames.

extension FastTest {
  /// Whether the test surely holds for a text of up to sixteen bytes that stands in JSON as it is.
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
  /// Up to so many items each is compared with each.
  private static var comparedItems: Int { 12 }

  /// Whether no two items of a list surely have the same value in a cell; false if that is not sure.
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

  /// Whether a number surely is the sum of the values that the items of a list have in a cell.
  func isSum(_ number: Value, of list: Value, _ cell: Int32) -> Bool {
    guard number.kind == .number, list.kind == .list, let whole = number.smallCoefficient else {
      return false
    }
    let stride = self[list.level].slotCount
    let first = self[list.level].cells(list.firstFrame) + Int(cell)
    var sum = ShortSum()
    for index in 0..<list.itemCount {
      let value = first + index &* stride
      // What is blank counts for nothing.
      if value.pointee.kind == .blank { continue }
      guard value.pointee.kind == .number, sum.add(value.pointee) else { return false }
    }
    return sum.isSame(as: whole, number.scale)
  }
}

extension Value {
  /// Whether it is a number of 64 bits, or a text that equals another such text only byte for byte.
  @inline(__always)
  fileprivate var isKnownByItsBytes: Bool {
    switch kind {
    case .text: flags & (Value.isBeyondASCII | Value.ignoresCase) == 0
    case .number: smallCoefficient != nil
    default: false
    }
  }

  /// Whether it is another value than one that is known by its bytes, too.
  @inline(__always)
  fileprivate func surelyDiffers(from other: Value) -> Bool {
    guard kind == .text, other.kind == .text else {
      // Numbers are in lowest terms.
      return kind == other.kind && (low != other.low || scale != other.scale)
    }
    return high != other.high || !bytes.hasSameBytes(as: other.bytes)
  }
}

/// A sum as long as it fits 64 bits.
struct ShortSum {
  private var digits: Int64 = 0
  private var scale: UInt8 = 0

  /// Adds a number; false if it, or the sum, does not fit.
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

  /// Whether the sum surely is a number, `digits / 10^scale` in lowest terms.
  func isSame(as digits: Int64, _ scale: UInt8) -> Bool {
    guard scale <= self.scale else { return false }
    let (whole, overflow) = digits.multipliedReportingOverflow(
      by: PowerOfTen.small(self.scale - scale))
    return !overflow && whole == self.digits
  }

  var total: ExactDecimal? { ExactDecimal(coefficient: Int128(digits), scale: Int(scale)) }
}

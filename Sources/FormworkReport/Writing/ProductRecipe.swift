// How products of records that are like an earlier one are written: what is the same in all of them is
// put together once, and only the values that were read stand between.

internal import FormworkEngine

/// A piece of a product.
enum ProductPiece {
  case literal([UInt8])
  /// The value of a cell of the outermost level that was read the short way.
  case cell(Int)
}

/// The product of every record with the same marks; see `Evaluator.passLines`. Whoever owns it
/// deallocates it: an array would be counted by reference for every record.
struct ProductRecipe {
  /// What stands before a value that was read, and the cell of that.
  private struct Part {
    var literal: UnsafeRawPointer
    var size: Int
    var cell: Int
  }

  private let parts: UnsafeMutableBufferPointer<Part>
  /// What stands before the values, end to end, and at last what stands behind them.
  private let literals: UnsafeMutableRawBufferPointer
  /// How many bytes behind a literal may be copied with it.
  private static let slack = 16
  /// How much a value takes at most beside what stands in it: quotes, a truth or a short number.
  private static let valueRoom = 8

  init(_ pieces: [ProductPiece]) {
    precondition(ProductRecipe.knowsValues, "kinds of values have other numbers")
    var cells: [(first: Int, size: Int, cell: Int)] = []
    var bytes: [UInt8] = []
    var first = 0
    for piece in pieces {
      switch piece {
      case .literal(let literal): bytes += literal
      case .cell(let cell):
        cells.append((first, bytes.count - first, cell))
        first = bytes.count
      }
    }
    let endSize = bytes.count - first
    bytes += Array(repeating: 0, count: ProductRecipe.slack)
    literals = .allocate(byteCount: bytes.count, alignment: 16)
    literals.copyBytes(from: bytes)
    let base = UnsafeRawPointer(literals.baseAddress.unsafelyUnwrapped)
    parts = .allocate(capacity: cells.count + 1)
    _ = parts.initialize(
      from: cells.map { Part(literal: base + $0.first, size: $0.size, cell: $0.cell) }
        + [Part(literal: base + first, size: endSize, cell: -1)])
  }

  func deallocate() {
    parts.deallocate()
    literals.deallocate()
  }

  /// Appends the product of the record that `evaluator` holds, whose outermost cells these are.
  @inline(__always)
  func write(
    _ cells: UnsafePointer<Value>, _ evaluator: Evaluator, _ writer: ProductWriter,
    to out: inout ByteBuffer
  ) {
    var (place, limit) = (out.end, out.limit)
    var part = parts.baseAddress.unsafelyUnwrapped
    while part.pointee.cell >= 0 {
      let value = cells + part.pointee.cell
      let (header, low, high) = (value.pointee.header, value.pointee.low, value.pointee.high)
      // What is asked of a value here is read from its words: for that much a call is too long.
      let isText = header & ProductRecipe.textBits == ProductRecipe.plainText
      let size = part.pointee.size
      let room = size &+ ProductRecipe.valueRoom &+ (isText ? Int(truncatingIfNeeded: high) : 0)
      if limit - place < room {
        out.end = place
        out.reserve(room)
        (place, limit) = (out.end, out.limit)
      }
      place = ByteBuffer.putLoosely(part.pointee.literal, size, at: place)
      if isText {
        place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        // Behind a text of a padded record, and behind a constant, sixteen bytes may be looked at.
        let text = UnsafeRawPointer(bitPattern: UInt(low)).unsafelyUnwrapped
        place = ByteBuffer.putLoosely(text, Int(truncatingIfNeeded: high), at: place + 1)
        place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        place += 1
      } else if header & ProductRecipe.kindBits == ProductRecipe.truth {
        place = ByteBuffer.put(bool: header & ProductRecipe.truthBit != 0, at: place)
      } else if header & ProductRecipe.numberBits == ProductRecipe.whole, high == 0,
        low < 100_000_000
      {
        place = ByteBuffer.put(short: low, at: place)
      } else {
        out.end = place
        writer.writeOther(value.pointee, evaluator, to: &out)
        (place, limit) = (out.end, out.limit)
      }
      part += 1
    }
    out.end = place
    out.reserve(part.pointee.size)
    out.end = ByteBuffer.putLoosely(part.pointee.literal, part.pointee.size, at: out.end)
  }
}

// Values as the first of their words tells them; see `Value`. The numbers are written out, so that they are
// known when this is compiled.
extension ProductRecipe {
  private static let kindBits: UInt64 = 0xFF
  private static let truth: UInt64 = 5
  private static let truthBit: UInt64 = 0x100
  /// Kind and scale.
  private static let numberBits: UInt64 = 0xFF_00FF
  private static let whole: UInt64 = 4
  /// Kind, and whether JSON can write the text as it is.
  private static let textBits: UInt64 = 0x4FF
  private static let plainText: UInt64 = 0x403

  /// Whether values are as they are taken here.
  static var knowsValues: Bool {
    truth == UInt64(Value.Kind.bool.rawValue) && whole == UInt64(Value.Kind.number.rawValue)
      && plainText == UInt64(Value.Kind.text.rawValue) | 0x400
  }
}

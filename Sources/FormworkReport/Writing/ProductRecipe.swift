// Writes the products of records in which the same fields are marked. The constant parts of these products are prepared
// once, and only the values that were read are inserted. Most parts and values are short and are copied as blocks of 32
// bytes, so that the code needn't branch on their length.

internal import FormworkEngine

/// A part of a product.
enum ProductPiece {
  case literal([UInt8])
  /// The value of an outermost cell that the fast path has read.
  case cell(Int)
}

/// A template for the products of all records with the same marks; see `Evaluator.passLines`. The owner must call
/// `deallocate`. An array instead of manual memory would be reference-counted for every record.
struct ProductRecipe {
  /// A short literal and the value after it.
  private struct Part {
    enum Kind {
      /// A text that needs no JSON escapes. Its quotes are part of the literals.
      case text
      case truth, number
      /// A record or a list.
      case structure
      /// No value: either the literal continues in the next part, or the product ends.
      case none, end
    }

    /// The literal, followed by undefined bytes.
    var literal = ByteBuffer.Block()
    var size = 0
    var kind = Kind.none
    /// The index of the value among the outermost cells.
    var cell = 0
  }

  private let parts: UnsafeMutableBufferPointer<Part>
  /// The number of bytes to reserve for a product, not counting structures, long numbers and long texts.
  private let room: Int

  /// - Parameters:
  ///   - pieces: the parts of the products.
  ///   - cells: the outermost cells of one of the records. If the fast path has read a cell, its value is of the same
  ///     kind in all records. A text in such a cell has no escapes.
  init(_ pieces: [ProductPiece], _ cells: UnsafePointer<Value>) {
    precondition(ProductRecipe.knowsValues, "kinds of values have other numbers")
    var parts: [Part] = []
    var part = Part()
    func add(_ byte: UInt8) {
      if part.size == ByteBuffer.Block.scalarCount { end(.none) }
      part.literal[part.size] = byte
      part.size += 1
    }
    func end(_ kind: Part.Kind, _ cell: Int = 0) {
      (part.kind, part.cell) = (kind, cell)
      parts.append(part)
      part = Part()
    }
    for piece in pieces {
      switch piece {
      case .literal(let literal): for byte in literal { add(byte) }
      case .cell(let cell):
        let kind = ProductRecipe.kind(of: cells[cell])
        if kind == .text { add(UInt8(ascii: "\"")) }
        end(kind, cell)
        if kind == .text { add(UInt8(ascii: "\"")) }
      }
    }
    end(.end)
    room = parts.count * 2 * ByteBuffer.Block.scalarCount
    self.parts = .allocate(capacity: parts.count)
    _ = self.parts.initialize(from: parts)
  }

  private static func kind(of value: Value) -> Part.Kind {
    switch value.kind {
    case .text where value.isPlainJSON: .text
    case .bool: .truth
    case .number: .number
    default: .structure
    }
  }

  func deallocate() { parts.deallocate() }

  /// Appends the product of the evaluator's current record, whose outermost cells are `cells`.
  @inline(__always)
  func write(
    _ cells: UnsafePointer<Value>, _ evaluator: Evaluator, _ writer: ProductWriter,
    to out: inout ByteBuffer
  ) {
    out.reserve(room)
    var place = out.end
    var part = UnsafePointer(parts.baseAddress.unsafelyUnwrapped)
    while true {
      place.storeBytes(of: part.pointee.literal, as: ByteBuffer.Block.self)
      place += part.pointee.size
      let value = cells + part.pointee.cell
      // Read the value's properties from its 64-bit words, because a call would take too long.
      switch part.pointee.kind {
      case .text:
        assert(value.pointee.kind == .text && value.pointee.isPlainJSON)
        let size = Int(truncatingIfNeeded: value.pointee.high)
        if size <= ByteBuffer.Block.scalarCount {
          // A whole block is readable here, because padding follows every record and every constant.
          let text = UnsafeRawPointer(bitPattern: UInt(value.pointee.low)).unsafelyUnwrapped
          let block = text.loadUnaligned(as: ByteBuffer.Block.self)
          place.storeBytes(of: block, as: ByteBuffer.Block.self)
          place += size
        } else {
          out.end = place
          out.append(value.pointee.bytes)
          out.reserve(room)
          place = out.end
        }
      case .truth:
        assert(value.pointee.kind == .bool)
        place = ByteBuffer.put(
          bool: value.pointee.header & ProductRecipe.truthBit != 0, at: place)
      case .number
      where value.pointee.header & ProductRecipe.numberBits == ProductRecipe.whole
        && value.pointee.high == 0 && value.pointee.low < 100_000_000:
        place = ByteBuffer.put(short: value.pointee.low, at: place)
      case .number, .structure:
        out.end = place
        writer.writeOther(value.pointee, evaluator, to: &out)
        out.reserve(room)
        place = out.end
      case .none: break
      case .end:
        out.end = place
        return
      }
      part += 1
    }
  }
}

// Masks and values of the header word of a `Value`. They are literals, so that they are known at compile time.
extension ProductRecipe {
  private static let truthBit: UInt64 = 0x100
  /// The bits of the kind and the scale.
  private static let numberBits: UInt64 = 0xFF_00FF
  private static let whole: UInt64 = 4

  /// Whether the constants agree with the layout of `Value`.
  static var knowsValues: Bool { whole == UInt64(Value.Kind.number.rawValue) }
}

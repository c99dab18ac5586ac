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

  init(_ pieces: [ProductPiece]) {
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

  /// Appends the product of the record whose cells these are.
  @inline(__always)
  func write(_ cells: UnsafePointer<Value>, _ writer: ProductWriter, to out: inout ByteBuffer) {
    var part = parts.baseAddress.unsafelyUnwrapped
    while true {
      out.reserve(part.pointee.size)
      out.putLoosely(part.pointee.literal, part.pointee.size)
      if part.pointee.cell < 0 { return }
      writer.write(read: cells[part.pointee.cell], to: &out)
      part += 1
    }
  }
}

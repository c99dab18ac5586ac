// How products of records that are like an earlier one are written: what is the same in all of them is
// put together once, and only the values that were read stand between.

internal import FormworkEngine

/// The product of every record with the same marks; see `Evaluator.passLines`.
struct ProductRecipe {
  /// What stands before a value that was read, and the cell of that.
  private struct Part {
    var first: Int
    var size: Int
    var cell: Int
  }

  private let parts: [Part]
  /// What stands before the values, end to end, and at last what stands behind them.
  private let literals: [UInt8]
  private let end: Int
  private let endSize: Int
  /// How many bytes behind a literal may be copied with it.
  private static let slack = 16

  init(_ pieces: [ProductPiece]) {
    var parts: [Part] = []
    var literals: [UInt8] = []
    var first = 0
    for piece in pieces {
      switch piece {
      case .literal(let bytes): literals += bytes
      case .cell(let cell):
        parts.append(Part(first: first, size: literals.count - first, cell: cell))
        first = literals.count
      }
    }
    self.parts = parts
    end = first
    endSize = literals.count - first
    self.literals = literals + Array(repeating: 0, count: ProductRecipe.slack)
  }

  /// Appends the product of the record whose cells these are.
  @inline(__always)
  func write(_ cells: UnsafePointer<Value>, _ writer: ProductWriter, to out: inout ByteBuffer) {
    literals.withUnsafeBytes { literals in
      let base = literals.baseAddress.unsafelyUnwrapped
      for part in parts {
        out.reserve(part.size)
        out.putLoosely(base + part.first, part.size)
        writer.write(read: cells[part.cell], to: &out)
      }
      out.reserve(endSize)
      out.putLoosely(base + end, endSize)
    }
  }
}

/// A piece of a product.
enum ProductPiece {
  case literal([UInt8])
  /// The value of a cell of the outermost level that was read the short way.
  case cell(Int)
}

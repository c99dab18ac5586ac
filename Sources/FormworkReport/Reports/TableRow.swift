// The cells of a row as they are shown: without quotes, and with secrets masked.

internal import FormworkEngine

/// A row of a table, prepared to be shown.
struct TableRow {
  /// The original text of the row.
  let text: TextBytes
  /// The offsets of the row's cells.
  let starts: [Int]
  /// Whether each cell is secret. Cells after the last entry are also secret. Nil if no cell is secret.
  let secrets: [Bool]?

  private func cell(_ index: Int) -> TextBytes {
    text.part(starts[index], index + 1 < starts.count ? starts[index + 1] - 1 : text.count)
  }

  /// Whether the cell at a zero-based index contains something that must not be shown.
  func isSecret(_ index: Int) -> Bool {
    guard let secrets, index >= secrets.count || secrets[index] else { return false }
    return !cell(index).isEmpty
  }

  /// Calls `body` with the contents of the cell at a zero-based index.
  func withCell(_ index: Int, _ body: (TextBytes) -> Void) {
    let cell = cell(index)
    if isSecret(index) {
      Array(ShownValue.mask.utf8).withUnsafeBufferPointer { body($0) }
    } else if cell.count >= 2, cell.first == 0x22, cell.last == 0x22 {
      TableRow.unquoted(cell.part(1, cell.count - 1)).withUnsafeBufferPointer { body($0) }
    } else {
      body(cell)
    }
  }

  /// Returns the contents of a quoted cell, in which two quotes represent one quote.
  private static func unquoted(_ cell: TextBytes) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < cell.count {
      bytes.append(cell[index])
      index += cell[index] == 0x22 ? 2 : 1
    }
    return bytes
  }
}

// The cells of a row as they are shown: without quotes, and with secrets masked.

internal import FormworkEngine

/// A row of a table that is shown.
struct TableRow {
  /// The row as it came.
  let text: TextBytes
  /// Where its cells begin.
  let starts: [Int]
  /// Which of them are secret, and all behind these; nil if none is.
  let secrets: [Bool]?

  private func cell(_ index: Int) -> TextBytes {
    text.part(starts[index], index + 1 < starts.count ? starts[index + 1] - 1 : text.count)
  }

  /// Whether a cell, from 0, has something in it that must not be shown.
  func isSecret(_ index: Int) -> Bool {
    guard let secrets, index >= secrets.count || secrets[index] else { return false }
    return !cell(index).isEmpty
  }

  /// Hands out what is in a cell, from 0.
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

  /// What is in a quoted cell, in which two quotes stand for one.
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

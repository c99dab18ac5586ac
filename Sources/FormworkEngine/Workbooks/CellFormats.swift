// Numbers, dates and truth values of a workbook have no writing of their own. They are handed on as the fields of their
// columns write them, so that they are what they are whatever that is.

/// How the fields that columns belong to write their values, where they do not write them as most do.
package struct CellFormats: Equatable {
  private let formats: [FieldFormat?]

  /// All are written as most are.
  init() { formats = [] }

  /// - Parameters:
  ///   - table: the columns.
  ///   - program: the fields. Where fields share a column, it is the first with a format that counts.
  package init(_ table: TableReader, _ program: Program) {
    formats = table.targets.map { target in
      program.fields.lazy.filter {
        $0.level == target.level && $0.inputs.contains(Int32(truncatingIfNeeded: target.input))
      }.compactMap { program.format(of: $0.type) }.first
    }
  }

  /// Whether all are written as most are.
  var isEmpty: Bool { formats.allSatisfy { $0 == nil } }

  /// That of a column, from 1.
  @inline(__always)
  subscript(column: Int) -> FieldFormat? { column <= formats.count ? formats[column - 1] : nil }
}

extension Program {
  /// How a type writes its values in a cell, or the items of a list.
  fileprivate func format(of type: FieldType) -> FieldFormat? {
    switch type {
    case .formatted(let format): formats[Int(format)]
    case .list(let level) where !levels[Int(level)].separator.isEmpty:
      format(of: fields[Int(levels[Int(level)].itemField)].type)
    default: nil
    }
  }
}

extension FieldFormat {
  /// What a number, date or truth value, as most write it, is in this format; nil if it is none of its type.
  func ownText(of plain: TextBytes) -> String? {
    let type: FieldType =
      switch self {
      case .number, .integer: .number
      case .date: .date
      case .bool: .bool
      }
    return Evaluator.scalar(plain, type, []).flatMap { text(of: $0) }
  }
}

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
    var known = program.levels.map { [FieldFormat?](repeating: nil, count: Int($0.inputCount)) }
    for field in program.fields {
      guard let format = program.format(of: field.type) else { continue }
      let level = Int(field.level)
      for input in field.inputs where input >= 0 && known[level][Int(input)] == nil {
        known[level][Int(input)] = format
      }
    }
    formats = table.targets.map { $0.input < 0 ? nil : known[$0.level][$0.input] }
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

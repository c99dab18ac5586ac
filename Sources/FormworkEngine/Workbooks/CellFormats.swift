// Numbers, dates and truth values of a workbook have no writing of their own. They are handed on as the fields of their
// columns write them, so that they are what they are whatever that is.

/// How the fields that columns belong to write their values, where they do not write them as most do.
///
/// Fields of several branches may share a column and write their values in different ways. There, numbers, dates and truth
/// values are written as most do, and texts stand in quotes, so that the reader tells them apart.
package struct CellFormats: Equatable {
  private let formats: [FieldFormat?]
  private let quotesTexts: [Bool]

  /// All are written as most are.
  init() { (formats, quotesTexts) = ([], []) }

  package init(_ table: TableReader, _ program: Program) {
    let known = program.formatsOfInputs()
    formats = table.targets.map {
      $0.input < 0 || $0.hasPlainValues ? nil : known[$0.level][$0.input].first ?? nil
    }
    quotesTexts = table.targets.map { $0.hasPlainValues }
  }

  /// Whether all are written as most are.
  var isEmpty: Bool { formats.allSatisfy { $0 == nil } && !quotesTexts.contains(true) }

  /// The format of `column`, from 1.
  @inline(__always)
  subscript(column: Int) -> FieldFormat? { column <= formats.count ? formats[column - 1] : nil }

  /// Whether the texts of `column` stand in quotes.
  func quotesTexts(of column: Int) -> Bool {
    column <= quotesTexts.count && quotesTexts[column - 1]
  }
}

extension Program {
  /// For each level and each of its inputs, the formats of the fields that are read from it, in the order of the form.
  func formatsOfInputs() -> [[[FieldFormat?]]] {
    var formats = levels.map { [[FieldFormat?]](repeating: [], count: Int($0.inputCount)) }
    for field in fields {
      let format = format(of: field.type)
      for input in field.inputs where input >= 0 {
        formats[Int(field.level)][Int(input)].append(format)
      }
    }
    return formats
  }

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
  /// The type whose values are written in this format.
  var plainType: FieldType {
    switch self {
    case .number: .number
    case .integer: .int
    case .date: .date
    case .bool: .bool
    }
  }

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

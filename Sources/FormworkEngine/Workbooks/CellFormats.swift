// A workbook stores numbers, dates and truth values without a notation. Each of them is written in the format of its
// column's field, so that the field can read it.

/// For each column, the format that its fields share, or nil for the standard notation.
///
/// Fields of several branches may share a column and have different formats. A format may also lack a part of a value,
/// such as the seconds. In such columns, numbers, dates and truth values are in standard notation if they can't be
/// written in a format. Texts in these columns are quoted, so that the reader can distinguish them from such values.
package struct CellFormats: Equatable {
  private let formats: [FieldFormat?]
  private let quotesTexts: [Bool]

  /// Creates the formats of columns that all have the standard notation.
  init() { (formats, quotesTexts) = ([], []) }

  package init(_ table: TableReader, _ program: Program) {
    let known = program.formatsOfInputs()
    formats = table.destinationsOfColumns.map { targets in
      CellFormats.common(targets.flatMap { known[$0.level][$0.input] })
    }
    quotesTexts = table.targets.map { $0.hasPlainValues }
  }

  /// Returns the format that all fields of a column share, or nil if they share none.
  private static func common(_ formats: [FieldFormat?]) -> FieldFormat? {
    formats.contains { $0 != formats[0] } ? nil : formats.first ?? nil
  }

  /// Whether all columns have the standard notation.
  var isEmpty: Bool { formats.allSatisfy { $0 == nil } && !quotesTexts.contains(true) }

  /// The format of `column`, which is counted from 1.
  @inline(__always)
  subscript(column: Int) -> FieldFormat? { column <= formats.count ? formats[column - 1] : nil }

  /// Whether the texts of `column` are quoted.
  func quotesTexts(of column: Int) -> Bool {
    column <= quotesTexts.count && quotesTexts[column - 1]
  }
}

extension Program {
  /// Returns, for each input of each level, the formats of the fields that use it, in the order of the form.
  func formatsOfInputs() -> [[[FieldFormat?]]] {
    var formats = levels.map { [[FieldFormat?]](repeating: [], count: Int($0.inputCount)) }
    for field in fields {
      let own = cellFormats(of: field.type)
      for input in field.inputs where input >= 0 {
        formats[Int(field.level)][Int(input)] += own
      }
    }
    return formats
  }

  /// Returns the format of a type's values in a cell, or the formats of its alternatives. For a list in a cell, returns
  /// the format of its items.
  private func cellFormats(of type: FieldType) -> [FieldFormat?] {
    switch type {
    case .formatted(let format): [formats[Int(format)]]
    case .list(let level) where !levels[Int(level)].separator.isEmpty:
      cellFormats(of: fields[Int(levels[Int(level)].itemField)].type)
    case .either(let number): alternatives[Int(number)].flatMap { cellFormats(of: $0) }
    default: [nil]
    }
  }
}

extension FieldFormat {
  /// The type of the values.
  var kind: FieldKind {
    switch self {
    case .number: .number
    case .integer: .int
    case .moment(let kind, _): kind
    case .bool: .bool
    }
  }

  /// Whether every value of the type can be written in the first format and then read as the same value.
  var isExact: Bool {
    if case .moment(_, let formats) = self { formats.first?.isExact ?? true } else { true }
  }

  /// Returns `plain`, a number, date, time or truth value in standard notation, as text in this format. Returns nil if
  /// the value isn't of the format's type, or if the first format lacks a part of the value.
  func ownText(of plain: TextBytes) -> String? {
    if case .moment(let kind, let formats) = self {
      if let value = kind.value(of: plain) { return formats.first?.exactText(of: value) }
      // A number in a column of dates is written as its digits.
      return FieldKind.number.value(of: plain).map { _ in plain.makeString() }
    }
    // A number keeps its fraction even if the field requires a whole number. The fraction is then reported as a
    // problem.
    let kind = kind == .int ? .number : kind
    return kind.value(of: plain).flatMap { text(of: $0) }
  }
}

// The names of the kinds of data on the command line.

internal import FormworkEngine
internal import FormworkSyntax

extension DataKind {
  static let names = allCases.map { $0.rawValue }

  /// A description of what data of this kind looks like.
  var look: String {
    switch shape {
    case .document: "JSON with several lines"
    case .lines: "a JSON record on each line"
    case .table, .sheet: "a table"
    }
  }
}

extension DataLayout {
  /// The kind of the rejects file. Rows of a workbook are written as CSV, and rows with the only delimiter of another
  /// kind as that kind.
  var kindOfRejects: DataKind {
    guard kind.row.takesDelimiter || kind.isSheet else { return kind }
    let kinds = DataKind.allCases.filter { $0.shape == .table && !$0.row.takesDelimiter }
    return kinds.first { $0.row.delimiter == delimiter.value } ?? (kind.isSheet ? .csv : kind)
  }

  /// The name of data with this layout, for use in a sentence.
  var name: String {
    switch kind.shape {
    case .document: "JSON"
    case .lines: "NDJSON"
    case .sheet: "a workbook"
    case .table:
      delimiter.value == 0x09
        ? "a table with tabs"
        : "a table with \"\(Character(Unicode.Scalar(delimiter.value)))\""
    }
  }
}

// The kinds of data, with the properties that splitting, reading, writing and naming depend on.

/// A kind of data that a form can declare.
package enum DataKind: String, CaseIterable, Sendable {
  case json, ndjson, csv, tsv, xlsx
}

extension DataKind {
  /// Creates the kind for a file's data from the file's name, which may end in `.gz`. Fails if the file name extension
  /// is unknown.
  package init?(ofName path: String) {
    var name = path.split(separator: "/").last ?? ""
    if name.lowercased().hasSuffix(".gz") { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let kind = DataKind.allCases.first(where: { $0.row.endings.contains(ending) }) else {
      return nil
    }
    self = kind
  }

  package struct Row: Sendable {
    /// The file name extensions.
    package var endings: [String]
    /// The usual delimiter of a table.
    package var delimiter: UInt8 = UInt8(ascii: ",")
    /// Whether a form may declare another delimiter.
    package var takesDelimiter = false
    /// The description for developers.
    package var summary: String
    /// A declaration of data of this kind.
    package var example: String
    /// The endings as the help lists them, without rare ones. Some have a note on the records in parentheses.
    package var help: String
  }

  /// The kinds in the order of the grammar: texts of cells first.
  package static let ofGrammar =
    allCases.filter { $0.shape == .table } + allCases.filter { $0.shape != .table }

  /// The arrangement of records in data, which decides how they are split and read.
  package enum Shape: Sendable {
    /// A JSON text with one record, or with an array of records.
    case document
    /// A JSON object on each line.
    case lines
    /// Rows of text.
    case table
    /// Rows of a workbook.
    case sheet
  }

  package var shape: Shape {
    switch self {
    case .json: .document
    case .ndjson: .lines
    case .csv, .tsv: .table
    case .xlsx: .sheet
    }
  }

  package var row: Row {
    switch self {
    case .json:
      Row(
        endings: ["json"],
        summary:
          "A JSON object, an array of objects, or an array inside an object, which the form names with `records at`.",
        example: "data json < records at result.items >", help: ".json (one record or an array)")
    case .ndjson:
      Row(
        endings: ["ndjson", "jsonl"], summary: "A JSON object on each line.",
        example: "data ndjson < blank \"-\" >", help: ".ndjson or .jsonl (a record on each line)")
    case .csv:
      Row(
        endings: ["csv"], takesDelimiter: true,
        summary: "A table separated by commas, or by the delimiter that the form declares.",
        example: "data csv < delimiter \";\" >", help: ".csv")
    case .tsv:
      Row(
        endings: ["tsv", "tab"], delimiter: UInt8(ascii: "\t"),
        summary: "A table separated by tabs.",
        example: "data tsv < encoding \"shift_jis\" >", help: ".tsv")
    case .xlsx:
      Row(
        endings: ["xlsx", "xlsm"], summary: "A sheet of an Excel workbook.",
        example: "data xlsx < sheet \"Prices\" >", help: ".xlsx")
    }
  }

  /// Whether records are rows with columns.
  package var isTable: Bool { isSheet || shape == .table }

  /// Whether the data is a workbook.
  package var isSheet: Bool { shape == .sheet }
}

// The names of the kinds of data on the command line.

internal import FormworkEngine
internal import FormworkSyntax

extension DataKind {
  static let names = allCases.map { $0.rawValue }

  /// A description of how such data looks.
  var look: String {
    switch self {
    case .json: "JSON with several lines"
    case .ndjson: "a JSON record on each line"
    case .csv, .tsv, .xlsx: "a table"
    }
  }
}

extension DataLayout {
  /// The kind of the rejects file. Rows of a workbook are written as CSV.
  var kindOfRejects: DataKind {
    switch kind {
    case .json, .ndjson, .tsv: kind
    case .csv, .xlsx: delimiter.value == 0x09 ? .tsv : .csv
    }
  }

  /// The name of the data in a sentence.
  var name: String {
    switch kind {
    case .json: "JSON"
    case .ndjson: "NDJSON"
    case .xlsx: "a workbook"
    case .csv, .tsv:
      delimiter.value == 0x09
        ? "a table with tabs"
        : "a table with \"\(Character(Unicode.Scalar(delimiter.value)))\""
    }
  }
}

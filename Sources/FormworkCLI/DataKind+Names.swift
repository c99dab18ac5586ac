// What the kinds of data are called on the command line.

internal import FormworkEngine
internal import FormworkSyntax

extension DataKind {
  /// The names of all of them.
  static let names = allCases.map { $0.rawValue }

  /// What one sees in such data.
  var look: String {
    switch self {
    case .json: "JSON over several lines"
    case .ndjson: "one record on each line"
    case .csv, .tsv, .xlsx: "a table"
    }
  }
}

extension DataLayout {
  /// The kind of the file that its rejected records make: a workbook's rows are written as CSV.
  var kindOfRejects: DataKind {
    switch kind {
    case .json, .ndjson, .tsv: kind
    case .csv, .xlsx: delimiter.value == 0x09 ? .tsv : .csv
    }
  }

  /// What data of it is called in a sentence.
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

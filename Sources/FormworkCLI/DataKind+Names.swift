// What the kinds of data are called on the command line, and which files have them.

internal import FormworkEngine
internal import FormworkRuntime
internal import FormworkSyntax

extension DataKind {
  /// The names of all of them.
  static let names = allCases.map { $0.rawValue }

  /// What the names of its files end with.
  private var endings: [String] {
    switch self {
    case .json: ["json"]
    case .ndjson: ["ndjson", "jsonl"]
    case .csv: ["csv"]
    case .tsv: ["tsv", "tab"]
    case .xlsx: ["xlsx"]
    }
  }

  /// What one sees in such data.
  var look: String {
    switch self {
    case .json: "JSON over several lines"
    case .ndjson: "one record on each line"
    case .csv, .tsv, .xlsx: "a table"
    }
  }

  /// The kind of a file; nil if its name does not tell.
  init?(ofName path: SystemText) {
    var name = path.text.split(separator: "/").last ?? ""
    if name.lowercased().hasSuffix(".gz") { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let kind = DataKind.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = kind
  }
}

extension DataLayout {
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

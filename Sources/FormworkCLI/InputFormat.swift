// The kinds of data that `formwork check` reads: what they are called, and which files have them.

internal import FormworkEngine
internal import FormworkRuntime

/// A kind of data, called what `--input` says.
enum InputFormat: String, CaseIterable {
  case json, ndjson, csv, tsv

  /// The names of all of them.
  static let names = allCases.map { $0.rawValue }

  /// What the names of its files end with.
  private var endings: [String] {
    switch self {
    case .json: ["json"]
    case .ndjson: ["ndjson", "jsonl"]
    case .csv: ["csv"]
    case .tsv: ["tsv", "tab"]
    }
  }

  /// What one sees in such data.
  var look: String {
    switch self {
    case .json: "JSON over several lines"
    case .ndjson: "one record on each line"
    case .csv, .tsv: "a table"
    }
  }

  /// The kind of a file; nil if its name does not tell.
  init?(ofName path: SystemText) {
    let name = path.text.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = InputFormat.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// The kind of data of a format.
  init(_ format: RecordFormat) {
    self =
      switch format {
      case .json: .json
      case .ndjson: .ndjson
      case .table(delimiter: 0x09): .tsv
      case .table: .csv
      }
  }

  /// How it is read.
  ///
  /// - Parameter delimiter: what sets cells apart, where somebody said so.
  func records(delimiter: UInt8?) -> RecordFormat {
    switch self {
    case .json: .json
    case .ndjson: .ndjson
    case .csv: .table(delimiter: delimiter ?? UInt8(ascii: ","))
    case .tsv: .table(delimiter: delimiter ?? 0x09)
    }
  }
}

extension RecordFormat {
  /// What data of it is called in a sentence.
  var name: String {
    switch self {
    case .json: "JSON"
    case .ndjson: "NDJSON"
    case .table(delimiter: 0x09): "a table with tabs"
    case .table(let delimiter): "a table with \"\(Character(Unicode.Scalar(delimiter)))\""
    }
  }
}

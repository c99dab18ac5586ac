// Which kind of data a file has, by its name.

package import FormworkSyntax

extension DataKind {
  /// What the names of its files end with.
  package var endings: [String] {
    switch self {
    case .json: ["json"]
    case .ndjson: ["ndjson", "jsonl"]
    case .csv: ["csv"]
    case .tsv: ["tsv", "tab"]
    case .xlsx: ["xlsx"]
    }
  }

  /// The kind of a file; nil if its name does not tell.
  package init?(ofName path: SystemText) {
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

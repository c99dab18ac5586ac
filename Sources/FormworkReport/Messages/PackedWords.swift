// The messages about workbooks and compressed files that can't be read.

package import FormworkEngine
internal import FormworkSyntax

extension WorkbookProblem {
  /// The reason, as the end of a sentence.
  package var words: String {
    switch self {
    case .notAWorkbook: return "It is not a workbook (xlsx)"
    case .other(let signature): return signature.wordsForData
    case .damaged(let part): return "It is damaged in \(part)"
    case .missing(let part): return "It is missing \(part)"
    case .tooLarge(let part): return "Its part \(part) is too large when it is decompressed"
    case .unpacking(let part, let problem): return "\(problem.words), in \(part)"
    case .unreadable: return "It cannot be read"
    case .noSheet(let name, let sheets):
      let names = sheets.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
      return "It has no sheet \"\(name)\"; its sheets are \(names)"
    }
  }
}

extension InflateProblem {
  /// The reason, as the end of a sentence.
  package var words: String {
    switch self {
    case .unexpectedEnd: "The compressed data is truncated"
    case .badCode: "The compressed data is invalid"
    case .badChecksum, .badLength: "The compressed data is damaged: its checksum does not match"
    }
  }
}

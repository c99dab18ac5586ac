// The messages about workbooks and compressed files that can't be read.

package import FormworkEngine
internal import FormworkSyntax

extension WorkbookProblem {
  /// The reason, as the end of a sentence.
  package var words: String {
    switch self {
    case .notAWorkbook: return "It is no workbook (xlsx)"
    case .other(let signature): return signature.wordsForData
    case .damaged(let part): return "It is damaged, in \(part)"
    case .missing(let part): return "It lacks \(part)"
    case .tooLarge(let part): return "Unpacked, \(part) is larger than it may be"
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
    case .unexpectedEnd: "What is packed in it breaks off"
    case .badCode: "What is packed in it cannot be unpacked"
    case .badChecksum, .badLength: "What is packed in it is damaged, by its check sum"
    }
  }
}

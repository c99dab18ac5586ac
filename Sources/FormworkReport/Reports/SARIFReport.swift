// Problems as SARIF 2.1.0 (OASIS), for code scanning and editors. What is known only at the end comes behind the
// results, because the order of keys means nothing.

internal import FormworkEngine
internal import FormworkSyntax

/// One run with a result for each problem.
final class SARIFReport: ReportWriter {
  /// GitHub refuses a file with more.
  private static let limit = 25_000

  private var uri: String?
  private var isText = true
  private var (shown, all) = (0, 0)
  /// The codes of the problems, in the order in which they came.
  private var codes: [String] = []
  private var numbers: [String: Int] = [:]
  private var hasBegun = false

  override func begin(_ data: ReportedData, to out: inout ByteBuffer) {
    uri = data.name.map { SARIFReport.uri($0) }
    isText = data.kind != .xlsx
    start(&out)
  }

  private func start(_ out: inout ByteBuffer) {
    if hasBegun { return }
    hasBegun = true
    out.append(
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",")
    out.append("\"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[")
  }

  override func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    start(&out)
    all += 1
    guard shown < SARIFReport.limit else { return }
    out.append(shown > 0 ? ",\n{" : "\n{")
    shown += 1
    out.append("\"ruleId\":")
    out.append(jsonString: problem.report.code)
    out.append(",\"ruleIndex\":")
    out.append(integer: number(ofCode: problem.report.code))
    out.append(problem.isError ? ",\"level\":\"error\"" : ",\"level\":\"warning\"")
    out.append(",\"message\":{\"text\":")
    out.append(jsonString: problem.report.message)
    out.append("},\"locations\":[{")
    writeLocation(problem, to: &out)
    out.append("}]}")
  }

  private func number(ofCode code: String) -> Int {
    if let number = numbers[code] { return number }
    numbers[code] = codes.count
    codes.append(code)
    return codes.count - 1
  }

  private func writeLocation(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    let hasPlace = problem.record != nil && uri != nil
    if let uri, hasPlace {
      out.append("\"physicalLocation\":{\"artifactLocation\":{\"uri\":")
      out.append(jsonString: uri)
      out.append("}")
      writeRegion(problem, to: &out)
      out.append("}")
    }
    let field = problem.column ?? frame.word(problem.record == nil ? .allRecords : .theRecord)
    let cell = problem.report.cell?.name
    out.append(hasPlace ? ",\"logicalLocations\":[{\"name\":" : "\"logicalLocations\":[{\"name\":")
    out.append(
      jsonString: cell.map {
        frame.word(.inCell).filled(("name", field), ("cell", $0))
      } ?? field)
    out.append("}]")
  }

  private func writeRegion(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    guard let row = isText ? problem.report.place?.line ?? problem.line : problem.row else {
      return
    }
    out.append(",\"region\":{\"startLine\":")
    out.append(integer: row)
    if isText, let place = problem.report.place {
      out.append(",\"startColumn\":")
      out.append(integer: place.column)
    }
    out.append("}")
  }

  override func finish(_ run: RunReport, to out: inout ByteBuffer) {
    start(&out)
    out.append("\n],\"tool\":{\"driver\":{\"name\":\"formwork\",\"version\":")
    out.append(jsonString: frame.version)
    out.append(",\"rules\":[")
    for (index, code) in codes.enumerated() {
      out.append(index > 0 ? ",\n{\"id\":" : "\n{\"id\":")
      out.append(jsonString: code)
      if let known = ProblemCode(rawValue: code) {
        out.append(",\"shortDescription\":{\"text\":")
        out.append(jsonString: known.row.summary)
        out.append("}")
      }
      out.append("}")
    }
    out.append("\n]}},\"invocations\":[{\"executionSuccessful\":true")
    let told = [frame.cut(shown, of: all)].compactMap { $0 } + run.notes(frame.words)
    if !told.isEmpty { writeNotifications(told, to: &out) }
    out.append("}]}]}\n")
  }

  private func writeNotifications(_ texts: [String], to out: inout ByteBuffer) {
    out.append(",\"toolExecutionNotifications\":[")
    for (index, text) in texts.enumerated() {
      out.append(index > 0 ? ",{\"level\":\"warning\"" : "{\"level\":\"warning\"")
      out.append(",\"message\":{\"text\":")
      out.append(jsonString: text)
      out.append("}}")
    }
    out.append("]")
  }

  /// The name of a file as a reference of URIs: relative as it is, absolute as `file:`.
  private static func uri(_ name: String) -> String {
    var uri = name.hasPrefix("/") ? "file://" : ""
    // In front of a colon that is none of a scheme.
    if !name.hasPrefix("/"), name.prefix(while: { $0 != "/" }).contains(":") { uri = "./" }
    for byte in name.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789-._~/:@!$&'()*+,;=".utf8.contains(byte))
      if isPlain {
        uri.unicodeScalars.append(scalar)
      } else {
        uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return uri
  }
}

// Writes problems as SARIF 2.1.0 (OASIS), for code scanning and editors. Properties known only at the end follow the
// results, because the order of keys has no meaning.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes one run with a result for each problem.
final class SARIFReport: ReportWriter {
  /// GitHub rejects files with more results.
  private static let limit = 25_000

  /// Maximum number of characters in a message; it keeps 25,000 messages small.
  private static let messageLimit = 1_000

  private var uri = ""
  private var isText = true
  /// Whether the data comes from a file.
  private var hasFile = false
  private var quota = Quota(limit)
  /// The codes of the problems, in the order of their first appearance.
  private var codes: OrderedSet<String> = []

  override func start(to out: inout ByteBuffer) {
    out.append(
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",")
    out.append("\"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[")
  }

  /// Problems of data without a file are reported for the form, because hosts reject results without a file.
  override func begin(_ data: ReportedData, to out: inout ByteBuffer) {
    hasFile = data.name != nil
    uri = SARIFReport.uri(data.path ?? Array(frame.formName.utf8))
    isText = !data.kind.isSheet
  }

  override func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    let isFirst = quota.shown == 0
    guard quota.takes(problem) else { return }
    out.append(isFirst ? "\n{" : ",\n{")
    out.append("\"ruleId\":")
    out.append(jsonString: problem.report.code)
    out.append(",\"ruleIndex\":")
    out.append(integer: codes.insert(problem.report.code).place)
    out.append(problem.isError ? ",\"level\":\"error\"" : ",\"level\":\"warning\"")
    out.append(",\"message\":{\"text\":")
    out.append(jsonString: problem.report.message.cut(to: SARIFReport.messageLimit))
    out.append("},\"locations\":[{")
    writeLocation(problem, to: &out)
    out.append("}]}")
  }

  private func writeLocation(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    out.append("\"physicalLocation\":{\"artifactLocation\":{\"uri\":")
    out.append(jsonString: uri)
    out.append("}")
    if problem.record != nil, hasFile { writeRegion(problem, to: &out) }
    out.append("}")
    let field = problem.column ?? frame.word(problem.record == nil ? .allRecords : .theRecord)
    let cell = problem.report.cell?.name
    out.append(",\"logicalLocations\":[{\"name\":")
    out.append(
      jsonString: cell.map {
        frame.word(.inCell).filled(("name", field), ("cell", $0))
      } ?? field)
    out.append("}]")
  }

  private func writeRegion(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    guard let position = problem.position(isText: isText) else { return }
    out.append(",\"region\":{\"startLine\":")
    out.append(integer: position.line)
    if let column = position.column {
      out.append(",\"startColumn\":")
      out.append(integer: column)
    }
    out.append("}")
  }

  override func finish(_ run: RunReport, to out: inout ByteBuffer) {
    out.append("\n],\"language\":")
    out.append(jsonString: frame.writer.language)
    out.append(",\"tool\":{\"driver\":{\"name\":\"formwork\",\"version\":")
    out.append(jsonString: frame.version)
    out.append(",\"rules\":[")
    for (index, code) in codes.enumerated() {
      out.append(index > 0 ? ",\n{\"id\":" : "\n{\"id\":")
      out.append(jsonString: code)
      out.append(",\"shortDescription\":{\"text\":")
      out.append(jsonString: SARIFReport.summary(ofCode: code))
      out.append("}}")
    }
    out.append("\n]}},\"invocations\":[{\"executionSuccessful\":true")
    let told = [frame.cut(quota)].compactMap { $0 } + run.notes(frame.words)
    if !told.isEmpty { writeNotifications(told, to: &out) }
    out.append("}]}]}\n")
  }

  /// Returns what a code means. A code defined by the form has no other meaning than itself.
  private static func summary(ofCode code: String) -> String {
    ProblemCode(rawValue: code)?.row.summary ?? Predicate.named(code)?.entry.summary ?? code
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

  /// Returns the name of a file as a URI reference: a relative name unchanged, an absolute one with `file:`.
  private static func uri(_ name: [UInt8]) -> String {
    let (slash, colon) = (UInt8(ascii: "/"), UInt8(ascii: ":"))
    var uri = name.first == slash ? "file://" : ""
    // Without `./`, the part before the colon would be read as a scheme.
    if name.first != slash, name.prefix(while: { $0 != slash }).contains(colon) { uri = "./" }
    for byte in name {
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

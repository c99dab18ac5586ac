// Writes problems as SARIF 2.1.0 (OASIS), for code scanning and editors. Properties known only at the end are written
// after the results. The order of keys has no meaning.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes one run with a result for each problem.
final class SARIFReport: ReportWriter {
  /// The maximum number of results. GitHub rejects files with more.
  private static let limit = 25_000

  /// Maximum number of characters in a message, so that 25,000 messages stay small.
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

  /// Begins a file of data. Problems of data without a file are attributed to the form's file, because hosts reject
  /// results without a file.
  override func begin(_ data: ReportedData, to out: inout ByteBuffer) {
    hasFile = data.name != nil
    uri = SARIFReport.uri(data.path ?? Array(frame.formName.utf8))
    isText = !data.kind.isSheet
  }

  override func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    let isFirst = quota.shown == 0
    guard quota.takes(problem) else { return }
    out.append(isFirst ? "\n" : ",\n")
    out.object { out in
      out.member("ruleId", problem.report.code)
      out.member("ruleIndex", codes.insert(problem.report.code).place)
      out.member("level", problem.isError ? "error" : "warning")
      write(message: problem.report.message.cut(to: SARIFReport.messageLimit), to: &out)
      out.key("locations")
      out.array { out in out.object { writeLocation(problem, to: &$0) } }
    }
  }

  private func write(message: String, to out: inout ByteBuffer) {
    out.key("message")
    out.object { $0.member("text", message) }
  }

  private func writeLocation(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    out.key("physicalLocation")
    out.object { out in
      out.key("artifactLocation")
      let file = problem.report.file.map { SARIFReport.uri(Array($0.utf8)) }
      out.object { $0.member("uri", file ?? uri) }
      if problem.record != nil, hasFile { writeRegion(problem, to: &out) }
    }
    let field = problem.column ?? frame.word(problem.record == nil ? .allRecords : .theRecord)
    let cell = problem.report.cell?.name
    let name = cell.map { frame.word(.inCell).filled(("name", field), ("cell", $0)) } ?? field
    out.key("logicalLocations")
    out.array { out in out.object { $0.member("name", name) } }
  }

  private func writeRegion(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    guard let position = problem.position(isText: isText) else { return }
    out.key("region")
    out.object { out in
      out.member("startLine", position.line)
      if let column = position.column { out.member("startColumn", column) }
    }
  }

  override func finish(_ run: RunReport, to out: inout ByteBuffer) {
    out.append("\n]")
    out.member("language", frame.writer.language)
    out.key("tool")
    out.object { out in
      out.key("driver")
      out.object { writeDriver(to: &$0) }
    }
    out.key("invocations")
    out.array { out in
      out.object { out in
        out.member("executionSuccessful", true)
        let told = [frame.cut(quota)].compactMap { $0 } + run.notes(frame.words)
        if !told.isEmpty { writeNotifications(told, to: &out) }
      }
    }
    out.append("}]}\n")
  }

  private func writeDriver(to out: inout ByteBuffer) {
    out.member("name", "formwork")
    out.member("version", frame.version)
    out.key("rules")
    out.array { out in
      for code in codes {
        out.separate()
        out.append("\n")
        out.object { out in
          out.member("id", code)
          out.key("shortDescription")
          out.object { $0.member("text", SARIFReport.summary(ofCode: code)) }
        }
      }
      out.append("\n")
    }
  }

  /// Returns a description of a code. A code defined by the form has no description and is returned itself.
  private static func summary(ofCode code: String) -> String {
    ProblemCode(rawValue: code)?.row.summary ?? Predicate.named(code)?.entry.summary ?? code
  }

  private func writeNotifications(_ texts: [String], to out: inout ByteBuffer) {
    out.key("toolExecutionNotifications")
    out.array(texts) { text, out in
      out.object { out in
        out.member("level", "warning")
        write(message: text, to: &out)
      }
    }
  }

  /// Returns the name of a file as a percent-encoded URI reference, which begins with `file:` if the name is absolute.
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

// Writes problems as annotations of GitHub Actions: lines of a log that GitHub shows beside the data. The lines go to
// standard output.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes a workflow command for each of the first problems.
package final class AnnotationReport: ReportWriter {
  /// For each step, GitHub shows at most this many errors and this many warnings, and silently omits the rest.
  private static let limit = 10

  private var file: String?
  private var isText = true
  private var (errors, warnings, all) = (0, 0, 0)

  package override init(_ frame: ReportFrame) { super.init(frame) }

  package override func begin(_ data: ReportedData, to out: inout ByteBuffer) {
    file = data.name
    isText = !data.kind.isSheet
  }

  package override func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    all += 1
    if problem.isError { errors += 1 } else { warnings += 1 }
    guard (problem.isError ? errors : warnings) <= AnnotationReport.limit else { return }
    let report = problem.report
    var properties: [(name: String, value: String)] = []
    if let file = problem.file(file) { properties.append(("file", file)) }
    if problem.record != nil {
      if let position = problem.position(isText: isText) {
        properties.append(("line", String(position.line)))
        if let column = position.column { properties.append(("col", String(column))) }
      }
    }
    let name = [report.label, report.cell?.name].compactMap { $0 }.joined(separator: ", ")
    properties.append(("title", name.isEmpty ? report.code : name))
    let list = properties.map { $0.name + "=" + escaped($0.value, isProperty: true) }
    out.append(text: problem.isError ? "::error " : "::warning ")
    out.append(text: list.joined(separator: ",") + "::" + escaped(report.message) + "\n")
  }

  package override func finish(_ run: RunReport, to out: inout ByteBuffer) {
    let shown =
      min(errors, AnnotationReport.limit) + min(warnings, AnnotationReport.limit)
    guard let cut = frame.cut(shown, of: all) else { return }
    out.append(text: "::notice::" + escaped(cut) + "\n")
  }

  private func escaped(_ text: String, isProperty: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return visible(escaped)
  }
}

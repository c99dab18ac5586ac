// Writes a page for people responsible for the data: counts, bars by rule and by column, and a list of problems that
// can be sorted and searched. The page is one file that needs no others. The problems come first, as data. Only some of
// them are shown at a time, so that a page with 100,000 problems opens at once. The counts are only known at the end,
// so they come last.

internal import FormworkEngine
internal import FormworkSyntax

/// Writes an HTML page.
final class HTMLReport: ReportWriter {
  /// Maximum number of problems on a page, and of bars in a chart.
  private static let (limit, barLimit) = (200_000, 20)
  /// Maximum number of bytes of problems: browsers fail to open pages of some hundred megabytes. Warnings may take half
  /// of this limit.
  private static let byteLimit = 32 << 20

  private var file = ""
  private var quota = Quota(limit)
  private var byteCount = 0
  private static let columns: [ReportPhrase] = [
    .file, .row, .cell, .column, .label, .value, .severity, .message, .code,
  ]

  override func begin(_ data: ReportedData, to out: inout ByteBuffer) { file = data.name ?? "" }

  override func start(to out: inout ByteBuffer) {
    out.append("<!DOCTYPE html>\n<html lang=\"")
    out.append(xml: frame.writer.language)
    out.append("\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
    out.append(xml: frame.title)
    out.append("</title>\n")
    out.append(HTMLPage.head)
    out.append("</head>\n<body>\n<script type=\"application/json\" id=\"problems\">[")
  }

  override func add(_ problem: ReportedProblem, to out: inout ByteBuffer) {
    let room = problem.isError ? HTMLReport.byteLimit : HTMLReport.byteLimit / 2
    let isFirst = quota.shown == 0
    guard quota.takes(problem) else { return }
    guard byteCount < room else { return quota.takeBack(problem) }
    let start = out.count
    defer { byteCount += out.count - start }
    out.append(isFirst ? "\n" : ",\n")
    let report = problem.report
    out.array { out in
      write(problem.file(file) ?? "", to: &out)
      if let row = problem.row { out.value(row) } else { out.value("") }
      for text in [report.cell?.name, problem.column, report.label, report.value] {
        write(text ?? "", to: &out)
      }
      out.value(problem.isError ? 0 : 1)
      write(report.message, to: &out)
      write(report.code, to: &out)
    }
  }

  /// Writes a text as JSON that can't end an HTML element.
  private func write(_ text: String, to out: inout ByteBuffer) {
    if !text.utf8.contains(UInt8(ascii: "<")) { return out.value(text) }
    out.separate()
    out.append(jsonForHTML: ByteBuffer.bytes { $0.value(text) })
  }

  override func finish(_ run: RunReport, to out: inout ByteBuffer) {
    out.append("\n]</script>\n<main>\n<h1>")
    out.append(xml: frame.title)
    out.append("</h1>\n")
    let cut = frame.cut(quota)
    for text in [run.headline(frame.words)] + run.notes(frame.words) + [cut].compactMap({ $0 }) {
      write("p", text, to: &out)
    }
    let lines = run.summary.lines(frame.writer)
    if quota.all == 0, lines.isEmpty {
      write("p", frame.word(.noProblems), to: &out)
    } else {
      writeChart(.byRule, lines.map { Bar($0, frame, byRule: true) }, to: &out)
      writeChart(.byColumn, Bar.sums(lines.map { Bar($0, frame, byRule: false) }), to: &out)
      writeTable(to: &out)
    }
    out.append("</main>\n</body>\n</html>\n")
  }

  private func write(_ element: StaticString, _ text: String, to out: inout ByteBuffer) {
    out.append("<")
    out.append(element)
    out.append(">")
    out.append(xml: text)
    out.append("</")
    out.append(element)
    out.append(">\n")
  }
}

// MARK: - Charts

extension HTMLReport {
  /// A bar of a chart.
  private struct Bar {
    var name: String
    var count: Int
    var isWarning: Bool

    init(_ line: Summary.Line, _ frame: ReportFrame, byRule: Bool) {
      let field = line.place(frame.words)
      name = byRule ? field + " · " + line.code : field
      count = line.count
      isWarning = line.isWarning
    }

    /// Merges bars of the same name and puts the longest bars first.
    static func sums(_ bars: [Bar]) -> [Bar] {
      var sums: OrderedDictionary<String, Bar> = [:]
      for bar in bars {
        var sum = bar
        if let known = sums[bar.name] {
          sum.count += known.count
          sum.isWarning = sum.isWarning && known.isWarning
        }
        sums[bar.name] = sum
      }
      return sums.map { $0.value }.ordered { $0.count > $1.count }
    }
  }

  private func writeChart(_ title: ReportPhrase, _ bars: [Bar], to out: inout ByteBuffer) {
    let shown = bars.prefix(HTMLReport.barLimit)
    let longest = max(1, shown.map { $0.count }.max() ?? 1)
    write("h2", frame.word(title), to: &out)
    out.append(text: "<svg role=\"img\" viewBox=\"0 0 900 \(shown.count * 24)\" aria-label=\"")
    out.append(xml: frame.word(title))
    out.append("\">\n")
    for (index, bar) in shown.enumerated() {
      let width = max(2, bar.count * 480 / longest)
      out.append(text: "<text x=\"290\" y=\"\(index * 24 + 16)\" class=\"name\">")
      out.append(xml: visible(bar.name, columns: 40))
      out.append(
        text: "</text><rect x=\"300\" y=\"\(index * 24 + 3)\" width=\"\(width)\" height=\"18\"")
      out.append(bar.isWarning ? " class=\"warning\"" : " class=\"error\"")
      out.append(text: "></rect><text x=\"\(width + 308)\" y=\"\(index * 24 + 16)\">")
      out.append(xml: frame.words.digits(bar.count))
      out.append("</text>\n")
    }
    out.append("</svg>\n")
    let rest = bars.count - shown.count
    if rest > 0 { write("p", frame.words.andMore(rest, .more), to: &out) }
  }
}

// MARK: - The table

extension HTMLReport {
  private func writeTable(to out: inout ByteBuffer) {
    write("h2", frame.word(.problems), to: &out)
    out.append("<noscript>")
    out.append(xml: frame.word(.needsScript))
    out.append("</noscript>\n<p class=\"tools\"><input id=\"search\" type=\"search\" aria-label=\"")
    out.append(xml: frame.word(.search))
    out.append("\" placeholder=\"")
    out.append(xml: frame.word(.search))
    out.append("\"> <output id=\"count\"></output></p>\n<div class=\"scroll\"><table>\n<thead><tr>")
    for column in HTMLReport.columns {
      out.append("<th scope=\"col\"><button type=\"button\">")
      out.append(xml: frame.word(column))
      out.append("</button></th>")
    }
    out.append("</tr></thead>\n<tbody id=\"rows\"></tbody>\n</table></div>\n")
    out.append("<p><button type=\"button\" id=\"more\" data-error=\"")
    out.append(xml: frame.word(.error))
    out.append("\" data-warning=\"")
    out.append(xml: frame.word(.warning))
    out.append("\">")
    out.append(xml: frame.word(.showMore))
    out.append("</button></p>\n<script>\n")
    out.append(HTMLPage.script)
    out.append("</script>\n")
  }
}

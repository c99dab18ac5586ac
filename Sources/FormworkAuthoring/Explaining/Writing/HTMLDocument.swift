// Writes an explanation as one HTML file, which needs no other files, prints well and follows the reader's colour
// scheme.

internal import FormworkReport

extension Document {
  /// The document as HTML.
  package var html: String {
    var writer = HTMLWriter()
    writer.line("<!DOCTYPE html>")
    writer.line("<html lang=\"\(language)\">")
    writer.line("<head>")
    writer.line("<meta charset=\"utf-8\">")
    writer.line("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    writer.line("<title>\(HTMLWriter.escaped(title))</title>")
    writer.line("<style>\n\(HTMLWriter.style)</style>")
    writer.line("</head>\n<body>")
    writer.line("<h1>\(HTMLWriter.escaped(title))</h1>")
    writer.addContents(self)
    for (number, part) in parts.enumerated() {
      let heading = HTMLWriter.escaped(part.heading)
      writer.line("<section id=\"part\(number + 1)\">\n<h2>\(heading)</h2>")
      writer.add(part.blocks, isOutermost: true)
      writer.line("</section>")
    }
    writer.line("</body>\n</html>")
    return writer.text
  }

  /// Returns some blocks as HTML.
  static func html(of blocks: [Block]) -> String {
    var writer = HTMLWriter()
    writer.add(blocks)
    return writer.text
  }
}

extension [Document.Block] {
  /// The labels of the fields.
  fileprivate var labels: [String] {
    compactMap { if case .entry(let entry) = $0 { entry.label } else { nil } }
  }
}

/// Writes blocks below each other.
private struct HTMLWriter {
  private(set) var text = ""
  /// The number of outermost fields that have been written, or named in the contents.
  private var fieldCount = 0

  mutating func line(_ line: String) { text += line + "\n" }

  /// Adds the table of contents: the parts, and the outermost fields in them.
  mutating func addContents(_ document: Document) {
    line("<nav aria-label=\"\(HTMLWriter.escaped(document.contents))\">\n<ul>")
    for (number, part) in document.parts.enumerated() {
      text += "<li><a href=\"#part\(number + 1)\">\(HTMLWriter.escaped(part.heading))</a>"
      let labels = part.blocks.flatMap { block -> [String] in
        if case .page(let page) = block { page.blocks.labels } else { [block].labels }
      }
      if !labels.isEmpty { text += "\n<ul>\n" }
      for label in labels {
        fieldCount += 1
        line("<li><a href=\"#field\(fieldCount)\">\(HTMLWriter.escaped(label))</a></li>")
      }
      if !labels.isEmpty { text += "</ul>\n" }
      line("</li>")
    }
    line("</ul>\n</nav>")
    fieldCount = 0
  }

  mutating func add(_ blocks: [Document.Block], isOutermost: Bool = false) {
    for block in blocks { add(block, isOutermost) }
  }

  private mutating func add(_ block: Document.Block, _ isOutermost: Bool) {
    switch block {
    case .paragraph(let words): line("<p>\(HTMLWriter.escaped(words))</p>")
    case .list(let items): add(items)
    case .entry(let entry): add(entry, isOutermost)
    case .page(let page):
      line("<section class=\"page\">\n<h3>\(HTMLWriter.escaped(page.heading))</h3>")
      add(page.blocks, isOutermost: isOutermost)
      line("</section>")
    case .section(let section):
      line("<div class=\"when\">")
      if let heading = section.heading { line("<h3>\(HTMLWriter.escaped(heading))</h3>") }
      line("<p class=\"lead\">\(HTMLWriter.escaped(section.lead))</p>")
      add(section.conditions)
      add(section.blocks)
      line("</div>")
    case .table(let table): add(table)
    case .picture(let picture):
      line("<figure>")
      text += picture.svg
      if let rest = picture.rest { line("<figcaption>\(HTMLWriter.escaped(rest))</figcaption>") }
      line("</figure>")
    }
  }

  private mutating func add(_ entry: Document.Entry, _ isOutermost: Bool) {
    if isOutermost { fieldCount += 1 }
    line(isOutermost ? "<div class=\"field\" id=\"field\(fieldCount)\">" : "<div class=\"field\">")
    let name = entry.name.map { " <code>\(HTMLWriter.escaped($0))</code>" } ?? ""
    line(
      "<p class=\"head\"><b>\(HTMLWriter.escaped(entry.label))</b>\(name)"
        + " <span>\(HTMLWriter.escaped(entry.summary))</span></p>")
    add(entry.blocks)
    line("</div>")
  }

  private mutating func add(_ items: [Document.Item]) {
    if items.isEmpty { return }
    line("<ul>")
    for item in items {
      text += "<li>" + HTMLWriter.escaped(item.text)
      if !item.items.isEmpty { text += "\n" }
      add(item.items)
      for note in item.notes { text += "<p class=\"note\">\(HTMLWriter.escaped(note))</p>" }
      line("</li>")
    }
    line("</ul>")
  }

  private mutating func add(_ table: Document.Table) {
    func row(_ cells: [String], _ tag: String) -> String {
      let cells = cells.map { cell in
        let lines = cell.split(separator: "\n").map { HTMLWriter.escaped(String($0)) }
        return "<\(tag)>" + lines.joined(separator: "<br>") + "</\(tag)>"
      }
      return "<tr>" + cells.joined() + "</tr>"
    }
    line("<div class=\"wide\"><table>\n<thead>\(row(table.head, "th"))</thead>\n<tbody>")
    for cells in table.rows { line(row(cells, "td")) }
    line("</tbody>\n</table></div>")
  }

  static func escaped(_ text: String) -> String { visible(text).escapedForHTML }

  static let style = """
    :root { color-scheme: light dark; --line: #8885; --soft: #6668; --box: #4a7dbd22; --edge: #4a7dbd; }
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
    h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
    nav { font-size: .9rem; } nav ul ul { columns: 3 12rem; } nav ul { padding-left: 1.2rem; }
    ul { padding-left: 1.4rem; } li { margin: .2rem 0; }
    .field { margin: 1.2rem 0; padding-left: .9rem; border-left: 3px solid var(--line); }
    .head { margin: 0; } .head span { opacity: .75; } .head code, .head span { margin-left: .4rem; }
    .head code { font-size: .85em; opacity: .75; }
    .note { margin: .1rem 0 .4rem; font-size: .92rem; opacity: .8; }
    .when { margin: 1.4rem 0; padding: .4rem 1rem; border: 1px solid var(--edge); border-radius: .5rem; }
    .lead { margin: .3rem 0; font-weight: 600; }
    .wide { overflow-x: auto; } table { border-collapse: collapse; margin: .8rem 0; }
    th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
    figure { margin: 1rem 0; overflow-x: auto; } figcaption { font-size: .9rem; }
    svg { font: 13px system-ui, sans-serif; max-width: 100%; height: auto; } svg rect { fill: var(--box); stroke: var(--edge); }
    svg .question rect { fill: none; stroke-dasharray: 4 3; }
    svg text { fill: currentColor; } svg path { fill: none; stroke: var(--edge); }
    svg .answer { font-size: 12px; opacity: .85; }
    @media print {
      body { max-width: none; margin: 0; } nav { break-after: page; }
      .field, tr, figure { break-inside: avoid; } .when > .field { break-inside: auto; }
    }

    """
}

extension String {
  /// The text with the special characters of HTML escaped.
  var escapedForHTML: String {
    var escaped = ""
    for character in self {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

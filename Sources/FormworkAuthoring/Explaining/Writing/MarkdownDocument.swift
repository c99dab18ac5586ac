// Writes an explanation as Markdown.

internal import FormworkReport

extension Document {
  /// The document as Markdown (CommonMark with tables).
  package var markdown: String {
    var writer = MarkdownWriter()
    writer.add("# " + MarkdownWriter.escaped(title))
    for part in parts where !part.isPicture {
      writer.add("## " + MarkdownWriter.escaped(part.heading))
      writer.add(part.blocks)
    }
    return writer.text
  }

  /// Returns some blocks as Markdown.
  static func markdown(of blocks: [Block]) -> String {
    var writer = MarkdownWriter()
    writer.add(blocks)
    return writer.text
  }
}

/// Writes blocks below each other.
private struct MarkdownWriter {
  private(set) var text = ""
  /// The prefix of each line.
  private var margin = ""

  mutating func add(_ paragraph: String) {
    if !text.isEmpty { put("") }
    put(paragraph)
  }

  private mutating func put(_ line: String) {
    var line = margin + line
    while line.last == " " { line.removeLast() }
    text += line + "\n"
  }

  mutating func add(_ blocks: [Document.Block]) {
    for block in blocks { add(block) }
  }

  private mutating func add(_ block: Document.Block) {
    switch block {
    case .paragraph(let words): add(MarkdownWriter.escaped(words))
    case .list(let items):
      put("")
      add(items, indent: "")
    case .entry(let entry):
      let name = entry.name.map { " (\(MarkdownWriter.escaped($0)))" } ?? ""
      let label = MarkdownWriter.escaped(entry.label)
      add("**\(label)**\(name) · \(MarkdownWriter.escaped(entry.summary))")
      add(entry.blocks)
    case .page(let page):
      add("### " + MarkdownWriter.escaped(page.heading))
      add(page.blocks)
    case .section(let section):
      if let heading = section.heading { add("### " + MarkdownWriter.escaped(heading)) }
      add("**\(MarkdownWriter.escaped(section.lead))**")
      put("")
      add(section.conditions, indent: "")
      put("")
      let outer = margin
      if margin.utf8.count < 60 { margin += "> " }
      add(section.blocks)
      margin = outer
    case .table(let table):
      put("")
      add(table)
    case .picture: break
    }
  }

  private mutating func add(_ items: [Document.Item], indent: String) {
    for item in items {
      put(indent + "- " + MarkdownWriter.escaped(item.text))
      for note in item.notes where item.items.isEmpty {
        put(indent + "  *" + MarkdownWriter.escaped(note) + "*")
      }
      // Deeper indents would be hard to follow, and each nested line would be longer than the one above it.
      add(item.items, indent: indent.utf8.count < 60 ? indent + "  " : indent)
      guard !item.items.isEmpty, !item.notes.isEmpty else { continue }
      put("")
      for note in item.notes { put(indent + "  *" + MarkdownWriter.escaped(note) + "*") }
    }
  }

  private mutating func add(_ table: Document.Table) {
    func row(_ cells: [String]) -> String {
      "| "
        + cells.map { cell in
          cell.split(separator: "\n").map { MarkdownWriter.escaped(String($0)) }
            .joined(separator: "<br>")
        }.joined(separator: " | ") + " |"
    }
    put(row(table.head))
    put("|" + String(repeating: " --- |", count: table.head.count))
    for cells in table.rows { put(row(cells)) }
  }

  /// Returns a text with the special characters of Markdown escaped.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for (place, character) in visible(text).enumerated() {
      switch character {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&": escaped.append("\\")
      case "#", "-", "+": if place == 0 { escaped.append("\\") }
      default: break
      }
      escaped.append(character)
    }
    return escaped
  }
}

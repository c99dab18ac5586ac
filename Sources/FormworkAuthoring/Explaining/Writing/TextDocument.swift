// Writes an explanation as plain text, for terminals and emails.

internal import FormworkReport
internal import FormworkSyntax

extension Document {
  /// Returns the document as plain text, with lines of at most `width` columns if the words allow it.
  package func text(width: Int = 100) -> String {
    var writer = TextWriter(width: max(width, 40))
    writer.add(title, underlinedBy: "=")
    for part in parts where !part.isPicture {
      writer.add(part.heading, underlinedBy: "-")
      writer.add(part.blocks)
    }
    return writer.text
  }
}

extension Document.Part {
  /// Whether the part only shows what the rest of the document says in words.
  var isPicture: Bool {
    blocks.allSatisfy { if case .picture = $0 { true } else { false } }
  }
}

/// Writes blocks below each other.
private struct TextWriter {
  private(set) var text = ""
  private let width: Int
  private var indent = 0
  /// The maximum indent. It keeps the indents of deeply nested text from taking up more space than its words.
  private static let widestIndent = 60

  init(width: Int) { self.width = width }

  mutating func add(_ heading: String, underlinedBy mark: Character) {
    let heading = visible(heading)
    if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
    text += heading + "\n" + String(repeating: mark, count: DisplayWidth.of(heading)) + "\n\n"
  }

  mutating func add(_ blocks: [Document.Block]) {
    for (number, block) in blocks.enumerated() {
      if number > 0, block.standsApart || blocks[number - 1].standsApart { text += "\n" }
      add(block)
    }
  }

  private mutating func add(_ block: Document.Block) {
    switch block {
    case .paragraph(let words): put(words)
    case .list(let items): for item in items { add(item) }
    case .entry(let entry):
      put(entry.label + (entry.name.map { " (\($0))" } ?? "") + " · " + entry.summary)
      indented { $0.add(entry.blocks) }
    case .page(let page):
      put(page.heading)
      text += "\n"
      indented { $0.add(page.blocks) }
    case .section(let section):
      if let heading = section.heading { put(heading) }
      put(section.lead)
      for item in section.conditions { add(item) }
      text += "\n"
      indented { writer in writer.indented { $0.add(section.blocks) } }
    case .table(let table): add(table)
    case .picture: break
    }
  }

  private mutating func add(_ item: Document.Item) {
    put(item.text, lead: "- ")
    indented { writer in
      for part in item.items { writer.add(part) }
      for note in item.notes { writer.put(note) }
    }
  }

  mutating func indented(_ write: (inout TextWriter) -> Void) {
    indent += 2
    write(&self)
    indent -= 2
  }

  /// Adds words, with line breaks where they would exceed the width.
  private mutating func put(_ words: String, lead: String = "") {
    let indent = min(indent, TextWriter.widestIndent)
    let margin = String(repeating: " ", count: indent)
    let hanging = String(repeating: " ", count: lead.utf8.count)
    var line = margin + lead
    var used = indent + lead.utf8.count
    var isFirst = true
    for word in Words(visible(words)) {
      let columns = DisplayWidth.of(word.text)
      let space = isFirst || !word.standsApart ? 0 : 1
      if !isFirst, used + space + columns > width {
        text += line + "\n"
        (line, used) = (margin + hanging + word.text, indent + hanging.utf8.count + columns)
      } else {
        line += (space == 1 ? " " : "") + word.text
        used += space + columns
      }
      isFirst = false
    }
    text += line + "\n"
  }

  /// Adds a table. A cell may have several lines.
  private mutating func add(_ table: Document.Table) {
    let rows = ([table.head] + table.rows).map { row in
      row.map {
        $0.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }
      }
    }
    let widths = table.head.indices.map { column in
      rows.map { $0[column].map { DisplayWidth.of($0) }.max() ?? 0 }.max() ?? 0
    }
    for (number, row) in rows.enumerated() {
      for line in 0..<(row.map { $0.count }.max() ?? 0) {
        var words = String(repeating: " ", count: indent)
        for (column, cell) in row.enumerated() {
          let word = line < cell.count ? cell[line] : ""
          let isLast = column == row.count - 1
          words += word
          if !isLast {
            words += String(repeating: " ", count: widths[column] - DisplayWidth.of(word) + 2)
          }
        }
        while words.last == " " { words.removeLast() }
        text += words + "\n"
      }
      if number == 0 {
        let rules = widths.map { String(repeating: "-", count: max($0, 1)) }
        text += String(repeating: " ", count: indent) + rules.joined(separator: "  ") + "\n"
      }
    }
  }
}

/// The segments of a text: words, and characters of scripts without spaces. A line may end after each segment.
private struct Words: Sequence, IteratorProtocol {
  private var rest: Substring
  private var isAtStart = true

  /// Characters that can't begin a line.
  private static let closing: OrderedSet<Character> = ["、", "。", "」", "）", "：", "›", "ー", "‹"]

  init(_ text: String) { rest = text[...] }

  mutating func next() -> (text: String, standsApart: Bool)? {
    guard !rest.isEmpty else { return nil }
    let standsApart = isAtStart || rest.first == " "
    if !isAtStart, rest.first == " " { rest.removeFirst() }
    isAtStart = false
    var word = ""
    while let character = rest.first, character != " " {
      word.append(character)
      rest.removeFirst()
      if DisplayWidth.of(character) > 1, let next = rest.first, DisplayWidth.of(next) > 1,
        !Words.closing.contains(next), !"「（".contains(character)
      {
        break
      }
    }
    return (word, standsApart)
  }
}

extension Document.Block {
  /// Whether an empty line comes before and after the block.
  fileprivate var standsApart: Bool {
    switch self {
    case .entry, .section, .page, .table, .picture: true
    case .paragraph, .list: false
    }
  }
}

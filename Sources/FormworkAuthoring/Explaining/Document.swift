// What an explanation is before it is drawn: plain values, which every output takes as they are.

/// A form read back to the people who own its rules.
package struct Document: Sendable {
  /// The code of its language.
  package let language: String
  package let title: String
  /// What its parts are called together.
  package let contents: String
  package var parts: [Part] = []

  /// A part with a heading.
  package struct Part: Sendable {
    package let heading: String
    package var blocks: [Block]
  }

  /// Something that stands below something else.
  package indirect enum Block: Sendable {
    case paragraph(String)
    case list([Item])
    case entry(Entry)
    case section(Section)
    case table(Table)
    case picture(SectionPicture)
  }

  /// A sentence, what is said beside it, and what it announces.
  package struct Item: Equatable, Sendable {
    package var text: String
    package var notes: [String] = []
    package var items: [Item] = []
  }

  /// A field.
  package struct Entry: Sendable {
    package let label: String
    /// The name in the data, where that is another one.
    package let name: String?
    /// What its values are, and whether it must be filled in.
    package let summary: String
    package var blocks: [Block]
  }

  /// What counts only if a condition holds.
  package struct Section: Sendable {
    package let lead: String
    package let conditions: [Item]
    package var blocks: [Block]
  }

  /// A table.
  package struct Table: Sendable {
    package let head: [String]
    package var rows: [[String]] = []
  }
}

extension Document.Item {
  /// How many bytes of text it has.
  var length: Int { text.utf8.count + notes.length + items.length }
}

extension [Document.Item] {
  /// How many bytes of text they have.
  var length: Int { reduce(0) { $0 + $1.length } }
}

extension [String] {
  fileprivate var length: Int { reduce(0) { $0 + $1.utf8.count } }
}

/// How much a document may still say. A short form can say much: a long message for each of very many fields.
final class DocumentRoom {
  /// How many more bytes of text there may be; below 0 where the last addition took more.
  private(set) var bytes = 2_000_000
  /// Whether something has been left out.
  private(set) var isExceeded = false

  /// Takes the bytes of what has been said.
  func take(_ length: Int) { bytes -= length }

  /// Whether something more may be said; what asks leaves it out where it may not.
  func admitsMore() -> Bool {
    isExceeded = isExceeded || bytes < 0
    return !isExceeded
  }
}

/// Which answers open which sections, as boxes beside each other.
package struct SectionPicture: Sendable {
  /// A box with a field that is asked about, or with the fields of a section.
  package struct Box: Sendable {
    package let lines: [String]
    /// How many boxes stand to its left.
    package let column: Int
    /// The box that leads to it, and the answer that does.
    package let from: Int?
    package let answer: String
    /// Whether it is a section, and not a question.
    package let isSection: Bool
  }

  package var boxes: [Box] = []
  /// What is said where not all sections are shown.
  package var rest: String?
}

// The content of an explanation as plain values, which every output format uses unchanged.

/// A form explained to the people who own its rules.
package struct Document: Sendable {
  /// The language code of the document.
  package let language: String
  package let title: String
  /// The heading of the table of contents.
  package let contents: String
  package var parts: [Part] = []

  /// A part with a heading.
  package struct Part: Sendable {
    package let heading: String
    package var blocks: [Block]
  }

  /// A block; blocks are placed below each other.
  package indirect enum Block: Sendable {
    case paragraph(String)
    case list([Item])
    case entry(Entry)
    case section(Section)
    case page(Page)
    case table(Table)
    case picture(SectionPicture)
  }

  /// A sentence with its notes and the items it introduces.
  package struct Item: Equatable, Sendable {
    package var text: String
    package var notes: [String] = []
    package var items: [Item] = []
  }

  /// A field.
  package struct Entry: Sendable {
    package let label: String
    /// The name in the data, if it differs from the label.
    package let name: String?
    /// The kind of the field's values, and whether the field must be filled in.
    package let summary: String
    package var blocks: [Block]
  }

  /// A part that only applies if a condition holds.
  package struct Section: Sendable {
    package let heading: String?
    package let lead: String
    package let conditions: [Item]
    package var blocks: [Block]
  }

  /// A page of the form.
  package struct Page: Sendable {
    package let heading: String
    package var blocks: [Block]
  }

  package struct Table: Sendable {
    package let head: [String]
    package var rows: [[String]] = []
  }
}

extension Document.Item {
  /// The number of bytes in the item's texts.
  var length: Int { text.utf8.count + notes.length + items.length }
}

extension [Document.Item] {
  /// The number of bytes in the texts of all items.
  var length: Int { reduce(0) { $0 + $1.length } }
}

extension [String] {
  fileprivate var length: Int { reduce(0) { $0 + $1.utf8.count } }
}

/// Limits the size of a document. Even a short form can produce a lot of text: a long message for each of very many
/// fields.
final class DocumentRoom {
  /// The number of bytes of text that may still be added. It is negative if the last addition took more than was left.
  private(set) var bytes = 2_000_000
  /// Whether something has been left out.
  private(set) var isExceeded = false

  /// Subtracts the bytes of a text that has been added.
  func take(_ length: Int) { bytes -= length }

  /// Returns whether more text may be added. If not, the caller must leave it out.
  func admitsMore() -> Bool {
    isExceeded = isExceeded || bytes < 0
    return !isExceeded
  }
}

/// The sections and the answers that open them, as connected boxes.
package struct SectionPicture: Sendable {
  /// A box for a question or a section: the fields that the question is about, or the fields of the section.
  package struct Box: Sendable {
    package let lines: [String]
    /// The column of the box, from 0 at the left.
    package let column: Int
    /// The index of the parent box, if any. `answer` is the answer that leads from a question to this section.
    package let from: Int?
    package let answer: String
    /// Whether this is a section rather than a question.
    package let isSection: Bool
  }

  package var boxes: [Box] = []
  /// The note that is shown if some sections are left out.
  package var rest: String?
}

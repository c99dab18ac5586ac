// How data is written: its kind, and what the form, the data itself and flags say of it. Each setting knows who
// said it, so that there is one order in which they win.

package import FormworkSyntax

/// How data of one kind is written.
package struct DataLayout: Sendable, Equatable {
  /// Who says what a setting is; a later one has the last word.
  package enum Voice: Sendable, Comparable {
    /// Nobody: it is what is usual.
    case usage
    case form
    /// The first line of the data, such as `sep=;`.
    case firstLine
    case flag
    /// A byte order mark.
    case mark
  }

  /// What is said of one thing.
  package struct Setting<Value: Equatable & Sendable>: Equatable, Sendable {
    package private(set) var value: Value
    private var voice = Voice.usage

    fileprivate init(_ value: Value) { self.value = value }

    package mutating func say(_ value: Value, by voice: Voice) {
      guard voice >= self.voice else { return }
      self.value = value
      self.voice = voice
    }

    /// Whether anybody has said it.
    package var isSaid: Bool { voice > .usage }
  }

  /// Where the names of the columns stand.
  package enum Header: Sendable, Equatable {
    /// On this line, from 1.
    case line(Int)
    case none
  }

  package let kind: DataKind
  package var delimiter: Setting<UInt8>
  package var encoding = Setting(DataLayout.utf8)
  package var header = Setting(Header.line(1))
  /// The name of the sheet of a workbook; empty for the first.
  package var sheet = Setting("")
  /// The keys that lead to the list of the records; none where the file is that list, or one record.
  package var path = Setting<[String]>([])
  /// The texts that mean blank, without white space around them.
  package var blanks: [[UInt8]] = []
  /// Whether every field must have a column.
  package var wantsAllColumns = false

  package static let utf8 = "utf-8"
  /// The farthest line that a header may stand on.
  package static let headerLimit = 1_000_000

  package init(_ kind: DataKind) {
    self.kind = kind
    delimiter = Setting(UInt8(ascii: kind == .tsv ? "\t" : ","))
  }

  package static let json = DataLayout(.json)
  package static let ndjson = DataLayout(.ndjson)
  package static let csv = DataLayout(.csv)

  /// A table whose cells are set apart by a mark.
  package static func table(delimiter: UInt8) -> DataLayout {
    var layout = DataLayout(.csv)
    layout.delimiter.say(delimiter, by: .flag)
    return layout
  }

  /// The mark that a text says cells are set apart by; nil if none can be.
  package static func delimiter(_ text: String) -> UInt8? {
    if text == "\t" { return 0x09 }
    let bytes = Array(text.utf8)
    guard bytes.count == 1, bytes[0] < 0x7F, bytes[0] >= 0x20, bytes[0] != UInt8(ascii: "\"") else {
      return nil
    }
    return bytes[0]
  }

  /// Whether the data is in UTF-8, as far as somebody said.
  package var isUTF8: Bool { ["utf-8", "utf8"].contains(encoding.value.lowercased()) }

  /// Whether data is cut into the same records and cells.
  package func cuts(like other: DataLayout) -> Bool {
    isLike(other) && encoding.value == other.encoding.value && header.value == other.header.value
      && sheet.value == other.sheet.value
  }

  /// Whether two files can have their rejects in one.
  package func isLike(_ other: DataLayout) -> Bool {
    kind == other.kind && delimiter.value == other.delimiter.value
      && path.value == other.path.value
  }
}

extension DataLayout {
  /// Whether the first line of data, some of which may be missing, surely is none such as `sep=;`.
  static func saysNoDelimiter(_ line: TextBytes) -> Bool {
    let quoted = line.first == UInt8(ascii: "\"")
    let text = quoted ? line.part(1, line.count) : line
    return !zip(text, "sep=".utf8).allSatisfy { $0 == $1 }
  }

  /// The mark in a line such as `sep=;`, which some programs write before the header; nil in any other line.
  static func delimiter(inFirstLine line: TextBytes) -> UInt8? {
    var line = line
    if line.last == 0x0D { line = line.part(0, line.count - 1) }
    if line.first == UInt8(ascii: "\""), line.last == UInt8(ascii: "\""), line.count > 1 {
      line = line.part(1, line.count - 1)
    }
    guard line.count == 5, line.starts(with: "sep=".utf8) else { return nil }
    return delimiter(line.part(4, 5).makeString())
  }
}

extension Program {
  /// How the form says that data of a kind is written.
  package func layout(of kind: DataKind) -> DataLayout {
    layouts.first { $0.kind == kind } ?? DataLayout(kind)
  }
}

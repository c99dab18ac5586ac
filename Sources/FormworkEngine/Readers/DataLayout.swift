// The layout of data: its kind, and the settings from the form, the data itself and flags. Each setting has its
// source, so that precedence is decided in one place.

package import FormworkSyntax

/// The layout of data of one kind.
package struct DataLayout: Sendable, Equatable {
  /// The source of a setting. A later case overrides an earlier one.
  package enum Voice: Sendable, Comparable {
    /// The default, if there is no other source.
    case usage
    case form
    /// The first line of the data, such as `sep=;`.
    case firstLine
    case flag
    /// A byte order mark.
    case mark
  }

  /// A value and its source.
  package struct Setting<Value: Equatable & Sendable>: Equatable, Sendable {
    package private(set) var value: Value
    private var voice = Voice.usage

    fileprivate init(_ value: Value) { self.value = value }

    package mutating func say(_ value: Value, by voice: Voice) {
      guard voice >= self.voice else { return }
      self.value = value
      self.voice = voice
    }

    /// Whether the value comes from a source other than the default.
    package var isSaid: Bool { voice > .usage }
  }

  /// The line with the names of the columns.
  package enum Header: Sendable, Equatable {
    /// A line number, from 1.
    case line(Int)
    case none
  }

  package let kind: DataKind
  package var delimiter: Setting<UInt8>
  package var encoding = Setting(DataLayout.utf8)
  package var header = Setting(Header.line(1))
  /// The name of a workbook's sheet, or an empty text for the first sheet.
  package var sheet = Setting("")
  /// The keys that lead to the list of the records. Empty if the file is that list, or a single record.
  package var path = Setting<[String]>([])
  /// The texts that mean blank, without surrounding white space.
  package var blanks: [[UInt8]] = []
  /// The columns that a table must have, or nil if only required fields need a column.
  package var columns: DataSetting.ColumnDemand?

  package static let utf8 = "utf-8"
  /// The maximum line number of a header.
  package static let headerLimit = 1_000_000

  package init(_ kind: DataKind) {
    self.kind = kind
    delimiter = Setting(kind.row.delimiter)
  }

  package static let json = DataLayout(.json)
  package static let ndjson = DataLayout(.ndjson)
  package static let csv = DataLayout(.csv)

  /// Returns the layout of a table with this delimiter.
  package static func table(delimiter: UInt8) -> DataLayout {
    var layout = DataLayout(.csv)
    layout.delimiter.say(delimiter, by: .flag)
    return layout
  }

  /// Returns the delimiter that a text denotes, or nil if it can't be one.
  package static func delimiter(_ text: String) -> UInt8? {
    if text == "\t" { return 0x09 }
    let bytes = Array(text.utf8)
    guard bytes.count == 1, bytes[0] < 0x7F, bytes[0] >= 0x20, bytes[0] != UInt8(ascii: "\"") else {
      return nil
    }
    return bytes[0]
  }

  /// Whether the data is in UTF-8, according to its settings.
  package var isUTF8: Bool { ["utf-8", "utf8"].contains(encoding.value.lowercased()) }

  /// Whether both layouts split data into the same records and cells.
  package func cuts(like other: DataLayout) -> Bool {
    isLike(other) && encoding.value == other.encoding.value && header.value == other.header.value
      && sheet.value == other.sheet.value
  }

  /// Whether the rejects of files with these layouts can be in the same file.
  package func isLike(_ other: DataLayout) -> Bool {
    kind == other.kind && delimiter.value == other.delimiter.value
      && path.value == other.path.value
  }
}

extension DataLayout {
  /// Whether the first line of data certainly isn't a line such as `sep=;`. The end of the line may be missing.
  static func saysNoDelimiter(_ line: TextBytes) -> Bool {
    let quoted = line.first == UInt8(ascii: "\"")
    let text = quoted ? line.part(1, line.count) : line
    return !zip(text, "sep=".utf8).allSatisfy { $0 == $1 }
  }

  /// Returns the delimiter of a line such as `sep=;`, which some programs write before the header, or nil for any
  /// other line.
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
  /// Returns the form's layout for data of a kind.
  package func layout(of kind: DataKind) -> DataLayout {
    layouts.first { $0.kind == kind } ?? DataLayout(kind)
  }

  /// Returns the kind of the data in a file: from its name, or else from the form's only `data`.
  package func kind(ofFile name: String) -> DataKind? {
    DataKind(ofName: name) ?? (layouts.count == 1 ? layouts[0].kind : nil)
  }
}

// Workbooks (Office Open XML, ECMA-376): the list of sheets, and the shared texts.

internal import FormworkSyntax

/// A workbook with sheets.
package struct Workbook {
  private let archive: ZipArchive
  private var sheets: [(name: String, path: String)] = []
  private var folder = "xl/"
  private var stringsPath: String?
  private var stylesPath: String?
  /// Whether days are counted from 1 January 1904.
  package private(set) var is1904 = false
  /// The definitions of names for cells.
  private(set) var definedNames: OrderedDictionary<String, String> = [:]

  /// The maximum size in bytes of a part that is kept in memory, and of a sheet.
  private static let heldLimit = 512 << 20
  static let sheetLimit = Int(clamping: Int64(16) << 30)

  package init(size: Int, _ read: @escaping ZipArchive.Read) throws(WorkbookProblem) {
    archive = try ZipArchive(size: size, read)
    let main = try relations("_rels/.rels", in: "").first { $0.isOf("/officeDocument") }?.path
    let path = main ?? "xl/workbook.xml"
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let file = path.dropFirst(folder.count)
    let relations = try relations(folder + "_rels/\(file).rels", in: folder)
    stringsPath = relations.first { $0.isOf("/sharedStrings") }?.path
    stylesPath = relations.first { $0.isOf("/styles") }?.path
    try readSheets(path, relations)
  }

  /// A relation of one part to another.
  private struct Relation {
    var id: String
    var kind: String
    var path: String

    func isOf(_ ending: String) -> Bool { kind.hasSuffix(ending) }
  }

  func open(_ path: String, limit: Int) throws(WorkbookProblem) -> XMLReader {
    guard let part = try archive.part(path, limit: limit) else { throw .missing(path) }
    return XMLReader(part)
  }

  private func relations(
    _ path: String, in folder: String
  ) throws(WorkbookProblem) -> [Relation] {
    var reader = try open(path, limit: 16 << 20)
    var relations: [Relation] = []
    while try reader.next() {
      guard reader.opens("Relationship"), let target = reader.attribute("Target") else { continue }
      relations.append(
        Relation(
          id: reader.attribute("Id") ?? "", kind: reader.attribute("Type") ?? "",
          path: target.hasPrefix("/") ? String(target.dropFirst()) : folder + target))
    }
    return relations
  }

  private mutating func readSheets(
    _ path: String, _ relations: [Relation]
  ) throws(WorkbookProblem) {
    var reader = try open(path, limit: 64 << 20)
    var hidden: [(name: String, path: String)] = []
    var name: String?
    while try reader.next() {
      if reader.opens("workbookPr") {
        is1904 = ["1", "true"].contains(reader.attribute("date1904") ?? "")
      }
      if reader.opens("definedName") { name = reader.attribute("name") }
      if reader.closes("definedName"), let name { definedNames[name] = reader.unescapedText }
      guard reader.opens("sheet") else { continue }
      guard let name = reader.attribute("name"), let id = reader.attribute("id"),
        let relation = relations.first(where: { $0.id == id })
      else { throw reader.damage }
      guard relation.isOf("/worksheet") else {
        // Skip only known kinds of sheets. If an unknown sheet were skipped, the wrong sheet might become the first.
        if Workbook.sheetsWithoutRows.contains(where: relation.isOf) { continue }
        throw reader.damage
      }
      // The first sheet is the first visible one.
      if reader.attribute("state") ?? "visible" == "visible" {
        sheets.append((name, relation.path))
      } else {
        hidden.append((name, relation.path))
      }
    }
    sheets += hidden
    if sheets.isEmpty { throw .missing("a sheet") }
  }

  /// The kinds of sheets without rows to read (ECMA-376 part 1, 12.3, and part 4 for macros).
  private static let sheetsWithoutRows = [
    "/chartsheet", "/dialogsheet", "/xlMacrosheet", "/xlIntlMacrosheet",
  ]

  func path(ofSheet name: String) throws(WorkbookProblem) -> String {
    let found =
      name.isEmpty
      ? sheets.first
      : sheets.first { $0.name == name }
        ?? sheets.first { $0.name.lowercased() == name.lowercased() }
    guard let found else { throw .noSheet(name, sheets: sheets.map { $0.name }) }
    return found.path
  }

  /// Opens a sheet.
  ///
  /// - Parameters:
  ///   - name: the name of the sheet. Empty for the first sheet.
  ///   - firstRow: the row of the header or, without a header, of the first record.
  ///   - width: the number of columns, or nil if the first row determines it.
  package func sheet(
    _ name: String, firstRow: Int, width: Int?
  ) throws(WorkbookProblem) -> SheetReader {
    let path = try path(ofSheet: name)
    var strings = SharedStrings()
    if let stringsPath { try strings.read(open(stringsPath, limit: Workbook.heldLimit)) }
    var styles = CellStyles()
    if let stylesPath { try styles.read(open(stylesPath, limit: 64 << 20)) }
    return SheetReader(
      try open(path, limit: Workbook.sheetLimit), strings,
      CellValues(styles: styles, is1904: is1904), firstRow: firstRow, width: width)
  }
}

/// The texts that cells share, each written as a cell of a table.
struct SharedStrings: ~Copyable {
  private var cells = CellBytes()
  private var ends: [Int] = []

  mutating func read(_ reader: consuming XMLReader) throws(WorkbookProblem) {
    var text: [UInt8] = []
    var run = RichText()
    while try reader.next() {
      if reader.opens("si") {
        text.removeAll(keepingCapacity: true)
        run = RichText()
        if reader.isEmpty {
          ends.append(cells.count)
        } else if let plain = reader.takeLastText("<t>", "</t></si>") {
          CellText.append(plain, to: &cells)
          ends.append(cells.count)
        }
      } else if reader.closes("si") {
        CellText.append(text, to: &cells)
        ends.append(cells.count)
      } else {
        try run.read(reader, into: &text)
      }
    }
  }

  /// Returns the text with this number, or nil if there is no such text. The 15 bytes past its end are readable.
  @inline(__always)
  subscript(number: Int) -> TextBytes? {
    guard number >= 0, number < ends.count else { return nil }
    return cells.bytes.part(number == 0 ? 0 : ends[number - 1], ends[number])
  }
}

/// Reads a text with several formatted parts, without its phonetic annotations.
struct RichText {
  private var isInText = false
  private var isAside = false

  mutating func read(
    _ reader: borrowing XMLReader, into text: inout [UInt8]
  ) throws(WorkbookProblem) {
    if reader.opens("rPh") { isAside = !reader.isEmpty }
    if reader.closes("rPh") { isAside = false }
    if isInText {
      // A text has no inner elements.
      guard reader.closes("t") else { throw reader.damage }
      if !isAside { reader.text.appendUnescaped(to: &text) }
    }
    isInText = reader.opens("t") && !reader.isEmpty
  }
}

/// Writes texts as cells of a table.
enum CellText {
  /// Appends an XML text. The 15 bytes past its end must be readable.
  static func append(_ text: TextBytes, to out: inout CellBytes) {
    if isPlain(text) { return out.append(padded: text) }
    var unescaped: [UInt8] = []
    text.appendUnescaped(to: &unescaped)
    append(unescaped, to: &out)
  }

  /// Whether a text can be written unchanged, because it has no special characters of XML or of a table.
  private static func isPlain(_ text: TextBytes) -> Bool {
    guard let start = UnsafeRawPointer(text.baseAddress) else { return true }
    var offset = 0
    while offset < text.count {
      let block = start.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      if let stop = ByteScan.firstNotPlainInWorkbooks(in: block) {
        return offset &+ stop >= text.count
      }
      offset &+= 16
    }
    return true
  }

  /// Appends a text, quoted if necessary.
  static func append(_ text: [UInt8], to out: inout CellBytes) {
    let text = withoutEscapes(text)
    let quote = UInt8(ascii: "\"")
    guard
      text.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D })
    else { return out.append(text) }
    out.append(quote)
    for byte in text {
      if byte == quote { out.append(quote) }
      out.append(byte)
    }
    out.append(quote)
  }

  /// Decodes escapes such as `_x000D_`, which XML needs for characters that it can't contain.
  static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
    guard text.count >= 7, text.contains(UInt8(ascii: "_")) else { return text }
    var out: [UInt8] = []
    var index = 0
    while index < text.count {
      if let scalar = escape(text[index...]) {
        out.append(contentsOf: String(Character(scalar)).utf8)
        index += 7
      } else {
        out.append(text[index])
        index += 1
      }
    }
    return out
  }

  private static func escape(_ text: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let part = Array(text.prefix(7))
    guard part.count == 7, part.starts(with: "_x".utf8), part[6] == UInt8(ascii: "_"),
      part[2..<6].allSatisfy(ASCII.isHex)
    else { return nil }
    let digits = String(decoding: part[2..<6], as: UTF8.self)
    return UInt32(digits, radix: 16).flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }
}

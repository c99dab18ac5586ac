// Guesses the layout of data if it isn't stated: the delimiter between cells, and the line with the column names.

package import FormworkEngine
package import FormworkSyntax

/// Guesses the layout of a file from its beginning.
package enum LayoutGuess {
  /// Maximum number of rows that are examined.
  private static let rowLimit = 200

  /// Returns the kind of data that a text looks like.
  package static func kind(of text: [UInt8]) -> DataKind {
    let first = text.first { $0 > 0x20 }
    if first == UInt8(ascii: "[") { return .json }
    guard first == UInt8(ascii: "{") else { return .csv }
    let lines = text.split(separator: 0x0A).filter { $0.contains { $0 > 0x20 } }
    let areRecords = lines.dropLast().allSatisfy {
      $0.first == UInt8(ascii: "{") && $0.last { $0 > 0x20 } == UInt8(ascii: "}")
    }
    return lines.count > 1 && areRecords ? .ndjson : .json
  }

  /// A row with the line where it begins.
  private struct Row {
    var line: Int
    var cells: [String]
  }

  /// Determines the parts of a table's layout that aren't stated.
  ///
  /// - Parameters:
  ///   - sample: the beginning of the data, in UTF-8.
  ///   - isWhole: whether the sample is all the data.
  /// - Returns: the names of the columns, invented if no line contains them.
  package static func complete(
    _ layout: inout DataLayout, from sample: [UInt8], isWhole: Bool
  ) -> [String] {
    if layout.kind.row.takesDelimiter, !layout.delimiter.isSaid {
      layout.delimiter.say(delimiter(of: sample, isWhole: isWhole), by: .form)
    }
    let rows = rows(of: sample, layout, isWhole: isWhole)
    if !layout.header.isSaid {
      let header = header(of: table(in: rows, layout), isSheet: layout.kind.isSheet)
      if header != .line(1) { layout.header.say(header, by: .form) }
    }
    switch layout.header.value {
    case .line(let line): return rows.first { $0.line >= line }?.cells ?? []
    case .none: return (rows.first?.cells.indices ?? 0..<0).map { "column\($0 + 1)" }
    }
  }

  private static func delimiter(of sample: [UInt8], isWhole: Bool) -> UInt8 {
    var best: (mark: UInt8, score: Int) = (UInt8(ascii: ","), 0)
    for mark in [",", ";", "\t", "|", " "] as [Unicode.Scalar] {
      // Any text contains spaces, so they are only tried if no other delimiter fits.
      if mark == " ", best.score > 0 { break }
      let byte = UInt8(mark.value)
      let rows = rows(of: sample, .table(delimiter: byte), isWhole: isWhole)
      let widths = rows.map { $0.cells.count }
      guard let usual = mostFrequent(widths), usual > 1 else { continue }
      if mark == ",", areFractions(rows) {
        best.mark = UInt8(ascii: ";")
        continue
      }
      // The share of rows with the usual number of cells matters more than that number.
      let share = widths.count { $0 == usual } * 1_000 / widths.count
      if mark == " ", share < 1_000 || widths.count < 3 { break }
      // If cells are numbers with a decimal comma, the comma isn't the delimiter.
      let hasCommas = mark != "," && rows.contains { $0.cells.contains { isFraction($0) } }
      let score = share * share / 1_000 * 100 + (hasCommas ? 99 : min(usual, 98))
      if score > best.score { best = (byte, score) }
    }
    return best.mark
  }

  /// Whether the rows are one column: a name, and below it numbers with a decimal comma.
  private static func areFractions(_ rows: [Row]) -> Bool {
    rows.count > 1 && rows[0].cells.count == 1 && !isNumber(rows[0].cells[0])
      && rows.dropFirst().allSatisfy {
        $0.cells.count == 1 || isFraction($0.cells.joined(separator: ","))
      }
  }

  /// Whether a text is two whole numbers with a comma between them.
  private static func isFraction(_ text: String) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 2 && Int(parts[0]) != nil
      && !parts[1].isEmpty && parts[1].utf8.allSatisfy { $0 &- 0x30 < 10 }
  }

  private static func mostFrequent(_ numbers: [Int]) -> Int? {
    var counts: OrderedDictionary<Int, Int> = [:]
    for number in numbers { counts[number, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  private static func rows(of sample: [UInt8], _ layout: DataLayout, isWhole: Bool) -> [Row] {
    var plain = DataLayout(layout.kind)
    plain.delimiter.say(layout.delimiter.value, by: .flag)
    var splitter = RecordSplitter(plain)
    var spans: [RecordSpan] = []
    return sample.withUnsafeBufferPointer { bytes in
      _ = splitter.split(bytes, isFinal: isWhole, limit: rowLimit, into: &spans)
      return spans.compactMap { span in
        let row = bytes.part(span.lower, span.upper)
        // Ignore rows that can't be read.
        guard
          var cells = try? TableReader.cells(of: row, delimiter: splitter.layout.delimiter.value)
        else { return nil }
        while layout.kind.isSheet, cells.last == "" { cells.removeLast() }
        return Row(line: span.line, cells: cells)
      }
    }
  }
}

// MARK: - The header

extension LayoutGuess {
  /// Returns the rows up to the first empty column. In a sheet, other things may be beside the table, such as the texts
  /// of a drop-down. A table has at least two columns.
  private static func table(in rows: [Row], _ layout: DataLayout) -> [Row] {
    guard layout.kind.isSheet else { return rows }
    let width = rows.map { $0.cells.count }.max() ?? 0
    let isFilled = (0..<width).map { column in
      rows.contains { column < $0.cells.count && !$0.cells[column].isEmpty }
    }
    guard let first = isFilled.firstIndex(of: true),
      let end = isFilled[first...].firstIndex(of: false), end > first + 1
    else { return rows }
    return rows.compactMap { row in
      var cells = Array(row.cells.prefix(end))
      while cells.last == "" { cells.removeLast() }
      return cells.isEmpty ? nil : Row(line: row.line, cells: cells)
    }
  }
}

extension LayoutGuess {
  private static func header(of rows: [Row], isSheet: Bool) -> DataLayout.Header {
    // Two columns can't have the same name, and numbers aren't names.
    if let cells = rows.first?.cells, OrderedSet(cells).count < cells.count,
      cells.allSatisfy({ isNumber($0) })
    {
      return .none
    }
    guard let usual = mostFrequent(rows.map { $0.cells.count }), rows.count > 1 else {
      return .line(1)
    }
    // Titles and notes have fewer cells. In a sheet, there may be more column names than cells in the rows.
    let place = rows.firstIndex { isSheet ? $0.cells.count >= usual : $0.cells.count == usual }
    guard let place, usual > 1, place > 0, !lacksNameOfRows(rows[place - 1], usual) else {
      let isNone = rows[0].cells.count == usual && isData(rows[0].cells, rows.dropFirst())
      return isNone ? .none : .line(1)
    }
    return .line(rows[place].line)
  }

  /// Whether a row is a header without a name for the first column. Some programs write such headers.
  private static func lacksNameOfRows(_ row: Row, _ usual: Int) -> Bool {
    row.cells.count == usual - 1 && usual > 2
  }

  /// Whether the first row is a record like those below it.
  private static func isData(_ first: [String], _ rows: ArraySlice<Row>) -> Bool {
    if isSequence(first) { return false }
    var isLikely = false
    for (place, name) in first.enumerated() {
      let texts = rows.compactMap { place < $0.cells.count ? $0.cells[place] : nil }
      guard let evidence = isValue(name, among: texts) else { continue }
      if !evidence { return false }
      isLikely = true
    }
    return isLikely
  }

  /// Whether most names are numbers, but not a sequence such as years.
  static func areNumbers(_ names: [String]) -> Bool {
    names.count { isNumber($0) } * 2 > names.count && !isSequence(names)
  }

  private static func isNumber(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { ExactDecimal.parse(text: $0).number != nil }
  }

  /// Whether names are numbers at equal distances, such as years.
  private static func isSequence(_ names: [String]) -> Bool {
    let numbers = names.compactMap { Int($0) }
    guard numbers.count > 2, numbers[1] > numbers[0] else { return false }
    return zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 == numbers[1] - numbers[0] }
  }

  /// Whether the first cell of a column is a value like the others; nil if that can't be determined.
  private static func isValue(_ first: String, among texts: [String]) -> Bool? {
    let profile = FieldProfile()
    for text in texts { add(text, to: profile) }
    // If only the first cell is blank, it is the header of a column without a name.
    if first.isEmpty { return profile.blanks == 0 ? false : nil }
    guard profile.text.filled > 0 else { return nil }
    let kinds = profile.text.kinds.subtracting(.partialDates)
    if kinds.isEmpty {
      return texts.count > 4 && texts.contains(first) ? true : nil
    }
    add(first, to: profile)
    return profile.text.kinds.intersection(kinds).isEmpty ? false : true
  }

  private static func add(_ text: String, to profile: FieldProfile) {
    Array(text.utf8).withUnsafeBufferPointer { profile.add($0) }
  }
}

// Lists of choices that include other lists or are read from files.

internal import FormworkSyntax

extension Checker {
  /// Returns the compiled list of choices with a name.
  func namedChoice(_ name: Name) -> Int32? {
    note(.choices, name, declaredAt: names.choiceLists[name.text]?.name.span)
    if let known = names.choiceNumbers[name.text] { return known }
    guard let declaration = names.choiceLists[name.text] else {
      let near = near(name.text, among: names.choiceLists.keys.ordered())
      report(.unknownChoices(name.text, near: near), at: name.span)
      return nil
    }
    // The exceeded limit has already been reported elsewhere.
    if itemCount > limits.parts || isTooDeep { return nil }
    var path: [String] = []
    var seen: OrderedSet<String> = []
    let items = items(of: declaration, &path, &seen)
    guard itemCount <= limits.parts else {
      reportTooMany(limits.parts, at: declaration.name.span)
      return nil
    }
    let number = addChoice(items)
    program.choices[Int(number)].name = name.text
    names.choiceNumbers[name.text] = number
    return number
  }

  /// The number that each item copied from an included list adds to `itemCount`.
  private static let copyWeight = 4

  /// Returns the items of a list and of the lists that it includes. A list that is included twice counts once.
  ///
  /// - Parameters:
  ///   - path: the lists that include this one, the outermost first.
  ///   - seen: all lists that have been visited.
  private func items(
    of declaration: ChoicesDeclaration, _ path: inout [String], _ seen: inout OrderedSet<String>
  ) -> [ChoiceItem] {
    // An included list counts as an item, too, because it may have no items of its own. Its items count more, because
    // they are copied.
    let weight = path.isEmpty ? 1 : Checker.copyWeight
    if !path.isEmpty { itemCount += 1 }
    path.append(declaration.name.text)
    defer { path.removeLast() }
    seen.insert(declaration.name.text)
    var items = declaration.file.map { readItems($0, declaration.columns) } ?? []
    itemCount += items.count * weight
    for entry in declaration.entries {
      switch entry {
      case .item(let item):
        items.append(item)
        itemCount += weight
      case .list(let name):
        guard let other = names.choiceLists[name.text] else {
          let near = near(name.text, among: names.choiceLists.keys.ordered())
          report(.unknownChoices(name.text, near: near), at: name.span)
          continue
        }
        note(.choices, name, declaredAt: other.name.span)
        let isSeen = seen.contains(name.text)
        if isSeen ? path.contains(name.text) : path.count >= Checker.chainLimit {
          reportCircle(path, name)
        } else if !isSeen, itemCount <= limits.parts {
          items += self.items(of: other, &path, &seen)
        }
      }
    }
    return items
  }
}

// MARK: - Values and spellings

extension Checker {
  /// Adds a list of choices to the program. All values are added before the spellings, because no spelling may equal
  /// a value.
  func addChoice(_ items: [ChoiceItem]) -> Int32 {
    var list = ChoiceList(values: [], labels: [], constants: [])
    list.values.reserveCapacity(items.count)
    list.labels.reserveCapacity(items.count)
    list.constants.reserveCapacity(items.count)
    var spans: [Span] = []
    var spelled: [(PlainText, value: Int)] = []
    for item in items {
      guard let value = spelling(item.value) else { continue }
      let number = list.table.add(value)
      spelled += item.also.map { ($0, number) }
      if number < spans.count {
        report(.repeatedChoice(value, first: spans[number]), at: item.value.span)
        continue
      }
      spans.append(item.value.span)
      list.values.append(value)
      list.isASCII = list.isASCII && value.utf8.allSatisfy { $0 < 0x80 }
      list.labels.append(item.label.map { compileText($0, for: .plain) } ?? -1)
      list.constants.append(constant(text: value))
    }
    if list.values.count == 1, let only = items.first { warnIfPacked(only) }
    addSpellings(spelled, spans, to: &list)
    program.choices.append(list)
    return Int32(program.choices.count - 1)
  }

  /// Warns about a single choice that looks like several, such as `"a, b, c"`.
  private func warnIfPacked(_ item: ChoiceItem) {
    guard item.label == nil, choiceFiles[item.value.span.lower] == nil else { return }
    for separator in [",", "|", ";"] as [Character] {
      let parts = item.value.value.split(separator: separator, omittingEmptySubsequences: false)
        .map { part in
          var value = part.drop { $0 == " " }
          while value.last == " " { value.removeLast() }
          return String(value)
        }
      if parts.count > 2, !parts.contains("") {
        return report(.packedChoices(parts), at: item.value.span)
      }
    }
  }

  private func addSpellings(
    _ spelled: [(PlainText, value: Int)], _ values: [Span], to list: inout ChoiceList
  ) {
    var spans: [Span] = []
    for (text, value) in spelled {
      guard let spelling = spelling(text) else { continue }
      if let other = list.table.number(of: spelling) {
        reportShared(spelling, other == value, first: values[other], at: text.span)
        continue
      }
      let number = list.spellingTable.add(spelling)
      if number < spans.count {
        let isSame = list.spellings[number].value == value
        reportShared(spelling, isSame, first: spans[number], at: text.span)
        continue
      }
      spans.append(text.span)
      list.spellings.append((constant(text: spelling), value))
    }
  }

  /// Returns the value that `text` in the data denotes, or nil if it isn't in the list.
  func choice(_ text: String, of list: Int32, anyCase: Bool = false) -> Value? {
    let exact = ask { $0.choices[Int(list)].number(writtenAs: text) }
    guard let number = exact ?? (anyCase ? numberInAnyCase(text, of: list) : nil) else {
      return nil
    }
    return ask { $0.constants[Int($0.choices[Int(list)].constants[number])] }
  }

  private func numberInAnyCase(_ text: String, of list: Int32) -> Int? {
    if choicesInAnyCase[list] == nil {
      let choices = program.choices[Int(list)]
      let spellings = choices.spellings.map { ($0.constant, $0.value) }
      var numbers: OrderedDictionary<[UInt8], Int> = [:]
      // Among values that are equal except for case, the first counts.
      for (constant, number) in zip(choices.constants, choices.constants.indices) + spellings {
        let key = program.constants[Int(constant)].bytes.folded
        if numbers[key] == nil { numbers[key] = number }
      }
      choicesInAnyCase[list] = numbers
    }
    var text = text
    return choicesInAnyCase[list]?[text.withUTF8 { $0.folded }]
  }

  private func reportShared(_ text: String, _ isSame: Bool, first: Span, at span: Span) {
    if isSame {
      report(.repeatedChoice(text, first: first), at: span)
    } else {
      report(.sharedSpelling(text, first: first), at: span)
    }
  }

  /// Trims a value or spelling, because data is trimmed, too. Reports white space at its ends. Reports an empty text
  /// and returns nil for it.
  private func spelling(_ text: PlainText) -> String? {
    var value = text.value
    let trimmed = value.withUTF8 { bytes in
      bytes.trimmed.count == bytes.count ? nil : bytes.trimmed.makeString()
    }
    guard let trimmed = trimmed ?? (value.isEmpty ? "" : nil) else { return value }
    if trimmed.isEmpty {
      report(.emptyChoice, at: text.span)
      return nil
    }
    report(.spacedChoice(trimmed), at: text.span)
    return trimmed
  }
}

// MARK: - Choices from files

extension Checker {
  /// Reads the items of a table. Without `columns`, the first column has the values, the second the labels, and the
  /// third other spellings separated by `|`. The first line is a header. Each error in a file is reported once.
  private func readItems(
    _ file: PlainText, _ columns: [ChoicesDeclaration.Column]
  ) -> [ChoiceItem] {
    guard let bytes = choiceFiles[file.span.lower].flatMap({ decoded($0, at: file.span) }) else {
      return []
    }
    return bytes.withUnsafeBufferPointer { bytes in
      let delimiter = Checker.likelyDelimiter(of: bytes)
      var splitter = RecordSplitter(.table(delimiter: delimiter))
      var rows: [RecordSpan] = []
      _ = splitter.split(bytes, isFinal: true, into: &rows)
      if let header = rows.first, TableReader.hasBareReturns(bytes.part(header.lower, header.upper))
      {
        report(.choicesWithBareReturns, at: file.span)
        return []
      }
      var items: [ChoiceItem] = []
      var width: Int?
      var places = ChoicePlaces()
      for row in rows {
        do throws(MalformedRecord) {
          if let defect = row.defect { throw MalformedRecord(defect, 0) }
          let cells = try TableReader.cells(
            of: bytes.part(row.lower, row.upper), delimiter: delimiter)
          if let width, width != cells.count {
            throw MalformedRecord(.wrongWidth(wanted: width, found: cells.count), 0)
          }
          if width == nil {
            if !columns.isEmpty {
              guard let found = self.places(of: columns, among: cells) else { return [] }
              places = found
            }
            warnIfFirstIsTaken(columns, cells, at: file.span)
          } else if let item = ChoiceItem(cells, places, at: file.span) {
            items.append(item)
          }
          width = cells.count
        } catch {
          report(.badChoicesFile(line: row.line, error.reason), at: file.span)
          return []
        }
      }
      if items.isEmpty { report(.emptyChoicesFile, at: file.span) }
      return items
    }
  }
}

/// The indices in a row of a choice's value, label and other spellings.
private struct ChoicePlaces {
  var value = 0
  var label: Int? = 1
  var also: Int? = 2
}

extension Checker {
  /// Returns the indices of the named columns, or nil after reporting a missing one. If no column is named for the
  /// values, they are in the first column.
  private func places(
    of columns: [ChoicesDeclaration.Column], among header: [String]
  ) -> ChoicePlaces? {
    var places = ChoicePlaces(label: nil, also: nil)
    for column in columns {
      guard let place = place(of: column.name.value, among: header) else {
        report(
          .unknownColumn(
            column.name.value,
            near: NearNames.nearest(to: column.name.value, among: header, limit: 4)),
          at: column.name.span)
        return nil
      }
      switch column.role {
      case .column: places.value = place
      case .label: places.label = place
      case .also: places.also = place
      }
    }
    return places
  }

  /// Warns about a file with columns other than `label` and `also` after the first, unless the form says that the first
  /// column has the values.
  private func warnIfFirstIsTaken(
    _ columns: [ChoicesDeclaration.Column], _ header: [String], at span: Span
  ) {
    guard let first = header.first, !columns.contains(where: { $0.role == .column }) else { return }
    let others = header.dropFirst().map { $0.lowercased() }
    let usual = ["label", "also"]
    let isUsual =
      columns.isEmpty
      ? others.elementsEqual(usual.prefix(others.count))
      : others.allSatisfy { other in columns.contains { $0.name.value.lowercased() == other } }
    if isUsual { return }
    let named = columns.isEmpty ? zip(usual, header.dropFirst()).map { ($0, $1) } : []
    let naming = ([("column", first)] + named).map { $0.0 + " " + Spelling.text($0.1) }
    report(.choicesColumn(first, naming: naming.joined(separator: " ")), at: span)
  }

  /// Returns the index of the column `name`, or else of one whose name differs only in case.
  private func place(of name: String, among header: [String]) -> Int? {
    header.firstIndex(of: name)
      ?? header.firstIndex { $0.lowercased() == name.lowercased() }
  }

  /// Returns the most frequent delimiter of the first line: a comma, a semicolon or a tab.
  private static func likelyDelimiter(of bytes: TextBytes) -> UInt8 {
    let delimiters = Array(",;\t".utf8)
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if let number = delimiters.firstIndex(of: byte) { counts[number] += 1 }
    }
    let most = counts.indices.max { counts[$0] < counts[$1] || counts[$0] == counts[$1] && $0 > $1 }
    return delimiters[most ?? 0]
  }
}

extension Checker {
  /// Returns the bytes of a file in UTF-8. Converts them if they are in UTF-16 with a byte order mark. Returns nil if
  /// they are invalid.
  private func decoded(_ bytes: [UInt8], at span: Span) -> [UInt8]? {
    guard let encoding = EncodingGuess.byMark(bytes), encoding.hasPrefix("utf-16") else {
      return bytes
    }
    let isLittle = encoding == "utf-16le"
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    var text: [UInt8] = []
    let isBroken = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
    ) { text.append($0) }
    if !isBroken, bytes.count % 2 == 0 { return text }
    let line = 1 + text.count { $0 == 0x0A }
    report(.badChoicesFile(line: line, .badText), at: span)
    return nil
  }
}

extension ChoiceItem {
  fileprivate init?(_ cells: [String], _ places: ChoicePlaces, at span: Span) {
    func cell(_ place: Int?) -> String {
      place.map { $0 < cells.count ? cells[$0] : "" } ?? ""
    }
    let value = cell(places.value)
    if value.isEmpty { return nil }
    let label = cell(places.label).isEmpty ? nil : cell(places.label)
    let spellings = cell(places.also).split(separator: "|")
    self.init(
      value: PlainText(value, at: span),
      label: label.map { LocalizedText(TextTemplate(plain: $0, at: span), at: span) },
      also: spellings.compactMap { spelling in
        var text = String(spelling)
        text = text.withUTF8 { $0.trimmed.makeString() }
        return text.isEmpty ? nil : PlainText(text, at: span)
      })
  }
}

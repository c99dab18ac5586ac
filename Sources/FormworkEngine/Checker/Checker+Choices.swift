// Lists of choices: those that other lists name, and those in files.

internal import FormworkSyntax

extension Checker {
  /// The compiled list of choices of a name.
  func namedChoice(_ name: Name) -> Int32? {
    if let known = names.choiceNumbers[name.text] { return known }
    guard let declaration = names.choiceLists[name.text] else {
      let near = near(name.text, among: names.choiceLists.keys.sorted())
      report(.unknownChoices(name.text, near: near), at: name.span)
      return nil
    }
    // Reported before, wherever that was.
    if itemCount > limits.parts || isTooDeep { return nil }
    var path: [String] = []
    var seen: Set<String> = []
    let items = items(of: declaration, &path, &seen)
    itemCount += items.count
    guard itemCount <= limits.parts else {
      reportTooMany(limits.parts, at: declaration.name.span)
      return nil
    }
    let number = addChoice(items)
    names.choiceNumbers[name.text] = number
    return number
  }

  /// The items of a list and of the lists that it names. A list that is named twice counts once.
  ///
  /// - Parameters:
  ///   - path: the lists around, the outermost first.
  ///   - seen: all lists so far.
  private func items(
    of declaration: ChoicesDeclaration, _ path: inout [String], _ seen: inout Set<String>
  ) -> [ChoiceItem] {
    // A list in another counts, too, as it may have no items of its own.
    if !path.isEmpty { itemCount += 1 }
    path.append(declaration.name.text)
    defer { path.removeLast() }
    seen.insert(declaration.name.text)
    var items = declaration.file.map(readItems) ?? []
    for entry in declaration.entries {
      switch entry {
      case .item(let item): items.append(item)
      case .list(let name):
        guard let other = names.choiceLists[name.text] else {
          let near = near(name.text, among: names.choiceLists.keys.sorted())
          report(.unknownChoices(name.text, near: near), at: name.span)
          continue
        }
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

// MARK: - Choices from files

extension Checker {
  /// The first column of a CSV file as values, the second as labels; the first line is a header.
  private func readItems(_ file: PlainText) -> [ChoiceItem] {
    guard let bytes = choiceFiles[file.span.lower] else { return [] }
    if let coding = otherCoding(bytes) {
      report(.choicesNotUTF8(coding: coding), at: file.span)
      return []
    }
    return bytes.withUnsafeBufferPointer { bytes in
      var splitter = RecordSplitter(.table(delimiter: UInt8(ascii: ",")))
      var rows: [RecordSpan] = []
      _ = splitter.split(bytes, isFinal: true, into: &rows)
      var items: [ChoiceItem] = []
      if let header = rows.first, TableReader.hasBareReturns(bytes.part(header.lower, header.upper))
      {
        report(.choicesWithBareReturns, at: file.span)
        return []
      }
      for row in rows.dropFirst() {
        do throws(MalformedRecord) {
          if let defect = row.defect { throw MalformedRecord(defect, 0) }
          let cells = try TableReader.cells(of: bytes.part(row.lower, row.upper))
          if let item = ChoiceItem(cells, at: file.span) { items.append(item) }
        } catch {
          report(.badChoicesFile(line: row.line, error.reason), at: file.span)
        }
      }
      if items.isEmpty { report(.emptyChoicesFile, at: file.span) }
      return items
    }
  }
}

extension ChoiceItem {
  fileprivate init?(_ cells: [String], at span: Span) {
    guard let value = cells.first, !value.isEmpty else { return nil }
    let label = cells.count > 1 && !cells[1].isEmpty ? cells[1] : nil
    self.init(
      value: PlainText(value, at: span),
      label: label.map { LocalizedText(TextTemplate(plain: $0, at: span), at: span) })
  }
}

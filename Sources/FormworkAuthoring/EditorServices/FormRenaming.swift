// Renames a thing wherever its name occurs, then reads the form again to check that the form's meaning is unchanged.

internal import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// A replacement in a file of a form.
package struct FormEdit: Sendable, Equatable {
  /// The index of the file in the source; 0 is the form itself.
  package var file: Int
  /// The byte range to replace in that file.
  package var range: Range<Int>
  package var text: String
}

/// Renames things that have a name in a form.
package struct FormRenaming {
  /// The reason why a name can't be changed.
  package enum Problem: Error, Sendable {
    /// The form has errors, so the meaning of its names is uncertain.
    case hasErrors
    /// The offset isn't in a name that the form declares.
    case noName
    /// The text isn't a valid name.
    case notAName
    /// The new name would change the meaning of something in the form.
    case changesMeaning

    /// The problem as a sentence.
    package var sentence: String {
      switch self {
      case .hasErrors: "The form has errors. Correct them before you rename."
      case .noName: "The form declares no such name."
      case .notAName: "This is not a valid name."
      case .changesMeaning: "This name would change the meaning of something else in the form."
      }
    }
  }

  /// Reads a form again with changed texts for some of its files.
  ///
  /// - Parameter texts: the changed texts, each under the index of its file in the source.
  package typealias Reader = (_ texts: OrderedDictionary<Int, [UInt8]>) -> FormReading

  private let reading: FormReading
  private let names: FormNames

  package init(_ reading: FormReading) {
    self.reading = reading
    names = FormNames(reading)
  }

  /// Returns the edits that change all uses of the name at `offset`.
  ///
  /// - Parameters:
  ///   - offset: a byte offset in the source.
  ///   - name: the new name, without backquotes.
  ///   - read: reads the form with changed texts for some of its files.
  package func edits(
    at offset: UInt32, to name: String, read: Reader
  ) throws(Problem) -> [FormEdit] {
    guard reading.program != nil else { throw .hasErrors }
    guard let use = names.use(at: offset) else { throw .noName }
    guard Spelling.isName(name) else { throw .notAName }
    let places = names.places(of: use)
    for spelled in spellings(of: name, at: places) {
      let edits = zip(places, spelled).map { edit($0, $1) }
      let after = read(texts(with: edits))
      if keepsMeaning(after, edits) { return edits }
    }
    throw .changesMeaning
  }

  /// Returns the spellings to try, each with the text for every place. The first uses backquotes only where necessary,
  /// the second everywhere.
  private func spellings(of name: String, at places: [Span]) -> [[String]] {
    let quoted = "`" + name + "`"
    let operand = Spelling.operand(name)
    var all = [places.map { isQuotedInText($0) ? name : operand }]
    if operand != quoted { all.append(places.map { isQuotedInText($0) ? name : quoted }) }
    return all
  }

  /// Whether `place` is directly between backquotes, which only happens in placeholders.
  private func isQuotedInText(_ place: Span) -> Bool {
    let mark = UInt8(ascii: "`")
    let (lower, upper) = (Int(place.lower), Int(place.upper))
    return lower > 0 && upper < reading.source.bytes.count
      && reading.source.bytes[lower - 1] == mark && reading.source.bytes[upper] == mark
  }

  private func edit(_ place: Span, _ text: String) -> FormEdit {
    let file = reading.source.file(at: place.lower)
    let start = reading.source.files[file].range.lowerBound
    return FormEdit(
      file: file, range: Int(place.lower) - start..<Int(place.upper) - start, text: text)
  }

  /// Returns the changed texts of all files that have edits.
  ///
  /// - Parameter edits: must be sorted by their places.
  private func texts(with edits: [FormEdit]) -> OrderedDictionary<Int, [UInt8]> {
    var texts: OrderedDictionary<Int, [UInt8]> = [:]
    /// For each file, the offset up to which its bytes have been copied or replaced.
    var ends: OrderedDictionary<Int, Int> = [:]
    func copy(_ file: Int, upTo end: Int) {
      let start = reading.source.files[file].range.lowerBound
      texts[file, default: []] += reading.source.bytes[start + ends[file, default: 0]..<start + end]
      ends[file] = end
    }
    for edit in edits {
      copy(edit.file, upTo: edit.range.lowerBound)
      texts[edit.file, default: []] += Array(edit.text.utf8)
      ends[edit.file] = edit.range.upperBound
    }
    for file in Array(ends.keys) { copy(file, upTo: reading.source.files[file].range.count) }
    return texts
  }

  /// Whether every name has the same meaning after some edits, and the checker reports the same diagnostics.
  private func keepsMeaning(_ after: FormReading, _ edits: [FormEdit]) -> Bool {
    guard after.program != nil,
      after.diagnostics.told.map({ $0.code }) == reading.diagnostics.told.map({ $0.code })
    else { return false }
    let growth = Growth(edits)
    let expected = OrderedSet(
      names.uses.map { use in
        NameUse(
          kind: use.kind, span: moved(use.span, growth, after),
          declaration: moved(use.declaration, growth, after))
      })
    return FormRenaming.bare(expected, after.source)
      == FormRenaming.bare(after.nameUses, after.source)
  }

  /// Returns the uses with spans that exclude the backquotes around a name. In placeholders, spans always exclude
  /// backquotes.
  private static func bare(_ uses: OrderedSet<NameUse>, _ source: Source) -> OrderedSet<NameUse> {
    let mark = UInt8(ascii: "`")
    func bare(_ span: Span) -> Span {
      span.count > 2 && source.bytes[Int(span.lower)] == mark
        ? Span(span.lower + 1, span.upper - 1) : span
    }
    return OrderedSet(
      uses.map {
        NameUse(kind: $0.kind, span: bare($0.span), declaration: bare($0.declaration))
      })
  }

  /// Returns the place of a span after some edits.
  private func moved(_ span: Span, _ growth: Growth, _ after: FormReading) -> Span {
    let place = edit(span, "")
    guard place.file < after.source.files.count else { return span }
    let start = after.source.files[place.file].range.lowerBound
    let (lower, upper) = (place.range.lowerBound, place.range.upperBound)
    return Span(
      start + lower + growth.upTo(lower, in: place.file),
      start + upper + growth.upTo(upper, in: place.file))
  }
}

/// The number of bytes that edits add to each file.
private struct Growth {
  /// For each file, the end of every edit, with the file's growth up to that end.
  private var sums: OrderedDictionary<Int, [(end: Int, growth: Int)]> = [:]

  /// - Parameter edits: must be sorted by their places.
  init(_ edits: [FormEdit]) {
    for edit in edits {
      let before = sums[edit.file]?.last?.growth ?? 0
      sums[edit.file, default: []].append(
        (edit.range.upperBound, before + edit.text.utf8.count - edit.range.count))
    }
  }

  /// Returns how much a file grows by the edits that end at or before an offset.
  func upTo(_ offset: Int, in file: Int) -> Int {
    guard let sums = sums[file] else { return 0 }
    var (low, high) = (0, sums.count)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? sums[low - 1].growth : 0
  }
}

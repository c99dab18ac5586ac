// Renaming: every place where a name stands gets the new one, and the form is read once more to see that it means
// what it meant.

internal import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// A replacement in one file of a form.
package struct FormEdit: Sendable, Equatable {
  /// The number of the file in the source, 0 being the form itself.
  package var file: Int
  /// What is replaced, in bytes of that file.
  package var range: Range<Int>
  package var text: String
}

/// Renames what a form has a name for.
package struct FormRenaming {
  /// Why a name cannot be changed.
  package enum Problem: Error, Sendable {
    /// The form has errors, so that it is not sure what its names mean.
    case hasErrors
    /// No name of the form stands there.
    case noName
    /// The text cannot be a name.
    case notAName
    /// With the new name something in the form would mean something else.
    case changesMeaning

    /// It in a sentence.
    package var sentence: String {
      switch self {
      case .hasErrors: "The form has errors. Names can be changed when they are mended."
      case .noName: "This is no name that the form declares."
      case .notAName: "This cannot be a name."
      case .changesMeaning: "With this name something in the form would mean something else."
      }
    }
  }

  /// Reads a form again, with the texts that some of its files have then.
  ///
  /// - Parameter texts: by the files' numbers in the source.
  package typealias Reader = (_ texts: OrderedDictionary<Int, [UInt8]>) -> FormReading

  private let reading: FormReading
  private let names: FormNames

  package init(_ reading: FormReading) {
    self.reading = reading
    names = FormNames(reading)
  }

  /// The edits that give the name at a place another spelling everywhere.
  ///
  /// - Parameters:
  ///   - offset: in bytes of the source.
  ///   - name: the new name, without backquotes.
  ///   - read: reads the form with its files changed.
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

  /// How a name may be spelled at each place: as it is where that will do, else in backquotes.
  private func spellings(of name: String, at places: [Span]) -> [[String]] {
    let quoted = "`" + name + "`"
    let operand = Spelling.operand(name)
    var all = [places.map { isQuotedInText($0) ? name : operand }]
    if operand != quoted { all.append(places.map { isQuotedInText($0) ? name : quoted }) }
    return all
  }

  /// Whether a name stands in the backquotes of a placeholder, which are not part of its place.
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

  /// The texts of the files that edits change.
  ///
  /// - Parameter edits: in the order of their places.
  private func texts(with edits: [FormEdit]) -> OrderedDictionary<Int, [UInt8]> {
    var texts: OrderedDictionary<Int, [UInt8]> = [:]
    /// How much of each file is in its text.
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

  /// Whether every name means after some edits what it meant before, and nothing is found that was not.
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

  /// The uses with their places inside of backquotes, which stand outside of them in a placeholder.
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

  /// Where a place is after some edits.
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

/// By how much edits make files longer.
private struct Growth {
  /// For each file, where edits end, and by how much it grows up to there.
  private var sums: OrderedDictionary<Int, [(end: Int, growth: Int)]> = [:]

  /// - Parameter edits: in the order of their places.
  init(_ edits: [FormEdit]) {
    for edit in edits {
      let before = sums[edit.file]?.last?.growth ?? 0
      sums[edit.file, default: []].append(
        (edit.range.upperBound, before + edit.text.utf8.count - edit.range.count))
    }
  }

  /// By how much a file grows through the edits that end at or before an offset.
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

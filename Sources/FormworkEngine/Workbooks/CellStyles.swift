// The number formats that show numbers as dates (ECMA-376 part 1, 18.8.31). A format has up to three sections for
// numbers, and the number determines which of them applies.

internal import FormworkSyntax

/// For each style number, whether cells of that style show numbers as dates or times.
struct CellStyles {
  enum Kind {
    case number, date, time, dateTime
    /// Depends on the number.
    case various
  }

  private var kinds: [Kind] = []
  private var formats: [NumberFormat] = []

  mutating func read(_ reader: consuming XMLReader) throws(WorkbookProblem) {
    var listed: OrderedDictionary<Int, NumberFormat> = [:]
    var isInCells = false
    while try reader.next() {
      if reader.opens("numFmt"), let number = reader.attribute("numFmtId").flatMap({ Int($0) }) {
        listed[number] = NumberFormat(reader.attribute("formatCode") ?? "")
      } else if reader.name.isName("cellXfs") {
        isInCells = !reader.isEnd
      } else if isInCells, reader.opens("xf") {
        let number = reader.attribute("numFmtId").flatMap { Int($0) } ?? 0
        let format = listed[number] ?? NumberFormat(CellStyles.builtIn(number))
        formats.append(format)
        kinds.append(format.kind)
      }
    }
  }

  @inline(__always)
  func kind(_ style: Int) -> Kind { kinds.indices.contains(style) ? kinds[style] : .number }

  /// Returns the kind that a style of kind `various` has for a number.
  func kind(_ style: Int, of number: CellValues.Decimal) -> Kind { formats[style].kind(of: number) }

  /// Returns the kind of a built-in format, which a workbook needn't list. Some built-in formats exist only in East
  /// Asia.
  private static func builtIn(_ number: Int) -> Kind {
    switch number {
    case 14...17, 27...31, 36, 50...54, 57, 58: .date
    case 18...21, 32...35, 45, 47, 55, 56: .time
    case 22: .dateTime
    default: .number
    }
  }
}

/// A format of numbers.
struct NumberFormat {
  private var sections: [Section] = []

  /// A section of a format.
  private struct Section {
    /// The condition that a number must meet. Nil if there is no condition. The first section whose condition is met
    /// applies.
    var condition: Condition?
    var kind = CellStyles.Kind.number
    /// Whether the section applies to texts.
    var isOfTexts = false
  }

  private struct Condition {
    var signs: [Character]
    var limit: CellValues.Decimal

    init?(_ inside: Substring) {
      signs = Array(inside.prefix { "<=>".contains($0) })
      let limit = Array(inside.dropFirst(signs.count).utf8)
      guard !signs.isEmpty,
        let limit = limit.withUnsafeBufferPointer({ CellValues.Decimal($0) })
      else { return nil }
      self.limit = limit
    }

    func holds(_ number: CellValues.Decimal) -> Bool {
      if number < limit { return signs.contains("<") }
      return limit < number ? signs.contains(">") : signs.contains("=")
    }
  }

  init(_ kind: CellStyles.Kind) { sections = [Section(kind: kind)] }

  init(_ code: String) {
    var rest = code[...]
    repeat { sections.append(NumberFormat.section(&rest)) } while rest.popFirst() != nil
    // Remove the sections for texts: a fourth section, or a last section that contains `@`.
    if sections.last?.isOfTexts ?? false || sections.count > 3 {
      sections.removeLast(max(1, sections.count - 3))
    }
    completeConditions()
  }

  /// Gives sections without a condition their default condition: above zero, below zero, other numbers.
  private mutating func completeConditions() {
    // By default, zero is shown like positive numbers.
    if sections.count == 2, sections[0].condition == nil { sections.append(sections[0]) }
    guard sections.count == 3 else { return }
    sections[0].condition = sections[0].condition ?? Condition(">0")
    sections[1].condition = sections[1].condition ?? Condition("<0")
    sections[2].condition = nil
  }

  /// The kind for all numbers, or `various` if it depends on the number.
  var kind: CellStyles.Kind {
    let kind = sections.first?.kind ?? .number
    let isOne = sections.allSatisfy { $0.kind == kind }
    let isForAll = kind == .number || sections.last?.condition == nil
    return isOne && isForAll ? kind : .various
  }

  /// Returns the kind for a number, or `.number` if no section applies.
  func kind(of number: CellValues.Decimal) -> CellStyles.Kind {
    sections.first { $0.condition?.holds(number) ?? true }?.kind ?? .number
  }
}

// MARK: - Codes

extension NumberFormat {
  /// Parses a section and the semicolon after it.
  ///
  /// Its letters denote parts of dates and times. `m` is the minute next to hours or seconds, and the month
  /// elsewhere.
  private static func section(_ rest: inout Substring) -> Section {
    var section = Section()
    var letters: [Character] = []
    var isElapsed = false
    while let character = rest.first, character != ";" {
      rest.removeFirst()
      switch character {
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let inside = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count + 1)
        section.condition = section.condition ?? Condition(inside)
        isElapsed = isElapsed || NumberFormat.isElapsed(inside)
      case "@": section.isOfTexts = true
      default:
        let lower = Character(character.lowercased())
        if "ymdhseg".contains(lower), letters.last != lower { letters.append(lower) }
      }
    }
    if !isElapsed { section.kind = kind(of: letters) }
    return section
  }

  /// Whether the text in brackets represents elapsed hours, minutes or seconds. An elapsed time isn't a time of day,
  /// because it may exceed a day.
  private static func isElapsed(_ inside: Substring) -> Bool {
    let letters = inside.lowercased()
    guard let first = letters.first else { return false }
    return "hms".contains(first) && letters.allSatisfy { $0 == first }
  }

  private static func kind(of letters: [Character]) -> CellStyles.Kind {
    // In a date, `g` and `e` are the era and its year. They also occur in `General` and in exponents such as
    // `0.00E+00`.
    if !letters.contains(where: { "ymdhs".contains($0) }) { return .number }
    let hasTime = letters.contains("h") || letters.contains("s")
    let hasDay = letters.contains("y") || letters.contains("d")
    if hasTime { return hasDay ? .dateTime : .time }
    return .date
  }
}

// The patterns of a form. A definition is compiled anew for each use, but its patterns aren't.

internal import FormworkSyntax

/// The distinct compiled patterns.
struct PatternPool {
  /// The index of a pattern, or nil if it is invalid, with the findings about it.
  typealias Entry = (number: Int32?, findings: [Finding])

  private(set) var patterns: [Pattern] = []
  /// The total size of the patterns in bytes.
  private var byteCount = 0
  private let byteLimit: Int
  private var byText: OrderedDictionary<[UInt8], (number: Int32, warning: Lint?)> = [:]
  /// The index of each pattern, keyed by its position in the source.
  private var byPlace: OrderedDictionary<UInt32, Int32?> = [:]
  private var properties = PatternProperties()

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Adds consecutive pattern literals, which form a single pattern.
  mutating func add(_ literals: [PatternLiteral], at span: Span, in source: Source) -> Entry {
    guard let place = literals.first?.body.lower else { return (nil, []) }
    if let known = byPlace[place] { return (known, []) }
    let text = PatternText(literals, in: source)
    let entry = add(text, at: span)
    byPlace[place] = .some(entry.number)
    return entry
  }

  /// Compiles a pattern, unless there is an equal one.
  private mutating func add(_ text: PatternText, at span: Span) -> Entry {
    let key = text.bytes + [text.ignoresCase ? 1 : 0]
    do {
      if let known = byText[key] { return entry(known.number, known.warning, text, at: span) }
      guard byteCount <= byteLimit else { return (nil, []) }
      let pattern = try Pattern.compile(text.bytes, ignoringCase: text.ignoresCase, &properties)
      byteCount += pattern.byteCount
      guard byteCount <= byteLimit else {
        let mistake = DeclarationMistake.tooLarge(.patterns, limit: byteLimit)
        return (nil, [Finding(kind: .declaration(mistake), span: span)])
      }
      let (number, warning) = (Int32(patterns.count), PatternPool.warning(about: pattern))
      patterns.append(pattern)
      byText[key] = (number, warning)
      return entry(number, warning, text, at: span)
    } catch {
      return (
        nil,
        error.problems.map {
          Finding(kind: .type(.badPattern($0)), span: text.place(of: $0.range))
        }
      )
    }
  }

  private func entry(
    _ number: Int32, _ warning: Lint?, _ text: PatternText, at span: Span
  ) -> Entry {
    let place = patterns[Int(number)].anchoredAlternation.map { text.place(of: $0) }
    return (number, warning.map { [Finding(kind: .lint($0), span: place ?? span)] } ?? [])
  }

  private static func warning(about pattern: Pattern) -> Lint? {
    if pattern.anchoredAlternation != nil { return .anchoredAlternation }
    if pattern.canNeverMatch { return .patternNeverMatches }
    return pattern.alwaysMatches ? .patternAlwaysMatches : nil
  }
}

/// The text of consecutive literals.
private struct PatternText {
  var bytes: [UInt8] = []
  var ignoresCase = false
  /// The start of each literal in the text and in the source.
  private var origins: [(start: Int, source: Int)] = []

  init(_ literals: [PatternLiteral], in source: Source) {
    for literal in literals {
      let lower = Int(literal.body.lower)
      origins.append((bytes.count, lower))
      bytes += source.bytes[lower..<Int(literal.body.upper)]
      ignoresCase = ignoresCase || literal.ignoresCase
    }
  }

  /// Returns the span in the source of a part of the text.
  func place(of range: Range<Int>) -> Span {
    Span(place(range.lowerBound), place(range.upperBound))
  }

  private func place(_ offset: Int) -> Int {
    let origin = origins.last { $0.start <= offset } ?? (0, 0)
    return origin.source + offset - origin.start
  }
}

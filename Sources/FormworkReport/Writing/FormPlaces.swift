// Places in the form, as drawings of records name them.

internal import FormworkSyntax

/// Names places in a form. A form may be one long line: columns are counted from the place named before, where that
/// is on the same line and in front.
struct FormPlaces {
  private let source: Source
  private var last: (offset: UInt32, place: Position) = (0, Position(line: 1, column: 1))

  init(_ source: Source) { self.source = source }

  /// Such as `sign-up.form:3:7`.
  mutating func text(of offset: UInt32) -> String {
    last = (offset, place(of: offset))
    let name = visible(source.name(at: offset))
    return "\(name):\(last.place.line):\(last.place.column)"
  }

  private func place(of offset: UInt32) -> Position {
    let (lower, upper) = (Int(last.offset), Int(offset))
    guard lower <= upper, lower > 0, source.lineNumber(lower) == source.lineNumber(upper),
      // Between two such bytes a character ends, whatever else is on the line.
      [lower - 1, lower].allSatisfy({ (0x20...0x7E).contains(source.bytes[$0]) })
    else { return source.position(offset) }
    let between = source.text(Span(lower, upper)).count
    return Position(line: last.place.line, column: last.place.column + between)
  }
}

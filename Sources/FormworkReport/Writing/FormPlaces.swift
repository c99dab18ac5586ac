// Formats positions in the form, for drawings of records.

internal import FormworkSyntax

/// Formats positions in a form. A form may be a single long line, so columns are counted from the previous position
/// if that is earlier on the same line.
struct FormPlaces {
  private let source: Source
  private var last: (offset: UInt32, place: Position) = (0, Position(line: 1, column: 1))

  init(_ source: Source) { self.source = source }

  /// Returns a position such as `sign-up.form:3:7`.
  mutating func text(of offset: UInt32) -> String {
    last = (offset, place(of: offset))
    let name = visible(source.name(at: offset))
    return "\(name):\(last.place.line):\(last.place.column)"
  }

  private func place(of offset: UInt32) -> Position {
    let (lower, upper) = (Int(last.offset), Int(offset))
    guard lower <= upper, lower > 0, source.lineNumber(lower) == source.lineNumber(upper),
      // Between two printable ASCII bytes there is always a character boundary.
      [lower - 1, lower].allSatisfy({ (0x20...0x7E).contains(source.bytes[$0]) })
    else { return source.position(offset) }
    let between = source.text(Span(lower, upper)).count
    return Position(line: last.place.line, column: last.place.column + between)
  }
}

/// Lines and columns of positions in a record. Computing each of them from the beginning would take quadratic time for
/// a record with many problems, so some positions are cached.
package struct RecordPlaces {
  package typealias Place = (line: Int, column: Int)

  private let record: TextBytes
  private let start: Place
  /// The lines and columns of the offsets `stride`, 2 × `stride` and so on, as far as computed.
  private var known: [Place] = []
  /// In a sheet, the offsets of the cells of the row.
  private let cells: [Int]?
  private static let stride = 256

  /// - Parameter cells: for a row of a sheet, the offsets of its cells. Positions are then rows and columns of the
  ///   sheet.
  package init(_ span: RecordSpan, _ record: TextBytes, cells: [Int]? = nil) {
    self.record = record
    self.cells = cells
    start = (span.line, span.column)
  }

  /// The line where the record begins.
  package var firstLine: Int { start.line }

  /// Returns line and column of an offset in the record, from 1. Columns count code points.
  package mutating func place(of offset: Int) -> Place {
    if let cells { return (start.line, cells.count { $0 <= offset }) }
    let offset = min(max(0, offset), record.count)
    let number = offset / RecordPlaces.stride
    while known.count < number { known.append(place(from: known.count, RecordPlaces.stride)) }
    return place(from: number, offset - number * RecordPlaces.stride)
  }

  /// Returns the position that is `distance` bytes past a cached position.
  private func place(from number: Int, _ distance: Int) -> Place {
    var place = number == 0 ? start : known[number - 1]
    let lower = number * RecordPlaces.stride
    for index in lower..<(lower + distance) {
      if record[index] == 0x0A {
        place.line += 1
        place.column = 1
      } else if record[index] & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    return place
  }
}

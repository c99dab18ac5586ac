/// Lines and columns of places in one record. Counting them from the beginning for each problem would grow with
/// the square of a record that has problems all over, so that places on the way are remembered.
package struct RecordPlaces {
  package typealias Place = (line: Int, column: Int)

  private let record: TextBytes
  private let start: Place
  /// The places of the bytes `stride`, 2 × `stride` and so on, as far as was asked.
  private var known: [Place] = []
  /// In a sheet, where the cells of the row begin.
  private let cells: [Int]?
  private static let stride = 256

  /// - Parameter cells: where the cells of a row of a sheet begin: its places are their rows and columns.
  package init(_ span: RecordSpan, _ record: TextBytes, cells: [Int]? = nil) {
    self.record = record
    self.cells = cells
    start = (span.line, span.column)
  }

  /// The line that the record begins on.
  package var firstLine: Int { start.line }

  /// Line and column of an offset in the record, from 1; columns count code points.
  package mutating func place(of offset: Int) -> Place {
    if let cells { return (start.line, cells.count { $0 <= offset }) }
    let offset = min(max(0, offset), record.count)
    let number = offset / RecordPlaces.stride
    while known.count < number { known.append(place(from: known.count, RecordPlaces.stride)) }
    return place(from: number, offset - number * RecordPlaces.stride)
  }

  /// The place some bytes behind a known one.
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

// Reads a sheet of a workbook as text. The parts of a workbook can be anywhere in its file, so a workbook from a pipe
// is first copied to a temporary file.

internal import FormworkEngine
internal import FormworkReport

/// Reads a sheet as the text of a table.
final class WorkbookSheet {
  private let path: SystemText
  private let bytes: Bytes
  private let reader: SheetReader

  /// The bytes of the file, and the error that occurred while reading them.
  private final class Bytes {
    let read: (Int, UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int
    var failure: FileProblem?

    init(_ read: @escaping (Int, UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int) {
      self.read = read
    }

    func take(_ place: Int, _ room: UnsafeMutableRawBufferPointer) -> Int {
      do throws(FileProblem) { return try read(place, room) } catch {
        failure = error
        return 0
      }
    }
  }

  /// - Parameters:
  ///   - size: the size of the file in bytes.
  ///   - name: the name of the sheet; empty for the first one.
  ///   - firstRow: the row of the header, or of the first record.
  ///   - width: the number of columns; nil to derive it from the first row.
  ///   - read: reads at an offset of the file.
  init(
    _ path: SystemText, size: Int, name: String, firstRow: Int, width: Int?,
    _ read: @escaping (Int, UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int
  ) throws(FileProblem) {
    self.path = path
    let bytes = Bytes(read)
    self.bytes = bytes
    do throws(WorkbookProblem) {
      let workbook = try Workbook(size: size) { bytes.take($0, $1) }
      reader = try workbook.sheet(name, firstRow: firstRow, width: width)
    } catch {
      throw bytes.failure ?? FileProblem(path, .open, reason: error.words)
    }
  }

  /// The row and column, from 1, of the first nonblank cell outside the table's columns.
  var stray: (row: Int, column: Int)? { reader.stray }

  /// Sets the text formats of the cells after the header.
  func write(_ formats: CellFormats) { reader.write(formats) }

  /// Whether everything has been delivered.
  var isAtEnd: Bool { reader.isAtEnd }

  func read(_ room: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    do throws(WorkbookProblem) { return try reader.read(into: room) } catch {
      throw bytes.failure ?? FileProblem(path, .read, reason: error.words)
    }
  }
}

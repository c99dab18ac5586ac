// A sheet of a workbook as a file of text: the parts of a workbook lie anywhere in its file, so that one that comes
// through a pipe is kept in a file without a name until it is there as a whole.

internal import FormworkEngine
internal import FormworkReport

/// Reads a sheet as the text of a table.
final class WorkbookSheet {
  private let path: SystemText
  private let bytes: Bytes
  private let reader: SheetReader

  /// The bytes of the file, and why they could not be read.
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
  ///   - size: of the file.
  ///   - name: of the sheet; empty for the first.
  ///   - firstRow: the row of the header, or of the first record.
  ///   - width: how many columns there are; nil if the first row tells.
  ///   - read: reads at a place of the file.
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

  /// The first cell that has no column: its row and its column, from 1.
  var stray: (row: Int, column: Int)? { reader.stray }

  /// Says how what comes behind the header is written.
  func write(_ formats: CellFormats) { reader.write(formats) }

  /// Whether all has been handed out.
  var isAtEnd: Bool { reader.isAtEnd }

  func read(_ room: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    do throws(WorkbookProblem) { return try reader.read(into: room) } catch {
      throw bytes.failure ?? FileProblem(path, .read, reason: error.words)
    }
  }
}

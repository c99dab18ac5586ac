// The beginning of a file as text, to detect the file's format.

package import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// The beginning of a file as text.
package struct FileBeginning {
  /// The text, in UTF-8.
  package var text: [UInt8] = []
  /// Whether the text is the whole file.
  package var isWhole = false
  /// The likely encoding of the file, if it isn't UTF-8 and no encoding is declared.
  package var encoding: String?

  /// The number of bytes to read.
  package static let size = 1 << 18
  /// The maximum number of a sheet's columns to read. Most sheets have fewer.
  private static let width = 200

  /// Reads the beginning of a file. Unless the file is a stream, nothing can be read from `file` afterward.
  ///
  /// - Parameter layout: the declared layout of the file.
  package init(_ file: InputFile, _ layout: DataLayout) throws(CheckFailure) {
    do throws(FileProblem) {
      if layout.kind.isSheet {
        try FileBeginning.refuseStream(file, "A workbook")
        try file.openSheet(layout.sheet.value, firstRow: 1, width: FileBeginning.width)
        try read(file)
        return
      }
      text = try file.firstBytes(FileBeginning.size, areAll: true)
      isWhole = text.count < FileBeginning.size
      if GzipReader.isGzip(text) {
        try FileBeginning.refuseStream(file, "Packed data")
        _ = try file.unpack(1)
        try read(file)
      }
      if let signature = FileSignature(text) {
        throw FileProblem(file.path, .open, reason: signature.wordsForData)
      }
    } catch { throw .file(error) }
    decode(layout)
  }

  /// Returns whether a file looks like a workbook.
  package static func isWorkbook(_ file: InputFile) throws(CheckFailure) -> Bool {
    do throws(FileProblem) {
      return try file.firstBytes(4).starts(with: [0x50, 0x4B, 0x03, 0x04])
    } catch { throw .file(error) }
  }

  private static func refuseStream(_ file: InputFile, _ what: String) throws(FileProblem) {
    if file.size != nil { return }
    throw FileProblem(
      file.path, .open, reason: "\(what) is read twice, so it must be a file with a name")
  }

  private mutating func read(_ file: InputFile) throws(FileProblem) {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: FileBeginning.size, alignment: 16)
    defer { room.deallocate() }
    var count = 0
    while count < room.count, !file.isAtEnd {
      let part = UnsafeMutableRawBufferPointer(rebasing: room[count...])
      let got = try file.read(into: part)
      if got == 0 { break }
      count += got
    }
    text = Array(UnsafeRawBufferPointer(rebasing: room[..<count]))
    isWhole = file.isAtEnd
  }

  /// Converts the bytes to UTF-8.
  private mutating func decode(_ layout: DataLayout) {
    var name = EncodingGuess.byMark(text) ?? layout.encoding.value
    if EncodingGuess.byMark(text) == nil, !layout.encoding.isSaid, !isUTF8 {
      encoding = text.withUnsafeBufferPointer { EncodingGuess.of($0) }
      name = encoding ?? name
    }
    guard !["utf-8", "utf8"].contains(name.lowercased()), let decoder = TextDecoder(name) else {
      return
    }
    var bytes = text
    var decoded = [UInt8](repeating: 0, count: bytes.count * 3 + 16)
    let count = bytes.withUnsafeMutableBytes { bytes in
      decoded.withUnsafeMutableBytes { decoder.decode(bytes, isFinal: isWhole, into: $0).made }
    }
    text = Array(decoded[..<count])
  }

  /// Whether the bytes are UTF-8, except that the last character may be truncated.
  private var isUTF8: Bool {
    text.withUnsafeBufferPointer { bytes in
      guard let fault = ByteScan.firstInvalidUTF8(in: bytes) else { return true }
      return !isWhole && fault + 3 >= bytes.count
    }
  }
}

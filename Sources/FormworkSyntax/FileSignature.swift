// Kinds of files that are neither forms nor text data. Their first bytes identify them, whatever their names.

/// A kind of file, identified by its first bytes.
package enum FileSignature: Sendable, Equatable {
  /// An Office container from before 2007 (.xls, .doc), or such a container around a newer file with a password.
  case oldOffice
  /// A readable workbook (.xlsx).
  case workbook
  /// A document of a word processor (.docx).
  case document
  /// Slides (.pptx).
  case slides
  /// An OpenDocument spreadsheet (.ods).
  case openTable
  /// Any other OpenDocument file (.odt, .odp).
  case openDocument
  case pdf
  case richText
  case image(Image)
  case parquet
  case arrow
  case database
  /// A zip archive of any other kind.
  case zip
  case packed(Packing)

  package enum Image: String, Sendable { case png, jpeg, gif, webp, tiff }
  package enum Packing: String, Sendable {
    case bzip2, xz, zstd, lz4, rar
    case sevenZip = "7z"
  }

  /// The number of bytes that are enough to identify a file.
  package static let size = 1 << 16

  /// - Parameter bytes: The first bytes of a file. At most `size` of them are examined.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(FileSignature.size))
    func begins(_ start: [UInt8], at place: Int = 0) -> Bool {
      bytes.count >= place + start.count && bytes[place...].starts(with: start)
    }
    func begins(_ start: StaticString, at place: Int = 0) -> Bool {
      begins(
        Array(UnsafeBufferPointer(start: start.utf8Start, count: start.utf8CodeUnitCount)),
        at: place)
    }
    switch bytes.first {
    case 0xD0 where begins([0xD0, 0xCF, 0x11, 0xE0]): self = .oldOffice
    case UInt8(ascii: "P") where begins([0x50, 0x4B, 0x03, 0x04]): self = FileSignature(zip: bytes)
    // A text file may begin with a column named `PAR1`, so the next byte must be a control character.
    case UInt8(ascii: "P")
    where begins("PAR1") && bytes.count > 4 && (bytes[4] < 9 || 14..<32 ~= bytes[4]):
      self = .parquet
    case UInt8(ascii: "%") where begins("%PDF-"): self = .pdf
    case UInt8(ascii: "{") where begins("{\\rtf1"): self = .richText
    case 0x89 where begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]): self = .image(.png)
    case 0xFF where begins([0xFF, 0xD8, 0xFF]): self = .image(.jpeg)
    case UInt8(ascii: "G") where begins("GIF89a") || begins("GIF87a"): self = .image(.gif)
    case UInt8(ascii: "R") where begins("RIFF") && begins("WEBP", at: 8): self = .image(.webp)
    case UInt8(ascii: "I") where begins([0x49, 0x49, 0x2A, 0x00]): self = .image(.tiff)
    case UInt8(ascii: "M") where begins([0x4D, 0x4D, 0x00, 0x2A]): self = .image(.tiff)
    case UInt8(ascii: "A") where begins([0x41, 0x52, 0x52, 0x4F, 0x57, 0x31, 0x00, 0x00]):
      self = .arrow
    case UInt8(ascii: "S") where begins("SQLite format 3"): self = .database
    case UInt8(ascii: "B")
    where begins("BZh") && begins([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4):
      self = .packed(.bzip2)
    case 0xFD where begins([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]): self = .packed(.xz)
    case 0x28 where begins([0x28, 0xB5, 0x2F, 0xFD]): self = .packed(.zstd)
    case 0x04 where begins([0x04, 0x22, 0x4D, 0x18]): self = .packed(.lz4)
    case UInt8(ascii: "R") where begins([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07]): self = .packed(.rar)
    case UInt8(ascii: "7") where begins([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]):
      self = .packed(.sevenZip)
    default: return nil
    }
  }

  package init?(_ bytes: [UInt8]) {
    guard let signature = bytes.withUnsafeBufferPointer({ FileSignature($0) }) else { return nil }
    self = signature
  }

  /// Identifies an archive by the names of its first files.
  private init(zip bytes: UnsafeBufferPointer<UInt8>) {
    func has(_ text: StaticString, _ part: UnsafeBufferPointer<UInt8>? = nil) -> Bool {
      let bytes = part ?? bytes
      let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard bytes.count >= wanted.count else { return false }
      return (0...(bytes.count - wanted.count)).contains { place in
        bytes[place] == wanted[0] && bytes[place...].starts(with: wanted)
      }
    }
    // An OpenDocument archive begins with an uncompressed file that names its kind.
    let head = UnsafeBufferPointer(rebasing: bytes.prefix(160))
    if has("mimetypeapplication/vnd.oasis.opendocument.", head) {
      self = has(".spreadsheet", head) ? .openTable : .openDocument
    } else if has("xl/workbook") || has("xl/worksheets/") {
      self = .workbook
    } else if has("word/document") {
      self = .document
    } else if has("ppt/presentation") || has("ppt/slides/") {
      self = .slides
    } else {
      self = .zip
    }
  }
}

// Kinds of files that are neither forms nor data as text, told by their first bytes whatever they are called.

/// A kind of file that its first bytes tell.
package enum FileSignature: Sendable, Equatable {
  /// A container of Office before 2007 (.xls, .doc), also around a newer file with a password.
  case oldOffice
  /// A workbook as it can be read (.xlsx).
  case workbook
  /// A text of a word processor (.docx).
  case document
  /// Slides (.pptx).
  case slides
  /// A table of OpenDocument (.ods).
  case openTable
  /// Anything else of OpenDocument (.odt, .odp).
  case openDocument
  case pdf
  case richText
  case image(Image)
  case parquet
  case arrow
  case database
  /// An archive that is none of these documents.
  case zip
  case packed(Packing)

  package enum Image: String, Sendable { case png, jpeg, gif, webp, tiff }
  package enum Packing: String, Sendable {
    case bzip2, xz, zstd, lz4, rar
    case sevenZip = "7z"
  }

  /// How many bytes of a file are enough to tell it.
  package static let size = 1 << 16

  /// - Parameter bytes: the first bytes of a file, of which `size` are looked at.
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
    // A text may begin with this as the name of a column.
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

  /// Tells an archive by the names of its first files.
  private init(zip bytes: UnsafeBufferPointer<UInt8>) {
    func has(_ text: StaticString, _ part: UnsafeBufferPointer<UInt8>? = nil) -> Bool {
      let bytes = part ?? bytes
      let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard bytes.count >= wanted.count else { return false }
      return (0...(bytes.count - wanted.count)).contains { place in
        bytes[place] == wanted[0] && bytes[place...].starts(with: wanted)
      }
    }
    // The first file of an OpenDocument says what it is, and is not packed.
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

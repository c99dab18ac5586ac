// Files that are neither forms nor readable data are recognized by their contents, whatever their names.

import FormworkSyntax
import Foundation
import Testing

@testable import FormworkCLI

@Suite struct OtherFilesTests {
  private typealias Case = (bytes: [UInt8], data: String, form: String)

  private static func zip(_ name: String, _ contents: String = "") -> [UInt8] {
    [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0]
      + Array(name.utf8) + Array(contents.utf8)
  }

  private static let cases: [Case] = [
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 600),
      "It is an old Excel file (.xls), or has a password. Save it as .xlsx without a password.",
      "This file is an old Office file, such as .doc or .xls, not plain text."
    ),
    (
      zip("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
      "It is an OpenDocument spreadsheet (.ods). Save it as .xlsx or .csv.",
      "This file is an OpenDocument spreadsheet (.ods), not plain text."
    ),
    (
      zip("[Content_Types].xml", "…") + zip("word/document.xml"),
      "It is a Word document (.docx). Save the data as .csv or .xlsx in the program that made it.",
      "This file is a Word document (.docx), not plain text."
    ),
    (
      Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0x0A],
      "It is a PDF. Save the data as .csv or .xlsx in the program that made it.",
      "This file is a PDF, not plain text."
    ),
    (
      Array("PAR1".utf8) + [0x15, 0x04, 0x15, 0xFF],
      "It is a Parquet file. Save the table as .csv.",
      "This file is a Parquet file, not plain text."
    ),
    (
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13],
      "It is an image (PNG). Save the data as .csv or .xlsx in the program that made it.",
      "This file is an image (PNG), not plain text."
    ),
    (
      [0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0], "It is compressed with zstd. Decompress it first.",
      "This file is compressed with zstd, not plain text."
    ),
    (
      Array("{\\rtf1\\ansi form x}\n".utf8),
      "It is a rich text file (.rtf). Save the data as .csv or .xlsx in the program that made it.",
      "This file is a rich text file (.rtf), not plain text."
    ),
  ]

  @Test(arguments: cases.indices) func asData(_ index: Int) throws {
    let (bytes, words, _) = OtherFilesTests.cases[index]
    let folder = try CLIFolder(spec: "field a: int")
    for name in ["d.csv", "d.ndjson", "d.json", "d.xlsx", "d.xls", "d"] {
      try folder.write(name, bytes)
      // A file that doesn't look like a workbook isn't one because of its name.
      let isOnlyNamed = name == "d.xlsx" && bytes[0] == UInt8(ascii: "{")
      let said = "error: \"\(name)\" cannot be opened: \(words)\n"
      let run = folder.run("check", "s.form", name)
      #expect(
        run.code == 2 && run.output == "" && (run.error == said || isOnlyNamed), "\(run.error)")
      let new = folder.run("new", name)
      #expect(new.code == 2 && (new.error == said || isOnlyNamed), "\(new.error)")
    }
    #expect(try folder.shell("gzip -c d.csv > d.csv.gz", []).code == 0)
    #expect(folder.run("check", "s.form", "d.csv.gz").error.contains(words))
  }

  @Test(arguments: cases.indices) func asAForm(_ index: Int) throws {
    let (bytes, _, words) = OtherFilesTests.cases[index]
    let folder = try CLIFolder(spec: "field a: int")
    try folder.write("f.form", bytes)
    try folder.write("d.csv", "a\n1\n")
    let run = folder.run("check", "f.form", "d.csv")
    #expect(run.code == 2 && run.error.contains("error[not-text]: " + words), "\(run.error)")
    #expect(run.error.contains("Save it as plain text in UTF-8.") && run.error.contains("1 error"))
  }

  @Test func aWorkbookByAnotherName() throws {
    let folder = try CLIFolder(spec: "field id: string")
    let workbook = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Workbooks/openpyxl.xlsx")
    try folder.write("d.csv", Array(Data(contentsOf: workbook)))
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 2 && run.error.contains("It is a workbook (.xlsx). Read it as xlsx"))
    #expect(folder.run("check", "s.form", "d.csv", "--input=xlsx", "--header=3").code == 0)
  }

  /// Texts that begin like files of other kinds.
  @Test(arguments: ["PAR1,b\n1,2\n", "PK,b\n1,2\n", "BZh,b\n1,2\n", "RIFF,b\n1,2\n"])
  func texts(_ text: String) throws {
    let name = text.prefix { $0 != "," }
    let folder = try CLIFolder(spec: "field \(name): int field b: int")
    try folder.write("d.csv", text)
    #expect(folder.run("check", "s.form", "d.csv").code == 0)
  }
}

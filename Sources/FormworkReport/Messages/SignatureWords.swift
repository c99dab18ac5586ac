// The messages about files that aren't forms, or aren't readable data.

package import FormworkSyntax

extension FileSignature {
  /// The kind of the file, with advice on how to get data from it. The text lacks its final period.
  package var wordsForData: String {
    switch self {
    case .oldOffice:
      "It is an old Excel file (.xls), or has a password. Save it as .xlsx without a password"
    case .workbook: "It is a workbook (.xlsx). Read it as xlsx, or save the sheet as .csv"
    case .openTable: "It is an OpenDocument spreadsheet (.ods). Save it as .xlsx or .csv"
    case .zip: "It is a zip archive. Unpack it, and check the files in it"
    case .packed(let packing): "It is compressed with \(packing.rawValue). Decompress it first"
    case .parquet, .arrow, .database: "It is \(title). Save the table as .csv"
    case .document, .slides, .openDocument, .pdf, .richText, .image:
      "It is \(title). Save the data as .csv or .xlsx in the program that made it"
    }
  }

  /// The kind of the file, such as `a Word document (.docx)`.
  var title: String {
    switch self {
    case .oldOffice: "an old Office file, such as .doc or .xls"
    case .workbook: "a workbook (.xlsx)"
    case .document: "a Word document (.docx)"
    case .slides: "a presentation (.pptx)"
    case .openTable: "an OpenDocument spreadsheet (.ods)"
    case .openDocument: "an OpenDocument file, such as .odt"
    case .pdf: "a PDF"
    case .richText: "a rich text file (.rtf)"
    case .image(let image): "an image (\(image.rawValue.uppercased()))"
    case .parquet: "a Parquet file"
    case .arrow: "an Arrow file"
    case .database: "a database (SQLite)"
    case .zip: "a zip archive"
    case .packed(let packing): "compressed with \(packing.rawValue)"
    }
  }
}

// Makes forms from files in other formats.

internal import FormworkReport
package import FormworkSyntax

/// A format from which forms are made.
package enum ImportKind: String, CaseIterable {
  case jsonSchema = "json-schema"
  case tableSchema = "table-schema"
  case csvSchema = "csv-schema"
  case xlsForm = "xlsform"

  /// The human-readable name.
  var title: String {
    switch self {
    case .jsonSchema: "JSON Schema"
    case .tableSchema: "Table Schema"
    case .csvSchema: "CSV Schema"
    case .xlsForm: "XLSForm"
    }
  }

  /// Reads a file.
  ///
  /// - Parameter json: the content of the file, if it is JSON.
  fileprivate func importing(
    _ source: Source, _ json: JSONDocument?, name: String, part: String?
  ) throws(ImportProblem) -> (ImportedForm, ImportLedger) {
    switch self {
    case .jsonSchema:
      return try JSONSchemaImporter.importing(
        ImportKind.document(source, json), name: name, part: part)
    case .tableSchema:
      return try TableSchemaImporter.importing(
        ImportKind.document(source, json), name: name, part: part)
    case .csvSchema: return try CSVSchemaImporter.importing(source, name: name)
    case .xlsForm: return try XLSFormImporter.importing(source, name: name)
    }
  }

  private static func document(
    _ source: Source, _ json: JSONDocument?
  ) throws(ImportProblem) -> JSONDocument {
    if let json { return json }
    return try JSONDocument(source)
  }

  /// Returns the format that a file seems to have, with its content if it is JSON.
  fileprivate static func likely(
    _ source: Source
  ) throws(ImportProblem) -> (kind: ImportKind, json: JSONDocument?)? {
    if CSVSchemaParser.recognizes(source.bytes) { return (.csvSchema, nil) }
    if source.bytes.starts(with: Array("PK".utf8)) { return (.xlsForm, nil) }
    let json = try JSONDocument(source)
    if TableSchemaImporter.recognizes(json) { return (.tableSchema, json) }
    return JSONSchemaImporter.recognizes(json) ? (.jsonSchema, json) : nil
  }
}

/// A form made from a file in a different format, with the outcome for each constraint of the file.
package struct FormImport {
  /// The form, in the standard layout.
  package let form: [UInt8]
  package let coverage: Coverage

  /// Imports a file. Needs a large stack.
  ///
  /// - Parameters:
  ///   - name: the name of the form, or nil to name it after the file.
  ///   - kind: the format, or nil to detect it.
  ///   - part: the part of the file to import; nil for the whole file.
  package init(
    _ source: Source, name: String? = nil, kind: ImportKind?, part: String?
  ) throws(ImportProblem) {
    let name = name ?? Spelling.formName(ofFile: source.name)
    guard source.bytes.count <= Source.byteLimit else {
      throw ImportProblem("The file is larger than 16 MiB.", in: source)
    }
    var found: (kind: ImportKind, json: JSONDocument?)? = kind.map { ($0, nil) }
    if kind == nil { found = try ImportKind.likely(source) }
    guard let found else {
      let kinds = ImportKind.allCases.map { $0.title }.joined(separator: ", ")
      throw ImportProblem(
        "This looks like none of the formats that can be imported.", in: source,
        hint: "They are: \(kinds). \"formwork new\" makes a form from data.")
    }
    let kind = found.kind
    let (form, ledger) = try kind.importing(source, found.json, name: name, part: part)
    let origin =
      "Made by \"formwork import\" from the \(kind.title) \(source.name.split(separator: "/").last ?? "")"
      + (part.map { ", part " + $0 } ?? "") + "."
    var writer = ImportWriter(form, ledger, origin: origin)
    self.form = try writer.written()
    coverage = writer.ledger.coverage
  }
}

// `formwork export`: writes a form for other programs. An exported file accepts every record that the form accepts.

package import FormworkEngine
package import FormworkSyntax

/// A format that forms can be exported to.
package enum ExportKind: String, CaseIterable {
  case jsonSchema = "json-schema"
  case tableSchema = "table-schema"
  case xlsx
  case xlsForm = "xlsform"
  case typescript
  case swift

  /// Returns the exported file.
  fileprivate func file(
    _ reading: ExportReading, _ source: Source, _ dialect: String?, _ moment: Moment
  ) -> [UInt8] {
    switch self {
    case .jsonSchema where dialect == "openapi": JSONSchemaExport.openAPI(reading).file
    case .jsonSchema: JSONSchemaExport.schema(reading).file
    case .tableSchema: TableSchemaExport.schema(reading).file
    case .xlsx: WorkbookExport.file(reading, source, moment)
    case .xlsForm: XLSFormExport.file(reading, source)
    case .typescript: TypeScriptExport.file(reading)
    case .swift: SwiftExport.file(reading, source.files[0].name)
    }
  }

  /// Whether the file can be shown in a terminal.
  package var isText: Bool { self != .xlsx && self != .xlsForm }

  /// The dialects of the format.
  package var dialects: [String] {
    switch self {
    case .jsonSchema: ["openapi"]
    case .tableSchema, .xlsx, .xlsForm, .typescript, .swift: []
    }
  }
}

/// An exported form.
package struct FormExport {
  package let file: [UInt8]
  package let coverage: Coverage

  /// - Parameters:
  ///   - dialect: one of the dialects of the kind, or nil for the usual one.
  ///   - language: the language of labels and messages; nil for the form's own.
  ///   - moment: the moment for examples that don't state one.
  package init(
    _ program: Program, _ source: Source, to kind: ExportKind, dialect: String? = nil,
    language: String? = nil, moment: Moment
  ) {
    let reading = ExportReading(program, source, language: language)
    file = kind.file(reading, source, dialect, moment)
    coverage = reading.coverage
  }
}

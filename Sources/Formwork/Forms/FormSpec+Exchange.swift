// Exports forms to other formats, and imports forms from files in other formats.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkRuntime
internal import FormworkSyntax

/// A format that forms can be exported to.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// JSON Schema of the draft 2020-12.
  case jsonSchema = "json-schema"
  /// An OpenAPI document with the schema as a component.
  case openAPI = "openapi"
  /// Table Schema of Frictionless.
  case tableSchema = "table-schema"
  /// A workbook to fill in.
  case xlsx
  /// XLSForm, for ODK, KoboToolbox and others.
  case xlsForm = "xlsform"
  /// Types of products and problems.
  case typescript
  /// An enum of the fields and a type of the products, for programs that embed the library.
  case swift
}

/// A format that forms can be imported from.
public enum ImportFormat: String, Sendable, CaseIterable {
  /// JSON Schema from draft 4 to 2020-12, also in an OpenAPI document.
  case jsonSchema = "json-schema"
  /// Table Schema, also in a Data Package.
  case tableSchema = "table-schema"
  /// CSV Schema of the National Archives.
  case csvSchema = "csv-schema"
  /// XLSForm, as ODK and KoboToolbox read it.
  case xlsForm = "xlsform"
}

/// An exported form, or a form imported from a file.
public struct ExchangedForm: Sendable {
  /// The exported file, or the text of the imported form.
  public let bytes: [UInt8]
  /// Whether the result expresses every constraint exactly.
  public let isWhole: Bool
  /// A sentence with the number of constraints expressed exactly, and the reasons why others aren't.
  public let summary: String
  /// The outcome for each constraint, as JSON.
  public let coverage: [UInt8]

  fileprivate init(_ bytes: [UInt8], _ coverage: Coverage) {
    self.bytes = bytes
    (isWhole, summary, self.coverage) = (coverage.isWhole, coverage.summary, coverage.json)
  }
}

/// The error for a file that no form can be imported from.
public struct ImportError: Error, CustomStringConvertible {
  public let description: String
}

extension FormSpec {
  /// Exports the form to another format. The result refuses no record that the form accepts.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - language: the language of labels and messages; nil for the form's own.
  public func exported(to format: ExportFormat, language: String? = nil) -> ExchangedForm {
    let isOpenAPI = format == .openAPI
    let kind = isOpenAPI ? .jsonSchema : ExportKind(rawValue: format.rawValue) ?? .jsonSchema
    let export = FormExport(
      core.compiled.program, core.compiled.source, to: kind,
      dialect: isOpenAPI ? format.rawValue : nil,
      language: language, moment: .first)
    return ExchangedForm(export.file, export.coverage)
  }

  /// Imports a form from a file in another format.
  ///
  /// ```swift
  /// let made = try FormSpec.imported(schema, name: "order.schema.json")
  /// print(made.summary)
  /// let spec = try FormSpec(source: String(decoding: made.bytes, as: UTF8.self))
  /// ```
  ///
  /// - Parameters:
  ///   - file: the content of the file, at most 16 MiB.
  ///   - name: the name of the file, from which the form's name is derived.
  ///   - format: the format of the file; nil to detect it.
  ///   - part: the part of the file to import, such as a schema of OpenAPI; nil for the whole file.
  public static func imported(
    _ file: [UInt8], name: String, format: ImportFormat? = nil, part: String? = nil
  ) throws(ImportError) -> ExchangedForm {
    do throws(ImportProblem) {
      let made = try onDeepStack { () throws(ImportProblem) in
        try FormImport(
          Source(name: name, bytes: file),
          kind: format.flatMap { ImportKind(rawValue: $0.rawValue) }, part: part)
      }
      return ExchangedForm(made.form, made.coverage)
    } catch {
      throw ImportError(description: error.diagnostic.message)
    }
  }
}

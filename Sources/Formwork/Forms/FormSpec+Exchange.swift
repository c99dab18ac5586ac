// Forms for other programs, and forms of their files.

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
}

/// A format that forms can be made of.
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

/// An exported form, or one that was made of a file.
public struct ExchangedForm: Sendable {
  /// The exported file, or the text of the form.
  public let bytes: [UInt8]
  /// Whether nothing was left out.
  public let isWhole: Bool
  /// The number of constraints taken, and the reasons why others weren't.
  public let summary: String
  /// The outcome for each constraint, as JSON.
  public let coverage: [UInt8]

  fileprivate init(_ bytes: [UInt8], _ coverage: Coverage) {
    self.bytes = bytes
    (isWhole, summary, self.coverage) = (coverage.isWhole, coverage.summary, coverage.json)
  }
}

/// The reason why no form can be made of a file.
public struct ImportError: Error, CustomStringConvertible {
  public let description: String
}

extension FormSpec {
  /// Writes the form in another format. No record that the form accepts is refused by what is exported.
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

  /// Makes a form of a file in another format.
  ///
  /// ```swift
  /// let made = try FormSpec.imported(schema, name: "order.schema.json")
  /// print(made.summary)
  /// let spec = try FormSpec(source: String(decoding: made.bytes, as: UTF8.self))
  /// ```
  ///
  /// - Parameters:
  ///   - file: the content of the file, at most 16 MiB.
  ///   - name: the name of the file, by which the form is named.
  ///   - format: its format; nil to find out.
  ///   - part: the part of the file to take, such as a schema of OpenAPI; nil for the whole.
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

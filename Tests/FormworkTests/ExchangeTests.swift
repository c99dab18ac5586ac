// Tests of import and export in the library.

import Formwork
import Testing

@Suite struct ExchangeTests {
  private static let form = """
    form a "A" field b "B" ja "び": int rule range(1...9)
    field c: string optional rule words(...3) message "At most three words"
    """

  @Test("a form is written in each format", arguments: ExportFormat.allCases)
  func exports(_ format: ExportFormat) throws {
    let export = try FormSpec(source: ExchangeTests.form).exported(to: format, language: "ja")
    let text = String(decoding: export.bytes, as: UTF8.self)
    switch format {
    case .jsonSchema: #expect(text.contains("json-schema.org") && text.contains("び"))
    case .openAPI: #expect(text.hasPrefix("{\n  \"openapi\""))
    case .tableSchema: #expect(text.contains("tableschema.json"))
    case .xlsx, .xlsForm: #expect(text.hasPrefix("PK"))
    case .typescript: #expect(text.contains("interface AProduct"))
    case .swift: #expect(text.contains("struct A: Codable"))
    }
    #expect(
      !export.isWhole && export.summary.contains("counts characters")
        || [.typescript, .swift].contains(format))
    #expect(String(decoding: export.coverage, as: UTF8.self).hasPrefix("{\"kept\""))
  }

  @Test(
    "what was exported is imported", arguments: [ExportFormat.jsonSchema, .tableSchema, .xlsForm])
  func comesBack(_ format: ExportFormat) throws {
    let export = try FormSpec(source: ExchangeTests.form).exported(to: format)
    let made = try FormSpec.imported(export.bytes, name: "forms/b.x")
    let spec = try FormSpec(source: String(decoding: made.bytes, as: UTF8.self))
    #expect(spec.validate(["b": "5", "c": "one two"]).isAccepted)
    #expect(!spec.validate(["b": "10"]).isAccepted || format == .jsonSchema)
  }

  @Test(
    "a file that can't be imported has a message", arguments: ["", "[]", "version 1.0\nx: is("])
  func refused(_ text: String) {
    #expect(throws: ImportError.self) { try FormSpec.imported(Array(text.utf8), name: "a") }
  }

  @Test("a part is one of the file's")
  func part() throws {
    let document = """
      {"openapi": "3.0.0", "components": {"schemas": {"X": {"properties": {"y": {"type": "string"}}}}}}
      """
    let made = try FormSpec.imported(
      Array(document.utf8), name: "a.json", format: .jsonSchema, part: "X")
    #expect(String(decoding: made.bytes, as: UTF8.self).contains("field y: string optional"))
    #expect(made.isWhole)
  }
}

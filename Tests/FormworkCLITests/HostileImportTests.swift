// Files that would make an importer recurse, grow or wait without end. Each has a message, or the coverage says what is left out.
// `Scripts/exchange` times them.

import FormworkReport
import Testing

@Suite struct HostileImportTests {
  private static func nested(_ open: String, _ close: String) -> String {
    String(repeating: open, count: 10_000) + "{}" + String(repeating: close, count: 10_000)
  }

  private static let fan = (0..<12).map { number in
    let members = "abcdefghij".map { name in
      "\"\(name)\": {\"allOf\": [{\"$ref\": \"#/$defs/d\(number + 1)\"}, {\"title\": \"\(name)\"}]}"
    }
    return "\"d\(number)\": {\"properties\": {\(members.joined(separator: ", "))}}"
  }.joined(separator: ", ")

  /// Files, and the messages about them.
  private static let files: [(name: String, text: String, said: String)] = [
    ("a.json", nested("{\"properties\":{\"a\":", "}}"), "nested more than 256 levels deep"),
    (
      "a.json", "{\"properties\":{\"a\":" + nested("{\"allOf\":[", "]}") + "}}",
      "nested more than 256 levels deep"
    ),
    (
      "a.json",
      ##"{"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
      "1 contains itself"
    ),
    (
      "a.json", ##"{"properties": {"a": {"$ref": "#"}, "b": {"type": "string"}}}"##,
      "2 of 3 constraints taken over (66 %); 1 contains itself"
    ),
    (
      "a.json",
      #"{"properties": {"a": {"$ref": "file:///etc/passwd"}, "b": {"$ref": "../b.json#/x"}}}"#,
      "2 refer to what isn't in the file"
    ),
    (
      "a.json",
      "{\"properties\": {\"a\": {\"type\": \"string\", \"pattern\": \"\(String(repeating: "(a{1000}){1000}", count: 50))\"}}}",
      "1 is refused by the checker"
    ),
    (
      "a.json",
      "{\"properties\": {\"a\": {\"type\": \"string\", \"pattern\": \"\(String(repeating: "(", count: 5_000))\"}}}",
      "1 is nested too deep"
    ),
    (
      "a.json", "{\"properties\": {\"a\": {\"$ref\": \"#/$defs/d0\"}}, \"$defs\": {\(fan)}}",
      "nested too deep"
    ),
    (
      "a.json",
      #"{"fields": [{"name": "a"}], "foreignKeys": [{"fields": "a", "reference": {"resource": "../x", "fields": "b"}}]}"#,
      "1 refers to what isn't in the file"
    ),
    ("a.csvs", "version 1.0\nx: " + nested("(", ")"), "nested too deep"),
  ]

  @Test("a hostile file ends with a message", arguments: files)
  func hostile(_ name: String, _ text: String, _ said: String) throws {
    let folder = try CLIFolder(spec: "")
    try folder.write(name, text)
    let run = folder.run("import", name)
    #expect(run.code != 0 && run.error.contains(said), "\(run.error)")
  }

  /// Sheets of an XLSForm, and the messages about them.
  private static let sheets: [(xml: String, said: String)] = [
    (
      "<!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>"
        + survey([["type", "name"], ["text", "&b;"]]), "damaged"
    ),
    (String(repeating: "<a>", count: 100_000), "damaged"),
    (survey([["type", "name"], ["text", String(repeating: " ", count: 17 << 20)]]), "too large"),
    (
      survey([["type", "name"]] + [[String]](repeating: ["begin group", "g"], count: 10_000)),
      "nested too deep"
    ),
    (
      survey([["type", "name", "relevant"], ["text", "a", nested("(", ")")]]),
      "1 is a condition of another kind"
    ),
    (
      survey([
        ["type", "name", "relevant"], ["text", "a", String(repeating: "not(", count: 10_000)],
      ]),
      "1 is a condition of another kind"
    ),
  ]

  private static func survey(_ rows: [[String]]) -> String {
    let rows = rows.map { row in
      "<row>" + row.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined() + "</row>"
    }
    return "<worksheet><sheetData>\(rows.joined())</sheetData>"
  }

  @Test("a hostile workbook ends with a message", arguments: sheets)
  func hostileWorkbook(_ xml: String, _ said: String) throws {
    var sheet = WorkbookSheetPart(name: "survey", number: 1)
    sheet.xml = xml
    let folder = try CLIFolder(spec: "")
    try folder.write(
      "a.xlsx", WorkbookFile.bytes([sheet], styles: WorkbookFile.startOfStyles + "</styleSheet>"))
    let run = folder.run("import", "a.xlsx")
    #expect(run.code != 0 && run.error.contains(said), "\(run.error)")
  }
}

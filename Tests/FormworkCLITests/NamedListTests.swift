// Lists by name where hosts see them: in tables, in exports, in explanations and in the library.

import Foundation
import Testing

@testable import Formwork
@testable import FormworkCLI

@Suite("Lists by name") struct NamedListTests {
  private static let form = """
    field prices "Prices": list by payer of <
      field dollar: number from "price|*|dollar" rule value < 10 message "{payer}: {value}"
    > optional
    field limits: list by name of date("d.M.yyyy") optional from "limit *"
    """

  @Test func problemsInTables() throws {
    let folder = try CLIFolder(spec: NamedListTests.form)
    try folder.write("d.csv", "price|A|dollar,limit x,price|B|dollar\n1,,12\n,y,\n")
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson")
    #expect(
      run.lines[0].contains(
        #""field":"prices[\"B\"].dollar","code":"compare","severity":"error","message":"B: 12""#))
    #expect(run.lines[0].contains(#""line":2,"column":4"#))
    #expect(run.lines[1].contains(#""field":"limits[\"x\"]","code":"type""#))
    let report = folder.run("check", "s.form", "d.csv", "--report=./r.csv")
    #expect(report.code == 1)
    #expect(folder.text("r.csv")?.contains("C2,price|B|dollar,") == true)
  }

  @Test func missingColumns() throws {
    let folder = try CLIFolder(spec: NamedListTests.form)
    try folder.write("d.csv", "limit x\n1.2.2026\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 0)
    #expect(run.error.contains(#"There is no column "price|*|dollar" for the field "prices""#))
    let plain = try CLIFolder(spec: "field a: list by k of int optional field b: int")
    try plain.write("d.csv", "b\n1\n")
    #expect(
      plain.run("check", "s.form", "d.csv").error.contains(
        #""a" is a list by name. In a table, it needs columns with keys, such as from "a *"."#))
    let inner = try CLIFolder(spec: "field r: < field a: list by k of int from \"p *\" > optional")
    try inner.write("d.csv", "r.p x\n1\n")
    #expect(inner.run("check", "s.form", "d.csv").error.isEmpty)
  }

  @Test func exports() throws {
    let folder = try CLIFolder(spec: NamedListTests.form)
    #expect(
      folder.run("export", "s.form", "--to=typescript").output.contains(
        "limits?: Record<string, string>"))
    #expect(
      folder.run("export", "s.form", "--to=swift").output.contains("[String: DateComponents]?"))
    #expect(
      folder.run("export", "s.form", "--to=table-schema").error.contains("2 need lists by name"))
  }

  @Test func explained() throws {
    let folder = try CLIFolder(spec: NamedListTests.form)
    let text = folder.run("explain", "s.form").output.split(separator: /\s+/).joined(separator: " ")
    #expect(text.contains("Each entry has a name: “Payer”."))
    #expect(text.contains("\"limit *\", with the name of the entry in place of *"))
    try folder.write(
      "inner.form", "field a: list of list by k of int field b: list by n of int trimmed")
    let inner = folder.run("explain", "inner.form").output
    #expect(inner.contains("Each entry of these lists has a name: “K”."))
    #expect(inner.contains("spaces at both ends are removed"))
    try folder.write(
      "t.form", NamedListTests.form.replacingOccurrences(of: "by name", with: "by title"))
    #expect(
      folder.run("diff", "s.form", "t.form").output.contains("Each entry has a name: “Title”."))
  }

  @Test func formatted() throws {
    let folder = try CLIFolder(spec: "field  a :list   by  k of<field b:int>")
    #expect(folder.run("fmt", "s.form").code == 0)
    #expect(folder.text("s.form") == "field a: list by k of < field b: int >\n")
  }

  @Test func inTheLibrary() throws {
    let form = try FormSpec(source: NamedListTests.form)
    let outcome = form.validate([
      "prices": ["A.b": ["dollar": 3]], "limits": ["x": "1.2.2026"],
    ])
    let product = try #require(outcome.product)
    #expect(product["prices[\"A.b\"].dollar"]?.int == 3)
    struct Row: Decodable {
      struct Price: Decodable { var dollar: Decimal }
      var prices: [String: Price]
      var limits: [String: DateComponents]
    }
    #expect(try product.decode(Row.self).prices["A.b"]?.dollar == 3)
    #expect(form.field("prices")?.keyName == "payer")
    #expect(form.field("prices")?.fields.map { $0.name } == ["dollar"])
    let body = form.validate(form: [("prices[A][dollar]", "4"), ("limits[x]", "1.2.2026")])
    #expect(body.product?["prices[\"A\"].dollar"]?.int == 4)
    #expect(FormPath.ofAllItems(#"a["b.c"].d[2].e["\"]"][x]"#) == "a.d.e[x]")
    let wrong = form.validate(["prices": ["A": ["dollar": 30]]])
    #expect(wrong.problems.map { $0.field } == ["prices[\"A\"].dollar"])
  }
}

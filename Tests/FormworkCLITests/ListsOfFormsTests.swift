// Lists of other data with the fields of a form: `list before from "last-year.csv" as "visit.form"`.

import Foundation
import Testing

@testable import FormworkCLI

@Suite struct ListsOfFormsTests {
  private static let visit = """
    define code = count(2...5)
    define weight: number(decimal ",") rule value < 500 message "heavy"
    choices kinds = "a" "Alpha", "b"
    data csv < delimiter ";" >
    field id: string rule code message "code"
    field kind: choice of kinds
    when kind == "a" < field weight: weight required if id is code > else blank
    field twice: number = weight * 2
    check records > 100 message "few"
    check id in nobody.id message "nobody"
    example "one" accepts < id: "AA" kind: "b" >

    """
  private static let lastYear = "id;kind;weight\nAA;a;60,5\nBB;b;\n"

  /// Returns the problems of a run: record, field, code and message of each.
  private func problems(_ run: CLIResult) -> [String] {
    run.output.split(separator: "\n").filter { $0.contains("\"accepted\":false") }
      .flatMap { line -> [String] in
        let number = line.components(separatedBy: "\"record\":")[1].prefix { $0.isNumber }
        return line.components(separatedBy: "\"message\":\"").dropFirst().map {
          "\(number) \($0.prefix { $0 != "\"" })"
        }
      }
  }

  @Test func pagesOfAFormMeanNothingInAList() throws {
    let folder = try CLIFolder(
      spec: """
        page "Before" < use "lists.form" >
        field id: string rule value in before.id message "new {value}"
        field n: int rule value == before(id: id).twice message "not {value}" optional
        """)
    try folder.write("lists.form", "list before as \"visit.form\"")
    try folder.write(
      "visit.form",
      """
      page "One" <
        use "others.form"
        intro "Text"
        fields trimmed
        field id: string
        field n: int = count(others)
      >
      page "Two" < field a: int field twice: int = a * 2 >
      when a > 1 title "T" < page "Three" < field b: int > >
      """)
    try folder.write("others.form", "list others from \"o.csv\" < field id: string >")
    try folder.write("v.csv", "id,a,b\n x ,3,1\n")
    try folder.write("d.csv", "id,n\nx,6\ny,\n")
    let list = "before=" + folder("v.csv")
    let run = folder.run("check", "s.form", "d.csv", "--list", list, "--output=ndjson")
    #expect(problems(run) == ["2 new y"], "\(run.output)\(run.error)")
  }

  @Test func theNamesOfAFormAreItsOwn() throws {
    let folder = try CLIFolder(
      spec: """
        define code = digits
        define weight: string
        choices kinds = "x"
        list before from "last.csv" as "visit.form"
        field id: string rule value in before.id message "new {value}" rule code message "no digits"
        field more: int rule value <= before(id: id).twice message "{value} over"
        field sort: choice of kinds
        field note: weight
        words required "w"
        """)
    try folder.write(
      "visit.form", ListsOfFormsTests.visit + "list nobody from \"s.csv\" as \"s.form\"\n")
    try folder.write("last.csv", ListsOfFormsTests.lastYear)
    try folder.write("d.csv", "id,more,sort,note\nAA,122,x,t\nCC,1,a,t\n1,,x,t\n")
    let run = folder.run("check", "s.form", "d.csv", "--output=ndjson")
    #expect(run.error == "")
    #expect(
      problems(run) == [
        "1 no digits", "1 122 over", "2 new CC", "2 no digits", "2 Sort must be x", "3 new 1",
        "3 w",
      ], "\(run.output)")
    #expect(run.output.contains("\"code\":\"required\",\"severity\":\"error\",\"message\":\"w\""))
  }

  @Test func aFormMayListItself() throws {
    let folder = try CLIFolder(
      spec: ListsOfFormsTests.visit + """
        list before from "last.csv" as "s.form" optional
        list nobody from "no.csv" optional < field id: string >
        """)
    try folder.write("d.csv", "id;kind;weight\nAA;a;80\n")
    #expect(folder.run("check", "s.form", "d.csv").output.contains("few"))
    try folder.write("last.csv", ListsOfFormsTests.lastYear)
    let run = folder.run("explain", "s.form")
    #expect(run.code == 0 && run.error == "", "\(run.error)")
  }

  @Test func formsThatListEachOther() throws {
    func form(_ other: String) -> String {
      "list other from \"\(other).csv\" as \"\(other).form\"\n"
        + "field id: int rule value not in other.id message \"{value} is in \(other)\"\n"
    }
    let folder = try CLIFolder(spec: "field x: int")
    try folder.write("a.form", form("b"))
    try folder.write("b.form", form("a"))
    try folder.write("a.csv", "id\n1\n2\n")
    try folder.write("b.csv", "id\n2\n3\n")
    #expect(folder.run("check", "a.form", "a.csv").output.contains("2 is in b"))
    #expect(folder.run("check", "b.form", "b.csv").output.contains("2 is in a"))
  }

  @Test func errorsOfTheOtherForm() throws {
    let folder = try CLIFolder(
      spec: "list o from \"o.csv\" as \"o.form\"\nfield a: int rule value in o.a message \"x\"\n")
    #expect(folder.run("check", "s.form").error.contains("o.form"))
    try folder.write("o.form", "field a: int\nwhen nobody == 1 < field b: int >\n")
    let unknown = folder.run("check", "s.form", "d.csv")
    #expect(unknown.code == 2 && unknown.error.contains("o.form:2:6"), "\(unknown.error)")
    // The list ignores rules and checks, with their errors. The other form's own check gives its warnings.
    try folder.write(
      "o.form", "use \"t.form\"\nfield a: tall rule value < nothing\ndefine unused = 3\ncheck x\n")
    try folder.write(
      "t.form", "define tall: int rule value > nowhere\nfield b: int optional\ncheck y\n")
    try folder.write("o.csv", "a,b\n1,2\n")
    try folder.write("d.csv", "a\n1\n2\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(run.code == 1 && run.error == "", "\(run.error)")
    try folder.write("o.form", "check 1 == 1 message \"x\"\n")
    #expect(folder.run("check", "s.form", "d.csv").error.contains("no-fields"))
  }

  /// A form that is listed before it is used gives each of its problems once.
  @Test func aFormThatIsListedAndUsed() throws {
    let folder = try CLIFolder(
      spec:
        "list k from \"k.csv\" as \"o.form\"\nfield a: string rule value in k.id message \"x\"\n"
        + "use \"o.form\"\n")
    try folder.write("o.form", "field id: strin\nfield b int\ndefine c = 1\n")
    let wrong = folder.run("test", "s.form")
    #expect(wrong.error.components(separatedBy: "o.form:2:").count == 2, "\(wrong.error)")
    try folder.write("o.form", "field id: string\nfield n: int rule value > 3\n")
    try folder.write("k.csv", "id,n\n")
    let warned = folder.run("test", "s.form")
    #expect(warned.error.components(separatedBy: "o.form:2:").count == 2, "\(warned.error)")
  }

  @Test func withoutAFileAndWithALabel() throws {
    let folder = try CLIFolder(
      spec: "list c as \"o.form\"\nlist d \"Label\" ja \"名\" as \"o.form\" optional\n"
        + "field a: int rule value in c.a message \"not {value}\" ja \"×{value}\"\n")
    try folder.write("o.form", "field a: int\n")
    try folder.write("c.csv", "a\n1\n")
    try folder.write("d.csv", "a\n1\n2\n")
    let run = folder.run("check", "s.form", "d.csv", "--list", "c=\(folder.path)/c.csv")
    #expect(run.code == 1 && run.output.contains("not 2") && run.error == "", "\(run.error)")
  }

  /// The list has no calculated fields and blocks that need the other form's lists or values of the run.
  @Test func whatNeedsTheOtherFormsLists() throws {
    let folder = try CLIFolder(
      spec: """
        list before from "last.csv" as "s.form" optional
        needs year: int default 2026
        define last = before(id: id).weight
        field id: string
        field weight: number
        field change: number = weight - last
        field twice: number = change * 2
        when year > 2000 < field note: string optional >
        check abs(twice) < 30 message "{change} kg"
        check before(id: id).weight is blank or before(id: id).weight > 50 message "light"
        """)
    try folder.write("last.csv", "id,weight\na,80\nb,40\n")
    try folder.write("d.csv", "id,weight\na,100\nb,41\nc,3\n")
    let run = folder.run("check", "s.form", "d.csv")
    #expect(
      run.output.contains("20 kg") && run.output.contains("light"), "\(run.output)\(run.error)")
    try folder.write(
      "m.form",
      "list k from \"last.csv\" as \"s.form\"\nfield a: string rule value in k.id message \"x\"\n")
    let other = folder.run("test", "m.form")
    #expect(other.code == 0 && other.error == "", "\(other.error)")
    try folder.write(
      "m.form",
      "list k from \"last.csv\" as \"s.form\"\nfield a: string rule k(id: value).change > 1 message \"x\"\n"
    )
    #expect(folder.run("test", "m.form").error.contains("has no field \"change\""))
  }

  @Test func warningsOfTheOtherFormAreItsOwn() throws {
    let folder = try CLIFolder(
      spec:
        "list k from \"k.csv\" as \"o.form\"\nfield a: string rule value in k.id message \"x\"\n")
    try folder.write(
      "o.form",
      """
      field id: string
      field n: int optional
      when n != 3 < field b: string >
      when n > 3 and n < 2 < field why: string >
      when n > 5 < field c: int > else when n > 7 < field d: int >
      check n = 4 message "m"
      """)
    try folder.write("k.csv", "id,n\n")
    let run = folder.run("test", "s.form")
    #expect(run.code == 0 && run.error == "", "\(run.error)")
  }
}

// `formwork explain` of conditions about other records, other data and lists in lists.

import Testing

@testable import FormworkAuthoring
@testable import FormworkEngine
@testable import FormworkReport
@testable import FormworkSyntax

@Suite("formwork explain between records")
struct ExplainRecordsTests {
  /// Forms with lookups, earlier records, groups, other data, values of the run, and lists in lists.
  private static let forms = ["between", "other-data", "nested"]

  @Test("forms about several records, in each language", arguments: forms, FormExplainer.languages)
  func snapshots(_ form: String, _ language: String) throws {
    let folder = "Tests/FormworkCLITests/Explained/"
    let run = DocsRun([
      "explain", folder + form + ".form", "--today", "2026-11-20", "--language", language,
    ])
    #expect(run.code == 0, "\(run.error)")
    let file = "\(folder)\(form).\(language).txt"
    #expect(try run.output == DocsFile.expected(file, recording: run.output))
    #expect(!run.output.contains(/\{[A-Za-z]+\}/))
  }

  private static func text(_ form: String) throws -> String {
    let source = Source(name: "s.form", bytes: Array(form.utf8))
    let program = try #require(
      Checker.check(Parser.parse(source).tree, source: source, standsInForHost: true).program)
    return FormExplainer.explain(program, source: source, moment: CLIFolder.moment).text(width: 500)
  }

  private static let lists = """
    define has(x) = any(members, name == x)
    define holds(x) = any(codes, value == x)
    field name "Name": string
    field chief "Chief": string
    field rows "Rows": list of (list of int)
    field codes "Codes": list of string
    field more "More": list of string
    field members "Members": list of < field name "Name": string >
    field groups "Groups": list of <
      field name "Name": string
      field members "Members": list of < field name "Name": string >
    >

    """

  @Test(
    "lists in each other say which entry is which",
    arguments: [
      (
        "any(rows, any(value, value > 3))",
        "- For at least one entry of “Rows”:\n"
          + "  - For at least one entry of that inner list:\n"
          + "    - The entry of that inner list is more than 3"
      ),
      (
        "any(groups, name == \"x\" and any(members, name == \"y\"))",
        "- For at least one entry of “Groups”:\n"
          + "  - “Name” of the entry of “Groups” is \"x\"\n"
          + "  - For at least one entry of “Members”:\n"
          + "    - “Name” of the entry of “Members” is \"y\""
      ),
      (
        "has(name)",
        "- For at least one entry of “Members”:\n"
          + "  - “Name” of the entry of “Members” equals “Name” of this record"
      ),
      (
        "any(members, name == chief)",
        "- For at least one entry of “Members”:\n  - “Name” equals “Chief”"
      ),
      (
        "all(more, holds(value))",
        "- For every entry of “More”:\n  - For at least one entry of “Codes”:\n"
          + "    - The entry of “Codes” equals the entry of “More”"
      ),
    ])
  func nestedLists(_ check: String, _ words: String) throws {
    let text = try ExplainRecordsTests.text(
      ExplainRecordsTests.lists + "check \(check) message \"m\"\n")
    #expect(text.contains(words + "\n"), "\(text)")
  }

  private static let records = """
    list before "Last year" < field id "Number": string field visit "Visit": int field weight "Weight": int >
    define patron = records(id: sponsor)
    define last = before(id: id, visit: visit - 1)
    field id "Number": string
    field visit "Visit": int
    field sponsor "Sponsor": string optional
    field born "Born": date
    field weight "Weight": int
    field booked "Booked on": date rule value >= previous.booked message "m"

    """

  @Test(
    "a condition about other records says which record each field is of",
    arguments: [
      (
        "patron.born < born",
        "“Born” of the first record with “Number” = “Sponsor” of this record is earlier than"
          + " “Born” of this record."
      ),
      (
        "patron.weight < weight per visit",
        "“Weight” of the first record with “Number” = “Sponsor” of this record among those with the"
          + " same “Visit” is less than “Weight” of this record."
      ),
      (
        "weight - last.weight < 10",
        "“Weight” of this record − (“Weight” of the first entry of \"Last year\" with"
          + " “Number” = “Number” of this record and “Visit” = “Visit” of this record − 1)"
          + " is less than 10."
      ),
      (
        "previous.visit + 1 == visit",
        "(“Visit” of the record before) + 1 equals “Visit” of this record."
      ),
      ("born >= 2000-01-01", "“Born” is 2000-01-01 or later."),
      ("born >= previous.booked", "“Born” is not earlier than “Booked on” of the record before."),
      ("born <= booked", "“Born” is not later than “Booked on”."),
      ("born <= today - 18 years", "“Born” is today − 18 years or earlier."),
      ("sum(records.weight) > 3", "The sum of “Weight” of all records is more than 3."),
      (
        "count(records, weight > 3) > 1 per id",
        "The number of the records with the same “Number” for which this holds"
          + " (“Weight” is more than 3) is more than 1."
      ),
      ("any(records, weight > 3)", "For at least one record:\n  - “Weight” is more than 3"),
      (
        "all(records(id: sponsor), weight > 3)",
        "For every one of the records with “Number” = “Sponsor” of this record:\n"
          + "  - “Weight” is more than 3"
      ),
      (
        "any(before, weight > visit)",
        "For at least one entry of \"Last year\":\n  - “Weight” is more than “Visit”"
      ),
      (
        "id in before.id",
        "“Number” of this record is among the values of “Number” of \"Last year\"."
      ),
      (
        "count(before(id: id)) <= 2",
        "The number of the entries of \"Last year\" with “Number” = “Number” of this record is at most 2."
      ),
    ])
  func records(_ check: String, _ words: String) throws {
    let text = try ExplainRecordsTests.text(
      ExplainRecordsTests.records + "check \(check) message \"m\"\n")
    #expect(text.contains("- " + words + "\n"), "\(text)")
    #expect(text.contains("- The value is not earlier than “Booked on” of the record before.\n"))
  }

  @Test("records without one of the fields of a group are a group of their own")
  func blankGroups() throws {
    let text = try ExplainRecordsTests.text(
      ExplainRecordsTests.records + "check count(records) < 3 per id, sponsor message \"m\"\n")
    #expect(text.contains("Records without “Sponsor” are a group of their own.\n"), "\(text)")
    #expect(!text.contains("Records without “Number”"))
  }

  /// What the records of a form look like, and which of its checks are not decided.
  @Test(
    "a check is only decided with what it names of other records",
    arguments: [
      (
        "records(id: mentor).born < born",
        "“Born” of the first record with “Id” = “Mentor” of this record and “Born” of this record are"
      ),
      (
        "records(id: sponsor).born < born",
        "“Born” of the first record with “Id” = “Sponsor” of this record and “Born” of this record are"
      ),
      ("count(records(id: sponsor)) == 1", "“Sponsor” is"),
      ("sponsor in records.id", "“Sponsor” is"),
      ("not records(id: sponsor).head", "the first record with “Id” = “Sponsor” of this record is"),
      ("records(id: sponsor) is filled", nil),
      (
        "records(id: sponsor) is blank or records(id: sponsor).n > 3",
        "“N” of the first record with “Id” = “Sponsor” of this record is"
      ),
      ("n > previous.n", "“N” of the record before is"),
      ("any(l, since < born)", nil),
      ("count(l(id: sponsor)) == 1", "“Sponsor” is"),
      ("sponsor in l.id", "“Sponsor” is"),
      (
        "l(id: sponsor).since < born",
        "“Since” of the first entry of \"L\" with “Id” = “Sponsor” of this record and “Born” are"
      ),
      ("any(records, head)", nil),
      ("n > limit", "“Limit” is"),
      ("count(records, head) > 1 per sponsor", nil),
    ])
  func onlyChecked(_ check: String, _ needed: String?) throws {
    let text = try ExplainRecordsTests.text(
      """
      needs limit: int optional
      list l < field id: string field since: date optional >
      field id: string
      field born: date optional
      field sponsor: string optional
      field mentor: string optional
      field head: bool
      field n: int
      check records(id: mentor).born < 2000-01-01 message "m"
      check n > limit or id in l.id message "k"
      check \(check) message "this one"

      """)
    let notes = text.split(separator: "\n").drop { !$0.contains("\"k\"") }.dropFirst()
    let note = notes.first { $0.contains("Only checked") }
      .map { $0.trimmingPrefix("  Only checked when ") }
    #expect(note.map { String($0) } == needed.map { $0 + " filled in." }, "\(text)")
  }

  @Test("other data and values of the run have entries")
  func otherData() throws {
    let text = try ExplainRecordsTests.text(
      """
      words required "{label}!"
      needs year "The year": int hint "four digits"
      needs rate: number(decimal ",") default 2.5
      list customers "Customers" from "customers.csv" <
        data csv < delimiter ";" >
        field id: string
        field since "Since": date("d.M.yyyy") optional
        field full: string = id
      >
      list days optional < field day: date >
      field id: string required if id in customers.id and year > rate

      """)
    for part in [
      "The year (year) · a whole number, must be given\n  - Hint: four digits\n",
      "Rate (rate) · a number, counts as 2,5 if blank\n",
      "Customers (customers) · 2 columns of \"customers.csv\"\n",
      "  - CSV files:\n    - The cells are separated by \";\".\n",
      "  Id (id) · text, must have a column\n",
      "  Since (since) · a date, may have no column\n    - Written as",
      "Days (days) · 1 column, given when the form is run\n  - The file may be missing.",
    ] {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
    // The message about a blank field is not about other data.
    #expect(text.split(separator: "\n").filter { $0.contains("If it is missing") }.count == 1)
  }

  @Test("a placeholder for a value of another record is told from one of the record at hand")
  func placeholders() throws {
    let text = try ExplainRecordsTests.text(
      ExplainRecordsTests.records + """
        check last.weight < weight message "{weight} after {last.weight}"
        check booked > previous.booked message "{previous.booked}"
        """)
    let record =
      "“Weight” of the first entry of \"Last year\" with “Number” = “Number” of this record and"
      + " “Visit” = “Visit” of this record − 1"
    #expect(text.contains("\"‹Weight› after ‹\(record)›\""), "\(text)")
    #expect(text.contains("\"‹“Booked on” of the record before›\""), "\(text)")
  }
}

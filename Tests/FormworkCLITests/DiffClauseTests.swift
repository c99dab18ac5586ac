// `formwork diff` tells of every change: each clause of each declaration is changed once.

import Testing

/// Two forms that differ in one clause.
struct ClauseChange: CustomTestStringConvertible {
  let old: String
  let new: String

  var testDescription: String { old + " → " + new }

  init(_ old: String, _ new: String) { (self.old, self.new) = (old, new) }

  /// Creates a change in the place of `%` in `form`.
  init(_ form: String, _ old: String, _ new: String) {
    self.init(
      form.replacing("%", with: old, maxReplacements: 1),
      form.replacing("%", with: new, maxReplacements: 1))
  }
}

@Suite("each clause in formwork diff")
struct DiffClauseTests {
  private static let files = [
    ("a.csv", "id,x\n1,2\n"), ("b.csv", "id,x\n1,2\n"),
    ("p.csv", "a,b,c\n1,2,3\n4,5,6\n"), ("q.csv", "a,b,c\n1,2,3\n4,5,7\n"),
    ("v.form", "data csv < delimiter \";\" >\nfield id: string\nfield x: string optional\n"),
    ("w.form", "field id: string\nfield x: string optional\n"),
    ("u.form", "field common: string\n"), ("t.form", "field common: int\n"),
  ]

  /// Expects that `diff` names a change.
  private static func expectNamed(_ change: ClauseChange) throws {
    let folder = try CLIFolder()
    for (name, text) in files { try folder.write(name, text) }
    try folder.write("old.form", change.old + "\n")
    try folder.write("new.form", change.new + "\n")
    let run = folder.run("diff", "old.form", "new.form")
    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.output.contains("- "), "\(run.output)")
    let json = folder.run("diff", "old.form", "new.form", "--output", "ndjson")
    #expect(json.code == 1 && json.output.contains("\"change\""))
    #expect(folder.run("diff", "old.form", "old.form").code == 0)
  }

  // MARK: - Declarations of the whole form

  private static let table = "table t(a) < % > field x: int rule value in t(x) message \"m\""
  private static let choices = "choices p % field x: choice of p"
  private static let data = "data % field x: string"

  private static let ofForm: [ClauseChange] = [
    ClauseChange("form % field x: int", "a", "b"),
    ClauseChange("form a % field x: int", "\"A\"", "\"B\""),
    ClauseChange("page % < field x: int >", "\"A\"", "\"B\""),
    ClauseChange("page \"A\" < field x: int % field y: int >", "", "> page \"B\" <"),
    ClauseChange("% field x: int", "", "intro \"A\""),
    ClauseChange("intro % field x: int", "\"A\"", "\"B\""),
    ClauseChange("field x: < % field y: int >", "", "intro \"A\""),
    ClauseChange("field x: bool when x % < field y: int >", "title \"A\"", "title \"B\""),
    ClauseChange("language % field x: int", "de", "ja"),
    ClauseChange("% field x: int", "", "closed"),
    ClauseChange("fields % field x: string", "trimmed", "optional"),
    ClauseChange("use % field x: int", "\"u.form\"", "\"t.form\""),
    ClauseChange(data, "csv < blank \"A\" >", "tsv < blank \"A\" >"),
    ClauseChange(data, "csv < delimiter \";\" >", "csv < delimiter \",\" >"),
    ClauseChange(data, "csv < encoding \"utf-8\" >", "csv < encoding \"windows-1252\" >"),
    ClauseChange(data, "csv < header 2 >", "csv < header none >"),
    ClauseChange(data, "csv < blank \"A\" >", "csv < blank \"A\", \"B\" >"),
    ClauseChange(data, "csv < columns all >", "csv < columns exact >"),
    ClauseChange(data, "xlsx < sheet \"A\" >", "xlsx < sheet \"B\" >"),
    ClauseChange(data, "json < records at a >", "json < records at b >"),
    ClauseChange(choices, "= \"a\"", "= \"b\""),
    ClauseChange(choices, "= \"a\" \"A\"", "= \"a\" \"B\""),
    ClauseChange(choices, "= \"a\" also(\"x\")", "= \"a\" also(\"y\")"),
    ClauseChange(choices, "from \"p.csv\"", "from \"q.csv\""),
    ClauseChange(choices, "from \"p.csv\" column \"a\"", "from \"p.csv\" column \"b\""),
    ClauseChange(
      choices, "from \"p.csv\" column \"a\" label \"b\"",
      "from \"p.csv\" column \"a\" label \"c\""),
    ClauseChange(
      choices, "from \"p.csv\" column \"a\" also \"b\"", "from \"p.csv\" column \"a\" also \"c\""),
    ClauseChange("choices q = % choices p = q field x: choice of p", "\"a\"", "\"b\""),
    ClauseChange("choices p = % field x: string rule value in p message \"m\"", "\"a\"", "\"b\""),
    ClauseChange(table, "1 -> 2", "2 -> 2"), ClauseChange(table, "1 -> 2", "1 -> 3"),
    ClauseChange(table, "1 -> 2", "1 -> 2 else -> 3"),
    ClauseChange(
      "table t(a) < 1 -> 2 > field x: int rule value == t(x) message \"m\"",
      "table u(a) < 1 -> 2 > field x: int rule value == u(x) message \"m\""),
    ClauseChange("define t = % field x: int rule t", "value > 1", "value > 2"),
    ClauseChange("define t = value > 1 % field x: int rule t", "message \"a\"", "message \"b\""),
    ClauseChange("define t(a) = value % a field x: int rule t(1)", ">", ">="),
    ClauseChange("define t: % field x: t", "int", "int rule value > 1"),
    ClauseChange("define t: int % field x: t", "message \"a\"", "message \"b\""),
    ClauseChange("% field x: int", "", "needs f(int)"),
    ClauseChange("needs f(%) field x: int", "int", "number"),
    ClauseChange(
      "needs f(int) field a: string rule f(1) message \"m\"",
      "needs g(int) field a: string rule g(1) message \"m\""),
  ]

  private static let ownWords = [
    "required", "type", "choice", "blank", "unknown", "malformed", "calculation", "unasked",
  ].map { ClauseChange("words \($0) % field x: int", "\"a\"", "\"b\"") }

  @Test("declarations of the whole form", arguments: ofForm + ownWords)
  func form(_ change: ClauseChange) throws { try DiffClauseTests.expectNamed(change) }

  // MARK: - Fields

  private static let types: [(String, String)] = [
    ("int", "number"), ("bool", "bool(\"y\", \"n\")"),
    ("bool(\"y\", \"n\")", "bool(\"z\", \"n\")"),
    ("number(decimal \",\")", "number(decimal \"'\")"),
    ("number(decimal \",\", group \".\")", "number(decimal \",\", group \" \")"),
    ("int(group \".\")", "int(group \",\")"), ("date(\"d.M.yyyy\")", "date(\"dd.MM.yyyy\")"),
    ("date(\"d.M.yyyy\")", "date(\"d.M.yyyy\", \"yyyy\")"),
    ("date(\"dd.MM.yy\" 1950...2049)", "date(\"dd.MM.yy\" 1960...2059)"),
    ("time(\"H:mm\")", "time(\"HH:mm\")"),
    ("datetime(\"d.M.yyyy H:mm\")", "datetime(\"d.M.yyyy HH:mm\")"),
    ("instant(\"yyyy-MM-dd H:mm X\")", "instant(\"yyyy-MM-dd HH:mm X\")"),
    ("choice(\"a\")", "choice(\"a\", \"b\")"), ("choice(\"a\", \"b\")", "choice(\"b\", \"a\")"),
    ("choice(\"a\" \"A\")", "choice(\"a\" \"B\")"),
    ("choice(\"a\" \"A\" de \"B\")", "choice(\"a\" \"A\" de \"C\")"),
    ("choice(\"a\" also(\"b\"))", "choice(\"a\" also(\"c\"))"),
    ("list of string", "list of int"), ("list(\"|\") of string", "list(\";\") of string"),
    ("list of choice(\"a\")", "list of choice(\"b\")"),
    ("list of (list of int)", "list of (list of number)"),
    ("list of (list of choice(\"a\"))", "list of (list of choice(\"b\"))"),
    ("number or choice(\"n\")", "number or choice(\"m\")"),
    ("date or choice(\"a\" \"A\")", "date or choice(\"a\" \"B\")"),
    ("date or choice(\"a\" \"A\" de \"B\")", "date or choice(\"a\" \"A\" de \"C\")"),
    ("date or choice(\"a\" also(\"b\"))", "date or choice(\"a\" also(\"c\"))"),
    ("date(\"d.M.yyyy\") or int", "date(\"dd.MM.yyyy\") or int"),
    ("list of (date or choice(\"a\"))", "list of (date or choice(\"b\"))"),
    ("< field a: int >", "< field b: int >"), ("< field a: int >", "< closed field a: int >"),
    ("< field a: int check a > 1 message \"m\" >", "< field a: int check a > 2 message \"m\" >"),
    ("list of < field a: int >", "list of < field a: int optional >"),
  ]

  /// Clauses after the type, with a field `y` before the field.
  private static let clauses: [(type: String, String, String)] = [
    ("int", "", "optional"), ("int", "required if y > 1", "required if y > 2"),
    ("int", "required", "required if y > 1"),
    ("int", "required message \"a\"", "required message \"b\""),
    ("int", "required if y > 1 message \"a\"", "required if y > 1 message \"b\""),
    ("int", "default 1", "default 2"), ("int", "", "default 1"), ("int", "", "= y"),
    ("int", "= y", "= y + 1"), ("int", "from \"a\"", "from \"b\""),
    ("int", "from \"a\", \"b\"", "from \"b\", \"a\""),
    ("list of int", "from \"a#\"", "from \"b#\""), ("string", "", "trimmed"),
    ("string", "", "halfwidth"), ("string", "", "lowercased"), ("string", "", "uppercased"),
    ("string", "", "anyCase"), ("string", "", "secret"), ("string", "", "without(\"-\")"),
    ("string", "without(\"-\")", "without(\".\")"), ("int", "hint \"a\"", "hint \"b\""),
    ("int", "title \"a\" rule value > 3", "title \"b\" rule value > 3"),
    ("int", "message \"a\"", "message \"b\""),
    ("int", "message \"a\" de \"b\"", "message \"a\" de \"c\""),
    ("int", "rule value > 3", "rule value > 4"),
    ("int", "rule value > 3 title \"a\"", "rule value > 3 title \"b\""),
    ("int", "rule value > 3 message \"a\"", "rule value > 3 message \"b\""),
    ("int", "rule value > 3 message \"a\"", "rule value > 3 warning \"a\""),
    ("number", "rule value > 3.5", "rule value > 3.50"),
    ("number", "rule value > 5 % message \"{min}\"", "rule value > 0.05 message \"{min}\""),
    ("list of int", "each rule value > 3", "each rule value > 4"),
  ]

  private static let ofFields: [ClauseChange] =
    [ClauseChange("field % : int", "x", "y"), ClauseChange("field x % : int", "\"A\"", "\"B\"")]
    + types.map { ClauseChange("field x: %", $0, $1) }
    + clauses.map { type, old, new in
      // Both texts may contain `%`.
      ClauseChange("field y: int field x: \(type) " + old, "field y: int field x: \(type) " + new)
    }
    // The items of a list have the clauses of their type.
    + [
      "secret", "trimmed", "anyCase", "hint \"h\"", "title \"t\"", "message \"m\"",
      "required message \"m\"", "rule value == \"b\" message \"m\"",
    ].map { ClauseChange("define t: string % field x: list of t", "", $0) }

  @Test("fields", arguments: ofFields)
  func fields(_ change: ClauseChange) throws { try DiffClauseTests.expectNamed(change) }

  // MARK: - Blocks, checks and examples

  private static let when = "field y: int when y > 1 %"
  private static let check = "field y: int field z: int optional check %"
  private static let example = "field x: int rule value > 0 field y: int optional example %"

  private static let ofBlocks: [ClauseChange] = [
    ClauseChange("field y: int when y > % < field x: int >", "1", "2"),
    ClauseChange(when, "as a < field x: int >", "as b < field x: int >"),
    ClauseChange(when, "< field x: int >", "< field x: int > else < field z: int >"),
    ClauseChange(when, "< field x: int >", "< field x: int > else blank"),
    ClauseChange(
      when, "< field x: int > else blank message \"a\"",
      "< field x: int > else blank message \"b\""),
    ClauseChange(
      when, "< field x: int > else as a < field z: int >",
      "< field x: int > else as b < field z: int >"),
    ClauseChange(
      when, "< field x: int > else when y < 0 < field z: int >",
      "< field x: int > else when y < -1 < field z: int >"),
    ClauseChange(check, "y > 1 message \"a\"", "y > 2 message \"a\""),
    ClauseChange(check, "y > 1 message \"a\"", "y > 1 message \"b\""),
    ClauseChange(check, "y > 1 message \"a\"", "y > 1 warning \"a\""),
    ClauseChange(check, "y > 1 title \"a\" message \"m\"", "y > 1 title \"b\" message \"m\""),
    ClauseChange(check, "y > z message \"a\" at y", "y > z message \"a\" at z"),
    ClauseChange(
      check, "count(records) > 1 per y message \"m\"", "count(records) > 1 per y, z message \"m\""),
    ClauseChange(
      check, "y > previous.y per z message \"m\"", "y > previous.y per y message \"m\""),
    ClauseChange(
      check, "records(y: z).y > 1 message \"m\"", "records(z: y).y > 1 message \"m\""),
    ClauseChange(example, "\"a\" accepts < x: 1 >", "\"b\" accepts < x: 1 >"),
    ClauseChange(example, "\"a\" accepts < x: 1 >", "\"a\" accepts < x: 2 >"),
    ClauseChange(
      example, "\"a\" on 2026-01-01 accepts < x: 1 >", "\"a\" on 2026-01-02 accepts < x: 1 >"),
    ClauseChange(example, "\"a\" rejects x < x: 0 >", "\"a\" rejects < x: 0 >"),
    ClauseChange(example, "\"a\" accepts < x: 1 > after < x: 2 >", "\"a\" accepts < x: 1 >"),
    ClauseChange(
      example, "\"a\" accepts < x: 1 > after < x: 2 >", "\"a\" accepts < x: 1 > after < x: 3 >"),
    ClauseChange(
      example, "\"a\" accepts < x: 1 > example \"b\" like \"a\" accepts < y: 1 >",
      "\"a\" accepts < x: 1 > example \"b\" accepts < x: 2 y: 1 >"),
    ClauseChange(
      list() + " example \"e\" with l (< id: \"1\" x: \"%\" >) accepts < id: \"1\" >", "a", "b"),
  ]

  @Test("blocks, checks and examples", arguments: ofBlocks)
  func blocks(_ change: ClauseChange) throws { try DiffClauseTests.expectNamed(change) }

  // MARK: - Other data

  /// Returns a form that asks a list of other data.
  private static func list(_ list: String = "from \"a.csv\" < field id: string field x: string >")
    -> String
  {
    "list l \(list) field id: string check l(id: id).x is filled message \"m\""
      + " check id in l.id message \"n\""
  }

  /// Returns a change of a clause of a list's field.
  private static func field(_ old: String, _ new: String) -> ClauseChange {
    ClauseChange(list("from \"a.csv\" < field id: string field x: % >"), old, new)
  }

  private static let head = list("% < field id: string field x: string >")
  private static let ofLists: [ClauseChange] = [
    ClauseChange(head, "from \"a.csv\"", "from \"b.csv\""),
    ClauseChange(head, "from \"a.csv\"", ""),
    ClauseChange(head, "from \"a.csv\"", "\"L\" from \"a.csv\""),
    ClauseChange(head, "from \"a.csv\"", "from \"a.csv\" optional"),
    ClauseChange(
      list("from \"a.csv\" < % field id: string field x: string >"), "",
      "data csv < delimiter \";\" >"),
    ClauseChange(
      list("from \"a.csv\" < data csv < header 2 > % field id: string field x: string >"), "",
      "data tsv < header 2 >"),
    ClauseChange(list("from \"a.csv\" as %"), "\"v.form\"", "\"w.form\""),
    ClauseChange(list("from \"a.csv\" as \"v.form\" %"), "", "optional"),
    ClauseChange(list("from \"a.csv\" < field id: string % field x: string >"), "", "field y: int"),
    ClauseChange(list("from \"a.csv\" < field id: string field x %: string >"), "", "\"X\""),
    field("string", "string optional"),
    field("string", "string default \"a\""), field("string", "string anyCase"),
    field("string", "string trimmed"), field("string", "string secret"),
    field("string", "string from \"xx\""), field("date", "date(\"d.M.yyyy\")"),
    field("string", "string = id"), field("string = id", "string = joined(id, id)"),
    field("choice(\"a\")", "choice(\"b\")"), field("< field y: int >", "< field y: number >"),
    ClauseChange("field id: string", list()),
  ]

  private static let value = "needs y% field d: int rule value == y message \"m\""
  private static let ofValues: [ClauseChange] = [
    ClauseChange(value, ": int", ": int default 2025"),
    ClauseChange(value, ": int default 2025", ": int default 2026"),
    ClauseChange(value, ": int", ": int optional"), ClauseChange(value, ": int", " \"Y\": int"),
    ClauseChange(value, ": int", ": number"),
    ClauseChange(value, ": number", ": number(decimal \",\")"),
    ClauseChange(value, ": int", ": int secret"),
    ClauseChange(
      "needs y: choice(%) field d: string rule value == y message \"m\"", "\"a\"", "\"b\""),
    ClauseChange("% field d: int", "", "needs y: int"),
  ]

  @Test("other data and values of the run", arguments: ofLists + ofValues)
  func otherData(_ change: ClauseChange) throws { try DiffClauseTests.expectNamed(change) }
}

// Phrases of people who know spreadsheets, schemas and other languages, and the tool's answers: the code, and a fix
// after which no findings are left, or a message that names the right words.

import FormworkSyntax
import Testing

@testable import FormworkReport

struct Phrasing: CustomTestStringConvertible {
  var typed: String
  /// The code of the finding, or nil without a finding.
  var code: String?
  /// The form after every fix is applied.
  var mended: String?
  var says: String?

  /// A phrase with one certain meaning.
  init(_ typed: String, _ code: String = "other-wording", mended: String) {
    (self.typed, self.code, self.mended) = (typed, code, mended)
  }

  /// A phrase that may have several meanings.
  init(_ typed: String, _ code: String = "other-wording", says: String) {
    (self.typed, self.code, self.says) = (typed, code, says)
  }

  /// A phrase with the same meaning in Formwork.
  init(understood typed: String) { self.typed = typed }

  var testDescription: String { typed }
}

private let phrasings: [Phrasing] = [
  // A value of the run isn't a value of other data.
  .init(
    understood: "needs dept: string default \"a\"\n"
      + "field d: string trimmed rule value == dept message \"m\""),
  // Pages and texts for people.
  .init("section \"You\" < field a: int >", mended: "page \"You\" < field a: int >"),
  .init(
    "field b: int\ngroup \"You\" < field a: int >",
    mended: "field b: int\npage \"You\" < field a: int >"),
  .init(
    "field a: int\nnote \"Hello\"\nfield b: int",
    mended: "field a: int\nintro \"Hello\"\nfield b: int"),
  .init("field a: bool\nwhen a \"New\" < field b: int >", says: "title"),
  // Conditions around fields.
  .init("field a: int\nfield b: string if a == 3", says: "required if"),
  .init(
    "field a: int\nif a == 3 < field b: string >",
    mended: "field a: int\nwhen a == 3 < field b: string >"),
  .init(
    "field a: bool\nif (a) { field b: string }",
    mended: "field a: bool\nwhen (a) < field b: string >"),
  .init(
    "field a: int\nif a == 3 then field b: string",
    mended: "field a: int\nwhen a == 3 < field b: string >"),
  .init(
    "field a: int\nwhen a == 3 then field b: int",
    mended: "field a: int\nwhen a == 3 < field b: int >"),
  .init(
    "field a: int\nwhen a == 3 then < field b: int >",
    mended: "field a: int\nwhen a == 3 < field b: int >"),
  .init(
    "field a: int\nif a == 3 then\n<\n  field b: int\n> else < field c: int >",
    mended: "field a: int\nwhen a == 3 <\n  field b: int\n> else < field c: int >"),
  .init(
    "field a: int\nwhen a == 3 then { field b: int }",
    mended: "field a: int\nwhen a == 3 < field b: int >"),
  .init(
    "field a: int\nwhen a == 3 < field b: int >\nelse if a == 4 < field c: int >",
    mended: "field a: int\nwhen a == 3 < field b: int >\nelse when a == 4 < field c: int >"),
  .init("field a: int\nfield b: string if a < 18 message \"n\"", says: "required if"),
  .init(
    "field a: int\nfield r: int optional\ncheck if r is filled then a > 3 message \"x\"",
    mended:
      "field a: int\nfield r: int optional\nwhen r is filled < check a > 3 message \"x\" >"),
  .init(
    "field a: int\nfield r: int optional\ncheck a > 3 if r is filled message \"x\"",
    mended:
      "field a: int\nfield r: int optional\nwhen r is filled < check a > 3 message \"x\" >"),
  .init(
    "field a: int\nfield r: bool\ncheck a > 3 if r else a > 5 message \"x\"",
    mended:
      "field a: int\nfield r: bool\nwhen r < check a > 3 message \"x\" > else < check a > 5 message \"x\" >"
  ),
  .init(
    "field r: bool\nfield a: int rule if r then value > 3 message \"x\"", says: "when … < … >"),
  // Comparisons without a subject.
  .init("field a: int rule > 0 message \"x\"", mended: "field a: int rule value > 0 message \"x\""),
  .init(
    "field a: int rule value > 3 and < 10 message \"x\"",
    mended: "field a: int rule value > 3 and value < 10 message \"x\""),
  .init(
    "field a: int rule >= 1 and <= 5 message \"x\"",
    mended: "field a: int rule value >= 1 and value <= 5 message \"x\""),
  // Counts and ranges.
  .init("field a: string rule count >= 3", mended: "field a: string rule count(3...)"),
  .init("field a: string rule length > 3", mended: "field a: string rule count(4...)"),
  .init("field a: string rule len(value) > 3", mended: "field a: string rule count(4...)"),
  .init("field a: string rule count(1 to 12)", mended: "field a: string rule count(1...12)"),
  .init(
    "field a: string rule count(1,12)", "wrong-arguments",
    mended: "field a: string rule count(1...12)"),
  .init(
    "field a: string rule count(1-12)", "subtraction-as-range",
    mended: "field a: string rule count(1...12)"),
  .init("field a: int rule range(1..12)", "habit", mended: "field a: int rule range(1...12)"),
  .init("field a: int rule range(1, *)", mended: "field a: int rule range(1...)"),
  .init(
    "field a: string rule minLength(3)", "unknown-rule-word",
    mended: "field a: string rule count(3...)"),
  .init("field a: int rule min(3)", "unknown-rule-word", mended: "field a: int rule range(3...)"),
  .init(
    "field a: string rule max(3)", "unknown-rule-word", mended: "field a: string rule count(...3)"),
  .init("field a: int minimum 3", says: "rule range(3...)"),
  .init(
    "field a: date rule range(2014-01-01, 2015-01-01)",
    mended: "field a: date rule range(2014-01-01...2015-01-01)"),
  // Patterns and formats.
  .init(
    "field a: string pattern \"[A-Z]+\" message \"x\"",
    mended: "field a: string rule matches(/[A-Z]+/) message \"x\""),
  .init(
    "field a: string rule regex(\"[A-Z]+\") message \"x\"", "unknown-rule-word",
    mended: "field a: string rule matches(/[A-Z]+/) message \"x\""),
  .init(
    "field a: string rule matches(\"[A-Z]+\") message \"x\"",
    mended: "field a: string rule matches(/[A-Z]+/) message \"x\""),
  .init("field a: date format \"dd/MM/yyyy\"", says: "date(\"dd/MM/yyyy\")"),
  .init("field a: date format dd/MM/yyyy", mended: "field a: date(\"dd/MM/yyyy\")"),
  .init("field a: date(dd/MM/yyyy)", mended: "field a: date(\"dd/MM/yyyy\")"),
  .init("field a: time(HH:mm)", mended: "field a: time(\"HH:mm\")"),
  .init("field a: time rule time(\"H:mm\")", mended: "field a: time(\"H:mm\")"),
  .init(
    "field a: datetime rule datetime(\"d.M.yyyy HH:mm\")",
    mended: "field a: datetime(\"d.M.yyyy HH:mm\")"),
  .init("field a: ukDate", mended: "field a: date(\"dd/MM/yyyy\")"),
  .init("field a: xDate", mended: "field a: date"),
  .init("field a: string rule starts(\"x\")", mended: "field a: string rule startsWith(\"x\")"),
  .init("field a: string rule beginsWith(\"x\")", mended: "field a: string rule startsWith(\"x\")"),
  .init("field a: string rule ends(\"x\")", mended: "field a: string rule endsWith(\"x\")"),
  .init(
    "field a: string rule endsWith(\".a\", \".b\") message \"x\"",
    mended: "field a: string rule endsWith(\".a\") or endsWith(\".b\") message \"x\""),
  // Equal, and in.
  .init(
    "field a: int rule value equals 3 message \"x\"",
    mended: "field a: int rule value == 3 message \"x\""),
  .init(
    "field a: int rule value is 3 message \"x\"", "is-before-value",
    mended: "field a: int rule value == 3 message \"x\""),
  .init(
    "field a: int rule value = 3 message \"x\"", "habit",
    mended: "field a: int rule value == 3 message \"x\""),
  .init(
    "field a: string rule is(\"WO\") message \"x\"",
    mended: "field a: string rule value == \"WO\" message \"x\""),
  .init("field a: string rule identical", mended: "field a: string rule same"),
  .init(
    "field a: string rule value is 8 digits", mended: "field a: string rule count(8) and digits"),
  .init(
    "field a: date rule value is today or later message \"x\"",
    mended: "field a: date rule value >= today message \"x\""),
  .init(
    "field a: date rule after today message \"x\"",
    mended: "field a: date rule value > today message \"x\""),
  .init(
    "field a: date rule not in the future message \"x\"",
    mended: "field a: date rule value <= today message \"x\""),
  .init("field a: date rule value > 1.1.1998 message \"x\"", says: "2014-01-31"),
  .init("field a: date rule value in 1.1.1998...31.12.2000 message \"x\"", says: "2014-01-31"),
  .init("field a: date rule value > 1/1/1998 message \"x\"", says: "2014-01-31"),
  .init("field a: number rule value == 12,50 message \"x\"", says: "after a point"),
  .init("field a: date rule before 01/01/2014 message \"x\"", says: "2014-01-31"),
  .init(
    "field a: int rule value between 1 and 5 message \"x\"", "unknown-rule-word",
    mended: "field a: int rule value in 1...5 message \"x\""),
  .init("field a: string rule count between 1 and 5", mended: "field a: string rule count(1...5)"),
  .init("field a: string rule words >= 2", mended: "field a: string rule words(2...)"),
  .init("field a: string rule words > 2", mended: "field a: string rule words(3...)"),
  .init("field a: string rule words <= 250", mended: "field a: string rule words(...250)"),
  .init("field a: string rule words < 250", mended: "field a: string rule words(..<250)"),
  .init("field a: string rule words == 5", mended: "field a: string rule words(5)"),
  .init(
    "field a: string rule length not between 1 and 5 message \"x\"",
    mended: "field a: string rule not count(1...5) message \"x\""),
  .init(
    "field count: int\nfield a: int rule count between 1 and value message \"x\"",
    "unknown-rule-word",
    mended: "field count: int\nfield a: int rule count in 1...value message \"x\""),
  .init("field a: string rule count in 1...5", mended: "field a: string rule count(1...5)"),
  .init("field a: int rule range between 1 and 5", mended: "field a: int rule range(1...5)"),
  .init(
    "field a: string rule value is \"x\" or \"y\" or \"z\" message \"m\"", "is-before-value",
    mended: "field a: string rule value in (\"x\", \"y\", \"z\") message \"m\""),
  .init(
    "field a: int\nfield b: int\nwhen a is not 1 or 2 < > else when a is 3 or b == 4 < >",
    "is-before-value",
    mended:
      "field a: int\nfield b: int\nwhen a not in (1, 2) < > else when a == 3 or b == 4 < >"),
  .init(
    "field a: int rule 1 <= value <= 5 message \"x\"", "chained-comparison",
    mended: "field a: int rule value in 1...5 message \"x\""),
  .init(
    "field a: int rule value in 1 to 5 message \"x\"",
    mended: "field a: int rule value in 1...5 message \"x\""),
  .init(
    "field a: string rule oneof(\"a\",\"b\")", mended: "field a: string rule oneOf(\"a\",\"b\")"),
  .init("field a: string rule in(\"a\",\"b\")", mended: "field a: string rule oneOf(\"a\",\"b\")"),
  .init(
    "field a: string rule any(\"a\",\"b\")", mended: "field a: string rule oneOf(\"a\", \"b\")"),
  .init(
    "field a: string rule value in [\"a\",\"b\"] message \"x\"",
    mended: "field a: string rule value in (\"a\",\"b\") message \"x\""),
  .init(
    "field a: string rule value in \"a\", \"b\" message \"x\"", "missing-parenthesis",
    mended: "field a: string rule value in (\"a\", \"b\") message \"x\""),
  .init("field a: string rule \"a\" or \"b\"", mended: "field a: string rule oneOf(\"a\", \"b\")"),
  // Choices.
  .init("field a: choice of \"A\", \"B\"", mended: "field a: choice(\"A\", \"B\")"),
  .init("field a: choice[\"A\",\"B\"]", mended: "field a: choice(\"A\",\"B\")"),
  .init("field a: enum(\"A\",\"B\")", mended: "field a: choice(\"A\",\"B\")"),
  .init("field a: select one a, b", mended: "field a: choice(\"a\", \"b\")"),
  .init("field a: \"A\" or \"B\"", mended: "field a: choice(\"A\", \"B\")"),
  .init("field a: choice(\"piece\" = \"Stk\")", says: "also (\"Stk\")"),
  .init("field a: choice(\"piece\": \"Stk\")", says: "also (\"Stk\")"),
  // Optional and required.
  .init("field a: optional string", mended: "field a: string optional"),
  .init("field a?: string", mended: "field a: string optional"),
  .init("field a: string?", mended: "field a: string optional"),
  .init("field a: string nullable", mended: "field a: string optional"),
  .init("field a: string @optional", mended: "field a: string optional"),
  .init("field x: bool\nfield a: string optional if x", says: "required if not"),
  .init("field a: string rule required", says: "unless it is optional"),
  .init("field a: string rule not empty", says: "unless it is optional"),
  .init("field a: string rule notEmpty", says: "unless it is optional"),
  .init("field a: string rule not null", says: "unless it is optional"),
  .init(
    "field a: string rule value != \"\" message \"x\"", "compared-with-empty",
    says: "unless it is optional"),
  .init("field a: string mandatory", says: "unless it is optional"),
  .init(
    "field a: string optional\ncheck a == \"\" message \"x\"", "compared-with-empty",
    mended: "field a: string optional\ncheck a is blank message \"x\""),
  .init(
    "field a: string optional\ncheck a is empty message \"x\"",
    mended: "field a: string optional\ncheck a is blank message \"x\""),
  .init("field a: string rule digits(14)", mended: "field a: string rule count(14) and digits"),
  .init(
    "field a: string optional\nfield b: int\ncheck b > 1 or a != blank message \"x\"",
    mended: "field a: string optional\nfield b: int\ncheck b > 1 or a is filled message \"x\""),
  .init(
    "field a: string optional\nfield b: int\ncheck a == null or b > 1 message \"x\"",
    mended: "field a: string optional\nfield b: int\ncheck a is blank or b > 1 message \"x\""),
  .init(
    "field a: string optional\ncheck isBlank(a) message \"x\"",
    mended: "field a: string optional\ncheck a is blank message \"x\""),
  .init(
    "field a: string optional\ncheck a is null message \"x\"",
    mended: "field a: string optional\ncheck a is blank message \"x\""),
  // Types.
  .init("field a: text", "unknown-type", mended: "field a: string"),
  .init("field a: decimal", "unknown-type", mended: "field a: number"),
  .init("field a: float", "unknown-type", mended: "field a: number"),
  .init("field a: integer", "unknown-type", mended: "field a: int"),
  .init("field a: boolean", "unknown-type", mended: "field a: bool"),
  .init("field a: email", mended: "field a: string rule email"),
  .init("field a: uuid", mended: "field a: string rule uuid"),
  .init("field a: currency", mended: "field a: number"),
  .init("field a: positiveInteger", mended: "field a: int rule positive"),
  .init("field a: varchar(20)", mended: "field a: string rule count(...20)"),
  .init("field a: datetime local", mended: "field a: datetime"),
  // Rule words.
  .init("field a: string rule upper case", mended: "field a: string rule uppercase"),
  .init("field a: string rule upperCase", mended: "field a: string rule uppercase"),
  .init("field a: string rule uppercase only", mended: "field a: string rule uppercase"),
  .init(
    "field a: string rule no spaces message \"x\"",
    mended: "field a: string rule not contains(space) message \"x\""),
  .init("field a: string rule letters only", mended: "field a: string rule letters"),
  .init("field a: string rule only letters", mended: "field a: string rule letters"),
  .init("field a: string rule numeric", "unknown-name", mended: "field a: string rule digits"),
  .init("field a: string rule alpha", "unknown-name", mended: "field a: string rule letters"),
  // Names and calculations.
  .init("field a: string from \"a\" or \"b\"", mended: "field a: string from \"a\", \"b\""),
  .init(
    "field b: int\ncheck $b > 3 message \"x\"", mended: "field b: int\ncheck b > 3 message \"x\""),
  .init(
    "field b: int\ncheck @b > 3 message \"x\"", mended: "field b: int\ncheck b > 3 message \"x\""),
  .init(
    "field b: int\ncheck {b} > 3 message \"x\"", mended: "field b: int\ncheck b > 3 message \"x\""),
  .init(
    "field b: int\ncheck record.b > 3 message \"x\"",
    mended: "field b: int\ncheck b > 3 message \"x\""),
  .init(
    "field b: int\ncheck [b] > 3 message \"x\"", mended: "field b: int\ncheck b > 3 message \"x\""),
  .init(
    "field a: string\nfield b: string rule value == concat(a, \"x\") message \"x\"",
    mended: "field a: string\nfield b: string rule value == joined(a, \"x\") message \"x\""),
  .init(
    "field a: string\nfield b: string rule value == a + \" \" + a message \"x\"", "bad-arithmetic",
    says: "joined("),
  .init(
    "field a: int\nfield b: int\nfield c: int rule value == sum of a, b message \"x\"",
    mended: "field a: int\nfield b: int\nfield c: int rule value == a + b message \"x\""),
  .init(
    "field a: int\nfield b: int\nfield c: int rule value == sum(a, b) message \"x\"",
    mended: "field a: int\nfield b: int\nfield c: int rule value == a + b message \"x\""),
  .init(
    "field l: list of < field p: int >\nfield c: int rule value == total(l.p) message \"x\"",
    mended: "field l: list of < field p: int >\nfield c: int rule value == sum(l.p) message \"x\""),
  .init(
    "field l: list of < field p: int >\nfield c: int rule value == avg(l.p) message \"x\"",
    mended: "field l: list of < field p: int >\nfield c: int rule value == mean(l.p) message \"x\""),
  .init("field a: string primary key", mended: "field a: string rule unique"),
  .init("field a: string rule no duplicates", mended: "field a: string rule unique"),
  // Words.
  .init(
    "field a: int rule positive message: \"x\"", mended: "field a: int rule positive message \"x\""),
  .init(
    "field a: int rule positive error \"x\"", mended: "field a: int rule positive message \"x\""),
  .init("field a: int rule positive msg \"x\"", mended: "field a: int rule positive message \"x\""),
  .init(
    "table t(k) < \"a\" -> 1...3 >\nfield a: string\nfield b: int rule value < t(a) message \"x\"",
    "not-a-value", says: "in t(a)"),
  .init("// comment\nfield a: string", "habit", mended: "# comment\nfield a: string"),
  .init("field first-name: string", "missing-colon", mended: "field `first-name`: string"),
  .init("field First Name: string", "missing-colon", mended: "field `First Name`: string"),
  .init(
    "field title: string\nfield a: string rule value != title message \"x\"", "keyword-as-name",
    mended: "field title: string\nfield a: string rule value != `title` message \"x\""),
  // The number plus one, or a test for existence.
  .init("field a: string rule size > 5_000", mended: "field a: string rule count(5001...)"),
  .init("field a: string rule count > 9223372036854775807", "unknown-field", says: "count"),
  .init("field a: string rule count > 3.5", "unknown-field", says: "count"),
  // A subject that is compared twice is written twice, whatever it is.
  .init(
    "field age: int\nwhen age >= 6 and <= 17 < field b: string >",
    mended: "field age: int\nwhen age >= 6 and age <= 17 < field b: string >"),
  .init(
    "field a: < field b: < field c: int > >\ncheck a.b.c >= 6 and <= 17 message \"x\"",
    mended: "field a: < field b: < field c: int > >\n"
      + "check a.b.c >= 6 and a.b.c <= 17 message \"x\""),
  .init(
    "field age: int\ncheck age * 2 >= 6 and <= 17 message \"x\"", says: "Repeat what is compared"),
  .init(
    "field a: int rule range(0...1000000, 99999999) message \"x\"", "wrong-arguments",
    mended: "field a: int rule value in (0...1000000, 99999999) message \"x\""),
  // Ordinary words.
  .init("field a: int\ncheck rows >= 5", mended: "field a: int\ncheck records >= 5"),
  .init("field a: int rule above(0)", mended: "field a: int rule positive"),
  .init(
    "field a: int rule over(5) message \"x\"", mended: "field a: int rule value > 5 message \"x\""),
  .init(
    "field a: int rule under(5) message \"x\"", mended: "field a: int rule value < 5 message \"x\""),
  .init("field a: int rule greater than 0", mended: "field a: int rule positive"),
  .init(
    "field a: int rule less than 5 message \"x\"",
    mended: "field a: int rule value < 5 message \"x\""),
  .init(
    "field a: int\ncheck a is greater than 5 message \"x\"",
    mended: "field a: int\ncheck a > 5 message \"x\""),
  .init(
    "field a: date rule year(2026...2027) message \"x\"", "other-wording",
    mended: "field a: date rule year(value) in 2026...2027 message \"x\""),
  .init(
    "field p: bool\nfield a: string rule digits unless p message \"x\"",
    mended: "field p: bool\nfield a: string rule p or digits message \"x\""),
  .init(
    "field p: int\nfield a: string rule digits unless p == 3 message \"x\"",
    mended: "field p: int\nfield a: string rule p == 3 or digits message \"x\""),
  .init(
    "field p: int\nfield a: string rule digits unless p + 1 == 3 message \"x\"",
    says: "exception before the rule"),
  .init(
    "field a: int\nfield b: string required when a == 3\nfield c: int",
    mended: "field a: int\nfield b: string required if a == 3\nfield c: int"),
  .init(
    "field a: bool\ncheck a == \"no\" message \"x\"", "incomparable",
    mended: "field a: bool\ncheck not a message \"x\""),
  .init(
    "field a: bool\ncheck a == \"Yes\" message \"x\"", "incomparable",
    mended: "field a: bool\ncheck a message \"x\""),
  .init(
    "field a: int optional\nfield b: int optional\n"
      + "check a is filled == b is filled message \"x\"",
    mended: "field a: int optional\nfield b: int optional\n"
      + "check (a is filled and b is filled or a is blank and b is blank) message \"x\""),
  .init(
    "field a: string rule not contains(email) message \"x\"", "unknown-class",
    says: "matches(/.*@.*/)"),
  .init(
    "field a: choice(\"a\", \"b\") required message \"x\" message \"y\"", "ambiguous-owner",
    says: "before \"required\""),
  // A pattern in a picture, and trailing zeros.
  .init(
    "field a: string rule like(\"####[FTU]\") message \"x\"", "pattern-in-picture",
    mended: "field a: string rule matches(/[0-9][0-9][0-9][0-9][FTU]/) message \"x\""),
  .init(
    "field a: string rule like(\"##+\") message \"x\"", "pattern-in-picture",
    mended: "field a: string rule matches(/[0-9][0-9]+/) message \"x\""),
  .init(
    "field a: string rule like(\"\\\\d.*\") message \"x\"", "pattern-in-picture",
    mended: "field a: string rule matches(/\\d.*/) message \"x\""),
  .init(
    "field a: number rule decimals(2)", "exact-decimals",
    mended: "field a: number rule decimals(...2)"),
  // Patterns in texts have their own escapes and slashes.
  .init(
    "field a: string pattern \"^\\\\d+$\" message \"x\"",
    mended: "field a: string rule matches(/\\d+/) message \"x\""),
  .init(
    "field a: string rule matches(\"https://x\") message \"x\"",
    mended: "field a: string rule matches(/https:\\/\\/x/) message \"x\""),
  .init(
    "field a: string rule regex(\"[0-9]{3}/\\\\d\") message \"x\"", "unknown-rule-word",
    mended: "field a: string rule matches(/[0-9]{3}\\/\\d/) message \"x\""),

  // Counts, formats and rule words by the type of their field.
  .init(
    "field a: string rule length(3)", "unknown-rule-word", mended: "field a: string rule count(3)"),
  .init(
    "field a: list of int rule size(3)", "unknown-rule-word",
    mended: "field a: list of int rule count(3)"),
  .init(
    "field a: int rule length(3)", "unknown-rule-word", says: "There is no rule word \"length\"."),
  .init("field a: date rule date(\"dd/MM/yyyy\")", mended: "field a: date(\"dd/MM/yyyy\")"),
  .init("field a: string rule startWith(\"x\")", mended: "field a: string rule startsWith(\"x\")"),
  .init("field a: string rule startsWith \"x\"", mended: "field a: string rule startsWith(\"x\")"),
  .init(
    "field a: string rule value is \"x\" message \"y\"", "is-before-value",
    mended: "field a: string rule value == \"x\" message \"y\""),
  .init("field a: string notEmpty", says: "unless it is optional"),
  .init(
    "field a: string optional\ncheck empty(a) message \"x\"",
    mended: "field a: string optional\ncheck a is blank message \"x\""),
  .init("field a: url", mended: "field a: string rule url"),
  .init("field a: uuid4", mended: "field a: string rule uuid(4)"),
  .init("field a: string rule uuid4", mended: "field a: string rule uuid(4)"),
  .init(understood: "field a: string rule unique(value)"),
  .init("field a: string rule distinct", mended: "field a: string rule unique"),
  // Joined texts, and calculations.
  .init(
    "field b: int\ncheck this.b > 3 message \"x\"",
    mended: "field b: int\ncheck b > 3 message \"x\""),
  .init(
    "field a: string\nfield b: string rule value == a & a message \"x\"",
    mended: "field a: string\nfield b: string rule value == joined(a, a) message \"x\""),
  .init(
    "field a: string\nfield b: string rule value = a & \" \" & a message \"x\"",
    mended: "field a: string\nfield b: string rule value == joined(a, \" \", a) message \"x\""),
  .init(
    "field a: string optional\nfield b: string rule value == \"{a}-x\" message \"x\"",
    "blank-in-text",
    mended:
      "field a: string optional\nfield b: string rule value == joined(a, \"-x\") message \"x\""),
  .init(
    understood:
      "field a: string optional\nfield b: string rule a is blank or value == \"{a}\" message \"x\""),
  .init(
    understood: "field a: string optional\nfield b: string\n"
      + "when a is filled < check b == \"{a}\" message \"x\" >"),
  .init(
    "field l: list of < field p: int >\nfield c: int rule value == average(l.p) message \"x\"",
    mended: "field l: list of < field p: int >\nfield c: int rule value == mean(l.p) message \"x\""),
  // Messages.
  .init(
    "field a: date rule value < today message \"before {today}\"", "unknown-placeholder",
    says: "define result = today"),
  .init(
    "field a: int rule value > 3 message \"more than {a - 1}\"", "unknown-placeholder",
    says: "define result = a - 1"),
  .init(
    "field a: int rule value > 3 message \"more than {value*2}\"", "unknown-placeholder",
    says: "write {result}"),
  .init("field a: int rule value > 3 message \"x\" if a > 4", says: "A message has no condition"),
  .init("field a: int rule positive \"x\"", mended: "field a: int rule positive message \"x\""),
  .init(
    "field a: string rule value == \"x\" \"y\"",
    mended: "field a: string rule value == \"x\" message \"y\""),
  .init(
    "field a: int\ncheck a in 1...5 \"y\"",
    mended: "field a: int\ncheck a in 1...5 message \"y\""),
  .init(
    "field x: bool\nfield a: int required if x message \"m\" rule value > 3", "no-message",
    says: "The message after required is only for a blank field"),
  // Checks.
  .init(
    "field a: string\nfield b: string\ncheck a or b message \"x\"", "not-a-condition",
    says: "a is filled"),
  .init("field a: string\ncheck a message \"x\"", "not-a-condition", says: "a is filled"),
  .init(
    "field a: string\nrecords > 0",
    mended: "field a: string\ncheck records in 1... message \"…\""),
  .init(
    "field a: string\nmin records 1",
    mended: "field a: string\ncheck records in 1... message \"…\""),
  .init(
    "field a: string\nmax records 9",
    mended: "field a: string\ncheck records in ...9 message \"…\""),
  // Comments, marks and names.
  .init("-- comment\nfield a: string", "habit", mended: "# comment\nfield a: string"),
  .init(
    "field a: string -- comment\nfield b: int", "out-of-place",
    mended: "field a: string # comment\nfield b: int"),
  .init(
    "/* of two\n   lines */ field a: string /* why */\nfield b: int", "stray-character",
    mended: "# of two\n#   lines\n field a: string # why\nfield b: int"),
  .init("/* without end", "stray-character", says: "begins with #"),
  .init(
    "field a: string;\nfield b: string ; # x", "habit",
    mended: "field a: string\nfield b: string # x"),
  .init("field a: choice(\"A\"; \"B\")", "stray-character", says: "\";\" has no meaning here"),
  .init(
    "field a: string,\nfield b: string, optional, rule digits,\nfield c: int", "habit",
    mended: "field a: string\nfield b: string optional rule digits\nfield c: int"),
  .init(
    "field a: string,optional,rule digits,field b: int default 1,field c: int", "habit",
    mended: "field a: string optional rule digits field b: int default 1 field c: int"),
  .init(
    "field a: string、optional\nfield b: int、\nfield c: int", "habit",
    mended: "field a: string optional\nfield b: int\nfield c: int"),
  .init(
    "field a: int field b: int\nexample \"x\" accepts < a: 1、b: 2 >", "out-of-place",
    mended: "field a: int field b: int\nexample \"x\" accepts < a: 1 b: 2 >"),
  .init(
    "field a: int rule value ＝ 3 and value ＜＞ 4 message \"x\"", "habit",
    mended: "field a: int rule value == 3 and value != 4 message \"x\""),
  // Missing and surplus words.
  .init(
    "field a: string hint \"never closed  \nfield b: int", "unterminated-text",
    mended: "field a: string hint \"never closed\"  \nfield b: int"),
  .init(
    "field a: string hint 「never closed", "unterminated-text",
    mended: "field a: string hint \"never closed\""),
  .init("field a: choice(\"x\", \"y)", "unterminated-text", says: "no closing quote"),
  .init("field a: string rule count between 1 and", "missing-value", says: "needed here"),
  .init(
    "field a: bool\nwhen a <\n  field b: int # why\n\nfield c: int", "unclosed-block",
    mended: "field a: bool\nwhen a <\n  field b: int > # why\n\nfield c: int"),
  .init(
    "field a: bool\nwhen a <\n  field r: <\n    field b: int\nfield c: int", "unclosed-block",
    mended: "field a: bool\nwhen a <\n  field r: <\n    field b: int > >\nfield c: int"),
  .init(
    "field a: bool\nwhen a <\nfield b: int\nfield c: int # why", "unclosed-block",
    mended: "field a: bool\nwhen a <\nfield b: int\nfield c: int > # why"),
  .init(
    "data csv < header 1 field a: int", "unclosed-block",
    mended: "data csv < header 1 > field a: int"),
  .init("field a: int >\nfield b: int", "stray-block-end", mended: "field a: int\nfield b: int"),
  .init(
    "field a: string trimmed hint \"x\" de \"y\" trimmed optional\n  hint \"z\" de \"z\"\n  secret",
    "repeated-clause",
    mended: "field a: string trimmed hint \"x\" de \"y\" optional\n\n  secret"),
  .init(
    "language en\nfield a: int\nlanguage ja", "repeated-clause",
    mended: "language en\nfield a: int\n"),
  .init(
    "field a: string trimmed rule digits trimmed message \"x\"", "repeated-clause",
    says: "given twice"),
  .init(
    "# \u{202E}ab\u{202C} c\nfield a: string hint \"\u{2067}a\"", "bidirectional",
    mended: "# ab c\nfield a: string hint \"a\""),
  .init(
    "field a: string hint \"\u{2067}a\u{2069}\u{202C}b\u{200F}\u{202A}\"", "bidirectional",
    mended: "field a: string hint \"\u{2067}a\u{2069}b\u{200F}\""),
  .init(
    "field a: int rule value > 3 and positive title \"x\"", "no-message",
    mended: "field a: int rule value > 3 and positive message \"…\" title \"x\""),
  .init("use \"\"", "unusable-file", says: "The name of a file is missing."),
  .init(
    "field a: int when a == 1 { field b: int field c: < field d: int > }",
    mended: "field a: int when a == 1 < field b: int field c: < field d: int > >"),
  .init(
    "field r: { field a: int }\nfield l: list of { field b: int }",
    mended: "field r: < field a: int >\nfield l: list of < field b: int >"),
  .init(
    "field a: int\nwhen a == 1 < field b: int > else { field c: int }",
    mended: "field a: int\nwhen a == 1 < field b: int > else < field c: int >"),
  .init(understood: "\tfield a:\tstring\r\n\t\toptional"),
  .init(
    "field a: string rule value != “x” message “y”", "habit",
    mended: "field a: string rule value != \"x\" message \"y\""),
  .init(
    "field a： bool\nwhen a ＜ field b： string ＞", "habit",
    mended: "field a: bool\nwhen a < field b: string >"),
  .init("field 1st: string", "bad-number", mended: "field `1st`: string"),
  .init("field 2: string", "missing-name", mended: "field `2`: string"),
  // Labels and columns.
  .init(
    "field born \"Geburtstag\": date\ncheck Geburtstag < today message \"x\"", "unknown-field",
    mended: "field born \"Geburtstag\": date\ncheck born < today message \"x\""),
  .init(
    "field born: date from \"birth date\"\nfield d: date rule value > `Birth Date` message \"x\"",
    "unknown-field",
    mended: "field born: date from \"birth date\"\nfield d: date rule value > born message \"x\""),
  .init(
    "field smoker \"Raucher\": bool\ncheck Raucher message \"x\"", "unknown-name",
    mended: "field smoker \"Raucher\": bool\ncheck smoker message \"x\""),
  .init(
    "field l: list of < field price \"Preis\": number >\ncheck sum(l.Preis) < 4 message \"x\"",
    "unknown-field",
    mended:
      "field l: list of < field price \"Preis\": number >\ncheck sum(l.price) < 4 message \"x\""),
  // Sentences, spreadsheets, schemas and other languages.
  .init(
    "field a: int\nfield b: int\ncheck a isnt b message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a != b message \"x\""),
  .init(
    "field a: int rule value >= \"5\" message \"x\"", "incomparable",
    mended: "field a: int rule value >= 5 message \"x\""),
  .init("field a: int rule between 1-5", mended: "field a: int rule range(1...5)"),
  .init(
    "field a: int rule value is between 1 and 5 message \"x\"",
    mended: "field a: int rule value in 1...5 message \"x\""),
  .init(
    "field a: int rule value in range 1 to 5 message \"x\"",
    mended: "field a: int rule value in 1...5 message \"x\""),
  .init(
    "field a: int rule value in [1, 5] message \"x\"",
    mended: "field a: int rule value in (1, 5) message \"x\""),
  .init("field a: int rule range[1,5]", mended: "field a: int rule range(1...5)"),
  .init("field a: int rule range from 1 to 5", mended: "field a: int rule range(1...5)"),
  .init("field a: string rule count between 3 and 5", mended: "field a: string rule count(3...5)"),
  .init("field a: string rule length 3-5", mended: "field a: string rule count(3...5)"),
  .init("field a: string length: 10", mended: "field a: string rule count(10)"),
  .init("field a: string max length 20", mended: "field a: string rule count(...20)"),
  .init("field a: string rule maximum length of 20", mended: "field a: string rule count(...20)"),
  .init("field a: string rule min length 3", mended: "field a: string rule count(3...)"),
  .init("field a: string maxlen=20", mended: "field a: string rule count(...20)"),
  .init("field a: string format email", mended: "field a: string rule email"),
  .init("field a: string rule is an email address", mended: "field a: string rule email"),
  .init("field a: string rule email address", mended: "field a: string rule email"),
  .init("field a: string must be numeric", mended: "field a: string rule digits"),
  .init(
    "field a: string rule value is numeric message \"x\"", "unknown-rule-word",
    mended: "field a: string rule value is digits message \"x\""),
  .init("field a: string rule isNumeric()", mended: "field a: string rule digits"),
  .init("field a: string rule digits only", mended: "field a: string rule digits"),
  .init("field a: string rule only numbers", mended: "field a: string rule digits"),
  .init("field a: string rule alphabetic", mended: "field a: string rule letters"),
  .init(
    "field a: int optional\nfield b: int required if a not empty", "unknown-rule-word",
    mended: "field a: int optional\nfield b: int required if a not blank"),
  .init(
    "field a: int\nfield b: int required if a = 3", "habit",
    mended: "field a: int\nfield b: int required if a == 3"),
  .init(
    "field a: int\nfield b: int mandatory if a > 3",
    mended: "field a: int\nfield b: int required if a > 3"),
  .init(
    "field a: int\nfield b: int optional if a > 3",
    mended: "field a: int\nfield b: int required if not (a > 3)"),
  .init(
    "field a: int optional\nfield b: int required unless a is filled",
    mended: "field a: int optional\nfield b: int required if not (a is filled)"),
  .init(
    "field a: int\nfield b: int\nfield c: int\ncheck sum of a and b == c message \"x\"",
    mended: "field a: int\nfield b: int\nfield c: int\ncheck a + b == c message \"x\""),
  .init(
    "field a: int\nfield b: int\nfield c: int\ncheck a + b equals c message \"x\"",
    mended: "field a: int\nfield b: int\nfield c: int\ncheck a + b == c message \"x\""),
  .init(
    "field a: int\nfield b: int\nfield c: int\ncheck a plus b == c message \"x\"",
    mended: "field a: int\nfield b: int\nfield c: int\ncheck a + b == c message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a <> b message \"x\"", "habit",
    mended: "field a: int\nfield b: int\ncheck a != b message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a is not b message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a != b message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a differs from b message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a != b message \"x\""),
  .init(
    "field a: string\nfield b: string\ncheck a same as b message \"x\"",
    mended: "field a: string\nfield b: string\ncheck a == b message \"x\""),
  .init(
    "field a: date\nfield b: date\ncheck a before b message \"x\"",
    mended: "field a: date\nfield b: date\ncheck a < b message \"x\""),
  .init(
    "field a: date\nfield b: date\ncheck a is before b message \"x\"",
    mended: "field a: date\nfield b: date\ncheck a < b message \"x\""),
  .init(
    "field a: date\nfield b: date\ncheck a must be after b message \"x\"",
    mended: "field a: date\nfield b: date\ncheck a > b message \"x\""),
  .init(
    "field a: date\nfield b: date\ncheck b later than a message \"x\"",
    mended: "field a: date\nfield b: date\ncheck b > a message \"x\""),
  .init(
    "field a: date\nfield b: date\ncheck b on or after a message \"x\"",
    mended: "field a: date\nfield b: date\ncheck b >= a message \"x\""),
  .init(
    "field born: date\ncheck age(born) >= 18 message \"x\"",
    mended: "field born: date\ncheck born <= today - 18 years message \"x\""),
  .init(
    "field d: date rule value > 01.01.2020 message \"x\"",
    mended: "field d: date rule value > 2020-01-01 message \"x\""),
  .init(
    "field d: date rule value > \"2020-01-01\" message \"x\"", "incomparable",
    mended: "field d: date rule value > 2020-01-01 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck SUM(a, b) == 3 message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a + b == 3 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck MAX(a, b) == 3 message \"x\"", "unknown-function",
    mended: "field a: int\nfield b: int\ncheck max(a, b) == 3 message \"x\""),
  .init(
    "field a: string\ncheck LEFT(a, 2) == \"KG\" message \"x\"",
    mended: "field a: string\ncheck a startsWith(\"KG\") message \"x\""),
  .init(
    "field a: string\nfield b: string\ncheck CONCAT(a, b) == \"KG\" message \"x\"",
    mended: "field a: string\nfield b: string\ncheck joined(a, b) == \"KG\" message \"x\""),
  .init(
    "field l: list of int\ncheck COUNTIF(l, value > 3) == 3 message \"x\"", "unknown-function",
    mended: "field l: list of int\ncheck count(l, value > 3) == 3 message \"x\""),
  .init(
    "field a: bool\nfield b: bool\ncheck a implies b message \"x\"",
    mended: "field a: bool\nfield b: bool\ncheck not a or b message \"x\""),
  .init("field a: Ja/Nein", mended: "field a: bool(\"Ja\", \"Nein\")"),
  .init("field a: str", "unknown-type", mended: "field a: string"),
  .init("field a: decimal(10,2)", mended: "field a: number rule decimals(...2)"),
  .init("field a: string[]", mended: "field a: list of string"),
  .init("field a: list<string>", "missing-of", mended: "field a: list of string"),
  .init("field a: array of string", "unknown-type", mended: "field a: list of string"),
  .init("field a: [string]", mended: "field a: list of string"),
  .init("field a: enum(\"a\", \"b\")", mended: "field a: choice(\"a\", \"b\")"),
  .init("field a: one of \"a\", \"b\"", mended: "field a: choice(\"a\", \"b\")"),
  .init("field a: timestamp", "unknown-type", mended: "field a: instant"),
  .init("field a: string // note", "habit", mended: "field a: string # note"),
  .init("field a string", "missing-colon", mended: "field a: string"),
  .init("a: string", mended: "field a: string"),
  .init("int a", mended: "field a: int"),
  .init(
    "field a: int optional\nfield b: int\ncheck ISBLANK(a) or b > 1 message \"x\"",
    mended: "field a: int optional\nfield b: int\ncheck a is blank or b > 1 message \"x\""),
  .init(
    "field a: int rule value =< 5 message \"x\"", "habit",
    mended: "field a: int rule value <= 5 message \"x\""),
  .init(
    "field a: int rule value >== 5 message \"x\"", "habit",
    mended: "field a: int rule value >= 5 message \"x\""),
  .init(
    "field a: string rule starts with \"KG\" message \"x\"",
    mended: "field a: string rule startsWith(\"KG\") message \"x\""),
  .init(
    "field a: string rule begins with \"KG\" message \"x\"",
    mended: "field a: string rule startsWith(\"KG\") message \"x\""),
  .init(
    "field a: string rule value starts with \"KG\" message \"x\"",
    mended: "field a: string rule value startsWith(\"KG\") message \"x\""),
  .init(
    "field a: string rule value LIKE \"KG%\" message \"x\"",
    mended: "field a: string rule value startsWith(\"KG\") message \"x\""),
  .init(
    "field a: string rule LIKE \"KG%\" message \"x\"",
    mended: "field a: string rule startsWith(\"KG\") message \"x\""),
  .init(
    "field a: string rule contains only letters message \"x\"",
    mended: "field a: string rule letters message \"x\""),
  .init(
    "field a: string rule value contains only letters message \"x\"",
    mended: "field a: string rule value is letters message \"x\""),
  .init(
    "field a: string rule only(katakana, \" \") message \"x\"",
    mended: "field a: string rule matches(/[\\p{Script=Katakana}ー゛゜ ]+/) message \"x\""),
  .init("field a: int(1...5)", mended: "field a: int rule range(1...5)"),
  .init("field a: { type: string }", mended: "field a: string"),
  .init("field a: { type: string, required: true }", mended: "field a: string"),
  .init(
    "field a: date rule value <= TODAY() message \"x\"",
    mended: "field a: date rule value <= today message \"x\""),
  .init(
    "field a: date rule value <= today() message \"x\"",
    mended: "field a: date rule value <= today message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck AND(a > 1, b > 2) message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a > 1 and b > 2 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck OR(a > 1, b > 2) message \"x\"",
    mended: "field a: int\nfield b: int\ncheck (a > 1 or b > 2) message \"x\""),
  .init(
    "field a: bool\nfield b: bool\ncheck AND(a, b) message \"x\"",
    mended: "field a: bool\nfield b: bool\ncheck a and b message \"x\""),
  .init(
    "field a: int optional\nfield b: int\ncheck a IS NOT NULL or b > 1 message \"x\"",
    mended: "field a: int optional\nfield b: int\ncheck a is filled or b > 1 message \"x\""
  ),
  .init(
    "field a: int optional\nfield b: int\ncheck a IS NULL or b > 1 message \"x\"",
    mended: "field a: int optional\nfield b: int\ncheck a is blank or b > 1 message \"x\""),
  .init(
    "field a: int rule value > 3 else \"x\"", mended: "field a: int rule value > 3 message \"x\""),
  .init("field a: int must be between 1 and 5", mended: "field a: int rule range(1...5)"),
  .init(
    "field a: int rule value must be between 1 and 5 message \"x\"",
    mended: "field a: int rule value in 1...5 message \"x\""),
  .init("field a: int rule must be between 1 and 5", mended: "field a: int rule range(1...5)"),
  .init("field a: string not empty", mended: "field a: string"),
  .init("field a: string rule has 10 characters", mended: "field a: string rule count(10)"),
  .init("field a: string has 10 characters", mended: "field a: string rule count(10)"),
  .init("field a: int from 1 to 5", mended: "field a: int rule range(1...5)"),
  .init("field a: int rule from 1 to 5", mended: "field a: int rule range(1...5)"),
  .init(
    "field a: int rule value from 1 to 5", mended: "field a: int rule value in 1...5 message \"…\""),
  .init(
    "field a: int rule value is greater than 5 message \"x\"",
    mended: "field a: int rule value > 5 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a is greater than b message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a > b message \"x\""),
  .init(
    "field a: int rule is greater than 5 message \"x\"",
    mended: "field a: int rule value > 5 message \"x\""),
  .init("field a: string maxLength: 20", mended: "field a: string rule count(...20)"),
  .init(
    "field a: string pattern: \"[A-Z]+\" message \"x\"",
    mended: "field a: string rule matches(/[A-Z]+/) message \"x\""),
  .init(
    "field a: int rule value 以上 18 message \"x\"",
    mended: "field a: int rule value >= 18 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a > 1 und b > 2 message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a > 1 and b > 2 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a > 1 oder b > 2 message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a > 1 or b > 2 message \"x\""),
  .init("field a: Zahl", mended: "field a: number"),
  .init("field a: string Pflichtfeld", mended: "field a: string"),
  .init(
    "field a: int\nfield b: bool\ncheck =IF(a>5, b, TRUE) message \"x\"",
    mended: "field a: int\nfield b: bool\ncheck not (a>5) or b message \"x\""),
  .init(
    "field a: int\nfield b: bool\ncheck IF(a>5, b, TRUE) message \"x\"",
    mended: "field a: int\nfield b: bool\ncheck not (a>5) or b message \"x\""),
  .init(
    "field a: int\ncheck a % 2 == 0 message \"x\"", "stray-character",
    mended: "field a: int\ncheck mod(a, 2) == 0 message \"x\""),
  .init(
    "field a: int\nfield b: bool\ncheck a > 3 if b else a > 5 message \"x\"",
    mended:
      "field a: int\nfield b: bool\nwhen b < check a > 3 message \"x\" > else < check a > 5 message \"x\" >"
  ),
  .init(
    "field d: date\ncheck weekday(d) == \"Monday\" message \"x\"",
    mended: "field d: date\ncheck weekday(d) == 1 message \"x\""),
  .init(
    "field d: date\ncheck weekday(d) == Monday message \"x\"",
    mended: "field d: date\ncheck weekday(d) == 1 message \"x\""),
  .init(
    "field d: date\ncheck weekday(d) in (\"Monday\", \"Tuesday\") message \"x\"",
    mended: "field d: date\ncheck weekday(d) in (1, 2) message \"x\""),
  .init("field a: string rule valid email", mended: "field a: string rule email"),
  .init("field a: string must be a valid email", mended: "field a: string rule email"),
  .init(
    "field a: string rule value must be a valid email",
    mended: "field a: string rule value is email"),
  .init(
    "field a: int rule at least 5 message \"x\"",
    mended: "field a: int rule value >= 5 message \"x\""),
  .init(
    "field a: int rule value at most 5 message \"x\"",
    mended: "field a: int rule value <= 5 message \"x\""),
  .init("field a: string rule at least 5 characters", mended: "field a: string rule count(5...)"),
  .init("field a: string max 20 characters", mended: "field a: string rule count(...20)"),
  .init("field a: string rule max 20 characters", mended: "field a: string rule count(...20)"),
  .init(
    "field a: string rule exactly 10 digits", mended: "field a: string rule count(10) and digits"),
  .init(
    "field a: string rule between 3 and 10 characters", mended: "field a: string rule count(3...10)"
  ),
  .init("field a: int max: 5", mended: "field a: int rule range(...5)"),
  .init("field a: int min: 1 max: 5", mended: "field a: int rule range(1...5)"),
  .init("field a: string required: true", mended: "field a: string"),
  .init("field a: string required: false", mended: "field a: string optional"),
  .init("field a: string optional: true", mended: "field a: string optional"),
  .init("field a: string unique: true", mended: "field a: string rule unique"),
  .init("field a: int default: 5", mended: "field a: int default 5"),
  .init("field a: int default = 5", mended: "field a: int default 5"),
  .init("field a: string enum: [\"a\", \"b\"]", mended: "field a: string rule oneOf(\"a\", \"b\")"),
  .init(
    "field a: string rule one of (\"a\", \"b\")", mended: "field a: string rule oneOf(\"a\", \"b\")"
  ),
  .init(
    "field a: string rule is one of \"a\", \"b\"",
    mended: "field a: string rule oneOf(\"a\", \"b\")"),
  .init(
    "field a: string rule either \"a\" or \"b\"", mended: "field a: string rule oneOf(\"a\", \"b\")"
  ),
  .init(
    "field a: int rule greater than or equal to 5 message \"x\"",
    mended: "field a: int rule value >= 5 message \"x\""),
  .init(
    "field a: int rule value is greater than or equal to 5 message \"x\"",
    mended: "field a: int rule value >= 5 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a is equal to b message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a == b message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a is not equal to b message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a != b message \"x\""),
  .init("field a: string must be unique", mended: "field a: string rule unique"),
  .init("field a: string must not be blank", mended: "field a: string"),
  .init("field a: string rule can not be empty", mended: "field a: string"),
  .init(
    "field a: date rule in the past message \"x\"",
    mended: "field a: date rule value < today message \"x\""),
  .init(
    "field a: date must be in the past", mended: "field a: date rule value < today message \"…\""),
  .init(
    "field a: date rule value must be in the future message \"x\"",
    mended: "field a: date rule value > today message \"x\""),
  .init(
    "field a: string rule does not start with \"x\" message \"x\"",
    mended: "field a: string rule not startsWith(\"x\") message \"x\""),
  .init(
    "field a: string rule value does not contain \"x\" message \"x\"",
    mended: "field a: string rule value not contains(\"x\") message \"x\""),
  .init(
    "field a: int\ncheck a === 5 message \"x\"", "habit",
    mended: "field a: int\ncheck a == 5 message \"x\""),
  .init(
    "field a: int\ncheck a !== 5 message \"x\"", "habit",
    mended: "field a: int\ncheck a != 5 message \"x\""),
  .init(
    "field a: string rule value matches \"[A-Z]+\" message \"x\"",
    mended: "field a: string rule value matches(/[A-Z]+/) message \"x\""),
  .init(
    "field a: string must match \"[A-Z]+\" message \"x\"",
    mended: "field a: string rule matches(/[A-Z]+/) message \"x\""),
  .init(
    "field a: string rule value like \"K_G%\" message \"x\"",
    mended: "field a: string rule value matches(/K.G.*/) message \"x\""),
  .init(
    "field a: bool\ncheck NOT(a) message \"x\"", mended: "field a: bool\ncheck not a message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a > 1 AND NOT b > 2 message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a > 1 and not b > 2 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a > 1 AND b > 2 message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a > 1 and b > 2 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a > 1 OR b > 2 message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a > 1 or b > 2 message \"x\""),
  .init(
    "field a: string\ncheck LEN(a) > 3 message \"x\"",
    mended: "field a: string\ncheck a count(4...) message \"x\""),
  .init(
    "field a: date\ncheck YEAR(a) > 2000 message \"x\"", "unknown-function",
    mended: "field a: date\ncheck year(a) > 2000 message \"x\""),
  .init(
    "field a: bool\nfield b: int\nfield c: int\ncheck b > (a ? 1 : 2) message \"x\"",
    mended: "field a: bool\nfield b: int\nfield c: int\ncheck b > (1 if a else 2) message \"x\""),
  .init(
    "field a: int\nfield b: int\ndefine x = IF(a > 5, b, 3)\ncheck x > b message \"x\"",
    mended: "field a: int\nfield b: int\ndefine x = (b if a > 5 else 3)\ncheck x > b message \"x\""),
  .init(
    "field a: int\nfield b: bool\nfield c: bool\ncheck IF(a > 5, b, c) message \"x\"",
    mended:
      "field a: int\nfield b: bool\nfield c: bool\ncheck a > 5 and b or not (a > 5) and c message \"x\""
  ),
  .init(
    "field a: int\nfield b: int rule value > 3 if a > 5 else value < 2 message \"x\"",
    mended:
      "field a: int\nfield b: int rule a > 5 and value > 3 or not (a > 5) and value < 2 message \"x\""
  ),
  .init(
    "field a: int\nfield b: int rule value > 3 if a > 5 else value < 2",
    mended:
      "field a: int\nfield b: int rule a > 5 and value > 3 or not (a > 5) and value < 2 message \"…\""
  ),
  .init(
    "field a: int\nfield b: int\ncheck a > 3 if b > 3 else a > 5",
    mended:
      "field a: int\nfield b: int\ncheck b > 3 and a > 3 or not (b > 3) and a > 5 message \"…\""),
  .init(
    "field a: int rule value zwischen 1 und 5 message \"x\"",
    mended: "field a: int rule value in 1...5 message \"x\""),
  .init("field a: int von 1 bis 5", mended: "field a: int rule range(1...5)"),
  .init(
    "field a: int rule value größer als 5 message \"x\"",
    mended: "field a: int rule value > 5 message \"x\""),
  .init(
    "field a: int optional\nfield b: int\ncheck a is null or b > 1 message \"x\"",
    mended: "field a: int optional\nfield b: int\ncheck a is blank or b > 1 message \"x\""),
  .init(
    "field d: date\ncheck month(d) == \"May\" message \"x\"",
    mended: "field d: date\ncheck month(d) == 5 message \"x\""),
  .init(
    "field d: date\ncheck weekday(d) is \"Monday\" message \"x\"",
    mended: "field d: date\ncheck weekday(d) == 1 message \"x\""),
  .init(
    "field d: date rule value <= TODAY message \"x\"",
    mended: "field d: date rule value <= today message \"x\""),
  .init(
    "field d: date rule value <= heute message \"x\"",
    mended: "field d: date rule value <= today message \"x\""),
  .init("field a: string(20)", mended: "field a: string rule count(...20)"),
  .init("field a: string(1...20)", mended: "field a: string rule count(1...20)"),
  .init("field a: number(0...)", mended: "field a: number rule range(0...)"),
  .init("field a: int(1, 5)", mended: "field a: int rule range(1...5)"),
  .init(
    "field a: date(2020-01-01...2021-01-01)",
    mended: "field a: date rule range(2020-01-01...2021-01-01)"),
  .init("field a: Ganzzahl", mended: "field a: int"),
  .init("field a: 文字列", mended: "field a: string"),
  .init("field a: 整数", mended: "field a: int"),
  .init("field a: string 必須", mended: "field a: string"),
  .init(
    "field a: int rule value 18 以上 message \"x\"",
    mended: "field a: int rule value >= 18 message \"x\""),
  .init(
    "field a: int rule value 超 18 message \"x\"",
    mended: "field a: int rule value > 18 message \"x\""),
  .init(
    "field a: int rule value 大于 18 message \"x\"",
    mended: "field a: int rule value > 18 message \"x\""),
  .init(
    "field a: int\nfield b: int\ncheck a > 1 et b > 2 message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a > 1 and b > 2 message \"x\""),
  .init(
    "field a: bool\ncheck nicht a message \"x\"", mended: "field a: bool\ncheck not a message \"x\""
  ),
  .init(
    "field a: string rule value contains \"x\" message \"x\"",
    mended: "field a: string rule value contains(\"x\") message \"x\""),
  .init(
    "field a: string rule ends with \".pdf\"", mended: "field a: string rule endsWith(\".pdf\")"),
  .init(
    "field a: string rule starts with \"a\" or starts with \"b\" message \"x\"",
    mended: "field a: string rule startsWith(\"a\") or startsWith(\"b\") message \"x\""),
  .init(
    "field a: string rule value starts with \"a\" or value ends with \"b\" message \"x\"",
    mended: "field a: string rule value startsWith(\"a\") or value endsWith(\"b\") message \"x\""),
  .init("field a: string rule may not be empty", mended: "field a: string"),
  .init("field a: string NOT NULL", mended: "field a: string"),
  .init("field a: VARCHAR(20) NOT NULL", mended: "field a: string rule count(...20)"),
  .init(
    "field a: string rule not longer than 20 characters",
    mended: "field a: string rule count(...20)"),
  .init(
    "field a: string rule no more than 20 characters", mended: "field a: string rule count(...20)"),
  .init(
    "field a: string rule /[A-Z]+/ message \"x\"",
    mended: "field a: string rule matches(/[A-Z]+/) message \"x\""),
  .init(
    "field a: int\nfield b: int required only if a > 3",
    mended: "field a: int\nfield b: int required if a > 3"),
  .init(
    "field a: int\nfield b: int required unless a > 3",
    mended: "field a: int\nfield b: int required if not (a > 3)"),
  .init(
    "field a: int\nfield b: int\ncheck that a > b message \"x\"",
    mended: "field a: int\nfield b: int\ncheck a > b message \"x\""),
  .init(
    "field a: string rule value in [\"a\", \"b\"] message \"x\"",
    mended: "field a: string rule value in (\"a\", \"b\") message \"x\""),
  .init("field a: int rule is in 1...5", mended: "field a: int rule range(1...5)"),
  .init("field a: int rule must be positive", mended: "field a: int rule positive"),
  .init("field a: int rule is positive", mended: "field a: int rule positive"),
  .init("field a: string label \"A\"", mended: "field a \"A\": string"),
  .init(
    "field a: number rule range(0...12,50) message \"x\"",
    mended: "field a: number rule range(0...12.50) message \"x\""),
  .init(
    "field a: number rule value in 0...12,50 message \"x\"",
    mended: "field a: number rule value in 0...12.50 message \"x\""),
  .init(
    "field a: number rule value <= 12,50 message \"x\"",
    mended: "field a: number rule value <= 12.50 message \"x\""),
  .init("field a: number default 12,50", mended: "field a: number default 12.50"),
  .init(
    "field a: number\ncheck a <= 12,50 message \"x\"",
    mended: "field a: number\ncheck a <= 12.50 message \"x\""),
  .init(
    "field a: number\nexample \"x\" accepts < a: 12,50 >",
    mended: "field a: number\nexample \"x\" accepts < a: 12.50 >"),
  .init(
    "field a: number\ncheck a * 1,5 > 3 message \"x\"",
    mended: "field a: number\ncheck a * 1.5 > 3 message \"x\""),
  .init(
    "field a: string rule count(1,5)", "wrong-arguments",
    mended: "field a: string rule count(1...5)"),
  .init(
    "field a: number\ncheck round(a, 1) > 12,5 message \"x\"",
    mended: "field a: number\ncheck round(a, 1) > 12.5 message \"x\""),
  .init(
    "table fee(k) < \"a\" -> 12,50 \"b\" -> 13,50 >\nfield k: choice(\"a\", \"b\")\nfield f: number rule value == fee(k) message \"x\"",
    mended:
      "table fee(k) < \"a\" -> 12.50 \"b\" -> 13.50 >\nfield k: choice(\"a\", \"b\")\nfield f: number rule value == fee(k) message \"x\""
  ),
  .init(
    "table fee(k) < ...9,99 -> 1 10,00... -> 2 >\nfield k: number\nfield f: number rule value == fee(k) message \"x\"",
    mended:
      "table fee(k) < ...9.99 -> 1 10.00... -> 2 >\nfield k: number\nfield f: number rule value == fee(k) message \"x\""
  ),
  .init(
    "field a: number rule value <= 1.250,50 message \"x\"",
    mended: "field a: number rule value <= 1250.50 message \"x\""),
  .init(
    "field a: number\nfield b: int required if a > 12,50",
    mended: "field a: number\nfield b: int required if a > 12.50"),
  .init(
    "field a: number\nwhen a > 12,50 <\nfield b: int >",
    mended: "field a: number\nwhen a > 12.50 <\nfield b: int >"),
  .init("field a: number rule multipleOf(0,5)", mended: "field a: number rule multipleOf(0.5)"),
  // Other languages and tools.
  .init(
    "field a: number(10,2)",
    says: "decimals(...2)"),
  .init(
    "field a: int optional\nfield t: string optional\ncheck a >= 18 または a <= 5 message \"m\"",
    mended: "field a: int optional\nfield t: string optional\ncheck a >= 18 or a <= 5 message \"m\""
  ),
  .init(
    "field a: int optional\nfield t: string optional\ncheck a >= 18 かつ a <= 50 message \"m\"",
    mended:
      "field a: int optional\nfield t: string optional\ncheck a >= 18 and a <= 50 message \"m\""),
  .init(
    "field a: int optional\nfield t: string optional\ncheck a >= 18 xor a <= 5 message \"m\"",
    says: "and not (a and b)"),
  .init(
    "field kind: choice(\"sample\", \"blank\")\ncheck kind is sample message \"m\"",
    "unknown-rule-word",
    mended: "field kind: choice(\"sample\", \"blank\")\ncheck kind == \"sample\" message \"m\""),
  .init(
    "field run: string\nfield result: number\ncheck median(records.result) < 1 per run message \"m\"",
    says: "count, sum, min"),
  .init(
    "field t: string optional default none",
    mended: "field t: string optional"),
  .init(
    "field a: int default null",
    mended: "field a: int optional"),
  .init(
    "field a: int optional\nfield t: string optional\nfield r: int = a // 2", "whole-division",
    says: "round(a / b, 0, down)"),
  .init(
    "field t: [string]",
    mended: "field t: list of string"),
  .init(
    "field a: int rule value in (1-5) message \"m\"", "subtraction-as-range",
    mended: "field a: int rule value in (1...5) message \"m\""),
  .init(
    "field a: int rule value in (1-5, 8) message \"m\"", "subtraction-as-range",
    mended: "field a: int rule value in (1...5, 8) message \"m\""),
  .init(
    "field t: string rule like(\"KG%\")", "pattern-in-picture",
    says: "startsWith"),
  .init(
    "field t: string rule like(\"KG*\")", "pattern-in-picture",
    says: "startsWith"),
  .init(
    "field a: int\nwhen a > 5 < field b: int > else \"x\"",
    mended: "field a: int\nwhen a > 5 < field b: int > else blank message \"x\""),
  .init(
    "field t: string rule maxLength: 20",
    mended: "field t: string rule count(...20)"),
  .init(
    "field t: string maxLength(20)",
    mended: "field t: string rule count(...20)"),
  .init(
    "field t: string minLength(2)",
    mended: "field t: string rule count(2...)"),
  .init(
    "field t: string rule maxLength = 20",
    mended: "field t: string rule count(...20)"),
  .init(
    "field t: string pattern(\"[A-Z]+\")",
    mended: "field t: string rule matches(/[A-Z]+/) message \"…\""),
  .init(
    "field a: int rule 18以上 message \"m\"",
    mended: "field a: int rule value >= 18 message \"m\""),
  .init(
    "field a: int 0以上",
    mended: "field a: int rule value >= 0 message \"…\""),
  .init(
    "field t: string 20文字以内",
    mended: "field t: string rule count(...20)"),
  .init(
    "field t: string rule 20文字以内",
    mended: "field t: string rule count(...20)"),
  .init(
    "field a: int 1から5まで",
    mended: "field a: int rule range(1...5)"),
  .init(
    "field b: int\nfield a: int optional\nfield t: string optional\ncheck (b > 1 if a > 5 else b < 3) message \"m\"",
    mended:
      "field b: int\nfield a: int optional\nfield t: string optional\ncheck (a > 5 and b > 1 or not (a > 5) and b < 3) message \"m\""
  ),
  .init(
    "field a: int optional\nfield t: string optional\ncheck t starts with \"KG\" message \"m\"",
    mended:
      "field a: int optional\nfield t: string optional\ncheck t startsWith(\"KG\") message \"m\""),
  .init(
    "field a: int optional\nfield t: string optional\ncheck t begins with \"KG\" message \"m\"",
    mended:
      "field a: int optional\nfield t: string optional\ncheck t startsWith(\"KG\") message \"m\""),
  .init(
    "field a: int optional\nfield t: string optional\ncheck t ends with \"KG\" message \"m\"",
    mended:
      "field a: int optional\nfield t: string optional\ncheck t endsWith(\"KG\") message \"m\""),
  .init(
    "field d: date rule value after today message \"m\"",
    mended: "field d: date rule value > today message \"m\""),
  .init(
    "field d: date\ncheck d after today message \"m\"",
    mended: "field d: date\ncheck d > today message \"m\""),
  .init(
    "field d: date rule before 2020-01-01 message \"m\"",
    mended: "field d: date rule value < 2020-01-01 message \"m\""),
  .init(
    "field d: date rule after 2020-01-01 message \"m\"",
    mended: "field d: date rule value > 2020-01-01 message \"m\""),
  .init(
    "field t: { type: string, maxLength: 20 }",
    mended: "field t: string rule count(...20)"),
  .init(
    "field a: { \"type\": \"integer\", \"minimum\": 0 }",
    mended: "field a: int rule range(0...)"),
  .init(
    "field a: int optional\nfield b: string optional\nif a > 3 then b is filled message \"m\"",
    mended:
      "field a: int optional\nfield b: string optional\nwhen a > 3 < check b is filled message \"m\" >"
  ),
  .init(
    "field a: int rule value < 1.000.000 message \"m\"",
    says: "1_000_000"),
  .init(
    "field a: number = round(2.5 * 1,19, 2)",
    mended: "field a: number = round(2.5 * 1.19, 2)"),
  .init(
    "field t: string rule only(katakana, digit)",
    says: "several kinds"),
  .init(
    "field t: string rule only(kanji)",
    mended: "field t: string rule kanji"),
  .init(
    "field d: date default TODAY()",
    says: "written value"),
  .init(
    "field d: date default today",
    says: "written value"),
  .init(
    "field a: int optional\nfield t: string optional\ncheck a BETWEEN 1 AND 5 message \"m\"",
    mended: "field a: int optional\nfield t: string optional\ncheck a in 1...5 message \"m\""),
  .init(
    "field a: int optional\nfield t: string optional\ncheck t IN ('x', 'y') message \"m\"",
    mended:
      "field a: int optional\nfield t: string optional\ncheck t in (\"x\", \"y\") message \"m\""),
  .init(
    "field t: varchar(20) NOT NULL UNIQUE",
    mended: "field t: string rule count(...20) rule unique"),
  .init(
    "field t: string format: email",
    mended: "field t: string rule email"),
  .init(
    "field a: int optional\nfield t: string optional\nfield b: int\ncheck IF(a > 5, TRUE, b > 1) message \"m\"",
    mended:
      "field a: int optional\nfield t: string optional\nfield b: int\ncheck (a is filled and a > 5 or b > 1) message \"m\""
  ),
  .init(
    "field a: int optional\nfield t: string optional\nfield r: int = WENN(a > 5; 1; 2)",
    mended: "field a: int optional\nfield t: string optional\nfield r: int = (1 if a > 5 else 2)"),
  .init(
    "field a: int optional\nfield t: string optional\ncheck UND(a > 5; t == \"x\") message \"m\"",
    mended:
      "field a: int optional\nfield t: string optional\ncheck (a > 5 and t == \"x\") message \"m\""),
  .init(
    "field a: int rule value in range(1, 6) message \"m\"",
    mended: "field a: int rule value in 1..<6 message \"m\""),
  .init(
    "field t: string rule höchstens 20 Zeichen",
    mended: "field t: string rule count(...20)"),
  .init(
    "field t: string rule mindestens 20 Zeichen",
    mended: "field t: string rule count(20...)"),
  .init(
    "field t: string rule at least one digit",
    mended: "field t: string rule contains(digit)"),
  .init(
    "field a: int rule muss zwischen 1 und 5 liegen",
    mended: "field a: int rule range(1...5)"),
  .init(
    "field t: string rule darf nicht leer sein",
    says: "optional"),
  .init(
    "field a: int optional\nfield t: string optional\ncheck t nicht leer message \"m\"",
    mended: "field a: int optional\nfield t: string optional\ncheck t is filled message \"m\""),
  .init(
    "field a: int optional\nfield t: string optional\nfield r: string = a & \"-\" & t",
    mended: "field a: int optional\nfield t: string optional\nfield r: string = joined(a, \"-\", t)"
  ),
  .init(
    "field a: int optional\nfield t: string optional\ncheck t =~ /^KG/ message \"m\"",
    mended: "field a: int optional\nfield t: string optional\ncheck t matches(/^KG/) message \"m\""),
  .init(
    "field a: int > 0",
    mended: "field a: int rule value > 0 message \"…\""),
  .init(
    "field a: int >= 18",
    mended: "field a: int rule value >= 18 message \"…\""),
  .init(
    "field a: int 1...5",
    mended: "field a: int rule range(1...5)"),
  .init(
    "field a: number decimals 2",
    mended: "field a: number rule decimals(...2)"),
  .init(
    "field a: int optional\nfield t: string optional\ncheck ISBLANK(a) == false message \"m\"",
    mended: "field a: int optional\nfield t: string optional\ncheck a is filled message \"m\""),
  .init(
    "field a: int optional\nfield t: string optional\ncheck /KG+/.test(t) message \"m\"",
    mended: "field a: int optional\nfield t: string optional\ncheck t matches(/KG+/) message \"m\""),
  .init(
    "field a: int optional\nfield t: string optional\ncheck a mod 2 == 0 message \"m\"",
    mended: "field a: int optional\nfield t: string optional\ncheck a multipleOf(2) message \"m\""),
  .init(
    "field a: int optional\nfield t: string optional\nfield r: int = a > 5 ? 1 : 2",
    mended: "field a: int optional\nfield t: string optional\nfield r: int = 1 if a > 5 else 2"),
  .init(
    "field t: string rule value.startsWith(\"x\") message \"m\"",
    mended: "field t: string rule value startsWith(\"x\") message \"m\""),
  .init(
    "field t: string rule value.length <= 5",
    mended: "field t: string rule count(...5)"),
  .init(
    "field t: string\nfield u: string relevant: t == \"x\"",
    says: "around a field"),
  .init(
    "field a: int constraint: value > 3",
    says: "around a field"),
  .init(
    "field t: select_one fruits",
    says: "choice of NAME"),
  .init(
    "field run: string\nfield kind: string\ncheck count(records) == 1 per run and kind message \"m\"",
    mended:
      "field run: string\nfield kind: string\ncheck count(records) == 1 per run, kind message \"m\""
  ),
  .init(
    "field run: string\nfield kind: string\ncheck count(records) == 1 per (run, kind) message \"m\"",

    mended:
      "field run: string\nfield kind: string\ncheck count(records) == 1 per run, kind message \"m\""
  ),
  .init(
    "field run: string\nfield kind: string\ncheck count(records) == 1 for each run message \"m\"",
    mended: "field run: string\nfield kind: string\ncheck count(records) == 1 per run message \"m\""
  ),
  .init(
    "field run: string\nfield kind: string\ncheck count(records) == 1 message \"m\" per run",
    mended: "field run: string\nfield kind: string\ncheck count(records) == 1 per run message \"m\""
  ),
  .init(
    "field run: string\nfield id: string\ncheck unique(id) per run message \"m\"",
    mended: "field run: string\nfield id: string\ncheck unique(id, run) message \"m\""),
  .init(
    "field a: number\ncheck share(records, a is blank) >= 10 message \"m\"", "share-over-one",
    mended: "field a: number\ncheck share(records, a is blank) >= 10 % message \"m\""),
  .init(
    "field a: number optional\ncheck share(records, a is blank) <= 10 message \"m\"",
    "share-over-one",
    mended: "field a: number optional\ncheck share(records, a is blank) <= 10 % message \"m\""),
  .init(
    "field run: string\nfield a: number\ncheck count(records) == 5 message \"{run} has {actual}\"",
    "record-in-data-message",
    says: "per run"),
  .init(
    "field a: int optional\nfield t: string optional\nfield u: string rule upper(value) == value message \"m\"",
    says: "uppercased"),
  .init(
    "field t: string rule VLOOKUP(value, x, 2) message \"m\"",
    says: "list NAME from"),
  // Between records.
  .init(
    "field a: int\nfield k: string\ncheck count(records where k == \"x\") == 1 message \"m\"",
    mended: "field a: int\nfield k: string\ncheck count(records, k == \"x\") == 1 message \"m\""),
  .init(
    "field a: int\nfield k: string\ncheck count(records, a > 1 per k) == 1 message \"m\"",
    says: "at the end of the check"),
  .init(
    "field a: int\nfield k: string\ncheck sum(records.a per k) == 1000 and a > 1 or a < 7 or a > 12 message \"m\"",
    says: "at the end of the check"),
  .init(
    "field a: int\nfield k: string\ncheck max(records.a) - min(records.a) <= 10 and a > 1 or a < 7 warning \"m\" per k",
    says: "before message"),
  .init(
    "field a: int\nfield k: string\ncheck count(records) <= 8 and a > 1 or a < 7 or a > 12 at k per k",
    says: "before message and at"),
  .init(
    "field a: date\nfield k: string\ncheck count(records) <= 8 per k, year(a) message \"m\"",
    says: "Calculate one"),
  .init(
    "field a: date\nfield k: string\ncheck count(records) <= 8 per year(a) message \"m\"",
    says: "Calculate one"),
  .init(
    "field a: int\nfield k: string\ncheck count(distinct(records, k)) >= 3 message \"m\"",
    mended: "field a: int\nfield k: string\ncheck count(distinct(records.k)) >= 3 message \"m\""),
  .init(
    "field a: int\nfield k: string\ncheck a > previous(k: k).a message \"m\"", says: "has no keys"),
  .init(
    "field a: int optional\ncheck share(records, a is blank) <= 5 percent message \"m\"",
    mended: "field a: int optional\ncheck share(records, a is blank) <= 5 % message \"m\""),
  .init(
    "field a: int\ncheck a == 1 if previous is blank else a == previous.a + 1 message \"m\"",
    says: "two checks"),
  .init(
    "field a: int\ncheck count(records, a == a) <= 8 message \"m\"", "compared-with-itself",
    says: "once more as a list"),
  .init(
    "field a: int\nfield k: string\ncheck count(records.k == \"x\") == 1 per a message \"m\"",
    "wrong-function-arguments",
    mended:
      "field a: int\nfield k: string\ncheck count(records, k == \"x\") == 1 per a message \"m\""),
  .init(
    "field a: int\nfield k: string\ncheck sum(records.a, k == \"x\") == 1 message \"m\"",
    "wrong-function-arguments",
    mended: "field a: int\nfield k: string\ncheck sum(records, a, k == \"x\") == 1 message \"m\""),
  .init(
    "field a: int\nfield k: string\ncheck count(distinct(records.a, k == \"x\")) == 1 message \"m\"",
    "wrong-function-arguments",
    mended:
      "field a: int\nfield k: string\ncheck count(distinct(records(k: \"x\").a)) == 1 message \"m\""
  ),
  .init(
    "field a: int\nfield k: string\ncheck share(records, k == \"x\", a > 3) <= 5 % message \"m\"",
    "wrong-function-arguments",
    mended:
      "field a: int\nfield k: string\ncheck mean(records, 1 if k == \"x\" else 0, a > 3) <= 5 % message \"m\""
  ),
  .init(
    "field a: int\nfield k: string\ncheck max(a) <= 5 per k message \"m\"",
    "wrong-function-arguments",
    mended: "field a: int\nfield k: string\ncheck max(records.a) <= 5 per k message \"m\""),
  .init(
    "field a: int\nfield k: string\ncheck count(records.k == k) == 1 message \"m\"",
    "wrong-function-arguments",
    mended: "field a: int\nfield k: string\ncheck count(records(k: k)) == 1 message \"m\""),
  .init(
    "field a: int\nfield k: string\ncheck a <= 5 % of max(records.a) message \"m\"",
    mended: "field a: int\nfield k: string\ncheck a <= 5 % * max(records.a) message \"m\""),
  .init(
    "field a: int\nfield k: string\ncheck max(records.a) - min(records.a) <= 5 percent of mean(records.a) message \"m\"",
    mended:
      "field a: int\nfield k: string\ncheck max(records.a) - min(records.a) <= 5 % * mean(records.a) message \"m\""
  ),
  .init(
    "field a: int\nfield k: string\ncheck a >= previous.a per k, sorted a message \"m\"",
    says: "check the order"),
  .init(
    "field a: int\nfield k: string\ncheck a >= next.a message \"m\"", "unknown-field",
    says: "with previous"),
  .init(
    "field a: int\nfield k: string\ncheck k != \"x\" or a == max(records.a) message \"{actual}\"",
    "placeholder-without-source", says: "Write the name of the value."),
  .init(
    "field a: int\nfield k: string\n"
      + "check k != \"x\" or sum(records.a) <= max((a, 3)) message \"{actual}\"",
    "placeholder-without-source", says: "define found = sum(records.a)"),
  .init(
    "field a: int\nfield k: string\ncheck a > 3 message \"{records(k: k).a}\"",
    "unknown-placeholder",
    says: "{records(k: k).a}"),
  .init(
    "field a: int\ndefine b = a * 2\ncheck a > previous.b message \"m\"", "unknown-field",
    says: "calculated field"),
  // A register of persons in waves, and one of visits.
  .init(waves("unique(person) per hh, wave"), mended: waves("unique(person, hh, wave)")),
  .init(
    waves("same(sex) per hh, person"),
    mended: waves("count(distinct(records.sex)) <= 1 per hh, person")),
  .init(
    waves("records.sex is same per hh"), mended: waves("count(distinct(records.sex)) <= 1 per hh")),
  .init(waves("same(sex, wave, hh) per person"), says: "so for each field"),
  .init(waves("unique hh, wave"), mended: waves("unique(hh, wave)")),
  .init(waves("unique person"), mended: waves("unique(person)")),
  .init(waves("no duplicates of hh, wave"), mended: waves("unique(hh, wave)")),
  .init(
    waves("count(head) == 1 per hh"), "wrong-function-arguments",
    mended: waves("count(records, head) == 1 per hh")),
  .init(
    waves("share(sex == \"m\") <= 25 %"), "wrong-function-arguments",
    mended: waves("share(records, sex == \"m\") <= 25 %")),
  .init(
    waves("count(sex in (\"m\", \"f\")) <= 3 per hh"), "wrong-function-arguments",
    mended: waves("count(records, sex in (\"m\", \"f\")) <= 3 per hh")),
  .init(
    waves("sum(records, sex == \"m\") == 1 per hh"), "wrong-function-arguments",
    mended: waves("count(records, sex == \"m\") == 1 per hh")),
  .init(waves("wave == number of records per hh"), mended: waves("wave == count(records) per hh")),
  .init(
    waves("wave >= wave of the row before per hh"), mended: waves("wave >= previous.wave per hh")),
  .init(waves("start is sorted"), mended: waves("start >= previous.start")),
  .init(
    waves("count(records per hh, wave) <= 60 % * count(records per wave)"),
    mended: waves(
      "count(records(hh: hh, wave: wave)) <= 60 % * count(records(wave: wave))")),
  .init(
    waves("count(distinct(year(records.start))) == 1 per hh"),
    says: "ask for records.born"),
  .init(waves("age(start, end) >= 15"), says: "birth + 18 years"),
  .init(waves("end - start <= 14"), "incomparable", says: "14 days"),
  .init(waves("days(end - start) <= 14"), mended: waves("end - start <= 14 days")),
  .init(
    waves("end is within 14 days of start"),
    mended: waves("end in start - 14 days...start + 14 days")),
  .init(waves("start is not Sunday"), mended: waves("weekday(start) != 7")),
  .init(waves("hh is not Sunday"), mended: waves("hh != \"Sunday\"")),
  .init(
    "define day: datetime\nfield p: < field start: day >\ncheck p.start is Monday message \"m\"",
    mended: "define day: datetime\nfield p: < field start: day >\n"
      + "check weekday(p.start) == 1 message \"m\""),
  .init(
    "field day: choice(\"Monday\", \"Sunday\")\ncheck day is Monday message \"m\"",
    mended: "field day: choice(\"Monday\", \"Sunday\")\ncheck day == \"Monday\" message \"m\""),
  .init(waves("left(hh, 2) != person"), mended: waves("part(hh, 1...2) != person")),
  .init(waves("right(hh, 2) != person"), says: "part(text, 1...3)"),
  .init(waves("sex >= previous.sex"), "unordered", says: "in a table"),
  .init(waves("unique(person) or head"), "across-not-alone", says: "in a block"),
  .init(
    waves("part(hh, after: \"-\") == wave"), "incomparable", says: "number(…)"),
  .init(
    "list rooms from \"rooms.csv\" < field name: string field beds: int >\nfield n: int\n"
      + "check n <= rooms.beds message \"m\"", "incomparable",
    says: "rooms(name: …).beds, or ask about all of them, as in max(rooms.beds)."),
  .init(
    rooms("field n: int rule value >= rooms.beds"), "incomparable",
    says: "rooms(name: name).beds"),
  .init(
    rooms("field n: int\ncheck n - rooms.beds < 3"), "bad-arithmetic",
    says: "rooms(name: name).beds"),
  .init(
    rooms("field n: int rule value > beds"), "unknown-field",
    says: "write rooms(name: name).beds."),
  .init(
    rooms("define room = rooms(name: name)\nfield n: int rule value > beds or value < room.beds"),
    "unknown-field", says: "write room.beds."),
  .init(
    "field n: number or string\ncheck max(records.n) < 3 message \"m\"",
    "wrong-function-arguments",
    mended: "field n: number or string\ncheck max(records, n) < 3 message \"m\""),
  .init(
    "field a: datetime\nfield b: datetime\nfield limit: int\ncheck a - b <= limit message \"m\"",
    "incomparable", says: "limit * 1 day"),
  .init(
    "field a: bool\nfield b: string optional required if a", "contradiction",
    mended: "field a: bool\nfield b: string required if a"),
  // Alternatives of conditions.
  .init(
    "field m: bool\nfield a: int\ncheck a in (1...3 if m else 2...5) message \"x\"",
    mended:
      "field m: bool\nfield a: int\ncheck (m and a in 1...3 or not (m) and a in 2...5) message \"x\""
  ),
  .init(
    "field m: bool\nfield a: int rule value in (5... if m or a > 7 else 2...) message \"x\"",
    mended:
      "field m: bool\nfield a: int rule ((m or a > 7) and value in 5... or not (m or a > 7) and value in 2...) message \"x\""
  ),
  .init(
    "field a: int\ncheck a == 5 if count(records) > 3 else a == 6 message \"x\"",
    mended:
      "field a: int\ncheck count(records) > 3 and a == 5 or not (count(records) > 3) and a == 6 message \"x\""
  ),
  .init(
    "field a: int\ncheck a == 5 if count(records, a > 3) > 3 message \"x\"",
    mended: "field a: int\ncheck not (count(records, a > 3) > 3) or a == 5 message \"x\""),
  .init(
    "field a: int\ncheck if count(records, a > 3) > 3 then a == 5 message \"x\"",
    mended: "field a: int\ncheck not (count(records, a > 3) > 3) or a == 5 message \"x\""),
  .init(
    "field a: int\ncheck if count(records, a > 3) > 3 then a == 5 else a == 6 message \"x\"",
    mended:
      "field a: int\ncheck count(records, a > 3) > 3 and a == 5 or not (count(records, a > 3) > 3) and a == 6 message \"x\""
  ),
  .init(
    "field a: int\nif count(records, a > 3) > 3 then a == 5 else a == 6 message \"x\"",
    mended:
      "field a: int\ncheck count(records, a > 3) > 3 and a == 5 or not (count(records, a > 3) > 3) and a == 6 message \"x\""
  ),
  .init(
    "field a: int\nif count(records, a > 3) > 3 then a == 5 message \"x\"",
    mended: "field a: int\ncheck not (count(records, a > 3) > 3) or a == 5 message \"x\""),
  .init(
    "field m: bool\nfield z: int\ncheck if m then z > 5 else z > 1 message \"x\"",
    mended:
      "field m: bool\nfield z: int\nwhen m < check z > 5 message \"x\" > else < check z > 1 message \"x\" >"
  ),
  .init(
    "field m: bool\nfield z: int\nif m then z > 5 else z > 1 message \"x\"",
    mended:
      "field m: bool\nfield z: int\nwhen m < check z > 5 message \"x\" > else < check z > 1 message \"x\" >"
  ),
  .init(
    "field m: bool\nfield z: int message \"x\" rule if m then value > 5 else value > 1",
    mended:
      "field m: bool\nfield z: int message \"x\" rule m and value > 5 or not (m) and value > 1"),
  .init(
    "field m: bool\nfield a: int rule range(1...3) if m else range(1...5) message \"x\"",
    mended:
      "field m: bool\nfield a: int rule m and range(1...3) or not (m) and range(1...5) message \"x\""
  ),
  .init(
    "field m: bool\nfield a: int\nfield z: bool = a > 3 if m else a > 5",
    mended: "field m: bool\nfield a: int\nfield z: bool = m and a > 3 or not (m) and a > 5"),
  .init(
    "field m: bool\nfield a: int\ndefine z = a > 3 if m else a > 5\ncheck z message \"x\"",
    mended:
      "field m: bool\nfield a: int\ndefine z = m and a > 3 or not (m) and a > 5\ncheck z message \"x\""
  ),
  // Questions about all records.
  .init(
    "field s: string\ncheck count(records, s == this.s) == 1 message \"m\"",
    mended: "field s: string\ncheck count(records(s: s)) == 1 message \"m\""),
  .init(
    "field s: string\nfield t: int\ncheck count(records, record.s == s and t == this.t and t > 3) == 1 message \"m\"",
    says: "names are of the asked record"),
  .init(
    "field s: string\nfield t: int\ncheck count(records, s == this.s and t == this.t) == 1 message \"m\"",
    mended:
      "field s: string\nfield t: int\ncheck count(records(s: s, t: t)) == 1 message \"m\""),
  .init(
    "field s: string\ncheck count(records, s > this.s) == 1 message \"m\"",
    says: "names are of the asked record"),
  .init(
    "field s: string\ncheck COUNTIF(s, \"a\") <= 1 message \"m\"",
    mended: "field s: string\ncheck count(records, s == \"a\") <= 1 message \"m\""),
  .init(
    "field a: int\ncheck COUNTIF(a, \">5\") <= 1 message \"m\"",
    mended: "field a: int\ncheck count(records, a > 5) <= 1 message \"m\""),
  .init("field s: string\ncheck COUNTIF(s, \"a*\") <= 1 message \"m\"", says: "count(records"),
  .init("field s: string\ncheck COUNTIF(s, \">5\") <= 1 message \"m\"", says: "count(records"),
  .init(
    "field s: string\ncheck COUNTIF(s, \"5\") <= 1 message \"m\"",
    mended: "field s: string\ncheck count(records, s == \"5\") <= 1 message \"m\""),
  .init(
    "define code: string rule digits\nfield s: code\ncheck COUNTIF(s, 5) <= 1 message \"m\"",
    mended: "define code: string rule digits\nfield s: code\n"
      + "check count(records, s == \"5\") <= 1 message \"m\""),
  .init(
    "field d: date\ncheck COUNTIF(d, \">2024-01-01\") <= 1 message \"m\"",
    mended: "field d: date\ncheck count(records, d > 2024-01-01) <= 1 message \"m\""),
  .init("field a: int\ncheck COUNTIF(a, \"x\") <= 1 message \"m\"", says: "count(records"),
  .init(
    "field b: bool\ncheck COUNTIF(b, \"TRUE\") <= 1 message \"m\"",
    mended: "field b: bool\ncheck count(records, b == true) <= 1 message \"m\""),
  .init(
    "field l: list of date\ncheck COUNTIF(l, \">=2024-01-01\") <= 1 message \"m\"",
    mended: "field l: list of date\ncheck count(l, value >= 2024-01-01) <= 1 message \"m\""),
  .init(
    "field l: list of string\ncheck COUNTIF(l, \"a\") <= 1 message \"m\"",
    mended: "field l: list of string\ncheck count(l, value == \"a\") <= 1 message \"m\""),
  .init(
    "field s: string\nfield p: int\ncheck SUMIF(s, \"a\", p) <= 100 message \"m\"",
    mended:
      "field s: string\nfield p: int\ncheck sum(records, p, s == \"a\") <= 100 message \"m\""),
  .init("field a: list(int)", "missing-of", mended: "field a: list of int"),
  .init(
    "field a: int rule value > Anzahl message \"m\"", "unknown-field",
    says: "There is no field \"Anzahl\"."),
  .init(
    "field a: string rule value in (Rot, \"b\") message \"m\"", "unknown-field",
    mended: "field a: string rule value in (\"Rot\", \"b\") message \"m\""),
  .init(
    "field s: string rule 1文字以上20文字以下", mended: "field s: string rule count(1...20)"),
  .init("field a: int rule 18以上65以下", mended: "field a: int rule range(18...65)"),
  .init(
    waves("sum(records.wave) == 100 group by hh"), mended: waves("sum(records.wave) == 100 per hh")),
  .init(
    waves("sum(records.wave) == 100 group by hh, person"),
    mended: waves("sum(records.wave) == 100 per hh, person")),
  .init(
    "field z: int\nfield s: string\ncheck sum(records.z) == 100 message \"m\" GROUP BY s",
    mended: "field z: int\nfield s: string\ncheck sum(records.z) == 100 per s message \"m\""),
  .init(
    waves("sum(records.wave) per hh == 100"), mended: waves("sum(records.wave) == 100 per hh")),
  .init(waves("sum(records.wave) per hh, person == 100"), says: "at the end of the condition"),
  .init(
    waves("unique(records.hh, person)"), "across-in-list", mended: waves("unique(hh, person)")),
  .init(
    "list c = \"c.csv\" < field id: string >\nfield a: string rule value in c.id message \"m\"",
    mended:
      "list c from \"c.csv\" < field id: string >\nfield a: string rule value in c.id message \"m\""
  ),
  .init("list c = \"c.csv\"\nfield a: string", says: "file after from"),
  .init(
    "field a: int\nfield k: string\ncheck max(records.a) > 5 or k == \"x\" per k message \"{actual}\"",
    "placeholder-without-source", says: "define found = max(records.a)"),
  // Commas in numbers.
  .init(
    "field c: number(group \",\") rule value <= 1,000 message \"m\"",
    mended: "field c: number(group \",\") rule value <= 1000 message \"m\""),
  .init(
    "field c: number(group \",\") default 1,000",
    mended: "field c: number(group \",\") default 1000"),
  .init(
    "define money: number(group \",\")\nfield c \"C\": money\ncheck c <= 1,000.50 message \"m\"",
    mended:
      "define money: number(group \",\")\nfield c \"C\": money\ncheck c <= 1000.50 message \"m\""),
  .init("field a: int rule range(1...10,000)", mended: "field a: int rule range(1...10000)"),
  .init(
    "field a: number rule range(0...1,500,000)", mended: "field a: number rule range(0...1500000)"),
  .init(
    "field a: number(decimal \",\") rule range(0...1,500)",
    mended: "field a: number(decimal \",\") rule range(0...1.500)"),
  .init("field a: number rule range(0...1,500)", says: "Write a thousand as 1000"),
  .init("field a: number rule range(0...12,50)", mended: "field a: number rule range(0...12.50)"),
  .init("field a: number rule multipleOf(1,5)", mended: "field a: number rule multipleOf(1.5)"),
  .init("field a: int rule multipleOf(1,000)", mended: "field a: int rule multipleOf(1000)"),
  .init("field a: int rule range(1,000)", "wrong-arguments", says: "takes one range"),
  .init("field a: int rule range(0, 1,000)", "wrong-arguments", says: "takes one range"),
  .init("field a: string rule count(1,000)", "wrong-arguments", says: "takes one range"),
  .init(
    "field a: string rule count(1,5)", "wrong-arguments",
    mended: "field a: string rule count(1...5)"),
  .init(
    "field a: int\nfield b: number\ncheck a <= 1,000 message \"m\"",
    mended: "field a: int\nfield b: number\ncheck a <= 1000 message \"m\""),
  .init("field b: number\ncheck b <= 1,000 message \"m\"", says: "Write a thousand as 1000"),
  .init(
    "field a: int\nexample \"e\" accepts < a: 1,000 >",
    mended: "field a: int\nexample \"e\" accepts < a: 1000 >"),
  .init(
    "field a: number(group \",\") rule value in (1,000, 2,500) message \"m\"", "decimal-comma",
    mended: "field a: number(group \",\") rule value in (1000, 2500) message \"m\""),
  // Values of the run.
  .init(
    "needs year: int = 2026\nfield a: int rule value == year message \"m\"", "assigned-value",
    mended: "needs year: int default 2026\nfield a: int rule value == year message \"m\""),
  .init(
    "needs year = 2026\nfield a: int rule value == year message \"m\"", "assigned-value",
    mended: "needs year: int default 2026\nfield a: int rule value == year message \"m\""),
  .init(
    "needs until: date = date(2026, 12, 31)\nfield a: date rule value <= until message \"m\"",
    "assigned-value", says: "define until = "),
  // Lengths and lists of choices.
  .init("field a: string rule value.length > 3", mended: "field a: string rule count(4...)"),
  .init(
    "field a: string rule not value.length >= 3 message \"m\"",
    mended: "field a: string rule not count(3...) message \"m\""),
  .init(
    "field c: enum: [\"red\", \"green\"]", mended: "field c: choice(\"red\", \"green\")"),
  .init("field c: [\"red\", \"green\"]", mended: "field c: choice(\"red\", \"green\")"),
  .init("field c: enum[\"a\", \"b\"]", mended: "field c: choice(\"a\", \"b\")"),
  .init(
    "field c: string enum(\"red\", \"green\")", mended: "field c: choice(\"red\", \"green\")"),
  .init(
    "field c: select_multiple(\"red\", \"green\")",
    mended: "field c: list of choice(\"red\", \"green\")"),
  .init("field c: select_one(\"a\", \"b\")", mended: "field c: choice(\"a\", \"b\")"),
  .init("field c: choice(\"a\" or \"b\")", mended: "field c: choice(\"a\", \"b\")"),
  .init(
    "field c: choice(\"a\", \"b\" or \"c\")", mended: "field c: choice(\"a\", \"b\", \"c\")"),
  .init("field c: { \"type\": \"string\" }", mended: "field c: string"),
  .init(
    "field c: { \"type\": \"string\", \"enum\": [\"a\", \"b\"] }",
    mended: "field c: choice(\"a\", \"b\")"),
  // Values of other data.
  .init(
    customers("references customers(id)"),
    mended: customers("rule value in customers.id")),
  .init(
    customers("foreign key references customers.id"),
    mended: customers("rule value in customers.id")),
  .init("field c: string references customers(id)", says: "as in list customers from"),
  .init(
    wave1("hh, person in wave1"),
    mended: wave1("wave1(hh: hh, person: person) is filled")),
  .init(
    wave1("(hh, person) in wave1"),
    mended: wave1("wave1(hh: hh, person: person) is filled")),
  // The words of XLSForm.
  .init(
    "field a: int rule . >= 18 and . < 65 message \"m\"",
    mended: "field a: int rule value >= 18 and value < 65 message \"m\""),
  .init(
    "field a: int constraint: . > 3 message \"m\"",
    mended: "field a: int rule value > 3 message \"m\""),
  .init(
    "field a: string rule regex(., '^[A-Z]{3}$') message \"m\"",
    mended: "field a: string rule matches(/[A-Z]{3}/) message \"m\""),
  .init(
    "field m: choice(\"yes\", \"no\")\nwhen ${m} = \"yes\" < field b: int >",
    mended: "field m: choice(\"yes\", \"no\")\nwhen m == \"yes\" < field b: int >"),
  .init(
    "field m: bool\nwhen {m} < field b: int >", mended: "field m: bool\nwhen m < field b: int >"),
  // The functions of spreadsheets.
  .init(
    "field id: string\ncheck COUNTIF(records.id, id) = 1 message \"m\"",
    mended: "field id: string\ncheck count(records(id: id)) == 1 message \"m\""),
  .init(
    "field kind: string\ncheck COUNTIF(records.kind, \"a\") < 9 message \"m\"",
    mended: "field kind: string\ncheck count(records, kind == \"a\") < 9 message \"m\""),
  .init(
    "field kind: string\nfield n: int\ncheck COUNTIFS(records.kind, \"a\", records.n, \">3\") < 9 message \"m\"",
    mended:
      "field kind: string\nfield n: int\ncheck count(records, kind == \"a\" and n > 3) < 9 message \"m\""
  ),
  .init(
    "field kind: string\nfield n: int\ncheck SUMIF(records.kind, \"a\", records.n) < 9 message \"m\"",
    mended:
      "field kind: string\nfield n: int\ncheck sum(records, n, kind == \"a\") < 9 message \"m\""),
  .init(
    "field a: int\nfield b: bool\ncheck =IF(a>5, b, FALSE) message \"x\"",
    mended: "field a: int\nfield b: bool\ncheck a>5 and b message \"x\""),
  .init(
    "field a: int\nfield b: bool = IF(a > 5, TRUE, FALSE)",
    mended: "field a: int\nfield b: bool = (a > 5)"),
  // German words at the beginning of a declaration.
  .init(
    "field age: int\nwenn age < 18 <\n  field b: int\n>",
    mended: "field age: int\nwhen age < 18 <\n  field b: int\n>"),
  .init(
    "field a: int\nwenn a > 3 dann field b: int",
    mended: "field a: int\nwhen a > 3 < field b: int >"),
  .init(
    "field a: int\nfield b: int\nwenn a > 3 dann b > 4 message \"m\"",
    mended: "field a: int\nfield b: int\nwhen a > 3 < check b > 4 message \"m\" >"),
  .init("Feld a: int", mended: "field a: int"),
  .init(
    "field a: int Regel value > 3 message \"m\"",
    mended: "field a: int rule value > 3 message \"m\""),
  .init(
    "field a: int rule value nicht 3 message \"m\"",
    mended: "field a: int rule value != 3 message \"m\""),
  // Texts that are put together.
  .init(
    "field a: int rule value > 18 message \"You are \" + value + \", too young\"",
    mended: "field a: int rule value > 18 message \"You are {value}, too young\""),
  .init(
    "field a: int rule value > 18 message value + \" is too young\"",
    mended: "field a: int rule value > 18 message \"{value} is too young\""),
  // Counts of fields that are filled in.
  .init(
    optional("exactly one of phone, mail is filled"),
    mended: optional("count((phone, mail)) == 1")),
  .init(
    optional("exactly one of phone and mail is filled"),
    mended: optional("count((phone, mail)) == 1")),
  .init(
    optional("at least one of phone, mail is filled"),
    mended: optional("count((phone, mail)) >= 1")),
  .init(
    optional("phone or mail is filled"),
    mended: optional("phone is filled or mail is filled")),
  .init(
    optional("not vip or phone or mail is filled"),
    mended: optional("not vip or (phone is filled or mail is filled)")),
  // Comparisons.
  .init(
    ordered("a <= b <= c <= d"), "chained-comparison",
    mended: ordered("a <= b and b <= c and c <= d")),
  .init(
    ordered("not a < b < c"), "chained-comparison", mended: ordered("not (a < b and b < c)")),
  .init(ordered("not a <= b <= c"), "chained-comparison", mended: ordered("not b in a...c")),
  .init(ordered("a == 100 ± 5"), mended: ordered("a in 100 - 5...100 + 5")),
  .init(ordered("a == b ± 5 %"), mended: ordered("a in b * (1 - 5 %)...b * (1 + 5 %)")),
  .init(ordered("a == 100 +/- 5"), mended: ordered("a in 100 - 5...100 + 5")),
  .init(
    "field a: string rule value is in \"A\", \"B\" or \"C\" message \"m\"", "missing-parenthesis",
    mended: "field a: string rule value is in (\"A\", \"B\", \"C\") message \"m\""),
  .init(
    "field a: string rule value in \"A\" or \"B\" message \"m\"", "missing-parenthesis",
    mended: "field a: string rule value in (\"A\", \"B\") message \"m\""),
  .init(
    "field a: string rule value is \"A\", \"B\" or \"C\" message \"m\"", "is-before-value",
    mended: "field a: string rule value in (\"A\", \"B\", \"C\") message \"m\""),
  .init(
    "field a: string rule contains(\"A\" or \"B\") message \"m\"",
    mended: "field a: string rule contains(\"A\") or contains(\"B\") message \"m\""),
  .init(
    "field a: string\ncheck a endsWith(\"x\", \"y\") message \"m\"",
    mended: "field a: string\ncheck (a endsWith(\"x\") or a endsWith(\"y\")) message \"m\""),
  .init(
    "field a: date rule value < NOW() message \"m\"",
    mended: "field a: date rule value < today message \"m\""),
  .init(
    "field a: date rule value < now message \"m\"",
    mended: "field a: date rule value < today message \"m\""),
  .init(
    "field a: date rule value > 18 years ago message \"m\"",
    mended: "field a: date rule value > today - 18 years message \"m\""),
  .init(
    "field k: choice(\"x\", \"y\")\nfield a: int rule value > 3 if k == \"x\" else true message \"m\"",
    mended:
      "field k: choice(\"x\", \"y\")\nfield a: int rule not (k == \"x\") or value > 3 message \"m\""
  ),
  .init(
    ordered("e == (a > b)"), mended: ordered("e and a > b or not e and not (a > b)")),
  // What is valid, but means something else.
  .init(
    "field a: string rule value in \"red, green\" message \"m\"", "in-single-value",
    mended: "field a: string rule value in (\"red\", \"green\") message \"m\""),
  .init(
    "field a: int rule value > 3 message \"${value} is small\"", "foreign-placeholder",
    mended: "field a: int rule value > 3 message \"{value} is small\""),
  .init(
    "field a: int rule value > 3 message \"%d is small\"", "foreign-placeholder",
    says: "such as {value}"),
  .init(
    "field a: int rule value > 3 message \"{{value}} is small\"", "bad-placeholder",
    mended: "field a: int rule value > 3 message \"{value} is small\""),
  .init(
    "field a: string rule value == \"KG*\" message \"m\"", "pattern-in-text",
    mended: "field a: string rule value startsWith(\"KG\") message \"m\""),
  .init(
    "field a: string rule only(\"A-Z0-9_\") message \"m\"", "pattern-in-text",
    mended: "field a: string rule matches(/[A-Z0-9\\_]+/) message \"m\""),
  .init(
    "field a: choice(\"a, b, c\")", "packed-choices", mended: "field a: choice(\"a\", \"b\", \"c\")"
  ),
  .init(
    ordered("a == 100 +- 5"), "plus-minus", mended: ordered("a in 100 - 5...100 + 5")),
  .init(
    "field r: number or string rule value == \"n.d.\" or value >= 0 message \"m\"",
    "rule-never-fails",
    mended:
      "field r: number or string rule value is string and value == \"n.d.\" or value is number and value >= 0 message \"m\""
  ),
  .init(
    "field i: string\nfield d: date\ncheck count(records) == 1 per i per d message \"m\"",
    mended: "field i: string\nfield d: date\ncheck count(records) == 1 per i, d message \"m\""),
]

/// A form for a field about other data.
private func customers(_ clauses: String) -> String {
  """
  list customers from "c.csv" < field id: string >
  field c: string \(clauses) message "m"
  """
}

/// A form for a check with two keys of other data.
private func wave1(_ check: String) -> String {
  """
  list wave1 from "c.csv" < field hh: string field person: string >
  field hh: string
  field person: string
  check \(check) message "m"
  """
}

/// A form for advice about a list.
private func rooms(_ declarations: String) -> String {
  """
  list rooms from "rooms.csv" < field name: string field beds: int >
  field name: string
  \(declarations) message "m"
  """
}

/// A form for a check about fields that may be blank.
private func optional(_ check: String) -> String {
  """
  field phone: string optional
  field mail: string optional
  field vip: bool
  check \(check) message "m"
  """
}

/// A form for a check about numbers.
private func ordered(_ check: String) -> String {
  """
  field a: int
  field b: int
  field c: int
  field d: int
  field e: bool
  check \(check) message "m"
  """
}

/// A form for a check about persons in waves.
private func waves(_ check: String) -> String {
  """
  field hh: string
  field wave: int
  field person: string
  field sex: choice("m", "f")
  field head: bool
  field start: date
  field end: date
  check \(check) message "m"
  """
}

/// Phrases that are written as in Formwork, except for another kind of mistake, whose code stays.
private let mistakes: [(typed: String, code: String)] = [
  ("field age: int\nfield b: string required if ag < 18", "unknown-field"),
  ("field b: string required if zzz < 18", "unknown-field"),
  ("field b: int required\nwhen zzz == 3 < field c: int >", "unknown-field"),
  ("field size: int\nfield b: int rule value < siz\ncheck size > 3 message \"x\"", "unknown-field"),
  ("field size: string\ncheck size > 3 message \"x\"", "incomparable"),
  ("field len: string\ncheck len == 3 message \"x\"", "incomparable"),
  ("field a: string rule value == \"x\" message \"m\" \"n\"", "out-of-place"),
  ("field a: string \"A\"", "out-of-place"),
  ("field mandatory: string\nfield mandatory: int", "repeated-name"),
  ("field nullable: string\ncheck nullable > 1 message \"x\"", "incomparable"),
  ("define total(x) = x\nfield a: int\ncheck total(a) == \"x\" message \"y\"", "incomparable"),
  (
    "define average(x) = x\nfield a: int\ncheck average(a, a) == 1 message \"y\"", "parameter-count"
  ),
  (
    "field s: list of int\nfield a: string rule any(\"x\" in s, true) message \"x\"",
    "condition-as-value"
  ),
]

@Suite struct PhrasingsTests {
  /// Advice about paths with several values that are compared like single ones.
  @Test(arguments: [
    ("columns == \"a\"", "Write \"a\" in columns."),
    ("\"a\" != columns", "Write \"a\" not in columns."),
    ("columns in (\"a\", \"b\")", "any(columns, value in (\"a\", \"b\"))."),
    ("columns == tags", ""),
    ("items.price == 3", "any(items, price == 3)."),
    ("3 < items.price", "any(items, 3 < price)."),
    ("items.price == n", "any(items, price == n)."),
    ("items.price == items.cost", "any(items, price == cost)."),
    ("items.price in 1...2", "any(items, price in 1...2)."),
    ("items.price == \"a\"", ""),
    ("order.items.price > 3", "any(order.items.price, value > 3)."),
    ("n in (1, items.price)", ""),
    ("rooms.beds in (1, 2)", "max(rooms.beds)."),
    ("rooms.beds > n", "max(rooms.beds)."),
    ("records.n == 3", "max(customers.limit)."),
  ])
  func pathsAreNoSingleValues(_ check: String, _ advice: String) {
    let fields = """
      list rooms from "rooms.csv" < field name: string field beds: int >
      field n: int field tags: list of string
      field items: list of < field price: int field cost: int >
      field order: < field items: list of < field price: int > >
      check
      """
    let form = fields + " " + check + " message \"m\""
    let told = FormAndFindings(Source(name: "test.form", bytes: Array(form.utf8))).diagnostics
      .filter { $0.severity == .error }
    #expect(told.map { $0.code } == ["incomparable"])
    let hint = told.first?.hint ?? ""
    #expect(advice.isEmpty ? hint.isEmpty : hint.hasSuffix(advice), "\(hint)")
    if advice.isEmpty || advice.hasPrefix("max") { return }
    let mended = advice.hasPrefix("Write ") ? advice.dropFirst(6).dropLast() : advice.dropLast()
    let right = fields + " " + mended + " message \"m\""
    let rest = FormAndFindings(Source(name: "test.form", bytes: Array(right.utf8))).diagnostics
    #expect(rest.filter { $0.severity == .error }.map { $0.message } == [])
  }

  @Test(arguments: mistakes)
  func whatIsRightlyWrittenIsNoPhrase(_ mistake: (typed: String, code: String)) {
    let source = Source(name: "test.form", bytes: Array(mistake.typed.utf8))
    let told = FormAndFindings(source).diagnostics.filter { $0.severity == .error }
    #expect(told.map { $0.code } == [mistake.code])
  }

  @Test func whatIsLikeAPatternAndIsNone() {
    let forms = [
      "like(\"##:##+##:##\")", "like(\"[##]\")", "like(\"+##\")", "like(\"##.##\")",
      "like(\"(##) ##\")", "like(\"A*##\")",
    ]
    for form in forms {
      let source = Source(name: "test.form", bytes: Array("field a: string rule \(form)".utf8))
      #expect(FormAndFindings(source).diagnostics.map { $0.message } == [], "\(form)")
    }
  }

  @Test func fieldsOfOneNameInSeveralWhens() {
    func hint(_ form: String) -> String? {
      let source = Source(name: "test.form", bytes: Array(form.utf8))
      return FormAndFindings(source).diagnostics.first { $0.code == "repeated-name" }?.hint
    }
    let two = "field a: int when a == 1 < field b: int > when a == 2 < field b: int >"
    #expect(hint(two)?.contains("else when") == true)
    #expect(hint("field a: int field a: int") == nil)
    #expect(hint("field a: int when a == 1 < field b: int field b: int >") == nil)
  }

  @Test func whatNamesNoFieldBeforeADotIsNoText() {
    let form = "field a: int rule value <= head.age message \"x\""
    let told = FormAndFindings(Source(name: "test.form", bytes: Array(form.utf8))).diagnostics
    #expect(told.map { $0.code } == ["unknown-field"])
    #expect(told.first?.fix == nil)
  }

  /// Unknown names where a text would make no sense, and one where it would.
  @Test(arguments: [
    ("check n > 1 and any(zz, n > 2)", false), ("check n == sum(zz)", false),
    ("check n == max(zz, n)", false), ("check n == max(n, zz)", false),
    ("check count((s, zz)) > 1", false), ("check n == sum(items, zz, price > 1)", false),
    ("check any(items, zz > 2)", false), ("check (zz digits)", false),
    ("check s == joined(round(zz, 2), s)", false), ("check n > number(joined(zz, s))", true),
  ])
  func whatIsNoTextIsNotToBeQuoted(_ check: String, _ isText: Bool) throws {
    let fields = "field s: string field n: int field items: list of < field price: int >\n"
    let source = Source(name: "test.form", bytes: Array((fields + check + " message \"m\"").utf8))
    let told = FormAndFindings(source).diagnostics.filter { $0.severity == .error }
    #expect(told.map { $0.code } == ["unknown-field"])
    #expect((told.first?.hint != nil) == isText)
    #expect((told.first?.fix != nil) == isText)
  }

  /// Fixes that would lose a comment, move it into a text, or attach words to something else.
  @Test(arguments: [
    "field a: int\nwhen a == 1 then # why\n< field b: int >",
    "field a: string hint \"never closed # why", "field a: string hint “never closed\"",
    "field a: choice(\"x\", \"y)", "field a: string title \"\u{202E}\"",
    "field a: string trimmed rule digits trimmed message \"x\"",
  ])
  func whatIsNotSureHasNoFix(_ form: String) {
    let told = FormAndFindings(Source(name: "test.form", bytes: Array(form.utf8))).diagnostics
    #expect(told.contains { $0.fix == nil })
    #expect(told.allSatisfy { $0.fix == nil })
  }

  /// A syntax error hides no unknown name elsewhere, unless the unreadable part may declare it.
  @Test(arguments: [
    ("field a int\ncheck a > 3 message \"m\"\ncheck aa > 3 message \"m\"", ["unknown-field"]),
    ("field a: int\ncheck a >> 3 message \"m\"\ncheck aa > 3 message \"m\"", ["unknown-field"]),
    ("field a: int\ncheck a > 3 message 'm'\ncheck aa > 3 message \"m\"", ["unknown-field"]),
    ("field a: int\ncheck a > 3 message \"m\ncheck aa > 3 message \"m\"", ["unknown-field"]),
    ("field a: { type: string }\ncheck aa > 3 message \"m\"", ["unknown-field"]),
    (
      "field a: int rule value > 3 mesage \"x\"\nfield b: int rule valeu > 3 message \"x\"\n"
        + "check d > 3 message \"{e}\"",
      ["unknown-field", "unknown-field", "unknown-placeholder"]
    ),
    (
      "field f: int rule value in (1, 2 message \"x\"\nfield b: int rule valeu > 3 message \"x\"",
      ["unknown-field"]
    ),
    ("field a: string\nfield b: % 2\ncheck a message \"m\"", ["not-a-condition"]),
    // What the unreadable part may declare isn't reported.
    ("field a int field\ncheck a > 3 message \"m\"", []),
    ("field % a: int\ncheck a > 3 message \"{a} {a.b}\"", []),
    ("define a(x = 3\nfield b: int\ncheck a(b) > 3 message \"m\"", []),
    ("table t(k < \"a\" -> 3 >\nfield b: string\ncheck t(b) > 3 message \"m\"", []),
    ("include \"other.form\"\ncheck aa > 3 message \"m\"", []),
    ("field a: < field b: int\ncheck aa > 3 message \"m\"", []),
    ("field a: string\ndefine a = % 2\ncheck a message \"m\"", []),
    ("field a < field b: int >\ncheck b > 3 message \"m\"", []),
    ("field owner:\nfield a: int\ncheck owner.aa > 3 message \"m\"", []),
    ("field a: int required: int\ncheck a > required message \"m\"", []),
  ])
  func oneWaveOfErrors(_ form: String, _ unknown: [String]) {
    let told = FormAndFindings(Source(name: "test.form", bytes: Array(form.utf8))).diagnostics
    let names = ["unknown-field", "unknown-name", "unknown-placeholder", "not-a-condition"]
    #expect(told.filter { names.contains($0.code) }.map { $0.code } == unknown)
    #expect(told.contains { !names.contains($0.code) })
  }

  /// A name of a type or list is unknown only if no unread part may declare it.
  @Test(arguments: [
    ("use \"address.form\nfield a: address", []),
    ("use address.form\nfield a: address", []),
    ("use \"address.form\"\nfield a: address rule plausible", []),
    ("usee \"address.form\"\nfield a: address", []),
    ("include \"address.form\"\nfield a: address", []),
    ("enum colour: \"a\", \"b\"\nfield c: choice of colour", []),
    ("enum colour: \"a\", \"b\"\nfield c: colour\nfield d: color", ["unknown-type"]),
    ("define a < string\nfield b: a", []),
    ("field f: < field g: int\ndefine zip string\nfield b: zip", []),
    ("assert (a > 3)\nfield a: int\nfield b: zip", ["unknown-type"]),
    ("choices c from \"missing.csv\"\nfield a: choice of c\nfield b: zip", ["unknown-type"]),
    ("field a int\nfield b: zip", ["unknown-type"]),
  ])
  func unknownTypesBesideErrors(_ form: String, _ unknown: [String]) {
    let told = FormAndFindings(Source(name: "test.form", bytes: Array(form.utf8))).diagnostics
    let names = ["unknown-type", "unknown-choices", "unknown-rule-word"]
    #expect(told.filter { names.contains($0.code) }.map { $0.code } == unknown)
    #expect(told.contains { !names.contains($0.code) && $0.severity == .error })
  }

  /// Looking for the type of a field takes as long in a large form as in a small one.
  @Test(.timeLimit(.minutes(1))) func typesInLargeForms() {
    let fields = (0..<10_000).map { "field f\($0): int\n" }.joined()
    let form = fields + String(repeating: "check zz > 1,500 message \"m\"\n", count: 20)
    let told = FormAndFindings(Source(name: "test.form", bytes: Array(form.utf8))).diagnostics
    #expect(told.contains { $0.code == "other-wording" })
  }

  @Test(arguments: phrasings)
  func whatPeopleTypeIsAnswered(_ phrasing: Phrasing) throws {
    var source = Source(name: "test.form", bytes: Array(phrasing.typed.utf8))
    guard phrasing.code != nil else {
      #expect(FormAndFindings(source).diagnostics.map { $0.message } == [])
      return
    }
    let first = try #require(FormAndFindings(source).diagnostics.first)
    #expect(first.code == phrasing.code, "\(first.message) \(first.hint ?? "")")
    if let says = phrasing.says {
      #expect(
        (first.message + " " + (first.hint ?? "")).contains(says),
        "\(first.message) \(first.hint ?? "")")
    }
    guard let mended = phrasing.mended else { return }
    let unknown = FormAndFindings(source).diagnostics.filter {
      ["unknown-field", "unknown-name", "unknown-placeholder"].contains($0.code)
    }
    if first.code == "other-wording" { #expect(unknown.map { $0.message } == []) }
    for _ in 0..<8 {
      FormAndFindings.expectFixesToMend(source, FormAndFindings(source), isAll: true)
      guard let fix = FormAndFindings(source).diagnostics.first?.fix else { break }
      source = source.applying(fix)
    }
    #expect(String(decoding: source.bytes, as: UTF8.self) == mended)
    #expect(FormAndFindings(source).diagnostics.map { $0.message } == [])
  }
}

// Tests of the standard layout of forms, on small examples.

import FormworkSyntax
import Testing

@testable import FormworkAuthoring

@Suite("formwork fmt") struct FormFormatterTests {
  /// A form and its expected layout. A form alone is expected to stay as it is.
  static let layouts: [(String, String)] = [
    ("", ""),
    ("# only a comment\n\n\n\n# and one more   \n", "# only a comment\n\n# and one more\n"),
    ("\n\nfield   a :int\n\n\n\nfield b:string\n", "field a: int\n\nfield b: string\n"),
    ("closed field a: int", "closed\nfield a: int\n"),
    ("field a: int\r\n  rule value>3\r\n", "field a: int rule value > 3\n"),
    // Signs, ranges and calls.
    (
      "check a==-1 and b in(1,2)&&c in - 5 ... 5 or!d message \"x\" at a . b",
      "check a == -1 and b in (1, 2) && c in -5...5 or !d message \"x\" at a.b\n"
    ),
    (
      "field a: number rule value in 3 ... and value<=today+2 days rule range( ...5 )",
      "field a: number rule value in 3... and value <= today + 2 days rule range(...5)\n"
    ),
    (
      "field a \"x\" pt-BR \"y\" ja \"z\":string without ( \" \" , \"-\" )",
      "field a \"x\" pt-BR \"y\" ja \"z\": string without(\" \", \"-\")\n"
    ),
    (
      "language pt-BR\nfield a: int rule value - 1 > b",
      "language pt-BR\nfield a: int rule value - 1 > b\n"
    ),
    ("field a: string rule matches( /a b/ /c/i )", "field a: string rule matches(/a b/ /c/i)\n"),
    // Pages are blocks, and a text has a line of its own.
    (
      "page \"A\" ja \"あ\"<intro \"B\" field a:int\nwhen a>1 as g title \"C\"<field b: int> >",
      "page \"A\" ja \"あ\" < intro \"B\" field a: int when a > 1 as g title \"C\" < field b: int > >\n"
    ),
    (
      "page \"A\" <\nintro \"B\" ja \"C\" field page \"D\": int\nwhen page>1 title \"C\"<\nfield b: int>\n>",
      "page \"A\" <\n  intro \"B\" ja \"C\"\n  field page \"D\": int\n  when page > 1 title \"C\" <\n    field b: int\n  >\n>\n"
    ),
    // Comments keep their position: after what they follow, or on lines of their own.
    (
      "field a: int # first\n  # second\n  rule positive # third\n# fourth",
      "field a: int  # first\n  # second\n  rule positive  # third\n# fourth\n"
    ),
    (
      "when a < # why\n\n  # inside\n\n  field b: int\n\n  # last\n> # end\n",
      "when a <  # why\n\n  # inside\n\n  field b: int\n\n  # last\n>  # end\n"
    ),
    // Blocks on one line stay there if they fit; opened ones stay open.
    ("when a < field b: int >\n", "when a < field b: int >\n"),
    ("when a <\nfield b: int >\n", "when a <\n  field b: int\n>\n"),
    (
      "when a <\n field b: int > else when b as c <field d:int> else <\n> ",
      "when a <\n  field b: int\n> else when b as c < field d: int > else <\n>\n"
    ),
    (
      "field a: list of <\nfield b: < field c: int >\n> optional rule count(1...)",
      "field a: list of <\n  field b: < field c: int >\n> optional\n  rule count(1...)\n"
    ),
    (
      "table t(a) <\n\"x\" -> 1\n\n\n\"long\" or 2 -> (1,2)\nelse->3 >",
      "table t(a) <\n  \"x\"         -> 1\n\n  \"long\" or 2 -> (1, 2)\n  else        -> 3\n>\n"
    ),
    (
      "example \"a\" rejects b <\n b: 1 c: < d: (1,2) > >",
      "example \"a\" rejects b <\n  b: 1 c: < d: (1, 2) >\n>\n"
    ),
    (
      "example \"a\" accepts < b: (<c: 1>, <\n c: 2>)\n >\nexample \"c\" accepts < b: <\n c: 2>>",
      "example \"a\" accepts < b: (< c: 1 >, < c: 2 >) >\nexample \"c\" accepts < b: < c: 2 > >\n"
    ),
    (
      "data csv <delimiter \";\"\n header 3>data json <\nrecords at a . b > ",
      "data csv < delimiter \";\" header 3 >\ndata json <\n  records at a.b\n>\n"
    ),
    // Lines that are too long: clauses, then words, then conditions are broken.
    (
      "field number \"Number of the order\": string trimmed from \"No\" rule like(\"@@-####\") message \"Two letters and four digits\"",
      """
      field number "Number of the order": string trimmed from "No"
        rule like("@@-####") message "Two letters and four digits"

      """
    ),
    (
      "check firstOfTheFields > secondOfTheFields message \"The first is to come after the second, {secondOfTheFields}\" at firstOfTheFields",
      """
      check firstOfTheFields > secondOfTheFields
        message "The first is to come after the second, {secondOfTheFields}" at firstOfTheFields

      """
    ),
    (
      "check aaaaaaaaaaaaaaaaaaaaaaaaaaaa or bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb and (ccccccccccccccccccccccccccccccccc or ddddddddd)",
      """
      check aaaaaaaaaaaaaaaaaaaaaaaaaaaa or bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
          and (ccccccccccccccccccccccccccccccccc or ddddddddd)

      """
    ),
    (
      "choices country = \"DE\" \"Deutschland\", \"FR\" \"Frankreich\", \"JP\" \"Japan\", \"KR\" \"Korea\", \"US\" \"Vereinigte Staaten\"",
      """
      choices country = "DE" "Deutschland", "FR" "Frankreich", "JP" "Japan", "KR" "Korea",
        "US" "Vereinigte Staaten"

      """
    ),
    // Wide characters take two columns.
    (
      "field name \"名前\": string rule count(1...20) message \"一文字以上二十文字以下でご記入ください、どうぞよろしくお願いします\"",
      """
      field name "名前": string
        rule count(1...20) message "一文字以上二十文字以下でご記入ください、どうぞよろしくお願いします"

      """
    ),
  ]

  @Test(arguments: layouts)
  func layout(_ form: String, _ wanted: String) {
    #expect(formatted(form) == wanted)
    #expect(formatted(wanted) == wanted)
  }

  @Test(arguments: [
    "field a: int rule", "when a < field b: int", "field `a: int", "field a: \u{0}",
  ])
  func formsWithErrorsStay(_ form: String) {
    #expect(formatted(form) == nil)
  }

  @Test func aMarkOfByteOrderGoes() {
    #expect(formatted("\u{FEFF}field a:int") == "field a: int\n")
  }

  private func formatted(_ form: String) -> String? {
    let outcome = FormFormatter.format(Source(name: "s.form", bytes: Array(form.utf8)))
    guard case .formatted(let text) = outcome else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}

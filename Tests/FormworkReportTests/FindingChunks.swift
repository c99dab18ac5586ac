// The forms of FindingWordsTests. What is expected of a line stands in its comment; a text, a pattern or a
// name that has no end takes the comment in, where it is found all the same.

let formChunks: [String] = [
  // Nothing to say.
  #"""
  form register "Sign up"
  language en
  field id "ID": string
    rule count(1...20) && alphanumeric  message "ID must be 1 to 20 letters or digits"
  field `title`: string trimmed optional
  field includesProfile: bool default false
  when includesProfile as profile <
    field age: int rule range(0...999) message "Age must be {min} to {max}"
  >
  check age > 3 or id is blank message "Too young: {age}" at id
  """#,

  // Texts with parts and in languages that are not there.
  #"""
  field a "A" de "A": string
  field b "B": string optional # warning untranslated
  field c: string rule value == "{b}!" message "{value}" # warning blank-in-text
  """#,

  // Blank values.
  #"""
  field a: string
    rule value != "" message "x" # error compared-with-empty
    rule digits or value is blank message "x" # warning required-anyway
  field b: list("") of string # error empty-separator
  field c: list of < field d: int >
  check count(c) > 1 message "x" at c.d # error target-in-list
  """#,

  // How data is written.
  #"""
  data csv < delimiter "\t" encoding "windows-1252" header 1_000 blank "NA", "n/a" columns all >
  data json < records at prices.`data` blank "-" >
  data ndjson < >
  data xlsx < sheet "Stock" header none >
  field data: string optional
  field csv: int optional
  check data is filled and csv < 3 message "x"
  when data == "a" < field json: int >
  """#,
  #"""
  data excel < header 3 > # error unknown-data
  data json < delimiter ";" > # error setting-not-taken
  data ndjson < sheet "A" header 2 columns all records at a > # error setting-not-taken, error setting-not-taken, error setting-not-taken, error setting-not-taken
  data csv < delimiter "ab" header 0 blank "", " " > # error bad-setting, error bad-setting, error bad-setting, error bad-setting
  data csv < blank "-" > # error repeated-clause
  data xlsx < header none columns all encoding "utf-8" > # error bad-setting, error setting-not-taken
  data tsv < delimeter ";" blank "-" blank "x" > # error unknown-setting, error repeated-clause
  field a: string
  when a == "x" < data xlsx < sheet "a" > > # error misplaced-word
  """#,
  #"""
  data csv # error missing-block
  field a: string
  """#,
  #"""
  data json < records prices > # error missing-value
  data csv < columns header x > # error missing-value, error missing-value
  data tsv < encoding latin1 > # error missing-text
  field a: string
  """#,

  // Pictures that are patterns, and decimal places that must be there.
  #"""
  field a: string rule like("####[FTU]") # warning pattern-in-picture
  field b: number rule decimals(2) # warning exact-decimals
  field c: number rule decimals(0)
  field d: number rule decimals(1...2)
  """#,

  // Choices.
  #"""
  field a: choice("a ", "b" also ("c"), "d" also ("c")) # warning spaced-choice, error shared-spelling
  field b: choice("a", "") # error empty-choice
  """#,

  // Own words.
  #"""
  words type "x"
  words type "y" # error repeated-words
  field min: int rule range(1...3) message "{min}" # warning ambiguous-placeholder
  """#,
  #"""
  words type "x", field a: string # error missing-code
  """#,

  // How the file is written.
  #"""
  field a： string # warning habit
  field b: string hint “it's "here"” # warning habit
  field c: int rule value = 3 message "x" # warning habit
  field d: int rule range(1–20) rule range(10…30) # warning habit, warning habit
  field e: int rule value <> 3 and value => 1 message "x" # warning habit, warning habit
  field f:　string # warning habit
  field h: string default 「a"b」 hint «c» # warning habit, warning habit
  field g: date default ２０２６-０１-０１ # warning habit
  """#,
  #"""
  field a: string @ optional # error other-wording
  field b: string ; # warning habit
  field i: string § # error stray-character
  field c 'Label': string # error single-quotes
  field d: string hint 'a "b" \' # error single-quotes
  field e: string hint "bad \u{110000}" # error bad-escape
  field ``: int # error bad-name
  field f: date rule value < today - 18years message "x" # error bad-number
  field g: int default 12abc # error bad-number
  """#,
  #"""
  field a: string hint "שלום \#u{202B}a\#u{202C} \#u{2067}\#u{202D}1\#u{202C}\#u{2069}\#u{200F}!"
  field b: string hint "\#u{202E}a" title "a\#u{2069}" # warning bidirectional, warning bidirectional
  field c: string hint "\#u{2066}a\#u{202C}" hint "\u{202E}" # warning bidirectional, error repeated-clause
  field `d\#u{200E}`: string # warning bidirectional
  field e: string rule matches(/a\#u{202E}b\#u{202C}|c/) # warning bidirectional
  # \#u{202E}a\#u{202C} # warning bidirectional
  # שלום\#u{200F}!
  field f: string \#u{202E} # error stray-character
  """#,
  #"""
  field a: string hint "never closed # error unterminated-text
  field b: string hint “never closed # warning habit, error unterminated-text
  """#,
  #"""
  field b: string rule matches(/abc # error unterminated-pattern
  ) message "x"
  """#,
  #"""
  field `a b # error unterminated-name
  : string
  """#,

  // What is written as in other languages.
  #"""
  field a: string // the name # warning habit
  field b: string rule value == "//" or matches(/\/\//) message "x"
  field c: string rule count(3) mesage "x" # error unknown-clause
  field d: string rule lenght(1...5) rule len(5) # error unknown-rule-word, error unknown-rule-word
  field e: string rule regex(/x/) message "x" # error unknown-rule-word
  field f: string rule regex("x+") message "x" # error unknown-rule-word
  field g: string rule minLength(3) rule maxlength(5) # error unknown-rule-word, error unknown-rule-word
  field h: int rule min(3) rule max(5) # error unknown-rule-word, error unknown-rule-word
  field i: list of int rule min(3) # error unknown-rule-word
  field j: string rule matches /x/i message "x" # error missing-parenthesis
  field k: string rule count(1,5) # error wrong-arguments
  field l: int rule range(max: 5) rule range(min: 1, max: 5) # error wrong-arguments, error wrong-arguments
  field first name: string # error missing-colon
  field last # error missing-colon
  name: string # error out-of-place
  field m: list<string> # error missing-of
  field n: string rule value == "x" or "y" or "z" message "x" # error not-a-condition
  field o: int rule value == 1 || -2 message "x" # error not-a-condition
  field p: string rule a is length(1, 5) # error unknown-rule-word
  field matches: int field q: int rule matches / q / 2 > 3 message "x"
  example "x" accepts < h: 3, i: (1, 2) > # error out-of-place
  """#,
  #"""
  field a: string
  check a != "x" mesage "x" # error unknown-declaration
  """#,

  // What is missing.
  #"""
  field : string # error missing-name
  field "id": string # error missing-name
  field a: string hint hello # error missing-text
  field b: choice(apple) # error missing-text
  field c: required # error missing-type
  field d: string rule value == message "x" # error missing-value
  field e: string default red # error missing-value
  field f: bool default True # error missing-value
  field g string # error missing-colon
  field h = string # error missing-colon
  field i: string rule count(1...20 message "x" # error missing-parenthesis
  field i2: choice "a", "b" # error missing-parenthesis
  field i3: string rule oneOf("a" "b") # error missing-comma
  field i4: bool("yes" "no") # error missing-comma
  field i5: number(decimal "," group ".") from "a" "b" # error missing-comma, error missing-comma
  field i6: list string # error missing-of
  field j: date("dd.MM.yyyy" optional # error missing-parenthesis
  field k: string rule value is message "x" # error missing-rule-word
  field l: number(dd) # error missing-format
  field m: date(dd.MM.yyyy) rule past # error missing-format
  field n: string rule value == # error missing-value
  field o: string rule value == "a" and # error missing-value
    message "x"
  field p: list of string each message "x" # error missing-rule
  """#,
  #"""
  language "ja" # error missing-language
  fields message "x" # error misplaced-word
    optional
  fields field a: bool # error missing-modifier
  when a field b: int # error missing-block
  when a < field c: int > else field d: int # error missing-block
  check a is blank at 3 # error missing-name
  define b # error missing-meaning
  choices c "x" # error missing-meaning
  table d < > # error missing-parenthesis
  table e(f) < "8" 5 > # error missing-arrow
  example "x" < > # error missing-verdict
  example "y" on a accepts < > # error missing-value
  """#,

  #"""
  define b(n) = value > # error missing-value
  field a: int rule b(1) message "x"
  """#,

  // What stands in the wrong place.
  #"""
  field a: int 20 # error out-of-place
  field b: int maximum 20 # error other-wording
  field c: int optinal # error unknown-clause
  field d: string count(1...20) # error unknown-clause
  field title: string
  check title == "x" message "x" # error keyword-as-name
  check title is blank # error keyword-as-name
  field e: string warning "x" # error misplaced-word
  form late # error misplaced-word
  language ja
  language en # error repeated-clause
  """#,
  #"""
  form a
  < # error stray-block
    field b: string
    < field c: int > # error stray-block
  >
  """#,
  #"""
  field a: date < field b: string > # error stray-block
  field c: string rule count(3) message "x" < field d: string > # error stray-block
  field e: int rule value > 3 < field f: string > # error stray-block
  field g: list of string < field h: string > # error stray-block
  field i: string < > # error stray-block
  field j: <
    field k: choice("a") < field l: string > # error stray-block
  > < field m: string > # error stray-block
  check e > 3 < field n: string > # error stray-block
  check e > 4 message "x" at e < field o: string > # error stray-block
  when e > 5 < field p: string > < field q: string > # error stray-block
  when e > 6 < field r: string > else < field s: string > < field t: string > # error stray-block
  when e > 7 < field u: string > else blank < field v: string > # error stray-block
  define w = e > 8 < field x: string > # error stray-block
  define y: string < field z: string > # error stray-block
  choices aa = "red" < field ab: string > # error stray-block
  table ac(ad) < 1 -> 2 > < field ae: string > # error stray-block
  check w and value in ac(e) message "x" # error value-outside-rule
  example "x" accepts < a: "2026-01-01" > < field af: string > # error stray-block
  """#,
  #"""
  field a: int foo < field b: string > # error unknown-clause
  whem a > 3 < field c: string > # error unknown-declaration
  field: < field d: string > # error missing-name
  field e: int rule value < 3 message "x"
  field f: bool rule value or e <> 3 message "x" # warning habit
  """#,
  #"""
  feild a: string # error unknown-declaration
  field b: string
  > # error stray-block-end
  field c: int trimmed trimmed # error repeated-clause
  field d: int rule 0 < value < 10 message "x" # error chained-comparison
  field e: int rule 0 <= value <= 10 message "x" # error chained-comparison
  field e2: int rule 0 < value < 10 < 20 message "x" # error chained-comparison
  field e3: string rule /abc/ message "x" # error misplaced-pattern
  field e4: string rule value == /abc/i message "x" # error misplaced-pattern
  field f: string rule value is "a" message "x" # error is-before-value
  field g: string rule value is not "a" message "x" # error is-before-value
  field h: string rule count(5) message "x" message "y" # error ambiguous-owner
  field i: string hint "{" title "{}" # error bad-placeholder, error bad-placeholder
  """#,
  #"""
  field a: bool
  when a <
    when a <
      field b: string # error unclosed-block, error unclosed-block
  """#,
  "field a: bool\ncheck " + String(repeating: "!", count: 257) + "a message \"x\" # error too-deep",
  "field a: bool\ncheck " + String(repeating: "(", count: 10_000)
    + "# error too-deep\nfield b: int",
  "field a: bool" + String(repeating: "\nwhen a <", count: 257) + " # error too-deep"
    + String(repeating: "\n>", count: 257),
  "field a: bool\ncheck a" + String(repeating: " or a", count: 1_001)
    + " message \"x\" # error too-long",

  // Names.
  #"""
  field a: strin # error unknown-type
  field b: text # error unknown-type
  field c: email # error other-wording
  field password: string
  field confirm: string rule value == passwrod message "x" # error unknown-field
  field d: string rule value == apple message "x" # error unknown-field
  field e: bool rule value == True message "x" # error unknown-field
  field f: string rule emial # error unknown-name
  check confirm is emial # error unknown-rule-word
  check confirm is password message "x" # error unknown-rule-word
  field g: string rule foo(3) # error unknown-rule-word
  field h: int rule abs(value) == 1 message "x" # error unknown-function
  field i: string rule only(digitz) # error unknown-class
  field i2: string rule contains(digitz) # error unknown-class
  field j: string message "{passwrod}" # error unknown-placeholder
  field j: int # error repeated-name
  when k < field l: int > # error declared-later
  field k: bool
  field m: string rule k # The field is meant.
  field email: bool
  field n: string rule email # error ambiguous-name
  check n.x == "a" message "x" # error not-a-record
  field address: < field zip: string >
  check address.zpi is blank # error unknown-field
  check a is blank at adres # error unknown-field
  field o: string rule value == "{address.zpi}" message "x" # error unknown-field
  field p: choice of colors # error unknown-choices
  field q: thing rule count(5) rule past # error unknown-type
  example "a" like "b" accepts < > # error unknown-example
  example "c" accepts < tile: "x" > # error unknown-field
  """#,

  // Types.
  #"""
  field a: string rule "x" message "x" # error not-a-condition
  field b: string rule (value == "x") == true message "x" # error condition-as-value
  field c: int rule value == 1...5 message "x" # error not-a-value
  field d: string rule value == ("a", "b") message "x" # error not-a-value
  field e: date rule value > "2026-01-01" message "x" # error incomparable
  field f: int rule value in ("8", 9) message "x" # error incomparable
  check e == f message "x" # error incomparable
  field g: string rule value < "b" message "x" # error unordered
  check today - e < 3 months message "x" # error months-against-days
  check e + 3 > e message "x" # error bad-arithmetic
  check a + "b" == "c" message "x" # error bad-arithmetic
  check -e > e message "x" # error bad-arithmetic
  field h: string rule range(1...5) # error wrong-subject
  field i: int rule count(1...5) # error wrong-subject
  field j: date rule positive # error wrong-subject
  check blank message "x" # error missing-subject
  check value == 3 message "x" # error value-outside-rule
  check "2026-01-01" < e message "x" # error incomparable
  field k: time rule past # error wrong-subject
  check any(a, value == "x") message "x" # error not-a-list
  check a == "{b|one|more}" message "x" # error plural-in-condition
  field l: bool
  when l < field m: int > else < field m: date >
  check m is filled # error mixed-types
  field n: list of string rule unique
  check unique(a) or l message "x" # error across-not-alone
  field o: list of < field p: string rule unique > # error across-in-list
  example "a" accepts < c: true > # error bad-example-value
  """#,
  #"""
  field a: string
    rule blank(3) # error wrong-arguments
    rule count # error wrong-arguments
    rule letters(all) # error wrong-arguments
    rule startsWith # error wrong-arguments
    rule contains # error wrong-arguments
    rule only # error wrong-arguments
    rule matches("x") message "x" # error other-wording
    rule like # error wrong-arguments
    rule uuid("x") # error wrong-arguments
    rule oneOf # error wrong-arguments
    rule startsWith(3) # error wrong-argument-type
    rule like("@\\") # error bad-picture
    rule round(value, 2) == 1 message "x" # error wrong-function-arguments
    rule count() == 1 message "x" # error wrong-function-arguments
  field b: int
    rule int(1...3) # error wrong-subject
    rule range # error wrong-arguments
    rule multipleOf # error wrong-arguments
    rule multipleOf(0) # error zero-step
    rule range(10...1) # error empty-range
    rule range(5..<5) # error empty-range
    rule min() == 1 message "x" # error wrong-function-arguments
    rule value < 1234567890123456789012345678901234567890 message "x" # error impossible-value
  field c: date
    rule before # error wrong-arguments
    rule before("2026-01-01") # error wrong-argument-type
    rule value < 2026-02-30 message "x" # error impossible-value
    rule value < today - 99999999999999999999 days message "x" # error impossible-value
  field d: time rule value < 25:00 message "x" # error impossible-value
  field e: datetime rule value < 2026-02-30T10:00 message "x" # error impossible-value
  field f: instant rule value < 2026-02-30T10:00Z message "x" # error impossible-value
  """#,
  #"""
  field a: string message "x"
    rule matches(/a(?=b)/) # error unsupported-pattern
    rule matches(/(a)\1/) # error unsupported-pattern
    rule matches(/a*+/) # error unsupported-pattern
    rule matches(/[[a][b]]/) # error unsupported-pattern
    rule matches(/\Aa/) # error unsupported-pattern
    rule matches(/(a/) # error bad-pattern
    rule matches(/a)/) # error bad-pattern
    rule matches(/[z-a]/) # error bad-pattern
    rule matches(/a{3,2}/) # error bad-pattern
    rule matches(/a/ /b]/) # error bad-pattern
  """#,

  // Declarations.
  #"""
  field a: date("dd/mm/yyyy") # error bad-date-format
  field b: date("dd.MM.yy") # error bad-date-format
  field c: date("dMyyyy") # error bad-date-format
  field d: date("MM/yyyy") # error bad-date-format
  field e: number(decimal ",,") # error bad-number-format
  field f: int(group "x") # error bad-number-format
  field g: number(group ".") # error bad-number-format
  field h: bool("yes") # error bad-bool-words
  field i: bool("yes", "YES") # error bad-bool-words
  field j: string("x") # error format-not-taken
  field k: list("|") of < field x: int > # error separated-records
  field l: int default "x" # error bad-default
  field m: string default 5 # error bad-default
  field m2: date default 2026-02-30 # error impossible-value
  field n: choice("a", "b") default "c" # error bad-default
  field o: list of string default "x" # error default-of-structure
  field p: bool lowercased anyCase # error cleaning-not-text
  field p2: int halfwidth without(",")
  field p3: < field x: string > trimmed # error cleaning-not-text
  field p4: list of string uppercased
  field p5: string lowercased uppercased # error contradiction
  field q: string optional required # error contradiction
  when p < closed > # error closed-in-block
  when p < example "x" accepts < > > # error example-in-block
  field r "R" ja "あ" ja "い": string # error repeated-language
  field s: string message "{min}" # error placeholder-without-source
  field t "{value}": string # error placeholder-without-source
  """#,
  #"""
  closed # error no-fields
  """#,
  #"""
  field a: string default "x" rule count(5...) # error default-breaks-rule
  field b: string anyCase default "X" rule value == "x" message "m"
  field c: date default 2026-01-01 rule past
  """#,
  #"""
  field a: int rule range(1...5)
  field b: int rule value > a message "b"
  field c: date rule future and value < 2030-01-01 message "c"
  field d: string optional rule unique message "d" rule count(2) warning "d"
  field e: list of int optional each rule positive
  when c > today < field f: int optional rule positive >
  example "a" accepts < a: 9 b: 2 c: 2020-01-01 d: "x" f: 0 > # warning example-breaks-rule
  example "b" rejects a < a: 9 b: 10 c: 2029-01-01 >
  example "c" accepts < a: 1 b: 2 c: 2020-01-01 e: (1, 0) > # warning example-breaks-rule
  example "d" on 2026-11-20 accepts < a: 1 b: 2 c: 2020-01-01 > # warning example-breaks-rule
  example "e" like "b" accepts < b: 1 >
  example "f" rejects < a: 9 b: 10 c: 2029-01-01 >
  """#,
  #"""
  choices a = "x", b
  choices b = "y", a # error circle
  field c: choice of a
  field d: choice of b
  define e = f or d is blank # error circle
  define f = e
  field g: string rule e message "x"
  define h = h # error circle
  define i: < field j: i > # error circle
  field k: i
  define l: list of m
  define m: l # error circle
  field n: m
  """#,
  #"""
  define a(b, c) = value > b # error unused-parameter
  field d: int rule a(1) message "x" # error parameter-count
  define e(f): string # error parameters-of-type
  table g(h, i) < "1", 2 -> 3
    "1" -> 2 # error bad-row
    else -> 1
    "2", 3 -> 5 # error row-after-else
  >
  field j: int rule value in g(1) message "x" # error parameter-count
  field k: string each rule count(5) # error each-without-list
  """#,
  "define f0 = value > 1\n"
    + (1...20).map { "define f\($0) = f\($0 - 1) and f\($0 - 1)\n" }.joined()
    + "field a: int rule f20 message \"x\" # error too-many-parts",
  "define f0 = value > 1 # error too-deep\n"
    + (1...257).map { "define f\($0) = f\($0 - 1)\n" }.joined()
    + "field a: int rule f256 message \"x\"",
  #"""
  use "lost.form" # error unusable-file
  use "../form.form" # error unusable-file
  use "" # error unusable-file
  choices a from "colors.csv" # error bad-choices-file
  """#,
  #"""
  choices a from "districts.csv" # warning third-column
  field b: choice of a
  """#,

  #"""
  needs luhnn # error missing-host-rule
  needs inStock(string) # error other-host-rule
  needs inStok(strng) # error unknown-type
  field a: string
    rule luhnn
    rule inStock("x")
    rule inStok(1) || nothing message "x" # error unknown-name
    rule inStoc("x") # error unknown-rule-word
  """#,
  #"""
  needs luhn
  needs luhn
  needs inStock(string, int)
  field a: string
    rule luhn
    rule inStock("Kyoto", 5)
    rule inStock("Kyoto") # error parameter-count
    rule inStock(1, "a") # error wrong-argument-type, error wrong-argument-type
  field b: int
    rule luhn # error wrong-subject
    rule inStock("Kyoto", b) # error wrong-subject
  check luhn at b message "x" # error missing-subject
  define luhn = letters # error repeated-name
  """#,

  #"""
  needs checksum(string, string)
  field path: string
  field sum: string
    rule checksum(path, "sha256") message "x"
    rule checksum(path, "SHA-3") message "x" # error unknown-argument
  """#,

  // What is allowed but seldom meant.
  #"""
  field a: string rule luhn # warning undeclared-host-rule
  field b: string optional
  check b is luhn or a is not inStock("Kyoto", 5) message "x" # warning undeclared-host-rule, warning undeclared-host-rule
  """#,
  #"""
  language eo # warning language-without-words
  field a: int
  field f: number rule oneOf(0, 12,50, 25) # warning decimal-comma
  field g: number rule value in (12,50, 25) message "x" # warning decimal-comma
  field h: number rule oneOf(0,12,50,25)
  field i: number rule oneOf(0, 12, 50, 25)
  """#,
  #"""
  language eo
  words required "Plenigu", type "Malĝusta"
  field a: int
  """#,
  #"""
  language eo
  field a: int message "Nombro"
  """#,
  #"""
  field a: int rule true message "x" # warning constant-condition
  field a2: int rule 1 == 1 message "x" # warning constant-condition
  field a3: int rule range(1-20) rule value in 1-20 message "x" # warning subtraction-as-range, warning subtraction-as-range
  when true < > # warning constant-condition
  else when a > 1 < > # warning unreachable-branch
  else < > # warning unreachable-branch
  define phone = digits # warning shadows-rule-word
  field a7: int rule value > 3 and value < 2 message "x" # warning contradictory-rules
  field a8: int rule value != 3 or value != 2 message "x" # warning rule-never-fails
  field a9: int rule filled # warning rule-never-fails
  field a4: int rule range(1...5) rule range(7...9) # warning contradictory-rules
  field a5: int rule range(1...5) rule range(1...9) # warning implied-rule
  field a6: choice("red", "blue") rule startsWith("r") # warning rejected-choice
  when a4 > 3 < when a4 < 2 < > > # warning branch-never-holds
  when a4 > 3 < > else when a4 > 5 < > # warning branch-taken
  field b: string rule count(0...) # warning count-from-zero
  field c: string rule count(0...5) # warning count-from-zero
  field d: int rule multipleOf(1) # warning rule-never-fails
  field e: string rule count(-1...0) # warning rule-never-passes
  field f: string rule value == "x" # warning no-message
  field g: string rule matches(/a/) # warning no-message
  field h: string rule digits or letters # warning no-message
  field i: string rule not digits # warning no-message
  field j: string message "x"
    rule matches(/^a|b$/) # warning anchored-alternation
    rule matches(/[\s\S]*/) # warning pattern-always-matches
    rule matches(/a^b/) # warning pattern-never-matches
  field k: choice("a", "b", "a") # warning repeated-choice
  check k == "A" or k == "c" message "x" # warning unlisted-choice, warning unlisted-choice
  check not j is blank and i is digits message "x" # warning not-and
  field l: string secret rule count(3...) message "{value}?" # warning secret-in-message
  """#,
]

// The examples of `formwork help CODE`, in the order of their codes.

extension FindingExample {
  static let texts = [first, second]

  private static let first =
    #"""
    === across-in-list
    field lines: list of <
      field article: string
        rule unique message "Each article once"
    >
    ---
    field lines: list of <
      field article: string
    >
      rule distinct message "Each article once"
    === across-not-alone
    field code: string
    field isDraft: bool
    check isDraft or unique(code) message "The code is taken"
    ---
    field code: string
    field isDraft: bool
    check unique(code) message "The code is taken"
    === ambiguous-name
    field email: bool
    field contact: string rule email
    ---
    field email: bool
    field contact: string rule value is email
    === ambiguous-owner
    field name: string
      rule count(1...20) message "1 to 20 letters"
      message "Your name, as in your passport"
    ---
    field name: string
      message "Your name, as in your passport"
      rule count(1...20) message "1 to 20 letters"
    === ambiguous-placeholder
    field min: int rule range(1...3) message "Not below {min}"
    ---
    field min: int rule range(1...3) message "Not below {`min`}"
    === anchored-alternation
    field code: string rule matches(/^[0-9]+|none$/) message "A number or none"
    ---
    field code: string rule matches(/[0-9]+|none/) message "A number or none"
    === bad-arithmetic
    field starts: date
    check starts + 3 > today message "Three days ahead at most"
    ---
    field starts: date
    check starts + 3 days > today message "Three days ahead at most"
    === bad-bool-words
    field newsletter: bool("yes")
    ---
    field newsletter: bool("yes", "no")
    === bad-choices-file
    choices colors from "colors.csv"
    field color: choice of colors
    @@@ colors.csv
    value,label
    red,Red
    "blue,Blue
    ---
    choices colors from "colors.csv"
    field color: choice of colors
    @@@ colors.csv
    value,label
    red,Red
    "blue",Blue
    === bad-date-format
    field starts: date("dd/mm/yyyy")
    ---
    field starts: date("dd/MM/yyyy")
    === bad-default
    field age: int default "18 years"
    ---
    field age: int default 18
    === bad-escape
    field mood: string hint "Such as \u{1F6000}"
    ---
    field mood: string hint "Such as \u{1F600}"
    === bad-example-value
    field age: int
    example "old" accepts < age: true >
    ---
    field age: int
    example "old" accepts < age: 90 >
    === bad-name
    field ``: int
    ---
    field `first age`: int
    === bad-number
    field birthday: date rule value <= today - 18years message "18 or older"
    ---
    field birthday: date rule value <= today - 18 years message "18 or older"
    === bad-number-format
    field price: number(decimal ",,")
    ---
    field price: number(decimal ",")
    === bad-pattern
    field code: string rule matches(/([A-Z]{2}/) message "Two capital letters"
    ---
    field code: string rule matches(/([A-Z]{2})/) message "Two capital letters"
    === bad-picture
    field plate: string rule like("@@-##\\") message "Such as KA-07"
    ---
    field plate: string rule like("@@-##") message "Such as KA-07"
    === bad-placeholder
    field name: string hint "Use no {}"
    ---
    field name: string hint "Use no \{}"
    === bad-row
    table pieces(series, size) <
      "A", 1 -> 5...9
      "B" -> 7
    >
    field series: string
    field size: int
    field count: int rule value in pieces(series, size) message "Not so many"
    ---
    table pieces(series, size) <
      "A", 1 -> 5...9
      "B", 1 -> 7
    >
    field series: string
    field size: int
    field count: int rule value in pieces(series, size) message "Not so many"
    === bad-setting
    data csv < delimiter ";;" >
    field name: string
    ---
    data csv < delimiter ";" >
    field name: string
    === bidirectional
    field code: string hint "Write ⁧it so"
    ---
    field code: string hint "Write ⁧it⁩ so"
    === blank-in-text
    field first: string
    field last: string optional
    field whole: string rule value == "{first} {last}" message "First and last name"
    ---
    field first: string
    field last: string optional
    field whole: string rule value == joined(first, " ", last) message "First and last name"
    === branch-never-holds
    field age: int
    when age > 18 <
      when age < 12 <
        field school: string
      >
    >
    ---
    field age: int
    when age < 12 <
      field school: string
    >
    === branch-taken
    field age: int
    when age > 18 <
      field job: string
    >
    else when age > 65 <
      field pension: bool
    >
    ---
    field age: int
    when age > 65 <
      field pension: bool
    > else when age > 18 <
      field job: string
    >
    === chained-comparison
    field age: int rule 0 <= value < 150 message "0 to 149"
    ---
    field age: int rule value in 0..<150 message "0 to 149"
    === circle
    define adult = grownUp and age >= 18
    define grownUp = adult or age > 20
    field age: int rule adult message "Adults only"
    ---
    define adult = age >= 18
    field age: int rule adult message "Adults only"
    === cleaning-not-text
    field member: bool lowercased
    ---
    field member: bool
    === closed-in-block
    field member: bool
    when member <
      closed
      field number: string
    >
    ---
    closed
    field member: bool
    when member <
      field number: string
    >
    === compared-with-empty
    field name: string rule value != "" message "Write your name"
    ---
    field name: string message "Write your name"
    === condition-as-value
    field fruit: string rule (value == "apple") == true message "Apples only"
    ---
    field fruit: string rule value == "apple" message "Apples only"
    === constant-condition
    field age: int rule true message "18 or older"
    ---
    field age: int rule value >= 18 message "18 or older"
    === contradiction
    field name: string optional required
    ---
    field name: string optional
    === contradictory-rules
    field age: int
      rule range(18...)
      rule range(...12)
    ---
    field age: int rule range(12...18)
    === count-from-zero
    field name: string rule count(0...20)
    ---
    field name: string optional rule count(...20)
    === decimal-comma
    field rate: number rule oneOf(0, 12,50, 25) message "0, 12.50 or 25"
    ---
    field rate: number rule oneOf(0, 12.50, 25) message "0, 12.50 or 25"
    === declared-later
    when member <
      field number: string
    >
    field member: bool
    ---
    field member: bool
    when member <
      field number: string
    >
    === default-breaks-rule
    field age: int default 17 rule range(18...)
    ---
    field age: int default 18 rule range(18...)
    === default-of-structure
    field tags: list of string default "none"
    ---
    field tags: list of string optional
    === each-without-list
    field tag: string
      each rule count(1...20)
    ---
    field tags: list of string each rule count(1...20)
    === empty-choice
    field color: choice("red", "blue", "")
    ---
    field color: choice("red", "blue") optional
    === empty-range
    field age: int rule range(120...0)
    ---
    field age: int rule range(0...120)
    === empty-separator
    field tags: list("") of string
    ---
    field tags: list(",") of string
    === exact-decimals
    field price: number rule decimals(2)
    ---
    field price: number rule decimals(...2)
    === example-breaks-rule
    field age: int rule range(18...) message "18 or older"
    example "too young" accepts < age: 17 >
    ---
    field age: int rule range(18...) message "18 or older"
    example "too young" rejects age < age: 17 >
    === example-in-block
    field isNew: bool
    when isNew <
      field reason: string
      example "new" accepts < isNew: true reason: "moved" >
    >
    ---
    field isNew: bool
    when isNew <
      field reason: string
    >
    example "new" accepts < isNew: true reason: "moved" >
    === format-not-taken
    field code: string("AA-00")
    ---
    field code: string rule like("@@-##") message "Such as AB-12"
    === habit
    field id: string rule value = "A1" message "A1 only"
    ---
    field id: string rule value == "A1" message "A1 only"
    === implied-rule
    field age: int
      rule range(18...99)
      rule range(0...120)
    ---
    field age: int rule range(18...99)
    === impossible-value
    field starts: date rule value > 2026-02-29 message "From March on"
    ---
    field starts: date rule value > 2026-02-28 message "From March on"
    === incomparable
    field birthday: date rule value < "2026-01-01" message "Before 2026"
    ---
    field birthday: date rule value < 2026-01-01 message "Before 2026"
    === is-before-value
    field fruit: string rule value is not "durian" message "No durians"
    ---
    field fruit: string rule value != "durian" message "No durians"
    === keyword-as-name
    field title: string
    check title == "Dr." message "Doctors only"
    ---
    field title: string
    check `title` == "Dr." message "Doctors only"
    === language-without-words
    language eo
    field age: int
    ---
    language eo
    words required "Ĉi tio mankas"
    field age: int message "Via aĝo"
    === misplaced-pattern
    field id: string rule value == /[a-z]+/ message "Small letters only"
    ---
    field id: string rule matches(/[a-z]+/) message "Small letters only"
    === misplaced-word
    field name: string warning "Are you sure?"
    ---
    field name: string rule count(...20) warning "Are you sure?"
    === missing-arrow
    table pieces(series) <
      "A" 5...9
    >
    field series: string
    field count: int rule value in pieces(series) message "5 to 9"
    ---
    table pieces(series) <
      "A" -> 5...9
    >
    field series: string
    field count: int rule value in pieces(series) message "5 to 9"
    === missing-block
    field adult: bool
    when adult field name: string
    ---
    field adult: bool
    when adult <
      field name: string
    >
    === missing-code
    words required "Please fill this in", "This is no date"
    field name: string
    ---
    words required "Please fill this in", type "This is no date"
    field name: string
    === missing-colon
    field name string
    ---
    field name: string
    === missing-comma
    field color: string rule oneOf("red" "green") message "Red or green"
    ---
    field color: string rule oneOf("red", "green") message "Red or green"
    === missing-format
    field name: string(20)
    ---
    field name: string rule count(...20)
    === missing-host-rule
    !!! error The form needs a host rule that the program does not have.

    """#
}

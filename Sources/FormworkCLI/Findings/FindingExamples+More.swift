// The second half of the examples of `formwork help CODE`.

extension FindingExample {
  static let second =
    #"""
    === missing-language
    language "pt"
    field name: string
    ---
    language pt
    field name: string
    === missing-meaning
    define adult
    field age: int rule adult message "Adults only"
    ---
    define adult = age >= 18
    field age: int rule adult message "Adults only"
    === missing-modifier
    fields
    field name: string
    ---
    fields trimmed
    field name: string
    === missing-name
    field "first name": string
    ---
    field `first name`: string
    === missing-of
    field tags: list string
    ---
    field tags: list of string
    === missing-parenthesis
    field name: string rule count(1...20 message "1 to 20 letters"
    ---
    field name: string rule count(1...20) message "1 to 20 letters"
    === missing-rule
    field tags: list of string
      each count(1...20)
    ---
    field tags: list of string each rule count(1...20)
    === missing-rule-word
    field name: string rule value is message "Letters only"
    ---
    field name: string rule value is letters message "Letters only"
    === missing-subject
    field phone: string optional
    check blank message "No phone number here"
    ---
    field phone: string optional
    check phone is blank message "No phone number here"
    === missing-text
    field name: string hint Your name
    ---
    field name: string hint "Your name"
    === missing-type
    field name: required
    ---
    field name: string
    === missing-value
    field age: int rule value > message "Too young"
    ---
    field age: int rule value > 17 message "Too young"
    === missing-verdict
    field id: string
    example "the shortest" < id: "taro" >
    ---
    field id: string
    example "the shortest" accepts < id: "taro" >
    === mixed-types
    field isCompany: bool
    when isCompany <
      field since: date
    >
    else <
      field since: int
    >
    check since is filled message "Since when?"
    ---
    field isCompany: bool
    when isCompany <
      field since: date
    > else <
      field since: date
    >
    check since <= today message "Since when?"
    === months-against-days
    field starts: date
    field ends: date
    check ends - starts < 3 months message "Three months at most"
    ---
    field starts: date
    field ends: date
    check ends < starts + 3 months message "Three months at most"
    === no-fields
    form member "Sign up"
    ---
    form member "Sign up"
    field name: string
    === no-message
    field code: string rule matches(/[A-Z]{2}[0-9]{4}/)
    ---
    field code: string rule matches(/[A-Z]{2}[0-9]{4}/) message "Two letters and four digits"
    === not-a-condition
    field age: int rule 18 message "18 or older"
    ---
    field age: int rule value >= 18 message "18 or older"
    === not-a-list
    field price: number
    check any(price, value > 10) message "One must cost more than 10"
    ---
    field prices: list of number
    check any(prices, value > 10) message "One must cost more than 10"
    === not-a-record
    field name: string
    check name.first is filled message "First name?"
    ---
    field name: < field first: string optional >
    check name.first is filled message "First name?"
    === not-a-value
    field age: int rule value == 0...120 message "0 to 120"
    ---
    field age: int rule range(0...120) message "0 to 120"
    === not-and
    field email: string optional
    field phone: string optional
    check not email is blank and phone is blank message "An email address or a phone number"
    ---
    field email: string optional
    field phone: string optional
    check not (email is blank and phone is blank) message "An email address or a phone number"
    === not-text
    !!! error The file is not UTF-8 text.
    === other-host-rule
    !!! error A host rule that the form needs takes something else in the program.
    === other-wording
    field age: int rule > 0 message "More than 0"
    ---
    field age: int rule value > 0 message "More than 0"
    === out-of-place
    field age: int 18 rule positive
    ---
    field age: int rule positive
    === parameter-count
    define between(low, high) = value >= low and value <= high
    field age: int rule between(18) message "18 to 99"
    ---
    define between(low, high) = value >= low and value <= high
    field age: int rule between(18, 99) message "18 to 99"
    === parameters-of-type
    define amount(most): number rule positive
    field price: amount
    ---
    define amount: number rule positive
    field price: amount
    === pattern-always-matches
    field name: string rule matches(/[\s\S]*/) message "Your name"
    ---
    field name: string rule matches(/[A-Z].*/) message "Begin with a capital letter"
    === pattern-in-picture
    field badge: string rule like("####[FTU]") message "Four digits and F, T or U"
    ---
    field badge: string rule matches(/[0-9]{4}[FTU]/) message "Four digits and F, T or U"
    === pattern-never-matches
    field name: string rule matches(/a$b/) message "An a and a b"
    ---
    field name: string rule matches(/ab/) message "An a and a b"
    === placeholder-without-source
    field name: string rule alphanumeric message "At most {max} letters"
    ---
    field name: string rule count(...20) message "At most {max} letters"
    === plural-in-condition
    field count: int
    field text: string rule value == "{count|one piece|{count} pieces}" message "Say how many"
    ---
    field count: int
    field text: string rule value == "{count} pieces" message "Say how many"
    === rejected-choice
    field color: choice("red", "blue") rule startsWith("r") message "A color with r"
    ---
    field color: choice("red", "rose") rule startsWith("r") message "A color with r"
    === repeated-choice
    field fruit: choice("apple", "pear", "apple")
    ---
    field fruit: choice("apple", "pear")
    === repeated-clause
    field name: string trimmed hint "Full name" trimmed
    ---
    field name: string trimmed hint "Full name"
    === repeated-language
    field name "Name" ja "名前" ja "お名前": string
    ---
    field name "Name" ja "お名前": string
    === repeated-name
    field name: string
    field name: string
    ---
    field firstName: string
    field lastName: string
    === repeated-words
    words required "Please"
    words required "Please fill this in"
    field name: string
    ---
    words required "Please fill this in"
    field name: string
    === required-anyway
    field phone: string rule digits or value is blank message "Digits only"
    ---
    field phone: string optional rule digits message "Digits only"
    === row-after-else
    table pieces(series) <
      else -> 1...9
      "B" -> 7
    >
    field series: string
    field count: int rule value in pieces(series) message "Not so many"
    ---
    table pieces(series) <
      "B"  -> 7
      else -> 1...9
    >
    field series: string
    field count: int rule value in pieces(series) message "Not so many"
    === rule-never-fails
    field size: int rule value != 1 or value != 2 message "Neither 1 nor 2"
    ---
    field size: int rule value != 1 and value != 2 message "Neither 1 nor 2"
    === rule-never-passes
    field name: string rule count(..<1)
    ---
    field name: string rule count(1...)
    === secret-in-message
    field password: string secret rule count(8...) message "{value} is too short"
    ---
    field password: string secret rule count(8...) message "At least {min} characters"
    === separated-records
    field lines: list("|") of < field price: number >
    ---
    field lines: list of < field price: number >
    === setting-not-taken
    data ndjson < delimiter ";" >
    field name: string
    ---
    data csv < delimiter ";" >
    field name: string
    === shadows-rule-word
    define phone = digits and count(10...11)
    field mobile: string rule phone message "10 or 11 digits"
    ---
    define phoneNumber = digits and count(10...11)
    field mobile: string rule phoneNumber message "10 or 11 digits"
    === shared-spelling
    field color: choice("red" also ("r"), "rose" also ("r"))
    ---
    field color: choice("red" also("r"), "rose" also("ro"))
    === single-quotes
    field name 'Your name': string
    ---
    field name "Your name": string
    === spaced-choice
    field color: choice("red ", "blue")
    ---
    field color: choice("red", "blue")
    === stray-block
    field address: object <
      field zip: string
    >
    ---
    field address: <
      field zip: string
    >
    === stray-block-end
    field name: string
    >
    field email: string
    ---
    field name: string
    field email: string
    === stray-character
    field name: string §
    ---
    field name: string
    === subtraction-as-range
    field id: string rule count(1-20) message "1 to 20 characters"
    ---
    field id: string rule count(1...20) message "1 to 20 characters"
    === target-in-list
    field lines: list of < field price: int >
    check count(lines) > 1 message "Two lines at least" at lines.price
    ---
    field lines: list of < field price: int >
    check count(lines) > 1 message "Two lines at least" at lines
    === third-column
    choices district from "districts.csv"
    field home: choice of district
    @@@ districts.csv
    code,region,name
    N01,N,Old Town
    ---
    choices district from "districts.csv"
    field home: choice of district
    @@@ districts.csv
    code,name
    N01,Old Town
    === too-deep
    !!! error Blocks, parentheses or definitions are nested too deep.
    === too-large
    !!! error The form, its patterns or its examples are larger than they may be.
    === too-long
    !!! error A condition has too many parts.
    === too-many-errors
    !!! error The form has more errors than are shown.
    === too-many-fields
    !!! error The form has more fields than it may.
    === too-many-parts
    !!! error Written out, the definitions are too long.
    === unclosed-block
    field member: bool
    when member <
      field number: string
    ---
    field member: bool
    when member <
      field number: string
    >
    === undeclared-host-rule
    !!! warning A host rule is used that the form does not say it needs.
    === unknown-argument
    !!! error A text in the parentheses of a host rule is none of those that it takes.
    === unknown-choices
    choices colors = "red", "green"
    field color: choice of color
    ---
    choices colors = "red", "green"
    field color: choice of colors
    === unknown-class
    field code: string rule only(digitz, "-") message "Digits and hyphens"
    ---
    field code: string rule only(digit, "-") message "Digits and hyphens"
    === unknown-clause
    field name: string optinal
    ---
    field name: string optional
    === unknown-data
    data excel < header 3 >
    field name: string
    ---
    data xlsx < header 3 >
    field name: string
    === unknown-declaration
    feild name: string
    ---
    field name: string
    === unknown-example
    field id: string
    example "short" accepts < id: "taro" >
    example "shorter" like "shrt" accepts < id: "t" >
    ---
    field id: string
    example "short" accepts < id: "taro" >
    example "shorter" like "short" accepts < id: "t" >
    === unknown-field
    field password: string secret
    field confirm: string secret rule value == passwrod message "The two differ"
    ---
    field password: string secret
    field confirm: string secret rule value == password message "The two differ"
    === unknown-function
    field price: number rule rond(value, 2) == value message "Two decimal places at most"
    ---
    field price: number rule round(value, 2) == value message "Two decimal places at most"
    === unknown-name
    field mail: string rule emial
    ---
    field mail: string rule email
    === unknown-placeholder
    field name: string rule count(1...20) message "{lable}: at most {max} letters"
    ---
    field name: string rule count(1...20) message "{label}: at most {max} letters"
    === unknown-rule-word
    field mail: string rule value is emial message "No email address"
    ---
    field mail: string rule value is email message "No email address"
    === unknown-setting
    data csv < delimeter ";" >
    field name: string
    ---
    data csv < delimiter ";" >
    field name: string
    === unknown-type
    field name: strng
    ---
    field name: string
    === unlisted-choice
    field fruit: choice("apple", "banana")
    check fruit != "bananna" message "No bananas"
    ---
    field fruit: choice("apple", "banana")
    check fruit != "banana" message "No bananas"
    === unordered
    field name: string rule value < "M" message "A to L only"
    ---
    field name: string rule matches(/[A-L].*/) message "A to L only"
    === unreachable-branch
    field age: int
    when true <
      field job: string
    >
    else <
      field school: string
    >
    ---
    field age: int
    when age >= 18 <
      field job: string
    > else <
      field school: string
    >
    === unsupported-pattern
    field code: string rule matches(/[A-Z]+(?=[0-9])/) message "Capital letters and a digit"
    ---
    field code: string rule matches(/[A-Z]+[0-9]/) message "Capital letters and a digit"
    === unterminated-name
    field `first name: string
    ---
    field `first name`: string
    === unterminated-pattern
    field zip: string rule matches(/[0-9]{5}) message "Five digits"
    ---
    field zip: string rule matches(/[0-9]{5}/) message "Five digits"
    === unterminated-text
    field name: string hint "As in your passport
    ---
    field name: string hint "As in your passport"
    === untranslated
    field name "Name" de "Name": string
    field town "Town": string
    ---
    field name "Name" de "Name": string
    field town "Town" de "Ort": string
    === unusable-file
    use "adress.form"
    field id: string
    @@@ address.form
    field street: string
    ---
    use "address.form"
    field id: string
    === unused-parameter
    define between(low, high) = value >= low
    field age: int rule between(18, 99) message "18 to 99"
    ---
    define between(low, high) = value >= low and value <= high
    field age: int rule between(18, 99) message "18 to 99"
    === value-outside-rule
    field age: int
    check value > 3 message "4 or older"
    ---
    field age: int
    check age > 3 message "4 or older"
    === wrong-argument-type
    field starts: date rule after("2026-01-01") message "After New Year"
    ---
    field starts: date rule after(2026-01-01) message "After New Year"
    === wrong-arguments
    field mail: string rule email(5)
    ---
    field mail: string rule email
    === wrong-function-arguments
    field price: number rule round(value) > 3 message "More than 3"
    ---
    field price: number rule round(value, 0) > 3 message "More than 3"
    === wrong-subject
    field age: int rule count(0...120) message "0 to 120"
    ---
    field age: int rule range(0...120) message "0 to 120"
    === zero-step
    field price: number rule multipleOf(0) message "Whole tens"
    ---
    field price: number rule multipleOf(10) message "Whole tens"

    """#
}

// The files of Findings without what only tests need.
// Made by `FORMWORK_RECORD=1 swift test --filter FindingFileTests`; change the files instead.
// swift-format-ignore-file

extension FindingPage {
  static let texts = #"""
=== across-in-list
error: `unique` or `same` is used inside a list, or a check of the data as a whole inside a block.

=== wrong
field lines: list of <
  field article: string
    rule unique message "Each article once"
>
=== right
field lines: list of <
  field article: string
>
  rule distinct message "Each article once"
=== across-not-alone
error: `unique` or `same` is joined with something other than `and`.

=== wrong
field code: string
field isDraft: bool
check isDraft or unique(code) message "The code is taken"
=== right
field code: string
field isDraft: bool
check unique(code) message "The code is taken"
=== actual-is-field
warning: A message shows the same field by its name and by `{actual}`.

Of a comparison, "{actual}" shows the left side.

=== wrong
field a: number
field b: number
field total: number
check total == sum((a, b)) message "{total} is not {actual}" at total
=== right
field a: number
field b: number
field total: number
check sum((a, b)) == total message "{total} is not {actual}" at total
=== ambiguous-name
error: A name is both a field and a rule word.

=== wrong
field email: bool
field contact: string rule email
=== right
field email: bool
field contact: string rule value is email
=== ambiguous-owner
error: It is not clear what a message or title belongs to.

=== wrong
field name: string
  rule count(1...20) message "1 to 20 letters"
  message "Your name, as in your passport"
=== right
field name: string
  message "Your name, as in your passport"
  rule count(1...20) message "1 to 20 letters"
=== ambiguous-placeholder
warning: A placeholder is also the name of a field or of a definition.

=== wrong
field min: int rule range(1...3) message "Not below {min}"
=== right
field min: int rule range(1...3) message "Not below {`min`}"
=== anchored-alternation
warning: ^ and $ apply only to their own side of the |.

=== wrong
field code: string rule matches(/^[0-9]+|none$/) message "A number or none"
=== right
field code: string rule matches(/[0-9]+|none/) message "A number or none"
=== assigned-value
error: A value of the run is calculated, although it is given when the form is run.

The value that it has if none is given comes after `default`.

=== wrong
needs year: int = 2026
field paid: date rule year(value) == year message "Not in {year}"
=== right
needs year: int default 2026
field paid: date rule year(value) == year message "Not in {year}"
=== bad-alternative
error: A type cannot be one of several alternatives.

=== wrong
field size: int or number
=== right
field size: number
=== bad-arithmetic
error: Values of these types cannot be used in this calculation.

=== wrong
field starts: date
check starts + 3 > today message "Three days ahead at most"
=== right
field starts: date
check starts + 3 days > today message "Three days ahead at most"
=== bad-bool-words
error: A bool needs two different words.

=== wrong
field newsletter: bool("yes")
=== right
field newsletter: bool("yes", "no")
=== bad-choices-file
error: A file of choices, or a line of it, cannot be read.

=== wrong
choices colors from "colors.csv"
field color: choice of colors
=== file colors.csv
value,label
red,Red
"blue,Blue
=== right
choices colors from "colors.csv"
field color: choice of colors
=== file colors.csv
value,label
red,Red
"blue",Blue
=== bad-date-format
error: A format of dates or times cannot be read.

=== wrong
field starts: date("dd/mm/yyyy")
=== right
field starts: date("dd/MM/yyyy")
=== bad-default
error: A default is not a value of its field's type.

=== wrong
field age: int default "18 years"
=== right
field age: int default 18
=== bad-escape
error: \u{…} in a text is not the number of a character.

=== wrong
field mood: string hint "Such as \u{1F6000}"
=== right
field mood: string hint "Such as \u{1F600}"
=== bad-example-value
error: A value in an example is one that its field cannot have.

=== wrong
field age: int
example "old" accepts < age: true >
=== right
field age: int
example "old" accepts < age: 90 >
=== bad-name
error: A name in backquotes is empty or has a control character.

=== wrong
field ``: int
=== right
field `first age`: int
=== bad-number
error: Letters follow a number without a space.

=== wrong
field birthday: date rule value <= today - 18years message "18 or older"
=== right
field birthday: date rule value <= today - 18 years message "18 or older"
=== bad-number-format
error: The marks of a number format cannot be used.

=== wrong
field price: number(decimal ",,")
=== right
field price: number(decimal ",")
=== bad-pattern
error: A pattern cannot be read.

=== wrong
field code: string rule matches(/([A-Z]{2}/) message "Two capital letters"
=== right
field code: string rule matches(/([A-Z]{2})/) message "Two capital letters"
=== bad-picture
error: This picture ends with a backslash that escapes nothing.

=== wrong
field plate: string rule like("@@-##\\") message "Such as KA-07"
=== right
field plate: string rule like("@@-##") message "Such as KA-07"
=== bad-placeholder
error: A brace in a text does not begin a placeholder.

=== wrong
field name: string hint "Use no {}"
=== right
field name: string hint "Use no \{}"
=== bad-row
error: A row of a table has too many or too few keys.

=== wrong
table pieces(series, size) <
  "A", 1 -> 5...9
  "B" -> 7
>
field series: string
field size: int
field count: int rule value in pieces(series, size) message "Not so many"
=== right
table pieces(series, size) <
  "A", 1 -> 5...9
  "B", 1 -> 7
>
field series: string
field size: int
field count: int rule value in pieces(series, size) message "Not so many"
=== bad-setting
error: A setting of `data` has a value that is not allowed.

=== wrong
data csv < delimiter ";;" >
field name: string
=== right
data csv < delimiter ";" >
field name: string
=== bidirectional
warning: Hidden characters change the order in which a line is shown.

=== wrong
field code: string hint "Write ⁧it so"
=== right
field code: string hint "Write ⁧it⁩ so"
=== blank-group
warning: Records without one of the fields after `per` are a group of their own.

Blank equals blank, as for "unique". Only a record without all of these fields is in no group.

=== wrong
field who: string
field day: date optional
check count(records) <= 2 per who, day message "Twice a day at most"
=== right
field who: string
field day: date optional
check day is blank or count(records) <= 2 per who, day message "Twice a day at most"
=== blank-in-condition
warning: A blank field silently switches a condition off.

=== wrong
field kind: string
field other: string optional
field reason: string required if kind == "2" and other != "D"
=== right
field kind: string
field other: string optional
field reason: string required if kind == "2" and (other is blank or other != "D")
=== blank-in-text
warning: A condition uses a text with a part that may be blank.

=== wrong
field first: string
field last: string optional
field whole: string rule value == "{first} {last}" message "First and last name"
=== right
field first: string
field last: string optional
field whole: string rule value == joined(first, " ", last) message "First and last name"
=== branch-never-holds
warning: This can never be true, because a "when" around it rules it out.

=== wrong
field age: int
when age > 18 <
  when age < 12 <
    field school: string
  >
>
=== right
field age: int
when age < 12 <
  field school: string
>
=== branch-taken
warning: This block is never used: whenever its condition holds, so does an earlier one.

=== wrong
field age: int
when age > 18 <
  field job: string
>
else when age > 65 <
  field pension: bool
>
=== right
field age: int
when age > 65 <
  field pension: bool
> else when age > 18 <
  field job: string
>
=== chained-comparison
error: Two comparisons share a value, as in a < b < c.

=== wrong
field age: int rule 0 <= value < 150 message "0 to 149"
=== right
field age: int rule value in 0..<150 message "0 to 149"
=== choices-column
warning: A file of choices has several columns, and the form does not say which has the values.

The first column then has the values, the second the labels and the third the other texts. Without `column`, only `label`
and `also` may be the names of the second and the third.

=== wrong
choices district from "districts.csv"
field home: choice of district
=== file districts.csv
code,name
N01,Old Town
=== right
choices district from "districts.csv" column "code" label "name"
field home: choice of district
=== file districts.csv
code,name
N01,Old Town
=== circle
error: A definition, a type or an example depends on itself.

=== wrong
define adult = grownUp and age >= 18
define grownUp = adult or age > 20
field age: int rule adult message "Adults only"
=== right
define adult = age >= 18
field age: int rule adult message "Adults only"
=== cleaning-not-text
error: A clause cleans texts, but its field is not a text.

=== wrong
field member: bool lowercased
=== right
field member: bool
=== closed-in-block
error: "closed" applies to a whole form or record. Move it out of the "when".

=== wrong
field member: bool
when member <
  closed
  field number: string
>
=== right
closed
field member: bool
when member <
  field number: string
>
=== column-of-value
warning: A value of the run has `from`, although it is in no column.

=== wrong
needs year: int from "Year"
field paid: int rule value <= year message "Not before {year}"
=== right
needs year: int
field paid: int rule value <= year message "Not before {year}"
=== compared-with-empty
error: A field is compared with the empty text.

=== wrong
field name: string rule value != "" message "Write your name"
=== right
field name: string message "Write your name"
=== compared-with-itself
error: A question about records or a list compares a name with itself.

=== wrong
field person: string
field wave: int
field age: int
check not any(records, person == person and wave < wave) message "Someone gets younger"
=== right
field person: string
field wave: int
field age: int
list others from "survey.csv" <
  field other: string from "person"
  field earlier: int from "wave"
  field then: int from "age"
>
check not any(others(other: person), earlier < wave and then > age) message "{person} gets younger"
=== file survey.csv
person,wave,age
=== condition-as-value
error: A condition is used where a value is needed.

=== wrong
field fruit: string rule (value == "apple") == true message "Apples only"
=== right
field fruit: string rule value == "apple" message "Apples only"
=== constant-condition
warning: A condition is always true or always false.

=== wrong
field age: int rule true message "18 or older"
=== right
field age: int rule value >= 18 message "18 or older"
=== contradiction
error: Two parts of a field contradict each other.

=== wrong
field name: string optional required
=== right
field name: string optional
=== contradictory-rules
warning: No value can pass two rules of a field together.

=== wrong
field age: int
  rule range(18...)
  rule range(...12)
=== right
field age: int rule range(12...18)
=== count-from-zero
warning: An empty value is never counted, so a count is never 0.

=== wrong
field name: string rule count(0...20)
=== right
field name: string optional rule count(...20)
=== decimal-comma
warning: Two numbers of a list look like one with a decimal comma.

=== wrong
field rate: number rule oneOf(0, 12,50, 25) message "0, 12.50 or 25"
=== right
field rate: number rule oneOf(0, 12.50, 25) message "0, 12.50 or 25"
=== declared-later
error: A "when" uses a field that is declared after it.

=== wrong
when member <
  field number: string
>
field member: bool
=== right
field member: bool
when member <
  field number: string
>
=== default-breaks-rule
error: This default breaks a rule of its own field. Change one of the two.

=== wrong
field age: int default 17 rule range(18...)
=== right
field age: int default 18 rule range(18...)
=== default-of-structure
error: A list or a record cannot have a default.

=== wrong
field tags: list of string default "none"
=== right
field tags: list of string optional
=== each-without-list
error: "each" is for the items of a list, but this field is not a list.

=== wrong
field tag: string
  each rule count(1...20)
=== right
field tags: list of string each rule count(1...20)
=== empty-choice
error: A choice is the empty text.

=== wrong
field color: choice("red", "blue", "")
=== right
field color: choice("red", "blue") optional
=== empty-range
error: A range is empty.

=== wrong
field age: int rule range(120...0)
=== right
field age: int rule range(0...120)
=== empty-separator
error: Nothing separates the items of a list in one text.

=== wrong
field tags: list("") of string
=== right
field tags: list(",") of string
=== exact-decimals
warning: A rule requires decimal places, but zeros at the end do not count.

=== wrong
field price: number rule decimals(2)
=== right
field price: number rule decimals(...2)
=== example-breaks-rule
warning: An example that is accepted breaks a rule of a field.

=== wrong
field age: int rule range(18...) message "18 or older"
example "too young" accepts < age: 17 >
=== right
field age: int rule range(18...) message "18 or older"
example "too young" rejects age < age: 17 >
=== example-in-block
error: An example is a whole record. Move it out of the block.

=== wrong
field isNew: bool
when isNew <
  field reason: string
  example "new" accepts < isNew: true reason: "moved" >
>
=== right
field isNew: bool
when isNew <
  field reason: string
>
example "new" accepts < isNew: true reason: "moved" >
=== foreign-placeholder
warning: A message has a placeholder of another language.

=== wrong
field size: int rule value > 3 message "${value} is too small"
=== right
field size: int rule value > 3 message "{value} is too small"
=== format-not-taken
error: The type takes no parentheses.

=== wrong
field code: string("AA-00")
=== right
field code: string rule like("@@-##") message "Such as AB-12"
=== group-mark
warning: A number is written with the group marks of the data.

=== wrong
field price: number(decimal ",", group ".") rule range(0...1.000)
=== right
field price: number(decimal ",", group ".") rule range(0...1000)
=== group-without-question
error: There is `per` behind a condition that does not ask `records` or `previous`.

=== wrong
field household: string
field head: bool
check head per household message "No head"
=== right
field household: string
field head: bool
check count(records, head) == 1 per household message "{household}: one head, not {actual}"
=== habit
warning: A character is not the usual one, but is read as if it were.

=== wrong
field id: string rule value = "A1" message "A1 only"
=== right
field id: string rule value == "A1" message "A1 only"
=== implied-rule
warning: Every value that passes another rule also passes this one.

=== wrong
field age: int
  rule range(18...99)
  rule range(0...120)
=== right
field age: int rule range(18...99)
=== impossible-value
error: A date, time or number does not exist.

=== wrong
field starts: date rule value > 2026-02-29 message "From March on"
=== right
field starts: date rule value > 2026-02-28 message "From March on"
=== in-single-value
warning: A value is looked up in a single value with "in".

=== wrong
field regnr: string
field sibling: string rule value in regnr message "{value}?"
=== right
field regnr: string
field sibling: string rule value == regnr message "{value}?"
=== incomparable
error: Two values of these types cannot be compared.

=== wrong
field birthday: date rule value < "2026-01-01" message "Before 2026"
=== right
field birthday: date rule value < 2026-01-01 message "Before 2026"
=== is-before-value
error: "is" is followed by a value instead of a rule word.

=== wrong
field fruit: string rule value is not "durian" message "No durians"
=== right
field fruit: string rule value != "durian" message "No durians"
=== keyword-as-name
error: A field named like a word of the language has no backquotes.

=== wrong
field title: string
check title == "Dr." message "Doctors only"
=== right
field title: string
check `title` == "Dr." message "Doctors only"
=== language-without-words
warning: Formwork has no built-in messages in the language of the form.

=== wrong
language eo
field age: int
=== right
language eo
words required "Ĉi tio mankas"
field age: int message "Via aĝo"
=== list-as-value
error: A list or a record stands where a single value is needed.

=== wrong
list customers from "customers.csv" < field id: string >
field customer: string rule value == customers message "No customer {value}"
=== right
list customers from "customers.csv" < field id: string >
field customer: string rule value in customers.id message "No customer {value}"
=== list-not-read
error: A list of other data asks one that is read later, or itself.

=== wrong
list orders from "orders.csv" < field item: string field cost: number = prices(item: item).cost >
list prices from "prices.csv" < field item: string field cost: number >
field item: string rule orders(item: value).cost < 10 message "{actual}"
=== right
list prices from "prices.csv" < field item: string field cost: number >
list orders from "orders.csv" < field item: string field cost: number = prices(item: item).cost >
field item: string rule orders(item: value).cost < 10 message "{actual}"
=== lookup-in-group
warning: A lookup in a check with `per` finds only records of the same group.

All that such a check asks of "records" is about the group. That includes a record that is looked up by key.

=== wrong
define original = records(number: refers)
field number: int
field refers: int optional
field gross: number
check sum(records.gross) + original.gross >= 0 per refers message "Too much"
=== right
define original = records(number: refers)
field number: int
field refers: int optional
field gross: number
check sum(records(refers: refers).gross) + original.gross >= 0 message "Too much"
=== misplaced-pattern
error: A pattern can be used only in matches(…).

=== wrong
field id: string rule not /[a-z]+/ message "No small letters"
=== right
field id: string rule not matches(/[a-z]+/) message "No small letters"
=== misplaced-word
error: A word of the language is used where it is not allowed.

=== wrong
field name: string warning "Are you sure?"
=== right
field name: string rule count(...20) warning "Are you sure?"
=== missing-arrow
error: A row of a table has no arrow.

=== wrong
table pieces(series) <
  "A" 5...9
>
field series: string
field count: int rule value in pieces(series) message "5 to 9"
=== right
table pieces(series) <
  "A" -> 5...9
>
field series: string
field count: int rule value in pieces(series) message "5 to 9"
=== missing-block
error: A block between < and > is missing.

=== wrong
field adult: bool
when adult field name: string
=== right
field adult: bool
when adult <
  field name: string
>
=== missing-code
error: "words" does not name a built-in message.

=== wrong
words required "Please fill this in", "This is not a date"
field name: string
=== right
words required "Please fill this in", type "This is not a date"
field name: string
=== missing-colon
error: The colon after the name of a field is missing.

=== wrong
field name string
=== right
field name: string
=== missing-comma
error: A comma between two items is missing.

=== wrong
field color: string rule oneOf("red" "green") message "Red or green"
=== right
field color: string rule oneOf("red", "green") message "Red or green"
=== missing-format
error: The parentheses after a type do not hold a format.

=== wrong
field size: int(20)
=== right
field size: int rule range(...20)
=== missing-host-rule
error: The form needs a host rule that the program does not have.

=== missing-language
error: The language code after "language" is missing.

=== wrong
language "pt"
field name: string
=== right
language pt
field name: string
=== missing-meaning
error: A definition has no meaning.

=== wrong
define adult
field age: int rule adult message "Adults only"
=== right
define adult = age >= 18
field age: int rule adult message "Adults only"
=== missing-modifier
error: There is nothing after "fields".

=== wrong
fields
field name: string
=== right
fields trimmed
field name: string
=== missing-name
error: A name is missing.

=== wrong
field "first name": string
=== right
field `first name`: string
=== missing-of
error: The word "of" after "list" is missing.

=== wrong
field tags: list string
=== right
field tags: list of string
=== missing-parenthesis
error: A parenthesis is missing.

=== wrong
field name: string rule count(1...20 message "1 to 20 letters"
=== right
field name: string rule count(1...20) message "1 to 20 letters"
=== missing-rule
error: The rule after "each" is missing.

=== wrong
field tags: list of string
  each count(1...20)
=== right
field tags: list of string each rule count(1...20)
=== missing-rule-word
error: The rule word after "is" is missing.

=== wrong
field name: string rule value is message "Letters only"
=== right
field name: string rule value is letters message "Letters only"
=== missing-subject
error: A rule word stands alone where there is no value.

=== wrong
field phone: string optional
check blank message "No phone number here"
=== right
field phone: string optional
check phone is blank message "No phone number here"
=== missing-text
error: A text in double quotes is missing.

=== wrong
field name: string hint Your name
=== right
field name: string hint "Your name"
=== missing-type
error: A field has no type.

=== wrong
field name: required
=== right
field name: string
=== missing-value
error: A value or a condition is missing.

=== wrong
field age: int rule value > message "Too young"
=== right
field age: int rule value > 17 message "Too young"
=== missing-verdict
error: An example says neither "accepts" nor "rejects".

=== wrong
field id: string
example "the shortest" < id: "taro" >
=== right
field id: string
example "the shortest" accepts < id: "taro" >
=== mixed-types
error: Fields of one name in several blocks have types that do not fit together.

=== wrong
field isCompany: bool
when isCompany <
  field since: date
>
else <
  field since: int
>
check since is filled message "Since when?"
=== right
field isCompany: bool
when isCompany <
  field since: date
> else <
  field since: date
>
check since <= today message "Since when?"
=== months-against-days
error: Months and years have no fixed length, so they cannot be compared with days or hours.

=== wrong
field starts: date
field ends: date
check ends - starts < 3 months message "Three months at most"
=== right
field starts: date
field ends: date
check ends < starts + 3 months message "Three months at most"
=== no-fields
error: This form has no fields, so it would accept everything.

=== wrong
form member "Sign up"
=== right
form member "Sign up"
field name: string
=== no-message
warning: A rule has no message where the built-in one says little.

=== wrong
field code: string rule matches(/[A-Z]{2}[0-9]{4}/)
=== right
field code: string rule matches(/[A-Z]{2}[0-9]{4}/) message "Two letters and four digits"
=== not-a-condition
error: A condition is neither true nor false.

=== wrong
field age: int rule 18 message "18 or older"
=== right
field age: int rule value >= 18 message "18 or older"
=== not-a-list
error: A value that is not a list is used where a list is needed.

=== wrong
field price: number
check any(price, value > 10) message "One must cost more than 10"
=== right
field prices: list of number
check any(prices, value > 10) message "One must cost more than 10"
=== not-a-record
error: The name before a dot has no fields.

=== wrong
field name: string
check name.first is filled message "First name?"
=== right
field name: < field first: string optional >
check name.first is filled message "First name?"
=== not-a-value
error: A range, a list or a pattern is used where a value is needed.

=== wrong
field age: int rule value == 0...120 message "0 to 120"
=== right
field age: int rule range(0...120) message "0 to 120"
=== not-and
warning: "not a and b" may be meant as "not (a and b)".

=== wrong
field email: string optional
field phone: string optional
check not email is blank and phone is blank message "An email address or a phone number"
=== right
field email: string optional
field phone: string optional
check not (email is blank and phone is blank) message "An email address or a phone number"
=== not-text
error: The file is not UTF-8 text.

=== other-host-rule
error: A host rule takes other values in the program than in the form.

=== other-wording
error: Something is written as in a spreadsheet or another language.

=== wrong
field age: int rule > 0 message "More than 0"
=== right
field age: int rule value > 0 message "More than 0"
=== out-of-place
error: Something else is written where a new part of the form must begin.

=== wrong
field age: int 18 rule positive
=== right
field age: int rule positive
=== packed-choices
warning: A single choice looks like several in one text.

=== wrong
field color: choice("red, green, blue")
=== right
field color: choice("red", "green", "blue")
=== page-in-block
error: A page is in another page, in a record or in a list.

A page is a step of filling in the form, so it belongs to the form itself. In a "when" of the form, it is skipped unless
the condition holds.

=== wrong
field address: <
  page "Where you live" <
    field street: string
  >
>
=== right
page "Where you live" <
  field address: <
    field street: string
  >
>
=== parameter-count
error: A definition or table is given too many or too few values.

=== wrong
define between(low, high) = value >= low and value <= high
field age: int rule between(18) message "18 to 99"
=== right
define between(low, high) = value >= low and value <= high
field age: int rule between(18, 99) message "18 to 99"
=== parameters-of-type
error: A type takes no parentheses after its name.

=== wrong
define amount(most): number rule positive
field price: amount
=== right
define amount: number rule positive
field price: amount
=== pattern-always-matches
warning: Every text matches this pattern. Narrow it or remove it.

=== wrong
field name: string rule matches(/[\s\S]*/) message "Your name"
=== right
field name: string rule matches(/[A-Z].*/) message "Begin with a capital letter"
=== pattern-in-picture
warning: A picture has symbols that have a meaning only in a pattern.

=== wrong
field badge: string rule like("####[FTU]") message "Four digits and F, T or U"
=== right
field badge: string rule matches(/[0-9]{4}[FTU]/) message "Four digits and F, T or U"
=== pattern-in-text
warning: A text has signs that have a meaning only in a pattern.

=== wrong
field code: string rule value == "KG*" message "KG and digits"
=== right
field code: string rule value startsWith("KG") message "KG and digits"
=== pattern-never-matches
warning: No text can match this pattern.

=== wrong
field name: string rule matches(/a$b/) message "An a and a b"
=== right
field name: string rule matches(/ab/) message "An a and a b"
=== placeholder-without-source
error: A placeholder never has a value.

=== wrong
field name: string rule alphanumeric message "At most {max} letters"
=== right
field name: string rule count(...20) message "At most {max} letters"
=== plural-in-condition
error: A text in a condition has a singular and a plural form.

=== wrong
field count: int
field text: string rule value == "{count|one piece|{count} pieces}" message "Say how many"
=== right
field count: int
field text: string rule value == "{count} pieces" message "Say how many"
=== plus-minus
warning: A sum with +- has only one result.

=== wrong
field part: number rule value == 100 +- 0.5 message "About 100"
=== right
field part: number rule value in 100 - 0.5...100 + 0.5 message "About 100"
=== record-in-data-message
warning: The message of a check about all records shows a field, which has no value there.

=== wrong
field run: string
check count(records) == 5 message "{run} has {actual}"
=== right
field run: string
check count(records) == 5 per run message "{run} has {actual}"
=== records-not-here
error: All records, or the one before, are asked where they cannot be.

=== wrong
field lines: list of <
  field sku: string rule value in records.sku message "No {value}"
>
field sku: string
=== right
field lines: list of <
  field sku: string
>
field sku: string
check all(lines, records(sku: sku) is filled) message "Not all are here" at lines
=== rejected-choice
warning: A choice never passes a rule of its own field.

=== wrong
field color: choice("red", "blue") rule startsWith("r") message "A color with r"
=== right
field color: choice("red", "rose") rule startsWith("r") message "A color with r"
=== repeated-choice
warning: A choice is listed twice.

=== wrong
field fruit: choice("apple", "pear", "apple")
=== right
field fruit: choice("apple", "pear")
=== repeated-clause
error: Something is given twice that can be given only once.

=== wrong
field name: string trimmed hint "Full name" trimmed
=== right
field name: string trimmed hint "Full name"
=== repeated-language
error: A text has two translations into one language.

=== wrong
field name "Name" ja "名前" ja "お名前": string
=== right
field name "Name" ja "お名前": string
=== repeated-name
error: Two declarations, or two rules of the program, have the same name.

=== wrong
field name: string
field name: string
=== right
field firstName: string
field lastName: string
=== repeated-words
error: A form has two texts for one built-in message.

=== wrong
words required "Please"
words required "Please fill this in"
field name: string
=== right
words required "Please fill this in"
field name: string
=== required-anyway
warning: A rule allows a blank value where the field must be filled in.

=== wrong
field phone: string rule digits or value is blank message "Digits only"
=== right
field phone: string optional rule digits message "Digits only"
=== row-after-else
error: Rows after "else" are never reached. Put "else" last.

=== wrong
table pieces(series) <
  else -> 1...9
  "B" -> 7
>
field series: string
field count: int rule value in pieces(series) message "Not so many"
=== right
table pieces(series) <
  "B"  -> 7
  else -> 1...9
>
field series: string
field count: int rule value in pieces(series) message "Not so many"
=== rule-never-fails
warning: Every value passes a rule.

=== wrong
field size: int rule value != 1 or value != 2 message "Neither 1 nor 2"
=== right
field size: int rule value != 1 and value != 2 message "Neither 1 nor 2"
=== rule-never-passes
warning: No value passes a rule.

=== wrong
field name: string rule count(..<1)
=== right
field name: string rule count(1...)
=== rule-of-list
warning: A list of other data has a rule, which is not checked.

=== wrong
list customers from "customers.csv" < field id: string rule count(5) >
field customer: string rule value in customers.id message "No customer {value}"
=== right
list customers from "customers.csv" < field id: string >
field customer: string rule value in customers.id message "No customer {value}"
=== same-for-all-items
warning: A condition about the items of a list uses none of their fields, so it is the same for each item.

=== wrong
list items from "items.csv" < field item: string >
field status: choice("out", "cancelled")
check share(items, status == "cancelled") <= 25 % message "{actual} are cancelled"
=== right
field status: choice("out", "cancelled")
check share(records, status == "cancelled") <= 25 % message "{actual} are cancelled"
=== secret-in-message
warning: A message would show a secret value.

=== wrong
field password: string secret rule count(8...) message "{value} is too short"
=== right
field password: string secret rule count(8...) message "At least {min} characters"
=== separated-records
error: A list of records cannot be written in one text, so it has no separator.

=== wrong
field lines: list("|") of < field price: number >
=== right
field lines: list of < field price: number >
=== setting-not-taken
error: This kind of data does not have the setting.

=== wrong
data ndjson < delimiter ";" >
field name: string
=== right
data csv < delimiter ";" >
field name: string
=== shadows-rule-word
warning: A definition has the name of a rule word of the language.

=== wrong
define phone = digits and count(10...11)
field mobile: string rule phone message "10 or 11 digits"
=== right
define phoneNumber = digits and count(10...11)
field mobile: string rule phoneNumber message "10 or 11 digits"
=== share-over-one
warning: A share, which is from 0 to 1, is compared with a number of 2 or more.

=== wrong
field amount: number optional
check share(records, amount is blank) <= 5 message "{actual} of the amounts are missing"
=== right
field amount: number optional
check share(records, amount is blank) <= 5 % message "{actual} of the amounts are missing"
=== shared-spelling
error: A text is read as two choices.

=== wrong
field color: choice("red" also ("r"), "rose" also ("r"))
=== right
field color: choice("red" also("r"), "rose" also("ro"))
=== single-quotes
error: A text is in single quotes instead of double quotes.

=== wrong
field name 'Your name': string
=== right
field name "Your name": string
=== spaced-choice
warning: A choice has white space at its ends.

=== wrong
field color: choice("red ", "blue")
=== right
field color: choice("red", "blue")
=== stray-block
error: A block belongs to nothing.

=== wrong
field address: string <
  field zip: string
>
=== right
field address: <
  field zip: string
>
=== stray-block-end
error: This ">" closes nothing.

=== wrong
field name: string
>
field email: string
=== right
field name: string
field email: string
=== stray-character
error: A character means nothing outside texts and comments.

=== wrong
field name: string §
=== right
field name: string
=== subtraction-as-range
warning: A number is subtracted where a range is needed.

=== wrong
field id: string rule count(1-20) message "1 to 20 characters"
=== right
field id: string rule count(1...20) message "1 to 20 characters"
=== target-in-list
error: A check is reported at a field of the items of a list.

=== wrong
field lines: list of < field price: int >
check count(lines) > 1 message "Two lines at least" at lines.price
=== right
field lines: list of < field price: int >
check count(lines) > 1 message "Two lines at least" at lines
=== too-deep
error: Blocks, parentheses or definitions are nested too deep.

=== too-large
error: The form, its patterns or its examples are too large.

=== too-long
error: A condition has too many parts.

=== too-many-errors
error: The form has more errors than are shown.

=== too-many-fields
error: The form has too many fields.

=== too-many-parts
error: The definitions are too long when they are expanded.

=== unclosed-block
error: A block is not closed: its ">" is missing.

=== wrong
field member: bool
when member <
  field number: string
=== right
field member: bool
when member <
  field number: string
>
=== undeclared-host-rule
warning: The form uses a host rule without declaring that it needs it.

=== unknown-argument
error: A host rule does not take this text in its parentheses.

=== unknown-choices
error: No list of choices has this name.

=== wrong
choices colors = "red", "green"
field color: choice of color
=== right
choices colors = "red", "green"
field color: choice of colors
=== unknown-class
error: No kind of characters has this name.

=== wrong
field code: string rule only(digitz, "-") message "Digits and hyphens"
=== right
field code: string rule only(digit, "-") message "Digits and hyphens"
=== unknown-clause
error: This word cannot begin part of a field.

=== wrong
field name: string optinal
=== right
field name: string optional
=== unknown-data
error: The word after "data" is not a kind of data.

=== wrong
data excel < header 3 >
field name: string
=== right
data xlsx < header 3 >
field name: string
=== unknown-declaration
error: This word cannot begin part of a form.

=== wrong
feild name: string
=== right
field name: string
=== unknown-example
error: No example has this name.

=== wrong
field id: string
example "short" accepts < id: "taro" >
example "shorter" like "shrt" accepts < id: "t" >
=== right
field id: string
example "short" accepts < id: "taro" >
example "shorter" like "short" accepts < id: "t" >
=== unknown-field
error: No field has this name.

=== wrong
field password: string secret
field confirm: string secret rule value == passwrod message "The two differ"
=== right
field password: string secret
field confirm: string secret rule value == password message "The two differ"
=== unknown-function
error: No calculation has this name.

=== wrong
field price: number rule rond(value, 2) == value message "Two decimal places at most"
=== right
field price: number rule round(value, 2) == value message "Two decimal places at most"
=== unknown-list
error: An example gives records to a list that does not exist.

=== wrong
list customers from "customers.csv" < field id: string >
field customer: string rule value in customers.id message "No customer {value}"
example "a customer" with customer (< id: "a" >) accepts < customer: "a" >
=== right
list customers from "customers.csv" < field id: string >
field customer: string rule value in customers.id message "No customer {value}"
example "a customer" with customers (< id: "a" >) accepts < customer: "a" >
=== unknown-name
error: No field and no rule word has this name.

=== wrong
field mail: string rule emial
=== right
field mail: string rule email
=== unknown-placeholder
error: A placeholder does not name a value.

=== wrong
field name: string rule count(1...20) message "{lable}: at most {max} letters"
=== right
field name: string rule count(1...20) message "{label}: at most {max} letters"
=== unknown-rule-word
error: No rule word has this name.

=== wrong
field mail: string rule value is emial message "No email address"
=== right
field mail: string rule value is email message "No email address"
=== unknown-setting
error: No setting of data has this name.

=== wrong
data csv < delimeter ";" >
field name: string
=== right
data csv < delimiter ";" >
field name: string
=== unknown-type
error: No type has this name.

=== wrong
field name: strng
=== right
field name: string
=== unlisted-choice
warning: A choice is compared with a value that is not one of the choices.

=== wrong
field fruit: choice("apple", "banana")
check fruit != "bananna" message "No bananas"
=== right
field fruit: choice("apple", "banana")
check fruit != "banana" message "No bananas"
=== unordered
error: Values of this type have no order.

=== wrong
field name: string rule value < "M" message "A to L only"
=== right
field name: string rule matches(/[A-L].*/) message "A to L only"
=== unreachable-branch
warning: This block is never used: a condition before it always holds.

=== wrong
field age: int
when true <
  field job: string
>
else <
  field school: string
>
=== right
field age: int
when age >= 18 <
  field job: string
> else <
  field school: string
>
=== unreached-alternative
warning: An earlier alternative takes every text of another.

=== wrong
field result: string or number
=== right
field result: number or string
=== unreached-row
warning: Rows before it have all keys of a row of a table, so that it is never used.

The first row that fits counts. The finding is about rows that one of the rows before it covers, or several of them that
differ in a single key.

=== wrong
table fee(course, seats) <
  "a", 1...5 -> 10
  "a", 2...3 -> 11
  "b", 1     -> 12
>
field course: choice("a", "b")
field seats: int
field price: number rule value == fee(course, seats) message "{value} is not the fee"
=== right
table fee(course, seats) <
  "a", 2...3 -> 11
  "a", 1...5 -> 10
  "b", 1     -> 12
>
field course: choice("a", "b")
field seats: int
field price: number rule value == fee(course, seats) message "{value} is not the fee"
=== unsupported-pattern
error: A pattern uses something that only other pattern languages have.

=== wrong
field code: string rule matches(/[A-Z]+(?=[0-9])/) message "Capital letters and a digit"
=== right
field code: string rule matches(/[A-Z]+[0-9]/) message "Capital letters and a digit"
=== unterminated-name
error: A name in backquotes has no closing backquote on its line.

=== wrong
field `first name: string
=== right
field `first name`: string
=== unterminated-pattern
error: A pattern has no closing slash on its line.

=== wrong
field zip: string rule matches(/[0-9]{5}) message "Five digits"
=== right
field zip: string rule matches(/[0-9]{5}/) message "Five digits"
=== unterminated-text
error: A text has no closing quote on its line.

=== wrong
field name: string hint "As in your passport
=== right
field name: string hint "As in your passport"
=== untranslated
warning: Some texts are not in a language that others are in.

=== wrong
field name "Name" de "Name": string
field town "Town": string
=== right
field name "Name" de "Name": string
field town "Town" de "Ort": string
=== untrimmed-other
warning: A trimmed field is looked for among values of other data that are not trimmed.

=== wrong
list rooms from "rooms.csv" < field name: string >
field room: string trimmed
  rule value in rooms.name message "There is no room {value}"
=== right
list rooms from "rooms.csv" < field name: string trimmed >
field room: string trimmed
  rule value in rooms.name message "There is no room {value}"
=== unusable-file
error: A file that the form needs cannot be used.

=== wrong
use "adress.form"
field id: string
=== file address.form
field street: string
=== right
use "address.form"
field id: string
=== unused-parameter
error: A definition names something that it never uses.

=== wrong
define between(low, high) = value >= low
field age: int rule between(18, 99) message "18 to 99"
=== right
define between(low, high) = value >= low and value <= high
field age: int rule between(18, 99) message "18 to 99"
=== value-outside-rule
error: "value" is a field's own value, so it can be used only in a field's rules.

=== wrong
field age: int
check value > 3 message "4 or older"
=== right
field age: int
check age > 3 message "4 or older"
=== whole-division
error: A division is written as in other languages.

=== wrong
field seats: int
field rows: int = seats // 20
=== right
field seats: int
field rows: number = round(seats / 20, 0, down)
=== wrong-argument-type
error: A value in the parentheses of a rule word has the wrong type.

=== wrong
field starts: date rule after("2026-01-01") message "After New Year"
=== right
field starts: date rule after(2026-01-01) message "After New Year"
=== wrong-arguments
error: The values in the parentheses of a rule word are wrong.

=== wrong
field mail: string rule email(5)
=== right
field mail: string rule email
=== wrong-function-arguments
error: The values in the parentheses of a calculation are wrong.

=== wrong
field price: number rule round(value) > 3 message "More than 3"
=== right
field price: number rule round(value, 0) > 3 message "More than 3"
=== wrong-subject
error: A rule word is used for a value of another type.

=== wrong
field age: int rule count(0...120) message "0 to 120"
=== right
field age: int rule range(0...120) message "0 to 120"
=== zero-step
error: Only 0 is a multiple of 0. Write another number.

=== wrong
field price: number rule multipleOf(0) message "Whole tens"
=== right
field price: number rule multipleOf(10) message "Whole tens"
"""#
}

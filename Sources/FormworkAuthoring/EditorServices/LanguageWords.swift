// Words of the language without a table of their own, each with its meaning and an example.

internal import FormworkSyntax

/// The meaning of a word of the language, apart from its meaning as a type, a rule word or a function.
package struct LanguageWord: Sendable {
  /// The meaning, in a sentence or two.
  package let meaning: String
  /// Declarations that use the word. The files that they name needn't exist.
  package let example: String

  /// Returns the meaning of a word, or nil if the table has no such word.
  package static func named(_ word: String) -> LanguageWord? {
    if let clause = Keyword(word)?.clause {
      return LanguageWord(meaning: clause.meaning, example: clause.example)
    }
    if DataKind(rawValue: word) != nil {
      return LanguageWord(
        meaning: "A kind of data. The settings for it follow.",
        example: DataKind.ofGrammar.map { $0.row.example }.joined(separator: "\n"))
    }
    return all[word]
  }

  /// The meanings, keyed by word.
  private static let all: OrderedDictionary<String, LanguageWord> = {
    var all: OrderedDictionary<String, LanguageWord> = [:]
    var words: [String] = []
    for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: " ") {
        for word in words {
          guard let known = all[word] else { continue }
          let example = known.example + (known.example.isEmpty ? "" : "\n")
          all[word] = LanguageWord(
            meaning: known.meaning, example: example + String(Substring(line.dropFirst(2))))
        }
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        words = line[..<colon].split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        let meaning = String(Substring(line[line.index(colon, offsetBy: 2)...]))
        for word in words { all[word] = LanguageWord(meaning: meaning, example: "") }
      }
    }
    return all
  }()

  /// A line for each meaning: the words with this meaning, a colon, and the meaning. The lines of an example follow,
  /// indented.
  private static let table = #"""
    form: Names the form, and may give it a title for people.
      form register "Sign up" ja "会員登録"
    language: Names the language of the texts that have no language code.
      language ja
    closed: Rejects records with keys that no field reads.
      closed
    fields: Gives its clauses to all fields that follow.
      fields trimmed optional
    field: Declares a field: its name, perhaps a label for people, its type and its clauses.
      field age "Age": int rule range(0...150)
    when: Declares fields and checks that are in force only if the condition is true.
      field member: bool
      when member <
        field number: string
      >
    else: Begins what applies if no condition before it is true. With `blank`, the fields before it must be blank.
      field member: bool
      when member <
        field number: string
      > else <
        field address: string
      >
    as: Names the object in the product that the fields of a block are put into, or the form whose fields a list has.
      field delivery: bool
      when delivery as address <
        field street: string
      >
    page: Groups fields as a step of filling in the form. It changes nothing for the data.
      page "Your visit" <
        field day: date
      >
    intro: Is a text for people between the fields.
      intro "We ask this only once."
      field name: string
    check: States a rule about several fields, or about all records.
      field start: date
      field end: date
      check start <= end message "The end is before the start"
    at: Names the field at which a check is reported, or the place of the records in JSON.
      field start: date
      field end: date
      check start <= end message "The end is before the start" at end
    use: Brings in everything that another file declares.
      use "common.form"
    define: Names a condition, a value or a type.
      field birthday: date rule adult
      define adult = age(18...) message "You must be {min} or older"
    choices: Names a list of choices, written here or read from a file.
      field price: choice of currency
      choices currency = "EUR" "Euro", "JPY" "Yen"
    column: Names the column of a file that has the choices.
      choices currency from "currencies.csv" column "code" label "name"
    label: Names the column of a file that has the labels of the choices.
      choices currency from "currencies.csv" column "code" label "name"
    table: Gives a result for each combination of keys.
      field size: choice("S", "M", "L")
      field price: int rule value >= fee(size) message "Too little for {size}"
      table fee(size) < "S" -> 5 else -> 8 >
    needs: Names a value, or a rule word with its parameters, that is given when the form is run.
      needs year: int
    example: Shows a record and its result. `formwork test` tries the examples.
      field age: int
      example "a child" accepts < age: 7 >
    accepts: Says that the form accepts the record of the example.
      field age: int
      example "a child" accepts < age: 7 >
    rejects: Says that the form rejects the record of the example, and at which fields.
      field age: int
      example "a word" rejects age < age: "old" >
    on: Sets the date that an example has for `today`.
      field day: date rule past
      example "yesterday" on 2026-11-20 accepts < day: 2026-11-19 >
    with: Gives an example the records of a list of other data.
      field id: string rule value in customers.id message "There is no customer {value}"
      list customers from "customers.csv" < field id: string >
      example "a customer" with customers (< id: "A" >) accepts < id: "A" >
    like: In an example, takes the values of another example that it doesn't give itself.
      field age: int
      field name: string
      example "a child" accepts < age: 7 name: "Ann" >
      example "a baby" like "a child" accepts < age: 0 >
    after: In an example, gives the records that come before it in the data.
      field id: string rule unique
      example "again" rejects id < id: "A" > after < id: "A" >
    data: Says how files of one kind are written.
      data csv < delimiter ";" header 3 >
    delimiter: Sets the character between the cells of a table.
      data csv < delimiter ";" >
    encoding: Sets the encoding of the data.
      data csv < encoding "shift_jis" >
    header: Sets the line of a table with the names of the columns.
      data csv < header 3 >
    none: With `header`, says that a table has no names of columns.
      data csv < header none >
    sheet: Names the sheet of a workbook that has the data.
      data xlsx < sheet "Prices" >
    blank: In `data`, lists texts that mean that a value is blank.
      data csv < blank "-", "n/a" >
    columns: Says which columns a table must have. In a condition, it is the list of the data's columns.
      data csv < columns exact >
      field visit: int optional
      check "DATE" not in columns or visit is filled message "A date needs a visit"
    all: Is true if the condition is true of every item of a list. With `columns`, demands the columns of all fields.
      field prices: list of number
      check all(prices, value > 0) message "Every price is above 0"
    exact: With `columns`, demands the columns of the fields in their order, and no others.
      data csv < columns exact >
    records: All records of the data, or those with the given values. In `data json`, the place of the records.
      field id: string
      field sponsor: string optional rule value in records.id message "There is no {value}"
    previous: The record before this one in the data, or in its group.
      field reading: int rule value >= previous.reading message "Less than {previous.reading}"
    per: Groups the records of a check by the values of fields.
      field product: string
      field part: number
      check sum(records.part) == 100 per product message "The parts of {product} are not 100"
    words: Replaces built-in messages.
      words required "{label}, please"
    type choice unknown malformed calculation unasked: The code of a built-in message, which `words` replaces.
      words type "{label} looks wrong", choice "{label} isn't listed", unknown "{label} isn't needed",
        malformed "This line is broken", calculation "{label} can't be calculated",
        unasked "{label} is checked when you send the form"
    list: Declares records of other data, such as all customers.
      list customers from "customers.csv" < field id: string >
    of: Comes before the type of a list's items, or before the name of a list of choices.
      field tags: list of string
    also: Lists other texts that are read as the choice before it.
      field unit: choice("piece" also("pcs", "pc"), "kg")
    decimal: Sets the decimal mark of numbers in texts.
      field price: number(decimal ",", group ".")
    group: Sets the mark between groups of three digits in texts.
      field price: number(decimal ",", group ".")
    if: Adds a condition to `required`, or decides between two values.
      field member: bool
      field discount: number = 10 % if member else 0
    and: Is true if the conditions on both sides are true.
      field id: string rule count(3) and digits
    or: Is true if the condition on at least one side is true.
      field id: string rule uuid or isbn message "A UUID or an ISBN"
    not: Is true if the condition after it is false.
      field id: string rule not contains(space) message "No spaces"
    in: Is true if the value is in a range, in a list, or among the choices.
      field size: int rule value in (8, 10...14) message "8, or 10 to 14"
    is: Comes between a value and a rule word. It may be left out.
      field email: string optional
      field phone: string optional
      check email is filled or phone is filled message "An email address or a telephone number"
    value: The value that a rule is about.
      field age: int rule value >= 18 message "You are {value}, not 18"
    true false: A value of the type `bool`.
      field agreed: bool rule value == true message "Please agree"
      field spam: bool default false
    today: The date of the day on which the record is checked.
      field due: date rule value >= today message "This day is over"
    now: The moment at which the record is checked.
      field sent: instant rule value <= now message "This is in the future"
    any: Is true if the condition is true of at least one item of a list. With `letters`, takes those of every script.
      field prices: list of number
      check any(prices, value > 0) message "One price is above 0"
    by: Names the keys of the items in a list by name, or the field by which the records of a list are compared.
      field prices: list by payer of number
      field items: list of < field sku: string > rule distinct(by: sku)
    before: Names the text that ends a part.
      field email: string rule part(value, before: "@") is not blank message "Nothing before the @"
    except: Names the list of dates that aren't workdays.
      field day: date rule workdays(day, 2026-12-31, except: (2026-12-24, 2026-12-25)) > 0
        message "Too late"
    up down even: Says how `round` rounds.
      field price: number
      field net: number = round(price / 1.1, 2, up)
      field tax: number = round(price - net, 2, even)
      field gross: number = round(price, 0, down)
    year years month months week weeks day days hour hours minute minutes second seconds: A unit of durations.
      field start: date
      field end: date
      check end - start in 1 day...2 weeks message "From a day to two weeks"
    digit digits: In the parentheses of a rule word, a digit from 0 to 9.
      field password: string rule contains(2..., digit)
    letter letters: In the parentheses of a rule word, a letter from A to Z or a to z.
      field code: string rule only(letter, digit, "-")
    lowercase: In the parentheses of a rule word, a letter of any script that has a capital form.
      field password: string rule contains(lowercase)
    uppercase: In the parentheses of a rule word, a letter of any script that has a small form.
      field password: string rule contains(uppercase)
    symbol symbols: In the parentheses of a rule word, what is neither a letter nor a digit nor a space.
      field password: string rule contains(1..., symbol)
    space spaces: In the parentheses of a rule word, white space.
      field code: string rule not contains(space) message "No spaces"
    """#
}

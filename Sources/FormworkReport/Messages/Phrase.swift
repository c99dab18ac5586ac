// Phrases that users of spreadsheets and other languages write, and their equivalents in forms. The table is only used
// if a form has errors.

internal import FormworkEngine
internal import FormworkSyntax

/// A phrase as a user types it, with its equivalent in forms or with advice.
struct Phrase: Sendable {
  /// A part of a phrase.
  enum Piece: Sendable {
    /// One of several words or punctuation marks. If one of them is empty, the piece may be missing. Case is ignored
    /// for a token that begins with a capital letter.
    case word([String])
    /// A verb such as `must be`, `is` or `has`, and any `a` or `valid` after it.
    case verb
    /// A verb as in `verb`, or nothing.
    case optionalVerb
    /// The name of a rule word.
    case predicate
    /// A number with commas, at a position where a comma can't separate two numbers of a list: a decimal comma, commas
    /// between thousands, or a comma that can be either.
    case decimal, thousands, unclearComma
    case number, text, literal, name, comparison, patternToken
    /// A field, `value` or a path.
    case subject
    /// A field or a literal.
    case value
    /// A name that the form declares, or a path from one.
    case field
    /// A date such as 31.01.2014.
    case dottedDate
    /// A field that isn't a list.
    case single
    /// Like `field`, but only the name of a field whose type is one of these words, such as `date`.
    case typed([String])
    /// Anything up to the next piece.
    case anything
    /// Anything with a comparison or test in it, up to the next piece.
    case condition
    /// A question about all records or the previous one, up to the next piece.
    case question
    /// An empty piece at the position of the error, after a complete expression.
    case here
    /// An empty piece at the start of a line.
    case line
    /// An empty piece where a clause of a field may begin.
    case clause
    /// The word `rule`, or an empty piece where a clause may begin.
    case rule
    /// One or more texts, or two or more fields, separated by commas, `and` or `or`.
    case texts, fields
    /// A declared name whose type isn't `bool`.
    case answer
    /// The name of a list of other data.
    case list
    /// A name, `value` or a path, also after an operator.
    case path
    /// Anything with a comparison or test in it, up to the end of the condition.
    case restOfCondition
    /// Anything up to the end of the next declaration.
    case rest
  }

  let pieces: [Piece]
  /// The equivalent in forms, if it is certain. `$1` inserts the text of the first part. A sign between `$` and the
  /// number selects a `Rewriting` of the text.
  let replacement: String?
  let advice: String?

  /// A way to insert the text of a part.
  enum Rewriting: Character, Sendable {
    case unchanged = "$"
    /// The number, increased by one.
    case successor = "+"
    /// A text, rewritten as a pattern.
    case pattern = "~"
    /// A pattern of SQL's `LIKE`, rewritten as a rule word.
    case like = "%"
    /// A condition as an operand of `and`, in parentheses if it needs them.
    case operand = "^"
    /// A number whose decimal comma is replaced by a point.
    case decimal = ","
    /// A number without the commas between thousands.
    case ungrouped = "_"
    /// A criterion of a spreadsheet such as `">5"`, rewritten as a comparison. The part before is the field that it is
    /// about.
    case criterion = "="
    /// Names of days or months, replaced by their numbers.
    case day = "@"
    case month = "#"
    /// The characters of a text, escaped for a character class of a pattern.
    case classMembers = "-"
    /// A date such as 31.01.2014, rewritten as 2014-01-31.
    case date = "!"
    /// Values or fields, separated by commas.
    case listed = "*"
    /// The inside of a text.
    case inside = "'"
    /// A condition in which a `.` without a name, as in XLSForm, is replaced by `value`.
    case withValue = "."
    /// A field as a key of the list that is the last part, as in `id: id`.
    case key = ":"
  }

  private init(row: Substring) {
    let (rest, advice) = Phrase.halves(row, around: "--")
    let (pattern, replacement) = Phrase.halves(rest, around: "=>")
    pieces = pattern.split(separator: " ").map { Phrase.piece(String($0)) }
    self.replacement = replacement.map { advice == nil || $0.isEmpty ? $0 : String($0.dropLast()) }
    self.advice = advice
  }

  /// Returns the text before `mark`, and the text after `mark` and a space. The second text is nil if `mark` doesn't
  /// occur.
  private static func halves(_ text: Substring, around mark: String) -> (Substring, String?) {
    let bytes = text.utf8
    for place in bytes.indices where bytes[place...].starts(with: mark.utf8) {
      return (text[..<place], String(text[bytes.index(place, offsetBy: 3)...]))
    }
    return (text, nil)
  }

  private static func piece(_ text: String) -> Piece {
    switch text {
    case "NUMBER": .number
    case "TEXT": .text
    case "LITERAL": .literal
    case "PATTERN": .patternToken
    case "NAME": .name
    case "COMPARED": .comparison
    case "SUBJECT": .subject
    case "VALUE": .value
    case "FIELD": .field
    case "SINGLE": .single
    case "CONDITION": .condition
    case "QUESTION": .question
    case "TEXTS": .texts
    case "FIELDS": .fields
    case "LIST": .list
    case "ANSWER": .answer
    case "PATH": .path
    case "DOTTED": .dottedDate
    case "VERB": .verb
    case "VERB?": .optionalVerb
    case "WORD": .predicate
    case "DECIMAL": .decimal
    case "THOUSANDS": .thousands
    case "COMMA": .unclearComma
    case "HERE": .here
    case "LINE": .line
    case "CLAUSE": .clause
    case "RULE": .rule
    case "…": .anything
    case "…$": .rest
    case "…;": .restOfCondition
    case _ where text.hasPrefix("FIELD:"): .typed(words(text.dropFirst(6)))
    case _ where text.count > 1 && text.hasSuffix("?"): .word(words(text.dropLast()) + [""])
    default: .word(words(text[...]))
    }
  }

  private static func words(_ text: Substring) -> [String] {
    text.split(separator: "|").map { String($0) }
  }

  /// Each line is a phrase, followed by `=>` and its equivalent in forms, by `--` and advice, or by both. With both,
  /// the advice is the message and the equivalent is the fix. A call for each phrase, instead of a single text, would
  /// be eight times as much code.
  private static let rows = """
    $ { PATH } => $1
    { PATH } => $1
    regex|matches ( .|value , TEXT ) => matches($~3)
    regex|matches ( FIELD , TEXT ) => $2 matches($~3)
    CLAUSE constraint :|=? …; => rule $.1
    rule …; => rule $.1
    : number ( NUMBER , NUMBER ) -- Write rule range(0...100) after the type for limits, or rule \
    decimals(...2) for decimal places.
    : [ NAME ] => : list of $1
    : enum|choice|choices : [ TEXTS ] => : choice($2)
    : enum|choice|choices : ( TEXTS ) => : choice($2)
    : enum|select [ TEXTS ] => : choice($2)
    field NAME : [ TEXTS ] => field $1: choice($2)
    : string|text enum|options|oneOf|oneof ( TEXTS ) => : choice($3)
    : string|text enum|options|oneOf|oneof [ TEXTS ] => : choice($3)
    CLAUSE enum|options ( … ) => rule oneOf($2)
    : select_multiple|multiselect|checkboxes ( TEXTS ) => : list of choice($2)
    : select_one|radio|dropdown ( TEXTS ) => : choice($2)
    choice ( TEXT or TEXTS ) => choice($1, $*2)
    choice ( TEXT , TEXT or TEXTS ) => choice($1, $2, $*3)
    CLAUSE references|ref LIST ( NAME ) => rule value in $2.$3
    CLAUSE references|ref LIST . NAME => rule value in $2.$3
    CLAUSE foreign key references? LIST ( NAME ) => rule value in $1.$2
    CLAUSE foreign key references? LIST . NAME => rule value in $1.$2
    CLAUSE references|ref|foreign NAME -- Write rule value in customers.id for a value of other data, and declare \
    the data, as in list customers from "customers.csv" < field id: string >.
    message TEXT + PATH + TEXT + PATH + TEXT => message "$'1{$2}$'3{$4}$'5"
    message TEXT + PATH + TEXT + PATH => message "$'1{$2}$'3{$4}"
    message|warning TEXT +|& PATH +|& TEXT => $1 "$'2{$4}$'6"
    message|warning TEXT +|& PATH => $1 "$'2{$4}"
    message|warning PATH +|& TEXT => $1 "{$2}$'4"
    exactly one|1 of FIELDS VERB filled => count(($*2)) == 1
    exactly NUMBER of FIELDS VERB filled => count(($*2)) == $1
    at least one|1 of FIELDS VERB filled => count(($*2)) >= 1
    at least NUMBER of FIELDS VERB filled => count(($*2)) >= $1
    at most one|1 of FIELDS VERB filled => count(($*2)) <= 1
    at most NUMBER of FIELDS VERB filled => count(($*2)) <= $1
    one of FIELDS VERB filled -- Write count((phone, email)) == 1 for exactly one of the fields, and >= 1 for \
    at least one.
    check|when ANSWER or FIELD is filled|blank message|< => $1 $2 is $4 or $3 is $4 $5
    ANSWER or FIELD is|are filled|blank => ($1 is $4 or $2 is $4)
    ANSWER and FIELD is|are filled|blank => ($1 is $4 and $2 is $4)
    ==|in VALUE ± NUMBER % => in $2 * (1 - $3 %)...$2 * (1 + $3 %)
    ==|in VALUE ± NUMBER years|months|weeks|days|hours|minutes => in $2 - $3 $4...$2 + $3 $4
    ==|in VALUE ± VALUE => in $2 - $3...$2 + $3
    ==|in VALUE + / - NUMBER % => in $2 * (1 - $3 %)...$2 * (1 + $3 %)
    ==|in VALUE + / - NUMBER years|months|weeks|days|hours|minutes => in $2 - $3 $4...$2 + $3 $4
    ==|in VALUE + / - VALUE => in $2 - $3...$2 + $3
    check FIELD , FIELD in LIST => check $3($:1, $:2) is filled
    ( FIELD , FIELD ) not in LIST => $3($:1, $:2) is blank
    ( FIELD , FIELD ) in LIST => $3($:1, $:2) is filled
    check FIELD:bool ==|= ( CONDITION ) message|at => check $1 and $^3 or not $1 and not ($3) $4
    FIELD:bool ==|= ( CONDITION ) => ($1 and $^3 or not $1 and not ($3))
    COMPARED NUMBER years|year|months|month|weeks|week|days|day ago => $1 today - $2 $3
    FIELD:date COMPARED now|jetzt ( ) => $1 $2 today
    FIELD:date COMPARED now => $1 $2 today
    value VERB? nicht LITERAL => value != $1
    FIELD VERB? nicht LITERAL => $1 != $2
    check|rule … if … else true => $1 not ($3) or $^2
    check|rule … if … else false => $1 $^3 and $^2
    : bool = CONDITION if … else true => : bool = not ($2) or $^1
    : bool = CONDITION if … else false => : bool = $^2 and $^1
    optional default none|null|nil|None|NULL => optional
    CLAUSE default none|null|nil|None|NULL => optional
    default today|heute|now|Today -- A default is a written value, such as 2026-11-20.
    default FIELD -- A default is a written value. A field that is always calculated is written as \
    field total: number = price * quantity.
    > else|otherwise|sonst TEXT => > else blank message $2
    RULE maxLength|maxlength|max_length :|= NUMBER => rule count(...$3)
    RULE minLength|minlength|min_length :|= NUMBER => rule count($3...)
    CLAUSE maxLength|maxlength|max_length ( NUMBER ) => rule count(...$2)
    CLAUSE minLength|minlength|min_length ( NUMBER ) => rule count($2...)
    CLAUSE pattern|regex ( TEXT ) => rule matches($~2)
    RULE NUMBER 以上 、|,? NUMBER 以下 => rule range($1...$2)
    RULE NUMBER 以上 => rule value >= $1
    RULE NUMBER 以下 => rule value <= $1
    RULE NUMBER 未満 => rule value < $1
    RULE NUMBER 文字以上|字以上 、|,? NUMBER 文字以内|文字以下|字以内|字以下 => rule count($1...$3)
    RULE NUMBER 文字以内|文字以下|字以内 => rule count(...$1)
    RULE NUMBER 文字以上|字以上 => rule count($1...)
    RULE NUMBER から NUMBER まで? => rule range($1...$2)
    SUBJECT in ( VALUE ... VALUE if … else … ) => ($^4 and $1 in $2...$3 or not ($4) and $1 in $5)
    SUBJECT in ( VALUE ... if … else … ) => ($^3 and $1 in $2... or not ($3) and $1 in $4)
    SUBJECT in ( ... VALUE if … else … ) => ($^3 and $1 in ...$2 or not ($3) and $1 in $4)
    ( CONDITION if … else CONDITION ) => ($^2 and $^1 or not ($2) and $^3)
    : bool = CONDITION if … else …; => : bool = $^2 and $^1 or not ($2) and $^3
    define NAME = CONDITION if … else …; => define $1 = $^3 and $^2 or not ($3) and $^4
    SUBJECT VERB? start|starts|begin|begins|starting|beginning with TEXT => $1 startsWith($3)
    SUBJECT VERB? end|ends|ending with TEXT => $1 endsWith($3)
    before|after NUMBER / NUMBER / NUMBER -- Write dates as 2014-01-31, as in value < 2014-01-31.
    SUBJECT VERB? after today => $1 > today
    SUBJECT VERB? before today => $1 < today
    SUBJECT VERB? after LITERAL => $1 > $2
    SUBJECT VERB? before LITERAL => $1 < $2
    RULE VERB? after LITERAL => rule value > $1
    RULE VERB? before LITERAL => rule value < $1
    : { "type" : TEXT , "maxLength" : NUMBER } => : $'1 rule count(...$2)
    : { "type" : TEXT , "minLength" : NUMBER } => : $'1 rule count($2...)
    : { "type" : TEXT , "minimum" : NUMBER , "maximum" : NUMBER } => : $'1 rule range($2...$3)
    : { "type" : TEXT , "minimum" : NUMBER } => : $'1 rule range($2...)
    : { "type" : TEXT , "maximum" : NUMBER } => : $'1 rule range(...$2)
    : { "type" : "string" , "enum" : [ TEXTS ] } => : choice($1)
    : { "enum" : [ TEXTS ] } => : choice($1)
    : { "type" : TEXT } => : $'1
    : { type : NAME , maxLength : NUMBER } => : $1 rule count(...$2)
    : { type : NAME , minLength : NUMBER } => : $1 rule count($2...)
    : { type : NAME , minimum|min : NUMBER } => : $1 rule range($3...)
    : { type : NAME , maximum|max : NUMBER } => : $1 rule range(...$3)
    rule if … then … else …; => rule $^1 and $^2 or not ($1) and $^3
    LINE if QUESTION then … else … message TEXT => check $^1 and $^2 or not ($1) and $^3 message $4
    LINE if QUESTION then … message TEXT => check not ($1) or $^2 message $3
    LINE if … then … else … message TEXT => when $1 < check $2 message $4 > else < check $3 message $4 >
    LINE if … then … message TEXT => when $1 < check $2 message $3 >
    . 000 -- Numbers have no marks between thousands: 1000000 or 1_000_000.
    only ( katakana|hiragana|kanji ) => $1
    SUBJECT BETWEEN VALUE AND VALUE => $1 in $2...$3
    SUBJECT IN|In ( … ) => $1 in ($3)
    CLAUSE format : email|url|uuid|iban|phone => rule $1
    varchar|char|string|text ( NUMBER ) not null unique => string rule count(...$2) rule unique
    CLAUSE UNIQUE => rule unique
    if ( … , true , false ) => ($1)
    if ( … , false , true ) => not ($1)
    check|rule = if ( … , true , … ) => $1 ($^2 or $^3)
    check|rule = if ( … , … , true ) => $1 not ($2) or $^3
    check|rule if ( … , … , true ) => $1 not ($2) or $^3
    check|rule = if ( … , … , false ) => $1 $^2 and $^3
    check|rule if ( … , … , false ) => $1 $^2 and $^3
    if ( … , true , … ) => ($^1 or $^2)
    if ( … , … , false ) => ($^1 and $^2)
    LINE wenn … dann … message|Meldung|meldung TEXT => when $1 < check $2 message $4 >
    LINE wenn … dann < => when $1 <
    LINE wenn … dann field|check …$ => when $1 < $2 $3 >
    LINE wenn … dann …; => check not ($1) or $^2
    wenn|if ( … ; … ; … ) => ($3 if $2 else $4)
    und|and ( … ; … ; … ) => ($2 and $3 and $4)
    und|and ( … ; … ) => ($2 and $3)
    oder|or ( … ; … ; … ) => ($2 or $3 or $4)
    oder|or ( … ; … ) => ($2 or $3)
    wenn ( … , … , … ) => ($2 if $1 else $3)
    SUBJECT in range ( VALUE , VALUE ) => $1 in $2..<$3
    RULE VERB? at least one|a|1 digit|letter|uppercase|lowercase|symbol => rule contains($2)
    RULE VERB? zwischen VALUE und VALUE liegen => rule range($1...$2)
    RULE VERB? nicht leer sein? => -- A field must be filled in unless it is optional. No rule is needed.
    SUBJECT VERB? nicht leer => $1 is filled
    : NAME = VALUE & VALUE & VALUE => : $1 = joined($2, $3, $4)
    : NAME = VALUE & VALUE => : $1 = joined($2, $3)
    SUBJECT = ~ / … / => $1 matches(/$2/)
    : int|integer|number|decimal|float|date COMPARED LITERAL => : $1 rule value $2 $3
    : int|integer|number|decimal|float NUMBER ... NUMBER => : $1 rule range($2...$3)
    CLAUSE decimals NUMBER => rule decimals(...$1)
    isnull|isblank|isempty ( SUBJECT ) ==|= false => $2 is filled
    isnull|isblank|isempty ( SUBJECT ) ==|= true => $2 is blank
    PATTERN . test ( SUBJECT ) => $2 matches($1)
    SUBJECT mod NUMBER ==|= 0 => $1 multipleOf($2)
    xor -- Write (a or b) and not (a and b).
    SUBJECT mod VALUE => mod($1, $2)
    = … ? VALUE : VALUE => = $2 if $1 else $3
    value . startsWith|endsWith|contains|includes ( TEXT ) => value $1($2)
    value . length >= NUMBER => count($1...)
    value . length > NUMBER => count($+1...)
    value . length <= NUMBER => count(...$1)
    value . length < NUMBER => count(..<$1)
    value . length ==|= NUMBER => count($2)
    value . length COMPARED NUMBER -- Write count(...5), count(1...) or count(5) for the length.
    CLAUSE relevant|visible|showIf|show|constraint|calculation|calculate : -- Write when … < field … > \
    around a field that exists only then, rule … after its type for a condition, and = … for a \
    calculation.
    : select_one|select_multiple NAME -- Write choice("a", "b") or choice of NAME, and list of choice \
    for several.
    list NAME =|: TEXT < => list $1 from $3 <
    list NAME =|: TEXT -- A list of other data has its file after from, and its fields in a block, as in list \
    customers from "customers.csv" < field id: string >.
    per NAME and NAME => per $1, $2
    check … message TEXT group|grouped|partition|partitioned by NAME => check $1 per $4 message $2
    check … group|grouped|partition|partitioned by NAME => check $1 per $3
    check … per NAME COMPARED VALUE => check $1 $3 $4 per $2
    per NAME COMPARED -- Write per at the end of the condition, as in check sum(records.part) == 100 per product.
    per NAME , NAME COMPARED -- Write per at the end of the condition, as in check sum(records.part) == 100 per \
    product, year.
    per NAME per NAME => per $1, $2
    per NAME , NAME per NAME => per $1, $2, $3
    check … per ( NAME , NAME ) => check $1 per $2, $3
    per ( NAME , NAME ) => per $1, $2
    check … for each|every NAME => check $1 per $3
    check … message TEXT per NAME => check $1 per $3 message $2
    unique ( … ) per NAME , NAME , NAME => unique($1, $2, $3, $4)
    unique ( … ) per NAME , NAME => unique($1, $2, $3)
    unique ( … ) per NAME => unique($1, $2)
    same ( FIELD ) per NAME => count(distinct(records.$1)) <= 1 per $2
    same ( FIELD , FIELD ) per NAME => count(distinct(records.$1)) <= 1 and \
    count(distinct(records.$2)) <= 1 per $3
    same ( … ) per NAME -- Write count(distinct(records.price)) <= 1 per product, and so for each field.
    records . NAME is same per NAME => count(distinct(records.$1)) <= 1 per $2
    FIELD is same per NAME => count(distinct(records.$1)) <= 1 per $2
    check unique FIELD , FIELD => check unique($1, $2)
    check unique FIELD => check unique($1)
    check FIELD , FIELD is|are unique => check unique($1, $2)
    no duplicates of|in FIELD , FIELD => unique($2, $3)
    no duplicates of|in FIELD => unique($2)
    exists|some|exist ( records => any(records
    number of records|rows|lines => count(records)
    NAME of|in the record|row|line before => previous.$1
    previous|last|prior record|row|line . NAME => previous.$3
    check FIELD VERB sorted|ascending|increasing|ordered => check $1 >= previous.$1
    count ( records per NAME , NAME ) => count(records($1: $1, $2: $2))
    count ( records per NAME ) => count(records($1: $1))
    at NAME per NAME -- Write per at the end of the condition, before message and at.
    message|warning TEXT per NAME -- Write per at the end of the condition, before message.
    count|sum|min|max|mean|share|any|all ( … per NAME ) -- Write per at the end of the check, as in check \
    count(records) == 1 per id.
    per NAME ( -- After per stand fields. Calculate one, as in field year: int = year(start), and write per year.
    per NAME , NAME ( -- After per stand fields. Calculate one, as in field year: int = year(start), and write \
    per year.
    count ( records where … ) => count(records, $1)
    countifs ( records . NAME , LITERAL , records . NAME , LITERAL ) => count(records, $1 $=2 and $3 $=4)
    countifs ( records . NAME , SUBJECT , records . NAME , SUBJECT ) => count(records($1: $2, $3: $4))
    countif|countifs ( records . NAME , LITERAL ) => count(records, $2 $=3)
    countif|countifs ( records . NAME , SUBJECT ) => count(records($2: $3))
    sumif ( records . NAME , LITERAL , records . NAME ) => sum(records, $3, $1 $=2)
    sumif ( records . NAME , SUBJECT , records . NAME ) => sum(records($1: $2).$3)
    sumifs ( records . NAME , records . NAME , LITERAL ) => sum(records, $1, $2 $=3)
    countif|countifs ( SINGLE , LITERAL ) => count(records, $2 $=3)
    countif|countifs ( FIELD , LITERAL ) => count($2, value $=3)
    sumif|sumifs ( SINGLE , LITERAL , SINGLE ) => sum(records, $4, $2 $=3)
    countif|countifs|sumif|sumifs ( … , LITERAL -- Write count(records, kind == "a") for the records that meet \
    a condition, and sum(records, price, kind == "a") for the sum of their values.
    ( records , NAME == this|record . NAME ) => (records($1: $3))
    ( records , this|record . NAME == NAME ) => (records($3: $2))
    ( records , NAME == this|record . NAME and NAME == this|record . NAME ) => (records($1: $3, $4: $6))
    ( records , … this|record . … this|record . -- In a condition about records, names are of the asked record. To \
    ask those that have something in common with this one, write per, or a key as in records(id: sponsor).
    ( records , … this|record . -- In a condition about records, names are of the asked record. To ask those \
    that have something in common with this one, write per, or a key as in records(id: sponsor).
    count ( distinct ( records , NAME ) ) => count(distinct(records.$1))
    previous ( … ) -- The record before has no keys. Write per at the end of the check for the one before in its \
    group, or records(id: …) for a record by its key.
    per … sorted|sort|ordered|order|orderby|orderBy|orderedBy|sortBy by? NAME -- Records are asked in their order in \
    the data. To check the order, write another check, as in check wave > previous.wave per person.
    NUMBER percent|Prozent|prozent of|von VALUE => $1 % * $4
    NUMBER % of|von VALUE => $1 % * $3
    NUMBER percent|Prozent|prozent => $1 %
    year|month|day|weekday|hour ( records . NAME ) -- Calculate it in a field, as in field born: int = \
    year(birth), and ask for records.born.
    age ( … , FIELD ) -- For an age on another day compare the days, as in visited >= birth + 18 years.
    days ( … ) COMPARED NUMBER => $1 $2 $3 days
    FIELD VERB? within NUMBER days|weeks|months of FIELD => $1 in $4 - $2 $3...$4 + $2 $3
    median|stdev|stddev|stDev|variance|percentile|quantile|mode ( -- There is no such calculation. There \
    are count, sum, min, max, mean, share and distinct.
    vlookup|xlookup|sverweis|index|match ( -- Write list NAME from "file.csv" < … > and then NAME(id: id).price \
    for a value of another file.
    upper|ucase|toupper|gross ( -- Write uppercase as a rule, or uppercased after the type to change \
    texts when they are read.
    lower|lcase|tolower|klein ( -- Write lowercase as a rule, or lowercased after the type to change \
    texts when they are read.
    RULE VERB? email|url address => rule $1
    RULE VERB? only numbers => rule digits
    RULE VERB numeric|alphabetic => rule $1
    CLAUSE format WORD => rule $1
    numeric|isNumeric ( ) => digits
    alphabetic => letters
    CLAUSE mandatory if => required if
    RULE max|maximum length of? NUMBER => rule count(...$2)
    RULE min|minimum length of? NUMBER => rule count($2...)
    CLAUSE maxlen|maxLen :|=? NUMBER => rule count(...$2)
    CLAUSE minlen|minLen :|=? NUMBER => rule count($2...)
    RULE length NUMBER - NUMBER => rule count($1...$2)
    RULE VERB? between NUMBER - NUMBER => rule range($1...$2)
    RULE range from VALUE to VALUE => rule range($1...$2)
    range [ VALUE , VALUE ] => range($1...$2)
    in range VALUE to VALUE => in $1...$2
    COMPARED DOTTED => $1 $!2 -- Dates are written as 2014-01-31.
    age ( SUBJECT ) >= NUMBER => $1 <= today - $2 years
    age ( SUBJECT ) > NUMBER => $1 <= today - $+2 years
    age ( SUBJECT ) < NUMBER => $1 > today - $2 years
    age ( SUBJECT ) <= NUMBER => $1 > today - $+2 years
    left ( SUBJECT , NUMBER ) == TEXT => $1 startsWith($3)
    right ( SUBJECT , NUMBER ) == TEXT => $1 endsWith($3)
    : NAME [ ] => : list of $1
    : one of TEXT , TEXT , TEXT => : choice($1, $2, $3)
    : one of TEXT , TEXT => : choice($1, $2)
    : Ja|ja|yes|Yes / Nein|nein|no|No => : bool("$1", "$2")
    LINE NAME : string|int|number|bool|date|time|datetime => field $1: $2
    LINE string|int|number|bool|date|time|datetime NAME => field $2: $1
    SUBJECT isnt FIELD => $1 != $2
    SUBJECT is not FIELD => $1 != $2
    SUBJECT is FIELD => $1 == $2
    SUBJECT differs from VALUE => $1 != $2
    SUBJECT VERB? same as VALUE => $1 == $2
    SUBJECT VERB? on or after VALUE => $1 >= $2
    SUBJECT VERB? on or before VALUE => $1 <= $2
    SUBJECT VERB? after FIELD => $1 > $2
    SUBJECT VERB? before FIELD => $1 < $2
    SUBJECT plus VALUE => $1 + $2
    SUBJECT minus VALUE => $1 - $2
    sum of SUBJECT and SUBJECT => $1 + $2
    SUBJECT implies => not $1 or
    equals|gleich => ==
    : { type : NAME , required : true } => : $1
    : { type : NAME , required : false } => : $1 optional
    : { type : NAME , optional : true } => : $1 optional
    : { type : NAME } => : $1
    : { type : TEXT } => : $'1
    : { type|"type" : … } -- Write the type after the colon, and rules and optional after it, as in age: \
    int rule range(0...120) optional.
    : int|integer|number|decimal|float|date|time|datetime ( VALUE ... VALUE ) => : $1 rule \
    range($2...$3)
    : int|integer|number|decimal|float|date|time|datetime ( VALUE ... ) => : $1 rule range($2...)
    : int|integer|number|decimal|float|date|time|datetime ( ... VALUE ) => : $1 rule range(...$2)
    : decimal|numeric ( NUMBER , NUMBER ) => : number rule decimals(...$3)
    : int|integer|number ( NUMBER , NUMBER ) => : $1 rule range($2...$3)
    : int|integer|number|decimal|float ( min : NUMBER , max : NUMBER ) => : $1 rule range($2...$3)
    : int|integer|number|decimal|float ( min : NUMBER ) => : $1 rule range($2...)
    : int|integer|number|decimal|float ( max : NUMBER ) => : $1 rule range(...$2)
    : string|text ( NUMBER ... NUMBER ) => : string rule count($2...$3)
    : string|text ( NUMBER ... ) => : string rule count($2...)
    : string|text ( ... NUMBER ) => : string rule count(...$2)
    : string|text ( max|length : NUMBER ) => : string rule count(...$3)
    : string|text ( NUMBER ) => : string rule count(...$2)
    DECIMAL => $,1 -- Decimal places come after a point. A comma separates values.
    THOUSANDS => $_1 -- Numbers have no marks between thousands: 1000000 or 1_000_000.
    COMMA -- A comma separates values. Write a thousand as 1000, and decimal places after a point, as in 1.25.
    check|rule = if ( … , … , … ) => $1 $^2 and $^3 or not ($2) and $^4
    check|rule if ( … , … , … ) => $1 $^2 and $^3 or not ($2) and $^4
    = = if ( … , … , … ) => = $2 if $1 else $3
    if ( … , … , … ) => ($2 if $1 else $3)
    check|rule = and ( … , … , … , … ) => $1 $^2 and $^3 and $^4 and $^5
    check|rule = and ( … , … , … ) => $1 $^2 and $^3 and $^4
    check|rule = and ( … , … ) => $1 $^2 and $^3
    check|rule|when|if and ( … , … , … , … ) => $1 $^2 and $^3 and $^4 and $^5
    check|rule|when|if and ( … , … , … ) => $1 $^2 and $^3 and $^4
    check|rule|when|if and ( … , … ) => $1 $^2 and $^3
    and|und ( … , … , … , … ) => ($^2 and $^3 and $^4 and $^5)
    and|und ( … , … , … ) => ($^2 and $^3 and $^4)
    and|und ( … , … ) => ($^2 and $^3)
    check|rule = or ( … , … , … , … ) => $1 ($^2 or $^3 or $^4 or $^5)
    check|rule = or ( … , … , … ) => $1 ($^2 or $^3 or $^4)
    check|rule = or ( … , … ) => $1 ($^2 or $^3)
    or|oder ( … , … , … , … ) => ($^2 or $^3 or $^4 or $^5)
    or|oder ( … , … , … ) => ($^2 or $^3 or $^4)
    or|oder ( … , … ) => ($^2 or $^3)
    not ( SUBJECT ) => not $1
    nicht|non ( SUBJECT ) => not $2
    not|nicht ( … ) => not ($2)
    check|rule = => $1
    today|heute ( ) => today
    now|jetzt ( ) => now
    Today|TODAY|heute|Heute => today
    true|wahr ( ) => true
    false|falsch ( ) => false
    isnull|isblank|isempty ( SUBJECT ) => $2 is blank
    notnull|isnotnull|isnotblank|isnotempty ( SUBJECT ) => $2 is filled
    RULE must|can|may|should|shall|cannot not? be null|empty|blank => -- A field must be filled in \
    unless it is optional. No rule is needed.
    varchar|char|string|text ( NUMBER ) not null => string rule count(...$2)
    RULE VERB? not null|empty|blank|leer => -- A field must be filled in unless it is optional. \
    No rule is needed.
    SUBJECT is not null|empty|leer|nil => $1 is filled
    SUBJECT is null|empty|leer|nil => $1 is blank
    CLAUSE pflichtfeld|pflicht|Pflichtfeld|obligatoire|obligatorio|必須 => -- A field must be \
    filled in \
    unless it is optional. No word is needed.
    CLAUSE freiwillig|facultatif|opcional|任意 => optional
    : zahl|nummer|nombre|número|数値|数字 => : number
    : ganzzahl|entier|entero|整数 => : int
    : zeichenkette|texte|texto|cadena|文字列 => : string
    : datum|fecha|日付|日期 => : date
    : uhrzeit|heure|hora|時刻 => : time
    : wahrheitswert|booléen|booleano|真偽値 => : bool
    and|und|AND|UND not|nicht|NOT|NICHT => and not
    or|oder|OR|ODER not|nicht|NOT|NICHT => or not
    und|et|UND|AND|かつ|及び|そして => and
    oder|ou|ODER|OR|または|又は|もしくは => or
    nicht|NICHT|NOT => not
    SUBJECT が? VALUE 以上 => $1 >= $2
    SUBJECT が? VALUE 以下 => $1 <= $2
    SUBJECT が? VALUE 未満 => $1 < $2
    SUBJECT が? VALUE 超|より大きい => $1 > $2
    以上|大于等于 => >=
    以下|小于等于 => <=
    未満|小于 => <
    超|大于|より大きい => >
    等于 => ==
    不等于 => !=
    RULE VERB? NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count($1)
    RULE VERB? exactly NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count($1)
    RULE VERB? at least NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count($1...)
    RULE VERB? at most NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count(...$1)
    RULE VERB? up to NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count(...$1)
    RULE VERB? no|not more|longer than NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count(...$3)
    RULE VERB? more|longer than NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count($+2...)
    RULE VERB? less|fewer|shorter than NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count(..<$2)
    RULE VERB? max|maximum|maximal|höchstens NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count(...$2)
    RULE VERB? min|minimum|mindestens NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count($2...)
    RULE VERB? between|from NUMBER and|to NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count($2...$4)
    RULE VERB? NUMBER to|- NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => rule \
    count($1...$3)
    RULE VERB? NUMBER digits|numbers|Ziffern => rule count($1) and digits
    RULE VERB? exactly NUMBER digits|numbers => rule count($1) and digits
    RULE VERB? NUMBER letters => rule count($1) and letters
    SUBJECT VERB NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => $1 count($2)
    SUBJECT VERB? exactly NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => $1 count($2)
    SUBJECT VERB? at least NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => $1 \
    count($2...)
    SUBJECT VERB? at most NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => $1 \
    count(...$2)
    SUBJECT VERB? no|not more|longer than NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => $1 \
    count(...$4)
    SUBJECT VERB? more|longer than NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => $1 \
    count($+3...)
    SUBJECT VERB? less|fewer|shorter than NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => $1 \
    count(..<$3)
    SUBJECT VERB? between NUMBER and NUMBER \
    characters|character|chars|char|symbols|signs|Zeichen|文字|items|entries|elements => $1 \
    count($2...$3)
    rule value VERB NUMBER digits|letters => rule count($1) and $2
    SUBJECT VERB NUMBER digits => ($1 count($2) and $1 digits)
    SUBJECT VERB NUMBER letters => ($1 count($2) and $1 letters)
    CLAUSE minLength|minlength : NUMBER ,? maxLength|maxlength : NUMBER => rule count($2...$4)
    CLAUSE min|minimum :|= VALUE ,? max|maximum :|= VALUE => rule range($3...$6)
    CLAUSE minLength|minlength|min_length|minimumLength :|=? NUMBER => rule count($2...)
    CLAUSE maxLength|maxlength|max_length|maximumLength :|=? NUMBER => rule count(...$2)
    CLAUSE min|minimum :|= VALUE => rule range($3...)
    CLAUSE max|maximum :|= VALUE => rule range(...$3)
    CLAUSE length|len|size :|= NUMBER => rule count($3)
    ( … ? … : … ) => ($2 if $1 else $3)
    RULE VERB? PATTERN => rule matches($1)
    SUBJECT is|=|==|~ PATTERN => $1 matches($3)
    required only if => required if
    required unless …; => required if not ($1)
    optional if …; => required if not ($1)
    optional unless …; => required if $1
    check that => check
    LINE ensure|assert|verify|constraint that? => check
    rule is in VALUE ... VALUE => rule range($1...$2)
    RULE VERB? in VALUE ... VALUE => rule range($1...$2)
    field NAME : NAME label|caption TEXT => field $1 $4: $2
    RULE VERB? pattern|regex|regexp :|= TEXT => rule matches($~3)
    CLAUSE required|mandatory : true => -- A field must be filled in unless it is optional. \
    No word is needed.
    CLAUSE required : false => optional
    CLAUSE optional|nullable : true => optional
    CLAUSE optional|nullable : false => -- A field must be filled in unless it is optional. \
    No word is needed.
    CLAUSE unique : true => rule unique
    CLAUSE default :|= LITERAL => default $2
    CLAUSE default :|= true|false => default $2
    CLAUSE hint|help|description :|= TEXT => hint $3
    CLAUSE description|help TEXT => hint $2
    CLAUSE enum|values|options :|= [ … ] => rule oneOf($3)
    CLAUSE format :|= "email"|"uri"|"uuid" => rule $3
    RULE VERB? between VALUE and|und VALUE => rule range($1...$3)
    SUBJECT VERB between VALUE and|und VALUE => $1 in $2...$4
    RULE VERB? from VALUE to VALUE => rule range($1...$2)
    RULE VERB? zwischen VALUE und VALUE => rule range($1...$2)
    RULE von VALUE bis VALUE => rule range($1...$2)
    RULE NUMBER to|bis NUMBER => rule range($1...$3)
    SUBJECT VERB? from VALUE to VALUE => $1 in $2...$3
    SUBJECT VERB? zwischen VALUE und VALUE => $1 in $2...$3
    rule VERB? greater|more|higher|larger|bigger|later than 0 => rule positive
    RULE VERB? greater|more|higher|larger|bigger|later than or equal to? VALUE => rule value >= $2
    RULE VERB? less|fewer|lower|smaller|earlier than or equal to? VALUE => rule value <= $2
    RULE VERB? no|not less|fewer|lower|smaller|earlier than VALUE => rule value >= $3
    RULE VERB? no|not greater|more|higher|larger|bigger|later than VALUE => rule value <= $3
    RULE VERB? greater|more|higher|larger|bigger|later than VALUE => rule value > $2
    RULE VERB? less|fewer|lower|smaller|earlier than VALUE => rule value < $2
    RULE VERB? at least VALUE => rule value >= $1
    RULE VERB? at most VALUE => rule value <= $1
    RULE VERB? up to VALUE => rule value <= $1
    RULE mindestens VALUE => rule value >= $1
    RULE höchstens VALUE => rule value <= $1
    RULE VERB? not equal to? VALUE => rule value != $1
    RULE VERB? equal|equals to? VALUE => rule value == $2
    RULE größer als VALUE => rule value > $1
    RULE kleiner als VALUE => rule value < $1
    SUBJECT VERB? greater|more|higher|larger|bigger|later than or equal to? VALUE => $1 >= $3
    SUBJECT VERB? less|fewer|lower|smaller|earlier than or equal to? VALUE => $1 <= $3
    SUBJECT VERB? no|not less|fewer|lower|smaller|earlier than VALUE => $1 >= $4
    SUBJECT VERB? no|not greater|more|higher|larger|bigger|later than VALUE => $1 <= $4
    SUBJECT VERB? greater|more|higher|larger|bigger|later than VALUE => $1 > $3
    SUBJECT VERB? less|fewer|lower|smaller|earlier than VALUE => $1 < $3
    SUBJECT VERB? at least VALUE => $1 >= $2
    SUBJECT VERB? at most VALUE => $1 <= $2
    SUBJECT ist? größer als VALUE => $1 > $2
    SUBJECT ist? kleiner als VALUE => $1 < $2
    SUBJECT VERB? not equal to? VALUE => $1 != $2
    SUBJECT VERB? equal|equals to? VALUE => $1 == $3
    SUBJECT VERB not null|empty|blank => $1 is filled
    SUBJECT VERB null|empty => $1 is blank
    RULE VERB? in the past => rule value < today
    RULE VERB? in the future => rule value > today
    SUBJECT VERB in the past => $1 < today
    SUBJECT VERB in the future => $1 > today
    SUBJECT VERB not in the past => $1 >= today
    SUBJECT VERB not in the future => $1 <= today
    VERB? does not start|begin with TEXT => not startsWith($2)
    VERB? does not end with TEXT => not endsWith($1)
    does not contain|include TEXT => not contains($2)
    RULE VERB? start|starts|begin|begins|starting|beginning with TEXT => rule startsWith($2)
    RULE VERB? end|ends|ending with TEXT => rule endsWith($2)
    RULE VERB? contain|include|includes TEXT => rule contains($2)
    VERB? start|starts|begin|begins|starting|beginning with TEXT => startsWith($2)
    VERB? end|ends|ending with TEXT => endsWith($2)
    beginnt mit TEXT => startsWith($1)
    endet mit TEXT => endsWith($1)
    contain|include|includes|enthält TEXT => contains($2)
    not like TEXT => not $%1
    like|LIKE TEXT => $%2
    RULE VERB? match|matches|matching TEXT => rule matches($~2)
    VERB? match|matches|matching TEXT => matches($~2)
    RULE VERB? only letters|digits and|or letters|digits => rule alphanumeric
    RULE VERB? only letters and numbers => rule alphanumeric
    RULE only VERB letters|digits => rule $1
    RULE VERB? only letters|digits|numbers|katakana|hiragana|kanji => rule $1
    SUBJECT VERB? only letters|digits|katakana|hiragana|kanji => $1 is $2
    SUBJECT only VERB letters|digits => $1 is $2
    only ( katakana , TEXT ) => matches(/[\\p{Script=Katakana}ー゛゜$-1]+/)
    only ( hiragana , TEXT ) => matches(/[\\p{Script=Hiragana}ー゛゜$-1]+/)
    only ( kanji , TEXT ) => matches(/[\\p{Script=Han}々〻〆〇$-1]+/)
    only ( katakana|hiragana|kanji , -- Write matches(/[…]+/) for characters of several kinds, as in \
    matches(/[\\p{Script=Katakana}ー0-9]+/).
    RULE VERB? one of ( … ) => rule oneOf($1)
    RULE VERB? one of TEXT , TEXT , TEXT , TEXT => rule oneOf($1, $2, $3, $4)
    RULE VERB? one of TEXT , TEXT , TEXT => rule oneOf($1, $2, $3)
    RULE VERB? one of TEXT , TEXT => rule oneOf($1, $2)
    RULE VERB? either TEXT or TEXT => rule oneOf($1, $2)
    SUBJECT VERB one of ( … ) => $1 in ($2)
    SUBJECT VERB either LITERAL or LITERAL => $1 in ($2, $3)
    RULE VERB WORD => rule $1
    SUBJECT VERB WORD => $1 is $2
    weekday ( … ) COMPARED TEXT => weekday($1) $2 $@3
    weekday ( … ) COMPARED NAME => weekday($1) $2 $@3
    weekday ( … ) is not NAME => weekday($1) != $@2
    weekday ( … ) is NAME => weekday($1) == $@2
    FIELD:date|datetime|instant is not Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday => \
    weekday($1) != $@2
    FIELD:date|datetime|instant is Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday => \
    weekday($1) == $@2
    FIELD:string|choice is not Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday => $1 != "$2"
    FIELD:string|choice is Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday => $1 == "$2"
    weekday ( … ) is TEXT => weekday($1) == $@2
    weekday ( … ) in ( … ) => weekday($1) in ($@2)
    month ( … ) COMPARED TEXT => month($1) $2 $#3
    month ( … ) COMPARED NAME => month($1) $2 $#3
    month ( … ) in ( … ) => month($1) in ($#2)
    rule … if … else …; => rule $^2 and $^1 or not ($2) and $^3
    else|otherwise|sonst TEXT => message $2
    meldung|Meldung|Fehlermeldung TEXT => message $2
    message TEXT if -- A message has no condition of its own. Put it into the rule, as in rule not \
    (…) or (…), or put the rule into when … < … >.
    else if => else when
    check if QUESTION then … else … message TEXT => check $^1 and $^2 or not ($1) and $^3 message $4
    check if QUESTION then … message TEXT => check not ($1) or $^2 message $3
    check if QUESTION then … else …; => check $^1 and $^2 or not ($1) and $^3
    check if QUESTION then …; => check not ($1) or $^2
    check if … then … else … message TEXT => when $1 < check $2 message $4 > else < check $3 message $4 >
    check if … then … else …; => check $^1 and $^2 or not ($1) and $^3
    check if … then …$ => when $1 < check $2 >
    rule if … then -- Put the rule into when … < … >, or write the alternative, as in rule kind \
    != "a" or positive.
    check … if previous -- Write two checks: one of the first record, as in check previous is filled or \
    number == 1, and one of the others, as in check number == previous.number + 1.
    check … if QUESTION else …; => check $^2 and $^1 or not ($2) and $^3
    check … if QUESTION message => check not ($2) or $^1 message
    check … if … else … message TEXT => when $2 < check $1 message $4 > else < check $3 message $4 >
    check … if … message TEXT => when $2 < check $1 message $3 >
    check … if … else …; => check $^2 and $^1 or not ($2) and $^3
    if|when … then { … } => when $2 < $3 >
    if|when … then < => when $2 <
    if|when … then …$ => when $2 < $3 >
    if|when … { … } => when $2 < $3 >
    else { … } => else < $1 >
    : { … } => : < $1 >
    list of { … } => list of < $1 >
    list { … } => list of < $1 >
    LINE if … < => when $1 <
    LINE wenn => when
    LINE feld|Feld => field
    LINE prüfe|Prüfe|Prüfung => check
    > sonst < => > else <
    regel|Regel => rule
    hinweis|Hinweis TEXT => hint $2
    warnung|Warnung TEXT => warning $2
    optional if -- Write required if not (…).
    if -- Write required if … for a field that is required only then, or when … < field … > for \
    one that exists only then.
    count|length|size|len >= NUMBER => count($2...)
    count|length|size|len > NUMBER => count($+2...)
    count|length|size|len <= NUMBER => count(...$2)
    count|length|size|len < NUMBER => count(..<$2)
    count|length|size|len == NUMBER => count($2)
    words >= NUMBER => words($1...)
    words > NUMBER => words($+1...)
    words <= NUMBER => words(...$1)
    words < NUMBER => words(..<$1)
    words == NUMBER => words($1)
    length|size|len ( value ) >= NUMBER => count($2...)
    length|size|len ( value ) > NUMBER => count($+2...)
    length|size|len ( value ) <= NUMBER => count(...$2)
    length|size|len ( value ) == NUMBER => count($2)
    len|length|size|strlen ( SUBJECT ) >= NUMBER => $2 count($3...)
    len|length|size|strlen ( SUBJECT ) > NUMBER => $2 count($+3...)
    len|length|size|strlen ( SUBJECT ) <= NUMBER => $2 count(...$3)
    len|length|size|strlen ( SUBJECT ) < NUMBER => $2 count(..<$3)
    len|length|size|strlen ( SUBJECT ) ==|= NUMBER => $2 count($4)
    count|length|size|len between VALUE and VALUE => count($2...$3)
    count|length|size|len not between VALUE and VALUE => not count($2...$3)
    count|length|size|len in VALUE ... VALUE => count($2...$3)
    range between VALUE and VALUE => range($1...$2)
    rule COMPARED LITERAL and|or COMPARED => rule value $1 $2 $3 value $4
    rule COMPARED => rule value $1
    SUBJECT COMPARED LITERAL and|or COMPARED => $1 $2 $3 $4 $1 $5
    SUBJECT COMPARED SUBJECT and|or COMPARED => $1 $2 $3 $4 $1 $5
    and|or COMPARED -- Repeat what is compared, as in age >= 6 and age <= 17.
    check rows|lines COMPARED => check records $2
    rule above|over|greaterThan|moreThan ( 0 ) => rule positive
    rule above|over|greaterThan|moreThan ( LITERAL ) => rule value > $2
    rule under|below|lessThan ( LITERAL ) => rule value < $2
    above|over|under|below|greaterThan|moreThan|lessThan ( -- Write positive, or compare as in \
    value > 0.
    rule greater|more|higher|larger than 0 => rule positive
    rule greater|more|higher|larger than LITERAL => rule value > $2
    rule less|fewer|lower|smaller than LITERAL => rule value < $2
    SUBJECT is greater|more|higher|larger|later than LITERAL => $1 > $3
    SUBJECT is less|fewer|lower|smaller|earlier than LITERAL => $1 < $3
    greater|more|higher|larger|less|fewer|lower|smaller than -- Compare as in value > 0 or age < 5.
    rule year|month|day ( LITERAL ... LITERAL ) => rule $1(value) in $2...$3
    rule year|month|day ( LITERAL ) => rule $1(value) == $2
    rule … unless SUBJECT COMPARED LITERAL => rule $2 $3 $4 or $1
    rule … unless SUBJECT is filled|blank => rule $2 is $3 or $1
    rule … unless SUBJECT message => rule $2 or $1 message
    unless -- Write the exception before the rule, as in rule exempt or positive.
    required when …$ => required if $1
    SUBJECT is filled == SUBJECT is filled => ($1 is filled and $2 is filled or $1 is blank and $2 \
    is blank)
    SUBJECT is blank == SUBJECT is blank => ($1 is filled and $2 is filled or $1 is blank and $2 \
    is blank)
    count|range ( NUMBER to NUMBER ) => $1($2...$3)
    count|range ( NUMBER , * ) => $1($2...)
    range ( LITERAL , LITERAL ) => range($1...$2)
    minimum|maximum|min|max|minLength|maxLength NUMBER -- Write rule count(3...) for the length of \
    a text, rule range(3...) for a number, with ...3 for a maximum.
    rule pattern|regex|matches TEXT => rule matches($~2)
    pattern|regex TEXT => rule matches($~2)
    matches ( TEXT ) => matches($~1)
    format TEXT -- Write rule matches(/…/) for a pattern, or a format after the type, as in \
    date("dd/MM/yyyy").
    : date rule date ( TEXT ) => : date($1)
    : time rule time ( TEXT ) => : time($1)
    : datetime rule datetime ( TEXT ) => : datetime($1)
    date format NAME / NAME / NAME => date("$1/$2/$3")
    date ( NAME / NAME / NAME ) => date("$1/$2/$3")
    time ( NAME : NAME ) => time("$1:$2")
    ukDate => date("dd/MM/yyyy")
    xDate => date
    starts|startWith|beginsWith|beginWith ( => startsWith(
    ends|endWith ( => endsWith(
    endsWith|startsWith|contains TEXT => $1($2)
    value endsWith|startsWith|contains ( TEXT ,|or TEXT ) => (value $1($2) or value $1($4))
    FIELD VERB? endsWith|startsWith|contains ( TEXT ,|or TEXT ) => ($1 $2($3) or $1 $2($5))
    rule endsWith|startsWith|contains ( TEXT ,|or TEXT ) message => rule $1($2) or $1($4) message
    rule|and|or|not endsWith|startsWith|contains ( TEXT ,|or TEXT ) => $1 ($2($3) or $2($5))
    SUBJECT is today or later => $1 >= today
    SUBJECT is today or earlier => $1 <= today
    not in the future => value <= today
    not in the past => value >= today
    after today => value > today
    before today => value < today
    NUMBER . NUMBER -- Write dates as 2014-01-31, as in value < 2014-01-31.
    COMPARED NUMBER / NUMBER / NUMBER -- Write dates as 2014-01-31, as in value < 2014-01-31.
    COMPARED NUMBER , NUMBER -- Write decimal places after a point, as in 12.50.
    SUBJECT equals LITERAL => $1 == $2
    rule is ( LITERAL ) => rule value == $1
    identical => same
    in NUMBER to NUMBER => in $1...$2
    oneof|oneOff ( => oneOf(
    any ( TEXT , … ) => oneOf($1, $2)
    rule in ( … ) => rule oneOf($1)
    SUBJECT in [ … ] => $1 in ($2)
    rule TEXT or TEXT => rule oneOf($1, $2)
    choice of TEXT , TEXT => choice($1, $2)
    choice [ … ] => choice($1)
    : enum|select|oneOf|oneof ( … ) => : choice($2)
    : TEXT or TEXT => : choice($1, $2)
    select one NAME , NAME => choice("$1", "$2")
    choice ( TEXT =|: TEXT -- Write the label after the value, as in choice("piece" "Stück"), and \
    other texts for it as in choice("piece" also ("Stk")).
    field NAME ? : NAME => field $1: $2 optional
    : optional|nullable NAME => : $2 optional
    : NAME ? => : $1 optional
    @ optional => optional
    nullable => optional
    rule distinct => rule unique
    rule required|mandatory|notEmpty|notempty|notNull|notnull -- A field must be filled in unless \
    it is optional. No rule is needed.
    rule not empty|null -- A field must be filled in unless it is optional. No rule is needed.
    mandatory|notEmpty|notempty|notNull|notnull -- A field must be filled in unless it is \
    optional. No word is needed.
    digits|letters|alphanumeric ( NUMBER ) => count($2) and $1
    SUBJECT != blank|null|nil|empty => $1 is filled
    SUBJECT == blank|null|nil|empty => $1 is blank
    SUBJECT is empty|null => $1 is blank
    SUBJECT is not empty|null => $1 is filled
    empty|isBlank|isEmpty ( SUBJECT ) => $2 is blank
    varchar|char ( NUMBER ) => string rule count(...$2)
    : email|url|uuid|iban|phone|isbn|ipv4|hostname => : string rule $1
    : uuid4|uuidv4 => : string rule uuid(4)
    uuid4|uuidv4 => uuid(4)
    : positiveInteger => : int rule positive
    : currency => : number
    : datetime local => : datetime
    upper case|only => uppercase
    lower case|only => lowercase
    upperCase => uppercase
    lowerCase => lowercase
    uppercase|lowercase|letters|digits only => $1
    only letters|digits => $1
    no spaces => not contains(space)
    from TEXT or TEXT => from $1, $2
    $|@ NAME => $2
    [ NAME ] => $1
    record|this . NAME => $2
    concat|concatenate ( … ) => joined($2)
    ==|= VALUE & VALUE & VALUE => == joined($2, $3, $4)
    ==|= VALUE & VALUE => == joined($2, $3)
    sum of SUBJECT , SUBJECT => $1 + $2
    sum ( SUBJECT , SUBJECT ) => $1 + $2
    total ( SUBJECT ) => sum($1)
    avg|average ( SUBJECT ) => mean($2)
    avg|average ( -- Write mean(items.price) for the values of a list, or mean((a, b)) for several fields.
    rule primary key => rule unique
    primary key => rule unique
    no duplicates => unique
    message : TEXT => message $1
    error|msg|errorMessage TEXT => message $2
    rule|check … HERE TEXT => $1 $2 message $3
    LINE min|minimum records NUMBER => check records in $2... message "…"
    LINE max|maximum records NUMBER => check records in ...$2 message "…"
    LINE records > NUMBER => check records in $+1... message "…"
    LINE records >= NUMBER => check records in $1... message "…"
    LINE records < NUMBER => check records in ..<$1 message "…"
    LINE records <= NUMBER => check records in ...$1 message "…"
    LINE records == NUMBER => check records == $1 message "…"
    left ( FIELD , NUMBER ) => part($1, 1...$2)
    mid ( FIELD , NUMBER ) => part($1, $2...)
    LINE section|group|step|tab TEXT < => page $2 <
    LINE note|info|description|heading TEXT => intro $2
    when … HERE TEXT < -- Write title "…" for the heading of a block. A condition with several values is written as \
    kind in ("a", "b").
    left|right|mid ( -- Write part(text, 1...3) for the first characters, part(text, 4...) for those from the \
    fourth on.
    """

  static let table = rows.split(separator: "\n").map { Phrase(row: $0) }
}

// Phrases that users of spreadsheets and other languages write, and their equivalents here. The table is only used if
// a form has errors.

internal import FormworkEngine
internal import FormworkSyntax

/// A phrase as a user types it, with its equivalent here or advice.
struct Phrase: Sendable {
  /// A part of a phrase.
  enum Piece: Sendable {
    /// One of some words or punctuation marks.
    case word([String])
    case number, text, literal, name, comparison
    /// A field, `value` or a path.
    case subject
    /// A field or a literal.
    case value
    /// Anything up to the next piece.
    case anything
    /// An empty piece at the position of the error, after a complete expression.
    case here
    /// An empty piece at the start of a line.
    case line
    /// Anything up to the end of the next declaration.
    case rest
  }

  let pieces: [Piece]
  /// The equivalent here, if it is certain. `$1` is the text of the first part, `$+1` its number plus one, and `$~1`
  /// its text as a pattern.
  let replacement: String?
  let advice: String?

  private init(row: Substring) {
    let (rest, advice) = Phrase.halves(row, around: "--")
    let (pattern, replacement) = Phrase.halves(rest, around: "=>")
    pieces = pattern.split(separator: " ").map { Phrase.piece(String($0)) }
    self.replacement = replacement
    self.advice = advice
  }

  /// Returns the texts before a mark, and after it and a space. The latter is nil without the mark.
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
    case "NAME": .name
    case "COMPARED": .comparison
    case "SUBJECT": .subject
    case "VALUE": .value
    case "HERE": .here
    case "LINE": .line
    case "…": .anything
    case "…$": .rest
    default: .word(text.split(separator: "|").map { String($0) })
    }
  }

  /// Each line is a phrase. After `=>` is its equivalent here, and after `--` the advice. A single text, because a
  /// call for each phrase would be eight times as much code.
  private static let rows = """
    message TEXT if -- A message has no condition of its own. Put it into the rule, as in rule not \
    (…) or (…), or put the rule into when … < … >.
    else if => else when
    check if … then …$ => when $1 < check $2 >
    rule if … then -- Put the rule into when … < … >, or write the alternative, as in rule kind \
    != "a" or positive.
    check … if … else … message TEXT => when $2 < check $1 message $4 > else < check $3 message $4 >
    check … if … message TEXT => when $2 < check $1 message $3 >
    if|when … then { … } => when $2 < $3 >
    if|when … then < => when $2 <
    if|when … then …$ => when $2 < $3 >
    if|when … { … } => when $2 < $3 >
    else { … } => else < $1 >
    : { … } => : < $1 >
    list of { … } => list of < $1 >
    list { … } => list of < $1 >
    LINE if … < => when $1 <
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
    endsWith|startsWith ( TEXT , TEXT ) => $1($2) or $1($3)
    SUBJECT is NUMBER digits|letters|characters -- Write count(8) and digits, or letters.
    SUBJECT is today or later => $1 >= today
    SUBJECT is today or earlier => $1 <= today
    not in the future => value <= today
    not in the past => value >= today
    after today => value > today
    before today => value < today
    before|after NUMBER / NUMBER / NUMBER -- Write dates as 2014-01-31, as in value < 2014-01-31.
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
    { NAME } => $1
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
    check count ( records ) => check records
    LINE records > NUMBER => check records in $+1... message "…"
    LINE records >= NUMBER => check records in $1... message "…"
    LINE records < NUMBER => check records in ..<$1 message "…"
    LINE records <= NUMBER => check records in ...$1 message "…"
    LINE records == NUMBER => check records in $1 message "…"
    """

  static let table = rows.split(separator: "\n").map { Phrase(row: $0) }
}

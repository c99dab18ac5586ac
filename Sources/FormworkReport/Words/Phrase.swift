// What people write who come from spreadsheets and other languages, and how it is written here: one table of
// phrases, which are looked for only where a form has errors.

internal import FormworkEngine
internal import FormworkSyntax

/// A phrase as somebody types it, with how it is written here or what to do instead.
struct Phrase: Sendable {
  /// One part of a phrase.
  enum Piece: Sendable {
    /// One of some words or marks.
    case word([String])
    case number, text, literal, name, comparison
    /// A field, `value` or a path.
    case subject
    /// A field or a literal.
    case value
    /// Anything up to what comes next.
    case anything
    /// Nothing, where the error begins, behind what is whole.
    case here
    /// Nothing, where a line begins.
    case line
    /// Anything up to the end of the next declaration.
    case rest
  }

  let pieces: [Piece]
  /// How it is written here, where that is sure: `$1` is what the first part stands for, `$+1` the number after it and
  /// `$~1` a text as a pattern.
  let replacement: String?
  let advice: String?

  init(_ pattern: String, _ replacement: String? = nil, say advice: String? = nil) {
    pieces = pattern.split(separator: " ").map { Phrase.piece(String($0)) }
    self.replacement = replacement
    self.advice = advice
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

  private static let datesAre = "Write dates as 2014-01-31, as in value < 2014-01-31."
  private static let conditionAround =
    "Put the rule into when … < … >, or write what else may hold, as in rule kind != \"a\" or positive."

  static let table: [Phrase] = [
    Phrase(
      "message TEXT if",
      say:
        "A message has no condition of its own. Put it into the rule, as in rule not (…) or (…), or"
        + " put the rule into when … < … >."),
    Phrase("else if", "else when"),
    Phrase("check if … then …$", "when $1 < check $2 >"),
    Phrase("rule if … then", say: Phrase.conditionAround),
    Phrase("check … if … message TEXT", "when $2 < check $1 message $3 >"),
    Phrase("if|when … then { … }", "when $2 < $3 >"),
    Phrase("if|when … then <", "when $2 <"),
    Phrase("if|when … then …$", "when $2 < $3 >"),
    Phrase("if|when … { … }", "when $2 < $3 >"),
    Phrase("else { … }", "else < $1 >"),
    Phrase(": { … }", ": < $1 >"),
    Phrase("list of { … }", "list of < $1 >"),
    Phrase("list { … }", "list of < $1 >"),
    Phrase("LINE if … <", "when $1 <"),
    Phrase("optional if", say: "Write required if not (…)."),
    Phrase(
      "if",
      say: "Write required if … for a field that is asked for only then, or when … < field … > for"
        + " one that is there only then."),
    Phrase("count|length|size|len >= NUMBER", "count($2...)"),
    Phrase("count|length|size|len > NUMBER", "count($+2...)"),
    Phrase("count|length|size|len <= NUMBER", "count(...$2)"),
    Phrase("count|length|size|len < NUMBER", "count(..<$2)"),
    Phrase("count|length|size|len == NUMBER", "count($2)"),
    Phrase("length|size|len ( value ) >= NUMBER", "count($2...)"),
    Phrase("length|size|len ( value ) > NUMBER", "count($+2...)"),
    Phrase("length|size|len ( value ) <= NUMBER", "count(...$2)"),
    Phrase("length|size|len ( value ) == NUMBER", "count($2)"),
    Phrase("count|length|size|len between VALUE and VALUE", "count($2...$3)"),
    Phrase("count|length|size|len not between VALUE and VALUE", "not count($2...$3)"),
    Phrase("count|length|size|len in VALUE ... VALUE", "count($2...$3)"),
    Phrase("range between VALUE and VALUE", "range($1...$2)"),
    Phrase("rule COMPARED LITERAL and|or COMPARED", "rule value $1 $2 $3 value $4"),
    Phrase("rule COMPARED", "rule value $1"),
    Phrase("SUBJECT COMPARED LITERAL and|or COMPARED", "$1 $2 $3 $4 $1 $5"),
    Phrase("SUBJECT COMPARED SUBJECT and|or COMPARED", "$1 $2 $3 $4 $1 $5"),
    Phrase("and|or COMPARED", say: "Repeat what is compared, as in age >= 6 and age <= 17."),
    Phrase("check rows|lines COMPARED", "check records $2"),
    Phrase("rule above|over|greaterThan|moreThan ( 0 )", "rule positive"),
    Phrase("rule above|over|greaterThan|moreThan ( LITERAL )", "rule value > $2"),
    Phrase("rule under|below|lessThan ( LITERAL )", "rule value < $2"),
    Phrase(
      "above|over|under|below|greaterThan|moreThan|lessThan (",
      say: "Write positive, or compare as in value > 0."),
    Phrase("rule greater|more|higher|larger than 0", "rule positive"),
    Phrase("rule greater|more|higher|larger than LITERAL", "rule value > $2"),
    Phrase("rule less|fewer|lower|smaller than LITERAL", "rule value < $2"),
    Phrase("SUBJECT is greater|more|higher|larger|later than LITERAL", "$1 > $3"),
    Phrase("SUBJECT is less|fewer|lower|smaller|earlier than LITERAL", "$1 < $3"),
    Phrase(
      "greater|more|higher|larger|less|fewer|lower|smaller than",
      say: "Compare as in value > 0 or age < 5."),
    Phrase("rule year|month|day ( LITERAL ... LITERAL )", "rule $1(value) in $2...$3"),
    Phrase("rule year|month|day ( LITERAL )", "rule $1(value) == $2"),
    Phrase("rule … unless SUBJECT COMPARED LITERAL", "rule $2 $3 $4 or $1"),
    Phrase("rule … unless SUBJECT is filled|blank", "rule $2 is $3 or $1"),
    Phrase("rule … unless SUBJECT message", "rule $2 or $1 message"),
    Phrase(
      "unless", say: "Write when a rule need not hold before it, as in rule exempt or positive."),
    Phrase("required when …$", "required if $1"),
    Phrase(
      "SUBJECT is filled == SUBJECT is filled",
      "($1 is filled and $2 is filled or $1 is blank and $2 is blank)"),
    Phrase(
      "SUBJECT is blank == SUBJECT is blank",
      "($1 is filled and $2 is filled or $1 is blank and $2 is blank)"),
    Phrase("count|range ( NUMBER to NUMBER )", "$1($2...$3)"),
    Phrase("count|range ( NUMBER , * )", "$1($2...)"),
    Phrase("range ( LITERAL , LITERAL )", "range($1...$2)"),
    Phrase(
      "minimum|maximum|min|max|minLength|maxLength NUMBER",
      say: "Write rule count(3...) for the length of a text, rule range(3...) for a number, with"
        + " ...3 for the most."),
    Phrase("rule pattern|regex|matches TEXT", "rule matches($~2)"),
    Phrase("pattern|regex TEXT", "rule matches($~2)"),
    Phrase("matches ( TEXT )", "matches($~1)"),
    Phrase(
      "format TEXT",
      say: "Write rule matches(/…/) for a pattern, or a format after the type, as in"
        + " date(\"dd/MM/yyyy\")."),
    Phrase(": date rule date ( TEXT )", ": date($1)"),
    Phrase("date format NAME / NAME / NAME", "date(\"$1/$2/$3\")"),
    Phrase("date ( NAME / NAME / NAME )", "date(\"$1/$2/$3\")"),
    Phrase("ukDate", "date(\"dd/MM/yyyy\")"),
    Phrase("xDate", "date"),
    Phrase("starts|startWith|beginsWith|beginWith (", "startsWith("),
    Phrase("ends|endWith (", "endsWith("),
    Phrase("endsWith|startsWith|contains TEXT", "$1($2)"),
    Phrase("endsWith|startsWith ( TEXT , TEXT )", "$1($2) or $1($3)"),
    Phrase(
      "SUBJECT is NUMBER digits|letters|characters", say: "Write count(8) and digits, or letters."),
    Phrase("SUBJECT is today or later", "$1 >= today"),
    Phrase("SUBJECT is today or earlier", "$1 <= today"),
    Phrase("not in the future", "value <= today"),
    Phrase("not in the past", "value >= today"),
    Phrase("after today", "value > today"),
    Phrase("before today", "value < today"),
    Phrase(
      "before|after NUMBER / NUMBER / NUMBER", say: Phrase.datesAre),
    Phrase("NUMBER . NUMBER", say: Phrase.datesAre),
    Phrase("COMPARED NUMBER / NUMBER / NUMBER", say: Phrase.datesAre),
    Phrase("COMPARED NUMBER , NUMBER", say: "Write decimal places behind a point, as in 12.50."),
    Phrase("SUBJECT equals LITERAL", "$1 == $2"),
    Phrase("rule is ( LITERAL )", "rule value == $1"),
    Phrase("identical", "same"),
    Phrase("in NUMBER to NUMBER", "in $1...$2"),
    Phrase("oneof|oneOff (", "oneOf("),
    Phrase("any ( TEXT , … )", "oneOf($1, $2)"),
    Phrase("rule in ( … )", "rule oneOf($1)"),
    Phrase("SUBJECT in [ … ]", "$1 in ($2)"),
    Phrase("rule TEXT or TEXT", "rule oneOf($1, $2)"),
    Phrase("choice of TEXT , TEXT", "choice($1, $2)"),
    Phrase("choice [ … ]", "choice($1)"),
    Phrase(": enum|select|oneOf|oneof ( … )", ": choice($2)"),
    Phrase(": TEXT or TEXT", ": choice($1, $2)"),
    Phrase("select one NAME , NAME", "choice(\"$1\", \"$2\")"),
    Phrase(
      "choice ( TEXT =|: TEXT",
      say:
        "Write the label after the value, as in choice(\"piece\" \"Stück\"), and other texts for it"
        + " as in choice(\"piece\" also (\"Stk\"))."),
    Phrase("field NAME ? : NAME", "field $1: $2 optional"),
    Phrase(": optional|nullable NAME", ": $2 optional"),
    Phrase(": NAME ?", ": $1 optional"),
    Phrase("@ optional", "optional"),
    Phrase("nullable", "optional"),
    Phrase("rule distinct", "rule unique"),
    Phrase(
      "rule required|mandatory|notEmpty|notempty|notNull|notnull",
      say: "A field must be filled in unless it is optional, without any rule."),
    Phrase(
      "rule not empty|null",
      say: "A field must be filled in unless it is optional, without any rule."),
    Phrase(
      "mandatory|notEmpty|notempty|notNull|notnull",
      say: "A field must be filled in unless it is optional, without any word."),
    Phrase("digits|letters|alphanumeric ( NUMBER )", "count($2) and $1"),
    Phrase("SUBJECT != blank|null|nil|empty", "$1 is filled"),
    Phrase("SUBJECT == blank|null|nil|empty", "$1 is blank"),
    Phrase("SUBJECT is empty|null", "$1 is blank"),
    Phrase("SUBJECT is not empty|null", "$1 is filled"),
    Phrase("empty|isBlank|isEmpty ( SUBJECT )", "$2 is blank"),
    Phrase("varchar|char ( NUMBER )", "string rule count(...$2)"),
    Phrase(": email|url|uuid|iban|phone|isbn|ipv4|hostname", ": string rule $1"),
    Phrase(": uuid4|uuidv4", ": string rule uuid(4)"),
    Phrase("uuid4|uuidv4", "uuid(4)"),
    Phrase(": positiveInteger", ": int rule positive"),
    Phrase(": currency", ": number"),
    Phrase(": datetime local", ": datetime"),
    Phrase("upper case|only", "uppercase"),
    Phrase("lower case|only", "lowercase"),
    Phrase("upperCase", "uppercase"),
    Phrase("lowerCase", "lowercase"),
    Phrase("uppercase|lowercase|letters|digits only", "$1"),
    Phrase("only letters|digits", "$1"),
    Phrase("no spaces", "not contains(space)"),
    Phrase("from TEXT or TEXT", "from $1, $2"),
    Phrase("$|@ NAME", "$2"),
    Phrase("{ NAME }", "$1"),
    Phrase("[ NAME ]", "$1"),
    Phrase("record|this . NAME", "$2"),
    Phrase("concat|concatenate ( … )", "joined($2)"),
    Phrase("==|= VALUE & VALUE & VALUE", "== joined($2, $3, $4)"),
    Phrase("==|= VALUE & VALUE", "== joined($2, $3)"),
    Phrase("sum of SUBJECT , SUBJECT", "$1 + $2"),
    Phrase("sum ( SUBJECT , SUBJECT )", "$1 + $2"),
    Phrase("total ( SUBJECT )", "sum($1)"),
    Phrase(
      "avg|average|mean (",
      say: "Write the sum divided by the count, as in sum(items.price) / count(items.price)."),
    Phrase("rule primary key", "rule unique"),
    Phrase("primary key", "rule unique"),
    Phrase("no duplicates", "unique"),
    Phrase("message : TEXT", "message $1"),
    Phrase("error|msg|errorMessage TEXT", "message $2"),
    Phrase("rule|check … HERE TEXT", "$1 $2 message $3"),
    Phrase("LINE min|minimum records NUMBER", "check records in $2... message \"…\""),
    Phrase("LINE max|maximum records NUMBER", "check records in ...$2 message \"…\""),
    Phrase("check count ( records )", "check records"),
    Phrase("LINE records > NUMBER", "check records in $+1... message \"…\""),
    Phrase("LINE records >= NUMBER", "check records in $1... message \"…\""),
    Phrase("LINE records < NUMBER", "check records in ..<$1 message \"…\""),
    Phrase("LINE records <= NUMBER", "check records in ...$1 message \"…\""),
    Phrase("LINE records == NUMBER", "check records in $1 message \"…\""),
  ]
}

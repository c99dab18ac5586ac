// The words of explanations in English.

internal import FormworkEngine
internal import FormworkReport

extension ExplainWords {
  static let english = ExplainWords(
    code: "en",
    sentenceGap: " ",
    builtIn: .english,
    phrase: {
      switch $0 {
      case .judging: "How a record is judged"
      case .fields: "Fields"
      case .values: "How values are written"
      case .files: "How files are written"
      case .tables: "Tables"
      case .lists: "Lists of values"
      case .named: "Conditions with a name"
      case .examples: "Examples"
      case .picture: "Which answers open which sections"
      case .contents: "Contents"
      case .accepted:
        "A record that keeps every rule below is accepted. One that breaks a rule is rejected. What is only a warning rejects nothing."
      case .blankMeans:
        "A field is blank if it is missing, null, or an empty text or list. Only spaces are blank, too, in every field but a text or one that takes anything."
      case .looked:
        "What is filled in must be a value of the field's kind. The rules of a field are looked at only where it is filled in, and a rule about other fields only as far as those are; what cannot be told because a field is blank breaks no rule."
      case .spacesAround:
        "Spaces around a value make no difference, except in a text and in a field that takes anything."
      case .caseMatters: "Capital and small letters are different, unless it says otherwise."
      case .sections:
        "A section that begins with \"Only if\" counts where its condition surely holds. If it does not, or nobody can tell because something is blank, what stands in its fields is ignored, also in the sections inside it, unless it says below the section that they must be blank."
      case .othersIgnored: "Keys and columns that no field asks for are ignored."
      case .othersForbidden: "A key or column that no field asks for is not allowed."
      case .today: "Today is the day on which the record is checked."
      case .months:
        "Months and years are counted to the same day, or to the last day of a month that has no such day: 30 November + 3 months is 28 or 29 February."
      case .calculation:
        "A calculation that has no result, such as a division by 0, breaks its rule, unless another part of the rule already settles it. In a condition on which a section counts or a field must be filled in, it has the record rejected."
      case .itemsFilled: "Every entry must be filled in."
      case .ifOfOtherKind: "If a value is not of its kind: {message}"
      case .ifNoChoice: "If a value is none of the choices: {message}"
      case .ifNotBlank: "If a field is filled in that must be blank: {message}"
      case .ifUnknown: "If there is a key or column that no field asks for: {message}"
      case .ifUnreadable: "If a record cannot be read: {message}"
      case .ifNotCalculable: "If a calculation has no result: {message}"
      case .stop: "{text}."
      case .required: "must be filled in"
      case .optional: "may be left blank"
      case .requiredIf: "Must be filled in if this is so, and may be left blank otherwise:"
      case .usually: "a blank one counts as {value}"
      case .fromColumn: "Read from the column or key {name}."
      case .fromColumns: "Read from the first of these columns or keys that is filled in: {names}."
      case .fromNumbered:
        "In a table, each entry is read from a column of its own: {names}. The list ends with the last of them that is filled in; one that is blank before it is a blank entry."
      case .halfwidth: "full-width characters become half-width ones"
      case .without: "{what} are taken out"
      case .trimmed: "spaces at both ends are taken away"
      case .lowercased: "capital letters become small ones"
      case .uppercased: "small letters become capitals"
      case .cleanedFirst: "Before anything else: {steps}."
      case .anyCase: "Compared with other texts, capital and small letters make no difference."
      case .anyChoiceCase:
        "Capital and small letters make no difference, neither here nor where it is compared."
      case .secret: "The value is never shown in messages."
      case .hint: "Hint: {text}"
      case .listSeparator:
        "Or one text, in which the entries stand apart by {text}; spaces around each make no difference."
      case .ofItems: "Each entry is {kind}."
      case .ofInnerItems: "Each entry of these lists is {kind}."
      case .oneOf: "One of these, and no other text: {values}."
      case .moreInAll: "{values} … ({count} in all)"
      case .alsoWritten: "{value}, also written {others}"
      case .listed: "One of the values of the list {name}, below."
      case .dateFormat: "Written as {example}; 5 January 2026 is {short}."
      case .dateFormats: "Or written as {example}; 5 January 2026 is then {short}."
      case .numberFormat: "A text is written like {example}, and in no other way."
      case .ungrouped:
        "A text is written like {example}, or like {plain} without the marks between thousands."
      case .boolWords:
        "A text is {yes} for yes or {no} for no, in capital or small letters, and nothing else."
      case .group: "A group of these fields:"
      case .groupColumns:
        "A group of these fields; in a table, with columns such as {name}, and blank where all of its columns are:"
      case .closedGroup: "No other key may stand in this group."
      case .cut: "… The form says more than an explanation can hold."
      case .sameAs: "It has the same fields and rules as {label}, above."
      case .ifNot: "If not: {message}"
      case .ifNotWarning: "If not, a warning, and the record is still accepted: {message}"
      case .warningOnly: "If not, there is a warning, and the record is still accepted."
      case .ifBlank: "If it is missing: {message}"
      case .ifWrong: "If anything is wrong with it: {message}"
      case .ifOther: "If anything else is wrong with it: {message}"
      case .titled: "{title}: {message}"
      case .toldAt: "{message} (at {field})"
      case .onlyIfFilled: "Only checked when {fields} are filled in."
      case .onlyIfOneFilled: "Only checked when {fields} is filled in."
      case .onlyIf: "Only if this is so:"
      case .elseOnlyIf: "Otherwise, only if this is so:"
      case .otherwise: "In all other cases:"
      case .elseBlank: "If none of these conditions holds, these must be blank: {fields}."
      case .allOf: "all of these:"
      case .oneOfThese: "at least one of these:"
      case .everyEntry: "for every entry of {list}:"
      case .someEntry: "for at least one entry of {list}:"
      case .always: "this always holds"
      case .never: "this never holds"
      case .andThen: "{first}, and {last}"
      case .orElse: "{first}, or {last}"
      case .inParentheses: "({text})"
      case .rowsFit:
        "The first row that fits counts, from top to bottom."
      case .noRowFits:
        "Where no row fits, the table has no value: nothing is in it, and a calculation with it has no result."
      case .equal: "{subject} is {value}"
      case .notEqual: "{subject} is not {value}"
      case .same: "{subject} equals {value}"
      case .different: "{subject} does not equal {value}"
      case .atLeast: "{subject} is at least {min}"
      case .atMost: "{subject} is at most {max}"
      case .moreThan: "{subject} is more than {min}"
      case .lessThan: "{subject} is less than {max}"
      case .between: "{subject} is at least {min} and at most {max}"
      case .fromToBelow: "{subject} is at least {min} and less than {max}"
      case .outside: "{subject} is less than {min} or more than {max}"
      case .outsideFrom: "{subject} is less than {min} or at least {max}"
      case .notBefore: "{subject} is {min} or later"
      case .notAfter: "{subject} is {max} or earlier"
      case .after: "{subject} is later than {min}"
      case .before: "{subject} is earlier than {max}"
      case .betweenMoments: "{subject} is from {min} to {max}, both included"
      case .fromToBefore: "{subject} is {min} or later, but earlier than {max}"
      case .outsideMoments: "{subject} is earlier than {min} or later than {max}"
      case .outsideMomentsFrom: "{subject} is earlier than {min}, or {max} or later"
      case .isOneOf: "{subject} is {values}"
      case .isNoneOf: "{subject} is none of these: {values}"
      case .isInList: "{subject} is in the list {name}, below"
      case .isNotInList: "{subject} is not in the list {name}, below"
      case .isInTable: "{subject} is one that the table {name}, below, has for {keys}"
      case .isNotInTable: "{subject} is none that the table {name}, below, has for {keys}"
      case .isAmong: "{subject} is among the values of {list}"
      case .isNotAmong: "{subject} is not among the values of {list}"
      case .isTrue: "{subject} is yes"
      case .isFalse: "{subject} is no, or blank"
      case .keepsDefinition: "the condition {name}, below, holds"
      case .breaksDefinition: "the condition {name}, below, does not hold"
      case .keepsHost: "{subject} passes the check {name}, which the program makes"
      case .breaksHost: "{subject} does not pass the check {name}, which the program makes"
      case .listCount: "{subject} has {amount}"
      case .listNotCount: "{subject} does not have {amount}"
      case .contains: "{subject} contains {amount}"
      case .containsNot: "{subject} does not contain {amount}"
      case .anyLetters: "{subject} has only letters, of any script"
      case .notAnyLetters: "{subject} does not have only letters"
      case .anyAlphanumeric: "{subject} has only letters and digits, of any script"
      case .notAnyAlphanumeric: "{subject} does not have only letters and digits"
      case .dateFormatted: "{subject} is a date written as {example}"
      case .notDateFormatted: "{subject} is no date written as {example}"
      case .uuidVersion: "{subject} is a UUID of version {version}"
      case .notUUIDVersion: "{subject} is no UUID of version {version}"
      case .distinctBy:
        "no two entries of {subject} have the same {field} (blank ones do not count)"
      case .notDistinctBy: "two entries of {subject} have the same {field}"
      case .uniqueTogether:
        "no earlier record has the same {fields} together (a blank one is the same as a blank one, but where all are blank nothing is compared; rejected records count, too)"
      case .sameTogether:
        "every record has the same {fields} as the records before it (rejected records count, too)"
      case .recordCount: "there are {amount}"
      case .notRecordCount: "there are not {amount}"
      case .fieldLabel: "“{name}”"
      case .ownValue: "the value"
      case .ownList: "the list"
      case .ownEntry: "the entry"
      case .ownInnerEntry: "the entry of an inner list"
      case .todayValue: "today"
      case .nowValue: "the present moment"
      case .yes: "yes"
      case .no: "no"
      case .characterCount: "the number of characters of {a}"
      case .entryCount: "the number of entries of {a}"
      case .entryCountFor: "the number of entries of {a} for which this holds ({condition})"
      case .tableResult: "what the table {name}, below, has for {keys}"
      case .largest: "the largest of {a}"
      case .smallest: "the smallest of {a}"
      case .roundedEven: "{a} rounded to {b} decimal places (a half to the even digit)"
      case .rangeFromTo: "{min} to {max}"
      case .rangeBelow: "{min} up to, but not including {max}"
      case .rangeFrom: "{min} or more"
      case .rangeTo: "up to {max}"
      case .rangeUnder: "below {max}"
      case .oneInForce: "{fields} (whichever counts)"
      case .pathStep: "{outer} › {inner}"
      case .placeholder: "‹{name}›"
      case .thatField: "field"
      case .thatValue: "value"
      case .thatActual: "what was found"
      case .thatCount: "number"
      case .thatMinimum: "least"
      case .thatMaximum: "most"
      case .thatChoices: "choices"
      case .thatExpected: "what is expected"
      case .thatColumn: "column"
      case .thatRecord: "record"
      case .thatLine: "line"
      case .then: "{first}, then {last}"
      case .optionalPart: "optionally {what}"
      case .anyTimes: "any number of times, or not at all, {what}"
      case .someTimes: "once or more {what}"
      case .exactTimes: "{count} times {what}"
      case .atLeastTimes: "at least {min} times {what}"
      case .fromToTimes: "{min} to {max} times {what}"
      case .characterRange: "{first} to {last}"
      case .otherThan: "any character but {what}"
      case .wordEdge: "the edge of a word"
      case .noWordEdge: "no edge of a word"
      case .caseAside: "{pattern}; capital and small letters make no difference"
      case .rawForm: "a text of the form {pattern}"
      case .emptyText: "nothing"
      case .fileKind: "{kind} files:"
      case .delimiter: "{text} stands between the cells."
      case .encoding: "The encoding is {name}."
      case .headerLine: "The columns are named on line {line}; the lines before are passed over."
      case .noHeader: "No line names the columns: they belong to the fields in their order."
      case .sheet: "The table is on the sheet {name}."
      case .blankTexts:
        "A cell or text that is {texts}, with or without spaces around it, is blank."
      case .allColumns: "Every field must have a column."
      case .recordsAt: "The records are the list at {path}."
      case .tab: "a tab"
      case .result: "Result"
      case .anything: "anything"
      case .anythingElse: "anything else"
      case .exampleName: "Example"
      case .exampleVerdict: "What becomes of it"
      case .exampleWords: "What is said"
      case .exampleOn: "{name}, on {day}"
      case .acceptedVerdict: "accepted"
      case .rejectedVerdict: "rejected"
      case .verdictStated: "{verdict}, as the form states; the program makes checks of its own"
      case .moreExamples: "… and {count} more examples."
      case .tooLong: "… (a longer calculation)"
      case .moreSections: "{count} more sections are not drawn."
      case .exampleDiffers: "{verdict} (it should be {expected})"
      }
    },
    word: { word, isNegated in
      switch word {
      case .filled: isNegated ? "{subject} is blank" : "{subject} is filled in"
      case .blank: isNegated ? "{subject} is filled in" : "{subject} is blank"
      case .oneOf: isNegated ? "{subject} is none of these: {values}" : "{subject} is {values}"
      case .count: isNegated ? "{subject} does not have {amount}" : "{subject} has {amount}"
      case .alphanumeric:
        isNegated
          ? "{subject} has something else than the letters A to Z and digits"
          : "{subject} has only the letters A to Z (capital or small) and digits"
      case .letters:
        isNegated
          ? "{subject} has something else than the letters A to Z"
          : "{subject} has only the letters A to Z (capital or small)"
      case .digits:
        isNegated
          ? "{subject} has something else than the digits 0 to 9"
          : "{subject} has only the digits 0 to 9"
      case .lowercase:
        isNegated ? "{subject} has a capital letter" : "{subject} has no capital letter"
      case .uppercase: isNegated ? "{subject} has a small letter" : "{subject} has no small letter"
      case .ascii:
        isNegated
          ? "{subject} has a character that is not one of ASCII"
          : "{subject} has only characters of ASCII (no accents, no other scripts)"
      case .hiragana:
        isNegated ? "{subject} has something else than hiragana" : "{subject} has only hiragana"
      case .katakana:
        isNegated ? "{subject} has something else than katakana" : "{subject} has only katakana"
      case .kanji:
        isNegated ? "{subject} has something else than kanji" : "{subject} has only kanji"
      case .halfwidth:
        isNegated
          ? "{subject} has something else than half-width characters"
          : "{subject} has only half-width characters"
      case .fullwidth:
        isNegated
          ? "{subject} has something else than full-width characters"
          : "{subject} has only full-width characters"
      case .contains: isNegated ? "{subject} does not contain {what}" : "{subject} contains {what}"
      case .only:
        isNegated ? "{subject} has something else than {what}" : "{subject} has only {what}"
      case .startsWith:
        isNegated ? "{subject} does not begin with {value}" : "{subject} begins with {value}"
      case .endsWith:
        isNegated ? "{subject} does not end with {value}" : "{subject} ends with {value}"
      case .oneLine: isNegated ? "{subject} has a line break" : "{subject} has no line break"
      case .matches:
        isNegated
          ? "{subject} is not written like this: {pattern}"
          : "{subject} is written like this: {pattern}"
      case .like:
        isNegated
          ? "{subject} is not written like this: {pattern} (such as {example})"
          : "{subject} is written like this: {pattern} (such as {example})"
      case .int:
        isNegated
          ? "{subject} does not read as a whole number" : "{subject} reads as a whole number"
      case .number:
        isNegated ? "{subject} does not read as a number" : "{subject} reads as a number"
      case .date:
        isNegated
          ? "{subject} is no date such as 2026-11-20" : "{subject} is a date such as 2026-11-20"
      case .time:
        isNegated ? "{subject} is no time such as 09:30" : "{subject} is a time such as 09:30"
      case .dateTime:
        isNegated
          ? "{subject} is no date and time such as 2026-11-20T09:30"
          : "{subject} is a date and time such as 2026-11-20T09:30"
      case .instant:
        isNegated
          ? "{subject} is no date and time with its zone, such as 2026-11-20T09:30Z"
          : "{subject} is a date and time with its zone, such as 2026-11-20T09:30Z"
      case .email:
        isNegated
          ? "{subject} is no email address"
          : "{subject} is an email address such as name@example.org (no spaces, a dot behind the @)"
      case .url:
        isNegated
          ? "{subject} is no web address"
          : "{subject} is a web address with http or https, such as https://example.org"
      case .uri:
        isNegated
          ? "{subject} is no URI"
          : "{subject} is a URI such as https://example.org or mailto:a@example.org"
      case .uuid:
        isNegated
          ? "{subject} is no UUID"
          : "{subject} is a UUID such as f47ac10b-58cc-4372-a567-0e02b2c3d479"
      case .hostname:
        isNegated ? "{subject} is no host name" : "{subject} is a host name such as www.example.org"
      case .ipv4:
        isNegated
          ? "{subject} is no IPv4 address" : "{subject} is an IPv4 address such as 192.0.2.1"
      case .ipv6:
        isNegated
          ? "{subject} is no IPv6 address" : "{subject} is an IPv6 address such as 2001:db8::1"
      case .phone:
        isNegated
          ? "{subject} is no telephone number with its country code"
          : "{subject} is a telephone number with its country code: +, then 7 to 15 digits, the first not 0"
      case .creditCard:
        isNegated
          ? "{subject} is no card number"
          : "{subject} is a card number: 12 to 19 digits with the right check digit, no spaces"
      case .iban:
        isNegated
          ? "{subject} is no IBAN"
          : "{subject} is an IBAN in capitals without spaces, of the length of its country and with the right check digits"
      case .isbn:
        isNegated
          ? "{subject} is no ISBN"
          : "{subject} is an ISBN of 10 or 13 digits with the right check digit; single hyphens or spaces may stand in it"
      case .range, .before, .after: ""
      case .positive: isNegated ? "{subject} is 0 or less" : "{subject} is more than 0"
      case .negative: isNegated ? "{subject} is 0 or more" : "{subject} is less than 0"
      case .multipleOf:
        isNegated ? "{subject} is no multiple of {value}" : "{subject} is a multiple of {value}"
      case .decimals:
        isNegated
          ? "{subject} does not have {amount}"
          : "{subject} has {amount} (zeros at the end do not count)"
      case .past:
        isNegated ? "{subject} is today or later" : "{subject} is in the past (today is not)"
      case .future:
        isNegated ? "{subject} is today or earlier" : "{subject} is in the future (today is not)"
      case .age:
        isNegated
          ? "from {subject} to today it is not {amount}, counting full years"
          : "from {subject} to today it is {amount}, counting full years"
      case .distinct:
        isNegated
          ? "two entries of {subject} are the same" : "no two entries of {subject} are the same"
      case .unique:
        isNegated
          ? "an earlier record has the same {subject}" : "no earlier record has the same {subject}"
      case .same:
        isNegated
          ? "records differ in {subject}"
          : "every record has the same {subject} as the records before it (rejected records count, too)"
      }
    },
    function: {
      switch $0 {
      case .count: "the number of characters of {a}"
      case .sum: "the sum of {a}"
      case .min: "the smallest of {a}"
      case .max: "the largest of {a}"
      case .round: "{a} rounded to {b} decimal places (a half away from 0)"
      case .mod: "what remains of {a} divided by {b}"
      case .year: "the year of {a}"
      case .month: "the month of {a} (1 to 12)"
      case .day: "the day of the month of {a}"
      case .weekday: "the day of the week of {a} (1 for Monday to 7 for Sunday)"
      case .hour: "the hour of {a}"
      case .minute: "the minute of {a}"
      case .second: "the second of {a}"
      case .part: "the part of {a} at its characters {b}"
      case .number: "the number written in {a}"
      case .weighted:
        "the sum of the digits of {a}, each times its weight ({rest}, from the first on, over and over)"
      case .joined: "the joined text of {all}"
      }
    },
    kind: {
      switch $0 {
      case .string: "text"
      case .int: "a whole number"
      case .number: "a number"
      case .bool: "yes or no"
      case .date: "a date"
      case .time: "a time"
      case .dateTime: "a date and time"
      case .instant: "a date and time with its zone"
      case .choice: "a choice"
      case .record: "a group of fields"
      case .list: "a list"
      case .any: "anything"
      }
    },
    writing: {
      switch $0 {
      case .string: "Text: any text; in JSON it stands in quotes, and a number is no text."
      case .int:
        "Whole number: 34, +34, -34, 007 or 34.0, in JSON in quotes or not; no group marks."
      case .number:
        "Number: as a whole number, or with a decimal point such as 34.5, in JSON in quotes or not, without them also with an exponent; no group marks, at most 38 digits; nothing is rounded."
      case .bool:
        "Yes or no: a text is true, yes, on or 1, or false, no, off or 0, in capital or small letters; JSON also has true, false, 1 and 0."
      case .date:
        "Date: year, month and day such as 2026-11-20, always with two digits for month and day; the day must exist."
      case .time:
        "Time: hours and minutes with two digits each such as 09:30, optionally seconds as in 09:30:15; at most 23:59:59."
      case .dateTime: "Date and time: such as 2026-11-20T09:30, with a T or one space between."
      case .instant:
        "Date and time with its zone: such as 2026-11-20T09:30Z or 2026-11-20T09:30+09:00."
      case .choice:
        "Choice: exactly one of the values listed, written just so unless it says otherwise; a label in parentheses is no value."
      case .record: nil
      case .list: "List: in JSON, a list in [ ]."
      case .any: nil
      }
    },
    unit: {
      switch $0 {
      case .year: "year|years"
      case .month: "month|months"
      case .week: "week|weeks"
      case .day: "day|days"
      case .hour: "hour|hours"
      case .minute: "minute|minutes"
      case .second: "second|seconds"
      }
    },
    characters: {
      switch $0 {
      case .any: "character|characters"
      case .anyOnLine: "character, but no line break|characters, but no line breaks"
      case .whiteSpace: "space, tab or line break|spaces, tabs or line breaks"
      case .symbol:
        "symbol (such as punctuation, a currency sign or an emoji)|symbols (such as punctuation, currency signs or emoji)"
      case .digit: "digit|digits"
      case .letter: "letter (A to Z, capital or small)|letters (A to Z, capital or small)"
      case .smallLetter: "small letter (a to z)|small letters (a to z)"
      case .capitalLetter: "capital letter (A to Z)|capital letters (A to Z)"
      case .letterOrDigit:
        "letter (A to Z, capital or small) or digit|letters (A to Z, capital or small) or digits"
      case .wordCharacter: "letter (A to Z), digit or _|letters (A to Z), digits or _"
      case .space: "space|spaces"
      case .anyLetter: "letter of any script|letters of any script"
      case .anyCapital: "capital letter of any script|capital letters of any script"
      case .anySmall: "small letter of any script|small letters of any script"
      case .anyMark: "accent or other mark|accents or other marks"
      case .anyDigit: "digit of any script|digits of any script"
      case .anyPunctuation: "punctuation mark|punctuation marks"
      case .hiragana: "hiragana|hiragana"
      case .katakana: "katakana|katakana"
      case .kanji: "kanji|kanji"
      case .latin: "Latin letter|Latin letters"
      case .cyrillic: "Cyrillic letter|Cyrillic letters"
      case .greek: "Greek letter|Greek letters"
      }
    })
}

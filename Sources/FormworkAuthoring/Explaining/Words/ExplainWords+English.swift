// The words of explanations in English.

internal import FormworkEngine
internal import FormworkReport

extension ExplainWords {
  static let english = ExplainWords(
    code: "en",
    sentenceGap: " ",
    builtIn: .english,
    phrase: { englishPhrase($0) },
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

// The words of explanations in German.

internal import FormworkEngine
internal import FormworkReport

extension ExplainWords {
  static let german = ExplainWords(
    code: "de",
    sentenceGap: " ",
    builtIn: .german,
    phrase: { germanPhrase($0) },
    word: { word, isNegated in
      switch word {
      case .filled: isNegated ? "{subject} ist leer" : "{subject} ist ausgefüllt"
      case .blank: isNegated ? "{subject} ist ausgefüllt" : "{subject} ist leer"
      case .oneOf:
        isNegated ? "{subject} ist keiner dieser Werte: {values}" : "{subject} ist {values}"
      case .count: isNegated ? "{subject} hat nicht {amount}" : "{subject} hat {amount}"
      case .alphanumeric:
        isNegated
          ? "{subject} hat anderes als die Buchstaben A bis Z und Ziffern"
          : "{subject} hat nur die Buchstaben A bis Z (groß oder klein) und Ziffern"
      case .letters:
        isNegated
          ? "{subject} hat anderes als die Buchstaben A bis Z"
          : "{subject} hat nur die Buchstaben A bis Z (groß oder klein)"
      case .digits:
        isNegated
          ? "{subject} hat anderes als die Ziffern 0 bis 9"
          : "{subject} hat nur die Ziffern 0 bis 9"
      case .lowercase:
        isNegated ? "{subject} hat einen Großbuchstaben" : "{subject} hat keinen Großbuchstaben"
      case .uppercase:
        isNegated ? "{subject} hat einen Kleinbuchstaben" : "{subject} hat keinen Kleinbuchstaben"
      case .ascii:
        isNegated
          ? "{subject} hat ein Zeichen, das nicht zu ASCII gehört"
          : "{subject} hat nur Zeichen aus ASCII (keine Umlaute, keine anderen Schriften)"
      case .hiragana:
        isNegated ? "{subject} hat anderes als Hiragana" : "{subject} hat nur Hiragana"
      case .katakana:
        isNegated ? "{subject} hat anderes als Katakana" : "{subject} hat nur Katakana"
      case .kanji: isNegated ? "{subject} hat anderes als Kanji" : "{subject} hat nur Kanji"
      case .halfwidth:
        isNegated
          ? "{subject} hat anderes als Zeichen halber Breite"
          : "{subject} hat nur Zeichen halber Breite"
      case .fullwidth:
        isNegated
          ? "{subject} hat anderes als Zeichen voller Breite"
          : "{subject} hat nur Zeichen voller Breite"
      case .contains: isNegated ? "{subject} enthält nicht {what}" : "{subject} enthält {what}"
      case .only: isNegated ? "{subject} hat anderes als {what}" : "{subject} hat nur {what}"
      case .startsWith:
        isNegated ? "{subject} beginnt nicht mit {value}" : "{subject} beginnt mit {value}"
      case .endsWith:
        isNegated ? "{subject} endet nicht mit {value}" : "{subject} endet mit {value}"
      case .oneLine:
        isNegated ? "{subject} hat einen Zeilenumbruch" : "{subject} hat keinen Zeilenumbruch"
      case .matches:
        isNegated
          ? "{subject} ist nicht so geschrieben: {pattern}"
          : "{subject} ist so geschrieben: {pattern}"
      case .like:
        isNegated
          ? "{subject} ist nicht so geschrieben: {pattern} (wie {example})"
          : "{subject} ist so geschrieben: {pattern} (wie {example})"
      case .int:
        isNegated
          ? "{subject} liest sich nicht als ganze Zahl" : "{subject} liest sich als ganze Zahl"
      case .number:
        isNegated ? "{subject} liest sich nicht als Zahl" : "{subject} liest sich als Zahl"
      case .date:
        isNegated
          ? "{subject} ist kein Datum wie 2026-11-20" : "{subject} ist ein Datum wie 2026-11-20"
      case .time:
        isNegated ? "{subject} ist keine Uhrzeit wie 09:30" : "{subject} ist eine Uhrzeit wie 09:30"
      case .dateTime:
        isNegated
          ? "{subject} ist nicht Datum und Uhrzeit wie 2026-11-20T09:30"
          : "{subject} ist Datum und Uhrzeit wie 2026-11-20T09:30"
      case .instant:
        isNegated
          ? "{subject} ist nicht Datum und Uhrzeit mit Zeitzone wie 2026-11-20T09:30Z"
          : "{subject} ist Datum und Uhrzeit mit Zeitzone wie 2026-11-20T09:30Z"
      case .email:
        isNegated
          ? "{subject} ist keine E-Mail-Adresse"
          : "{subject} ist eine E-Mail-Adresse wie name@example.org (ohne Leerzeichen, mit einem Punkt hinter dem @)"
      case .url:
        isNegated
          ? "{subject} ist keine Webadresse"
          : "{subject} ist eine Webadresse mit http oder https wie https://example.org"
      case .uri:
        isNegated
          ? "{subject} ist kein URI"
          : "{subject} ist ein URI wie https://example.org oder mailto:a@example.org"
      case .uuid:
        isNegated
          ? "{subject} ist keine UUID"
          : "{subject} ist eine UUID wie f47ac10b-58cc-4372-a567-0e02b2c3d479"
      case .hostname:
        isNegated
          ? "{subject} ist kein Hostname" : "{subject} ist ein Hostname wie www.example.org"
      case .ipv4:
        isNegated
          ? "{subject} ist keine IPv4-Adresse" : "{subject} ist eine IPv4-Adresse wie 192.0.2.1"
      case .ipv6:
        isNegated
          ? "{subject} ist keine IPv6-Adresse" : "{subject} ist eine IPv6-Adresse wie 2001:db8::1"
      case .phone:
        isNegated
          ? "{subject} ist keine Telefonnummer mit Landesvorwahl"
          : "{subject} ist eine Telefonnummer mit Landesvorwahl: +, dann 7 bis 15 Ziffern, die erste nicht 0"
      case .creditCard:
        isNegated
          ? "{subject} ist keine Kartennummer"
          : "{subject} ist eine Kartennummer: 12 bis 19 Ziffern mit der richtigen Prüfziffer, ohne Leerzeichen"
      case .iban:
        isNegated
          ? "{subject} ist keine IBAN"
          : "{subject} ist eine IBAN in Großbuchstaben ohne Leerzeichen, mit der Länge ihres Landes und den richtigen Prüfziffern"
      case .isbn:
        isNegated
          ? "{subject} ist keine ISBN"
          : "{subject} ist eine ISBN von 10 oder 13 Ziffern mit der richtigen Prüfziffer; einzelne Bindestriche oder Leerzeichen dürfen darin stehen"
      case .range, .before, .after: ""
      case .positive: isNegated ? "{subject} ist 0 oder weniger" : "{subject} ist mehr als 0"
      case .negative: isNegated ? "{subject} ist 0 oder mehr" : "{subject} ist weniger als 0"
      case .multipleOf:
        isNegated
          ? "{subject} ist kein Vielfaches von {value}" : "{subject} ist ein Vielfaches von {value}"
      case .decimals:
        isNegated
          ? "{subject} hat nicht {amount}" : "{subject} hat {amount} (Nullen am Ende zählen nicht)"
      case .past:
        isNegated
          ? "{subject} ist heute oder später"
          : "{subject} liegt in der Vergangenheit (heute zählt nicht dazu)"
      case .future:
        isNegated
          ? "{subject} ist heute oder früher"
          : "{subject} liegt in der Zukunft (heute zählt nicht dazu)"
      case .age:
        isNegated
          ? "volle Jahre bis heute ({subject}): nicht {amount}"
          : "volle Jahre bis heute ({subject}): {amount}"
      case .distinct:
        isNegated
          ? "zwei Einträge sind gleich: {subject}" : "keine zwei Einträge sind gleich: {subject}"
      case .unique:
        isNegated
          ? "ein früherer Datensatz hat dasselbe: {subject}"
          : "kein früherer Datensatz hat dasselbe: {subject}"
      case .same:
        isNegated
          ? "Datensätze unterscheiden sich: {subject}"
          : "jeder Datensatz hat dasselbe wie die früheren (auch abgelehnte zählen): {subject}"
      }
    },
    function: {
      switch $0 {
      case .count: "die Zahl der Zeichen ({a})"
      case .sum: "die Summe ({a})"
      case .min: "der kleinste Wert ({a})"
      case .max: "der größte Wert ({a})"
      case .round: "{a}, auf {b} Nachkommastellen gerundet (eine halbe von 0 weg)"
      case .mod: "der Rest bei ({a}) geteilt durch {b}"
      case .year: "das Jahr ({a})"
      case .month: "der Monat, 1 bis 12 ({a})"
      case .day: "der Tag des Monats ({a})"
      case .weekday: "der Wochentag, 1 für Montag bis 7 für Sonntag ({a})"
      case .hour: "die Stunde ({a})"
      case .minute: "die Minute ({a})"
      case .second: "die Sekunde ({a})"
      case .part: "der Teil an den Zeichen {b} ({a})"
      case .number: "die Zahl, die {a} ist"
      case .weighted:
        "die Summe der Ziffern ({a}), jede mal ihr Gewicht ({rest}, von der ersten an und immer wieder)"
      case .joined: "{all} aneinandergefügt"
      }
    },
    kind: {
      switch $0 {
      case .string: "Text"
      case .int: "ganze Zahl"
      case .number: "Zahl"
      case .bool: "ja oder nein"
      case .date: "Datum"
      case .time: "Uhrzeit"
      case .dateTime: "Datum und Uhrzeit"
      case .instant: "Datum und Uhrzeit mit Zeitzone"
      case .choice: "Auswahl"
      case .record: "Gruppe von Feldern"
      case .list: "Liste"
      case .any: "beliebig"
      }
    },
    writing: {
      switch $0 {
      case .string:
        "Text: beliebiger Text; in JSON steht er in Anführungszeichen, und eine Zahl ist kein Text."
      case .int:
        "Ganze Zahl: 34, +34, -34, 007 oder 34.0, in JSON mit oder ohne Anführungszeichen; keine Tausenderzeichen."
      case .number:
        "Zahl: wie eine ganze Zahl oder mit Dezimalpunkt wie 34.5, in JSON mit oder ohne Anführungszeichen, ohne sie auch mit Exponent; keine Tausenderzeichen, höchstens 38 Stellen; nichts wird gerundet."
      case .bool:
        "Ja oder nein: ein Text ist true, yes, on oder 1, oder false, no, off oder 0, groß oder klein geschrieben; JSON hat auch true, false, 1 und 0."
      case .date:
        "Datum: Jahr, Monat und Tag wie 2026-11-20, Monat und Tag immer mit zwei Ziffern; den Tag muss es geben."
      case .time:
        "Uhrzeit: Stunden und Minuten mit je zwei Ziffern wie 09:30, vielleicht Sekunden wie 09:30:15; höchstens 23:59:59."
      case .dateTime:
        "Datum und Uhrzeit: wie 2026-11-20T09:30, mit einem T oder einem Leerzeichen dazwischen."
      case .instant:
        "Datum und Uhrzeit mit Zeitzone: wie 2026-11-20T09:30Z oder 2026-11-20T09:30+09:00."
      case .choice:
        "Auswahl: genau einer der aufgeführten Werte, genau so geschrieben, wo nichts anderes steht; was in Klammern dabeisteht, ist kein Wert."
      case .record: nil
      case .list: "Liste: in JSON eine Liste in [ ]."
      case .any: nil
      }
    },
    unit: {
      switch $0 {
      case .year: "Jahr|Jahre"
      case .month: "Monat|Monate"
      case .week: "Woche|Wochen"
      case .day: "Tag|Tage"
      case .hour: "Stunde|Stunden"
      case .minute: "Minute|Minuten"
      case .second: "Sekunde|Sekunden"
      }
    },
    characters: {
      switch $0 {
      case .any: "Zeichen|Zeichen"
      case .anyOnLine: "Zeichen, aber kein Zeilenumbruch|Zeichen, aber keine Zeilenumbrüche"
      case .whiteSpace:
        "Leerzeichen, Tabulator oder Zeilenumbruch|Leerzeichen, Tabulatoren oder Zeilenumbrüche"
      case .symbol:
        "Symbol (etwa Satzzeichen, Währungszeichen oder Emoji)|Symbole (etwa Satzzeichen, Währungszeichen oder Emoji)"
      case .digit: "Ziffer|Ziffern"
      case .letter: "Buchstabe (A bis Z, groß oder klein)|Buchstaben (A bis Z, groß oder klein)"
      case .smallLetter: "Kleinbuchstabe (a bis z)|Kleinbuchstaben (a bis z)"
      case .capitalLetter: "Großbuchstabe (A bis Z)|Großbuchstaben (A bis Z)"
      case .letterOrDigit:
        "Buchstabe (A bis Z, groß oder klein) oder Ziffer|Buchstaben (A bis Z, groß oder klein) oder Ziffern"
      case .wordCharacter: "Buchstabe (A bis Z), Ziffer oder _|Buchstaben (A bis Z), Ziffern oder _"
      case .space: "Leerzeichen|Leerzeichen"
      case .anyLetter: "Buchstabe beliebiger Schrift|Buchstaben beliebiger Schrift"
      case .anyCapital: "Großbuchstabe beliebiger Schrift|Großbuchstaben beliebiger Schrift"
      case .anySmall: "Kleinbuchstabe beliebiger Schrift|Kleinbuchstaben beliebiger Schrift"
      case .anyMark: "Akzent oder anderes Zusatzzeichen|Akzente oder andere Zusatzzeichen"
      case .anyDigit: "Ziffer beliebiger Schrift|Ziffern beliebiger Schrift"
      case .anyPunctuation: "Satzzeichen|Satzzeichen"
      case .hiragana: "Hiragana|Hiragana"
      case .katakana: "Katakana|Katakana"
      case .kanji: "Kanji|Kanji"
      case .latin: "lateinischer Buchstabe|lateinische Buchstaben"
      case .cyrillic: "kyrillischer Buchstabe|kyrillische Buchstaben"
      case .greek: "griechischer Buchstabe|griechische Buchstaben"
      }
    })
}

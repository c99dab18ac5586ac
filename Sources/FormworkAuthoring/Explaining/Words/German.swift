// The words of explanations in German.

internal import FormworkEngine
internal import FormworkReport

extension ExplainWords {
  static let german = ExplainWords(
    code: "de",
    sentenceGap: " ",
    builtIn: .german,
    phrase: {
      switch $0 {
      case .judging: "Wie ein Datensatz beurteilt wird"
      case .fields: "Felder"
      case .values: "Wie Werte geschrieben werden"
      case .files: "Wie Dateien geschrieben sind"
      case .tables: "Tabellen"
      case .lists: "Wertelisten"
      case .named: "Bedingungen mit Namen"
      case .examples: "Beispiele"
      case .picture: "Welche Antworten welche Abschnitte öffnen"
      case .contents: "Inhalt"
      case .accepted:
        "Ein Datensatz, der jede Regel einhält, wird angenommen. Einer, der eine Regel verletzt, wird abgelehnt. Bloße Warnungen führen zu keiner Ablehnung."
      case .blankMeans:
        "Ein Feld ist leer, wenn es fehlt, null ist oder nur einen leeren Text oder eine leere Liste enthält. Außer in Texten und in Feldern für Beliebiges gelten auch bloße Leerzeichen als leer."
      case .looked:
        "Was ausgefüllt ist, muss ein Wert der Art des Feldes sein. Die Regeln eines Feldes werden nur geprüft, wenn es ausgefüllt ist, und eine Regel über andere Felder nur, soweit es diese sind; was sich nicht sagen lässt, weil ein Feld leer ist, verletzt keine Regel."
      case .spacesAround:
        "Leerzeichen um einen Wert spielen keine Rolle, außer in Texten und in Feldern für Beliebiges."
      case .caseMatters:
        "Groß- und Kleinbuchstaben werden unterschieden, wenn nichts anderes dabeisteht."
      case .sections:
        "Ein Abschnitt, der mit „Nur wenn“ beginnt, zählt, wenn seine Bedingung sicher gilt. Gilt sie nicht, oder lässt es sich nicht sagen, weil etwas leer ist, so wird ignoriert, was in seinen Feldern steht, auch in den Abschnitten darin, außer wenn es unter dem Abschnitt heißt, dass sie leer sein müssen."
      case .othersIgnored: "Schlüssel und Spalten, nach denen kein Feld fragt, werden ignoriert."
      case .othersForbidden:
        "Schlüssel und Spalten, nach denen kein Feld fragt, sind nicht erlaubt."
      case .today: "Heute ist der Tag, an dem der Datensatz geprüft wird."
      case .months:
        "Monate und Jahre reichen bis zum selben Tag oder, wo es ihn in einem Monat nicht gibt, bis zu dessen letztem: 30. November + 3 Monate ist der 28. oder 29. Februar."
      case .calculation:
        "Eine Berechnung ohne Ergebnis, etwa eine Division durch 0, verletzt ihre Regel, wenn nicht schon ein anderer Teil der Regel den Ausschlag gibt. In einer Bedingung, unter der ein Abschnitt zählt oder ein Feld ausgefüllt sein muss, führt sie zur Ablehnung des Datensatzes."
      case .itemsFilled: "Jeder Eintrag muss ausgefüllt sein."
      case .ifOfOtherKind: "Wenn ein Wert nicht von seiner Art ist: {message}"
      case .ifNoChoice: "Wenn ein Wert nicht zur Auswahl steht: {message}"
      case .ifNotBlank: "Wenn ein Feld ausgefüllt ist, das leer sein muss: {message}"
      case .ifUnknown:
        "Wenn es einen Schlüssel oder eine Spalte gibt, nach der kein Feld fragt: {message}"
      case .ifUnreadable: "Wenn ein Datensatz nicht lesbar ist: {message}"
      case .ifNotCalculable: "Wenn eine Berechnung kein Ergebnis hat: {message}"
      case .stop: "{text}."
      case .required: "muss ausgefüllt sein"
      case .optional: "darf leer bleiben"
      case .requiredIf: "Muss ausgefüllt sein, wenn Folgendes gilt, und darf sonst leer bleiben:"
      case .usually: "leer zählt es als {value}"
      case .fromColumn: "Wird aus der Spalte oder dem Schlüssel {name} gelesen."
      case .fromColumns:
        "Wird aus der ersten ausgefüllten dieser Spalten oder Schlüssel gelesen: {names}."
      case .fromNumbered:
        "In einer Tabelle steht jeder Eintrag in einer eigenen Spalte: {names}. Die Liste endet mit der letzten ausgefüllten; eine leere davor ist ein leerer Eintrag."
      case .halfwidth: "Zeichen voller Breite werden zu solchen halber Breite"
      case .without: "{what} werden herausgenommen"
      case .trimmed: "Leerzeichen an beiden Enden werden entfernt"
      case .lowercased: "Großbuchstaben werden zu Kleinbuchstaben"
      case .uppercased: "Kleinbuchstaben werden zu Großbuchstaben"
      case .cleanedFirst: "Vor allem anderen: {steps}."
      case .anyCase:
        "Beim Vergleich mit anderen Texten spielen Groß- und Kleinschreibung keine Rolle."
      case .anyChoiceCase:
        "Groß- und Kleinschreibung spielen keine Rolle, hier nicht und nicht beim Vergleichen."
      case .secret: "Der Wert wird in Meldungen nie gezeigt."
      case .hint: "Hinweis: {text}"
      case .listSeparator:
        "Oder ein einziger Text, in dem {text} die Einträge trennt; Leerzeichen um jeden spielen keine Rolle."
      case .ofItems: "Art jedes Eintrags: {kind}."
      case .ofInnerItems: "Art jedes Eintrags dieser Listen: {kind}."
      case .oneOf: "Einer dieser Werte und kein anderer Text: {values}."
      case .moreInAll: "{values} … (insgesamt {count})"
      case .alsoWritten: "{value}, auch geschrieben {others}"
      case .listed: "Einer der Werte der Liste {name} weiter unten."
      case .dateFormat: "Geschrieben wie {example}; der 5. Januar 2026 ist {short}."
      case .dateFormats: "Oder geschrieben wie {example}; der 5. Januar 2026 ist dann {short}."
      case .numberFormat: "Ein Text ist wie {example} geschrieben und nicht anders."
      case .ungrouped:
        "Ein Text ist wie {example} geschrieben oder ohne Tausenderzeichen wie {plain}."
      case .boolWords:
        "Ein Text ist {yes} für ja oder {no} für nein, groß oder klein geschrieben, und sonst nichts."
      case .group: "Eine Gruppe dieser Felder:"
      case .groupColumns:
        "Eine Gruppe dieser Felder; in einer Tabelle heißen die Spalten etwa {name}, und sie ist leer, wenn alle ihre Spalten leer sind:"
      case .closedGroup: "Kein anderer Schlüssel darf in dieser Gruppe stehen."
      case .cut: "… Das Formular sagt mehr, als in eine Erklärung passt."
      case .sameAs: "Dieselben Felder und Regeln wie {label} weiter oben."
      case .ifNot: "Sonst: {message}"
      case .ifNotWarning:
        "Sonst eine Warnung, und der Datensatz wird trotzdem angenommen: {message}"
      case .warningOnly: "Sonst eine Warnung, und der Datensatz wird trotzdem angenommen."
      case .ifBlank: "Wenn es fehlt: {message}"
      case .ifWrong: "Wenn etwas daran falsch ist: {message}"
      case .ifOther: "Wenn sonst etwas daran falsch ist: {message}"
      case .titled: "{title}: {message}"
      case .toldAt: "{message} (bei {field})"
      case .onlyIfFilled: "Wird nur geprüft, wenn alle diese ausgefüllt sind: {fields}."
      case .onlyIfOneFilled: "Wird nur geprüft, wenn {fields} ausgefüllt ist."
      case .onlyIf: "Nur wenn Folgendes gilt:"
      case .elseOnlyIf: "Sonst, nur wenn Folgendes gilt:"
      case .otherwise: "In allen anderen Fällen:"
      case .elseBlank: "Gilt keine dieser Bedingungen, so muss leer sein: {fields}."
      case .allOf: "alles hiervon:"
      case .oneOfThese: "mindestens eines hiervon:"
      case .everyEntry: "für jeden Eintrag ({list}):"
      case .someEntry: "für mindestens einen Eintrag ({list}):"
      case .always: "dies gilt immer"
      case .never: "dies gilt nie"
      case .andThen: "{first}, und {last}"
      case .orElse: "{first}, oder {last}"
      case .inParentheses: "({text})"
      case .rowsFit:
        "Von oben nach unten zählt die erste Zeile, die passt."
      case .noRowFits:
        "Passt keine Zeile, so hat die Tabelle keinen Wert: Nichts kommt in ihr vor, und eine Berechnung mit ihr hat kein Ergebnis."
      case .equal: "{subject} ist {value}"
      case .notEqual: "{subject} ist nicht {value}"
      case .same: "{subject} ist gleich: {value}"
      case .different: "{subject} ist nicht gleich: {value}"
      case .atLeast: "{subject} ist mindestens {min}"
      case .atMost: "{subject} ist höchstens {max}"
      case .moreThan: "{subject} ist mehr als {min}"
      case .lessThan: "{subject} ist weniger als {max}"
      case .between: "{subject} ist mindestens {min} und höchstens {max}"
      case .fromToBelow: "{subject} ist mindestens {min} und weniger als {max}"
      case .outside: "{subject} ist weniger als {min} oder mehr als {max}"
      case .outsideFrom: "{subject} ist weniger als {min} oder mindestens {max}"
      case .notBefore: "{subject} ist {min} oder später"
      case .notAfter: "{subject} ist {max} oder früher"
      case .after: "{subject} ist später als {min}"
      case .before: "{subject} ist früher als {max}"
      case .betweenMoments: "{subject} liegt zwischen {min} und {max}, beide eingeschlossen"
      case .fromToBefore: "{subject} ist {min} oder später, aber früher als {max}"
      case .outsideMoments: "{subject} ist früher als {min} oder später als {max}"
      case .outsideMomentsFrom: "{subject} ist früher als {min} oder ab {max}"
      case .isOneOf: "{subject} ist {values}"
      case .isNoneOf: "{subject} ist keiner dieser Werte: {values}"
      case .isInList: "{subject} steht in der Liste {name} weiter unten"
      case .isNotInList: "{subject} steht nicht in der Liste {name} weiter unten"
      case .isInTable: "{subject} passt zu dem, was die Tabelle {name} weiter unten für {keys} hat"
      case .isNotInTable:
        "{subject} passt nicht zu dem, was die Tabelle {name} weiter unten für {keys} hat"
      case .isAmong: "{subject} ist unter diesen Werten: {list}"
      case .isNotAmong: "{subject} ist nicht unter diesen Werten: {list}"
      case .isTrue: "{subject} ist ja"
      case .isFalse: "{subject} ist nein oder leer"
      case .keepsDefinition: "Die Bedingung {name} weiter unten gilt"
      case .breaksDefinition: "Die Bedingung {name} weiter unten gilt nicht"
      case .keepsHost: "{subject} besteht die Prüfung {name}, die das Programm macht"
      case .breaksHost: "{subject} besteht die Prüfung {name} nicht, die das Programm macht"
      case .listCount: "{subject} hat {amount}"
      case .listNotCount: "{subject} hat nicht {amount}"
      case .contains: "{subject} enthält {amount}"
      case .containsNot: "{subject} enthält nicht {amount}"
      case .anyLetters: "{subject} hat nur Buchstaben, gleich welcher Schrift"
      case .notAnyLetters: "{subject} hat nicht nur Buchstaben"
      case .anyAlphanumeric: "{subject} hat nur Buchstaben und Ziffern, gleich welcher Schrift"
      case .notAnyAlphanumeric: "{subject} hat nicht nur Buchstaben und Ziffern"
      case .dateFormatted: "{subject} ist ein Datum, geschrieben wie {example}"
      case .notDateFormatted: "{subject} ist kein Datum, geschrieben wie {example}"
      case .uuidVersion: "{subject} ist eine UUID der Version {version}"
      case .notUUIDVersion: "{subject} ist keine UUID der Version {version}"
      case .distinctBy:
        "keine zwei Einträge ({subject}) haben dasselbe {field} (leere zählen nicht)"
      case .notDistinctBy: "zwei Einträge ({subject}) haben dasselbe {field}"
      case .uniqueTogether:
        "kein früherer Datensatz hat zusammen dieselben Werte von {fields} (leer gilt als gleich, aber wo alle leer sind, wird nichts verglichen; auch abgelehnte Datensätze zählen)"
      case .sameTogether:
        "jeder Datensatz hat dieselben Werte von {fields} wie die früheren (auch abgelehnte zählen)"
      case .recordCount: "Zahl der Datensätze: {amount}"
      case .notRecordCount: "Zahl der Datensätze: nicht {amount}"
      case .fieldLabel: "„{name}“"
      case .ownValue: "der Wert"
      case .ownList: "die Liste"
      case .ownEntry: "der Eintrag"
      case .ownInnerEntry: "der Eintrag einer inneren Liste"
      case .todayValue: "heute"
      case .nowValue: "der jetzige Augenblick"
      case .yes: "ja"
      case .no: "nein"
      case .characterCount: "die Zahl der Zeichen ({a})"
      case .entryCount: "die Zahl der Einträge ({a})"
      case .entryCountFor: "die Zahl der Einträge ({a}), für die gilt ({condition})"
      case .tableResult: "der Wert der Tabelle {name} weiter unten für {keys}"
      case .largest: "der größte Wert ({a})"
      case .smallest: "der kleinste Wert ({a})"
      case .roundedEven: "{a}, auf {b} Nachkommastellen gerundet (eine halbe zur geraden Ziffer)"
      case .rangeFromTo: "{min} bis {max}"
      case .rangeBelow: "{min} bis vor {max}"
      case .rangeFrom: "{min} oder mehr"
      case .rangeTo: "bis {max}"
      case .rangeUnder: "unter {max}"
      case .oneInForce: "{fields} (was davon zählt)"
      case .pathStep: "{outer} › {inner}"
      case .placeholder: "‹{name}›"
      case .thatField: "Feld"
      case .thatValue: "Wert"
      case .thatActual: "Vorgefundenes"
      case .thatCount: "Zahl"
      case .thatMinimum: "Mindestwert"
      case .thatMaximum: "Höchstwert"
      case .thatChoices: "Auswahl"
      case .thatExpected: "Erwartetes"
      case .thatColumn: "Spalte"
      case .thatRecord: "Datensatz"
      case .thatLine: "Zeile"
      case .then: "{first}, dann {last}"
      case .optionalPart: "wahlweise {what}"
      case .anyTimes: "beliebig oft oder gar nicht {what}"
      case .someTimes: "einmal oder öfter {what}"
      case .exactTimes: "{count}-mal {what}"
      case .atLeastTimes: "mindestens {min}-mal {what}"
      case .fromToTimes: "{min}- bis {max}-mal {what}"
      case .characterRange: "{first} bis {last}"
      case .otherThan: "ein anderes Zeichen als {what}"
      case .wordEdge: "der Rand eines Wortes"
      case .noWordEdge: "kein Rand eines Wortes"
      case .caseAside: "{pattern}; Groß- und Kleinschreibung spielen keine Rolle"
      case .rawForm: "ein Text der Form {pattern}"
      case .emptyText: "nichts"
      case .fileKind: "{kind}-Dateien:"
      case .delimiter: "Zwischen den Zellen steht {text}."
      case .encoding: "Die Kodierung ist {name}."
      case .headerLine:
        "Die Spaltennamen stehen in Zeile {line}; die Zeilen davor werden übergangen."
      case .noHeader:
        "Keine Zeile nennt die Spalten: Sie gehören zu den Feldern in deren Reihenfolge."
      case .sheet: "Die Tabelle steht auf dem Blatt {name}."
      case .blankTexts:
        "Eine Zelle oder ein Text mit nichts als {texts}, auch mit Leerzeichen darum, gilt als leer."
      case .allColumns: "Jedes Feld muss eine Spalte haben."
      case .recordsAt: "Die Datensätze sind die Liste bei {path}."
      case .tab: "ein Tabulator"
      case .result: "Ergebnis"
      case .anything: "alles"
      case .anythingElse: "alles andere"
      case .exampleName: "Beispiel"
      case .exampleVerdict: "Was daraus wird"
      case .exampleWords: "Was gesagt wird"
      case .exampleOn: "{name}, am {day}"
      case .acceptedVerdict: "angenommen"
      case .rejectedVerdict: "abgelehnt"
      case .verdictStated: "{verdict}, wie das Formular angibt; das Programm prüft selbst mit"
      case .moreExamples: "… und {count} weitere Beispiele."
      case .tooLong: "… (eine längere Berechnung)"
      case .moreSections: "{count} weitere Abschnitte sind nicht gezeichnet."
      case .exampleDiffers: "{verdict} (sollte sein: {expected})"
      }
    },
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

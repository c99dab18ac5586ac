// What an explanation says in each language. A language is one value of `ExplainWords` in a file of its own: a phrase,
// a rule word or a function that it lacks does not compile.
//
// What is said of a value is a main clause with `{subject}`, so that no language has to bend it: a condition stands
// behind a colon or in a list, never inside another sentence.

internal import FormworkEngine
internal import FormworkReport

/// The words of explanations in one language. `{name}` in them is a placeholder; each language has those that English
/// has.
struct ExplainWords: Sendable {
  /// Its code.
  let code: String
  /// What stands between two sentences.
  let sentenceGap: String
  /// The built-in words of the same language.
  let builtIn: LanguageWords
  let phrase: @Sendable (ExplainPhrase) -> String
  /// What a rule word says of `{subject}`, or what its opposite says.
  let word: @Sendable (Predicate, _ isNegated: Bool) -> String
  /// What a function gives of `{a}`, `{b}` and `{rest}`.
  let function: @Sendable (Function) -> String
  /// What values of a kind are called in the head of a field.
  let kind: @Sendable (FieldKind) -> String
  /// How values of a kind are written; nil where there is nothing to say.
  let writing: @Sendable (FieldKind) -> String?
  /// One and more of a unit, apart by `|`.
  let unit: @Sendable (ExplainUnit) -> String
  /// What characters that patterns ask for are called, one and more.
  let characters: @Sendable (ExplainCharacters) -> String
}

extension ExplainWords {
  /// The words of a language, else of that of the form, else the English ones.
  static func words(for language: String, else own: String) -> ExplainWords {
    words(of: language) ?? words(of: own) ?? .english
  }

  static func words(of code: String) -> ExplainWords? {
    switch BuiltInLanguage(code: code) {
    case .english?: .english
    case .japanese?: .japanese
    case .german?: .german
    case .french?, .spanish?, .italian?, .portuguese?, .dutch?, .chinese?, .korean?, nil: nil
    }
  }
}

/// The units of durations.
enum ExplainUnit: CaseIterable {
  case year, month, week, day, hour, minute, second
}

/// Characters that patterns ask for by a name.
enum ExplainCharacters: CaseIterable {
  case any, anyOnLine, whiteSpace, symbol, digit, letter, smallLetter, capitalLetter, letterOrDigit,
    wordCharacter, space
  case anyLetter, anyCapital, anySmall, anyMark, anyDigit, anyPunctuation
  case hiragana, katakana, kanji, latin, cyrillic, greek
}

/// A sentence of explanations, or a part of one.
enum ExplainPhrase: CaseIterable {
  // Headings.
  case judging, fields, values, files, tables, lists, named, examples, picture, contents

  // How records are judged.
  case accepted, blankMeans, looked, spacesAround, caseMatters, sections, othersIgnored,
    othersForbidden
  case today, months, calculation, itemsFilled

  // What is said wherever a field says nothing itself.
  case ifOfOtherKind, ifNoChoice, ifNotBlank, ifUnknown, ifUnreadable, ifNotCalculable

  // How a sentence ends.
  case stop

  // The head of a field.
  case required, optional, requiredIf, usually

  // What is done before rules.
  case fromColumn, fromColumns, fromNumbered
  case halfwidth, without, trimmed, lowercased, uppercased, cleanedFirst
  case anyCase, anyChoiceCase, secret, hint, listSeparator, ofItems, ofInnerItems
  case oneOf, moreInAll, alsoWritten, listed
  case dateFormat, dateFormats, numberFormat, ungrouped, boolWords
  case group, groupColumns, closedGroup, sameAs, cut

  // What is said of problems.
  case ifNot, ifNotWarning, warningOnly, ifBlank, ifOther, ifWrong, titled, toldAt, onlyIfFilled
  case onlyIfOneFilled

  // Blocks.
  case onlyIf, elseOnlyIf, otherwise, elseBlank

  // Conditions inside each other.
  case allOf, oneOfThese, everyEntry, someEntry, always, never
  case andThen, orElse, inParentheses, rowsFit, noRowFits

  // What is said of the subject.
  case equal, notEqual, same, different
  case atLeast, atMost, moreThan, lessThan, between, fromToBelow, outside, outsideFrom
  case notBefore, notAfter, after, before, betweenMoments, fromToBefore, outsideMoments
  case outsideMomentsFrom
  case isOneOf, isNoneOf, isInList, isNotInList, isInTable, isNotInTable, isAmong, isNotAmong
  case isTrue, isFalse, keepsDefinition, breaksDefinition, keepsHost, breaksHost
  case listCount, listNotCount, contains, containsNot
  case anyLetters, notAnyLetters, anyAlphanumeric, notAnyAlphanumeric
  case dateFormatted, notDateFormatted, uuidVersion, notUUIDVersion
  case distinctBy, notDistinctBy, uniqueTogether, sameTogether, recordCount, notRecordCount

  // Operands.
  case fieldLabel
  case ownValue, ownList, ownEntry, ownInnerEntry, todayValue, nowValue, yes, no
  case characterCount, entryCount, entryCountFor, tableResult, largest, smallest
  case roundedEven, rangeFromTo, rangeBelow, rangeFrom, rangeTo, rangeUnder, pathStep
  case oneInForce

  // What placeholders of messages stand for.
  case placeholder, thatField, thatValue, thatActual, thatCount, thatMinimum, thatMaximum,
    thatChoices
  case thatExpected, thatColumn, thatRecord, thatLine

  // Patterns.
  case then, optionalPart, anyTimes, someTimes, exactTimes, atLeastTimes, fromToTimes
  case characterRange, otherThan, wordEdge, noWordEdge, caseAside, rawForm, emptyText

  // Files.
  case fileKind, delimiter, encoding, headerLine, noHeader, sheet, blankTexts, allColumns
  case recordsAt, tab

  // Tables and examples.
  case result, anything, anythingElse, exampleName, exampleVerdict, exampleWords, exampleOn
  case acceptedVerdict, rejectedVerdict, moreExamples, tooLong, exampleDiffers
  case verdictStated
  case moreSections
}

// Written by Scripts/catalogues from Sources/Catalogues. Change those, and run the script again.
// swift-format-ignore-file

internal import FormworkEngine

/// The keys of the section `explanations`.
enum ExplainPhrase: CaseIterable, Sendable {
  case judging
  case fields
  case values
  case files
  case runValues
  case otherData
  case tables
  case lists
  case named
  case examples
  case picture
  case contents
  case howToFill
  case accepted
  case blankMeans
  case looked
  case spacesAround
  case caseMatters
  case sections
  case othersIgnored
  case othersForbidden
  case today
  case months
  case calculation
  case itemsFilled
  case ifOfOtherKind
  case ifNoChoice
  case ifNotBlank
  case ifUnknown
  case ifUnreadable
  case ifNotCalculable
  case ifNotAsked
  case stop
  case required
  case optional
  case mustBeGiven
  case mayBeLeftOut
  case needsColumn
  case mayLackColumn
  case requiredIf
  case calculated
  case notRead
  case calculatedTruth
  case usually
  case fromColumn
  case fromColumns
  case fromNumbered
  case fromNamed
  case entryNames
  case innerEntryNames
  case halfwidth
  case without
  case trimmed
  case lowercased
  case uppercased
  case cleanedFirst
  case anyCase
  case anyChoiceCase
  case secret
  case hint
  case listSeparator
  case ofItems
  case ofInnerItems
  case oneOf
  case moreInAll
  case alsoWritten
  case listed
  case dateFormat
  case dateFormats
  case partialDateFormat
  case partialDateFormats
  case timeFormat
  case timeFormats
  case dateTimeFormat
  case dateTimeFormats
  case instantFormat
  case instantFormats
  case shortYears
  case numberFormat
  case ungrouped
  case boolWords
  case group
  case groupColumns
  case closedGroup
  case cut
  case sameAs
  case ifNot
  case ifNotWarning
  case warningOnly
  case ifBlank
  case ifWrong
  case ifOther
  case titled
  case toldAt
  case onlyIfFilled
  case onlyIfOneFilled
  case blankGroup
  case onlyIf
  case elseOnlyIf
  case otherwise
  case elseBlank
  case allOf
  case oneOfThese
  case everyEntry
  case everyOf
  case everyRecordLead
  case someEntry
  case someOf
  case someRecordLead
  case always
  case never
  case andThen
  case orElse
  case inParentheses
  case rowsFit
  case noRowFits
  case equal
  case notEqual
  case same
  case different
  case atLeast
  case atMost
  case moreThan
  case lessThan
  case between
  case fromToBelow
  case outside
  case outsideFrom
  case notBefore
  case notEarlier
  case notAfter
  case notLater
  case after
  case before
  case betweenMoments
  case fromToBefore
  case outsideMoments
  case outsideMomentsFrom
  case isOneOf
  case isNoneOf
  case isInList
  case isNotInList
  case isInTable
  case isNotInTable
  case isColumn
  case isNoColumn
  case isAmong
  case isNotAmong
  case isTrue
  case isFalse
  case isNo
  case isOfKind
  case isNotOfKind
  case keepsDefinition
  case breaksDefinition
  case keepsHost
  case breaksHost
  case listCount
  case listNotCount
  case contains
  case containsNot
  case anyLetters
  case notAnyLetters
  case anyAlphanumeric
  case notAnyAlphanumeric
  case dateFormatted
  case notDateFormatted
  case timeFormatted
  case notTimeFormatted
  case dateTimeFormatted
  case notDateTimeFormatted
  case instantFormatted
  case notInstantFormatted
  case uuidVersion
  case notUUIDVersion
  case distinctBy
  case notDistinctBy
  case uniqueTogether
  case sameTogether
  case recordCount
  case notRecordCount
  case fieldLabel
  case ownValue
  case ownList
  case ownEntry
  case ownInnerEntry
  case innerList
  case innerEntry
  case outerEntry
  case entryOf
  case todayValue
  case nowValue
  case yes
  case no
  case characterCount
  case entryCount
  case eitherValue
  case filledCount
  case differentCount
  case entryCountFor
  case numberOf
  case numberOfFor
  case tableResult
  case recordTotal
  case columnNames
  case columnCount
  case everyRecord
  case groupRecords
  case recordsByKey
  case recordByKey
  case recordsByKeyInGroup
  case recordByKeyInGroup
  case recordBefore
  case recordBeforeInGroup
  case keyPair
  case ofRecord
  case ofThisRecord
  case ofThatRecord
  case ofEntry
  case listRecords
  case listRecordsByKey
  case listRecordByKey
  case largest
  case smallest
  case roundedEven
  case roundedUp
  case roundedDown
  case partBefore
  case partAfter
  case workdaysExcept
  case entryShare
  case shareOfFor
  case valueOfEntries
  case valueOfEntriesFor
  case rangeFromTo
  case rangeBelow
  case rangeFrom
  case rangeTo
  case rangeUnder
  case oneInForce
  case pathStep
  case placeholder
  case thatField
  case thatValue
  case thatActual
  case thatCount
  case thatMinimum
  case thatMaximum
  case thatChoices
  case thatExpected
  case thatColumn
  case thatRecord
  case thatLine
  case then
  case optionalPart
  case anyTimes
  case someTimes
  case exactTimes
  case atLeastTimes
  case fromToTimes
  case characterRange
  case otherThan
  case wordEdge
  case noWordEdge
  case caseAside
  case rawForm
  case emptyText
  case fileKind
  case delimiter
  case encoding
  case headerLine
  case noHeader
  case sheet
  case blankTexts
  case allColumns
  case exactColumns
  case recordsAt
  case tab
  case fromFile
  case columnsOfFile
  case columnsGiven
  case givenFile
  case fileMayBeMissing
  case result
  case anything
  case anythingElse
  case exampleName
  case exampleVerdict
  case exampleWords
  case exampleOn
  case acceptedVerdict
  case rejectedVerdict
  case verdictStated
  case verdictWithoutLists
  case moreExamples
  case tooLong
  case moreSections
  case exampleDiffers
  case sentenceGap
}

/// The keys of the section `explained units`.
enum ExplainUnit: CaseIterable, Sendable {
  case year
  case month
  case week
  case day
  case hour
  case minute
  case second
  case column
}

/// The keys of the section `explained characters`.
enum ExplainCharacters: CaseIterable, Sendable {
  case any
  case anyOnLine
  case whiteSpace
  case symbol
  case digit
  case letter
  case smallLetter
  case capitalLetter
  case letterOrDigit
  case wordCharacter
  case space
  case anyLetter
  case anyCapital
  case anySmall
  case anyMark
  case anyDigit
  case anyPunctuation
  case hiragana
  case katakana
  case kanji
  case latin
  case cyrillic
  case greek
}

extension BuiltInLanguage {
  func explained(_ key: ExplainPhrase) -> String {
    switch self {
    case .japanese: Self.japaneseExplanations(key)
    case .german: Self.germanExplanations(key)
    default: Self.englishExplanations(key)
    }
  }
  func explained(_ key: Predicate, isNegated: Bool) -> String {
    switch self {
    case .japanese: Self.japaneseExplainedRules(key, isNegated: isNegated)
    case .german: Self.germanExplainedRules(key, isNegated: isNegated)
    default: Self.englishExplainedRules(key, isNegated: isNegated)
    }
  }
  func explained(_ key: Function) -> String {
    switch self {
    case .japanese: Self.japaneseExplainedFunctions(key)
    case .german: Self.germanExplainedFunctions(key)
    default: Self.englishExplainedFunctions(key)
    }
  }
  func explained(_ key: FieldKind) -> String {
    switch self {
    case .japanese: Self.japaneseExplainedKinds(key)
    case .german: Self.germanExplainedKinds(key)
    default: Self.englishExplainedKinds(key)
    }
  }
  func written(_ key: FieldKind) -> String {
    switch self {
    case .japanese: Self.japaneseWrittenValues(key)
    case .german: Self.germanWrittenValues(key)
    default: Self.englishWrittenValues(key)
    }
  }
  func unit(_ key: ExplainUnit) -> String {
    switch self {
    case .japanese: Self.japaneseExplainedUnits(key)
    case .german: Self.germanExplainedUnits(key)
    default: Self.englishExplainedUnits(key)
    }
  }
  func characters(_ key: ExplainCharacters) -> String {
    switch self {
    case .japanese: Self.japaneseExplainedCharacters(key)
    case .german: Self.germanExplainedCharacters(key)
    default: Self.englishExplainedCharacters(key)
    }
  }
  /// Whether explanations are in this language.
  var explains: Bool {
    switch self {
    case .english, .japanese, .german: true
    default: false
    }
  }
}

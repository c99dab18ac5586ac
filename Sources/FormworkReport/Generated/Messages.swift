// Written by Scripts/catalogues from Sources/Catalogues. Change those, and run the script again.
// swift-format-ignore-file

package import FormworkEngine

/// The keys of the section `messages`.
package enum MessagePhrase: CaseIterable, Sendable {
  case about
  case theRecord
  case theData
  case required
  case emptyItem
  case unknownField
  case unknownFieldNear
  case notCalculable
  case notAsked
  case noRow
  case notCalculated
  case notRight
  case isTrue
  case noRecordCount
  case forbiddenRecordCount
  case wrongType
  case wrongTypeByWidth
  case largeWholeNumber
  case longNumber
  case noSuchDay
  case dayOfYear
  case dayOfLeapYear
  case quoted
  case comma
  case or
  case and
  case lastValue
  case moreValues
  case labelled
  case recordOfFile
  case choice
  case listedOnly
  case noneOf
  case notListed
  case equal
  case notEqual
  case sameAs
  case differentFrom
  case atLeast
  case atMost
  case moreThan
  case lessThan
  case between
  case fromToBelow
  case outside
  case outsideFrom
  case notBefore
  case notAfter
  case after
  case before
  case betweenMoments
  case fromToBefore
  case outsideMoments
  case outsideMomentsFrom
  case aWholeNumber
  case aNumber
  case numberAtLeast
  case numberAtMost
  case numberBelow
  case numberBetween
  case numberFromToBelow
  case numberEqual
  case amount
  case noAmount
  case exactAmount
  case amountBetween
  case leastAmount
  case mostAmount
  case moreAmount
  case fewerAmount
  case leastAndFewerAmount
  case itemCount
  case noDecimals
  case anyLetters
  case anyAlphanumeric
  case uuidOfVersion
  case containsOne
  case containsNone
  case containsAtMost
  case containsText
  case containsTextTimes
  case containsTextAtMost
  case characterCounter
  case unreadable
  case groupMark
  case months
}

/// The keys of the section `counted`.
package enum Counted: CaseIterable, Sendable {
  case record
  case item
  case character
  case word
  case decimalPlace
  case year
  case time
  case cell
  case accepted
  case rejected
  case error
  case emptyRow
  case untoldProblem
  case sharedRejected
  case more
}

/// The keys of the section `reports`.
package enum ReportPhrase: CaseIterable, Sendable {
  case recordOnLine
  case recordInFile
  case acceptedRecord
  case allRecords
  case undecided
  case undecidedField
  case error
  case warning
  case place
  case placed
  case andMore
  case summary
  case ofAllRecords
  case stopped
  case theRecord
  case warningLine
  case file
  case row
  case cell
  case column
  case label
  case value
  case severity
  case message
  case code
  case count
  case problems
  case overview
  case data
  case byRule
  case byColumn
  case search
  case showMore
  case noProblems
  case shownOf
  case inCell
  case firstProblems
  case lastRow
  case lastColumn
  case lastNote
  case cutTexts
  case listedProblems
  case maskedSecrets
  case needsScript
}

/// The keys of the section `differences`.
package enum DifferencePhrase: CaseIterable, Sendable {
  case title
  case same
  case sameWords
  case sameButLayout
  case aboutForm
  case aboutFields
  case aboutExamples
  case aboutValues
  case aboutOtherData
  case added
  case gone
  case moved
  case tighter
  case looser
  case changed
  case reworded
  case before
  case nothing
  case everywhere
  case field
  case label
  case source
  case type
  case presence
  case calculation
  case fallback
  case cleaning
  case anyCase
  case choices
  case secret
  case hint
  case message
  case blankMessage
  case section
  case closed
  case order
  case rule
  case warning
  case formName
  case formTitle
  case pages
  case texts
  case language
  case ownWords
  case data
  case file
  case missingFile
  case fileMustExist
  case otherList
  case runValue
  case hostRules
  case example
  case table
  case list
  case refersElsewhere
  case readsElsewhere
  case notIf
  case spelling
  case valuesAdded
  case valuesGone
  case rowsAdded
  case rowsGone
  case yes
  case no
  case rest
  case notSaid
  case newlyRejected
  case newlyAccepted
  case otherProblems
  case recordCounts
  case noRecordChanges
  case shownOf
  case onlyOld
  case onlyNew
}

extension BuiltInLanguage {
  package func phrase(_ key: MessagePhrase) -> String {
    switch self {
    case .japanese: Self.japaneseMessages(key)
    case .german: Self.germanMessages(key)
    case .french: Self.frenchMessages(key)
    case .spanish: Self.spanishMessages(key)
    case .italian: Self.italianMessages(key)
    case .portuguese: Self.portugueseMessages(key)
    case .dutch: Self.dutchMessages(key)
    case .chinese: Self.chineseMessages(key)
    case .korean: Self.koreanMessages(key)
    case .arabic: Self.arabicMessages(key)
    case .hebrew: Self.hebrewMessages(key)
    case .english: Self.englishMessages(key)
    }
  }
  package func expected(_ key: FieldKind) -> String {
    switch self {
    case .japanese: Self.japaneseExpectedValues(key)
    case .german: Self.germanExpectedValues(key)
    case .french: Self.frenchExpectedValues(key)
    case .spanish: Self.spanishExpectedValues(key)
    case .italian: Self.italianExpectedValues(key)
    case .portuguese: Self.portugueseExpectedValues(key)
    case .dutch: Self.dutchExpectedValues(key)
    case .chinese: Self.chineseExpectedValues(key)
    case .korean: Self.koreanExpectedValues(key)
    case .arabic: Self.arabicExpectedValues(key)
    case .hebrew: Self.hebrewExpectedValues(key)
    case .english: Self.englishExpectedValues(key)
    }
  }
  package func word(_ key: Predicate) -> String {
    switch self {
    case .japanese: Self.japaneseRules(key)
    case .german: Self.germanRules(key)
    case .french: Self.frenchRules(key)
    case .spanish: Self.spanishRules(key)
    case .italian: Self.italianRules(key)
    case .portuguese: Self.portugueseRules(key)
    case .dutch: Self.dutchRules(key)
    case .chinese: Self.chineseRules(key)
    case .korean: Self.koreanRules(key)
    case .arabic: Self.arabicRules(key)
    case .hebrew: Self.hebrewRules(key)
    case .english: Self.englishRules(key)
    }
  }
  package func kind(_ key: TextClass) -> String {
    switch self {
    case .japanese: Self.japaneseCharacters(key)
    case .german: Self.germanCharacters(key)
    case .french: Self.frenchCharacters(key)
    case .spanish: Self.spanishCharacters(key)
    case .italian: Self.italianCharacters(key)
    case .portuguese: Self.portugueseCharacters(key)
    case .dutch: Self.dutchCharacters(key)
    case .chinese: Self.chineseCharacters(key)
    case .korean: Self.koreanCharacters(key)
    case .arabic: Self.arabicCharacters(key)
    case .hebrew: Self.hebrewCharacters(key)
    case .english: Self.englishCharacters(key)
    }
  }
  package func counted(_ key: Counted) -> String {
    switch self {
    case .japanese: Self.japaneseCounted(key)
    case .german: Self.germanCounted(key)
    case .french: Self.frenchCounted(key)
    case .spanish: Self.spanishCounted(key)
    case .italian: Self.italianCounted(key)
    case .portuguese: Self.portugueseCounted(key)
    case .dutch: Self.dutchCounted(key)
    case .chinese: Self.chineseCounted(key)
    case .korean: Self.koreanCounted(key)
    case .arabic: Self.arabicCounted(key)
    case .hebrew: Self.hebrewCounted(key)
    case .english: Self.englishCounted(key)
    }
  }
  package func malformed(_ key: MalformedRecord.Reason) -> String {
    switch self {
    case .japanese: Self.japaneseUnreadable(key)
    case .german: Self.germanUnreadable(key)
    case .french: Self.frenchUnreadable(key)
    case .spanish: Self.spanishUnreadable(key)
    case .italian: Self.italianUnreadable(key)
    case .portuguese: Self.portugueseUnreadable(key)
    case .dutch: Self.dutchUnreadable(key)
    case .chinese: Self.chineseUnreadable(key)
    case .korean: Self.koreanUnreadable(key)
    default: Self.englishUnreadable(key)
    }
  }
  package func report(_ key: ReportPhrase) -> String {
    switch self {
    case .japanese: Self.japaneseReports(key)
    case .german: Self.germanReports(key)
    case .french: Self.frenchReports(key)
    case .spanish: Self.spanishReports(key)
    case .italian: Self.italianReports(key)
    case .portuguese: Self.portugueseReports(key)
    case .dutch: Self.dutchReports(key)
    case .chinese: Self.chineseReports(key)
    case .korean: Self.koreanReports(key)
    default: Self.englishReports(key)
    }
  }
  package func difference(_ key: DifferencePhrase) -> String {
    switch self {
    case .japanese: Self.japaneseDifferences(key)
    case .german: Self.germanDifferences(key)
    default: Self.englishDifferences(key)
    }
  }
  package var plural: PluralRule {
    switch self {
    case .english: PluralRule("1 | *")
    case .japanese: PluralRule("*")
    case .german: PluralRule("1 | *")
    case .french: PluralRule("0 1 | *")
    case .spanish: PluralRule("1 | *")
    case .italian: PluralRule("1 | *")
    case .portuguese: PluralRule("1 | *")
    case .dutch: PluralRule("1 | *")
    case .chinese: PluralRule("*")
    case .korean: PluralRule("*")
    case .arabic: PluralRule("1 | 2 | 0 3 4 5 6 7 8 9 10 *03 *04 *05 *06 *07 *08 *09 *10 | *")
    case .hebrew: PluralRule("1 | *")
    }
  }
}

// What every language has words for. A language is one value of `LanguageWords` in a file of its own: a phrase, a rule
// word or a reason that it lacks does not compile.

package import FormworkEngine

/// The built-in words of one language. `{name}` in them is a placeholder; each language has those that English has.
package struct LanguageWords: Sendable {
  package let plural: PluralRule
  /// What stands between groups of three digits.
  let groupMark: String
  let months: [String]
  package let counted: @Sendable (Counted) -> String
  /// What characters of a class are called.
  package let kind: @Sendable (TextClass) -> String
  package let phrase: @Sendable (MessagePhrase) -> String
  /// What a rule word says of a label.
  let word: @Sendable (Predicate) -> String
  /// Why a record cannot be read.
  let malformed: @Sendable (MalformedRecord.Reason) -> String
  let report: @Sendable (ReportPhrase) -> String
}

/// Which numbers go with the first of the forms of a word, which stand apart by `|`.
package enum PluralRule: Sendable {
  /// 1 has a form of its own.
  case one
  /// 0 and 1 share a form.
  case zeroAndOne
  /// There is only one form.
  case none

  var formCount: Int { self == .none ? 1 : 2 }

  /// The form of a word for a number.
  package func form(of forms: String, for number: String) -> String {
    let parts = forms.split(separator: "|", omittingEmptySubsequences: false)
    let isFirst =
      switch self {
      case .one: number == "1"
      case .zeroAndOne: number == "0" || number == "1"
      case .none: true
      }
    return String(parts[isFirst ? 0 : parts.count - 1])
  }
}

/// What is counted in messages and reports.
package enum Counted: CaseIterable {
  case record, item, character, decimalPlace, year, time, cell
  // In the summary.
  case accepted, rejected, error, emptyRow
  /// What goes on after `ReportPhrase.andMore`.
  case untoldProblem, more
}

/// A sentence of built-in messages, or a part of one.
package enum MessagePhrase: CaseIterable {
  /// How a label and what is said of it stand together. The rest are said of a label, unless they show it.
  case about
  /// The record as a whole, where it has no title.
  case theRecord
  case required, emptyItem, unknownField, unknownFieldNear
  case notCalculable, notRight, isTrue, noRecordCount, forbiddenRecordCount

  // What a type wants.
  case wrongType, wrongTypeByWidth
  case text, wholeNumber, largeWholeNumber, number, longNumber
  case date, time, dateTime, instant, list, fieldsOfItsOwn
  case noSuchDay, dayOfYear, dayOfLeapYear

  // Texts put together.
  case quoted, comma, or, and, lastValue, moreValues, labelled, recordOfFile

  // Listed values, and values to be the same as.
  case choice, listedOnly, noneOf, notListed
  case equal, notEqual, sameAs, differentFrom

  // Ranges of numbers and texts, of dates and times, and of texts that are numbers.
  case atLeast, atMost, moreThan, lessThan, between, fromToBelow, outside, outsideFrom
  case notBefore, notAfter, after, before, betweenMoments, fromToBefore
  case outsideMoments, outsideMomentsFrom
  case aWholeNumber, aNumber
  case numberAtLeast, numberAtMost, numberBelow, numberBetween, numberFromToBelow, numberEqual

  // Amounts of something counted.
  case amount, noAmount, exactAmount, amountBetween, leastAmount, mostAmount
  case moreAmount, fewerAmount, leastAndFewerAmount

  // Rule words that say different things.
  case itemCount, noDecimals, anyLetters, anyAlphanumeric, uuidOfVersion
  case containsOne, containsNone, containsAtMost, containsText, containsTextTimes
  case containsTextAtMost
  /// What characters of a class are counted in; empty where that is what they are called.
  case characterCounter

  case unreadable
}

/// A sentence of reports on data, or a part of one.
enum ReportPhrase: CaseIterable {
  case recordOnLine, recordInFile, acceptedRecord, allRecords
  case error, warning, place, placed, andMore
  case summary, ofAllRecords, stopped, theRecord, warningLine

  // Headings of reports that are files.
  case file, row, cell, column, label, value, severity, message, code, count
  case problems, overview, data, byRule, byColumn, search, showMore, noProblems
  /// How many records are drawn, and how the others are seen.
  case shownOf
  /// A column with the cell in it.
  case inCell
  // What a report leaves out, because it cannot have more or nobody would read it.
  case firstProblems, lastRow, lastColumn, lastNote, cutTexts, listedProblems, maskedSecrets,
    needsScript
}

extension String {
  /// The text with its placeholders filled in; braces around anything else stay.
  package func filled(_ values: (name: String, value: String)...) -> String {
    var text = ""
    var rest = self[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      text += rest[..<open]
      rest = rest[open...]
      guard let close = rest.utf8.firstIndex(of: UInt8(ascii: "}")) else { break }
      let end = rest.utf8.index(after: close)
      let name = rest.dropFirst()[..<close]
      text += values.first { $0.name == name }?.value ?? String(rest[..<end])
      rest = rest[end...]
    }
    return text + rest
  }
}

// The one table of what can be said about a spec: the stable code of each kind of finding, how grave
// it is, and what it means in one sentence. Documentation and tests are derived from it.

package import FormworkSyntax

/// A kind of finding about a spec; the raw value is its code, which outlives rewordings.
package enum SpecCode: String, CaseIterable, Sendable {
  // How the file is written.
  case notText = "not-text"
  case tooLarge = "too-large"
  case strayCharacter = "stray-character"
  case habit
  case singleQuotes = "single-quotes"
  case unterminatedText = "unterminated-text"
  case unterminatedPattern = "unterminated-pattern"
  case unterminatedName = "unterminated-name"
  case badEscape = "bad-escape"
  case badNumber = "bad-number"

  // What is missing.
  case missingName = "missing-name"
  case missingText = "missing-text"
  case missingType = "missing-type"
  case missingValue = "missing-value"
  case missingColon = "missing-colon"
  case missingBlock = "missing-block"
  case missingParenthesis = "missing-parenthesis"
  case missingRuleWord = "missing-rule-word"
  case missingLanguage = "missing-language"
  case missingModifier = "missing-modifier"
  case missingFormat = "missing-format"

  // What stands in the wrong place.
  case outOfPlace = "out-of-place"
  case unknownDeclaration = "unknown-declaration"
  case unknownClause = "unknown-clause"
  case keywordAsName = "keyword-as-name"
  case unclosedBlock = "unclosed-block"
  case strayBlockEnd = "stray-block-end"
  case chainedComparison = "chained-comparison"
  case isBeforeValue = "is-before-value"
  case tooDeep = "too-deep"
  case repeatedClause = "repeated-clause"
  case ambiguousOwner = "ambiguous-owner"
  case badPlaceholder = "bad-placeholder"
  case misplacedWord = "misplaced-word"
  case misplacedPattern = "misplaced-pattern"

  // Names.
  case unknownType = "unknown-type"
  case unknownField = "unknown-field"
  case unknownName = "unknown-name"
  case unknownRuleWord = "unknown-rule-word"
  case unknownFunction = "unknown-function"
  case unknownClass = "unknown-class"
  case unknownPlaceholder = "unknown-placeholder"
  case repeatedName = "repeated-name"
  case declaredLater = "declared-later"
  case ambiguousName = "ambiguous-name"
  case notARecord = "not-a-record"

  // Types.
  case notACondition = "not-a-condition"
  case conditionAsValue = "condition-as-value"
  case notAValue = "not-a-value"
  case incomparable
  case unordered
  case monthsAgainstDays = "months-against-days"
  case badArithmetic = "bad-arithmetic"
  case wrongSubject = "wrong-subject"
  case missingSubject = "missing-subject"
  case valueOutsideRule = "value-outside-rule"
  case wrongArguments = "wrong-arguments"
  case wrongArgumentType = "wrong-argument-type"
  case wrongFunctionArguments = "wrong-function-arguments"
  case emptyRange = "empty-range"
  case impossibleValue = "impossible-value"
  case zeroStep = "zero-step"
  case badPattern = "bad-pattern"
  case unsupportedPattern = "unsupported-pattern"
  case badPicture = "bad-picture"

  // Declarations.
  case badDateFormat = "bad-date-format"
  case badNumberFormat = "bad-number-format"
  case badBoolWords = "bad-bool-words"
  case formatNotTaken = "format-not-taken"
  case separatedRecords = "separated-records"
  case badDefault = "bad-default"
  case defaultOfStructure = "default-of-structure"
  case defaultBreaksRule = "default-breaks-rule"
  case cleaningNotText = "cleaning-not-text"
  case contradiction
  case closedInBlock = "closed-in-block"
  case repeatedLanguage = "repeated-language"
  case placeholderWithoutSource = "placeholder-without-source"
  case tooManyFields = "too-many-fields"
  case emptyChoice = "empty-choice"

  // What is allowed but seldom meant.
  case constantCondition = "constant-condition"
  case countFromZero = "count-from-zero"
  case ruleNeverFails = "rule-never-fails"
  case ruleNeverPasses = "rule-never-passes"
  case noMessage = "no-message"
  case anchoredAlternation = "anchored-alternation"
  case patternAlwaysMatches = "pattern-always-matches"
  case patternNeverMatches = "pattern-never-matches"
  case repeatedChoice = "repeated-choice"
  case unlistedChoice = "unlisted-choice"
  case notAnd = "not-and"
  case secretInMessage = "secret-in-message"
  case unreachableBranch = "unreachable-branch"

  /// The code as it is shown.
  package var code: String { rawValue }

  package var severity: Severity {
    switch self {
    case .habit, .constantCondition, .countFromZero, .ruleNeverFails, .ruleNeverPasses,
      .noMessage, .anchoredAlternation, .patternAlwaysMatches, .patternNeverMatches,
      .repeatedChoice, .unlistedChoice, .notAnd, .secretInMessage, .unreachableBranch:
      .warning
    default: .error
    }
  }
}

extension SpecCode {
  /// What the code means, in one sentence.
  package var summary: String {
    switch self {
    case .notText: "The file is not a text in UTF-8."
    case .tooLarge: "The file is larger than a form may be."
    case .strayCharacter: "A character means nothing outside of texts and comments."
    case .habit: "A mark is not quite the one that is meant, but is read as it."
    case .singleQuotes: "A text stands in single quotes in place of double ones."
    case .unterminatedText: "A text has no closing quote on its line."
    case .unterminatedPattern: "A pattern has no closing slash on its line."
    case .unterminatedName: "A name in backquotes has no closing one on its line."
    case .badEscape: "\\u{…} in a text is not the number of a character."
    case .badNumber: "A number runs into letters."
    case .missingName: "Something has no name."
    case .missingText: "A text in double quotes is missing."
    case .missingType: "A field has no type."
    case .missingValue: "A value or a condition is missing."
    case .missingColon: "There is no colon between a field's name and its type."
    case .missingBlock: "The block between < and > is missing."
    case .missingParenthesis: "A parenthesis is not closed."
    case .missingRuleWord: "There is no rule word after \"is\"."
    case .missingLanguage: "There is no language code after \"language\"."
    case .missingModifier: "There is nothing after \"fields\"."
    case .missingFormat: "The parentheses after a type do not hold a format."
    case .outOfPlace: "Something stands where a new part of the form must begin."
    case .unknownDeclaration: "Nothing in a form begins with this word."
    case .unknownClause: "No part of a field begins with this word."
    case .keywordAsName: "A field is named like a word of the language and has no backquotes."
    case .unclosedBlock: "A block is not closed."
    case .strayBlockEnd: "A \">\" closes nothing."
    case .chainedComparison: "Two comparisons share a value, as in a < b < c."
    case .isBeforeValue: "\"is\" stands before a value in place of a rule word."
    case .tooDeep: "Blocks or parentheses are nested too deep."
    case .repeatedClause: "Something is said twice that can be said once."
    case .ambiguousOwner: "It is not clear what a message or title belongs to."
    case .badPlaceholder: "A brace in a text begins no placeholder."
    case .misplacedWord: "A word of the language stands where it cannot."
    case .misplacedPattern: "A pattern stands outside of matches(…)."
    case .unknownType: "No type has this name."
    case .unknownField: "No field has this name."
    case .unknownName: "No field and no rule word has this name."
    case .unknownRuleWord: "No rule word has this name."
    case .unknownFunction: "No calculation has this name."
    case .unknownClass: "No kind of characters has this name."
    case .unknownPlaceholder: "Nothing has the name in a placeholder."
    case .repeatedName: "Two fields have one name."
    case .declaredLater: "A \"when\" looks at a field that is declared after it."
    case .ambiguousName: "A name is both a field and a rule word."
    case .notARecord: "What stands before a dot has no fields."
    case .notACondition: "Something stands as a condition that is neither true nor false."
    case .conditionAsValue: "A condition stands where a value must."
    case .notAValue: "A range, a list or a pattern stands where a value must."
    case .incomparable: "Two values of these types cannot be compared."
    case .unordered: "Values of this type have no order."
    case .monthsAgainstDays: "Months are compared with days, though they have no fixed length."
    case .badArithmetic: "Values of these types cannot be calculated with."
    case .wrongSubject: "A rule word is about another type."
    case .missingSubject: "A rule word stands alone where there is no value."
    case .valueOutsideRule: "\"value\" stands outside of a field's rules."
    case .wrongArguments: "The parentheses of a rule word hold something else than it takes."
    case .wrongArgumentType: "A value in the parentheses of a rule word has the wrong type."
    case .wrongFunctionArguments: "A calculation has other values than it takes."
    case .emptyRange: "Nothing lies in a range."
    case .impossibleValue: "A date, time or number does not exist."
    case .zeroStep: "A number cannot be a multiple of zero."
    case .badPattern: "A pattern cannot be read."
    case .unsupportedPattern: "A pattern uses something that other languages have."
    case .badPicture: "A picture ends in a backslash."
    case .badDateFormat: "A date format cannot be read."
    case .badNumberFormat: "The marks of a number format cannot be used."
    case .badBoolWords: "A bool needs two different words."
    case .formatNotTaken: "The type takes nothing in parentheses."
    case .separatedRecords: "Records cannot stand in one text."
    case .badDefault: "A default is no value of its field's type."
    case .defaultOfStructure: "Lists and records have no default."
    case .defaultBreaksRule: "A default breaks a rule of its own field."
    case .cleaningNotText: "A clause that cleans texts belongs to a field that is none."
    case .contradiction: "Two clauses of a field contradict each other."
    case .closedInBlock: "\"closed\" stands in a block of a \"when\"."
    case .repeatedLanguage: "A text has two translations into one language."
    case .placeholderWithoutSource: "Nothing can ever fill in a placeholder."
    case .tooManyFields: "The form has more fields than it may."
    case .emptyChoice: "A choice has nothing to choose from."
    case .constantCondition: "A condition is always true or always false."
    case .countFromZero: "A count begins at 0, though an empty value is never counted."
    case .ruleNeverFails: "Every value passes a rule."
    case .ruleNeverPasses: "No value passes a rule."
    case .noMessage: "A rule has no message where the built-in one says little."
    case .anchoredAlternation: "^ or $ belongs to only one side of a |."
    case .patternAlwaysMatches: "Every text matches a pattern."
    case .patternNeverMatches: "No text matches a pattern."
    case .repeatedChoice: "A choice is listed twice."
    case .unlistedChoice: "A choice is compared with what it never is."
    case .notAnd: "\"not a and b\" may be meant as \"not (a and b)\"."
    case .secretInMessage: "A message would show a secret value."
    case .unreachableBranch: "A block can never be in force."
    }
  }
}

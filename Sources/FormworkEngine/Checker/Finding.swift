// What the checker finds in a form that reads well but means nothing, or not what it seems to. Facts
// only, one enum for each subject; code and words of a case stand in the one arm that
// FormworkReport has for it.

package import FormworkSyntax

/// One thing found by the checker.
package struct Finding: Sendable {
  package var kind: Kind
  package var span: Span

  package enum Kind: Sendable, Equatable {
    case name(NameMistake)
    case type(TypeMistake)
    case declaration(DeclarationMistake)
    case lint(Lint)
  }

  /// What is written wrong keeps the form from being used; what only seems wrong does not.
  package var severity: Severity { if case .lint = kind { .warning } else { .error } }

  /// Whether it is worth showing for a form that could not be read in full: names may be missing from
  /// it, so that what is found about names may be wrong.
  package var standsAlone: Bool {
    switch kind {
    case .name(.unknownField), .name(.unknownName), .name(.unknownPlaceholder),
      .name(.placeholderWithoutSource), .type(.missingSubject), .type(.notACondition),
      .declaration(.badDefault), .declaration(.noFields), .declaration(.unusedParameter):
      false
    default: severity == .error
    }
  }
}

/// A name that means nothing, or two things.
package enum NameMistake: Sendable, Equatable {
  case unknownType(String, near: [String])
  case unknownField(String, near: [String], FieldPlace)
  /// Neither a field nor a rule word.
  case unknownName(String, near: [String])
  case unknownPredicate(String, near: [String], isField: Bool)
  /// What another language has, with how it is said here.
  case foreignPredicate(String, proposal: String)
  case unknownFunction(String, near: [String])
  case unknownClass(String, near: [String])
  case unknownChoices(String, near: [String])
  case unknownExample(String, near: [String])
  case unknownPlaceholder(String, near: [String])
  case placeholderWithoutSource(String)
  /// - Parameter inWhens: whether the two stand in blocks of different `when`s.
  case repeatedName(String, first: Span, inWhens: Bool = false)
  /// A `when` that names a field declared after it.
  /// What a `when` looks at comes after it, or is the list that it is in.
  case declaredLater(String, declared: Span, isAround: Bool = false)
  /// `at items.price`, with the list.
  case targetInList(String)
  /// A bool field and a rule word have this name.
  case ambiguousName(String)
  /// A member of something that is no record.
  case notARecord(String, StaticType)
  /// Fields of one name in blocks that exclude each other, named outside of them.
  case mixedTypes(String, StaticType, StaticType)
  /// The first name is the last, too.
  case circle([String])
  /// A host rule, as `inStock(string)`, that the program around does not have.
  case missingHostRule(String, near: [String])
  /// A host rule that takes something else in the program around.
  case otherHostRule(String, provided: String)

  /// Where the name of a field stands.
  package enum FieldPlace: Sendable, Equatable {
    /// In a condition or a calculation.
    case operand
    /// After a dot, with what is before it.
    case record(String)
    /// After `at` or `rejects`.
    case target
    /// In the record of an example.
    case example
    /// In backquotes in a placeholder.
    case placeholder
  }
}

/// A value, condition or rule word that does not fit where it stands.
package enum TypeMistake: Sendable, Equatable {
  case notACondition(StaticType)
  /// `a == 1 or 2`, with what is meant.
  case valueAfterOr(proposal: String)
  case conditionAsOperand
  /// A table as a value, a row of which has several.
  case tableOfMany(String)
  case notAnOperand(Shape)
  /// `quoted` is a text that would be right without quotes.
  case incomparable(StaticType, StaticType, quoted: Span?)
  /// A bool and a text such as "yes", with what is meant.
  case boolAsText(proposal: String)
  case pluralInCondition(String)
  /// A field and the empty text, with what is meant.
  case comparedWithEmpty(proposal: String)
  /// The empty text among the values after `in`.
  case emptyListed
  /// Types without an order in `<` and the like.
  case unordered(StaticType)
  case monthsAgainstDays
  case badArithmetic(String, StaticType, StaticType)
  case wrongSubject(String, wanted: PredicateEntry.Subject, found: StaticType)
  case hostSubject(String, wanted: StaticType, found: StaticType)
  case missingSubject(String)
  case valueOutsideRule
  case wrongArguments(String, wanted: PredicateEntry.Parameters)
  case wrongArgumentType(String, wanted: StaticType, found: StaticType)
  /// A text that is none of those that a host rule takes.
  case unknownArgument(String, String, [String])
  case wrongFunctionArguments(String)
  /// Of a definition, a table or a host rule.
  case parameterCount(String, wanted: Int, found: Int)
  case emptyRange(low: String, high: String)
  case badLiteral(String, StaticType)
  case zeroStep
  case badPattern(PatternProblem)
  case badPicture
  case notAList(StaticType)

  /// Something that is no operand.
  package enum Shape: Sendable { case range, list, pattern }
}

/// A declaration or clause that cannot stand as it is.
package enum DeclarationMistake: Sendable, Equatable {
  case badFormat(FormatFact)
  case formatNotTaken(String)
  case noItemFormat
  case badDefault(StaticType)
  case defaultOfStructure
  case defaultBreaksRule(rule: Span)
  case cleaningNotText(String)
  case contradiction(String, first: Span)
  case closedInBlock
  /// Nothing that records could be checked by.
  case noFields
  case repeatedLanguage(String, first: Span)
  case tooManyFields(limit: Int)
  /// There are more errors than are reported.
  case tooManyErrors(limit: Int)
  /// All patterns compiled, or all examples written out or evaluated.
  case tooLarge(Whole, limit: Int)
  case eachWithoutList
  case unusedParameter(String)
  case parametersOfType
  case badRow(wanted: Int, found: Int)
  case rowAfterElse
  case tooManyParts(limit: Int)
  /// Definitions, or conditions with their definitions, inside each other.
  case tooDeep(limit: Int)
  case badChoicesFile(line: Int, MalformedRecord.Reason)
  /// Nothing after the header.
  case emptyChoicesFile
  /// A choice that is the empty text, or nothing but white space.
  case emptyChoice
  /// A text that is taken for two choices.
  case sharedSpelling(String, first: Span)
  /// Lines that end with CR alone.
  case choicesWithBareReturns
  case exampleInBlock
  /// Words for one built-in message twice.
  case repeatedWords(String, first: Span)
  /// A value in an example that its field can never have.
  case badExampleValue(StaticType)
  /// `unique` and the like under something else than `and`.
  case acrossNotAlone(String)
  case acrossInList(String)
  case data(DataMistake)

  /// What is measured as a whole.
  package enum Whole: Sendable { case patterns, examples, evaluation, tables }

  /// What is wrong with a format in a type.
  package enum FormatFact: Sendable, Equatable {
    case date(CalendarFormatProblem, String)
    case number(ExactDecimalFormatProblem)
    case sameWords
    /// Between the items of a list in one text.
    case noSeparator
    case wordCount
  }
}

/// A setting of `data` that cannot be.
package enum DataMistake: Sendable, Equatable {
  /// A setting that data of this kind has no use for.
  case notTaken(String, DataKind)
  case badDelimiter
  case unknownEncoding(String)
  case badHeaderLine(limit: Int)
  case emptyBlank
  case columnsWithoutHeader(header: Span)
}

/// What is allowed but seldom meant: a warning.
package enum Lint: Sendable, Equatable {
  /// A host rule that the form uses without a word that it needs it.
  case undeclaredHostRule(String)
  case constantCondition(Bool)
  case countFromZero(String)
  case ruleNeverFails(String)
  /// Everything meets one of two parts of one condition.
  case needlessConditions(first: Span)
  /// A rule asks whether its own value is there.
  case filledNeverFails
  case ruleNeverPasses(String)
  /// A part of the condition of a rule; the field's only message may be that of `required`.
  case noMessage(Wordless, afterRequired: Bool, condition: Span)
  /// The text that a condition puts together is unknown where a field is blank.
  case blankInText(field: String, proposal: String?)
  case anchoredAlternation
  case patternAlwaysMatches
  case patternNeverMatches
  case repeatedChoice(String, first: Span)
  case unlistedChoice(String, near: [String])
  /// `not a and b`, with the place of `not a`.
  case notAnd(first: Span)
  /// A choice with white space at its ends, without it.
  case spacedChoice(String)
  /// The third column of a file of choices has another name than `also`.
  case thirdColumn(String)
  /// `or value is blank` in a rule of a field that must be filled in.
  case requiredAnyway
  /// A placeholder that is also the name of a field.
  case placeholderOrField(String)
  case secretInMessage(String)
  /// Some texts, this one and others, are not in a language that others are in.
  case untranslated(String, others: [Span], count: Int)
  case unreachableBranch
  /// `range(1-20)`
  case subtractionAsRange(low: Span, high: Span)
  /// `oneOf(0, 12,50)`, in which two numbers look like one with a decimal comma.
  case decimalComma(whole: Span, decimals: Span)
  /// The form is in a language without built-in words, and does not word everything itself.
  case languageWithoutWords(String)
  /// `decimals(2)`, which 2.50 does not have.
  case exactDecimals(Span)
  /// Signs of a pattern in a picture, with the pattern if that is clear.
  case patternInPicture(pattern: String?)
  case shadowsPredicate(String)
  /// No value passes both rules.
  case contradictoryRules(first: Span)
  /// Nothing meets both of two parts of one condition.
  case contradictoryConditions(first: Span)
  /// Whatever passes the other rule passes this one.
  case impliedRule(by: Span)
  /// The branches around a `when` say that it cannot hold.
  case branchNeverHolds
  /// Whenever it holds, an earlier branch of the same `when` does, too.
  case branchTaken(before: Span)
  /// A value of an example that is to be accepted breaks a rule of its own field.
  case exampleBreaksRule(rule: Span)
  /// A choice that a rule of its own field rejects.
  case rejectedChoice(String, rule: Span)

  /// Conditions about which the built-in messages can say little.
  package enum Wordless: Sendable { case comparison, pattern, either, negation }
}

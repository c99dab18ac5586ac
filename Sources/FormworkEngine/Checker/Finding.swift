// What the checker finds in a spec that reads well but means nothing, or not what it seems to. Facts
// only; the words are made in FormworkReport.

package import FormworkSyntax

/// One thing found by the checker.
package struct Finding: Sendable {
  package var kind: Kind
  package var span: Span

  package enum Kind: Sendable, Equatable {
    // Errors: names.
    case unknownType(String, near: [String])
    case unknownField(String, near: [String], FieldPlace)
    /// Neither a field nor a predicate.
    case unknownName(String, near: [String])
    case unknownPredicate(String, near: [String], isField: Bool)
    /// What another language has, with how it is said here.
    case foreignPredicate(String, proposal: String)
    case unknownFunction(String, near: [String])
    case repeatedName(String, first: Span)
    /// A `when` that names a field declared after it.
    case declaredLater(String, declared: Span)
    /// A bool field and a predicate have this name.
    case ambiguousName(String)
    /// A member of something that is no record.
    case notARecord(String, StaticType)
    // Errors: types.
    case notACondition(StaticType)
    /// `a == 1 or 2`, with what is meant.
    case valueAfterOr(proposal: String)
    case conditionAsOperand
    case notAnOperand(Shape)
    /// Two operands that cannot be compared; `quoted` is a text that would be right without quotes.
    case incomparable(StaticType, StaticType, quoted: Span?)
    /// Fields of one name in blocks that exclude each other, told of outside of them.
    case mixedTypes(String, StaticType, StaticType)
    case pluralInCondition(String)
    /// Types without an order in `<` and the like.
    case unordered(StaticType)
    case monthsAgainstDays
    case badArithmetic(String, StaticType, StaticType)
    case wrongSubject(String, wanted: PredicateEntry.Subject, found: StaticType)
    case missingSubject(String)
    case valueOutsideRule
    case wrongArguments(String, wanted: PredicateEntry.Parameters)
    case wrongArgumentType(String, wanted: StaticType, found: StaticType)
    case wrongFunctionArguments(String)
    case emptyRange(low: String, high: String)
    case badLiteral(String, StaticType)
    case zeroStep
    case badPattern(PatternProblem)
    case badPicture
    case unknownClass(String, near: [String])
    // Errors: declarations.
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
    case unknownPlaceholder(String, near: [String])
    case placeholderWithoutSource(String)
    case tooManyFields(limit: Int)
    case circle([String])
    case eachWithoutList
    case parameterCount(String, wanted: Int, found: Int)
    case unusedParameter(String)
    case parametersOfType
    case unknownChoices(String, near: [String])
    case badRow(wanted: Int, found: Int)
    case rowAfterElse
    case tooManyParts(limit: Int)
    /// Definitions, or conditions with their definitions, inside each other.
    case tooDeep(limit: Int)
    case badChoicesFile(line: Int, MalformedRecord.Reason)
    /// Nothing after the header.
    case emptyChoicesFile
    /// A file of choices in UTF-16.
    case choicesNotUTF8(coding: String)
    /// A file of choices whose lines end with CR alone.
    case choicesWithBareReturns
    case unknownExample(String, near: [String])
    case exampleInBlock
    /// A value in an example that its field can never have.
    case badExampleValue(StaticType)
    case notAList(StaticType)
    /// `unique` and the like under something else than `and`.
    case acrossNotAlone(String)
    case acrossInList(String)

    /// A host rule, as `inStock(string)`, that the program around does not have.
    case missingHostRule(String, near: [String])
    /// A host rule that takes something else in the program around.
    case otherHostRule(String, provided: String)
    case hostSubject(String, wanted: StaticType, found: StaticType)

    // Warnings.
    /// A host rule that the spec uses without a word that it needs it.
    case undeclaredHostRule(String)
    case constantCondition(Bool)
    case countFromZero(String)
    case ruleNeverFails(String)
    case ruleNeverPasses(String)
    case noMessage(Wordless)
    case anchoredAlternation
    case patternAlwaysMatches
    case patternNeverMatches
    case repeatedChoice(String, first: Span)
    case unlistedChoice(String, near: [String])
    case notAnd
    case secretInMessage(String)
    case unreachableBranch
    /// `range(1-20)`
    case subtractionAsRange(low: Span, high: Span)
    case shadowsPredicate(String)
    /// No value passes both rules.
    case contradictoryRules(first: Span)
    /// Nothing meets both of two parts of one condition.
    case contradictoryConditions(first: Span)
    /// Everything meets one of two parts of one condition.
    case needlessConditions(first: Span)
    /// A rule asks whether its own value is there.
    case filledNeverFails
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
  }

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
  }

  /// Something that is no operand.
  package enum Shape: Sendable { case range, list, pattern }

  /// Conditions about which the built-in messages can say little.
  package enum Wordless: Sendable { case comparison, pattern, either, negation }

  /// What is wrong with a format in a type.
  package enum FormatFact: Sendable, Equatable {
    case date(CalendarFormatProblem, String)
    case number(ExactDecimalFormatProblem)
    case sameWords
    case wordCount
  }

  package var severity: Severity {
    switch kind {
    case .constantCondition, .countFromZero, .ruleNeverFails, .ruleNeverPasses, .noMessage,
      .anchoredAlternation, .patternAlwaysMatches, .patternNeverMatches, .repeatedChoice,
      .unlistedChoice, .notAnd, .secretInMessage, .unreachableBranch, .shadowsPredicate,
      .subtractionAsRange, .contradictoryRules, .impliedRule, .branchNeverHolds, .branchTaken,
      .rejectedChoice, .exampleBreaksRule, .contradictoryConditions, .needlessConditions,
      .filledNeverFails, .undeclaredHostRule:
      .warning
    default: .error
    }
  }
}

extension Finding {
  /// Whether it is worth telling of a spec that could not be read in full: names may be missing from
  /// it, so that what is said of names may be wrong.
  package var standsAlone: Bool {
    switch kind {
    case .unknownField, .unknownName, .unknownPlaceholder, .placeholderWithoutSource, .noMessage,
      .constantCondition, .missingSubject, .badDefault, .notACondition, .noFields:
      false
    default: severity == .error
    }
  }
}

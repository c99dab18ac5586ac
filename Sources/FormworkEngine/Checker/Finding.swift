// The findings of the checker, about forms that are syntactically valid but meaningless or misleading. There is one
// enum for each subject. The code and the words of each case are in FormworkReport.

package import FormworkSyntax

/// A finding of the checker.
package struct Finding: Sendable {
  package var kind: Kind
  package var span: Span

  package enum Kind: Sendable, Equatable {
    case name(NameMistake)
    case type(TypeMistake)
    case declaration(DeclarationMistake)
    case lint(Lint)
  }

  /// An error prevents the form from being used. A warning is only a likely mistake.
  package var severity: Severity { if case .lint = kind { .warning } else { .error } }

  /// Whether the finding can be shown for a form with syntax errors, from which declarations may be missing.
  ///
  /// FormworkReport shows the others if no unread part may declare a name that they depend on. It hides those about
  /// other unknown names, such as types, if an unread part seems to declare the name.
  package var standsAlone: Bool {
    switch kind {
    case .name(.unknownField), .name(.unknownName), .name(.unknownPlaceholder),
      .name(.placeholderWithoutSource), .name(.actualOfEither), .name(.placeholderOfItem),
      .type(.missingSubject), .type(.notACondition),
      .declaration(.badDefault), .declaration(.noFields), .declaration(.unusedParameter),
      .declaration(.pageInBlock):
      false
    default: severity == .error
    }
  }
}

/// A name that is unknown or ambiguous.
package enum NameMistake: Sendable, Equatable {
  case unknownType(String, near: [String])
  case unknownField(String, near: [String], FieldPlace)
  /// A name that is neither a field nor a rule word.
  case unknownName(String, near: [String])
  case unknownPredicate(String, near: [String], isField: Bool)
  /// A rule word of another language, with its equivalent here.
  case foreignPredicate(String, proposal: String)
  case unknownFunction(String, near: [String])
  case unknownClass(String, near: [String])
  case unknownChoices(String, near: [String])
  /// A column that a file of choices doesn't have.
  case unknownColumn(String, near: [String])
  case unknownExample(String, near: [String])
  /// A name after `with` that isn't the name of a list.
  case unknownList(String, near: [String])
  case unknownPlaceholder(String, near: [String])
  case placeholderWithoutSource(String)
  /// `{actual}` in the message of conditions that are joined by `or`. `named` is the last value that they compare.
  /// `asksRecords` is whether the conditions are about all records, so that they may not be allowed in a `when`.
  case actualOfEither(named: String?, asksRecords: Bool)
  /// A placeholder with the name of a field of a list's items or records.
  case placeholderOfItem(String, list: String)
  /// - Parameter inWhens: whether the two names are in blocks of different `when`s.
  case repeatedName(String, first: Span, inWhens: Bool = false)
  /// A `when` that refers to a field declared after it, or to the list that it is in.
  case declaredLater(String, declared: Span, isAround: Bool = false)
  /// A path into a list, such as `at items.price`, with the name of the list.
  case targetInList(String)
  /// A name that a bool field and a rule word have in common.
  case ambiguousName(String)
  /// A member of a value other than a record.
  case notARecord(String, StaticType)
  /// A reference to fields with the same name but different types in mutually exclusive blocks.
  case mixedTypes(String, StaticType, StaticType)
  /// A cycle of definitions. The first name is also the last.
  case circle([String])
  /// A host rule, such as `inStock(string)`, that the host program doesn't have.
  case missingHostRule(String, near: [String])
  /// A host rule whose parameters are different in the host program.
  case otherHostRule(String, provided: String)

  /// The position of a field's name.
  package enum FieldPlace: Sendable, Equatable {
    /// In a condition or a calculation. `isText` is whether a text could be meant. `elsewhere` is how to write the
    /// field of a list or a record with this name.
    case operand(isText: Bool, elsewhere: String? = nil)
    /// After a dot, with the text before it. `isDefined` is whether the name is also that of a definition.
    case record(String, isDefined: Bool = false)
    /// After `at` or `rejects`.
    case target
    /// In the record of an example.
    case example
    /// In backquotes in a placeholder.
    case placeholder
  }
}

/// A value, condition or rule word of the wrong type or kind.
package enum TypeMistake: Sendable, Equatable {
  case notACondition(StaticType)
  /// `a == 1 or 2`, with the likely intention.
  case valueAfterOr(proposal: String)
  case conditionAsOperand
  /// A table used as a value although one of its rows has several values.
  case tableOfMany(String)
  case notAnOperand(Shape)
  /// A question about all records or about the previous record, where it isn't allowed.
  case recordsNotAsked(String)
  /// A value of the record at hand in a condition about a different record.
  case notOfOtherRecord(String)
  /// A field of a list's items in a condition about all records, with an equivalent of the condition.
  case itemInRecords(String, list: String, proposal: String?)
  /// A comparison of a name with itself in a question about records or about the items of a list. `renamed` is a
  /// declaration that gives the field another name in a list of other data.
  case comparedWithItself(String, ComparedItem, renamed: String?)
  /// Keys after the name of all records or of a list of other data, which a field hides.
  case hiddenRecords(String)
  /// A list of other data where a single value is needed.
  case listAsValue(String)
  /// A list of other data that is used before it is read: in its own fields, or in the fields of an earlier list.
  case listNotRead(String)
  /// A field after `per` that has no single value.
  case structureInGroup(String)
  /// `per` without a question about all records.
  case groupWithoutQuestion
  /// The two values of `VALUE if CONDITION else VALUE` have different types.
  case mixedValues(StaticType, StaticType)
  /// Two types that can't be compared. `quoted` is a text that would be valid without quotes. `path` is the advice
  /// if one of the types is a path with several values.
  case incomparable(StaticType, StaticType, quoted: Span?, path: PathAdvice? = nil)
  /// A path with several values before `in`.
  case severalBeforeIn(StaticType, PathAdvice?)
  /// A comparison of a date with a moment that has a time. `moment` is the operand for the moment.
  case dateAgainstMoment(StaticType, StaticType, moment: Span)
  /// A comparison of a bool with a text such as "yes", with the likely intention.
  case boolAsText(proposal: String)
  case pluralInCondition(String)
  /// A comparison of a field with the empty text, with the likely intention.
  case comparedWithEmpty(proposal: String)
  /// The empty text among the values after `in`.
  case emptyListed
  /// A comparison such as `<` of a type without an order.
  case unordered(StaticType)
  case monthsAgainstDays
  case badArithmetic(String, StaticType, StaticType, path: PathAdvice? = nil)
  case wrongSubject(String, wanted: PredicateEntry.Subject, found: StaticType)
  case hostSubject(String, wanted: StaticType, found: StaticType)
  case missingSubject(String)
  case valueOutsideRule
  case wrongArguments(String, wanted: PredicateEntry.Parameters)
  case wrongArgumentType(String, wanted: StaticType, found: StaticType)
  /// A text other than those that a host rule accepts.
  case unknownArgument(String, String, [String])
  case wrongFunctionArguments(String)
  /// A question about a list, written as in other languages, with the likely intention.
  case listArguments(String, ListArguments, proposal: String)
  /// A wrong number of arguments for a definition, a table or a host rule.
  case parameterCount(String, wanted: Int, found: Int)
  case emptyRange(low: String, high: String)
  case badLiteral(String, StaticType)
  case zeroStep
  case badPattern(PatternProblem)
  case badPicture
  case notAList(StaticType)
  /// A question for a type that isn't one of a value's alternatives.
  case otherAlternative(String, StaticType)

  /// Advice about a path with several values that is compared like a single value.
  package enum PathAdvice: Sendable, Equatable {
    /// The path is through other records or other data. `one` is a value that is found by a key, and `all` asks about
    /// all values. Both are nil if the path isn't simple.
    case key(one: String?, all: String?)
    /// `any(items, price == 3)`
    case question(String)
    /// `"a" in columns`
    case membership(String)
  }

  /// An expression that isn't an operand.
  package enum Shape: Sendable { case range, list, pattern }

  /// The kind of item that a question is about.
  package enum ComparedItem: Sendable, Equatable {
    /// A record of the run. `isEqual` is whether the comparison is `==`, for which a key can be written.
    case record(isEqual: Bool)
    /// A record of a list of other data.
    case recordOfList
    case item
  }

  /// The mistake in the arguments of a question about a list.
  package enum ListArguments: Sendable {
    /// `count(records.kind == "a")`
    case pathInCondition
    /// `sum(records.weight, wave == 1)`
    case pathForList
    /// `share(records, income == -9, age >= 16)`
    case secondCondition
    /// `distinct(records.team, kind == "trainer")`
    case conditionOfDistinct
    /// `max(result)`
    case singleValue
    /// `max(records.result)`, of values that may have several types
    case severalTypes
    /// `count(kind == "a")`
    case conditionAlone
    /// `sum(records, kind == "a")`
    case sumOfCondition
  }
}

/// An invalid declaration or clause.
package enum DeclarationMistake: Sendable, Equatable {
  case badFormat(FormatFact)
  case formatNotTaken(String)
  case noItemFormat
  /// A type that can't be one of several alternatives.
  case notAlternative
  /// The name of a type with clauses among alternatives. `first` is the first of the clauses.
  case clausesOfAlternative(first: Span)
  /// Two alternatives with the same sort of values.
  case repeatedAlternative(StaticType, other: StaticType, first: Span)
  case badDefault(StaticType)
  case defaultOfStructure
  case defaultBreaksRule(rule: Span)
  case cleaningNotText(String)
  case contradiction(String, first: Span)
  /// `optional` beside `required if`.
  case optionalAnyway(required: Span)
  case closedInBlock
  /// There are no fields to check records with.
  case noFields
  case repeatedLanguage(String, first: Span)
  case tooManyFields(limit: Int)
  /// The number of errors exceeds the limit of reported errors.
  case tooManyErrors(limit: Int)
  /// A total that exceeds its limit, such as the size of all compiled patterns or the steps for evaluating all
  /// examples.
  case tooLarge(Whole, limit: Int)
  case eachWithoutList
  case unusedParameter(String)
  case parametersOfType
  case badRow(wanted: Int, found: Int)
  case rowAfterElse
  case tooManyParts(limit: Int)
  /// Definitions, or conditions with their definitions, are nested too deeply.
  case tooDeep(limit: Int)
  case badChoicesFile(line: Int, MalformedRecord.Reason)
  /// The file has no choices after the header.
  case emptyChoicesFile
  /// A choice is empty or has nothing but white space.
  case emptyChoice
  /// A text denotes two choices.
  case sharedSpelling(String, first: Span)
  /// Lines end with CR alone.
  case choicesWithBareReturns
  case exampleInBlock
  case pageInBlock
  /// A second text for the same built-in message.
  case repeatedWords(String, first: Span)
  /// A value in an example that its field can never have.
  /// - Parameter isBeside: whether the value is in a record after `after` or `with`.
  case badExampleValue(StaticType, isBeside: Bool = false)
  case calculatedInExample(String)
  /// A list or a record that is calculated.
  case calculatedStructure
  /// `unique` or `same` under an operator other than `and`.
  case acrossNotAlone(String)
  case acrossInList(String)
  /// `unique(records.id)`, with the rule word and the path without `records`.
  case acrossOfRecords(String, path: String)
  /// A check in a branch that names nothing of the record but its group. `condition` includes the `per`. `branch` is the
  /// condition of the branch.
  case dataCheckInBranch(condition: Span, branch: Span?)
  case data(DataMistake)

  /// The kind of total that exceeds its limit.
  package enum Whole: Sendable { case patterns, examples, evaluation, tables }

  /// An error in the years after a format.
  package enum YearsFact: Sendable, Equatable {
    /// The format has no `yy`.
    case notTaken
    case notHundred(first: Int, last: Int)
    /// A year that isn't from 1 to 9999.
    case outsideCalendar
  }

  /// An error in the format of a type.
  package enum FormatFact: Sendable, Equatable {
    case moment(CalendarFormatProblem, String, FieldKind)
    case years(YearsFact)
    case number(ExactDecimalFormatProblem)
    case sameWords
    /// A list in one text has no separator between the items.
    case noSeparator
    case wordCount
  }
}

/// A `data` setting has an invalid value.
package enum DataMistake: Sendable, Equatable {
  /// A setting that data of this kind doesn't have.
  case notTaken(String, DataKind)
  case badDelimiter
  case unknownEncoding(String)
  case badHeaderLine(limit: Int)
  case emptyBlank
  case columnsWithoutHeader(header: Span)
}

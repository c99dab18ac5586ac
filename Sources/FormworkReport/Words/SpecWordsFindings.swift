// The words for everything that the checker finds in a spec.

package import FormworkEngine
package import FormworkSyntax

extension Finding {
  /// The finding in words.
  package func diagnostic(in source: Source) -> Diagnostic {
    SpecWords.words(self, source).diagnostic(at: span)
  }
}

extension SpecWords {
  fileprivate static func words(_ finding: Finding, _ source: Source) -> SpecWords {
    let span = finding.span
    return switch finding.kind {
    // Names.
    case .unknownType(let name, let near): unknownType(name, near, span)
    case .unknownField(let name, let near, let place):
      unknownField(name, near, place, span, source)
    case .unknownName(let name, let near):
      SpecWords(
        .unknownName, "There is no field or rule word \(name.inQuotes).\(didYouMean(near))",
        fix: nearFix(near, name, span, Spelling.name))
    case .unknownPredicate(let name, let near, let isField):
      unknownRuleWord(name, near, isField: isField, span)
    case .foreignPredicate(let name, let proposal):
      SpecWords(
        .unknownRuleWord, "There is no rule word \(name.inQuotes). Write \(proposal.shortened).",
        fix: .init(span, proposal))
    case .unknownFunction(let name, let near):
      SpecWords(
        .unknownFunction, "There is no calculation \(name.inQuotes).\(didYouMean(near))",
        hint: near.isEmpty
          ? "There are " + listed(Checker.functions.map { $0 + "(…)" }, "and") + "." : nil,
        fix: nearFix(near, name, span))
    case .repeatedName(let name, let first):
      SpecWords(
        .repeatedName, "The name \(name.inQuotes) is declared twice. Give one of them another.",
        "declared again here", also: .init(first, "first declared here"))
    case .declaredLater(let name, let declared):
      SpecWords(
        .declaredLater,
        "A \"when\" can only look at fields above it. Move it below \(name.inQuotes).",
        "is not declared yet", also: .init(declared, "declared here"))
    case .ambiguousName(let name):
      SpecWords(
        .ambiguousName, "\(name.inQuotes) is a field and also a rule word.",
        hint: "For the field write \(Spelling.name(name)) == true,"
          + " for the rule word value is \(name).")
    case .notARecord(let name, let type):
      SpecWords(
        .notARecord, "\(name.inQuotes) is \(type.words) and has no fields of its own.",
        "is \(type.words)")

    // Types.
    case .notACondition(let type):
      SpecWords(
        .notACondition, "A condition must be true or false, but this is \(type.words).",
        "is \(type.words)", hint: "Compare it with something, or write a rule word after it.")
    case .valueAfterOr(let proposal):
      SpecWords(
        .notACondition, "\"or\" stands between conditions. Write \(proposal.shortened).",
        fix: .init(span, proposal))
    case .conditionAsOperand: conditionAsValue
    case .notAnOperand(let shape): notAValue(shape)
    case .incomparable(let left, let right, let quoted):
      incomparable(left, right, quoted, source)
    case .mixedTypes(let name, let one, let other): mixedTypes(name, one, other)
    case .pluralInCondition(let name):
      SpecWords(
        .pluralInCondition,
        "A text in a condition has one form only, not one for one \(name.inQuotes) and one for more.",
        hint: "Forms with | stand in messages.")
    case .unordered(let type):
      SpecWords(
        .unordered, "There is no smaller and greater among such values.",
        "compares \(type.words)", hint: "They can be compared with == and !=.")
    case .monthsAgainstDays:
      SpecWords(
        .monthsAgainstDays,
        "Months and years have no fixed length, so they cannot be compared with days or hours.",
        hint: "Add them to a date and compare dates, as in start + 3 months < end.")
    case .badArithmetic(let sign, let left, let right):
      badArithmetic(sign, left, right, span, source)
    case .wrongSubject(let name, let wanted, let found):
      wrongSubject(name, wanted, found, span)
    case .missingSubject(let name):
      SpecWords(
        .missingSubject, "It is not clear which field \(name.inQuotes) is about.",
        hint: "Write the field before it, as in phone is blank.")
    case .valueOutsideRule:
      SpecWords(
        .valueOutsideRule,
        "\"value\" is a field's own value, so it only stands in a field's rules.",
        hint: "Write the name of the field that is meant.")
    case .wrongArguments(let name, let wanted): wrongArguments(name, wanted, span, source)
    case .wrongArgumentType(let name, let wanted, let found):
      SpecWords(
        .wrongArgumentType,
        "\(name.inQuotes) needs \(wanted.words) here, but this is \(found.words).",
        "is \(found.words)", fix: unquotedFix(wanted, span, source))
    case .wrongFunctionArguments(let name): wrongFunctionArguments(name)
    case .emptyRange(let low, let high): emptyRange(low, high, span, source)
    case .badLiteral(let text, let type): impossibleValue(text, type)
    case .zeroStep:
      SpecWords(.zeroStep, "Nothing but 0 is a multiple of 0. Write another number.")
    case .badPattern(let problem): badPattern(problem, span, source)
    case .badPicture:
      SpecWords(
        .badPicture, "This picture ends in a backslash, and nothing follows that it could be for.",
        hint: "A backslash in a picture is written \\\\\\\\ in a text.")
    case .unknownClass(let name, let near):
      SpecWords(
        .unknownClass, "There is no kind of characters \(name.inQuotes).\(didYouMean(near))",
        hint: near.isEmpty
          ? "There are \(listed(classNames, "and")). Characters themselves stand in double quotes."
          : nil,
        fix: nearFix(near, name, span))

    // Declarations.
    case .badFormat(let fact): badFormat(fact, span, source)
    case .formatNotTaken(let name):
      SpecWords(
        .formatNotTaken, "The type \(name.inQuotes) takes nothing in parentheses.",
        hint: "Only date, bool, int and number can be written in different ways.")
    case .noItemFormat:
      SpecWords(
        .separatedRecords, "Records cannot stand in one text, so this list takes no separator.",
        hint: "Write list of < … >.")
    case .badDefault(let type): badDefault(type, span, source)
    case .defaultOfStructure:
      SpecWords(
        .defaultOfStructure, "A list or a record cannot have a default.",
        hint: "Its fields can have some of their own, or it can be optional.")
    case .defaultBreaksRule(let rule):
      SpecWords(
        .defaultBreaksRule, "This default breaks a rule of its own field. Change either.",
        "breaks the rule", also: .init(rule, "the rule"))
    case .cleaningNotText(let word):
      SpecWords(.cleaningNotText, "\(word.inQuotes) changes nothing in a field of this type.")
    case .contradiction(let word, let first):
      SpecWords(
        .contradiction, "\(word.inQuotes) contradicts what is said of the field before.",
        "this", also: .init(first, "and this"),
        hint: "Keep one of them.")
    case .closedInBlock:
      SpecWords(
        .closedInBlock,
        "\"closed\" is said of a whole form or record. Move it out of the \"when\".")
    case .noFields:
      SpecWords(
        .noFields, "This form has no fields, so that it would accept everything.",
        hint: "Declare what the data has, as in field name: string.")
    case .repeatedLanguage(let code, let first):
      SpecWords(
        .repeatedLanguage, "There are two texts for the language \(code.inQuotes). Keep one.",
        "again here", also: .init(first, "first here"))
    case .unknownPlaceholder(let name, let near): unknownPlaceholder(name, near, span)
    case .placeholderWithoutSource(let name): withoutSource(name)
    case .tooManyFields(let limit):
      SpecWords(
        .tooManyFields, "A form may have at most \(limit) fields.", "this one is too many",
        hint: "Fields that repeat each other can be a list.")
    case .circle(let names): circle(names)
    case .eachWithoutList: eachWithoutList(span, source)
    case .parameterCount(let name, let wanted, let found):
      SpecWords(
        .parameterCount,
        "\(name.inQuotes) needs \(counted(wanted, "value")) in parentheses, but there"
          + " \(found == 1 ? "is" : "are") \(found).")
    case .unusedParameter(let name):
      SpecWords(
        .unusedParameter, "\(name.inQuotes) is named here, but the meaning never uses it.",
        "never used")
    case .parametersOfType:
      SpecWords(
        .parametersOfType, "A type has nothing in parentheses after its name.",
        fix: source.parentheses(around: span).map { .init($0, "") })
    case .unknownChoices(let name, let near):
      SpecWords(
        .unknownChoices, "There are no choices \(name.inQuotes).\(didYouMean(near))",
        hint: near.isEmpty ? "They are declared with choices \(name) = \"red\", \"green\"." : nil,
        fix: nearFix(near, name, span, Spelling.name))
    case .badRow(let wanted, let found):
      SpecWords(
        .badRow,
        "This row has \(counted(found, "key")), but the table looks up \(counted(wanted, "value"))."
      )
    case .rowAfterElse:
      SpecWords(.rowAfterElse, "No row after \"else\" is ever reached. Put \"else\" last.")
    case .tooManyParts(let limit):
      SpecWords(
        .tooManyParts,
        "Written out, the definitions come to more than \(limit) parts.",
        hint: "A definition that uses another many times grows fast.")
    case .tooDeep(let limit):
      SpecWords(
        .tooDeep, "Here definitions and conditions build on each other more than \(limit) deep.",
        hint: "Say what is meant with fewer definitions.")
    case .acrossNotAlone(let name):
      SpecWords(
        .acrossNotAlone, "\(name.inQuotes) can only stand alone or under \"and\".",
        hint: "It is about all records together. Put it in a rule of its own.")
    case .acrossInList(let name):
      SpecWords(
        .acrossInList, "\(name.inQuotes) is about records, not about what is inside a list.",
        hint: "That the items of a list differ is said by distinct.")
    case .badChoicesFile(let line, let reason):
      SpecWords(
        .badChoicesFile, "Line \(line) of this file cannot be read: \(reason.words).")
    case .emptyChoicesFile:
      SpecWords(
        .badChoicesFile, "There are no choices in this file.",
        hint: "Its first line names the columns; the choices stand in the first column below.")
    case .choicesNotUTF8(let coding):
      SpecWords(.badChoicesFile, "This file is in \(coding). Save it as UTF-8.")
    case .choicesWithBareReturns:
      SpecWords(
        .badChoicesFile,
        "The lines of this file end with CR alone. Save it with LF or CR LF as line ends.")
    case .unknownExample(let name, let near):
      SpecWords(
        .unknownExample, "There is no example \(name.inQuotes).\(didYouMean(near))",
        fix: nearFix(near, name, span, Spelling.text))
    case .exampleInBlock:
      SpecWords(.exampleInBlock, "An example is of a whole record. Move it out of the block.")
    case .badExampleValue(let type):
      SpecWords(
        .badExampleValue, "A value of this field must be \(type.wordsWithExample).",
        hint: "If the example is to show that this is rejected, name the field after rejects.")
    case .notAList(let type):
      SpecWords(.notAList, "A list must stand here, but this is \(type.words).")

    // Warnings.
    case .contradictoryRules(let first):
      SpecWords(
        .contradictoryRules, "No value can pass both of these rules. Change either.",
        "this rule", also: .init(first, "and this"))
    case .contradictoryConditions(let first):
      SpecWords(
        .contradictoryRules, "No value can meet both of these conditions. Change either.",
        "this condition", also: .init(first, "and this"))
    case .needlessConditions(let first):
      SpecWords(
        .ruleNeverFails, "Every value meets one of these conditions.",
        "this or the other", also: .init(first, "the other"),
        hint: "Join them with and if both must hold.")
    case .filledNeverFails:
      SpecWords(
        .ruleNeverFails, "A rule is only asked of a value that is there, so this never fails.",
        hint: "A field must be filled in unless it is optional.")
    case .impliedRule(let other):
      SpecWords(
        .impliedRule, "Whatever passes the other rule passes this one, too.",
        "never fails alone", also: .init(other, "the other rule"),
        hint: "Remove it, unless its message is to be shown as well.")
    case .branchNeverHolds:
      SpecWords(
        .branchNeverHolds, "This can never be true: a \"when\" around it says otherwise.")
    case .branchTaken(let before):
      SpecWords(
        .branchTaken, "This block is never in force: whenever this holds, so does an earlier one.",
        "never reached", also: .init(before, "the earlier one"))
    case .exampleBreaksRule(let rule):
      SpecWords(
        .exampleBreaksRule, "This value breaks a rule of its own field, so it is not accepted.",
        "breaks the rule", also: .init(rule, "the rule"),
        hint: "Change either, or say rejects if the example is to show this.")
    case .rejectedChoice(let value, _):
      SpecWords(
        .rejectedChoice, "The choice \(value.inQuotes) never passes this rule.",
        hint: "Take it out of the choices, or let the rule pass it.")
    case .missingHostRule(let signature, let near): missingHostRule(signature, near)
    case .otherHostRule(let signature, let provided):
      SpecWords(
        .otherHostRule,
        "This form needs the host rule \(signature.inQuotes), but this program has"
          + " \(provided.inQuotes).")
    case .hostSubject(let name, let wanted, let found):
      SpecWords(
        .wrongSubject, "\(name.inQuotes) is about \(wanted.words), but this is \(found.words).")
    case .undeclaredHostRule(let signature):
      SpecWords(
        .undeclaredHostRule,
        "\(signature.inQuotes) is a rule of this program that the form does not say it needs.",
        hint: "Write needs \(signature) in the form, so that other programs know what is missing.")
    case .shadowsPredicate(let name):
      SpecWords(
        .shadowsRuleWord, "\(name.inQuotes) is also a rule word of the language; this one wins.",
        hint: "Give it a name of its own, so that nobody takes one for the other.")
    case .constantCondition(let holds):
      SpecWords(.constantCondition, "This condition is always \(holds ? "true" : "false").")
    case .countFromZero: countFromZero(span, source)
    case .ruleNeverFails(let name):
      SpecWords(.ruleNeverFails, "Every value passes this \(name.inQuotes). Narrow or remove it.")
    case .ruleNeverPasses(let name):
      SpecWords(.ruleNeverPasses, "No value passes this \(name.inQuotes). Check its limits.")
    case .noMessage(let kind): noMessage(kind)
    case .anchoredAlternation:
      SpecWords(
        .anchoredAlternation, "^ and $ hold only for the side of the | that they stand on.",
        hint: "A pattern is matched with the whole text, so neither is needed.")
    case .patternAlwaysMatches:
      SpecWords(.patternAlwaysMatches, "Every text matches this pattern. Narrow or remove it.")
    case .patternNeverMatches:
      SpecWords(.patternNeverMatches, "No text can match this pattern.")
    case .repeatedChoice(let value, let first):
      SpecWords(
        .repeatedChoice, "The choice \(value.inQuotes) is listed twice. Remove one.",
        "again here", also: .init(first, "first listed here"))
    case .unlistedChoice(let value, let near):
      SpecWords(
        .unlistedChoice, "\(value.inQuotes) is not one of the choices.\(didYouMean(near))",
        fix: nearFix(near, value, span, Spelling.text))
    case .notAnd: notAnd(span, source)
    case .secretInMessage(let name):
      SpecWords(
        .secretInMessage, "\("{\(name)}".inQuotes) is secret, so it is shown as •••.",
        hint: "Say what is wrong without showing it.")
    case .unreachableBranch:
      SpecWords(
        .unreachableBranch, "This block is never in force: a condition before it always is.")
    case .subtractionAsRange(let low, let high): subtractionAsRange(low, high, span, source)
    }
  }
}

extension SpecWords {
  /// - Parameter names: the first is the last, too.
  private static func circle(_ names: [String]) -> SpecWords {
    let name = (names.last ?? "").inQuotes
    guard names.count > 2 else {
      return SpecWords(
        .circle, "\(name) is explained by itself.", hint: "Say what it means without its name.")
    }
    // Of a long circle its beginning says enough.
    let between = names.dropFirst().dropLast().prefix(4).map { $0.inQuotes + ", which needs " }
    let rest = names.count > 6 ? "… " : ""
    return SpecWords(
      .circle, "\(name) is explained by itself: it needs \(between.joined() + rest + name).",
      hint: "Say what one of them means without the others.")
  }

  /// The classes of characters, each by its first name.
  private static var classNames: [String] {
    TextClass.allCases.compactMap { known in
      Checker.classNames.first { $0.1 == known }?.0
    }
  }

  private static func counted(_ number: Int, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s")"
  }
}

// The messages about constructs that are valid but seldom intended.

internal import FormworkEngine
internal import FormworkSyntax

extension Lint {
  func words(at place: FindingPlace) -> FindingWords {
    switch self {
    case .contradictoryRules(let first):
      FindingRow.contradictoryRules.says(
        "No value can pass both of these rules. Change one of the two.",
        "this rule", also: .init(first, "and this"))
    case .contradictoryConditions(let first):
      FindingRow.contradictoryRules.says(
        "No value can meet both of these conditions. Change one of the two.",
        "this condition", also: .init(first, "and this"))
    case .needlessConditions(let first):
      FindingRow.ruleNeverFails.says(
        "Every value meets one of these conditions.",
        "this or the other", also: .init(first, "the other"),
        hint: "Join them with and if both must hold.")
    case .filledNeverFails:
      FindingRow.ruleNeverFails.says(
        "Rules only check values that are filled in, so this one never fails.",
        hint: "A field must be filled in unless it is optional.")
    case .ruleNeverFails(let name):
      FindingRow.ruleNeverFails.says(
        "Every value passes this \(name.inQuotes). Narrow it or remove it.")
    case .ruleNeverPasses(let name):
      FindingRow("rule-never-passes").says(
        "No value passes this \(name.inQuotes). Check its limits.")
    case .impliedRule(let other):
      FindingRow("implied-rule").says(
        "Every value that passes the other rule also passes this one.",
        "never fails alone", also: .init(other, "the other rule"),
        hint: "Remove it, unless its message should be shown as well.")
    case .branchNeverHolds:
      FindingRow("branch-never-holds").says(
        "This can never be true, because a \"when\" around it rules it out.")
    case .branchTaken(let before):
      FindingRow("branch-taken").says(
        "This block is never used: whenever its condition holds, so does an earlier one.",
        "never reached", also: .init(before, "the earlier one"))
    case .unreachableBranch:
      FindingRow("unreachable-branch").says(
        "This block is never used: a condition before it always holds.")
    case .exampleBreaksRule(let rule):
      FindingRow("example-breaks-rule").says(
        "This value breaks a rule of its own field, so it is not accepted.",
        "breaks the rule", also: .init(rule, "the rule"),
        hint: "Change the value or the rule. If the example should show this, write rejects.")
    case .ruleOfList:
      FindingRow("rule-of-list").says(
        "This has no effect: records of a list and values of the run are not checked.",
        hint: "Move it to the form for this data, or write a check about the value.")
    case .columnOfValue(let name):
      FindingRow("column-of-value").says(
        "This has no effect: a value of the run is in no column.",
        hint: "Remove it. The value is given as --set \(name)=VALUE.")
    case .unreachedRow(let first):
      FindingRow("unreached-row").says(
        "This row is never used, because rows before it have all of its keys.",
        "never reached", also: .init(first, "a row before it"),
        hint: "The first row that fits counts. Remove one of the rows, or change their keys.")
    case .rejectedChoice(let value, _):
      FindingRow("rejected-choice").says(
        "The choice \(value.inQuotes) never passes this rule.",
        hint: "Remove the choice, or change the rule.")
    case .repeatedChoice(let value, let first):
      FindingRow("repeated-choice").says(
        "The choice \(value.inQuotes) is listed twice. Remove one.",
        "again here", also: .init(first, "first listed here"))
    case .placeholderOrField(let name):
      FindingRow.ambiguousPlaceholder.says(
        "\("{\(name)}".inQuotes) does not show the field \(name.inQuotes) here.",
        hint: "For the field, write {`\(name)`}.")
    case .placeholderOrDefinition(let name):
      FindingRow.ambiguousPlaceholder.says(
        "In a message, \("{\(name)}".inQuotes) has a meaning of its own and does not show this definition.",
        hint: "Give it another name, or write {`\(name)`} for the definition.")
    case .spacedChoice(let trimmed):
      FindingRow("spaced-choice").says(
        "White space around values is ignored, so it is removed here.",
        fix: place.text.utf8.first == UInt8(ascii: "\"")
          ? place.replaced(by: Spelling.text(trimmed)).keepingMeaning : nil)
    case .choicesColumn(let name, let naming):
      FindingRow("choices-column").says(
        "The choices are the values of \(name.inQuotes), the first column of this file.",
        hint: "If that is right, say so with \(naming.shortened). If not, name another column.",
        fix: .init(place.span.end, " " + naming))
    case .unlistedChoice(let value, let near):
      FindingRow("unlisted-choice").says(
        "\(value.inQuotes) is not one of the choices.\(near.question)",
        fix: place.renamed(value, to: near, { Spelling.text($0) }))
    case .unreachedAlternative(let type):
      FindingRow.unreachedAlternative.says(
        "A string before it takes every text, so that no text is ever \(type.words).",
        hint: "Write string as the last alternative.")
    case .unreachedChoice(let text):
      FindingRow.unreachedAlternative.says(
        "An alternative before it takes the text \(text.inQuotes), so that it is never this choice.",
        hint: "Write the choice first, or leave out this value.")
    case .undeclaredHostRule(let signature):
      FindingRow("undeclared-host-rule").says(
        "The form uses \(signature.inQuotes), a rule of this program, without declaring that it needs it.",
        hint: "Write needs \(signature) in the form, so that other programs know what is missing."
      )
    case .shadowsPredicate(let name):
      FindingRow("shadows-rule-word").says(
        "\(name.inQuotes) is also a rule word of the language; this definition replaces it.",
        hint: "Give it another name, so that the two are not confused.")
    case .constantCondition(let holds):
      FindingRow("constant-condition").says(
        "This condition is always \(holds ? "true" : "false").")
    case .countFromZero:
      FindingRow("count-from-zero").says(
        "An empty value is never counted, so a count is never 0.",
        hint: "If the field may be empty, make it optional.",
        fix: place.text.hasPrefix("count(0")
          ? .init(Span(place.span.lower + 6, place.span.lower + 7), "1") : nil)
    case .noMessage(let kind, let afterRequired, let condition):
      FindingRow("no-message").says(
        "Without a message, \(kind.words) does not tell people what to enter.",
        hint: afterRequired
          ? "The message after required is only for a blank field. Add one after the rule, too."
          : "Add message \"…\" after it to say what to enter.",
        fix: .init(condition.end, " message \"…\""))
    case .blankInText(let field, let proposal):
      FindingRow("blank-in-text").says(
        "If \(field.inQuotes) is blank, this text is unknown, so nothing is compared with it.",
        hint: proposal.map { "Write \($0.shortened): there, blank counts as empty." },
        fix: proposal.map { place.replaced(by: $0) })
    case .secretInMessage(let name):
      FindingRow("secret-in-message").says(
        "\("{\(name)}".inQuotes) is secret, so it is shown as •••.",
        hint: "Say what is wrong without showing it.")
    case .untranslated(let language, let others, let count):
      untranslated(language, others, count, place)
    case .notAnd(let first): notAnd(first, place)
    case .requiredAnyway:
      FindingRow("required-anyway").says(
        "This has no effect: the field must be filled in, whatever its rules say.",
        hint: "If it may be blank, write optional after its type, and remove this.")
    case .subtractionAsRange(let low, let high):
      subtractionAsRange(place.source.text(low) + "..." + place.source.text(high), place)
    case .exactDecimals(let count):
      FindingRow("exact-decimals").says(
        "Zeros at the end of a number do not count, so 2.50 has one decimal place.",
        hint: "For a limit, write decimals(...\(place.source.text(count))).",
        fix: place.isOnlyArgument(of: "decimals")
          ? .init(Span(count.lower, count.lower), "...") : nil)
    case .blankDoubt(let doubt): blankDoubt(doubt, place)
    case .groupMark(let plain):
      FindingRow("group-mark").says(
        "The point in a number of a form is a decimal point, also where it groups the digits of the data.",
        hint: "Write \(plain) for the number that \(place.text) is in the data.",
        fix: place.replaced(by: plain))
    case .inSingleValue(let negated, let value, let isWritten):
      inSingleValue(negated ? "!=" : "==", FindingPlace(value, place.source), isWritten, place)
    case .decimalComma(let parts, let meaning, let isSure):
      decimalComma(parts.map { place.source.text($0) }, meaning, isSure, place)
    case .languageWithoutWords(let language):
      FindingRow("language-without-words").says(
        "Formwork has no built-in messages in \(language.inQuotes). It uses English instead.",
        hint:
          "Check the code. If it is right, give the fields a message, or write words required \"…\"."
      )
    case .untrimmedOther(let field, let other):
      FindingRow("untrimmed-other").says(
        "\(field.inQuotes) is trimmed but \(other.inQuotes) is not, so white space alone can make them differ.",
        hint: "Write trimmed after the type of \(other.inQuotes), too.")
    case .sameForAllItems(let list):
      FindingRow("same-for-all-items").says(
        "This uses no field of \(list.inQuotes), so it is the same for each item.",
        hint: "Use a field of an item. For a question about all records, write records instead of"
          + " \(list).")
    case .shareOverOne:
      FindingRow("share-over-one").says(
        "A share is a number from 0 to 1, and 1 is 100 %. Did you mean \(place.text) %?",
        fix: place.replaced(by: place.text + " %"))
    case .recordInDataMessage(let field):
      FindingRow("record-in-data-message").says(
        "The check is about all records, so its message cannot show \(field.inQuotes) of one of them.",
        hint:
          "For a message about each group, write per \(Spelling.operand(field)) after the condition."
      )
    case .actualIsField(let left, let operation, let right, let condition):
      actualIsField(place.source.text(left), operation, place.source.text(right), condition)
    case .blankGroup(let condition, let isMendable): blankGroup(condition, isMendable, place)
    case .lookupInGroup(let group, let missing, let isKeyable):
      lookupInGroup(group, missing, isKeyable)
    case .patternInPicture(let pattern): patternInPicture(pattern, place)
    case .wildcardInText(let sign, let proposal):
      FindingRow.patternInText.says(
        "\(sign.inQuotes) is an ordinary character in a text.",
        hint: "If it means any text, write "
          + (proposal?.shortened ?? "startsWith(…), endsWith(…) or contains(…)") + ".",
        fix: proposal.map { place.replaced(by: $0) })
    case .rangeInText(let text, let subject):
      rangeInText(
        (subject.map { $0 + " " } ?? "") + "matches(/[\(PhraseWords.rangesInClass(text))]+/)", place
      )
    case .packedChoices(let values):
      packedChoices(values.map { Spelling.text($0) }.joined(separator: ", "), values.count, place)
    case .plusMinus(let proposal):
      FindingRow("plus-minus").says(
        "\"+-\" adds a negative number, so only one value is equal to the result.",
        hint: "For a deviation in both directions, write \(proposal.shortened).",
        fix: place.replaced(by: proposal))
    case .dollarBeforePlaceholder:
      FindingRow.foreignPlaceholder.says(
        "\"$\" is shown as it is, before the value.",
        hint:
          "A placeholder is a name in braces alone. For a dollar sign before a value, write \\u{24}.",
        fix: .init(place.span, ""))
    case .formatSign(let sign):
      FindingRow.foreignPlaceholder.says(
        "\(sign.inQuotes) is shown as it is.",
        hint: "A placeholder is a name in braces, such as {value}.")
    case .neverFailsByType(let parts): neverFailsByType(parts, place)
    case .anchoredAlternation:
      FindingRow("anchored-alternation").says(
        "^ and $ apply only to their own side of the |.",
        hint: "A pattern must match the whole text, so neither is needed.")
    case .patternAlwaysMatches:
      FindingRow("pattern-always-matches").says(
        "Every text matches this pattern. Narrow it or remove it.")
    case .patternNeverMatches:
      FindingRow("pattern-never-matches").says("No text can match this pattern.")
    }
  }

  private func untranslated(
    _ language: String, _ others: [Span], _ count: Int, _ place: FindingPlace
  ) -> FindingWords {
    let places = others.map { other in
      let line = place.source.position(other.lower).line
      let file = place.source.file(at: other.lower)
      return file == place.source.file(at: place.span.lower)
        ? String(line) : "\(place.source.files[file].name):\(line)"
    }
    let rest = count - 1 - others.count
    return FindingRow("untranslated").says(
      count == 1
        ? "This text is not in \(language.inQuotes), although others are."
        : "\(count) texts are not in \(language.inQuotes), although others are.",
      also: others.first.map { .init($0, "and this") },
      hint: others.isEmpty
        ? "Write \(language) \"…\" after it."
        : "Write \(language) \"…\" after each: here and on "
          + (others.count == 1 ? "line " : "lines ") + places.listed("and")
          + (rest > 0 ? ", and \(rest) more." : "."))
  }

  private func notAnd(_ negation: Span, _ place: FindingPlace) -> FindingWords {
    let whole = place.text
    let isShort = whole.utf8.count <= 64 && !whole.contains { $0.isNewline }
    let first = isShort ? place.source.text(negation) : "not …"
    let second = isShort ? String(whole.dropFirst(first.count)) : " and …"
    let rest = first.dropFirst(3).drop { $0 == " " } + second
    return FindingRow("not-and").says(
      "\"not\" applies only to what comes right after it, up to the \"and\".",
      hint: "For both, write not (\(rest)). If only the first is meant, write (\(first))\(second).")
  }

  private func patternInPicture(_ pattern: String?, _ place: FindingPlace) -> FindingWords {
    FindingRow("pattern-in-picture").says(
      "In a picture, only @, # and ? have a meaning. Every other character stands for itself.",
      hint:
        "For either of two, write like(\"##A\") or like(\"##B\"); for a beginning, startsWith(\"A\"); for more, matches(/…/).",
      fix: pattern.map { place.replaced(by: "matches(/\($0)/)") })
  }

  private func rangeInText(_ proposal: String, _ place: FindingPlace) -> FindingWords {
    FindingRow.patternInText.says(
      "\"-\" is an ordinary character in a text.",
      hint: "For ranges of characters, write \(proposal.shortened).",
      fix: place.replaced(by: proposal))
  }

  private func packedChoices(
    _ proposal: String, _ count: Int, _ place: FindingPlace
  ) -> FindingWords {
    FindingRow("packed-choices").says(
      "This is one choice, not \(count).",
      hint: "Write each choice in quotes of its own: \(proposal.shortened).",
      fix: place.replaced(by: proposal))
  }

  private func neverFailsByType(_ parts: [TypedPart], _ place: FindingPlace) -> FindingWords {
    let source = place.source
    let texts = parts.map { part in
      let subject = part.subject == part.span ? "value" : source.text(part.subject)
      let tests = part.kinds.map { "\(subject) is \($0.rawValue)" }.joined(separator: " or ")
      return (part.kinds.isEmpty ? "" : part.kinds.count == 1 ? tests + " and " : "(\(tests)) and ")
        + source.text(part.span)
    }
    let proposal = texts.joined(separator: " or ")
    return FindingRow.ruleNeverFails.says(
      "This never fails: whatever type the value has, one of the conditions is about another type.",
      hint: "Such a condition is unknown. Write \(proposal.shortened).",
      fix: place.replaced(by: proposal))
  }

  private func blankDoubt(_ doubt: BlankDoubt, _ place: FindingPlace) -> FindingWords {
    let name = doubt.tested
    let text = place.text
    /// Returns the comparison with a test before it, such as `x is filled and x < 5`.
    func with(_ test: String, _ joint: String) -> String {
      let whole = "\(name) is \(test) \(joint) \(text)"
      return doubt.isAfterNot || doubt.isInAnd && joint == "or" ? "(" + whole + ")" : whole
    }
    let (filled, blank) = (with("filled", "and"), with("blank", "or"))
    let (effect, first, second) =
      switch doubt.effect {
      case .isNotTrue: ("this is not true", blank, filled)
      case .isNotFalse:
        ("this is neither true nor false, so the condition is not true", filled, blank)
      case .passes(let clause):
        ("this is neither true nor false, so the \(clause.words) passes", filled, blank)
      case .passesToo(let clause):
        ("this is neither true nor false, so the \(clause.words) passes", blank, filled)
      }
    let isMeant = if case .passesToo = doubt.effect { true } else { false }
    return FindingRow("blank-in-condition").says(
      "If \(doubt.cause), \(effect).",
      hint: doubt.part == nil
        ? "Write what should happen then with \(name) is filled or \(name) is blank."
        : "If this is \(isMeant ? "" : "not ")intended, write \(first.shortened);"
          + " if it is\(isMeant ? " not" : ""), \(second.shortened).",
      fix: doubt.part == nil ? nil : place.replaced(by: first))
  }

  private func actualIsField(
    _ left: String, _ operation: BinaryOperator, _ right: String, _ condition: Span
  ) -> FindingWords {
    let turned = "\(right) \(operation.turned.rawValue) \(left)"
    return FindingRow("actual-is-field").says(
      "\"{actual}\" shows the left side of the comparison, so this message has \(left.inQuotes) twice.",
      hint: "For the right side, write \(turned.shortened), or give it a name, as in define found ="
        + " \(right.shortened), and write {found}.",
      fix: .init(condition, turned))
  }

  private func blankGroup(
    _ condition: Span, _ isMendable: Bool, _ place: FindingPlace
  ) -> FindingWords {
    let test = "\(place.text) is blank or "
    return FindingRow("blank-group").says(
      "Records without \(place.text.inQuotes) are a group of their own.",
      hint: "If they should not be, write \((test + place.source.text(condition)).shortened)."
        + (isMendable ? "" : " Then the message needs the name of the value that it shows."),
      fix: isMendable ? .init(Span(condition.lower, condition.lower), test) : nil)
  }

  private func lookupInGroup(
    _ group: [String], _ missing: [String], _ isKeyable: Bool
  ) -> FindingWords {
    func keys(_ names: [String]) -> String {
      names.map { "\($0): \($0)" }.joined(separator: ", ")
    }
    return FindingRow("lookup-in-group").says(
      "Because of per, only records with the same \(group.map { $0.inQuotes }.listed("and")) are searched.",
      hint: "To search all records, leave out per"
        + (isKeyable ? " and write records(\(keys(group))) for the group" : "")
        + ". If only the group is meant, say so with the key \(keys(missing)).")
  }

  private func inSingleValue(
    _ sign: String, _ value: FindingPlace, _ isWritten: Bool, _ place: FindingPlace
  ) -> FindingWords {
    let list = Lint.list(in: value.contents ?? "")
    let proposal = list.map { "(\($0))" }
    let fix = proposal.map { value.replaced(by: $0) } ?? place.replaced(by: sign)
    let several = "Several values are in parentheses, with commas between them"
    return FindingRow("in-single-value").says(
      "\"in\" is for lists, ranges and tables, but \(value.text.shortened) is a single value."
        + (proposal == nil ? " Write \(sign)." : ""),
      hint: isWritten
        ? several + (proposal.map { ": \($0.shortened)." } ?? ".")
        : "To look among the values of all records, write records and a dot before its name.",
      // A field of all records may be meant.
      fix: isWritten && proposal == nil ? fix.keepingMeaning : fix)
  }

  /// Returns the values in a text such as `red, green`, each in quotes. Returns nil for a single value.
  private static func list(in text: String) -> String? {
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map {
      let value = $0.drop { $0 == " " }
      return String(value.last == " " ? value.dropLast() : value)
    }
    if values.count < 2 || values.contains("") { return nil }
    return values.map { Spelling.text($0) }.joined(separator: ", ")
  }

  private func decimalComma(
    _ parts: [String], _ meaning: CommaMeaning, _ isSure: Bool, _ place: FindingPlace
  ) -> FindingWords {
    let whole = parts.joined()
    let number =
      switch meaning {
      case .decimals: parts.joined(separator: ".")
      case .thousands: whole
      case .either: "\(whole) or \(parts.joined(separator: "."))"
      }
    let isTwo = parts.count == 2
    return FindingRow("decimal-comma").says(
      "The comma separates \(isTwo ? "two " : "")values here: \(parts.listed("and")).",
      hint: "Write \(number) for one number, or a space after the comma for"
        + " \(isTwo ? "two" : "several").",
      fix: isSure ? place.replaced(by: whole) : nil)
  }

  private func subtractionAsRange(_ range: String, _ place: FindingPlace) -> FindingWords {
    FindingRow("subtraction-as-range").says(
      "The hyphen subtracts, so this is one number. Did you mean \(range.shortened)?",
      fix: place.replaced(by: range))
  }
}

extension BlankDoubt {
  /// The field to test for `filled` or `blank`, as conditions write it. If only the record may be missing, the record.
  fileprivate var tested: String {
    guard let record else { return Spelling.operand(field) }
    return record.mayBeBlank ? record.text + "." + field : record.text
  }

  /// The reason why the condition is unknown.
  fileprivate var cause: String {
    guard let record else { return "\(field.inQuotes) is blank" }
    if !record.mayBeMissing { return "\(field.inQuotes) of the record is blank" }
    let isMissing = "no record\(record.list.map { " of \($0.inQuotes)" } ?? "") is found"
    return isMissing + (record.mayBeBlank ? ", or its \(field.inQuotes) is blank" : "")
  }
}

extension BlankDoubt.Clause {
  fileprivate var words: String {
    switch self {
    case .other: "condition"
    case .check: "check"
    case .rule: "rule"
    }
  }
}

extension Lint.Wordless {
  fileprivate var words: String {
    switch self {
    case .comparison: "a comparison"
    case .pattern: "a pattern"
    case .either: "\"or\""
    case .negation: "\"not\""
    }
  }
}

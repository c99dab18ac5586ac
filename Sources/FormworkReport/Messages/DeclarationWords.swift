// The messages for invalid declarations and clauses.

internal import FormworkEngine
internal import FormworkSyntax

extension DataMistake {
  fileprivate func words() -> FindingWords {
    let row = FindingRow("bad-setting")
    return switch self {
    case .notTaken(let setting, let kind):
      FindingRow("setting-not-taken").says(
        "\(setting.inQuotes) is not a setting of \(kind.rawValue) data.")
    case .badDelimiter:
      row.says(
        "A delimiter must be one ASCII character, such as \(";".inQuotes), or \("\\t".inQuotes)"
          + " for a tab.")
    case .unknownEncoding(let name):
      row.says(
        "This system has no encoding \(name.inQuotes).",
        hint: "Most files are in utf-8, windows-1252, iso-8859-1, shift_jis or utf-16.")
    case .badHeaderLine(let limit):
      row.says("The line number of the header must be a whole number from 1 to \(limit).")
    case .emptyBlank:
      row.says("An empty text always counts as blank; remove it here.")
    case .columnsWithoutHeader(let header):
      row.says(
        "\"columns\" needs a header with the names of the columns.",
        also: .init(header, "there is no header"))
    }
  }
}

extension DeclarationMistake {
  func words(at place: FindingPlace) -> FindingWords {
    switch self {
    case .badFormat(let fact): fact.words(at: place)
    case .formatNotTaken(let name):
      FindingRow("format-not-taken").says(
        "The type \(name.inQuotes) takes no parentheses.",
        hint: "Only bool, int, number and the types of dates and times can have a format.")
    case .noItemFormat:
      FindingRow("separated-records").says(
        "A list of records cannot be written in one text, so it has no separator.",
        hint: "Write list of < … >.")
    case .notAlternative:
      FindingRow.badAlternative.says(
        "Only types of single values can be alternatives.",
        hint: "Leave out records, lists and any.")
    case .clausesOfAlternative(let first):
      FindingRow.badAlternative.says(
        "The clauses of this type cannot apply to one of several alternatives.",
        also: .init(first, "a clause of the type"),
        hint: "Write the type without its clauses, and put the rules after the last alternative.")
    case .repeatedAlternative(let type, let other, let first):
      FindingRow.badAlternative.says(
        "The values of two alternatives cannot be told apart: \(other.words) and \(type.words).",
        also: .init(first, "the other one"), hint: "Leave out one of the two.")
    case .badDefault(let type): badDefault(type, place)
    case .defaultOfStructure:
      FindingRow.defaultOfStructure.says(
        "A list or a record cannot have a default.",
        hint: "Its fields can have defaults of their own, or it can be optional.")
    case .defaultBreaksRule(let rule):
      FindingRow("default-breaks-rule").says(
        "This default breaks a rule of its own field. Change one of the two.",
        "breaks the rule", also: .init(rule, "the rule"))
    case .cleaningNotText(let word):
      FindingRow("cleaning-not-text").says(
        "\(word.inQuotes) has no effect on a field of this type.")
    case .contradiction(let word, let first):
      FindingRow.contradiction.says(
        "\(word.inQuotes) contradicts an earlier part of the field. Keep one of the two.",
        "this", also: .init(first, "and this"))
    case .optionalAnyway(let required):
      FindingRow.contradiction.says(
        "Beside \"required if\", a field is optional anyway. Remove \"optional\".",
        "this", also: .init(required, "because of this"), fix: place.removed())
    case .closedInBlock:
      FindingRow("closed-in-block").says(
        "\"closed\" applies to a whole form or record. Move it out of the \"when\".")
    case .noFields:
      FindingRow("no-fields").says(
        "This form has no fields, so it would accept everything.",
        hint: "Declare the fields of the data, as in field name: string.")
    case .repeatedLanguage(let code, let first):
      FindingRow("repeated-language").says(
        "There are two texts for the language \(code.inQuotes). Keep one of the two.",
        "again here", also: .init(first, "first here"))
    case .tooManyFields(let limit):
      FindingRow("too-many-fields").says(
        "A form may have at most \(limit) fields.", "this one is too many",
        hint: "Use a list for fields that repeat.")
    case .tooManyErrors(let limit): FindingRow.tooManyErrors(limit)
    case .tooLarge(.patterns, let limit):
      FindingRow.tooLarge.says(
        "With this pattern, the form's patterns take more than \(limit >> 20) MiB.",
        hint:
          "Large kinds of characters, such as \\p{L}, and many repetitions, such as {1000}, take the most."
          + " Equal patterns count once.")
    case .tooLarge(.examples, let limit):
      FindingRow.tooLarge.says(
        "With this example, the form's examples take more than \(limit >> 20) MiB.",
        hint: "An example includes everything that it takes from others with \"like\".")
    case .tooLarge(.evaluation, let limit):
      FindingRow.tooLarge.says(
        "With this example, evaluating the form's examples takes more than \(limit) steps.",
        hint:
          "Each example takes a step for each field, each part of a condition, and each item that a"
          + " condition checks.")
    case .tooLarge(.tables, _):
      FindingRow.tooLarge.says(
        "Too many fields of this form look up tables with many rows.",
        hint: "Use a list for fields that repeat.")
    case .eachWithoutList: eachWithoutList(place)
    case .unusedParameter(let name):
      FindingRow("unused-parameter").says(
        "The definition never uses \(name.inQuotes).", "never used")
    case .parametersOfType:
      FindingRow("parameters-of-type").says(
        "A type takes no parentheses after its name.", fix: place.withoutParentheses())
    case .badRow(let wanted, let found):
      FindingRow("bad-row").says(
        "This row has \(found.counted("key")), but the table looks up \(wanted.counted("value")).")
    case .rowAfterElse:
      FindingRow("row-after-else").says(
        "Rows after \"else\" are never reached. Put \"else\" last.")
    case .tooManyParts(let limit):
      FindingRow("too-many-parts").says(
        "The definitions have more than \(limit) parts when they are expanded.",
        hint: "A definition that uses another many times grows fast.")
    case .tooDeep(let limit):
      FindingRow.tooDeep.says(
        "Definitions, conditions or examples depend on each other more than \(limit) levels deep here.",
        hint: "Use fewer levels.")
    case .badChoicesFile(let line, let reason):
      FindingRow.badChoicesFile.says("Line \(line) of this file cannot be read: \(reason.words).")
    case .emptyChoicesFile:
      FindingRow.badChoicesFile.says(
        "There are no choices in this file.",
        hint:
          "Its first line is the header. The choices are in the first column, from the second line on."
      )
    case .emptyChoice:
      FindingRow("empty-choice").says(
        "A choice cannot be blank. Write optional after the type instead.")
    case .sharedSpelling(let text, let first):
      FindingRow("shared-spelling").says(
        "\(text.inQuotes) is also read as another choice. Remove it from one of the two.",
        "for this choice", also: .init(first, "and here"))
    case .choicesWithBareReturns:
      FindingRow.badChoicesFile.says(
        "The lines of this file end with CR only. Save it with LF or CR LF line endings.")
    case .repeatedWords(let code, let first):
      FindingRow("repeated-words").says(
        "The words for \(code.inQuotes) are given twice. Remove one of the two.",
        "again here", also: .init(first, "first here"))
    case .exampleInBlock:
      FindingRow("example-in-block").says(
        "An example is a whole record. Move it out of the block.")
    case .pageInBlock:
      FindingRow("page-in-block").says(
        "A page cannot be inside another page, a record or a list.",
        hint: "Pages stand at the form's own level, also in a \"when\" there.")
    case .badExampleValue(let type, let isBeside):
      FindingRow.badExampleValue.says(
        "A value of this field must be \(type.wordsWithExample).",
        hint: isBeside
          ? "Only a value of the example's own record can be rejected, not one after \"after\" or \"with\"."
          : "To show that this value is rejected, name the field after rejects.")
    case .calculatedStructure:
      FindingRow.defaultOfStructure.says(
        "Only a field of one type of single values can be calculated.",
        hint:
          "Write the calculation where its values are needed, as in count(distinct(items.kind)).")
    case .calculatedInExample(let name):
      FindingRow.badExampleValue.says(
        "\(name.inQuotes) is calculated, so that an example gives no value for it.",
        hint: "Its name can stand after rejects.")
    case .acrossNotAlone(let name):
      FindingRow("across-not-alone").says(
        "\(name.inQuotes) can be joined with other conditions only by \"and\".",
        hint:
          "It checks all records together. Put it in a rule of its own. To leave out some records, put the check"
          + " in a block, as in when kind != \"copy\" < check unique(id) >.")
    case .data(let mistake): mistake.words()
    case .acrossInList(let name):
      FindingRow.acrossInList.says(
        "\(name.inQuotes) checks all records together, so it cannot be used inside a list or block.",
        hint: "To require that the items of a list differ, write distinct.")
    case .acrossOfRecords(let name, let path):
      FindingRow.acrossInList.says(
        "\(name.inQuotes) compares all records already. Write \(name)(\(path.shortened)).",
        fix: place.replaced(by: path))
    case .dataCheckInBranch(let condition, let branch):
      dataCheckInBranch(place.source.text(condition), branch.map { place.source.text($0) })
    }
  }

  private func dataCheckInBranch(_ check: String, _ branch: String?) -> FindingWords {
    let line = branch.map { "check not (\($0)) or \(check)" }
    let isShort = line.map { $0.utf8.count <= 120 && !$0.utf8.contains(0x0A) } ?? false
    let way =
      isShort ? "as in \(line ?? "")" : "with the condition of the \"when\" before an \"or\""
    return FindingRow.acrossInList.says(
      "A \"when\" is decided for each record, but this check names nothing of a record except its group.",
      hint:
        "Write it outside of the block, \(way), or name a field of the record in it, as in amount is"
        + " blank or sum(records.amount) == 100.")
  }

  private func badDefault(_ type: StaticType, _ place: FindingPlace) -> FindingWords {
    let row = FindingRow("bad-default")
    switch type {
    case .choice: return row.says("The default must be one of the field's choices.")
    case .any: return row.says("A field of the type any cannot have a default.")
    case .text where FindingPlace.kind(of: place.text) == .text:
      return row.says(
        "An empty text counts as blank, so it cannot be a default.",
        hint: "If the field may stay blank, make it \("optional".inQuotes).")
    case .text:
      let text = place.text
      let fix = FindingPlace.kind(of: text).map { _ in place.replaced(by: Spelling.text(text)) }
      return row.says("The default must be \(type.wordsWithExample).", fix: fix)
    default:
      return row.says(
        "The default must be \(type.wordsWithExample).", fix: place.unquoted(type.isWritten(_:as:)))
    }
  }

  /// - Parameter place: the place of the whole clause.
  private func eachWithoutList(_ place: FindingPlace) -> FindingWords {
    let span = place.span
    let rest = place.text.utf8.dropFirst(4).drop { $0 == 0x20 }
    let gap = Span(span.lower, span.upper - UInt32(rest.count))
    return FindingRow("each-without-list").says(
      "\"each\" is for the items of a list, but this field is not a list.",
      at: Span(span.lower, span.lower + 4),
      fix: rest.starts(with: "rule".utf8) ? .init(gap, "") : nil)
  }
}

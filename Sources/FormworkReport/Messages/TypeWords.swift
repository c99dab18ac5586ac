// The messages about values, conditions and rule words of the wrong type or kind.

internal import FormworkEngine
internal import FormworkSyntax

extension TypeMistake {
  func words(at place: FindingPlace) -> FindingWords {
    switch self {
    case .notACondition(let type):
      FindingRow.notACondition.says(
        "A condition must be true or false, but this is \(type.words).", "is \(type.words)",
        hint: type.isPath
          ? "Ask about some or all of them, as in any(\(place.text), value > 3), or about their number,"
            + " as in count(\(place.text)) > 3."
          : place.isName
            ? "Compare it with a value. To test whether it is filled in, write \(place.text) is filled."
            : "Compare it with a value, or write a rule word after it.")
    case .valueAfterOr(let proposal):
      FindingRow.notACondition.says(
        "\"or\" must join two conditions. Write \(proposal.shortened).",
        fix: place.replaced(by: proposal))
    case .conditionAsOperand:
      FindingRow("condition-as-value").says(
        "A condition cannot be compared or used in a calculation.",
        hint:
          "Join conditions with and, or and not; do not compare them with true or false. The number of"
          + " records that meet one is count(records, …).")
    case .notAnOperand(let shape): shape.words
    case .recordsNotAsked(let text):
      FindingRow.recordsNotHere.says(
        "\(text.inQuotes) is about all records, which cannot be asked here.",
        hint:
          "Ask with any, all, count, share, sum, mean, min, max, in or distinct, in a check or a rule"
          + " of the form itself: not in a list, a required if, a calculated field, the condition of a"
          + " when or one about records.")
    case .notOfOtherRecord(let text):
      FindingRow.recordsNotHere.says(
        "\(text.inQuotes) belongs to this record, but the condition is about every record.",
        hint:
          "To ask about records that have something in common with this one, write per or give a key,"
          + " as in records(id: sponsor).")
    case .itemInRecords(let name, let list, let proposal):
      FindingRow.recordsNotHere.says(
        "\(name.inQuotes) belongs to an item of \(list.inQuotes), but the condition is about every record.",
        hint: "Look for the value among the records, as in"
          + " \(proposal ?? Spelling.operand(name) + " in records.id").")
    case .comparedWithItself(let name, let item, let renamed):
      FindingRow("compared-with-itself").says(
        "Both sides are \(name.inQuotes) of the same \(item == .item ? "item" : "record").",
        hint: item.advice(name, renamed.map { ", as in \($0)" } ?? ""))
    case .hiddenRecords(let name):
      FindingRow.recordsNotHere.says(
        "\(name.inQuotes) is a field here, which hides the list of records with this name.",
        hint: "Give the field another name, and its key after from, as in"
          + " field items: list of int from \(Spelling.text(name)).")
    case .listAsValue(let name):
      FindingRow.listAsValue.says(
        "\(name.inQuotes) is a list of records, but a single value is needed here.",
        hint:
          "Write a field of one record, as in \(name)(id: customer).name, or ask the list, as in"
          + " count(\(name)) or value in \(name).id.")
    case .listNotRead(let name):
      FindingRow("list-not-read").says(
        "\(name.inQuotes) cannot be asked here, because its records are read later.",
        hint: "Lists are read in their order in the form. A list can ask those before it.")
    case .structureInGroup(let name):
      FindingRow.listAsValue.says(
        "\(name.inQuotes) is a list or a record, but a group shares single values.",
        hint: "Write a field with one value, as in per household or per address.town.")
    case .groupWithoutQuestion:
      FindingRow("group-without-question").says(
        "The condition before per does not ask records or previous.",
        hint:
          "An example is check count(records, head) == 1 per household. That all records of a group"
          + " have the same price is check count(distinct(records.price)) == 1 per product.")
    case .mixedValues(let one, let other):
      FindingRow.mixedTypes.says(
        "Both values must be of the same type, but one is \(one.words) and the other is \(other.words)."
      )
    case .incomparable(let left, let right, let quoted, let path):
      incomparable(left, right, quoted.map { FindingPlace($0, place.source) }, path)
    case .severalBeforeIn(let type, let path):
      FindingRow.incomparable.says(
        "\"in\" is for a single value, but this is \(type.words).", hint: path?.words)
    case .dateAgainstMoment(let left, let right, let moment):
      dateAgainstMoment(left, right, FindingPlace(moment, place.source))
    case .boolAsText(let proposal):
      FindingRow.incomparable.says(
        "A bool cannot be compared with a text. Write \(proposal.shortened).",
        fix: place.replaced(by: proposal))
    case .tableOfMany(let use):
      FindingRow.notAValue.says(
        "This table can have several results, so it cannot be used as a value.",
        hint: "Write value in \(use.shortened).")
    case .pluralInCondition(let name):
      FindingRow("plural-in-condition").says(
        "A text in a condition cannot have a singular and a plural form for \(name.inQuotes).",
        hint: "Only messages can have forms with |.")
    case .comparedWithEmpty(let proposal):
      FindingRow.comparedWithEmpty.says(
        "A value is never an empty text, because blank values are not compared. Write \(proposal.shortened).",
        hint: "A field must be filled in unless it is optional. No rule is needed.",
        fix: place.replaced(by: proposal))
    case .emptyListed:
      FindingRow.comparedWithEmpty.says(
        "A value is never an empty text, because blank values are not compared. Remove \"\".",
        hint:
          "If a field may be blank, make it optional. Its rules only check values that are filled in."
      )
    case .unordered(let type):
      FindingRow("unordered").says(
        "Values of this type have no order.", "compares \(type.words)",
        hint: "They can be compared with == and !=." + TypeMistake.orderOf(type))
    case .monthsAgainstDays:
      FindingRow("months-against-days").says(
        "Months and years have no fixed length, so they cannot be compared with days or hours.",
        hint: "Add them to a date and compare the dates, as in start + 3 months < end.")
    case .badArithmetic(let sign, let left, let right, let path):
      badArithmetic(sign, left, right, path, isAlone: place.text.utf8.first == UInt8(ascii: "-"))
    case .wrongSubject(let name, let wanted, let found): wrongSubject(name, wanted, found, place)
    case .otherAlternative(let name, _):
      FindingRow.wrongSubject.says(
        "\(name.inQuotes) is not one of the types that this value can have.",
        hint: "Ask for one of the types in its declaration.")
    case .hostSubject(let name, let wanted, let found):
      FindingRow.wrongSubject.says(
        "\(name.inQuotes) needs \(wanted.words), but this is \(found.words).")
    case .missingSubject(let name):
      FindingRow("missing-subject").says(
        "It is not clear which field \(name.inQuotes) applies to.",
        hint: "Write the field before it, as in phone is blank.")
    case .valueOutsideRule:
      FindingRow("value-outside-rule").says(
        "\"value\" is a field's own value, so it can be used only in a field's rules.",
        hint: "Write the name of the field that you mean.")
    case .wrongArguments(let name, let wanted): wrongArguments(name, wanted, place)
    case .wrongArgumentType(let name, let wanted, let found):
      FindingRow("wrong-argument-type").says(
        "\(name.inQuotes) needs \(wanted.words) here, but this is \(found.words).",
        "is \(found.words)", fix: place.unquoted(wanted.isWritten(_:as:)))
    case .unknownArgument(let name, let found, let known):
      FindingRow("unknown-argument").says(
        "\(name.inQuotes) takes \(known.listed("or")) here, not \(found.inQuotes).")
    case .wrongFunctionArguments(let name):
      FindingRow.wrongFunctionArguments.says(
        "\(name.inQuotes) takes "
          + (Function.named(name)?.row.takes
            ?? (name == "any" || name == "all"
              ? "a list and a condition, as in \(name)(items, price > 3)"
              : "fields of the records that are meant, each with its value, as in \(name)(id: sponsor)"))
          + ".")
    case .listArguments(let name, let mistake, let proposal):
      FindingRow.wrongFunctionArguments.says(
        "\(name.inQuotes) \(mistake.words) "
          + (mistake.supposition.map { "Did you mean \(proposal.shortened), \($0)?" }
            ?? "Write \(proposal.shortened)."),
        fix: place.text.utf8.contains(UInt8(ascii: "#")) ? nil : place.replaced(by: proposal))
    case .parameterCount(let name, let wanted, let found):
      FindingRow("parameter-count").says(
        "\(name.inQuotes) needs \(wanted.counted("value")) in parentheses, but there"
          + " \(found == 1 ? "is" : "are") \(found).")
    case .emptyRange(let low, let high): emptyRange(low.shortened, high.shortened, place)
    case .badLiteral(let text, let type):
      FindingRow("impossible-value").says(
        type.impossible(text.shortened))
    case .zeroStep:
      FindingRow("zero-step").says("Only 0 is a multiple of 0. Write another number.")
    case .badPattern(let problem): problem.words(at: place)
    case .badPicture:
      FindingRow("bad-picture").says(
        "This picture ends with a backslash that escapes nothing.",
        hint: "Write a backslash in a picture as \\\\\\\\.")
    case .notAList(let type):
      FindingRow("not-a-list").says(
        "A list is needed here, but this is \(type.words).")
    }
  }

  private func incomparable(
    _ left: StaticType, _ right: StaticType, _ quoted: FindingPlace?,
    _ path: TypeMistake.PathAdvice?
  ) -> FindingWords {
    let other = left.words == right.words ? "another" : right.words
    let message = "\(left.words.capitalized) cannot be compared with \(other)."
    let row = FindingRow.incomparable
    guard let quoted, let contents = quoted.contents else {
      return row.says(message, hint: path?.words ?? TypeMistake.hint(left, right))
    }
    return row.says(
      message + " Write \(contents) without quotes.", fix: quoted.replaced(by: contents))
  }

  /// Returns the advice on how values of a type get an order, to append to a sentence.
  private static func orderOf(_ type: StaticType) -> String {
    switch type {
    case .text: " If they are numbers or dates, give the fields such a type."
    case .choice: " For levels, list a number for each choice in a table."
    default: ""
    }
  }

  /// Returns the advice for a comparison of two types, if the likely intention is clear.
  private static func hint(_ left: StaticType, _ right: StaticType) -> String? {
    let types = [left, right]
    return if types.contains(where: { if case .record = $0 { true } else { false } }) {
      "Write which field of the record is meant, as in customers.id."
    } else if types.contains(where: { $0.isDuration }),
      types.contains(where: { $0 == .int || $0 == .number })
    {
      "Give the number a unit, as in 14 days or 2 hours, or limit * 1 day for a field."
    } else if types.contains(.text), types.contains(where: { $0 == .int || $0 == .number }) {
      "To read the number in a text, write number(…)."
    } else {
      nil
    }
  }

  private func dateAgainstMoment(
    _ left: StaticType, _ right: StaticType, _ moment: FindingPlace
  ) -> FindingWords {
    let text = moment.text
    let day = "date(year(\(text)), month(\(text)), day(\(text)))"
    return FindingRow.incomparable.says(
      "\(left.words.capitalized) cannot be compared with \(right.words).",
      hint: "To compare the days, write \(day.shortened).", fix: moment.replaced(by: day))
  }

  private func badArithmetic(
    _ sign: String, _ left: StaticType, _ right: StaticType, _ path: PathAdvice?, isAlone: Bool
  ) -> FindingWords {
    let types = [left, right]
    let hint: String? =
      if let path {
        path.words
      } else if types.contains(.text), sign == "+" {
        "Join texts as in joined(first, \" \", last)."
      } else if types.contains(.date), types.contains(.int) {
        "Give the number a unit, as in 3 days or 1 month."
      } else {
        nil
      }
    return FindingRow("bad-arithmetic").says(
      isAlone && left == right
        ? "\(sign.inQuotes) cannot be used before \(left.words)."
        : "\(sign.inQuotes) cannot be used between \(left.words) and \(right.words).",
      hint: hint)
  }

  private func wrongSubject(
    _ name: String, _ wanted: PredicateEntry.Subject, _ found: StaticType, _ place: FindingPlace
  ) -> FindingWords {
    var other: String?
    if name == "count", PredicateEntry.Subject.number.isOf(found) { other = "range" }
    if name == "range", PredicateEntry.Subject.textOrList.isOf(found) { other = "count" }
    return FindingRow.wrongSubject.says(
      "\(name.inQuotes) is for \(wanted.words), but this is \(found.words).",
      hint: found.isPath
        ? "Check each item with any(…) or all(…), as in all(items, price is filled)."
        : other.map { "For \(found.words) write \($0)(…)." },
      fix: other.map { place.replaced(by: $0) })
  }

  private func wrongArguments(
    _ name: String, _ wanted: PredicateEntry.Parameters, _ place: FindingPlace
  ) -> FindingWords {
    let example = wanted == .none ? "" : ", as in \(Predicate.named(name)?.entry.usage ?? name)"
    let fix: Diagnostic.Fix? =
      switch wanted {
      case .none: place.text == name + "()" ? place.replaced(by: name) : nil
      case .ownRange: asRange(name, place) ?? asList(name, place)
      case .counts, .numbers: asRange(name, place)
      default: nil
      }
    return FindingRow("wrong-arguments").says(
      "\(name.inQuotes) takes \(wanted.words)\(example).", fix: fix)
  }

  /// Replaces `count(1, 5)` and `count(min: 1, max: 5)` by ranges.
  private func asRange(_ name: String, _ place: FindingPlace) -> Diagnostic.Fix? {
    let text = place.text
    guard text.hasPrefix(name + "("), text.hasSuffix(")") else { return nil }
    var bounds: [String] = ["", ""]
    let parts = text.dropFirst(name.count + 1).dropLast().split(separator: ",")
    // In `count(1,000)`, one number may be meant.
    guard 1...2 ~= parts.count, !NumberParts.areThousands(parts) else { return nil }
    for (index, part) in parts.enumerated() {
      let pieces = part.split(separator: ":").map { $0.filter { $0 != " " } }
      var place = index
      if pieces.count == 2, pieces[0] == "min" || pieces[0] == "max" {
        place = pieces[0] == "min" ? 0 : 1
      } else if pieces.count != 1 || parts.count != 2 {
        return nil
      }
      guard let number = pieces.last, bounds[place].isEmpty, !number.isEmpty,
        number.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == 0x2E }),
        number.utf8.count(where: { $0 == 0x2E }) <= 1
      else { return nil }
      bounds[place] = number
    }
    return place.replaced(by: name + "(" + bounds.joined(separator: "...") + ")")
  }

  /// Replaces `range(1...5, 9)` for a field's own value by a list of ranges and values.
  private func asList(_ name: String, _ place: FindingPlace) -> Diagnostic.Fix? {
    let items = place.text.dropFirst(name.count)
    // A comma without a space may be in a number such as `1,500`.
    let isSpaced = items.split(separator: ",").dropFirst().allSatisfy { $0.first == " " }
    guard place.text.hasPrefix(name + "("), items.hasSuffix(")"), items.utf8.contains(0x2C),
      !items.utf8.contains(UInt8(ascii: ":")), isSpaced, place.beginsCondition
    else { return nil }
    return place.replaced(by: "value in " + items)
  }

  private func emptyRange(_ low: String, _ high: String, _ place: FindingPlace) -> FindingWords {
    let row = FindingRow("empty-range")
    if low == high {
      return row.says(
        "This range is empty, because it excludes \(high) itself.",
        hint: "Write a range that includes its end as \(low)...\(high).")
    }
    let mark = place.text.utf8.contains(UInt8(ascii: "<")) ? "..<" : "..."
    let swapped = high + mark + low
    return row.says(
      "No value is between \(low) and \(high). Did you mean \(swapped)?",
      fix: place.replaced(by: swapped))
  }
}

extension TypeMistake.ComparedItem {
  /// Returns the advice on comparing the field `name` of two records or items.
  ///
  /// - Parameter example: an example of a field with another name, or an empty text.
  fileprivate func advice(_ name: String, _ example: String) -> String {
    switch self {
    case .record(isEqual: true):
      "To find the records with the same \(name.inQuotes), write a key, as in records(\(name): \(name))."
        + " For other comparisons, name the file once more as a list, with other names\(example)."
    case .record:
      "To compare two records, name the file once more as a list, with other names\(example)."
    case .recordOfList: "Give the field of the list another name\(example)."
    case .item: "Give one of the two fields that are meant another name."
    }
  }
}

extension TypeMistake.PathAdvice {
  fileprivate var words: String {
    switch self {
    case .key(let one, let all):
      "Write which of the values is meant, as in \(one ?? "customers(id: customer).limit"), or ask about"
        + " all of them, as in \(all ?? "max(customers.limit)")."
    case .question(let proposal):
      "Ask about the values with any(…) or all(…), as in \(proposal.shortened)."
    case .membership(let proposal): "Write \(proposal.shortened)."
    }
  }
}

extension TypeMistake.ListArguments {
  /// The end of a sentence that begins with the name of the function.
  fileprivate var words: String {
    switch self {
    case .pathInCondition: "takes the list and the condition separately."
    case .pathForList: "takes the list, the value and the condition separately."
    case .secondCondition: "takes one condition."
    case .conditionOfDistinct: "takes no condition."
    case .singleValue: "is asked of a list, but this is a single value."
    case .severalTypes: "takes values of one type."
    case .conditionAlone: "is asked of a list, but this is a condition."
    case .sumOfCondition: "adds up values, but this is a condition."
    }
  }

  /// The meaning of the proposal, if it isn't certain.
  fileprivate var supposition: String? {
    switch self {
    case .singleValue: "the values of all records"
    case .conditionAlone: "over all records"
    default: nil
    }
  }
}

extension TypeMistake.Shape {
  fileprivate var words: FindingWords {
    let row = FindingRow.notAValue
    return switch self {
    case .range:
      row.says(
        "A range is not a value.",
        hint:
          "To check the field's own value, write range(…). To check another value, write it and \"in\" before the range."
      )
    case .list:
      row.says(
        "A list in parentheses is not a value.",
        hint:
          "To check the field's own value, write oneOf(…). To check another value, write it and \"in\" before the list."
      )
    case .pattern: row.says("A pattern is not a value.", hint: "Write it in matches(/…/).")
    }
  }
}

// The messages about names that are unknown or ambiguous.

package import FormworkEngine
package import FormworkSyntax

extension NameMistake {
  func words(at place: FindingPlace) -> FindingWords {
    switch self {
    case .unknownType(let name, let near): unknownType(name, near, place)
    case .unknownField(let name, let near, let kind): unknownField(name, near, kind, place)
    case .unknownName(let name, let near):
      FindingRow("unknown-name").unknown(
        "field or rule word", name, near, place, written: Spelling.operand)
    case .unknownPredicate(let name, _, isField: true):
      FindingRow.unknownRuleWord.says(
        "\(name.inQuotes) is a field, not a rule word.",
        hint: "To compare with it, write == before it.")
    case .unknownPredicate(let name, let near, isField: false):
      FindingRow.unknownRuleWord.unknown("rule word", name, near, place)
    case .foreignPredicate(let name, let proposal):
      FindingRow.unknownRuleWord.says(
        "There is no rule word \(name.inQuotes). Write \(proposal.shortened).",
        fix: place.replaced(by: proposal))
    case .unknownFunction(let name, let near):
      FindingRow("unknown-function").unknown(
        "calculation", name, near, place,
        hint: "The calculations are \(Function.names.map { $0 + "(…)" }.listed("and")).")
    case .unknownClass(let name, let near):
      FindingRow("unknown-class").unknown(
        "kind of characters", name, near, place,
        hint: Predicate.named(name)?.subject == .text
          ? "To find an \(name) inside a text, use a pattern, as in"
            + " matches(/.*@.*/)."
          : "There are \(classNames.listed("and")). Write characters themselves in double quotes."
      )
    case .unknownChoices(let name, let near):
      FindingRow.unknownChoices.unknown(
        "list of choices", name, near, place,
        hint: "Declare it with choices \(name) = \"red\", \"green\".", written: Spelling.operand)
    case .unknownColumn(let name, let near):
      FindingRow.unknownChoices.unknown(
        "column in the file", name, near, place, written: { Spelling.text($0) })
    case .unknownExample(let name, let near):
      FindingRow("unknown-example").unknown(
        "example", name, near, place, written: { Spelling.text($0) })
    case .unknownList(let name, let near):
      FindingRow("unknown-list").unknown("list", name, near, place, written: Spelling.operand)
    case .unknownPlaceholder(let name, _) where NameMistake.isCalculation(name):
      FindingRow.unknownPlaceholder.says(
        "A placeholder must be the name of a value, but \("{\(place.text)}".inQuotes) is a calculation.",
        hint: "Give it a name, as in define result = \(place.text.filter { $0 != "\\" }), "
          + "and write {result}.")
    case .unknownPlaceholder(let name, let near):
      FindingRow.unknownPlaceholder.says(
        "\("{\(name)}".inQuotes) is not the name of a value.\(near.map { "{\($0)}" }.question)",
        hint: near.isEmpty ? "Write a brace itself as \\{." : nil,
        fix: place.renamed(name, to: near))
    case .placeholderWithoutSource(let name):
      FindingRow.placeholderWithoutSource.says(
        "\("{\(name)}".inQuotes) never has a value here.", hint: NameMistake.source(of: name))
    case .actualOfEither(let value, let asksRecords):
      FindingRow.placeholderWithoutSource.says(
        "\"{actual}\" never has a value here: if conditions are joined by \"or\", it is not clear which value is meant.",
        hint: (value.map {
          "Give the value a name, as in define found = \($0.shortened), and write {found}"
        } ?? "Write the name of the value")
          + (asksRecords
            ? "."
            : ", or put the other condition into a when, as in when kind == \"a\" < check … >."))
    case .placeholderOfItem(let name, let list):
      FindingRow.unknownPlaceholder.says(
        "\("{\(name)}".inQuotes) is a field of each item of \(list.inQuotes), and it is not clear which one is meant.",
        hint:
          "The text is about the whole list. Give a value of the list a name, as in define found ="
          + " count(\(Spelling.operand(list))), and write {found}.")
    case .repeatedName(let name, let first, let inWhens):
      FindingRow.repeatedName.says(
        "The name \(name.inQuotes) is declared twice. Rename one of the two.",
        "declared again here", also: .init(first, "first declared here"),
        hint: inWhens
          ? "All branches of a single when … < … > else when … < … > may declare the same name."
          : nil)
    case .declaredLater(let name, let declared, let isAround):
      FindingRow("declared-later").says(
        isAround
          ? "A \"when\" in the items of \(name.inQuotes) cannot use the whole list: the items below are not known yet."
          : "A \"when\" can only use fields above it. Move it below \(name.inQuotes).",
        "is not declared yet", also: .init(declared, "declared here"),
        hint: isAround ? "Write required if, or a rule that uses the list." : nil)
    case .targetInList(let list):
      FindingRow("target-in-list").says(
        "\(list.inQuotes) is a list, so it is not clear which of its items is meant.",
        hint: "Write at \(list), or check each item with each rule.",
        fix: .init(Span(place.span.lower - 1, place.span.upper), ""))
    case .ambiguousName(let name):
      FindingRow("ambiguous-name").says(
        "\(name.inQuotes) is both a field and a rule word.",
        hint: "For the field, write \(Spelling.operand(name)) == true;"
          + " for the rule word, value is \(name).")
    case .notARecord(let name, let type):
      FindingRow("not-a-record").says(
        "\(name.inQuotes) is \(type.words), which has no fields.", "is \(type.words)")
    case .mixedTypes(let name, let one, let other):
      FindingRow.mixedTypes.says(
        one.words == other.words
          ? "\(name.inQuotes) is \(one.words) in several blocks, but its fields, blocks or items are not the same in each."
          : "\(name.inQuotes) is \(one.words) in one block and \(other.words) in another.",
        "it could be either",
        hint: "Give the fields different names, or move this into one of the blocks.")
    case .circle(let names): circle(names)
    case .missingHostRule(let signature, let near):
      FindingRow("missing-host-rule").says(
        "This form needs the host rule \(signature.inQuotes), which this program does not have."
          + (near.isEmpty ? "" : " It has \(near.map { $0.inQuotes }.listed("and"))."),
        hint: signature == "fileExists" || signature.hasPrefix("checksum(")
          ? "It checks files in the folders given with --files. Add --files DIR." : nil)
    case .otherHostRule(let signature, let provided):
      FindingRow("other-host-rule").says(
        "This form needs the host rule \(signature.inQuotes), but this program has"
          + " \(provided.inQuotes).")
    }
  }

  private func unknownType(
    _ name: String, _ near: [String], _ place: FindingPlace
  ) -> FindingWords {
    let row = FindingRow("unknown-type")
    if near.isEmpty, Predicate.named(name)?.subject == .text {
      return row.says(
        "\(name.inQuotes) is a rule word, not a type. Write string rule \(name).",
        fix: place.replaced(by: "string rule \(name)"))
    }
    return row.unknown(
      "type", name, near, place,
      hint: "The types are " + FieldKind.plain.map { $0.rawValue }.joined(separator: ", ")
        + ", choice(…), list of … and < … > for a record.")
  }

  private func unknownField(
    _ name: String, _ near: [String], _ kind: FieldPlace, _ place: FindingPlace
  ) -> FindingWords {
    let row = FindingRow("unknown-field")
    if case .record(let owner, let isDefined) = kind {
      return row.says(
        "\(owner.inQuotes) has no field \(name.inQuotes).\(near.question)",
        hint: isDefined
          ? "\(name.inQuotes) is a definition. Make it a calculated field, as in field \(name): number = …."
          : owner == "previous" && name == "previous"
            ? "Only the record directly before can be asked. For one further back, write a key, as in"
              + " records(number: number - 2)."
            : nil,
        fix: place.renamed(name, to: near, Spelling.operand))
    }
    // A name in backquotes keeps its backquotes.
    if kind == .placeholder { return row.unknown("field", name, near, place) }
    if name == "next", near.isEmpty, place.precedesMember {
      return row.says(
        "There is no field \"next\".",
        hint:
          "The record after this one cannot be asked. Write the check from the later of the two, with previous."
      )
    }
    if case .operand(_, let elsewhere?) = kind {
      return row.says(
        "There is no field \(name.inQuotes).",
        hint: "For the one of other data, write \(elsewhere).")
    }
    guard case .operand(let isText, _) = kind, near.isEmpty, place.followsComparison,
      !place.precedesMember
    else {
      return row.unknown("field", name, near, place, written: Spelling.operand)
    }
    let truth = name.lowercased()
    if truth == "true" || truth == "false" {
      return row.says(
        "There is no field \(name.inQuotes). Did you mean \(truth)?",
        fix: place.replaced(by: truth))
    }
    if !isText { return row.unknown("field", name, near, place) }
    return row.says(
      "There is no field \(name.inQuotes).", hint: "If it is a text, write it in double quotes.",
      fix: place.replaced(by: Spelling.text(name)))
  }

  /// Whether the text of a placeholder looks like a calculation. Only conditions can contain calculations.
  private static func isCalculation(_ text: String) -> Bool {
    text == "today" || text == "now" || text.utf8.contains { "+-*/(".utf8.contains($0) }
  }

  /// Returns an explanation of where a placeholder's value comes from.
  private static func source(of placeholder: String) -> String? {
    switch placeholder {
    case "min", "max":
      "It shows a limit, as in count(1...20), value <= 20 and value in ...most."
    case "choices": "It shows the choices, but there are no choices."
    case "expected": "It shows the expected type of a field."
    case "count":
      "It shows the number of characters or items, but the field is neither a text nor a list."
    case "actual", "value": "It shows a value, but it is not clear which."
    default: nil
    }
  }

  private func circle(_ names: [String]) -> FindingWords {
    let row = FindingRow("circle")
    let name = (names.last ?? "").inQuotes
    guard names.count > 2 else {
      return row.says(
        "\(name) depends on itself.", hint: "Define it without its own name.")
    }
    // Only the beginning of a long cycle is shown.
    let between = names.dropFirst().dropLast().prefix(4).map { $0.inQuotes + ", which needs " }
    let rest = names.count > 6 ? "… " : ""
    return row.says(
      "\(name) depends on itself: it needs \(between.joined() + rest + name).",
      hint: "Define one of them without the others.")
  }

  /// For each character class, the first of its names.
  private var classNames: [String] {
    TextClass.allCases.compactMap { known in Checker.classNames.first { $0.1 == known }?.0 }
  }
}

extension HostPredicate {
  /// Returns the errors in the names of the host's rules, placed at the beginning of the form.
  package static func mistakes(in rules: [HostPredicate]) -> [Diagnostic] {
    var names: OrderedSet<String> = []
    return rules.compactMap { rule in
      if Spelling.isName(rule.name), names.insert(rule.name).inserted { return nil }
      let words =
        Spelling.isName(rule.name)
        ? FindingRow.repeatedName.says("The program has two rules with the name \"\(rule.name)\".")
        : FindingRow.badName.says(
          "The program has a rule whose name, \"\(rule.name)\", cannot be a name.")
      return words.diagnostic(.error, at: Span(UInt32(0), 0))
    }
  }
}

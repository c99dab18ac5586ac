// The built-in messages. Chooses the sentence for a problem in a language, and fills in the placeholders.

package import FormworkEngine

/// The maximum number of values that a message lists.
private let fewValues = 12

extension BuiltInLanguage {
  /// Returns the message of a problem with the field, record or key that `label` names.
  func message(_ facts: ProblemFacts, label: String, _ writer: MessageWriter) -> String {
    switch facts {
    case .required(nil): about(label, phrase(.required))
    case .required(let item?):
      phrase(.emptyItem).filled(("label", label), ("item", String(item)))
    case .type(let type): message(type, label, writer)
    case .choice(let choices):
      about(
        label, sentence(written(choices, writer), of: choices.values.count, phrase(.choice)))
    case .blank: about(label, word(.blank))
    case .unknownKey(let near): unknownKey(label, near)
    case .rule(let rule): message(rule, label, writer)
    case .calculation(.field): about(label, phrase(.notCalculated))
    case .calculation(.condition): about(label, phrase(.notCalculable))
    case .unasked: about(label, phrase(.notAsked))
    case .calculation(.row(let table, let keys)):
      about(
        label,
        phrase(.noRow).filled(
          ("table", table), ("keys", keys.joined(separator: ", "))))
    }
  }

  /// Returns the message about a record that can't be read.
  ///
  /// - Parameter name: the name of the duplicate key, or of the encoding.
  func unreadable(_ reason: MalformedRecord.Reason, name: String? = nil) -> String {
    phrase(.unreadable).filled(("reason", why(reason, name: name)))
  }

  /// The beginning of every message from `unreadable(_:name:)`.
  var unreadableStart: String { phrase(.unreadable).filled(("reason", "")) }

  private func about(_ label: String, _ sentence: String) -> String {
    phrase(.about).filled(("label", label), ("sentence", sentence))
  }

  private func unknownKey(_ key: String, _ near: [String]) -> String {
    if near.isEmpty { return phrase(.unknownField).filled(("name", quoted(key))) }
    return phrase(.unknownFieldNear).filled(
      ("name", quoted(key)), ("near", listed(near.map { quoted($0) }, .or)))
  }

  /// Returns the number of a record, with its file if that isn't the current file.
  func name(_ holder: DataSetHit) -> String {
    let record = String(holder.record)
    guard let file = holder.file else { return record }
    return phrase(.recordOfFile).filled(("record", record), ("file", file))
  }
}

// MARK: - Types

extension BuiltInLanguage {
  private func message(_ type: ExpectedType, _ label: String, _ writer: MessageWriter) -> String {
    if let day = type.missingDay {
      return phrase(.noSuchDay).filled(("label", label), ("day", name(day)))
    }
    let sentence = phrase(type.isRightInUsualWidth ? .wrongTypeByWidth : .wrongType)
    return about(label, sentence.filled(("expected", expected(type, writer))))
  }

  /// Returns a day such as "30 February", with the year if the day exists in other years.
  private func name(_ day: WrittenDay) -> String {
    phrase(day.isOfLeapYears ? .dayOfLeapYear : .dayOfYear).filled(
      ("day", String(day.day)), ("month", phrase(.months).form(day.month - 1)),
      ("year", String(day.year)))
  }

  /// Returns the words for the type that a value must have, such as "a whole number such as 42".
  func expected(_ type: ExpectedType, _ writer: MessageWriter) -> String {
    switch type.kind {
    case .either: expected(type.alternatives, writer)
    case .int where type.isTooLarge:
      phrase(.largeWholeNumber).filled(("min", String(Int64.min)), ("max", String(Int64.max)))
    case .number where type.isTooLarge: phrase(.longNumber)
    default: expected(type.kind, type.examples)
    }
  }

  /// Returns "a number such as 12.5, n.d. or <LOQ": the types of a field with several, and the values of a choice.
  private func expected(_ alternatives: [AlternativeView], _ writer: MessageWriter) -> String {
    let named = alternatives.flatMap { alternative -> [String] in
      guard let choices = alternative.choices else {
        return [expected(alternative.kind, alternative.examples)]
      }
      let written = written(choices, writer)
      return choices.values.count <= fewValues
        ? written : [joined(Array(written.prefix(fewValues)), of: choices.values.count)]
    }
    return listed(named, .or)
  }

  private func expected(_ kind: FieldKind, _ examples: [String]) -> String {
    expected(kind).filled(("example", listed(examples, .or)))
  }
}

// MARK: - Lists of words

extension BuiltInLanguage {
  package func quoted(_ text: String) -> String { phrase(.quoted).filled(("text", text)) }

  /// Returns "a, b and c".
  package func listed(_ words: [String], _ conjunction: MessagePhrase) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return phrase(conjunction).filled(
      ("first", joined(Array(words.dropLast()))), ("last", last))
  }

  /// "a, b, c".
  package func joined(_ words: [String]) -> String { words.joined(separator: phrase(.comma)) }

  /// Returns "a, b, c", with the total number if there are more.
  package func joined(_ first: [String], of count: Int) -> String {
    if first.count == count { return joined(first) }
    return phrase(.moreValues).filled(("values", joined(first)), ("count", String(count)))
  }

  /// Returns the first choices as they must be written, each with its label if that differs.
  private func written(_ choices: ChoiceList, _ writer: MessageWriter) -> [String] {
    zip(choices.values, writer.labels(choices, first: fewValues)).map { value, label in
      if value == label { return value }
      return phrase(.labelled).filled(("value", value), ("label", label))
    }
  }

  /// Returns the message that the value must be one of `values`. With other phrases, returns the message that the value
  /// must not be one of `values`.
  private func sentence(
    _ values: [String], of count: Int, _ several: String, one: MessagePhrase = .equal,
    none: MessagePhrase = .listedOnly
  ) -> String {
    if values.isEmpty { return phrase(none) }
    if values.count == 1 { return phrase(one).filled(("value", values[0])) }
    let isShort = count <= fewValues
    let named =
      isShort
      ? listed(values, .lastValue) : joined(Array(values.prefix(fewValues)), of: count)
    return several.filled(("values", named))
  }
}

// MARK: - Rules

extension BuiltInLanguage {
  private func message(_ rule: FailedRule, _ label: String, _ writer: MessageWriter) -> String {
    switch rule.test {
    case .dataSet(let word, let first?):
      return about(label, self.word(word).filled(("record", name(first))))
    case .constraint(let constraint), .not(let constraint):
      if case (.records, .interval(let limits)) = (constraint.measure, constraint.allowed) {
        let isForbidden = constraint.isNegated && limits.isFull
        return phrase(isForbidden ? .forbiddenRecordCount : .noRecordCount).filled(
          ("amount", amount(limits.map { $0.text }, .record)))
      }
      // A condition that isn't about the field's own value can't be worded, and neither can one that shows a secret.
      if constraint.isWordable { return about(label, sentence(constraint, rule, writer)) }
    case .kind(let type):
      return about(label, phrase(.wrongType).filled(("expected", expected(type, writer))))
    case .dataSet, .host, .lookUp, .other: break
    }
    return about(label, phrase(.notRight))
  }

  private func sentence(
    _ constraint: ShownConstraint, _ rule: FailedRule, _ writer: MessageWriter
  ) -> String {
    let isNegated = constraint.isNegated
    switch constraint.allowed {
    case .equal(let value):
      return phrase(isNegated ? .notEqual : .equal).filled(("value", value.text))
    case .same(let field):
      return phrase(isNegated ? .differentFrom : .sameAs).filled(
        ("other", writer.label(ofField: field)))
    case .interval(let limits): return sentence(limits.map { $0.text }, constraint, rule)
    case .listed:
      let (values, count) = (rule.choices?.named ?? [], rule.choices?.count ?? 0)
      return isNegated
        ? sentence(values, of: count, phrase(.noneOf), one: .notEqual, none: .notListed)
        : sentence(values, of: count, word(.oneOf))
    case .isTrue: return phrase(.isTrue)
    case .word(let word): return sentence(word, constraint.argument)
    }
  }

  private func sentence(
    _ bounds: Interval<String>, _ constraint: ShownConstraint, _ rule: FailedRule
  ) -> String {
    switch constraint.measure {
    case .value: sentence(bounds, rule, isOutside: constraint.isNegated)
    case .count where rule.kind == .list:
      phrase(.itemCount).filled(("amount", amount(bounds, .item)))
    case .count: word(.count).filled(("amount", amount(bounds, .character)))
    case .words: word(.words).filled(("amount", amount(bounds, .word)))
    case .decimals: decimals(bounds)
    case .age: word(.age).filled(("amount", amount(bounds, .year)))
    case .number(let type):
      sentence(bounds, number: phrase(type == .int ? .aWholeNumber : .aNumber))
    case .occurrences: contains(constraint.argument, bounds)
    case .records: phrase(.notRight)
    }
  }

  /// Returns the sentence for a rule word without a range.
  private func sentence(_ word: Predicate, _ argument: ShownConstraint.Argument) -> String {
    let text = argument.text
    switch word {
    case .contains: return contains(argument, nil)
    case .only: return self.word(.only).filled(("what", allowed(argument)))
    case .letters where argument.isAnyScript: return phrase(.anyLetters)
    case .alphanumeric where argument.isAnyScript: return phrase(.anyAlphanumeric)
    case .uuid where !text.isEmpty: return phrase(.uuidOfVersion).filled(("version", text))
    case .date: return moment(word, .date, text)
    case .time: return moment(word, .time, text)
    case .dateTime: return moment(word, .dateTime, text)
    case .instant: return moment(word, .instant, text)
    default:
      return self.word(word).filled(
        ("text", quoted(text)), ("value", text), ("example", text))
    }
  }

  private func moment(_ word: Predicate, _ kind: FieldKind, _ example: String) -> String {
    self.word(word).filled(
      ("expected", expected(kind, example.isEmpty ? kind.row.examples : [example])))
  }
}

extension ShownConstraint.Argument {
  fileprivate var isAnyScript: Bool { if case .anyScript = self { true } else { false } }
}

// MARK: - Ranges and amounts

extension BuiltInLanguage {
  /// Returns the sentence that a value must be within `bounds`, or, if `isOutside`, outside them.
  private func sentence(
    _ bounds: Interval<String>, _ rule: FailedRule, isOutside: Bool = false
  ) -> String {
    let isMoment = rule.kind?.isMoment ?? false
    guard let name: MessagePhrase = bounds.phrase(isMoment: isMoment, isOutside: isOutside) else {
      return phrase(.notRight)
    }
    return fill(phrase(name), bounds)
  }

  /// Returns the sentence that a text must be a number within `bounds`.
  private func sentence(_ bounds: Interval<String>, number: String) -> String {
    guard let name = bounds.numberPhrase else { return phrase(.notRight) }
    return fill(phrase(name).filled(("number", number)), bounds)
  }

  private func fill(_ text: String, _ bounds: Interval<String>) -> String {
    let (low, high) = (bounds.low ?? "", bounds.high ?? "")
    return text.filled(("min", low), ("max", high), ("value", low))
  }

  /// Returns "3 records".
  func counted(_ count: Int, _ thing: Counted) -> String {
    phrase(.amount).filled(
      ("count", digits(count)), ("unit", plural.form(of: counted(thing), for: String(count))))
  }

  /// Returns the digits of a number in groups of three.
  package func digits(_ number: Int) -> String {
    let mark = phrase(.groupMark)
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0, digit != "-" { text = mark + text }
      text = String(digit) + text
    }
    return text
  }

  package func amount(_ bounds: Interval<String>, _ thing: Counted) -> String {
    amount(bounds, counted(thing))
  }

  /// Returns "at least 3 records".
  package func amount(_ bounds: Interval<String>, _ forms: String) -> String {
    let bounds = bounds.ofCounts
    let count = bounds.high ?? bounds.low ?? ""
    return fill(
      phrase(bounds.amountPhrase).filled(
        ("unit", plural.form(of: forms, for: count)), ("count", count)), bounds)
  }

  private func decimals(_ bounds: Interval<String>) -> String {
    if bounds.high == "0" { return phrase(.noDecimals) }
    return word(.decimals).filled(("amount", amount(bounds, .decimalPlace)))
  }
}

extension Interval<String> {
  fileprivate var numberPhrase: MessagePhrase? {
    switch phrase(isMoment: false) as MessagePhrase? {
    case .atLeast: .numberAtLeast
    case .atMost: .numberAtMost
    case .lessThan: .numberBelow
    case .between: .numberBetween
    case .fromToBelow: .numberFromToBelow
    case .equal: .numberEqual
    default: nil
    }
  }

  fileprivate var amountPhrase: MessagePhrase {
    switch (low, high) {
    case (_?, nil): excludesLow ? .moreAmount : .leastAmount
    case (nil, _?): excludesHigh ? .fewerAmount : .mostAmount
    case (let low?, let high?):
      if low == high {
        low == "0" ? .noAmount : .exactAmount
      } else {
        excludesHigh ? .leastAndFewerAmount : .amountBetween
      }
    case (nil, nil): .exactAmount
    }
  }
}

// MARK: - Characters

extension BuiltInLanguage {
  private func contains(_ content: ShownConstraint.Argument, _ bounds: Interval<String>?) -> String
  {
    let bounds = bounds?.ofCounts
    guard case .characters(let characters) = content else {
      return contains(text: quoted(content.text), bounds)
    }
    let forms = characters.classes.map { kind($0) }
    let many = listed(forms.map { plural.form(of: $0, for: "") }, .or)
    let one = listed(forms.map { plural.form(of: $0, for: "1") }, .or)
    guard let bounds else { return phrase(.containsOne).filled(("what", one)) }
    if bounds.high == "0" { return phrase(.containsNone).filled(("what", many)) }
    let counter = phrase(.characterCounter)
    let amount = amount(bounds, counter.isEmpty ? "\(one)|\(many)" : counter)
    let sentence = bounds.low == nil ? phrase(.containsAtMost) : word(.contains)
    return sentence.filled(("amount", amount), ("what", many))
  }

  private func contains(text: String, _ bounds: Interval<String>?) -> String {
    guard let bounds else { return phrase(.containsText).filled(("text", text)) }
    if bounds.high == "0" { return phrase(.containsNone).filled(("what", text)) }
    return phrase(bounds.low == nil ? .containsTextAtMost : .containsTextTimes).filled(
      ("text", text), ("amount", amount(bounds, .time)))
  }

  private func allowed(_ content: ShownConstraint.Argument) -> String {
    guard case .characters(let characters) = content else { return "" }
    let many = { self.plural.form(of: self.kind($0), for: "") }
    let signs = characters.characters.map { $0 == " " ? many(.space) : quoted(String($0)) }
    return listed(characters.classes.map(many) + signs, .and)
  }
}

// MARK: - Records that cannot be read

extension BuiltInLanguage {
  /// Returns the reason why a record can't be read.
  ///
  /// - Parameter name: the name of the duplicate key, or of the encoding.
  func why(_ reason: MalformedRecord.Reason, name: String? = nil) -> String {
    let text = malformed(reason)
    return switch reason {
    case .controlCharacter(let byte): text.filled(("code", String(byte)))
    case .duplicateKey: text.filled(("key", name ?? "…"))
    case .wrongWidth(let wanted, let found):
      text.filled(("cells", counted(found, .cell)), ("count", digits(wanted)))
    case .badText: text.filled(("encoding", name ?? "…"))
    case .tooDeep(let limit), .tooManyItems(let limit), .tooManyColumns(let limit),
      .tooManySteps(let limit):
      text.filled(("limit", digits(limit)))
    case .tooManyValues(let limit), .tooMuchText(let limit):
      text.filled(("limit", digits(limit >> 20)))
    default: text
    }
  }
}

extension MalformedRecord.Reason {
  /// The reason in English words.
  package var words: String {
    if case .badText = self { return BuiltInLanguage.english.why(self, name: "its encoding") }
    return BuiltInLanguage.english.why(self)
  }
}

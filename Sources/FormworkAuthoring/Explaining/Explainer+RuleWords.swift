// Rule words as statements.

internal import FormworkEngine
internal import FormworkReport

extension Explainer {
  /// Returns the meaning of a rule word for its subject.
  func statement(
    _ word: Predicate, _ subject: Int32, _ arguments: NodeList, _ isNegated: Bool,
    _ place: Standpoint
  ) -> Statement {
    let name = operand(subject, place)
    let first = arguments.first
    func said(_ text: String, _ key: String = "value", _ value: String = "") -> Statement {
      .sentence(text.filled(("subject", name), (key, value)))
    }
    func own(_ key: String = "value", _ value: String = "") -> Statement {
      said(words.explained(word, isNegated: isNegated), key, value)
    }
    func either(_ one: ExplainPhrase, _ other: ExplainPhrase) -> String {
      text(isNegated ? other : one)
    }
    func amount(_ thing: Counted) -> String {
      words.amount(bounds(first, beside: nil, place), thing)
    }
    if word == .past || word == .future, kind(of: subject) == .instant {
      return .sentence(
        sentence(
          name, Interval(word == .past ? .less : .greater, text(.nowValue)), isMoment: true,
          isFixed: true, isNegated))
    }
    switch word {
    case .alphanumeric where first != nil:
      return said(either(.anyAlphanumeric, .notAnyAlphanumeric))
    case .letters where first != nil: return said(either(.anyLetters, .notAnyLetters))
    case .oneOf:
      let conjunction: MessagePhrase = isNegated ? .comma : .lastValue
      return own(
        "values", values(arguments, beside: subject, conjunction: conjunction, in: place.notation))
    case .count:
      if kind(of: subject) == .list {
        return said(either(.listCount, .listNotCount), "amount", amount(.item))
      }
      return own("amount", amount(.character))
    case .words: return own("amount", amount(.word))
    case .decimals: return own("amount", amount(.decimalPlace))
    case .age: return own("amount", amount(.year))
    case .range:
      return .sentence(
        sentence(
          name, bounds(first, beside: subject, place), isMoment: isMoment(subject),
          isFixed: first.map { isFixed($0) } ?? true, isNegated))
    case .before, .after:
      let limit = first.map { operand($0, beside: subject, place) }
      let bounds = limit.flatMap { Interval(word == .before ? .less : .greater, $0) }
      let isFixed = first.map { self.isFixed($0) } ?? true
      return .sentence(sentence(name, bounds, isMoment: true, isFixed: isFixed, isNegated))
    case .int, .number:
      let within = Statement.sentence(
        sentence(
          name, bounds(first, beside: nil, place), isMoment: false, isFixed: true, isNegated))
      return isNegated ? .any(of: [own(), within]) : .all(of: [own(), within])
    case .contains: return contains(name, arguments, isNegated, place)
    case .only: return own("what", first.map { characters($0) } ?? "")
    case .startsWith, .endsWith, .multipleOf:
      return own("value", first.map { operand($0, place) } ?? "")
    case .matches:
      return own("pattern", first.map { pattern($0) } ?? "")
    case .like:
      return .sentence(
        words.explained(word, isNegated: isNegated).filled(
          ("subject", name), ("pattern", first.map { pattern($0) } ?? ""),
          ("example", quoted(first.map { example(ofPicture: $0) } ?? ""))))
    case .date, .time, .dateTime, .instant:
      guard let first else { return own() }
      return said(text(formatted(word, isNegated)), "example", examples(ofFormat: first))
    case .uuid:
      guard let first else { return own() }
      return said(
        either(.uuidVersion, .notUUIDVersion), "version", operand(first, place))
    case .distinct:
      guard let first else { return own() }
      return said(either(.distinctBy, .notDistinctBy), "field", operand(first, place))
    default: return own()
    }
  }

  /// Returns the statement for `contains` with a text or a class of characters, and perhaps a count, as in
  /// `contains(2..., digit)`.
  private func contains(
    _ subject: String, _ arguments: NodeList, _ isNegated: Bool, _ place: Standpoint
  ) -> Statement {
    guard let last = arguments.last else { return .sentence(subject) }
    let isClass = if case .selection = program.view(last) { true } else { false }
    var what = isClass ? characters(last, for: "") : operand(last, place)
    let name: ExplainPhrase = isNegated ? .containsNot : .contains
    if arguments.count > 1, let range = arguments.first {
      let bounds = bounds(range, beside: nil, place)
      let forms = isClass ? characters(last, for: "1") + "|" + what : ""
      what = isClass ? amount(bounds, forms) : what + " " + words.amount(bounds, .time)
    } else if isClass, !isNegated {
      what = amount(Interval(low: "1"), characters(last, for: "1") + "|" + what)
    }
    return .sentence(text(name).filled(("subject", subject), ("amount", what)))
  }

  /// Returns an amount of characters of a class, such as "3 digits". `forms` has the class in singular and plural.
  private func amount(_ bounds: Interval<String>, _ forms: String) -> String {
    let counter = words.phrase(.characterCounter)
    if counter.isEmpty { return words.amount(bounds, forms) }
    return words.plural.form(of: forms, for: "") + words.amount(bounds, counter)
  }

  /// Returns words for the classes and characters of a selection.
  ///
  /// - Parameter count: the number that determines the grammatical form of the classes; empty for the plural.
  private func characters(_ number: Int32, for count: String = "") -> String {
    guard case .selection(let entry) = program.view(number) else { return "" }
    return characters(program.selection(entry), for: count)
  }

  func characters(_ selection: CharacterSelection, for count: String = "") -> String {
    func form(_ name: ExplainCharacters) -> String {
      words.plural.form(of: words.characters(name), for: count)
    }
    let classes = selection.classes.map { form(ExplainCharacters($0)) }
    let signs = selection.characters.map { character in
      character == " " ? form(.space) : quoted(visible(String(character)))
    }
    return words.listed(classes + signs, .and)
  }

  /// Returns the phrase for a text that is, or isn't, a date or time in a given format.
  private func formatted(_ word: Predicate, _ isNegated: Bool) -> ExplainPhrase {
    switch word {
    case .time: isNegated ? .notTimeFormatted : .timeFormatted
    case .dateTime: isNegated ? .notDateTimeFormatted : .dateTimeFormatted
    case .instant: isNegated ? .notInstantFormatted : .instantFormatted
    default: isNegated ? .notDateFormatted : .dateFormatted
    }
  }

  private func examples(ofFormat number: Int32) -> String {
    guard case .momentFormat(let entry) = program.view(number),
      case .moment(_, let formats) = program.format(entry)
    else { return "" }
    return words.listed(formats.map { $0.example }, .or)
  }
}

extension ExplainCharacters {
  /// Creates the name that explanations use for a character class.
  fileprivate init(_ textClass: TextClass) {
    self =
      switch textClass {
      case .digit: .digit
      case .letter: .letter
      case .lowercase: .anySmall
      case .uppercase: .anyCapital
      case .symbol: .symbol
      case .space: .whiteSpace
      }
  }
}

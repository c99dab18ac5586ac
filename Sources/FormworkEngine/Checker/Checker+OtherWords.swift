// Names of rule words in other languages, and proposals for common foreign notations.

internal import FormworkSyntax

extension Checker {
  /// Rule words, and their names in other languages in lower case.
  private static let otherPredicateNames: [(usual: StaticString, others: StaticString)] = [
    (
      "count",
      "length lenght len size strlen minlength maxlength minsize maxsize minitems maxitems mincount maxcount"
    ),
    ("matches", "regex regexp pattern match"),
    ("range", "between minimum maximum min max"),
    ("filled", "present notempty nonempty notblank"),
    ("blank", "empty isempty null missing"),
    ("letters", "alpha"),
    ("alphanumeric", "alnum"),
    ("digits", "numeric"),
    ("startsWith", "beginswith prefix hasprefix"),
    ("endsWith", "suffix hassuffix"),
    ("contains", "includes has"),
    ("oneOf", "anyof enum enumeration isin"),
    ("int", "integer"),
    ("number", "decimal"),
    ("ipv4", "ip"),
    ("uuid", "guid"),
    ("email", "mail"),
    ("multipleOf", "divisibleby step"),
    ("distinct", "uniqueitems"),
  ]

  /// Returns the rule word that has this name in another language.
  private func usualPredicate(_ name: String) -> String? {
    let name = name.lowercased()
    return Checker.otherPredicateNames.first { $0.others.words.contains(name) }?.usual.description
  }

  /// Returns the rule word for a name in another language. Returns nil for an unknown name, or if the word is `count`
  /// and the value has no count.
  func usualNames(_ name: String, _ context: Context) -> [String]? {
    guard let usual = usualPredicate(name) else { return nil }
    let hasNone = usual == "count" && context.field >= 0 && !isCounted(nil, context)
    return hasNone ? nil : [usual]
  }

  /// Returns the equivalent of a foreign rule word with its arguments, such as `count(3...)` for `minLength(3)`. The
  /// arguments must be a quoted pattern, numbers or dates. Returns nil if the equivalent is unclear.
  func proposal(
    _ name: String, _ arguments: [Expression], subject: Expression?, _ context: Context
  ) -> String? {
    guard usualPredicate(name) == "matches" else {
      return rangeProposal(name, arguments, subject: subject, context)
    }
    guard arguments.count == 1, case .text = arguments[0].kind,
      let text = source.plainText(arguments[0].span), !text.isEmpty
    else { return nil }
    return "matches(\(Spelling.pattern(text, ignoringCase: false)))"
  }

  private func rangeProposal(
    _ name: String, _ arguments: [Expression], subject: Expression?, _ context: Context
  ) -> String? {
    guard let usual = usualPredicate(name), usual == "count" || usual == "range" else { return nil }
    let texts = arguments.compactMap { argument -> String? in
      switch argument.kind {
      case .number, .negated, .date, .time, .dateTime, .instant: source.text(argument.span)
      default: nil
      }
    }
    guard texts.count == arguments.count else { return nil }
    let word = usual == "range" && isCounted(subject, context) ? "count" : usual
    let name = name.lowercased()
    switch texts.count {
    case 1 where name.hasPrefix("min"): return "\(word)(\(texts[0])...)"
    case 1 where name.hasPrefix("max"): return "\(word)(...\(texts[0]))"
    case 2 where !name.hasPrefix("min") && !name.hasPrefix("max"):
      return "\(word)(\(texts[0])...\(texts[1]))"
    default: return nil
    }
  }

  /// Whether the subject of a rule word has a count and no order: a text or a list.
  private func isCounted(_ subject: Expression?, _ context: Context) -> Bool {
    var type = context.field >= 0 ? staticType(context.field) : .invalid
    if let subject {
      guard case .name(let name) = subject.kind, let found = lookUp(name.text, context) else {
        return false
      }
      type = staticType(Int(found.entries[0].field))
    }
    if case .list = type { return true }
    return type.family == .text
  }

  /// Returns the likely intention of `value == "x" or "y"`, which compares the value only with "x". Returns nil if the
  /// intention is unclear.
  func membershipProposal(_ expression: Expression) -> String? {
    var values: [String] = []
    var next = expression
    while case .binary(.or, let left, let right) = next.kind {
      guard isLiteral(right) else { return nil }
      values.append(source.text(right.span))
      next = left
    }
    guard case .binary(.equal, let subject, let first) = next.kind, !values.isEmpty,
      isLiteral(first)
    else { return nil }
    let listed = [source.text(first.span)] + values.reversed()
    return source.text(subject.span) + " in (" + listed.joined(separator: ", ") + ")"
  }

  private func isLiteral(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .text, .number, .date, .time, .dateTime, .instant: true
    case .negated(let inner): isLiteral(inner)
    default: false
    }
  }
}

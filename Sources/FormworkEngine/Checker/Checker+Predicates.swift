// Predicates with their subjects and arguments.

internal import FormworkSyntax

extension Checker {
  func accepts(_ subject: PredicateEntry.Subject, _ type: StaticType) -> Bool {
    subject.takes(type)
  }

  /// Compiles a predicate about `subject`, or about the value if `subject` is nil.
  func predicate(
    _ predicate: Predicate, _ arguments: [Expression], subject: Expression?, at span: Span,
    _ nameSpan: Span, _ context: Context
  ) -> Int32 {
    if predicate.isAcross {
      return across(predicate, arguments, subject: subject, at: span, nameSpan, context)
    }
    var (node, type): (Int32, StaticType)
    if let subject {
      (node, type) = expecting(text: false) { operand(subject, context) }
    } else if context.hasValue {
      (node, type) = ownValue(at: span, context)
    } else {
      report(.missingSubject(predicate.name), at: nameSpan)
      return invalid(span)
    }
    if type.isInvalid {
      guard isTrial else { return invalid(span) }
      type = triedSubject(of: predicate)
    }
    if let test = kindTest((node, type), Name(predicate.name, at: nameSpan), arguments, at: span) {
      return test
    }
    // A word about values of any type doesn't narrow the subject to some alternatives.
    if predicate.subject != .any {
      (node, type) = narrowed((node, type)) { accepts(predicate.subject, $0) }
    }
    if predicate == .filled || predicate == .blank { keepBlank(node) }
    let isTaken = alternatives(of: type).contains { accepts(predicate.subject, $0) }
    guard type.isInvalid || isTaken else {
      report(
        .wrongSubject(predicate.name, wanted: predicate.subject, found: type), at: nameSpan)
      return invalid(span)
    }
    if predicate.parameters == .values { warnIfDecimalComma(arguments, of: node) }
    let given = type
    guard
      let list = self.arguments(predicate, arguments, of: &type, at: span, nameSpan, context)
    else { return invalid(span) }
    if type != given { node = narrowed(node, to: type) }
    warnIfTrivial(predicate, list, type, at: span, context)
    return add(
      Node(
        operation: .predicate, variant: predicate.rawValue, a: node, b: Int32(list.lowerBound),
        c: Int32(list.count), span: span))
  }

  /// Appends nodes to `lists`. Returns their range.
  private func list(_ nodes: [Int32]) -> Range<Int> {
    program.lists.append(contentsOf: nodes)
    return (program.lists.count - nodes.count)..<program.lists.count
  }

  private func list(_ node: Int32) -> Range<Int> {
    program.lists.append(node)
    return (program.lists.count - 1)..<program.lists.count
  }

  /// Compiles the arguments of a predicate into `lists`. Returns nil if they don't fit its parameters.
  ///
  /// - Parameter type: If the subject has several alternatives, its type is narrowed to those of the arguments.
  private func arguments(
    _ predicate: Predicate, _ arguments: [Expression], of type: inout StaticType, at span: Span,
    _ nameSpan: Span, _ context: Context
  ) -> Range<Int>? {
    let parameters = predicate.parameters
    func wrong() -> Range<Int>? {
      // An unknown argument, such as a parameter of an unused definition, may be valid.
      for argument in arguments {
        if case .invalid = resolved(argument, context).0.kind { return nil }
      }
      let own = Span(nameSpan.lower, span.upper)
      report(.wrongArguments(predicate.name, wanted: parameters), at: own)
      return nil
    }
    switch parameters {
    case .none: return arguments.isEmpty ? list([]) : wrong()
    case .anyScript:
      if arguments.isEmpty { return list([]) }
      guard arguments.count == 1, case .name(let word) = arguments[0].kind, word.text == "any"
      else { return wrong() }
      return list(self.word(.any, at: word.span))
    case .counts, .numbers:
      guard arguments.count == 1, !arguments[0].isLabelled else { return wrong() }
      return list(range(arguments[0], of: .number, predicate.name, context))
    case .ownRange:
      guard arguments.count == 1, !arguments[0].isLabelled else { return wrong() }
      return list(range(arguments[0], of: &type, predicate.name, context))
    case .values:
      guard !arguments.isEmpty else { return wrong() }
      return list(values(arguments, of: &type, predicate.name, context))
    case .text, .moment, .number:
      guard arguments.count == 1 else { return wrong() }
      warnIfWildcard(in: arguments[0], of: predicate, at: Span(nameSpan.lower, span.upper))
      return operandArgument(predicate, arguments[0], of: &type, context).map { list($0) }
    case .content:
      if arguments.count == 1 {
        warnIfWildcard(in: arguments[0], of: predicate, at: Span(nameSpan.lower, span.upper))
      }
      return content(arguments, context).map { list($0) } ?? wrong()
    case .contents:
      if arguments.count == 1 {
        warnIfRange(in: arguments[0], subject: nil, at: Span(nameSpan.lower, span.upper))
      }
      return contents(arguments, context).map { list($0) } ?? (arguments.isEmpty ? wrong() : nil)
    case .pattern:
      guard arguments.count == 1, case .pattern(let literals) = arguments[0].kind else {
        return wrong()
      }
      return pattern(literals, at: arguments[0].span).map { list($0) }
    case .picture:
      guard arguments.count == 1,
        case .text(let template) = resolved(arguments[0], context).0.kind,
        let text = template.plain
      else { return wrong() }
      let own: Span? =
        if case .text = arguments[0].kind { Span(nameSpan.lower, span.upper) } else { nil }
      warnIfPattern(text, at: arguments[0].span, call: own)
      return picture(text, at: arguments[0].span).map { list($0) }
    case .momentFormats:
      if arguments.isEmpty { return list([]) }
      return formats(arguments, of: predicate, at: span, context).map { list($0) } ?? wrong()
    case .fields: return wrong()
    case .by:
      return distinctArgument(arguments, of: type, context).map { list($0) }
        ?? (type.isInvalid ? nil : wrong())
    case .version:
      if arguments.isEmpty { return list([]) }
      guard arguments.count == 1, case .number = resolved(arguments[0], context).0.kind else {
        return wrong()
      }
      return list(operand(arguments[0], context).0)
    }
  }

  private func operandArgument(
    _ predicate: Predicate, _ argument: Expression, of type: inout StaticType, _ context: Context
  ) -> Int32? {
    let given: StaticType =
      switch predicate.parameters {
      case .text: .text
      case .number: .number
      default: type
      }
    let (node, found) = narrowedToOne(operand(argument, context)) { shareFamily($0, given) }
    guard !found.isInvalid else { return nil }
    let wanted = narrowed(given, like: found)
    if given == type { type = wanted }
    guard wanted.isInvalid || found.family == wanted.family else {
      report(
        .wrongArgumentType(predicate.name, wanted: wanted, found: found), at: argument.span)
      return nil
    }
    if predicate == .multipleOf, let step = constantValue(node), step.number.isZero {
      report(.zeroStep, at: argument.span)
      return nil
    }
    return node
  }

  /// Compiles `rule unique`, `check unique(a, b)` and `check same(batch)`.
  private func across(
    _ predicate: Predicate, _ arguments: [Expression], subject: Expression?, at span: Span,
    _ nameSpan: Span, _ context: Context
  ) -> Int32 {
    guard context.allowsAcross else {
      report(.acrossNotAlone(predicate.name), at: nameSpan)
      return invalid(span)
    }
    var scope: Scope? = context.scope
    while let level = scope {
      if program.levels[level.level].isList {
        report(.acrossInList(predicate.name), at: nameSpan)
        return invalid(span)
      }
      scope = level.parent
    }
    var nodes: [Int32] = []
    for argument in arguments {
      if let path = ListPath(argument, self, context), case .name(let list) = path.base.kind,
        isOfRecords(list.text, "records", context)
      {
        report(
          .acrossOfRecords(predicate.name, path: source.text(path.value)), at: argument.span)
        return invalid(span)
      }
      let (node, type) = operand(argument, context)
      // A path has several values in each record.
      if type.isPath { report(.acrossInList(predicate.name), at: argument.span) }
      nodes.append(node)
    }
    if let subject {
      nodes.append(operand(subject, context).0)
    } else if arguments.isEmpty {
      guard context.hasValue else {
        report(.missingSubject(predicate.name), at: nameSpan)
        return invalid(span)
      }
      nodes.append(ownValue(at: span, context).0)
    }
    // A blank bool counts as blank here, not as false.
    for node in nodes { keepBlank(node) }
    program.acrossCount += 1
    return add(
      Node(
        operation: .predicate, variant: predicate.rawValue, a: program.acrossCount - 1,
        b: addList(nodes), c: Int32(nodes.count), span: span))
  }

  /// Compiles `distinct(by: sku)`: the field that must differ between the records.
  private func distinctArgument(
    _ arguments: [Expression], of type: StaticType, _ context: Context
  ) -> [Int32]? {
    if arguments.isEmpty {
      openItems(type)
      return []
    }
    guard arguments.count == 1, case .labelled(let label, let inner) = arguments[0].kind,
      label.text == "by", let level = itemLevel(type)
    else { return nil }
    let item = context.inside(
      scopes[Int(level)], item: Int(program.levels[Int(level)].itemField))
    openedLists.append(level)
    let (node, found) = operand(inner, item)
    touched.removeAll { $0.level == level }
    // A path has several values in each record.
    if found.isPath, let wanted = elementType(found) {
      report(.wrongArgumentType("distinct", wanted: wanted, found: found), at: inner.span)
    }
    return [add(Node(operation: .ofItem, a: node, b: Int32(context.depth), span: inner.span))]
  }

  /// Notes that a condition reads whole items of a list.
  func openItems(_ type: StaticType) {
    if let level = itemLevel(type) { openedLists.append(level) }
  }

  /// The names of character classes, singular and plural.
  package static let classNames: [(String, TextClass)] = [
    ("digit", .digit), ("digits", .digit), ("letter", .letter), ("letters", .letter),
    ("lowercase", .lowercase), ("uppercase", .uppercase), ("symbol", .symbol),
    ("symbols", .symbol), ("space", .space), ("spaces", .space),
  ]

  private func textClass(_ expression: Expression) -> TextClass? {
    guard case .name(let name) = expression.kind else { return nil }
    return Checker.classNames.first { $0.0 == name.text }?.1
  }

  private func addSelection(_ selection: CharacterSelection, at span: Span) -> Int32 {
    program.selections.append(selection)
    return add(
      Node(operation: .selection, a: Int32(program.selections.count - 1), span: span))
  }

  /// Compiles the arguments of `contains(digit)`, `contains("@")` and `contains(2..., digit)`.
  private func content(_ arguments: [Expression], _ context: Context) -> [Int32]? {
    guard let argument = arguments.last, arguments.count <= 2 else { return nil }
    let (last, inside) = resolved(argument, context)
    var nodes: [Int32] = []
    if arguments.count == 2 {
      nodes.append(range(arguments[0], of: .number, "contains", context))
    }
    if let known = textClass(last) {
      nodes.append(addSelection(CharacterSelection(classes: [known]), at: last.span))
      return nodes
    }
    if case .name(let name) = last.kind, !hasField(name.text, inside),
      definition(name.text) == nil
    {
      reportUnknownClass(name, visibleNames(inside))
      return nodes + [invalid(last.span)]
    }
    let (node, type) = narrowed(operand(last, inside)) { $0.family == .text }
    if !type.isInvalid, type.family != .text {
      report(.wrongArgumentType("contains", wanted: .text, found: type), at: last.span)
    }
    nodes.append(node)
    return nodes
  }

  /// Compiles the arguments of `only(letter, digit, "-_")`.
  private func contents(_ arguments: [Expression], _ context: Context) -> [Int32]? {
    guard let first = arguments.first, let last = arguments.last else { return nil }
    var classes: [TextClass] = []
    var texts: [String] = []
    for argument in arguments.map({ resolved($0, context).0 }) {
      if let known = textClass(argument) {
        classes.append(known)
      } else if case .text(let template) = argument.kind, let text = template.plain {
        texts.append(text)
      } else if case .name(let name) = argument.kind {
        reportUnknownClass(name, [])
        return []
      } else {
        if case .invalid = argument.kind { return [] }
        report(.wrongArguments("only", wanted: .contents), at: argument.span)
        return []
      }
    }
    let span = first.span.joined(with: last.span)
    return [addSelection(CharacterSelection(classes: classes, texts: texts), at: span)]
  }

  private func reportUnknownClass(_ name: Name, _ fields: @autoclosure () -> [String]) {
    let near = near(name.text, among: Checker.classNames.map { $0.0 } + fields())
    report(.unknownClass(name.text, near: near), at: name.span)
  }

  /// Compiles the arguments of `date("dd/MM/yyyy", "d.M.yyyy")`.
  private func formats(
    _ arguments: [Expression], of predicate: Predicate, at span: Span, _ context: Context
  ) -> Int32? {
    guard let kind = FieldKind(rawValue: predicate.name) else { return nil }
    var texts: [FormatText] = []
    for argument in arguments {
      switch resolved(argument, context).0.kind {
      case .format(let format): texts.append(format)
      case .text(let template):
        guard let text = template.plain else { return nil }
        texts.append(FormatText(PlainText(text, at: template.span)))
      default: return nil
      }
    }
    program.formats.append(.moment(kind, calendarFormats(texts, of: kind)))
    let number = Int32(program.formats.count - 1)
    return add(Node(operation: .momentFormat, a: number, span: span))
  }

  private func picture(_ text: String, at span: Span) -> Int32? {
    do {
      program.pictures.append(try TextPicture(text))
    } catch {
      report(.badPicture, at: span)
      return nil
    }
    return add(Node(operation: .picture, a: Int32(program.pictures.count - 1), span: span))
  }
}

// MARK: - Patterns

/// Determines whether a picture has signs that only patterns have, and converts it to a pattern.
private struct PatternLikeness {
  private(set) var isPattern = false
  /// The pattern, or nil if it is unclear.
  private(set) var pattern: String? = ""

  init(_ picture: String) {
    let characters = Array(picture)
    var index = 0
    while index < characters.count {
      index = read(characters, from: index)
    }
  }

  /// Reads the next sign. Returns the index after it.
  private mutating func read(_ characters: [Character], from index: Int) -> Int {
    let next = index + 1 < characters.count ? characters[index + 1] : nil
    switch characters[index] {
    case "#": pattern? += "[0-9]"
    case "@": pattern? += "[A-Za-z]"
    case "?", "(", ")", "|": pattern = nil
    case "[", "{":
      if let end = endOfBrackets(characters, from: index) { return end }
      pattern = nil
    case "\\":
      if let next, "dws".contains(next) {
        isPattern = true
        pattern? += "\\" + String(next)
      } else {
        pattern = nil
      }
      return index + 2
    case ".":
      if next == "*" || next == "+" {
        isPattern = true
        pattern? += "." + String(next ?? "*")
        return index + 2
      }
      pattern? += "\\."
    case "*", "+": readRepeat(characters, index, next)
    case let other:
      if other.isASCII, other.isLetter || other.isNumber || " -_:,".contains(other) {
        pattern?.append(other)
      } else {
        pattern = nil
      }
    }
    return index + 1
  }

  /// Reads `*` or `+`. The sign is a repetition if it is after `#`, `@`, `?` or `]` and not before `#`, `@` or `?`.
  private mutating func readRepeat(_ characters: [Character], _ index: Int, _ next: Character?) {
    let isPlace: (Character?) -> Bool = { $0 == "#" || $0 == "@" || $0 == "?" }
    let isRepeat =
      index > 0 && (isPlace(characters[index - 1]) || characters[index - 1] == "]")
      && !isPlace(next)
    if isRepeat {
      isPattern = true
      pattern?.append(characters[index])
    } else {
      pattern = nil
    }
  }

  /// Reads brackets such as `[FTU]` or `{2}`. Returns the index after them, or nil for anything else.
  private mutating func endOfBrackets(_ characters: [Character], from index: Int) -> Int? {
    let isClass = characters[index] == "["
    guard let end = characters[index...].firstIndex(of: isClass ? "]" : "}"), end > index + 1
    else { return nil }
    let inside = characters[index + 1..<end]
    let fits = inside.allSatisfy {
      isClass
        ? $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") : $0.isWholeNumber || $0 == ","
    }
    guard fits else { return nil }
    isPattern = true
    pattern? += String(characters[index...end])
    return end + 1
  }
}

extension Checker {
  private func warnIfPattern(_ picture: String, at span: Span, call: Span?) {
    let likeness = PatternLikeness(picture)
    guard likeness.isPattern || Checker.hasWildcard(picture) else { return }
    report(
      .patternInPicture(pattern: call == nil ? nil : likeness.pattern), at: call ?? span)
  }

  /// Whether a picture begins or ends with a sign that means any text in SQL or in file names.
  private static func hasWildcard(_ picture: String) -> Bool {
    let inner = picture.dropFirst().dropLast()
    guard !inner.isEmpty else { return false }
    let isAfterLetter = inner.last?.isLetter ?? false
    return picture.hasSuffix("*") || picture.hasPrefix("*") || picture.hasPrefix("%")
      || picture.hasSuffix("%") && isAfterLetter
  }

  private func pattern(_ literals: [PatternLiteral], at span: Span) -> Int32? {
    let entry = patterns.add(literals, at: span, in: source)
    for finding in entry.findings { report(finding.kind, at: finding.span) }
    return entry.number.map { add(Node(operation: .pattern, a: $0, span: span)) }
  }
}

// MARK: - Trivial predicates

extension Checker {
  /// Warns about arguments that let every value pass, or none.
  private func warnIfTrivial(
    _ predicate: Predicate, _ list: Range<Int>, _ type: StaticType, at span: Span,
    _ context: Context
  ) {
    func argument() -> Int32 { program.lists[list.lowerBound] }
    switch predicate {
    case .count, .words, .decimals:
      guard !list.isEmpty else { return }
      let range = program.nodes[Int(argument())]
      guard range.operation == .range else { return }
      // A single number is both bounds.
      if predicate == .decimals, range.a == range.b { warnIfExact(range.a) }
      warnAboutCounts(predicate, range, at: span, context)
    case .multipleOf:
      if type == .int, let step = constantValue(argument()), step.number == ExactDecimal(1 as Int) {
        report(.ruleNeverFails(predicate.name), at: span)
      }
    default: break
    }
  }

  private func warnAboutCounts(
    _ predicate: Predicate, _ range: Node, at span: Span, _ context: Context
  ) {
    let low = constantValue(range.a)?.number ?? .zero
    let high = constantValue(range.b)?.number
    // The values of bounds from other fields are unknown.
    guard range.a < 0 || constantValue(range.a) != nil else { return }
    guard range.b < 0 || high != nil else { return }
    let least = ExactDecimal(predicate == .count ? 1 : 0)
    if let high, high < least || (range.variant == 1 && high == least) {
      return report(.ruleNeverPasses(predicate.name), at: span)
    }
    if high == nil, low <= .zero {
      report(
        predicate == .count ? .countFromZero(predicate.name) : .ruleNeverFails(predicate.name),
        at: span)
    } else if predicate == .count, range.a >= 0, low.isZero, high != nil,
      context.field >= 0, isRequired(context.field)
    {
      report(.countFromZero(predicate.name), at: span)
    }
  }

  private func warnIfExact(_ count: Int32) {
    guard let number = constantValue(count)?.number, number > .zero else { return }
    report(.exactDecimals(program.nodes[Int(count)].span), at: program.nodes[Int(count)].span)
  }

  private func isRequired(_ field: Int) -> Bool {
    if case .required = program.fields[field].presence { true } else { false }
  }
}

extension Expression {
  /// Whether this argument has a label, as in `by: sku`.
  fileprivate var isLabelled: Bool {
    if case .labelled = kind { true } else { false }
  }
}

extension PredicateEntry.Subject {
  /// Whether a value of `type` can be this subject.
  package func takes(_ type: StaticType) -> Bool {
    switch self {
    case .any: !type.isPath
    case .text: type.family == .text
    case .textOrList: if case .list = type { true } else { type.family == .text }
    case .list: if case .list = type { true } else { false }
    case .number: type.family == .number
    case .numberOrMoment: type.family == .number || type.isMoment
    case .moment: type.isMoment
    case .day: type.isMoment && type != .time
    case .date: type == .date
    }
  }
}

// Conditions and operands of a form as XPath. A comparison with a blank answer is false in XPath and unknown in a form.
// So every condition has two translations: one for when it may hold, and one for when it certainly does.

internal import FormworkEngine
internal import FormworkSyntax

/// A condition in XPath.
struct SaidXPath {
  /// True for every accepted record for which the condition isn't false. Nil if XPath can't express such a test.
  var possible: XPath?
  /// False for every accepted record for which the condition isn't true. Nil if XPath can't express such a test.
  var certain: XPath?
  /// Whether `certain` and `possible` both mean the same as the condition.
  var isExact = false
  var lack = Coverage.Lack.kind

  static func unknown(_ lack: Coverage.Lack) -> SaidXPath { SaidXPath(lack: lack) }

  /// A condition that is never unknown.
  static func exact(_ test: XPath) -> SaidXPath {
    SaidXPath(possible: test, certain: test, isExact: true)
  }

  var negated: SaidXPath {
    SaidXPath(
      possible: certain.map { .negation(of: $0) }, certain: possible.map { .negation(of: $0) },
      isExact: isExact, lack: lack)
  }

  static func joined(_ parts: [SaidXPath], isAll: Bool) -> SaidXPath {
    let (possible, certain) = (parts.compactMap { $0.possible }, parts.compactMap { $0.certain })
    func joined(_ said: [XPath], canDrop: Bool) -> XPath? {
      let isSaid = canDrop ? !said.isEmpty || parts.isEmpty : said.count == parts.count
      return isSaid ? .joined(said, isAll: isAll) : nil
    }
    return SaidXPath(
      possible: joined(possible, canDrop: isAll), certain: joined(certain, canDrop: !isAll),
      isExact: parts.allSatisfy { $0.isExact },
      lack: parts.first { !$0.isExact }?.lack ?? .kind)
  }
}

/// The position of an expression in an XLSForm.
struct XPathPlace {
  /// The names from the outermost group or repeat down to the element with the expression.
  var path: [String]
  var level: Int32
  /// The field that `.` refers to. The expression is evaluated only if this field is filled.
  var own: Int32?
}

/// A question, a group or a repeat that was made from a field.
struct XLSFormQuestion {
  enum Kind {
    case text, number, choice, choices, truth, date, other, group, list
  }

  var path: [String]
  var kind: Kind
  /// The number of questions before this one.
  var position: Int
  /// Whether the answers are whole numbers. Calculations with other numbers are in binary.
  var isWhole = false
}

/// Translates the conditions of a form.
final class XLSFormConditions {
  let reading: ExportReading
  private var program: Program { reading.program }
  /// The questions of fields.
  var questions: OrderedDictionary<Int32, XLSFormQuestion> = [:]
  /// The number of questions with each name.
  var names: OrderedDictionary<String, Int> = [:]
  /// The calculated fields that have been exported.
  var calculations: OrderedSet<Int32> = []
  /// The blocks whose conditions have been exported.
  var blocks: OrderedSet<BlockPlace> = []

  init(_ reading: ExportReading) { self.reading = reading }

  /// A value in XPath.
  private struct Term {
    var text: XPath
    var kind: XLSFormQuestion.Kind
    /// The conditions under which the value is blank.
    var blanks: [XPath] = []
    var isWhole = false
    /// Whether the value is a count, which is 0 for a blank list.
    var isCount = false
    /// Whether the value may be blank only because its question isn't answered yet.
    var isLater = false
    /// Whether the value is calculated in binary, so that it may differ from the form's value.
    var isRough = false
  }

  // MARK: - Conditions

  func said(_ condition: Int32, _ place: XPathPlace) -> SaidXPath {
    said(program.formula(of: condition), place)
  }

  func said(_ formula: Formula, _ place: XPathPlace) -> SaidXPath {
    switch formula {
    case .all(let parts): return .joined(parts.map { said($0, place) }, isAll: true)
    case .any(let parts): return .joined(parts.map { said($0, place) }, isAll: false)
    case .not(let inner): return said(inner, place).negated
    case .constraint(let constraint):
      do throws(Gap) {
        let said = try said(constraint, place)
        return constraint.isNegated ? said.negated : said
      } catch {
        let lack = error.lack == .kind ? reading.lack(of: constraint.source) : error.lack
        return .unknown(lack)
      }
    case .opaque(let node):
      guard case .inValues(let item, let list, let isNegated) = program.view(node),
        let list = try? value(list, place), list.kind == .choices,
        let item = try? value(item, place), item.kind == .text || item.kind == .choice
      else { return .unknown(reading.lack(of: node)) }
      let test = tested(.call("selected", [list.text, item.text]), list.blanks + item.blanks)
      return isNegated ? test.negated : test
    }
  }

  /// Returns a test that is false in XPath but unknown in a form if one of `blanks` holds.
  private func tested(_ test: XPath, _ blanks: [XPath]) -> SaidXPath {
    SaidXPath(possible: .joined(blanks + [test], isAll: false), certain: test, isExact: true)
  }

  private func said(_ constraint: Constraint, _ place: XPathPlace) throws(Gap) -> SaidXPath {
    var subject = try value(constraint.subject, place)
    if case .isTrue = constraint.allowed,
      case .cell(_, _, let field) = program.view(constraint.subject)
    {
      subject = try value(ofField: field, place, isTruth: true)
    }
    if case .word(let word, _) = constraint.allowed, word == .filled || word == .blank {
      var blank = SaidXPath.exact(.joined(subject.blanks, isAll: false))
      if subject.isLater { (blank.certain, blank.isExact) = (.call("false", []), false) }
      return word == .blank ? blank : blank.negated
    }
    switch (constraint.measure, subject.kind) {
    case (.value, .truth):
      guard case .values(let values)? = program.values(of: constraint), values.count == 1,
        case .cell(_, _, let field) = program.view(constraint.subject)
      else { throw Gap(.otherField) }
      let words = truths(ofField: field)
      if case .isTrue = constraint.allowed {
        return .exact(.binary("=", subject.text, .text(words.yes)))
      }
      let word: XPath = .text(values[0].bool ? words.yes : words.no)
      return tested(.binary("=", subject.text, word), subject.blanks)
    case (.value, .choice): return try choice(subject, constraint, place)
    case (.value, .text), (.count, .text): return try text(subject, constraint)
    case (.count, .list), (.count, .choices):
      return try compared(counted(subject), constraint.allowed, place)
    case (.value, .number), (.value, .date):
      return try compared(subject, constraint.allowed, place)
    case (.value, .choices):
      // Each choice can be ticked only once, so the values are always distinct.
      if case .word(.distinct, let arguments) = constraint.allowed, arguments.isEmpty {
        return .exact(.call("true", []))
      }
      throw Gap(.kind)
    case (.decimals, .number):
      guard case .interval(_, let high?)? = program.values(of: constraint),
        high.value.number.asInt64 == 0
      else { throw Gap(.decimals) }
      return tested(.binary("=", subject.text, .call("int", [subject.text])), subject.blanks)
    default: throw Gap(.kind)
    }
  }

  // MARK: - Comparisons

  private func compared(
    _ subject: Term, _ allowed: Constraint.Allowed, _ place: XPathPlace
  ) throws(Gap) -> SaidXPath {
    switch allowed {
    case .equal(let operand): return try compared(subject, "=", try value(operand, place))
    case .interval(let interval): return try compared(subject, interval, place)
    case .listed(let items):
      return .joined(
        try items.map { item throws(Gap) in
          if let interval = program.interval(item) {
            return try compared(subject, interval, place)
          }
          return try compared(subject, "=", try value(item, place))
        }, isAll: false)
    case .word(.past, _), .word(.future, _):
      guard subject.kind == .date, case .word(let word, _) = allowed else { throw Gap(.kind) }
      let today = Term(text: .call("today", []), kind: .date)
      return try compared(subject, word == .past ? "<" : ">", today)
    case .word(.positive, _), .word(.negative, _):
      guard case .word(let word, _) = allowed else { throw Gap(.kind) }
      let zero = Term(text: .number("0"), kind: .number, isWhole: true)
      return try compared(subject, word == .positive ? ">" : "<", zero)
    case .word(.multipleOf, let arguments):
      guard subject.isWhole, let argument = arguments.first else { throw Gap(.decimals) }
      let divisor = try value(argument, place)
      guard divisor.isWhole else { throw Gap(.decimals) }
      return tested(
        .binary("=", .binary("mod", subject.text, divisor.text), .number("0")),
        subject.blanks + divisor.blanks)
    case .isTrue, .word: throw Gap(.kind)
    }
  }

  private func compared(
    _ subject: Term, _ interval: Interval<Int32>, _ place: XPathPlace
  ) throws(Gap) -> SaidXPath {
    var parts: [SaidXPath] = []
    if let low = interval.low {
      let sign = interval.excludesLow ? ">" : ">="
      parts.append(try compared(subject, sign, try value(low, place)))
    }
    if let high = interval.high {
      let sign = interval.excludesHigh ? "<" : "<="
      parts.append(try compared(subject, sign, try value(high, place)))
    }
    return .joined(parts, isAll: true)
  }

  private func compared(_ left: Term, _ sign: String, _ right: Term) throws(Gap) -> SaidXPath {
    guard left.kind == right.kind else { throw Gap(.calculation) }
    if left.isRough || right.isRough { throw Gap(.binary) }
    let test: XPath = .binary(sign, left.text, right.text)
    let blanks = left.blanks + right.blanks
    var said = tested(test, blanks)
    // In XPath, two blank answers are equal and a blank list has 0 items. So `certain` also requires filled values.
    let isGuarded = sign == "=" && !right.blanks.isEmpty || left.isCount || right.isCount
    if isGuarded, !blanks.isEmpty {
      said.certain = .joined(blanks.map { .negation(of: $0) } + [test], isAll: true)
    }
    return said
  }

  private func choice(
    _ subject: Term, _ constraint: Constraint, _ place: XPathPlace
  ) throws(Gap) -> SaidXPath {
    var operands: [Int32] = []
    switch constraint.allowed {
    case .equal(let operand): operands = [operand]
    case .listed(let items): operands = Array(items)
    case .interval, .isTrue, .word: return try text(subject, constraint)
    }
    return .joined(
      try operands.map { operand throws(Gap) in
        var value = try value(operand, place)
        if value.kind == .text, case .text = value.text { value.kind = .choice }
        return try compared(subject, "=", value)
      }, isAll: false)
  }

  // MARK: - Texts

  private func text(_ subject: Term, _ constraint: Constraint) throws(Gap) -> SaidXPath {
    guard case .cell(_, _, let number) = program.view(constraint.subject) else {
      throw Gap(.calculation)
    }
    // No blank text reaches the pattern. A question's own constraint isn't evaluated if its answer is blank, and
    // `subject.blanks` covers other questions.
    let field = RawField(number, program, mayBeBlank: false)
    if field.view.isCalculated { throw Gap(.calculation) }
    let set = field.set(of: constraint)
    // A pattern that differs a little from the rule is left out: some readers might refuse more than the form does.
    guard set.note == nil else { throw Gap(set.lack == .kind ? .text : set.lack) }
    func lengths(_ keywords: JSONMembers) -> XPath {
      let length: XPath = .call("string-length", [subject.text])
      let tests = [("minLength", ">="), ("maxLength", "<=")].compactMap { keyword, sign -> XPath? in
        guard case .literal(let bound)? = keywords[keyword] else { return nil }
        return .binary(sign, length, .number(bound))
      }
      return .joined(tests, isAll: true)
    }
    func matching(_ schema: JSONTree?) -> XPath? {
      var (schema, isGuarded) = (schema, false)
      if case .object(let members)? = schema, case .array(let parts)? = members["allOf"] {
        (schema, isGuarded) = (parts.first, true)
      }
      guard case .object(let members)? = schema, case .text(let pattern)? = members["pattern"],
        let portable = SchemaPattern.portable(pattern)
      else { return nil }
      let test: XPath = .call("regex", [subject.text, .text(portable)])
      return isGuarded
        ? .joined(subject.blanks.map { .negation(of: $0) } + [test], isAll: true) : test
    }
    var said = SaidXPath(isExact: set.isExact, lack: set.lack)
    if let keywords = set.keywords, keywords["minLength"] != nil || keywords["maxLength"] != nil {
      let test = lengths(keywords)
      // An upper limit alone holds for a blank answer, too.
      let blanks = keywords["minLength"] == nil ? subject.blanks : []
      said.possible = test
      said.certain =
        set.isExact ? .joined(blanks.map { .negation(of: $0) } + [test], isAll: true) : nil
    } else {
      said.possible = matching(set.over)
      said.certain = matching(set.under)
    }
    if said.possible == nil, said.certain == nil {
      throw Gap(set.over == nil ? set.lack : .pattern)
    }
    said.isExact = said.isExact && said.possible != nil && said.certain != nil
    said.possible = said.possible.map { .joined(subject.blanks + [$0], isAll: false) }
    return said
  }

  // MARK: - Values

  /// Returns the words for yes and no of a bool.
  func truths(ofField field: Int32) -> (yes: String, no: String) {
    program.boolWords(ofField: field) ?? ("yes", "no")
  }

  /// Returns the expression for a calculation, and whether it calculates in binary.
  func calculation(_ node: Int32, _ kind: FieldKind, _ place: XPathPlace) throws(Gap) -> (
    text: XPath, isRough: Bool
  ) {
    if kind == .bool {
      let said = said(node, place)
      guard let certain = said.certain, said.isExact else { throw Gap(said.lack) }
      return (.call("if", [certain, .text("yes"), .text("no")]), false)
    }
    let value = try value(node, place)
    if value.blanks.isEmpty { return (value.text, value.isRough) }
    let isFilled = XPath.joined(value.blanks.map { .negation(of: $0) }, isAll: true)
    return (.call("if", [isFilled, value.text, .text("")]), value.isRough)
  }

  private func value(_ node: Int32, _ place: XPathPlace) throws(Gap) -> Term {
    switch program.view(node) {
    case .cell(_, _, let field): return try value(ofField: field, place)
    case .member(let record, let inner):
      guard case .cell(_, _, let outer) = program.view(record), outer >= 0, questions[outer] != nil,
        case .cell(_, _, let field) = program.view(inner)
      else { throw Gap(.kind) }
      return try value(ofField: field, place)
    case .constant(let number): return try constant(program.constant(number).value)
    case .moment(isNow: false): return Term(text: .call("today", []), kind: .date)
    case .negate(let inner):
      var value = try value(inner, place)
      guard value.kind == .number else { throw Gap(.calculation) }
      value.text = .negative(value.text)
      return value
    case .arithmetic(let arithmetic, let left, let right):
      return try calculated(arithmetic, try value(left, place), try value(right, place))
    case .count(let list):
      let value = try value(list, place)
      guard value.kind == .list || value.kind == .choices else { throw Gap(.characters) }
      return counted(value)
    case .conditional(let first, let condition, let otherwise):
      let said = said(condition, place)
      guard let certain = said.certain, said.isExact else { throw Gap(said.lack) }
      let (yes, no) = (try value(first, place), try value(otherwise, place))
      guard yes.kind == no.kind, yes.blanks.isEmpty, no.blanks.isEmpty else {
        throw Gap(.calculation)
      }
      return Term(
        text: .call("if", [certain, yes.text, no.text]), kind: yes.kind,
        isWhole: yes.isWhole && no.isWhole, isRough: yes.isRough || no.isRough)
    case .aggregate(let aggregate, let list, value: -1, condition: -1):
      return try total(aggregate, list, place)
    case .function(.abs, let arguments), .function(.mod, let arguments):
      var values: [Term] = []
      for argument in arguments { values.append(try value(argument, place)) }
      guard values.allSatisfy({ $0.kind == .number && $0.isWhole }) else { throw Gap(.binary) }
      return Term(
        text: values.count == 1
          ? .call("abs", [values[0].text]) : .binary("mod", values[0].text, values[1].text),
        kind: .number, blanks: values.flatMap { $0.blanks }, isWhole: true)
    default: throw Gap(.kind)
    }
  }

  private func counted(_ list: Term) -> Term {
    Term(
      text: .call(list.kind == .list ? "count" : "count-selected", [list.text]), kind: .number,
      blanks: list.blanks, isWhole: true, isCount: true)
  }

  private func calculated(
    _ arithmetic: Arithmetic, _ left: Term, _ right: Term
  ) throws(Gap) -> Term {
    guard left.kind == .number, right.kind == .number else { throw Gap(.calculation) }
    let sign =
      switch arithmetic {
      case .add: "+"
      case .subtract: "-"
      case .multiply: "*"
      case .divide: "div"
      }
    let isWhole = left.isWhole && right.isWhole && arithmetic != .divide
    return Term(
      text: .binary(sign, left.text, right.text), kind: .number, blanks: left.blanks + right.blanks,
      isWhole: isWhole, isRough: !isWhole)
  }

  /// Returns the sum, minimum or maximum of a field over the items of a list. Throws unless the field is a number that
  /// every item must have.
  private func total(
    _ aggregate: Aggregate, _ list: Int32, _ place: XPathPlace
  ) throws(Gap) -> Term {
    let name: String? =
      switch aggregate {
      case .sum: "sum"
      case .least: "min"
      case .most: "max"
      case .count, .share, .mean, .duration: nil
      }
    guard let name, case .each(let list, let inner) = program.view(list),
      case .cell(_, _, let field) = program.view(inner), field >= 0,
      case .required = program.field(field).presence, program.field(field).fallback == nil,
      !program.field(field).isConditional
    else { throw Gap(.question) }
    let blanks = try value(list, place).blanks
    var value = try value(ofField: field, place)
    guard value.kind == .number else { throw Gap(.question) }
    value.text = .call(name, [value.text])
    value.blanks = blanks
    value.isRough = value.isRough || aggregate == .sum && !value.isWhole
    return value
  }

  private func constant(_ value: Value) throws(Gap) -> Term {
    switch value.kind {
    case .number:
      let text = value.text
      let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
      return Term(
        text: text.hasPrefix("-") ? .negative(.number(digits)) : .number(digits), kind: .number,
        isWhole: value.number.asInt64 != nil)
    case .text:
      guard XLSFormConditions.isPlain(value.text) else { throw Gap(.text) }
      return Term(text: .text(value.text), kind: .text)
    case .date: return Term(text: .call("date", [.text(value.text)]), kind: .date)
    default: throw Gap(.kind)
    }
  }

  /// Whether a text is the same after pyxform has read it from a cell, and can be a literal of XPath.
  static func isPlain(_ text: String) -> Bool {
    let others = "\u{2018}\u{2019}\u{201C}\u{201D}\n\r\t"
    return !text.isEmpty && text.first != " " && text.last != " " && !hasTwoSpaces(text)
      && !zip(text, text.dropFirst()).contains { $0 == "$" && $1 == "{" }
      && !(text.contains("'") && text.contains("\""))
      && !text.unicodeScalars.contains { others.unicodeScalars.contains($0) }
  }

  private static func hasTwoSpaces(_ text: String) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == " " && $1 == " " }
  }

  /// Returns the value of a field's question.
  ///
  /// - Parameter isTruth: whether the value is only tested for being true.
  private func value(
    ofField field: Int32, _ place: XPathPlace, isTruth: Bool = false
  ) throws(Gap) -> Term {
    guard field >= 0, let question = questions[field] else { throw Gap(.kind) }
    let view = program.field(field)
    if view.isCalculated, !calculations.contains(field) { throw Gap(.calculation) }
    let level = program.level(of: field)
    guard view.blockCells.allSatisfy({ blocks.contains(BlockPlace(level: level, cell: Int32($0))) })
    else { throw Gap(.block) }
    if field == place.own {
      return Term(text: .question(nil), kind: question.kind, isWhole: question.isWhole)
    }
    let reference: XPath = .question(reference(to: question.path, place))
    var value = Term(text: reference, kind: question.kind, isWhole: question.isWhole)
    value.isRough = view.isCalculated && question.kind == .number && !question.isWhole
    if let fallback = view.fallback {
      // A blank bool isn't true anyway, so the default `false` makes no difference.
      if question.kind == .truth, !fallback.bool, isTruth { return value }
      let constant: XPath =
        question.kind == .truth
        ? .text(fallback.bool ? truths(ofField: field).yes : truths(ofField: field).no)
        : try constant(fallback).text
      value.text = .call("coalesce", [reference, constant])
      return value
    }
    let isBlank: XPath =
      question.kind == .list
      ? .call("not", [.binary(">", .call("count", [reference]), .number("0"))])
      : .binary("=", reference, .text(""))
    if question.kind == .group { throw Gap(.wholeOnly) }
    value.isLater = isLater(field, place)
    if value.isLater || mayBeBlank(field, place) { value.blanks = [isBlank] }
    return value
  }

  /// Whether the question of a field comes after the one with the expression. A device evaluates a constraint before
  /// later questions are answered.
  func isLater(_ field: Int32, _ place: XPathPlace) -> Bool {
    guard let own = place.own.flatMap({ questions[$0] }), let question = questions[field] else {
      return false
    }
    return own.position < question.position
  }

  /// Whether a field may be blank in an accepted record.
  private func mayBeBlank(_ field: Int32, _ place: XPathPlace) -> Bool {
    let view = program.field(field)
    if RawField(field, program).mayBeBlank || view.isCalculated || view.isConditional {
      return true
    }
    // A record around the field may be blank.
    var level = program.level(of: field)
    while let owner = program.owner(ofLevel: level), level != place.level {
      if RawField(owner, program).mayBeBlank || program.field(owner).isConditional { return true }
      level = program.level(of: owner)
    }
    return false
  }

  /// Returns the name of a question, or a path to it if the name isn't unique.
  private func reference(to path: [String], _ place: XPathPlace) -> String {
    if let name = path.last, names[name] == 1 { return name }
    var common = 0
    while common < min(path.count, place.path.count) - 1, path[common] == place.path[common] {
      common += 1
    }
    let steps = place.path[common...].map { _ in ".." } + path[common...]
    return steps.joined(separator: "/")
  }
}

extension SchemaPattern {
  /// The longest text of an expression.
  private static let longest = 10_000

  /// Returns `pattern` for a literal of XPath, written so that Java and JavaScript read it in the same way. Nil if that
  /// is impossible.
  static func portable(_ pattern: String) -> String? {
    if hasNames(pattern) || pattern.utf8.count > longest { return nil }
    var text = ""
    var isEscaped = false
    let characters = Array(pattern)
    for (index, character) in characters.enumerated() {
      switch character {
      // In Java, `\s` matches only ASCII white space, so add the other characters. `[\s\S]` matches them anyway.
      case "s" where isEscaped && !characters[(index + 1)...].starts(with: "\\S"):
        text += "s\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF"
      case "'": text += "\\u0027"
      // Escape spaces, because pyxform replaces two spaces in a cell by one.
      case " ": text += "\\u0020"
      default: text.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return text
  }
}

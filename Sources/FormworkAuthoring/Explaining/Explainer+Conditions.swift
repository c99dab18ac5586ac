// Converts conditions to statements. One function covers every kind of condition, and moves a negation into the
// condition as far as possible.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// The context of a condition.
struct Standpoint {
  /// The field whose rule contains the condition.
  var field: Int32?
  /// The name for the field's own value; nil for the usual name.
  var name: String?
  /// The blocks around the condition.
  var blocks: OrderedSet<BlockPlace> = []
  /// The field at which problems are reported. Its notation is that of constants in the condition, as in messages.
  var notation: Int32?
  /// The names that fields of several records share in the condition, so that the words must distinguish these fields.
  /// Nil until the condition has been searched for them.
  var ambiguous: OrderedSet<String>?
  /// The question about other records that the condition is part of.
  var question: Int?
  /// Whether fields are worded as fields of the record at hand, because they are compared with fields of other records.
  var isKey = false

  /// The context of a condition about each entry of a list.
  var ofEntries: Standpoint {
    Standpoint(blocks: blocks, notation: notation, ambiguous: ambiguous, question: question)
  }

  /// The context of a part that is about the record at hand.
  func ofRecord(isKey: Bool = false) -> Standpoint {
    var place = self
    (place.question, place.isKey) = (nil, isKey)
    return place
  }
}

extension Explainer {
  /// Returns the meaning of a condition or of its negation.
  func statement(_ number: Int32, not isNegated: Bool = false, _ place: Standpoint) -> Statement {
    var place = place
    place.ambiguous = place.ambiguous ?? ambiguousNames(in: number)
    if let sentence = recordCount(number, isNegated, place) { return .sentence(sentence) }
    switch program.view(number) {
    case .and(let first, let second):
      let parts = [first, second].map { statement($0, not: isNegated, place) }
      return isNegated ? .any(of: parts) : .all(of: parts)
    case .or(let first, let second):
      let parts = [first, second].map { statement($0, not: isNegated, place) }
      return isNegated ? .all(of: parts) : .any(of: parts)
    case .not(let inner): return statement(inner, not: !isNegated, place)
    case .defined(let inner, let use): return defined(inner, use, isNegated, place)
    case .quantified(let list, let condition, let isAll):
      // The negation of "every" is "some" with the negated condition, and vice versa.
      return .entries(
        lead: lead(list, isAll: isAll != isNegated, place),
        statement(condition, not: isNegated, place.ofEntries))
    case .word(let word, let subject, let arguments):
      return statement(word, subject, arguments, isNegated, place)
    case .comparison(let comparison, let left, let right):
      if let holds = truth(right) {
        let isTrue = (comparison == .equal) == holds
        return .sentence(sentence(left, isTrue: isTrue != isNegated, place))
      }
      return .sentence(sentence(comparison, left, right, isNegated, place))
    case .inRange(let subject, let range, let isOutside):
      let isNegated = isNegated != isOutside
      return .sentence(
        sentence(
          operand(subject, place), bounds(range, beside: subject, place),
          isMoment: isMoment(subject), isFixed: isFixed(range), isNegated))
    case .inList(let subject, let list, let isNone):
      return .sentence(sentence(subject, in: list, isNegated != isNone, place))
    case .inTable(let subject, let table, let keys, let isNone):
      let name: ExplainPhrase = isNegated != isNone ? .isNotInTable : .isInTable
      return .sentence(
        text(name).filled(
          ("subject", operand(subject, place)), ("name", mention(table: table)),
          ("keys", listed(keys, place))))
    case .inValues(let subject, let path, let isNone):
      let isNot = isNegated != isNone
      if case .columns = program.view(path) {
        return .sentence(
          text(isNot ? .isNoColumn : .isColumn).filled(("subject", operand(subject, place))))
      }
      let name: ExplainPhrase = isNot ? .isNotAmong : .isAmong
      return .sentence(
        text(name).filled(
          ("subject", operand(subject, place)), ("list", operand(path, place))))
    case .dataSet(let word, _, let fields):
      return .sentence(sentence(ofAllRecords: word, fields, isNegated))
    case .host(let rule, let subject, let arguments):
      return .sentence(sentence(rule, subject, arguments, isNegated, place))
    case .truth(let inner): return .sentence(sentence(inner, isTrue: !isNegated, place))
    case .isKind(let inner, let kind):
      let name: ExplainPhrase = isNegated ? .isNotOfKind : .isOfKind
      return .sentence(
        text(name).filled(("subject", operand(inner, place)), ("kind", words.explained(kind))))
    case .question(let inner, let question):
      place.question = question
      return statement(inner, not: isNegated, place)
    case .constantTruth(let holds): return .sentence(text(holds != isNegated ? .always : .never))
    case .ofItem(let inner, _, _): return statement(inner, not: isNegated, place)
    case .cell, .constant, .template, .moment, .negate, .arithmetic, .conditional, .count,
      .aggregate, .element, .distinctValues, .function, .lookUp, .member, .each, .values, .outside,
      .columns, .firstInForce, .extreme, .records, .wholeRecord, .ofList, .range, .pattern,
      .picture, .selection, .momentFormat, .keyword, .invalid:
      return .sentence(operand(number, place))
    }
  }

  /// Returns the words before a statement about every entry, or at least one entry, of a list.
  private func lead(_ list: Int32, isAll: Bool, _ place: Standpoint) -> String {
    let lead: ExplainPhrase
    switch selection(of: list) {
    case .allRecords: lead = isAll ? .everyRecordLead : .someRecordLead
    case .some: lead = isAll ? .everyOf : .someOf
    case nil: lead = isAll ? .everyEntry : .someEntry
    }
    return text(lead).filled(("list", operand(list, place)))
  }

  /// Returns the sentence for a condition on the number of all records, or nil for any other condition.
  private func recordCount(_ number: Int32, _ isNegated: Bool, _ place: Standpoint) -> String? {
    guard let constraint = program.constraint(of: number), case .records = constraint.measure else {
      return nil
    }
    let interval: Interval<Int32>
    switch constraint.allowed {
    case .interval(let found): interval = found
    case .equal(let count): interval = Interval(low: count, high: count)
    default: return nil
    }
    let isOutside = isNegated != constraint.isNegated
    let bounds = interval.map { operand($0, place) }
    let amount = words.amount(isOutside ? bounds.forbidden : bounds, .record)
    let name: ExplainPhrase = isOutside && bounds.isFull ? .notRecordCount : .recordCount
    return text(name).filled(("amount", amount))
  }

  /// Returns the statement for a use of a definition. A long definition is written only once, at the end of the
  /// document.
  private func defined(
    _ inner: Int32, _ use: Int, _ isNegated: Bool, _ place: Standpoint
  ) -> Statement {
    let holding = meaning(inner, not: false, place)
    guard holding.sentenceCount > Explainer.fewSentences else {
      return isNegated ? meaning(inner, not: true, place) : holding
    }
    let name = namesOfStatements[holding] ?? name(holding, program.definition(use).name)
    return .sentence(
      text(isNegated ? .breaksDefinition : .keepsDefinition)
        .filled(("name", quoted(name))))
  }
}

extension Explainer {
  /// Returns the meaning of a definition where it is used. Results are cached: otherwise each use of a definition, and
  /// each negation, would compute all the definitions inside it again.
  private func meaning(_ inner: Int32, not isNegated: Bool, _ place: Standpoint) -> Statement {
    if place.name != nil { return statement(inner, not: isNegated, place) }
    let key = Int64(inner) << 1 | (isNegated ? 1 : 0)
    if let known = meanings[key] { return known }
    let meaning = statement(inner, not: isNegated, place)
    meanings[key] = meaning
    return meaning
  }

  /// Gives a statement the name of its definition, with a number if the name has another meaning elsewhere.
  private func name(_ statement: Statement, _ definition: String) -> String {
    let title = MessageWriter.readable(definition)
    titleCounts[title, default: 0] += 1
    let count = titleCounts[title, default: 1]
    let name = count == 1 ? title : "\(title) (\(count))"
    named.append((name, statement))
    namesOfStatements[statement] = name
    return name
  }
}

// MARK: - Comparisons

extension Explainer {
  /// Returns the sentence that a bool is true or false. A blank bool is false, which is only said where it may be blank.
  private func sentence(_ subject: Int32, isTrue: Bool, _ place: Standpoint) -> String {
    let name: ExplainPhrase =
      isTrue ? .isTrue : mayBeBlank(subject, place) ? .isFalse : .isNo
    return text(name).filled(("subject", operand(subject, place)))
  }

  /// Whether the value of a bool may be blank in an accepted record. Records of other data may lack any value.
  private func mayBeBlank(_ number: Int32, _ place: Standpoint) -> Bool {
    switch program.view(number) {
    case .cell(_, _, let field):
      if let list = program.list(ofField: field), !list.isOfValues {
        return program.field(field).fallback == nil
      }
      return field != place.field && program.mayBeBlank(field: field, inside: place.blocks)
    case .member(let record, let inner):
      return mayBeBlank(record, place) || mayBeBlank(inner, place)
    case .question(let inner, _), .outside(let inner, _), .ofItem(let inner, _, _):
      return mayBeBlank(inner, place)
    case .firstInForce(let fields): return fields.contains { mayBeBlank($0, place) }
    case .wholeRecord, .ofList: return false
    default: return true
    }
  }

  /// Returns the value of a constant `true` or `false` in a comparison, or nil for other operands.
  private func truth(_ number: Int32) -> Bool? {
    guard case .constant(let entry) = program.view(number) else { return nil }
    let value = program.constant(entry).value
    return value.kind == .bool ? value.bool : nil
  }
}

extension Explainer {
  private func sentence(
    _ comparison: Comparison, _ left: Int32, _ right: Int32, _ isNegated: Bool,
    _ place: Standpoint
  ) -> String {
    let subject = operand(left, place)
    let value = operand(right, beside: left, place)
    if let bounds = Interval(comparison, value) {
      return sentence(
        subject, bounds, isMoment: isMoment(left) || isMoment(right), isFixed: isFixed(right),
        isNegated)
    }
    let isEqual = (comparison == .equal) != isNegated
    let name: ExplainPhrase =
      isConstant(right) ? isEqual ? .equal : .notEqual : isEqual ? .same : .different
    return text(name).filled(("subject", subject), ("value", value))
  }

  /// Returns the sentence that `subject` is within `bounds`, or, if `isNegated`, that it isn't.
  ///
  /// - Parameter isFixed: whether the bounds are the same for all records. Words such as "or later" after a field or a
  ///   record could be read as a part of its name.
  func sentence(
    _ subject: String, _ bounds: Interval<String>?, isMoment: Bool, isFixed: Bool,
    _ isNegated: Bool
  ) -> String {
    guard let bounds = isNegated ? bounds?.forbidden : bounds,
      var phrase: ExplainPhrase = bounds.phrase(isMoment: isMoment, isOutside: isNegated)
    else { return text(isNegated ? .never : .always) }
    if phrase == .notBefore, !isFixed { phrase = .notEarlier }
    if phrase == .notAfter, !isFixed { phrase = .notLater }
    return text(phrase).filled(
      ("subject", subject), ("min", bounds.low ?? ""), ("max", bounds.high ?? ""),
      ("value", bounds.low ?? ""))
  }

  /// Whether an operand, or each bound of a range, is the same for all records.
  func isFixed(_ number: Int32) -> Bool {
    switch program.view(number) {
    case .constant, .moment: true
    case .arithmetic, .negate, .range, .function:
      program.children(of: number).allSatisfy { isFixed($0) }
    default: false
    }
  }

  /// Returns the bounds of a range. For a single value, both bounds are that value.
  func bounds(_ range: Int32?, beside subject: Int32?, _ place: Standpoint) -> Interval<String> {
    let bounds = range.flatMap { program.interval($0) } ?? Interval(low: range, high: range)
    return bounds.map { operand($0, beside: subject, place) }
  }
}

extension ExplainPhrase: IntervalPhrase {}

// MARK: - Lists of values

extension Explainer {
  private func sentence(
    _ subject: Int32, in list: NodeList, _ isNegated: Bool, _ place: Standpoint
  ) -> String {
    if let name = mention(listOf: list) {
      return text(isNegated ? .isNotInList : .isInList).filled(
        ("subject", operand(subject, place)), ("name", quoted(name)))
    }
    if list.count == 1, let only = list.first, !isRange(only) {
      return sentence(.equal, subject, only, isNegated, place)
    }
    return text(isNegated ? .isNoneOf : .isOneOf).filled(
      ("subject", operand(subject, place)),
      (
        "values",
        values(
          list, beside: subject, conjunction: isNegated ? .comma : .lastValue,
          in: place.notation)
      ))
  }

  /// Returns the name of the choice list that all of `nodes` come from, or nil if there are few values or no such list.
  private func mention(listOf nodes: NodeList) -> String? {
    guard nodes.count > Explainer.fewValues, let first = nodes.first, let last = nodes.last
    else { return nil }
    let span = program.span(ofCondition: first)
    guard span == program.span(ofCondition: last) else { return nil }
    let name = source.text(span).filter { $0 != "`" }
    return choiceLists[name].map { _ in mention(list: name) }
  }

  /// Returns the name of a list and adds the list to the end of the document.
  func mention(list name: String) -> String {
    lists.insert(name)
    return name
  }

  /// Returns the name of a table and adds the table to the end of the document.
  func mention(table number: Int) -> String {
    if !tables.contains(number) { tables.append(number) }
    return quoted(program.table(number).name)
  }

  private func isRange(_ number: Int32) -> Bool {
    if case .range = program.view(number) { true } else { false }
  }

  /// Returns the values and ranges of a list.
  ///
  /// - Parameter notation: the field whose notation the values have, or nil for that of `subject`.
  func values(
    _ list: NodeList, beside subject: Int32? = nil, conjunction: MessagePhrase,
    in notation: Int32? = nil
  ) -> String {
    let place = Standpoint(notation: notation)
    let all = list.prefix(Explainer.manyValues).map { item in
      guard isRange(item) else { return operand(item, beside: subject, place) }
      return range(bounds(item, beside: subject, place))
    }
    let texts =
      conjunction == .comma ? words.joined(all) : words.listed(all, conjunction)
    if all.count == list.count { return texts }
    return text(.moreInAll).filled(("values", texts), ("count", String(list.count)))
  }

  /// Returns the words for a range that is part of a list.
  func range(_ bounds: Interval<String>) -> String {
    let name: ExplainPhrase =
      switch (bounds.low, bounds.high) {
      case (nil, nil): .anything
      case (_?, nil): .rangeFrom
      case (nil, _?): bounds.excludesHigh ? .rangeUnder : .rangeTo
      case (let low?, let high?):
        low == high ? .emptyText : bounds.excludesHigh ? .rangeBelow : .rangeFromTo
      }
    if name == .emptyText { return bounds.low ?? "" }
    return text(name).filled(("min", bounds.low ?? ""), ("max", bounds.high ?? ""))
  }

  private func sentence(
    ofAllRecords word: Predicate, _ fields: NodeList, _ isNegated: Bool
  ) -> String {
    // In this sentence, a field is called by its label even in its own rules.
    let place = Standpoint()
    if fields.count == 1 {
      return words.explained(word, isNegated: isNegated).filled(("subject", listed(fields, place)))
    }
    return text(word == .unique ? .uniqueTogether : .sameTogether).filled(
      ("fields", listed(fields, place)))
  }

  private func sentence(
    _ rule: HostPredicate, _ subject: Int32, _ arguments: NodeList, _ isNegated: Bool,
    _ place: Standpoint
  ) -> String {
    let name = quoted(MessageWriter.readable(rule.name))
    let inside =
      arguments.isEmpty
      ? name : name + " " + text(.inParentheses).filled(("text", listed(arguments, place)))
    return text(isNegated ? .breaksHost : .keepsHost).filled(
      ("subject", operand(subject, place)), ("name", inside))
  }

  /// Returns operands as a list: "a, b and c".
  func listed(_ operands: NodeList, _ place: Standpoint) -> String {
    words.listed(operands.map { operand($0, place) }, .and)
  }
}

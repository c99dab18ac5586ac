// Operands as noun phrases: fields, literals and calculations.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension Explainer {
  /// The precedence of an operand's text, lowest first. A part with too low a precedence needs parentheses.
  private enum Strength: Int {
    /// Several words, which need parentheses in a calculation.
    case words
    case sum, product, whole
  }

  /// Returns an operand in words.
  func operand(_ number: Int32, beside other: Int32? = nil, _ place: Standpoint) -> String {
    var room = Explainer.manyParts
    var place = place
    place.ambiguous = place.ambiguous ?? ambiguousNames(in: number)
    let told = phrase(number, beside: other, place, &room).text
    return room < 0 ? text(.tooLong) : told
  }

  /// Returns the name of a field's own value in its rules.
  func own(_ field: Int32) -> String {
    let view = program.field(field)
    if view.name.isEmpty {
      let isInner = view.owner.map { program.field($0).name.isEmpty } ?? false
      return text(isInner ? .ownInnerEntry : .ownEntry)
    }
    return text(view.kind == .list ? .ownList : .ownValue)
  }

  private func phrase(
    _ number: Int32, beside other: Int32? = nil, _ place: Standpoint, _ room: inout Int
  ) -> (text: String, strength: Strength) {
    room -= 1
    if room < 0 { return ("", .whole) }
    func whole(_ text: String) -> (String, Strength) { (text, .whole) }
    func inner(_ number: Int32) -> String { phrase(number, place, &room).text }
    func words(_ text: String) -> (String, Strength) { (text, .words) }
    func all(_ numbers: NodeList) -> String {
      var texts: [String] = []
      for number in numbers where room >= 0 { texts.append(inner(number)) }
      return self.words.listed(texts, .and)
    }
    switch program.view(number) {
    case .cell(_, _, let field):
      if field == place.field { return whole(place.name ?? own(field)) }
      return whole(name(ofField: field, place))
    case .constant(let entry): return whole(constant(entry, beside: other, place))
    case .template(let entry):
      let parts = program.template(ofNode: entry).parts
      if parts.count == 1, case .placeholder(.operand(let operand, _)) = parts[0] {
        return whole(inner(operand))
      }
      return whole(quoted(template(program.template(ofNode: entry))))
    case .moment(let isNow): return whole(text(isNow ? .nowValue : .todayValue))
    case .negate(let operand):
      return ("−" + bound(operand, above: .product, place, &room), .product)
    case .arithmetic(let operation, let left, let right):
      return arithmetic(operation, left, right, place, &room)
    case .conditional(let first, let condition, let otherwise):
      return words(
        text(.eitherValue).filled(
          ("a", inner(first)), ("condition", inline(statement(condition, place))),
          ("b", inner(otherwise))))
    case .count(let operand):
      if case .values(let operands) = program.view(operand) {
        return words(text(.filledCount).filled(("a", all(operands))))
      }
      if case .columns = program.view(operand) { return words(text(.columnCount)) }
      if case .distinctValues(let list) = program.view(operand) {
        return words(text(.differentCount).filled(("a", inner(list))))
      }
      let isList = kind(of: operand) == .list
      let name: ExplainPhrase =
        selection(of: operand) != nil ? .numberOf : isList ? .entryCount : .characterCount
      return words(text(name).filled(("a", inner(operand))))
    case .aggregate(let aggregate, let list, let value, let condition):
      return words(self.aggregate(aggregate, list, value, condition, place, &room))
    case .element: return whole(text(.ownEntry))
    case .distinctValues(let list):
      return words(self.words.explained(.distinct).filled(("a", inner(list))))
    case .function(let function, let arguments):
      return words(call(function, arguments, place, &room))
    case .lookUp(let table, let keys):
      return words(
        text(.tableResult).filled(("name", mention(table: table)), ("keys", all(keys))))
    case .member(let record, let field), .each(let record, let field):
      let path = path(record, field, place, &room)
      return isOfOtherRecord(record) ? words(path) : whole(path)
    case .values(let operands): return whole(all(operands))
    case .columns: return whole(text(.columnNames))
    case .outside(let operand, _):
      if case .element = program.view(operand) { return whole(text(.outerEntry)) }
      return phrase(operand, beside: other, place.ofRecord(isKey: place.isKey), &room)
    case .extreme(let operands, let isLargest):
      return words(text(isLargest ? .largest : .smallest).filled(("a", all(operands))))
    case .firstInForce(let fields):
      let labels = shared(fields).labels
      room -= labels.count
      guard labels.count > 1, room >= 0 else { return whole(labels.first ?? "") }
      return whole(
        text(.oneInForce).filled(("fields", self.words.listed(labels, .or))))
    case .question(let operand, let question):
      var place = place
      place.question = question
      if program.askedRecords(question).selection == .total { return words(text(.recordTotal)) }
      return phrase(operand, beside: other, place, &room)
    case .records(let question): return whole(records(question, place, &room))
    case .wholeRecord: return whole(place.question.map { records($0, place, &room) } ?? "")
    case .ofList(let query, let isFirst):
      return whole(list(query, isFirst: isFirst, place, &room))
    case .range: return whole(range(bounds(number, beside: other, place)))
    case .pattern, .picture: return whole(pattern(number))
    case .selection(let entry): return whole(characters(program.selection(entry)))
    case .ofItem(let operand, _, _): return whole(inner(operand))
    case .momentFormat, .keyword, .invalid: return whole("")
    case .and, .or, .not, .comparison, .inRange, .inList, .inTable, .inValues, .word, .dataSet,
      .host, .truth, .isKind, .defined, .quantified, .constantTruth:
      return whole(text(.inParentheses).filled(("text", inline(statement(number, place)))))
    }
  }

  /// Returns words for the records that a question is about.
  private func records(_ question: Int, _ place: Standpoint, _ room: inout Int) -> String {
    let asked = program.askedRecords(question)
    let fields = words.listed(
      asked.group.compactMap { program.field(of: $0).map { label($0) } }, .and)
    if !asked.keys.isEmpty {
      let name: ExplainPhrase =
        asked.selection == .first
        ? fields.isEmpty ? .recordByKey : .recordByKeyInGroup
        : fields.isEmpty ? .recordsByKey : .recordsByKeyInGroup
      return text(name).filled(("keys", keys(asked.keys, place, &room)), ("fields", fields))
    }
    if asked.selection == .previous {
      return text(fields.isEmpty ? .recordBefore : .recordBeforeInGroup).filled(("fields", fields))
    }
    return fields.isEmpty ? text(.everyRecord) : text(.groupRecords).filled(("fields", fields))
  }

  /// Returns an operand, in parentheses if it binds less strongly than its surroundings.
  private func bound(
    _ number: Int32, above strength: Strength, _ place: Standpoint, _ room: inout Int
  ) -> String {
    let part = phrase(number, place, &room)
    if part.strength.rawValue >= strength.rawValue { return part.text }
    return text(.inParentheses).filled(("text", part.text))
  }

  private func arithmetic(
    _ operation: Arithmetic, _ left: Int32, _ right: Int32, _ place: Standpoint,
    _ room: inout Int
  ) -> (String, Strength) {
    let (sign, own, beyond): (String, Strength, Strength) =
      switch operation {
      case .add: ("+", .sum, .sum)
      case .subtract: ("−", .sum, .product)
      case .multiply: ("×", .product, .product)
      case .divide: ("÷", .product, .whole)
      }
    let first = bound(left, above: own, place, &room)
    let last = bound(right, above: beyond, place, &room)
    return (first + " " + sign + " " + last, own)
  }

  /// Returns words for an aggregate of a list. Includes the condition on the entries and the value of each entry, if
  /// the aggregate has them.
  private func aggregate(
    _ aggregate: Aggregate, _ list: Int32, _ value: Int32, _ condition: Int32,
    _ place: Standpoint, _ room: inout Int
  ) -> String {
    let entry = place.ofEntries
    let condition = condition < 0 ? nil : inline(statement(condition, entry))
    var told = phrase(list, place, &room).text
    if aggregate == .count || aggregate == .share {
      let isSelected = selection(of: list) != nil
      guard let condition else {
        return text(isSelected ? .numberOf : .entryCount).filled(("a", told))
      }
      let name: ExplainPhrase =
        aggregate == .count
        ? isSelected ? .numberOfFor : .entryCountFor : isSelected ? .shareOfFor : .entryShare
      return text(name).filled(("a", told), ("condition", condition))
    }
    if value >= 0 {
      told = text(condition == nil ? .valueOfEntries : .valueOfEntriesFor).filled(
        ("a", told), ("value", phrase(value, entry, &room).text), ("condition", condition ?? ""))
    }
    switch aggregate {
    case .least: return text(.smallest).filled(("a", told))
    case .most: return text(.largest).filled(("a", told))
    case .mean: return words.explained(.mean).filled(("a", told))
    case .sum, .duration, .count, .share: return words.explained(.sum).filled(("a", told))
    }
  }

  private func call(
    _ function: Function, _ arguments: NodeList, _ place: Standpoint, _ room: inout Int
  ) -> String {
    var texts: [String] = []
    var sentence = words.explained(function)
    if function == .workdays, arguments.count == 3 { sentence = text(.workdaysExcept) }
    for argument in arguments where room >= 0 {
      guard case .keyword(let word) = program.view(argument) else {
        texts.append(bound(argument, above: .whole, place, &room))
        continue
      }
      switch word {
      case .even: sentence = text(.roundedEven)
      case .up: sentence = text(.roundedUp)
      case .down: sentence = text(.roundedDown)
      case .before: sentence = text(.partBefore)
      case .after: sentence = text(.partAfter)
      case .any: break
      }
    }
    let joint = words.phrase(.comma)
    return sentence.filled(
      ("a", texts.first ?? ""), ("b", texts.dropFirst().first ?? ""),
      ("c", texts.dropFirst(2).first ?? ""),
      ("rest", texts.dropFirst().joined(separator: joint)),
      ("all", words.listed(texts, .and)))
  }

  /// Returns a path such as `address.zip`, with both labels in a single pair of quotes.
  private func path(
    _ record: Int32, _ field: Int32, _ place: Standpoint, _ room: inout Int
  ) -> String {
    if case .ofList(let query, _) = program.view(record), program.isOfValues(query) {
      return program.field(of: field).map { label($0) } ?? ""
    }
    let (labels, base) = steps(of: record, field, place, &room)
    guard let first = labels.first else { return phrase(field, place, &room).text }
    let path = labels.dropFirst().reduce(first) {
      text(.pathStep).filled(("outer", $0), ("inner", $1))
    }
    switch base {
    case .own(let name): return text(.pathStep).filled(("outer", name), ("inner", label(path)))
    case .other(let records):
      return text(.ofRecord).filled(("field", label(path)), ("record", records))
    case nil:
      return place.isKey ? text(.ofThisRecord).filled(("field", label(path))) : label(path)
    }
  }

  /// Returns words for the records that a query selects from a list of other data.
  private func list(
    _ query: Int, isFirst: Bool, _ place: Standpoint, _ room: inout Int
  ) -> String {
    let asked = program.askedList(query)
    let name = quoted(writer.label(ofList: asked.name, asked.label))
    if asked.keys.isEmpty { return text(.listRecords).filled(("name", name)) }
    return text(isFirst ? .listRecordByKey : .listRecordsByKey).filled(
      ("name", name), ("keys", keys(asked.keys, place, &room)))
  }

  /// Returns words for the keys that select records: pairs of a field and the value that it must have.
  private func keys(
    _ keys: [(field: Int32, value: Int32)], _ place: Standpoint, _ room: inout Int
  ) -> String {
    let pairs = keys.map { key in
      text(.keyPair).filled(
        ("field", program.field(of: key.field).map { label($0) } ?? ""),
        ("value", phrase(key.value, place.ofRecord(isKey: true), &room).text))
    }
    return words.listed(pairs, .and)
  }

  /// The beginning of a path, if it isn't a field.
  private enum PathBase {
    /// The field's own value.
    case own(String)
    /// Other records.
    case other(String)
  }

  /// Returns the labels of a path, and its base if the path doesn't begin with a field.
  private func steps(
    of record: Int32, _ inner: Int32, _ place: Standpoint, _ room: inout Int
  ) -> (labels: [String], base: PathBase?) {
    let outer: (labels: [String], base: PathBase?)
    switch program.view(record) {
    case .records, .wholeRecord, .question, .ofList:
      outer = ([], .other(phrase(record, place, &room).text))
    case .member(let record, let field), .each(let record, let field):
      outer = steps(of: record, field, place, &room)
    case .cell(_, _, let number) where number == place.field && program.field(number).name.isEmpty:
      outer = ([], .own(own(number)))
    case .outside(let operand, _):
      outer = (program.field(of: operand).map { [writer.label(ofField: $0)] } ?? [], nil)
    default: outer = (program.field(of: record).map { [writer.label(ofField: $0)] } ?? [], nil)
    }
    let last = program.field(of: inner).map { [writer.label(ofField: $0)] } ?? []
    return (outer.labels + last, outer.base)
  }

  /// Returns the fields that `operands` refer to. They share a name in mutually exclusive branches.
  func shared(_ operands: NodeList) -> SharedName {
    let fields = operands.compactMap { program.field(of: $0) }
    if let known = sharedNames[fields] { return known }
    let labels = OrderedSet(fields.map { label($0) })
    let shared = SharedName(fields: OrderedSet(fields), labels: Array(labels))
    sharedNames[fields] = shared
    return shared
  }
}

/// Fields that share a name in mutually exclusive branches. Cached, because many conditions may mention them.
struct SharedName {
  let fields: OrderedSet<Int32>
  /// The labels of the fields, without duplicates.
  let labels: [String]
}

// MARK: - Literals

extension Explainer {
  func isConstant(_ number: Int32) -> Bool {
    if case .constant = program.view(number) { true } else { false }
  }

  /// Returns a constant as people write it; a choice is followed by its label.
  ///
  /// - Parameter other: the operand that the constant is compared with.
  private func constant(_ entry: Int, beside other: Int32?, _ place: Standpoint) -> String {
    let value = program.constant(entry).value
    switch value.kind {
    case .text:
      let text = value.text
      let fields = other.map { program.fields(of: $0) } ?? []
      // In each branch, a choice may have another label.
      let labels = Array(OrderedSet(fields.compactMap { self.label(of: text, ofField: $0) }))
      guard labels.count == 1, let label = labels.first, label != text else {
        return quoted(visible(text))
      }
      return words.phrase(.labelled).filled(("value", quoted(text)), ("label", label))
    case .bool: return text(value.bool ? .yes : .no)
    case .duration: return duration(value.duration)
    default:
      let field = place.notation ?? other.flatMap { program.field(of: $0) }
      return program.text(ofConstant: entry, inField: field)
    }
  }

  private func label(of value: String, ofField number: Int32) -> String? {
    guard let list = program.field(number).choices, let place = list.number(of: value) else {
      return nil
    }
    return writer.label(of: place, in: list)
  }

  private func duration(_ duration: CalendarDuration) -> String {
    if duration.months < 0 || duration.seconds < 0 {
      return "−" + self.duration(duration.negated())
    }
    var parts: [String] = []
    func add(_ count: Int64, _ unit: ExplainUnit) {
      if count == 0 { return }
      let form = words.plural.form(of: words.unit(unit), for: String(count))
      parts.append(
        words.phrase(.amount).filled(("count", String(count)), ("unit", form)))
    }
    if duration.months != 0 { countsMonths = true }
    add(duration.months / 12, .year)
    add(duration.months % 12, .month)
    let days = duration.seconds / 86_400
    let isWeeks = days % 7 == 0 && days > 7 && duration.seconds % 86_400 == 0
    if isWeeks { add(days / 7, .week) } else { add(days, .day) }
    add(duration.seconds % 86_400 / 3_600, .hour)
    add(duration.seconds % 3_600 / 60, .minute)
    add(duration.seconds % 60, .second)
    if parts.isEmpty { return "0 " + words.plural.form(of: words.unit(.day), for: "0") }
    return parts.joined(separator: " ")
  }

  /// Returns the kind of an operand, if its words depend on the kind.
  func kind(of number: Int32) -> FieldKind? {
    switch program.view(number) {
    case .cell(_, _, let field): program.field(field).kind
    case .member(_, let inner), .outside(let inner, _): kind(of: inner)
    case .each, .records, .ofList: .list
    case .firstInForce(let fields): fields.first.flatMap { kind(of: $0) }
    default: nil
    }
  }

  /// Returns whether an operand is a date or a time.
  func isMoment(_ number: Int32) -> Bool {
    switch program.view(number) {
    case .cell(_, _, let field): program.field(field).kind.isMoment
    case .constant(let entry):
      switch program.constant(entry).value.kind {
      case .date, .time, .dateTime, .instant: true
      default: false
      }
    case .moment: true
    case .arithmetic(_, let left, let right): isMoment(left) != isMoment(right)
    case .member(_, let inner), .each(_, let inner), .outside(let inner, _),
      .ofItem(let inner, _, _), .distinctValues(let inner):
      isMoment(inner)
    case .aggregate(.least, let list, let value, _), .aggregate(.most, let list, let value, _):
      isMoment(value < 0 ? list : value)
    case .values(let operands): operands.first.map { isMoment($0) } ?? false
    case .extreme(let operands, _), .firstInForce(let operands):
      operands.first.map { isMoment($0) } ?? false
    case .lookUp(let table, _):
      program.table(table).firstResult?.first.map { isMoment($0) } ?? false
    default: false
    }
  }
}

// `formwork export --to xlsform`: a form as XLSForm, the workbook from which ODK, KoboToolbox and others make their
// forms.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Writes a form as an XLSForm.
///
/// The names of questions are the keys of the data, so that the collected data are records of the form. A block doesn't
/// become a group, because a group would be another object in the data. Instead, each of its questions is relevant only
/// if the block is in force. A page does become a group, because only a group can be a page. Its answers are in an object
/// of their own, unless the page is a record and nothing else.
final class XLSFormExport {
  /// The cells of a row by the names of their columns.
  private typealias Row = OrderedDictionary<String, String>

  /// The condition of a block, or the negation of the condition of an earlier branch.
  private struct Premise: Equatable {
    var condition: Int32
    var isNegated = false
  }

  /// The declarations around the current one.
  private struct Place {
    var path: [String] = []
    var level: Int32 = 0
    /// The conditions under which the declarations are in force.
    var premises: [Premise] = []
    /// Whether the record that contains the declarations is certainly filled.
    var isRequired = true
  }

  private let reading: ExportReading
  private let conditions: XLSFormConditions
  private var program: Program { reading.program }
  /// The reading for the texts of each language, and the suffix of their columns' names.
  private let languages: [(reading: ExportReading, suffix: String)]
  private var survey: [Row] = []
  private var choices: [Row] = []
  private var settings = Row()
  /// The names of the groups of pages, keyed by the indices of their titles.
  private var pages: OrderedDictionary<Int32, String> = [:]
  private var noteCount = 0
  /// The names of the lists of choices, keyed by number. The list of yes and no has the number -1.
  private var lists: OrderedDictionary<Int32, String> = [:]
  /// The rows of the questions of fields, and the conditions under which the questions are relevant.
  private var rows: OrderedDictionary<Int32, (row: Int, premises: [Premise])> = [:]
  /// The conditions for the `constraint` cell of each row.
  private var constraints: OrderedDictionary<Int, [XPath]> = [:]

  private init(_ reading: ExportReading, _ source: Source) {
    self.reading = reading
    conditions = XLSFormConditions(reading)
    let codes = reading.language == nil ? reading.program.languages : []
    languages =
      codes.count < 2
      ? [(reading, "")]
      : codes.map { code in
        let name = XLSFormImporter.name(ofLanguage: code) ?? code
        return (ExportReading(reading.program, source, language: code), "::\(name) (\(code))")
      }
  }

  static func file(_ reading: ExportReading, _ source: Source) -> [UInt8] {
    let export = XLSFormExport(reading, source)
    export.name(reading.program.outline(ofLevel: 0), [])
    export.add(reading.program.outline(ofLevel: 0), Place())
    return export.file
  }

  // MARK: - Names

  /// Gives each field of some declarations the name and the kind of its question.
  private func name(_ steps: [StepView], _ path: [String]) {
    for step in steps {
      switch step {
      case .check, .intro: continue
      case .when(let branches, _): for branch in branches { name(branch.steps, path) }
      case .field(let field): name(field, path)
      case .page(let page):
        let group = name(of: page)
        if let group { conditions.names[group, default: 0] += 1 }
        name(page.steps, path + (group.map { [$0] } ?? []))
      }
    }
  }

  /// Returns the name of the group of a page. Nil if the page is a single record, which is already a group.
  private func name(of page: PageView) -> String? {
    if record(in: page) != nil { return nil }
    if let name = pages[page.title] { return name }
    var name = "page_\(pages.count + 1)"
    let taken = program.fields(ofLevel: 0).flatMap { field in
      let view = program.field(field)
      return view.keys + [view.name]
    }
    while taken.contains(name) { name += "_" }
    pages[page.title] = name
    return name
  }

  /// Returns the record of a page that has nothing else.
  private func record(in page: PageView) -> Int32? {
    guard page.steps.count == 1, case .field(let field) = page.steps[0],
      program.field(field).kind == .record
    else { return nil }
    return field
  }

  private func name(_ number: Int32, _ path: [String]) {
    let field = program.field(number)
    let kind = kind(of: field)
    // An XLSForm can't express a list of lists, nor a list by name.
    if field.key != nil || kind == .list && field.item.map({ program.field($0).kind }) == .list {
      return
    }
    var name = XLSFormExport.name(field.keys.first ?? field.name) ?? field.name
    name = XLSFormExport.name(name) ?? "field_\(number)"
    let isTaken = conditions.questions.contains { $0.value.path == path + [name] }
    if isTaken || name == "meta" && path.isEmpty { name += "_\(number)" }
    conditions.names[name, default: 0] += 1
    add(field, path + [name], kind)
    if let level = inner(of: field) {
      self.name(program.outline(ofLevel: level), path + [name])
    } else if kind == .list, let item = field.item {
      conditions.names[XLSFormExport.itemName, default: 0] += 1
      let field = program.field(item)
      add(field, path + [name, XLSFormExport.itemName], self.kind(of: field))
    }
  }

  private func add(_ field: FieldView, _ path: [String], _ kind: XLSFormQuestion.Kind) {
    conditions.questions[field.number] = XLSFormQuestion(
      path: path, kind: kind, position: conditions.questions.count, isWhole: field.kind == .int)
  }

  /// The name of the question about an item that isn't a record.
  private static let itemName = "item"

  /// Returns the level of a record, or of the records of a list. Nil for other fields.
  private func inner(of field: FieldView) -> Int32? {
    switch field.kind {
    case .record: return field.level
    case .list:
      return field.item.map { program.field($0) }.flatMap { $0.kind == .record ? $0.level : nil }
    default: return nil
    }
  }

  /// Returns `key` if XML allows it as the name of a question, otherwise nil.
  private static func name(_ key: String) -> String? {
    var isFirst = true
    let isName = key.unicodeScalars.allSatisfy { scalar in
      defer { isFirst = false }
      return scalar == "_" || scalar.properties.isAlphabetic || !isFirst && "0"..."9" ~= scalar
    }
    return isName && !key.isEmpty ? key : nil
  }

  private func kind(of field: FieldView) -> XLSFormQuestion.Kind {
    switch field.kind {
    case .bool: return isSelect(field) ? .truth : .other
    case .choice: return isSelect(field) ? .choice : .text
    // A device writes answers in its own notation. If the form doesn't read them, the question is about a text.
    case _ where !field.isCalculated && field.kind != .list && !isRead(field): return .other
    case .date: return field.allowsPartialDates ? .other : .date
    case .string: return .text
    case .record: return .group
    case .list:
      if let separator = program.separator(ofField: field.number),
        separator != " " || !isSelect(field)
      {
        return .other
      }
      return isSelect(field) ? .choices : .list
    default:
      let operand = field.kind.row.operand
      return operand == .int || operand == .number ? .number : .other
    }
  }

  /// Whether the values of a field can be the names of choices. If several choices may be ticked, names can't contain
  /// spaces.
  private func isSelect(_ field: FieldView) -> Bool {
    if field.kind == .bool {
      let words = conditions.truths(ofField: field.number)
      return XLSFormConditions.isPlain(words.yes) && XLSFormConditions.isPlain(words.no)
    }
    guard let choices = field.choices,
      field.kind == .choice || field.item.map({ program.field($0).kind }) == .choice
    else { return false }
    return choices.values.allSatisfy { value in
      XLSFormConditions.isPlain(value) && (field.kind == .choice || !value.contains(" "))
    }
  }

  // MARK: - Declarations

  private func add(_ steps: [StepView], _ place: Place) {
    for step in steps {
      switch step {
      case .field(let field): add(field, place)
      case .check(let rule): if rule.severity == .error { add(check: rule, place) }
      case .when(let branches, let elseBlank): add(branches, elseBlank, place)
      case .page(let page): add(page, place)
      case .intro(let text):
        noteCount += 1
        var name = "note_\(noteCount)"
        while conditions.names[name] != nil { name += "_" }
        var row: Row = ["type": "note", "name": name]
        add(label: text, to: &row)
        row["relevant"] = relevant(place)
        survey.append(row)
      }
    }
  }

  private func add(_ page: PageView, _ place: Place) {
    var group: Row = ["appearance": "field-list"]
    add(label: page.title, to: &group)
    guard let name = name(of: page) else {
      let start = survey.count
      add(page.steps, place)
      for (column, text) in group where start < survey.count { survey[start][column] = text }
      return
    }
    group["type"] = "begin group"
    group["name"] = name
    survey.append(group)
    var inside = place
    inside.path.append(name)
    add(page.steps, inside)
    survey.append(["type": "end group"])
    reading.coverage.note(.pages)
  }

  /// Adds a text of the form that has no placeholders.
  private func add(label text: Int32, to row: inout Row) {
    for (reading, suffix) in languages {
      row["label" + suffix] = XLSFormExport.text(reading.words.plainText(text))
    }
  }

  private func add(_ branches: [BranchView], _ elseBlank: ElseBlankView?, _ place: Place) {
    var earlier: [Premise] = []
    var isKnown = true
    for branch in branches {
      var place = place
      place.premises += earlier
      if let condition = branch.condition {
        let said = conditions.said(condition, xpath(place, ""))
        let isExact = said.isExact && said.certain != nil
        reading.add(.of(isExact ? "relevant" : nil, isExact: true, said.lack), condition, nil)
        isKnown = isKnown && isExact
        place.premises.append(Premise(condition: condition))
        earlier.append(Premise(condition: condition, isNegated: true))
      }
      if isKnown {
        conditions.blocks.insert(BlockPlace(level: place.level, cell: branch.cell))
      } else {
        place.premises = []
        place.isRequired = false
        reading.lostBlocks += 1
      }
      add(branch.steps, place)
      if !isKnown { reading.lostBlocks -= 1 }
    }
    guard elseBlank != nil else { return }
    let span = branches.first?.condition.map { program.span(ofCondition: $0) } ?? Span(UInt32(0), 0)
    reading.add(
      isKnown ? .partly("relevant", .kind) : .leftOut(.block), "else blank", nil, at: span)
  }

  private func xpath(_ place: Place, _ name: String, _ own: Int32? = nil) -> XPathPlace {
    XPathPlace(path: place.path + [name], level: place.level, own: own)
  }

  /// Returns a test that is true exactly if all premises hold.
  private func test(_ premises: [Premise], _ place: XPathPlace) -> SaidXPath {
    .joined(
      premises.map { premise in
        let isLater = asked(premise.condition).contains { conditions.isLater($0, place) }
        guard !isLater, let test = conditions.said(premise.condition, place).certain else {
          return .unknown(.block)
        }
        return premise.isNegated ? .exact(test).negated : .exact(test)
      }, isAll: true)
  }

  private func relevant(_ place: Place) -> String? {
    place.premises.isEmpty ? nil : test(place.premises, xpath(place, "")).certain?.text
  }

  private func add(check rule: RuleView, _ place: Place) {
    // A check belongs to the last question that it depends on. The others are answered before.
    let nodes = [rule.condition] + place.premises.map { $0.condition }
    let fields = nodes.flatMap { asked($0) } + (rule.field.map { [$0] } ?? [])
    let last = fields.filter { rows[$0] != nil && program.level(of: $0) == place.level }.max()
    guard let last, let (row, premises) = rows[last], reading.lostBlocks == 0 else {
      return reading.add(.leftOut(reading.lack(of: rule.condition)), rule.condition, rule.field)
    }
    let own = XPathPlace(
      path: conditions.questions[last]?.path ?? place.path, level: place.level, own: last)
    // The constraint is evaluated wherever the question is relevant, also if the check isn't in force.
    let others = test(place.premises.filter { !premises.contains($0) }, own).negated
    // A check is evaluated, and a constraint isn't, if the question is blank or irrelevant.
    let isAsked =
      !RawField(last, program).mayBeBlank && premises.allSatisfy { place.premises.contains($0) }
    for part in program.formula(of: rule.condition).requirements {
      add(
        .joined([others, conditions.said(part, own)], isAll: false), part, of: rule,
        rule.field ?? last, row, isExact: isAsked)
    }
  }

  /// Returns the fields that a condition is about.
  private func asked(_ condition: Int32) -> [Int32] {
    var fields: [Int32] = []
    if case .cell(_, _, let field) = program.view(condition), field >= 0 { fields.append(field) }
    for child in program.children(of: condition) { fields += asked(child) }
    return fields
  }

  // MARK: - Fields

  private func add(_ number: Int32, _ place: Place) {
    let field = RawField(number, program)
    let span = program.span(ofField: number)
    guard let question = conditions.questions[number], let name = question.path.last else {
      let lack = field.view.key == nil ? Coverage.Lack.nesting : .namedList
      return reading.add(.leftOut(lack), field.view.kind.rawValue, number, at: span)
    }
    if case .calculated(let node, _) = field.view.presence {
      return calculate(node, field, name, place)
    }
    var row: Row = ["name": name]
    add(labelOf: field.named, to: &row)
    row["relevant"] = relevant(place)
    let isRequired = place.isRequired && !field.mayBeBlank
    func addType(_ type: String, _ lack: Coverage.Lack? = nil) {
      row["type"] = type
      add(type, lack, of: field.view)
    }
    switch question.kind {
    case .group: return add(group: field, row, question, place, isRequired)
    case .list: return add(repeat: field, row, question, place, isRequired)
    case .choice, .choices, .truth:
      let list = list(of: field.view)
      if question.kind == .choices {
        addType("select_multiple " + list, isRead(field.view) ? nil : .notation)
      } else {
        addType("select_one " + list)
      }
    case .number where field.view.kind == .int: addType(isSmall(field) ? "integer" : "decimal")
    case .number: addType("decimal")
    case .date: addType("date")
    case .text where field.view.kind == .string: addType("text")
    case .text, .other:
      switch field.view.kind {
      case .any: addType("text")
      case .instant where isRead(field.view): addType("dateTime")
      default: addType("text", isRead(field.view) ? .kind : .notation)
      }
    }
    if field.view.kind != .string || field.isTrimmed || field.changesCharacters
      || field.details.cleaning.without != nil
    {
      if field.view.hasFormat || field.view.kind == .string || field.details.ignoresCase {
        reading.coverage.note(.values)
      }
    }
    if question.kind == .number || question.kind == .choices { reading.coverage.note(.devices) }
    addPresence(field, place, isRequired, name, to: &row)
    if let fallback = field.view.fallback {
      row["default"] =
        question.kind == .truth
        ? (fallback.bool
          ? conditions.truths(ofField: number).yes : conditions.truths(ofField: number).no)
        : (row["type"] == "text" ? program.text(of: fallback, inField: number) : nil)
          ?? fallback.text
    }
    rows[number] = (survey.count, place.premises)
    survey.append(row)
    for (rule, part) in field.requirements {
      add(
        conditions.said(part, xpath(place, name, number)), part, of: rule, number,
        survey.count - 1, isExact: true)
    }
  }

  /// Adds the coverage entry for the type of a field.
  ///
  /// - Parameter lack: the reason why the question isn't an exact counterpart of the field, if it isn't.
  private func add(_ type: String, _ lack: Coverage.Lack?, of field: FieldView) {
    if lack == .notation, field.kind == .list { reading.coverage.note(.lists) }
    var outcome = lack.map { Coverage.Outcome.partly(type, $0) } ?? .kept(type)
    let name = conditions.questions[field.number]?.path.last ?? ""
    if let key = field.keys.first, !field.name.isEmpty, field.keys != [name] {
      outcome = key == name ? .partly(type, .several) : .partly("\(type) named \(name)", .name)
    }
    reading.add(outcome, field.kind.rawValue, field.number, at: program.span(ofField: field.number))
  }

  /// Whether a form reads the answers of a device to the question that has the type of a field.
  private func isRead(_ field: FieldView) -> Bool {
    switch field.kind {
    case .list: program.separator(ofField: field.number) != nil || inner(of: field) != nil
    default: field.kind.answer.map { program.reads($0, inField: field.number) } ?? true
    }
  }

  /// Whether the integers of a device can represent all limits of an int.
  private func isSmall(_ field: RawField) -> Bool {
    program.constraints(onField: field.view.number).allSatisfy { constraint in
      guard let (low, high) = program.bounds(of: constraint) else { return true }
      return [low, high].allSatisfy { bound in
        bound.map { abs($0.value.number.asInt64 ?? .max) < 1_000_000_000 } ?? true
      }
    }
  }

  private func add(labelOf number: Int32, to row: inout Row) {
    for (reading, suffix) in languages {
      row["label" + suffix] = XLSFormExport.text(reading.words.label(ofField: number))
      if let hint = reading.hint(ofField: number) {
        row["hint" + suffix] = XLSFormExport.text(hint)
      }
    }
  }

  /// Returns a text with a space in each `${`, so that it isn't read as a reference to a question.
  private static func text(_ text: String) -> String {
    var shown = ""
    for character in text {
      if character == "{", shown.hasSuffix("$") { shown += " " }
      shown.append(character)
    }
    return shown
  }

  private func addPresence(
    _ field: RawField, _ place: Place, _ isRequired: Bool, _ name: String, to row: inout Row
  ) {
    let number = field.view.number
    var required: String?
    switch field.view.presence {
    case .required where field.view.fallback == nil:
      required = isRequired ? "yes" : nil
      reading.add(
        isRequired
          ? .kept("required") : .leftOut(place.isRequired ? .several : .optionalRecord),
        "required", number, at: program.span(ofField: number))
    case .requiredIf(let condition, _):
      let said = conditions.said(condition, xpath(place, name))
      let certain = place.isRequired ? said.certain : nil
      required = certain?.text
      reading.add(
        .of(
          certain == nil ? nil : "required", isExact: said.isExact,
          place.isRequired ? said.lack : .optionalRecord), condition, number)
    default: break
    }
    guard let required else { return }
    row["required"] = required
    for (reading, suffix) in languages {
      row["required_message" + suffix] = reading.fixed(field.details.requiredMessage, field: number)
        .map { XLSFormExport.text($0) }
    }
  }

  private func calculate(_ node: Int32, _ field: RawField, _ name: String, _ place: Place) {
    let number = field.view.number
    do throws(Gap) {
      let (text, isRough) = try conditions.calculation(
        node, field.view.kind, xpath(place, name))
      var row: Row = ["type": "calculate", "name": name, "calculation": text.text]
      row["relevant"] = relevant(place)
      survey.append(row)
      conditions.calculations.insert(number)
      reading.add(
        .information(isRough ? "calculation, in binary" : "calculation"), field.view.kind.rawValue,
        number, at: program.span(ofField: number))
    } catch {
      reading.add(
        .leftOut(error.lack == .kind ? .calculation : error.lack), field.view.kind.rawValue, number,
        at: program.span(ofField: number))
    }
    for rule in field.details.rules where rule.severity == .error {
      reading.add(.leftOut(.calculation), rule.condition, number)
    }
  }

  // MARK: - Groups and repeats

  private func add(
    group field: RawField, _ row: Row, _ question: XLSFormQuestion, _ place: Place,
    _ isRequired: Bool
  ) {
    let number = field.view.number
    add("group", row, to: field, question, Place(isRequired: isRequired))
    for (rule, _) in field.requirements {
      reading.add(.leftOut(reading.lack(of: rule.condition)), rule.condition, number)
    }
    let isSaid = isRequired && hasRequired(field.view)
    addPresence(of: field.view, isSaid ? .kept("required") : .leftOut(.optionalRecord))
  }

  /// Adds the coverage entry for the presence of a record or a list.
  private func addPresence(of field: FieldView, _ outcome: Coverage.Outcome) {
    switch field.presence {
    case .required where field.fallback == nil:
      reading.add(outcome, "required", field.number, at: program.span(ofField: field.number))
    case .requiredIf(let condition, _): reading.add(outcome, condition, field.number)
    default: return
    }
  }

  /// Whether a required record contains a field that must be filled. Lists and fields in blocks don't count.
  private func hasRequired(_ record: FieldView) -> Bool {
    guard let level = record.level else { return false }
    return program.outline(ofLevel: level).contains { step in
      guard case .field(let number) = step else { return false }
      let field = RawField(number, program)
      if field.mayBeBlank || field.view.isCalculated { return false }
      return field.view.kind == .record ? hasRequired(field.view) : field.view.kind != .list
    }
  }

  private func add(
    repeat field: RawField, _ row: Row, _ question: XLSFormQuestion, _ place: Place,
    _ isRequired: Bool
  ) {
    let number = field.view.number
    var row = row
    for (rule, part) in field.requirements {
      var count: Int64?
      if let (constraint, isNegated) = part.leaf, !isNegated, case .count = constraint.measure,
        case .cell(0, _, number) = program.view(constraint.subject), isRequired,
        case .interval(let low?, let high?)? = program.values(of: constraint),
        low.value.number.asInt64 == high.value.number.asInt64
      {
        count = low.value.number.asInt64
      }
      if let count, count > 0 { row["repeat_count"] = String(count) }
      var lack = reading.lack(of: rule.condition)
      if lack == .characters { lack = .kind }
      reading.add(
        .of(count.map { _ in "repeat_count" }, isExact: false, lack), rule.condition, number)
    }
    if let item = field.view.item {
      for (rule, _) in RawField(item, program).requirements where inner(of: field.view) != nil {
        reading.add(.leftOut(reading.lack(of: rule.condition)), rule.condition, number)
      }
    }
    add("repeat", row, to: field, question, Place())
    addPresence(of: field.view, .leftOut(.kind))
  }

  private func add(
    _ word: String, _ row: Row, to field: RawField, _ question: XLSFormQuestion, _ inside: Place
  ) {
    var row = row
    row["type"] = "begin \(word)"
    survey.append(row)
    add(word, isRead(field.view) ? nil : .notation, of: field.view)
    var inside = inside
    inside.path = question.path
    if let level = inner(of: field.view) {
      inside.level = level
      add(program.outline(ofLevel: level), inside)
      if program.level(level).isClosed {
        reading.add(
          .partly("a name", .kind), "closed", field.view.number,
          at: program.span(ofField: field.view.number))
      }
    } else if let item = field.view.item {
      inside.level = program.level(of: item)
      add(item, inside)
    }
    survey.append(["type": "end \(word)"])
  }

  // MARK: - Rules

  /// Adds a part of a rule to the constraint of a question.
  ///
  /// - Parameter isExact: whether the constraint is evaluated for every record for which the rule is.
  private func add(
    _ said: SaidXPath, _ part: Formula, of rule: RuleView, _ field: Int32, _ row: Int,
    isExact: Bool
  ) {
    let node = part.leaf?.constraint.source ?? rule.condition
    let isExact = said.isExact && isExact
    let isNeeded = said.possible.map { $0.constant != true } ?? false
    reading.add(
      .of(isNeeded || isExact ? "constraint" : nil, isExact: isExact, said.lack), node, field)
    guard let possible = said.possible, isNeeded, reading.lostBlocks == 0 else { return }
    constraints[row, default: []].append(possible)
    for (reading, suffix) in languages {
      let column = "constraint_message" + suffix
      guard
        let message = reading.message(of: rule, part.leaf?.constraint.part, field: field)
          .map({ XLSFormExport.text($0) })
      else { continue }
      let others = survey[row][column]
      let known = others?.split(separator: "\n") ?? []
      if known.contains(where: { $0 == message }) { continue }
      survey[row][column] = others.map { $0 + "\n" + message } ?? message
    }
  }

  // MARK: - Choices

  /// Returns the name of a list of choices. Adds the list when it is first used.
  private func list(of field: FieldView) -> String {
    let number = field.choicesNumber ?? -1
    let words = conditions.truths(ofField: field.number)
    let isOwn = field.kind == .bool && program.boolWords(ofField: field.number) != nil
    if let known = lists[number], !isOwn { return known }
    var name = field.kind == .bool ? "yes_no" : field.choices?.name ?? field.name
    name = XLSFormExport.name(name.isEmpty ? XLSFormExport.itemName : name) ?? "list"
    if lists.contains(where: { $0.value == name }) || isOwn { name += "_\(field.number)" }
    if !isOwn { lists[number] = name }
    let values = field.choices?.values ?? [words.yes, words.no]
    for (index, value) in values.enumerated() {
      var row: Row = ["list_name": name, "name": value]
      for (reading, suffix) in languages {
        let label =
          field.choices.map { reading.words.label(of: index, in: $0) }
          ?? (isOwn
            ? value : (index == 0 ? DifferencePhrase.yes : .no).text(in: reading.words.language))
        row["label" + suffix] = XLSFormExport.text(label)
      }
      choices.append(row)
    }
    return name
  }

  // MARK: - The workbook

  private var file: [UInt8] {
    let name = program.name.flatMap { XLSFormExport.name($0) } ?? "form"
    for (row, parts) in constraints {
      survey[row]["constraint"] = XPath.joined(parts, isAll: true).text
    }
    settings["form_title"] = XLSFormExport.text(reading.title ?? name)
    settings["form_id"] = name
    if languages.count > 1 {
      settings["default_language"] = String(languages[0].suffix.dropFirst(2))
    }
    let surveyColumns = [
      "type", "name", "label", "hint", "appearance", "required", "required_message", "relevant",
      "constraint", "constraint_message", "calculation", "default", "repeat_count",
    ]
    var sheets = [sheet("survey", surveyColumns, survey, 1)]
    if !choices.isEmpty {
      sheets.append(sheet("choices", ["list_name", "name", "label"], choices, 2))
    }
    sheets.append(sheet("settings", ["form_title", "form_id", "default_language"], [settings], 3))
    return WorkbookFile.bytes(sheets, styles: WorkbookExport.styles([]))
  }

  private func sheet(
    _ name: String, _ columns: [String], _ rows: [Row], _ number: Int
  ) -> WorkbookSheetPart {
    var header: [String] = []
    for column in columns {
      for suffix in [""] + languages.map({ $0.suffix }) {
        let whole = column + suffix
        if !header.contains(whole), rows.contains(where: { $0[whole] != nil }) {
          header.append(whole)
        }
      }
    }
    var sheet = WorkbookSheetPart(name: name, number: number)
    var text = ""
    for (index, row) in ([nil] + rows.map { Optional($0) }).enumerated() {
      text += "<row r=\"\(index + 1)\">"
      for (column, name) in header.enumerated() {
        guard let cell = row.map({ $0[name] }) ?? name else { continue }
        text += WorkbookExport.cell(
          cell, row: index + 1, column: column + 1, row == nil ? .optional : .text)
      }
      text += "</row>"
    }
    sheet.xml =
      WorkbookFile.start + WorkbookFile.pane(headerLine: 1)
      + "<sheetFormatPr defaultRowHeight=\"15\"/>"
      + "<cols><col min=\"1\" max=\"\(header.count)\" width=\"24\" customWidth=\"1\"/></cols>"
      + "<sheetData>\(text)</sheetData>"
    return sheet
  }
}

extension FieldKind {
  /// An answer as a device writes it, or nil if a form reads every answer.
  fileprivate var answer: String? {
    switch row.operand {
    case .int: "12345"
    case .number: "1234.5"
    case .date: "2026-01-31"
    case .time: "10:00:00.000+01:00"
    case .dateTime, .instant: "2026-01-31T10:00:00.000+01:00"
    default: nil
    }
  }
}

// Imports XLSForm, the workbooks from which ODK, KoboToolbox and others make their forms.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A sheet of an XLSForm. Its columns have their usual names, whatever aliases the header uses.
private struct XLSFormSheet {
  struct Column {
    /// The name without a language.
    var name: String
    var language: String?
  }

  let table: WorkbookTable
  let columns: [Column]

  init(_ table: WorkbookTable, in source: Source) throws(ImportProblem) {
    self.table = table
    var columns: [Column] = []
    for (index, header) in table.header.enumerated() {
      let column = XLSFormSheet.column(header)
      let isTwice = columns.contains { $0.name == column.name && $0.language == column.language }
      if !column.name.isEmpty, isTwice {
        throw ImportProblem(
          "The sheet \"\(table.sheet)\" has two columns \"\(header)\", at \(table.place(1, index)).",
          in: source)
      }
      columns.append(column)
    }
    self.columns = columns
  }

  private static let aliases: OrderedDictionary<String, String> = [
    "list name": "list_name", "relevance": "relevant", "constraint message": "constraint_message",
    "constraintmsg": "constraint_message", "required message": "required_message",
    "requiredmsg": "required_message", "repeat count": "repeat_count",
    "calculate": "calculation", "choice filter": "choice_filter", "caption": "label",
    "command": "type", "value": "name", "bind:relevant": "relevant",
    "bind:constraint": "constraint", "bind:required": "required",
    "bind:jr:constraintmsg": "constraint_message",
  ]

  private static func column(_ header: String) -> Column {
    var parts: [String] = []
    for part in header.split(separator: ":") { parts.append(WorkbookTable.trimmed(String(part))) }
    let name = (parts.first ?? "").lowercased()
    let whole = parts.map { $0.lowercased() }.joined(separator: ":")
    if let alias = aliases[whole] ?? aliases[name], parts.count == 1 || aliases[whole] != nil {
      return Column(name: alias)
    }
    let texts = ["label", "hint", "constraint_message", "required_message"]
    let usual = aliases[name] ?? name
    if parts.count == 2, texts.contains(usual) { return Column(name: usual, language: parts[1]) }
    return Column(name: parts.count > 1 ? whole : name)
  }

  /// Returns the cell in the column that is named `name` and has no language, or nil if the cell is empty.
  func cell(_ row: WorkbookTable.Row, _ name: String) -> (text: String, column: Int)? {
    guard let column = columns.firstIndex(where: { $0.name == name && $0.language == nil }),
      column < row.cells.count, !row.cells[column].isEmpty
    else { return nil }
    return (row.cells[column], column)
  }

  /// Returns the texts of a column in all languages.
  func texts(_ row: WorkbookTable.Row, _ name: String) -> [(
    language: String?, text: String, column: Int
  )] {
    var texts: [(language: String?, text: String, column: Int)] = []
    for (index, column) in columns.enumerated()
    where column.name == name && index < row.cells.count && !row.cells[index].isEmpty {
      texts.append((column.language, row.cells[index], index))
    }
    return texts
  }
}

/// Makes a form from an XLSForm.
struct XLSFormImporter {
  /// A row of the survey. The rows inside a group or list are its children.
  private struct Item {
    enum Kind {
      case question, group, list
    }

    var row: WorkbookTable.Row
    var type: String
    var name: String
    var kind: Kind
    var children: [Item] = []
  }

  /// The location and the type of a question.
  private struct Target {
    /// The names of the groups and lists around the question, the outermost first.
    var path: [String]
    /// The number of names in `path` up to and including the innermost list; 0 outside of lists.
    var listDepth: Int
    /// The number of the question's row.
    var row: Int
    var kind: XPathWriter.Kind
    var isOptional: Bool
  }

  private let survey: XLSFormSheet
  private let choices: XLSFormSheet?
  private let source: Source
  private var form: ImportedForm
  private var ledger: ImportLedger
  /// The questions by their paths, whose steps `/` separates.
  private var targets: OrderedDictionary<String, Target> = [:]
  /// The paths of the questions with each name.
  private var places: OrderedDictionary<String, [String]> = [:]
  /// The names that lists of choices have in the form, each under its name in the workbook.
  private var lists: OrderedDictionary<String, String> = [:]
  /// Whether each of the outermost groups is a page.
  private var groupsArePages = false
  /// The language of texts whose column states none.
  private var language: String?
  private static let depthLimit = 60
  /// The number of enclosing blocks whose conditions are left out.
  private var lostBlocks = 0

  static func importing(
    _ source: Source, name: String
  ) throws(ImportProblem) -> (ImportedForm, ImportLedger) {
    guard let table = try WorkbookTable("survey", of: source) else {
      throw ImportProblem(
        "This workbook isn't an XLSForm, because it has no sheet \"survey\".", in: source,
        hint: "\"formwork new\" makes a form of the data and the validations of a workbook.")
    }
    let survey = try XLSFormSheet(table, in: source)
    var choices: XLSFormSheet?
    if let table = try WorkbookTable("choices", of: source) {
      choices = try XLSFormSheet(table, in: source)
    }
    var importer = XLSFormImporter(
      survey: survey, choices: choices, source: source, form: ImportedForm(name: name),
      ledger: ImportLedger(source))
    if let settings = try WorkbookTable("settings", of: source) {
      importer.take(try XLSFormSheet(settings, in: source))
    }
    let items = try importer.items()
    importer.note(items, [], 0)
    importer.noteCalculations(items, [])
    importer.form.root.owners = [0]
    importer.form.root.members = importer.members(items, [])
    return (importer.form, importer.ledger)
  }

  private init(
    survey: XLSFormSheet, choices: XLSFormSheet?, source: Source, form: ImportedForm,
    ledger: ImportLedger
  ) {
    (self.survey, self.choices, self.source) = (survey, choices, source)
    (self.form, self.ledger) = (form, ledger)
  }

  private mutating func take(_ settings: XLSFormSheet) {
    guard let row = settings.table.rows.first else { return }
    if let title = settings.cell(row, "form_title")?.text { form.title = ImportedText(title) }
    if let name = settings.cell(row, "form_id")?.text, Spelling.isName(name) { form.name = name }
    let styles = settings.cell(row, "style")?.text.split(separator: " ") ?? []
    groupsArePages = styles.contains { $0.lowercased() == "pages" }
    language = settings.cell(row, "default_language")?.text
  }
}

// MARK: - The survey

extension XLSFormImporter {
  private func problem(_ message: String, _ row: WorkbookTable.Row) -> ImportProblem {
    ImportProblem("\(message), in row \(row.number) of the sheet \"survey\".", in: source)
  }

  /// Returns the rows of the survey as a tree, in which groups and lists contain their rows.
  private func items() throws(ImportProblem) -> [Item] {
    var open: [Item] = []
    var items: [Item] = []
    func add(_ item: Item) {
      if open.isEmpty { items.append(item) } else { open[open.count - 1].children.append(item) }
    }
    for row in survey.table.rows {
      guard let type = survey.cell(row, "type")?.text else {
        if survey.cell(row, "name") != nil { throw problem("There is no type", row) }
        continue
      }
      let words = type.lowercased().split { $0 == " " || $0 == "_" }
      let name = survey.cell(row, "name")?.text ?? ""
      let isBlock = words.count == 2 && ["group", "repeat", "loop"].contains(words[1])
      if isBlock, words[0] == "begin" {
        if words[1] == "loop" { throw problem("A loop cannot be imported", row) }
        guard open.count < XLSFormImporter.depthLimit else {
          throw problem("Groups are nested too deep", row)
        }
        open.append(
          Item(row: row, type: type, name: name, kind: words[1] == "group" ? .group : .list))
      } else if isBlock, words[0] == "end" {
        guard let last = open.popLast(), (last.kind == .group) == (words[1] == "group") else {
          throw problem("A \"\(type)\" ends nothing", row)
        }
        add(last)
      } else if words.first == "include" {
        throw problem("An \"include\" of another file cannot be imported", row)
      } else {
        if name.isEmpty, XLSFormImporter.isAsked(type) {
          throw problem("A question has no name", row)
        }
        add(Item(row: row, type: type, name: name, kind: .question))
      }
    }
    if let last = open.last { throw problem("The \"\(last.type)\" has no end", last.row) }
    return items
  }

  private static func isAsked(_ type: String) -> Bool { type != "note" && type != "audit" }

  /// Records the location and the type of each question in `targets`.
  private mutating func note(_ items: [Item], _ path: [String], _ listDepth: Int) {
    for item in items {
      let inside = path + [item.name]
      switch item.kind {
      case .question:
        let type = type(of: item)
        add(
          Target(
            path: path, listDepth: listDepth, row: item.row.number, kind: type.kind,
            isOptional: need([item], path, from: path) != .always), item.name)
        if let other = type.other {
          add(
            Target(
              path: path, listDepth: listDepth, row: item.row.number, kind: .text,
              isOptional: true), other)
        }
      case .group: note(item.children, inside, listDepth)
      case .list:
        add(
          Target(
            path: path, listDepth: listDepth, row: item.row.number, kind: .list, isOptional: true),
          item.name)
        note(item.children, inside, inside.count)
      }
    }
  }

  private mutating func add(_ target: Target, _ name: String) {
    let path = XLSFormImporter.path(to: name, target.path)
    targets[path] = target
    places[name, default: []].append(path)
  }

  private static func path(to name: String, _ path: [String]) -> String {
    (path + [name]).joined(separator: "/")
  }

  /// Records the types of calculated questions, which may depend on the types of earlier questions.
  private mutating func noteCalculations(_ items: [Item], _ path: [String]) {
    for item in items {
      noteCalculations(item.children, path + [item.name])
      guard item.kind == .question, let text = survey.cell(item.row, "calculation")?.text,
        let expression = try? XPathParser.parse(text),
        let kind = try? writer("", path, from: path).calculation(expression).kind
      else { continue }
      targets[XLSFormImporter.path(to: item.name, path)]?.kind = kind
    }
  }

  /// Returns the question `name` with the operand that refers to it from the question `own`.
  ///
  /// - Parameters:
  ///   - own: the name of the question that the expression belongs to.
  ///   - path: the groups and lists around that question.
  ///   - outer: the groups and lists around the operand.
  private func question(
    _ reference: String?, own: String, _ path: [String], from outer: [String]
  ) -> XPathWriter.Question? {
    let ownPath = XLSFormImporter.path(to: own, path)
    guard let found = reference.map({ place(of: $0, ownPath) }) ?? ownPath,
      let target = targets[found]
    else { return nil }
    if found == ownPath, !own.isEmpty {
      return XPathWriter.Question(operand: "value", kind: target.kind, isOptional: false)
    }
    var common = 0
    while common < min(outer.count, target.path.count), outer[common] == target.path[common] {
      common += 1
    }
    // A question has many values if it is in a list that `own` isn't in.
    let isInList = target.listDepth > common
    let name = found.split(separator: "/").last.map { String($0) } ?? found
    let steps = target.path[common...] + [name]
    let operand = steps.enumerated().map {
      $0.offset == 0 ? Spelling.operand($0.element) : Spelling.name($0.element)
    }
    .joined(separator: ".")
    return XPathWriter.Question(
      operand: operand, kind: isInList && target.kind != .number ? .list : target.kind,
      isOptional: target.isOptional || common < target.path.count,
      list: isInList
        ? Spelling.path(Array(steps.prefix(target.listDepth - common)), first: Spelling.operand)
        : nil)
  }

  /// Returns the path of the question that `reference` refers to: by its name, or by a path that may be relative to
  /// `own`.
  private func place(of reference: String, _ own: String) -> String? {
    guard reference.contains("/") else {
      let found = places[reference] ?? []
      return found.first { $0 == own } ?? found.last
    }
    var place: [Substring] =
      reference.hasPrefix("/") ? [] : own.split(separator: "/", omittingEmptySubsequences: false)
    for step in reference.split(separator: "/") {
      if step == ".." { _ = place.popLast() } else if step != "." { place.append(step) }
    }
    // An absolute path begins with the name of the form.
    if reference.hasPrefix("/") { place.removeFirst() }
    let path = place.joined(separator: "/")
    return targets[path] == nil ? place.last.flatMap { places[String($0)]?.last } : path
  }

  private func writer(_ own: String, _ path: [String], from outer: [String]) -> XPathWriter {
    XPathWriter { question($0, own: own, path, from: outer) }
  }

  @discardableResult
  private mutating func note(
    _ row: WorkbookTable.Row, _ column: Int, _ outcome: Coverage.Outcome
  ) -> [Int] {
    [
      ledger.add(
        row.number * 1000 + column, of: row.number,
        Coverage.Entry(
          path: survey.table.place(row.number, column), line: row.number,
          constraint: survey.columns[column].name, outcome: outcome))
    ]
  }
}

// MARK: - Fields

extension XLSFormImporter {
  private mutating func members(_ items: [Item], _ path: [String]) -> [ImportedMember] {
    var members: [ImportedMember] = []
    for item in items {
      guard let relevant = survey.cell(item.row, "relevant") else {
        members += self.members(item, path)
        continue
      }
      do throws(Gap) {
        let condition = try condition(relevant.text, "", path)
        try checkOrder(relevant.text, item, path)
        let own = self.members(item, path)
        if own.isEmpty || condition == .always {
          members += own
        } else {
          let sources = note(item.row, relevant.column, .kept("when \(condition.text)"))
          members.append(when(condition, own, sources))
        }
      } catch {
        // The questions may be irrelevant, so they can't be required.
        lostBlocks += 1
        let own = self.members(item, path)
        lostBlocks -= 1
        if !own.isEmpty { note(item.row, relevant.column, error.outcome) }
        members += own
      }
    }
    return members
  }

  /// Returns the members of a question, a group or a list, without the condition under which it is relevant. A group
  /// whose questions are asked together is a page, if it has a heading.
  private mutating func members(_ item: Item, _ path: [String]) -> [ImportedMember] {
    if item.kind == .question { return question(item, path) }
    let members = block(item, path)
    let styles = survey.cell(item.row, "appearance")?.text.split(separator: " ") ?? []
    guard item.kind == .group, path.isEmpty, groupsArePages || styles.contains("field-list"),
      let title = text(item.row, "label"), !members.isEmpty
    else { return members }
    return [.page(title: title, ImportedRecord(members: members))]
  }

  private mutating func block(_ item: Item, _ path: [String]) -> [ImportedMember] {
    let inside = path + [item.name]
    let record = ImportedRecord(members: members(item.children, inside))
    if !record.hasFields { return item.kind == .group ? record.members : [] }
    let typeColumn = survey.cell(item.row, "type")?.column ?? 0
    let sources = note(item.row, typeColumn, .kept(item.kind == .group ? "a record" : "a list"))
    if item.name.isEmpty { return record.members }
    var field = ImportedField(
      id: ledger.nextID(), name: item.name,
      type: item.kind == .group ? .record(record) : .list(of: .record(record)),
      owners: [item.row.number])
    field.label = text(item.row, "label")
    if item.kind == .list { addCount(item, &field) }
    // A group has no `required` of its own. It must be filled if one of its questions must be answered.
    let isLost = item.kind == .list || lostBlocks > 0
    switch isLost ? .never : need(item.children, inside, from: path) {
    case .always?: break
    case .never?: field.isOptional = true
    case let condition?:
      field.requirement = ledger.clause("required if \(condition.text)", sources)
    case nil:
      field.isOptional = true
      note(item.row, typeColumn, .partly("a record", .optionalRecord))
    }
    return [.field(field)]
  }

  private mutating func when(
    _ condition: ImportedCondition, _ members: [ImportedMember], _ sources: [Int]
  ) -> ImportedMember {
    let clause = ledger.clause(condition.text, sources)
    return .when([ImportedBranch(condition: clause, record: ImportedRecord(members: members))])
  }

  /// Returns the condition under which one of some questions must be answered, or nil if the condition is too long. Its
  /// operands are named as seen from the group `outer`.
  private func need(
    _ items: [Item], _ path: [String], from outer: [String]
  ) -> ImportedCondition? {
    func condition(_ text: String) -> ImportedCondition {
      (try? self.condition(text, "", path, from: outer)) ?? .never
    }
    var whole = ImportedCondition.never
    for item in items {
      var need = ImportedCondition.never
      switch item.kind {
      case .question:
        if survey.cell(item.row, "calculation") == nil,
          let required = survey.cell(item.row, "required")?.text
        {
          need = isYes(required) ? .always : isNo(required) ? .never : condition(required)
        }
      case .group:
        guard let inner = self.need(item.children, path + [item.name], from: outer) else {
          return nil
        }
        need = inner
      case .list: break
      }
      if need != .never, let relevant = survey.cell(item.row, "relevant")?.text {
        need = .both([condition(relevant), need])
      }
      whole = .either([whole, need])
      if whole == .always { break }
      if whole.size > XPathWriter.sizeLimit { return nil }
    }
    return whole
  }

  private func isYes(_ required: String) -> Bool {
    ["yes", "true", "true()", "1"].contains(required.lowercased())
  }

  private func isNo(_ required: String) -> Bool {
    ["no", "false", "false()", "0"].contains(required.lowercased())
  }

  private func condition(
    _ text: String, _ own: String, _ path: [String], from outer: [String]? = nil
  ) throws(Gap) -> ImportedCondition {
    try writer(own, path, from: outer ?? path).condition(try XPathParser.parse(text))
  }

  /// Throws if an expression uses a question that isn't above `item`, because a `when` can't do that.
  private func checkOrder(_ text: String, _ item: Item, _ path: [String]) throws(Gap) {
    for name in try XPathParser.parse(text).questions {
      let place = place(of: name, XLSFormImporter.path(to: "", path))
      if let place, let target = targets[place], target.row >= item.row.number {
        throw Gap(.condition, "${\(name)} is not above it")
      }
    }
  }

  private mutating func addCount(_ item: Item, _ field: inout ImportedField) {
    guard let count = survey.cell(item.row, "repeat_count") else { return }
    guard
      let number = Int(count.text.hasSuffix(".0") ? String(count.text.dropLast(2)) : count.text),
      number > 0
    else {
      note(item.row, count.column, .leftOut(.condition))
      return
    }
    let sources = note(item.row, count.column, .kept("rule count(\(number))"))
    field.clauses.append(ledger.clause("rule count(\(number))", sources))
  }

  private mutating func question(_ item: Item, _ path: [String]) -> [ImportedMember] {
    let type = type(of: item)
    let typeColumn = survey.cell(item.row, "type")?.column ?? 0
    guard let text = type.text else {
      guard item.type == "note" else {
        note(item.row, typeColumn, .information("a value of the device"))
        return []
      }
      // Answers to other questions can't be shown in the text.
      guard let intro = self.text(item.row, "label"), !intro.hasReference else {
        note(item.row, typeColumn, .information("a remark"))
        return []
      }
      note(item.row, typeColumn, .information("an intro"))
      return [.clause(ledger.clause("intro \(intro.spelled())"))]
    }
    note(item.row, typeColumn, type.isKnown ? .kept(text) : .leftOut(.unknown, detail: item.type))
    var field = ImportedField(
      id: ledger.nextID(), name: item.name, type: .plain(text), isOptional: true,
      owners: [item.row.number])
    field.label = self.text(item.row, "label")
    if let hint = self.text(item.row, "hint") {
      field.clauses.append(ledger.clause("hint \(hint.spelled())"))
    }
    if let rule = type.rule {
      field.clauses.append(ledger.clause("rule \(rule)", note(item.row, typeColumn, .kept(rule))))
    }
    if let calculation = survey.cell(item.row, "calculation"),
      let (condition, sources) = calculate(calculation, item, path, &field)
    {
      return condition == .always ? [.field(field)] : [when(condition, [.field(field)], sources)]
    }
    addRequired(item, path, &field)
    addConstraint(item, path, &field)
    addFilter(item, path, &field)
    return [.field(field)] + other(type, item, path)
  }

  /// Returns the question about another choice than the listed ones, which tools add for `or_other`.
  private mutating func other(
    _ type: QuestionType, _ item: Item, _ path: [String]
  ) -> [ImportedMember] {
    let isChosen = XPath.call("selected", [.question("../" + item.name), .text("other")])
    guard let name = type.other,
      let condition = try? writer("", path, from: path).condition(isChosen)
    else { return [] }
    var field = ImportedField(
      id: ledger.nextID(), name: name, type: .plain("string"), isOptional: true)
    field.label = ImportedText("Specify other.")
    return [when(condition, [.field(field)], [])]
  }

  /// Turns a field into a calculated one.
  ///
  /// - Returns: the condition under which it has a value, with its coverage entries. Nil if a form can't express the
  ///   calculation.
  private mutating func calculate(
    _ calculation: (text: String, column: Int), _ item: Item, _ path: [String],
    _ field: inout ImportedField
  ) -> (condition: ImportedCondition, sources: [Int])? {
    do throws(Gap) {
      let (condition, text, kind) = try writer("", path, from: path).calculation(
        try XPathParser.parse(calculation.text))
      let types: (XPathWriter.Kind) -> String? = { kind in
        switch kind {
        case .text, .choice: "string"
        case .number: "number"
        case .date: "date"
        case .instant: "instant"
        case .truth: "bool"
        case .choices, .list: nil
        }
      }
      guard let type = types(kind) else { throw Gap(.condition) }
      if condition != .always { try checkOrder(calculation.text, item, path) }
      let sources = note(item.row, calculation.column, .kept("= \(text)"))
      field.type = .plain(type)
      field.isOptional = false
      field.clauses.insert(ledger.clause("= \(text)", sources), at: 0)
      return (condition, sources)
    } catch {
      note(item.row, calculation.column, error.outcome)
      return nil
    }
  }

  private mutating func addRequired(_ item: Item, _ path: [String], _ field: inout ImportedField) {
    guard let required = survey.cell(item.row, "required") else { return }
    let message = text(item.row, "required_message").map { " message \($0.spelled())" } ?? ""
    switch required.text {
    case let text where isNo(text): note(item.row, required.column, .kept("optional"))
    case _ where lostBlocks > 0: note(item.row, required.column, .leftOut(.block))
    case let text where isYes(text):
      let sources = note(item.row, required.column, .kept("required"))
      field.isOptional = false
      if !message.isEmpty { field.clauses.append(ledger.clause("required\(message)", sources)) }
    default:
      do throws(Gap) {
        let condition = try condition(required.text, "", path)
        let text = "required if \(condition.text)"
        field.isOptional = false
        field.requirement = ledger.clause(
          text + message, note(item.row, required.column, .kept(text)))
      } catch {
        note(item.row, required.column, error.outcome)
      }
    }
  }

  private mutating func addConstraint(_ item: Item, _ path: [String], _ field: inout ImportedField)
  {
    guard let constraint = survey.cell(item.row, "constraint") else { return }
    do throws(Gap) {
      let condition = try condition(constraint.text, item.name, path)
      let text = "rule \(condition.text)"
      let message =
        self.text(item.row, "constraint_message").map { " message \($0.spelled())" } ?? ""
      let sources = note(item.row, constraint.column, .kept(text))
      if condition != .always { field.clauses.append(ledger.clause(text + message, sources)) }
    } catch {
      note(item.row, constraint.column, error.outcome)
    }
  }

  // MARK: Texts

  /// Returns the text of a column, with its translations to languages whose code is known.
  private func text(_ row: WorkbookTable.Row, _ name: String, _ sheet: XLSFormSheet? = nil)
    -> ImportedText?
  {
    var texts = (sheet ?? survey).texts(row, name)
    guard !texts.isEmpty else { return nil }
    let first = texts.firstIndex { $0.language == nil || $0.language == language } ?? 0
    var text = ImportedText(texts.remove(at: first).text)
    for (language, translation, _) in texts {
      if let code = language.flatMap({ XLSFormImporter.code($0) }),
        !text.translations.contains(where: { $0.language == code })
      {
        text.translations.append((code, translation))
      }
    }
    return text
  }

  private static let codes: OrderedDictionary<String, String> = [
    "english": "en", "french": "fr", "français": "fr", "spanish": "es", "español": "es",
    "german": "de", "deutsch": "de", "portuguese": "pt", "português": "pt", "japanese": "ja",
    "chinese": "zh", "arabic": "ar", "russian": "ru", "hindi": "hi", "nepali": "ne",
    "swahili": "sw", "italian": "it", "dutch": "nl", "bengali": "bn", "urdu": "ur",
    "indonesian": "id", "vietnamese": "vi", "turkish": "tr", "ukrainian": "uk",
  ]

  /// Returns the English name of a language, or nil if it isn't known.
  static func name(ofLanguage code: String) -> String? {
    codes.first { $0.value == code }.map { $0.key.prefix(1).uppercased() + $0.key.dropFirst() }
  }

  /// Returns the code of a language such as `French (fr)` or `french`.
  private static func code(_ language: String) -> String? {
    if let open = language.lastIndex(of: "("), language.hasSuffix(")") {
      return String(language[language.index(after: open)...].dropLast())
    }
    if language.count == 2 { return language.lowercased() }
    return codes[language.lowercased()]
  }
}

// MARK: - Types

extension XLSFormImporter {
  /// The type of a question.
  private struct QuestionType {
    /// The type as a form writes it. Nil for a row without a value, such as a note.
    var text: String?
    var kind = XPathWriter.Kind.text
    var rule: String?
    var isKnown = true
    /// The name of the question about another choice, if the question has one.
    var other: String?
  }

  private mutating func type(of item: Item) -> QuestionType {
    var words: [String] = []
    for word in item.type.split(separator: " ") { words.append(String(word)) }
    let first = words.first?.lowercased() ?? ""
    let isSelect = ["select_one", "select1", "select_multiple", "rank"].contains(first)
    if isSelect, words.count > 1 {
      let isOne = first == "select_one" || first == "select1"
      let more = words.dropFirst(2).joined(separator: " ").lowercased()
      let hasOther = ["or_other", "or other", "or specify other"].contains(more)
      guard more.isEmpty || hasOther, let list = list(words[1], hasOther: hasOther) else {
        return QuestionType(text: "string", isKnown: false)
      }
      return QuestionType(
        text: (isOne ? "choice of " : "list(\" \") of choice of ") + list,
        kind: isOne ? .choice : .choices, rule: first == "rank" ? "distinct" : nil,
        other: hasOther ? item.name + "_other" : nil)
    }
    switch item.type.lowercased() {
    case "text", "string", "barcode", "phone number", "phonenumber", "image", "photo", "audio",
      "video", "file",
      "hidden", "calculate", "username", "email", "deviceid", "xml-external", "csv-external":
      return QuestionType(text: "string")
    case "integer", "int": return QuestionType(text: "int", kind: .number)
    case "decimal": return QuestionType(text: "number", kind: .number)
    case "range": return range(item)
    case "date": return QuestionType(text: "date", kind: .date)
    case "today": return QuestionType(text: "date", kind: .date)
    case "time":
      // A device adds its offset from UTC, which no time of a form has.
      let digits = "[0-5][0-9]"
      return QuestionType(
        text: "string",
        rule: "matches(/(?:[01][0-9]|2[0-3]):\(digits)(?::\(digits)(?:\\.[0-9]+)?)?"
          + "(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?/)")
    case "datetime", "datetime-no-zone", "start", "end":
      return QuestionType(text: "instant", kind: .instant)
    case "geopoint":
      let number = "-?[0-9]+(?:\\.[0-9]+)?"
      return QuestionType(
        text: "string", rule: "matches(/\(number) \(number)(?: \(number)(?: \(number))?)?/)")
    case "acknowledge", "trigger": return QuestionType(text: "choice(\"OK\")", kind: .choice)
    case "note", "audit", "start-geopoint", "background-audio": return QuestionType(text: nil)
    default: return QuestionType(text: "string", isKnown: false)
    }
  }

  private func range(_ item: Item) -> QuestionType {
    var (low, high, step) = ("1", "10", "1")
    let parameters = survey.cell(item.row, "parameters")?.text ?? ""
    for part in parameters.split(whereSeparator: { " ,;".contains($0) }) {
      let sides = part.split(separator: "=")
      guard sides.count == 2 else { continue }
      switch sides[0] {
      case "start": low = String(sides[1])
      case "end": high = String(sides[1])
      case "step": step = String(sides[1])
      default: break
      }
    }
    let isWhole = !(low + step).contains(".")
    return QuestionType(
      text: isWhole ? "int" : "number", kind: .number, rule: "range(\(low)...\(high))")
  }

  /// Returns the form's name for a list of choices, and declares the list on its first use.
  ///
  /// - Parameter hasOther: whether the list ends with `other`.
  private mutating func list(_ key: String, hasOther: Bool) -> String? {
    let whole = key + (hasOther ? " or_other" : "")
    if let name = lists[whole] { return name }
    guard let choices else { return nil }
    var items: [String] = []
    var seen: OrderedSet<String> = []
    for row in choices.table.rows where choices.cell(row, "list_name")?.text == key {
      guard let name = choices.cell(row, "name")?.text, seen.insert(name).inserted else { continue }
      let label = text(row, "label", choices)
      let isSame = label.map { $0.text == name && $0.translations.isEmpty } ?? true
      items.append(FormText.spelled(name) + (isSame ? "" : " " + (label?.spelled() ?? "")))
    }
    if items.isEmpty { return nil }
    if hasOther, seen.insert("other").inserted { items.append("\"other\" \"Other\"") }
    let name = FieldWords.name(for: key + (hasOther ? "_or_other" : ""), place: lists.count)
    lists[whole] = name
    form.declarations.append(
      ledger.clause("choices \(Spelling.name(name)) = \(items.joined(separator: ", "))"))
    return Spelling.name(name)
  }

  // MARK: Filters

  /// Adds a rule for a filter such as `${state} = state`. The rule looks the choice up in a table of its own.
  private mutating func addFilter(_ item: Item, _ path: [String], _ field: inout ImportedField) {
    guard let filter = survey.cell(item.row, "choice_filter") else { return }
    do throws(Gap) {
      var pairs: [(question: XPathWriter.Question, column: String)] = []
      try collect(try XPathParser.parse(filter.text), item, path, &pairs)
      let words = item.type.split(separator: " ")
      guard let choices, words.count == 2, words[0] == "select_one" else {
        throw Gap(.condition)
      }
      var rows: OrderedSet<String> = []
      for row in choices.table.rows where choices.cell(row, "list_name")?.text == String(words[1]) {
        let keys = ["name"] + pairs.map { $0.column }
        let cells = keys.compactMap { choices.cell(row, $0)?.text }
        if cells.count == keys.count {
          rows.insert(Spelling.list(cells))
        }
      }
      let name = FieldWords.name(for: item.name + " filter", place: 0)
      let columns = (["item"] + pairs.indices.map { "key\($0 + 1)" }).joined(separator: ", ")
      let lines = rows.map { "  \($0) -> \"yes\"\n" }.joined()
      let sources = note(item.row, filter.column, .kept("a table"))
      form.declarations.append(
        ledger.clause("table \(name)(\(columns)) <\n\(lines)  else -> \"no\"\n>", sources))
      let operands = (["value"] + pairs.map { $0.question.operand }).joined(separator: ", ")
      field.clauses.append(ledger.clause("rule \(name)(\(operands)) == \"yes\"", sources))
    } catch {
      note(item.row, filter.column, error.outcome)
    }
  }

  private func collect(
    _ filter: XPath, _ item: Item, _ path: [String],
    _ pairs: inout [(question: XPathWriter.Question, column: String)]
  ) throws(Gap) {
    switch filter {
    case .binary("and", let left, let right):
      try collect(left, item, path, &pairs)
      try collect(right, item, path, &pairs)
    case .binary("=", .question(let name?), .column(let column)),
      .binary("=", .column(let column), .question(let name?)):
      guard let question = question(name, own: item.name, path, from: path),
        question.kind == .choice || question.kind == .text
      else { throw Gap(.condition) }
      pairs.append((question, column))
    default: throw Gap(.condition)
    }
  }
}

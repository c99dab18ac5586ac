// `formwork export --to xlsx`: a workbook to fill in. Its validations warn and never refuse an entry, because a form
// accepts more spellings than a spreadsheet does.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Writes a workbook to fill in.
final class WorkbookExport {
  private let reading: ExportReading
  private let explainer: Explainer
  private var program: Program { reading.program }
  private let layout: DataLayout
  /// The number of the row with the column names, or nil if the sheet has no such row.
  private let headerLine: Int?
  /// The formats of dates and numbers. In the workbook, they come after the fixed formats.
  private var formats: [String] = []
  /// The columns of the hidden sheet, keyed by the index of the list of choices that each contains.
  private var lists: OrderedDictionary<Int32, Int> = [:]
  private var listed: [[String]] = []

  private init(_ reading: ExportReading, _ source: Source, _ moment: Moment) {
    self.reading = reading
    explainer = Explainer(reading.program, source, reading.words, moment)
    layout = reading.program.layout(of: .xlsx)
    if case .line(let line) = layout.header.value { headerLine = line } else { headerLine = nil }
  }

  static func file(_ reading: ExportReading, _ source: Source, _ moment: Moment) -> [UInt8] {
    WorkbookExport(reading, source, moment).file
  }

  private var file: [UInt8] {
    var sheets = [dataSheet]
    sheets.append(guide)
    if !listed.isEmpty { sheets.append(listSheet) }
    return WorkbookFile.bytes(sheets, styles: WorkbookExport.styles(formats))
  }

  // MARK: - The sheet to fill in

  private var dataSheet: WorkbookSheetPart {
    let title = reading.title ?? program.name
    let name = layout.sheet.value.isEmpty ? title ?? "Data" : layout.sheet.value
    var sheet = WorkbookSheetPart(name: WorkbookExport.sheetName(name), number: 1)
    let columns = reading.columns()
    var widths = ""
    var cells = ""
    var validations: [String] = []
    for (index, column) in columns.enumerated() {
      let number = index + 1
      let field = RawField(column.field, program)
      widths +=
        "<col min=\"\(number)\" max=\"\(number)\" width=\"\(width(column))\" style=\"\(style(of: field))\" customWidth=\"1\"/>"
      if let headerLine {
        let style: Style =
          column.isRequired ? .required : column.conditions.isEmpty ? .optional : .conditional
        cells += WorkbookExport.cell(column.name, row: headerLine, column: number, style)
        sheet.note(note(column, field), row: headerLine, column: number)
      }
      if let validation = validation(column, field, number) { validations.append(validation) }
    }
    sheet.xml =
      WorkbookFile.start + (headerLine.map { WorkbookFile.pane(headerLine: $0) } ?? "")
      + "<sheetFormatPr defaultRowHeight=\"15\"/>"
      + (widths.isEmpty ? "" : "<cols>\(widths)</cols>") + "<sheetData>"
      + (headerLine.map { "<row r=\"\($0)\">\(cells)</row>" } ?? "") + "</sheetData>"
    if !validations.isEmpty {
      sheet.xml +=
        "<dataValidations count=\"\(validations.count)\">\(validations.joined())</dataValidations>"
    }
    return sheet
  }

  private func width(_ column: ExportColumn) -> Int { min(40, max(14, column.name.count + 4)) }

  /// Returns the note for a column's header: the field's label, hint, type and choices, and when it must be filled in.
  private func note(_ column: ExportColumn, _ field: RawField) -> String {
    var lines = [reading.words.label(ofField: field.named)]
    lines += reading.hint(ofField: field.named).map { [$0] } ?? []
    lines.append(explainer.sentence(explainer.words.explained(field.view.kind)))
    if let choices = field.view.choices {
      let labels = choices.values.indices.prefix(20).map { index in
        let label = reading.words.label(of: index, in: choices)
        return label == choices.values[index] ? label : "\(choices.values[index]): \(label)"
      }
      lines.append(labels.joined(separator: "\n") + (choices.values.count > 20 ? "\n…" : ""))
    }
    for case let condition? in column.conditions {
      lines.append(said(.onlyIf, condition))
    }
    if case .requiredIf(let condition, _) = field.view.presence {
      lines.append(said(.requiredIf, condition))
    } else {
      let isRequired = column.isRequired || !field.mayBeBlank
      lines.append(explainer.sentence(explainer.text(isRequired ? .required : .optional)))
    }
    return lines.joined(separator: "\n")
  }

  private func said(_ lead: ExplainPhrase, _ condition: Int32) -> String {
    explainer.text(lead) + explainer.text(.sentenceGap)
      + explainer.inline(explainer.statement(condition, Standpoint()))
  }

  static func cell(_ text: String, row: Int, column: Int, _ style: Style) -> String {
    "<c r=\"\(WorkbookFile.letters(ofColumn: column))\(row)\" s=\"\(style.rawValue)\" t=\"inlineStr\"><is>"
      + "<t xml:space=\"preserve\">\(WorkbookFile.text(text))</t></is></c>"
  }

  /// Converts a text to a valid sheet name.
  private static func sheetName(_ text: String) -> String {
    var name = ""
    for character in visible(text) where (name + String(character)).utf16.count <= 31 {
      name.append("[]:*?/\\'".contains(character) ? "_" : character)
    }
    return name.isEmpty ? "Data" : name
  }

  // MARK: - Validations

  /// A condition of a validation.
  private struct Condition {
    var type: String
    var operation: String?
    var formulas: [String]
    /// Whether the condition requires everything that its part of a rule requires.
    var isExact = true

    /// Returns a condition for a lower and an upper limit, or nil if no single condition can compare with both.
    func joined(with other: Condition) -> Condition? {
      let (low, high) = operation == "greaterThanOrEqual" ? (self, other) : (other, self)
      guard type == other.type, low.operation == "greaterThanOrEqual",
        high.operation == "lessThanOrEqual"
      else { return nil }
      return Condition(type: type, operation: "between", formulas: low.formulas + high.formulas)
    }
  }

  private func validation(_ column: ExportColumn, _ field: RawField, _ number: Int) -> String? {
    let span = program.span(ofField: column.field)
    let letters = WorkbookFile.letters(ofColumn: number)
    let first = (headerLine ?? 0) + 1
    let range = "\(letters)\(first):\(letters)1048576"
    let own = own(field)
    var condition = own
    var told = reading.fixed(field.details.message, field: column.field)
    var isOfRule = false
    for (rule, part) in field.requirements {
      let node = part.leaf?.constraint.source ?? rule.condition
      let (said, lack) = said(part, field, letters, first)
      guard let said else {
        reading.add(.leftOut(lack), node, column.field)
        continue
      }
      // A cell has one validation, with one message.
      let message =
        reading.message(of: rule, node, field: column.field)
        ?? reading.message(of: rule, nil, field: column.field)
      let joined = isOfRule && message == told ? condition?.joined(with: said) : nil
      guard own?.type != "list", let next = isOfRule ? joined : said else {
        reading.add(.leftOut(.validation), node, column.field)
        continue
      }
      (condition, told, isOfRule) = (next, message, true)
      reading.add(.of(said.type, isExact: said.isExact, lack), node, column.field)
    }
    // A validation that enforces a rule also enforces the type only if it compares values of that type.
    let kept = field.view.kind == .string ? "@" : condition?.type == own?.type ? own?.type : nil
    reading.add(
      .of(kept, isExact: true, own == nil ? .kind : .validation), field.view.kind.rawValue,
      column.field, at: span)
    if column.isRequired { reading.add(.kept("color"), "required", column.field, at: span) }
    let prompt = reading.hint(ofField: column.field)
    if condition == nil, prompt == nil { return nil }
    var text = "<dataValidation"
    if let condition {
      text += " type=\"\(condition.type)\" errorStyle=\"warning\""
      if let operation = condition.operation { text += " operator=\"\(operation)\"" }
    }
    text += " allowBlank=\"1\" showInputMessage=\"1\" showErrorMessage=\"1\""
    if let told { text += " error=\"\(WorkbookExport.attribute(told, 225))\"" }
    if let prompt {
      let label = reading.words.label(ofField: field.named)
      text +=
        " promptTitle=\"\(WorkbookExport.attribute(label, 32))\""
        + " prompt=\"\(WorkbookExport.attribute(prompt, 255))\""
    }
    text += " sqref=\"\(range)\">"
    for (index, formula) in (condition?.formulas ?? []).enumerated() {
      text += "<formula\(index + 1)>\(WorkbookFile.text(formula))</formula\(index + 1)>"
    }
    return text + "</dataValidation>"
  }

  /// Returns a text for an attribute, cut to a number of UTF-16 code units.
  private static func attribute(_ text: String, _ limit: Int) -> String {
    var short = ""
    var length = 0
    for character in text {
      length += character.utf16.count
      if length > limit { break }
      short.append(character.isNewline ? " " : character)
    }
    return WorkbookFile.text(short)
  }

  /// Returns the condition that follows from a field's type alone.
  private func own(_ field: RawField) -> Condition? {
    if field.view.kind == .choice {
      return field.view.choices.flatMap { list($0, field.view.choicesNumber) }
    }
    if field.view.allowsPartialDates { return nil }
    return switch field.view.kind.row.operand {
    case .int: between("whole", "-999999999999999", "999999999999999")
    case .number: between("decimal", "-1E+300", "1E+300")
    case .date, .dateTime: Condition(type: "date", operation: "greaterThanOrEqual", formulas: ["1"])
    case .time: between("time", "0", "0.999999999")
    case .bool:
      list(program.boolWords(ofField: field.view.number).map { [$0.yes, $0.no] } ?? ["yes", "no"])
    default: nil
    }
  }

  private func between(_ type: String, _ low: String, _ high: String) -> Condition {
    Condition(type: type, operation: "between", formulas: [low, high])
  }

  /// Returns the condition of a drop-down with a few texts, or nil if a drop-down can't contain them.
  private func list(_ texts: [String]) -> Condition? {
    let joined = texts.joined(separator: ",")
    let isPlain = texts.allSatisfy { text in
      !text.contains(",") && !text.contains("\"") && text.first != " " && text.last != " "
        && text.first != "="
    }
    guard isPlain, joined.utf16.count <= 250 else { return nil }
    return Condition(type: "list", formulas: ["\"\(joined)\""])
  }

  /// Returns the condition of a drop-down with choices. Long lists are on a sheet of their own.
  private func list(_ choices: ChoiceList, _ number: Int32?) -> Condition? {
    if let short = list(choices.values) { return short }
    guard let number else { return nil }
    let column: Int
    if let known = lists[number] {
      column = known
    } else {
      listed.append(choices.values)
      column = listed.count
      lists[number] = column
    }
    let letters = WorkbookFile.letters(ofColumn: column)
    return Condition(
      type: "list",
      formulas: ["\(WorkbookExport.lists)!$\(letters)$1:$\(letters)$\(choices.values.count)"])
  }

  /// Returns the condition for a part of a rule, or the reason why no condition can express the part.
  private func said(
    _ part: Formula, _ field: RawField, _ letters: String, _ row: Int
  ) -> (condition: Condition?, lack: Coverage.Lack) {
    if part.isUnique(in: program) {
      let cell = "\(letters)\(row)"
      let range = "\(letters)$\(row):\(letters)$1048576"
      return (Condition(type: "custom", formulas: ["COUNTIF(\(range),\(cell))=1"]), .kind)
    }
    guard let (constraint, isNegated) = part.leaf, !isNegated,
      case .cell(0, _, field.view.number) = program.view(constraint.subject)
    else { return (nil, reading.lack(of: part.firstNode ?? -1)) }
    switch (constraint.measure, field.view.kind) {
    case (.value, .int): return (bounds("whole", constraint), .otherField)
    case (.value, .number): return (bounds("decimal", constraint), .otherField)
    case (.value, .date) where !field.view.allowsPartialDates:
      return (days(constraint), reading.lack(of: constraint.source))
    case (.count, .string):
      let set = field.set(of: constraint)
      guard case .object(let members)? = set.over, members["pattern"] != nil,
        case .interval(let low, let high)? = program.values(of: constraint)
      else { return (nil, .characters) }
      // `textLength` counts UTF-16 code units. A character may have several, so only ASCII can have an upper limit.
      let isASCII = set.isExact && set.note == nil
      var condition = compared(
        "textLength", low.map { $0.value.text }, isASCII ? high.map { $0.value.text } : nil)
      condition?.isExact = isASCII
      return (condition, .characters)
    default: return (nil, reading.lack(of: constraint.source))
    }
  }

  private func bounds(_ type: String, _ constraint: Constraint) -> Condition? {
    guard case .interval(let low, let high)? = program.values(of: constraint) else { return nil }
    if low?.isOpen != true, high?.isOpen != true {
      return compared(type, low.map { $0.value.text }, high.map { $0.value.text })
    }
    if let low, high == nil {
      return Condition(type: type, operation: "greaterThan", formulas: [low.value.text])
    }
    if let high, low == nil {
      return Condition(type: type, operation: "lessThan", formulas: [high.value.text])
    }
    return nil
  }

  private func compared(_ type: String, _ low: String?, _ high: String?) -> Condition? {
    switch (low, high) {
    case (let low?, let high?): between(type, low, high)
    case (let low?, nil): Condition(type: type, operation: "greaterThanOrEqual", formulas: [low])
    case (nil, let high?): Condition(type: type, operation: "lessThanOrEqual", formulas: [high])
    case (nil, nil): nil
    }
  }

  /// Returns the condition for limits of a date. A limit may be a fixed day or today.
  private func days(_ constraint: Constraint) -> Condition? {
    switch constraint.allowed {
    case .word(.past, _):
      return Condition(type: "date", operation: "lessThan", formulas: ["TODAY()"])
    case .word(.future, _):
      return Condition(type: "date", operation: "greaterThan", formulas: ["TODAY()"])
    case .interval(let interval):
      let (low, high) = (interval.low.map { day($0) }, interval.high.map { day($0) })
      if let low, low == nil { return nil }
      if let high, high == nil { return nil }
      if let low = low ?? nil, interval.excludesLow, high == nil {
        return Condition(type: "date", operation: "greaterThan", formulas: [low])
      }
      if let high = high ?? nil, interval.excludesHigh, low == nil {
        return Condition(type: "date", operation: "lessThan", formulas: [high])
      }
      guard !interval.excludesLow, !interval.excludesHigh else { return nil }
      return compared("date", low ?? nil, high ?? nil)
    default: return nil
    }
  }

  /// Returns the formula for a fixed day or today, or nil for any other operand. Days before March 1900, which
  /// spreadsheets number differently, have no formula.
  private func day(_ node: Int32) -> String? {
    switch program.view(node) {
    case .moment(isNow: false): return "TODAY()"
    case .constant(let number):
      let value = program.constant(number).value
      guard value.kind == .date, let first = CalendarDate(year: 1899, month: 12, day: 30) else {
        return nil
      }
      let serial = Int(value.date.dayNumber) - Int(first.dayNumber)
      return serial > 60 ? String(serial) : nil
    default: return nil
    }
  }

  // MARK: - The other sheets

  private static let lists = "Lists"

  private var listSheet: WorkbookSheetPart {
    var sheet = WorkbookSheetPart(name: WorkbookExport.lists, number: 3)
    let rows = listed.map { $0.count }.max() ?? 0
    var text = ""
    for row in 0..<rows {
      text += "<row r=\"\(row + 1)\">"
      for (column, values) in listed.enumerated() where row < values.count {
        text += WorkbookExport.cell(values[row], row: row + 1, column: column + 1, .text)
      }
      text += "</row>"
    }
    sheet.xml = WorkbookFile.start + "<sheetData>\(text)</sheetData>"
    sheet.isHidden = true
    return sheet
  }

  /// The sheet that explains the form.
  private var guide: WorkbookSheetPart {
    var sheet = WorkbookSheetPart(
      name: WorkbookExport.sheetName(explainer.text(.howToFill)), number: 2)
    let document = explainer.document()
    var rows: [(text: String, style: Style)] = [(document.title, .title)]
    for part in document.parts where !part.isPicture {
      rows.append(("", .text))
      rows.append((part.heading, .optional))
      for block in part.blocks { add(block, "", to: &rows) }
    }
    var text = ""
    for (index, row) in rows.enumerated() where !row.text.isEmpty {
      text += "<row r=\"\(index + 1)\">"
      text += WorkbookExport.cell(row.text, row: index + 1, column: 1, row.style) + "</row>"
    }
    sheet.xml =
      WorkbookFile.start + "<cols><col min=\"1\" max=\"1\" width=\"110\" customWidth=\"1\"/></cols>"
      + "<sheetData>\(text)</sheetData>"
    return sheet
  }

  private func add(
    _ block: Document.Block, _ indent: String, to rows: inout [(text: String, style: Style)]
  ) {
    func add(_ text: String, _ style: Style) { rows.append((indent + text, style)) }
    func add(_ items: [Document.Item], _ indent: String) {
      for item in items {
        rows.append((indent + "• " + item.text, .wrapped))
        add(item.items, indent + "    ")
        for note in item.notes { rows.append((indent + "   " + note, .wrapped)) }
      }
    }
    switch block {
    case .paragraph(let text): add(text, .wrapped)
    case .list(let items): add(items, indent)
    case .entry(let entry):
      let name = entry.name.map { " (\($0))" } ?? ""
      rows.append(("", .text))
      add(entry.label + name + " · " + entry.summary, .bold)
      for block in entry.blocks { self.add(block, indent, to: &rows) }
    case .page(let page):
      rows.append(("", .text))
      add(page.heading, .optional)
      for block in page.blocks { self.add(block, indent, to: &rows) }
    case .section(let section):
      if let heading = section.heading { add(heading, .bold) }
      add(section.lead, .bold)
      add(section.conditions, indent)
      let inner = indent.utf8.count < 40 ? indent + "    " : indent
      for block in section.blocks { self.add(block, inner, to: &rows) }
    case .table(let table):
      for row in [table.head] + table.rows { add(row.joined(separator: " | "), .wrapped) }
    case .picture: break
    }
  }

  // MARK: - Formats of cells

  /// The fixed formats of cells. The raw value is the index in `cellXfs` of the workbook's styles.
  enum Style: Int, CaseIterable {
    case text, required, optional, conditional, title, bold, wrapped

    fileprivate var format: String {
      let (number, font, fill) =
        switch self {
        case .text: (49, 0, 0)
        case .required: (49, 1, 2)
        case .optional: (49, 1, 3)
        case .conditional: (49, 1, 4)
        case .title: (49, 2, 0)
        case .bold: (49, 1, 0)
        case .wrapped: (49, 0, 0)
        }
      let alignment =
        self == .wrapped || self == .bold ? "<alignment vertical=\"top\" wrapText=\"1\"/>" : ""
      return
        "<xf numFmtId=\"\(number)\" fontId=\"\(font)\" fillId=\"\(fill)\" borderId=\"0\" xfId=\"0\""
        + " applyNumberFormat=\"1\" applyFont=\"1\" applyFill=\"1\" applyAlignment=\"1\">\(alignment)</xf>"
    }
  }

  /// Returns the index of the format for the cells of a field's column.
  private func style(of field: RawField) -> Int {
    guard let format = program.sheetFormat(ofField: field.view.number) else {
      return Style.text.rawValue
    }
    if !formats.contains(format) { formats.append(format) }
    return Style.allCases.count + (formats.firstIndex(of: format) ?? 0)
  }

  /// The lowest number that a workbook can give to a number format of its own.
  private static let firstFormat = 164

  /// Returns the part with the formats of cells.
  ///
  /// - Parameter formats: the formats of dates and numbers.
  static func styles(_ formats: [String]) -> String {
    func font(_ text: String) -> String { "<font>\(text)<name val=\"Calibri\"/></font>" }
    func fill(_ color: String) -> String {
      "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"\(color)\"/></patternFill></fill>"
    }
    let own = formats.enumerated().map { index, format in
      "<numFmt numFmtId=\"\(WorkbookExport.firstFormat + index)\" formatCode=\"\(WorkbookFile.text(format))\"/>"
    }
    let cells = formats.indices.map { index in
      "<xf numFmtId=\"\(WorkbookExport.firstFormat + index)\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\""
        + " applyNumberFormat=\"1\"/>"
    }
    var text = WorkbookFile.startOfStyles
    if !own.isEmpty { text += "<numFmts count=\"\(own.count)\">\(own.joined())</numFmts>" }
    text += "<fonts count=\"3\">" + font("<sz val=\"11\"/>") + font("<b/><sz val=\"11\"/>")
    text += font("<b/><sz val=\"14\"/>") + "</fonts><fills count=\"5\">"
    text += "<fill><patternFill patternType=\"none\"/></fill>"
    text += "<fill><patternFill patternType=\"gray125\"/></fill>"
    text += fill("FFFFD966") + fill("FFE7E6E6") + fill("FFDDEBF7") + "</fills>"
    text += "<borders count=\"1\"><border/></borders><cellStyleXfs count=\"1\">"
    text += "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
    text += "<cellXfs count=\"\(Style.allCases.count + cells.count)\">"
    for style in Style.allCases { text += style.format }
    text += cells.joined() + "</cellXfs><cellStyles count=\"1\">"
    text += "<cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
    return text
  }
}

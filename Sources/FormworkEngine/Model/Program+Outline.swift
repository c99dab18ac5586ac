// A program in the structure of its form: the declarations in order, and the properties of each field. It is for
// explanations of a form, and not used by evaluation.

package import FormworkSyntax

/// A declaration of a level.
package indirect enum StepView: Sendable {
  case field(Int32)
  case check(RuleView)
  case when([BranchView], elseBlank: ElseBlankView?)
  case page(PageView)
  /// A text between fields.
  case intro(Int32)
}

/// A page with its declarations.
package struct PageView: Sendable {
  package let title: Int32
  package let steps: [StepView]
}

/// A branch of a `when`.
package struct BranchView: Sendable {
  /// Nil for the last `else`.
  package let condition: Int32?
  /// The cell with the truth of the branch.
  package let cell: Int32
  package let title: Int32?
  package let steps: [StepView]
}

/// The level and cell with the truth of a branch.
package struct BlockPlace: Hashable, Sendable {
  package let level: Int32
  package let cell: Int32

  package init(level: Int32, cell: Int32) { (self.level, self.cell) = (level, cell) }
}

/// `else blank`, with its message.
package struct ElseBlankView: Sendable {
  package let message: Int32?
}

/// A rule or a check.
package struct RuleView: Sendable {
  package let condition: Int32
  package let severity: Severity
  package let title: Int32?
  package let message: Int32?
  /// The field that the rule belongs to, or at which the check is reported.
  package let field: Int32?
  /// The fields after `per`.
  package let group: [Int32]
}

/// The details of a field: how its values are read, and the messages for invalid ones.
package struct FieldDetails: Sendable {
  /// The format of the field's texts in the data, unless it is the default one.
  package let format: FormatView?
  package let cleaning: CleaningView
  package let ignoresCase: Bool
  /// The keys with a `#` for the numbers of columns.
  package let numberedKeys: [String]
  /// The keys with a `*` for the keys of a list by name.
  package let namedKeys: [String]
  package let message: Int32?
  /// The message about a blank value, from the field, its types or its rules. Nil if the author wrote none.
  package let requiredMessage: Int32?
  package let rules: [RuleView]
}

/// The cleaning of a text before all other steps, in this order.
package struct CleaningView: Sendable {
  package let halfwidth: Bool
  package let without: CharacterSelection?
  package let trimmed: Bool
  package let isLowercased: Bool
  package let isUppercased: Bool
}

/// A notation of a type in the data.
package enum FormatView: Sendable {
  /// An example number, and the same number without group marks if it has any.
  case number(String, ungrouped: String?)
  case integer(String, ungrouped: String?)
  case moment(FieldKind, [MomentFormatView])
  case bool(yes: String, no: String)
}

/// A format of dates or times with examples: of 20 November 2026, 18:30, and of 5 January 2026, 09:05.
package struct MomentFormatView: Sendable {
  package let example: String
  /// The example of 5 January, with single digits where the format allows them.
  package let short: String
  /// The example of 5 January with `05` instead of `5`, if two digits are also accepted.
  package let padded: String?
  /// Whether the format lacks the day of a date.
  package let isPartial: Bool
  /// The hundred years that `yy` can mean.
  package let years: ClosedRange<Int>?

  init(_ format: CalendarFormat) {
    let padded = format.padded
    isPartial = format.precision != .day
    example = format.text("2026-11-20T18:30Z")
    short = format.text("2026-01-05T09:05Z")
    self.padded = padded == format ? nil : padded.text("2026-01-05T09:05Z")
    years = format.firstYear.map { $0...$0 + 99 }
  }
}

extension CalendarFormat {
  /// The same format with two digits wherever one digit is allowed.
  fileprivate var padded: CalendarFormat {
    let parts = parts.map { part in
      switch part {
      case .letter(.month, _), .letter(.day, _), .letter(.hour, _), .letter(.hourOfHalf, _):
        part.padded
      case .letter, .literal: part
      }
    }
    return CalendarFormat(
      parts: parts, contents: contents, precision: precision, firstYear: firstYear)
  }

  /// Returns the UTC date and time of `instant` as a text in this format. `instant` is written as in ISO 8601.
  fileprivate func text(_ instant: String) -> String {
    var instant = instant
    guard let utc = instant.withUTF8({ CalendarInstant.parse($0) })?.utc else { return "" }
    return text(of: Value(utc, of: kind).reduced(to: precision)) ?? ""
  }
}

extension CalendarFormat.Part {
  fileprivate var padded: CalendarFormat.Part {
    if case .letter(let letter, _) = self { .letter(letter, width: 2) } else { self }
  }
}

/// A table with its rows.
package struct TableView: Sendable {
  package struct Row: Sendable {
    /// For each parameter its literals and ranges. Empty for `else`.
    package let keys: [NodeList]
    package let result: NodeList
  }

  fileprivate let table: LookupTable
  fileprivate let lists: FlatArray<Int32>

  package var name: String { table.name }
  package var parameters: [String] { table.parameters }
  package var rows: [Row] { table.rows.map { row($0) } }

  package var firstResult: NodeList? { table.rows.first.map { row($0).result } }

  private func row(_ row: LookupTable.Row) -> Row {
    func list(_ range: Range<Int32>) -> NodeList {
      lists[Int(range.lowerBound)..<Int(range.upperBound)]
    }
    return Row(keys: row.keys.map { list($0) }, result: list(row.result))
  }
}

// MARK: - Declarations

extension Program {
  /// Returns the declarations of a level, in the order of the form. Leaves out the nameless field of a list's items, and
  /// their key.
  package func outline(ofLevel number: Int32) -> [StepView] {
    var reader = OutlineReader(self, levels[Int(number)])
    return reader.views(0..<reader.steps.count, depth: 0)
  }

  /// Returns the innermost rule or check around an offset of the source.
  package func rule(around offset: UInt32) -> RuleView? {
    let spans = rules.elements.map { $0.span }
    let around = spans.indices.filter { spans[$0].lower <= offset && offset <= spans[$0].upper }
    return around.min { spans[$0].count < spans[$1].count }.map { rule(Int32($0)) }
  }

  fileprivate func rule(_ number: Int32) -> RuleView {
    let rule = rules[Int(number)]
    return RuleView(
      condition: rule.condition, severity: rule.severity, title: Program.text(rule.title),
      message: Program.text(rule.message), field: rule.field < 0 ? nil : rule.field,
      group: rule.group < 0 ? [] : askedRecords(Int(rule.group)).group.compactMap { field(of: $0) })
  }
}

/// Reads the steps of a level and the marks between them.
private struct OutlineReader {
  let steps: [Step]
  private let program: Program
  private let level: Level
  private var nextMark = 0
  /// The number of steps read, without those that settle fields.
  private var stepCount = 0

  init(_ program: Program, _ level: Level) {
    (self.program, self.level, steps) = (program, level, level.steps)
  }

  /// - Parameter depth: the number of branches around the steps.
  mutating func views(_ range: Range<Int>, depth: Int) -> [StepView] {
    var views: [StepView] = []
    var page: (title: Int32, before: [StepView])?
    var index = range.lowerBound
    while true {
      while let mark = takeMark(depth) {
        switch mark {
        case .page(let title):
          page = (title, views)
          views = []
        case .endOfPage:
          guard let open = page else { break }
          views = open.before + [.page(PageView(title: open.title, steps: views))]
        case .intro(let text): views.append(.intro(text))
        }
      }
      guard index < range.upperBound else { return views }
      let step = steps[index]
      switch step.kind {
      case .field:
        if program.isMember(step.target) { views.append(.field(step.target)) }
      case .check: views.append(.check(program.rule(step.target)))
      case .branch: views.append(when(index, depth: depth))
      case .settle, .elseBlank: break
      }
      if step.kind == .field || step.kind == .check { stepCount += 1 }
      index = step.kind == .branch ? Int(step.next) : index + 1
    }
  }

  private mutating func takeMark(_ depth: Int) -> LevelMark.Kind? {
    guard nextMark < level.marks.count, level.marks[nextMark].stepCount == stepCount,
      level.marks[nextMark].depth == depth
    else { return nil }
    nextMark += 1
    return level.marks[nextMark - 1].kind
  }

  private mutating func when(_ start: Int, depth: Int) -> StepView {
    var branches: [BranchView] = []
    var index = start
    let end = Int(steps[start].next)
    while index < end, steps[index].kind == .branch {
      let step = steps[index]
      stepCount += 1
      branches.append(
        BranchView(
          condition: step.target < 0 ? nil : step.target, cell: step.cell,
          title: level.titles[step.cell],
          steps: views((index + 1)..<Int(step.end), depth: depth + 1)))
      index = Int(step.end)
    }
    guard index < end, steps[index].kind == .elseBlank else {
      return .when(branches, elseBlank: nil)
    }
    stepCount += 1
    let message = Program.text(program.elseBlanks[Int(steps[index].target)].message)
    return .when(branches, elseBlank: ElseBlankView(message: message))
  }
}

// MARK: - Fields

extension Program {
  package func details(ofField number: Int32) -> FieldDetails {
    let field = fields[Int(number)]
    let cleaning = CleaningView(
      halfwidth: field.cleaning.halfwidth, without: field.cleaning.without,
      trimmed: field.cleaning.trimmed, isLowercased: field.cleaning.letterCase == .lower,
      isUppercased: field.cleaning.letterCase == .upper)
    let isNamed = isInNamedColumns(field)
    let required = requiredMessage(of: number) ?? Program.text(field.emptyAnswer.message)
    return FieldDetails(
      format: format(of: field.type), cleaning: cleaning, ignoresCase: field.ignoresCase,
      numberedKeys: isNamed ? [] : field.numberedKeys,
      namedKeys: isNamed ? field.numberedKeys : [], message: Program.text(field.message),
      requiredMessage: required, rules: field.rules.map { rule($0) })
  }

  /// Whether the columns of a field belong to the keys of a list by name, instead of to the numbers of items.
  private func isInNamedColumns(_ field: Field) -> Bool {
    if case .list(let level) = field.type { return levels[Int(level)].keyField >= 0 }
    var level = levels[Int(field.level)]
    while level.parent >= 0, !level.isList { level = levels[Int(level.parent)] }
    return level.keyField >= 0
  }

  /// Returns the constraints that the rules of a field put on the field's own value in every record. Ignores rules that
  /// only warn.
  package func constraints(onField number: Int32) -> [Constraint] {
    func constraints(_ formula: Formula) -> [Constraint] {
      switch formula {
      case .all(let parts): parts.flatMap { constraints($0) }
      case .constraint(let one) where !one.isNegated && isAbout(number, one.subject): [one]
      default: []
      }
    }
    return details(ofField: number).rules.filter { $0.severity == .error }.flatMap {
      constraints(formula(of: $0.condition))
    }
  }

  /// Returns the bounds that a constraint sets, if they are the same for every record.
  package func bounds(of constraint: Constraint) -> (low: ValueSet.Bound?, high: ValueSet.Bound?)? {
    guard !constraint.isNegated, case .interval(let low, let high) = values(of: constraint) else {
      return nil
    }
    return (low, high)
  }

  /// Whether a field may be blank in an accepted record, given that `blocks` are in force.
  package func mayBeBlank(field number: Int32, inside blocks: OrderedSet<BlockPlace>) -> Bool {
    let field = fields[Int(number)]
    let places = field.blockCells.map { BlockPlace(level: field.level, cell: $0) }
    if places.contains(where: { !blocks.contains($0) }) { return true }
    if field.fallback >= 0 { return false }
    if case .required = field.presence { return false }
    return true
  }

  func format(of type: FieldType) -> FormatView? {
    if case .formatted(let number) = type { format(Int(number)) } else { nil }
  }

  /// Returns the entry of `formats` to which a field or a `momentFormat` node refers.
  package func format(_ number: Int) -> FormatView {
    let example = examples(ofFormat: number).first ?? ""
    switch formats[number] {
    case .number(let format): return .number(example, ungrouped: format.ungrouped(isWhole: false))
    case .integer(let format): return .integer(example, ungrouped: format.ungrouped(isWhole: true))
    case .moment(let kind, let formats):
      return .moment(kind, formats.map { MomentFormatView($0) })
    case .bool(let yes, let no): return .bool(yes: yes, no: no)
    }
  }
}

// MARK: - Parts of conditions

extension Program {
  /// Returns a constant, and its text in the form if that differs from its text in products.
  package func constant(_ number: Int) -> (value: Value, written: String?) {
    (constants[number], literalTexts[Int32(number)])
  }

  /// Returns a constant as messages about a field show it: in the notation of the field, if the field has one for such
  /// values, or else as the form has it.
  package func text(ofConstant number: Int, inField field: Int32?) -> String {
    let (value, written) = constant(number)
    let usual = written ?? value.text
    guard let field, let format = format(for: value, inField: field) else { return usual }
    guard value.isPercent else { return format.text(of: value) ?? usual }
    let percentage = value.hundredfold.flatMap { format.text(of: Value($0)) }
    return percentage.map { $0 + " %" } ?? usual
  }

  package func table(_ number: Int) -> TableView {
    TableView(table: tables[number], lists: lists)
  }

  /// Returns the parts of a text in a condition.
  package func template(ofNode number: Int) -> Template { templates[number] }

  package func pattern(_ number: Int) -> Pattern { patterns[number] }

  package func picture(_ number: Int) -> TextPicture { pictures[number] }

  package func selection(_ number: Int) -> CharacterSelection { selections[number] }

  /// Returns the name of a definition at one of its uses, whether it has parameters, and its message.
  package func definition(_ use: Int) -> (name: String, hasParameters: Bool, message: Int32?) {
    (uses[use].name, uses[use].hasParameters, Program.text(uses[use].message))
  }

  /// The title of the form, if it has one.
  package var titleText: Int32? { Program.text(title) }

  /// Returns the other accepted spellings of a choice's values, keyed by the indices of the values.
  package func spellings(in list: ChoiceList) -> OrderedDictionary<Int, [String]> {
    var texts: OrderedDictionary<Int, [String]> = [:]
    for (constant, value) in list.spellings {
      texts[value, default: []].append(constants[Int(constant)].text)
    }
    return texts
  }

  /// The lists of choices that have a name.
  package var namedChoices: OrderedDictionary<String, ChoiceList> {
    var lists: OrderedDictionary<String, ChoiceList> = [:]
    for list in choices { if let name = list.name { lists[name] = list } }
    return lists
  }
}

extension Program {
  /// Whether a predicate of the host program is used.
  package var asksHost: Bool { !hostRules.isEmpty }

  /// Whether a calculation may have no result.
  package var mayLackResults: Bool {
    nodes.indices.contains { number in
      switch view(Int32(number)) {
      case .arithmetic(.divide, _, _), .lookUp: true
      case .function(let function, _): function.row.mayLackResult
      default: false
      }
    }
  }
}

// A checked form in the layout for evaluation: flat arrays that refer to each other by number. It is built once,
// never changes, and is shared by all threads.
//
// A *level* is the form itself, a record type, or the items of a list. Every record of a level has a *frame* with its
// *inputs* (what the reader found under each key) and its *cells* (the content of each field). Every level except the
// form has a parent, so a name is resolved to a number of steps outward and a cell.

package import FormworkSyntax

/// A form, ready for evaluation.
package struct Program: Sendable {
  var levels: [Level] = []
  var fields: [Field] = []
  var rules = FlatArray<RuleEntry>()
  var nodes = FlatArray<Node>()
  /// The indices of the nodes in all lists of arguments or items. Each list is a range of this array.
  var lists = FlatArray<Int32>()
  var constants = FlatArray<Value>()
  var texts: [LocalizedTemplate] = []
  var templates: [Template] = []
  var choices: [ChoiceList] = []
  /// The alternatives of each type that has several.
  var alternatives: [[FieldType]] = []
  var formats: [FieldFormat] = []
  /// The form's own texts for built-in messages.
  var ownWords: [(code: ProblemCode, text: Int32)] = []
  /// Constants whose text in the form differs from that in products, such as `39.90`.
  var literalTexts: OrderedDictionary<Int32, String> = [:]
  var patterns: [Pattern] = []
  var pictures: [TextPicture] = []
  var selections: [CharacterSelection] = []
  var elseBlanks: [ElseBlank] = []
  /// Fields whose `required if` depends on later fields, in groups that are decided together. See `LateFields.swift`.
  var lateGroups: [[Int32]] = []
  /// For each field, all fields with the same name in mutually exclusive branches. If these are records or lists, also
  /// for each field inside them, all fields with the same path. Only if a condition or a target outside of the branches
  /// refers to the name.
  var namesakes: OrderedDictionary<Int32, [Int32]> = [:]
  var groups: [ProductGroup] = []
  var uses: [DefinitionUse] = []
  var tables: [LookupTable] = []
  /// The predicates of the host program that are used.
  package internal(set) var hostRules: [HostPredicate] = []
  /// The predicates that the form declares with `needs`, with the types of their arguments, as in `inStock(string)`.
  package internal(set) var neededRules: [String] = []
  package internal(set) var examples: [FormExample] = []
  /// The number of `unique` and `same` words. In the node of such a word, `a` is the index of the word.
  package internal(set) var acrossCount: Int32 = 0
  /// The lists of other data.
  package internal(set) var dataLists: [DataList] = []
  /// The queries in conditions, each for all or some records of a list.
  var queries = FlatArray<ListQuery>()
  /// The index for each of `queries`, or nil until its list is read. Empty until any list is read.
  var queryIndexes: [QueryIndex?] = []
  /// The result for each of `queries`, if it is the same for all records of the run.
  var knownResults: [ListResult?] = []
  /// The questions about all records, and about the previous record.
  var questions = FlatArray<RecordQuestion>()
  var questionKeys = FlatArray<RecordQuestion.Key>()
  /// The name and title of `form`, if any.
  package internal(set) var name: String?
  package internal(set) var title: Int32 = -1
  /// The form's layouts of data, at most one for each kind.
  package internal(set) var layouts: [DataLayout] = []
  /// Whether fields must be filled in. False for a program that reads a list of other data.
  var requiresValues = true
  /// The texts that mean blank in every field.
  private(set) var blanks: [[UInt8]] = []
  /// The language of unmarked texts.
  package internal(set) var language = "en"
  let pool = ConstantPool()
  /// The plan, which all evaluators of the finished program share.
  private(set) var planMemory: PlanMemory?

  init() {}

  /// Creates the plan. Call this after the last change to the program.
  mutating func layOut() {
    planMemory = PlanMemory(self)
  }

  /// Whether a condition reads the names of the data's columns.
  package var asksColumns: Bool { nodes.contains { $0.operation == .columns } }

  /// Returns the same form for data in which some texts mean blank.
  package func reading(_ layout: DataLayout) -> Program {
    if layout.blanks == blanks { return self }
    var program = self
    program.blanks = layout.blanks
    program.layOut()
    return program
  }
}

/// The form itself, a record type, or the items of a list.
struct Level: Sendable {
  /// The level around this one, or -1 for the form itself.
  var parent: Int32
  /// The field whose type is this level, or -1 for the form itself.
  var owner: Int32
  var keys = KeyTable()
  var inputCount: Int32 = 0
  var cellCount: Int32 = 0
  /// Whether keys without a field are problems.
  var isClosed = false
  /// Whether frames of this level are items of a list.
  var isList = false
  /// For each input, the level into which a record or list under the input is read. It is -1 if there is no such level,
  /// or if several fields share the input.
  var structures: [Int32] = []
  /// For items of a list, the input and the cell of the whole item.
  var itemInput: Int32 = -1
  var itemCell: Int32 = -1
  /// For items of a list, the field of an item, which has no name.
  var itemField: Int32 = -1
  /// Whether the items of a list are records.
  var itemIsRecord = false
  /// For items of a list by name, the field of their key. It is -1 for any other level.
  var keyField: Int32 = -1
  /// The separator of the items, for a list in a single text. Empty if the list can't be written like this.
  var separator = ""
  /// The separator at which the text is split: converted to its usual width if the list has `halfwidth`.
  var splitSeparator: [UInt8] = []
  var steps: [Step] = []
  /// The contents of a frame's product, in order.
  var product: [ProductItem] = []
  /// The pages and texts between the steps, in order. Only people see them.
  var marks: [LevelMark] = []
  /// The titles of branches, keyed by the branches' cells.
  var titles: OrderedDictionary<Int32, Int32> = [:]

  /// Adds an input for a new key.
  mutating func addInput(underKey key: String) -> Int32 {
    keys.append(key, input: inputCount)
    return addInput()
  }

  /// Adds an input without a key, which only columns fill.
  mutating func addInput() -> Int32 {
    inputCount += 1
    return inputCount - 1
  }
}

/// A step in the evaluation of a frame. Blocks are ranges of steps; see `Evaluator`.
struct Step: Sendable {
  enum Kind: UInt8, Sendable {
    /// `target` is a field.
    case field
    /// Decides the `required if` or calculates the value of fields that wait for later fields. These fields are the
    /// group `cell` of `lateGroups` or, if `cell` is -1, the field `target`.
    case settle
    /// `target` is a rule.
    case check
    /// A branch of a `when`. `target` is its condition or -1, `cell` holds whether it is in force, its body ends at
    /// `end`, and the whole `when` at `next`.
    case branch
    /// `else blank`. `target` is its entry, and `cell` holds whether it is in force.
    case elseBlank
  }

  var kind: Kind
  var target: Int32
  var cell: Int32 = -1
  var end: Int32 = -1
  var next: Int32 = -1
}

/// The beginning or end of a page, or a text between fields.
struct LevelMark: Sendable {
  enum Kind: Sendable {
    case page(title: Int32)
    case endOfPage
    case intro(Int32)
  }

  var kind: Kind
  /// The number of steps before the mark, without those that settle fields.
  var stepCount: Int
  /// The number of branches around the mark.
  var depth: Int
}

/// A part of a frame's product.
enum ProductItem: Sendable {
  case field(Int32)
  /// `as NAME`: an object that exists if the branch of the group's cell is in force.
  case group(Int32)
}

/// An object in the product, for a block with `as`.
struct ProductGroup: Sendable {
  var name: String
  var cell: Int32
  var items: [ProductItem]
}

/// A use of a definition.
struct DefinitionUse: Sendable {
  var name: String
  var hasParameters = false
  /// The definition's message with the arguments of this use, or -1.
  var message: Int32 = -1
}

/// A table whose literals are compiled.
struct LookupTable: Sendable {
  struct Row: Sendable {
    /// For each parameter a range of `lists`. Empty for `else`.
    var keys: [Range<Int32>]
    /// A range of `lists`.
    var result: Range<Int32>
  }

  var name: String
  /// The names of the table's keys.
  var parameters: [String]
  var rows: [Row]
}

/// A record that an example needs: a previous record of the data, or a record of a list.
struct BesideRecord: Sendable {
  var json: [UInt8]
  /// The spans of the record's values.
  var places: OrderedDictionary<[PathStep], Span>
}

/// An example of the form, as a record that can be evaluated.
package struct FormExample: Sendable {
  package var name: String
  /// The record as JSON.
  package var record: [UInt8]
  /// The date of `today`, if the example sets one.
  package var day: CalendarDate?
  /// The names that lead to the fields that must be rejected, or nil if the record must be accepted.
  package var rejects: [[String]]?
  /// The records before the example in the data, or nil without `after`.
  var after: [BesideRecord]?
  /// The records of lists of other data, each with the index of its list.
  var lists: [(list: Int, records: [BesideRecord])] = []
  /// The spans of the values in the example.
  var places: OrderedDictionary<[PathStep], Span>
  package var span: Span

  /// Returns the moment for evaluating the example.
  package func moment(else moment: Moment) -> Moment {
    guard let day else { return moment }
    let now = CalendarInstant(utc: CalendarDateTime(date: day, time: .midnight))
    return Moment(today: day, now: now)
  }

  /// Returns the records that the example needs besides its own: the records of lists, with the names of these lists,
  /// and the records before it in the data, without a name.
  package func recordsBeside(in program: Program) -> [(list: String?, records: [[UInt8]])] {
    let before: [(String?, [BesideRecord])] = after.map { [(nil, $0)] } ?? []
    let given = lists.map { (Optional(program.dataLists[$0.list].name), $0.records) }
    return (before + given).map { name, records in (name, records.map { $0.json }) }
  }

  /// The paths of the fields that must be rejected, for messages.
  package var rejectedPaths: [String]? { rejects?.map { $0.joined(separator: ".") } }

  /// Whether `fields` has the field to which `names` lead, or a field that contains that field.
  static func holds(_ fields: OrderedSet<[String]>, _ names: [String]) -> Bool {
    !fields.isEmpty && names.indices.contains { fields.contains(Array(names[...$0])) }
  }
}

/// The fields that `else blank` requires to be blank.
struct ElseBlank: Sendable {
  var fields: [Int32]
  var message: Int32
  var span: Span
}

/// The properties of a field.
package struct Field: Sendable {
  var name: String
  /// The text of the label, or -1 if the name is used instead.
  var label: Int32 = -1
  var level: Int32
  var cell: Int32
  /// The preferred input.
  var input: Int32 = -1
  /// The input for the key of a calculated field. Data under this key is ignored.
  var ignoredInput: Int32 = -1
  /// The inputs of the other keys of `from`, in the order of preference.
  var otherInputs: [Int32] = []
  /// The inputs that only columns fill, one for each key, in the order of preference. Only for a field that shares a
  /// key with other fields but may have columns of its own: a record, or a field in numbered columns.
  var tableInputs: [Int32] = []
  /// The keys of `from`. Empty if the name is the key.
  var sourceKeys: [String] = []
  /// The keys of `from` with a `#` for column numbers or, in a list by name, with a `*` for the key of an item. Only for a
  /// list, or for a field of its records.
  var numberedKeys: [String] = []
  /// The cells of the blocks around the field, the outermost first.
  var blockCells: [Int32] = []
  var type: FieldType
  var presence: Presence = .required
  var requiredMessage: Int32 = -1
  /// The constant that replaces a blank value, or -1.
  var fallback: Int32 = -1
  var cleaning = Cleaning()
  /// Whether the field is the key of the items of a list by name, so that its value comes from the name of a member.
  var isKey = false
  var isSecret = false
  /// Whether the field contains a secret field.
  var holdsSecret = false
  /// Whether the field's text is compared case-insensitively.
  var ignoresCase = false
  var rules: Range<Int32> = 0..<0
  /// The texts for people, keyed by the words of their clauses.
  var texts: OrderedDictionary<Keyword, Int32> = [:]
  /// The messages that `message` replaces: those of the field's types, the nearest type first.
  var typeMessages: [Int32] = []
  /// The rule whose message is shown for a blank value.
  var emptyAnswer = EmptyAnswer()
  var span: Span

  init(name: String, level: Int32, cell: Int32, type: FieldType, span: Span) {
    (self.name, self.level, self.cell, self.type, self.span) = (name, level, cell, type, span)
  }

  /// The keys in the order of preference. A calculated field and the key of an item have none.
  var keys: [String] { input < 0 || isKey ? [] : sourceKeys.isEmpty ? [name] : sourceKeys }

  var title: Int32 { texts[.title] ?? -1 }
  var message: Int32 { texts[.message] ?? -1 }

  /// All inputs, in the order of preference.
  var inputs: [Int32] { input < 0 ? [] : tableInputs + [input] + otherInputs }

  /// The input that columns fill.
  var columnInput: Int32 { tableInputs.first ?? input }

  /// Whether a value is required.
  package enum Presence: Sendable {
    case required
    case optional
    /// Required if a condition holds. `isEarly` is whether everything that the condition depends on comes before the
    /// field.
    case requiredIf(Int32, isEarly: Bool)
    /// Not read, but calculated from an operand or, for a bool, from a condition. `isEarly` is whether everything that
    /// the value depends on comes before the field.
    case calculated(Int32, isEarly: Bool)
  }

  /// The operand or condition from which a field is calculated, or nil if it is read.
  var calculation: Int32? {
    if case .calculated(let node, _) = presence { node } else { nil }
  }
}

extension Program {
  /// Returns the fields of a level whose values readers find under keys, in the order of the declarations.
  func readFields(ofLevel level: Int) -> [Field] {
    levels[level].steps.lazy.filter { $0.kind == .field }.map { fields[Int($0.target)] }
      .filter { $0.calculation == nil && !$0.isKey }
  }

  /// Returns the input of the keys of a list by name, or nil for any other level.
  func keyInput(ofLevel level: Int) -> Int32? {
    let key = levels[level].keyField
    return key < 0 ? nil : fields[Int(key)].input
  }
}

/// The rule whose message is shown for a blank value, because an empty value would fail it.
struct EmptyAnswer: Sendable {
  /// The rule, and the part of it that an empty value fails, or -1.
  var rule: Int32 = -1
  var part: Int32 = -1
  /// The message of the rule or of a definition.
  var message: Int32 = -1
}

/// The data needed to fill a field, without reference counting.
struct FieldPlan: Sendable {
  var type: FieldType
  var cell: Int32
  var input: Int32
  var fallback: Int32
  /// The condition of `required if`, or -1.
  var requiredIf: Int32
  /// The operand or condition from which the value is calculated, or -1.
  var calculation: Int32
  var isRequired: Bool
  /// Whether `requiredIf` or `calculation` depends on later fields. See `Step.Kind.settle`.
  var isLate: Bool
  var hasMoreInputs: Bool
  var isCleaned: Bool
  var ignoresCase: Bool
  var firstRule: Int32
  var endRule: Int32

  init(_ field: UnsafePointer<Field>) {
    type = field.pointee.type
    cell = field.pointee.cell
    input = field.pointee.input
    fallback = field.pointee.fallback
    hasMoreInputs = !field.pointee.otherInputs.isEmpty || !field.pointee.tableInputs.isEmpty
    isCleaned = field.pointee.cleaning.isNeeded
    ignoresCase = field.pointee.ignoresCase
    firstRule = field.pointee.rules.lowerBound
    endRule = field.pointee.rules.upperBound
    (isRequired, requiredIf, calculation, isLate) = (false, -1, -1, false)
    switch field.pointee.presence {
    case .required: isRequired = true
    case .optional: break
    case .requiredIf(let condition, let isEarly): (requiredIf, isLate) = (condition, !isEarly)
    case .calculated(let node, let isEarly): (calculation, isLate) = (node, !isEarly)
    }
  }
}

/// The type of a field's values.
enum FieldType: Sendable, Equatable {
  /// A type that is written as a single word.
  case plain(FieldKind)
  /// An entry of `choices`.
  case choice(Int32)
  /// A number, bool or date with its own notation in the data: an entry of `formats`.
  case formatted(Int32)
  /// The level of the record.
  case record(Int32)
  /// The level of the items.
  case list(Int32)
  /// Several types of single values, which an entry of `alternatives` lists.
  case either(Int32)

  var isStructured: Bool { level != nil }
  var isList: Bool { if case .list = self { true } else { false } }

  /// The level of a record or of a list's items.
  var level: Int32? {
    switch self {
    case .record(let level), .list(let level): level
    default: nil
    }
  }
}

/// A notation of a type in the data.
enum FieldFormat: Sendable, Equatable {
  case number(ExactDecimalFormat)
  case integer(ExactDecimalFormat)
  /// The formats of a type of dates or times. Empty only if the form has errors.
  case moment(FieldKind, [CalendarFormat])
  case bool(yes: String, no: String)
}

/// The steps that clean a text before anything else is done with it, in the order of the properties.
struct Cleaning: Sendable {
  /// The characters to remove.
  var without: CharacterSelection? {
    get { if case .characters(let selection)? = taken { selection } else { nil } }
    set { taken = newValue.map { .characters($0) } }
  }
  /// The characters of `without`. Stored indirectly, because hardly any field has them.
  private var taken: Taken?
  var halfwidth = false
  var trimmed = false
  var letterCase: LetterCase?

  enum LetterCase: Sendable { case lower, upper }

  private indirect enum Taken {
    case characters(CharacterSelection)
  }

  /// The cleaning of a list's text before it is split. All other cleaning applies to each item, so that it can't
  /// change or remove a separator.
  var beforeSplitting: Cleaning {
    var cleaning = Cleaning()
    cleaning.halfwidth = halfwidth
    return cleaning
  }

  var isNeeded: Bool { halfwidth || taken != nil || trimmed || letterCase != nil }
}

/// A list of values, with or without a name.
package struct ChoiceList: Sendable {
  /// The name in the form, or nil if the list is part of a type.
  package internal(set) var name: String?
  package var values: [String]
  /// For each value, the index in `texts` of its label, or -1.
  package var labels: [Int32]
  /// The index of each value in `constants`.
  var constants: [Int32]
  /// The indices of the values, keyed by their texts.
  var table = NameTable()
  /// Other accepted spellings: each is a constant, with the index of its value.
  var spellings: [(constant: Int32, value: Int)] = []
  /// The indices of the spellings, keyed by their texts.
  var spellingTable = NameTable()
  /// Whether all values are ASCII.
  var isASCII = true

  /// Returns the index of the value that equals a text, in any equivalent spelling, or nil.
  package func number(of text: String) -> Int? { table.number(of: text) }

  /// Returns the index of the value that a text of the data denotes.
  func number(writtenAs text: String) -> Int? {
    table.number(of: text) ?? spellingTable.number(of: text).map { spellings[$0].value }
  }
}

/// A rule or a check.
struct RuleEntry: Sendable, BitwiseCopyable {
  var condition: Int32
  var severity: Severity
  var title: Int32 = -1
  var message: Int32 = -1
  /// The field that the rule belongs to, or at which the check is reported. It is -1 for the whole record.
  var field: Int32
  var isCheck: Bool
  /// Whether the rule depends on the field's own value and on no other field.
  var isAlone: Bool
  /// The subject that the rule judges.
  var subject = Subject.record
  /// The index of a question whose group consists of the fields after `per`. It is -1 without `per`.
  var group: Int32 = -1
  var span: Span

  /// The possible subjects of a rule.
  enum Subject: Sendable, BitwiseCopyable {
    case record
    /// A group of records, with one result and one message for all of them.
    case group
    /// The columns of a table, or the keys of each record if the data isn't a table.
    case columns
    /// The data as a whole.
    case data
  }
}

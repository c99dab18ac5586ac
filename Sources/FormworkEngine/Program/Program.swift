// A checked form laid out for running: flat arrays that refer to each other by number. It is built
// once, never changes, and is shared by every thread.
//
// A *level* is the form itself, a record type, or the items of a list. Every record of a level has
// a *frame*: its *inputs* (what the reader found under each key) and its *cells* (what each field
// became). Levels know their parent, so a name is a number of steps outwards and a cell.

package import FormworkSyntax

/// A form, ready to be run.
package struct Program: Sendable {
  var levels: [Level] = []
  var fields: [Field] = []
  var rules = FlatArray<RuleEntry>()
  var nodes = FlatArray<Node>()
  /// Node numbers of argument and item lists, each a range of this.
  var lists = FlatArray<Int32>()
  var constants = FlatArray<Value>()
  var texts: [LocalizedTemplate] = []
  var templates: [Template] = []
  var choices: [ChoiceList] = []
  var formats: [FieldFormat] = []
  /// Texts of the form for built-in messages.
  var ownWords: [(code: ProblemCode, text: Int32)] = []
  /// Constants that the form writes otherwise than products do, such as `39.90`.
  var literalTexts: OrderedDictionary<Int32, String> = [:]
  var patterns: [Pattern] = []
  var pictures: [TextPicture] = []
  var selections: [CharacterSelection] = []
  var elseBlanks: [ElseBlank] = []
  /// Fields whose `required if` waits for fields after them, in groups that are decided together; see `LateFields.swift`.
  var lateGroups: [[Int32]] = []
  /// For fields of one name in branches that exclude each other, and for those that lie in them under one path, where
  /// something outside of the branches is about them: all of them.
  var namesakes: OrderedDictionary<Int32, [Int32]> = [:]
  var groups: [ProductGroup] = []
  /// Where definitions are used.
  var uses: [DefinitionUse] = []
  var tables: [LookupTable] = []
  /// The predicates of the host program that are used.
  package internal(set) var hostRules: [HostPredicate] = []
  package internal(set) var examples: [FormExample] = []
  /// How many `unique` and `same` there are; their nodes are numbered in `a`.
  package internal(set) var acrossCount: Int32 = 0
  /// Checks of how many records there are.
  var recordCounts: [RecordCountCheck] = []
  package var countsRecords: Bool { !recordCounts.isEmpty }
  /// The name and title of `form`, if any.
  package internal(set) var name: String?
  package internal(set) var title: Int32 = -1
  /// How the form says that data is written, at most once for each kind.
  package internal(set) var layouts: [DataLayout] = []
  /// The texts that mean blank in every field.
  private(set) var blanks: [[UInt8]] = []
  /// The language of unmarked texts.
  package internal(set) var language = "en"
  let pool = ConstantPool()
  /// What all evaluators of the finished program share.
  private(set) var planMemory: PlanMemory?

  init() {}

  /// Lays out what running needs. To be done when nothing of that changes any more.
  mutating func layOut() {
    planMemory = PlanMemory(self)
  }

  /// The same form for data in which some texts mean blank.
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
  /// The level around this one; -1 for the form itself.
  var parent: Int32
  /// The field whose type this level is; -1 for the form itself.
  var owner: Int32
  var keys = KeyTable()
  var inputCount: Int32 = 0
  var cellCount: Int32 = 0
  /// Whether keys that nobody asks for are problems.
  var isClosed = false
  /// Whether frames of this level are items of a list.
  var isList = false
  /// For each input the level that a structure under it is read into at once, or -1 where there is
  /// none, or more than one.
  var structures: [Int32] = []
  /// For items of a list: the input and the cell that hold the item as a whole.
  var itemInput: Int32 = -1
  var itemCell: Int32 = -1
  /// For items of a list: the field without a name that stands for an item.
  var itemField: Int32 = -1
  /// Whether the items of a list are records.
  var itemIsRecord = false
  /// What sets the items of a list apart where it stands in one text; empty if it never does.
  var separator = ""
  /// The separator in the text that is split: in its usual width where the list has `halfwidth`.
  var splitSeparator: [UInt8] = []
  var steps: [Step] = []
  /// What the product of a frame holds, in order.
  var product: [ProductItem] = []

  /// Adds an input under a key that is new.
  mutating func addInput(underKey key: String) -> Int32 {
    keys.append(key, input: inputCount)
    inputCount += 1
    return inputCount - 1
  }
}

/// One thing to do for a frame. Blocks are ranges of steps; see `Evaluator`.
struct Step: Sendable {
  enum Kind: UInt8, Sendable {
    /// `target` is a field.
    case field
    /// `required if` is decided, since what its condition depends on is filled in: that of the field `target`, or those of
    /// the group `cell` of `lateGroups`, unless it is -1.
    case settle
    /// `target` is a rule.
    case check
    /// A branch of a `when`: `target` is its condition or -1, `cell` holds whether it is in force,
    /// its body runs up to `end`, and the whole `when` up to `next`.
    case branch
    /// `else blank`: `target` is its entry; `cell` holds whether it is in force.
    case elseBlank
  }

  var kind: Kind
  var target: Int32
  var cell: Int32 = -1
  var end: Int32 = -1
  var next: Int32 = -1
}

/// Something in the product of a frame.
enum ProductItem: Sendable {
  case field(Int32)
  /// `as NAME`: an object that is there when the branch of its cell is in force.
  case group(Int32)
}

/// A part of the product under a name of its own.
struct ProductGroup: Sendable {
  var name: String
  var cell: Int32
  var items: [ProductItem]
}

/// A definition where it is used.
struct DefinitionUse: Sendable {
  var name: String
  var hasParameters = false
  /// Its message with the arguments of this use, or -1.
  var message: Int32 = -1
}

/// A table with its literals compiled.
struct LookupTable: Sendable {
  struct Row: Sendable {
    /// For each parameter a range of `lists`; none for `else`.
    var keys: [Range<Int32>]
    /// A range of `lists`.
    var result: Range<Int32>
  }

  var name: String
  /// What its keys are called.
  var parameters: [String]
  var rows: [Row]
}

/// `check records in 1...1000`
struct RecordCountCheck: Sendable {
  /// The range node.
  var range: Int32
  var isNegated: Bool
  var rule: Int32
}

/// An example of the form, as a record that can be evaluated.
package struct FormExample: Sendable {
  package var name: String
  /// The record as JSON.
  package var record: [UInt8]
  /// The date that `today` means, if the example says one.
  package var day: CalendarDate?
  /// The names that lead to the fields that are to be rejected; nil if the record is to be accepted.
  package var rejects: [[String]]?
  /// The spans of its own values.
  var places: OrderedDictionary<[PathStep], Span>
  package var span: Span

  /// When it is evaluated.
  package func moment(else moment: Moment) -> Moment {
    guard let day else { return moment }
    let now = CalendarInstant(utc: CalendarDateTime(date: day, time: .midnight))
    return Moment(today: day, now: now)
  }

  /// The paths of the fields that are to be rejected, for people.
  package var rejectedPaths: [String]? { rejects?.map { $0.joined(separator: ".") } }

  /// Whether the field to which `names` lead, or one that it is in, is among `fields`.
  static func holds(_ fields: OrderedSet<[String]>, _ names: [String]) -> Bool {
    !fields.isEmpty && names.indices.contains { fields.contains(Array(names[...$0])) }
  }
}

/// The fields that `else blank` wants blank.
struct ElseBlank: Sendable {
  var fields: [Int32]
  var message: Int32
  var span: Span
}

/// A field with everything that is done to it.
package struct Field: Sendable {
  var name: String
  /// The label's text, or -1 where the name stands for it.
  var label: Int32 = -1
  var level: Int32
  var cell: Int32
  /// The input that comes first.
  var input: Int32 = -1
  /// The inputs of the other keys of `from`, in the order of preference.
  var otherInputs: [Int32] = []
  /// The keys of `from`; none where the name is the key.
  var sourceKeys: [String] = []
  /// The keys of `from` with a `#` for the numbers of columns, of a list or of a field of its records.
  var numberedKeys: [String] = []
  /// The cells of the blocks around it, the outermost first.
  var blockCells: [Int32] = []
  var type: FieldType
  var presence: Presence = .required
  var requiredMessage: Int32 = -1
  /// The constant that stands in for a blank value, or -1.
  var fallback: Int32 = -1
  var cleaning = Cleaning()
  var isSecret = false
  /// Whether something secret lies in it.
  var holdsSecret = false
  /// Whether its text is compared without regard to case.
  var ignoresCase = false
  var rules: Range<Int32> = 0..<0
  var title: Int32 = -1
  var message: Int32 = -1
  /// The messages of the field's types that `message` replaces, the nearest type first.
  var typeMessages: [Int32] = []
  var hint: Int32 = -1
  /// The words that answer a blank value.
  var emptyAnswer = EmptyAnswer()
  var span: Span

  init(name: String, level: Int32, cell: Int32, type: FieldType, span: Span) {
    (self.name, self.level, self.cell, self.type, self.span) = (name, level, cell, type, span)
  }

  /// The keys in the order of preference.
  var keys: [String] { sourceKeys.isEmpty ? [name] : sourceKeys }

  /// The inputs of the keys, in the same order.
  var inputs: [Int32] { [input] + otherInputs }

  /// Whether a value must be there.
  package enum Presence: Sendable {
    case required
    case optional
    /// Required where a condition holds; `isEarly` if everything that it depends on comes before.
    case requiredIf(Int32, isEarly: Bool)
  }
}

/// The words that answer a blank value.
struct EmptyAnswer: Sendable {
  /// The rule and the part of it that an empty value fails, or -1.
  var rule: Int32 = -1
  var part: Int32 = -1
  /// Their message: the rule's, or that of a definition.
  var message: Int32 = -1
}

/// What filling a field needs, without anything that is counted by reference.
struct FieldPlan: Sendable {
  var type: FieldType
  var cell: Int32
  var input: Int32
  var fallback: Int32
  /// The condition of `required if`, or -1.
  var requiredIf: Int32
  var isRequired: Bool
  /// Whether `requiredIf` waits for fields that come later; see `Step.Kind.settle`.
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
    hasMoreInputs = !field.pointee.otherInputs.isEmpty
    isCleaned = field.pointee.cleaning.isNeeded
    ignoresCase = field.pointee.ignoresCase
    firstRule = field.pointee.rules.lowerBound
    endRule = field.pointee.rules.upperBound
    switch field.pointee.presence {
    case .required: (isRequired, requiredIf, isLate) = (true, -1, false)
    case .optional: (isRequired, requiredIf, isLate) = (false, -1, false)
    case .requiredIf(let condition, let isEarly):
      (isRequired, requiredIf, isLate) = (false, condition, !isEarly)
    }
  }
}

/// What a field's values are.
enum FieldType: Sendable, Equatable {
  case string, int, number, bool, date, time, dateTime, instant, any
  /// An entry of `choices`.
  case choice(Int32)
  /// A number, bool or date written differently in the data: an entry of `formats`.
  case formatted(Int32)
  /// A level.
  case record(Int32)
  /// The level of the items.
  case list(Int32)

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

/// A way of writing a type in the data.
enum FieldFormat: Sendable, Equatable {
  case number(ExactDecimalFormat)
  case integer(ExactDecimalFormat)
  case date([CalendarFormat])
  case bool(yes: String, no: String)
}

/// What is done to a text before anything else, in this order.
struct Cleaning: Sendable {
  /// The characters that are taken out.
  var without: CharacterSelection? {
    get { if case .characters(let selection)? = taken { selection } else { nil } }
    set { taken = newValue.map { .characters($0) } }
  }
  /// Hardly any field has them, so that they stand apart.
  private var taken: Taken?
  var halfwidth = false
  var trimmed = false
  var letterCase: LetterCase?

  enum LetterCase: Sendable { case lower, upper }

  private indirect enum Taken {
    case characters(CharacterSelection)
  }

  /// What is done to the text of a list before it is split. All else is done to each item, so that no separator is
  /// changed or taken out.
  var beforeSplitting: Cleaning {
    var cleaning = Cleaning()
    cleaning.halfwidth = halfwidth
    return cleaning
  }

  var isNeeded: Bool { halfwidth || taken != nil || trimmed || letterCase != nil }
}

/// A list of values, perhaps with a name.
package struct ChoiceList: Sendable {
  /// The name in the form; nil for one that stands in a type.
  package internal(set) var name: String?
  package var values: [String]
  /// A text for each value, or -1.
  package var labels: [Int32]
  /// Where each value stands in `constants`.
  var constants: [Int32]
  /// The numbers of the values by their texts.
  var table = NameTable()
  /// Other texts that are taken for a value: each as a constant, with the number of the value.
  var spellings: [(constant: Int32, value: Int)] = []
  /// The numbers of the spellings by their texts.
  var spellingTable = NameTable()
  /// Whether no value goes beyond ASCII.
  var isASCII = true

  /// The number of the value that a text is, however its characters are written; nil if it is none.
  package func number(of text: String) -> Int? { table.number(of: text) }

  /// The number of the value that a text of the data is taken for.
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
  /// The field it belongs to or is reported at; -1 for the whole record.
  var field: Int32
  var isCheck: Bool
  /// Whether it speaks of the field's own value and of no other field.
  var isAlone: Bool
  var span: Span
}

// What a program can know of a spec's fields before there is a record: enough to build the form.

internal import FormworkEngine
internal import FormworkReport

/// What the values of a field are.
@nonexhaustive
public enum FieldKind: String, Sendable, Hashable {
  /// A text.
  case string
  /// A whole number of 64 bits.
  case int
  /// An exact decimal number of at most 38 digits.
  case number
  /// True or false.
  case bool
  /// A day.
  case date
  /// A time of day.
  case time
  /// A day and a time of day without a zone.
  case dateTime = "datetime"
  /// A moment.
  case instant
  /// One of a list of texts.
  case choice
  /// Fields of its own.
  case record
  /// Any number of items of one type.
  case list
  /// Whatever JSON can hold, passed on unchecked.
  case any
}

/// A field of a spec.
public struct FormField: Sendable {
  /// Whether there must be a value.
  public enum Presence: Sendable, Hashable {
    /// Always.
    case required
    /// Never.
    case optional
    /// Where the condition of `required if` holds.
    case conditional
  }

  /// A value of a choice.
  public struct Choice: Sendable, Hashable {
    /// The value in the data and in the product.
    public let value: String
    /// What people read.
    public let label: String
  }

  /// The name in the spec and in the product.
  public let name: String
  /// The keys in the data, the preferred one first: the name, or those of `from`.
  public let keys: [String]
  /// What its values are.
  public let type: FieldKind
  /// Whether there must be a value. A field with a `default` is optional: it never lacks one.
  public let presence: Presence
  /// The value that stands in for a blank one, if the spec gives one.
  public let defaultValue: FormValue?
  /// Whether its value must not be shown.
  public let isSecret: Bool
  /// Whether it lies in a `when` or `else`, and so is not in every record.
  public let isConditional: Bool
  /// The names of the blocks with `as` around it in the product, the outermost first.
  public let groups: [String]
  /// The fields of a record, or of the records of a list; empty for every other field.
  public let fields: [FormField]
  /// The type of a list's items; nil for every other field.
  public let itemType: FieldKind?

  private let shared: SharedProgram
  let number: Int32
}

/// A program by reference, because a copy of one counts the references of all its arrays.
final class SharedProgram: Sendable {
  let program: Program

  init(_ program: Program) { self.program = program }
}

extension FormField {
  /// What people call the field: its label, or its name made readable.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`; nil for the spec's own.
  public func label(in language: String? = nil) -> String {
    MessageWriter(program, language: language).label(ofField: number)
  }

  /// What its author says about filling it in, if anything.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`; nil for the spec's own.
  public func hint(in language: String? = nil) -> String? { text(entry.hint, language) }

  /// The title that its author gives its problems, if any. Placeholders are left out.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`; nil for the spec's own.
  public func title(in language: String? = nil) -> String? { text(entry.title, language) }

  /// The values of a choice, or of a list of choices, in their order; empty for every other field.
  ///
  /// - Parameter language: of the labels, a code such as `ja` or `pt-BR`; nil for the spec's own.
  public func choices(in language: String? = nil) -> [Choice] {
    guard let list = FormField.choiceList(entry.type, program) else { return [] }
    let writer = MessageWriter(program, language: language)
    return zip(list.values, list.labels).map { value, label in
      Choice(value: value, label: label >= 0 ? writer.plainText(label) : value)
    }
  }

  /// Whether a value must be there in every record.
  public var isRequired: Bool { presence == .required && !isConditional }

  private var program: Program { shared.program }

  private var entry: FormworkEngine.Field { program.fields[Int(number)] }

  private func text(_ number: Int32, _ language: String?) -> String? {
    number < 0 ? nil : MessageWriter(program, language: language).plainText(number)
  }

  private static func choiceList(
    _ type: FormworkEngine.FieldType, _ program: Program
  ) -> ChoiceList? {
    switch type {
    case .choice(let number): return program.choices[Int(number)]
    case .list(let level):
      let item = program.levels[Int(level)].itemField
      return item < 0 ? nil : choiceList(program.fields[Int(item)].type, program)
    default: return nil
    }
  }
}

// MARK: - From a program

extension FormField {
  /// The fields of a level, in the order of the spec.
  static func list(of shared: SharedProgram, level: Int) -> [FormField] {
    let program = shared.program
    let groups = FormField.groups(of: program, level: level)
    return program.levels[level].steps.compactMap { step in
      guard step.kind == .field else { return nil }
      let field = program.fields[Int(step.target)]
      // The nameless field of a list's item is not one of the form.
      return field.name.isEmpty
        ? nil : FormField(step.target, field, shared, groups: groups[step.target] ?? [])
    }
  }

  private init(
    _ number: Int32, _ field: FormworkEngine.Field, _ shared: SharedProgram, groups: [String]
  ) {
    self.shared = shared
    let program = shared.program
    self.number = number
    self.groups = groups
    name = field.name
    keys = field.keys
    type = FieldKind(field.type, program)
    isSecret = program.isSecret(field: number)
    isConditional = !field.blockCells.isEmpty
    defaultValue = field.fallback < 0 ? nil : FormValue(program.constants[Int(field.fallback)])
    switch field.presence {
    case _ where field.fallback >= 0: presence = .optional
    case .required: presence = .required
    case .optional: presence = .optional
    case .requiredIf: presence = .conditional
    }
    let level = field.type.level
    fields = level.map { FormField.list(of: shared, level: Int($0)) } ?? []
    if case .list(let level) = field.type {
      let items = program.levels[Int(level)]
      itemType =
        items.itemIsRecord || items.itemField < 0
        ? .record : FieldKind(program.fields[Int(items.itemField)].type, program)
    } else {
      itemType = nil
    }
  }

  /// For each field the names of the blocks with `as` around it.
  private static func groups(of program: Program, level: Int) -> [Int32: [String]] {
    var groups: [Int32: [String]] = [:]
    func walk(_ items: [ProductItem], _ names: [String]) {
      for item in items {
        switch item {
        case .field(let number): groups[number] = names
        case .group(let number):
          let group = program.groups[Int(number)]
          walk(group.items, names + [group.name])
        }
      }
    }
    walk(program.levels[level].product, [])
    return groups
  }
}

extension FieldKind {
  init(_ type: FormworkEngine.FieldType, _ program: Program) {
    switch type {
    case .string: self = .string
    case .int: self = .int
    case .number: self = .number
    case .bool: self = .bool
    case .date: self = .date
    case .time: self = .time
    case .dateTime: self = .dateTime
    case .instant: self = .instant
    case .any: self = .any
    case .choice: self = .choice
    case .record: self = .record
    case .list: self = .list
    case .formatted(let format):
      switch program.formats[Int(format)] {
      case .number: self = .number
      case .integer: self = .int
      case .date: self = .date
      case .bool: self = .bool
      }
    }
  }
}

extension FormSpec {
  /// The fields of the spec in their order, those of `when` blocks among them.
  public var fields: [FormField] { core.fields }

  /// A field by its name or path, such as `address.zip` or `items.price`; nil if there is none.
  public func field(_ path: String) -> FormField? {
    var fields = core.fields
    var found: FormField?
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      found = fields.first { $0.name == name }
      guard let field = found else { return nil }
      fields = field.fields
    }
    return found
  }
}

// What a program can know of a form's fields before there is a record: enough to build the form.

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

/// A field of a form.
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

  /// The names of the blocks with `as` around it in the product, the outermost first.
  public let groups: [String]
  /// The fields of a record, or of the records of a list; empty for every other field.
  public let fields: [FormField]

  /// The field of a list's items, in an array because it is of this type itself.
  private let items: [FormField]
  private let view: FieldView
  private let shared: SharedProgram
}

/// A program by reference, because a copy of one counts the references of all its arrays.
final class SharedProgram: Sendable {
  let program: Program

  init(_ program: Program) { self.program = program }
}

extension FormField {
  /// The name in the form and in the product.
  public var name: String { view.name }
  /// The keys in the data, the preferred one first: the name, or those of `from`.
  public var keys: [String] { view.keys }
  /// What its values are.
  public var type: FieldKind { FieldKind(view.kind) }

  /// Whether there must be a value. A field with a `default` is optional: it never lacks one.
  public var presence: Presence {
    switch view.presence {
    case _ where view.fallback != nil: .optional
    case .required: .required
    case .optional: .optional
    case .requiredIf: .conditional
    }
  }

  /// The value that a blank one counts as, if the form gives one.
  public var defaultValue: FormValue? { view.fallback.map { FormValue($0) } }
  /// Whether its value must not be shown.
  public var isSecret: Bool { view.isSecret }
  /// Whether it lies in a `when` or `else`, and so is not in every record.
  public var isConditional: Bool { view.isConditional }
  /// Whether a value must be there in every record.
  public var isRequired: Bool { presence == .required && !isConditional }
  /// The type of a list's items; nil for every other field.
  public var itemType: FieldKind? { view.item.map { FieldKind(program.field($0).kind) } }

  /// What people call the field: its label, or its name made readable.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`; nil for the form's own.
  public func label(in language: String? = nil) -> String {
    writer(language).label(ofField: number)
  }

  /// What its author says about filling it in, if anything.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`; nil for the form's own.
  public func hint(in language: String? = nil) -> String? {
    view.hint.map { writer(language).plainText($0) }
  }

  /// The title that its author gives its problems, if any. Placeholders are left out.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`; nil for the form's own.
  public func title(in language: String? = nil) -> String? {
    view.title.map { writer(language).plainText($0) }
  }

  /// The values of a choice, or of a list of choices, in their order; empty for every other field.
  ///
  /// - Parameter language: of the labels, a code such as `ja` or `pt-BR`; nil for the form's own.
  public func choices(in language: String? = nil) -> [Choice] {
    guard let list = view.choices else { return [] }
    let writer = writer(language)
    return zip(list.values, list.labels).map { value, label in
      Choice(value: value, label: label >= 0 ? writer.plainText(label) : value)
    }
  }

  var number: Int32 { view.number }

  /// What the items of a list are, as a field without a name; nil for every other field.
  var item: FormField? { items.first }

  /// A value as the data of the field has it.
  func text(of value: FormValue) -> String {
    value.engineValue.flatMap { program.text(of: $0, inField: number) } ?? value.description
  }

  /// The items of a list that stands in one text; none for any other field.
  func items(of text: String) -> [String] { program.items(of: text, inField: number) }

  /// A list in one text; an empty one where lists have no such text.
  func text(ofItems items: [String]) -> String {
    program.separator(ofField: number).map { items.joined(separator: $0) } ?? ""
  }

  private var program: Program { shared.program }

  private func writer(_ language: String?) -> MessageWriter {
    MessageWriter(program, language: language)
  }
}

// MARK: - From a program

extension FormField {
  /// The fields of a level, in the order of the form.
  ///
  /// - Parameter layouts: of the products of all levels.
  static func list(
    of shared: SharedProgram, level: Int32 = 0, _ layouts: [ProductLayout]
  ) -> [FormField] {
    var groups: [Int32: [String]] = [:]
    func note(_ values: [ProductValue], _ names: [String]) {
      for value in values {
        if let field = value.field { groups[field] = names }
        note(value.values, names + [value.name])
      }
    }
    note(layouts[Int(level)].values, [])
    return shared.program.fields(ofLevel: level).map {
      FormField($0, of: shared, groups: groups[$0] ?? [], layouts)
    }
  }

  private init(
    _ number: Int32, of shared: SharedProgram, groups: [String], _ layouts: [ProductLayout]
  ) {
    view = shared.program.field(number)
    self.groups = groups
    self.shared = shared
    fields = view.level.map { FormField.list(of: shared, level: $0, layouts) } ?? []
    items = view.item.map { [FormField($0, of: shared, groups: [], layouts)] } ?? []
  }
}

extension FieldKind {
  init(_ kind: FormworkEngine.FieldKind) { self = FieldKind(rawValue: kind.rawValue) ?? .any }
}

extension FormSpec {
  /// The fields of the form in their order, those of `when` blocks among them.
  public var fields: [FormField] { core.fields }

  /// A field by its name or path, such as `address.zip` or `items.price`; nil if there is none.
  ///
  /// - Parameter path: names of records, and of lists for what is in their items, with a dot between them.
  public func field(_ path: String) -> FormField? { FormSpec.field(path[...], in: core.fields) }

  /// A name may have dots of its own, so every field is tried whose name the path begins with.
  private static func field(_ path: Substring, in fields: [FormField]) -> FormField? {
    for field in fields where path.hasPrefix(field.name) {
      let rest = path.dropFirst(field.name.count)
      if rest.isEmpty { return field }
      if rest.first == ".", let inner = self.field(rest.dropFirst(), in: field.fields) {
        return inner
      }
    }
    return nil
  }
}

// The properties of a form's fields that a program needs to lay out the form, without any record.

internal import FormworkEngine
internal import FormworkReport

/// A field of a form.
public struct FormField: Sendable {
  /// Whether a field must have a value.
  public enum Presence: Sendable, Hashable {
    /// The field must have a value.
    case required
    /// The field may be blank.
    case optional
    /// The field must have a value if the condition of its `required if` holds.
    case conditional
  }

  /// A value of a choice.
  public struct Choice: Sendable, Hashable {
    /// The value in the data and in the product.
    public let value: String
    /// The text that users read.
    public let label: String
  }

  /// The names of the `as` blocks that group the field in the product, from the outermost to the innermost.
  public let groups: [String]
  /// The fields of a record, or of the records of a list; empty for any other field.
  public let fields: [FormField]

  /// The field of a list's items; empty for any other field. This is an array because a struct can't contain itself.
  private let items: [FormField]
  private let view: FieldView
  private let shared: SharedProgram
}

/// A shared reference to a program. Copying the `Program` itself would retain each of its arrays.
final class SharedProgram: Sendable {
  let program: Program

  init(_ program: Program) { self.program = program }
}

extension FormField {
  /// The name in the form and in the product.
  public var name: String { view.name }
  /// The keys in the data, the preferred one first: the keys of `from`, or else the name.
  public var keys: [String] { view.keys }
  /// The type of the field's values.
  public var type: FieldKind { FieldKind(view.kind) }

  /// Whether the field must have a value. A field with a `default` is optional, because the default replaces a blank
  /// value.
  public var presence: Presence {
    switch view.presence {
    case _ where view.fallback != nil: .optional
    case .required: .required
    case .optional, .calculated: .optional
    case .requiredIf: .conditional
    }
  }

  /// Whether the field is calculated instead of read, as in `field total: number = sum(items, price)`. A key with the
  /// field's name in the data is ignored.
  public var isCalculated: Bool { view.isCalculated }

  /// The value that replaces a blank one, if the form declares a default.
  public var defaultValue: FormValue? { view.fallback.map { FormValue($0) } }
  /// Whether the field's values must not be shown.
  public var isSecret: Bool { view.isSecret }
  /// Whether the field is inside a `when` or `else`, and so isn't part of every record.
  public var isConditional: Bool { view.isConditional }
  /// Whether every record must have a value for the field.
  public var isRequired: Bool { presence == .required && !isConditional }
  /// The type of a list's items; nil for any other field.
  public var itemType: FieldKind? { view.item.map { FieldKind(program.field($0).kind) } }

  /// The name of the keys of a list by name, as in `list by payer of number`; nil for any other field.
  public var keyName: String? { view.key.map { program.field($0).name } }
  /// Whether the field is a list by name.
  var hasKeys: Bool { view.key != nil }

  /// The types of a field with several alternatives, in their order; empty for any other field.
  public var alternatives: [FieldKind] {
    (program.alternatives(ofField: number) ?? []).map { FieldKind($0.kind) }
  }

  /// Returns the name that users read: the label, or else the field's name made readable.
  ///
  /// - Parameter language: a language code such as `ja` or `pt-BR`; nil for the form's own language.
  public func label(in language: String? = nil) -> String {
    writer(language).label(ofField: number)
  }

  /// Returns the form's advice on filling in the field, or nil.
  ///
  /// - Parameter language: a language code such as `ja` or `pt-BR`; nil for the form's own language.
  public func hint(in language: String? = nil) -> String? {
    view.hint.map { writer(language).plainText($0) }
  }

  /// Returns the title of the field's problems, with its placeholders left out. Returns nil if the form has no such
  /// title.
  ///
  /// - Parameter language: a language code such as `ja` or `pt-BR`; nil for the form's own language.
  public func title(in language: String? = nil) -> String? {
    view.title.map { writer(language).plainText($0) }
  }

  /// Returns the values of a choice, or of a list of choices, in their order; empty for any other field.
  ///
  /// - Parameter language: the language code of the labels, such as `ja` or `pt-BR`; nil for the form's own language.
  public func choices(in language: String? = nil) -> [Choice] {
    guard let list = view.choices else { return [] }
    let writer = writer(language)
    return zip(list.values, list.labels).map { value, label in
      Choice(value: value, label: label >= 0 ? writer.plainText(label) : value)
    }
  }

  var number: Int32 { view.number }

  /// The nameless field of a list's items; nil for any other field.
  var item: FormField? { items.first }

  /// Returns `value` in the format that the field has in the data.
  func text(of value: FormValue) -> String {
    value.engineValue.flatMap { program.text(of: $0, inField: number) }
      ?? program.text(ofProduct: value.description, inField: number) ?? value.description
  }

  /// Splits `text` into items if the field is a list that the data has as one text. Otherwise, the result is empty.
  func items(of text: String) -> [String] { program.items(of: text, inField: number) }

  /// Joins `items` with the separator of the list; empty if the list has no separator.
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
  /// Returns the fields of a level, in the order of the form.
  ///
  /// - Parameter layouts: the product layouts of all levels.
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
  /// The fields of the form in their order, including those in `when` blocks.
  public var fields: [FormField] { core.fields }

  /// Returns the field with a name or path, such as `address.zip` or `items.price`, or nil.
  ///
  /// - Parameter path: the names of the records and lists that lead to the field, then its own, separated by dots.
  public func field(_ path: String) -> FormField? { FormSpec.field(path[...], in: core.fields) }

  /// Returns the field at `path`. A name may contain dots, so this tries every field whose name is a prefix of the
  /// path.
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

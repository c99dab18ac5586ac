// One box of a form on screen.

internal import FormworkEngine
public import Observation

/// One field of a form on screen: its raw value and its messages.
///
/// Setting a value removes the mark of an error at once, so that people do not type into a red box, and keeps
/// the message until the next validation, so that they can still read what to do.
@Observable
public final class SessionField: Identifiable {
  /// The path, such as `id` or `address.zip`.
  public let path: String
  /// The fields of a record; empty for every other field.
  public let fields: [SessionField]
  /// Whether the form has the field now: whether the `when` blocks that it is in are in force.
  public private(set) var isInForce = true
  /// Whether to mark the box: the last validation found an error, and the value was not set since.
  public private(set) var isErrorActive = false
  /// The errors that the last validation found.
  public private(set) var problems: [Problem] = []
  /// The warnings that the last validation found.
  public private(set) var warnings: [Problem] = []
  /// How the form declares the field: its type, whether it is required or secret, its default.
  ///
  /// Where several blocks that exclude each other declare the name, it is the one in force.
  public private(set) var declaration: FormField

  private var stored = RecordValue.null
  @ObservationIgnored let declarations: [FormField]
  @ObservationIgnored weak var session: FormSession?
  /// Whether it was set or submitted.
  @ObservationIgnored var isTouched = false
  /// The errors that others found, until the value is set.
  @ObservationIgnored private var others: [Problem] = []

  /// Whether it, or a box in it, was set or submitted.
  var isVisited: Bool { isTouched || fields.contains { $0.isVisited } }

  init(_ path: String, _ declarations: [FormField], _ first: FormField) {
    self.path = path
    self.declarations = declarations
    declaration = first
    let records = declarations.filter { $0.type == .record }
    fields = SessionField.list(records.flatMap { $0.fields }, prefix: path + ".")
  }

  /// The path.
  public var id: String { path }
  /// The name of the field, the last part of its path.
  public var name: String { declaration.name }
}

// MARK: - The value

extension SessionField {
  /// What is in the box, as it will be validated; `null` for an empty one. The value of a record is made of
  /// its fields' values; setting it to anything but a record or `null` is ignored.
  public var value: RecordValue {
    get {
      if fields.isEmpty { return stored }
      return .record(
        Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
    }
    set {
      guard newValue != value, canHold(newValue) else { return }
      fill(newValue)
      for field in withInner {
        field.isTouched = true
        field.others = []
        if field.isErrorActive { field.isErrorActive = false }
      }
      session?.valueChanged(self)
    }
  }

  /// The value as a text field has it: an empty one for nothing, and for lists and records.
  public var text: String {
    get {
      switch value {
      case .string(let text): text
      case .bool(let bool): bool ? "true" : "false"
      case .int, .decimal, .double: value.digits ?? ""
      case .moment(let date): CalendarInstant(date)?.description ?? ""
      case .null, .list, .record: ""
      }
    }
    set { if newValue != text { value = newValue.isEmpty ? .null : .string(newValue) } }
  }

  /// The value as a switch has it: that of the default while nothing is set.
  public var isOn: Bool {
    get {
      if case .bool(let bool) = value { bool } else { declaration.defaultValue?.bool ?? false }
    }
    set { value = .bool(newValue) }
  }

  /// Whether there is nothing in the box.
  public var isBlank: Bool {
    switch value {
    case .null: true
    case .string(let text): text.isEmpty
    case .list(let items): items.isEmpty
    case .record: fields.allSatisfy { $0.isBlank }
    case .bool, .int, .decimal, .double, .moment: false
    }
  }

  /// Sets the value without marking the field as touched.
  func fill(_ value: RecordValue) {
    guard !fields.isEmpty else {
      if stored != value { stored = value }
      return
    }
    guard canHold(value) else { return }
    var values: [String: RecordValue] = [:]
    if case .record(let given) = value { values = given }
    for field in fields { field.fill(values[field.name] ?? .null) }
  }

  /// A record can be made of nothing but the values of its fields.
  private func canHold(_ value: RecordValue) -> Bool {
    switch value {
    case .record, .null: true
    default: fields.isEmpty
    }
  }

  func empty() {
    fill(.null)
    isTouched = false
  }
}

// MARK: - Words and messages

extension SessionField {
  /// What people call the field.
  public var label: String { declaration.label(in: language) }
  /// The form's advice about filling it in, if any.
  public var hint: String? { declaration.hint(in: language) }
  /// The values of a choice with their labels; empty for every other field.
  public var choices: [FormField.Choice] { declaration.choices(in: language) }
  /// The message of the first error that the last validation found.
  public var message: String? { problems.first.map { text(of: $0) } }
  /// The messages of all errors that the last validation found.
  public var messages: [String] { problems.map { text(of: $0) } }

  /// The title of the first error that the last validation found, if the form has one.
  public var title: String? {
    problems.first.flatMap { problem in
      language.map { problem.title(in: $0) } ?? problem.title
    }
  }

  /// The message of the first warning of the last validation.
  public var warning: String? { warnings.first.map { text(of: $0) } }
  /// Validates the field with those that depend on it; see ``FormSession/validate(_:)``.
  public func validate() { session?.validate(path) }

  private var language: String? { session?.options.language }

  private func text(of problem: Problem) -> String {
    language.map { problem.message(in: $0) } ?? problem.message
  }

  /// Shows an error that others found.
  func add(_ problem: Problem) {
    others.append(problem)
    problems.append(problem)
    isErrorActive = true
  }

  /// Forgets what is wrong.
  func clear() {
    others = []
    show(nil, nil)
  }

  func show(_ errors: [Problem]?, _ warnings: [Problem]?) {
    let errors = (errors ?? []) + others
    // Observers are notified only of changes.
    if !problems.isEmpty || !errors.isEmpty { problems = errors }
    if !self.warnings.isEmpty || warnings != nil { self.warnings = warnings ?? [] }
    let isActive = !problems.isEmpty
    if isErrorActive != isActive { isErrorActive = isActive }
  }

  /// - Parameter inForce: the numbers of the fields that the form has now.
  func update(inForce: Set<Int32>) {
    let current = declarations.first { inForce.contains($0.number) }
    if isInForce != (current != nil) { isInForce = current != nil }
    if let current, current.number != declaration.number { declaration = current }
  }
}

// MARK: - Together

extension SessionField {
  /// The box and those in it.
  var withInner: [SessionField] { [self] + fields.flatMap { $0.withInner } }

  /// A box for each name.
  static func list(_ declarations: [FormField], prefix: String) -> [SessionField] {
    var names: [String] = []
    var byName: [String: [FormField]] = [:]
    for declaration in declarations {
      if byName[declaration.name] == nil { names.append(declaration.name) }
      byName[declaration.name, default: []].append(declaration)
    }
    return names.compactMap { name in
      guard let all = byName[name], let first = all.first else { return nil }
      return SessionField(prefix + name, all, first)
    }
  }

  /// Whether a record is left out of the data, because it need not be there and is empty.
  var isLeftOut: Bool { !fields.isEmpty && isInForce && isLeftOut(as: declaration) }

  /// Which boxes the data is made of.
  enum Extent {
    /// Those in force, which are validated.
    case inForce
    /// All of them, so that every condition can be decided, and the records at these paths even if
    /// they would be left out.
    case all(with: Set<String>)
  }

  /// The raw values of boxes by the keys of the data.
  static func record(_ boxes: [SessionField], _ extent: Extent) -> [String: RecordValue] {
    var record: [String: RecordValue] = [:]
    for box in boxes {
      for declaration in box.declarations(extent) {
        guard let key = declaration.keys.first, record[key] == nil else { continue }
        record[key] = box.recordValue(as: declaration, extent)
      }
    }
    return record
  }

  private func declarations(_ extent: Extent) -> [FormField] {
    switch extent {
    case .inForce: isInForce ? [declaration] : []
    case .all: declarations
    }
  }

  private func recordValue(as declaration: FormField, _ extent: Extent) -> RecordValue? {
    guard !fields.isEmpty else {
      if stored == .null { return nil }
      return stored
    }
    var isWanted = false
    if case .all(let wanted) = extent { isWanted = wanted.contains(path) }
    if !isWanted, isLeftOut(as: declaration) { return nil }
    return .record(SessionField.record(fields, extent))
  }

  private func isLeftOut(as declaration: FormField) -> Bool {
    declaration.presence != .required && isBlank
  }
}

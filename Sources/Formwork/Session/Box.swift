// One box of a form on screen: what is in it and what is said of it. The boxes of a form are a tree.

internal import FormworkEngine
internal import Observation

/// What is in a box, and what is said of it.
@Observable
final class Box {
  @ObservationIgnored let shape: BoxShape
  /// Its path when it was made, with the number of its row in the place of an index: it stays when rows move.
  @ObservationIgnored let id: String
  /// Where it is, such as `items[2].price`.
  private(set) var path: String
  /// The boxes of a record.
  @ObservationIgnored let fields: [Box]
  /// The rows of a list.
  private(set) var rows: [Box] = []
  /// The value of a box that has neither boxes nor rows in it; an empty list for one with rows.
  private(set) var stored = RecordValue.null
  private(set) var isInForce = true
  private(set) var isErrorActive = false
  private(set) var problems: [Problem] = []
  private(set) var warnings: [Problem] = []
  /// The declaration in force.
  private(set) var declaration: FormField
  /// Whether it was set or submitted.
  private(set) var isTouched = false
  /// The errors that others found, until the value is set.
  @ObservationIgnored private var others: [Problem] = []
  /// How many rows were made.
  @ObservationIgnored private var rowCount = 0

  /// - Parameters:
  ///   - shape: of the box; it has at least one declaration.
  ///   - path: where it is.
  ///   - id: what it is known by.
  init(_ shape: BoxShape, at path: String, id: String) {
    self.shape = shape
    self.path = path
    self.id = id
    declaration = shape.declarations[0]
    fields = shape.fields.map {
      Box($0, at: Box.path($0.name, in: path), id: Box.path($0.name, in: id))
    }
  }

  private static func path(_ name: String, in path: String) -> String { path + "." + name }

  /// The box, those of its records and those of its rows.
  var withInner: [Box] { [self] + (fields + rows).flatMap { $0.withInner } }
  /// The box and those of its records, without those of rows.
  var withFields: [Box] { [self] + fields.flatMap { $0.withFields } }

  /// Whether it, or a box in it, was set or submitted.
  var isVisited: Bool { isTouched || (fields + rows).contains { $0.isVisited } }

  /// Notes where it is.
  private func place(at path: String) {
    guard self.path != path else { return }
    self.path = path
    for field in fields { field.place(at: Box.path(field.shape.name, in: path)) }
    placeRows()
  }

  private func placeRows() {
    for (index, row) in rows.enumerated() { row.place(at: "\(path)[\(index)]") }
  }
}

// MARK: - The value

extension Box {
  /// What is in the box, by the names of the fields.
  var value: RecordValue {
    if !fields.isEmpty {
      return .record(
        Dictionary(
          fields.map { ($0.shape.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
    }
    return hasRows ? .list(rows.map { $0.value }) : stored
  }

  /// Whether its value is a list of rows.
  private var hasRows: Bool { shape.row != nil && stored == .list([]) }

  var isBlank: Bool {
    if !fields.isEmpty { return fields.allSatisfy { $0.isBlank } }
    return switch stored {
    case .null: true
    case .string(let text): text.isEmpty
    case .list(let items): items.isEmpty && rows.isEmpty
    case .bool, .int, .decimal, .double, .moment, .record: false
    }
  }

  /// A record can be made of nothing but the values of its fields.
  func canHold(_ value: RecordValue) -> Bool {
    switch value {
    case .record, .null: true
    default: fields.isEmpty
    }
  }

  /// Sets the value without marking the box as touched.
  ///
  /// - Parameter layout: of the records in it.
  func fill(_ value: RecordValue, _ layout: BoxShape.Layout = .boxes) {
    guard fields.isEmpty else {
      guard canHold(value) else { return }
      var values: [String: RecordValue] = [:]
      if case .record(let given) = value { values = given }
      for field in fields { field.fill(field.shape.value(in: values, layout) ?? .null, layout) }
      return
    }
    if let row = shape.row, case .list(let items) = value {
      return setRows(items.map { newRow(row, $0, layout) })
    }
    if !rows.isEmpty { rows = [] }
    if stored != value { stored = value }
  }

  /// Notes whether it was set or submitted.
  func touch(_ isTouched: Bool = true) {
    if self.isTouched != isTouched { self.isTouched = isTouched }
  }

  /// Notes that somebody set the value: what others found is not said of it any more.
  func noteEdit() {
    touch()
    others = []
    if isErrorActive { isErrorActive = false }
  }
}

// MARK: - Rows

extension Box {
  private func newRow(
    _ shape: BoxShape, _ value: RecordValue, _ layout: BoxShape.Layout = .boxes
  ) -> Box {
    rowCount += 1
    let row = Box(shape, at: "", id: "\(id)#\(rowCount)")
    row.fill(value, layout)
    return row
  }

  private func setRows(_ rows: [Box]) {
    if stored != .list([]) { stored = .list([]) }
    self.rows = rows
    placeRows()
  }

  /// Changes the rows; a list that stands in one text becomes rows first.
  ///
  /// - Parameter change: takes the rows and what makes a new one of a value.
  func changeRows(_ change: (inout [Box], (RecordValue) -> Box) -> Void) {
    guard let shape = shape.row else { return }
    var rows = rows
    if case .string(let text) = stored {
      rows = declaration.items(of: text).map { newRow(shape, .string($0)) }
    }
    change(&rows) { newRow(shape, $0) }
    setRows(rows)
    noteEdit()
  }
}

// MARK: - What is said of it

extension Box {
  /// Shows an error that others found.
  func add(_ problem: Problem) {
    others.append(problem)
    problems.append(problem)
    isErrorActive = true
  }

  /// Forgets what others found; it is shown until something else is.
  func forgetOthers() { others = [] }

  func show(_ errors: [Problem]?, _ warnings: [Problem]?) {
    let errors = (errors ?? []) + others
    // Observers are notified only of changes.
    if !problems.isEmpty || !errors.isEmpty { problems = errors }
    if !self.warnings.isEmpty || warnings != nil { self.warnings = warnings ?? [] }
    let isActive = !problems.isEmpty
    if isErrorActive != isActive { isErrorActive = isActive }
  }

  /// Notes the declaration in force; nil if there is none.
  func follow(_ current: FormField?) {
    if isInForce != (current != nil) { isInForce = current != nil }
    if let current, current.number != declaration.number { declaration = current }
  }
}

// MARK: - As data

extension Box {
  /// Whether a record is left out of the data, because it need not be there and is empty.
  var isLeftOut: Bool { isInForce && isLeftOut(as: declaration) }

  private func isLeftOut(as declaration: FormField) -> Bool {
    // A row stays as long as nobody removes it.
    !fields.isEmpty && !shape.name.isEmpty && declaration.presence != .required && isBlank
  }

  /// Which boxes the data is made of.
  enum Extent {
    /// Those in force, which are validated.
    case inForce
    /// All of them, so that every condition can be decided, and the records at these paths even if
    /// they would be left out.
    case all(with: Set<String>)
  }

  /// The raw values of boxes by the keys of the data.
  static func record(_ boxes: [Box], _ extent: Extent) -> [String: RecordValue] {
    var record: [String: RecordValue] = [:]
    for box in boxes {
      for declaration in box.declarations(extent) {
        let key = box.shape.dataKey(of: declaration)
        if record[key] != nil { continue }
        if !box.isAbsent(as: declaration, extent) { record[key] = box.data(extent) }
      }
    }
    return record
  }

  private func declarations(_ extent: Extent) -> [FormField] {
    switch extent {
    case .inForce: isInForce ? [declaration] : []
    case .all: shape.declarations
    }
  }

  private func isAbsent(as declaration: FormField, _ extent: Extent) -> Bool {
    if fields.isEmpty { return stored == .null }
    if case .all(let wanted) = extent, wanted.contains(path) { return false }
    return isLeftOut(as: declaration)
  }

  private func data(_ extent: Extent) -> RecordValue {
    if !fields.isEmpty { return .record(Box.record(fields, extent)) }
    return hasRows ? .list(rows.map { $0.data(extent) }) : stored
  }
}

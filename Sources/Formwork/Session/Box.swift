// The boxes of a form on screen: their values and messages. They form a tree.

internal import FormworkEngine
internal import Observation

/// The value and messages of one field or row on screen.
@Observable
final class Box {
  @ObservationIgnored let shape: BoxShape
  /// The path at creation, with serial numbers instead of indices of rows. It doesn't change when rows move.
  @ObservationIgnored let id: String
  /// The current path, such as `items[2].price`.
  private(set) var path: String
  /// The boxes of a record.
  @ObservationIgnored let fields: [Box]
  /// The rows of a list.
  private(set) var rows: [Box] = []
  /// The value of a box that has no boxes inside; an empty list if the box has rows.
  private(set) var stored = RecordValue.null
  private(set) var isInForce = true
  private(set) var isErrorActive = false
  private(set) var problems: [Problem] = []
  private(set) var warnings: [Problem] = []
  /// The field's declaration that is in force, or else the one that was in force last.
  private(set) var declaration: FormField
  /// Whether the value was set or submitted.
  private(set) var isTouched = false
  /// The errors that the program added. Setting the value discards them.
  @ObservationIgnored private var others: [Problem] = []
  /// The number of rows created so far.
  @ObservationIgnored private var rowCount = 0

  /// - Parameters:
  ///   - shape: the shape of the box, which has at least one declaration.
  ///   - path: the current path.
  ///   - id: the permanent identifier.
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

  /// The box, with the boxes of its fields and rows at any depth.
  var withInner: [Box] { [self] + (fields + rows).flatMap { $0.withInner } }
  /// The box, with the boxes of its fields at any depth, but not those of rows.
  var withFields: [Box] { [self] + fields.flatMap { $0.withFields } }

  /// Whether the box, or a box in it, was set or submitted.
  var isVisited: Bool { isTouched || (fields + rows).contains { $0.isVisited } }

  /// Updates the paths of the box and the boxes in it.
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
  /// The value of the box. Records use the names of the fields as keys.
  var value: RecordValue {
    if !fields.isEmpty {
      return .record(
        Dictionary(
          fields.map { ($0.shape.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
    }
    return hasRows ? .list(rows.map { $0.value }) : stored
  }

  /// Whether the value is a list that consists of `rows`.
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

  /// Returns whether the box can have `value`. A box with fields accepts only a record or null.
  func canHold(_ value: RecordValue) -> Bool {
    switch value {
    case .record, .null: true
    default: fields.isEmpty
    }
  }

  /// Sets the value without marking the box as touched.
  ///
  /// - Parameter layout: the layout of records in `value`.
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

  /// Marks the box as touched or untouched.
  func touch(_ isTouched: Bool = true) {
    if self.isTouched != isTouched { self.isTouched = isTouched }
  }

  /// Marks the box as touched and discards the errors that the program added, because the user set the value.
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

  /// Changes the rows. A list stored as one text is split into rows first.
  ///
  /// - Parameter change: receives the rows and a function that creates a row from a value.
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

// MARK: - Messages

extension Box {
  /// Shows an error that the program added.
  func add(_ problem: Problem) {
    others.append(problem)
    problems.append(problem)
    isErrorActive = true
  }

  /// Discards the errors that the program added. They remain visible until other messages are shown.
  func forgetOthers() { others = [] }

  func show(_ errors: [Problem]?, _ warnings: [Problem]?) {
    let errors = (errors ?? []) + others
    // Assigning an equal value would notify observers.
    if !problems.isEmpty || !errors.isEmpty { problems = errors }
    if !self.warnings.isEmpty || warnings != nil { self.warnings = warnings ?? [] }
    let isActive = !problems.isEmpty
    if isErrorActive != isActive { isErrorActive = isActive }
  }

  /// Updates whether the box is in force. `current` is the declaration in force, or nil if no declaration is.
  func follow(_ current: FormField?) {
    if isInForce != (current != nil) { isInForce = current != nil }
    if let current, current.number != declaration.number { declaration = current }
  }
}

// MARK: - As data

extension Box {
  /// Whether a record is left out of the data because it is optional and blank.
  var isLeftOut: Bool { isInForce && isLeftOut(as: declaration) }

  private func isLeftOut(as declaration: FormField) -> Bool {
    // A row is never left out: it remains until the user removes it.
    !fields.isEmpty && !shape.name.isEmpty && declaration.presence != .required && isBlank
  }

  /// The boxes to include in the data.
  enum Extent {
    /// The boxes in force, which are validated.
    case inForce
    /// All boxes, so that every condition can be decided. Blank optional records are included only at these paths.
    case all(with: Set<String>)
  }

  /// Returns the raw values of boxes, keyed as in the data.
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

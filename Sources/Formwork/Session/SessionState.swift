// The state that a session and its boxes share: the tree of boxes, and its validation. It holds no reference to
// `FormSession` or `SessionField`, so a box works even after its session is released.

internal import FormworkEngine
internal import Observation

/// The state of a form on screen.
@Observable
final class SessionState {
  @ObservationIgnored let spec: FormSpec
  @ObservationIgnored let roots: [Box]
  var timing: FormSession.Timing
  var options: ValidationOptions
  /// The errors of the last submission that aren't shown in a box.
  private(set) var problems: [Problem] = []
  /// The box with the first error of the last submission.
  private var focused: Box?
  /// The cells of the form's blocks in force. Empty if the form has no texts for people.
  private(set) var blocks: Set<Int32> = []
  /// The errors in `problems` that the program added.
  @ObservationIgnored private var others: [Problem] = []
  /// The answers of asynchronous rules.
  @ObservationIgnored private var answers = HostAnswers()
  @ObservationIgnored private(set) lazy var reads = BoxReads(
    roots.map { $0.shape }, spec.core.program)

  /// The steps of filling in the form, at least one.
  @ObservationIgnored private(set) lazy var pages: [FormPage] = {
    let pages = spec.core.program.pages
    if !pages.isEmpty { return pages }
    return [FormPage(title: nil, parts: spec.core.program.parts(ofLevel: 0))]
  }()
  /// Whether people see more than the form's own fields: pages, texts or titles.
  @ObservationIgnored private(set) lazy var hasTexts = spec.core.program.hasTexts(level: 0)

  init(
    _ spec: FormSpec, _ values: [String: RecordValue], _ timing: FormSession.Timing,
    _ options: ValidationOptions
  ) {
    self.spec = spec
    self.timing = timing
    self.options = options
    roots = BoxShape.list(spec.core.fields).map { Box($0, at: $0.name, id: $0.name) }
    fill(values)
    updateVisibility()
  }

  /// All boxes, including those of rows, in the order of the form.
  var boxes: [Box] { roots.flatMap { $0.withInner } }

  /// All boxes with the rows that contain them, in the order of the form.
  var placed: [PlacedBox] {
    var places: [PlacedBox] = []
    addPlaces(of: roots, in: [], to: &places)
    return places
  }

  private func addPlaces(
    of boxes: [Box], in rows: [ObjectIdentifier], to places: inout [PlacedBox]
  ) {
    for box in boxes {
      places.append(PlacedBox(box: box, rows: rows))
      addPlaces(of: box.fields, in: rows, to: &places)
      for row in box.rows {
        addPlaces(of: [row], in: rows + [ObjectIdentifier(row)], to: &places)
      }
    }
  }

  /// The box with the first error of the last submission, unless its row was removed.
  var focus: Box? { focused.flatMap { rows(around: $0) == nil ? nil : $0 } }

  var record: RecordValue { .record(Box.record(roots, .inForce)) }
}

// MARK: - Places

extension SessionState {
  /// Returns the box at a path, or nil.
  func box(_ path: String) -> Box? { SessionState.box(path[...], in: roots) }

  /// Returns the box at a path or at its nearest enclosing path. For `items[9].price`, this is `items` if the list has
  /// fewer rows.
  func box(at path: String) -> Box? { FormPath.nearest(to: path) { box($0) } }

  /// Returns the box at `path`. A name may contain dots and brackets, so this tries every box whose name is a prefix
  /// of the path.
  static func box(_ path: Substring, in boxes: [Box]) -> Box? {
    for box in boxes where path.hasPrefix(box.shape.name) {
      let rest = path.dropFirst(box.shape.name.count)
      if rest.isEmpty { return box }
      if let found = inner(rest, of: box) { return found }
    }
    return nil
  }

  /// Returns the box at `rest`, the part of a path from the `.` or `[` after `box`.
  private static func inner(_ rest: Substring, of box: Box) -> Box? {
    guard rest.first == "[" else {
      return rest.first == "." ? self.box(rest.dropFirst(), in: box.fields) : nil
    }
    guard let end = rest.firstIndex(of: "]"), let index = Int(rest[..<end].dropFirst()),
      box.rows.indices.contains(index)
    else { return nil }
    let (row, rest) = (box.rows[index], rest[end...].dropFirst())
    return rest.isEmpty ? row : inner(rest, of: row)
  }

  /// Returns the rows that contain a box, from the outermost to the innermost, or nil if the form no longer has the
  /// box.
  func rows(around box: Box) -> [Box]? { rows(around: box, in: roots) }

  private func rows(around box: Box, in boxes: [Box]) -> [Box]? {
    for other in boxes {
      if other === box { return [] }
      if let rows = rows(around: box, in: other.fields) { return rows }
      for row in other.rows {
        if let rows = rows(around: box, in: [row]) { return [row] + rows }
      }
    }
    return nil
  }
}

// MARK: - Validation

extension SessionState {
  /// Problems, keyed by the paths of their boxes. The key for problems of the record as a whole is "".
  typealias Sorted = (errors: [String: [Problem]], warnings: [String: [Problem]])

  func submit() -> Outcome {
    updateVisibility()
    let outcome = spec.validate(record, options: options)
    let found = sorted(outcome)
    showAll(found, of: boxes)
    others = []
    problems = found.errors[""] ?? []
    focused = outcome.problems.lazy.compactMap { self.box(of: $0) }.first
    return outcome
  }

  /// Marks `boxes` as submitted and replaces their messages with the problems found.
  func showAll(_ found: Sorted, of boxes: [Box]) {
    for box in boxes {
      if box.isInForce { box.touch() }
      box.forgetOthers()
      box.show(found.errors[box.path], found.warnings[box.path])
    }
  }

  /// Returns every problem of the current values.
  func judge() -> Sorted {
    var options = options
    // Stopping at the first problem of the record could hide the problems of other boxes.
    if options.scope == .firstOfRecord { options.scope = .firstOfField }
    options.problemLimit = .max
    return sorted(withAnswers { spec.validate(record, options: options) })
  }

  /// Runs a validation in which asynchronous rules without a known answer are skipped.
  private func withAnswers<T>(_ body: () -> T) -> T {
    if let inquiry = HostInquiry.current {
      answers = inquiry.answers
      return body()
    }
    return HostInquiry.$current.withValue(HostInquiry(answers), operation: body)
  }

  /// Validates a box, the boxes inside it, and the boxes that depend on it.
  func validate(_ box: Box) { validate(box, with: box.withInner) }

  /// Validates `box`. The boxes `own` count as set.
  private func validate(_ box: Box, with own: [Box]) {
    guard let rows = rows(around: box) else { return }
    updateVisibility()
    let found = judge()
    for box in own { box.touch() }
    var judged = own
    let reach = reads.dependents(of: box.shape)
    addBoxes(roots, reach, around: rows[...], to: &judged)
    for box in judged where box.isVisited || !box.isBlank {
      box.show(found.errors[box.path], found.warnings[box.path])
    }
    guard !problems.isEmpty else { return }
    // Compares places and codes, not messages: a message may show values that have changed.
    let left = (found.errors[""] ?? []).filter { left in
      problems.contains { $0.place == left.place && $0.code == left.code }
    }
    problems = left + others
  }

  /// Adds the boxes that a change affects.
  ///
  /// - Parameters:
  ///   - rows: the rows around the changed box, without the first `matched` of them.
  ///   - matched: the number of the changed box's rows that also contain `boxes`.
  private func addBoxes(
    _ boxes: [Box], _ reach: BoxReads.Reach, around rows: ArraySlice<Box>, matched: Int = 0,
    to found: inout [Box]
  ) {
    for box in boxes {
      if let least = reach[box.shape], least <= matched { found.append(box) }
      addBoxes(box.fields, reach, around: rows, matched: matched, to: &found)
      for row in box.rows {
        if row === rows.first {
          addBoxes([row], reach, around: rows.dropFirst(), matched: matched + 1, to: &found)
        } else {
          addBoxes([row], reach, around: [], matched: matched, to: &found)
        }
      }
    }
  }

  private func sorted(_ outcome: Outcome) -> Sorted {
    func sorted(_ problems: [Problem]) -> [String: [Problem]] {
      Dictionary(grouping: problems) { box(of: $0)?.path ?? "" }
    }
    return (sorted(outcome.problems), sorted(outcome.warnings))
  }

  private func box(of problem: Problem) -> Box? { problem.field.flatMap { box(at: $0) } }
}

// MARK: - Changes

extension SessionState {
  /// Sets the value of a box.
  func set(_ box: Box, _ value: RecordValue) {
    guard value != box.value, box.canHold(value) else { return }
    box.fill(value)
    let own = box.withInner
    for box in own { box.noteEdit() }
    respond(to: box, with: own)
  }

  /// Changes the rows of a list; the remaining rows keep their messages.
  func changeRows(_ box: Box, _ change: (inout [Box], (RecordValue) -> Box) -> Void) {
    box.changeRows(change)
    respond(to: box, with: [box])
  }

  private func respond(to box: Box, with own: [Box]) {
    if timing == .change { validate(box, with: own) } else { updateVisibility() }
  }

  func add(_ problem: Problem) {
    guard let box = box(of: problem) else {
      others.append(problem)
      return problems.append(problem)
    }
    box.add(problem)
    focused = boxes.first { $0 === box || ($0 === focused && $0.isErrorActive) }
  }

  func reset(_ values: [String: RecordValue]) {
    clear()
    for box in boxes {
      box.fill(.null)
      box.touch(false)
    }
    fill(values)
    updateVisibility()
  }

  private func clear() {
    for box in boxes {
      box.forgetOthers()
      box.show(nil, nil)
    }
    (problems, others) = ([], [])
    focused = nil
  }

  private func fill(_ values: [String: RecordValue]) {
    let layout = BoxShape.Layout.data { self.isBlank($0, to: $1) }
    for box in roots { box.shape.value(in: values, layout).map { box.fill($0, layout) } }
  }

  /// Returns whether a value of the data is blank for a field.
  private func isBlank(_ value: RecordValue, to field: FormField) -> Bool {
    let core = spec.core
    return core.evaluators.withEvaluator { evaluator in
      let isBlank = try? evaluator.isBlank(field: field.number) {
        feed, key throws(MalformedRecord) in
        try RecordValueReader.put(value, key, &feed, options.timeZone)
      }
      return isBlank ?? false
    }
  }
}

// MARK: - Boxes in force

extension SessionState {
  func updateVisibility() { update(roots, with: []) }

  /// Updates which boxes are in force.
  ///
  /// A blank optional record is left out of the data, but its boxes are shown so that it can be filled in. The
  /// conditions around these boxes are decided as if the record were present, and all other conditions as if it were
  /// absent. Rows are handled together, not one by one.
  ///
  /// - Parameter records: the paths of the left-out records around `boxes`.
  private func update(_ boxes: [Box], with records: Set<String>) {
    guard let inForce = fieldsInForce(with: records) else { return }
    if records.isEmpty {
      let current = Set(inForce.lazy.filter { $0.block >= 0 && $0.path.isEmpty }.map { $0.block })
      if blocks != current { blocks = current }
    }
    var leftOut: [BoxShape: [Box]] = [:]
    follow(boxes, inForce, &leftOut)
    for same in leftOut.values {
      update(same.flatMap { $0.fields }, with: records.union(same.map { $0.path }))
    }
  }

  /// Updates `boxes`. Adds to `leftOut` the records that the data lacks, if they contain conditional fields.
  private func follow(
    _ boxes: [Box], _ inForce: Set<Evaluator.PlacedField>, _ leftOut: inout [BoxShape: [Box]]
  ) {
    for box in boxes {
      box.follow(
        box.shape.declarations.first { inForce.contains(.init(number: $0.number, path: box.path)) })
      followInside(box, inForce, &leftOut)
    }
  }

  private func followInside(
    _ box: Box, _ inForce: Set<Evaluator.PlacedField>, _ leftOut: inout [BoxShape: [Box]]
  ) {
    if !box.isLeftOut {
      follow(box.fields, inForce, &leftOut)
    } else if box.shape.isDeciding {
      leftOut[box.shape, default: []].append(box)
    } else {
      for inner in box.withInner.dropFirst() { inner.follow(inner.declaration) }
    }
    for row in box.rows {
      row.follow(box.isInForce ? box.declaration.item : nil)
      followInside(row, inForce, &leftOut)
    }
  }

  /// Returns the fields in force, or nil if values are nested too deep to decide conditions. Submitting the form
  /// reports such values.
  ///
  /// - Parameter records: the paths of left-out records that count as present.
  private func fieldsInForce(with records: Set<String>) -> Set<Evaluator.PlacedField>? {
    let values = Box.record(roots, .all(with: records))
    let core = spec.core
    return withAnswers {
      core.evaluators.withEvaluator { evaluator in
        core.prepare(evaluator, options)
        do throws(MalformedRecord) {
          let fields = try evaluator.fieldsInForce { feed throws(MalformedRecord) in
            try RecordValueReader.read(values, into: &feed, in: options.timeZone)
          }
          return Set(fields)
        } catch {
          return nil
        }
      }
    }
  }
}

// MARK: - Values

extension SessionState {
  /// Returns a value as `field` reads it, ignoring its default and rules; nil if it is blank or doesn't have the
  /// field's type.
  func reading(_ value: RecordValue, of field: FormField) -> FormValue? {
    let core = spec.core
    return core.evaluators.withEvaluator { evaluator in
      core.prepare(evaluator, options)
      let read = try? evaluator.value(ofField: field.number) { feed, key throws(MalformedRecord) in
        try RecordValueReader.put(value, key, &feed, options.timeZone)
      }
      return read.map { FormValue($0) }.flatMap { $0.content == .null ? nil : $0 }
    }
  }
}

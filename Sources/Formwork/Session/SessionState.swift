// What a session and its boxes share: the tree of boxes, and how it is validated. It holds neither of them, so each
// of them works as long as somebody has it.

internal import FormworkEngine
internal import Observation

/// The state of one form on screen.
@Observable
final class SessionState {
  @ObservationIgnored let spec: FormSpec
  @ObservationIgnored let roots: [Box]
  var timing: FormSession.Timing
  var options: ValidationOptions
  /// The errors of the last submission that belong to no box.
  private(set) var problems: [Problem] = []
  /// The box of the first error of the last submission.
  private var focused: Box?
  /// Those of the problems that others found.
  @ObservationIgnored private var others: [Problem] = []
  /// What rules that have to be waited for have answered.
  @ObservationIgnored private var answers = HostAnswers()
  @ObservationIgnored private(set) lazy var reads = BoxReads(
    roots.map { $0.shape }, spec.core.program)

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

  /// All boxes, those of rows among them, in the order of the form.
  var boxes: [Box] { roots.flatMap { $0.withInner } }

  /// All boxes with the rows that they lie in, in the order of the form.
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

  /// The box of the first error of the last submission, unless its row was removed.
  var focus: Box? { focused.flatMap { rows(around: $0) == nil ? nil : $0 } }

  var record: RecordValue { .record(Box.record(roots, .inForce)) }
}

// MARK: - Places

extension SessionState {
  /// The box at a path; nil if there is none.
  func box(_ path: String) -> Box? { SessionState.box(path[...], in: roots) }

  /// The box at a path, or the one it lies in: that of `items[9].price` is `items` if it has fewer rows.
  func box(at path: String) -> Box? { FormPath.nearest(to: path) { box($0) } }

  /// A name may have the marks of paths of its own, so every box is tried whose name the path begins with.
  static func box(_ path: Substring, in boxes: [Box]) -> Box? {
    for box in boxes where path.hasPrefix(box.shape.name) {
      let rest = path.dropFirst(box.shape.name.count)
      if rest.isEmpty { return box }
      if let found = inner(rest, of: box) { return found }
    }
    return nil
  }

  /// - Parameter rest: of a path, from the mark after the box.
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

  /// The rows that a box lies in, the outermost first; nil for one that the form has no more.
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
  /// Problems by the paths of their boxes; those of the record under "".
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

  /// Shows what was found of boxes, which count as submitted, and nothing else.
  func showAll(_ found: Sorted, of boxes: [Box]) {
    for box in boxes {
      if box.isInForce { box.touch() }
      box.forgetOthers()
      box.show(found.errors[box.path], found.warnings[box.path])
    }
  }

  /// Every problem of what is in the boxes.
  func judge() -> Sorted {
    var options = options
    // The first problems of all may be those of other boxes.
    if options.scope == .firstOfRecord { options.scope = .firstOfField }
    options.problemLimit = .max
    return sorted(withAnswers { spec.validate(record, options: options) })
  }

  /// Runs an evaluation in which a rule that has to be waited for is skipped as long as nobody knows its answer.
  private func withAnswers<T>(_ body: () -> T) -> T {
    if let inquiry = HostInquiry.current {
      answers = inquiry.answers
      return body()
    }
    return HostInquiry.$current.withValue(HostInquiry(answers), operation: body)
  }

  /// Validates a box with those in it, and those that depend on it.
  func validate(_ box: Box) { validate(box, with: box.withInner) }

  /// - Parameter own: the boxes that count as set.
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
    // The rules are the same, though their messages may show other values.
    let left = (found.errors[""] ?? []).filter { left in
      problems.contains { $0.place == left.place && $0.code == left.code }
    }
    problems = left + others
  }

  /// Adds the boxes that a change reaches.
  ///
  /// - Parameters:
  ///   - rows: those that the changed box lies in, without `matched` of them that these boxes lie in.
  ///   - matched: how many of the rows these boxes lie in.
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
  /// Sets what is in a box.
  func set(_ box: Box, _ value: RecordValue) {
    guard value != box.value, box.canHold(value) else { return }
    box.fill(value)
    let own = box.withInner
    for box in own { box.noteEdit() }
    respond(to: box, with: own)
  }

  /// Changes the rows of a list; what is said of them stays.
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

  /// Whether a value of the data is blank to a field.
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

// MARK: - What is in force

extension SessionState {
  func updateVisibility() { update(roots, with: []) }

  /// Updates which boxes are in force.
  ///
  /// A record that is left out shows its boxes, so that it can be filled in; the conditions around them
  /// are decided as if the record was there, and all others without it. The same is decided for all rows at once.
  ///
  /// - Parameter records: the paths of the records around the boxes that are left out.
  private func update(_ boxes: [Box], with records: Set<String>) {
    guard let inForce = fieldsInForce(with: records) else { return }
    var leftOut: [BoxShape: [Box]] = [:]
    follow(boxes, inForce, &leftOut)
    for same in leftOut.values {
      update(same.flatMap { $0.fields }, with: records.union(same.map { $0.path }))
    }
  }

  /// - Parameter leftOut: takes the records that are left out and have something to decide.
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

  /// The fields in force; nil for values that are nested too deep, which decide no condition and are reported when
  /// the form is submitted.
  ///
  /// - Parameter records: the paths of records that count as there, though they are left out.
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
  /// What a box's field makes of a value, without its default and its rules; nil where it is blank, or of another type.
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

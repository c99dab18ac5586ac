// The state of one form on screen: the value and the messages of each box.

internal import FormworkEngine
public import Observation

/// The state of one form on screen.
///
/// Every field of the form is a box, a ``SessionField`` with its raw value, its label and its message. A
/// view shows the boxes that are in force and writes what is typed into them; the session does the rest.
///
/// ```swift
/// let session = FormSession(spec)
/// session["id"]?.text = "a 1"
/// if let product = session.submit().product { send(product) } else { focus = session.focus }
/// ```
///
/// A session is observable, so that SwiftUI draws again what changed and nothing else. It belongs to
/// one thread or actor at a time, whichever that is; it is not bound to the main one.
@Observable
public final class FormSession {
  /// When a session validates without being asked.
  public enum Timing: Sendable, Hashable {
    /// When the form is submitted.
    case submit
    /// Whenever a value is set: of that field, and of the fields that depend on it.
    case change
  }

  /// What the boxes are made from.
  public let spec: FormSpec
  /// The boxes in the order of the form, each record before the fields in it. Fields inside of lists
  /// have none: their problems are those of the list.
  public let fields: [SessionField]
  /// When the session says what is wrong without being asked.
  public var timing: Timing
  /// The options of validations: the language of labels and messages, what day it is.
  public var options: ValidationOptions
  /// The errors of the last submission that belong to no field.
  public private(set) var problems: [Problem] = []
  /// The path of the box of the first error of the last submission, for moving the focus; nil if there
  /// was none, or it belongs to no field.
  public private(set) var focus: String?

  /// Those of the problems that others found.
  @ObservationIgnored private var others: [Problem] = []
  @ObservationIgnored private let roots: [SessionField]
  @ObservationIgnored private let byPath: [String: SessionField]
  @ObservationIgnored private lazy var reads = SessionReads(fields, spec.core.program)

  /// Begins a form.
  ///
  /// - Parameters:
  ///   - spec: of the form.
  ///   - values: what is in the boxes at the beginning, by the names of the fields, records as
  ///     dictionaries; other names are ignored.
  ///   - timing: when the session validates without being asked.
  ///   - options: the language of labels and messages, what day it is.
  public init(
    _ spec: FormSpec, values: [String: RecordValue] = [:], timing: Timing = .submit,
    options: ValidationOptions = .init()
  ) {
    self.spec = spec
    self.timing = timing
    self.options = options
    roots = SessionField.list(spec.core.fields, prefix: "")
    fields = roots.flatMap { $0.withInner }
    byPath = Dictionary(fields.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for field in fields { field.session = self }
    fill(values)
    updateVisibility()
  }

  /// The box of a field.
  ///
  /// - Parameter path: a name, or a path such as `address.zip`.
  public subscript(path: String) -> SessionField? { byPath[path] }

  /// The boxes in force, in the order of the form: those to be shown.
  public var fieldsInForce: [SessionField] { fields.filter { $0.isInForce } }

  /// What would be validated: the raw values of the boxes in force, by the keys of the data.
  public var record: RecordValue { .record(SessionField.record(roots, .inForce)) }
}

// MARK: - What people do

extension FormSession {
  /// Validates the form as a whole.
  ///
  /// All messages are cleared first, also those of fields that have since gone out of force.
  ///
  /// - Returns: the product, only if all is well, or what is wrong.
  @discardableResult
  public func submit() -> Outcome {
    clear()
    updateVisibility()
    let outcome = spec.validate(record, options)
    for field in fields where field.isInForce { field.isTouched = true }
    let found = sorted(outcome)
    for field in fields { field.show(found.errors[field.path], found.warnings[field.path]) }
    problems = found.errors[""] ?? []
    focus = outcome.problems.lazy.compactMap { self.box(of: $0)?.path }.first
    return outcome
  }

  /// Validates one field, as it is typed, with the fields that depend on it.
  ///
  /// A field depends on another if its rules, its `required if` or the conditions of its blocks name it.
  /// A field that is blank and was never set or submitted gets no messages. A record depends on the fields
  /// in it, because it has their values, and they depend on it.
  ///
  /// - Parameter path: of a box; nothing happens for others.
  public func validate(_ path: String) {
    guard let field = byPath[path] else { return }
    updateVisibility()
    var options = options
    // The first problem of all may be one of another field.
    if options.scope == .firstOfRecord { options.scope = .firstOfField }
    let found = sorted(spec.validate(record, options))
    let own = field.withInner
    for field in own { field.isTouched = true }
    let dependents = reads.dependents(of: path).compactMap { byPath[$0] }
    for field in own + dependents where field.isVisited || !field.isBlank {
      field.show(found.errors[field.path], found.warnings[field.path])
    }
    guard !problems.isEmpty else { return }
    // The rules are the same, though their messages may show other values.
    let left = (found.errors[""] ?? []).filter { left in
      problems.contains { $0.place == left.place && $0.code == left.code }
    }
    problems = left + others
  }

  /// Shows an error that somebody else found, such as a server that knows which names are taken.
  ///
  /// It is one of the problems of its box until its value is set or the form is submitted, and the focus goes there
  /// unless it goes to a box before.
  ///
  /// - Parameters:
  ///   - message: what is wrong and what to do about it.
  ///   - path: of the box, or of something in it such as `items[2].price`; nil, like a path that leads to no box, for the
  ///     form as a whole.
  ///   - code: a stable name of what is wrong.
  public func setError(_ message: String, at path: String? = nil, code: String = "outside") {
    let problem = Problem(field: path, code: code, message: message)
    guard let box = box(of: problem) else {
      others.append(problem)
      return problems.append(problem)
    }
    box.add(problem)
    let order = [focus, box.path].compactMap { path in
      fields.firstIndex { $0.path == path }
    }
    focus = order.min().map { fields[$0].path }
  }

  /// Makes the form as it was when it began, with other values.
  ///
  /// - Parameter values: what is in the boxes, as in ``init(_:values:timing:options:)``.
  public func reset(values: [String: RecordValue] = [:]) {
    clear()
    for field in fields { field.empty() }
    fill(values)
    updateVisibility()
  }

  private func clear() {
    for field in fields { field.clear() }
    (problems, others) = ([], [])
    focus = nil
  }

  private func fill(_ values: [String: RecordValue]) {
    for field in roots { values[field.name].map { field.fill($0) } }
  }

  /// Responds to a value that was set from outside.
  func valueChanged(_ field: SessionField) {
    if timing == .change { validate(field.path) } else { updateVisibility() }
  }
}

// MARK: - What comes of it

extension FormSession {
  /// The problems of an outcome by the paths of their boxes; those of the record under "".
  private func sorted(
    _ outcome: Outcome
  ) -> (errors: [String: [Problem]], warnings: [String: [Problem]]) {
    func sorted(_ problems: [Problem]) -> [String: [Problem]] {
      Dictionary(grouping: problems) { box(of: $0)?.path ?? "" }
    }
    return (sorted(outcome.problems), sorted(outcome.warnings))
  }

  private func box(of problem: Problem) -> SessionField? { problem.field.flatMap { box(at: $0) } }

  /// The box at a path, or the one it lies in: that of `items[2].price` is `items`.
  func box(at path: String) -> SessionField? {
    // No box lies in a list, so the path of a box is how that of anything in it begins.
    FormPath.nearest(to: path) { byPath[$0] }
  }

  private func updateVisibility() { update(roots, inForce: fieldsInForce(with: []), with: []) }

  /// Updates which boxes are in force.
  ///
  /// A record that is left out shows its boxes, so that it can be filled in; the conditions around them
  /// are decided as if the record was there, and all others without it.
  ///
  /// - Parameters:
  ///   - inForce: the numbers of the fields in force; nil if they are not known.
  ///   - records: the paths of the records around the boxes that are left out.
  private func update(_ boxes: [SessionField], inForce: Set<Int32>?, with records: Set<String>) {
    guard let inForce else { return }
    for box in boxes {
      box.update(inForce: inForce)
      if box.isLeftOut {
        let records = records.union([box.path])
        update(box.fields, inForce: fieldsInForce(with: records), with: records)
      } else {
        update(box.fields, inForce: inForce, with: records)
      }
    }
  }

  /// The numbers of the fields in force; nil for values that are nested too deep, which decide no condition
  /// and are reported when the form is submitted.
  ///
  /// - Parameter records: the paths of records that count as there, though they are left out.
  private func fieldsInForce(with records: Set<String>) -> Set<Int32>? {
    let values = SessionField.record(roots, .all(with: records))
    let core = spec.core
    return core.evaluators.withEvaluator { evaluator in
      core.prepare(evaluator, options)
      do throws(MalformedRecord) {
        return try evaluator.fieldsInForce { feed throws(MalformedRecord) in
          try RecordValueReader.read(values, into: &feed, in: options.timeZone)
        }
      } catch {
        return nil
      }
    }
  }
}

// MARK: - What depends on what

/// Which boxes depend on which, by their paths.
struct SessionReads {
  /// For each box those that its rules name.
  private var rules: [String: Set<String>] = [:]
  /// For each box those that the conditions of the blocks around it name.
  private var blocks: [String: Set<String>] = [:]
  /// For each box the records around it and the boxes in it: their values change with its own.
  private var kin: [String: Set<String>] = [:]
  /// The answers given so far.
  private var known: [String: Set<String>] = [:]

  init(_ fields: [SessionField], _ program: Program) {
    var holders: [Int32: String] = [:]
    for field in fields {
      for declaration in field.declarations { holders[declaration.number] = field.path }
      for inner in field.withInner.dropFirst() {
        kin[field.path, default: []].insert(inner.path)
        kin[inner.path, default: []].insert(field.path)
      }
    }
    /// The box of a field, or of the list that it is in.
    func holder(_ number: Int32) -> String? {
      holders[number] ?? program.field(number).owner.flatMap { holder($0) }
    }
    for (number, reads) in program.fieldReads().enumerated() {
      guard let path = holder(Int32(number)) else { continue }
      rules[path, default: []].formUnion(reads.rules.compactMap { holder($0) })
      blocks[path, default: []].formUnion(reads.blocks.compactMap { holder($0) })
    }
  }

  /// The boxes whose messages may change when the value of a box does.
  mutating func dependents(of path: String) -> Set<String> {
    if let known = known[path] { return known }
    // Boxes that leave or enter the form with this one change what depends on them in turn.
    var changed = kin[path, default: []].union([path])
    var isGrowing = true
    while isGrowing {
      let more = blocks.filter { !changed.contains($0.key) && !changed.isDisjoint(with: $0.value) }
      isGrowing = !more.isEmpty
      for other in more.keys { changed.formUnion(kin[other, default: []].union([other])) }
    }
    var dependents = changed
    for (other, reads) in rules where !changed.isDisjoint(with: reads) { dependents.insert(other) }
    dependents.remove(path)
    known[path] = dependents
    return dependents
  }
}

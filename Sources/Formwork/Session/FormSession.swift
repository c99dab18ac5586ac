// The state of one form on screen: what is typed in each box, and what there is to say of it.

internal import FormworkEngine
public import Observation

/// The state of one form on screen.
///
/// Every field of the spec is a box, a ``SessionField`` with its raw value, its label and its message. A
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
  /// When a session says what is wrong without being asked.
  public enum Timing: Sendable, Hashable {
    /// When the form is submitted.
    case submit
    /// Whenever a value is set: of that field, and of the fields that depend on it.
    case change
  }

  /// The spec of the form.
  public let spec: FormSpec
  /// The boxes in the order of the spec, each record before the fields in it. Fields inside of lists
  /// have none: their problems are those of the list.
  public let fields: [SessionField]
  /// When the session says what is wrong without being asked.
  public var timing: Timing
  /// What is asked of validations: the language of labels and messages, what day it is.
  public var options: ValidationOptions
  /// The errors of the last submission that are about no field.
  public private(set) var problems: [Problem] = []
  /// The path of the box of the first error of the last submission, for moving the focus; nil if there
  /// was none, or it is about no field.
  public private(set) var focus: String?

  @ObservationIgnored private let roots: [SessionField]
  @ObservationIgnored private let byPath: [String: SessionField]
  @ObservationIgnored private lazy var reads = SessionReads(fields, spec.core.program)

  /// Begins a form.
  ///
  /// - Parameters:
  ///   - spec: of the form.
  ///   - values: what is in the boxes at the beginning, by the names of the fields, records as
  ///     dictionaries; names that no field has are passed over.
  ///   - timing: when the session says what is wrong without being asked.
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

  /// The boxes in force, in the order of the spec: those to be shown.
  public var fieldsInForce: [SessionField] { fields.filter { $0.isInForce } }

  /// What would be validated: the raw values of the boxes in force, by the keys of the data.
  public var record: RecordValue { .record(SessionField.record(roots, .inForce)) }
}

// MARK: - What people do

extension FormSession {
  /// Validates the form as a whole.
  ///
  /// All that was said is cleared first, also of fields that have since gone out of force.
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
  /// A field depends on another if its rules, its `required if` or the conditions of its rules' blocks
  /// speak of it. Nothing is said of one that nobody has been at: of one that is blank, was never set
  /// and never submitted. A record has the values of the fields in it, so what is said of it and of
  /// what depends on it hangs on them, and the other way round.
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
    // The rules are the same, though their messages may tell of other values.
    problems = (found.errors[""] ?? []).filter { left in
      problems.contains { $0.place == left.place && $0.code == left.code }
    }
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
    for field in fields { field.show(nil, nil) }
    problems = []
    focus = nil
  }

  private func fill(_ values: [String: RecordValue]) {
    for field in roots { values[field.name].map { field.fill($0) } }
  }

  /// A value was set by whoever fills the form in.
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
    var path = path[...]
    while true {
      // No box lies in a list, so the path of a box is how that of anything in it begins.
      if let field = byPath[String(path)] { return field }
      guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
      path = path[..<end]
    }
  }

  private func updateVisibility() { update(roots, inForce: fieldsInForce(with: []), with: []) }

  /// Notes which boxes are in force.
  ///
  /// A record that is left out shows its boxes, so that it can be filled in; what they hang on is
  /// decided as if it was there, and all else as it is.
  ///
  /// - Parameters:
  ///   - inForce: the numbers of the fields in force; nil if they cannot be told.
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

  /// The numbers of the fields in force; nil for values nested too deep, which tell nothing of
  /// conditions: submitting tells of them.
  ///
  /// - Parameter records: the paths of records that count as there, though they are left out.
  private func fieldsInForce(with records: Set<String>) -> Set<Int32>? {
    let values = SessionField.record(roots, .all(with: records))
    let core = spec.core
    return core.evaluators.withEvaluator { evaluator in
      core.prepare(evaluator, options)
      do throws(MalformedRecord) {
        return try evaluator.fieldsInForce { feed throws(MalformedRecord) in
          try RecordValueReader.read(values, into: &feed)
        }
      } catch {
        return nil
      }
    }
  }
}

// MARK: - What depends on what

/// Which boxes hang on which, by their paths.
struct SessionReads {
  /// For each box those that its rules speak of.
  private var rules: [String: Set<String>] = [:]
  /// For each box those that the conditions of the blocks around it speak of.
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
      var number = number
      while number >= 0 {
        if let path = holders[number] { return path }
        number = program.levels[Int(program.fields[Int(number)].level)].owner
      }
      return nil
    }
    for (number, reads) in program.fieldReads().enumerated() {
      guard let path = holder(Int32(number)) else { continue }
      rules[path, default: []].formUnion(reads.rules.compactMap { holder($0) })
      blocks[path, default: []].formUnion(reads.blocks.compactMap { holder($0) })
    }
  }

  /// The boxes of which something else may be said when a box has another value.
  mutating func dependents(of path: String) -> Set<String> {
    if let known = known[path] { return known }
    // What leaves or enters the form with the box changes what hangs on it in turn.
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

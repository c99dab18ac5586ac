// Comparisons whose author may not have thought of blank fields. A blank field makes the condition unknown. Then a
// block isn't in force, a field isn't required, or a check passes.

package import FormworkSyntax

/// A comparison of a field whose blank value has a doubtful effect.
package struct BlankDoubt: Sendable, Equatable {
  /// The name of the field, as written in the form.
  package let field: String
  /// The effect of a blank field.
  package let effect: Effect
  /// The comparison. For a check, the operand of `or` that contains the comparison, or nil if other operands contain
  /// the field, too.
  package let part: Span?
  /// Whether the part is an operand of `and`, so that `or` in it needs parentheses.
  package let isInAnd: Bool
  /// Whether the part is directly after `not`, so that it needs parentheses.
  package let isAfterNot: Bool

  package enum Effect: Sendable {
    /// The condition isn't true, although the blank field doesn't have the value that the comparison excludes.
    case isNotTrue
    /// Like `isNotTrue`, but for a comparison inside `not`.
    case isNotFalse
    /// The check passes.
    case passes
  }
}

/// Finds the doubtful comparisons of a condition from its syntax alone, without resolving names.
struct BlankDoubts {
  private(set) var found: [(name: Name, doubt: BlankDoubt)] = []

  init(in condition: Expression, isCheck: Bool) {
    if isCheck {
      searchCheck(condition)
    } else {
      search(condition, Place())
    }
  }

  /// The operators around a part of the condition.
  private struct Place {
    var isNegated = false
    var isInAnd = false
    var isAfterNot = false
    /// The fields whose blank values are handled by other operands of the surrounding `and` and `or`.
    var settled: OrderedSet<String> = []
  }

  // MARK: - Conditions that must be true

  private mutating func search(_ condition: Expression, _ place: Place) {
    switch condition.kind {
    case .parenthesized(let inner):
      var place = place
      (place.isInAnd, place.isAfterNot) = (false, false)
      search(inner, place)
    case .not(let inner):
      var place = place
      place.isNegated.toggle()
      place.isAfterNot = true
      search(inner, place)
    case .binary(.and, _, _), .binary(.or, _, _):
      let isAnd = condition.isAnd
      let parts = condition.operands
      for (index, part) in parts.enumerated() {
        var inner = place
        (inner.isInAnd, inner.isAfterNot) = (isAnd, false)
        for (other, sibling) in parts.enumerated() where other != index {
          inner.settled.formUnion(settled(by: sibling, isAnd: isAnd != place.isNegated, place))
        }
        search(part, inner)
      }
    case .binary(let operation, let left, let right)
    where operation == .equal || operation == .notEqual:
      guard (operation == .notEqual) != place.isNegated else { return }
      for case .name(let name) in [left.kind, right.kind] { add(name, condition, place) }
    case .membership(let subject, let negated, _):
      guard negated != place.isNegated, case .name(let name) = subject.kind else { return }
      add(name, condition, place)
    default: break
    }
  }

  private mutating func add(_ name: Name, _ part: Expression, _ place: Place) {
    if place.settled.contains(name.text) { return }
    let doubt = BlankDoubt(
      field: name.text, effect: place.isNegated ? .isNotFalse : .isNotTrue, part: part.span,
      isInAnd: place.isInAnd, isAfterNot: place.isAfterNot)
    found.append((name, doubt))
  }

  /// Returns the fields whose blank values `sibling` handles: it tests whether they are filled or, if `isAnd`, it can't
  /// be true while they are blank.
  private func settled(by sibling: Expression, isAnd: Bool, _ place: Place) -> [String] {
    var sibling = sibling
    while case .parenthesized(let inner) = sibling.kind { sibling = inner }
    if let name = sibling.testedForPresence { return [name] }
    guard isAnd else { return sibling.namesTestedForPresence }
    var alone = BlankDoubts()
    var inner = Place()
    inner.isNegated = place.isNegated
    alone.search(sibling, inner)
    let doubtful = alone.found.map { $0.doubt.field }
    return sibling.comparedNames.filter { !doubtful.contains($0) }
  }

  private init() {}

  // MARK: - Checks

  /// Searches the operands of each `or`, because an unknown operand makes the check pass.
  private mutating func searchCheck(_ condition: Expression) {
    switch condition.kind {
    case .parenthesized(let inner): searchCheck(inner)
    case .binary(.and, let left, let right):
      searchCheck(left)
      searchCheck(right)
    case .binary(.or, _, _): searchAlternatives(condition.operands)
    default: break
    }
  }

  private mutating func searchAlternatives(_ parts: [Expression]) {
    let compared = parts.map { $0.comparedNames }
    // A presence test that is itself an operand handles the blank value for all operands. A test inside an operand
    // handles it only for that operand.
    let settled = OrderedSet(parts.compactMap { $0.bare.testedForPresence })
    var told: OrderedSet<String> = []
    for part in parts {
      let own = settled.union(part.bare.isAnd ? part.bare.namesTestedForPresence : [])
      for name in part.namesExpected(isNegated: false)
      where !own.contains(name) && !told.contains(name) {
        let count = compared.count { $0.contains(name) }
        if count == parts.count { continue }
        told.insert(name)
        let doubt = BlankDoubt(
          field: name, effect: .passes, part: count == 1 ? part.span : nil, isInAnd: false,
          isAfterNot: false)
        found.append((Name(name, at: part.span), doubt))
      }
    }
  }
}

extension Expression {
  /// The expression without parentheses around it.
  fileprivate var bare: Expression {
    var inner = self
    while case .parenthesized(let next) = inner.kind { inner = next }
    return inner
  }

  fileprivate var isAnd: Bool { if case .binary(.and, _, _) = kind { true } else { false } }

  /// The operands of a chain of `and`, or of `or`. For any other condition, the condition itself.
  fileprivate var operands: [Expression] {
    guard case .binary(let operation, let left, let right) = kind,
      operation == .and || operation == .or
    else { return [self] }
    var parts: [Expression] = []
    for side in [left, right] {
      var inner = side
      while case .parenthesized(let next) = inner.kind { inner = next }
      if case .binary(operation, _, _) = inner.kind {
        parts += inner.operands
      } else {
        parts.append(side)
      }
    }
    return parts
  }

  /// The field that this condition tests for `filled` or `blank`.
  fileprivate var testedForPresence: String? {
    guard case .test(let subject, _, let predicate) = kind, case .name(let name) = subject.kind,
      case .name(let word) = predicate.kind, word.text == "filled" || word.text == "blank"
    else { return nil }
    return name.text
  }

  /// All fields that parts of this condition test for `filled` or `blank`.
  fileprivate var namesTestedForPresence: [String] {
    if let name = testedForPresence { return [name] }
    switch kind {
    case .parenthesized(let inner), .not(let inner): return inner.namesTestedForPresence
    case .binary(_, let left, let right):
      return left.namesTestedForPresence + right.namesTestedForPresence
    default: return []
    }
  }

  /// Returns the names of fields that must meet some requirement for this condition to be true. Leaves out a field that
  /// must only differ from a value, because a blank field differs from it, too.
  fileprivate func namesExpected(isNegated: Bool) -> [String] {
    switch kind {
    case .parenthesized(let inner): return inner.namesExpected(isNegated: isNegated)
    case .not(let inner): return inner.namesExpected(isNegated: !isNegated)
    case .binary(.and, let left, let right), .binary(.or, let left, let right):
      return left.namesExpected(isNegated: isNegated) + right.namesExpected(isNegated: isNegated)
    case .binary(.notEqual, _, _): return isNegated ? comparedNames : []
    case .test(_, let negated, _), .membership(_, let negated, _):
      return negated == isNegated ? comparedNames : []
    default: return isNegated ? [] : comparedNames
    }
  }

  /// The names that this condition compares or tests, outside of calls.
  fileprivate var comparedNames: [String] {
    switch kind {
    case .parenthesized(let inner), .not(let inner), .negated(let inner): return inner.comparedNames
    case .binary(_, let left, let right): return left.comparedNames + right.comparedNames
    case .test(let subject, _, _): return testedForPresence == nil ? subject.comparedNames : []
    case .membership(let subject, _, _): return subject.comparedNames
    case .name(let name): return [name.text]
    case .member(let base, _):
      if case .name(let name) = base.kind, name.text == "previous" { return [name.text] }
      return []
    case .call(let name, let arguments) where Expression.takesSingleValues(name.text):
      return arguments.flatMap { $0.comparedNames }
    default: return []
    }
  }

  /// Whether `name` is a function that takes single values and has no result if one of them is blank.
  private static func takesSingleValues(_ name: String) -> Bool {
    switch Function.named(name) {
    case nil, .count, .sum, .min, .max, .mean, .share, .distinct, .joined: false
    default: true
    }
  }
}

extension Checker {
  /// Notes the doubtful comparisons of a condition, to report them when the presence of every field is known.
  func noteBlankDoubts(in condition: Expression, isCheck: Bool = false, _ context: Context) {
    guard !isTrial, context.bindings.isEmpty, context.subject == nil, context.around == nil else {
      return
    }
    for (name, doubt) in BlankDoubts(in: condition, isCheck: isCheck).found {
      blankDoubts.append((name, doubt, context))
    }
  }

  func reportBlankDoubts() {
    for (name, doubt, context) in blankDoubts {
      if isOfRecords(name.text, "previous", context) {
        report(.blankDoubt(doubt), at: doubt.part ?? name.span)
        continue
      }
      guard let found = lookUp(name.text, context),
        found.entries.allSatisfy({ mayBeLeftBlank(Int($0.field)) }),
        !isNamed(name.text, around: context)
      else { continue }
      report(.blankDoubt(doubt), at: doubt.part ?? name.span)
    }
  }

  /// Whether a field is optional and has no value if it is blank. A blank bool, list or record has a value, and so does
  /// a blank field with a default.
  private func mayBeLeftBlank(_ number: Int) -> Bool {
    let field = program.fields[number]
    if let node = field.calculation {
      if let known = blankCalculations[number] { return known }
      // A field that is calculated from itself, or through a very long chain, isn't reported.
      blankCalculations[number] = false
      let isBlank = blankDepth < Checker.blankDepthLimit && isBlankWithoutFields(node)
      blankCalculations[number] = isBlank
      return isBlank
    }
    guard case .optional = field.presence, field.fallback < 0 else { return false }
    let type = staticType(number)
    return type != .bool && type.family != .structure
  }

  /// The maximum depth of the search for optional fields in calculations and their parts.
  private static let blankDepthLimit = 200

  /// Whether a calculation uses an optional field and is blank whenever that field is blank. A calculation that chooses
  /// between values isn't searched, because the other value may be filled.
  private func isBlankWithoutFields(_ node: Int32) -> Bool {
    blankDepth += 1
    defer { blankDepth -= 1 }
    guard blankDepth < Checker.blankDepthLimit else { return false }
    return switch ask({ $0.view(node) }) {
    case .cell(_, _, let field): mayBeLeftBlank(Int(field))
    case .arithmetic, .negate: ask { $0.children(of: node) }.contains { isBlankWithoutFields($0) }
    default: false
    }
  }

  /// Whether the condition of a surrounding branch contains the field `name`.
  private func isNamed(_ name: String, around context: Context) -> Bool {
    var (branch, scope): (Scope.Branch?, Scope?) = (context.branch, context.scope)
    while true {
      while let around = branch {
        if around.names.contains(name) { return true }
        branch = around.outer
      }
      guard let level = scope else { return false }
      (branch, scope) = (level.outerBranch, level.parent)
    }
  }
}

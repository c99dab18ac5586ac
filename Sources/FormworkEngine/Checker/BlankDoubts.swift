// Comparisons whose author may not have thought of blank fields. A blank field makes the condition unknown. Then a
// block isn't in force, a field isn't required, or a check or rule passes.

package import FormworkSyntax

/// A comparison of a field whose blank value has a doubtful effect.
package struct BlankDoubt: Sendable, Equatable {
  /// The name of the field, as written in the form.
  package let field: String
  /// The effect of a blank field.
  package let effect: Effect
  /// The comparison. For a check or rule, the operand of `or` that contains the comparison, or nil if other operands
  /// contain the field, too.
  package let part: Span?
  /// Whether the part is an operand of `and`, so that `or` in it needs parentheses.
  package let isInAnd: Bool
  /// Whether the part is directly after `not`, so that it needs parentheses.
  package let isAfterNot: Bool

  package enum Effect: Sendable, Equatable {
    /// The condition isn't true, although the blank field doesn't have the value that the comparison excludes.
    case isNotTrue
    /// Like `isNotTrue`, but for a comparison inside `not`.
    case isNotFalse
    /// The check or rule passes, although the blank field doesn't meet its requirement.
    case passes(Clause)
    /// The check or rule passes, and the blank field doesn't have the value that the comparison excludes.
    case passesToo(Clause)
  }

  /// The clause with the condition. `other` is `when`, `required if` or `if`.
  package enum Clause: Sendable { case other, check, rule }
}

/// Finds the doubtful comparisons of a condition from its syntax alone, without resolving names.
struct BlankDoubts {
  private(set) var found: [(name: Name, doubt: BlankDoubt)] = []

  private let clause: BlankDoubt.Clause

  init(in condition: Expression, of clause: BlankDoubt.Clause) {
    self.clause = clause
    if clause == .other {
      search(condition, Place())
    } else {
      searchAll(condition)
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

  private init() { clause = .other }

  // MARK: - Checks and rules

  /// A comparison inside an operand of `or`.
  fileprivate struct Comparison {
    let part: Expression
    /// Whether `part` is an operand of `and`.
    var isInAnd = false
    /// Whether other operands of `and` or `or` contain the same name.
    var isRepeated = false
  }

  /// Searches the operands of each `or`, because an unknown operand makes the check or rule pass.
  private mutating func searchAll(_ condition: Expression) {
    switch condition.kind {
    case .parenthesized(let inner): searchAll(inner)
    case .binary(.and, let left, let right):
      searchAll(left)
      searchAll(right)
    case .binary(.or, _, _): searchAlternatives(condition.operands)
    default: break
    }
  }

  private mutating func searchAlternatives(_ parts: [Expression]) {
    /// For each name, the number of operands that compare it.
    var counts: OrderedDictionary<String, Int> = [:]
    for part in parts {
      for name in OrderedSet(part.namesOfCondition) { counts[name, default: 0] += 1 }
    }
    // A presence test that is itself an operand handles the blank value for all operands. A test inside an operand
    // handles it only for that operand.
    let settled = OrderedSet(parts.compactMap { $0.bare.testedForPresence })
    var told: OrderedSet<String> = []
    for part in parts {
      let tested = part.namesTestedForPresence
      let expected = OrderedSet(part.namesExpected(isNegated: false))
      let own = settled.union(part.bare.isAnd ? tested : [])
      var places: OrderedDictionary<String, Comparison> = [:]
      part.gatherComparisons(into: &places)
      for name in expected.union(part.namesOfCondition)
      where !own.contains(name) && !told.contains(name) && counts[name] != parts.count {
        // Before the first record there is none, which is no mistake.
        let isExpected = expected.contains(name) && name != "previous"
        if !isExpected, tested.contains(name) { continue }
        told.insert(name)
        let place = isExpected ? Comparison(part: part) : places[name]
        let isOnce = counts[name] == 1 && place?.isRepeated == false
        let doubt = BlankDoubt(
          field: name, effect: isExpected ? .passes(clause) : .passesToo(clause),
          part: isOnce ? place?.part.span : nil, isInAnd: place?.isInAnd ?? false,
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

  /// Adds the comparison of each name to `places`.
  fileprivate func gatherComparisons(
    into places: inout OrderedDictionary<String, BlankDoubts.Comparison>, isInAnd: Bool = false
  ) {
    let parts = bare.operands
    if parts.count > 1 {
      let isAnd = bare.isAnd
      for part in parts { part.gatherComparisons(into: &places, isInAnd: isAnd) }
      return
    }
    for name in OrderedSet(namesOfCondition) {
      let isRepeated = places[name] != nil
      places[name] = .init(part: self, isInAnd: isInAnd, isRepeated: isRepeated)
    }
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
    default: return isNegated ? [] : namesOfCondition
    }
  }

  /// The names that a condition compares or tests. A condition that is a name is a bool, a rule word or a definition.
  fileprivate var namesOfCondition: [String] {
    if case .name = bare.kind { [] } else { comparedNames }
  }

  /// The names that this condition compares or tests, outside of calls.
  fileprivate var comparedNames: [String] {
    switch kind {
    case .parenthesized(let inner), .negated(let inner): return inner.comparedNames
    case .not(let inner): return inner.namesOfCondition
    case .binary(.and, let left, let right), .binary(.or, let left, let right):
      return left.namesOfCondition + right.namesOfCondition
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
  func noteBlankDoubts(
    in condition: Expression, of clause: BlankDoubt.Clause = .other, _ context: Context
  ) {
    guard !isTrial, context.bindings.isEmpty, context.subject == nil, context.around == nil else {
      return
    }
    var condition = condition
    if clause != .other, !names.definitions.isEmpty {
      var seen: OrderedSet<String> = []
      condition = expanded(condition, [:], &seen, context)
    }
    for (name, doubt) in BlankDoubts(in: condition, of: clause).found {
      blankDoubts.append((name, doubt, context))
    }
  }

  /// Returns a condition in which the names of definitions are replaced by their meanings, each definition once. The
  /// meanings have the spans of the names.
  private func expanded(
    _ expression: Expression, _ arguments: OrderedDictionary<String, Expression>,
    _ seen: inout OrderedSet<String>, _ context: Context
  ) -> Expression {
    let span = expression.span
    switch expression.kind {
    case .parenthesized(let inner):
      return Expression(.parenthesized(expanded(inner, arguments, &seen, context)), at: span)
    case .not(let inner):
      return Expression(.not(expanded(inner, arguments, &seen, context)), at: span)
    case .binary(let operation, let left, let right):
      let left = expanded(left, arguments, &seen, context)
      let right = expanded(right, arguments, &seen, context)
      return Expression(.binary(operation, left, right), at: span)
    case .membership(let subject, let negated, let container):
      let subject = expanded(subject, arguments, &seen, context)
      return Expression(
        .membership(subject: subject, negated: negated, container: container), at: span)
    case .name(let name):
      if let argument = arguments[name.text] {
        return Expression(.parenthesized(argument), at: span)
      }
      return meaning(of: name, [], arguments, at: span, &seen, context) ?? expression
    case .call(let name, let given):
      return meaning(of: name, given, arguments, at: span, &seen, context) ?? expression
    default: return expression
    }
  }

  /// Returns the meaning of a definition that is used with the arguments `given`, in parentheses. Returns nil for other
  /// names, and for a definition that was seen before.
  private func meaning(
    of name: Name, _ given: [Expression], _ arguments: OrderedDictionary<String, Expression>,
    at span: Span, _ seen: inout OrderedSet<String>, _ context: Context
  ) -> Expression? {
    guard let (definition, body, _) = definition(name.text), !hasField(name.text, context),
      definition.parameters.count == given.count, seen.count < Checker.chainLimit,
      seen.insert(name.text).inserted
    else { return nil }
    var inner: OrderedDictionary<String, Expression> = [:]
    for (parameter, argument) in zip(definition.parameters, given) {
      inner[parameter.text] = expanded(argument, arguments, &seen, context)
    }
    return Expression(.parenthesized(expanded(body, inner, &seen, context)), at: span)
  }

  func reportBlankDoubts() {
    for (name, doubt, context) in blankDoubts {
      if isOfRecords(name.text, "previous", context) {
        report(.blankDoubt(doubt), at: doubt.part ?? name.span)
        continue
      }
      guard let found = lookUp(name.text, context),
        found.entries.allSatisfy({ mayBeLeftBlank(Int($0.field)) }),
        // A rule checks only values that are filled in.
        !found.entries.contains(where: { Int($0.field) == context.field }),
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

// Comparisons whose author may not have thought of blank fields. A blank field makes the condition unknown. Then a
// block isn't in force, a field isn't required, or a check or rule passes. So does a record that is looked up and isn't
// found.

package import FormworkSyntax

/// A comparison of a field whose blank value has a doubtful effect.
package struct BlankDoubt: Sendable, Equatable {
  /// The name of the field, as written in the form. For a field of `record`, the path after it.
  package let field: String
  /// The record that is looked up, or nil for a field of the record at hand.
  package var record: Record?
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

  /// A record that is looked up: `records(id: sponsor)`, or the name of such a record.
  package struct Record: Sendable, Equatable {
    /// The lookup as written in the form.
    package let text: String
    /// The list of other data that is searched, or nil for all records.
    package let list: String?
    /// Whether nothing is known of the condition if no record is found.
    package var mayBeMissing: Bool
    /// Whether the field of a record that is found may be blank.
    package var mayBeBlank: Bool
  }
}

/// A record that is looked up, or a field of it. In the conditions that `BlankDoubts` searches, its `key` is a name.
struct LookedUp {
  /// The lookup with its keys and without spaces, and the path of the field after it.
  let key: String
  /// The key of the record.
  let recordKey: String
  let list: String?
  /// The record, and the path of the field after it, as written in the form.
  let recordText: String
  let path: String
  /// The name that the lookup begins with: `records`, or that of a list or a definition.
  let name: String
  /// The values after the colons.
  let values: [Expression]
  /// The fields that the path may mean. Empty for the record itself.
  let fields: [Int32]

  /// The first character of every key. No name in a form begins with it.
  static let mark: Character = "\u{0}"
}

/// Finds the doubtful comparisons of a condition from its syntax alone, without resolving names other than the keys of
/// `records`.
struct BlankDoubts {
  private(set) var found: [Found] = []

  /// A doubtful comparison of the field `name`.
  struct Found {
    let name: Name
    let doubt: BlankDoubt
    /// The fields whose blank values other operands handle.
    let settled: OrderedSet<String>
  }

  private let clause: BlankDoubt.Clause
  /// The records that are looked up, and their fields, by their keys.
  private let records: OrderedDictionary<String, LookedUp>

  init(
    in condition: Expression, of clause: BlankDoubt.Clause,
    _ records: OrderedDictionary<String, LookedUp>
  ) {
    self.clause = clause
    self.records = records
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
    /// The fields whose blank values are handled by other operands of the surrounding `and` and `or`, and the keys of
    /// the records that are looked up there.
    var settled: OrderedSet<String> = []
  }

  /// Returns the key of the record for a field that is looked up, and any other name unchanged. A test of the record or
  /// of one of its fields handles all of its fields.
  private func whole(_ name: String) -> String { records[name]?.recordKey ?? name }

  /// Returns the doubt about the field `name`.
  ///
  /// - Parameter mayBeMissing: of a record that is looked up, whether it matters that none may be found.
  private func doubt(
    _ name: String, _ effect: BlankDoubt.Effect, part: Span?, isInAnd: Bool, isAfterNot: Bool,
    mayBeMissing: Bool = true
  ) -> BlankDoubt {
    let record = records[name].map {
      BlankDoubt.Record(
        text: $0.recordText, list: $0.list, mayBeMissing: mayBeMissing, mayBeBlank: true)
    }
    return BlankDoubt(
      field: records[name]?.path ?? name, record: record, effect: effect, part: part,
      isInAnd: isInAnd, isAfterNot: isAfterNot)
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
          let settled = settled(by: sibling, isAnd: isAnd != place.isNegated, place)
          inner.settled.formUnion(settled.map { whole($0) })
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
    case .name(let name) where name.isLookedUp && place.isNegated:
      // The bool of a record that isn't found is unknown, unlike a blank bool.
      add(name, condition, place)
    default: break
    }
  }

  private mutating func add(_ name: Name, _ part: Expression, _ place: Place) {
    if place.settled.contains(whole(name.text)) { return }
    let doubt = doubt(
      name.text, place.isNegated ? .isNotFalse : .isNotTrue, part: part.span,
      isInAnd: place.isInAnd, isAfterNot: place.isAfterNot)
    found.append(Found(name: name, doubt: doubt, settled: place.settled))
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
    let doubtful = alone.found.map { $0.name.text }
    return sibling.comparedNames.filter { !doubtful.contains($0) }
  }

  private init() { (clause, records) = (.other, [:]) }

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
    /// For each record that is looked up, the number of operands that compare its fields.
    var countsOfRecords: OrderedDictionary<String, Int> = [:]
    for part in parts {
      let names = OrderedSet(part.namesOfCondition)
      for name in names { counts[name, default: 0] += 1 }
      for record in OrderedSet(names.compactMap { records[$0]?.recordKey }) {
        countsOfRecords[record, default: 0] += 1
      }
    }
    // A presence test that is itself an operand handles the blank value for all operands. A test inside an operand
    // handles it only for that operand.
    let settled = OrderedSet(parts.compactMap { $0.bare.testedForPresence.map { whole($0) } })
    var told: OrderedSet<String> = []
    for part in parts {
      let tested = part.namesTestedForPresence.map { whole($0) }
      let expected = OrderedSet(part.namesExpected(isNegated: false))
      let own = settled.union(part.bare.isAnd ? tested : [])
      var places: OrderedDictionary<String, Comparison> = [:]
      part.gatherComparisons(into: &places)
      var toldRecords: OrderedSet<String> = []
      for name in expected.union(part.namesOfCondition)
      where !own.contains(whole(name)) && !told.contains(name) && counts[name] != parts.count {
        // Before the first record there is none, which is no mistake.
        let isExpected = expected.contains(name) && name != "previous"
        if !isExpected, tested.contains(whole(name)) { continue }
        told.insert(name)
        let place = isExpected ? Comparison(part: part) : places[name]
        let isOnce = counts[name] == 1 && place?.isRepeated == false
        // Says once for each part that a record may not be found. If every part uses the record, it isn't said.
        let mayBeMissing =
          countsOfRecords[whole(name)] != parts.count && toldRecords.insert(whole(name)).inserted
        let doubt = doubt(
          name, isExpected ? .passes(clause) : .passesToo(clause),
          part: isOnce ? place?.part.span : nil, isInAnd: place?.isInAnd ?? false,
          isAfterNot: false, mayBeMissing: mayBeMissing)
        found.append(Found(name: Name(name, at: part.span), doubt: doubt, settled: own))
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

  /// The field that this condition tests for `filled` or `blank`. For a field of `previous`, it is `previous`.
  fileprivate var testedForPresence: String? {
    guard isTestOfPresence, case .test(let subject, _, _) = kind else { return nil }
    if case .name(let name) = subject.kind { return name.text }
    return subject.isOfPrevious ? "previous" : nil
  }

  /// Whether this condition tests whether something is filled. Such a test is never unknown because of a blank field.
  var isTestOfPresence: Bool {
    guard case .test(_, _, let predicate) = kind, case .name(let word) = predicate.kind else {
      return false
    }
    return word.text == "filled" || word.text == "blank"
  }

  /// Whether this is a path that begins with `previous`.
  private var isOfPrevious: Bool {
    guard case .member(let base, _) = kind else { return false }
    if case .name(let name) = base.kind { return name.text == "previous" }
    return base.isOfPrevious
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

  /// The names that a condition compares or tests. A condition that is a name is a bool, a rule word or a definition,
  /// none of which is unknown. The bool of a record that is looked up is unknown if no record is found.
  fileprivate var namesOfCondition: [String] {
    if case .name(let name) = bare.kind, !name.isLookedUp { [] } else { comparedNames }
  }

  /// The names that this condition compares or tests, outside of calls.
  fileprivate var comparedNames: [String] {
    switch kind {
    case .parenthesized(let inner), .negated(let inner): return inner.comparedNames
    case .not(let inner): return inner.namesOfCondition
    case .binary(.and, let left, let right), .binary(.or, let left, let right):
      return left.namesOfCondition + right.namesOfCondition
    case .binary(_, let left, let right): return left.comparedNames + right.comparedNames
    case .test(let subject, _, _): return isTestOfPresence ? [] : subject.comparedNames
    case .membership(let subject, _, _): return subject.comparedNames
    case .name(let name): return [name.text]
    case .member: return isOfPrevious ? ["previous"] : []
    case .call(let name, let arguments) where Expression.takesSingleValues(name.text):
      return arguments.flatMap { $0.comparedNames }
    default: return []
    }
  }

  /// Whether `name` is a function that takes single values and has no result if one of them is blank.
  fileprivate static func takesSingleValues(_ name: String) -> Bool {
    switch Function.named(name) {
    case nil, .count, .sum, .min, .max, .mean, .share, .distinct, .joined: false
    default: true
    }
  }
}

extension Name {
  /// Whether this is the key of a record that is looked up, or of a field of such a record.
  fileprivate var isLookedUp: Bool { text.first == LookedUp.mark }
}

extension Checker {
  /// Notes the doubtful comparisons of a condition, to report them when the presence of every field is known.
  ///
  /// - Parameter isDemanded: whether records are rejected if the condition is false.
  func noteBlankDoubts(
    in condition: Expression, of clause: BlankDoubt.Clause = .other, isDemanded: Bool = false,
    _ context: Context
  ) {
    guard !isTrial, context.bindings.isEmpty, context.subject == nil, context.around == nil else {
      return
    }
    var expansion = Expansion(usesDefinitions: clause != .other && !names.definitions.isEmpty)
    let condition = expanded(condition, [:], &expansion, context)
    if isDemanded { noteDemands(of: condition, expansion.records, context) }
    let doubts = BlankDoubts(in: condition, of: clause, expansion.records)
    for found in doubts.found {
      blankDoubts.append((found, expansion.records[found.name.text], context))
    }
  }

  /// A condition whose definitions and lookups are replaced.
  private struct Expansion {
    /// Whether definitions are replaced by their meanings, each definition once.
    let usesDefinitions: Bool
    var seen: OrderedSet<String> = []
    /// The records that are looked up, and their fields, by their keys.
    var records: OrderedDictionary<String, LookedUp> = [:]
  }

  /// Returns a condition in which records that are looked up, and their fields, are replaced by their keys, and the
  /// names of definitions by their meanings. The meanings have the spans of the names.
  private func expanded(
    _ expression: Expression, _ arguments: OrderedDictionary<String, Expression>,
    _ expansion: inout Expansion, _ context: Context
  ) -> Expression {
    let span = expression.span
    switch expression.kind {
    case .parenthesized(let inner):
      return Expression(.parenthesized(expanded(inner, arguments, &expansion, context)), at: span)
    case .not(let inner):
      return Expression(.not(expanded(inner, arguments, &expansion, context)), at: span)
    case .binary(let operation, let left, let right):
      let left = expanded(left, arguments, &expansion, context)
      let right = expanded(right, arguments, &expansion, context)
      return Expression(.binary(operation, left, right), at: span)
    case .membership(let subject, let negated, let container):
      let subject = expanded(subject, arguments, &expansion, context)
      return Expression(
        .membership(subject: subject, negated: negated, container: container), at: span)
    case .test(let subject, let negated, let predicate):
      guard let key = keyName(subject, arguments, &expansion, context) else { return expression }
      return Expression(.test(subject: key, negated: negated, predicate: predicate), at: span)
    case .name(let name):
      if let argument = arguments[name.text] {
        return Expression(.parenthesized(argument), at: span)
      }
      return meaning(of: name, [], arguments, at: span, &expansion, context) ?? expression
    case .member: return keyName(expression, arguments, &expansion, context) ?? expression
    case .call(let name, let given):
      if let meaning = meaning(of: name, given, arguments, at: span, &expansion, context) {
        return meaning
      }
      guard Expression.takesSingleValues(name.text) else { return expression }
      let given = given.map { expanded($0, arguments, &expansion, context) }
      return Expression(.call(name, given), at: span)
    default: return expression
    }
  }

  /// Returns the meaning of a definition that is used with the arguments `given`, in parentheses. Returns nil for other
  /// names, and for a definition that was seen before.
  private func meaning(
    of name: Name, _ given: [Expression], _ arguments: OrderedDictionary<String, Expression>,
    at span: Span, _ expansion: inout Expansion, _ context: Context
  ) -> Expression? {
    guard expansion.usesDefinitions, let (definition, body, _) = definition(name.text),
      !hasField(name.text, context), definition.parameters.count == given.count,
      expansion.seen.count < Checker.chainLimit, expansion.seen.insert(name.text).inserted
    else { return nil }
    var inner: OrderedDictionary<String, Expression> = [:]
    for (parameter, argument) in zip(definition.parameters, given) {
      inner[parameter.text] = expanded(argument, arguments, &expansion, context)
    }
    return Expression(.parenthesized(expanded(body, inner, &expansion, context)), at: span)
  }

  /// Returns the key of a record that is looked up, or of a field of it, as a name. Returns nil for other expressions,
  /// and for a lookup by a parameter of a definition.
  private func keyName(
    _ expression: Expression, _ arguments: OrderedDictionary<String, Expression>,
    _ expansion: inout Expansion, _ context: Context
  ) -> Expression? {
    guard let found = lookedUp(expression, context) else { return nil }
    if !arguments.isEmpty, Names(in: expression).found.contains(where: { arguments[$0] != nil }) {
      return nil
    }
    expansion.records[found.key] = found
    return Expression(.name(Name(found.key, at: expression.span)), at: expression.span)
  }

  func reportBlankDoubts() {
    for (found, record, context) in blankDoubts {
      let (name, doubt) = (found.name, found.doubt)
      let span = doubt.part ?? name.span
      if let record {
        if let doubt = checked(found, of: record, context) { report(.blankDoubt(doubt), at: span) }
        continue
      }
      if isOfRecords(name.text, "previous", context) {
        report(.blankDoubt(doubt), at: span)
        continue
      }
      guard let meant = lookUp(name.text, context),
        meant.entries.allSatisfy({ mayBeLeftBlank(Int($0.field)) }),
        // A rule checks only values that are filled in.
        !meant.entries.contains(where: { Int($0.field) == context.field }),
        !isNamed(name.text, around: context)
      else { continue }
      report(.blankDoubt(doubt), at: span)
    }
  }

  /// Whether a field is optional and has no value if it is blank. A blank bool, list or record has a value, and so does
  /// a blank field with a default.
  func mayBeLeftBlank(_ number: Int) -> Bool {
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
  func isNamed(_ name: String, around context: Context) -> Bool {
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

// MARK: - Records that are looked up

extension Checker {
  /// Returns the record that an expression looks up by key, with the field after it. Returns nil for other expressions.
  private func lookedUp(_ expression: Expression, _ context: Context) -> LookedUp? {
    var path: [Name] = []
    var base = expression
    while true {
      if case .member(let inner, let name) = base.kind {
        path.append(name)
        base = inner
      } else if case .parenthesized(let inner) = base.kind {
        base = inner
      } else {
        break
      }
    }
    guard let (lookup, name) = lookup(base, context),
      case .call(let list, let keys) = lookup.kind
    else { return nil }
    let isOfRecords = isOfRecords(list.text, "records", context)
    var scope: Scope? = scopes[0]
    if !isOfRecords {
      guard let number = names.listNumbers[list.text] else { return nil }
      scope = scopes[program.dataLists[number].level]
    }
    var fields: [Int32] = []
    for name in path.reversed() {
      fields = scope?.fields(named: name.text).map { $0.field } ?? []
      guard let first = fields.first else { return nil }
      scope = program.fields[Int(first)].type.level.map { scopes[Int($0)] }
    }
    let record = key(lookup, context)
    return LookedUp(
      key: ([record] + path.reversed().map { $0.text }).joined(separator: "."), recordKey: record,
      list: isOfRecords ? nil : list.text, recordText: source.text(base.span),
      path: path.last.map { source.text(Span($0.span.lower, path[0].span.upper)) } ?? "",
      name: name, values: keys.compactMap { $0.labelledValue }, fields: fields)
  }

  /// Returns the lookup that an expression or the definition that it names consists of, with the first name of the
  /// expression.
  private func lookup(_ expression: Expression, _ context: Context) -> (Expression, String)? {
    switch expression.kind {
    case .call(let name, let arguments)
    where isLookUp(name, arguments, context) || isLookUpInList(name.text, arguments, context):
      return (expression, name.text)
    case .name(let name):
      var meant = expression
      for _ in 0..<Checker.chainLimit {
        if case .parenthesized(let inner) = meant.kind {
          meant = inner
        } else if case .name(let next) = meant.kind, !hasField(next.text, context),
          let (definition, body, _) = definition(next.text), definition.parameters.isEmpty
        {
          meant = body
        } else {
          break
        }
      }
      guard case .call = meant.kind else { return nil }
      return lookup(meant, context).map { ($0.0, name.text) }
    default: return nil
    }
  }

  /// Returns the text of a lookup without spaces, in which `value` is the name of its field.
  private func key(_ expression: Expression, _ context: Context) -> String {
    switch expression.kind {
    case .name(let name): return name.text
    case .value where context.field >= 0: return program.fields[context.field].name
    case .member(let base, let name): return key(base, context) + "." + name.text
    case .labelled(let name, let value): return name.text + ":" + key(value, context)
    case .parenthesized(let inner): return key(inner, context)
    case .call(let name, let arguments):
      let keys = arguments.map { key($0, context) }.joined(separator: ",")
      return String(LookedUp.mark) + name.text + "(" + keys + ")"
    default: return source.text(expression.span)
    }
  }

  /// Notes the lookups that find a record in every record that is accepted: those that a rule tests for `filled`, and
  /// those by a field whose values a rule looks for in the other records.
  private func noteDemands(
    of condition: Expression, _ records: OrderedDictionary<String, LookedUp>, _ context: Context
  ) {
    for factor in condition.factors {
      switch factor.kind {
      case .membership(let subject, false, let container):
        guard case .member(let list, let field) = container.kind, case .name(let name) = list.kind
        else { continue }
        let pair = Expression(.labelled(field, subject), at: factor.span)
        demandedLookups.insert(key(Expression(.call(name, [pair]), at: factor.span), context))
      case .test(let subject, let negated, let predicate):
        guard case .name(let name) = subject.kind, let record = records[name.text]?.recordKey,
          case .name(let word) = predicate.kind, word.text == (negated ? "blank" : "filled")
        else { continue }
        demandedLookups.insert(record)
      default: break
      }
    }
  }

  /// Returns the doubt about a field of a record that is looked up, with its causes. Returns nil if there is no doubt.
  private func checked(
    _ found: BlankDoubts.Found, of record: LookedUp, _ context: Context
  ) -> BlankDoubt? {
    let isFound =
      demandedLookups.contains(record.recordKey)
      && record.values.allSatisfy { value in
        guard case .name(let name) = value.kind, let own = lookUp(name.text, context) else {
          return true
        }
        if found.settled.contains(name.text) || isNamed(name.text, around: context) { return true }
        return own.entries.allSatisfy {
          Int($0.field) == context.field || !mayBeLeftBlank(Int($0.field))
        }
      }
    var doubt = found.doubt
    doubt.record?.mayBeBlank = record.fields.allSatisfy { mayBeLeftBlank(Int($0)) }
    if isFound { doubt.record?.mayBeMissing = false }
    guard doubt.record?.mayBeBlank == true || doubt.record?.mayBeMissing == true,
      !isNamed(record.name, around: context)
    else { return nil }
    return doubt
  }
}

extension Expression {
  /// The value after the colon of `id: sponsor`.
  fileprivate var labelledValue: Expression? {
    if case .labelled(_, let value) = kind { value } else { nil }
  }
}

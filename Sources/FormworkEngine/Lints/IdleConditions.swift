// Findings within one condition: parts joined by `and` that can't both hold, and parts joined by `or` of which at least
// one always holds. Rules that test whether their own value is filled are also reported, because rules run only for
// filled values. If in doubt, nothing is reported.

internal import FormworkSyntax

/// Compares the parts of each condition with each other.
struct IdleConditions {
  private let program: Program
  private let reader: FactReader
  private var findings: [Finding] = []

  /// A part of a condition with its facts.
  private struct Part {
    var span: Span
    /// Sets that contain every value for which the part is true.
    var facts: [Fact] = []
    /// Whether the facts are equivalent to the part.
    var isWhole = false
    /// A set of values. The part is false for each of them.
    var denied: Fact?
    /// Sets that contain every value for which the part is false.
    var failing: [Fact] = []
  }

  /// The context of a part of a condition.
  private struct Setting {
    /// The span of the use of a definition with parameters around the part. Findings are reported there.
    var use: Span?
    /// Whether blank fields matter. A blank field may keep a block or a `required if` from being in force, but it
    /// doesn't make a rule fail.
    var mindsBlank = false
  }

  static func findings(_ program: Program, _ reader: FactReader) -> [Finding] {
    var idle = IdleConditions(program: program, reader: reader)
    idle.search()
    return idle.findings
  }

  private mutating func report(_ lint: Lint, at span: Span) {
    findings.append(Finding(kind: .lint(lint), span: span))
  }

  private mutating func search() {
    for rule in program.rules {
      search(rule.condition, Setting())
      findDecidedByType(rule.condition)
    }
    for level in program.levels {
      for step in level.steps where step.kind == .branch && step.target >= 0 {
        search(step.target, Setting(mindsBlank: true))
      }
    }
    for number in program.fields.indices {
      if case .requiredIf(let condition, _) = program.fields[number].presence {
        search(condition, Setting(mindsBlank: true))
      }
      findNeedlessPresence(ofField: number)
    }
  }

  private mutating func search(_ number: Int32, _ around: Setting) {
    let node = program.nodes[Int(number)]
    switch node.operation {
    case .and, .or:
      if isOfDifferentFields(number, node.operation) { return }
      var parts: [Int32] = []
      flatten(number, node.operation, &parts)
      if node.operation == .and {
        compareConjuncts(parts.map { part($0) }, around)
      } else {
        compareDisjuncts(parts.map { withFailing(part($0)) }, around)
      }
      for part in parts { search(part, around) }
    case .not, .ofItem: search(node.a, around)
    case .anyItem, .allItems: search(node.b, around)
    case .defined:
      var inner = around
      if program.uses[Int(node.b)].hasParameters { inner.use = inner.use ?? node.span }
      search(node.a, inner)
    default: break
    }
  }

  /// Whether all parts that an operator joins are simple, and no two of them can be about the same field or count.
  /// Then there is nothing to compare. Most conditions are of this kind.
  private func isOfDifferentFields(_ number: Int32, _ operation: Node.Operation) -> Bool {
    // The keys of up to four earlier parts.
    var (first, second, third, fourth) = (Int64(-1), Int64(-1), Int64(-1), Int64(-1))
    var next = number
    while true {
      let node = program.nodes[Int(next)]
      let isLast = node.operation != operation
      let aspect = aspect(isLast ? node : program.nodes[Int(node.b)])
      if aspect < 0 || aspect == first || aspect == second { return false }
      if aspect == third || aspect == fourth { return false }
      if isLast { return true }
      guard fourth < 0 else { return false }
      (first, second, third, fourth) = (aspect, first, second, third)
      next = node.a
    }
  }

  /// Returns a key for the field or count that a simple test is about, or -1 if the part isn't simple. The key is twice
  /// the index of the field, plus one for its count.
  private func aspect(_ node: Node) -> Int64 {
    guard node.operation == .predicate, node.variant != Predicate.unique.rawValue,
      node.variant != Predicate.same.rawValue, node.a >= 0
    else { return -1 }
    let subject = program.nodes[Int(node.a)]
    guard subject.operation == .cell, subject.c >= 0 else { return -1 }
    return Int64(subject.c) * 2 + (node.variant == Predicate.count.rawValue ? 1 : 0)
  }

  /// Collects the parts that an operator joins, in order.
  private func flatten(_ number: Int32, _ operation: Node.Operation, _ parts: inout [Int32]) {
    let node = program.nodes[Int(number)]
    guard node.operation == operation else { return parts.append(number) }
    flatten(node.a, operation, &parts)
    flatten(node.b, operation, &parts)
  }

  private func part(_ number: Int32) -> Part {
    var part = Part(span: program.nodes[Int(number)].span)
    part.isWhole = reader.collect(number, into: &part.facts)
    // Each fact is compared with all others, so only 100 are kept. Forms written by hand have fewer.
    if part.facts.count > 100 { part.facts.removeSubrange(100...) }
    part.denied = reader.denied(number)
    return part
  }

  /// Returns a copy of `part` with its `failing` sets.
  private func withFailing(_ part: Part) -> Part {
    var part = part
    if let denied = part.denied {
      part.failing = [denied]
    } else if part.isWhole, part.facts.count == 1,
      let complement = reader.complement(of: part.facts[0])
    {
      part.failing = [complement]
    }
    return part
  }

  private mutating func compareConjuncts(_ parts: [Part], _ around: Setting) {
    for index in parts.indices.prefix(100) {
      for other in 0..<index where IdleConditions.exclude(parts[index], parts[other]) {
        return report(
          .contradictoryConditions(first: parts[other].span), at: around.use ?? parts[index].span)
      }
    }
  }

  /// Whether two parts can't both hold.
  private static func exclude(_ part: Part, _ other: Part) -> Bool {
    for fact in part.facts {
      for known in other.facts
      where known.isAbout(fact) && known.set.isDisjoint(from: fact.set) {
        return true
      }
      if let denied = other.denied, denied.isAbout(fact), fact.set.isSubset(of: denied.set) {
        return true
      }
    }
    guard let denied = part.denied else { return false }
    return other.facts.contains { $0.isAbout(denied) && $0.set.isSubset(of: denied.set) }
  }

  private mutating func compareDisjuncts(_ parts: [Part], _ around: Setting) {
    for (index, part) in parts.enumerated().prefix(100) {
      let other = parts[..<index].first { other in
        part.failing.contains { fact in
          (!around.mindsBlank || isAlwaysFilled(Int(fact.field)))
            && other.failing.contains { $0.isAbout(fact) && $0.set.isDisjoint(from: fact.set) }
        }
      }
      if let other {
        return report(.needlessConditions(first: other.span), at: around.use ?? part.span)
      }
    }
  }

  /// Whether a field has a value wherever it can be used, or is a bool, which is false if blank.
  private func isAlwaysFilled(_ number: Int) -> Bool {
    let field = program.fields[number]
    if program.staticType(Int32(number)) == .bool { return true }
    guard case .required = field.presence else { return field.fallback >= 0 }
    return field.blockCells.isEmpty
  }
}

// MARK: - Is there a value?

extension IdleConditions {
  /// Reports rules that test whether their own value is filled. Rules run only for filled values, so the test is
  /// redundant, unless the rule provides the message for a blank field.
  private mutating func findNeedlessPresence(ofField number: Int) {
    for rule in program.fields[number].rules {
      let entry = program.rules[Int(rule)]
      guard let asksFilled = presence(entry.condition, of: number) else { continue }
      let span = program.span(ofCondition: entry.condition)
      let field = program.fields[number]
      if asksFilled {
        var answersBlank = field.emptyAnswer.rule == rule
        if case .optional = field.presence { answersBlank = false }
        if !answersBlank { report(.filledNeverFails, at: span) }
      } else if case .required = field.presence {
        report(.ruleNeverPasses("blank"), at: span)
      }
    }
  }

  /// Returns true if a condition tests that a field is filled, or false if it tests that the field is blank. Returns
  /// nil for any other condition.
  private func presence(_ condition: Int32, of number: Int) -> Bool? {
    func presence(_ formula: Formula) -> Bool? {
      switch formula {
      case .not(let inner): return presence(inner).map { !$0 }
      case .constraint(let constraint):
        guard case .word(let word, _) = constraint.allowed, word == .filled || word == .blank,
          case .cell(0, _, let field) = program.view(constraint.subject), Int(field) == number
        else { return nil }
        return word == .filled
      case .all, .any, .opaque: return nil
      }
    }
    return presence(program.formula(of: condition))
  }
}

// MARK: - Types of a value

extension IdleConditions {
  /// A value in a condition that is unknown unless the value has one of some types.
  private struct TypedValue {
    var field: Int32
    var kinds: Int32
    var span: Span
  }

  /// Reports conditions joined by `or` that are never all false. For each type that the value of a field can have, one
  /// of them is about another type, so it is unknown.
  private mutating func findDecidedByType(_ number: Int32) {
    let node = program.nodes[Int(number)]
    switch node.operation {
    case .and:
      findDecidedByType(node.a)
      findDecidedByType(node.b)
    case .or:
      var parts: [Int32] = []
      flatten(number, .or, &parts)
      let values = parts.map { typedValue(in: $0) }
      let isDecided = values.contains { value in
        guard let field = value?.field else { return false }
        let kinds = values.compactMap { $0?.field == field ? $0?.kinds : nil }
        return kinds.reduce(-1) { $0 & $1 } == 0
      }
      guard isDecided else { return }
      let typed = zip(parts, values).map { part, value in
        let span = program.nodes[Int(part)].span
        return Lint.TypedPart(
          span: span, subject: value?.span ?? span, kinds: value.map { kinds(of: $0) } ?? [])
      }
      report(.neverFailsByType(typed), at: node.span)
    default: break
    }
  }

  /// Returns the value with several types that a comparison, a range or a rule word is about. Returns nil for other
  /// conditions.
  private func typedValue(in number: Int32) -> TypedValue? {
    let node = program.nodes[Int(number)]
    switch node.operation {
    case .not: return typedValue(in: node.a)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      let sides = [node.a, node.b].compactMap { typedOperand($0) }
      return sides.count == 1 ? sides[0] : nil
    case .inRange: return typedOperand(node.a)
    case .predicate:
      let isAcross =
        node.variant == Predicate.unique.rawValue || node.variant == Predicate.same.rawValue
      return isAcross ? nil : typedOperand(node.a)
    default: return nil
    }
  }

  private func typedOperand(_ number: Int32) -> TypedValue? {
    guard number >= 0 else { return nil }
    let node = program.nodes[Int(number)]
    guard node.operation == .narrowed else { return nil }
    let operand = program.nodes[Int(node.a)]
    guard operand.operation == .cell, operand.c >= 0 else { return nil }
    return TypedValue(field: operand.c, kinds: node.b, span: operand.span)
  }

  private func kinds(of value: TypedValue) -> [FieldKind] {
    guard case .either(let number) = program.fields[Int(value.field)].type else { return [] }
    return program.alternatives[Int(number)].filter { type in
      let kind = program.staticType(of: type).valueKind
      return ValueKinds([kind].compactMap { $0 }).bits & value.kinds != 0
    }.map { program.kind(of: $0) }
  }
}

// Types with several alternatives, such as `number or choice("n.d.")`: their declaration, and which alternatives a
// condition is about.

internal import FormworkSyntax

// MARK: - Declaration

extension Checker {
  /// Returns a type with several alternatives, or nil after reporting that one of them is invalid.
  func either(_ types: [TypeExpression]) -> FieldType? {
    var found: [(type: FieldType, span: Span)] = []
    var isValid = true
    for type in alternatives(types) {
      guard let plain = plainType(type) else {
        isValid = false
        continue
      }
      let own = staticType(of: plain)
      if own == .any {
        report(.notAlternative, at: type.span)
        isValid = false
      } else if let first = found.first(where: { staticType(of: $0.type).family == own.family }) {
        report(
          .repeatedAlternative(own, other: staticType(of: first.type), first: first.span),
          at: type.span)
        isValid = false
      } else {
        warnIfUnreached(plain, at: type.span, after: found.map { $0.type })
        found.append((plain, type.span))
      }
    }
    return isValid ? addAlternatives(found.map { $0.type }) : nil
  }

  /// Returns the alternatives, with the meanings of named types instead of their names. Reports types that aren't types
  /// of single values, and types with clauses.
  private func alternatives(_ types: [TypeExpression]) -> [TypeExpression] {
    types.flatMap { type -> [TypeExpression] in
      let (meant, clauses) = expand(type)
      switch meant.kind {
      case .either(let inner): return alternatives(inner)
      case .record, .list:
        report(.notAlternative, at: type.span)
        return []
      default:
        if let clause = clauses.first {
          report(.clausesOfAlternative(first: clause.span), at: type.span)
        }
        return [TypeExpression(meant.kind, at: type.span)]
      }
    }
  }

  private func addAlternatives(_ types: [FieldType]) -> FieldType {
    let known = program.alternatives.firstIndex { $0 == types }
    if known == nil { program.alternatives.append(types) }
    return .either(Int32(known ?? program.alternatives.count - 1))
  }

  private func staticType(of type: FieldType) -> StaticType {
    ask { $0.staticType(of: type) }
  }

  /// Warns if an earlier alternative takes every text of an alternative, or a value of a choice.
  private func warnIfUnreached(_ type: FieldType, at span: Span, after earlier: [FieldType]) {
    if case .choice(let number) = type {
      let choices = program.choices[Int(number)]
      let constants = choices.constants + choices.spellings.map { $0.constant }
      for constant in constants {
        let text = program.constants[Int(constant)].bytes.trimmed
        if earlier.contains(where: { Evaluator.scalar(text, $0, program.formats) != nil }) {
          report(.unreachedChoice(text.makeString()), at: span)
        }
      }
    } else if earlier.contains(.plain(.string)), !isOfJSONOnly(type) {
      report(.unreachedAlternative(staticType(of: type)), at: span)
    }
  }

  /// Whether a type takes JSON values that aren't texts, and the form is only about such data.
  private func isOfJSONOnly(_ type: FieldType) -> Bool {
    switch staticType(of: type).family {
    case .number, .bool:
      !program.layouts.isEmpty
        && program.layouts.allSatisfy { $0.kind == .json || $0.kind == .ndjson }
    default: false
    }
  }
}

// MARK: - Conditions

extension Checker {
  /// Returns the types of the alternatives, or the type itself if it has no alternatives.
  func alternatives(of type: StaticType) -> [StaticType] {
    guard case .either(let number) = type else { return [type] }
    return program.alternatives[Int(number)].map { staticType(of: $0) }
  }

  /// Narrows an operand with several alternatives to those for which `fits` holds. Returns the operand unchanged if it
  /// has no alternatives or none of them fits.
  func narrowed(
    _ operand: (Int32, StaticType), to fits: (StaticType) -> Bool
  ) -> (Int32, StaticType) {
    guard case .either = operand.1, let type = alternative(of: operand.1, fits) else {
      return operand
    }
    return (narrowed(operand.0, to: type), type)
  }

  /// Returns a type with the alternatives for which `fits` holds. Returns nil if it holds for none.
  func alternative(of type: StaticType, _ fits: (StaticType) -> Bool) -> StaticType? {
    guard case .either(let number) = type else { return fits(type) ? type : nil }
    let types = program.alternatives[Int(number)].filter { fits(staticType(of: $0)) }
    if types.isEmpty { return nil }
    return staticType(of: types.count == 1 ? types[0] : addAlternatives(types))
  }

  /// Adds a node that is unknown if the value of `operand` isn't of `type`.
  func narrowed(_ operand: Int32, to type: StaticType) -> Int32 {
    let kinds = ValueKinds(alternatives(of: type).compactMap { $0.valueKind })
    let span = program.nodes[Int(operand)].span
    return add(Node(operation: .narrowed, a: operand, b: kinds.bits, span: span))
  }

  /// Narrows an operand to the alternative of the same family as `type`.
  func narrowed(_ operand: (Int32, StaticType), like type: StaticType) -> (Int32, StaticType) {
    let families = alternatives(of: type).map { $0.family }
    return narrowed(operand) { families.contains($0.family) }
  }

  /// Narrows an operand to the only alternative that `fits` holds for. Leaves the operand as it is if there are several.
  func narrowedToOne(
    _ operand: (Int32, StaticType), _ fits: (StaticType) -> Bool
  ) -> (Int32, StaticType) {
    alternatives(of: operand.1).filter(fits).count == 1 ? narrowed(operand, to: fits) : operand
  }

  /// Returns `type`, or its alternative of the same family as `found`.
  func narrowed(_ type: StaticType, like found: StaticType) -> StaticType {
    alternatives(of: type).first { $0.family == found.family } ?? type
  }

  /// Narrows the sides of a comparison to the alternatives that can be compared. Two values whose types both have
  /// alternatives are compared as they are, because values of different types aren't equal.
  func compared(
    _ left: (Int32, StaticType), _ right: (Int32, StaticType), needsOrder: Bool
  ) -> ((Int32, StaticType), (Int32, StaticType)) {
    switch (left.1, right.1) {
    case (.either, .either) where needsOrder:
      let families = alternatives(of: left.1).filter { $0.isOrdered }.map { $0.family }
      let one = narrowed(right) { families.contains($0.family) }
      return (narrowed(left, like: one.1), one)
    case (.either, .either): return (left, right)
    default: return (narrowed(left, like: right.1), narrowed(right, like: left.1))
    }
  }

  /// Returns the families of ordered values that all types have in common.
  func sharedFamilies(_ types: [StaticType]) -> [StaticType.Family] {
    let families = types.map { alternatives(of: $0).filter { $0.isOrdered }.map { $0.family } }
    return (families.first ?? []).filter { family in families.allSatisfy { $0.contains(family) } }
  }

  /// Whether two types have a family of single values in common.
  func shareFamily(_ one: StaticType, _ other: StaticType) -> Bool {
    let families = alternatives(of: one).map { $0.family }
    return alternatives(of: other).contains {
      families.contains($0.family) && $0.family != .structure && $0.family != .either
    }
  }

  /// Compiles `result is number`: which alternative an operand's value has. Returns nil for other operands and words.
  func kindTest(
    _ operand: (Int32, StaticType), _ name: Name, _ arguments: [Expression], at span: Span
  ) -> Int32? {
    guard arguments.isEmpty, let kind = FieldKind(rawValue: name.text),
      case .either(let number) = operand.1
    else { return nil }
    guard let own = program.alternatives[Int(number)].first(where: { program.kind(of: $0) == kind })
    else {
      report(.otherAlternative(name.text, operand.1), at: name.span)
      return invalid(span)
    }
    let kinds = ValueKinds([staticType(of: own).valueKind].compactMap { $0 })
    let index = FieldKind.allCases.firstIndex(of: kind) ?? 0
    return add(
      Node(operation: .isKind, a: operand.0, b: kinds.bits, c: Int32(index), span: span))
  }

  /// Whether a word without an operand tests which alternative the value has.
  func isKindTest(_ name: String, _ context: Context) -> Bool {
    guard context.hasValue, FieldKind(rawValue: name) != nil,
      case .either = context.subject?.type ?? staticType(context.field)
    else { return false }
    return context.bindings[name] == nil && names.definitions[name] == nil
      && !hasField(name, context) && !isHostRule(name)
  }
}

// Facts about conditions and operands that hold for every record: whether they reveal secrets, and which field they
// are about.

internal import FormworkSyntax

extension Program {
  /// Returns the operand whose value is shown if a part of a condition fails. Returns nil for a part that counts, has
  /// several values, or contains conditions.
  func operand(foundBy part: Int32) -> Int32? {
    switch view(part) {
    case .dataSet(_, _, let values): values.count == 1 ? values.first : nil
    case .comparison(_, let left, let right): isFixed(left) && !isFixed(right) ? right : left
    case .word(.count, _, _), .word(.words, _, _), .word(.decimals, _, _), .word(.age, _, _),
      .word(.contains, _, _), .word(.distinct, _, _):
      nil
    case .word(_, let subject, _), .inRange(let subject, _, _), .inList(let subject, _, _),
      .inTable(let subject, _, _, _), .inValues(let subject, _, _), .host(_, let subject, _):
      subject
    default: nil
    }
  }

  /// Whether some part of a condition has a value that can be shown if the part fails.
  func findsActual(_ condition: Int32) -> Bool {
    switch view(condition) {
    case .and(let first, let second): findsActual(first) || findsActual(second)
    case .defined(let inner, _), .question(let inner, _): findsActual(inner)
    case .word: true
    default: operand(foundBy: condition) != nil
    }
  }

  /// Whether the value that some part of a condition finds reveals something about a secret field.
  func actualIsSecret(_ condition: Int32) -> Bool {
    switch view(condition) {
    case .and(let first, let second): return actualIsSecret(first) || actualIsSecret(second)
    case .defined(let inner, _), .question(let inner, _): return actualIsSecret(inner)
    case .dataSet, .comparison, .word(.contains, _, _): return hasChild(condition) { isSecret($0) }
    case .word(.distinct, let list, let by):
      if let key = by.first { return isSecret(key) }
      return isSecret(list) || fields(of: list).contains { holdsSecret(field: $0) }
    // Only the value itself is shown, not what it is compared with.
    default: return firstChild(of: condition).map { isSecret($0) } ?? false
    }
  }

  /// Whether a part of a rule compares a field only with operands that are the same for all records.
  func isFixed(_ part: Int32, of field: Int32) -> Bool {
    switch view(part) {
    case .word, .inList, .inRange, .comparison: break
    default: return false
    }
    // The field may occur only once. If it is compared with itself, the other operand isn't the same for all records.
    var isMet = false
    return children(of: part).allSatisfy { operand in
      switch view(operand) {
      case .range: return children(of: operand).allSatisfy { isFixed($0) }
      case .pattern, .picture, .selection, .momentFormat, .keyword: return true
      default:
        if isFixed(operand) { return true }
        defer { isMet = true }
        return !isMet && isAbout(field, operand)
      }
    }
  }

  /// Whether a condition compares all records of a data set.
  func speaksAcross(_ condition: Int32) -> Bool {
    switch view(condition) {
    case .and(let first, let second): speaksAcross(first) || speaksAcross(second)
    case .defined(let inner, _): speaksAcross(inner)
    case .dataSet: true
    default: false
    }
  }

  /// Whether an operand reveals something about a secret field. The stack grows with the depth of the operand, so its
  /// frame is small.
  @inline(never)
  func isSecret(_ number: Int32) -> Bool {
    number >= 0 && (namesSecret(number) || hasChild(number) { isSecret($0) })
  }

  /// Whether an operand is a secret field, or a question about the records with the same value in one.
  @inline(never)
  private func namesSecret(_ number: Int32) -> Bool {
    switch view(number) {
    case .cell(_, _, let field):
      isSecret(field: field) || namesakes[field]?.contains { isSecret(field: $0) } ?? false
    case .question(_, let question):
      questionKeys.ofGroup(questions[question]).contains { isSecret($0.own) }
    default: false
    }
  }

  /// Whether a field is secret, or is inside a secret record or list.
  package func isSecret(field: Int32) -> Bool {
    var field = field
    while field >= 0 {
      if fields[Int(field)].isSecret { return true }
      field = levels[Int(fields[Int(field)].level)].owner
    }
    return false
  }

  /// Whether the key of an object may be a secret, because the form has a secret list by name.
  package var hasSecretKeys: Bool {
    levels.contains { $0.keyField >= 0 && isSecret(field: $0.keyField) }
  }

  /// Whether a field is secret or contains a secret field.
  func holdsSecret(field: Int32) -> Bool {
    field >= 0 && (isSecret(field: field) || fields[Int(namedField(field))].holdsSecret)
  }

  /// Returns the format that a field, or the items if the field is a list, has for values such as `value`.
  func format(for value: Value, inField field: Int32) -> FieldFormat? {
    switch type(of: value, in: fields[Int(field)].type) {
    case .formatted(let number): formats[Int(number)]
    case .list(let level): format(for: value, inField: Int32(levels[Int(level)].itemField))
    default: nil
    }
  }

  /// Whether points are the group marks of a type's numbers, or of the items of its lists.
  func hasPointGroups(_ type: FieldType) -> Bool {
    switch type {
    case .formatted(let number):
      switch formats[Int(number)] {
      case .number(let format), .integer(let format): format.groupText == "."
      default: false
      }
    case .either(let number): alternatives[Int(number)].contains { hasPointGroups($0) }
    case .list(let level): hasPointGroups(fields[Int(levels[Int(level)].itemField)].type)
    default: false
    }
  }

  /// Returns the field whose message and label apply to `field`: `field` itself or, for the nameless field of a list's
  /// items, the list.
  func namedField(_ field: Int32) -> Int32 {
    var field = field
    while field >= 0, fields[Int(field)].name.isEmpty {
      field = levels[Int(fields[Int(field)].level)].owner
    }
    return field
  }

  /// Whether a condition or value depends on the current day or time.
  package var asksForMoment: Bool {
    nodes.indices.contains { number in
      switch view(Int32(number)) {
      case .moment, .word(.past, _, _), .word(.future, _, _), .word(.age, _, _): true
      default: false
      }
    }
  }
}

// MARK: - Words that test a blank value

extension FieldType {
  /// The blank value for rules with words such as `count`: an empty text or list. Nil for other types.
  var emptyValue: Value? {
    switch self {
    case .plain(.string): Value(text: TextBytes(start: nil, count: 0))
    case .list(let level): .list(level: Int(level), first: 0, count: 0, offset: 0)
    default: nil
    }
  }
}

extension Program {
  /// Returns the message for a missing value of `field`: the message of `required`, or else another message that
  /// doesn't show the value. Other messages come from the list of an item, from the field, and from their types.
  func requiredMessage(of field: Int32) -> Int32? {
    let own = [namedField(field), field].flatMap { number in
      [fields[Int(number)].message] + fields[Int(number)].typeMessages
    }
    return Program.text(fields[Int(field)].requiredMessage)
      ?? own.first { $0 >= 0 && !showsValue($0, of: Int(field)) }
  }

  /// Whether a text shows the value of a field.
  func showsValue(_ text: Int32, of number: Int) -> Bool {
    showsValue(texts[Int(text)].unmarked, of: number)
      || texts[Int(text)].translations.contains { showsValue($0.template, of: number) }
  }

  private func showsValue(_ template: Template, of number: Int) -> Bool {
    template.plain == nil && showsValue(template.parts, of: number)
  }

  private func showsValue(_ parts: [Template.Part], of number: Int) -> Bool {
    parts.contains { part in
      switch part {
      case .placeholder(.value): true
      case .placeholder(.operand(let node, _)): isAbout(Int32(number), node)
      case .plural(_, let one, let other):
        showsValue(one, of: number) || showsValue(other, of: number)
      default: false
      }
    }
  }
}

// MARK: - Conditions and their field

extension Program {
  /// Whether an operand is the field itself.
  func isAbout(_ field: Int32, _ operand: Int32) -> Bool {
    switch view(operand) {
    case .cell(_, _, let own): own == field || namesakes[own]?.contains(field) ?? false
    case .member(_, let inner): isAbout(field, inner)
    case .firstInForce(let fields): fields.contains { isAbout(field, $0) }
    default: false
    }
  }

  /// Returns the first field that an operand names, relative to the operand's frame.
  func firstCell(in operand: Int32) -> (outwards: Int32, field: Int32)? {
    switch view(operand) {
    case .cell(let outwards, _, let field): return field < 0 ? nil : (outwards, field)
    case .member(let record, _), .each(let record, _): return firstCell(in: record)
    case .outside: return nil
    default:
      for child in children(of: operand) {
        if let cell = firstCell(in: child) { return cell }
      }
      return nil
    }
  }

  /// Returns the fields whose values an operand has, which is a field or a path through records or lists. There are
  /// several if these share a name in mutually exclusive branches. Returns none for other operands.
  package func fields(of operand: Int32) -> [Int32] {
    switch view(operand) {
    case .cell(_, _, let field): return [field]
    case .firstInForce(let operands): return operands.flatMap { fields(of: $0) }
    case .member(let record, let inner), .each(let record, let inner):
      let found = fields(of: inner)
      guard found.count == 1, let shared = namesakes[found[0]], fields(of: record).count > 1 else {
        return found
      }
      return shared
    case .outside(let inner, _), .distinctValues(let inner), .question(let inner, _):
      return fields(of: inner)
    default: return []
    }
  }

  /// Returns the field whose values an operand has, or the first of several.
  package func field(of operand: Int32) -> Int32? { fields(of: operand).first }

  /// Returns the only field whose values an operand has. Returns nil for a field that shares its name with others, even
  /// if the operand is about the items of a list in one branch.
  func onlyField(of operand: Int32) -> Int32? {
    field(of: operand).flatMap { namesakes[$0] == nil ? $0 : nil }
  }

  /// Returns the field whose single value an operand has, or the first of several. Returns nil for values of all items or
  /// records, of the record around a list, or of another record.
  func singleField(of operand: Int32) -> Int32? {
    switch view(operand) {
    case .cell, .member, .firstInForce: field(of: operand)
    default: nil
    }
  }

  /// Whether the text of an operand is compared without regard to case.
  func ignoresCase(_ operand: Int32) -> Bool {
    switch view(operand) {
    case .cell(_, _, let field): fields[Int(field)].ignoresCase
    case .member(_, let inner), .each(_, let inner), .outside(let inner, _),
      .distinctValues(let inner), .question(let inner, _):
      ignoresCase(inner)
    case .conditional(let first, _, let otherwise): ignoresCase(first) || ignoresCase(otherwise)
    // The result is a part of the first argument. The other arguments aren't in it.
    case .function(.part, let operands): operands.first.map { ignoresCase($0) } ?? false
    case .firstInForce(let operands), .values(let operands), .function(_, let operands):
      operands.contains { ignoresCase($0) }
    case .template: hasChild(operand) { ignoresCase($0) }
    case .element: nodes[Int(operand)].b == 1
    case .columns: true
    default: false
    }
  }

  /// Whether a part of a condition counts the characters, words or items of a field.
  func counts(_ field: Int32, in condition: Int32) -> Bool {
    guard condition >= 0 else { return false }
    return formula(of: condition).constraints.contains { constraint in
      switch constraint.measure {
      case .count, .words, .occurrences: return isAbout(field, constraint.subject)
      case .value:
        if case .word(.contains, _) = constraint.allowed {
          return isAbout(field, constraint.subject)
        }
        return false
      case .decimals, .age, .number, .records: return false
      }
    }
  }
}

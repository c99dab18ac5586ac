// What can be said of conditions without any record: limits, listed values, secrets. Problems,
// messages and the checker's warnings draw on it.

extension Program {
  /// Operand nodes of the smallest and largest that a condition allows, or -1.
  package struct Limits: Sendable {
    package var minimum: Int32 = -1
    package var maximum: Int32 = -1

    package init(minimum: Int32 = -1, maximum: Int32 = -1) {
      self.minimum = minimum
      self.maximum = maximum
    }

    /// What is left by a condition that must not hold: not below 18 is 18 at least. Both limits
    /// together are those of what must not be.
    fileprivate var turned: Limits {
      minimum >= 0 && maximum >= 0 ? self : Limits(minimum: maximum, maximum: minimum)
    }

    fileprivate mutating func fill(from other: Limits) {
      if minimum < 0 { minimum = other.minimum }
      if maximum < 0 { maximum = other.maximum }
    }
  }

  /// The limits in a condition, the first of its parts that has them.
  package func limits(of condition: Int32) -> Limits {
    guard condition >= 0 else { return Limits() }
    let node = nodes[Int(condition)]
    switch node.operation {
    case .and, .or:
      var limits = limits(of: node.a)
      limits.fill(from: self.limits(of: node.b))
      return limits
    case .not: return limits(of: node.a).turned
    case .defined: return limits(of: node.a)
    case .inRange:
      let limits = limits(ofRange: node.b)
      return node.variant == 1 ? limits.turned : limits
    case .recordCount: return limits(ofRange: node.b)
    case .predicate: return limits(ofPredicate: node)
    case .less, .lessOrEqual: return limits(comparing: node.a, node.b)
    case .greater, .greaterOrEqual: return limits(comparing: node.b, node.a)
    default: return Limits()
    }
  }

  private func limits(ofRange number: Int32) -> Limits {
    let range = nodes[Int(number)]
    return Limits(minimum: range.a, maximum: range.b)
  }

  private func limits(ofPredicate node: Node) -> Limits {
    for index in Int(node.b)..<Int(node.b + node.c)
    where nodes[Int(lists[index])].operation == .range {
      return limits(ofRange: lists[index])
    }
    guard node.c == 1 else { return Limits() }
    switch Predicate(rawValue: node.variant) {
    case .before: return Limits(maximum: lists[Int(node.b)])
    case .after: return Limits(minimum: lists[Int(node.b)])
    default: return Limits()
    }
  }

  /// The limits in `low < high`, one of which is a constant or something computed from other fields.
  private func limits(comparing low: Int32, _ high: Int32) -> Limits {
    if isFixed(high), !isFixed(low) { return Limits(maximum: high) }
    if isFixed(low), !isFixed(high) { return Limits(minimum: low) }
    return Limits()
  }

  /// Whether an operand is the same for every record of a run.
  package func isFixed(_ number: Int32) -> Bool {
    guard number >= 0 else { return true }
    let node = nodes[Int(number)]
    switch node.operation {
    case .constant, .today, .now: return true
    case .negate: return isFixed(node.a)
    case .add, .subtract, .multiply, .divide: return isFixed(node.a) && isFixed(node.b)
    default: return false
    }
  }

  /// The items of the first `oneOf` or `in` in a condition, as a range of `lists`.
  package func listedValues(of condition: Int32) -> Range<Int>? {
    guard condition >= 0 else { return nil }
    let node = nodes[Int(condition)]
    switch node.operation {
    case .and, .or: return listedValues(of: node.a) ?? listedValues(of: node.b)
    case .not, .defined: return listedValues(of: node.a)
    case .inList: return Int(node.b)..<Int(node.b + node.c)
    case .predicate where node.variant == Predicate.oneOf.rawValue:
      return Int(node.b)..<Int(node.b + node.c)
    default: return nil
    }
  }

  /// Whether a condition is about all records of a data set.
  func speaksAcross(_ condition: Int32) -> Bool {
    let node = nodes[Int(condition)]
    switch node.operation {
    case .and: return speaksAcross(node.a) || speaksAcross(node.b)
    case .defined: return speaksAcross(node.a)
    case .predicate: return Predicate(rawValue: node.variant)?.isAcross ?? false
    default: return false
    }
  }

  /// Whether an operand shows something of a secret field.
  package func isSecret(_ number: Int32) -> Bool {
    guard number >= 0 else { return false }
    let node = nodes[Int(number)]
    // Without a default: what is not thought of here would be shown.
    switch node.operation {
    case .cell: return node.c >= 0 && isSecret(field: node.c)
    case .not, .truth, .defined, .negate, .count, .sum, .minimumOf, .maximumOf, .outside, .ofItem:
      return isSecret(node.a)
    case .member, .each, .and, .or, .equal, .notEqual, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .inRange, .inValues, .anyItem, .allItems, .add, .subtract, .multiply,
      .divide, .round, .range:
      return isSecret(node.a) || isSecret(node.b)
    case .inList, .host: return isSecret(node.a) || isSecret(listed: node)
    case .predicate:
      let isAcross = Predicate(rawValue: node.variant)?.isAcross ?? false
      return isSecret(listed: node) || (!isAcross && isSecret(node.a))
    case .inTable: return isSecret(node.a)
    case .minimum, .maximum, .firstInForce: return isSecret(listed: node)
    case .template:
      return templates[Int(node.a)].parts.contains { part in
        if case .placeholder(.operand(let inner, _)) = part { isSecret(inner) } else { false }
      }
    case .constant, .constantTruth, .today, .now, .pattern, .picture, .selection, .word,
      .recordCount, .invalid:
      return false
    }
  }

  private func isSecret(listed node: Node) -> Bool {
    lists[Int(node.b)..<Int(node.b + node.c)].contains { isSecret($0) }
  }

  /// Whether a field, or the record or list it lies in, is secret.
  package func isSecret(field: Int32) -> Bool {
    var field = field
    while field >= 0 {
      if fields[Int(field)].isSecret { return true }
      field = levels[Int(fields[Int(field)].level)].owner
    }
    return false
  }

  /// Whether a field is secret or has something secret in it.
  package func holdsSecret(field: Int32) -> Bool {
    isSecret(field: field) || fields[Int(namedField(field))].holdsSecret
  }

  /// The field whose words and label a field without a name goes by: that of its list.
  package func namedField(_ field: Int32) -> Int32 {
    var field = field
    while field >= 0, fields[Int(field)].name.isEmpty {
      field = levels[Int(fields[Int(field)].level)].owner
    }
    return field
  }
}

extension Program {
  /// Whether anything hangs on the day or the time.
  package var asksForMoment: Bool {
    nodes.contains { node in
      switch node.operation {
      case .today, .now: return true
      case .predicate:
        switch Predicate(rawValue: node.variant) {
        case .past, .future, .age: return true
        default: return false
        }
      default: return false
      }
    }
  }
}

// MARK: - For the words that answer a blank value

extension FieldType {
  /// What stands for a blank value where rules are asked for their words: an empty text or list; nil for
  /// other types.
  var emptyValue: Value? {
    switch self {
    case .string: Value(text: TextBytes(start: nil, count: 0))
    case .list(let level): .list(level: Int(level), first: 0, count: 0, offset: 0)
    default: nil
    }
  }

}

extension Program {
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

// MARK: - For the built-in messages

extension Program {
  /// Whether the range of a part is without its end.
  package func isHalfOpen(_ part: Int32) -> Bool {
    guard part >= 0 else { return false }
    let node = nodes[Int(part)]
    switch node.operation {
    case .inRange: return nodes[Int(node.b)].variant == 1
    case .less: return true
    case .defined: return isHalfOpen(node.a)
    case .predicate:
      return (Int(node.b)..<Int(node.b + node.c)).contains {
        let argument = nodes[Int(lists[$0])]
        return argument.operation == .range && argument.variant == 1 && argument.b >= 0
      }
    default: return false
    }
  }

  /// Whether an operand is the field itself.
  package func isAbout(_ field: Int32, _ operand: Int32) -> Bool {
    let node = nodes[Int(operand)]
    switch node.operation {
    case .cell: return node.c == field
    case .member: return isAbout(field, node.b)
    case .firstInForce:
      return lists[Int(node.b)..<Int(node.b + node.c)].contains { isAbout(field, $0) }
    default: return false
    }
  }

  /// The field that an operand is, if it is nothing but a field.
  package func field(ofOperand operand: Int32) -> Int32? {
    let node = nodes[Int(operand)]
    switch node.operation {
    case .cell: return node.c
    case .member: return field(ofOperand: node.b)
    case .firstInForce: return field(ofOperand: lists[Int(node.b)])
    default: return nil
    }
  }

  /// Whether some part of a condition counts the characters or items of a field.
  package func counts(_ field: Int32, in condition: Int32) -> Bool {
    guard condition >= 0 else { return false }
    let node = nodes[Int(condition)]
    switch node.operation {
    case .and, .or, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return counts(field, in: node.a) || counts(field, in: node.b)
    case .not, .defined, .inRange: return counts(field, in: node.a)
    case .count: return isAbout(field, node.a)
    case .predicate:
      let predicate = Predicate(rawValue: node.variant)
      return (predicate == .count || predicate == .contains) && isAbout(field, node.a)
    default: return false
    }
  }

  /// Whether a field is a date or a time.
  package func isMoment(_ field: Int32) -> Bool {
    guard field >= 0 else { return false }
    switch fields[Int(field)].type {
    case .date, .time, .dateTime, .instant: return true
    case .formatted(let format):
      if case .date = formats[Int(format)] { return true }
      return false
    default: return false
    }
  }

  /// A comparison as one of the field with another operand, turned round if the field is on its
  /// right; nil if the field stands on neither side.
  package func comparison(
    _ part: Int32, withField field: Int32
  ) -> (Node.Operation, Int32)? {
    let node = nodes[Int(part)]
    if isAbout(field, node.a) { return (node.operation, node.b) }
    guard isAbout(field, node.b) else { return nil }
    let turned: Node.Operation =
      switch node.operation {
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      default: node.operation
      }
    return (turned, node.a)
  }

  package func isList(_ field: Int32) -> Bool {
    guard field >= 0 else { return false }
    if case .list = fields[Int(field)].type { return true }
    return false
  }

  /// The classes that `contains` looks for, if it is not a text.
  package func classes(ofSelection number: Int32) -> [TextClass]? {
    selection(number)?.classes
  }

  /// The classes and characters of an argument, if it is not a text.
  package func selection(_ number: Int32) -> CharacterSelection? {
    let node = nodes[Int(number)]
    return node.operation == .selection ? selections[Int(node.a)] : nil
  }

  /// A text of the form of the picture that is the only argument of a part.
  package func example(ofPicture argument: Int32) -> String {
    pictures[Int(nodes[Int(argument)].a)].example
  }
}

extension ExactDecimal {
  /// Whether these are the digits of a number that the type of a field cannot hold.
  package static func isTooLarge(json bytes: TextBytes, field isWhole: Bool) -> Bool {
    isWhole ? parseInt64(json: bytes) == .outOfRange : parse(json: bytes) == .tooManyDigits
  }

  /// The same for digits in a text.
  package static func isTooLarge(text bytes: TextBytes, field isWhole: Bool) -> Bool {
    let text = bytes.trimmed
    return isWhole ? parseInt64(text: text) == .outOfRange : parse(text: text) == .tooManyDigits
  }
}

extension ExactDecimalFormat {
  /// A number as this format writes it, for messages.
  package func example(isWhole: Bool) -> String {
    let group = self.group.map { ExactDecimalFormat.text(of: $0) } ?? ""
    let fraction = isWhole ? "" : ExactDecimalFormat.text(of: decimal) + "5"
    return "1" + group + "234" + fraction
  }

  /// A mark from its packed bytes.
  private static func text(of mark: Mark) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: mark >> UInt32($0)) }
    return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
  }
}

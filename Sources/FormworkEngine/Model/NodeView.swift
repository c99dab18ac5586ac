// Nodes in readable form: an enum whose payloads have names. `Node` is the storage that evaluation uses.

/// The indices of child nodes.
package typealias NodeList = Slice<FlatArray<Int32>>

/// A comparison of two operands.
package enum Comparison: UInt8, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

  /// The same comparison with exchanged sides.
  var turned: Comparison {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual: self
    }
  }
}

/// A calculation with two operands.
package enum Arithmetic: UInt8, Sendable {
  case add, subtract, multiply, divide
}

/// A condition, an operand or an argument. `Int32` payloads are nodes unless their label or comment says otherwise.
package enum NodeView: Sendable {
  // Conditions.

  case and(Int32, Int32)
  case or(Int32, Int32)
  case not(Int32)
  case comparison(Comparison, Int32, Int32)
  case inRange(Int32, range: Int32, isNegated: Bool)
  /// The items may be ranges.
  case inList(Int32, NodeList, isNegated: Bool)
  case inTable(Int32, table: Int, keys: NodeList, isNegated: Bool)
  case inValues(Int32, path: Int32, isNegated: Bool)
  case word(Predicate, Int32, NodeList)
  /// `unique` or `same`. `number` identifies it within the form.
  case dataSet(Predicate, number: Int32, NodeList)
  case host(HostPredicate, Int32, NodeList)
  /// A bool field or value that must be true.
  case truth(Int32)
  /// The condition of a definition that is used by name.
  case defined(Int32, use: Int)
  /// `value is number`: which type the operand's value has.
  case isKind(Int32, FieldKind)
  /// `any` or `all`. The condition is an `ofItem`.
  case quantified(list: Int32, condition: Int32, isAll: Bool)
  case constantTruth(Bool)

  // Operands.

  /// A field `outwards` levels further out.
  case cell(outwards: Int32, cell: Int32, field: Int32)
  case constant(Int)
  case template(Int)
  /// `today` or `now`.
  case moment(isNow: Bool)
  case negate(Int32)
  case arithmetic(Arithmetic, Int32, Int32)
  case conditional(Int32, condition: Int32, otherwise: Int32)
  case count(Int32)
  /// A question about all items of a list. `value` and `condition` are each an `ofItem`, or -1.
  case aggregate(Aggregate, of: Int32, value: Int32, condition: Int32)
  /// The current value in a condition about each value of a path or of a list of operands. `depth` is the number of
  /// surrounding conditions of this kind.
  case element(depth: Int)
  case distinctValues(Int32)
  case function(Function, NodeList)
  case lookUp(table: Int, keys: NodeList)
  case member(of: Int32, Int32)
  /// The values of an operand in all records or items of a list.
  case each(of: Int32, Int32)
  /// The values of some operands, as a list.
  case values(NodeList)
  /// The names of the data's columns.
  case columns
  case outside(Int32, depth: Int)
  case firstInForce(NodeList)
  /// The smallest or largest of some operands.
  case extreme(NodeList, isLargest: Bool)
  /// A condition or an operand about all records. The child is about a single record.
  case question(Int32, number: Int)
  /// All records, in a question.
  case records(question: Int)
  /// The record being examined by a question.
  case wholeRecord
  /// The records of other data that a query finds, or the first of them.
  case ofList(query: Int, isFirst: Bool)

  // Arguments.

  /// A bound may be -1.
  case range(Int32, Int32, isHalfOpen: Bool)
  case pattern(Int)
  case picture(Int)
  case selection(Int)
  case momentFormat(Int)
  /// `isValue` is whether the items are the values of a path or of a list of operands.
  case ofItem(Int32, depth: Int, isValue: Bool)
  case keyword(ArgumentWord)
  case invalid
}

extension Program {
  /// Returns a node in readable form.
  package func view(_ number: Int32) -> NodeView {
    let node = nodes[Int(number)]
    let isVariant = node.variant == 1
    return switch node.operation {
    case .and: .and(node.a, node.b)
    case .or: .or(node.a, node.b)
    case .not: .not(node.a)
    case .equal: .comparison(.equal, node.a, node.b)
    case .notEqual: .comparison(.notEqual, node.a, node.b)
    case .less: .comparison(.less, node.a, node.b)
    case .lessOrEqual: .comparison(.lessOrEqual, node.a, node.b)
    case .greater: .comparison(.greater, node.a, node.b)
    case .greaterOrEqual: .comparison(.greaterOrEqual, node.a, node.b)
    case .inRange: .inRange(node.a, range: node.b, isNegated: isVariant)
    case .inList: .inList(node.a, listed(in: node), isNegated: isVariant)
    case .inTable: .inTable(node.a, table: Int(node.b), keys: keys(node), isNegated: isVariant)
    case .inValues: .inValues(node.a, path: node.b, isNegated: isVariant)
    case .predicate: word(node)
    case .host:
      .host(hostRules[Int(lists[Int(node.b) - 1])], node.a, listed(in: node))
    case .truth: .truth(node.a)
    case .defined: .defined(node.a, use: Int(node.b))
    case .anyItem, .allItems:
      .quantified(list: node.a, condition: node.b, isAll: node.operation == .allItems)
    case .constantTruth: .constantTruth(node.a == 1)
    case .isKind: .isKind(node.a, FieldKind.allCases[Int(node.c)])
    case .cell: .cell(outwards: node.a, cell: node.b, field: node.c)
    case .constant: .constant(Int(node.a))
    case .template: .template(Int(node.a))
    case .today: .moment(isNow: false)
    case .now: .moment(isNow: true)
    case .negate: .negate(node.a)
    case .add: .arithmetic(.add, node.a, node.b)
    case .subtract: .arithmetic(.subtract, node.a, node.b)
    case .multiply: .arithmetic(.multiply, node.a, node.b)
    case .divide: .arithmetic(.divide, node.a, node.b)
    case .conditional: .conditional(node.b, condition: node.a, otherwise: node.c)
    case .count: .count(node.a)
    case .aggregate: aggregate(node)
    case .element: .element(depth: Int(node.a))
    case .distinctValues: .distinctValues(node.a)
    case .function: function(node)
    case .lookUp: .lookUp(table: Int(node.b), keys: keys(node))
    case .member: .member(of: node.a, node.b)
    case .each: .each(of: node.a, node.b)
    case .values: .values(listed(in: node))
    case .columns: .columns
    case .outside: .outside(node.a, depth: Int(node.b))
    case .firstInForce: .firstInForce(listed(in: node))
    // Only evaluation needs to know which types a condition is about.
    case .narrowed: view(node.a)
    case .minimum, .maximum:
      .extreme(listed(in: node), isLargest: node.operation == .maximum)
    case .question: .question(node.a, number: Int(node.b))
    case .records: .records(question: Int(node.a))
    case .wholeRecord: .wholeRecord
    case .listRecords: .ofList(query: Int(node.a), isFirst: false)
    case .listRecord: .ofList(query: Int(node.a), isFirst: true)
    case .range: .range(node.a, node.b, isHalfOpen: isVariant)
    case .pattern: .pattern(Int(node.a))
    case .picture: .picture(Int(node.a))
    case .selection: .selection(Int(node.a))
    case .momentFormat: .momentFormat(Int(node.a))
    case .ofItem: .ofItem(node.a, depth: Int(node.b), isValue: isVariant)
    case .word: ArgumentWord(rawValue: node.variant).map { .keyword($0) } ?? .invalid
    case .invalid: .invalid
    }
  }

  private func aggregate(_ node: Node) -> NodeView {
    Aggregate(rawValue: node.variant).map {
      .aggregate($0, of: node.a, value: node.b, condition: node.c)
    } ?? .invalid
  }

  private func function(_ node: Node) -> NodeView {
    Function(rawValue: node.variant).map { .function($0, listed(in: node)) } ?? .invalid
  }

  private func word(_ node: Node) -> NodeView {
    guard let word = Predicate(rawValue: node.variant) else { return .invalid }
    return word.isAcross
      ? .dataSet(word, number: node.a, listed(in: node)) : .word(word, node.a, listed(in: node))
  }

  private func listed(in node: Node) -> NodeList {
    lists[Int(node.b)..<Int(node.b + node.c)]
  }

  private func keys(_ node: Node) -> NodeList {
    lists[Int(node.c)..<Int(node.c) + tables[Int(node.b)].keyCount]
  }

  /// Whether `test` holds for one of the children of a node. The children are tested in the order of the form. Only
  /// this function lists them.
  func hasChild(_ number: Int32, _ test: (Int32) -> Bool) -> Bool {
    // Has no default case: the search for secrets must find the children of every node.
    switch view(number) {
    case .and(let first, let second), .or(let first, let second),
      .comparison(_, let first, let second), .inRange(let first, let second, _),
      .inValues(let first, let second, _), .quantified(let first, let second, _),
      .arithmetic(_, let first, let second), .member(let first, let second),
      .each(let first, let second):
      return test(first) || test(second)
    case .conditional(let first, let condition, let otherwise):
      return test(first) || test(condition) || test(otherwise)
    case .range(let low, let high, _): return (low >= 0 && test(low)) || (high >= 0 && test(high))
    case .aggregate(_, let list, let value, let condition):
      return test(list) || (value >= 0 && test(value)) || (condition >= 0 && test(condition))
    case .question(let inner, let number):
      // The fields of the question's group are left out, because they aren't parts of the condition.
      let question = questions[number]
      return test(inner)
        || questionKeys.ofRecords(question).contains { test($0.other) || test($0.own) }
    case .ofList(let query, _):
      return questionKeys.of(queries[query]).contains { test($0.other) || test($0.own) }
    case .not(let inner), .truth(let inner), .isKind(let inner, _), .defined(let inner, _),
      .negate(let inner), .count(let inner), .outside(let inner, _), .distinctValues(let inner),
      .ofItem(let inner, _, _):
      return test(inner)
    case .inList(let subject, let items, _), .word(_, let subject, let items),
      .host(_, let subject, let items), .inTable(let subject, _, let items, _):
      return test(subject) || items.contains(where: test)
    case .dataSet(_, _, let items), .values(let items), .firstInForce(let items),
      .extreme(let items, _),
      .function(_, let items), .lookUp(_, let items):
      return items.contains(where: test)
    case .template(let number):
      for case .placeholder(.operand(let operand, _)) in templates[number].parts
      where test(operand) {
        return true
      }
      return false
    case .cell, .constant, .constantTruth, .moment, .element, .columns, .pattern, .picture,
      .selection, .momentFormat, .keyword, .records, .wholeRecord, .invalid:
      return false
    }
  }

  /// Whether two operands or conditions certainly mean the same.
  func areSame(_ one: Int32, _ other: Int32) -> Bool {
    if one == other { return true }
    guard one >= 0, other >= 0 else { return false }
    let (first, second) = (nodes[Int(one)], nodes[Int(other)])
    if first.operation == .narrowed || second.operation == .narrowed {
      return first.operation == second.operation && first.b == second.b
        && areSame(first.a, second.a)
    }
    guard first.operation == second.operation, first.variant == second.variant else { return false }
    switch first.operation {
    case .records, .wholeRecord, .columns, .today, .now: return true
    case .cell, .element, .constantTruth:
      return (first.a, first.b, first.c) == (second.a, second.b, second.c)
    case .constant: return areSameConstants(Int(first.a), Int(second.a))
    case .and, .or, .not, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
      .truth, .defined, .negate, .add, .subtract, .multiply, .divide, .conditional, .count,
      .distinctValues, .member, .each, .aggregate, .anyItem, .allItems, .ofItem, .range, .inRange:
      if first.operation == .ofItem, first.b != second.b { return false }
      if first.operation == .aggregate, (first.b < 0) != (second.b < 0) { return false }
      let (inner, others) = (children(of: one), children(of: other))
      return inner.count == others.count && zip(inner, others).allSatisfy { areSame($0, $1) }
    default: return false
    }
  }

  private func areSameConstants(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (constants[one], constants[other])
    guard first.kind == second.kind, first.flags == second.flags else { return false }
    if first.kind == .text { return first.bytes.elementsEqual(second.bytes) }
    return (first.low, first.high, first.scale) == (second.low, second.high, second.scale)
  }

  /// Whether an operand or a condition is about lists of other data and constants only.
  func isOfListsOnly(_ number: Int32) -> Bool {
    switch view(number) {
    case .cell(_, _, let field): return !isOfForm(field)
    case .moment, .columns, .question, .records, .host, .dataSet, .outside: return false
    default: return !hasChild(number) { !isOfListsOnly($0) }
    }
  }

  /// Returns a field and an operand that must be equal (`==`) for a condition to hold. The condition is about each
  /// record of a list. Returns nil if the condition doesn't require this of any field.
  ///
  /// - Parameter depth: the number of lists of items around the condition.
  func equalKey(in condition: Int32, depth: Int32) -> RecordQuestion.Key? {
    switch view(condition) {
    case .and(let first, let second):
      return equalKey(in: first, depth: depth) ?? equalKey(in: second, depth: depth)
    case .defined(let inner, _): return equalKey(in: inner, depth: depth)
    case .comparison(.equal, let first, let second):
      return key(of: first, equal: second, depth) ?? key(of: second, equal: first, depth)
    default: return nil
    }
  }

  private func key(of field: Int32, equal own: Int32, _ depth: Int32) -> RecordQuestion.Key? {
    guard case .cell(outwards: 0, _, let number) = view(field) else { return nil }
    let ignoresCase = fields[Int(number)].ignoresCase
    switch view(own) {
    case .outside(let inner, let level) where level == Int(depth):
      return RecordQuestion.Key(other: field, own: inner, ignoresCase: ignoresCase)
    case .constant: return RecordQuestion.Key(other: field, own: own, ignoresCase: ignoresCase)
    default: return nil
    }
  }

  /// Returns the first child of a node. For a test, this is the subject.
  func firstChild(of number: Int32) -> Int32? {
    var first: Int32?
    _ = hasChild(number) { child in
      first = child
      return true
    }
    return first
  }

  /// Returns the children of a node, in the order of the form.
  package func children(of number: Int32) -> [Int32] {
    var children: [Int32] = []
    _ = hasChild(number) { child in
      children.append(child)
      return false
    }
    return children
  }
}

extension LookupTable {
  var keyCount: Int { rows.first { !$0.keys.isEmpty }?.keys.count ?? 0 }
}

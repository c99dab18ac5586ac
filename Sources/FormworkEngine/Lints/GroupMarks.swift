// Findings about numbers such as `1.000` that are compared with fields whose data uses points as group marks. In a
// form, a point is always a decimal point.

internal import FormworkSyntax

/// Searches each condition for such numbers, and for the fields that they are compared with or added to.
struct GroupMarks {
  private let program: Program
  /// The suspicious numbers, keyed by their constants.
  private let literals: OrderedDictionary<Int32, (span: Span, digits: String)>
  /// For each field: whether points are the group marks of its values, and of the values of all fields that share its
  /// name in mutually exclusive branches.
  private let hasPoints: [Bool]
  private var findings: [Finding] = []
  /// For each table: whether its results were reported, and the keys of each of its columns.
  private var reportedResults: [Bool]
  private var reportedKeys: [[Bool]]
  /// For each condition around about the values of a list: whether points are the group marks of these values.
  private var elements: [Bool] = []

  static func findings(in form: LintedForm) -> [Finding] {
    findings(form.program, form.checker.groupedLiterals)
  }

  /// Returns the findings about the suspicious numbers of a program, which are keyed by their constants.
  static func findings(
    _ program: Program, _ literals: OrderedDictionary<Int32, (span: Span, digits: String)>
  ) -> [Finding] {
    guard !literals.isEmpty,
      program.fields.contains(where: { program.hasPointGroups($0.type) })
    else { return [] }
    var marks = GroupMarks(program: program, literals: literals)
    marks.search()
    return marks.findings
  }

  private init(
    program: Program, literals: OrderedDictionary<Int32, (span: Span, digits: String)>
  ) {
    (self.program, self.literals) = (program, literals)
    var hasPoints = program.fields.map { program.hasPointGroups($0.type) }
    // The first of the fields that share a name tells the others.
    for (field, shared) in program.namesakes where !hasPoints[Int(field)] {
      hasPoints[Int(shared[0])] = false
    }
    for (field, shared) in program.namesakes where !hasPoints[Int(shared[0])] {
      hasPoints[Int(field)] = false
    }
    self.hasPoints = hasPoints
    reportedResults = program.tables.map { _ in false }
    reportedKeys = program.tables.map { $0.parameters.map { _ in false } }
  }

  private mutating func search() {
    for rule in program.rules { search(rule.condition) }
    for level in program.levels {
      for step in level.steps where step.kind == .branch && step.target >= 0 {
        search(step.target)
      }
    }
    for (number, field) in program.fields.enumerated() {
      switch field.presence {
      case .requiredIf(let condition, _): search(condition)
      case .calculated(let value, _):
        search(value)
        if program.hasPointGroups(program.fields[number].type) { report(value) }
      case .required, .optional: break
      }
    }
  }

  private mutating func search(_ number: Int32) {
    switch program.view(number) {
    case .comparison(_, let left, let right): compare([left, right])
    case .inRange(let subject, let range, _): compare([subject, range])
    case .inList(let subject, let items, _): compare([subject] + items)
    case .inValues(let subject, let path, _): compare([subject, path])
    case .inTable(let subject, let table, let keys, _):
      if has(subject) { reportResults(of: table) }
      lookUp(keys, in: table)
    case .lookUp(let table, let keys): lookUp(keys, in: table)
    case .word(let word, let subject, let arguments):
      switch word.parameters {
      case .ownRange, .values, .number: compare([subject] + arguments)
      default: break
      }
    case .quantified(let list, let condition, _):
      search(list)
      return search(condition, ofItemsOf: list)
    case .aggregate(_, let list, let value, let condition):
      search(list)
      if value >= 0 { search(value, ofItemsOf: list) }
      if condition >= 0 { search(condition, ofItemsOf: list) }
      return
    default: break
    }
    for child in program.children(of: number) { search(child) }
  }

  /// Searches a condition or value about each item of a list.
  private mutating func search(_ number: Int32, ofItemsOf list: Int32) {
    guard case .ofItem(let inner, _, isValue: true) = program.view(number) else {
      return search(number)
    }
    elements.append(has(list))
    search(inner)
    elements.removeLast()
  }

  private mutating func compare(_ operands: [Int32]) {
    guard operands.contains(where: { has($0) }) else { return }
    for operand in operands { report(operand) }
  }

  private mutating func lookUp(_ keys: NodeList, in table: Int) {
    for (place, key) in keys.enumerated() where !reportedKeys[table][place] && has(key) {
      reportedKeys[table][place] = true
      for row in program.tables[table].rows where !row.keys.isEmpty {
        for number in row.keys[place] { report(program.lists[Int(number)]) }
      }
    }
  }

  /// Whether points are the group marks of a field whose value an operand has or adds to. A product or quotient may be
  /// of another order of magnitude.
  private func has(_ operand: Int32) -> Bool {
    switch program.view(operand) {
    case .cell(_, _, let field): hasPoints[Int(field)]
    case .element(let depth): depth < elements.count && elements[depth]
    case .member(_, let inner), .each(_, let inner), .outside(let inner, _), .negate(let inner),
      .distinctValues(let inner), .question(let inner, _), .ofItem(let inner, _, _):
      has(inner)
    case .arithmetic(.add, let left, let right), .arithmetic(.subtract, let left, let right):
      has(left) || has(right)
    case .conditional(let first, _, let otherwise): has(first) || has(otherwise)
    case .aggregate(.count, _, _, _), .aggregate(.share, _, _, _): false
    case .aggregate(_, let list, let value, _): has(value < 0 ? list : value)
    case .firstInForce(let operands), .values(let operands), .extreme(let operands, _),
      .function(_, let operands):
      operands.contains { has($0) }
    case .inRange, .range: program.children(of: operand).contains { has($0) }
    default: false
    }
  }

  /// Reports the literal numbers in an operand: the operand itself, or the terms of a sum. Factors such as 1.195 are
  /// left out.
  private mutating func report(_ operand: Int32) {
    switch program.view(operand) {
    case .constant(let number):
      if let (span, digits) = literals[Int32(number)] {
        findings.append(Finding(kind: .lint(.groupMark(plain: digits)), span: span))
      }
    case .arithmetic(.add, let left, let right), .arithmetic(.subtract, let left, let right):
      report(left)
      report(right)
    case .conditional(let first, _, let otherwise):
      report(first)
      report(otherwise)
    case .aggregate(.count, _, _, _), .aggregate(.share, _, _, _): break
    case .aggregate(_, let list, let value, _): report(value < 0 ? list : value)
    case .ofItem(let inner, _, _): report(inner)
    case .negate, .range, .extreme, .values:
      for child in program.children(of: operand) { report(child) }
    case .lookUp(let table, _): reportResults(of: table)
    default: break
    }
  }

  private mutating func reportResults(of table: Int) {
    if reportedResults[table] { return }
    reportedResults[table] = true
    for row in program.tables[table].rows {
      for number in row.result { report(program.lists[Int(number)]) }
    }
  }
}

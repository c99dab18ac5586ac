// Findings about rows of tables that no key can reach: earlier rows have all of their keys, or no field that is looked
// up can have them. If in doubt, nothing is reported.

internal import FormworkSyntax

/// Compares the rows of each table with the rows before them and with the fields that are looked up.
struct UnreachedRows {
  private let program: Program
  private let checker: Checker
  private var findings: [Finding] = []
  /// The number of comparisons of keys that may still be made.
  private var allowance = 1_000_000

  static func findings(in form: LintedForm) -> [Finding] {
    if form.program.tables.isEmpty { return [] }
    var unreached = UnreachedRows(form)
    unreached.search()
    return unreached.findings
  }

  private init(_ form: LintedForm) { (program, checker) = (form.program, form.checker) }

  private mutating func search() {
    var subjects = program.tables.map { $0.parameters.map { _ in [Int32]() } }
    for number in program.nodes.indices {
      switch program.view(Int32(number)) {
      case .lookUp(let table, let keys), .inTable(_, let table, let keys, _):
        for (column, key) in keys.enumerated() { subjects[table][column].append(key) }
      default: break
      }
    }
    for (table, subjects) in zip(program.tables, subjects) {
      let columns = subjects.map { Column(of: $0, program) }
      for (number, column) in columns.enumerated() {
        if let choices = column.choices { reportUnlisted(table, number, choices) }
      }
      compareRows(of: table, columns)
    }
  }

  /// The values that can be looked up in a column of a table.
  private struct Column {
    /// Whether all are whole numbers.
    var isWhole: Bool
    /// The indices of the lists of choices of all fields that are looked up, if these fields have no other values.
    var choices: OrderedSet<Int32>?

    init(of subjects: [Int32], _ program: Program) {
      let fields = subjects.map { program.onlyField(of: $0) }
      let isKnown = !fields.isEmpty && !fields.contains(nil)
      isWhole = isKnown && fields.allSatisfy { program.staticType($0 ?? 0) == .int }
      let lists = fields.map { field -> Int32? in
        guard let field, !program.fields[Int(field)].ignoresCase,
          case .choice(let list) = program.fields[Int(field)].type
        else { return nil }
        return list
      }
      let hasOthers = !isKnown || lists.contains(nil)
      choices = hasOthers ? nil : OrderedSet(lists.compactMap { $0 })
    }
  }

  /// Reports the keys of a column that are in none of the lists of choices.
  private mutating func reportUnlisted(
    _ table: LookupTable, _ column: Int, _ choices: OrderedSet<Int32>
  ) {
    let lists = choices.map { program.choices[Int($0)] }
    for row in table.rows where !row.keys.isEmpty {
      for item in row.keys[column] {
        let node = program.lists[Int(item)]
        guard let value = program.constantValue(node), value.kind == .text else { continue }
        let text = value.text
        allowance -= lists.count
        if allowance < 0 { return }
        if lists.contains(where: { $0.number(of: text) != nil }) { continue }
        let near = checker.near(text, among: lists.flatMap { $0.values })
        report(.unlistedChoice(text, near: near), at: program.nodes[Int(node)].span)
      }
    }
  }

  private mutating func report(_ lint: Lint, at span: Span) {
    findings.append(Finding(kind: .lint(lint), span: span))
  }

  /// A row with the sets of its keys, one list for each column.
  private struct Row {
    var span: Span
    var keys: [[ValueSet]]
    /// The keys as one text, if each of them is a single value.
    var text: String?
  }

  private mutating func compareRows(of table: LookupTable, _ columns: [Column]) {
    var earlier: [Row] = []
    /// The earlier rows with a key of several values.
    var wide: [Row] = []
    var texts: OrderedDictionary<String, Row> = [:]
    for entry in table.rows {
      guard let row = row(entry, columns) else { continue }
      var covering: Row?
      if let text = row.text {
        // If each key is a single value, one row must have all of them.
        covering = texts[text] ?? wide.first { covers($0, row, columns) }
        texts[text] = texts[text] ?? row
      } else {
        covering = lastCovering(row, earlier, columns)
        wide.append(row)
      }
      if allowance < 0 { return }
      if let covering { report(.unreachedRow(first: covering.span), at: row.span) }
      earlier.append(row)
    }
  }

  /// Returns a row with its keys, or nil for `else`.
  private func row(_ entry: LookupTable.Row, _ columns: [Column]) -> Row? {
    var span: Span?
    var keys: [[ValueSet]] = []
    var text: String? = ""
    for (items, column) in zip(entry.keys, columns) {
      let nodes = items.map { program.lists[Int($0)] }
      for node in nodes {
        let own = program.nodes[Int(node)].span
        span = span?.joined(with: own) ?? own
      }
      keys.append(nodes.compactMap { set($0, isWhole: column.isWhole) })
      // An unknown set may have further values.
      if keys.last?.count != nodes.count { return nil }
      let single = nodes.count == 1 ? program.constantValue(nodes[0]) : nil
      text = single.flatMap { value in text.map { $0 + value.text + "\u{0}" } }
    }
    return span.map { Row(span: $0, keys: keys, text: text) }
  }

  private func set(_ node: Int32, isWhole: Bool) -> ValueSet? {
    if let value = program.constantValue(node) { return .values([value]) }
    guard let set = program.interval(node).flatMap({ program.values(of: $0) }) else { return nil }
    return isWhole ? set.ofWholeNumbers : set
  }

  private mutating func covers(_ other: Row, _ row: Row, _ columns: [Column]) -> Bool {
    columns.indices.allSatisfy { isCovered(row.keys[$0], by: other.keys[$0], columns[$0]) }
  }

  /// Returns the last of the earlier rows that together have all keys of a row, or nil if there are no such rows. They
  /// may lack keys of the row in a single column only.
  private mutating func lastCovering(_ row: Row, _ earlier: [Row], _ columns: [Column]) -> Row? {
    for column in columns.indices {
      allowance -= earlier.count
      if allowance < 0 { return nil }
      let others = earlier.filter { other in
        columns.indices.allSatisfy { place in
          place == column || isCovered(row.keys[place], by: other.keys[place], columns[place])
        }
      }
      let sets = others.flatMap { $0.keys[column] }
      if let last = others.last, isCovered(row.keys[column], by: sets, columns[column]) {
        return last
      }
    }
    return nil
  }

  /// Whether each of `sets` is in one of `others`, or in several of them together. Returns false if the allowance is
  /// used up.
  private mutating func isCovered(
    _ sets: [ValueSet], by others: [ValueSet], _ column: Column
  ) -> Bool {
    sets.allSatisfy { set in
      allowance -= others.count
      if allowance < 0 { return false }
      return others.contains { set.isSubset(of: $0) }
        || set.isCovered(by: others, isWhole: column.isWhole, allowance: &allowance)
    }
  }
}

extension ValueSet {
  /// Whether every value of an interval is in one of several sets.
  ///
  /// - Parameters:
  ///   - isWhole: whether the values are whole numbers.
  ///   - allowance: the number of comparisons that may still be made. The result is false if it is used up.
  fileprivate func isCovered(
    by others: [ValueSet], isWhole: Bool, allowance: inout Int
  ) -> Bool {
    guard case .interval(let low, let high) = self else { return false }
    // Each turn removes the values at the lower end that one of the sets has, until nothing is left.
    var rest = ValueSet.interval(low, high)
    for _ in others {
      allowance -= others.count
      guard allowance >= 0,
        let cut = others.lazy.compactMap({ rest.after($0, isWhole: isWhole) }).first
      else { return false }
      guard case .interval = cut else { return true }
      rest = cut
    }
    return false
  }

  /// Returns the values of an interval above those of `other`, if `other` has the lowest ones. Returns an empty set of
  /// values if none are left, and nil if `other` lacks the lowest ones.
  private func after(_ other: ValueSet, isWhole: Bool) -> ValueSet? {
    if isSubset(of: other) { return .values([]) }
    guard case .interval(let low, let high) = self else { return nil }
    let end: Bound
    switch other {
    case .interval(_, let limit?):
      // The lowest value alone is in the other set.
      guard ValueSet.interval(low, limit).isSubset(of: other),
        !ValueSet.interval(low, limit).isEmpty
      else { return nil }
      end = limit
    case .values(let values):
      guard let low, !low.isOpen,
        let value = values.first(where: { ValueSet.values([$0]).isSubset(of: .interval(low, low)) })
      else { return nil }
      end = Bound(value, isOpen: false)
    default: return nil
    }
    let rest = ValueSet.interval(Bound(end.value, isOpen: !end.isOpen), high)
    let own = isWhole ? rest.ofWholeNumbers : rest
    return own.isEmpty ? .values([]) : own
  }

  /// Whether an interval has no values.
  private var isEmpty: Bool {
    guard case .interval(let low, let high) = self else { return false }
    return isDisjoint(from: .interval(low, high))
  }
}

// The fields that conditions depend on, to find out what a change of a value affects.

package import FormworkSyntax

/// The fields that a field depends on.
package struct FieldReads: Sendable {
  /// The fields that the field's rules depend on. Checks that are reported at the field count as its rules.
  package fileprivate(set) var rules: OrderedSet<Int32> = []
  /// The fields that the field's `required if` or calculation depends on.
  package fileprivate(set) var presence: OrderedSet<Int32> = []
  /// The fields that the conditions of the blocks around the field depend on.
  package fileprivate(set) var blocks: OrderedSet<Int32> = []
}

extension Program {
  /// Returns the dependencies of each field.
  package func fieldReads() -> [FieldReads] {
    var reads = fields.map { field in
      var reads = FieldReads()
      switch field.presence {
      case .requiredIf(let node, _), .calculated(let node, _): noteReads(node, &reads.presence)
      case .required, .optional: break
      }
      return reads
    }
    for rule in rules where rule.field >= 0 {
      noteReads(rule.condition, &reads[Int(rule.field)].rules)
    }
    for level in levels { noteBlocks(level.steps, 0..<level.steps.count, [], &reads) }
    for number in reads.indices {
      addSources(to: &reads[number].rules)
      addSources(to: &reads[number].presence)
      addSources(to: &reads[number].blocks)
    }
    return reads
  }

  /// Adds the fields on which the calculations of the fields in `fields` depend, directly or indirectly.
  private func addSources(to fields: inout OrderedSet<Int32>) {
    var open = fields.ordered().filter { self.fields[Int($0)].calculation != nil }
    while let field = open.popLast() {
      guard let calculation = self.fields[Int(field)].calculation else { continue }
      for source in self.fields(readBy: calculation) where fields.insert(source).inserted {
        open.append(source)
      }
    }
  }

  /// Returns the failed condition of a rule or of a `required if`. Returns nil for other problems.
  package func condition(of problem: Problem) -> Int32? {
    if problem.isOfRule { return rules[Int(problem.rule)].condition }
    guard problem.kind == .required, problem.field >= 0,
      case .requiredIf(let condition, _) = fields[Int(problem.field)].presence
    else { return nil }
    return condition
  }

  /// Returns the fields that a condition depends on.
  package func fields(readBy condition: Int32) -> OrderedSet<Int32> {
    var fields: OrderedSet<Int32> = []
    noteReads(condition, &fields)
    return fields
  }

  /// Returns the fields of other records, and of other data, that a condition reads.
  package func fieldsElsewhere(readBy condition: Int32) -> OrderedSet<Int32> {
    var fields: OrderedSet<Int32> = []
    noteReadsElsewhere(condition, isAsked: false, &fields)
    return fields
  }

  /// - Parameter isAsked: whether the operand is about a record that is asked, not about the record at hand.
  private func noteReadsElsewhere(
    _ number: Int32, isAsked: Bool, _ fields: inout OrderedSet<Int32>
  ) {
    if number < 0 { return }
    func note(_ keys: some Sequence<RecordQuestion.Key>) {
      for key in keys {
        noteReadsElsewhere(key.other, isAsked: true, &fields)
        noteReadsElsewhere(key.own, isAsked: false, &fields)
      }
    }
    switch view(number) {
    case .cell(_, _, let field):
      let isOfList = list(ofField: field).map { !$0.isOfValues } ?? false
      if isAsked || isOfList { fields.insert(field) }
    case .question(let inner, let question):
      note(questionKeys.ofRecords(questions[question]))
      guard case .inValues(let subject, let path, _) = view(inner) else {
        return noteReadsElsewhere(inner, isAsked: true, &fields)
      }
      noteReadsElsewhere(subject, isAsked: false, &fields)
      noteReadsElsewhere(path, isAsked: true, &fields)
    case .ofList(let query, _): note(questionKeys.of(queries[query]))
    case .member(let record, let inner), .each(let record, let inner):
      // If a field is in a record, only the field itself is read.
      if case .cell = view(record) {} else { noteReadsElsewhere(record, isAsked: isAsked, &fields) }
      noteReadsElsewhere(inner, isAsked: isAsked, &fields)
    default:
      for child in children(of: number) { noteReadsElsewhere(child, isAsked: isAsked, &fields) }
    }
  }

  /// Records that the fields of each branch depend on the condition of the branch and on the conditions of all earlier
  /// branches.
  ///
  /// - Parameter around: the fields that the blocks around the steps depend on.
  private func noteBlocks(
    _ steps: [Step], _ range: Range<Int>, _ around: OrderedSet<Int32>, _ reads: inout [FieldReads]
  ) {
    var index = range.lowerBound
    var (named, end) = (around, -1)
    while index < range.upperBound {
      let step = steps[index]
      switch step.kind {
      case .branch:
        if index >= end { (named, end) = (around, Int(step.next)) }
        noteReads(step.target, &named)
        noteBlocks(steps, (index + 1)..<Int(step.end), named, &reads)
        index = Int(step.end)
      case .field:
        reads[Int(step.target)].blocks.formUnion(around)
        index += 1
      case .settle, .check, .elseBlank: index += 1
      }
    }
  }

  private func noteReads(_ number: Int32, _ fields: inout OrderedSet<Int32>) {
    if number < 0 { return }
    switch view(number) {
    case .cell(_, _, let field): if isOfForm(field) { fields.insert(field) }
    case .word(.distinct, let list, let by) where by.isEmpty: noteContents(of: list, &fields)
    case .distinctValues(let list): noteContents(of: list, &fields)
    default: break
    }
    for child in children(of: number) { noteReads(child, &fields) }
  }

  /// Records a dependency on all fields inside an operand, because the operand is a record or list that is compared as
  /// a whole.
  private func noteContents(of operand: Int32, _ fields: inout OrderedSet<Int32>) {
    switch view(operand) {
    case .cell(_, _, let field):
      guard isOfForm(field) else { return }
      var inside = Int(field) + 1
      while inside < self.fields.count, self.field(Int32(inside), isIn: field) {
        fields.insert(Int32(inside))
        inside += 1
      }
    case .each(_, let inner), .member(_, let inner), .outside(let inner, _):
      noteContents(of: inner, &fields)
    case .values(let operands), .firstInForce(let operands):
      for operand in operands { noteContents(of: operand, &fields) }
    default: break
    }
  }

  private func field(_ field: Int32, isIn list: Int32) -> Bool {
    var owner = field
    while owner > list { owner = levels[Int(fields[Int(owner)].level)].owner }
    return owner == list
  }
}

// Which fields conditions speak of: who changes one value wants to know what else hangs on it.

/// The fields that a field hangs on.
package struct FieldReads: Sendable {
  /// Those that its rules, the checks reported at it and its `required if` speak of.
  package fileprivate(set) var rules: Set<Int32> = []
  /// Those that the conditions of the blocks around it speak of.
  package fileprivate(set) var blocks: Set<Int32> = []
}

extension Program {
  /// What each field hangs on.
  package func fieldReads() -> [FieldReads] {
    var reads = fields.map { field in
      var reads = FieldReads()
      if case .requiredIf(let condition, _) = field.presence {
        noteReads(condition, &reads.rules)
      }
      return reads
    }
    for rule in rules where rule.field >= 0 {
      noteReads(rule.condition, &reads[Int(rule.field)].rules)
    }
    for level in levels { noteBlocks(level.steps, 0..<level.steps.count, [], &reads) }
    return reads
  }

  /// The fields of a `when` hang on its conditions, also those of the branches before theirs.
  ///
  /// - Parameter around: what the blocks around the steps hang on.
  private func noteBlocks(
    _ steps: [Step], _ range: Range<Int>, _ around: Set<Int32>, _ reads: inout [FieldReads]
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

  private func noteReads(_ number: Int32, _ fields: inout Set<Int32>) {
    guard number >= 0 else { return }
    let node = nodes[Int(number)]
    switch node.operation {
    case .cell: if node.c >= 0 { fields.insert(node.c) }
    case .not, .truth, .defined, .negate, .count, .sum, .minimumOf, .maximumOf, .outside, .ofItem:
      noteReads(node.a, &fields)
    case .and, .or, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .inRange,
      .inValues, .anyItem, .allItems, .add, .subtract, .multiply, .divide, .round, .range,
      .member, .each:
      noteReads(node.a, &fields)
      noteReads(node.b, &fields)
    case .inList, .predicate, .host:
      // Rules about all records have a number of their own in the place of a subject.
      let isAcross =
        node.operation == .predicate
        && Predicate(rawValue: node.variant)?.isAcross ?? false
      if !isAcross { noteReads(node.a, &fields) }
      noteReads(listed: Int(node.b), Int(node.c), &fields)
    case .inTable:
      noteReads(node.a, &fields)
      let row = tables[Int(node.b)].rows.first { !$0.keys.isEmpty }
      noteReads(listed: Int(node.c), row?.keys.count ?? 0, &fields)
    case .firstInForce, .minimum, .maximum:
      noteReads(listed: Int(node.b), Int(node.c), &fields)
    case .template:
      for case .placeholder(.operand(let operand, _)) in templates[Int(node.a)].parts {
        noteReads(operand, &fields)
      }
    case .constant, .constantTruth, .today, .now, .pattern, .picture, .selection, .word,
      .recordCount, .invalid:
      break
    }
  }

  private func noteReads(listed first: Int, _ count: Int, _ fields: inout Set<Int32>) {
    for index in first..<(first + count) { noteReads(lists[index], &fields) }
  }
}

// Finds the conditions that were left undecided because a field is unusable. They are found only on request, in a
// second pass over the evaluated record.

/// A rule, a branch of a `when`, or a `required if` that was left undecided because a field that it needs is unusable.
package struct Skipped: Sendable {
  package enum Kind: Sendable { case rule, branch, presence }

  package var kind: Kind
  /// The node of the condition.
  package var condition: Int32
  package var level: Int32
  package var frame: Int32
}

extension Evaluator {
  /// Returns the undecided conditions, in the order of the declarations.
  ///
  /// - Parameter limit: the maximum number of conditions to return. The others are only counted.
  package func skipped(limit: Int) -> (told: [Skipped], count: Int) {
    var search = SkippedSearch(limit: limit)
    walk(Frame(level: 0, index: 0), &search)
    return (search.told, search.count)
  }

  private func walk(_ frame: Frame, _ search: inout SkippedSearch) {
    let level = plan.levels[frame.level]
    walk(level.firstStep, level.endStep, frame, &search)
  }

  private func walk(
    _ lower: Int, _ upper: Int, _ frame: Frame, _ search: inout SkippedSearch
  ) {
    var index = lower
    while index < upper {
      let step = plan.steps[index]
      index += 1
      switch step.kind {
      case .field: walk(field: Int(step.target), frame, &search)
      case .check: note(rule: Int(step.target), frame, &search)
      case .settle, .elseBlank: break
      case .branch:
        let state = workspace.cell(frame.level, frame.index, Int(step.cell))
        if state.kind == .bool { walk(index, Int(step.end), frame, &search) }
        if state.failure == .undecided { search.add(.branch, step.target, frame) }
        index = Int(state.kind == .blank ? step.end : step.next)
      }
    }
  }

  private func walk(field number: Int, _ frame: Frame, _ search: inout SkippedSearch) {
    let field = plan.fields[number]
    let value = workspace.cell(frame.level, frame.index, Int(field.cell))
    switch value.kind {
    case .unusable: return
    case .blank:
      guard field.requiredIf >= 0, truth(of: field.requiredIf, frame) == .skipped else { return }
      search.add(.presence, field.requiredIf, frame)
    default:
      for rule in field.firstRule..<field.endRule { note(rule: Int(rule), frame, &search) }
      forEachFrame(of: value) { walk(item: $0, &search) }
    }
  }

  private func walk(item frame: Frame, _ search: inout SkippedSearch) {
    let level = plan.levels[frame.level]
    if level.isList, level.itemIsRecord {
      let item = workspace.cell(frame.level, frame.index, level.itemCell)
      if item.kind == .unusable { return }
      let field = plan.fields[level.itemField]
      for rule in field.firstRule..<field.endRule { note(rule: Int(rule), frame, &search) }
    }
    walk(frame, &search)
  }

  private func note(rule number: Int, _ frame: Frame, _ search: inout SkippedSearch) {
    let condition = plan.rules[number].condition
    let truth = truth(of: condition, frame)
    if truth == .skipped || (truth != .no && takesNoPart(in: condition, frame)) {
      search.add(.rule, condition, frame)
    }
  }

  /// Whether a condition has a `unique` or `same` that passes because the record has no key for it.
  private func takesNoPart(in condition: Int32, _ frame: Frame) -> Bool {
    switch program.view(condition) {
    case .and(let first, let second):
      takesNoPart(in: first, frame) || takesNoPart(in: second, frame)
    case .defined(let inner, _): takesNoPart(in: inner, frame)
    case .dataSet(_, _, let values): values.contains { key(of: value(of: $0, frame)) == nil }
    default: false
    }
  }
}

/// The state of a search for undecided conditions.
private struct SkippedSearch {
  let limit: Int
  var told: [Skipped] = []
  var count = 0

  mutating func add(_ kind: Skipped.Kind, _ condition: Int32, _ frame: Frame) {
    count += 1
    guard told.count < limit else { return }
    told.append(
      Skipped(
        kind: kind, condition: condition, level: Int32(truncatingIfNeeded: frame.level),
        frame: Int32(truncatingIfNeeded: frame.index)))
  }
}

// Finds the unusable fields that keep a condition from being decided.

extension Evaluator {
  /// Returns the paths of the unusable fields that a skipped condition needs, each once, in the order of the condition.
  ///
  /// - Parameter limit: the maximum number of paths: there may be one in each item of a list.
  package func unusableFields(for skipped: Skipped, limit: Int) -> [String] {
    var fields = UnusableDependencies(limit: limit)
    collect(skipped.condition, frame(of: skipped), &fields)
    return fields.paths
  }

  /// Returns the path of the item or record whose condition was skipped, or nil for the record as a whole.
  package func path(of skipped: Skipped) -> String? { path(to: frame(of: skipped)) }

  private func frame(of skipped: Skipped) -> Frame {
    Frame(level: Int(skipped.level), index: Int(skipped.frame))
  }

  private func collect(_ number: Int32, _ frame: Frame, _ fields: inout UnusableDependencies) {
    guard number >= 0, !fields.isFull else { return }
    switch program.view(number) {
    case .cell(_, _, let field):
      if value(of: number, frame).kind == .unusable { add(field, frame, &fields) }
    case .member(let record, let inner):
      let value = value(of: record, frame)
      guard value.kind == .record else { return collect(record, frame, &fields) }
      collect(inner, Frame(level: value.level, index: value.firstFrame), &fields)
    case .each(let list, let inner):
      collect(list, frame, &fields)
      _ = forEachValue(of: list, frame) { record in
        guard record.kind == .record else { return true }
        collect(inner, Frame(level: record.level, index: record.firstFrame), &fields)
        return !fields.isFull
      }
    // From this record, a question about other records uses only the values of the question's keys.
    case .question(_, let number):
      let question = program.questions[number]
      for key in program.questionKeys[Int(question.firstKey)..<Int(question.endKey)] {
        collect(key.own, frame, &fields)
      }
    case .ofList(let query, _):
      for key in program.questionKeys.of(program.queries[query]) {
        collect(key.own, frame, &fields)
      }
    case .outside(let operand, let depth):
      collect(operand, state.pointee.framesAround[depth], &fields)
    case .aggregate(_, let list, -1, -1): collectItems(of: list, frame, &fields)
    case .aggregate(_, let list, let value, let condition):
      for inner in [value, condition] where inner >= 0 {
        collectItems(of: list, inner, frame, &fields)
      }
    case .inValues(let subject, let path, _):
      collect(subject, frame, &fields)
      collectItems(of: path, frame, &fields)
    case .quantified(let list, let condition, _): collectItems(of: list, condition, frame, &fields)
    case .word(.distinct, let list, let by):
      guard let by = by.first else { return collectItems(of: list, frame, &fields) }
      collectItems(of: list, by, frame, &fields)
    default: for child in program.children(of: number) { collect(child, frame, &fields) }
    }
  }

  /// Adds the path of a field in a frame, in one of the frames around it, or in a record inside it.
  private func add(_ field: Int32, _ frame: Frame, _ fields: inout UnusableDependencies) {
    let place = placed(field, from: frame) ?? (field, frame)
    fields.add(steps(toField: place.field, from: place.home).text)
  }

  /// Collects the unusable fields that make the values of a list or a path unknown.
  private func collectItems(
    of operand: Int32, _ frame: Frame, _ fields: inout UnusableDependencies
  ) {
    let known = fields.paths.count
    collect(operand, frame, &fields)
    guard fields.paths.count == known, let list = listField(operand) else { return }
    if forEachValue(of: operand, frame, { key(of: $0) != nil }) != .finished {
      add(list, frame, &fields)
    }
  }

  /// Collects the unusable fields on which `list` depends, and those on which `said` depends in each item. `said` is
  /// the node of an operand or condition about an item.
  private func collectItems(
    of list: Int32, _ said: Int32, _ frame: Frame, _ fields: inout UnusableDependencies
  ) {
    let known = fields.paths.count
    collect(list, frame, &fields)
    let said = plan.nodes[Int(said)]
    let walk = forEachItem(of: list, said, frame) { inner in
      collect(said.a, inner, &fields)
      return !fields.isFull
    }
    if walk == .unusable, fields.paths.count == known, let field = listField(list) {
      add(field, frame, &fields)
    }
  }

  /// Returns the list field that `operand` reads; for a path through lists, the first one.
  private func listField(_ operand: Int32) -> Int32? {
    if case .each(let list, _) = program.view(operand) { return listField(list) }
    return program.singleField(of: operand)
  }
}

/// The paths of the unusable fields that a condition needs.
private struct UnusableDependencies {
  let limit: Int
  private(set) var paths: [String] = []
  var isFull: Bool { paths.count >= limit }

  init(limit: Int) { self.limit = limit }

  mutating func add(_ path: String) {
    if !isFull, !paths.contains(path) { paths.append(path) }
  }
}

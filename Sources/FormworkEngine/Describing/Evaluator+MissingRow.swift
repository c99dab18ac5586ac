// Finds the table that leaves a rule without a result, because no row of the table matches the keys.

internal import FormworkSyntax

extension Evaluator {
  /// Returns the table and the keys if a rule has no result because no row matches the keys. Returns nil for any other
  /// problem, or if a question about a list uses the table.
  func missingRow(of problem: Problem) -> ResultLack? {
    guard problem.isOfRule, !program.tables.isEmpty else { return nil }
    let condition = plan.rules[Int(problem.rule)].condition
    let frame = Frame(level: Int(problem.level), index: Int(problem.frame))
    guard let number = missingRow(in: condition, frame),
      case .lookUp(let table, let keys) = program.view(number)
    else { return nil }
    return .row(
      table: program.tables[table].name, keys: keys.map { shown($0, for: problem).text })
  }

  /// Returns the first look-up without a matching row. In each node, searches only the first part that has no result.
  private func missingRow(in number: Int32, _ frame: Frame) -> Int32? {
    func first(_ parts: some Sequence<Int32>) -> Int32? {
      let part = parts.first { $0 >= 0 && lacksResult($0, frame) }
      return part.flatMap { missingRow(in: $0, frame) }
    }
    switch program.view(number) {
    case .lookUp(let table, let keys):
      let row = row(of: program.tables[table], keys: plan.nodes[Int(number)].c, frame)
      if case .none = row { return number }
      return first(keys)
    case .conditional(let one, let condition, let other):
      let truth = truth(of: condition, frame)
      return truth == .uncalculable ? first([condition]) : first([truth == .yes ? one : other])
    case .and, .or, .not, .defined, .truth, .comparison, .inRange, .range, .inList, .inTable, .word,
      .arithmetic, .negate, .function, .extreme, .template:
      return first(program.children(of: number))
    default: return nil
    }
  }

  private func lacksResult(_ number: Int32, _ frame: Frame) -> Bool {
    switch program.view(number) {
    case .and, .or, .not, .comparison, .inRange, .inList, .inTable, .inValues, .word, .host, .truth,
      .defined, .quantified:
      truth(of: number, frame) == .uncalculable
    case .range: program.children(of: number).contains { lacksResult($0, frame) }
    default: value(of: number, frame).kind == .uncalculable
    }
  }
}

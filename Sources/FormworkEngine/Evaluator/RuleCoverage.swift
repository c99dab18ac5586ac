// Which rules examples have made pass and fail, and which branches they have been in and out of.

package import FormworkSyntax

/// What a run of examples has tried of a program.
package final class RuleCoverage {
  private let program: Program
  private let plan: Plan
  private var passed: Set<Int> = []
  private var failed: Set<Int> = []
  private var entered: Set<Int> = []
  private var avoided: Set<Int> = []

  package init(_ evaluator: Evaluator) {
    program = evaluator.program
    plan = evaluator.plan
  }

  func note(rule: Int, _ truth: Truth) {
    if truth == .yes { passed.insert(rule) }
    if truth == .no { failed.insert(rule) }
  }

  func note(branch: Int, isInForce: Bool) {
    if isInForce { entered.insert(branch) } else { avoided.insert(branch) }
  }

  /// Something that no example has tried.
  package struct Gap: Sendable, Equatable {
    package enum Kind: Sendable { case neverPassed, neverFailed, neverInForce, alwaysInForce }

    package var kind: Kind
    package var span: Span
  }

  /// Everything that no example has tried, in the order of the spec.
  package var gaps: [Gap] {
    ways.filter { !$0.isTried }.map { $0.gap }.sorted { $0.span.lower < $1.span.lower }
  }

  /// How much has been tried, in percent of all ways, rounded down; 100 where there are none.
  package var percent: Int {
    let ways = ways
    return ways.isEmpty ? 100 : ways.count { $0.isTried } * 100 / ways.count
  }

  private var ways: [(gap: Gap, isTried: Bool)] {
    var ways: [(gap: Gap, isTried: Bool)] = []
    for number in program.rules.indices {
      let condition = program.rules[number].condition
      let span = program.nodes[Int(condition)].span
      // A single record cannot fail what is about all records.
      if program.nodes[Int(condition)].operation == .recordCount { continue }
      ways.append((Gap(kind: .neverPassed, span: span), passed.contains(number)))
      if program.speaksAcross(condition) { continue }
      ways.append((Gap(kind: .neverFailed, span: span), failed.contains(number)))
    }
    for (index, step) in plan.steps.enumerated() where step.kind == .branch && step.target >= 0 {
      let span = program.nodes[Int(step.target)].span
      ways.append((Gap(kind: .neverInForce, span: span), entered.contains(index)))
      ways.append((Gap(kind: .alwaysInForce, span: span), avoided.contains(index)))
    }
    return ways
  }
}

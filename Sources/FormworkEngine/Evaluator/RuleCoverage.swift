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
    var gaps: [Gap] = []
    for number in program.rules.indices {
      let span = program.nodes[Int(program.rules[number].condition)].span
      if !passed.contains(number) { gaps.append(Gap(kind: .neverPassed, span: span)) }
      if !failed.contains(number) { gaps.append(Gap(kind: .neverFailed, span: span)) }
    }
    for (index, step) in plan.steps.enumerated() where step.kind == .branch {
      guard step.target >= 0 else { continue }
      let span = program.nodes[Int(step.target)].span
      if !entered.contains(index) { gaps.append(Gap(kind: .neverInForce, span: span)) }
      if !avoided.contains(index) { gaps.append(Gap(kind: .alwaysInForce, span: span)) }
    }
    return gaps.sorted { $0.span.lower < $1.span.lower }
  }

  /// How much has been tried, in percent of all ways, rounded down; 100 where there are none.
  package var percent: Int {
    let branches = plan.steps.count { $0.kind == .branch && $0.target >= 0 }
    let ways = 2 * (program.rules.count + branches)
    return ways == 0 ? 100 : (ways - gaps.count) * 100 / ways
  }
}

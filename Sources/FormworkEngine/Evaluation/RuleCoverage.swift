// Coverage by examples: the rules that passed and failed, and the branches that were in force and not in force.

package import FormworkSyntax

/// The coverage of a program by a run of examples.
package final class RuleCoverage {
  private let program: Program
  private let planMemory: PlanMemory
  private var passed: OrderedSet<Int> = []
  private var failed: OrderedSet<Int> = []
  private var entered: OrderedSet<Int> = []
  private var avoided: OrderedSet<Int> = []

  package init(_ evaluator: Evaluator) {
    program = evaluator.program
    planMemory = evaluator.planMemory
  }

  func note(rule: Int, _ truth: Truth) {
    if truth == .yes { passed.insert(rule) }
    if truth.isBroken { failed.insert(rule) }
  }

  func note(branch: Int, isInForce: Bool) {
    if isInForce { entered.insert(branch) } else { avoided.insert(branch) }
  }

  /// A result that no example has produced.
  package struct Gap: Sendable, Hashable {
    package enum Kind: Sendable {
      case neverPassed, neverFailed, neverInForce, alwaysInForce
      /// The branch's condition was never evaluated, because an enclosing or earlier branch decided every time.
      case neverDecided
    }

    package var kind: Kind
    package var span: Span
  }

  /// The results that no example has produced, in the order of the form.
  package var gaps: [Gap] {
    let untried = ways.filter { !$0.isTried }.map { $0.gap }
    let all = OrderedSet(untried)
    return untried.compactMap { RuleCoverage.told($0, among: all) }
      .ordered { $0.span.lower < $1.span.lower }
  }

  /// Returns the gap to report. If a branch was never decided, its two gaps are reported as one.
  private static func told(_ gap: Gap, among all: OrderedSet<Gap>) -> Gap? {
    switch gap.kind {
    case .neverInForce where all.contains(Gap(kind: .alwaysInForce, span: gap.span)):
      Gap(kind: .neverDecided, span: gap.span)
    case .alwaysInForce where all.contains(Gap(kind: .neverInForce, span: gap.span)): nil
    default: gap
    }
  }

  /// The covered percentage of all results, rounded down. 100 if there are no results.
  package var percent: Int {
    let ways = ways
    return ways.isEmpty ? 100 : ways.count { $0.isTried } * 100 / ways.count
  }

  private struct Way {
    var gap: Gap
    var isTried: Bool
  }

  /// The results to cover. A rule of a type counts once, even if many fields have the type.
  private var ways: [Way] {
    var ways: [Way] = []
    var places: OrderedDictionary<Gap, Int> = [:]
    func add(_ kind: Gap.Kind, _ span: Span, _ isTried: Bool) {
      let gap = Gap(kind: kind, span: span)
      if let place = places[gap] {
        ways[place].isTried = ways[place].isTried || isTried
      } else {
        places[gap] = ways.count
        ways.append(Way(gap: gap, isTried: isTried))
      }
    }
    for number in program.rules.indices {
      let condition = program.rules[number].condition
      let span = program.nodes[Int(condition)].span
      // A single record can't fail a rule about all records.
      if program.rules[number].subject == .data { continue }
      add(.neverPassed, span, passed.contains(number))
      if program.speaksAcross(condition) { continue }
      add(.neverFailed, span, failed.contains(number))
    }
    for (index, step) in planMemory.plan.pointee.steps.enumerated()
    where step.kind == .branch && step.target >= 0 {
      let span = program.nodes[Int(step.target)].span
      add(.neverInForce, span, entered.contains(index))
      add(.alwaysInForce, span, avoided.contains(index))
    }
    return ways
  }
}

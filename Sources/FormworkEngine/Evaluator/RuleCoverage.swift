// Which rules examples have made pass and fail, and which branches they have been in and out of.

package import FormworkSyntax

/// What a run of examples has tried of a program.
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

  /// Something that no example has tried.
  package struct Gap: Sendable, Hashable {
    package enum Kind: Sendable {
      case neverPassed, neverFailed, neverInForce, alwaysInForce
      /// A branch around or before it decides every time.
      case neverDecided
    }

    package var kind: Kind
    package var span: Span
  }

  /// Everything that no example has tried, in the order of the form.
  package var gaps: [Gap] {
    let untried = ways.filter { !$0.isTried }.map { $0.gap }
    let all = OrderedSet(untried)
    return untried.compactMap { RuleCoverage.told($0, among: all) }
      .ordered { $0.span.lower < $1.span.lower }
  }

  /// A gap of the examples. A branch that neither holds nor fails in any of them is one gap.
  private static func told(_ gap: Gap, among all: OrderedSet<Gap>) -> Gap? {
    switch gap.kind {
    case .neverInForce where all.contains(Gap(kind: .alwaysInForce, span: gap.span)):
      Gap(kind: .neverDecided, span: gap.span)
    case .alwaysInForce where all.contains(Gap(kind: .neverInForce, span: gap.span)): nil
    default: gap
    }
  }

  /// How much has been tried, in percent of all ways, rounded down; 100 where there are none.
  package var percent: Int {
    let ways = ways
    return ways.isEmpty ? 100 : ways.count { $0.isTried } * 100 / ways.count
  }

  private struct Way {
    var gap: Gap
    var isTried: Bool
  }

  /// What can be tried. A rule of a type is one rule, however many fields are of that type.
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
      // A single record cannot fail what is about all records.
      if program.nodes[Int(condition)].operation == .recordCount { continue }
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

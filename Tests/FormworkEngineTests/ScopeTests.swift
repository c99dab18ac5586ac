// The entries of a name that may coexist, and those that are visible from each branch.

import Testing

@testable import FormworkEngine
@testable import FormworkSyntax

/// A scope filled by walking through nested blocks, and the results of comparing every entry with every other.
private struct FilledScope {
  let scope = Scope(level: 0, parent: nil, outerBranch: nil)
  var entries: [(name: String, entry: Scope.Entry)] = []
  var branches: [Scope.Branch] = []
  /// The names of entries for which the scope reported a clash other than the first one.
  var wrong: [String] = []
  private var random: SeededNumbers
  private var whens: UInt32 = 0

  init(seed: UInt64, names: Int) {
    random = SeededNumbers(state: seed)
    declare(in: nil, names: names)
  }

  private mutating func declare(in outer: Scope.Branch?, names: Int) {
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let depth = outer.map { $0.depth + 1 } ?? 0
      if depth < 3, Int.random(in: 0..<3, using: &random) == 0 {
        declareWhen(in: outer, names: names)
      } else {
        enter(in: outer, isGroup: false, names: names)
      }
    }
  }

  private mutating func declareWhen(in outer: Scope.Branch?, names: Int) {
    whens += 1
    let (when, start) = (whens, scope.entryCount)
    var own: [Scope.Branch] = []
    for number in 0..<Int.random(in: 1...4, using: &random) {
      let branch = Scope.Branch(
        when: when, number: number, in: outer, whenStart: start, start: scope.entryCount)
      own.append(branch)
      if Bool.random(using: &random) { enter(in: branch, isGroup: true, names: names) }
      declare(in: branch, names: names)
      branch.end = scope.entryCount
    }
    for branch in own { branch.whenEnd = scope.entryCount }
    branches += own
  }

  private mutating func enter(in branch: Scope.Branch?, isGroup: Bool, names: Int) {
    let name = "n\(Int.random(in: 0..<names, using: &random))"
    let place = UInt32(entries.count)
    let entry = Scope.Entry(
      branch: branch, span: Span(place, place), field: isGroup ? -1 : Int32(place))
    let first = entries.first {
      $0.name == name && !Scope.exclude($0.entry.branch, branch)
        && !Scope.isGroup($0.entry, around: entry)
    }
    let clash = scope.enter(entry, name: scope.number(adding: name))
    if clash?.span != first?.entry.span { wrong.append(name) }
    entries.append((name, entry))
  }
}

/// Random numbers that are the same in every run.
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
  }
}

struct ScopeTests {
  @Test func theFirstEntryThatOneCannotStandBesideIsTold() {
    let wrong = (0..<200).flatMap { seed in
      FilledScope(seed: UInt64(seed), names: seed % 5 + 1).wrong.map { "\(seed): \($0)" }
    }
    #expect(wrong == [])
  }

  @Test func fieldsAreSeenFromWhereTheyCanBeInForceTogether() {
    var seen = 0
    var wrong: [Int] = []
    for seed in 0..<60 {
      let filled = FilledScope(seed: UInt64(seed), names: seed % 5 + 1)
      for branch in filled.branches.map(Optional.init) + [nil] {
        for name in ["n0", "n3"] {
          let wanted = filled.entries.filter {
            $0.name == name && $0.entry.field >= 0 && !Scope.exclude($0.entry.branch, branch)
          }.map { $0.entry.field }
          let found = filled.scope.fields(named: name, from: branch).map { $0.field }
          let isFound = filled.scope.hasField(named: name, from: branch)
          if found != wanted || isFound == wanted.isEmpty { wrong.append(seed) }
          seen += wanted.count
        }
      }
    }
    #expect(wrong == [])
    #expect(seen > 1_000)
  }
}

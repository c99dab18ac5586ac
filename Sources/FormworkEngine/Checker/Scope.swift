// The names of a level, with their declarations.

internal import FormworkSyntax

final class Scope {
  let level: Int
  let parent: Scope?
  /// The branch of the parent scope in which this level is declared. Of nested branches, the innermost. Nil outside of
  /// branches.
  let outerBranch: Branch?
  /// The names of fields and groups, and the keys.
  @exclusivity(unchecked) private(set) var table = NameTable()
  /// The names in the order of the table. `firsts` has the first entry of each name. If a name has several entries,
  /// `firsts` also has the index of all of them in `repeated`. Either may be -1.
  @exclusivity(unchecked) private var names: [String] = []
  @exclusivity(unchecked) private var firsts: [(entry: Int32, repeated: Int32)] = []
  /// The input of each name that is a key, or -1.
  @exclusivity(unchecked) private(set) var inputs: [Int32] = []
  /// The entries of all names in the order of the declarations.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// For each name with several entries, the entries in order.
  @exclusivity(unchecked) private var repeated: [[Int32]] = []

  struct Entry {
    /// The innermost branch around the declaration.
    var branch: Branch?
    var span: Span
    /// The index of the field, or -1 for a group.
    var field: Int32
  }

  /// A branch of a `when`, with the branch around it. Most declarations aren't in a branch.
  final class Branch {
    let when: UInt32
    let number: Int
    let outer: Branch?
    /// The number of branches around this one.
    let depth: Int
    /// The number of entries of the level before the `when`. `start` is the number before the branch.
    let whenStart: Int32
    let start: Int32
    /// The number of entries of the level at the end of the branch, and at the end of the `when`. Each is `Int32.max`
    /// until that end is reached.
    @exclusivity(unchecked) var end = Int32.max
    @exclusivity(unchecked) var whenEnd = Int32.max
    /// The names in the condition of the branch.
    @exclusivity(unchecked) var names: OrderedSet<String> = []
    /// The span of the condition, or nil for `else`.
    @exclusivity(unchecked) var condition: Span?

    init(when: UInt32, number: Int, in outer: Branch?, whenStart: Int32, start: Int32) {
      (self.when, self.number, self.outer) = (when, number, outer)
      (self.whenStart, self.start) = (whenStart, start)
      depth = outer.map { $0.depth + 1 } ?? 0
    }
  }

  init(level: Int, parent: Scope?, outerBranch: Branch?) {
    self.level = level
    self.parent = parent
    self.outerBranch = outerBranch
  }

  /// Reserves space for `count` names.
  func reserve(_ count: Int) {
    table.reserve(count)
    names.reserveCapacity(count)
    firsts.reserveCapacity(count)
    inputs.reserveCapacity(count)
    entries.reserveCapacity(count)
  }

  /// Returns the number of a name or a key. Adds a new name or key.
  func number(adding name: String) -> Int {
    let number = table.add(name)
    if number == names.count {
      names.append(name)
      firsts.append((-1, -1))
      inputs.append(-1)
    }
    return number
  }

  /// Makes a name the key of an input.
  func setInput(_ input: Int32, ofName number: Int) { inputs[number] = input }

  var entryCount: Int32 { Int32(truncatingIfNeeded: entries.count) }

  /// Adds an entry for a name. Returns an earlier entry of the name that conflicts with the new one, or nil.
  func enter(_ entry: Entry, name number: Int) -> Entry? {
    let added = entryCount
    entries.append(entry)
    if firsts[number].entry < 0 {
      firsts[number].entry = added
      return nil
    }
    let clash = first(ofName: number, from: entry.branch) { !Scope.isGroup($0, around: entry) }
    if firsts[number].repeated < 0 {
      firsts[number].repeated = Int32(truncatingIfNeeded: repeated.count)
      repeated.append([firsts[number].entry])
    }
    repeated[Int(firsts[number].repeated)].append(added)
    return clash
  }

  /// Returns the fields named `name` that can be in force together with `branch`, or all of that name if `branch` is
  /// nil.
  func fields(named name: String, from branch: Branch? = nil) -> [Entry] {
    guard let number = table.number(of: name) else { return [] }
    var fields: [Entry] = []
    _ = first(ofName: number, from: branch) { entry in
      if entry.field >= 0 { fields.append(entry) }
      return false
    }
    return fields
  }

  /// All fields in the order of the declarations.
  var allFields: [Int32] { entries.map { $0.field }.filter { $0 >= 0 } }

  /// Whether a field named `name` can be in force together with `branch`.
  func hasField(named name: String, from branch: Branch?) -> Bool {
    guard let number = table.number(of: name) else { return false }
    return first(ofName: number, from: branch) { $0.field >= 0 } != nil
  }

  /// Returns the first field with a name.
  func field(named name: String) -> Int? { firstField(named: name).map { Int($0.field) } }

  /// Returns the entry of the first field with a name.
  func firstField(named name: String) -> Entry? {
    table.number(of: name).flatMap { first(ofName: $0, from: nil) { $0.field >= 0 } }
  }

  /// The names of fields in the order of their declarations.
  var declaredNames: [String] {
    names.indices.filter {
      firsts[$0].entry >= 0 && first(ofName: $0, from: nil) { $0.field >= 0 } != nil
    }
    .map { names[$0] }
  }

  /// The names of fields in alphabetical order.
  var sortedNames: [String] { declaredNames.ordered() }

  /// Returns the first entry of a name for which `isMeant` is true. Skips entries that can't be in force together with
  /// `branch`.
  private func first(
    ofName number: Int, from branch: Branch?, where isMeant: (Entry) -> Bool
  ) -> Entry? {
    guard firsts[number].entry >= 0 else { return nil }
    if firsts[number].repeated < 0 {
      let entry = entries[Int(firsts[number].entry)]
      return !Scope.exclude(entry.branch, branch) && isMeant(entry) ? entry : nil
    }
    let numbers = repeated[Int(firsts[number].repeated)]
    var index = 0
    // A `when` with very many branches may declare the name in each, so the other branches are skipped as a whole.
    for others in Scope.othersOfWhens(around: branch) {
      while index < numbers.count, numbers[index] < others.lowerBound {
        let entry = entries[Int(numbers[index])]
        if isMeant(entry) { return entry }
        index += 1
      }
      index = Scope.place(of: others.upperBound, in: numbers, from: index)
    }
    while index < numbers.count {
      let entry = entries[Int(numbers[index])]
      if isMeant(entry) { return entry }
      index += 1
    }
    return nil
  }

  /// Returns ranges of entries, in order: for each `when` around `branch`, the entries of its other branches.
  private static func othersOfWhens(around branch: Branch?) -> [Range<Int32>] {
    guard let branch else { return [] }
    var before: [Range<Int32>] = []
    var after: [Range<Int32>] = []
    var next: Branch? = branch
    while let inner = next {
      before.append(inner.whenStart..<inner.start)
      after.append(inner.end..<inner.whenEnd)
      next = inner.outer
    }
    return before.reversed() + after
  }

  /// Returns the index of the first number that isn't below `limit`. Searches the sorted `numbers` from `index` on.
  private static func place(of limit: Int32, in numbers: [Int32], from index: Int) -> Int {
    var (low, high) = (index, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the number of levels from this scope outward to `other`, or nil if `other` isn't around it.
  func hops(to other: Scope) -> Int? {
    var (scope, hops): (Scope?, Int) = (self, 0)
    while let level = scope {
      if level === other { return hops }
      (scope, hops) = (level.parent, hops + 1)
    }
    return nil
  }

  /// Whether `group` is a group that contains `entry`, so that they are in different objects of the product.
  static func isGroup(_ group: Entry, around entry: Entry) -> Bool {
    guard group.field < 0, let outer = group.branch else { return group.field < 0 }
    var inner = entry.branch
    while let branch = inner, branch.depth > outer.depth { inner = branch.outer }
    return isSame(inner, outer)
  }

  private static func isSame(_ first: Branch?, _ second: Branch?) -> Bool {
    var (first, second) = (first, second)
    while let one = first, let other = second, one !== other {
      if one.when != other.when || one.number != other.number { return false }
      (first, second) = (one.outer, other.outer)
    }
    return first === second
  }

  /// Whether two branches can never both be in force, because they belong to different branches of the same `when`.
  static func exclude(_ first: Branch?, _ second: Branch?) -> Bool {
    guard var one = first, var other = second else { return false }
    while one.depth > other.depth, let outer = one.outer { one = outer }
    while other.depth > one.depth, let outer = other.outer { other = outer }
    // Goes outward to the end, because the outermost difference decides.
    var isExcluded = false
    while one !== other {
      if one.when != other.when {
        isExcluded = false
      } else if one.number != other.number {
        isExcluded = true
      }
      guard let outerOne = one.outer, let outerOther = other.outer else { break }
      (one, other) = (outerOne, outerOther)
    }
    return isExcluded
  }
}

// The names of a level, with where each of them is declared.

internal import FormworkSyntax

/// The names of a level.
final class Scope {
  let level: Int
  let parent: Scope?
  /// The innermost branch in the parent around the field whose type this level is.
  let outerBranch: Branch?
  /// The names of fields and groups, and the keys that are asked for.
  @exclusivity(unchecked) private(set) var table = NameTable()
  /// The names in the order of the table, and for each its first and its last entry, or -1.
  @exclusivity(unchecked) private var names: [String] = []
  @exclusivity(unchecked) private var ends: [(first: Int32, last: Int32)] = []
  /// The input of each name that is a key; -1 for others.
  @exclusivity(unchecked) private(set) var inputs: [Int32] = []
  /// Entries of one name are linked.
  @exclusivity(unchecked) private var links: [Link] = []

  struct Entry {
    /// The innermost branch around it.
    var branch: Branch?
    var span: Span
    /// Its number, or -1 for a group.
    var field: Int32
  }

  private struct Link {
    var entry: Entry
    /// The next entry of the same name, or -1.
    var next: Int32
  }

  /// One way of a `when`, with the one around it; most places are in none.
  final class Branch {
    let when: UInt32
    let number: Int
    let outer: Branch?
    /// How many branches are around it.
    let depth: Int

    init(when: UInt32, number: Int, in outer: Branch?) {
      (self.when, self.number, self.outer) = (when, number, outer)
      depth = outer.map { $0.depth + 1 } ?? 0
    }
  }

  init(level: Int, parent: Scope?, outerBranch: Branch?) {
    self.level = level
    self.parent = parent
    self.outerBranch = outerBranch
  }

  /// Makes room for as many names.
  func reserve(_ count: Int) {
    table.reserve(count)
    names.reserveCapacity(count)
    ends.reserveCapacity(count)
    inputs.reserveCapacity(count)
    links.reserveCapacity(count)
  }

  /// The number of a name or a key, which is added if it is new.
  func number(adding name: String) -> Int {
    let number = table.add(name)
    if number == names.count {
      names.append(name)
      ends.append((-1, -1))
      inputs.append(-1)
    }
    return number
  }

  /// Makes a name the key of an input.
  func setInput(_ input: Int32, ofName number: Int) { inputs[number] = input }

  /// Adds an entry to those of its name; returns one that it cannot stand beside, if there is one.
  func enter(_ entry: Entry, name number: Int) -> Entry? {
    let added = Int32(truncatingIfNeeded: links.count)
    links.append(Link(entry: entry, next: -1))
    let last = ends[number].last
    if last < 0 {
      ends[number] = (added, added)
      return nil
    }
    ends[number].last = added
    let clash = first(ofName: number) {
      !Scope.exclude($0.branch, entry.branch) && !Scope.isGroup($0, around: entry)
    }
    links[Int(last)].next = added
    return clash
  }

  /// The fields of a name that a condition holds for.
  func fields(named name: String, where isMeant: (Entry) -> Bool = { _ in true }) -> [Entry] {
    guard let number = table.number(of: name) else { return [] }
    func isFound(_ entry: Entry) -> Bool { entry.field >= 0 && isMeant(entry) }
    guard let first = first(ofName: number, where: isFound) else { return [] }
    var fields = [first]
    // Most names are those of one field.
    if ends[number].first == ends[number].last { return fields }
    var isBehind = false
    _ = self.first(ofName: number) { entry in
      if isBehind, isFound(entry) { fields.append(entry) }
      isBehind = isBehind || entry.field == first.field
      return false
    }
    return fields
  }

  /// Whether there is a field of a name that a condition holds for.
  func hasField(named name: String, where isMeant: (Entry) -> Bool) -> Bool {
    guard let number = table.number(of: name) else { return false }
    return first(ofName: number) { $0.field >= 0 && isMeant($0) } != nil
  }

  /// The first field of a name.
  func field(named name: String) -> Int? {
    table.number(of: name).flatMap { first(ofName: $0) { $0.field >= 0 } }.map { Int($0.field) }
  }

  /// The names in alphabetical order.
  var sortedNames: [String] {
    names.indices.filter { ends[$0].first >= 0 }.map { names[$0] }.sorted()
  }

  private func first(ofName number: Int, where isMeant: (Entry) -> Bool) -> Entry? {
    var next = ends[number].first
    while next >= 0 {
      if isMeant(links[Int(next)].entry) { return links[Int(next)].entry }
      next = links[Int(next)].next
    }
    return nil
  }

  /// How many levels outwards another scope is; nil if it is not around this one.
  func hops(to other: Scope) -> Int? {
    var (scope, hops): (Scope?, Int) = (self, 0)
    while let level = scope {
      if level === other { return hops }
      (scope, hops) = (level.parent, hops + 1)
    }
    return nil
  }

  /// Whether one entry is a group and the other stands in it, so that the product has them in two
  /// objects.
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

  /// Whether two places can never both be in force: they part ways in the same `when`.
  static func exclude(_ first: Branch?, _ second: Branch?) -> Bool {
    guard var one = first, var other = second else { return false }
    while one.depth > other.depth, let outer = one.outer { one = outer }
    while other.depth > one.depth, let outer = other.outer { other = outer }
    // The outermost of the branches that differ decides.
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

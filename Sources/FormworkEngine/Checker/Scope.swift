// The names of a level, with where each of them is declared.

internal import FormworkSyntax

/// The names of a level.
final class Scope {
  let level: Int
  let parent: Scope?
  /// The branches in the parent around the field whose type this level is.
  let outerBranches: [Branch]
  @exclusivity(unchecked) private var table = NameTable()
  /// The names in the order of the table, each with its first and its last entry.
  @exclusivity(unchecked) private var names: [(name: String, first: Int32, last: Int32)] = []
  /// Entries of one name are linked.
  @exclusivity(unchecked) private var links: [(entry: Entry, next: Int32)] = []

  struct Entry {
    var field: Int
    var branches: [Branch]
    var span: Span
  }

  /// One way of a `when`.
  struct Branch: Equatable {
    var when: UInt32
    var number: Int
  }

  init(level: Int, parent: Scope?, outerBranches: [Branch]) {
    self.level = level
    self.parent = parent
    self.outerBranches = outerBranches
  }

  /// Makes room for as many names.
  func reserve(_ count: Int) {
    table.reserve(count)
    names.reserveCapacity(count)
    links.reserveCapacity(count)
  }

  /// Adds an entry to those of its name; returns one that it cannot stand beside, if there is one.
  func enter(_ entry: Entry, named name: String) -> Entry? {
    let number = table.add(name)
    let added = Int32(truncatingIfNeeded: links.count)
    links.append((entry, -1))
    guard number < names.count else {
      names.append((name, added, added))
      return nil
    }
    let clash = first(ofName: number, until: added) {
      !Scope.exclude($0.branches, entry.branches) && !Scope.isGroup($0, around: entry)
    }
    links[Int(names[number].last)].next = added
    names[number].last = added
    return clash
  }

  /// The fields of a name that a condition holds for.
  func fields(named name: String, where isMeant: (Entry) -> Bool = { _ in true }) -> [Entry] {
    guard let number = table.number(of: name) else { return [] }
    var fields: [Entry] = []
    _ = first(ofName: number) { entry in
      if entry.field >= 0, isMeant(entry) { fields.append(entry) }
      return false
    }
    return fields
  }

  /// The first field of a name.
  func field(named name: String) -> Int? {
    table.number(of: name).flatMap { first(ofName: $0) { $0.field >= 0 } }?.field
  }

  /// The names in alphabetical order.
  var sortedNames: [String] { names.map { $0.name }.sorted() }

  private func first(
    ofName number: Int, until end: Int32 = -1, where isMeant: (Entry) -> Bool
  ) -> Entry? {
    var next = names[number].first
    while next >= 0, next != end {
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
    group.field < 0 && entry.branches.starts(with: group.branches)
  }

  /// Whether two places can never both be in force: they part ways in the same `when`.
  static func exclude(_ first: [Branch], _ second: [Branch]) -> Bool {
    for (one, other) in zip(first, second) where one != other { return one.when == other.when }
    return false
  }
}

// Keeps the outcome for each constraint while a file is imported.

internal import FormworkSyntax

/// The coverage of an import. Its entries are found by element and by owner, whose numbers the importer chooses.
struct ImportLedger {
  var coverage = Coverage(of: "taken over")
  /// The schemas that were read, each with the reason for leaving out its unused keywords.
  private(set) var visited: OrderedDictionary<Int, Coverage.Lack> = [:]
  /// The index of each element's entry.
  private var entries: OrderedDictionary<Int, Int> = [:]
  /// The indices of the entries of each owner.
  private var belongings: OrderedDictionary<Int, [Int]> = [:]
  private var lastID = 0
  let source: Source

  init(_ source: Source) { self.source = source }

  func line(at offset: Int) -> Int { source.lineNumber(UInt32(truncatingIfNeeded: offset)) }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func clause(_ text: String, _ sources: [Int] = []) -> ImportedClause {
    ImportedClause(id: nextID(), text: text, sources: sources)
  }

  mutating func note(_ note: Coverage.Note) { coverage.note(note) }

  mutating func visit(_ node: Int, _ lack: Coverage.Lack) {
    if visited[node] == nil { visited[node] = lack }
  }

  func knows(_ element: Int) -> Bool { entries[element] != nil }

  func isLeftOut(_ element: Int) -> Bool {
    if let number = entries[element], case .leftOut = coverage.entries[number].outcome {
      true
    } else {
      false
    }
  }

  /// Registers the outcome for an element, and returns the index of its entry. If the element already has an entry, the
  /// worse outcome is kept.
  @discardableResult
  mutating func add(_ element: Int, of owner: Int, _ entry: Coverage.Entry) -> Int {
    if let number = entries[element] {
      if entry.outcome.rank > coverage.entries[number].outcome.rank {
        coverage.entries[number].outcome = entry.outcome
      }
      return number
    }
    let number = coverage.entries.count
    coverage.entries.append(entry)
    entries[element] = number
    belongings[owner, default: []].append(number)
    return number
  }

  /// Changes the outcome of the kept entries among `entries` to `leftOut`.
  mutating func lose(_ entries: [Int], _ reason: String) {
    for number in entries {
      if case .kept = coverage.entries[number].outcome {
        coverage.entries[number].outcome = .leftOut(.refused, detail: reason)
      }
    }
  }

  mutating func lose(owners: [Int], _ reason: String) {
    for owner in owners { lose(belongings[owner] ?? [], reason) }
  }

  /// Returns comments about the entries of owners, and forgets these entries.
  mutating func takeComments(of owners: [Int]) -> [String] {
    var comments: [String] = []
    for owner in owners {
      guard let numbers = belongings[owner], !numbers.isEmpty else { continue }
      comments += numbers.compactMap { coverage.entries[$0].comment }
      belongings[owner] = []
    }
    return comments
  }

  var owners: [Int] { belongings.keys.map { $0 } }
}

extension Coverage.Outcome {
  /// The rank of the outcome, which replaces outcomes of lower ranks.
  fileprivate var rank: Int {
    switch self {
    case .information: 0
    case .kept: 1
    case .stricter, .partly: 2
    case .leftOut: 3
    }
  }
}

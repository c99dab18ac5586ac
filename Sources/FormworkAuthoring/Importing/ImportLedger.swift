// Keeps the outcome for each constraint while a file is imported.

internal import FormworkSyntax

/// The outcome for each thing in a file. The importer numbers the things, and what they belong to, as it likes.
struct ImportLedger {
  private(set) var coverage = ImportCoverage()
  /// The schemas that were met, each with the reason for leaving out what isn't used.
  private(set) var visited: [(node: Int, lack: ImportCoverage.Lack)] = []
  private var visitedNodes: OrderedSet<Int> = []
  /// The entries of the coverage, by the things that they are about.
  private var entries: OrderedDictionary<Int, Int> = [:]
  /// The entries of what belongs together.
  private var belongings: OrderedDictionary<Int, [Int]> = [:]
  private var lastID = 0
  private let source: Source

  init(_ source: Source) { self.source = source }

  func line(at offset: Int) -> Int { source.lineNumber(UInt32(truncatingIfNeeded: offset)) }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func clause(_ text: String, _ sources: [Int]) -> ImportedClause {
    ImportedClause(id: nextID(), text: text, sources: sources)
  }

  mutating func note(_ note: ImportCoverage.Note) { coverage.note(note) }

  mutating func count(_ findings: [(code: String, count: Int)]) { coverage.findings = findings }

  mutating func visit(_ node: Int, _ lack: ImportCoverage.Lack) {
    if visitedNodes.insert(node).inserted { visited.append((node, lack)) }
  }

  func knows(_ thing: Int) -> Bool { entries[thing] != nil }

  func isLeftOut(_ thing: Int) -> Bool {
    guard let number = entries[thing], case .leftOut = coverage[number].outcome else {
      return false
    }
    return true
  }

  /// Notes the outcome for a thing, and returns the number of its entry. The worst outcome of a thing counts.
  ///
  /// - Parameter owner: the thing that it belongs to.
  @discardableResult
  mutating func add(_ thing: Int, of owner: Int, _ entry: ImportCoverage.Entry) -> Int {
    if let number = entries[thing] {
      if entry.outcome.rank > coverage[number].outcome.rank {
        coverage[number].outcome = entry.outcome
      }
      return number
    }
    let number = coverage.add(entry)
    entries[thing] = number
    belongings[owner, default: []].append(number)
    return number
  }

  /// Notes that something that was taken over had to be left out.
  mutating func lose(_ entries: [Int], _ reason: String) {
    for number in entries {
      if case .became = coverage[number].outcome {
        coverage[number].outcome = .leftOut(.refused, detail: reason)
      }
    }
  }

  mutating func lose(owners: [Int], _ reason: String) {
    for owner in owners { lose(belongings[owner] ?? [], reason) }
  }

  /// Returns what was not taken over of some owners, and forgets it, so that each is told once.
  mutating func lacks(of owners: [Int]) -> [ImportCoverage.Entry] {
    var found: [ImportCoverage.Entry] = []
    for owner in owners {
      for number in belongings[owner] ?? [] {
        switch coverage[number].outcome {
        case .leftOut, .assumed: found.append(coverage[number])
        case .became, .information: break
        }
      }
      belongings[owner] = []
    }
    return found
  }

  /// Everything that things belong to.
  var owners: [Int] { belongings.keys.map { $0 } }
}

extension ImportCoverage.Outcome {
  /// A higher rank replaces a lower one.
  fileprivate var rank: Int {
    switch self {
    case .information: 0
    case .became: 1
    case .assumed: 2
    case .leftOut: 3
    }
  }
}

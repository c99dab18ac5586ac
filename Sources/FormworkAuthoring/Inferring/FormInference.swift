// `formwork new`: infers a form from data. The records may be added in any order, and in parts that are merged
// afterwards. Only what the records have in common is kept, so memory doesn't grow with their number.

package import FormworkEngine
internal import FormworkReport
package import FormworkSyntax

/// Collects what records have in common.
package final class FormInference {
  let root: FieldProfile
  private let budget = FieldBudget()
  private(set) var samples = SampleRecords()
  /// The names of the columns; nil if the records aren't rows.
  let columns: [String]?
  /// The field of each column; nil for a column without a name.
  private var profiles: [FieldProfile?] = []
  /// The columns without a name that aren't empty.
  private(set) var namelessColumns: OrderedSet<Int> = []
  private let cells = RowCells()
  /// The rules of each column, and for each rule the values that it doesn't hold for.
  private var rules: [[ColumnRule]] = []
  private var tallies: [[RuleTally]] = []
  /// For each column, the indices of the rules that cover all of its values so far. The others aren't tested again.
  private var coveringRules: [[Int]] = []
  /// The lines of the rows added, from the first to the last.
  private var lines: ClosedRange<Int>?

  /// Creates an inference for JSON records.
  package init() {
    columns = nil
    root = FieldProfile(isRecord: true)
  }

  /// Creates an inference for the rows of a table.
  ///
  /// - Parameters:
  ///   - file: the index of the file among the files of the data.
  ///   - rules: the rules of columns by their names.
  package init(
    columns: [String], file: Int = 0, rules: OrderedDictionary<String, [ColumnRule]> = [:]
  ) {
    self.columns = columns
    self.rules = columns.map { rules[$0] ?? [] }
    tallies = self.rules.map { $0.map { _ in RuleTally() } }
    coveringRules = self.rules.map { Array($0.indices) }
    root = FieldProfile(isRecord: true)
    for (place, name) in columns.enumerated() {
      guard !name.isEmpty, name.lowercased() != problemsKey else {
        profiles.append(nil)
        continue
      }
      let looksForKey = place == 0 || FieldWords(name).areOfKey
      profiles.append(
        root.addMember(Array(name.utf8), first: (file, place), looksForKey: looksForKey))
    }
  }

  /// The rules of columns by their names.
  var ruled: OrderedDictionary<String, [(rule: ColumnRule, tally: RuleTally)]> {
    var ruled: OrderedDictionary<String, [(rule: ColumnRule, tally: RuleTally)]> = [:]
    for (index, name) in (columns ?? []).enumerated() where !rules[index].isEmpty {
      let isEmpty = profiles[index]?.text.filled == 0
      ruled[name] = zip(rules[index], tallies[index]).map { rule, tally in
        var tally = tally
        if isEmpty, let lines { tally.add(emptyRows: lines, rule) }
        return (rule: rule, tally: tally)
      }
    }
    return ruled
  }

  /// Whether a workbook says something about its columns.
  package var hasRules: Bool { rules.contains { !$0.isEmpty } }

  /// The number of records added.
  package var recordCount: Int { root.count }

  /// Whether the records have too many keys.
  package var hasTooManyFields: Bool { budget.isSpent || root.members.count > FormInference.limit }

  /// Maximum number of fields in a form; a longer form would be unreadable.
  package static let limit = 10_000

  /// Adds a row of a table.
  ///
  /// - Parameters:
  ///   - record: the row's number among all records.
  ///   - line: the row's number in the file.
  package func add(
    row: TextBytes, of table: TableReader, record: Int, line: Int
  ) throws(MalformedRecord) {
    try cells.read(row, of: table)
    root.countRecord()
    lines = (lines?.lowerBound ?? line)...max(line, lines?.upperBound ?? line)
    for index in cells.texts.indices {
      if let profile = profiles[index] {
        profile.add(cells.texts[index])
        if !coveringRules[index].isEmpty, !cells.texts[index].isWhiteSpace {
          coveringRules[index].removeAll { place in
            tallies[index][place].add(cells.texts[index], row: line, rules[index][place])
            return tallies[index][place].outside > 0
          }
        }
      } else if !cells.texts[index].isWhiteSpace {
        namelessColumns.insert(index)
      }
    }
    samples.add(record, length: row.count) { sampleOfRow() }
  }

  private func sampleOfRow() -> SampleValue {
    var members: [SampleValue.Member] = []
    for (name, text) in zip(columns ?? [], cells.texts) {
      let value: SampleValue = text.isEmpty ? .blank : .text(Array(text))
      members.append(.init(key: Array(name.utf8), value: value))
    }
    return .record(members)
  }

  /// Adds a JSON object that must be well-formed.
  ///
  /// - Parameter record: the object's number among all records.
  package func add(json: TextBytes, record: Int) {
    var tokens = JSONTokens(json)
    root.add(tokens.next(), &tokens, record: record, budget)
    samples.add(record, length: json.count) {
      var tokens = JSONTokens(json)
      return SampleValue(tokens.next(), &tokens)
    }
  }

  /// The keys that lead to the list of records, if the data looks like a single object around that list.
  package var wayToRecords: [String]? {
    guard root.records == 1 else { return nil }
    var best: (count: Int, way: [String]) = (FormInference.listCount, [])
    func look(in profile: FieldProfile, _ way: [String]) {
      for member in profile.members {
        let way = way + [String(decoding: member.key, as: UTF8.self)]
        if let item = member.profile.item, item.records == item.count, item.count > best.count {
          best = (item.count, way)
        }
        if way.count < 3, member.profile.lists == 0 { look(in: member.profile, way) }
      }
    }
    look(in: root, [])
    return best.way.allSatisfy { Spelling.isName($0) } && !best.way.isEmpty ? best.way : nil
  }

  /// A list is taken as the list of records, rather than as part of a record, if it has more objects than this.
  private static let listCount = 20

  /// Adds the inference for another part of the same data. The order of the parts doesn't matter.
  package func add(_ other: FormInference) {
    root.add(other.root)
    samples.add(other.samples)
    if let theirs = other.lines {
      let ours = lines ?? theirs
      lines =
        min(ours.lowerBound, theirs.lowerBound)...max(ours.upperBound, theirs.upperBound)
    }
    for (index, more) in other.tallies.enumerated() where index < tallies.count {
      for (place, tally) in more.enumerated() where place < tallies[index].count {
        tallies[index][place].add(tally)
      }
    }
    namelessColumns.formUnion(other.namelessColumns)
    if other.budget.isSpent { while budget.take() {} }
  }
}

// `formwork new`: a form made of data. Records are looked at one after the other, in any order and in parts that are
// joined afterwards, and of all of them is kept what they have in common, so that memory does not grow with them.

package import FormworkEngine
internal import FormworkSyntax

/// Finds out what records have in common.
package final class FormInference {
  let root: FieldProfile
  private let budget = FieldBudget()
  private(set) var samples = SampleRecords()
  /// The names of the columns, where the records are rows.
  let columns: [String]?
  /// For each column its field; nil for one without a name.
  private var profiles: [FieldProfile?] = []
  /// The columns without a name that have something in them.
  private(set) var namelessColumns: OrderedSet<Int> = []
  private let cells = RowCells()

  /// For records that are JSON.
  package init() {
    columns = nil
    root = FieldProfile(isRecord: true)
  }

  /// For the rows of a table.
  ///
  /// - Parameter file: the number of the file among those of the data.
  package init(columns: [String], file: Int = 0) {
    self.columns = columns
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

  /// How many records have been added.
  package var recordCount: Int { root.count }

  /// Whether the records have more keys than can be looked at.
  package var hasTooManyFields: Bool { budget.isSpent || root.members.count > FormInference.limit }

  /// The most fields of a form that somebody would read.
  package static let limit = 10_000

  /// Adds a row of a table.
  ///
  /// - Parameter record: its number among all records.
  package func add(
    row: TextBytes, of table: TableReader, record: Int
  ) throws(MalformedRecord) {
    try cells.read(row, of: table)
    root.countRecord()
    for index in cells.texts.indices {
      if let profile = profiles[index] {
        profile.add(cells.texts[index])
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

  /// Adds a JSON object that is known to be well-formed.
  ///
  /// - Parameter record: its number among all records.
  package func add(json: TextBytes, record: Int) {
    var cursor = JSONCursor(json)
    let token = cursor.next()
    root.add(token, &cursor, record: record, budget)
    samples.add(record, length: json.count) {
      var cursor = JSONCursor(json)
      let token = cursor.next()
      return SampleValue.read(token, &cursor)
    }
  }

  /// The keys that lead to the list of the records, where all of the data looks like one object around it.
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

  /// So many objects in a list are rather the records than a part of one.
  private static let listCount = 20

  /// Adds what another part of the same data has. The order of the parts means nothing.
  package func add(_ other: FormInference) {
    root.add(other.root)
    samples.add(other.samples)
    namelessColumns.formUnion(other.namelessColumns)
    if other.budget.isSpent { while budget.take() {} }
  }
}

// `columns`: the names of the data's columns, or of the keys of a record that isn't a row. Case doesn't matter, as when
// columns are assigned to fields.

internal import FormworkSyntax

/// The names of a table's columns, without those that have no name.
package final class ColumnNames: @unchecked Sendable {
  // `@unchecked`: nothing changes after initialization.

  package let names: [String]
  fileprivate let values: [Value]
  /// The names in their canonical forms, sorted, to distinguish tables. They keep their case, because `matches` is
  /// case-sensitive.
  private let sorted: [[UInt8]]
  private let pool = ConstantPool()

  package init(_ names: [String]) {
    self.names = names
    values = names.map { [pool] in Value(columnName: pool.add($0)) }
    let canonical = values.map { value in
      var bytes: [UInt8] = []
      value.bytes.appendCanonical(to: &bytes)
      return bytes
    }
    sorted = canonical.ordered { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether two tables have the same columns, in any order.
  package func areSame(as others: ColumnNames) -> Bool { sorted == others.sorted }
}

extension Program {
  /// Returns the index of the table whose columns break a check of the data, or nil for any other problem.
  package func table(of problem: Problem) -> Int? {
    let isOfColumns = problem.isOfRule && rules[Int(problem.rule)].subject == .columns
    return isOfColumns && problem.kind == .ofData ? Int(problem.frame) : nil
  }
}

extension ByteCoder {
  /// Encodes or decodes the column names of some tables.
  package mutating func code(_ tables: inout [ColumnNames]) {
    var names = tables.map { $0.names.map { Array($0.utf8) } }
    code(&names, []) { coder, names in
      coder.code(&names, []) { coder, name in coder.code(&name) }
    }
    guard isReading else { return }
    tables = names.map { ColumnNames($0.map { String(decoding: $0, as: UTF8.self) }) }
  }
}

extension Value {
  fileprivate init(columnName name: TextBytes) {
    self = Value(text: name, flags: name.isASCII ? 0 : Value.isBeyondASCII)
      .comparing(ignoringCase: true)
  }
}

extension TableReader {
  /// Returns the names of the data's columns, for the conditions that read them. Leaves out the column with the
  /// messages of an earlier run.
  package func columnNames() -> ColumnNames {
    ColumnNames(
      columns.indices.filter { !columns[$0].isEmpty && $0 != problemsColumn }.map { columns[$0] })
  }
}

extension Evaluator {
  /// Visits the names of the columns of the table or record at hand.
  func walkColumns(_ frame: Frame, _ body: (Value) -> Bool) -> Walk {
    if !state.pointee.tables.isEmpty {
      // If `frame` is that of a record of other data, the table belongs to the frame around the list.
      let frame = frame.level == 0 ? frame : state.pointee.framesAround[0]
      return state.pointee.tables[frame.index].values.allSatisfy(body) ? .finished : .stopped
    }
    let names = workspace.columns ?? keys()
    workspace.columns = names
    return names.allSatisfy(body) ? .finished : .stopped
  }

  /// Returns the keys of the JSON record.
  private func keys() -> [Value] {
    let isOfData = problemsKeyIsKnown
    return JSONReader.keys(of: record, workspace).lazy.map { $0.bytes }
      .filter { isOfData || !$0.elementsEqual(problemsKey.utf8) }
      .map { Value(columnName: $0) }
  }

  /// Sets the columns of the table whose row is being read. If they were part of the reader, they would be copied for
  /// each row: a quarter more instructions.
  @inline(never)
  func enter(_ table: TableReader) {
    // Comparing an array with itself takes no time.
    if entered?.columns != table.columns { entered = (table.columns, table.columnNames()) }
    workspace.columns = entered?.names.values
    workspace.isOfTable = true
  }
}

extension Workspace {
  /// Prepares for collecting the keys of a record that isn't text.
  func beginKeys() { if plan.pointee.asksColumns { columns = [] } }

  /// Adds a key of a record that isn't text.
  func addKey(_ name: TextBytes) {
    columns?.append(Value(columnName: scratch.pointee.addWithSlack(name)))
  }

  /// Sorts the keys, because the order of a dictionary's keys is arbitrary.
  func endKeys() {
    columns = columns?.ordered { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

// The rows of a list on screen.

extension SessionField {
  /// The rows of a list; empty for any other field, and for a list stored as one text.
  ///
  /// A row is a box like any other. If the items are records, the row contains the boxes of their fields, such as
  /// `row["price"]`. Otherwise its value is the item. A row keeps its messages and its ``id`` when other rows are
  /// added, removed or moved. A blank row remains in the record, as an empty record or as null, until it is removed.
  /// A list stored as one text is split into rows when a row is added.
  public var rows: [SessionField] { box.rows.map { SessionField($0, state) } }

  /// Adds a row at the end.
  ///
  /// - Parameter value: the value of the row; for a record, values keyed by field name; `null` for a blank row.
  /// - Returns: the new row; nil if this isn't a list.
  @discardableResult
  public func append(_ value: RecordValue = .null) -> SessionField? {
    addRow(value) { $0.endIndex }
  }

  /// Inserts a row.
  ///
  /// - Parameters:
  ///   - value: the value of the row; for a record, values keyed by field name; `null` for a blank row.
  ///   - index: the index of the new row, from 0 to the number of rows, or of items if the list is stored as one text.
  /// - Returns: the new row; nil if this isn't a list.
  @discardableResult
  public func insert(_ value: RecordValue = .null, at index: Int) -> SessionField? {
    addRow(value) { _ in index }
  }

  private func addRow(_ value: RecordValue, at place: ([Box]) -> Int) -> SessionField? {
    var new: Box?
    changeRows { rows, make in
      let row = make(value)
      rows.insert(row, at: place(rows))
      new = row
    }
    return new.map { SessionField($0, state) }
  }

  /// Removes a row.
  ///
  /// - Parameter index: the index of an existing row.
  public func remove(at index: Int) { remove(atOffsets: CollectionOfOne(index)) }

  /// Removes a row; does nothing if the list doesn't contain it.
  ///
  /// - Parameter id: the identifier of the row.
  public func remove(id: ID) {
    box.rows.firstIndex { $0.id == id }.map { remove(at: $0) }
  }

  /// Removes rows, as an action for SwiftUI's `onDelete`.
  ///
  /// - Parameter offsets: the indices of existing rows, such as an `IndexSet`.
  public func remove(atOffsets offsets: some Sequence<Int>) {
    let offsets = Set(offsets)
    precondition(offsets.allSatisfy { box.rows.indices.contains($0) }, "There is no such row.")
    changeRows { rows, _ in
      rows = rows.indices.filter { !offsets.contains($0) }.map { rows[$0] }
    }
  }

  /// Moves a row.
  ///
  /// - Parameters:
  ///   - index: the index of an existing row.
  ///   - end: the index after the move.
  public func move(from index: Int, to end: Int) {
    changeRows { rows, _ in
      let row = rows.remove(at: index)
      rows.insert(row, at: end)
    }
  }

  /// Moves rows, as an action for SwiftUI's `onMove`.
  ///
  /// - Parameters:
  ///   - offsets: the indices of existing rows, such as an `IndexSet`.
  ///   - index: the index of the row before which to move the rows, counted before the move; the number of rows for the
  ///     end.
  public func move(fromOffsets offsets: some Sequence<Int>, toOffset index: Int) {
    let offsets = Set(offsets)
    precondition(offsets.allSatisfy { box.rows.indices.contains($0) }, "There is no such row.")
    changeRows { rows, _ in
      func rest(_ range: Range<Int>) -> [Box] {
        range.filter { !offsets.contains($0) }.map { rows[$0] }
      }
      rows =
        rest(0..<index) + offsets.sorted().map { rows[$0] } + rest(index..<rows.count)
    }
  }

  private func changeRows(_ change: (inout [Box], (RecordValue) -> Box) -> Void) {
    state.changeRows(box, change)
  }
}

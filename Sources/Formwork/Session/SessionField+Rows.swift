// The rows of a list on screen.

extension SessionField {
  /// The items of a list; empty for every other field, and for a list that stands in one text.
  ///
  /// A row is a box like any other. One that is a record has the boxes of its fields in it, as `row["price"]`; any other
  /// has the value of the item itself. Rows keep what is said of them, and their ``id``, when others come, go or move.
  /// A blank row is part of the record until it is removed, as an empty record or as nothing.
  /// A list that stands in one text becomes rows when one is added.
  public var rows: [SessionField] { box.rows.map { SessionField($0, state) } }

  /// Adds a row at the end.
  ///
  /// - Parameter value: what is in the row, a record by the names of its fields; `null` for a blank one.
  /// - Returns: the new row; nil if this is no list.
  @discardableResult
  public func append(_ value: RecordValue = .null) -> SessionField? {
    addRow(value) { $0.endIndex }
  }

  /// Adds a row before another.
  ///
  /// - Parameters:
  ///   - value: what is in the row, a record by the names of its fields; `null` for a blank one.
  ///   - index: where the row will be, from 0; at most the number of rows, or of items in one text.
  /// - Returns: the new row; nil if this is no list.
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
  /// - Parameter index: of the row, from 0; there must be one.
  public func remove(at index: Int) { remove(atOffsets: CollectionOfOne(index)) }

  /// Removes a row; nothing happens for one that is not in the list.
  ///
  /// - Parameter id: of the row.
  public func remove(id: ID) {
    box.rows.firstIndex { $0.id == id }.map { remove(at: $0) }
  }

  /// Removes rows, as SwiftUI's `onDelete` says it.
  ///
  /// - Parameter offsets: the indexes of the rows, such as an `IndexSet`; there must be a row at each.
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
  ///   - index: of the row, from 0; there must be one.
  ///   - end: the index that it will have.
  public func move(from index: Int, to end: Int) {
    changeRows { rows, _ in
      let row = rows.remove(at: index)
      rows.insert(row, at: end)
    }
  }

  /// Moves rows, as SwiftUI's `onMove` says it.
  ///
  /// - Parameters:
  ///   - offsets: the indexes of the rows, such as an `IndexSet`; there must be a row at each.
  ///   - index: of the row, as they are before the move, that they will stand before; the number of rows for the end.
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

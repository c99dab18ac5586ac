// Positions of problems: the path and the key of the field, and the position in the data.

internal import FormworkSyntax

extension Evaluator {
  /// Returns the path of a problem's field, such as `items[2].price`, or nil for the whole record.
  package func path(of problem: Problem) -> String? {
    let steps = steps(of: problem)
    return steps.isEmpty ? nil : steps.text
  }

  /// Returns the steps to a problem's field. Empty for the whole record.
  package func steps(of problem: Problem) -> [PathStep] {
    let frame = frame(of: problem)
    if problem.kind == .unknownKey {
      let key = workspace.unknownKeys.pointee.entries[Int(problem.rule)].key.text
      return steps(to: frame) + [.name(key)]
    }
    return problem.field < 0 ? steps(to: frame) : steps(toField: problem.field, from: frame)
  }

  /// Whether a problem is about an item of a list. The item has the messages of the list.
  func isOfItem(_ problem: Problem) -> Bool {
    problem.field >= 0 && program.namedField(problem.field) != problem.field
  }

  /// Returns the number of a problem's item in its list, from 1, or nil if the problem isn't about an item.
  func itemNumber(of problem: Problem) -> Int? {
    guard isOfItem(problem) else { return nil }
    return place(ofItem: frame(of: problem)) + 1
  }

  /// Returns the steps to a field in `frame`, or in a record inside it.
  func steps(toField field: Int32, from frame: Frame) -> [PathStep] {
    let entry = program.fields[Int(field)]
    let owner = program.levels[Int(entry.level)].owner
    var steps: [PathStep] = []
    if Int(entry.level) == frame.level {
      steps = self.steps(to: frame)
    } else if owner >= 0 {
      steps = self.steps(toField: owner, from: frame)
    }
    // The items of a list have no name.
    if !entry.name.isEmpty { steps.append(.name(entry.name)) }
    return steps
  }

  /// Returns the steps to a frame: those to the field that contains it and, in a list, its index.
  private func steps(to frame: Frame) -> [PathStep] {
    let level = program.levels[frame.level]
    guard level.owner >= 0 else { return [] }
    let parent = Frame(
      level: Int(level.parent), index: workspace.parent(frame.level, frame.index))
    let outer = steps(toField: level.owner, from: parent)
    return level.isList ? outer + [step(toItem: frame)] : outer
  }

  /// Returns the step from a list to an item: the key, if the list has keys, or the index.
  private func step(toItem frame: Frame) -> PathStep {
    let key = program.levels[frame.level].keyField
    guard key >= 0 else { return .item(place(ofItem: frame)) }
    if program.isSecret(field: key) { return .key(ShownValue.mask) }
    let input = Int(program.fields[Int(key)].input)
    return .key(workspace.input(frame.level, frame.index, input).text)
  }

  /// Returns the path of a frame, or nil for the whole record.
  func path(to frame: Frame) -> String? {
    let steps = steps(to: frame)
    return steps.isEmpty ? nil : steps.text
  }

  /// Returns the index of an item in its list. In numbered columns, this is its position among the columns, from 0.
  func place(ofItem frame: Frame) -> Int {
    if let numbers = state.pointee.itemNumbers[frame.level] { return numbers[frame.index] }
    return frame.index - firstItem(of: frame)
  }

  /// Returns the frame of the first item of the list that contains `frame`. Finds the list in the cell of its field.
  private func firstItem(of frame: Frame) -> Int {
    let level = program.levels[frame.level]
    let cell = Int(program.fields[Int(level.owner)].cell)
    let parent = workspace.parent(frame.level, frame.index)
    let list = workspace.cell(Int(level.parent), parent, cell)
    return list.kind == .list ? list.firstFrame : frame.index
  }
}

// MARK: - In the data

extension Evaluator {
  func frame(of problem: Problem) -> Frame {
    Frame(level: Int(problem.level), index: Int(problem.frame))
  }

  /// Returns the frame of a field: `frame` itself, or the frame of a record inside it. Nil if there is no such record.
  func home(of field: Int, in frame: Frame) -> Frame? {
    let level = Int(program.fields[field].level)
    if level == frame.level { return frame }
    let owner = Int(program.levels[level].owner)
    guard owner >= 0, let outer = home(of: owner, in: frame) else { return nil }
    let record = workspace.cell(outer.level, outer.index, Int(program.fields[owner].cell))
    guard record.kind == .record else { return nil }
    return Frame(level: record.level, index: record.firstFrame)
  }

  /// Returns a field that a condition in `frame` names, and the field's frame. That is `frame`, a frame around it, or
  /// the frame of a record inside one of these. Of fields with the same name in several branches, returns the one in
  /// force.
  func placed(_ field: Int32, from frame: Frame) -> (field: Int32, home: Frame)? {
    guard field >= 0 else { return nil }
    let namesakes = program.namesakes[field] ?? [field]
    var frame = frame
    while true {
      let there = namesakes.lazy.compactMap { field in
        self.home(of: Int(field), in: frame).map { (field: field, home: $0) }
      }
      if let found = there.first(where: { self.isInForce($0.field, $0.home) }) ?? there.first {
        return found
      }
      if frame.level == 0 { return nil }
      frame = Frame(
        level: plan.levels[frame.level].parent, index: workspace.parent(frame.level, frame.index))
    }
  }

  /// Returns the unconverted value of a problem's field in the data.
  func rawValue(of problem: Problem) -> Value {
    let frame = frame(of: problem)
    if problem.kind == .unknownKey {
      return workspace.unknownKeys.pointee.entries[Int(problem.rule)].key
    }
    guard problem.field >= 0 else { return input(of: frame) }
    let field = Int(problem.field)
    return home(of: field, in: frame).map { preferredInput(field, $0) } ?? .blank
  }

  /// Returns the key of a problem's field in the data, even if it has no value. In a table, this is the name of the
  /// column.
  package func key(of problem: Problem) -> String {
    guard problem.field >= 0 else { return "" }
    if let table, let column = column(of: problem, in: table) { return table.columns[column] }
    guard let home = home(of: Int(problem.field), in: frame(of: problem)) else {
      return path(of: problem) ?? ""
    }
    let field = program.fields[Int(problem.field)]
    let number = filledInput(Int(problem.field), home) ?? 0
    let key = field.keys.indices.contains(number) ? field.keys[number] : field.name
    let outer = path(to: home)
    return outer.map { key.isEmpty ? $0 : $0 + "." + key } ?? key
  }

  /// Returns the unconverted item or record of a frame. Returns a blank value for the outermost frame.
  private func input(of frame: Frame) -> Value {
    let level = program.levels[frame.level]
    if level.isList { return workspace.input(frame.level, frame.index, Int(level.itemInput)) }
    guard level.owner >= 0 else { return .blank }
    let parent = workspace.parent(frame.level, frame.index)
    return preferredInput(Int(level.owner), Frame(level: Int(level.parent), index: parent))
  }

  /// Returns the position of a problem in the record's bytes. If there is no value, this is the position of the empty
  /// cell in a table, or of the JSON object that lacks the value. Returns nil if there is neither.
  package func offset(of problem: Problem) -> Int? {
    let raw = rawValue(of: problem)
    if raw.kind != .blank { return Int(raw.extra) }
    guard let table else { return offsetOfOwner(of: problem) }
    return column(of: problem, in: table).map { cellStarts(table)[$0] }
  }

  /// Returns the offsets of the record's cells.
  private func cellStarts(_ table: TableReader) -> [Int] {
    if state.pointee.cellStarts.isEmpty { state.pointee.cellStarts = table.starts(record) }
    return state.pointee.cellStarts
  }
}

extension Evaluator {
  /// Returns the offset of the object around a problem's field: the innermost one that the data contains.
  private func offsetOfOwner(of problem: Problem) -> Int? {
    var field = Int(problem.field)
    while field >= 0 {
      if let home = home(of: field, in: frame(of: problem)) {
        if home.level == 0 { return record.firstIndex { $0 > 0x20 } }
        let owner = input(of: home)
        return owner.kind == .blank ? nil : Int(owner.extra)
      }
      field = Int(program.levels[Int(program.fields[field].level)].owner)
    }
    return nil
  }

  /// Returns the column of a problem's field.
  func column(of problem: Problem, in table: TableReader) -> Int? {
    guard problem.field >= 0 else { return nil }
    if let column = numberedColumn(of: problem, in: table) { return column }
    // A field may have several columns. A list in numbered columns has the column of the first value inside it.
    let raw = rawValue(of: problem)
    if raw.kind != .blank { return cellStarts(table).lastIndex { $0 <= Int(raw.extra) } }
    let column = Int(table.columnOfField[Int(problem.field)])
    return column >= 0 ? column : nil
  }

  /// Returns the name of a problem's column if the problem is in a list's numbered columns. Returns nil for any other
  /// problem.
  package func numberedColumnName(of problem: Problem) -> String? {
    guard problem.field >= 0, let table else { return nil }
    return numberedColumn(of: problem, in: table).map { table.columns[$0] }
  }

  /// Returns the original position, from 0, of the item that is or contains `frame`. Nil if the item's list has no
  /// gaps.
  private func itemNumber(around frame: Frame) -> Int? {
    var frame = frame
    while frame.level > 0, !program.levels[frame.level].isList {
      let parent = workspace.parent(frame.level, frame.index)
      frame = Frame(level: Int(program.levels[frame.level].parent), index: parent)
    }
    return state.pointee.itemNumbers[frame.level].map { $0[frame.index] }
  }

  /// Returns the column of a problem in a list's numbered columns, or nil for any other problem.
  private func numberedColumn(of problem: Problem, in table: TableReader) -> Int? {
    guard !table.lists.isEmpty, let home = home(of: Int(problem.field), in: frame(of: problem))
    else { return nil }
    let field = program.fields[Int(problem.field)]
    var record: Int?
    if case .record(let level) = field.type, !field.name.isEmpty { record = Int(level) }
    let number = itemNumber(around: home) ?? home.index
    let columns = table.columns(
      ofItem: Frame(level: home.level, index: number), Int(field.columnInput), record: record)
    let raw = rawValue(of: problem)
    if columns.count < 2 || raw.kind == .blank { return columns.first }
    // If there are several columns, returns the one that contains the value.
    let starts = cellStarts(table)
    return columns.filter { starts[$0] <= Int(raw.extra) }.max() ?? columns.first
  }
}

// MARK: - Products and rejects

extension Evaluator {
  /// Returns the value of a cell, for products.
  package func cell(_ level: Int, _ frame: Int, _ index: Int) -> Value {
    workspace.cell(level, frame, index)
  }

  /// Returns the cells of a frame, for products. They are valid until the next record.
  package func cells(_ level: Int, _ frame: Int) -> UnsafePointer<Value> {
    UnsafePointer(workspace.stores[level].cells(frame))
  }

  /// Whether a reader has set the value of a cell of the outermost level.
  package func isReadShort(_ cell: Int) -> Bool {
    cell < 64 && workspace.stores[0].marks[0].typed & 1 << UInt64(cell) != 0
  }

  /// Whether a record may contain `problemsKey` anywhere.
  package func mentionsProblems(_ record: TextBytes) -> Bool {
    JSONReader.hasText(problemsKey, in: record)
  }

  /// Returns the range of the messages that an earlier run added to a rejected record.
  ///
  /// - Parameter isRead: whether the record was evaluated last and read completely.
  package func earlierProblems(in record: TextBytes, isRead: Bool) -> Range<Int>? {
    // Most records don't have `problemsKey`. Searching for it is faster than parsing the record.
    if isRead, !workspace.unknownKeys.pointee.haveCome, !problemsKeyIsKnown { return nil }
    guard mentionsProblems(record) else { return nil }
    let copy = workspace.scratch.pointee.addPadded(record)
    return JSONReader.member(problemsKey, in: copy, workspace)
  }
}

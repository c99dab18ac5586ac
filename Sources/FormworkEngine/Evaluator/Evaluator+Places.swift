// Where a problem is: the path and the key of its field, and its place in the data.

internal import FormworkSyntax

extension Evaluator {
  /// The path of a problem's field, such as `items[2].price`; nil for the record as a whole.
  package func path(of problem: Problem) -> String? {
    let steps = steps(of: problem)
    return steps.isEmpty ? nil : steps.text
  }

  /// The steps to a problem's field; none for the record as a whole.
  package func steps(of problem: Problem) -> [PathStep] {
    let frame = frame(of: problem)
    if problem.kind == .unknownKey {
      let key = workspace.unknownKeys.pointee.entries[Int(problem.rule)].key.text
      return steps(to: frame) + [.name(key)]
    }
    return problem.field < 0 ? steps(to: frame) : steps(toField: problem.field, from: frame)
  }

  /// Whether a problem is one of an item, whose words are those of its list.
  func isOfItem(_ problem: Problem) -> Bool {
    problem.field >= 0 && program.namedField(problem.field) != problem.field
  }

  /// For a problem of an item, its place in its list, from 1.
  func itemNumber(of problem: Problem) -> Int? {
    guard isOfItem(problem) else { return nil }
    let frame = frame(of: problem)
    return frame.index - firstItem(of: frame) + 1
  }

  /// The steps to a field in `frame`, or in a record inside it.
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

  /// The steps to a frame: those to the field it lies in, and its number in a list.
  private func steps(to frame: Frame) -> [PathStep] {
    let level = program.levels[frame.level]
    guard level.owner >= 0 else { return [] }
    let parent = Frame(
      level: Int(level.parent), index: workspace.parent(frame.level, frame.index))
    let outer = steps(toField: level.owner, from: parent)
    return level.isList ? outer + [.item(frame.index - firstItem(of: frame))] : outer
  }

  /// The path of a frame; nil for the record as a whole.
  func path(to frame: Frame) -> String? {
    let steps = steps(to: frame)
    return steps.isEmpty ? nil : steps.text
  }

  /// The frame of the first item of the list that a frame is an item of: the list is in the cell of
  /// its field.
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

  /// The frame of a problem's field: the problem's own, or that of a record in it.
  func home(of field: Int, in frame: Frame) -> Frame? {
    let level = Int(program.fields[field].level)
    if level == frame.level { return frame }
    let owner = Int(program.levels[level].owner)
    guard owner >= 0, let outer = home(of: owner, in: frame) else { return nil }
    let record = workspace.cell(outer.level, outer.index, Int(program.fields[owner].cell))
    guard record.kind == .record else { return nil }
    return Frame(level: record.level, index: record.firstFrame)
  }

  /// A field that something in a frame speaks of, and the frame that it is in: this one, one around it, or that of a
  /// record in one of these. Of fields of one name in several branches it is the one in force.
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

  /// What the data has for a problem's field, as it came.
  func rawValue(of problem: Problem) -> Value {
    let frame = frame(of: problem)
    if problem.kind == .unknownKey {
      return workspace.unknownKeys.pointee.entries[Int(problem.rule)].key
    }
    guard problem.field >= 0 else { return input(of: frame) }
    let field = Int(problem.field)
    return home(of: field, in: frame).map { preferredInput(field, $0) } ?? .blank
  }

  /// The key that the value of a problem's field stands under, or would: in a table its column.
  package func key(of problem: Problem) -> String {
    guard problem.field >= 0, let home = home(of: Int(problem.field), in: frame(of: problem)) else {
      return ""
    }
    if let table, let column = column(of: problem, in: table) { return table.columns[column] }
    let field = program.fields[Int(problem.field)]
    let number = filledInput(Int(problem.field), home) ?? 0
    let key = field.keys.indices.contains(number) ? field.keys[number] : field.name
    let outer = path(to: home)
    return outer.map { key.isEmpty ? $0 : $0 + "." + key } ?? key
  }

  /// The item or the record that a frame is of, as it came; blank for the outermost.
  private func input(of frame: Frame) -> Value {
    let level = program.levels[frame.level]
    if level.isList { return workspace.input(frame.level, frame.index, Int(level.itemInput)) }
    guard level.owner >= 0 else { return .blank }
    let parent = workspace.parent(frame.level, frame.index)
    return preferredInput(Int(level.owner), Frame(level: Int(level.parent), index: parent))
  }

  /// Where in the record's bytes a problem is: at its value, else in a table at its empty cell, in JSON at the object
  /// that lacks it. Nil if there is neither.
  package func offset(of problem: Problem) -> Int? {
    let raw = rawValue(of: problem)
    if raw.kind != .blank { return Int(raw.extra) }
    guard let table else { return offsetOfOwner(of: problem) }
    return column(of: problem, in: table).map { cellStarts(table)[$0] }
  }

  /// Where the cells of the record begin.
  private func cellStarts(_ table: TableReader) -> [Int] {
    if state.pointee.cellStarts.isEmpty { state.pointee.cellStarts = table.starts(record) }
    return state.pointee.cellStarts
  }
}

extension Evaluator {
  /// Where the object begins that lacks the value of a problem's field.
  private func offsetOfOwner(of problem: Problem) -> Int? {
    guard problem.field >= 0, let home = home(of: Int(problem.field), in: frame(of: problem)) else {
      return nil
    }
    if home.level == 0 { return record.firstIndex { $0 > 0x20 } }
    let owner = input(of: home)
    return owner.kind == .blank ? nil : Int(owner.extra)
  }

  /// The column that a problem's field stands in.
  func column(of problem: Problem, in table: TableReader) -> Int? {
    guard problem.field >= 0 else { return nil }
    if let column = numberedColumn(of: problem, in: table) { return column }
    let column = Int(table.columnOfField[Int(problem.field)])
    if column >= 0 { return column }
    // An item of a list in one cell, or a list of numbered columns: what the value, or the first of it, stands in.
    let raw = rawValue(of: problem)
    return raw.kind == .blank ? nil : cellStarts(table).lastIndex { $0 <= Int(raw.extra) }
  }

  /// The name of the column of an item that stands in numbered ones; nil for every other problem.
  package func numberedColumnName(of problem: Problem) -> String? {
    guard problem.field >= 0, let table else { return nil }
    return numberedColumn(of: problem, in: table).map { table.columns[$0] }
  }

  /// The column of an item that stands in numbered ones.
  private func numberedColumn(of problem: Problem, in table: TableReader) -> Int? {
    guard !table.lists.isEmpty, let home = home(of: Int(problem.field), in: frame(of: problem))
    else { return nil }
    let field = program.fields[Int(problem.field)]
    var record: Int?
    if case .record(let level) = field.type, !field.name.isEmpty { record = Int(level) }
    let columns = table.columns(ofItem: home, Int(field.input), record: record)
    let raw = rawValue(of: problem)
    if columns.count < 2 || raw.kind == .blank { return columns.first }
    // Of several columns it is the one that the value stands in.
    let starts = cellStarts(table)
    return columns.filter { starts[$0] <= Int(raw.extra) }.max() ?? columns.first
  }
}

// MARK: - For products and rejects

extension Evaluator {
  /// The value of a cell, for products.
  package func cell(_ level: Int, _ frame: Int, _ index: Int) -> Value {
    workspace.cell(level, frame, index)
  }

  /// The cells of a frame, for products; good until the next record.
  package func cells(_ level: Int, _ frame: Int) -> UnsafePointer<Value> {
    UnsafePointer(workspace.stores[level].cells(frame))
  }

  /// Whether a cell of the outermost level was given its value by a reader.
  package func isReadShort(_ cell: Int) -> Bool {
    cell < 64 && workspace.stores[0].marks[0].typed & 1 << UInt64(cell) != 0
  }

  /// Whether a record has the key of messages somewhere, or a text that looks like it.
  package func mentionsProblems(_ record: TextBytes) -> Bool {
    JSONReader.hasText(problemsKey, in: record)
  }

  /// Where a rejected record has the messages that an earlier run put into it.
  ///
  /// - Parameter isRead: whether the record is the one that was evaluated last, and all of it was read.
  package func earlierProblems(in record: TextBytes, isRead: Bool) -> Range<Int>? {
    // Most records have no such key, which is seen faster than read.
    if isRead, !workspace.unknownKeys.pointee.haveCome, !problemsKeyIsKnown { return nil }
    guard mentionsProblems(record) else { return nil }
    let copy = workspace.scratch.pointee.addPadded(record)
    return JSONReader.member(problemsKey, in: copy, workspace)
  }
}

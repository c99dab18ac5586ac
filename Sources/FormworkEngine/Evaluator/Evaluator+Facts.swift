// What is true of a problem while its record is still at hand: its path, its parameters, its place in
// the data, and the values that messages show.

internal import FormworkSyntax

extension Evaluator {
  /// The path of a problem's field, such as `items[2].price`; nil for the record as a whole.
  package func path(of problem: Problem) -> String? {
    let frame = Frame(level: Int(problem.level), index: Int(problem.frame))
    if problem.kind == .unknownKey {
      let key = workspace.unknownKeys.pointee.entries[Int(problem.rule)].key.text
      return path(to: frame).map { $0 + "." + key } ?? key
    }
    guard problem.field >= 0 else { return path(to: frame) }
    return path(toField: problem.field, from: frame)
  }

  /// For a problem of an item, its place in its list, from 1.
  package func itemNumber(of problem: Problem) -> Int? {
    guard problem.field >= 0, program.namedField(problem.field) != problem.field else { return nil }
    let frame = Frame(level: Int(problem.level), index: Int(problem.frame))
    return frame.index - firstItem(of: frame) + 1
  }

  /// The path of a field in `frame`, or in a record inside it.
  func path(toField field: Int32, from frame: Frame) -> String {
    let entry = program.fields[Int(field)]
    if Int(entry.level) == frame.level {
      let outer = path(to: frame)
      if entry.name.isEmpty { return outer ?? "" }
      return outer.map { $0 + "." + entry.name } ?? entry.name
    }
    let owner = program.levels[Int(entry.level)].owner
    guard owner >= 0 else { return entry.name }
    let outer = path(toField: owner, from: frame)
    return entry.name.isEmpty ? outer : outer + "." + entry.name
  }

  /// The path of a frame: that of the field it lies in, with its number in a list.
  func path(to frame: Frame) -> String? {
    let level = program.levels[frame.level]
    guard level.owner >= 0 else { return nil }
    let parent = Frame(
      level: Int(level.parent), index: workspace.parent(frame.level, frame.index))
    let outer = path(toField: level.owner, from: parent)
    guard level.isList else { return outer }
    return outer + "[\(frame.index - firstItem(of: frame))]"
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

// MARK: - Values

extension Evaluator {
  private func frame(of problem: Problem) -> Frame {
    Frame(level: Int(problem.level), index: Int(problem.frame))
  }

  /// The frame of a problem's field: the problem's own, or that of a record in it.
  private func home(of field: Int, in frame: Frame) -> Frame? {
    let level = Int(program.fields[field].level)
    if level == frame.level { return frame }
    let owner = Int(program.levels[level].owner)
    guard owner >= 0, let outer = home(of: owner, in: frame) else { return nil }
    let record = workspace.cell(outer.level, outer.index, Int(program.fields[owner].cell))
    guard record.kind == .record else { return nil }
    return Frame(level: record.level, index: record.firstFrame)
  }

  /// What the data has for a problem's field, as it came.
  package func rawValue(of problem: Problem) -> Value {
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

  /// The value that a problem's field has: typed if it can be, else as it came.
  package func shownValue(of problem: Problem) -> Value {
    let raw = rawValue(of: problem)
    guard problem.kind == .rule, problem.field >= 0 else { return raw }
    let field = program.fields[Int(problem.field)]
    guard let home = home(of: Int(problem.field), in: frame(of: problem)) else { return raw }
    let cell = workspace.cell(home.level, home.index, Int(field.cell))
    // Formats of the author's own are shown as they were typed.
    if case .formatted = field.type, raw.kind == .text { return raw }
    return cell.isUsable ? cell : raw
  }

  /// The value of an operand where a problem was found.
  package func value(of operand: Int32, for problem: Problem) -> Value {
    value(of: operand, frame(of: problem))
  }

  /// The characters or items of a problem's own value, as it is cleaned: 0 of a blank one, nil of one that has
  /// another type than its field.
  package func count(for problem: Problem) -> Int? {
    let value = shownValue(of: problem)
    switch problem.kind {
    case .required: return 0
    case .rule: return count(of: value)
    case .choice where value.kind == .text:
      let cleaning = program.fields[Int(problem.field)].cleaning
      return clean(value, cleaning).bytes.trimmed.characterCount
    case .type, .choice, .blank, .unknownKey: return nil
    }
  }

  /// What the failed part of a rule found: a count, an age, or the value itself.
  package func actual(of problem: Problem) -> Value {
    guard problem.kind == .rule, problem.part >= 0 else { return .unknown }
    let frame = frame(of: problem)
    let node = program.nodes[Int(innermostPart(problem.part, of: problem))]
    switch node.operation {
    case .predicate where Predicate(rawValue: node.variant)?.isAcross ?? false:
      return node.c == 1 ? value(of: program.lists[Int(node.b)], frame) : .unknown
    case .predicate:
      let subject = value(of: node.a, frame)
      return actual(Predicate(rawValue: node.variant), subject, node, frame)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      let operand = program.nodes[Int(node.a)].operation == .constant ? node.b : node.a
      return value(of: operand, frame)
    case .inRange, .inList, .inTable, .inValues, .host: return value(of: node.a, frame)
    case .recordCount: return Value(integer: Int64(recordCount))
    default: return .unknown
    }
  }

  private func actual(
    _ predicate: Predicate?, _ subject: Value, _ node: Node, _ frame: Frame
  ) -> Value {
    func integer(_ count: Int) -> Value { Value(integer: Int64(count)) }
    switch predicate {
    case .count: return integer(count(of: subject))
    case .decimals where subject.kind == .number: return integer(subject.number.fractionDigits)
    case .age where subject.kind == .date: return integer(subject.date.age(at: moment.today))
    case .contains where subject.kind == .text:
      return integer(occurrences(subject, node, limit: Int.max, frame) ?? 0)
    default: return subject
    }
  }

  /// Whether the actual value of a problem would give a secret away: counts do not.
  package func actualIsSecret(_ problem: Problem) -> Bool {
    guard problem.part >= 0 else { return false }
    let node = program.nodes[Int(innermostPart(problem.part, of: problem))]
    switch node.operation {
    case .predicate:
      let predicate = Predicate(rawValue: node.variant)
      // `a` is no operand in what is about all records: what it compares is listed.
      if predicate?.isAcross ?? false {
        return (Int(node.b)..<Int(node.b + node.c)).contains { program.isSecret(program.lists[$0]) }
      }
      switch predicate {
      case .count, .decimals, .contains: return false
      default: return program.isSecret(node.a)
      }
    default:
      return program.isSecret(node.a) || (node.b >= 0 && compares(node) && program.isSecret(node.b))
    }
  }

  private func compares(_ node: Node) -> Bool {
    switch node.operation {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// The part of a failed part that failed first, inside the definitions it is said by.
  package func innermostPart(_ part: Int32, of problem: Problem) -> Int32 {
    let node = program.nodes[Int(part)]
    guard node.operation == .defined else { return part }
    return innermostPart(failedPart(of: node.a, frame(of: problem)), of: problem)
  }

  /// The message of the outermost definition that a failed part is said by and that has one.
  package func definitionMessage(of problem: Problem) -> Int32? {
    problem.part < 0 ? nil : definitionMessage(ofPart: problem.part, frame(of: problem))
  }

  private func definitionMessage(ofPart part: Int32, _ frame: Frame) -> Int32? {
    let node = program.nodes[Int(part)]
    guard node.operation == .defined else { return nil }
    let message = program.uses[Int(node.b)].message
    if message >= 0 { return message }
    return definitionMessage(ofPart: failedPart(of: node.a, frame), frame)
  }

  /// Where in the record's bytes a problem is; nil if the value is not there. An empty cell is there.
  package func offset(of problem: Problem) -> Int? {
    let raw = rawValue(of: problem)
    if raw.kind != .blank { return Int(raw.extra) }
    guard let table, problem.field >= 0 else { return nil }
    let column = Int(table.columnOfField[Int(problem.field)])
    guard column >= 0 else { return nil }
    if state.pointee.cellStarts.isEmpty { state.pointee.cellStarts = table.starts(record) }
    return state.pointee.cellStarts[column]
  }

  /// Values of a list of nodes, such as those of `oneOf`.
  package func texts(of items: Range<Int>, for problem: Problem) -> [String] {
    items.map { index in
      let node = program.nodes[Int(program.lists[index])]
      guard node.operation == .range else {
        return value(of: program.lists[index], for: problem).text
      }
      let bounds = [node.a, node.b].map { $0 < 0 ? "" : value(of: $0, for: problem).text }
      return bounds.joined(separator: node.variant == 1 ? "..<" : "...")
    }
  }
}

// MARK: - Questions of the checker

extension Evaluator {
  /// The rule of a field that answers an empty text or list, the part of it that fails, and its
  /// message.
  func emptyAnswer(of number: Int) -> EmptyAnswer? {
    guard let empty = program.fields[number].type.emptyValue else { return nil }
    return trying(empty, in: number) { frame in
      for rule in program.fields[number].rules {
        let entry = program.rules[Int(rule)]
        guard entry.isAlone, entry.severity == .error, truth(of: entry.condition, frame) == .no
        else { continue }
        let part = failedPart(of: entry.condition, frame)
        let message = entry.message >= 0 ? entry.message : definitionMessage(ofPart: part, frame)
        if let message, !program.showsValue(message, of: number) {
          return EmptyAnswer(rule: rule, part: part, message: message)
        }
      }
      return nil
    }
  }

  /// The first rule about the value alone, whatever the day, that a value of a field fails.
  func ruleBroken(by value: Value, in number: Int) -> Int32? {
    trying(value, in: number) { frame in
      program.fields[number].rules.first { rule in
        let entry = program.rules[Int(rule)]
        return entry.isAlone && entry.severity == .error && fails(entry.condition, frame)
      }
    }
  }

  /// Whether a value of a field fails a rule about the value alone, whatever the day.
  func breaks(_ rule: Int32, _ value: Value, in number: Int) -> Bool {
    trying(value, in: number) { fails(program.rules[Int(rule)].condition, $0) }
  }

  private func fails(_ condition: Int32, _ frame: Frame) -> Bool {
    state.pointee.askedForMoment = false
    return truth(of: condition, frame) == .no && !state.pointee.askedForMoment
  }

  /// Runs `body` with a frame in which only one field has a value. Only for an evaluator that has no
  /// records: each level has one blank frame, and a value is taken out again, because clearing a frame
  /// for each of its fields grows with the square of their number.
  private func trying<Answer>(_ value: Value, in number: Int, _ body: (Frame) -> Answer) -> Answer {
    let (level, cell) = (Int(program.fields[number].level), Int(program.fields[number].cell))
    if workspace.stores[0].frameCount == 0 { workspace.reset() }
    if workspace.stores[level].frameCount == 0 { _ = workspace.addFrame(level: level, parent: 0) }
    var value = value
    if program.fields[number].ignoresCase, value.kind == .text {
      value.flags |= Value.ignoresCase
    }
    workspace.setCell(level, 0, cell, value)
    defer {
      workspace.setCell(level, 0, cell, .blank)
      workspace.scratch.pointee.reset()
    }
    return body(Frame(level: level, index: 0))
  }

  /// Whether a problem of the record is one of a value with a rule of its own field, whatever the day:
  /// a rule that looks at no other field.
  ///
  /// - Parameter isTimeless: whether evaluating the whole record asked for no day.
  func isOwnFault(_ problem: Problem, isTimeless: Bool) -> Bool {
    guard problem.kind == .rule, problem.severity == .error else { return false }
    let rule = program.rules[Int(problem.rule)]
    guard !rule.isCheck, rule.isAlone, !program.speaksAcross(rule.condition) else { return false }
    if isTimeless { return true }
    // A block may be in force on some days only.
    var field = problem.field
    while field >= 0 {
      guard program.fields[Int(field)].blockCells.isEmpty else { return false }
      field = program.levels[Int(program.fields[Int(field)].level)].owner
    }
    state.pointee.askedForMoment = false
    let frame = Frame(level: Int(problem.level), index: Int(problem.frame))
    return truth(of: rule.condition, frame) == .no && !state.pointee.askedForMoment
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

  /// Where a rejected record has the messages that an earlier run put into it.
  ///
  /// - Parameter isRead: whether the record is the one that was evaluated last, and all of it was read.
  package func earlierProblems(in record: TextBytes, isRead: Bool) -> Range<Int>? {
    // Most records have no such key, which is seen faster than read.
    if isRead, !workspace.unknownKeys.pointee.haveCome, !problemsKeyIsKnown { return nil }
    guard JSONReader.hasText(problemsKey, in: record) else { return nil }
    return JSONReader.member(problemsKey, in: record, workspace)
  }
}

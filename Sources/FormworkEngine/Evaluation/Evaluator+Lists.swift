// Lists, paths through lists, and tables. The value of a path such as `items.price` is the list of its nonblank
// values. If one of them is unusable, the whole list is unknown, but a single value may still decide a condition.

internal import FormworkSyntax

extension Evaluator {
  /// The result of a walk over values.
  enum Walk {
    case finished
    /// The list itself is blank.
    case blank
    /// One of the values is unusable. The others were visited.
    case unusable
    /// A value from another record or from other data is unusable. The others were visited.
    case elsewhere
    /// A calculated value has no result. The others were visited.
    case uncalculable
    /// The callback stopped the walk.
    case stopped

    /// Adopts the result of a part of the walk if that part found an unusable value. `unusable` outweighs `elsewhere`.
    mutating func note(_ part: Walk) {
      if part == .unusable || part == .elsewhere && self != .unusable { self = part }
    }
  }

  /// Visits the nonblank values of a list or a path.
  func forEachValue(
    of operand: Int32, _ frame: Frame, _ body: (Value) -> Bool
  ) -> Walk {
    let node = plan.nodes[Int(operand)]
    if node.operation == .values { return walkValues(node, frame, body) }
    if node.operation == .distinctValues { return walkDistinct(node, frame, body) }
    if node.operation == .columns { return walkColumns(frame, body) }
    if node.operation == .listRecords {
      return forEachRecord(of: node, frame) {
        body(.record(level: $0.level, frame: $0.index, offset: 0))
      }
    }
    guard node.operation == .each else { return walk(value(of: operand, frame), body) }
    // A question about all records is evaluated for one record at a time.
    if plan.nodes[Int(node.a)].operation == .records {
      let walked = forEachValue(of: node.b, Frame(level: 0, index: 0), body)
      return walked == .blank || walked == .uncalculable ? .finished : walked
    }
    if plan.nodes[Int(node.a)].operation == .cell, plan.nodes[Int(node.b)].operation == .cell {
      return walkMembers(of: value(of: node.a, frame), node.b, body)
    }
    var result = Walk.finished
    let outer = forEachValue(of: node.a, frame) { record in
      guard record.kind == .record else { return true }
      let inner = Frame(level: record.level, index: record.firstFrame)
      let walked = forEachValue(of: node.b, inner, body)
      if walked == .stopped { result = walked } else { result.note(walked) }
      return walked != .stopped
    }
    return outer == .finished || result == .stopped ? result : outer
  }

  /// Visits the values of the operands of a list in parentheses.
  private func walkValues(_ node: Node, _ frame: Frame, _ body: (Value) -> Bool) -> Walk {
    var result = Walk.finished
    for index in Int(node.b)..<Int(node.b + node.c) {
      let value = value(of: plan.lists[index], frame)
      switch value.kind {
      case .blank, .null, .unknown: continue
      case .unusable: result.note(obstacle(value))
      case .uncalculable: if result == .finished { result = .uncalculable }
      default:
        if !body(node.a == 1 ? value.comparing(ignoringCase: true) : value) { return .stopped }
      }
    }
    return result
  }

  /// Visits the distinct values of a path. Visits none if one of them is unusable.
  private func walkDistinct(_ node: Node, _ frame: Frame, _ body: (Value) -> Bool) -> Walk {
    var seen: OrderedSet<[UInt8]> = []
    var values: [Value] = []
    var stop = Walk.unusable
    let walked = forEachValue(of: node.a, frame) { value in
      guard let key = key(of: value), mayTake(key.count) else {
        if let part = unusablePart(of: value) { stop = obstacle(part) }
        return false
      }
      if seen.insert(key).inserted { values.append(value) }
      return true
    }
    if walked != .finished { return walked == .stopped ? stop : walked }
    return values.allSatisfy(body) ? .finished : .stopped
  }

  /// Returns the result of a walk that reaches an unusable value. If the value is from another record, notes that
  /// record.
  private func obstacle(_ value: Value) -> Walk {
    note(value)
    return value.failure == .elsewhere ? .elsewhere : .unusable
  }

  private func walk(_ value: Value, _ body: (Value) -> Bool) -> Walk {
    switch value.kind {
    case .blank, .null, .unknown, .uncalculable: return .blank
    case .unusable: return obstacle(value)
    case .list:
      if hasTooManySteps { return .unusable }
      state.pointee.steps += value.itemCount
      var result = Walk.finished
      for offset in 0..<value.itemCount {
        let walked = walk(item(value, offset), body)
        if walked == .stopped { return walked }
        result.note(walked)
      }
      return result
    default: return body(value) ? .finished : .stopped
    }
  }

  /// Visits the values of a field in every record of a list. Most paths are of this kind.
  private func walkMembers(of value: Value, _ member: Int32, _ body: (Value) -> Bool) -> Walk {
    switch value.kind {
    case .blank, .null, .unknown, .uncalculable: return .blank
    case .unusable: return obstacle(value)
    case .record:
      let frame = Frame(level: value.level, index: value.firstFrame)
      let walked = walk(self.value(of: member, frame), body)
      return walked == .blank ? .finished : walked
    case .list:
      if hasTooManySteps { return .unusable }
      state.pointee.steps += value.itemCount
      var result = Walk.finished
      for offset in 0..<value.itemCount {
        let walked = walkMembers(of: item(value, offset), member, body)
        if walked == .stopped { return .stopped }
        result.note(walked)
      }
      return result
    default: return .finished
    }
  }

  /// Returns an item of a list: its value, its record, or the reason why it is unusable.
  func item(_ list: Value, _ offset: Int) -> Value {
    workspace.cell(list.level, list.firstFrame + offset, plan.levels[list.level].itemCell)
  }

  /// Returns the result for a list or path that couldn't be walked.
  func missing(_ walk: Walk) -> Value {
    switch walk {
    case .unusable: .unusable(.undecided)
    case .elsewhere: .unusable(.elsewhere)
    case .uncalculable: .uncalculable
    case .finished, .blank, .stopped: .unknown
    }
  }

  /// Returns the number of characters of a text, of items of a list, or of values of a path.
  func counted(_ operand: Int32, _ frame: Frame) -> Value {
    let operation = plan.nodes[Int(operand)].operation
    if operation != .each, operation != .values, operation != .distinctValues,
      operation != .columns, operation != .listRecords
    {
      let value = value(of: operand, frame)
      if value.kind == .text, !mayRead(value.bytes) { return .unusable(.undecided) }
      return value.isUsable
        ? Value(integer: Int64(count(of: value))) : Evaluator.lacking(value, value)
    }
    if let known = knownResult(operand) { return known }
    return remembered(.count, operand, frame) {
      var count: Int64 = 0
      let walk = forEachValue(of: operand, frame) { _ in
        count += 1
        return true
      }
      return walk == .finished ? Value(integer: count) : missing(walk)
    }
  }

  /// Evaluates `"NDC" in codes.type`: whether a value is among the values of a list or path.
  func isInValues(_ node: Node, _ frame: Frame) -> Truth {
    let subject = value(of: node.a, frame)
    guard subject.isUsable else {
      let lack = Evaluator.lack(subject)
      switch walkOfList(node.b) ?? forEachValue(of: node.b, frame, { _ in true }) {
      case .unusable: return .skipped
      case .elsewhere: return .unknown(lack, .elsewhere)
      case .blank: return .unknown(lack, .unknown)
      case .uncalculable: return .unknown(lack, .uncalculable)
      case .finished, .stopped: return lack
      }
    }
    let truth =
      isInList(subject, node) ?? isAmongKeys(subject, node.b, frame)
      ?? isAmongValues(subject, node.b, frame)
    return node.variant == 1 ? truth.negated : truth
  }

  private func isAmongValues(_ subject: Value, _ operand: Int32, _ frame: Frame) -> Truth {
    let way = state.pointee.way
    switch forEachValue(of: operand, frame, { !areSame(subject, $0) }) {
    case .stopped: return decided(.yes, way)
    case .finished: return .no
    case .blank: return .unknown
    case .unusable: return .skipped
    case .elsewhere: return .elsewhere
    case .uncalculable: return .uncalculable
    }
  }

  /// Evaluates `any(items, price > 10)` or `all(items, price > 10)`. Leaves out items for which the condition is
  /// unknown because of a blank value.
  func quantified(_ node: Node, _ frame: Frame) -> Truth {
    if let known = knownResult(node.a) { return Truth(known.bool) }
    let isAny = node.operation == .anyItem
    var result: Truth = isAny ? .no : .yes
    let decisive: Truth = isAny ? .yes : .no
    let item = plan.nodes[Int(node.b)]
    let way = state.pointee.way
    let walked = forEachItem(of: node.a, item, frame) { inner in
      let truth = truth(of: item.a, inner)
      if truth == decisive {
        result = decisive
        return false
      }
      if truth == .skipped || truth == .elsewhere || truth == .uncalculable {
        result = .unknown(result, truth)
      }
      return true
    }
    switch walked {
    case .finished, .stopped: return result == decisive ? decided(result, way) : result
    case .blank: return .unknown
    case .unusable: return .skipped
    case .elsewhere: return .elsewhere
    case .uncalculable: return .uncalculable
    }
  }

  /// Stores the frame in which a list was found, for conditions about its items that refer to that frame.
  func enterItems(depth: Int, from frame: Frame) {
    while state.pointee.framesAround.count <= depth { state.pointee.framesAround.append(frame) }
    state.pointee.framesAround[depth] = frame
  }

  /// Visits the items of a list, each with the frame in which its value or condition is evaluated.
  ///
  /// - Parameter item: an `ofItem` node.
  func forEachItem(
    of list: Int32, _ item: Node, _ frame: Frame, _ body: (Frame) -> Bool
  ) -> Walk {
    let depth = Int(item.b)
    guard item.variant == 1 else {
      enterItems(depth: depth, from: frame)
      return forEachItemFrame(of: list, frame, body)
    }
    while state.pointee.elements.count <= depth { state.pointee.elements.append(.blank) }
    return forEachValue(of: list, frame) { value in
      state.pointee.elements[depth] = value
      return body(frame)
    }
  }

  /// Visits the frames of the items of a list, or of every list on a path.
  func forEachItemFrame(
    of operand: Int32, _ frame: Frame, _ body: (Frame) -> Bool
  ) -> Walk {
    let node = plan.nodes[Int(operand)]
    if node.operation == .listRecords { return forEachRecord(of: node, frame, body) }
    if node.operation == .distinctValues {
      return forEachValue(of: operand, frame) { items($0, areInnermost: true, body) != .stopped }
    }
    guard node.operation == .each else {
      return items(value(of: operand, frame), areInnermost: false, body)
    }
    var result = Walk.finished
    let outer = forEachValue(of: node.a, frame) { record in
      guard record.kind == .record else { return true }
      let inner = Frame(level: record.level, index: record.firstFrame)
      let walked = items(value(of: node.b, inner), areInnermost: true, body)
      if walked == .stopped { result = walked } else { result.note(walked) }
      return walked != .stopped
    }
    return outer == .finished || result == .stopped ? result : outer
  }

  /// - Parameter areInnermost: for a list of lists, whether to visit the items of the innermost lists instead of the
  ///   inner lists.
  private func items(_ list: Value, areInnermost: Bool, _ body: (Frame) -> Bool) -> Walk {
    guard list.kind == .list else {
      if list.kind == .unusable { return obstacle(list) }
      guard list.kind == .record else { return .blank }
      return body(Frame(level: list.level, index: list.firstFrame)) ? .finished : .stopped
    }
    if hasTooManySteps { return .unusable }
    var result = Walk.finished
    let hasLists = areInnermost && plan.fields[plan.levels[list.level].itemField].type.isList
    for offset in 0..<list.itemCount {
      // Counted one by one, because most walks end early at a decisive item.
      state.pointee.steps += 1
      if hasLists {
        let walked = items(item(list, offset), areInnermost: true, body)
        if walked == .stopped { return walked }
        result.note(walked)
        continue
      }
      if plan.levels[list.level].itemIsRecord {
        let item = item(list, offset)
        if item.kind == .blank { continue }
        // The item should be a record but isn't, so nothing is known about it.
        if item.kind == .unusable {
          result.note(obstacle(item))
          continue
        }
      }
      if !body(Frame(level: list.level, index: list.firstFrame + offset)) { return .stopped }
    }
    return result
  }

  /// Whether no two items of a list are equal. With `by:`, compares the values of that operand instead.
  func isDistinct(_ list: Value, _ node: Node, _ frame: Frame) -> Truth {
    if list.itemCount <= Evaluator.pairedItems, let truth = isDistinctByPairs(list, node, frame) {
      return truth
    }
    if hasTooManySteps { return .skipped }
    state.pointee.steps += list.itemCount * 8
    let way = state.pointee.way
    var seen: OrderedSet<[UInt8]> = []
    var result = Truth.yes
    for offset in 0..<list.itemCount {
      let value = distinguishing(list, offset, node, frame)
      if value.kind == .blank { continue }
      guard value.isUsable, let key = key(of: value) else {
        let lack = unusablePart(of: value) ?? value
        note(lack)
        result = .unknown(result, Evaluator.lack(lack))
        continue
      }
      state.pointee.steps += key.count
      if !seen.insert(key).inserted { return decided(.no, way) }
    }
    return result
  }

  /// Returns the value by which an item is compared with others.
  private func distinguishing(_ list: Value, _ offset: Int, _ node: Node, _ frame: Frame) -> Value {
    let value = item(list, offset)
    guard value.kind != .unusable, let operand = enterDistinguishing(node, frame) else {
      return value
    }
    let frame = Frame(level: list.level, index: list.firstFrame + offset)
    return self.value(of: operand, frame).unknownAsBlank
  }

  /// Returns the operand after `by:`, ready to be evaluated in the items, or nil without `by:`.
  func enterDistinguishing(_ node: Node, _ frame: Frame) -> Int32? {
    guard node.c == 1 else { return nil }
    let by = plan.nodes[Int(plan.lists[Int(node.b)])]
    enterItems(depth: Int(by.b), from: frame)
    return by.a
  }

  /// Returns the index of the first item that equals an earlier item.
  func repeatedItem(of list: Value, _ node: Node, _ frame: Frame) -> Int? {
    var seen: OrderedSet<[UInt8]> = []
    return (0..<list.itemCount).first { offset in
      let value = distinguishing(list, offset, node, frame)
      guard value.isUsable, let key = key(of: value) else { return false }
      return !seen.insert(key).inserted
    }
  }

  /// The maximum number of items for which comparing every pair is faster than creating keys.
  private static let pairedItems = 12

  /// Whether the items of a short list are all different. Nil if some are neither texts nor numbers.
  private func isDistinctByPairs(_ list: Value, _ node: Node, _ frame: Frame) -> Truth? {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: Evaluator.pairedItems) { seen in
      var count = 0
      for offset in 0..<list.itemCount {
        let value = distinguishing(list, offset, node, frame)
        if value.kind == .blank { continue }
        guard value.kind == .text || value.kind == .number else { return nil }
        for other in seen[..<count] where equals(value, other) == .yes { return .no }
        seen[count] = value
        count += 1
      }
      return .yes
    }
  }

  /// Returns bytes that are equal exactly for equal values. Returns nil for a record or a list that contains an
  /// unusable value.
  func key(of value: Value) -> [UInt8]? {
    let start = state.pointee.keyBytes.count
    defer { state.pointee.keyBytes.remove(from: start) }
    return appendKey(of: value) ? Array(state.pointee.keyBytes.bytes(from: start)) : nil
  }

  /// Appends the key of a value to `keyBytes`. Returns false if the value has no key.
  func appendKey(of value: Value) -> Bool {
    state.pointee.keyBytes.append(byte: value.kind.rawValue)
    switch value.kind {
    case .unusable: return false
    case .blank: return true
    case .record:
      return fieldValues(Frame(level: value.level, index: value.firstFrame)) { appendKey(of: $0) }
    case .list:
      // The count distinguishes [[1], [2]] from [[1, 2]].
      state.pointee.keyBytes.append(word: UInt64(value.itemCount))
      return (0..<value.itemCount).allSatisfy { appendKey(of: item(value, $0)) }
    case .text where value.flags & Value.ignoresCase == 0 && value.bytes.isASCII:
      state.pointee.keyBytes.append(word: value.high)
      state.pointee.keyBytes.append(value.bytes)
    case .date, .time, .dateTime, .instant:
      state.pointee.keyBytes.append(word: value.high)
      state.pointee.keyBytes.append(word: value.low)
    case .number where value.smallInteger != nil:
      // No other number has this length.
      state.pointee.keyBytes.append(word: UInt64.max)
      state.pointee.keyBytes.append(word: value.low)
    default: state.pointee.keyBytes.append { Evaluator.write(value, to: &$0) }
    }
    return true
  }

  private static func write(_ value: Value, to key: inout [UInt8]) {
    if value.kind == .jsonNumber, let number = ExactDecimal.parse(json: value.bytes).number {
      return number.write(to: &key)
    }
    guard value.kind == .text else { return value.write(to: &key) }
    if value.flags & Value.ignoresCase != 0 {
      value.bytes.appendFolded(to: &key)
    } else {
      value.bytes.appendCanonical(to: &key)
    }
  }

  /// Visits the values of the fields of a frame until `body` returns false. Returns whether all values were visited.
  private func fieldValues(_ frame: Frame, _ body: (Value) -> Bool) -> Bool {
    let level = plan.levels[frame.level]
    return plan.steps[level.firstStep..<level.endStep].allSatisfy { step in
      guard step.kind == .field else { return true }
      let cell = Int(plan.fields[Int(step.target)].cell)
      return body(workspace.cell(frame.level, frame.index, cell))
    }
  }

  /// Returns the first unusable value in a record or a list, or the value itself if it is unusable. Nil if everything
  /// is usable.
  private func unusablePart(of value: Value) -> Value? {
    var part: Value?
    func isUsable(_ inner: Value) -> Bool {
      part = unusablePart(of: inner)
      return part == nil
    }
    switch value.kind {
    case .unusable: return value
    case .record: _ = fieldValues(Frame(level: value.level, index: value.firstFrame), isUsable)
    case .list: _ = (0..<value.itemCount).allSatisfy { isUsable(item(value, $0)) }
    default: break
    }
    return part
  }

  /// Whether a value is in the result of the first matching row of a table.
  func isInTable(_ node: Node, _ frame: Frame) -> Truth {
    let subject = value(of: node.a, frame)
    let table = program.tables[Int(node.b)]
    let row = row(of: table, keys: node.c, frame)
    guard subject.isUsable else {
      // The keys add a second reason only if they leave open which row matches.
      guard case .open(let truth) = row else { return Evaluator.lack(subject) }
      return .unknown(Evaluator.lack(subject), truth)
    }
    let truth =
      switch row {
      case .found(let row):
        isValue(subject, inItems: row.result.lowerBound, Int32(row.result.count), frame)
      case .open(let truth): truth
      case .none: Truth.no
      }
    return node.variant == 1 ? truth.negated : truth
  }

  /// The result of a search for a row of a table.
  enum RowSearch {
    case found(LookupTable.Row)
    /// It is unknown whether a row matches.
    case open(Truth)
    case none
  }

  /// Returns the first row of a table that matches the keys, which begin at index `keys` of `lists`.
  func row(of table: LookupTable, keys: Int32, _ frame: Frame) -> RowSearch {
    if hasTooManySteps { return .open(.skipped) }
    for row in table.rows {
      state.pointee.steps += 1
      let fits = fits(row, keys, frame)
      if fits == .yes { return .found(row) }
      if fits != .no { return .open(fits) }
    }
    return .none
  }

  private func fits(_ row: LookupTable.Row, _ keys: Int32, _ frame: Frame) -> Truth {
    var result = Truth.yes
    for (index, key) in row.keys.enumerated() {
      let argument = value(of: plan.lists[Int(keys) + index], frame)
      let fits = isValue(argument, inItems: key.lowerBound, Int32(key.count), frame)
      if fits == .no { return .no }
      if fits != .yes { result = .unknown(result, fits) }
    }
    return result
  }
}

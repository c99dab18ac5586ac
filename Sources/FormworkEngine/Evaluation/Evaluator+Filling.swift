// Filling a record: every field gets its value, and every `when` is decided, from the outside in and in the order of
// the declarations. Fields whose values a reader has set already are skipped.

extension Evaluator {
  /// Fills a frame.
  ///
  /// - Returns: whether everything in the frame certainly obeys the rules, so that nothing is left to judge.
  func fill(_ frame: Frame) -> Bool {
    let level = plan.levels.baseAddress.unsafelyUnwrapped + frame.level
    let marks = workspace.stores[frame.level].marks[frame.index]
    let isSettled = fill(level.pointee.firstStep, level.pointee.endStep, frame)
    if isSettled, !marks.hasLeft, level.pointee.dependsOnMarksAlone {
      learn(marks, of: frame)
    }
    return isSettled
  }

  /// Records the marks of a valid frame. Other frames with the same marks are then known to be valid.
  private func learn(_ marks: FrameMarks, of frame: Frame) {
    let store = workspace.stores + frame.level
    guard marks.typed == marks.settled, store.pointee.known.number(of: marks) < 0 else { return }
    let cells = UnsafeBufferPointer(
      start: store.pointee.cells(frame.index), count: store.pointee.cellCount)
    store.pointee.known.add(marks, cells)
  }

  private func fill(_ lower: Int, _ upper: Int, _ frame: Frame) -> Bool {
    let marks = workspace.stores[frame.level].marks[frame.index]
    var isSettled = true
    var index = lower
    while index < upper {
      let step = plan.steps.baseAddress.unsafelyUnwrapped + index
      if step.pointee.bit & marks.typed != 0 {
        let isRunSettled = step.pointee.runBits & ~marks.settled == 0
        index = isRunSettled ? Int(step.pointee.runEnd) : index &+ 1
        isSettled = isSettled && step.pointee.bit & marks.settled != 0
        continue
      }
      switch step.pointee.kind {
      case .field:
        let value = fillField(Int(step.pointee.target), frame)
        // Always evaluated, because it also fills the frames inside the field.
        let isRight = isSurelyRight(value, Int(step.pointee.target), step.pointee.cellBit, frame)
        isSettled = isSettled && isRight
        // A blank field may still turn out to be required.
        if isRight, value.kind != .blank {
          workspace.stores[frame.level].marks[frame.index].settled |= step.pointee.cellBit
        }
        index &+= 1
      case .settle:
        settle(step.pointee, frame)
        // A blank field may have become unusable in this step, so the frame must be judged.
        isSettled = false
        index &+= 1
      case .check:
        isSettled = false
        index &+= 1
      case .branch:
        index = fillBranch(step, at: index, frame, marks, &isSettled)
      case .elseBlank:
        workspace.setCell(frame.level, frame.index, Int(step.pointee.cell), Value(bool: true))
        isSettled = false
        index &+= 1
      }
    }
    return isSettled
  }

  /// Decides a branch. Returns the index of the next step.
  @inline(__always)
  private func fillBranch(
    _ step: UnsafePointer<PlanStep>, at index: Int, _ frame: Frame, _ marks: FrameMarks,
    _ isSettled: inout Bool
  ) -> Int {
    let truth = truth(ofBranch: step, frame, marks)
    switch truth {
    case .yes:
      workspace.setCell(frame.level, frame.index, Int(step.pointee.cell), Value(bool: true))
      // If no other branch follows, continues with the body.
      if step.pointee.next == step.pointee.end { return index &+ 1 }
      makeBlank(step.pointee.laterBits & marks.typed, frame)
      let isBodySettled = fill(index &+ 1, Int(step.pointee.end), frame)
      isSettled = isSettled && isBodySettled
      return Int(step.pointee.next)
    case .skipped, .elsewhere, .uncalculable:
      if truth == .elsewhere { noteUndecided(step.pointee.target) }
      let failure: Value.Failure = truth == .uncalculable ? .calculation : .undecided
      workspace.setCell(frame.level, frame.index, Int(step.pointee.cell), .unusable(failure))
      leaveUndecided(index &+ 1, Int(step.pointee.next), frame)
      isSettled = false
      return Int(step.pointee.next)
    case .no, .unknown:
      makeBlank(step.pointee.bodyBits & marks.typed, frame)
      return Int(step.pointee.end)
    }
  }

  @inline(__always)
  private func truth(
    ofBranch step: UnsafePointer<PlanStep>, _ frame: Frame, _ marks: FrameMarks
  ) -> Truth {
    if step.pointee.truthCell >= 0 {
      let value = workspace.cell(frame.level, frame.index, Int(step.pointee.truthCell))
      if value.kind == .bool { return Truth(value.bool != step.pointee.isTruthNegated) }
      // The value may have been removed, because its own branch isn't in force or is undecided. Then its marks don't
      // count.
      if step.pointee.truthBit & marks.typed != 0, value.isUsable {
        return Truth((step.pointee.truthBit & marks.truths != 0) != step.pointee.isTruthNegated)
      }
    }
    if step.pointee.target < 0 { return .yes }
    state.pointee.way = .none
    return truth(of: step.pointee.target, frame)
  }

  /// Removes the values that a reader has set, because the branch of their fields isn't in force.
  @inline(__always)
  private func makeBlank(_ bits: UInt64, _ frame: Frame) {
    var bits = bits
    while bits != 0 {
      workspace.setCell(frame.level, frame.index, bits.trailingZeroBitCount, .blank)
      bits &= bits &- 1
    }
  }

  /// Whether the value of a field, with everything inside it, certainly obeys the rules. Fills the frames inside it.
  @inline(__always)
  private func isSurelyRight(_ value: Value, _ number: Int, _ bit: UInt64, _ frame: Frame) -> Bool {
    switch value.kind {
    case .blank: return true
    case .unusable: return false
    case .record, .list:
      // Filled only after the field has its value, because inner conditions may name the field.
      let isInsideRight = fillInside(value)
      if isInsideRight { workspace.stores[frame.level].marks[frame.index].inside |= bit }
      return isInsideRight && keepsPlainRules(value, of: number)
    default: return keepsPlainRules(value, of: number)
    }
  }

  /// Whether all rules of a field are fast tests and certainly hold for a value.
  @inline(__always)
  func keepsPlainRules(_ value: Value, of number: Int) -> Bool {
    let field = plan.fields.baseAddress.unsafelyUnwrapped + number
    return keepsPlainRules(Int(field.pointee.firstRule), Int(field.pointee.endRule), value)
  }

  @inline(__always)
  private func keepsPlainRules(_ first: Int, _ end: Int, _ value: Value) -> Bool {
    var test = Int(plan.firstFastTest[first])
    let endTest = Int(plan.firstFastTest[end])
    while test < endTest {
      if plan.fastTests[test].verdict(for: value, planPointer) != .yes { return false }
      test &+= 1
    }
    return true
  }

  /// Marks every field of a `when` as undecided.
  @inline(never)
  private func leaveUndecided(_ lower: Int, _ upper: Int, _ frame: Frame) {
    for index in lower..<upper {
      let step = plan.steps[index]
      guard step.kind == .field else { continue }
      let cell = plan.fields[Int(step.target)].cell
      workspace.setCell(frame.level, frame.index, Int(cell), .unusable(.undecided))
    }
  }

  /// Computes and stores the value of a field.
  func fillField(_ number: Int, _ frame: Frame) -> Value {
    let field = plan.fields[number]
    if field.calculation >= 0 {
      let value = field.isLate ? .blank : calculated(field, frame)
      workspace.setCell(frame.level, frame.index, Int(field.cell), value)
      return value
    }
    var (raw, value) = readInput(number, frame)
    if value.kind == .blank { value = standIn(for: field, frame) }
    if field.ignoresCase { value = withoutCase(value, raw, field.type, frame) }
    workspace.setCell(frame.level, frame.index, Int(field.cell), value)
    return value
  }

  /// Returns the cleaned input of a field, and its value in the field's type.
  @inline(__always)
  func readInput(_ number: Int, _ frame: Frame) -> (raw: Value, value: Value) {
    let field = plan.fields.baseAddress.unsafelyUnwrapped + number
    var raw = rawInput(number, frame)
    if field.pointee.isCleaned, raw.kind == .text, !isPlainValue(raw, of: field.pointee.type) {
      let (given, cleaning) = (raw, program.fields[number].cleaning)
      raw = clean(given, cleaning)
      // The fully cleaned text of a list only decides whether the list is blank. Its items are cleaned one by one.
      if case .list = field.pointee.type, !raw.bytes.isWhiteSpace {
        raw = clean(given, cleaning.beforeSplitting)
      }
    }
    return (raw, typed(raw, field.pointee.type, frame))
  }

  /// Whether a raw value is in standard notation, such as a workbook's number or date, so that a field of `type`
  /// doesn't clean it.
  private func isPlainValue(_ raw: Value, of type: FieldType) -> Bool {
    if raw.flags & Value.isPlainValue == 0 { return false }
    if case .list(let level) = type {
      return isPlainValue(raw, of: plan.fields[plan.levels[Int(level)].itemField].type)
    }
    if case .either(let number) = type {
      return program.alternatives[Int(number)].contains { isPlainValue(raw, of: $0) }
    }
    if case .formatted = type { return true }
    return false
  }

  /// Returns the value of a field that ignores case. Finds choices in any case, and flags texts to be compared without
  /// regard to case.
  func withoutCase(
    _ value: Value, _ raw: Value, _ type: FieldType, _ frame: Frame
  ) -> Value {
    var value = value
    if case .either(let number) = type {
      // A choice among the earlier alternatives may differ from the text in upper and lower case only.
      for type in program.alternatives[Int(number)] {
        let one = withoutCase(typed(raw, type, frame), raw, type, frame)
        if one.isUsable { return one }
      }
      return value
    }
    if value.failure == .choice, case .choice(let choice) = type, raw.kind == .text,
      let found = chosen(raw.bytes.trimmed, Int(choice), anyCase: true)
    {
      value = found
    }
    if value.kind == .text { value.flags |= Value.ignoresCase }
    return value
  }

  /// Returns the value of a field whose input is blank: its default, or an unusable value if the field is required, or
  /// else a blank value.
  private func standIn(for field: FieldPlan, _ frame: Frame) -> Value {
    if field.fallback >= 0 { return plan.constants[Int(field.fallback)] }
    if !plan.requiresValues { return .blank }
    if field.isRequired { return .unusable(.required) }
    return field.requiredIf >= 0 && !field.isLate ? leftBlank(field, frame) : .blank
  }

  /// Returns the value of a blank field with `required if`.
  private func leftBlank(_ field: FieldPlan, _ frame: Frame) -> Value {
    if !plan.requiresValues { return .blank }
    state.pointee.way = .none
    switch truth(of: field.requiredIf, frame) {
    case .yes: return .unusable(.required)
    case .uncalculable: return .unusable(.calculation)
    case .elsewhere:
      noteUndecided(field.requiredIf)
      return .blank
    case .no, .unknown, .skipped: return .blank
    }
  }

  /// Records that a condition or a calculation can't be decided, and the other record whose unusable value prevents it.
  func noteUndecided(_ node: Int32) {
    if state.pointee.isCollecting { return }
    state.pointee.undecided.append(UndecidedCondition(node: node, way: state.pointee.way))
  }

  /// Returns the input of a field. If it has several inputs, returns the first that isn't blank.
  @inline(__always)
  func rawInput(_ number: Int, _ frame: Frame) -> Value {
    let field = plan.fields.baseAddress.unsafelyUnwrapped + number
    if field.pointee.hasMoreInputs || field.pointee.input < 0 {
      return preferredInput(number, frame)
    }
    return workspace.input(frame.level, frame.index, Int(field.pointee.input))
  }

  /// Returns the first nonblank input of a field, or its first input if all are blank.
  func preferredInput(_ number: Int, _ frame: Frame) -> Value {
    let inputs = program.fields[number].inputs
    guard !inputs.isEmpty else { return .blank }
    let input = inputs[filledInput(number, frame) ?? 0]
    return workspace.input(frame.level, frame.index, Int(input))
  }

  /// Returns the index of a field's first nonblank input, or nil if all are blank.
  func filledInput(_ number: Int, _ frame: Frame) -> Int? {
    program.fields[number].inputs.firstIndex {
      !isBlank(workspace.input(frame.level, frame.index, Int($0)), number)
    }
  }

  /// Returns the value of a calculated field. The value is unusable if the calculation has no result, or one that the
  /// field's type doesn't allow.
  private func calculated(_ field: FieldPlan, _ frame: Frame) -> Value {
    state.pointee.way = .none
    if program.kind(of: field.type) == .bool { return calculatedBool(field.calculation, frame) }
    let value = value(of: field.calculation, frame)
    switch value.kind {
    case .blank, .null, .unknown: return .blank
    case .unusable:
      if value.failure == .elsewhere { noteUndecided(field.calculation) }
      return .unusable(.undecided)
    case .uncalculable: return .unusable(.calculation)
    case .text where value.isEmptyText: return .blank
    default: return fitting(value, field) ?? .unusable(.calculation)
    }
  }

  private func calculatedBool(_ condition: Int32, _ frame: Frame) -> Value {
    switch truth(of: condition, frame) {
    case .yes: return Value(bool: true)
    case .no: return Value(bool: false)
    case .unknown: return .blank
    case .elsewhere:
      noteUndecided(condition)
      return .unusable(.undecided)
    case .skipped: return .unusable(.undecided)
    case .uncalculable: return .unusable(.calculation)
    }
  }

  /// Converts a calculated value to the field's type. Returns nil if the type doesn't allow the value.
  private func fitting(_ value: Value, _ field: FieldPlan) -> Value? {
    switch (value.kind, field.type) {
    case (.text, .choice(let choice)):
      return chosen(value.bytes.trimmed, Int(choice), anyCase: field.ignoresCase)
    case (.text, _):
      var text = value
      if field.ignoresCase {
        text.flags |= Value.ignoresCase
      } else {
        text.flags &= ~Value.ignoresCase
      }
      return text
    case (.number, _): return program.kind(of: field.type).value(ofCalculated: value)
    // A partial date is only kept if the field's own texts can have it.
    case (.date, .formatted(let format)) where value.isPartialDate:
      return program.formats[Int(format)].exactText(of: value) == nil ? .blank : value
    case (.date, _) where value.isPartialDate: return .blank
    default: return value
    }
  }

  /// Decides the `required if` of fields in a frame, and calculates fields, after everything that they depend on has
  /// been filled.
  @inline(never)
  func settle(_ step: PlanStep, _ frame: Frame) {
    if step.cell < 0 {
      let cell = Int(plan.fields[Int(step.target)].cell)
      if let value = settled(step.target, frame) {
        workspace.setCell(frame.level, frame.index, cell, value)
      }
      return
    }
    // The conditions may depend on each other, so all of them are decided before any field becomes unusable.
    var found: [(cell: Int, frame: Frame, value: Value)] = []
    for field in program.lateGroups[Int(step.cell)] {
      let cell = Int(plan.fields[Int(field)].cell)
      forEachHome(of: field, in: frame) { home in
        if let value = settled(field, home) { found.append((cell, home, value)) }
      }
    }
    for (cell, home, value) in found { workspace.setCell(home.level, home.index, cell, value) }
  }

  /// Decides the `required if` of a blank field, or calculates the field. Returns its new value, or nil if it stays
  /// blank.
  private func settled(_ number: Int32, _ frame: Frame) -> Value? {
    let field = plan.fields[Int(number)]
    guard workspace.cell(frame.level, frame.index, Int(field.cell)).kind == .blank,
      isInForce(number, frame)
    else { return nil }
    let value = field.calculation >= 0 ? calculated(field, frame) : leftBlank(field, frame)
    return value.kind == .blank ? nil : value
  }

  /// Calls `body` with every frame of `field`'s level inside `frame`. If `frame` itself is of that level, calls `body`
  /// only with `frame`.
  private func forEachHome(of field: Int32, in frame: Frame, _ body: (Frame) -> Void) {
    let level = Int(program.fields[Int(field)].level)
    if level == frame.level { return body(frame) }
    let owner = program.levels[level].owner
    let cell = Int(program.fields[Int(owner)].cell)
    forEachHome(of: owner, in: frame) { home in
      forEachFrame(of: workspace.cell(home.level, home.index, cell), body)
    }
  }

  /// Whether every block around a field is in force.
  func isInForce(_ field: Int32, _ frame: Frame) -> Bool {
    for cell in program.fields[Int(field)].blockCells
    where workspace.cell(frame.level, frame.index, Int(cell)).kind != .bool {
      return false
    }
    return true
  }

  /// Visits the frames of a record or of a list of records.
  func forEachFrame(of value: Value, _ body: (Frame) -> Void) {
    guard value.kind == .record || value.kind == .list else { return }
    for offset in 0..<value.itemCount {
      body(Frame(level: value.level, index: value.firstFrame + offset))
    }
  }
}

// Filling a record: every field gets its value, and every `when` is decided, from the outside in and in
// the order of the declarations. Fields that a reader has given their values already are passed over.

extension Evaluator {
  /// Fills a frame.
  ///
  /// - Returns: whether everything in it surely is as the rules want it, so that nothing is left to
  ///   judge.
  func fill(_ frame: Frame) -> Bool {
    let level = plan.levels.baseAddress.unsafelyUnwrapped + frame.level
    let marks = workspace.stores[frame.level].marks[frame.index]
    let isSettled = fill(level.pointee.firstStep, level.pointee.endStep, frame)
    if isSettled, !marks.hasLeft, level.pointee.dependsOnMarksAlone {
      learn(marks, of: frame)
    }
    return isSettled
  }

  /// Learns that frames are right that have the same marks as one that is.
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
        // What is inside is filled on the way, so this is asked whatever came before.
        let isRight = isSurelyRight(value, Int(step.pointee.target), step.pointee.cellBit, frame)
        isSettled = isSettled && isRight
        // What is blank may yet turn out to be required.
        if isRight, value.kind != .blank {
          workspace.stores[frame.level].marks[frame.index].settled |= step.pointee.cellBit
        }
        index &+= 1
      case .settle:
        settle(step.pointee, frame)
        // Whether the field is required is known only now.
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

  /// Decides a branch; returns where to go on.
  @inline(__always)
  private func fillBranch(
    _ step: UnsafePointer<PlanStep>, at index: Int, _ frame: Frame, _ marks: FrameMarks,
    _ isSettled: inout Bool
  ) -> Int {
    let truth = truth(ofBranch: step, frame, marks)
    switch truth {
    case .yes:
      workspace.setCell(frame.level, frame.index, Int(step.pointee.cell), Value(bool: true))
      // Where no other branch follows, the body is what comes next.
      if step.pointee.next == step.pointee.end { return index &+ 1 }
      makeBlank(step.pointee.laterBits & marks.typed, frame)
      let isBodySettled = fill(index &+ 1, Int(step.pointee.end), frame)
      isSettled = isSettled && isBodySettled
      return Int(step.pointee.next)
    case .skipped, .uncalculable:
      let failure: Value.Failure = truth == .skipped ? .undecided : .calculation
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
      // A value that was taken back, because its own branch is not in force or undecided, tells nothing.
      if step.pointee.truthBit & marks.typed != 0, value.isUsable {
        return Truth((step.pointee.truthBit & marks.truths != 0) != step.pointee.isTruthNegated)
      }
    }
    return step.pointee.target < 0 ? .yes : truth(of: step.pointee.target, frame)
  }

  /// Takes back the values that fields got when they were read, since their branch is not
  /// in force.
  @inline(__always)
  private func makeBlank(_ bits: UInt64, _ frame: Frame) {
    var bits = bits
    while bits != 0 {
      workspace.setCell(frame.level, frame.index, bits.trailingZeroBitCount, .blank)
      bits &= bits &- 1
    }
  }

  /// Whether a field's value surely is as its rules, and those of what is inside, want it.
  @inline(__always)
  private func isSurelyRight(_ value: Value, _ number: Int, _ bit: UInt64, _ frame: Frame) -> Bool {
    switch value.kind {
    case .blank: return true
    case .unusable: return false
    case .record, .list:
      // Only after the field has its value, because what is inside may name it.
      let isInsideRight = fillInside(value)
      if isInsideRight { workspace.stores[frame.level].marks[frame.index].inside |= bit }
      return isInsideRight && keepsPlainRules(value, of: number)
    default: return keepsPlainRules(value, of: number)
    }
  }

  /// Whether every rule of a field is plain and surely holds for a value.
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

  /// Marks every field of a `when` that depends on an unusable field.
  @inline(never)
  private func leaveUndecided(_ lower: Int, _ upper: Int, _ frame: Frame) {
    for index in lower..<upper {
      let step = plan.steps[index]
      guard step.kind == .field else { continue }
      let cell = plan.fields[Int(step.target)].cell
      workspace.setCell(frame.level, frame.index, Int(cell), .unusable(.undecided))
    }
  }

  /// Gives a field its value.
  func fillField(_ number: Int, _ frame: Frame) -> Value {
    let field = plan.fields[number]
    var (raw, value) = readInput(number, frame)
    if value.kind == .blank { value = standIn(for: field, frame) }
    if field.ignoresCase { value = withoutCase(value, raw, field.type) }
    workspace.setCell(frame.level, frame.index, Int(field.cell), value)
    return value
  }

  /// What was given for a field, cleaned, and the value that it is in the field's type.
  @inline(__always)
  func readInput(_ number: Int, _ frame: Frame) -> (raw: Value, value: Value) {
    let field = plan.fields.baseAddress.unsafelyUnwrapped + number
    var raw = rawInput(number, frame)
    if field.pointee.isCleaned, raw.kind == .text, !isPlainValue(raw, of: field.pointee.type) {
      let (given, cleaning) = (raw, program.fields[number].cleaning)
      raw = clean(given, cleaning)
      // What is left of a list only says whether it is blank: its items are cleaned one by one.
      if case .list = field.pointee.type, !raw.bytes.isWhiteSpace {
        raw = clean(given, cleaning.beforeSplitting)
      }
    }
    return (raw, typed(raw, field.pointee.type, frame))
  }

  /// Whether a cell of a workbook is no text for a field of `type`, so that it isn't cleaned.
  private func isPlainValue(_ raw: Value, of type: FieldType) -> Bool {
    if raw.flags & Value.isPlainValue == 0 { return false }
    if case .list(let level) = type {
      return isPlainValue(raw, of: plan.fields[plan.levels[Int(level)].itemField].type)
    }
    if case .formatted = type { return true }
    return false
  }

  /// A text, or a choice however its letters are written, as one that is compared without case.
  func withoutCase(_ value: Value, _ raw: Value, _ type: FieldType) -> Value {
    var value = value
    if value.failure == .choice, case .choice(let choice) = type, raw.kind == .text,
      let found = chosen(raw.bytes.trimmed, Int(choice), anyCase: true)
    {
      value = found
    }
    if value.kind == .text { value.flags |= Value.ignoresCase }
    return value
  }

  /// What a blank field becomes.
  private func standIn(for field: FieldPlan, _ frame: Frame) -> Value {
    if field.fallback >= 0 { return plan.constants[Int(field.fallback)] }
    if field.isRequired { return .unusable(.required) }
    return field.requiredIf >= 0 && !field.isLate ? leftBlank(field, frame) : .blank
  }

  /// What a blank field with `required if` is.
  private func leftBlank(_ field: FieldPlan, _ frame: Frame) -> Value {
    switch truth(of: field.requiredIf, frame) {
    case .yes: .unusable(.required)
    case .uncalculable: .unusable(.calculation)
    case .no, .unknown, .skipped: .blank
    }
  }

  /// What was read for a field; of several inputs the first that is filled in.
  @inline(__always)
  func rawInput(_ number: Int, _ frame: Frame) -> Value {
    let field = plan.fields.baseAddress.unsafelyUnwrapped + number
    if field.pointee.hasMoreInputs { return preferredInput(number, frame) }
    return workspace.input(frame.level, frame.index, Int(field.pointee.input))
  }

  /// The first input of a field that is filled in.
  func preferredInput(_ number: Int, _ frame: Frame) -> Value {
    let inputs = program.fields[number].inputs
    guard !inputs.isEmpty else { return .blank }
    let input = inputs[filledInput(number, frame) ?? 0]
    return workspace.input(frame.level, frame.index, Int(input))
  }

  /// Which of a field's inputs is the first that is filled in.
  func filledInput(_ number: Int, _ frame: Frame) -> Int? {
    program.fields[number].inputs.firstIndex {
      !isBlank(workspace.input(frame.level, frame.index, Int($0)), number)
    }
  }

  /// Decides the `required if` of fields that waited until everything in a frame that they depend on was filled in.
  @inline(never)
  func settle(_ step: PlanStep, _ frame: Frame) {
    if step.cell < 0 {
      let cell = Int(plan.fields[Int(step.target)].cell)
      if let value = settled(step.target, frame) {
        workspace.setCell(frame.level, frame.index, cell, value)
      }
      return
    }
    // The conditions may depend on each other, so that no field is unusable before all of them are decided.
    var found: [(cell: Int, frame: Frame, value: Value)] = []
    for field in program.lateGroups[Int(step.cell)] {
      let cell = Int(plan.fields[Int(field)].cell)
      forEachHome(of: field, in: frame) { home in
        if let value = settled(field, home) { found.append((cell, home, value)) }
      }
    }
    for (cell, home, value) in found { workspace.setCell(home.level, home.index, cell, value) }
  }

  /// What a blank field becomes whose `required if` is decided; nil if it stays as it is.
  private func settled(_ number: Int32, _ frame: Frame) -> Value? {
    let field = plan.fields[Int(number)]
    guard workspace.cell(frame.level, frame.index, Int(field.cell)).kind == .blank,
      isInForce(number, frame)
    else { return nil }
    let value = leftBlank(field, frame)
    return value.kind == .blank ? nil : value
  }

  /// Walks the frames of a field's level in a frame of the same level or of one around it.
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

  /// Walks the frames of a record or of a list of records.
  func forEachFrame(of value: Value, _ body: (Frame) -> Void) {
    guard value.kind == .record || value.kind == .list else { return }
    for offset in 0..<value.itemCount {
      body(Frame(level: value.level, index: value.firstFrame + offset))
    }
  }
}

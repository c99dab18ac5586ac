// Texts that mean blank in every field, as in `data csv < blank "NA" >`. Before evaluation, each such text of a record
// becomes empty. If such a text could be a value of a field, the field's input isn't converted while it is read.

extension Evaluator {
  /// Replaces each input whose whole text means blank by an empty text at the same position. The keys of items stay.
  @inline(never)
  func clearBlanks() {
    for level in plan.levels.indices {
      let store = workspace.stores[level]
      for frame in 0..<store.frameCount {
        let inputs = store.inputs(frame)
        for input in 0..<store.inputCount
        where input != plan.levels[level].keyInput && isBlankText(inputs[input]) {
          inputs[input] = Value(text: inputs[input].bytes.part(0, 0), extra: inputs[input].extra)
        }
      }
    }
  }

  private func isBlankText(_ value: Value) -> Bool {
    guard value.kind == .text, value.high > 0 else { return false }
    return program.meansBlank(value.bytes)
  }
}

extension Program {
  /// Whether `text` equals a text that means blank, ignoring white space around it.
  func meansBlank(_ text: TextBytes) -> Bool {
    let text = text.trimmed
    return blanks.contains { blank in blank.withUnsafeBufferPointer { text.equals($0) } }
  }

  /// Whether a text that means blank could be parsed as a value of a type.
  func mayBeBlank(_ type: FieldType) -> Bool {
    if blanks.isEmpty { return false }
    switch type {
    case .plain(.string): return true
    case .plain(let kind):
      return blanks.contains { $0.withUnsafeBufferPointer { kind.value(of: $0) != nil } }
    case .either: return true
    case .choice(let number):
      return choices[Int(number)].constants.contains { meansBlank(constants[Int($0)].bytes) }
    default: return false
    }
  }
}

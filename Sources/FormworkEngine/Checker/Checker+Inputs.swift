// The inputs of levels: what readers put under the keys that fields ask for.

internal import FormworkSyntax

extension Checker {
  /// Gives a field the keys of `from`. With a `#`, those of a list and of the fields of its records are about
  /// numbered columns, and so are those of the fields of records inside these.
  func addKeys(
    _ keys: [String], of type: TypeExpression, to field: inout Field, in scope: Scope
  ) {
    var around = scope.level
    while around > 0, !program.levels[around].isList { around = Int(program.levels[around].parent) }
    var isNumbered = program.levels[around].itemIsRecord
    if case .list = type.kind { isNumbered = true }
    field.numberedKeys = isNumbered ? keys.filter { $0.contains("#") } : []
    let others = isNumbered ? keys.filter { !$0.contains("#") } : keys
    if !others.isEmpty { addInputs(of: others, to: &field, in: scope) }
  }

  /// Gives a field the inputs of keys.
  private func addInputs(of keys: [String], to field: inout Field, in scope: Scope) {
    field.sourceKeys = keys
    let inputs = field.keys.map { input(ofKey: scope.number(adding: $0), $0, in: scope) }
    field.input = inputs[0]
    field.otherInputs = Array(inputs.dropFirst())
  }

  /// The input of a key with its number among the names of its level, made if the key is new. Keys that
  /// are canonically equivalent are one key.
  func input(ofKey number: Int, _ key: String, in scope: Scope) -> Int32 {
    if scope.inputs[number] >= 0 { return scope.inputs[number] }
    let input = program.levels[scope.level].addInput(underKey: key)
    scope.setInput(input, ofName: number)
    return input
  }

  /// Notes for every input the one level that structures under it belong to, and for every level how its
  /// keys are found.
  func finishInputs() {
    var users: [[UInt8]] = []
    users.reserveCapacity(program.levels.count)
    for number in program.levels.indices {
      let count = Int(program.levels[number].inputCount)
      program.levels[number].structures = Array(repeating: -1, count: count)
      program.levels[number].keys.finish(scopes[number].table, scopes[number].inputs)
      users.append(Array(repeating: 0, count: count))
    }
    for number in program.fields.indices {
      let level = Int(program.fields[number].level)
      if program.levels[level].itemIsRecord, program.fields[number].name.isEmpty { continue }
      let structure = program.fields[number].type.level ?? -1
      func use(_ input: Int32) {
        let isShared = users[level][Int(input)] > 0
        users[level][Int(input)] = 1
        if isShared || structure >= 0 {
          program.levels[level].structures[Int(input)] = isShared ? -1 : structure
        }
      }
      use(program.fields[number].input)
      for input in program.fields[number].otherInputs { use(input) }
    }
  }
}

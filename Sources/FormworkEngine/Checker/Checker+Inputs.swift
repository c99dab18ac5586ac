// The inputs of levels, where readers store the values of keys.

internal import FormworkSyntax

extension Checker {
  /// Sets the keys of `from`. For a list, and for the fields of its records at any depth, keys with a `#` refer to
  /// numbered columns. In a list by name, keys with a `*` refer to the columns of its keys.
  func addKeys(
    _ keys: [String], of type: TypeExpression, to field: inout Field, in scope: Scope
  ) {
    var around = scope.level
    while program.levels[around].parent >= 0, !program.levels[around].isList {
      around = Int(program.levels[around].parent)
    }
    var isNumbered = program.levels[around].itemIsRecord
    var isNamed = program.levels[around].keyField >= 0
    if case .list(_, let key, _) = type.kind { (isNumbered, isNamed) = (true, key != nil) }
    let mark: Character = isNamed ? "*" : "#"
    field.numberedKeys = isNumbered ? keys.filter { $0.contains(mark) } : []
    let others = isNumbered ? keys.filter { !$0.contains(mark) } : keys
    if !others.isEmpty { addInputs(of: others, to: &field, in: scope) }
  }

  /// Sets the inputs of a field.
  private func addInputs(of keys: [String], to field: inout Field, in scope: Scope) {
    field.sourceKeys = keys
    let inputs = keys.map { input(ofKey: scope.number(adding: $0), $0, in: scope) }
    field.input = inputs[0]
    field.otherInputs = Array(inputs.dropFirst())
  }

  /// Returns the input of a key. Adds the input if the key is new. Canonically equivalent keys are the same key.
  /// `number` is the index of the key among the names of `scope`.
  func input(ofKey number: Int, _ key: String, in scope: Scope) -> Int32 {
    if scope.inputs[number] >= 0 { return scope.inputs[number] }
    let input = program.levels[scope.level].addInput(underKey: key)
    scope.setInput(input, ofName: number)
    return input
  }

  /// Adds separate inputs for tables to fields that share a key but have columns of their own. Such a field is a
  /// record, a list of records, or in numbered columns.
  private func addTableInputs() {
    var users: OrderedDictionary<NumberedInput, [Int]> = [:]
    for (number, field) in program.fields.enumerated() where !isItem(field) {
      for input in field.inputs {
        users[NumberedInput(level: Int(field.level), input: Int(input)), default: []].append(number)
      }
    }
    for fields in users.values where fields.count > 1 {
      let keys = OrderedSet(fields.map { program.fields[$0].numberedKeys })
      for number in fields where program.fields[number].tableInputs.isEmpty {
        let field = program.fields[number]
        let hasOwnColumns =
          switch field.type {
          case .record: true
          case .list(let level) where program.levels[Int(level)].itemIsRecord: true
          case .list: !field.numberedKeys.isEmpty
          default: !field.numberedKeys.isEmpty && keys.count > 1
          }
        guard hasOwnColumns else { continue }
        program.fields[number].tableInputs = field.keys.map { _ in
          program.levels[Int(field.level)].addInput()
        }
      }
    }
  }

  /// Whether a field is the nameless field for the records of a list.
  private func isItem(_ field: Field) -> Bool {
    program.levels[Int(field.level)].itemIsRecord && field.name.isEmpty
  }

  /// For each input, sets the level of its record or list, if only one field reads the input. For each level, sets the
  /// table of its keys.
  func finishInputs() {
    addTableInputs()
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
      if isItem(program.fields[number]) { continue }
      let structure = program.fields[number].type.level ?? -1
      func use(_ input: Int32) {
        let isShared = users[level][Int(input)] > 0
        users[level][Int(input)] = 1
        if isShared || structure >= 0 {
          program.levels[level].structures[Int(input)] = isShared ? -1 : structure
        }
      }
      for input in program.fields[number].inputs { use(input) }
    }
  }
}

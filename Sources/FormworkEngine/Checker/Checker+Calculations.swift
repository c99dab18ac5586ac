// Calculated fields: their compilation, those calculated from themselves, and those that reveal secrets.

internal import FormworkSyntax

extension Checker {
  /// Compiles the value of a calculated field: an operand of its type or, for a bool, a condition.
  func compileCalculation(
    _ value: Expression, of declared: DeclaredField, _ context: Context
  ) {
    let number = declared.number
    for clause in declared.clauses where !clause.fitsCalculation {
      report(.contradiction(source.text(clause.span), first: value.span), at: clause.span)
    }
    var outside = context
    outside.field = -1
    openedLists = []
    let type = staticType(number)
    program.fields[number].presence = .optional
    if program.fields[number].type.isStructured || type.family == .structure
      || type.family == .either
    {
      return report(.calculatedStructure, at: value.span)
    }
    let node: Int32
    if type == .bool {
      node = condition(value, outside)
    } else {
      let (operand, found) = narrowed(operand(value, outside), like: type)
      if found.isInvalid || type.isInvalid { return }
      guard found.family == type.family else {
        return report(.wrongArgumentType("=", wanted: type, found: found), at: value.span)
      }
      node = operand
    }
    listsOpenedByRequiredIf[Int32(number)] = listOpened(around: context.scope)
    program.fields[number].presence = .calculated(node, isEarly: true)
  }

  /// Reports fields that are calculated from themselves. Uses a loop instead of recursion, because a chain of
  /// calculated fields may be as long as the form.
  func reportCirclesOfCalculations() {
    var isDone = program.fields.map { $0.calculation == nil }
    var isOpen = program.fields.map { _ in false }
    for start in program.fields.indices where !isDone[start] {
      var path = [(field: start, sources: sources(of: start))]
      isOpen[start] = true
      while let (field, sources) = path.last {
        guard let next = sources.last else {
          path.removeLast()
          (isOpen[field], isDone[field]) = (false, true)
          continue
        }
        path[path.count - 1].sources.removeLast()
        if isDone[next] { continue }
        guard !isOpen[next] else {
          let circle = path.map { $0.field }.drop { $0 != next }
          let names = (circle + [next]).map { program.fields[$0].name }
          report(.circle(names), at: program.fields[next].span)
          program.fields[next].presence = .optional
          isDone[next] = true
          continue
        }
        isOpen[next] = true
        path.append((next, self.sources(of: next)))
      }
    }
  }

  /// Returns the fields from which `field` is calculated.
  private func sources(of field: Int) -> [Int] {
    guard let calculation = program.fields[field].calculation else { return [] }
    return ask { $0.fields(readBy: calculation) }.map { Int($0) }
  }

  /// Marks calculated fields that depend on a secret as secret, before any message is compiled. Compares only names, so
  /// a field that is calculated from a namesake of a secret field is marked, too.
  func noteSecretCalculations() {
    if calculations.isEmpty { return }
    var calculated: OrderedDictionary<String, [Int]> = [:]
    for (number, value) in calculations {
      for name in names(behind: value) { calculated[name, default: []].append(number) }
    }
    var open = program.fields.indices.filter { program.fields[$0].isSecret }
      .map { program.fields[Int(program.namedField(Int32($0)))].name }
    var seen: OrderedSet<String> = []
    while let name = open.popLast() {
      if !seen.insert(name).inserted { continue }
      for number in calculated[name] ?? [] {
        program.fields[number].isSecret = true
        open.append(program.fields[number].name)
      }
    }
  }

  /// Returns the names in an expression and in the definitions that it uses.
  private func names(behind expression: Expression) -> OrderedSet<String> {
    var found: OrderedSet<String> = []
    var open = Names(in: expression).all
    while let name = open.popLast() {
      guard found.insert(name).inserted, let definition = names.definitions[name],
        case .expression(let meaning, _) = definition.meaning
      else { continue }
      open += Names(in: meaning).all
    }
    return found
  }
}

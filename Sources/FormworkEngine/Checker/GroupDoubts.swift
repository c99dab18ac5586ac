// Checks with `per` whose groups may not be those that their author has in mind: records without a field of the group,
// and lookups that find only records of the same group.

internal import FormworkSyntax

/// A field after `per` whose blank values may make groups.
struct BlankGroup {
  /// The first name of the field's path after `per`, with the span of the path, and the fields that the path may mean.
  let path: Name
  let fields: [Int]
  /// The condition before `per`.
  let condition: Span
  /// Whether the message has a placeholder about the condition, which has no value under `or`.
  let showsCondition: Bool
  let context: Checker.Context
}

extension Checker {
  /// Notes the fields after `per` whose blank values may make groups, to report them when the presence of every field is
  /// known. A record without the only field after `per` is in no group.
  func noteBlankGroups(of check: CheckDeclaration, _ context: Context) {
    guard check.per.count > 1, check.per.count == context.groupKeys.count else { return }
    let shown = Names(in: check.rule.message).found
    for (path, key) in zip(check.per, context.groupKeys) {
      let span = path[0].span.joined(with: path[path.count - 1].span)
      let name = path.map { $0.text }.joined(separator: ".")
      var seen: OrderedSet<String> = []
      if testsPresence(of: name, in: check.rule.condition, &seen) { continue }
      blankGroups.append(
        BlankGroup(
          path: Name(path[0].text, at: span),
          fields: ask { $0.fields(of: key.own) }.map { Int($0) },
          condition: check.rule.condition.span,
          showsCondition: ["actual", "min", "max", "choices"].contains { shown.contains($0) },
          context: context))
    }
  }

  func reportBlankGroups() {
    for group in blankGroups
    where group.fields.allSatisfy({ mayBeLeftBlank($0) })
      && !isNamed(group.path.text, around: group.context)
    {
      report(
        .blankGroup(condition: group.condition, isMendable: !group.showsCondition),
        at: group.path.span)
    }
  }

  /// Whether some part of a condition tests a field or a path for `filled` or `blank`, also in a definition.
  private func testsPresence(
    of path: String, in condition: Expression, _ seen: inout OrderedSet<String>
  ) -> Bool {
    switch condition.kind {
    case .test(let subject, _, _) where condition.isTestOfPresence && subject.dotted == path:
      return true
    case .name(let name), .call(let name, _):
      if seen.count < Checker.chainLimit, let (_, body, _) = definition(name.text),
        seen.insert(name.text).inserted, testsPresence(of: path, in: body, &seen)
      {
        return true
      }
    default: break
    }
    for part in condition.parts where testsPresence(of: path, in: part, &seen) { return true }
    return false
  }

  /// Warns about lookups in the condition of a check with `per` that compare a field of the other record with a
  /// different field of this one. They find only records of the group, unless its fields are keys, too. Returns whether
  /// there are any.
  func warnOfLookups(
    in condition: Int32, of check: CheckDeclaration, _ context: Context
  ) -> Bool {
    guard !check.per.isEmpty, check.per.count == context.groupKeys.count else { return false }
    // Only a field of the form itself can be a key.
    let keyable = zip(check.per, context.groupKeys).filter { $0.0.count == 1 }
    var seen: OrderedSet<Int> = []
    var open = [condition]
    var isFound = false
    while let node = open.popLast() {
      open += ask { $0.children(of: node) }.reversed()
      guard case .question(_, let number) = ask({ $0.view(node) }), seen.insert(number).inserted
      else { continue }
      let asked = ask { $0.askedRecords(number) }
      guard asked.selection == .first else { continue }
      let missing = keyable.filter { _, group in
        !asked.keys.contains { isKey($0, of: group) }
      }
      let comparesFields = asked.keys.contains { key in
        let other = ask { $0.field(of: key.field) }
        let isOfGroup = context.groupKeys.contains { isKey(key, of: $0) }
        return !isOfGroup && ask { $0.fields(readBy: key.value) }.contains { $0 != other }
      }
      if missing.isEmpty || !comparesFields { continue }
      isFound = true
      report(
        .lookupInGroup(
          group: check.per.map { source.text($0[0].span.joined(with: $0[$0.count - 1].span)) },
          missing: missing.map { source.text($0.0[0].span) },
          isKeyable: keyable.count == check.per.count),
        at: program.nodes[Int(node)].span)
    }
    return isFound
  }

  /// Whether a key of a lookup compares a field of the group with itself.
  private func isKey(
    _ key: (field: Int32, value: Int32), of group: RecordQuestion.Key
  ) -> Bool {
    guard let field = ask({ $0.field(of: group.own) }) else { return false }
    return ask { $0.field(of: key.field) == field && $0.field(of: key.value) == field }
  }
}

extension Expression {
  /// The names of a path, joined by dots. Nil for anything else.
  fileprivate var dotted: String? {
    switch kind {
    case .name(let name): name.text
    case .member(let base, let name): base.dotted.map { $0 + "." + name.text }
    case .parenthesized(let inner): inner.dotted
    default: nil
    }
  }
}

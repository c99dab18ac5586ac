// Changes of a form as a whole: its sections, words, tables, data formats and examples.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Changes of section conditions. Each is reported once for all fields of the section.
struct Moves {
  private var covered: OrderedSet<[Int]> = []
  private(set) var changes: [FormDifference.Change] = []

  /// The minimum number of affected fields for which a section's change is reported once instead of for each field.
  private static let several = 2

  init(
    _ pairs: [(old: Topic?, new: Topic?)], _ explainer: Explainer, _ room: DocumentRoom
  ) {
    let section = explainer.words.difference(.section)
    var fields: OrderedDictionary<[Int], [(old: Topic, new: Topic)]> = [:]
    for case (let old?, let new?) in pairs where old.place.meaning != new.place.meaning {
      fields[[old.place.meaning, new.place.meaning], default: []].append((old, new))
    }
    for (key, moved) in fields where moved.count >= Moves.several {
      covered.insert(key)
      let labels = explainer.words.joined(moved.map { explainer.label($0.new.label) })
      room.add(
        .init(
          kind: .changed, what: section,
          new: [Document.Item(text: labels)]
            + moved[0].new.place.words.map { Document.Item(text: $0) },
          old: moved[0].old.place.words.map { Document.Item(text: $0) }),
        to: &changes)
    }
  }

  /// Returns whether a field's move from `old` to `new` need not be reported: the places are equal, or the move has
  /// been reported already.
  func covers(_ old: PlaceFact, _ new: PlaceFact) -> Bool {
    old.meaning == new.meaning || covered.contains([old.meaning, new.meaning])
  }
}

extension Differ {
  /// Returns the changes of the form itself, without those of its fields and checks.
  func formChanges() -> [FormDifference.Change] {
    var changes: [FormDifference.Change] = []
    var was = old.formFacts()
    for fact in new.formFacts() {
      let kind: FormDifference.Kind = fact.aspect == .formTitle ? .reworded : .changed
      // There is one fact per kind of data. Facts about the same kind are paired: their words begin with the kind.
      let partner = was.firstIndex {
        $0.aspect == fact.aspect && (fact.aspect != .data || $0.head == fact.head)
      }
      guard let partner else {
        changes.append(.init(kind: .added, what: say(fact.aspect), new: items(fact.words)))
        continue
      }
      let old = was.remove(at: partner)
      if old.meaning != fact.meaning { changes.append(change(fact, old, kind)) }
    }
    changes += was.map { .init(kind: .gone, what: say($0.aspect), old: items($0.words)) }
    for (own, old) in zip(new.ownWords(), old.ownWords()) where own.fact.meaning != old.fact.meaning
    {
      let what = say(.ownWords).filled(("code", own.code))
      changes.append(change(own.fact, old.fact, .reworded, what: what))
    }
    return changes + tableChanges() + listChanges()
  }

  private func tableChanges() -> [FormDifference.Change] {
    let known = old.tables()
    return new.tables().compactMap { table in
      guard let was = known.first(where: { $0.name == table.name }) else { return nil }
      let (before, after) = (was.rows.map { $0.meaning }, table.rows.map { $0.meaning })
      if before == after { return nil }
      let (known, kept) = (OrderedSet(before), OrderedSet(after))
      let added = table.rows.filter { !known.contains($0.meaning) }
      let gone = was.rows.filter { !kept.contains($0.meaning) }
      let words =
        added.map { say(.rowsAdded).filled(("values", $0.words)) }
        + gone.map { say(.rowsGone).filled(("values", $0.words)) }
      let all = words.isEmpty ? table.rows.map { $0.words } : words
      return .init(
        kind: .changed, what: say(.table) + " " + new.explainer.quoted(table.name),
        new: items(Array(all.prefix(Explainer.manyValues))))
    }
  }

  /// Returns the changes of the named lists of values that rules mention.
  private func listChanges() -> [FormDifference.Change] {
    new.explainer.lists.compactMap { name in
      guard let list = new.explainer.choiceLists[name], let was = old.explainer.choiceLists[name]
      else { return nil }
      let (before, after) = (OrderedSet(was.values), OrderedSet(list.values))
      if before == after { return nil }
      return .init(
        kind: .changed, what: say(.list) + " " + new.explainer.quoted(name),
        new: listed(
          list.values.filter { !before.contains($0) }.map { quoted($0) },
          was.values.filter { !after.contains($0) }.map { quoted($0) }))
    }
  }

  /// Returns a change if the products of the two forms have their values in different orders or groups.
  func orderChanges() -> [FormDifference.Change] {
    let (first, second) = (old.productNames(), new.productNames())
    let paths = OrderedSet(first.compactMap { $0.path }).intersection(
      OrderedSet(second.compactMap { $0.path }))
    func common(_ names: [ProductName]) -> [ProductName] {
      names.filter { name in name.path.map { paths.contains($0) } ?? true }
    }
    let (before, after) = (common(first), common(second))
    if before == after { return [] }
    // If there are very many names, only those from the first difference on are shown.
    let isLong = max(before.count, after.count) > Differ.manyValues
    let same = isLong ? zip(before, after).prefix { $0 == $1 }.count : 0
    func shown(_ names: [ProductName]) -> [Document.Item] {
      let rest = names.dropFirst(same)
      let texts = rest.prefix(Differ.manyValues).map { $0.text }
      let hasMore = rest.count > texts.count
      return items([
        ((same > 0 ? ["…"] : []) + texts + (hasMore ? ["…"] : [])).joined(separator: ", ")
      ])
    }
    return [.init(kind: .changed, what: say(.order), new: shown(after), old: shown(before))]
  }

  // MARK: - Examples

  func exampleChanges() -> [FormDifference.Change] {
    var known = Pool(old.program.examples) { [$0.name] }
    var changes: [FormDifference.Change] = []
    for example in new.program.examples {
      guard let was = known.take(example.name) else {
        changes.append(.init(kind: .added, what: say(.example), new: [item(example)]))
        continue
      }
      let isSame =
        was.record == example.record && was.day == example.day && was.rejects == example.rejects
        && hasSameRecordsBeside(was, example)
      if !isSame {
        // An item doesn't show the example's values, which may be secret. So both items may be equal.
        let (now, before) = (item(example), item(was))
        changes.append(
          .init(
            kind: .changed, what: say(.example), new: [now], old: now == before ? [] : [before]))
      }
    }
    return changes
      + known.rest.map { .init(kind: .gone, what: say(.example), old: [item($0)]) }
  }

  /// Whether two examples have the same records before them and in lists of other data.
  private func hasSameRecordsBeside(_ was: FormExample, _ example: FormExample) -> Bool {
    let (before, now) = (
      was.recordsBeside(in: old.program), example.recordsBeside(in: new.program)
    )
    return before.count == now.count
      && before.allSatisfy { list, records in
        now.contains { $0.list == list && $0.records == records }
      }
  }

  private func item(_ example: FormExample) -> Document.Item {
    let explainer = new.explainer
    let verdict = explainer.text(
      example.rejects == nil ? .acceptedVerdict : .rejectedVerdict)
    let fields = example.rejectedPaths.map {
      $0.isEmpty ? "" : " (" + $0.joined(separator: ", ") + ")"
    }
    return Document.Item(
      text: explainer.quoted(visible(example.name)) + ": " + verdict + (fields ?? ""))
  }
}

extension FormFact {
  /// The beginning of the fact's words, up to the colon.
  fileprivate var head: Substring { words.first.map { $0.prefix { $0 != ":" && $0 != "：" } } ?? "" }
}

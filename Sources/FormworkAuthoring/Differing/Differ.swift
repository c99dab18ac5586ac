// Finds what changes between two forms: compares corresponding fields and rules fact by fact.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// Compares two forms.
struct Differ {
  let old: FormFacts
  let new: FormFacts
  private var strictness: StrictnessTest
  /// Corresponding topics of both forms.
  private var pairs: [(old: Topic?, new: Topic?)] = []
  /// The differences between lists of choices, cached because several fields may share a list.
  private var choiceChanges: OrderedDictionary<ChoicePair, FormDifference.Change?> = [:]
  /// The remaining cost allowed for matching new rules with old ones. If very many rules change, the last ones are
  /// reported as removed and added.
  private var effort = 1_000_000
  /// Limits the size of the comparison.
  let room = DocumentRoom()

  init(old: FormFacts, new: FormFacts) {
    self.old = old
    self.new = new
    pairs = Differ.pairs(old.topics, new.topics)
    strictness = StrictnessTest(
      old: old.reader, new: new.reader, unsteady: Differ.unsteady(pairs))
  }

  func say(_ phrase: DifferencePhrase) -> String { new.say(phrase) }

  mutating func topics() -> [FormDifference.Topic] {
    let moves = Moves(pairs, new.explainer, room)
    var topics = [
      FormDifference.Topic(
        part: .form, path: nil, list: nil, label: say(.aboutForm), changes: moves.changes)
    ]
    for pair in pairs where room.admitsMore() {
      guard let topic = pair.new ?? pair.old else { continue }
      var found = changes(pair, moves)
      if topic.path.isEmpty, topic.list == nil {
        topics[0].changes += found
        continue
      }
      // The checks of a record are reported together with the field that has this record as its type.
      if let last = topics.last, last.path == topic.path, last.list == topic.list?.name {
        topics[topics.count - 1].changes += found
      } else {
        if found.count > 1, case .gone = found[0].kind { found = [found[0]] }
        room.take(topic.path.utf8.count)
        topics.append(
          .init(
            part: topic.list.map { $0.isOfValues ? .values : .otherData } ?? .fields,
            path: topic.isList ? nil : topic.path, list: topic.list?.name, label: topic.label,
            changes: found))
      }
    }
    // Only tables and lists mentioned by the changes above are compared, so this comes last.
    topics[0].changes = formChanges() + topics[0].changes + orderChanges() + exampleChanges()
    if room.isExceeded {
      topics[0].changes.append(
        .init(kind: .changed, what: say(.rest), new: items([say(.notSaid)])))
    }
    return topics.filter { !$0.changes.isEmpty }
  }
}

// MARK: - Pairs

/// The properties that corresponding topics share.
private struct TopicKey: Hashable {
  let isLevel: Bool
  let address: String
  /// The section; nil if any section will do.
  let place: Int?

  init(_ topic: Topic, isStrict: Bool) {
    (isLevel, address) = (topic.field == nil, topic.address)
    place = isStrict ? topic.place.meaning : nil
  }
}

extension Differ {
  /// Pairs the fields that have the same address, first those in the same section.
  private static func pairs(_ old: [Topic], _ new: [Topic]) -> [(old: Topic?, new: Topic?)] {
    var left = Pool(Array(old.indices)) { place in
      [TopicKey(old[place], isStrict: true), TopicKey(old[place], isStrict: false)]
    }
    var partners: [Int?] = Array(repeating: nil, count: new.count)
    for isStrict in [true, false] {
      for (index, topic) in new.enumerated() where partners[index] == nil {
        partners[index] = left.take(TopicKey(topic, isStrict: isStrict))
      }
    }
    let taken = OrderedSet(partners.compactMap { $0 })
    // A removed field is listed at its old place: before the next field that still exists.
    var gone: OrderedDictionary<Int, [Int]> = [:]
    var next = old.count
    for index in old.indices.reversed() {
      if taken.contains(index) {
        next = index
      } else {
        gone[next, default: []].insert(index, at: 0)
      }
    }
    var pairs: [(old: Topic?, new: Topic?)] = []
    for (index, topic) in new.enumerated() {
      let partner = partners[index]
      if let partner { pairs += (gone[partner] ?? []).map { (old[$0], nil) } }
      pairs.append((partner.map { old[$0] }, topic))
    }
    return pairs + (gone[old.count] ?? []).map { (old[$0], nil) }
  }

  /// Returns the addresses of fields and lists whose values are obtained differently in the two forms, so that rules
  /// about them can't be compared.
  private static func unsteady(_ pairs: [(old: Topic?, new: Topic?)]) -> OrderedSet<String> {
    var addresses: OrderedSet<String> = []
    for pair in pairs {
      guard let old = pair.old, let new = pair.new else {
        addresses.insert((pair.old ?? pair.new)?.address ?? "")
        continue
      }
      let aspects: [DifferencePhrase] = [
        .source, .type, .calculation, .cleaning, .anyCase, .fallback, .file, .missingFile, .data,
      ]
      let differs = new.facts.contains { fact in
        aspects.contains(fact.aspect)
          && old.facts.first { $0.aspect == fact.aspect }?.meaning != fact.meaning
      }
      if differs || old.place.meaning != new.place.meaning { addresses.insert(old.address) }
    }
    return addresses
  }
}

// MARK: - One field

extension Topic {
  /// Whether the topic has a declaration of its own: a field or a list of other data.
  fileprivate var isDeclared: Bool { field != nil || isList }
}

extension Differ {
  private mutating func changes(
    _ pair: (old: Topic?, new: Topic?), _ moves: Moves
  ) -> [FormDifference.Change] {
    guard let old = pair.old else {
      return pair.new.map { $0.isDeclared ? [whole($0, .added, new)] : [] } ?? []
    }
    guard let new = pair.new else {
      return old.isDeclared ? [whole(old, .gone, self.old)] : []
    }
    var changes: [FormDifference.Change] = []
    for fact in new.facts {
      guard let was = old.facts.first(where: { $0.aspect == fact.aspect }),
        was.meaning != fact.meaning
      else { continue }
      room.add(change(fact, was, kind(of: fact.aspect, old, new)), to: &changes)
    }
    if let choices = choices(old, new) { room.add(choices, to: &changes) }
    if !moves.covers(old.place, new.place), old.place.meaning != new.place.meaning {
      room.add(
        .init(
          kind: .moved, what: say(.section), new: items(new.place.words),
          old: items(old.place.words)),
        to: &changes)
    }
    return changes + ruleChanges(old.rules, new.rules, moves)
  }

  /// Returns the change for a field or a list that only one of the forms has.
  private func whole(
    _ topic: Topic, _ kind: FormDifference.Kind, _ side: FormFacts
  ) -> FormDifference.Change {
    var words: [String] = []
    let aspects: [DifferencePhrase] = [.type, .presence, .calculation, .fallback, .file, .data]
    for fact in topic.facts where aspects.contains(fact.aspect) { words += fact.words }
    if let field = topic.field, let list = side.program.field(field).choices {
      words.append(side.explainer.choices(list))
    }
    var all = items(words)
    if topic.place.meaning != side.everywhere.meaning { all += items(topic.place.words) }
    all += topic.rules.map { $0.item }
    room.take(all.length)
    let isValue = topic.list?.isOfValues ?? false
    let what = say(topic.isList ? .otherList : isValue ? .runValue : .field)
    return kind == .gone
      ? .init(kind: kind, what: what, old: all) : .init(kind: kind, what: what, new: all)
  }

  func change(
    _ fact: FormFact, _ was: FormFact, _ kind: FormDifference.Kind = .changed, what: String? = nil
  ) -> FormDifference.Change {
    change(kind, what ?? say(fact.aspect), from: items(was.words), to: items(fact.words))
  }

  /// Returns a change. If its old and new words are equal, adds a sentence that explains the difference.
  private func change(
    _ kind: FormDifference.Kind, _ what: String, from old: [Document.Item], to new: [Document.Item]
  ) -> FormDifference.Change {
    if old != new { return .init(kind: kind, what: what, new: new, old: old) }
    let why = say(kind == .reworded ? .readsElsewhere : .refersElsewhere)
    return .init(kind: kind, what: what, new: new + items([why]))
  }

  func items(_ words: [String]) -> [Document.Item] {
    (words.isEmpty ? [say(.nothing)] : words).map {
      Document.Item(text: new.explainer.capitalized($0))
    }
  }

  /// Returns the kind of change to a fact with the given aspect.
  private func kind(
    of aspect: DifferencePhrase, _ old: Topic, _ new: Topic
  ) -> FormDifference.Kind {
    switch aspect {
    case .label, .hint, .message, .blankMessage, .formTitle, .pages, .texts: .reworded
    case .presence: presence(old, new)
    default: .changed
    }
  }

  /// Returns `tighter` if the new form requires the field in more cases, `looser` if in fewer cases, and otherwise
  /// `changed`.
  private func presence(_ old: Topic, _ new: Topic) -> FormDifference.Kind {
    guard let first = old.field, let second = new.field else { return .changed }
    let (was, is_) = (self.old.program.field(first), self.new.program.field(second))
    guard was.fallback == nil, is_.fallback == nil else { return .changed }
    let (before, after) = (was.presence.rank, is_.presence.rank)
    return before == after ? .changed : after > before ? .tighter : .looser
  }

  // MARK: - Choices

  /// The indices of corresponding lists of choices in both forms.
  private struct ChoicePair: Hashable {
    let old: Int32
    let new: Int32
  }

  private mutating func choices(_ old: Topic, _ new: Topic) -> FormDifference.Change? {
    guard let first = old.field, let second = new.field else { return nil }
    let (was, list) = (self.old.program.field(first), self.new.program.field(second))
    guard let oldNumber = was.choicesNumber, let newNumber = list.choicesNumber else { return nil }
    let pair = ChoicePair(old: oldNumber, new: newNumber)
    if choiceChanges[pair] == nil {
      choiceChanges[pair] = .some(choices(was.choices, list.choices))
    }
    var change = choiceChanges[pair] ?? nil
    if strictness.unsteady.contains(new.address),
      change?.kind == .looser || change?.kind == .tighter
    {
      change?.kind = .changed
    }
    return change
  }

  /// Returns the difference between two lists of choices, or nil if they have the same meaning.
  private func choices(_ was: ChoiceList?, _ list: ChoiceList?) -> FormDifference.Change? {
    guard let was, let list else { return nil }
    let (before, after) = (spelled(was, self.old), spelled(list, self.new))
    func others(
      _ texts: OrderedDictionary<String, String>, than others: OrderedDictionary<String, String>
    ) -> [String] {
      texts.filter { others[$0.key] != $0.value }.ordered { $0.key < $1.key }.map { text, value in
        let quoted = quoted(text)
        return text == value
          ? quoted : say(.spelling).filled(("text", quoted), ("value", self.quoted(value)))
      }
    }
    let (gone, added) = (others(before, than: after), others(after, than: before))
    if gone.isEmpty && added.isEmpty {
      if self.old.meaning(of: was) == self.new.meaning(of: list) { return nil }
      return change(
        was.values == list.values ? .reworded : .changed, say(.choices),
        from: items([self.old.explainer.choices(was)]),
        to: items([self.new.explainer.choices(list)]))
    }
    let kind: FormDifference.Kind = gone.isEmpty ? .looser : added.isEmpty ? .tighter : .changed
    return .init(kind: kind, what: say(.choices), new: listed(added, gone))
  }

  func quoted(_ value: String) -> String { new.explainer.quoted(visible(value)) }

  /// The maximum number of values to show as added to or removed from a list, because many fields may share the list.
  /// Also the maximum number of names to show if the order of a product changes.
  static let manyValues = 100

  /// Returns the values added to a list and the values removed from it, up to a limit.
  func listed(_ added: [String], _ gone: [String]) -> [Document.Item] {
    var words: [String] = []
    func add(_ phrase: DifferencePhrase, _ values: [String]) {
      if values.isEmpty { return }
      let shown = Array(values.prefix(Differ.manyValues))
      let rest = values.count > shown.count ? " …" : ""
      words.append(
        say(phrase).filled(("values", new.explainer.words.joined(shown) + rest)))
    }
    add(.valuesAdded, added)
    add(.valuesGone, gone)
    return items(words)
  }

  /// Returns the texts accepted as a choice, each with the value it means.
  private func spelled(_ list: ChoiceList, _ side: FormFacts) -> OrderedDictionary<String, String> {
    var texts: OrderedDictionary<String, String> = [:]
    for (place, others) in side.program.spellings(in: list) {
      for other in others { texts[other] = list.values[place] }
    }
    for value in list.values { texts[value] = value }
    return texts
  }
}

extension Field.Presence {
  /// A number that is higher if a value must be present in more cases.
  fileprivate var rank: Int {
    switch self {
    case .optional, .calculated: 0
    case .requiredIf: 1
    case .required: 2
    }
  }
}

// MARK: - Rules

extension Differ {
  private mutating func ruleChanges(
    _ old: [RuleFact], _ new: [RuleFact], _ moves: Moves
  ) -> [FormDifference.Change] {
    var gone = Pool(old) { [$0.sameCondition, $0.samePlace, $0.sameReaction] }
    var effort = effort
    defer { self.effort = effort }
    var (added, rest): ([RuleFact], [RuleFact]) = ([], [])
    var changes: [FormDifference.Change] = []
    for rule in new {
      // Prefer an old rule with the same reaction.
      guard let same = gone.take(rule.sameReaction) ?? gone.take(rule.samePlace) else {
        rest.append(rule)
        continue
      }
      if same.reaction != rule.reaction { room.add(reaction(same, rule), to: &changes) }
    }
    for rule in rest {
      if let was = gone.take(rule.sameCondition) {
        if was.reaction != rule.reaction { room.add(reaction(was, rule), to: &changes) }
        if !moves.covers(was.place, rule.place) {
          room.add(
            .init(
              kind: .moved, what: what(rule), new: [rule.item] + items(rule.place.words),
              old: items(was.place.words)),
            to: &changes)
        }
        continue
      }
      var kind: FormDifference.Kind?
      let was = gone.take(&effort) { was in
        kind = strictness(was, rule)
        return kind != nil
      }
      if let was, let kind {
        room.add(changed(was, rule, kind), to: &changes)
      } else {
        added.append(rule)
      }
    }
    for rule in added {
      if let was = gone.take(&effort, { $0.isLike(rule, self.old, self.new) }) {
        room.add(changed(was, rule, .changed), to: &changes)
      } else {
        room.add(.init(kind: .added, what: what(rule), new: [rule.item]), to: &changes)
      }
    }
    for rule in gone.rest {
      room.add(.init(kind: .gone, what: what(rule), old: [rule.item]), to: &changes)
    }
    return changes
  }

  private func what(_ rule: RuleFact) -> String {
    say(rule.rule.severity == .warning ? .warning : .rule)
  }

  /// Returns the kind of change in strictness from an old rule to a new rule, or nil if it can't be determined.
  private func strictness(_ was: RuleFact, _ rule: RuleFact) -> FormDifference.Kind? {
    guard was.target == rule.target, was.place.meaning == rule.place.meaning,
      was.rule.severity == rule.rule.severity
    else { return nil }
    switch strictness.compare(was.rule.condition, rule.rule.condition) {
    case .tighter: return .tighter
    case .looser: return .looser
    case .same: return .changed
    case .other: return nil
    }
  }

  /// Returns the change for a rule that has the same condition but a different message or severity.
  private func reaction(_ was: RuleFact, _ rule: RuleFact) -> FormDifference.Change {
    let isSeverity = was.rule.severity != rule.rule.severity
    let kind: FormDifference.Kind =
      !isSeverity ? .reworded : rule.rule.severity == .warning ? .looser : .tighter
    return changed(was, rule, kind)
  }

  private func changed(
    _ was: RuleFact, _ rule: RuleFact, _ kind: FormDifference.Kind
  ) -> FormDifference.Change {
    let sources = (old.source(was), new.source(rule))
    guard was.item == rule.item, sources.0 != sources.1 else {
      return change(kind, what(rule), from: [was.item], to: [rule.item])
    }
    return .init(
      kind: kind, what: what(rule), new: [rule.item] + items([sources.1]), old: items([sources.0]))
  }
}

extension RuleFact {
  /// A key for matching a new rule with an old one. `samePlace` also includes the place, and `sameReaction` the
  /// reaction, too.
  fileprivate var sameCondition: [Int] { [condition, target] }
  fileprivate var samePlace: [Int] { sameCondition + [place.meaning] }
  fileprivate var sameReaction: [Int] { samePlace + [reaction] }

  /// Returns whether this old rule is so similar to the new rule `other` that `other` certainly comes from it. Compares
  /// the messages, or else the subjects.
  fileprivate func isLike(_ other: RuleFact, _ old: FormFacts, _ new: FormFacts) -> Bool {
    if let message = rule.message, let otherMessage = other.rule.message,
      old.reader.meaning(ofText: message) == new.reader.meaning(ofText: otherMessage)
    {
      return true
    }
    guard target == other.target, place.meaning == other.place.meaning else { return false }
    let subject = old.subject(of: rule.condition)
    return subject != nil && subject == new.subject(of: other.rule.condition)
  }
}

extension FormFacts {
  /// For a condition without parts, returns the meaning of its subject and rule word. Returns nil for any other
  /// condition.
  fileprivate func subject(of condition: Int32) -> Int? {
    switch program.view(condition) {
    case .comparison(_, let subject, _), .inRange(let subject, _, _), .inList(let subject, _, _),
      .inTable(let subject, _, _, _):
      reader.number("value", [reader.meaning(subject)])
    case .word(let word, let subject, _): reader.number(word.name, [reader.meaning(subject)])
    case .defined(let inner, _), .not(let inner): self.subject(of: inner)
    default: nil
    }
  }

  /// Returns the condition of a rule as written in its form.
  fileprivate func source(_ rule: RuleFact) -> String {
    visible(explainer.source.text(program.span(ofCondition: rule.rule.condition)))
  }
}

extension DocumentRoom {
  /// Adds a change. The change is only computed if there is space for it.
  func add(
    _ change: @autoclosure () -> FormDifference.Change, to changes: inout [FormDifference.Change]
  ) {
    guard admitsMore() else { return }
    let change = change()
    take(change.length)
    changes.append(change)
  }
}

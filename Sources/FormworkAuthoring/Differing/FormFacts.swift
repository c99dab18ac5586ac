// Splits a form into facts for comparison: for each field, its type, its values, its place and its rules. Every fact
// has words, and a number for its meaning.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// A fact about a form, to compare with the same aspect of another form. Its words are only created where the forms
/// differ.
struct FormFact {
  let aspect: DifferencePhrase
  let meaning: Int
  private let makeWords: () -> [String]
  var words: [String] { makeWords() }

  init(aspect: DifferencePhrase, meaning: Int, words: @autoclosure @escaping () -> [String]) {
    (self.aspect, self.meaning, makeWords) = (aspect, meaning, words)
  }
}

/// A rule or a check with its place.
struct RuleFact {
  let rule: RuleView
  /// The meaning of the rule's condition.
  let condition: Int
  /// The meaning of the rule's severity and messages, including the messages of definitions that it uses.
  let reaction: Int
  let place: PlaceFact
  /// A number that combines two facts: the field where a check is reported, and the depth of the list items that must
  /// satisfy the rule.
  let target: Int
  private let makeItem: () -> Document.Item
  /// The rule in words.
  var item: Document.Item { makeItem() }

  init(
    _ rule: RuleView, condition: Int, reaction: Int, place: PlaceFact, target: Int,
    item: @autoclosure @escaping () -> Document.Item
  ) {
    (self.rule, self.condition, self.reaction) = (rule, condition, reaction)
    (self.place, self.target, makeItem) = (place, target, item)
  }
}

/// The blocks around a field or rule.
final class PlaceFact {
  let meaning: Int
  private let makeWords: () -> [String]
  /// The words that describe the blocks, created once for all fields and rules in them.
  private(set) lazy var words = makeWords()

  init(meaning: Int, words: @autoclosure @escaping () -> [String]) {
    (self.meaning, makeWords) = (meaning, words)
  }
}

/// A field, the form itself or a list of other data, with all its facts.
struct Topic {
  /// The index of the field; nil for a level: the form itself, a record type, or the records of a list.
  let field: Int32?
  /// The path within the form or within `list`.
  let path: String
  /// The list of other data that the topic belongs to, or nil for a part of the form.
  let list: DataList?
  let label: String
  let place: PlaceFact
  var facts: [FormFact] = []
  var rules: [RuleFact] = []
  /// The sections without contents. They may still appear in the product, and evaluating their conditions may still
  /// fail.
  var emptySections: [PlaceFact] = []

  /// Whether the topic is a list of other data itself.
  var isList: Bool { field == nil && path.isEmpty && list.map { !$0.isOfValues } ?? false }
  /// The path, preceded by the name of the list.
  var address: String {
    list.map { MeaningReader.address(ofList: $0.name) + path } ?? path
  }
}

/// Splits one form into topics.
final class FormFacts {
  let explainer: Explainer
  let reader: MeaningReader
  var program: Program { explainer.program }
  /// The form itself, its records with their checks, and the fields, in the order of the form. Then the values that are
  /// given when the form is run, and each list of other data with its fields.
  private(set) var topics: [Topic] = []

  init(_ explainer: Explainer, _ reader: MeaningReader) {
    self.explainer = explainer
    self.reader = reader
    addLevel(0, label: say(.aboutForm), everywhere)
    for list in program.dataLists {
      let label = explainer.writer.label(ofList: list.name, list.label)
      addLevel(Int32(list.level), label: label, of: list, everywhere)
    }
  }

  func say(_ phrase: DifferencePhrase) -> String { explainer.words.difference(phrase) }

  func number(_ name: String, _ parts: [Int] = []) -> Int { reader.number(name, parts) }

  /// The place outside all blocks.
  var everywhere: PlaceFact {
    PlaceFact(meaning: number("everywhere"), words: [self.say(.everywhere)])
  }

  // MARK: - Levels

  private func addLevel(
    _ level: Int32, label: String, of list: DataList? = nil, _ place: PlaceFact
  ) {
    let index = topics.count
    let path = program.path(ofLevel: level)
    topics.append(
      Topic(field: nil, path: path ?? "", list: list, label: label, place: place))
    let view = program.level(level)
    if let list {
      topics[index].facts = path == nil ? facts(list) : []
    } else {
      topics[index].facts = [
        FormFact(
          aspect: .closed, meaning: number("closed \(view.isClosed)"),
          words: [
            self.explainer.text(
              level > 0 && view.isClosed
                ? .closedGroup : view.isClosed ? .othersForbidden : .othersIgnored)
          ])
      ]
    }
    if list == nil { topics[index].facts += textFacts(ofLevel: level) }
    add(program.outline(ofLevel: level), of: index, level: level, [], place)
    let empty = topics[index].emptySections
    topics[index].facts.append(
      FormFact(
        aspect: .section, meaning: number("sections", empty.map { $0.meaning }),
        words: empty.flatMap { $0.words }))
  }

  private func add(
    _ steps: [StepView], of owner: Int, level: Int32, _ blocks: OrderedSet<BlockPlace>,
    _ place: PlaceFact
  ) {
    for step in steps {
      switch step {
      case .field(let field): add(field, blocks, place)
      case .check(let rule):
        topics[owner].rules.append(
          fact(rule, Standpoint(blocks: blocks), place, target: rule.field))
      case .when(let branches, let elseBlank):
        add(branches, elseBlank, of: owner, level: level, blocks, place)
      case .page(let page): add(page.steps, of: owner, level: level, blocks, place)
      case .intro: break
      }
    }
  }

  private func add(
    _ branches: [BranchView], _ elseBlank: ElseBlankView?, of owner: Int, level: Int32,
    _ blocks: OrderedSet<BlockPlace>, _ place: PlaceFact
  ) {
    var earlier = place.meaning
    for (index, branch) in branches.enumerated() {
      if let condition = branch.condition {
        earlier = number("then", [earlier, reader.meaning(condition)])
      }
      let rest = elseBlank.map { self.number("else blank", [reader.meaning(ofText: $0.message)]) }
      let inner = PlaceFact(
        meaning: number("branch \(branch.condition == nil)", [earlier] + (rest.map { [$0] } ?? [])),
        words: self.words(branches, index, elseBlank, in: blocks, of: place))
      if branch.steps.isEmpty { topics[owner].emptySections.append(inner) }
      add(
        branch.steps, of: owner, level: level,
        blocks.union([BlockPlace(level: level, cell: branch.cell)]), inner)
    }
  }

  /// Returns words for the conditions of a branch: its own condition holds, and no earlier branch applies.
  private func words(
    _ branches: [BranchView], _ index: Int, _ elseBlank: ElseBlankView?,
    in blocks: OrderedSet<BlockPlace>, of place: PlaceFact
  ) -> [String] {
    func words(_ lead: String, _ condition: Int32) -> String {
      let statement = explainer.statement(condition, Standpoint(blocks: blocks))
      return lead + explainer.text(.sentenceGap) + explainer.inline(statement)
    }
    let own = branches[index].condition.map { [words(explainer.text(.onlyIf), $0)] } ?? []
    let conditions = branches[..<index].compactMap { $0.condition }
    let earlier = conditions.prefix(Explainer.fewValues).map { words(say(.notIf), $0) }
    let more = conditions.count > earlier.count ? ["…"] : []
    let outer = blocks.isEmpty ? [] : place.words
    let around = outer.suffix(2 * Explainer.fewValues)
    return (around.count < outer.count ? ["…"] : []) + around + own + earlier + more
      + (elseBlank.map { explainer.words(elseBlank: $0, branches) } ?? [])
  }

  // MARK: - Rules

  private func fact(
    _ rule: RuleView, _ standpoint: Standpoint, _ place: PlaceFact, target: Int32?,
    depth: Int = 0
  ) -> RuleFact {
    var shown: ShownParts = rule.message == nil ? .all : .tables
    if [rule.title, rule.message].contains(where: { showsLimits($0) }) { shown.insert(.literals) }
    let target = target.flatMap { program.path(ofField: $0) } ?? ""
    return RuleFact(
      rule, condition: reader.meaning(rule.condition),
      reaction: number(
        "reaction \(rule.severity.rawValue)",
        [
          reader.meaning(ofText: rule.title), reader.meaning(ofText: rule.message),
          reader.meaning(rule.condition, shown),
        ]),
      place: place, target: number("target \(depth) " + target),
      item: self.explainer.items(rule, standpoint).first ?? Document.Item(text: ""))
  }

  /// Whether a text shows the limits or the values of a rule's condition.
  private func showsLimits(_ text: Int32?) -> Bool {
    let placeholders = text.map { program.placeholders(ofText: $0) } ?? []
    return [.minimum, .maximum, .actual, .choices].contains { placeholders.contains($0) }
  }

  private func rules(
    _ field: Int32, _ blocks: OrderedSet<BlockPlace>, _ place: PlaceFact, depth: Int = 0
  ) -> [RuleFact] {
    let view = program.field(field)
    let standpoint = Standpoint(field: field, blocks: blocks)
    let own = program.details(ofField: field).rules.map {
      fact($0, standpoint, place, target: nil, depth: depth)
    }
    return own + (view.item.map { rules($0, blocks, place, depth: depth + 1) } ?? [])
  }

  // MARK: - Fields

  private func add(_ field: Int32, _ blocks: OrderedSet<BlockPlace>, _ place: PlaceFact) {
    let view = program.field(field)
    let label = explainer.writer.label(ofField: field)
    let list = program.list(ofField: field)
    var topic = Topic(
      field: field, path: program.path(ofField: field) ?? view.name, list: list, label: label,
      place: place)
    topic.facts = facts(view, blocks)
    topic.rules = rules(field, blocks, place)
    topics.append(topic)
    var inner = view
    while let item = inner.item { inner = program.field(item) }
    if inner.kind == .record, let level = inner.level {
      addLevel(level, label: label, of: list, everywhere)
    }
  }

  private func facts(_ view: FieldView, _ blocks: OrderedSet<BlockPlace>) -> [FormFact] {
    let details = program.details(ofField: view.number)
    let label: Int =
      switch program.label(ofField: view.number) {
      case .text(let text): reader.meaning(ofText: text)
      case .name(let name): number("name " + name)
      }
    let keys = view.keys + ["#"] + details.numberedKeys + details.namedKeys
    var facts = [
      FormFact(aspect: .label, meaning: label, words: [self.explainer.label(view.number)]),
      FormFact(
        aspect: .source,
        meaning: number("keys", keys.map { number($0) }),
        words: view.isCalculated
          ? [self.explainer.text(.notRead)]
          : self.explainer.sources(view, details).map { $0.text }),
      FormFact(aspect: .type, meaning: meaning(ofType: view), words: self.words(ofType: view)),
    ]
    facts += [presence(view, blocks), calculation(view, blocks), fallback(view)]
    facts.append(
      FormFact(
        aspect: .cleaning, meaning: meaning(of: details.cleaning, view.kind),
        words: (view.item == nil || view.key != nil
          ? self.explainer.steps(details.cleaning, of: view.key == nil ? view.kind : .string) : nil)
          .map { [$0] } ?? []))
    facts.append(
      FormFact(
        aspect: .anyCase, meaning: number("any case \(details.ignoresCase)"),
        words: [self.explainer.text(details.ignoresCase ? .anyCase : .caseMatters)]))
    let isSecret = all(view).map { number("secret \($0.isSecret)") }
    facts.append(
      FormFact(
        aspect: .secret, meaning: number("secrets", isSecret),
        words: [self.say(self.all(view).contains { $0.isSecret } ? .yes : .no)]))
    facts += FieldText.all.map { word, _, aspect in texts(aspect, of: view) { $0.texts[word] } }
    facts += [
      texts(.message, of: view) { program.details(ofField: $0.number).message },
      texts(.blankMessage, of: view) {
        let details = program.details(ofField: $0.number)
        return details.requiredMessage == details.message ? nil : ownBlankMessage(details)
      },
    ]
    return facts
  }

  /// Returns the field and, if it is a list, its items at any depth.
  private func all(_ view: FieldView) -> [FieldView] {
    [view] + (view.item.map { all(program.field($0)) } ?? [])
  }

  /// Returns a fact with the texts for a field and, if it is a list, for its items.
  private func texts(
    _ aspect: DifferencePhrase, of view: FieldView, _ text: (FieldView) -> Int32?
  ) -> FormFact {
    let said = all(view).map { (text: text($0), field: $0.number) }
    return FormFact(
      aspect: aspect, meaning: number("texts", said.map { reader.meaning(ofText: $0.text) }),
      words: said.compactMap { text, field in
        text.map { self.explainer.shown(message: $0, field: field) }
      })
  }

  /// Returns the message about a blank value, unless it comes from a rule.
  private func ownBlankMessage(_ details: FieldDetails) -> Int32? {
    let isOfRule = details.rules.contains { $0.message == details.requiredMessage }
    return isOfRule ? nil : details.requiredMessage
  }

  func text(_ aspect: DifferencePhrase, _ text: Int32?, _ field: Int32? = nil) -> FormFact {
    FormFact(
      aspect: aspect, meaning: reader.meaning(ofText: text),
      words: text.map { [self.explainer.shown(message: $0, field: field)] } ?? [])
  }

  private func presence(_ view: FieldView, _ blocks: OrderedSet<BlockPlace>) -> FormFact {
    func fact(_ name: String, _ phrase: ExplainPhrase) -> FormFact {
      FormFact(aspect: .presence, meaning: number(name), words: [self.explainer.text(phrase)])
    }
    let list = program.list(ofField: view.number)
    if view.fallback != nil { return fact("optional", explainer.presence(isRequired: false, list)) }
    switch view.presence {
    case .required: return fact("required", explainer.presence(isRequired: true, list))
    case .optional: return fact("optional", explainer.presence(isRequired: false, list))
    case .calculated:
      return FormFact(aspect: .presence, meaning: number("none"), words: [])
    case .requiredIf(let condition, _):
      return FormFact(
        aspect: .presence, meaning: number("required if", [reader.meaning(condition)]),
        words: [self.words(requiredIf: condition, blocks)])
    }
  }

  private func calculation(_ view: FieldView, _ blocks: OrderedSet<BlockPlace>) -> FormFact {
    guard case .calculated(let node, _) = view.presence else {
      return FormFact(aspect: .calculation, meaning: number("none"), words: [])
    }
    return FormFact(
      aspect: .calculation, meaning: number("calculated", [reader.meaning(node)]),
      words: self.explainer.presence(view, blocks).map { self.inline($0) })
  }

  /// Returns an item and the items inside it on one line.
  private func inline(_ item: Document.Item) -> String {
    ([item.text] + item.items.map { inline($0) }).joined(separator: explainer.text(.sentenceGap))
  }

  private func words(requiredIf condition: Int32, _ blocks: OrderedSet<BlockPlace>) -> String {
    explainer.text(.requiredIf) + explainer.text(.sentenceGap)
      + explainer.inline(explainer.statement(condition, Standpoint(blocks: blocks)))
  }

  private func fallback(_ view: FieldView) -> FormFact {
    guard let value = view.fallback else {
      return FormFact(aspect: .fallback, meaning: number("none"), words: [])
    }
    return FormFact(
      aspect: .fallback, meaning: number("default \(value.kind.rawValue) " + value.text),
      words: [view.isSecret ? "•••" : self.explainer.quoted(value.text)])
  }

  // MARK: - Types

  private func meaning(ofType view: FieldView) -> Int {
    let details = program.details(ofField: view.number)
    var parts = [details.format.map { reader.meaning(of: $0) } ?? number("usual")]
    parts += (program.alternatives(ofField: view.number) ?? []).map { alternative in
      return number(
        "alternative \(alternative.kind.rawValue)",
        [
          alternative.format.map { reader.meaning(of: $0) } ?? number("usual"),
          alternative.choices.map { number("choices", meaning(of: $0)) } ?? number("none"),
        ])
    }
    if let item = view.item {
      let inner = program.field(item)
      let of = program.details(ofField: item)
      parts += [
        meaning(ofType: inner), meaning(of: of.cleaning, inner.kind),
        number("any case \(of.ignoresCase)"),
      ]
      if let level = view.level { parts.append(number(program.level(level).separator)) }
      if let key = view.key { parts.append(number("key " + program.field(key).name)) }
    }
    return number("type \(view.kind.rawValue)", parts)
  }

  private func words(ofType view: FieldView) -> [String] {
    let format = program.details(ofField: view.number).format.map { explainer.written($0) } ?? []
    let names = explainer.entryNames(view).map { $0.text }
    let entries = names + (view.item.map { explainer.entryKinds($0).map { $0.text } } ?? [])
    let separator = view.item == nil ? nil : view.level.map { program.level($0).separator }
    let apart = separator.flatMap { mark in
      mark.isEmpty
        ? nil
        : explainer.text(.listSeparator).filled(("text", explainer.quoted(mark)))
    }
    let alternatives = (program.alternatives(ofField: view.number) ?? []).flatMap { alternative in
      (alternative.format.map { explainer.written($0) } ?? [])
        + (alternative.choices.map { [explainer.choices($0)] } ?? [])
    }
    return [explainer.kind(view)] + (apart.map { [$0] } ?? []) + format + alternatives + entries
  }

  /// Returns the meanings of the values in a list of choices, with their labels and other spellings.
  func meaning(of list: ChoiceList) -> [Int] {
    let others = program.spellings(in: list)
    return list.values.indices.map { place in
      let label = list.labels[place]
      let spellings = (others[place] ?? []).ordered().map { number($0) }
      return number(
        "choice " + list.values[place],
        [reader.meaning(ofText: label < 0 ? nil : label)] + spellings)
    }
  }

  private func meaning(of cleaning: CleaningView, _ kind: FieldKind) -> Int {
    let isText = kind == .string || kind == .any || kind == .choice || kind == .either
    let marks = [
      cleaning.halfwidth, cleaning.trimmed && isText, cleaning.isLowercased, cleaning.isUppercased,
    ].map { String($0) }.joined(separator: " ")
    return number(
      "cleaning " + marks,
      [cleaning.without.map { reader.meaning(of: $0) } ?? number("none")])
  }
}

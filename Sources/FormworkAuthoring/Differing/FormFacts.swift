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

/// A field, or the form itself, with all its facts.
struct Topic {
  /// The number of the field; nil for a level: the form itself or a record type.
  let field: Int32?
  let path: String
  let label: String
  let place: PlaceFact
  var facts: [FormFact] = []
  var rules: [RuleFact] = []
  /// The sections without contents. They may still appear in the product, and evaluating their conditions may still
  /// fail.
  var emptySections: [PlaceFact] = []
}

/// Splits one form into topics.
final class FormFacts {
  let explainer: Explainer
  let reader: MeaningReader
  var program: Program { explainer.program }
  /// The form itself, its records with their checks, and the fields, in the order of the form.
  private(set) var topics: [Topic] = []

  init(_ explainer: Explainer, _ reader: MeaningReader) {
    self.explainer = explainer
    self.reader = reader
    addLevel(0, label: say(.aboutForm), everywhere)
  }

  func say(_ phrase: DifferencePhrase) -> String { explainer.words.difference(phrase) }

  private func number(_ name: String, _ parts: [Int] = []) -> Int { reader.number(name, parts) }

  /// The place outside all blocks.
  var everywhere: PlaceFact {
    PlaceFact(meaning: number("everywhere"), words: [self.say(.everywhere)])
  }

  // MARK: - Levels

  private func addLevel(_ level: Int32, label: String, _ place: PlaceFact) {
    let index = topics.count
    topics.append(
      Topic(field: nil, path: program.path(ofLevel: level) ?? "", label: label, place: place))
    let view = program.level(level)
    topics[index].facts = [
      FormFact(
        aspect: .closed, meaning: number("closed \(view.isClosed)"),
        words: [
          self.explainer.text(
            level > 0 && view.isClosed
              ? .closedGroup : view.isClosed ? .othersForbidden : .othersIgnored)
        ])
    ]
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
    let isSaid = rule.message == nil
    let target = target.flatMap { program.path(ofField: $0) } ?? ""
    return RuleFact(
      rule, condition: reader.meaning(rule.condition),
      reaction: number(
        "reaction \(rule.severity.rawValue)",
        [
          reader.meaning(ofText: rule.title), reader.meaning(ofText: rule.message),
          isSaid ? reader.meaning(rule.condition, isSaid: true) : number("none"),
        ]),
      place: place, target: number("target \(depth) " + target),
      item: self.explainer.items(rule, standpoint).first ?? Document.Item(text: ""))
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
    var topic = Topic(
      field: field, path: program.path(ofField: field) ?? view.name, label: label, place: place)
    topic.facts = facts(view, blocks)
    topic.rules = rules(field, blocks, place)
    topics.append(topic)
    var inner = view
    while let item = inner.item { inner = program.field(item) }
    if inner.kind == .record, let level = inner.level {
      addLevel(level, label: label, everywhere)
    }
  }

  private func facts(_ view: FieldView, _ blocks: OrderedSet<BlockPlace>) -> [FormFact] {
    let details = program.details(ofField: view.number)
    let label: Int =
      switch program.label(ofField: view.number) {
      case .text(let text): reader.meaning(ofText: text)
      case .name(let name): number("name " + name)
      }
    var facts = [
      FormFact(aspect: .label, meaning: label, words: [self.explainer.label(view.number)]),
      FormFact(
        aspect: .source,
        meaning: number("keys", (view.keys + ["#"] + details.numberedKeys).map { number($0) }),
        words: view.isCalculated
          ? [self.explainer.text(.notRead)]
          : self.explainer.sources(view, details).map { $0.text }),
      FormFact(aspect: .type, meaning: meaning(ofType: view), words: self.words(ofType: view)),
      presence(view, blocks), fallback(view),
    ]
    facts.append(
      FormFact(
        aspect: .cleaning, meaning: meaning(of: details.cleaning, view.kind),
        words: (view.item == nil ? self.explainer.steps(details.cleaning, of: view.kind) : nil)
          .map { [$0] } ?? []))
    facts.append(
      FormFact(
        aspect: .anyCase, meaning: number("any case \(details.ignoresCase)"),
        words: [self.explainer.text(details.ignoresCase ? .anyCase : .caseMatters)]))
    facts.append(truth(.secret, view.isSecret))
    facts += FieldText.all.map { text($0.aspect, view.texts[$0.word], view.number) }
    facts += [
      texts(.message, of: view) { $0.message },
      texts(.blankMessage, of: view) {
        $0.requiredMessage == $0.message ? nil : ownBlankMessage($0)
      },
    ]
    return facts
  }

  /// Returns a fact with the texts for a field and, if it is a list, for its items.
  private func texts(
    _ aspect: DifferencePhrase, of view: FieldView, _ text: (FieldDetails) -> Int32?
  ) -> FormFact {
    var said: [(text: Int32?, field: Int32)] = []
    var next: FieldView? = view
    while let field = next {
      said.append((text(program.details(ofField: field.number)), field.number))
      next = field.item.map { program.field($0) }
    }
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

  private func truth(_ aspect: DifferencePhrase, _ holds: Bool) -> FormFact {
    FormFact(
      aspect: aspect, meaning: number("truth \(holds)"), words: [self.say(holds ? .yes : .no)])
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
    if view.fallback != nil { return fact("optional", .optional) }
    switch view.presence {
    case .required: return fact("required", .required)
    case .optional: return fact("optional", .optional)
    case .requiredIf(let condition, _):
      return FormFact(
        aspect: .presence, meaning: number("required if", [reader.meaning(condition)]),
        words: [self.words(requiredIf: condition, blocks)])
    case .calculated(let node, _):
      let place = Standpoint(blocks: blocks)
      return FormFact(
        aspect: .presence, meaning: number("calculated", [reader.meaning(node)]),
        words: [
          self.explainer.text(.calculated).filled(
            ("value", self.explainer.operand(node, place)))
        ])
    }
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
      let choices = alternative.choices.map { explainer.choices($0) } ?? ""
      return number(
        "alternative \(alternative.kind.rawValue) " + choices,
        alternative.format.map { [reader.meaning(of: $0)] } ?? [])
    }
    if let item = view.item {
      let inner = program.field(item)
      let of = program.details(ofField: item)
      parts += [
        meaning(ofType: inner), meaning(of: of.cleaning, inner.kind),
        number("any case \(of.ignoresCase)"),
      ]
      if let level = view.level { parts.append(number(program.level(level).separator)) }
    }
    return number("type \(view.kind.rawValue)", parts)
  }

  private func words(ofType view: FieldView) -> [String] {
    let format = program.details(ofField: view.number).format.map { explainer.written($0) } ?? []
    let entries = view.item.map { explainer.entryKinds($0).map { $0.text } } ?? []
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

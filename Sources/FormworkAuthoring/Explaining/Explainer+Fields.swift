// Explains fields: what values they take, whether they must be present, how they are cleaned, and their rules.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension Explainer {
  /// Returns the blocks for the declarations of a level, in their order.
  func blocks(
    of steps: [StepView], level: Int32, inside blocks: OrderedSet<BlockPlace>
  ) -> [Document.Block] {
    var told: [Document.Block] = []
    var checks: [Document.Item] = []
    func closeChecks() {
      if !checks.isEmpty { told.append(.list(checks)) }
      checks = []
    }
    for step in steps where room.admitsMore() {
      switch step {
      case .field(let field):
        closeChecks()
        told.append(.entry(entry(field, inside: blocks)))
      case .check(let rule):
        let items = items(rule, Standpoint(blocks: blocks))
        room.take(items.length)
        checks += items
      case .when(let branches, let elseBlank):
        closeChecks()
        told += sections(branches, elseBlank, level, blocks)
      case .page(let page):
        closeChecks()
        let title = heading(page.title)
        told.append(
          .page(
            Document.Page(
              heading: title,
              blocks: self.blocks(of: page.steps, level: level, inside: blocks))))
      case .intro(let number):
        closeChecks()
        told.append(.paragraph(quoted(heading(number))))
      }
    }
    closeChecks()
    return told
  }

  /// Returns a text of the form that has no placeholders.
  private func heading(_ number: Int32) -> String {
    let heading = writer.plainText(number)
    room.take(heading.utf8.count)
    return heading
  }

  private func sections(
    _ branches: [BranchView], _ elseBlank: ElseBlankView?, _ level: Int32,
    _ blocks: OrderedSet<BlockPlace>
  ) -> [Document.Block] {
    var told = branches.enumerated().map { number, branch in
      let lead: ExplainPhrase =
        branch.condition == nil ? .otherwise : number == 0 ? .onlyIf : .elseOnlyIf
      let inner = blocks.union([BlockPlace(level: level, cell: branch.cell)])
      let conditions = branch.condition.map {
        items(statement($0, Standpoint(blocks: blocks)))
      }
      room.take(conditions?.length ?? 0)
      return Document.Block.section(
        Document.Section(
          heading: branch.title.map { heading($0) }, lead: text(lead),
          conditions: conditions ?? [],
          blocks: self.blocks(of: branch.steps, level: level, inside: inner)))
    }
    if let elseBlank, room.admitsMore() {
      let words = words(elseBlank: elseBlank, branches)
      room.take(words[0].utf8.count)
      told.append(.list([Document.Item(text: words[0], notes: Array(words.dropFirst()))]))
    }
    return told
  }

  /// Returns the sentence that the branches' fields must be blank if no branch applies, and the message for fields that
  /// aren't blank.
  func words(elseBlank: ElseBlankView, _ branches: [BranchView]) -> [String] {
    let labels = branches.flatMap { fields(of: $0.steps) }.map { label($0) }
    let sentence = text(.elseBlank).filled(("fields", words.joined(labels)))
    let message = elseBlank.message.map {
      text(.ifNot).filled(("message", shown(message: $0)))
    }
    return [sentence] + (message.map { [$0] } ?? [])
  }

  /// Returns the fields of a branch and of the branches inside it.
  private func fields(of steps: [StepView]) -> [Int32] {
    steps.flatMap { step -> [Int32] in
      switch step {
      case .field(let field): [field]
      case .when(let branches, _): branches.flatMap { fields(of: $0.steps) }
      case .page(let page): fields(of: page.steps)
      case .check, .intro: []
      }
    }
  }

  // MARK: - One field

  func entry(_ number: Int32, inside blocks: OrderedSet<BlockPlace>) -> Document.Entry {
    let view = program.field(number)
    let details = program.details(ofField: number)
    note(view, details)
    let label = writer.label(ofField: number)
    let hasOwnKey =
      view.keys != [view.name] || !details.numberedKeys.isEmpty || !details.namedKeys.isEmpty
    let isNamed = label != view.name && !hasOwnKey
    var items = sources(view, details) + presence(view, blocks)
    items += writing(view, details)
    items += entryNames(view) + (view.item.map { entryKinds($0) } ?? [])
    items += rules(details, view, blocks) + sayings(view, details)
    room.take(label.utf8.count + items.length)
    var inner: [Document.Block] = []
    if let level = innermostRecord(view) {
      inner = group(level, of: label, columns: columnPrefix(view), blocks)
    }
    return Document.Entry(
      label: label, name: isNamed ? view.name : nil, summary: summary(view),
      blocks: (items.isEmpty ? [] : [.list(items)]) + inner)
  }

  /// Returns a summary such as "a number, must be filled in".
  private func summary(_ view: FieldView) -> String {
    var parts = [kind(view)]
    if let fallback = view.fallback {
      let value =
        view.isSecret
        ? "•••"
        : fallback.kind == .bool
          ? text(fallback.bool ? .yes : .no)
          : fallback.kind == .text
            ? quoted(fallback.text)
            : program.text(of: fallback, inField: view.number) ?? fallback.text
      parts.append(text(.usually).filled(("value", value)))
    } else {
      let list = program.list(ofField: view.number)
      switch view.presence {
      case .required: parts.append(text(presence(isRequired: true, list)))
      case .optional: parts.append(text(presence(isRequired: false, list)))
      case .requiredIf, .calculated: break
      }
    }
    return parts.joined(separator: words.phrase(.comma))
  }

  /// Returns the columns or keys from which the field is read.
  func sources(_ view: FieldView, _ details: FieldDetails) -> [Document.Item] {
    var items: [Document.Item] = []
    if view.isCalculated { return items }
    func add(_ phrase: ExplainPhrase, _ names: [String], more: [String] = []) {
      let names = words.joined(names.map { quoted(visible($0)) } + more)
      items.append(
        Document.Item(text: text(phrase).filled(("name", names), ("names", names))))
    }
    if view.keys.count > 1 {
      add(.fromColumns, view.keys)
    } else if view.keys != [view.name] {
      add(.fromColumn, view.keys)
    }
    if !details.numberedKeys.isEmpty {
      add(
        .fromNumbered, details.numberedKeys.flatMap { [$0.numbered(1), $0.numbered(2)] },
        more: ["…"])
    }
    if !details.namedKeys.isEmpty { add(.fromNamed, details.namedKeys) }
    return items
  }

  /// Returns the sentence that the entries of a list by name have a name, and how the names are cleaned and compared.
  func entryNames(_ view: FieldView) -> [Document.Item] {
    guard let key = view.key else { return [] }
    let phrase: ExplainPhrase = view.name.isEmpty ? .innerEntryNames : .entryNames
    return [Document.Item(text: text(phrase).filled(("name", label(key))))]
      + writing(program.field(key), program.details(ofField: key))
  }

  /// Returns the condition under which the field must be filled in, or the calculation of a calculated field.
  func presence(_ view: FieldView, _ blocks: OrderedSet<BlockPlace>) -> [Document.Item] {
    if case .calculated(let node, _) = view.presence {
      let place = Standpoint(blocks: blocks)
      guard view.kind == .bool else {
        return [
          Document.Item(text: text(.calculated).filled(("value", operand(node, place))))
        ]
      }
      return [
        Document.Item(text: text(.calculatedTruth), items: items(statement(node, place)))
      ]
    }
    guard case .requiredIf(let condition, _) = view.presence, view.fallback == nil else {
      return []
    }
    let statement = statement(condition, Standpoint(blocks: blocks))
    return [Document.Item(text: text(.requiredIf), items: items(statement))]
  }

  /// Returns the hint, and the messages other than those of rules. There are no messages about other data.
  func sayings(_ view: FieldView, _ details: FieldDetails) -> [Document.Item] {
    var items =
      program.list(ofField: view.number) == nil ? messages(view, details) : []
    if view.isSecret { items.append(Document.Item(text: text(.secret))) }
    for (word, phrase, _) in FieldText.all {
      guard let phrase, let number = view.texts[word] else { continue }
      let told = template(program.template(number, for: writer.language), field: view.number)
      items.append(Document.Item(text: text(phrase).filled(("text", told))))
    }
    return items
  }

  private func messages(_ view: FieldView, _ details: FieldDetails) -> [Document.Item] {
    var items: [Document.Item] = []
    func add(_ phrase: ExplainPhrase, _ message: Int32) {
      let told = shown(message: message, title: view.title, field: view.number)
      items.append(Document.Item(text: text(phrase).filled(("message", told))))
    }
    let blank = details.requiredMessage ?? program.ownWords(for: .required)
    var mayBeMissing = view.fallback == nil
    switch view.presence {
    case .optional, .calculated: mayBeMissing = false
    case .required, .requiredIf: break
    }
    let isTold = blank == details.message || details.rules.contains { $0.message == blank }
    if let blank, !isTold, mayBeMissing { add(.ifBlank, blank) }
    if let message = details.message {
      add(details.rules.isEmpty && items.isEmpty ? .ifWrong : .ifOther, message)
    }
    return items
  }

  // MARK: - Groups and lists

  /// Returns the level of a record's fields. For a list of records, returns the level of the fields in each record.
  private func innermostRecord(_ view: FieldView) -> Int32? {
    if let item = view.item { return innermostRecord(program.field(item)) }
    return view.kind == .record ? view.level : nil
  }

  /// Returns the prefix that the columns of a record's fields share in a table. Returns nil for a record in a list,
  /// whose fields have no columns.
  private func columnPrefix(_ view: FieldView) -> String? {
    guard view.kind == .record, let key = view.keys.first else { return nil }
    guard let owner = view.owner else { return key + "." }
    return columnPrefix(program.field(owner)).map { $0 + key + "." }
  }

  /// Returns the fields of a record, or a reference to an earlier record with the same fields.
  ///
  /// - Parameter prefix: the prefix of the fields' columns, or nil if the fields have no columns.
  private func group(
    _ level: Int32, of label: String, columns prefix: String?, _ blocks: OrderedSet<BlockPlace>
  ) -> [Document.Block] {
    let view = program.level(level)
    let room = room.bytes
    var told = self.blocks(of: program.outline(ofLevel: level), level: level, inside: blocks)
    if view.isClosed { told.append(.paragraph(text(.closedGroup))) }
    if room - self.room.bytes <= Explainer.longestGroup {
      let body = Document.html(of: told)
      if let same = bodies[body] {
        return [.paragraph(text(.sameAs).filled(("label", self.label(same))))]
      }
      bodies[body] = label
    }
    guard let prefix, let first = view.keys.first(where: { $0.level == nil }) else {
      return [.paragraph(text(.group))] + told
    }
    let column = quoted(visible(prefix + first.name))
    return [.paragraph(text(.groupColumns).filled(("name", column)))] + told
  }

  /// Returns the kind of a list's entries, and how the entries are written.
  func entryKinds(_ item: Int32) -> [Document.Item] {
    let view = program.field(item)
    let details = program.details(ofField: item)
    note(view, details)
    let isInner = view.owner.map { program.field($0).name.isEmpty } ?? false
    let kind = text(isInner ? .ofInnerItems : .ofItems).filled(("kind", self.kind(view)))
    return [Document.Item(text: kind + text(.sentenceGap) + text(.itemsFilled))]
      + writing(view, details) + entryNames(view) + (view.item.map { entryKinds($0) } ?? [])
  }

  /// Returns the rules of a field and, for a list, the rules of its entries.
  private func rules(
    _ details: FieldDetails, _ view: FieldView, _ blocks: OrderedSet<BlockPlace>
  ) -> [Document.Item] {
    let place = Standpoint(field: view.number, blocks: blocks)
    let own = details.rules.flatMap { items($0, place) }
    guard let item = view.item else { return own }
    let inner = rules(program.details(ofField: item), program.field(item), blocks)
    if inner.isEmpty { return own }
    let lead = text(.everyEntry).filled(("list", self.own(view.number)))
    return own + [Document.Item(text: capitalized(lead), items: inner)]
  }

  /// Notes the kind of a field without a format of its own. The usual format of each kind is explained once for all
  /// fields.
  private func note(_ view: FieldView, _ details: FieldDetails) {
    if let alternatives = program.alternatives(ofField: view.number) {
      for alternative in alternatives where alternative.format == nil {
        kinds.insert(alternative.kind)
      }
    } else if details.format == nil {
      kinds.insert(view.kind)
    }
  }

  /// Returns the name of a field's type, or of its types.
  func kind(_ view: FieldView) -> String {
    let alternatives = program.alternatives(ofField: view.number) ?? []
    if alternatives.isEmpty { return words.explained(view.kind) }
    return words.listed(alternatives.map { words.explained($0.kind) }, .or)
  }

  // MARK: - How values are written

  /// Returns how the texts of a field are cleaned, written and compared. For a list, returns only what separates its
  /// entries.
  private func writing(_ view: FieldView, _ details: FieldDetails) -> [Document.Item] {
    var texts: [String] = []
    if view.item == nil, let steps = steps(details.cleaning, of: view.kind) {
      texts.append(text(.cleanedFirst).filled(("steps", steps)))
    }
    if view.item != nil, let level = view.level {
      let mark = program.level(level).separator
      if !mark.isEmpty { texts.append(text(.listSeparator).filled(("text", quoted(mark)))) }
    }
    if let format = details.format { texts += written(format) }
    if view.kind == .choice, let list = view.choices { texts.append(choices(list)) }
    for alternative in program.alternatives(ofField: view.number) ?? [] {
      if let format = alternative.format { texts += written(format) }
      if let list = alternative.choices { texts.append(choices(list)) }
    }
    if view.item == nil, details.ignoresCase {
      texts.append(text(view.kind == .choice ? .anyChoiceCase : .anyCase))
    }
    return texts.map { Document.Item(text: $0) }
  }

  /// Returns the steps that clean a text before it is read. Leaves out trimming for values other than texts, because
  /// the document mentions it once for all fields.
  func steps(_ cleaning: CleaningView, of kind: FieldKind) -> String? {
    var steps: [String] = []
    if cleaning.halfwidth { steps.append(text(.halfwidth)) }
    if let taken = cleaning.without {
      steps.append(text(.without).filled(("what", characters(taken))))
    }
    if cleaning.trimmed, kind == .string || kind == .any || kind == .either {
      steps.append(text(.trimmed))
    }
    if cleaning.isLowercased { steps.append(text(.lowercased)) }
    if cleaning.isUppercased { steps.append(text(.uppercased)) }
    return steps.isEmpty ? nil : words.joined(steps)
  }

  func written(_ format: FormatView) -> [String] {
    switch format {
    case .number(let example, let plain), .integer(let example, let plain):
      let name: ExplainPhrase = plain == nil ? .numberFormat : .ungrouped
      return [text(name).filled(("example", quoted(example)), ("plain", quoted(plain ?? "")))]
    case .bool(let yes, let no):
      return [text(.boolWords).filled(("yes", quoted(yes)), ("no", quoted(no)))]
    case .moment(let kind, let formats):
      return formats.enumerated().map { written(kind, $1, isFirst: $0 == 0) }
    }
  }

  /// Returns how a date or time is written in one of its formats.
  private func written(_ kind: FieldKind, _ format: MomentFormatView, isFirst: Bool) -> String {
    let name: ExplainPhrase =
      switch kind {
      case .time: isFirst ? .timeFormat : .timeFormats
      case .dateTime: isFirst ? .dateTimeFormat : .dateTimeFormats
      case .instant: isFirst ? .instantFormat : .instantFormats
      case .date where format.isPartial: isFirst ? .partialDateFormat : .partialDateFormats
      default: isFirst ? .dateFormat : .dateFormats
      }
    let short =
      format.padded.map { words.listed([quoted(format.short), quoted($0)], .or) }
      ?? quoted(format.short)
    let written = text(name).filled(("example", quoted(format.example)), ("short", short))
    guard let years = format.years else { return written }
    return written + text(.sentenceGap)
      + text(.shortYears).filled(
        ("min", String(years.lowerBound)), ("max", String(years.upperBound)))
  }

  func choices(_ list: ChoiceList) -> String {
    if let name = list.name, list.values.count > Explainer.fewValues {
      return text(.listed).filled(("name", quoted(mention(list: name))))
    }
    return text(.oneOf).filled(("values", choiceItems(list, limit: Explainer.manyValues)))
  }

  /// Returns the values of a list with their labels and other spellings.
  func choiceItems(_ list: ChoiceList, limit: Int) -> String {
    let others = program.spellings(in: list)
    let shown = list.values.indices.prefix(limit).map { place in
      let value = quoted(visible(list.values[place]))
      let label = writer.label(of: place, in: list)
      let labelled =
        label == list.values[place]
        ? value : words.phrase(.labelled).filled(("value", value), ("label", label))
      guard let also = others[place] else { return labelled }
      return text(.alsoWritten).filled(
        ("value", labelled), ("others", words.listed(also.map { quoted($0) }, .or)))
    }
    let joined = words.joined(shown)
    if shown.count == list.values.count { return joined }
    return text(.moreInAll).filled(("values", joined), ("count", String(list.values.count)))
  }
}

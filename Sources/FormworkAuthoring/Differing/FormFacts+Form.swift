// The facts of a form itself: its title and words, its data formats and the structure of its result.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension FormFacts {
  /// Returns the facts of the form as a whole.
  func formFacts() -> [FormFact] {
    var facts = [
      FormFact(
        aspect: .formName, meaning: number("form " + (program.name ?? "")),
        words: self.program.name.map { [self.explainer.quoted($0)] } ?? []),
      text(.formTitle, program.titleText),
      FormFact(
        aspect: .language, meaning: number("language " + program.language),
        words: [self.explainer.quoted(self.program.language)]),
      FormFact(
        aspect: .hostRules,
        meaning: number("needs", program.neededRules.ordered().map { number($0) }),
        words: self.program.neededRules.map { self.explainer.quoted($0) }),
    ]
    facts += program.layouts.isEmpty ? [] : program.layouts.map { fact($0) }
    return facts
  }

  /// Returns the form's own words for built-in messages.
  func ownWords() -> [(code: String, fact: FormFact)] {
    ProblemCode.allCases.map { code in
      (code.rawValue, text(.ownWords, program.ownWords(for: code)))
    }
  }

  private func fact(_ layout: DataLayout) -> FormFact {
    FormFact(aspect: .data, meaning: meaning(of: layout), words: [self.words(for: layout)])
  }

  private func meaning(of layout: DataLayout) -> Int {
    number("data " + layout.kind.rawValue, explainer.settings(layout).map { number($0) })
  }

  private func words(for layout: DataLayout) -> String {
    let kind = layout.kind.rawValue.uppercased()
    let head = explainer.text(.fileKind).filled(("kind", kind))
    return ([head] + explainer.settings(layout)).joined(separator: explainer.text(.sentenceGap))
  }

  /// Returns the facts of a list of other data, without those of its fields.
  func facts(_ list: DataList) -> [FormFact] {
    if list.isOfValues { return [] }
    let label = list.label < 0 ? number("name " + list.name) : reader.meaning(ofText: list.label)
    let name = explainer.writer.label(ofList: list.name, list.label)
    return [
      FormFact(aspect: .label, meaning: label, words: [self.explainer.label(name)]),
      FormFact(
        aspect: .file, meaning: list.file.map { number("file " + $0) } ?? number("none"),
        words: [self.explainer.source(of: list)]),
      FormFact(
        aspect: .missingFile, meaning: number("optional \(list.isOptional)"),
        words: [
          list.isOptional ? self.explainer.text(.fileMayBeMissing) : self.say(.fileMustExist)
        ]),
      FormFact(
        aspect: .data, meaning: number("layouts", list.layouts.map { meaning(of: $0) }),
        words: list.layouts.map { self.words(for: $0) }),
    ]
  }

  /// Returns the names in a product, in their order.
  func productNames() -> [ProductName] {
    program.productLayouts.enumerated().flatMap { level, layout in
      program.list(ofLevel: level) == nil
        ? layout.values.flatMap { names($0, behind: "") } : []
    }
  }

  private func names(_ value: ProductValue, behind groups: String) -> [ProductName] {
    if let field = value.field {
      return [ProductName(groups: groups, path: program.path(ofField: field) ?? "")]
    }
    let group = groups + value.name + " › "
    return [ProductName(groups: group, path: nil)]
      + value.values.flatMap { names($0, behind: group) }
  }

  /// Returns the tables that conditions use.
  func tables() -> [TableFact] {
    explainer.tables.map { table in
      let view = program.table(table)
      let rows = view.rows.map { row in
        let keys = row.keys.map { explainer.values($0, conjunction: .or) }
        let result = explainer.values(row.result, conjunction: .or)
        let head = keys.isEmpty ? explainer.text(.anythingElse) : keys.joined(separator: ", ")
        return TableFact.Row(meaning: reader.meaning(of: row), words: head + " → " + result)
      }
      return TableFact(name: view.name, rows: rows)
    }
  }
}

/// A name in a product.
struct ProductName: Equatable {
  /// The names of the surrounding groups, each followed by `›`.
  let groups: String
  /// The path of the field. Nil for a group, whose name is the last one in `groups`.
  let path: String?

  var text: String { path.map { groups + $0 } ?? String(groups.dropLast()) }
}

/// A table that conditions use.
struct TableFact {
  struct Row {
    let meaning: Int
    let words: String
  }

  let name: String
  let rows: [Row]
}

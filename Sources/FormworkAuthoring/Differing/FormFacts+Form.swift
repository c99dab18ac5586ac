// The facts of a form itself: its title and words, its data formats and the structure of its result.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension FormFacts {
  /// Returns the facts of the form as a whole.
  func formFacts() -> [FormFact] {
    var facts = [
      text(.formTitle, program.titleText),
      FormFact(
        aspect: .language, meaning: reader.number("language " + program.language),
        words: [self.explainer.quoted(self.program.language)]),
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
    let settings = explainer.settings(layout)
    let kind = layout.kind.rawValue
    let head = explainer.text(.fileKind).filled(("kind", kind.uppercased()))
    return FormFact(
      aspect: .data,
      meaning: reader.number("data " + kind, settings.map { reader.number($0) }),
      words: [([head] + settings).joined(separator: self.explainer.text(.sentenceGap))])
  }

  /// Returns the names in a product, in their order.
  func productNames() -> [ProductName] {
    let layouts = program.productLayouts
    return layouts.flatMap { $0.values.flatMap { names($0, behind: "") } }
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

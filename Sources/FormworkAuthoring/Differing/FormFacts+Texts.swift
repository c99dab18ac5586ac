// The facts about the parts of a level that only people see: its pages, the texts between its fields, and the titles of
// its blocks.

internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

extension FormFacts {
  /// Returns the facts of a level's texts. The form itself also has its pages.
  func textFacts(ofLevel level: Int32) -> [FormFact] {
    let texts = program.parts(ofLevel: level).texts
    let fact = FormFact(
      aspect: .texts, meaning: number("texts", texts.map { reader.meaning(ofText: $0) }),
      words: texts.map { self.explainer.shown(message: $0) })
    return level == 0 ? [pages(), fact] : [fact]
  }

  private func pages() -> FormFact {
    let pages = program.pages
    let meanings = pages.map { page in
      let names = page.parts.fields.map { number("field " + program.field($0).name) }
      return number("page", [page.title.map { reader.meaning(ofText: $0) } ?? -1] + names)
    }
    return FormFact(
      aspect: .pages, meaning: number("pages", meanings), words: pages.map { self.words($0) })
  }

  private func words(_ page: FormPage) -> String {
    let title = page.title.map { explainer.shown(message: $0) } ?? "–"
    let labels = page.parts.fields.map { explainer.label($0) }
    return labels.isEmpty ? title : "\(title): \(explainer.words.joined(labels))"
  }
}

extension [PartView] {
  /// The texts and the titles of blocks, in the order of the form.
  fileprivate var texts: [Int32] {
    flatMap { part -> [Int32] in
      switch part {
      case .field: []
      case .intro(let text): [text]
      case .block(let block): (block.title.map { [$0] } ?? []) + block.parts.texts
      }
    }
  }
}

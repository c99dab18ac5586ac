// The declarations of a form, as a tree for the outline of an editor.

package import FormworkSyntax

/// An item in the outline of a form.
package struct OutlineItem: Sendable {
  package enum Kind: Sendable {
    case field, record, list, block, check, definition, type, choices, table, rule, example
  }

  package var name: String
  /// A few words beside the name, such as the type of a field or the condition of a block.
  package var detail: String
  package var kind: Kind
  /// The whole declaration.
  package var span: Span
  /// The span of the name, or the start of a declaration without a name.
  package var nameSpan: Span
  package var children: [OutlineItem] = []
}

/// Creates outlines of forms.
package enum FormOutline {
  /// Returns the form's own declarations, in source order.
  ///
  /// - Parameter source: the form's text, which may be followed by the texts of the files that it uses.
  package static func items(of tree: FormTree, in source: Source) -> [OutlineItem] {
    items(of: tree.declarations, in: source)
  }

  private static func items(of declarations: [Declaration], in source: Source) -> [OutlineItem] {
    declarations.filter { source.files[0].range.contains(Int($0.span.lower)) }
      .flatMap { items(of: $0, in: source) }
  }

  private static func items(of declaration: Declaration, in source: Source) -> [OutlineItem] {
    func item(
      _ kind: OutlineItem.Kind, _ name: Name, _ detail: String = "", _ children: [OutlineItem] = []
    ) -> OutlineItem {
      OutlineItem(
        name: name.text, detail: detail, kind: kind, span: declaration.span, nameSpan: name.span,
        children: children)
    }
    switch declaration.kind {
    case .field(let field):
      return [
        item(
          kind(of: field.type), field.name, detail(field.type.span, in: source),
          items(of: field.type, in: source))
      ]
    case .when(let when): return when.branches.map { block($0, in: source) }
    case .page(let page):
      let title = page.title.map { detail($0.unmarked.span, in: source) } ?? ""
      return [
        item(
          .block, Name("page", at: declaration.wordOfPage), title,
          items(of: page.body, in: source))
      ]
    case .check(let check):
      let condition = check.rule.condition.span
      let name = Name("check", at: Span(declaration.span.lower, declaration.span.lower + 5))
      return [item(.check, name, detail(condition, in: source))]
    case .define(let define):
      if case .type(let type, _) = define.meaning {
        return [
          item(
            .type, define.name, detail(type.span, in: source), items(of: type, in: source))
        ]
      }
      return [item(.definition, define.name)]
    case .choices(let choices): return [item(.choices, choices.name)]
    case .table(let table): return [item(.table, table.name)]
    case .list(let list):
      let fields = list.form == nil ? list.body.flatMap { items(of: $0, in: source) } : []
      let files = [
        list.file.map { detail($0.span, in: source) },
        list.form.map { "as " + detail($0.span, in: source) },
      ]
      let names = files.compactMap { $0 }.joined(separator: " ")
      return [item(.table, list.name, names, fields)]
    case .needs(let needs):
      guard let value = needs.value else { return [item(.rule, needs.name)] }
      return [item(.field, needs.name, detail(value.type.span, in: source))]
    case .example(let example):
      let detail = example.rejects == nil ? "accepts" : "rejects"
      return [item(.example, Name(example.name.value, at: example.name.span), detail)]
    case .form, .language, .closed, .fields, .use, .data, .words, .intro: return []
    }
  }

  private static func block(_ branch: WhenDeclaration.Branch, in source: Source) -> OutlineItem {
    let start = Span(branch.span.lower, branch.span.lower)
    let condition = branch.condition.map { detail($0.span, in: source) }
    return OutlineItem(
      name: branch.name?.text ?? (condition == nil ? "else" : "when"), detail: condition ?? "",
      kind: .block, span: branch.span, nameSpan: branch.name?.span ?? start,
      children: items(of: branch.body, in: source))
  }

  private static func items(of type: TypeExpression, in source: Source) -> [OutlineItem] {
    switch type.kind {
    case .record(let declarations): items(of: declarations, in: source)
    case .list(_, _, let item): items(of: item, in: source)
    default: []
    }
  }

  private static func kind(of type: TypeExpression) -> OutlineItem.Kind {
    switch type.kind {
    case .record: .record
    case .list: .list
    default: .field
    }
  }

  /// Maximum number of characters beside a name.
  private static let detailLimit = 60

  /// Returns the first line of a span, cut to the maximum length.
  private static func detail(_ span: Span, in source: Source) -> String {
    let line = source.text(span).prefix { !$0.isNewline }
    return line.count > detailLimit ? line.prefix(detailLimit - 1) + "…" : String(line)
  }
}

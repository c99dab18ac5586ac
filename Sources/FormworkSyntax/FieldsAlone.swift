// Reduces a form to its fields, for lists of other data that take their fields from the form. The records of such a
// list are typed but not validated. This needs the types and definitions that the fields use, but no rules, checks,
// examples or lists.

extension [Declaration] {
  /// The declarations except those that are needed only to validate records.
  var fieldsAlone: [Declaration] {
    compactMap { declaration in
      let kind: Declaration.Kind
      switch declaration.kind {
      case .field(let field):
        kind = .field(
          FieldDeclaration(
            field.name, label: field.label, type: field.type.fieldsAlone,
            calculation: field.calculation, clauses: field.clauses.fieldsAlone))
      case .when(var when):
        for index in when.branches.indices {
          when.branches[index].body = when.branches[index].body.fieldsAlone
        }
        when.elseBlank = nil
        kind = .when(when)
      // The page still limits the effect of `fields`.
      case .page(let page): kind = .page(PageDeclaration(title: nil, body: page.body.fieldsAlone))
      case .define(var define):
        if case .type(let type, let clauses) = define.meaning {
          define.meaning = .type(type.fieldsAlone, clauses.fieldsAlone)
        }
        kind = .define(define)
      case .fields(let clauses): kind = .fields(clauses.fieldsAlone)
      case .choices, .table, .data: kind = declaration.kind
      case .use, .form, .language, .closed, .check, .intro, .list, .words, .needs, .example:
        return nil
      }
      return Declaration(kind, at: declaration.span)
    }
  }

  /// The names that are declared with `list` or `needs`.
  var namesOfOtherData: OrderedSet<String> {
    OrderedSet(
      withoutPages.compactMap { declaration in
        switch declaration.kind {
        case .list(let list): list.name.text
        case .needs(let needs): needs.name.text
        default: nil
        }
      })
  }
}

extension [Clause] {
  fileprivate var fieldsAlone: [Clause] {
    compactMap { clause in
      if case .required(condition: .some, _) = clause.kind {
        return Clause(.optional, at: clause.span)
      }
      return clause.isOfValue ? clause : nil
    }
  }
}

extension TypeExpression {
  fileprivate var fieldsAlone: TypeExpression {
    switch kind {
    case .record(let body): TypeExpression(.record(body.fieldsAlone), at: span)
    case .list(let separator, let key, let item):
      TypeExpression(.list(separator: separator, key: key, of: item.fieldsAlone), at: span)
    default: self
    }
  }
}

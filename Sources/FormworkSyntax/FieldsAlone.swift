// What a list of other data takes of the form whose fields it has: the fields with their types, and what these need. Its
// records are typed, not judged, so that rules, checks, examples and lists of that form are left out.

extension [Declaration] {
  /// The declarations without everything that judges records. A file that is used is kept.
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
      case .define(var define):
        if case .type(let type, let clauses) = define.meaning {
          define.meaning = .type(type.fieldsAlone, clauses.fieldsAlone)
        }
        kind = .define(define)
      case .fields(let clauses): kind = .fields(clauses.fieldsAlone)
      case .use, .choices, .table, .data: kind = declaration.kind
      case .form, .language, .closed, .check, .list, .words, .needs, .example: return nil
      }
      return Declaration(kind, at: declaration.span)
    }
  }
}

extension [Clause] {
  fileprivate var fieldsAlone: [Clause] {
    compactMap { clause in
      switch clause.kind {
      case .optional, .default, .from, .without, .modifier, .required(condition: nil, _): clause
      case .required: Clause(.optional, at: clause.span)
      case .hint, .title, .message, .rule, .eachRule: nil
      }
    }
  }
}

extension TypeExpression {
  fileprivate var fieldsAlone: TypeExpression {
    switch kind {
    case .record(let body): TypeExpression(.record(body.fieldsAlone), at: span)
    case .list(let separator, let item):
      TypeExpression(.list(separator: separator, of: item.fieldsAlone), at: span)
    default: self
    }
  }
}

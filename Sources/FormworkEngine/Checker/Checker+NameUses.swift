// Where the names of a form stand and what each means there, for editors. It is gathered where names are looked
// up, so that an editor never knows better than the checker.

package import FormworkSyntax

/// A place where a name stands that the form declares.
package struct NameUse: Hashable, Sendable {
  /// What can have a name.
  package enum Kind: Hashable, Sendable {
    case field, group, definition, parameter, choices, table, hostRule, example
  }

  package var kind: Kind
  /// Where the name stands.
  package var span: Span
  /// Where it is declared; the same place if this is the declaration.
  package var declaration: Span

  package init(kind: Kind, span: Span, declaration: Span) {
    self.kind = kind
    self.span = span
    self.declaration = declaration
  }

  package var isDeclaration: Bool { span == declaration }
}

/// The uses of names, each once, however often a definition is compiled.
final class NameUses {
  private(set) var all: OrderedSet<NameUse> = []

  func note(_ kind: NameUse.Kind, at span: Span, declaredAt declaration: Span) {
    all.insert(NameUse(kind: kind, span: span, declaration: declaration))
  }
}

extension Checker {
  /// Notes what a name means, if somebody asks for that.
  func note(_ kind: NameUse.Kind, _ name: Name, declaredAt declaration: Span?) {
    guard let nameUses, let declaration, !name.text.isEmpty else { return }
    nameUses.note(kind, at: name.span, declaredAt: declaration)
  }

  /// Notes what a name means, by the first of the fields of that name: with those in other branches it is one thing.
  func note(_ name: Name, _ field: Scope.Entry?) {
    note(.field, name, declaredAt: field?.span)
  }

  /// Notes that a name means the field of that name in a scope.
  func noteField(_ name: Name, in scope: Scope) {
    if nameUses != nil { note(name, scope.firstField(named: name.text)) }
  }

  /// Notes every field of a name, where a definition is only tried.
  func noteEverywhere(_ name: Name) {
    if nameUses != nil { for scope in scopes { noteField(name, in: scope) } }
  }

  /// Notes a parameter of the definition that is being compiled.
  func noteParameter(_ name: Name, _ context: Context) {
    guard nameUses != nil else { return }
    let definition = context.expansions.last.flatMap { names.definitions[$0] }
    let parameter = definition?.parameters.first { $0.text == name.text }
    note(.parameter, name, declaredAt: parameter?.span)
  }

  /// Notes the declarations of what has a name besides fields.
  func noteDeclarations() {
    guard let nameUses else { return }
    for definition in names.definitions.values {
      for name in [definition.name] + definition.parameters {
        let kind: NameUse.Kind = name.span == definition.name.span ? .definition : .parameter
        nameUses.note(kind, at: name.span, declaredAt: name.span)
      }
    }
    for choices in names.choiceLists.values {
      note(.choices, choices.name, declaredAt: choices.name.span)
    }
    for table in names.tables.values {
      nameUses.note(.table, at: table.span, declaredAt: table.span)
    }
  }
}

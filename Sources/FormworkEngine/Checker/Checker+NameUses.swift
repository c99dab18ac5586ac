// Uses of the names in a form and their meanings, for editors. They are recorded during the checker's own lookups, so
// that editors and checker always agree.

package import FormworkSyntax

/// A use of a name that the form declares.
package struct NameUse: Hashable, Sendable {
  /// The kind of a name.
  package enum Kind: Hashable, Sendable {
    case field, group, definition, parameter, choices, table, list, hostRule, example
  }

  package var kind: Kind
  /// The span of the name.
  package var span: Span
  /// The span of the declaration. Equal to `span` if this is the declaration.
  package var declaration: Span

  package init(kind: Kind, span: Span, declaration: Span) {
    self.kind = kind
    self.span = span
    self.declaration = declaration
  }

  package var isDeclaration: Bool { span == declaration }
}

/// The distinct uses of names, even if a definition is compiled many times.
final class NameUses {
  private(set) var all: OrderedSet<NameUse> = []

  func note(_ kind: NameUse.Kind, at span: Span, declaredAt declaration: Span) {
    all.insert(NameUse(kind: kind, span: span, declaration: declaration))
  }
}

extension Checker {
  /// Records the meaning of a name, if requested.
  func note(_ kind: NameUse.Kind, _ name: Name, declaredAt declaration: Span?) {
    guard let nameUses, let declaration, !name.text.isEmpty else { return }
    nameUses.note(kind, at: name.span, declaredAt: declaration)
  }

  /// Records a use of a field's name. Fields with the same name in different branches count as one: the first of
  /// them.
  func note(_ name: Name, _ field: Scope.Entry?) {
    note(.field, name, declaredAt: field?.span)
  }

  /// Records that a name refers to the field of that name in a scope.
  func noteField(_ name: Name, in scope: Scope) {
    if nameUses != nil { note(name, scope.firstField(named: name.text)) }
  }

  /// Records a use of every field named `name` while trial-checking a definition.
  func noteEverywhere(_ name: Name) {
    if nameUses != nil { for scope in scopes { noteField(name, in: scope) } }
  }

  /// Records a parameter of the definition that is being compiled.
  func noteParameter(_ name: Name, _ context: Context) {
    guard nameUses != nil else { return }
    let definition = context.expansions.last.flatMap { names.definitions[$0] }
    let parameter = definition?.parameters.first { $0.text == name.text }
    note(.parameter, name, declaredAt: parameter?.span)
  }

  /// Records the declarations of names other than fields.
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
    for list in names.lists.values { note(.list, list.name, declaredAt: list.name.span) }
    for table in names.tables.values {
      nameUses.note(.table, at: table.span, declaredAt: table.span)
    }
  }
}

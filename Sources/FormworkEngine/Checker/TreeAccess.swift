// What the checker reads of a tree at every step. The getters of another module are always called, and
// what they give is copied; these become a load in their place.

internal import FormworkSyntax

extension Name {
  @inline(__always) var text: String { place.pointee }
}

extension Expression {
  @inline(__always) var kind: Kind { node.pointee.kind }
  @inline(__always) var span: Span { node.pointee.span }
}

extension FieldDeclaration {
  @inline(__always) var name: Name { node.pointee.name }
  @inline(__always) var label: LocalizedText? { node.pointee.label }
  @inline(__always) var type: TypeExpression { node.pointee.type }
  @inline(__always) var clauses: Clauses { node.pointee.clauses }
}

extension TypeExpression {
  @inline(__always) var kind: Kind { node.pointee.kind }
  @inline(__always) var span: Span { node.pointee.span }
}

extension Rule {
  @inline(__always) var condition: Expression { node.pointee.condition }
  @inline(__always) var severity: Severity { node.pointee.severity }
  @inline(__always) var title: LocalizedText? { node.pointee.title }
  @inline(__always) var message: LocalizedText? { node.pointee.message }
}

extension LocalizedText {
  @inline(__always) var unmarked: TextTemplate { node.pointee.unmarked }
  @inline(__always) var translations: UnsafeBufferPointer<Translation> {
    node.pointee.translations
  }
  @inline(__always) var span: Span { node.pointee.span }
}

extension TextTemplate {
  @inline(__always) var plain: String? { node.pointee.plain }
  @inline(__always) var span: Span { node.pointee.span }
  var parts: [Part] { node.pointee.parts }
}

// Memory for trees. A spec of ten thousand fields has some hundred thousand parts; asking the system for
// each of them apart, and counting who refers to it, took a fifth of the time of reading such a spec.

/// Elements, each of which stays where it was put for as long as the arena lives.
struct Arena<Element>: ~Copyable {
  private static var largestChunk: Int { 1_024 }

  /// The chunks before the one that is being filled.
  private var filled: [UnsafeMutableBufferPointer<Element>] = []
  private var chunk = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
  /// How many elements of `chunk` there are.
  private var count = 0

  init() {}

  /// Adds an element.
  ///
  /// - Returns: its place.
  mutating func add(_ element: consuming Element) -> UnsafePointer<Element> {
    if count == chunk.count { addChunk(for: 1) }
    let place = chunk.baseAddress.unsafelyUnwrapped + count
    place.initialize(to: element)
    count &+= 1
    return UnsafePointer(place)
  }

  /// Adds elements that lie one after the other.
  mutating func add(contentsOf elements: [Element]) -> UnsafeBufferPointer<Element> {
    if chunk.count - count < elements.count { addChunk(for: elements.count) }
    let first = count
    count = chunk[first...].initialize(fromContentsOf: elements)
    return UnsafeBufferPointer(rebasing: chunk[first..<count])
  }

  private mutating func addChunk(for number: Int) {
    let size = min(max(chunk.count * 2, 16), Arena.largestChunk)
    finishChunk()
    chunk = .allocate(capacity: max(size, number))
    count = 0
  }

  private mutating func finishChunk() {
    guard chunk.count > 0 else { return }
    filled.append(UnsafeMutableBufferPointer(start: chunk.baseAddress, count: count))
  }

  deinit {
    for chunk in filled {
      chunk.deinitialize()
      chunk.deallocate()
    }
    UnsafeMutableBufferPointer(rebasing: chunk[0..<count]).deinitialize()
    chunk.deallocate()
  }
}

/// The parts of one source's tree. They refer to each other by their places, and go all at once.
package final class TreeMemory {
  @exclusivity(unchecked) private var expressions = Arena<Expression.Node>()
  @exclusivity(unchecked) private var expressionLists = Arena<Expression>()
  @exclusivity(unchecked) private var patterns = Arena<PatternLiteral>()
  @exclusivity(unchecked) private var fields = Arena<FieldDeclaration.Node>()
  @exclusivity(unchecked) private var types = Arena<TypeExpression.Node>()
  @exclusivity(unchecked) private var clauses = Arena<Clause>()
  @exclusivity(unchecked) private var rules = Arena<Rule.Node>()
  @exclusivity(unchecked) private var localizedTexts = Arena<LocalizedText.Node>()
  @exclusivity(unchecked) private var translations = Arena<LocalizedText.Translation>()
  @exclusivity(unchecked) private var templates = Arena<TextTemplate.Node>()
  @exclusivity(unchecked) private var parts = Arena<TextTemplate.Part>()
  @exclusivity(unchecked) private var strings = Arena<String>()

  package init() {}

  package func expression(_ kind: Expression.Kind, at span: Span) -> Expression {
    Expression(node: expressions.add(Expression.Node(kind: kind, span: span)))
  }

  package func list(_ expressions: [Expression]) -> Expressions {
    expressionLists.add(contentsOf: expressions)
  }

  func list(_ expression: Expression) -> Expressions {
    Expressions(start: expressionLists.add(expression), count: 1)
  }

  package func list(_ patterns: [PatternLiteral]) -> UnsafeBufferPointer<PatternLiteral> {
    self.patterns.add(contentsOf: patterns)
  }

  package func field(
    _ name: Name, label: LocalizedText? = nil, type: TypeExpression, clauses: Clauses
  ) -> FieldDeclaration {
    FieldDeclaration(
      node: fields.add(
        FieldDeclaration.Node(name: name, label: label, type: type, clauses: clauses)))
  }

  package func type(_ kind: consuming TypeExpression.Kind, at span: Span) -> TypeExpression {
    TypeExpression(node: types.add(TypeExpression.Node(kind: kind, span: span)))
  }

  package func list(_ clauses: [Clause]) -> Clauses { self.clauses.add(contentsOf: clauses) }

  func list(_ clause: consuming Clause) -> Clauses {
    Clauses(start: clauses.add(clause), count: 1)
  }

  package func rule(
    _ condition: Expression, title: LocalizedText? = nil, message: LocalizedText? = nil,
    severity: Severity
  ) -> Rule {
    Rule(
      node: rules.add(
        Rule.Node(condition: condition, severity: severity, title: title, message: message)))
  }

  package func localized(
    _ unmarked: TextTemplate, _ translations: [LocalizedText.Translation] = [], at span: Span
  ) -> LocalizedText {
    let own =
      translations.isEmpty ? .none : self.translations.add(contentsOf: translations)
    return LocalizedText(
      node: localizedTexts.add(
        LocalizedText.Node(unmarked: unmarked, translations: own, span: span)))
  }

  /// A text without placeholders.
  package func template(plain: consuming String, at span: Span) -> TextTemplate {
    TextTemplate(node: templates.add(TextTemplate.Node(plain: plain, pieces: .none, span: span)))
  }

  package func template(_ parts: [TextTemplate.Part], at span: Span) -> TextTemplate {
    let plain = TextTemplate.plain(parts)
    let pieces = plain == nil ? self.parts.add(contentsOf: parts) : .none
    return TextTemplate(
      node: templates.add(TextTemplate.Node(plain: plain, pieces: pieces, span: span)))
  }

  package func string(_ text: consuming String) -> UnsafePointer<String> { strings.add(text) }

  package func name(_ text: consuming String, at span: Span) -> Name {
    Name(place: strings.add(text), span: span)
  }
}

extension UnsafeBufferPointer {
  /// No elements.
  package static var none: Self { Self(start: nil, count: 0) }
}

// MARK: - What is read at every step

extension Name {
  var text: String { place.pointee }
}

extension Expression {
  var kind: Kind { node.pointee.kind }
  var span: Span { node.pointee.span }
}

extension FieldDeclaration {
  var name: Name { node.pointee.name }
  var label: LocalizedText? { node.pointee.label }
  var type: TypeExpression { node.pointee.type }
  var clauses: Clauses { node.pointee.clauses }
}

extension TypeExpression {
  var kind: Kind { node.pointee.kind }
  var span: Span { node.pointee.span }
}

extension Rule {
  var condition: Expression { node.pointee.condition }
  var severity: Severity { node.pointee.severity }
  var title: LocalizedText? { node.pointee.title }
  var message: LocalizedText? { node.pointee.message }
}

extension LocalizedText {
  var unmarked: TextTemplate { node.pointee.unmarked }
  var translations: UnsafeBufferPointer<Translation> { node.pointee.translations }
  var span: Span { node.pointee.span }
}

extension TextTemplate {
  var plain: String? { node.pointee.plain }
  var parts: [Part] { node.pointee.parts }
}

// Hints that show the meaning of a definition next to its uses.

internal import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// The meaning of a definition at one of its uses, with the parameters replaced by the arguments of that use.
package struct FormHint: Sendable {
  /// The byte offset after the use.
  package var offset: Int
  /// The meaning on one line.
  package var meaning: String
}

extension FormHint {
  /// Returns the hints for a range of the form's own text, in source order.
  package static func all(
    in range: Range<Int>, of reading: FormReading, _ names: FormNames
  ) -> [FormHint] {
    var definitions: OrderedDictionary<UInt32, DefineDeclaration> = [:]
    for declaration in reading.tree.declarations.withAllInside {
      if case .define(let define) = declaration.kind {
        definitions[define.name.span.lower] = define
      }
    }
    var uses: OrderedDictionary<UInt32, DefineDeclaration> = [:]
    for use in names.uses where use.kind == .definition && !use.isDeclaration {
      uses[use.span.lower] = definitions[use.declaration.lower]
    }
    var drafts = MeaningDrafts(reading.source, names)
    let tokens = Lexer(reading.source).tokens
    return tokens.indices.compactMap { index in
      let name = tokens[index].span
      guard range.contains(Int(name.lower)), let define = uses[name.lower] else { return nil }
      let arguments = tokens[(index + 1)...].arguments
      return FormHint(
        offset: Int(arguments.end ?? name.upper),
        meaning: drafts.meaning(of: define, arguments.spans))
    }
  }
}

/// Writes definitions on one line.
private struct MeaningDrafts {
  private let source: Source
  /// The offset of each parameter's declaration, keyed by the offsets of its uses.
  private var parameters: OrderedDictionary<UInt32, UInt32> = [:]
  /// The tokens of the files that have definitions.
  private var tokens: OrderedDictionary<Int, [Token]> = [:]

  init(_ source: Source, _ names: FormNames) {
    self.source = source
    for use in names.uses where use.kind == .parameter {
      parameters[use.span.lower] = use.declaration.lower
    }
  }

  mutating func meaning(of define: DefineDeclaration, _ arguments: [Span]) -> String {
    var values: OrderedDictionary<UInt32, String> = [:]
    for (parameter, argument) in zip(define.parameters, arguments) {
      let text = text(argument, [:])
      values[parameter.span.lower] = Lexer.onlyToken(of: text) == nil ? "(" + text + ")" : text
    }
    switch define.meaning {
    case .expression(let expression, _): return text(expression.span, values)
    case .type(let type, let clauses):
      return text(clauses.reduce(type.span) { $0.joined(with: $1.span) }, values)
    }
  }

  /// Returns the text of a span on one line without comments, with values in place of parameters.
  private mutating func text(_ span: Span, _ values: OrderedDictionary<UInt32, String>) -> String {
    let file = source.file(at: span.lower)
    let all = tokens[file] ?? Lexer(source, file: file).tokens
    tokens[file] = all
    var (text, end) = ("", span.lower)
    for token in all where span.holds(token.span) {
      if token.span.lower > end { text += " " }
      text += parameters[token.span.lower].flatMap { values[$0] } ?? source.text(token.span)
      end = token.span.upper
    }
    return text
  }
}

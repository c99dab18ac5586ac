// The structure of a form's own text: what editors fold, select step by step, and open as a link.

internal import FormworkEngine
package import FormworkSyntax

/// The ranges of a form's own text, without the files that it uses.
package struct FormRanges {
  private let source: Source
  private let lexer: Lexer
  private let declarations: [Declaration]

  package init(_ source: Source) {
    self.source = source
    lexer = Lexer(source)
    declarations = Parser.parse(source).tree.declarations
  }

  // MARK: Folding

  /// A part that can be folded.
  package struct Fold: Sendable, Equatable {
    /// The first and the last line, from 0.
    package var lines: ClosedRange<Int>
    package var isComment: Bool
  }

  /// The declarations, branches and runs of comments that have several lines.
  package var folds: [Fold] {
    let spans = declarations.withAllInside.flatMap { declaration -> [Span] in
      if case .when(let when) = declaration.kind { return when.branches.map { $0.span } }
      return [declaration.span]
    }
    let parts = spans.compactMap { fold(line($0.lower), line($0.upper), isComment: false) }
    return parts + comments
  }

  private func line(_ offset: UInt32) -> Int { source.lineNumber(offset) - 1 }

  private func fold(_ first: Int, _ last: Int, isComment: Bool) -> Fold? {
    last > first ? Fold(lines: first...last, isComment: isComment) : nil
  }

  /// The runs of lines that have only a comment.
  private var comments: [Fold] {
    let lines = lexer.comments.filter { comment in
      let start = source.lineRange(source.lineNumber(comment.span.lower)).lowerBound
      return source.bytes[start..<Int(comment.span.lower)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }.map { line($0.span.lower) }
    var runs: [Fold] = []
    for (number, first) in lines.enumerated() where number == 0 || lines[number - 1] != first - 1 {
      let count = zip(lines[number...], first...).prefix { $0.0 == $0.1 }.count
      if let run = fold(first, first + count - 1, isComment: true) { runs.append(run) }
    }
    return runs
  }

  // MARK: Selecting

  /// Returns the ranges around a place, each within the next. The last one is the whole text.
  package func around(_ offset: UInt32) -> [Span] {
    var spans = lexer.tokens.filter { $0.isWord }.map { $0.span } + insideParentheses
    for declaration in declarations.withAllInside where declaration.span.touches(offset) {
      spans.append(declaration.span)
      spans += declaration.parts(around: offset)
    }
    spans.append(Span(0, source.bytes.count))
    var around: [Span] = []
    let touching = spans.filter { $0.touches(offset) && $0.count > 0 }
    for span in touching.ordered(by: { $0.count < $1.count })
    where around.last.map({ span != $0 && span.holds($0) }) ?? true { around.append(span) }
    return around
  }

  /// The contents of parentheses.
  private var insideParentheses: [Span] {
    var (open, spans): ([UInt32], [Span]) = ([], [])
    for token in lexer.tokens {
      if token.kind == .leftParen { open.append(token.span.upper) }
      if token.kind == .rightParen, let lower = open.popLast() {
        spans.append(Span(lower, token.span.lower))
      }
    }
    return spans
  }

  // MARK: Links

  /// The names of files in the form.
  package var files: [PlainText] {
    declarations.withAllInside.flatMap { declaration -> [PlainText] in
      switch declaration.kind {
      case .use(let file): [file]
      case .choices(let choices): [choices.file].compactMap { $0 }
      case .list(let list): [list.file, list.form].compactMap { $0 }
      default: []
      }
    }
  }
}

extension Token {
  /// Whether the token is a name, a keyword or a literal.
  fileprivate var isWord: Bool {
    switch kind {
    case .name, .quotedName, .keyword, .text, .pattern, .number, .date, .time, .dateTime, .instant:
      true
    default: false
    }
  }
}

extension [Declaration] {
  /// Returns the innermost declaration around a place. The fields of a list of other data may be declared in another
  /// form.
  func innermost(around place: Span) -> Declaration? {
    guard let outer = first(where: { $0.span.holds(place) }) else {
      for case .list(let list) in map({ $0.kind }) where list.form != nil {
        if let field = list.body.innermost(around: place) { return field }
      }
      return nil
    }
    return outer.inner.innermost(around: place) ?? outer
  }
}

extension Declaration {
  /// Returns the spans of the declaration's parts, without the declarations inside it. Spans inside an expression are
  /// included only if they touch `offset`.
  fileprivate func parts(around offset: UInt32) -> [Span] {
    func spans(_ clauses: [Clause]) -> [Span] {
      clauses.flatMap { [$0.span] + ($0.expression?.spans(around: offset) ?? []) }
    }
    switch kind {
    case .field(let field):
      return [field.type.span] + (field.calculation?.spans(around: offset) ?? [])
        + spans(field.clauses)
    case .needs(let needs): return needs.value.map { [$0.type.span] + spans($0.clauses) } ?? []
    case .fields(let clauses): return spans(clauses)
    case .when(let when):
      return when.branches.flatMap { [$0.span] + ($0.condition?.spans(around: offset) ?? []) }
    case .check(let check): return check.rule.condition.spans(around: offset)
    case .define(let define):
      switch define.meaning {
      case .expression(let expression, _): return expression.spans(around: offset)
      case .type(let type, let clauses): return [type.span] + spans(clauses)
      }
    case .table(let table): return table.rows.map { $0.span }
    case .data(let data): return data.settings.map { $0.span }
    default: return []
    }
  }
}

extension Span {
  /// Whether a place is in the span or at its end.
  fileprivate func touches(_ offset: UInt32) -> Bool { lower <= offset && offset <= upper }
}

extension Clause {
  fileprivate var expression: Expression? {
    switch kind {
    case .required(let condition, _): condition
    case .default(let value): value
    case .rule(let rule): rule.condition
    default: nil
    }
  }
}

extension Expression {
  fileprivate func spans(around offset: UInt32) -> [Span] {
    span.touches(offset) ? [span] + parts.flatMap { $0.spans(around: offset) } : []
  }
}

// Classifies each word of a form, for the colours of an editor.

internal import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// A part of a form that has a single colour.
package struct ColoredToken: Sendable {
  /// The class of a part. The names are those for which editors have colours.
  package enum Kind: String, CaseIterable, Sendable {
    case keyword, string, number, regexp, comment, `operator`, property, function, type
    case parameter
    case enumeration = "enum"
    case namespace
  }

  package var span: Span
  package var kind: Kind
}

/// The colours of forms.
package enum FormColors {
  /// Returns the coloured parts of a form's own text, in their order.
  package static func tokens(of reading: FormReading, _ names: FormNames) -> [ColoredToken] {
    let lexer = Lexer(reading.source)
    var named: OrderedDictionary<UInt32, NameUse.Kind> = [:]
    for use in names.uses { named[use.span.lower] = use.kind }
    var tokens = lexer.comments.map { ColoredToken(span: $0.span, kind: .comment) }
    let heads = OrderedSet(reading.tree.declarations.withAllInside.compactMap { $0.wordForPeople })
    for token in lexer.tokens {
      let kind =
        heads.contains(token.span.lower)
        ? ColoredToken.Kind.keyword
        : named[token.span.lower].map { color(of: $0) } ?? color(of: token, reading.source)
      if let kind, token.span.count > 0 {
        tokens.append(ColoredToken(span: token.span, kind: kind))
      }
    }
    return tokens.ordered { $0.span.lower < $1.span.lower }
  }

  private static func color(of kind: NameUse.Kind) -> ColoredToken.Kind {
    switch kind {
    case .field: .property
    case .group: .namespace
    case .definition, .hostRule: .function
    case .parameter: .parameter
    case .choices, .table, .list: .enumeration
    case .example: .string
    }
  }

  private static func color(of token: Token, _ source: Source) -> ColoredToken.Kind? {
    switch token.kind {
    case .keyword: return .keyword
    case .text: return .string
    case .pattern: return .regexp
    case .number, .date, .time, .dateTime, .instant: return .number
    case .name:
      let word = source.text(token.span)
      if Predicate.named(word) != nil || Function.named(word) != nil { return .function }
      return typeWords.contains(word) ? .type : nil
    case .quotedName, .unknown, .end, .comma, .dot, .colon, .leftParen, .rightParen: return nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .assign, .and, .or,
      .not, .plus, .minus, .enDash, .star, .slash, .percent, .range, .halfOpenRange, .arrow:
      return .operator
    }
  }

  private static let typeWords: OrderedSet<String> = OrderedSet(Checker.typeWords)
}

extension Declaration {
  /// The offset of `page` or `intro`, which the lexer reads as a name. Nil for other declarations.
  fileprivate var wordForPeople: UInt32? {
    switch kind {
    case .page, .intro: span.lower
    default: nil
    }
  }
}

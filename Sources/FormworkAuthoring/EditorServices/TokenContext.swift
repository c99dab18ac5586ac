// The context of a place in a form, found from the tokens before it.

internal import FormworkSyntax

extension ArraySlice<Token> {
  /// Whether the next word is a type. The word may also be the value of a key.
  func leadToType(_ source: Source) -> Bool {
    guard let last else { return false }
    if last.kind == .colon { return true }
    return source.text(last.span) == "of"
      && dropLast().last.map { source.text($0.span) } != "choice"
  }

  /// Whether the last token is the word `list` at the start of a declaration of other data.
  func beginOtherData(_ source: Source) -> Bool {
    guard let last, last.kind == .name, source.text(last.span) == "list" else { return false }
    guard let before = dropLast().last else { return true }
    if before.kind == .colon { return false }
    let space = source.bytes[Int(before.span.upper)..<Int(last.span.lower)]
    return space.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// The innermost open parenthesis of the declaration, with the number of commas after it.
  var openParenthesis: (index: Int, commas: Int)? {
    var (depth, commas) = (0, 0)
    for index in indices.reversed() {
      switch self[index].kind {
      case .rightParen: depth += 1
      case .leftParen where depth > 0: depth -= 1
      case .leftParen: return (index, commas)
      case .comma where depth == 0: commas += 1
      default: if self[index].keyword?.startsDeclaration ?? false { return nil }
      }
    }
    return nil
  }

  /// The spans of the arguments in parentheses at the start of the tokens; empty without parentheses. `end` is the
  /// offset after the closing parenthesis, or nil if it is missing.
  var arguments: (spans: [Span], end: UInt32?) {
    guard first?.kind == .leftParen else { return ([], nil) }
    var (depth, spans): (Int, [Span]) = (0, [])
    var argument: Span?
    for token in self {
      switch token.kind {
      case .leftParen:
        depth += 1
        if depth == 1 { continue }
      case .rightParen:
        depth -= 1
        if depth == 0 { return (spans + [argument].compactMap { $0 }, token.span.upper) }
      case .comma where depth == 1:
        if let argument { spans.append(argument) }
        argument = nil
        continue
      default: break
      }
      argument = argument?.joined(with: token.span) ?? token.span
    }
    return (spans, nil)
  }
}

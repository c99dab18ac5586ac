// The meaning of a condition, before it becomes a list or a sentence.

internal import FormworkReport

/// A condition in words.
indirect enum Statement: Hashable {
  case sentence(String)
  /// All of these hold.
  case all([Statement])
  /// At least one of these holds.
  case any([Statement])
  /// A statement about the entries of a list. The lead says whether it applies to every entry or to some entry.
  case entries(lead: String, Statement)

  /// The number of sentences in the statement.
  var sentenceCount: Int {
    switch self {
    case .sentence: 1
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.sentenceCount }
    case .entries(_, let inner): 1 + inner.sentenceCount
    }
  }

  /// Returns the statement that all of `statements` hold. Nested statements of the same kind are merged.
  static func all(of statements: [Statement]) -> Statement {
    let parts = statements.flatMap { part in
      if case .all(let inner) = part { inner } else { [part] }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Returns the statement that at least one of `statements` holds. Nested statements of the same kind are merged.
  static func any(of statements: [Statement]) -> Statement {
    let parts = statements.flatMap { part in
      if case .any(let inner) = part { inner } else { [part] }
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }
}

extension Explainer {
  /// Returns a statement as a list. If it has several parts that must all hold, each is an item.
  func items(_ statement: Statement) -> [Document.Item] {
    if case .all(let parts) = statement { return parts.map { item($0) } }
    return [item(statement)]
  }

  func item(_ statement: Statement) -> Document.Item {
    switch statement {
    case .sentence(let text): Document.Item(text: capitalized(text))
    case .all(let parts):
      Document.Item(text: capitalized(text(.allOf)), items: parts.map { item($0) })
    case .any(let parts):
      Document.Item(text: capitalized(text(.oneOfThese)), items: parts.map { item($0) })
    case .entries(let lead, let inner):
      Document.Item(text: capitalized(lead), items: items(inner))
    }
  }

  /// Returns a statement on one line, with parentheses around parts that belong together.
  func inline(_ statement: Statement, isInside: Bool = false) -> String {
    switch statement {
    case .sentence(let text): return text
    case .all(let parts): return inline(parts, .andThen, isInside)
    case .any(let parts): return inline(parts, .orElse, isInside)
    case .entries(let lead, let inner): return lead + " " + inline(inner, isInside: true)
    }
  }

  private func inline(
    _ parts: [Statement], _ joint: ExplainPhrase, _ isInside: Bool
  ) -> String {
    let texts = parts.map { inline($0, isInside: true) }
    let first = texts.dropLast().joined(separator: words.phrase(.comma))
    let joined = text(joint).filled(("first", first), ("last", texts.last ?? ""))
    return isInside ? text(.inParentheses).filled(("text", joined)) : joined
  }
}

// The signatures of calls: the parameters that the parentheses around the cursor accept.

internal import FormworkEngine
package import FormworkReport
internal import FormworkSyntax

/// The parameters of a rule word, a function, a definition or a table.
package struct FormSignature: Sendable {
  /// The call as it may be written, such as `round(x, n)`.
  package var label: String
  /// The meaning in Markdown.
  package var meaning: String

  /// The parameters, as written in the label.
  package var parameters: [String] {
    let source = Source(name: "", bytes: Array(label.utf8))
    return Lexer(source).tokens.drop { $0.kind != .leftParen }.arguments.spans.map {
      source.text($0)
    }
  }

  /// Returns the signatures of the call around a place, and the index of the argument there. Nil if there is no call.
  ///
  /// - Parameter offset: a byte offset in the form's own text.
  package static func around(
    _ offset: Int, in reading: FormReading
  ) -> (signatures: [FormSignature], argument: Int)? {
    let source = reading.source
    let tokens = Lexer(source).tokens.prefix { Int($0.span.upper) <= offset && $0.kind != .end }
    guard let open = tokens.openParenthesis, open.index > 0 else { return nil }
    let before = tokens[..<(open.index - 1)]
    let called = tokens[open.index - 1]
    guard called.span.upper == tokens[open.index].span.lower else { return nil }
    let name = source.text(called.span)
    // The keys of a list of other data come in any order.
    if reading.tree.declarations.declareList(name) { return nil }
    let own = reading.tree.declarations.withAllInside.compactMap {
      FormSignature($0, named: name, source)
    }
    let signatures = own.isEmpty ? known(name, isType: before.leadToType(source)) : own
    return signatures.isEmpty ? nil : (signatures, open.commas)
  }

  /// Creates the signature of a definition or a table, or returns nil if the declaration is neither.
  private init?(_ declaration: Declaration, named name: String, _ source: Source) {
    let parameters: [Name]
    switch declaration.kind {
    case .define(let define) where define.name.text == name: parameters = define.parameters
    case .table(let table) where table.name.text == name: parameters = table.parameters
    default: return nil
    }
    label = Spelling.name(name) + "(" + parameters.map { $0.text }.joined(separator: ", ") + ")"
    meaning = FormHover.drawing(of: declaration, in: source)
  }

  private init(label: String, meaning: String) {
    (self.label, self.meaning) = (label, meaning)
  }

  /// Returns the signatures of a word of the language.
  private static func known(_ name: String, isType: Bool) -> [FormSignature] {
    var signatures: [FormSignature] = []
    // A date or time type takes the same formats as the rule word with its name.
    if let entry = Predicate.named(name)?.entry,
      !isType || FieldKind(rawValue: name)?.isMoment ?? false
    {
      signatures.append(FormSignature(label: entry.usage, meaning: entry.summary))
    }
    if let row = isType ? nil : Function.named(name)?.row {
      signatures += row.usages.map { FormSignature(label: $0, meaning: "Gives " + row.gives + ".") }
    }
    return signatures.filter { !$0.parameters.isEmpty }
  }
}

extension [Declaration] {
  /// Whether a list of other data has this name.
  fileprivate func declareList(_ name: String) -> Bool {
    contains { declaration in
      if case .list(let list) = declaration.kind { list.name.text == name } else { false }
    }
  }
}

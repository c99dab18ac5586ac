// Answers about the structure of a form and the meanings of calls and definitions.

internal import FormworkAuthoring
internal import FormworkReport
internal import FormworkSyntax

extension LanguageServer {
  func folds(_ document: OpenDocument) -> JSONValue {
    .array(
      FormRanges(document.source).folds.map { fold in
        [
          "startLine": .integer(fold.lines.lowerBound), "endLine": .integer(fold.lines.upperBound),
          "kind": fold.isComment ? "comment" : "region",
        ]
      })
  }

  func selections(
    _ parameters: JSONValue, _ document: OpenDocument
  ) throws(Refusal) -> JSONValue {
    guard let positions = parameters["positions"]?.items else { throw .badParameters }
    let ranges = FormRanges(document.source)
    var selections: [JSONValue] = []
    for position in positions {
      guard let position = TextPosition(position) else { throw .badParameters }
      let offset = UInt32(document.source.offset(of: position, encoding))
      var selection: JSONValue = .null
      for span in ranges.around(offset).reversed() {
        let parent: [(key: String, value: JSONValue)] =
          if case .null = selection { [] } else { [("parent", selection)] }
        selection = .object([("range", range(span, document))] + parent)
      }
      selections.append(selection)
    }
    return .array(selections)
  }

  /// Returns links to the files that a form names.
  func links(_ document: OpenDocument) -> JSONValue {
    guard let folder = document.folder else { return [] }
    return .array(
      FormRanges(document.source).files.map { file in
        [
          "range": range(file.span, document),
          "target": .string(FileURI.uri(of: folder + Array(file.value.utf8))),
        ]
      })
  }

  func signatures(_ offset: Int, _ document: OpenDocument) -> JSONValue {
    guard
      let (signatures, argument) = FormSignature.around(offset, in: known(document).reading)
    else { return .null }
    let active = signatures.firstIndex { $0.parameters.count > argument } ?? 0
    return [
      "signatures": .array(
        signatures.map { signature in
          [
            "label": .string(signature.label),
            "documentation": ["kind": "markdown", "value": .string(signature.meaning)],
            "parameters": .array(signature.parameters.map { ["label": .string($0)] }),
          ]
        }),
      "activeSignature": .integer(active),
      // The last parameter may be repeated.
      "activeParameter": .integer(
        min(argument, max(0, signatures[active].parameters.count - 1))),
    ]
  }

  /// The maximum number of characters of a hint.
  private static let hintLimit = 40

  /// Returns hints that show the meanings of definitions where they are used.
  func hints(_ bytes: Range<Int>, _ document: OpenDocument) -> JSONValue {
    let (reading, names) = known(document)
    return .array(
      FormHint.all(in: bytes, of: reading, names).map { hint in
        let isLong = hint.meaning.count > LanguageServer.hintLimit
        let shown =
          isLong ? hint.meaning.prefix(LanguageServer.hintLimit - 1) + "…" : hint.meaning[...]
        return [
          "position": position(hint.offset, document.source),
          "label": .string("= " + shown),
          "paddingLeft": true,
          "tooltip": [
            "kind": "markdown", "value": .string("```form\n" + hint.meaning + "\n```"),
          ],
        ]
      })
  }
}

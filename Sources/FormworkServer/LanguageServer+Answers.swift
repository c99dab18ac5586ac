// Answers to requests about a document.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// The requests about a document.
///
/// Web pages send only the first five. Leaving out the others makes the engine in a page smaller by a fortieth.
enum DocumentRequest: String {
  case hover = "textDocument/hover"
  case formatting = "textDocument/formatting"
  case codeActions = "textDocument/codeAction"
  case completion = "textDocument/completion"
  case semanticTokens = "textDocument/semanticTokens/full"
  #if !hasFeature(Embedded)
    case definition = "textDocument/definition"
    case references = "textDocument/references"
    case highlights = "textDocument/documentHighlight"
    case symbols = "textDocument/documentSymbol"
    case rangeFormatting = "textDocument/rangeFormatting"
    case codeLenses = "textDocument/codeLens"
    case prepareRename = "textDocument/prepareRename"
    case rename = "textDocument/rename"
    case folds = "textDocument/foldingRange"
    case selections = "textDocument/selectionRange"
    case links = "textDocument/documentLink"
    case signatures = "textDocument/signatureHelp"
    case hints = "textDocument/inlayHint"
  #endif
}

extension LanguageServer {
  func answer(
    _ request: DocumentRequest, _ parameters: JSONValue, _ document: OpenDocument
  ) throws(Refusal) -> JSONValue {
    switch request {
    case .hover: return hover(try place(parameters, document), document)
    case .formatting: return formatting(document)
    case .codeActions: return codeActions(parameters, document)
    case .completion: return completion(Int(try place(parameters, document)), document)
    case .semanticTokens: return semanticTokens(document)
    #if !hasFeature(Embedded)
      case .definition:
        let (reading, names) = known(document)
        guard let use = names.use(at: try place(parameters, document)) else { return .null }
        return .array(
          names.declarations(of: use).compactMap { location($0, reading, document)?.json })
      case .references:
        return references(
          try place(parameters, document), document,
          withDeclarations: parameters["context"]?["includeDeclaration"]?.isTrue ?? true)
      case .highlights: return highlights(try place(parameters, document), document)
      case .symbols:
        let reading = known(document).reading
        return .array(
          FormOutline.items(of: reading.tree, in: reading.source).map { symbol($0, document) })
      case .rangeFormatting: return try rangeFormatting(parameters, document)
      case .codeLenses: return codeLenses(document)
      case .prepareRename:
        let (reading, names) = known(document)
        guard let use = names.use(at: try place(parameters, document)), reading.program != nil
        else { return .null }
        return range(use.span, document)
      case .rename: return try rename(parameters, try place(parameters, document), document)
      case .folds: return folds(document)
      case .selections: return try selections(parameters, document)
      case .links: return links(document)
      case .signatures: return signatures(Int(try place(parameters, document)), document)
      case .hints: return hints(try bytes(parameters, document), document)
    #endif
    }
  }

  func known(_ document: OpenDocument) -> (reading: FormReading, names: FormNames) {
    document.known { reading(of: document) }
  }

  // MARK: Places

  /// Returns the byte offset that a request is about.
  private func place(
    _ parameters: JSONValue, _ document: OpenDocument
  ) throws(Refusal) -> UInt32 {
    guard let position = TextPosition(parameters["position"]) else { throw .badParameters }
    return UInt32(truncatingIfNeeded: document.source.offset(of: position, encoding))
  }

  /// Returns the bytes that a request is about.
  private func bytes(
    _ parameters: JSONValue, _ document: OpenDocument
  ) throws(Refusal) -> Range<Int> {
    guard let start = TextPosition(parameters["range"]?["start"]),
      let end = TextPosition(parameters["range"]?["end"])
    else { throw .badParameters }
    let lower = document.source.offset(of: start, encoding)
    return lower..<max(lower, document.source.offset(of: end, encoding))
  }

  func position(_ offset: Int, _ source: Source) -> JSONValue {
    let place = source.textPosition(offset, encoding)
    return ["line": .integer(place.line), "character": .integer(place.character)]
  }

  /// Returns a span of one file as a range.
  private func range(_ lower: Int, _ upper: Int, _ source: Source) -> JSONValue {
    ["start": position(lower, source), "end": position(upper, source)]
  }

  /// Returns a span of the form's own text as a range.
  func range(_ span: Span, _ document: OpenDocument) -> JSONValue {
    range(Int(span.lower), Int(span.upper), document.source)
  }

  /// Returns a span in any file of a form, with the file's URI.
  func location(
    _ span: Span, _ reading: FormReading, _ document: OpenDocument
  ) -> Location? {
    let number = reading.source.file(at: span.lower)
    guard let uri = document.uri(ofFile: number) else { return nil }
    let start = reading.source.files[number].range.lowerBound
    let file = number == 0 ? document.source : reading.source.alone(number)
    let range = range(Int(span.lower) - start, Int(span.upper) - start, file)
    return Location(uri: uri, start: Int(span.lower) - start, range: range)
  }

  private func highlights(_ offset: UInt32, _ document: OpenDocument) -> JSONValue {
    let (reading, names) = known(document)
    guard let use = names.use(at: offset) else { return .null }
    let own = names.places(of: use).filter { reading.source.file(at: $0.lower) == 0 }
    return .array(own.map { ["range": range($0, document)] })
  }

  // MARK: Showing

  private func hover(_ offset: UInt32, _ document: OpenDocument) -> JSONValue {
    let (reading, names) = known(document)
    // Nothing that is shown depends on the moment.
    let moment = host.moment?() ?? .first
    guard let hover = FormHover(at: offset, in: reading, names, moment: moment) else {
      return .null
    }
    return [
      "contents": ["kind": "markdown", "value": .string(hover.markdown)],
      "range": range(hover.span, document),
    ]
  }

  private func symbol(_ item: OutlineItem, _ document: OpenDocument) -> JSONValue {
    [
      "name": .string(item.name.isEmpty ? " " : item.name),
      "detail": .string(item.detail),
      "kind": .integer(item.kind.number),
      "range": range(item.span, document),
      "selectionRange": range(item.nameSpan, document),
      "children": .array(item.children.map { symbol($0, document) }),
    ]
  }

  /// Returns five numbers for each token: line and character relative to the previous token, length, kind, modifiers
  /// (0).
  private func semanticTokens(_ document: OpenDocument) -> JSONValue {
    let (reading, names) = known(document)
    var numbers: [JSONValue] = []
    var last = TextPosition(line: 0, character: 0)
    for token in FormColors.tokens(of: reading, names) {
      let start = document.source.textPosition(Int(token.span.lower), encoding)
      let end = document.source.textPosition(Int(token.span.upper), encoding)
      // Not every editor supports tokens that span lines.
      guard start.line == end.line, let kind = ColoredToken.Kind.allCases.firstIndex(of: token.kind)
      else { continue }
      let isSameLine = start.line == last.line
      numbers += [
        .integer(start.line - last.line),
        .integer(start.character - (isSameLine ? last.character : 0)),
        .integer(end.character - start.character), .integer(kind), .integer(0),
      ]
      last = start
    }
    return ["data": .array(numbers)]
  }

  // MARK: Completing

  private func completion(_ offset: Int, _ document: OpenDocument) -> JSONValue {
    let completion = FormCompletion(document.source, at: offset)
    let files = completion.isFileName ? filesToUse(document) : []
    let offers = completion.offers(files: files) { text, word in
      reading(of: document, with: [0: text.bytes], completing: word)
    }
    let place = range(
      completion.replaced.lowerBound, completion.replaced.upperBound, document.source)
    let digits = String(offers.count).count
    return .array(
      offers.enumerated().map { number, offer in
        // Editors sort by this text.
        let order = String(number)
        let sort = String(repeating: "0", count: digits - order.count) + order
        return [
          "label": .string(offer.label), "kind": .integer(offer.kind.number),
          "detail": .string(offer.detail), "sortText": .string(sort),
          "insertTextFormat": takesSnippets ? 2 : 1,
          "textEdit": ["range": place, "newText": .string(text(of: offer))],
        ]
      })
  }

  private func text(of offer: Completion) -> String {
    let parts = offer.snippet.aroundCursor
    if !takesSnippets { return parts.joined(separator: offer.filling) }
    let cursor = offer.filling.isEmpty ? "$1" : "${1:" + offer.filling.escapedSnippet + "}"
    return parts.map { $0.escapedSnippet }.joined(separator: cursor)
  }

  // MARK: Changing

  private func formatting(_ document: OpenDocument) -> JSONValue {
    guard case .formatted(let text) = FormFormatter.format(document.source) else { return .null }
    if text == document.source.bytes { return [] }
    let all = range(0, document.source.bytes.count, document.source)
    return [["range": all, "newText": .string(String(decoding: text, as: UTF8.self))]]
  }

  private func rangeFormatting(
    _ parameters: JSONValue, _ document: OpenDocument
  ) throws(Refusal) -> JSONValue {
    let bytes = try bytes(parameters, document)
    guard let edits = FormFormatter.edits(document.source, in: bytes) else { return .null }
    return .array(
      edits.map {
        [
          "range": range($0.range.lowerBound, $0.range.upperBound, document.source),
          "newText": .string($0.text),
        ]
      })
  }

  // MARK: Quick fixes

  private func codeActions(_ parameters: JSONValue, _ document: OpenDocument) -> JSONValue {
    guard let bytes = try? bytes(parameters, document) else { return [] }
    let only = parameters["context"]?["only"]?.items
    func wants(_ kinds: [String]) -> Bool {
      only?.contains { kind in kinds.contains { $0 == kind.text } } ?? true
    }
    let all = wants(["source.fixAll", "source", ""]) ? fixAll(document, isAsked: only != nil) : []
    guard wants(["quickfix", ""]) else { return .array(all) }
    let actions = known(document).reading.diagnostics.told.compactMap { found -> JSONValue? in
      guard let fix = found.fix, Int(found.span.lower) <= bytes.upperBound,
        bytes.lowerBound <= Int(found.span.upper),
        Int(fix.span.upper) <= document.source.bytes.count
      else { return nil }
      return action(found, fix, document)
    }
    return .array(actions + all)
  }

  /// Returns an action that applies all fixes that keep the meaning. A single fix already has its own action. In that
  /// case, this action is returned only if `isAsked`, for example when the editor saves.
  private func fixAll(_ document: OpenDocument, isAsked: Bool) -> [JSONValue] {
    let told = known(document).reading.diagnostics.told
    let fixes = FormFixer.fixes(document.source, told)
    guard fixes.count > (isAsked ? 0 : 1) else { return [] }
    let edits = fixes.map { fix -> JSONValue in
      ["range": range(fix.span, document), "newText": .string(fix.replacement)]
    }
    return [
      [
        "title": "Apply every fix that keeps the meaning",
        "kind": "source.fixAll",
        "edit": ["changes": .object([(document.uri, .array(edits))])],
      ]
    ]
  }

  private func action(
    _ found: Diagnostic, _ fix: Diagnostic.Fix, _ document: OpenDocument
  ) -> JSONValue {
    let edit: JSONValue = [
      "range": range(fix.span, document), "newText": .string(fix.replacement),
    ]
    return [
      "title": .string(FixWords.title(fix, in: document.source)),
      "kind": "quickfix",
      "diagnostics": [diagnostic(found, document)],
      "isPreferred": true,
      "edit": ["changes": [document.uri: [edit]]],
    ]
  }

  // MARK: Findings

  /// The maximum number of findings to publish for a document.
  private static let findingLimit = 500

  /// Publishes the findings of a document to the editor.
  func publish(_ document: OpenDocument) {
    var diagnostics = known(document).reading.diagnostics.prefix(LanguageServer.findingLimit)
      .map { diagnostic($0, document) }
    #if !hasFeature(Embedded)
      diagnostics += failures(document)
    #endif
    publish(diagnostics, of: document.uri, version: document.version)
  }

  func publish(_ diagnostics: [JSONValue], of uri: String, version: Int?) {
    var parameters: [(key: String, value: JSONValue)] = [("uri", .string(uri))]
    if let version { parameters.append(("version", .integer(version))) }
    notify(
      "textDocument/publishDiagnostics",
      .object(parameters + [("diagnostics", .array(diagnostics))]))
  }

  private func diagnostic(_ found: Diagnostic, _ document: OpenDocument) -> JSONValue {
    let reading = known(document).reading
    let isOwn = reading.source.file(at: found.span.lower) == 0
    var message = found.message
    if let hint = found.hint { message += "\n" + hint }
    // A finding in a used file is shown at the `use` that leads to it, so its message begins with the file and line.
    if !isOwn {
      let place = reading.source.position(found.span.lower)
      message = reading.source.name(at: found.span.lower) + ", line \(place.line): " + message
    }
    let others = found.labels.dropFirst(isOwn ? 1 : 0).compactMap { label -> JSONValue? in
      location(label.span, reading, document).map {
        ["location": $0.json, "message": .string(label.text)]
      }
    }
    var members: [(key: String, value: JSONValue)] = [
      ("range", range(reading.source.way(to: found.span), document)),
      ("severity", found.severity == .error ? 1 : 2),
      ("code", .string(found.code)),
      ("source", "formwork"),
      ("message", .string(message)),
      ("relatedInformation", .array(others)),
    ]
    if opensPages {
      members.append(("codeDescription", ["href": .string(HelpPage.uri(of: found.code))]))
    }
    return .object(members)
  }
}

/// A range in a file.
struct Location {
  let uri: String
  /// The offset in bytes in the file.
  let start: Int
  let range: JSONValue

  var json: JSONValue { ["uri": .string(uri), "range": range] }
}

extension Completion.Kind {
  /// The protocol's number for the nearest kind of completion item.
  fileprivate var number: Int {
    switch self {
    case .keyword: 14
    case .ruleWord, .function, .definition: 3
    case .name: 5
    case .type: 7
    case .value, .language: 12
    }
  }
}

extension String {
  /// The texts before and after `$1`, which marks the position of the cursor. Without `$1`, only the whole text.
  fileprivate var aroundCursor: [String] {
    let bytes = Array(utf8)
    guard
      let at = bytes.indices.dropLast().first(where: { bytes[$0...$0 + 1].elementsEqual("$1".utf8) }
      )
    else { return [self] }
    return [
      String(decoding: bytes[..<at], as: UTF8.self),
      String(decoding: bytes[(at + 2)...], as: UTF8.self),
    ]
  }

  /// The text with the special marks of snippets escaped.
  fileprivate var escapedSnippet: String {
    var text = ""
    for mark in self {
      if mark == "\\" || mark == "$" || mark == "}" { text += "\\" }
      text.append(mark)
    }
    return text
  }
}

extension JSONValue {
  var isTrue: Bool { if case .bool(true) = self { true } else { false } }
}

extension OutlineItem.Kind {
  /// The protocol's number for the nearest kind of symbol.
  var number: Int {
    switch self {
    case .field: 8
    case .record: 23
    case .list: 18
    case .block: 3
    case .check: 24
    case .definition, .rule: 12
    case .type: 5
    case .choices: 10
    case .table: 18
    case .example: 15
    }
  }
}

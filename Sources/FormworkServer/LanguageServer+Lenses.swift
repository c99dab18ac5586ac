// Code lenses: the outcomes of examples, and a check of data in the form's folder.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// The lens that checks data.
enum DataLens {
  /// The request that an editor sends when the user chooses the lens.
  static let request = "workspace/executeCommand"
  static let command = "formwork.check"
  /// The names of data files that belong to every form in the same folder. Other data files have the name of their
  /// form.
  static let names = ["data", "sample"]
}

extension LanguageServer {
  /// Returns the code lenses. Empty if the form has host rules, which the server can't evaluate.
  func codeLenses(_ document: OpenDocument) -> JSONValue {
    guard let program = known(document).reading.program, program.hostRules.isEmpty else {
      return []
    }
    return .array(dataLenses(document) + exampleLenses(document))
  }

  private func lens(
    _ title: String, _ span: Span, _ document: OpenDocument, command: String = "",
    _ arguments: [JSONValue] = []
  ) -> JSONValue {
    [
      "range": range(span, document),
      "command": [
        "title": .string(title), "command": .string(command), "arguments": .array(arguments),
      ],
    ]
  }

  // MARK: Examples

  /// Returns a lens above the first example with the number of examples that are met, and a lens at each example that
  /// isn't met, with its outcome.
  private func exampleLenses(_ document: OpenDocument) -> [JSONValue] {
    let tried = tried(document)
    guard let first = tried.first else { return [] }
    let failed = tried.filter { $0.outcome != nil }
    let title =
      "\(tried.count - failed.count) of \(tried.count) \(tried.count == 1 ? "example" : "examples") passed"
    return [lens(title, first.span, document)]
      + failed.map { lens("actual: " + ($0.outcome ?? ""), $0.span, document) }
  }

  /// Returns a diagnostic for each example that isn't met, unless a finding in it already says why.
  func failures(_ document: OpenDocument) -> [JSONValue] {
    let reading = known(document).reading
    return tried(document).compactMap { example in
      let declaration = reading.tree.declarations.first { $0.span.holds(example.span) }
      guard let outcome = example.outcome,
        !reading.diagnostics.told.contains(where: { declaration?.span.holds($0.span) ?? false })
      else { return nil }
      return [
        "range": range(example.span, document),
        "severity": 2,
        "source": "formwork",
        "message": .string(
          "This example failed.\nexpected: " + example.expectation + "\nactual: " + outcome),
      ]
    }
  }

  /// Returns the form's own examples with their outcomes. An example is left out if the file of a list hasn't been read
  /// and the example doesn't include that list. Empty if there is no clock, if the form has errors, or if it has host
  /// rules, which the server can't evaluate.
  private func tried(_ document: OpenDocument) -> [TriedExample] {
    let reading = known(document).reading
    guard let moment = host.moment?(), let program = reading.program, program.hostRules.isEmpty
    else { return [] }
    return document.tried {
      let writer = MessageWriter(program, language: nil)
      let examples = program.examples.filter {
        reading.source.file(at: $0.span.lower) == 0 && program.hasLists(for: $0)
      }
      return examples.map { example in
        let own = program.with(example, moment: moment)
        let evaluator = Evaluator(own, moment: example.moment(else: moment))
        evaluator.stepLimit = LanguageServer.exampleSteps
        let outcome = writer.outcome(of: example, evaluator)
        let actual = outcome.errors.first.map { "rejected: " + $0.message } ?? "accepted"
        return TriedExample(
          span: example.span, expectation: example.expectation,
          outcome: outcome.isMet ? nil : actual)
      }
    }
  }

  /// The maximum number of steps to evaluate an example for an editor.
  private static let exampleSteps = 1_000_000

  // MARK: Data next to the form

  /// Returns a lens for each data file in the form's folder that is named like the form, `data` or `sample`.
  private func dataLenses(_ document: OpenDocument) -> [JSONValue] {
    guard let data = host.data, let folder = document.folder else { return [] }
    return dataNames(document).filter { data.isThere(folder + Array($0.utf8)) }.map { name in
      lens(
        "check " + name, Span(0, 0), document, command: DataLens.command,
        [.string(document.uri), .string(name)])
    }
  }

  private func dataNames(_ document: OpenDocument) -> [String] {
    let stem = document.name.split(separator: ".").first.map { String($0) }
    return ([stem].compactMap { $0 } + DataLens.names).flatMap { name in
      DataKind.allCases.map { name + "." + $0.rawValue }
    }
  }

  /// Checks the data that a lens names, and shows the result in the editor.
  func checkData(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    guard parameters["command"]?.text == DataLens.command,
      let arguments = parameters["arguments"]?.items, arguments.count == 2,
      let uri = arguments[0].text, let name = arguments[1].text,
      let document = documents[uri], let folder = document.folder,
      dataNames(document).contains(name), let data = host.data
    else { throw .badParameters }
    let reading = known(document).reading
    guard let form = CompiledForm(reading), form.program.hostRules.isEmpty else {
      throw .failed("The form has errors.")
    }
    let told = data.check(form, folder + Array(name.utf8))
    notify("window/showMessage", ["type": 3, "message": .string(told)])
    return .null
  }
}

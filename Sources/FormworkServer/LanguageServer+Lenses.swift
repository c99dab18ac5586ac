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
    let reading = known(document).reading
    guard let program = reading.program, program.hostRules.isEmpty else { return [] }
    return .array(dataLenses(document) + exampleLenses(reading, program, document))
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

  /// Returns a lens above the first example with the number of examples that pass, and a lens with the outcome of each
  /// example that fails. An example is left out unless every list from a file has been read or is part of the example.
  /// Empty if there is no clock.
  private func exampleLenses(
    _ reading: FormReading, _ program: Program, _ document: OpenDocument
  ) -> [JSONValue] {
    guard let moment = host.moment?() else { return [] }
    let writer = MessageWriter(program, language: nil)
    var (lenses, met): ([JSONValue], Int) = ([], 0)
    let examples = program.examples.filter {
      reading.source.file(at: $0.span.lower) == 0 && program.hasLists(for: $0)
    }
    for example in examples {
      let own = program.with(example, moment: moment)
      let evaluator = Evaluator(own, moment: example.moment(else: moment))
      evaluator.stepLimit = LanguageServer.exampleSteps
      let outcome = writer.outcome(of: example, evaluator)
      if outcome.isMet {
        met += 1
      } else {
        let title = outcome.errors.first.map { "rejected: " + $0.message } ?? "accepted"
        lenses.append(lens("actual: " + title, example.span, document))
      }
    }
    guard let first = examples.first else { return [] }
    let title = "\(met) of \(examples.count) \(examples.count == 1 ? "example" : "examples") passed"
    return [lens(title, first.span, document)] + lenses
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

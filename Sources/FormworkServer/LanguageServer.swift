// A server for the Language Server Protocol 3.17: messages in, messages out. FormworkAuthoring computes the answers.
// The server tracks the open documents and converts positions.

internal import FormworkAuthoring
package import FormworkEngine
package import FormworkReport
package import FormworkSyntax

/// Answers an editor. Parsing recurses with the nesting of a form, so the server needs a deep stack.
package final class LanguageServer {
  /// The functions of the surrounding system that the server needs.
  package struct Host {
    /// Creates the reader of files for a form. `path` is nil if the form isn't a file.
    package var reader: (_ path: [UInt8]?) -> FormLoader.Reader
    /// Whether the platform can read an encoding.
    package var knowsEncoding: (String) -> Bool
    /// Returns the present moment. Nil if there is no clock.
    package var moment: (() -> Moment)?
    /// The functions that check data files in the folder of a form. Nil if the host has no files.
    package var data: DataDesk?
    /// Returns the names of the forms in a folder, whose path ends with a slash. The closure is nil if the host has no
    /// files.
    package var forms: ((_ folder: [UInt8]) -> [String])?
    /// Returns the names of the folders in a folder, except hidden ones. The closure is nil if the host has no files.
    package var folders: ((_ folder: [UInt8]) -> [String])?
    /// Returns the page about a finding's code. The closure is nil if the host has no pages.
    package var help: ((_ code: String) -> String?)?
    /// Sends a message to the editor.
    package var send: ([UInt8]) -> Void

    package init(
      reader: @escaping (_ path: [UInt8]?) -> FormLoader.Reader,
      knowsEncoding: @escaping (String) -> Bool, moment: (() -> Moment)? = nil,
      data: DataDesk? = nil, forms: ((_ folder: [UInt8]) -> [String])? = nil,
      folders: ((_ folder: [UInt8]) -> [String])? = nil,
      help: ((_ code: String) -> String?)? = nil,
      send: @escaping ([UInt8]) -> Void
    ) {
      self.reader = reader
      self.knowsEncoding = knowsEncoding
      self.moment = moment
      self.data = data
      self.forms = forms
      self.folders = folders
      self.help = help
      self.send = send
    }
  }

  /// The functions that check data files.
  package struct DataDesk {
    /// Whether there is data at a path.
    package var isThere: (_ path: [UInt8]) -> Bool
    /// Checks the data at a path against a form, and returns the result in sentences.
    package var check: (_ form: CompiledForm, _ path: [UInt8]) -> String

    package init(
      isThere: @escaping (_ path: [UInt8]) -> Bool,
      check: @escaping (_ form: CompiledForm, _ path: [UInt8]) -> String
    ) {
      self.isThere = isThere
      self.check = check
    }
  }

  /// An error response. The codes are those of the protocol.
  struct Refusal: Error {
    var code: Int
    var message: String

    static let unreadable = Refusal(code: -32700, message: "This is not valid JSON.")
    static let noRequest = Refusal(code: -32600, message: "This is not a valid request.")
    static let unknown = Refusal(code: -32601, message: "This request is unknown.")
    static let badParameters = Refusal(
      code: -32602, message: "A parameter of this request is missing.")
    static let initializedTwice = Refusal(
      code: -32600, message: "\"initialize\" can be sent only once.")
    static let notOpen = Refusal(code: -32602, message: "This document is not open.")
    static let notInitialized = Refusal(
      code: -32002, message: "The first request must be \"initialize\".")
    static let hasEnded = Refusal(code: -32600, message: "The server has shut down.")

    static func failed(_ message: String) -> Refusal { Refusal(code: -32803, message: message) }
  }

  private enum Phase {
    case new, running, shutDown
    /// The server has ended. `inOrder` is true if the editor requested `shutdown` before `exit`.
    case ended(inOrder: Bool)
  }

  let host: Host
  private let version: String
  private var phase = Phase.new
  private(set) var encoding = PositionEncoding.utf16
  /// Whether the editor supports snippets, which place the cursor within a completion.
  private(set) var takesSnippets = false
  /// Whether the editor can open the page about a finding from its code.
  private(set) var opensPages = false
  /// Whether the editor can watch files for the server.
  private var watchesFiles = false
  /// The paths of the folders that the editor works in.
  private(set) var roots: [[UInt8]] = []
  /// The open documents, each under its URI.
  private(set) var documents: OrderedDictionary<String, OpenDocument> = [:]
  /// The URIs of the documents whose findings must be published, sorted.
  private var unsettled: [String] = []

  /// - Parameter version: The version of the tool, for the editor to show.
  package init(version: String, host: Host) {
    self.version = version
    self.host = host
  }

  /// The exit code of the process: 0 after `shutdown` and `exit`, 1 after `exit` alone. Nil while the server runs.
  package var exitCode: Int32? {
    if case .ended(let inOrder) = phase { inOrder ? 0 : 1 } else { nil }
  }

  /// Whether the editor has requested `shutdown`.
  package var isShutDown: Bool { if case .shutDown = phase { true } else { false } }

  /// Handles a message.
  package func take(_ message: [UInt8]) {
    guard let message = JSONValue(message) else { return refuse(.null, .unreadable) }
    guard let method = message["method"]?.text else {
      // The message is a response. The server doesn't need responses to its own requests.
      if message["result"] == nil, message["error"] == nil { refuse(.null, .noRequest) }
      return
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else { return note(method, parameters) }
    do throws(Refusal) {
      let answer = try answer(method, parameters)
      send([("id", id), ("result", answer)])
    } catch {
      refuse(id, error)
    }
  }

  /// Publishes the findings of changed documents. Call this when no message is waiting, so that fast typing isn't
  /// delayed by a check after each letter.
  package func settle() {
    let uris = unsettled
    unsettled = []
    for uri in uris { if let document = documents[uri] { publish(document) } }
  }

  private func refuse(_ id: JSONValue, _ refusal: Refusal) {
    let error: JSONValue = ["code": .integer(refusal.code), "message": .string(refusal.message)]
    send([("id", id), ("error", error)])
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    send([("method", .string(method)), ("params", parameters)])
  }

  private func send(_ members: [(key: String, value: JSONValue)]) {
    host.send(JSONValue.object([("jsonrpc", "2.0")] + members).bytes)
  }
}

// MARK: - Notifications

extension LanguageServer {
  private func note(_ method: String, _ parameters: JSONValue) {
    switch method {
    case "exit":
      if case .shutDown = phase {
        phase = .ended(inOrder: true)
      } else {
        phase = .ended(inOrder: false)
      }
    case "initialized": watchFiles()
    // The file has changed or been deleted, and open forms may use it.
    case "workspace/didChangeWatchedFiles", "textDocument/didSave": forgetReadings()
    case "textDocument/didOpen": open(parameters["textDocument"])
    case "textDocument/didChange": change(parameters)
    case "textDocument/didClose": close(parameters["textDocument"]?["uri"]?.text)
    // The protocol allows ignoring other notifications. A cancellation is read only after the request has been
    // answered.
    default: break
    }
  }

  private func open(_ item: JSONValue?) {
    guard case .running = phase, let uri = item?["uri"]?.text, let text = item?["text"]?.text else {
      return
    }
    documents[uri] = OpenDocument(
      uri: uri, version: item?["version"]?.integer, text: Array(text.utf8))
    forgetReadings()
  }

  private func change(_ parameters: JSONValue) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.text,
      let document = documents[uri], let changes = parameters["contentChanges"]?.items
    else { return }
    for change in changes { document.take(change, encoding) }
    document.version = item["version"]?.integer
    forgetReadings()
  }

  private func close(_ uri: String?) {
    guard let uri, documents[uri] != nil else { return }
    documents[uri] = nil
    publish([], of: uri, version: nil)
    forgetReadings()
  }

  /// The files that forms may use, including files of choices.
  private static let watched = "**/*.{form,csv,tsv,txt}"

  /// Asks the editor to report changes to files that forms may use.
  private func watchFiles() {
    guard watchesFiles, case .running = phase else { return }
    let registration: JSONValue = [
      "id": "files", "method": "workspace/didChangeWatchedFiles",
      "registerOptions": ["watchers": [["globPattern": .string(LanguageServer.watched)]]],
    ]
    send([
      ("id", "files"), ("method", "client/registerCapability"),
      ("params", ["registrations": [registration]]),
    ])
  }

  /// Discards all readings, because any form may use the changed file.
  private func forgetReadings() {
    for document in documents.values { document.forget() }
    unsettled = documents.keys.ordered()
  }
}

// MARK: - Requests

extension LanguageServer {
  private func answer(
    _ method: String, _ parameters: JSONValue
  ) throws(Refusal) -> JSONValue {
    switch phase {
    case .new:
      guard method == "initialize" else { throw .notInitialized }
      return initialize(parameters)
    case .running: break
    case .shutDown, .ended: throw .hasEnded
    }
    switch method {
    case "shutdown":
      phase = .shutDown
      return .null
    case "initialize": throw .initializedTwice
    default: return try answerAboutDocument(method, parameters)
    }
  }

  private func answerAboutDocument(
    _ method: String, _ parameters: JSONValue
  ) throws(Refusal) -> JSONValue {
    #if !hasFeature(Embedded)
      switch method {
      case DataLens.request: return try checkData(parameters)
      case HelpPage.request: return try page(parameters)
      case WorkspaceSymbols.request: return try symbols(parameters)
      default: break
      }
    #endif
    guard let request = DocumentRequest(rawValue: method) else { throw .unknown }
    guard let uri = parameters["textDocument"]?["uri"]?.text else { throw .badParameters }
    guard let document = documents[uri] else { throw .notOpen }
    return try answer(request, parameters, document)
  }

  private func initialize(_ parameters: JSONValue) -> JSONValue {
    phase = .running
    let offered = parameters["capabilities"]?["general"]?["positionEncodings"]?.items ?? []
    // The engine counts bytes, so prefer UTF-8.
    if offered.contains(where: { $0.text == PositionEncoding.utf8.rawValue }) { encoding = .utf8 }
    let item = parameters["capabilities"]?["textDocument"]?["completion"]?["completionItem"]
    takesSnippets = item?["snippetSupport"]?.isTrue ?? false
    let workspace = parameters["capabilities"]?["workspace"]
    let diagnostics = parameters["capabilities"]?["textDocument"]?["publishDiagnostics"]
    opensPages =
      diagnostics?["codeDescriptionSupport"]?.isTrue ?? false
      && workspace?["textDocumentContent"] != nil && host.help != nil
    watchesFiles =
      workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.isTrue ?? false
    let folders = (parameters["workspaceFolders"]?.items ?? []).compactMap { $0["uri"]?.text }
    roots = (folders + [parameters["rootUri"]?.text].compactMap { $0 })
      .compactMap { FileURI.path(of: $0) }
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "formwork", "version": .string(version)],
    ]
  }

  private var capabilities: JSONValue {
    let kinds = ColoredToken.Kind.allCases.map { JSONValue.string($0.rawValue) }
    var offered: [(key: String, value: JSONValue)] = [
      ("positionEncoding", .string(encoding.rawValue)),
      ("textDocumentSync", ["openClose": true, "change": 2, "save": true]),
      ("hoverProvider", true),
      ("completionProvider", ["triggerCharacters": ["{", "\""]]),
      ("documentFormattingProvider", true),
      ("codeActionProvider", ["codeActionKinds": ["quickfix", "source.fixAll"]]),
      (
        "semanticTokensProvider",
        ["legend": ["tokenTypes": .array(kinds), "tokenModifiers": []], "full": true]
      ),
    ]
    #if !hasFeature(Embedded)
      offered += [
        ("definitionProvider", true),
        ("referencesProvider", true),
        ("documentHighlightProvider", true),
        ("documentSymbolProvider", true),
        ("documentRangeFormattingProvider", true),
        ("codeLensProvider", [:]),
        ("executeCommandProvider", ["commands": [.string(DataLens.command)]]),
        ("renameProvider", ["prepareProvider": true]),
        ("workspaceSymbolProvider", true),
        ("foldingRangeProvider", true),
        ("selectionRangeProvider", true),
        ("documentLinkProvider", [:]),
        ("signatureHelpProvider", ["triggerCharacters": ["(", ","]]),
        ("inlayHintProvider", true),
        ("workspace", ["textDocumentContent": ["schemes": [.string(HelpPage.scheme)]]]),
      ]
    #endif
    return .object(offered)
  }

  /// Reads a form. Open documents replace their files on disk.
  ///
  /// - Parameters:
  ///   - texts: Replacement texts for some of the form's files, each under its file's index in the source.
  ///   - word: The word being typed. Collects its completions.
  func reading(
    of document: OpenDocument, with texts: OrderedDictionary<Int, [UInt8]> = [:],
    completing word: Checker.Completion? = nil
  ) -> FormReading {
    let folder = document.folder
    let base = host.reader(document.path)
    let names = document.fileNames
    return FormReading(
      texts[0].map { Source(name: document.name, bytes: $0) } ?? document.source, isOnlyRead: true,
      notesNames: word == nil, completion: word, knowsEncoding: host.knowsEncoding
    ) { file in
      if let number = names.firstIndex(of: file), let text = texts[number] {
        return .success(FileText(bytes: text))
      }
      if let folder {
        let path = folder + Array(file.utf8)
        if let open = self.documents.values.first(where: { $0.path == path }) {
          return .success(FileText(bytes: open.source.bytes))
        }
      }
      return base(file)
    }
  }
}

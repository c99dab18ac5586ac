// Pages about findings. An editor opens the page when the user follows the code of a finding.

/// The URIs of the pages.
enum HelpPage {
  /// The request of LSP 3.18 for the text of a URI with the server's own scheme.
  static let request = "workspace/textDocumentContent"
  static let scheme = "formwork"
  private static let (start, end) = ("formwork:/help/", ".txt")

  /// Returns the URI of the page about a code.
  static func uri(of code: String) -> String { start + code + end }

  /// Returns the code in the URI of a page, or nil for any other URI.
  static func code(of uri: String) -> String? {
    guard uri.hasPrefix(start), uri.hasSuffix(end),
      uri.utf8.count > start.utf8.count + end.utf8.count
    else { return nil }
    return String(uri.dropFirst(start.count).dropLast(end.count))
  }
}

extension LanguageServer {
  func page(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    guard let code = parameters["uri"]?.text.flatMap({ HelpPage.code(of: $0) }),
      let text = host.help?(code)
    else { throw .badParameters }
    return ["text": .string(text)]
  }
}

// Forms on the page. Before the host loads a form, it sets the files that the form uses, because the module can't
// request a file.

internal import FormworkAuthoring
internal import FormworkC
internal import FormworkEngine
internal import FormworkReport
internal import FormworkServer
internal import FormworkSyntax

/// The files that forms can use, by path.
nonisolated(unsafe) private var files: OrderedDictionary<String, [UInt8]> = [:]

/// Adds a file that forms can use. A null `text` removes the file.
@c(formwork_file)
public func setFile(
  _ path: UnsafePointer<UInt8>?, _ pathLength: Int, _ text: UnsafePointer<UInt8>?, _ length: Int
) -> Int32 {
  guard let path = textBytes(path, pathLength), length >= 0 else { return Code.misused.rawValue }
  files[path.makeString()] = text.map { Array(TextBytes(start: $0, count: length)) }
  return Code.ok.rawValue
}

private func file(_ path: String) -> Result<FileText, FormLoader.FileError> {
  guard let bytes = files[path] else { return .failure(.init(.unreadable("No such file"))) }
  return .success(FileText(bytes: bytes))
}

/// Loads a form that may use the files set with `formwork_file`, as `formwork_form_open` does.
@c(formwork_form)
public func form(
  _ text: UnsafePointer<UInt8>?, _ length: Int, _ name: UnsafePointer<CChar>?,
  _ form: UnsafeMutableRawPointer?
) -> Int32 {
  form?.set(nil as UnsafeMutableRawPointer?)
  guard let form, let text = textBytes(text, length), let name else { return Code.misused.rawValue }
  // One byte past the limit is enough to report that the form is too large.
  let source = Source(
    name: String(cString: name),
    FileText(bytes: Array(text.prefix(Source.byteLimit + 1)), size: text.count, identity: nil))
  return open(source, form) { file($0) }
}

/// Sets `html` to the page of `formwork explain FORM --output html`.
@c(formwork_explain)
public func explain(
  _ form: UnsafeRawPointer?, _ options: UnsafeRawPointer?, _ html: UnsafeMutableRawPointer?
) -> Int32 {
  html?.set(ByteBlock())
  guard let form, let html, let options else { return Code.misused.rawValue }
  guard let form = form.loadedForm,
    let options = try? CheckOptions(try CheckOptions.Raw(at: options))
  else { return Code.failed.rawValue }
  let document = FormExplainer.explain(
    form.program, source: form.source, language: options.language, moment: options.moment)
  html.set(ByteBlock(document.html))
  return Code.ok.rawValue
}

// MARK: - The editor

/// The messages that the server has sent since the last call of `edit`.
nonisolated(unsafe) private var sent: [[UInt8]] = []

nonisolated(unsafe) private let server = LanguageServer(
  version: FormworkVersion.string,
  host: LanguageServer.Host(
    reader: { _ in { file($0) } }, knowsEncoding: { _ in true }, send: { sent.append($0) }))

/// Hands a message of the Language Server Protocol, without its header, to the language server for all open forms.
///
/// - Parameter answers: Set to a JSON array of the messages that the server sends.
@c(formwork_edit)
public func edit(
  _ message: UnsafePointer<UInt8>?, _ length: Int, _ answers: UnsafeMutableRawPointer?
) -> Int32 {
  answers?.set(ByteBlock())
  guard let answers, let message = textBytes(message, length) else { return Code.misused.rawValue }
  server.take(Array(message))
  server.settle()
  answers.set(
    ByteBlock(Array("[".utf8) + sent.joined(separator: Array(",".utf8)) + Array("]".utf8)))
  sent = []
  return Code.ok.rawValue
}

// Forms as the page has them: their files are handed over beforehand, for nothing here can ask for one.

internal import FormworkAuthoring
internal import FormworkC
internal import FormworkEngine
internal import FormworkReport
internal import FormworkServer
internal import FormworkSyntax

/// The files that forms use, by their paths.
nonisolated(unsafe) private var files: OrderedDictionary<String, [UInt8]> = [:]

/// Makes the bytes a file that forms can use; without bytes, removes it.
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

/// Loads a form that uses the files that are there, as `formwork_form_open` does.
@c(formwork_form)
public func form(
  _ text: UnsafePointer<UInt8>?, _ length: Int, _ name: UnsafePointer<CChar>?,
  _ form: UnsafeMutableRawPointer?
) -> Int32 {
  form?.set(nil as UnsafeMutableRawPointer?)
  guard let form, let text = textBytes(text, length), let name else { return Code.misused.rawValue }
  // What is beyond the limit is reported without being read.
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

/// What the server sent since it was asked before.
nonisolated(unsafe) private var sent: [[UInt8]] = []

nonisolated(unsafe) private let server = LanguageServer(
  version: FormworkVersion.string,
  host: LanguageServer.Host(
    reader: { _ in { file($0) } }, knowsEncoding: { _ in true }, send: { sent.append($0) }))

/// Hands a message of the Language Server Protocol, without its header, to the server of all open forms.
///
/// - Parameter answers: is set to a JSON array of the messages that it sends.
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

// The functions of `formwork.h`, which documents them. They only convert pointers to values and back.

package import FormworkEngine
internal import FormworkReport
package import FormworkSyntax

#if canImport(FormworkRuntime)
  internal import FormworkRuntime
#endif

/// The return codes of the functions.
package enum Code: Int32 { case ok, rejected, failed, misused }

/// `formwork_bytes`.
package struct ByteBlock {
  private var data: UnsafePointer<UInt8>?
  private var length = 0

  /// Creates an empty block.
  package init() {}

  /// Creates a block with a copy of `bytes`.
  package init(_ bytes: TextBytes) {
    guard !bytes.isEmpty else { return }
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = room.initialize(from: bytes)
    (data, length) = (UnsafePointer(room.baseAddress), bytes.count)
  }

  package init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { ByteBlock($0) } }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Whether the pointer is null. An empty text can have a pointer.
  var isNull: Bool { data == nil }

  func free() { data.map { UnsafeMutablePointer(mutating: $0).deallocate() } }

  /// The bytes, or nil if the length isn't 0 but the pointer is null.
  var bytes: TextBytes? { textBytes(data, length) }
}

extension UnsafeRawPointer {
  /// Returns the object of a handle, or nil if the handle isn't of `kind`.
  fileprivate func handle(_ kind: Handle.Kind) -> Handle? {
    let handle = Unmanaged<Handle>.fromOpaque(self).takeUnretainedValue()
    return handle.kind == kind.rawValue ? handle : nil
  }

  fileprivate var form: FormHandle? {
    handle(.form).map { unsafeDowncast($0, to: FormHandle.self) }
  }

  /// The loaded form, or nil if the handle doesn't refer to a form or the form has errors.
  package var loadedForm: (program: Program, source: Source)? {
    form.flatMap { form in form.program.map { ($0, form.source) } }
  }

  var checker: CheckerHandle? {
    handle(.checker).map { unsafeDowncast($0, to: CheckerHandle.self) }
  }
}

/// Returns the bytes of an argument, or nil if `count` isn't 0 but `start` is null, or if `count` is negative.
package func textBytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> TextBytes? {
  guard count >= 0, start != nil || count == 0 else { return nil }
  return TextBytes(start: start, count: count)
}

extension UnsafeMutableRawPointer {
  package func set(_ block: ByteBlock) { storeBytes(of: block, as: ByteBlock.self) }

  package func set(_ handle: UnsafeMutableRawPointer?) {
    storeBytes(of: handle, as: UnsafeMutableRawPointer?.self)
  }
}

// MARK: - Forms

/// `formwork_version`
@c(formwork_version)
public func formworkVersion() -> UnsafePointer<CChar>? {
  let text = FormworkVersion.text
  return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// `formwork_read_file`
public typealias FileReader =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int, UnsafeMutableRawPointer?,
    UnsafeMutablePointer<UInt64>?
  ) -> Int32

/// `formwork_form_open`
@c(formwork_form_open)
public func formOpen(
  _ text: UnsafePointer<UInt8>?, _ length: Int, _ name: UnsafePointer<CChar>?,
  _ read: FileReader?, _ context: UnsafeMutableRawPointer?, _ form: UnsafeMutableRawPointer?
) -> Int32 {
  formOpenWith(text, length, name, read, context, nil, 0, form)
}

/// `formwork_form_open_with`
@c(formwork_form_open_with)
public func formOpenWith(
  _ text: UnsafePointer<UInt8>?, _ length: Int, _ name: UnsafePointer<CChar>?,
  _ read: FileReader?, _ context: UnsafeMutableRawPointer?, _ lists: UnsafeRawPointer?,
  _ listCount: Int, _ form: UnsafeMutableRawPointer?
) -> Int32 {
  form?.set(nil as UnsafeMutableRawPointer?)
  guard let form, let text = textBytes(text, length),
    let given = GivenList.all(lists, listCount)
  else { return Code.misused.rawValue }
  let name = name.map { String(cString: $0) } ?? "form"
  // One byte past the limit is enough to report that the form is too large.
  let source = Source(
    name: name,
    FileText(
      bytes: Array(text.prefix(Source.byteLimit + 1)), size: text.count, identity: nil))
  let opened = withLargeStack {
    FormHandle(source, given) { path in
      guard let read else { return .failure(.init(.noFolder)) }
      return file(path, read, context)
    }
  }
  return handOut(opened, form)
}

/// Loads a form and hands out its handle.
///
/// - Returns: The return code for the calling function.
package func open(
  _ source: Source, _ form: UnsafeMutableRawPointer, _ read: @escaping FormLoader.Reader
) -> Int32 {
  handOut(withLargeStack { FormHandle(source, GivenList.All(), read) }, form)
}

private func handOut(_ opened: FormHandle, _ form: UnsafeMutableRawPointer) -> Int32 {
  form.set(Unmanaged<Handle>.passRetained(opened).toOpaque())
  return (opened.program == nil ? Code.failed : .ok).rawValue
}

private func file(
  _ path: String, _ read: FileReader, _ context: UnsafeMutableRawPointer?
) -> Result<FileText, FormLoader.FileError> {
  var (text, identity) = (ByteBlock(), [UInt64](repeating: 0, count: 2))
  let answer = Array(path.utf8).withUnsafeBufferPointer { path in
    withUnsafeMutableBytes(of: &text) { text in
      identity.withUnsafeMutableBufferPointer {
        read(context, path.baseAddress, path.count, text.baseAddress, $0.baseAddress)
      }
    }
  }
  guard answer == 0, let found = text.bytes else {
    return .failure(.init(.unreadable("No such file")))
  }
  let file = identity == [0, 0] ? nil : FileIdentity(device: identity[0], number: identity[1])
  return .success(FileText(bytes: Array(found), size: found.count, identity: file))
}

/// Runs `body` with enough stack to read a form, because parsing recurses with the form's nesting.
func withLargeStack<Answer, Failure>(
  _ body: () throws(Failure) -> Answer
) throws(Failure) -> Answer {
  #if canImport(FormworkRuntime)
    try onDeepStack(body)
  #else
    try body()
  #endif
}

/// `formwork_form_close`
@c(formwork_form_close)
public func formClose(_ form: UnsafeMutableRawPointer?) {
  guard let form, UnsafeRawPointer(form).form != nil else { return }
  Unmanaged<Handle>.fromOpaque(form).release()
}

/// `formwork_findings`
@c(formwork_findings)
public func findings(
  _ form: UnsafeRawPointer?, _ drawn: Int32, _ findings: UnsafeMutableRawPointer?
) -> Int32 {
  findings?.set(ByteBlock())
  guard let form = form?.form, let findings else { return Code.misused.rawValue }
  if drawn != 0 {
    findings.set(ByteBlock(form.drawnFindings))
  } else {
    findings.set(ByteBlock(form.diagnostics.json(in: form.source)))
  }
  return Code.ok.rawValue
}

/// `formwork_describe`
@c(formwork_describe)
public func describe(
  _ form: UnsafeRawPointer?, _ language: UnsafePointer<CChar>?,
  _ description: UnsafeMutableRawPointer?
) -> Int32 {
  description?.set(ByteBlock())
  guard let form = form?.form, let description else { return Code.misused.rawValue }
  guard let program = form.program else { return Code.failed.rawValue }
  let described = FormDescription(program, language: language.map { String(cString: $0) })
  description.set(ByteBlock(described.json))
  return Code.ok.rawValue
}

// MARK: - Checkers

/// `formwork_checker_open`
@c(formwork_checker_open)
public func checkerOpen(
  _ form: UnsafeRawPointer?, _ options: UnsafeRawPointer?, _ checker: UnsafeMutableRawPointer?,
  _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  guard let checker else { return Code.misused.rawValue }
  checker.set(nil as UnsafeMutableRawPointer?)
  fault?.set(ByteBlock())
  guard let form = form?.form else { return Code.misused.rawValue }
  do throws(StreamFault) {
    guard let form = form.form else { throw StreamFault(sentence: "The form has errors.") }
    let raw = if let options { try CheckOptions.Raw(at: options) } else { CheckOptions.Raw() }
    let opened = CheckerHandle(form, try CheckOptions(raw))
    checker.set(Unmanaged<Handle>.passRetained(opened).toOpaque())
    return Code.ok.rawValue
  } catch {
    fault?.set(ByteBlock(error.sentence))
    return Code.failed.rawValue
  }
}

/// `formwork_checker_close`
@c(formwork_checker_close)
public func checkerClose(_ checker: UnsafeMutableRawPointer?) {
  guard let checker, UnsafeRawPointer(checker).checker != nil else { return }
  Unmanaged<Handle>.fromOpaque(checker).release()
}

/// Checks bytes with `answer` and hands out the results.
private func check(
  _ checker: UnsafeRawPointer?, _ text: UnsafePointer<UInt8>?, _ length: Int,
  _ results: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?,
  _ answer: (CheckerHandle, TextBytes) -> StreamAnswer
) -> Int32 {
  results?.set(ByteBlock())
  fault?.set(ByteBlock())
  guard let results, let checker = checker?.checker, let text = textBytes(text, length) else {
    return Code.misused.rawValue
  }
  return checker.use(fault) {
    let answer = answer(checker, text)
    results.set(ByteBlock(answer.lines))
    if let found = answer.fault {
      fault?.set(ByteBlock(found.sentence))
      return Code.failed.rawValue
    }
    return (answer.isRejected ? Code.rejected : .ok).rawValue
  }
}

/// `formwork_check_json`
@c(formwork_check_json)
public func checkJSON(
  _ checker: UnsafeRawPointer?, _ text: UnsafePointer<UInt8>?, _ length: Int,
  _ results: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  check(checker, text, length, results, fault) { $0.check(json: $1) }
}

/// `formwork_in_force`
@c(formwork_in_force)
public func inForce(
  _ checker: UnsafeRawPointer?, _ text: UnsafePointer<UInt8>?, _ length: Int,
  _ fields: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  fields?.set(ByteBlock())
  fault?.set(ByteBlock())
  guard let fields, let checker = checker?.checker, let text = textBytes(text, length) else {
    return Code.misused.rawValue
  }
  return checker.use(fault) {
    do throws(StreamFault) {
      fields.set(ByteBlock(try checker.fieldsInForce(text)))
      return Code.ok.rawValue
    } catch {
      fault?.set(ByteBlock(error.sentence))
      return Code.failed.rawValue
    }
  }
}

/// `formwork_check_lines`
@c(formwork_check_lines)
public func checkLines(
  _ checker: UnsafeRawPointer?, _ text: UnsafePointer<UInt8>?, _ length: Int, _ isLast: Int32,
  _ results: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  check(checker, text, length, results, fault) { $0.check($1, isLast: isLast != 0) }
}

/// `formwork_bytes_free`
@c(formwork_bytes_free)
public func bytesFree(_ bytes: UnsafeMutableRawPointer?) {
  guard let bytes else { return }
  bytes.load(as: ByteBlock.self).free()
  bytes.set(ByteBlock())
}

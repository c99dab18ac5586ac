// `formwork_export` and `formwork_import`: convert forms to files of other programs, and such files to forms.

internal import FormworkAuthoring
internal import FormworkEngine
internal import FormworkReport
internal import FormworkSyntax

/// `formwork_export`
@c(formwork_export)
public func export(
  _ form: UnsafeRawPointer?, _ kind: UnsafePointer<CChar>?, _ dialect: UnsafePointer<CChar>?,
  _ language: UnsafePointer<CChar>?, _ file: UnsafeMutableRawPointer?,
  _ coverage: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  for block in [file, coverage, fault] { block?.set(ByteBlock()) }
  guard let form, let file, let kind else { return Code.misused.rawValue }
  guard let (program, source) = form.loadedForm else {
    fault?.set(ByteBlock("The form has errors."))
    return Code.failed.rawValue
  }
  let dialect = dialect.map { String(cString: $0) }
  guard let kind = ExportKind(rawValue: String(cString: kind)),
    dialect.map({ kind.dialects.contains($0) }) ?? true
  else {
    let kinds = ExportKind.allCases.map { $0.rawValue }.joined(separator: ", ")
    fault?.set(ByteBlock("Forms are exported to \(kinds); json-schema has the dialect openapi."))
    return Code.failed.rawValue
  }
  let export = FormExport(
    program, source, to: kind, dialect: dialect, language: language.map { String(cString: $0) },
    moment: .first)
  file.set(ByteBlock(export.file))
  coverage?.set(ByteBlock(export.coverage.json))
  return (export.coverage.isWhole ? Code.ok : .rejected).rawValue
}

/// `formwork_import`
@c(formwork_import)
public func `import`(
  _ text: UnsafePointer<UInt8>?, _ length: Int, _ name: UnsafePointer<CChar>?,
  _ kind: UnsafePointer<CChar>?, _ part: UnsafePointer<CChar>?, _ form: UnsafeMutableRawPointer?,
  _ coverage: UnsafeMutableRawPointer?, _ fault: UnsafeMutableRawPointer?
) -> Int32 {
  for block in [form, coverage, fault] { block?.set(ByteBlock()) }
  guard let form, let text = textBytes(text, length) else { return Code.misused.rawValue }
  let file = name.map { String(cString: $0) } ?? "form"
  let wanted = kind.map { String(cString: $0) }
  let kind = wanted.flatMap { ImportKind(rawValue: $0) }
  if let wanted, kind == nil {
    let kinds = ImportKind.allCases.map { $0.rawValue }.joined(separator: ", ")
    fault?.set(ByteBlock("\"\(wanted)\" can't be imported. These can: \(kinds)."))
    return Code.failed.rawValue
  }
  let source = Source(name: file, bytes: Array(text))
  let part = part.map { String(cString: $0) }
  do throws(ImportProblem) {
    let made = try withLargeStack { () throws(ImportProblem) in
      try FormImport(source, kind: kind, part: part)
    }
    form.set(ByteBlock(made.form))
    coverage?.set(ByteBlock(made.coverage.json))
    return (made.coverage.isWhole ? Code.ok : .rejected).rawValue
  } catch {
    fault?.set(ByteBlock(error.diagnostic.message))
    return Code.failed.rawValue
  }
}

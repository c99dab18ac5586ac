// A spec that is ready to be used: read, checked and compiled once, shared by every thread.

package import FormworkEngine
internal import FormworkReport
public import FormworkSyntax

/// A checked spec. It never changes and may be shared between threads.
public struct FormSpec: Sendable {
  /// The text it was made from.
  public let source: Source
  /// What the checker would have its author know; none of it keeps the spec from being used.
  public let warnings: [Diagnostic]
  package let program: Program

  /// Reads and checks a spec.
  ///
  /// - Parameters:
  ///   - source: the text of a `.form` file.
  ///   - name: what to call it in messages.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error.
  public init(source: String, name: String = "spec") throws(FormSpecError) {
    try self.init(Source(name: name, bytes: Array(source.utf8)))
  }

  /// Reads and checks a spec.
  ///
  /// - Throws: `FormSpecError` with every finding, if one of them is an error.
  public init(_ source: Source) throws(FormSpecError) {
    self = try FormSpec.read { SpecLoader.load(source) { _ in .failure(.init(.noFolder)) } }
  }

  /// Reads and checks the spec in a file, with the files it uses from its folder and below.
  ///
  /// - Parameter path: of a `.form` file.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error or a file cannot be
  ///   read.
  public init(contentsOf path: String) throws(FormSpecError) {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try InputFile.contents(of: path, limit: Source.byteLimit)
    } catch {
      throw FormSpecError(unreadable: path, error)
    }
    try self.init(Source(name: path == "-" ? "standard input" : path, bytes: bytes), at: path)
  }

  /// Reads and checks a spec that was read from `path`.
  package init(_ source: Source, at path: String) throws(FormSpecError) {
    let folder = SpecFolder(of: path)
    self = try FormSpec.read {
      SpecLoader.load(source) { file in
        folder?.contents(of: file) ?? .failure(.init(.noFolder))
      }
    }
  }

  private static func read(_ load: () -> LoadedSpec) throws(FormSpecError) -> FormSpec {
    let result = onDeepStack { () -> Result<FormSpec, FormSpecError> in
      do throws(FormSpecError) {
        return .success(try FormSpec(load()))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private init(_ loaded: LoadedSpec) throws(FormSpecError) {
    source = loaded.source
    let checked = Checker.check(
      loaded.tree, source: loaded.source, choiceFiles: loaded.choiceFiles)
    let diagnostics = SpecDiagnostics.list(
      loaded.problems, checked.findings, in: loaded.source)
    guard let program = checked.program, !diagnostics.contains(where: { $0.severity == .error })
    else { throw FormSpecError(source: loaded.source, diagnostics: diagnostics) }
    warnings = diagnostics
    self.program = program
  }
}

/// A spec that cannot be used, with everything found in it.
public struct FormSpecError: Error, Sendable, CustomStringConvertible {
  /// The text of the spec.
  public let source: Source
  /// Errors and warnings, in the order of the source.
  public let diagnostics: [Diagnostic]
  /// Why the file itself could not be read, in a sentence.
  public let unreadable: String?

  init(source: Source, diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = diagnostics
    unreadable = nil
  }

  fileprivate init(unreadable path: String, _ problem: FileProblem) {
    source = Source(name: path, bytes: [])
    diagnostics = []
    self.unreadable = problem.reason
  }

  /// The findings as people read them, each with its lines.
  public var description: String {
    if let unreadable { return "\(source.name) cannot be read: \(unreadable)" }
    let renderer = DiagnosticRenderer(palette: .plain, width: 100)
    return diagnostics.map { renderer.render($0, in: source) }.joined(separator: "\n")
  }
}

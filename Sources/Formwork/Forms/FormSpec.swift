// A form that is ready to be used: read, checked and compiled once, shared by every thread.

package import FormworkEngine
package import FormworkReport
internal import FormworkRuntime
package import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A checked form: the rules of a `.form` file, ready to be run on records.
///
/// It never changes. A copy costs no more than a reference, and one value may be used by any number
/// of threads and tasks at the same time.
///
/// ```swift
/// let spec = try FormSpec(source: #"field age: int rule range(0...999)"#)
/// switch spec.validate(["age": 34]) {
/// case .accepted(let product): print(product["age"]?.int ?? 0)
/// case .rejected(let problems): for problem in problems { print(problem.message) }
/// }
/// ```
public struct FormSpec: Sendable {
  /// Everything a form is made of, once for all copies.
  let core: FormCore

  /// Reads and checks a form.
  ///
  /// - Parameters:
  ///   - source: the text of a `.form` file, at most 16 MiB. It cannot `use` other files.
  ///   - name: what to call it in findings.
  ///   - rules: predicates of this program that the form may use.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error.
  public init(
    source: String, name: String = "form", rules: [HostRule] = []
  ) throws(FormSpecError) {
    try self.init(Source(name: name, bytes: Array(source.utf8)), rules: rules)
  }

  /// Reads and checks the form in a file, with the files it uses from its folder and below.
  ///
  /// - Parameters:
  ///   - path: of a `.form` file; `-` is standard input.
  ///   - rules: predicates of this program that the form may use.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error or a file cannot be
  ///   read.
  public init(contentsOf path: String, rules: [HostRule] = []) throws(FormSpecError) {
    let source: Source
    do throws(FileProblem) { source = try InputFile(path).source() } catch {
      throw FormSpecError(unreadable: path, error.reason)
    }
    try self.init(source, at: path, rules: rules)
  }

  /// Reads and checks the form in a file, with the files it uses from its folder and below.
  ///
  /// - Parameters:
  ///   - file: where the form is, a URL with the scheme `file`.
  ///   - rules: predicates of this program that the form may use.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error, a file cannot be read, or the URL is not
  ///   that of a file.
  public init(contentsOf file: URL, rules: [HostRule] = []) throws(FormSpecError) {
    guard file.isFileURL else {
      throw FormSpecError(unreadable: file.absoluteString, "It is not the URL of a file.")
    }
    try self.init(contentsOf: file.path, rules: rules)
  }

  /// Reads and checks a form among the resources of a program, with the files it uses from its folder and below.
  ///
  /// ```swift
  /// let spec = try FormSpec(named: "sign-up", in: Bundle.module.resourceURL)
  /// ```
  ///
  /// - Parameters:
  ///   - name: of the file without `.form`, also with folders in front: `forms/sign-up`.
  ///   - folder: where the resources are; nil, as a bundle without any has it, is an error.
  ///   - rules: predicates of this program that the form may use.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error or a file cannot be read.
  public init(named name: String, in folder: URL?, rules: [HostRule] = []) throws(FormSpecError) {
    guard let folder else {
      throw FormSpecError(unreadable: name + ".form", "There is no folder of resources.")
    }
    try self.init(contentsOf: folder.appending(path: name + ".form"), rules: rules)
  }

  /// Reads and checks a form that was read from `path`; without one it cannot use other files.
  package init(
    _ source: Source, at path: String? = nil, rules: [HostRule] = []
  ) throws(FormSpecError) {
    do throws(FormError) {
      core = try onDeepStack { () throws(FormError) in
        FormCore(
          try CompiledForm(
            source, at: path.map { SystemText($0) }, hostRules: rules.map { $0.predicate }))
      }
    } catch {
      throw FormSpecError(source: error.source, diagnostics: error.diagnostics.told)
    }
  }
}

extension FormSpec {
  /// The warnings of the checker; the form can be used all the same.
  public var warnings: [Finding] { diagnostics.map { Finding($0, core.source) } }
  /// The name that `form` gives the form, if any.
  public var name: String? { core.program.name }

  /// The title that `form` gives the form, if any.
  ///
  /// - Parameter language: a code such as `ja` or `pt-BR`; nil for the form's own.
  public func title(in language: String? = nil) -> String? {
    let title = core.program.title
    return title < 0 ? nil : core.writer(language).plainText(title)
  }

  /// The languages that the form has texts in, its own first.
  public var languages: [String] { core.languages }

  /// The text the form was made from, with those of the files it uses.
  package var source: Source { core.source }
  package var diagnostics: [Diagnostic] { core.compiled.diagnostics.told }
  package var program: Program { core.program }
  package var compiled: CompiledForm { core.compiled }
}

/// What all copies of a form share.
final class FormCore: Sendable {
  let compiled: CompiledForm
  let languages: [String]
  /// Whether any rule depends on the day or the time.
  let asksForMoment: Bool
  // What is asked for each record stands here: a program is copied with all that it holds.
  /// Whether rules of the program are asked.
  let asksHost: Bool
  /// Whether `unique` or `same` compares records.
  let comparesRecords: Bool
  let products: ProductReader
  let shape: ProductShape
  let fields: [FormField]
  let keys: FormKeys
  let evaluators: EvaluatorPool
  /// Those for data in which some texts mean blank.
  private let pools: [DataKind: EvaluatorPool]
  /// The words in each of the languages.
  private let writers: [MessageWriter]

  init(_ compiled: CompiledForm) {
    self.compiled = compiled
    let program = compiled.program
    languages = program.languages
    asksForMoment = program.asksForMoment
    asksHost = program.asksHost
    comparesRecords = program.acrossCount > 0
    writers = languages.map { MessageWriter(program, language: $0) }
    products = ProductReader(layouts: program.productLayouts)
    let shared = SharedProgram(program)
    fields = FormField.list(of: shared, products.layouts)
    shape = ProductShape(shared, products.layouts)
    keys = FormKeys(program)
    evaluators = EvaluatorPool(program)
    pools = Dictionary(
      uniqueKeysWithValues: program.layouts.filter { !$0.blanks.isEmpty }.map {
        ($0.kind, EvaluatorPool(program.reading($0)))
      })
  }

  /// The evaluators for data of a kind.
  func pool(for kind: DataKind) -> EvaluatorPool { pools[kind] ?? evaluators }

  var source: Source { compiled.source }
  var program: Program { compiled.program }

  /// The words in a language; nil where neither the form nor the built-in words are in it.
  func knownWriter(_ language: String) -> MessageWriter? {
    let writer = writer(language)
    return writer.otherLanguages == nil ? writer : nil
  }

  /// The words in a language; nil for the form's own.
  func writer(_ language: String?) -> MessageWriter {
    guard let language else { return writers[0] }
    return languages.firstIndex(of: language).map { writers[$0] }
      ?? MessageWriter(program, language: language)
  }
}

// A form that is ready for use: parsed, checked and compiled once, and shared by all threads.

package import FormworkEngine
package import FormworkReport
internal import FormworkRuntime
package import FormworkSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A checked form: the rules of a `.form` file, ready to validate records.
///
/// A form is immutable. Copying it only copies a reference, and any number of threads and tasks may use it at the
/// same time.
///
/// ```swift
/// let spec = try FormSpec(source: #"field age: int rule range(0...999)"#)
/// switch spec.validate(["age": 34]) {
/// case .accepted(let product): print(product["age"]?.int ?? 0)
/// case .rejected(let problems): for problem in problems { print(problem.message) }
/// }
/// ```
public struct FormSpec: Sendable {
  /// The content of the form, shared by all copies.
  let core: FormCore

  /// Parses and checks a form.
  ///
  /// - Parameters:
  ///   - source: the text of a `.form` file, at most 16 MiB. It can't `use` other files.
  ///   - name: the file name to show in findings.
  ///   - rules: rules of this program that the form may use.
  ///   - lists: the records of the form's lists of other data, keyed by list name. They replace the files that the form
  ///     names.
  ///   - values: the values that the form declares with `needs`, such as `needs year: int`, as texts keyed by name.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error.
  public init(
    source: String, name: String = "form", rules: [HostRule] = [],
    lists: [String: ListRecords] = [:], values: [String: String] = [:]
  ) throws(FormSpecError) {
    try self.init(
      Source(name: name, bytes: Array(source.utf8)), rules: rules, lists: lists, values: values)
  }

  /// Parses and checks the form in a file, with the files that it uses from its folder and below.
  ///
  /// - Parameters:
  ///   - path: the path of a `.form` file; `-` is standard input.
  ///   - rules: rules of this program that the form may use.
  ///   - lists: the records of the form's lists of other data, keyed by list name. They replace the files that the form
  ///     names.
  ///   - values: the values that the form declares with `needs`, such as `needs year: int`, as texts keyed by name.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error or a file can't be read.
  public init(
    contentsOf path: String, rules: [HostRule] = [], lists: [String: ListRecords] = [:],
    values: [String: String] = [:]
  ) throws(FormSpecError) {
    let source: Source
    do throws(FileProblem) { source = try InputFile(path).source() } catch {
      throw FormSpecError(unreadable: path, error.reason)
    }
    try self.init(source, at: path, rules: rules, lists: lists, values: values)
  }

  /// Parses and checks the form in a file, with the files that it uses from its folder and below.
  ///
  /// - Parameters:
  ///   - file: the location of a `.form` file, a URL with the scheme `file`.
  ///   - rules: rules of this program that the form may use.
  ///   - lists: the records of the form's lists of other data, keyed by list name. They replace the files that the form
  ///     names.
  ///   - values: the values that the form declares with `needs`, such as `needs year: int`, as texts keyed by name.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error, a file can't be read, or `file` isn't
  ///   a file URL.
  public init(
    contentsOf file: URL, rules: [HostRule] = [], lists: [String: ListRecords] = [:],
    values: [String: String] = [:]
  ) throws(FormSpecError) {
    guard file.isFileURL else {
      throw FormSpecError(unreadable: file.absoluteString, "It is not a file URL.")
    }
    try self.init(contentsOf: file.path, rules: rules, lists: lists, values: values)
  }

  /// Parses and checks a form among the resources of a program, with the files that it uses from its folder and
  /// below.
  ///
  /// ```swift
  /// let spec = try FormSpec(named: "sign-up", in: Bundle.module.resourceURL)
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the file without `.form`, which may have folders before it: `forms/sign-up`.
  ///   - folder: the folder of the resources. Nil, for a bundle without resources, is an error.
  ///   - rules: rules of this program that the form may use.
  ///   - lists: the records of the form's lists of other data, keyed by list name. They replace the files that the form
  ///     names.
  ///   - values: the values that the form declares with `needs`, such as `needs year: int`, as texts keyed by name.
  /// - Throws: `FormSpecError` with every finding, if one of them is an error or a file can't be read.
  public init(
    named name: String, in folder: URL?, rules: [HostRule] = [],
    lists: [String: ListRecords] = [:], values: [String: String] = [:]
  ) throws(FormSpecError) {
    guard let folder else {
      throw FormSpecError(unreadable: name + ".form", "The bundle has no resource folder.")
    }
    try self.init(
      contentsOf: folder.appending(path: name + ".form"), rules: rules, lists: lists, values: values
    )
  }

  /// Parses and checks a form that was read from `path`. Without a path, the form can't use other files.
  package init(
    _ source: Source, at path: String? = nil, rules: [HostRule] = [],
    lists: [String: ListRecords] = [:], values: [String: String] = [:]
  ) throws(FormSpecError) {
    let path = path.map { SystemText($0) }
    do throws(FormError) {
      core = try onDeepStack { () throws(FormError) in
        let form = try CompiledForm(source, at: path, hostRules: rules.map { $0.predicate })
        let files = ListFiles(at: path)
        return FormCore(
          try form.readingLists(
            given: lists.sorted { $0.key < $1.key }.map { ($0.key, $0.value.source(files)) },
            values: values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            moment: .ofClock
          ) { list, file throws(StreamFault) in
            do throws(ListFileFailure) {
              return try files.open(list, file).map { ListSource($0) }
            } catch { throw StreamFault(sentence: error.sentence) }
          }, asksLater: rules.contains { $0.isAsked })
      }
    } catch {
      throw FormSpecError(source: error.source, diagnostics: error.diagnostics.told)
    }
  }
}

extension FormSpec {
  /// The warnings of the checker. A form with warnings can be used.
  public var warnings: [Finding] { diagnostics.map { Finding($0, core.source) } }
  /// The name of the form, if its `form` line gives one.
  public var name: String? { core.program.name }

  /// Returns the title of the form, or nil if its `form` line gives none.
  ///
  /// - Parameter language: a language code such as `ja` or `pt-BR`; nil for the form's own language.
  public func title(in language: String? = nil) -> String? {
    let title = core.program.title
    return title < 0 ? nil : core.writer(language).plainText(title)
  }

  /// The codes of the languages that the form has texts in, starting with the form's own language.
  public var languages: [String] { core.languages }

  /// The text that the form was parsed from, with the files that it uses.
  package var source: Source { core.source }
  package var diagnostics: [Diagnostic] { core.compiled.diagnostics.told }
  package var program: Program { core.program }
  package var compiled: CompiledForm { core.compiled }
}

/// The content that all copies of a form share.
final class FormCore: Sendable {
  let compiled: CompiledForm
  let languages: [String]
  /// Whether any rule depends on the current date or time.
  let asksForMoment: Bool
  // The properties that each validation needs are stored here, because reading them from `Program` would copy it with
  // all its arrays.
  /// Whether the form uses host rules.
  let asksHost: Bool
  /// Whether the program has asynchronous rules for the form.
  let asksLater: Bool
  /// Whether `unique` or `same` compares records.
  let comparesRecords: Bool
  /// The rules about several records. They aren't judged when a record is validated by itself.
  let rulesAboutOthers: [UnjudgedRule]
  let products: ProductReader
  let shape: ProductShape
  let fields: [FormField]
  let keys: FormKeys
  let evaluators: EvaluatorPool
  /// The evaluators for each kind of data in which some texts mean blank.
  private let pools: [DataKind: EvaluatorPool]
  /// The message writers, in the order of `languages`.
  private let writers: [MessageWriter]

  init(_ compiled: CompiledForm, asksLater: Bool) {
    self.compiled = compiled
    self.asksLater = asksLater
    let program = compiled.program
    languages = program.languages
    asksForMoment = program.asksForMoment
    asksHost = program.asksHost
    comparesRecords = program.comparesRecords
    let source = compiled.source
    rulesAboutOthers = program.rulesAboutOthers.map { rule in
      let span = program.span(ofCondition: program.condition(ofRule: rule))
      return UnjudgedRule(rule: source.text(span), place: FormPlace(span, source))
    }
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

  /// Returns the evaluators for data of the given kind.
  func pool(for kind: DataKind) -> EvaluatorPool { pools[kind] ?? evaluators }

  var source: Source { compiled.source }
  var program: Program { compiled.program }

  /// Returns the writer for a language, or nil if neither the form nor the built-in messages have that language.
  func knownWriter(_ language: String) -> MessageWriter? {
    let writer = writer(language)
    return writer.otherLanguages == nil ? writer : nil
  }

  /// Returns the writer for a language; nil is the form's own language.
  func writer(_ language: String?) -> MessageWriter {
    guard let language else { return writers[0] }
    return languages.firstIndex(of: language).map { writers[$0] }
      ?? MessageWriter(program, language: language)
  }
}

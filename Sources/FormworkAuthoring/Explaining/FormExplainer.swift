// `formwork explain`: explains a form to the people who own its rules and have never seen the language.
//
// The explanation is made from the compiled program, where every name, type and branch is resolved. Only the names of
// lists come from the source. The result is a `Document`; the output formats depend on nothing else.

package import FormworkEngine
internal import FormworkReport
package import FormworkSyntax

/// Explains forms.
package enum FormExplainer {
  /// Explains a form.
  ///
  /// - Parameters:
  ///   - language: the language of the explanation; nil for the form's own.
  ///   - moment: the moment for checking examples that don't state one.
  package static func explain(
    _ program: Program, source: Source, language: String? = nil, moment: Moment
  ) -> Document {
    Explainer(program, source, MessageWriter(program, language: language), moment).document()
  }
}

extension FormExplainer {
  /// Returns what a form requires of one of its fields, as Markdown.
  ///
  /// - Parameters:
  ///   - declaration: the place where the field's name is declared.
  ///   - moment: the current moment.
  /// - Returns: the explanation, or nil if no field is declared there.
  package static func explain(
    fieldAt declaration: Span, _ program: Program, source: Source, moment: Moment
  ) -> String? {
    guard let number = program.field(declaredAt: declaration) else { return nil }
    let writer = MessageWriter(program, language: nil)
    let entry = Explainer(program, source, writer, moment).entry(number, inside: [])
    return Document.markdown(of: [.entry(entry)])
  }

  /// Returns a sentence on how values of a kind are written.
  ///
  /// - Parameter language: the language of the form.
  /// - Returns: the sentence, or nil for kinds that have no special notation.
  package static func explain(_ kind: FieldKind, language: String) -> String? {
    let words = BuiltInLanguage.explaining(language) ?? .english
    let sentence = words.written(kind)
    return sentence.isEmpty ? nil : sentence
  }

  /// Returns the meaning of a rule or a check as Markdown.
  ///
  /// - Parameters:
  ///   - offset: the byte offset of any place in the rule or check, in the source.
  ///   - moment: the current moment.
  /// - Returns: the explanation, or nil if there is no rule or check at `offset`.
  package static func explain(
    ruleAround offset: UInt32, _ program: Program, source: Source, moment: Moment
  ) -> String? {
    guard let rule = program.rule(around: offset) else { return nil }
    let writer = MessageWriter(program, language: nil)
    let items = Explainer(program, source, writer, moment).items(
      rule, Standpoint(field: rule.field))
    return Document.markdown(of: [.list(items)])
  }

  /// Returns the language to explain in instead of `language`, or nil if there are explanations in `language`.
  package static func substitute(for language: String, _ program: Program) -> String? {
    if BuiltInLanguage.explaining(language) != nil { return nil }
    return (BuiltInLanguage.explaining(program.language) ?? .english).rawValue
  }

  /// The languages that have explanations.
  package static var languages: [String] {
    BuiltInLanguage.allCases.filter { $0.explains }.map { $0.rawValue }
  }
}

/// Explains one form in one language.
final class Explainer {
  /// Maximum number of list values to name where the list is used. Longer lists are moved to the end.
  static let fewValues = 12
  /// Maximum number of list values to name anywhere.
  static let manyValues = 1_000
  /// Maximum number of parts in a calculation. A longer calculation isn't written in words.
  static let manyParts = 600
  /// Maximum number of sentences in a definition that is written out at each use. Longer definitions are moved to the
  /// end.
  static let fewSentences = 8
  /// Maximum length in bytes at which a record's explanation is compared with earlier ones.
  static let longestGroup = 50_000
  /// Maximum number of examples to show.
  static let manyExamples = 100

  let program: Program
  let source: Source
  let writer: MessageWriter
  let words: BuiltInLanguage
  let moment: Moment
  let room = DocumentRoom()

  // Things mentioned so far, which the end of the document explains.

  var tables: [Int] = []
  var lists: OrderedSet<String> = []
  var named: [(name: String, statement: Statement)] = []
  /// The names of the statements in `named`. `titleCounts` has the number of statements with the same title.
  var namesOfStatements: OrderedDictionary<Statement, String> = [:]
  var titleCounts: OrderedDictionary<String, Int> = [:]
  /// The meanings of definitions where they are used, keyed by the condition and a flag for its negation.
  var meanings: OrderedDictionary<Int64, Statement> = [:]
  /// The names that several fields share, keyed by the indices of the fields.
  var sharedNames: OrderedDictionary<[Int32], SharedName> = [:]
  /// The named lists of choices.
  let choiceLists: OrderedDictionary<String, ChoiceList>
  /// The label of the first record with given fields and rules, keyed by their HTML.
  var bodies: OrderedDictionary<String, String> = [:]
  /// The kinds of values in the form.
  var kinds: OrderedSet<FieldKind> = []
  /// Whether months or years are mentioned.
  var countsMonths = false

  init(_ program: Program, _ source: Source, _ writer: MessageWriter, _ moment: Moment) {
    self.program = program
    self.source = source
    self.writer = writer
    self.moment = moment
    choiceLists = program.namedChoices
    words = .explaining(writer.language) ?? .explaining(program.language) ?? .english
  }

  func document() -> Document {
    let file = source.name.split(separator: "/").last.map { String($0) } ?? source.name
    let name = program.titleText.map { writer.plainText($0) } ?? program.name ?? file
    var document = Document(
      language: words.rawValue, title: name, contents: text(.contents))
    func add(_ heading: ExplainPhrase, _ blocks: [Document.Block]) {
      if !blocks.isEmpty { document.parts.append(.init(heading: text(heading), blocks: blocks)) }
    }
    let fields = blocks(of: program.outline(ofLevel: 0), level: 0, inside: [])
    let (runValues, otherData) = (runValues(), otherData())
    add(.judging, judging())
    add(.files, files())
    add(.values, writings())
    add(.picture, picture())
    add(.runValues, runValues)
    add(.fields, fields + (room.isExceeded ? [.paragraph(text(.cut))] : []))
    add(.otherData, otherData)
    add(.tables, tableBlocks())
    add(.lists, listBlocks())
    add(.named, namedBlocks())
    add(.examples, exampleBlocks())
    return document
  }

  // MARK: - Texts

  func text(_ phrase: ExplainPhrase) -> String { words.explained(phrase) }

  func quoted(_ text: String) -> String { words.quoted(text) }

  /// Returns the label of a field in quotes.
  func label(_ field: Int32) -> String { label(writer.label(ofField: field)) }

  func label(_ name: String) -> String { text(.fieldLabel).filled(("name", visible(name))) }

  /// Returns a sentence with a capital first letter and a full stop at its end.
  func sentence(_ text: String) -> String {
    let text = capitalized(text)
    let isEnded = text.last.map { ".!?:。：…".contains($0) } ?? true
    return isEnded ? text : self.text(.stop).filled(("text", text))
  }

  func capitalized(_ text: String) -> String {
    guard let first = text.first, first.isLowercase else { return text }
    return first.uppercased() + text.dropFirst()
  }
}

// MARK: - How records are checked

extension Explainer {
  private func judging() -> [Document.Block] {
    var phrases: [ExplainPhrase] = [
      .accepted, .blankMeans, .looked, .spacesAround, .caseMatters,
    ]
    if hasSections(0) { phrases.append(.sections) }
    if program.asksForMoment { phrases.append(.today) }
    if countsMonths { phrases.append(.months) }
    if program.mayLackResults { phrases.append(.calculation) }
    phrases.append(program.level(0).isClosed ? .othersForbidden : .othersIgnored)
    let said = ProblemCode.allCases.compactMap { code -> String? in
      guard let phrase = phrase(about: code), let words = program.ownWords(for: code) else {
        return nil
      }
      return text(phrase).filled(("message", shown(message: words)))
    }
    return [.list((phrases.map { text($0) } + said).map { Document.Item(text: $0) })]
  }

  /// Returns the phrase that introduces the form's own words for a built-in message, or nil if they appear in another
  /// part of the document.
  private func phrase(about code: ProblemCode) -> ExplainPhrase? {
    switch code {
    case .type: .ifOfOtherKind
    case .choice: .ifNoChoice
    case .blank: .ifNotBlank
    case .unknown: .ifUnknown
    case .malformed: .ifUnreadable
    case .calculation: .ifNotCalculable
    case .unasked: .ifNotAsked
    case .required, .compare, .rule, .records: nil
    }
  }

  private func hasSections(_ level: Int32) -> Bool {
    hasSections(program.outline(ofLevel: level))
  }

  private func hasSections(_ steps: [StepView]) -> Bool {
    steps.contains { step in
      switch step {
      case .when: true
      case .field(let field): program.field(field).level.map { hasSections($0) } ?? false
      case .page(let page): hasSections(page.steps)
      case .check, .intro: false
      }
    }
  }

  /// Returns how the kinds of values in the form are written.
  private func writings() -> [Document.Block] {
    let sentences = FieldKind.allCases.filter { kinds.contains($0) }.map { words.written($0) }
      .filter { !$0.isEmpty }
    return sentences.isEmpty ? [] : [.list(sentences.map { Document.Item(text: $0) })]
  }

  /// Returns the tables that conditions mention, without repetition.
  private func tableBlocks() -> [Document.Block] {
    tables.flatMap { number -> [Document.Block] in
      let view = program.table(number)
      let name = quoted(view.name)
      let head = view.parameters.map { MessageWriter.readable($0) } + [text(.result)]
      let rows = view.rows.map { row in
        let keys =
          row.keys.isEmpty
          ? view.parameters.map { _ in text(.anything) }
          : row.keys.map { values($0, conjunction: .or) }
        return keys + [values(row.result, conjunction: .or)]
      }
      return [
        .paragraph(capitalized(name) + ": " + rule(ofRows: view.rows)),
        .table(Document.Table(head: head, rows: rows)),
      ]
    }
  }

  /// Returns the sentences that explain which row of a table applies. A row without keys matches everything.
  private func rule(ofRows rows: [TableView.Row]) -> String {
    let fitsAll = rows.contains { $0.keys.isEmpty }
    return text(.rowsFit) + (fitsAll ? "" : text(.sentenceGap) + text(.noRowFits))
  }

  private func listBlocks() -> [Document.Block] {
    lists.flatMap { name -> [Document.Block] in
      guard let list = choiceLists[name] else { return [] }
      let items = choiceItems(list, limit: Explainer.manyValues)
      return [
        .paragraph(quoted(name) + ":"), .list([Document.Item(text: items)]),
      ]
    }
  }

  private func namedBlocks() -> [Document.Block] {
    named.isEmpty
      ? []
      : [
        .list(
          named.map { name, statement in
            Document.Item(text: quoted(name) + ":", items: items(statement))
          })
      ]
  }
}

extension BuiltInLanguage {
  /// Returns the language with the given code, or nil if there are no explanations in it.
  fileprivate static func explaining(_ code: String) -> BuiltInLanguage? {
    BuiltInLanguage(code: code).flatMap { $0.explains ? $0 : nil }
  }
}
